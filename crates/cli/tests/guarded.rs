//! The service under fire: strangers' pages, odd requests, packed bodies, too little memory, clients
//! that never read.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::run::{HUNG, root, wait_until};
use crate::serve::{Answer, Service};

fn fixture() -> Vec<u8> {
    std::fs::read(root().join("fixtures/pages/auto--news-article.html")).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn code(answer: &Answer) -> String {
    let body: Value = serde_json::from_slice(&answer.body).unwrap();
    body["error"]["code"].as_str().unwrap_or("").to_owned()
}

/// The answer to a request that is sent unchanged.
fn raw(service: &Service, request: &str) -> String {
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.set_read_timeout(Some(HUNG)).unwrap();
    // One that is refused need not be read to its end.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = BufReader::new(stream).read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_page_of_a_stranger_may_not_use_the_service() {
    let service = Service::start(&["--no-fetch", "--allow-origin=https://friend.example"]);
    let (page, own) = (fixture(), format!("http://{}", service.address));
    let post = |headers: &[(&str, &str)]| {
        let headers = [&[("Content-Type", "text/plain")], headers].concat();
        service.ask("POST", "/v1/extract?format=text", &headers, &page)
    };
    // What a browser sends without asking first: plain text, forms, pictures, links.
    for stranger in [
        &[("Origin", "https://evil.example")][..],
        &[("Origin", "null")],
        &[("Origin", "http://localhost:1")],
        &[("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "no-cors")],
        &[("Sec-Fetch-Site", "same-site"), ("Origin", "http://127.0.0.1:1")],
    ] {
        let answer = post(stranger);
        assert_eq!((answer.status, code(&answer).as_str()), (403, "cross-origin"), "{stranger:?}");
    }
    let side_effects = [
        "/v1/image?url=http://a.example/",
        "/r/http://a.example/",
        "/v1/explain?url=http://a.example/",
    ];
    for path in side_effects {
        let answer = service.ask("GET", path, &[("Sec-Fetch-Site", "cross-site")], b"");
        assert_eq!((answer.status, code(&answer).as_str()), (403, "cross-origin"), "{path}");
    }
    for known in [
        &[][..],
        &[("Origin", own.as_str())],
        &[("Sec-Fetch-Site", "same-origin"), ("Origin", "null")],
        &[("Sec-Fetch-Site", "none")],
    ] {
        assert_eq!(post(known).status, 200, "{known:?}");
    }
    let friend = [("Origin", "https://friend.example"), ("Sec-Fetch-Site", "cross-site")];
    let answer = post(&friend);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), "https://friend.example");
    let asked = [
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type"),
    ];
    let preflight = service.ask("OPTIONS", "/v1/extract", &[&friend[..], &asked].concat(), b"");
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-headers"), "content-type");
    let stranger = [&[("Origin", "https://evil.example")][..], &asked].concat();
    assert_eq!(service.ask("OPTIONS", "/v1/extract", &stranger, b"").status, 403);
    // A link or a bookmark leads to the reader page.
    assert_eq!(service.ask("GET", "/", &[("Sec-Fetch-Site", "cross-site")], b"").status, 200);
}

#[test]
fn a_service_that_is_open_to_all_origins_says_so() {
    let service = Service::start(&["--no-fetch", "--allow-origin=*"]);
    let stranger = [("Origin", "https://any.example"), ("Content-Type", "text/html")];
    let answer = service.ask("POST", "/v1/extract", &stranger, &fixture());
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), "https://any.example");
    let wrong = crate::run::zhengwen(&["serve", "--allow-origin", "friend.example"]);
    wrong.fails_naming(2, "not an origin; try https://reader.example");
}

#[test]
fn a_request_with_two_hosts_is_refused() {
    let service = Service::start(&["--no-fetch"]);
    let ask = |head: &str| raw(&service, &format!("{head}Connection: close\r\n\r\n"));
    for hosts in
        ["Host: localhost\r\nHost: evil.example\r\n", "Host: localhost\r\nHost: localhost\r\n"]
    {
        let answer = ask(&format!("GET /healthz HTTP/1.1\r\n{hosts}"));
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    let other = ask("GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n");
    assert!(other.starts_with("HTTP/1.1 421 "), "{other}");
    assert!(ask("GET /healthz HTTP/1.1\r\nHost: localhost\r\n").starts_with("HTTP/1.1 200 "));
}

#[test]
fn packed_bodies_are_unpacked_within_the_limit() {
    let service = Service::start(&["--no-fetch", "--max-body=100000"]);
    let page = fixture();
    let post = |encoding: &str, body: &[u8]| {
        let headers = [("Content-Type", "text/html"), ("Content-Encoding", encoding)];
        service.ask("POST", "/v1/extract?format=text", &headers, body)
    };
    let expected = zhengwen::extract(&page).text;
    for encoding in ["gzip", "x-gzip", "GZIP", "identity, gzip"] {
        assert_eq!(post(encoding, &gzip(&page)).text(), expected, "{encoding}");
    }
    assert_eq!(post("identity", &page).text(), expected);
    let json = json!({"html": String::from_utf8(page.clone()).unwrap(), "format": "text"});
    let headers = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    let json = service.ask("POST", "/v1/extract", &headers, &gzip(json.to_string().as_bytes()));
    assert_eq!(json.text(), expected);
    for encoding in ["br", "zstd", "deflate", "gzip, gzip", "klingon"] {
        let answer = post(encoding, &gzip(&page));
        assert_eq!((answer.status, answer.header("accept-encoding")), (415, "gzip"), "{encoding}");
    }
    let bomb = gzip(&vec![b' '; 50 << 20]);
    assert!(bomb.len() < 1_000_000);
    let service_of_large = Service::start(&["--no-fetch", "--max-body=1000000"]);
    let headers = [("Content-Type", "text/html"), ("Content-Encoding", "gzip")];
    assert_eq!(service_of_large.ask("POST", "/v1/extract", &headers, &bomb).status, 413);
    let packed = gzip(&page);
    let cut = post("gzip", &packed[..packed.len() / 2]);
    assert_eq!((cut.status, code(&cut).as_str()), (400, "bad-request"));
    assert_eq!(post("gzip", &page).status, 400);
}

/// A request whose body has come but for its last byte, once its share is held. It is sent again if it is refused: the requests before
/// may give theirs back only a moment after their answers.
fn begun(service: &Service, length: usize, is_held: impl Fn() -> bool) -> TcpStream {
    let head =
        format!("POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n");
    let start = std::time::Instant::now();
    loop {
        let mut stream = TcpStream::connect(service.address).unwrap();
        stream.write_all((head.clone() + &"x".repeat(length - 1)).as_bytes()).unwrap();
        stream.set_nonblocking(true).unwrap();
        loop {
            assert!(start.elapsed() < HUNG, "hung: its share is not held");
            let is_held = is_held();
            if stream.peek(&mut [0]).is_ok() {
                break;
            }
            if is_held {
                return stream;
            }
        }
    }
}

#[test]
fn memory_is_shared_and_never_overdrawn() {
    // A page of 44 KB takes nearly all while it is in work, one of 130 KB more than there is.
    let service = Service::start(&["--no-fetch", "--memory=13100000", "--body-timeout=600"]);
    let page = |bytes: usize| "<p>正文，一句话。".repeat(bytes / 27).into_bytes();
    let post = |bytes: usize| {
        let headers = [("Content-Type", "text/html")];
        service.ask("POST", "/v1/extract?format=text", &headers, &page(bytes))
    };
    assert_eq!(post(50_000).status, 200);
    let large = post(150_000);
    assert_eq!((large.status, code(&large).as_str()), (413, "too-large"));
    // It is refused by its length alone, before it comes.
    let head = "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 150000\r\nConnection: close\r\n\r\n";
    assert!(raw(&service, head).starts_with("HTTP/1.1 413 "));
    // One of unknown length is refused once it is too long.
    let chunk = format!("{:x}\r\n{}\r\n", 150_000, "x".repeat(150_000));
    let head = "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    let answer = raw(&service, &format!("{head}{chunk}"));
    assert!(answer.starts_with("HTTP/1.1 413 ") || answer.is_empty(), "{answer}");
    // What has come of a body holds its share.
    let held = begun(&service, 44_000, || (0..3).all(|_| post(50_000).status == 503));
    assert_eq!(service.ask("GET", "/healthz", &[], b"").status, 200);
    drop(held);
    wait_until("the share is free", || post(50_000).status == 200);
}

#[test]
fn clients_that_never_read_are_dropped() {
    let request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let last = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    // More answers than any buffer between the two holds: one who reads them gets them all.
    let many = request.repeat(200);
    let answers = raw(&Service::start(&["--no-fetch"]), &format!("{many}{last}"));
    assert_eq!(answers.matches("HTTP/1.1 200 ").count(), 201);
    let service = Service::start(&["--no-fetch", "--write-timeout=1"]);
    let mut greedy = TcpStream::connect(service.address).unwrap();
    greedy.write_all(many.as_bytes()).unwrap();
    wait_until("it is dropped", || (&greedy).write_all(b"x").is_err());
    // It was dropped in the middle of its answers.
    let mut answers = Vec::new();
    let _ = greedy.read_to_end(&mut answers);
    let whole = String::from_utf8_lossy(&answers).matches("\"openapi\":").count();
    assert!((1..200).contains(&whole), "{whole} answers");
}

#[cfg(unix)]
#[test]
fn too_few_files_are_told_in_one_line() {
    for command in ["serve --port 0 --no-fetch", "mcp"] {
        let line = format!("ulimit -n 7; exec \"$0\" {command}");
        let outcome = std::process::Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_zhengwen")])
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8(outcome.stderr).unwrap();
        assert_eq!(outcome.status.code(), Some(1), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains("cannot start") && told.contains("ulimit -n"), "{told}");
    }
}
