//! Fetching from a real server on loopback.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use zhengwen_io::fetch::{FetchError, FetchOptions, Fetched, fetch};

const PAGE: &str = "<p>a page</p>";

/// A server that answers every request with `answer(path)`: raw bytes of a whole HTTP response.
fn serve(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> SocketAddr {
    serve_with(move |path, mut stream| {
        let _ = stream.write_all(&answer(path));
    })
}

fn serve_with(answer: impl Fn(&str, TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = std::sync::Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = answer.clone();
            std::thread::spawn(move || {
                let mut stream = stream;
                let path = request_path(&mut stream);
                answer(&path, stream);
            });
        }
    });
    address
}

fn request_path(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n > 0) {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    head.split(' ').nth(1).unwrap_or("").to_owned()
}

fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}

fn get(address: SocketAddr, path: &str, options: &FetchOptions) -> Result<Fetched, FetchError> {
    fetch(&format!("http://{address}{path}"), options)
}

fn private() -> FetchOptions {
    FetchOptions { allow_private: true, ..FetchOptions::default() }
}

#[test]
fn fetches_with_charset_and_final_address() {
    let address = serve(|path| match path {
        "/old" => response("302 Found", "Location: /new?a=1\r\n", b""),
        _ => response("200 OK", "Content-Type: text/html; charset=gbk\r\n", PAGE.as_bytes()),
    });
    let fetched = get(address, "/old#part", &private()).unwrap();
    assert_eq!(fetched.bytes, PAGE.as_bytes());
    assert_eq!(fetched.url, format!("http://{address}/new?a=1"));
    assert_eq!(fetched.charset.as_deref(), Some("gbk"));
}

#[test]
fn loopback_is_refused_unless_allowed() {
    let address = serve(|_| response("200 OK", "", PAGE.as_bytes()));
    let error = get(address, "/", &FetchOptions::default()).unwrap_err();
    assert!(matches!(error, FetchError::Private(_)), "{error}");
    assert!(error.to_string().contains("--allow-private"));
    assert!(get(address, "/", &private()).is_ok());
}

#[test]
fn every_hop_is_guarded() {
    let hidden = serve(|_| response("200 OK", "", b"secret"));
    let port = hidden.port();
    let address = serve(move |path| {
        let host = path.trim_start_matches('/');
        response("302 Found", &format!("Location: http://{host}:{port}/\r\n"), b"")
    });
    // Only the first hop may be reached.
    let options = FetchOptions { allowed: vec![address.ip()], ..FetchOptions::default() };
    for host in
        ["127.0.0.2", "[::1]", "169.254.169.254", "10.0.0.1", "[::ffff:127.0.0.2]", "0.0.0.0"]
    {
        let error = get(address, &format!("/{host}"), &options).unwrap_err();
        assert!(matches!(error, FetchError::Private(_)), "{host}: {error}");
    }
    let allowed = get(address, "/127.0.0.1", &options);
    assert_eq!(allowed.unwrap().bytes, b"secret");
}

#[test]
fn redirects_are_followed_to_a_limit_only() {
    let address = serve(|_| response("302 Found", "Location: /again\r\n", b""));
    let error = get(address, "/", &private()).unwrap_err();
    assert!(matches!(error, FetchError::TooManyRedirects(5)), "{error}");
    let address = serve(|_| response("302 Found", "Location: file:///etc/passwd\r\n", b""));
    assert!(get(address, "/", &private()).is_err());
}

#[test]
fn sizes_are_limited_before_and_after_decompression() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&vec![b' '; 30 << 20]).unwrap();
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 100_000);
    let plain = vec![b'a'; 5000];
    let address = serve(move |path| match path {
        "/bomb" => response("200 OK", "Content-Encoding: gzip\r\n", &bomb),
        _ => response("200 OK", "", &plain),
    });
    let error = get(address, "/bomb", &private()).unwrap_err();
    assert!(matches!(error, FetchError::TooLarge(_)), "{error}");
    let small = FetchOptions { max_bytes: 4999, ..private() };
    let error = get(address, "/", &small).unwrap_err();
    assert!(matches!(error, FetchError::TooLarge(4999)), "{error}");
    let enough = FetchOptions { max_bytes: 5000, ..private() };
    assert_eq!(get(address, "/", &enough).unwrap().bytes.len(), 5000);
}

#[test]
fn slow_and_dripping_servers_are_given_up() {
    let address = serve_with(|path, mut stream| {
        if path == "/drip" {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
            while stream.write_all(b"a").is_ok() {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        std::thread::sleep(Duration::from_secs(20));
    });
    let options = FetchOptions { timeout: Duration::from_millis(700), ..private() };
    for path in ["/drip", "/silent"] {
        let start = Instant::now();
        let error = get(address, path, &options).unwrap_err();
        assert!(matches!(error, FetchError::Timeout(_)), "{path}: {error}");
        assert!(start.elapsed() < Duration::from_secs(5), "{path}");
    }
}

#[test]
fn answers_that_are_no_page_say_so() {
    let address = serve(|path| match path {
        "/missing" => response("404 Not Found", "", b"gone"),
        "/picture" => response("200 OK", "Content-Type: image/png\r\n", b"png"),
        _ => b"nonsense\r\n\r\n".to_vec(),
    });
    let error = |path| get(address, path, &private()).unwrap_err();
    assert!(matches!(error("/missing"), FetchError::Status(404)));
    assert!(matches!(error("/picture"), FetchError::NotAPage(kind) if kind == "image/png"));
    assert!(matches!(error("/nonsense"), FetchError::Network(_)));
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(matches!(get(closed, "/", &private()).unwrap_err(), FetchError::Network(_)));
}
