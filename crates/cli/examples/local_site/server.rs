//! A server of HTTP that also answers as no server should.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::answers::{Answer, Way, answer, header};
use crate::hold;

/// The host, path and time of each request.
pub(crate) static LOG: Mutex<Vec<(String, String, Instant)>> = Mutex::new(Vec::new());

/// Serves on an address (port 0 for any) until the program ends.
pub(crate) fn serve(address: SocketAddr) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A client that goes away is its own affair.
            std::thread::spawn(move || respond(stream).ok());
        }
    });
    Ok(address)
}

fn respond(mut stream: TcpStream) -> io::Result<()> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte)? > 0 {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    let path = head.split(' ').nth(1).unwrap_or("/");
    let host = header(&head, "host").unwrap_or("").split(':').next().unwrap_or("");
    let count = {
        let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
        // Tests that do not read the log ask these hosts, so that they may run while others read it.
        if !host.ends_with("shelf.test") {
            log.push((host.to_owned(), path.to_owned(), Instant::now()));
        }
        log.iter().filter(|(h, p, _)| h == host && p == path).count()
    };
    let is_page = path.split('?').next().is_some_and(|path| path.ends_with(".html"));
    if let Some(hold) = header(&head, "x-hold").filter(|_| is_page) {
        hold::wait(hold);
    }
    let port = stream.local_addr()?.port();
    let Answer { status, headers, body, way } = answer(host, port, path, count, &head);
    let length = match way {
        Way::Endless => 1 << 30,
        _ => body.len(),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    match way {
        Way::Plain => {}
        Way::Slow(pause) => std::thread::sleep(pause),
        Way::Dripping(pause) => {
            stream.write_all(head.as_bytes())?;
            for byte in body {
                stream.write_all(&[byte])?;
                std::thread::sleep(pause);
            }
            return Ok(());
        }
        Way::Endless => {
            stream.write_all(head.as_bytes())?;
            loop {
                stream.write_all(&body)?;
            }
        }
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}
