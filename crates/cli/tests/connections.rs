//! The connections of `zhengwen serve`: clients that dawdle keep nobody out.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::hold;
use crate::run::{HUNG, wait_until};
use crate::serve::{PATIENT, Service, WEB, fixture, site};

const HEAD: &str = "POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n";

/// Parts of a request: nothing, a part of the head, the head alone, a part of the body.
fn parts() -> [String; 4] {
    let head = format!("{HEAD}Content-Length: 1000\r\n\r\n");
    [String::new(), "POST /v1/ext".to_owned(), head.clone(), format!("{head}<p>half a bo")]
}

/// A connection that sends a part of a request.
fn sends(service: &Service, part: &str) -> TcpStream {
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.set_read_timeout(Some(HUNG)).unwrap();
    stream.write_all(part.as_bytes()).unwrap();
    stream
}

/// True if the service keeps a connection that it has not answered.
fn is_kept(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let peeked = stream.peek(&mut [0]);
    assert!(!matches!(peeked, Ok(1)), "it is answered");
    peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn clients_that_dawdle_take_no_place_of_others() {
    for part in parts() {
        let service = Service::start(&["--no-fetch", "--connections=4", "--body-timeout=600"]);
        let dawdling: Vec<TcpStream> = (0..12).map(|_| sends(&service, &part)).collect();
        // What comes a byte at a time is no request either.
        for mut stream in &dawdling {
            let _ = stream.write_all(b"P");
        }
        assert_eq!(service.post_html("/v1/extract", &fixture()).status, 200);
        // Each new connection had one closed, and no more: three were left when the last one came.
        let kept = || dawdling.iter().filter(|stream| is_kept(stream)).count();
        wait_until("nine are closed", || kept() <= 3);
        assert_eq!(kept(), 3, "{part}");
    }
}

#[test]
fn a_connection_at_work_is_not_closed_for_another() {
    let own = ["--header=X-Hold: seat", "--connections=1"];
    let service = Service::start(&[WEB, PATIENT, &own[..]].concat());
    let held = json!({"url": site("/news/002.html")});
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| service.post_json("/v1/extract", &held).status);
        wait_until("it is at work", || hold::waiting("seat") == 1);
        let mut answer = String::new();
        sends(&service, "").read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{head}");
        assert_eq!(serde_json::from_str::<Value>(body).unwrap()["error"]["code"], "overloaded");
        hold::let_go("seat");
        assert_eq!(asked.join().unwrap(), 200);
    });
    // Its client is waited for again, so the next one takes the place.
    assert_eq!(service.get("/healthz").status, 200);
}

#[test]
fn clients_that_dawdle_hold_nobody() {
    let service = Service::start(&["--no-fetch", "--concurrency=1", "--body-timeout=600"]);
    let _dawdling = parts().map(|part| sends(&service, &part));
    for _ in 0..20 {
        assert_eq!(service.post_html("/v1/extract", &fixture()).status, 200);
    }
}

#[test]
fn clients_that_dawdle_are_given_up() {
    let service = Service::start(&["--no-fetch", "--body-timeout=2"]);
    let [mut none, mut part, head, body] = parts().map(|part| sends(&service, &part));
    for stream in [head, body] {
        let mut answer = String::new();
        let _ = BufReader::new(stream).read_line(&mut answer);
        assert!(answer.contains("408"), "{answer}");
    }
    // It is answered with 408 or closed; it is not kept.
    for silent in [&mut none, &mut part] {
        assert!(silent.read_to_end(&mut Vec::new()).is_ok());
    }
}

#[test]
fn the_length_that_a_body_claims_holds_no_memory() {
    let service = Service::start(&["--no-fetch", "--memory=13100000", "--body-timeout=600"]);
    let head = format!("{HEAD}Content-Length: 44000\r\n\r\n");
    let claiming: Vec<TcpStream> = (0..200).map(|_| sends(&service, &head)).collect();
    // All of them together claim more than there is, and this page needs nearly all that there is.
    let page = "<p>正文，一句话。".repeat(1_600).into_bytes();
    wait_until("it is answered", || service.post_html("/v1/extract", &page).status == 200);
    assert!(claiming.iter().all(is_kept));
}
