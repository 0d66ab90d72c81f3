//! A server of the tests' own: any answer, however wrong.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Who waits so long has hung. Nothing is measured by it.
pub(crate) const HUNG: Duration = Duration::from_secs(600);

/// Waits until something is so; false when it hung.
pub(crate) fn comes_true(is_so: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !is_so() {
        if start.elapsed() > HUNG {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

/// A server that answers every request with `answer(path)`: raw bytes of a whole HTTP response.
pub(crate) fn serve(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> SocketAddr {
    serve_with(move |request, mut stream| {
        let _ = stream.write_all(&answer(path(request)));
    })
}

/// A server that hands each request's head and connection on.
pub(crate) fn serve_with(answer: impl Fn(&str, TcpStream) + Send + Sync + 'static) -> SocketAddr {
    serve_at("127.0.0.1:0", answer)
}

/// The same on the addresses of `place`.
pub(crate) fn serve_at(
    place: &str,
    answer: impl Fn(&str, TcpStream) + Send + Sync + 'static,
) -> SocketAddr {
    let listener = TcpListener::bind(place).unwrap();
    let address = listener.local_addr().unwrap();
    let answer = std::sync::Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            std::thread::spawn(move || {
                let mut stream = stream;
                let head = request_head(&mut stream);
                answer(&head, stream);
            });
        }
    });
    address
}

fn request_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n > 0) {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).into_owned()
}

/// The path of a request.
pub(crate) fn path(head: &str) -> &str {
    head.split(' ').nth(1).unwrap_or("")
}

/// A header of a request.
pub(crate) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.filter(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
}

/// A whole response.
pub(crate) fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}
