//! `zhengwen batch` over a store of objects: one on loopback that answers as S3 does.

use std::collections::{BTreeMap, HashSet};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::{Value, json};

use crate::answers::header;
use crate::archives::archive;
use crate::run::{command, objects, text, zhengwen};

/// Objects by their keys, in the one bucket that there is.
type Objects = BTreeMap<String, Vec<u8>>;

/// Serves objects until the program ends; returns the port.
fn serve(held: Objects) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let mut asked = HashSet::new();
        for stream in listener.incoming().flatten() {
            // A client that goes away is its own affair.
            let _ = respond(stream, &held, &mut asked);
        }
    });
    port
}

fn respond(
    mut stream: TcpStream,
    held: &Objects,
    asked: &mut HashSet<String>,
) -> std::io::Result<()> {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte)? > 0 {
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    let target = head.split(' ').nth(1).unwrap_or("/").to_owned();
    let range = header(&head, "range").unwrap_or("").to_owned();
    let is_signed = header(&head, "authorization")
        .is_some_and(|own| own.starts_with("AWS4-HMAC-SHA256 Credential=somebody/"));
    let (status, headers, body) = match asked.insert(target.clone() + &range) {
        _ if !is_signed => ("403 Forbidden", String::new(), b"<Error/>".to_vec()),
        // A store that is busy at first.
        true => ("503 Slow Down", String::new(), b"<Error/>".to_vec()),
        false => answer(&target, &range, held),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}

fn answer(target: &str, range: &str, held: &Objects) -> (&'static str, String, Vec<u8>) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    if path.trim_end_matches('/') == "/archives" {
        return ("200 OK", String::new(), listed(query, held).into_bytes());
    }
    let Some(object) = path.strip_prefix("/archives/").and_then(|key| held.get(key)) else {
        return ("404 Not Found", String::new(), b"<Error/>".to_vec());
    };
    let (start, end) = range.strip_prefix("bytes=").and_then(|own| own.split_once('-')).unwrap();
    let start: usize = start.parse().unwrap();
    let end = end.parse::<usize>().unwrap().min(object.len() - 1);
    let headers = format!("ETag: \"x\"\r\nContent-Range: bytes {start}-{end}/{}\r\n", object.len());
    ("206 Partial Content", headers, object[start..=end].to_vec())
}

/// A list of one object, and where it goes on.
fn listed(query: &str, held: &Objects) -> String {
    let value = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(query.as_bytes());
        pairs.find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
    };
    let prefix = value("prefix").unwrap_or_default();
    let keys: Vec<&String> = held.keys().filter(|key| key.starts_with(&prefix)).collect();
    let at: usize = value("continuation-token").map_or(0, |own| own.parse().unwrap());
    let next = match at + 1 < keys.len() {
        true => format!("<NextContinuationToken>{}</NextContinuationToken>", at + 1),
        false => String::new(),
    };
    format!(
        "<ListBucketResult><IsTruncated>{}</IsTruncated>{next}<Contents><Key>{}</Key><Size>1</Size>\
         <LastModified>2026-11-28T00:00:00.000Z</LastModified><ETag>\"x\"</ETag></Contents></ListBucketResult>",
        !next.is_empty(),
        keys[at]
    )
}

/// Rows without the names of their files.
fn rows(lines: &str) -> Vec<Value> {
    let mut rows = objects(lines);
    rows.iter_mut().for_each(|row| drop(row.as_object_mut().unwrap().remove("file")));
    rows
}

#[test]
fn archives_lines_and_tables_of_a_store_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let archives = [archive(&folder, "a.warc.gz", 0..3), archive(&folder, "b.warc.gz", 3..5)];
    let lines = folder.path().join("lines.jsonl");
    let page = "<title>题</title><p>一句话，还有一句，也在这里。</p>";
    let line = json!({"html": page, "url": "https://a.example/1"});
    std::fs::write(&lines, format!("{line}\n{line}\n")).unwrap();
    let table = folder.path().join("pages.parquet");
    let as_table = ["--keep-columns", "html", "--columns", "url", "-o", text(&table)];
    zhengwen(&[&["batch", text(&lines)], &as_table[..]].concat()).code(0);
    let held: Objects = [&archives[0], &archives[1], &lines, &table]
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap();
            (format!("month-one/{name}"), std::fs::read(path).unwrap())
        })
        .into_iter()
        .collect();
    let port = serve(held);
    let run = |words: &[&str], key: &str| {
        let output = command(&[&["batch"], words].concat())
            .env("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{port}"))
            .env("AWS_ACCESS_KEY_ID", key)
            .env("AWS_SECRET_ACCESS_KEY", "secret")
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), told)
    };
    let (code, found, told) = run(&["s3://archives/month-one/"], "somebody");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("s3://archives/month-one/: 2 of 4 objects by their names"), "{told}");
    let local = zhengwen(&["batch", text(&archives[0]), text(&archives[1])]).code(0);
    assert_eq!(rows(&found), rows(&local));
    assert_eq!(objects(&found)[0]["file"], "s3://archives/month-one/a.warc.gz");
    let of = |name: &str| format!("s3://archives/month-one/{name}");
    let names = ["pages.parquet", "lines.jsonl", "none.warc.gz"].map(of);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (code, found, told) = run(&names, "somebody");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("none.warc.gz: the server answered with status 404"), "{told}");
    let local = zhengwen(&["batch", text(&table), text(&lines)]).code(0);
    assert_eq!(rows(&found), rows(&local));
    let (code, _, told) = run(&[names[1]], "nobody");
    assert!(code == Some(1) && told.contains("lines.jsonl: "), "{told}");
    assert!(told.contains("403"), "{told}");
    let keep = ["--keep-columns", "url", "--columns", "id"];
    let (code, _, told) = run(&[&[names[0]], &keep[..]].concat(), "somebody");
    assert!(code == Some(2) && told.contains("download it first"), "{told}");
}
