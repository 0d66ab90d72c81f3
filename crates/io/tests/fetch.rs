//! Fetching: what comes back, and the limits.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use zhengwen_io::fetch::{FetchError, FetchOptions, Fetched, fetch};
use zhengwen_io::guard::AddressGuard;

use crate::server::{HUNG, path, response, serve, serve_with};

const PAGE: &str = "<p>a page</p>";

fn get(address: SocketAddr, path: &str, options: &FetchOptions) -> Result<Fetched, FetchError> {
    fetch(&format!("http://{address}{path}"), options)
}

/// No guard, no waiting, no robots.txt.
fn private() -> FetchOptions {
    let guard = AddressGuard::open();
    let delay = Duration::ZERO;
    FetchOptions { guard, delay, robots: false, retries: 0, ..FetchOptions::default() }
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
    let guard = AddressGuard { allowed: vec![address.ip().into()], ..AddressGuard::default() };
    let options = FetchOptions { guard, ..private() };
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
fn a_kept_connection_that_its_server_closes_is_replaced() {
    // Each connection is answered once; its second request is read and left without an answer.
    let address = serve_with(|request, mut stream| {
        let to = if path(request) == "/b" { String::new() } else { "Location: /b\r\n".to_owned() };
        let status = if to.is_empty() { "200 OK" } else { "302 Found" };
        let length = PAGE.len();
        let head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{to}\r\n{PAGE}");
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.read(&mut [0]);
    });
    assert_eq!(get(address, "/a", &private()).unwrap().bytes, PAGE.as_bytes());
    // Who never answers is asked twice, not for ever.
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let address = serve_with(move |_, _| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert!(matches!(get(address, "/", &private()), Err(FetchError::Network(_))));
    assert_eq!(asked.load(Ordering::Relaxed), 2);
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
fn packed_bodies_that_break_off_are_told_and_kept_up_to_the_break() {
    let text: String = (0..80_000).map(|n| format!("{n} ")).collect();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    let gzip = encoder.finish().unwrap();
    // Stored Brotli: window bits, an uncompressed block of a thousand bytes, the empty last one.
    let brotli = [&[0x8b, 0xf3, 0x81][..], &text.as_bytes()[..1_000], &[0x03]].concat();
    for (name, packed) in [("gzip", gzip), ("br", brotli)] {
        let header = format!("Content-Encoding: {name}\r\n");
        let address = serve(move |path| {
            let left = if path == "/cut" { packed.len() / 2 } else { packed.len() };
            response("200 OK", &header, &packed[..left])
        });
        let whole = get(address, "/", &private()).unwrap();
        let cut = get(address, "/cut", &private()).unwrap();
        assert_eq!((whole.is_damaged, cut.is_damaged), (false, true), "{name}");
        assert!(cut.bytes.len() > 100 && whole.bytes.starts_with(&cut.bytes), "{name}");
    }
}

#[test]
fn slow_and_dripping_servers_are_given_up() {
    let (sender, left) = channel();
    let address = serve_with(move |head, mut stream| {
        if path(head) == "/drip" {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
            while stream.write_all(b"a").is_ok() {
                std::thread::sleep(Duration::from_millis(50));
            }
        } else {
            // Until the client goes away.
            let _ = stream.read(&mut [0]);
        }
        let _ = sender.send(path(head).to_owned());
    });
    let options = FetchOptions { timeout: Duration::from_millis(700), ..private() };
    for path in ["/drip", "/silent"] {
        let start = Instant::now();
        let error = get(address, path, &options).unwrap_err();
        assert!(matches!(error, FetchError::Timeout(_)), "{path}: {error}");
        assert!(start.elapsed() >= options.timeout, "{path}");
        assert_eq!(left.recv_timeout(HUNG).as_deref(), Ok(path), "the server is left");
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
