//! Archives that a small writer made: which pages come, what is passed over, what damage costs.

use std::io::{self, Read};

use sha2::{Digest, Sha256};
use zhengwen_io::warc::{Archive, ArchivedPage, Entry};

use crate::writer::{HTML, PACKINGS, Packing, gzip, other, parts, record, response, zstandard};

const MOST: u64 = 1 << 20;

/// A page of its number that no other contains.
fn body(number: usize) -> Vec<u8> {
    let words: String =
        (0..200).map(|word| format!("{} ", (word * 7919 + number * 31) % 1009)).collect();
    format!("<html><title>{number}</title><p>{words}</html>").into_bytes()
}

fn url(number: usize) -> String {
    format!("http://a.example/{number}")
}

fn plain(number: usize) -> Vec<u8> {
    response(&url(number), HTML, &body(number), &[])
}

/// Everything in an archive, and the error that ended it.
fn entries(archive: &[u8]) -> (Vec<Entry>, Option<io::Error>) {
    let mut entries = Vec::new();
    match Archive::open(archive, MOST) {
        Err(error) => return (entries, Some(error)),
        Ok(archive) => {
            for entry in archive {
                match entry {
                    Ok(entry) => entries.push(entry),
                    Err(error) => return (entries, Some(error)),
                }
            }
        }
    }
    (entries, None)
}

/// The entries of an archive in words: the numbers of pages, and the messages of the others. A place in the file is
/// written as the part that begins there.
fn told(archive: &[Vec<u8>]) -> String {
    let starts: Vec<u64> = archive
        .iter()
        .scan(0, |at, part| {
            let start = *at;
            *at += part.len() as u64;
            Some(start)
        })
        .collect();
    let place = |offset: u64| match starts.binary_search(&offset) {
        Ok(part) => format!("@{part}"),
        Err(part) => format!("@{}+{}", part - 1, offset - starts[part - 1]),
    };
    let (entries, error) = entries(&archive.concat());
    let mut words: Vec<String> = entries
        .iter()
        .map(|entry| match entry {
            Entry::Page(page) => {
                let name =
                    page.url.as_deref().unwrap_or("-").rsplit('/').next().unwrap().to_owned();
                if let Ok(number) = name.parse() {
                    assert_eq!(page.html, body(number), "{number}");
                }
                let marks = [(page.is_cut, " cut"), (page.is_damaged, " damaged")];
                name + &marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect::<String>()
            }
            Entry::PassedOver(why) => format!("({why})"),
            Entry::Damaged(damage) => format!("[{} {}]", place(damage.offset), damage.fault),
        })
        .collect();
    words.extend(error.map(|error| format!("error: {error}")));
    words.join(" ")
}

fn pages(archive: &[u8]) -> Vec<ArchivedPage> {
    let pages = entries(archive).0.into_iter().filter_map(|entry| match entry {
        Entry::Page(page) => Some(*page),
        _ => None,
    });
    pages.collect()
}

#[allow(clippy::too_many_lines, reason = "a table of cases")]
#[test]
fn what_is_taken_and_what_is_passed_over() {
    let page = body(1);
    let typed = |kind: &str| {
        response(&url(1), &format!("HTTP/1.1 200 OK\nContent-Type: {kind}"), &page, &[])
    };
    let status =
        |line: &str| response(&url(1), &format!("{line}\nContent-Type: text/html"), &page, &[]);
    let told_type = |kind: &str, head: &str| {
        response(&url(1), head, &page, &[("WARC-Identified-Payload-Type", kind)])
    };
    let bare = |kind: &str, content: &str, block: &[u8]| {
        let fields = [
            ("WARC-Type", kind),
            ("WARC-Target-URI", "http://a.example/1"),
            ("Content-Type", content),
        ];
        record(&fields, block)
    };
    let large = vec![b'a'; MOST as usize + 1];
    let larger = vec![b'a'; MOST as usize * 3];
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (typed("text/html"), "1"),
        (typed("Text/HTML;charset=gbk"), "1"),
        (typed("application/xhtml+xml"), "1"),
        (typed("text/plain"), "(not HTML)"),
        (typed("image/png"), "(not HTML)"),
        (response(&url(1), "HTTP/1.1 200 OK\nServer: s", &page, &[]), "1"),
        (response(&url(1), "HTTP/1.1 200 OK\nServer: s", b"{\"a\": 1}", &[]), "(not HTML)"),
        (told_type("text/html", "HTTP/1.1 200 OK\nContent-Type: text/plain"), "1"),
        (told_type("application/pdf", HTML), "(not HTML)"),
        (status("HTTP/1.1 201 Created"), "1"),
        (status("HTTP/2 200"), "1"),
        (status("HTTP/1.1 404 Not Found"), "(HTTP status 404)"),
        (status("HTTP/1.1 301 Moved"), "(HTTP status 301)"),
        (bare("response", "application/http", &page), "1"),
        (bare("resource", "text/html", &page), "1"),
        (bare("resource", "image/png", &page), "(not HTML)"),
        (other("request", "http://a.example/1"), "(request record)"),
        (other("metadata", "http://a.example/1"), "(metadata record)"),
        (other("warcinfo", "http://a.example/1"), "(warcinfo record)"),
        (other("revisit", "http://a.example/1"), "(revisit record)"),
        (other("conversion", "http://a.example/1"), "(conversion record)"),
        (other("continuation", "http://a.example/1"), "(continuation record)"),
        (other("screenshot", "http://a.example/1"), "(other record)"),
        (response(&url(1), HTML, &large, &[]), "(too large)"),
        (response(&url(1), HTML, &larger, &[]), "(too large)"),
        (
            response(&url(1), &format!("{HTML}\nContent-Encoding: gzip"), &gzip(&large), &[]),
            "(too large)",
        ),
        (response(&url(1), HTML, &page, &[("WARC-Truncated", "length")]), "1 cut"),
        (response(&url(1), HTML, &page, &[("X-Own", "a"), ("WARC-New-Field", "b")]), "1"),
    ];
    let expected: Vec<&str> = cases.iter().map(|case| case.1).chain(["7"]).collect();
    let records: Vec<Vec<u8>> = cases.into_iter().map(|case| case.0).chain([plain(7)]).collect();
    for packing in PACKINGS {
        assert_eq!(told(&parts(&records, packing)), expected.join(" "), "{packing:?}");
    }
    // Heads with bare line feeds.
    let bare = |record: &Vec<u8>| {
        let end = record.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        let head = String::from_utf8_lossy(&record[..end]).replace("\r\n", "\n");
        [head.as_bytes(), &record[end..record.len() - 4], b"\n\n"].concat()
    };
    assert_eq!(told(&records.iter().map(bare).collect::<Vec<_>>()), expected.join(" "));
}

#[test]
fn what_is_known_of_a_page() {
    let known = pages(&plain(1)).remove(0);
    assert_eq!(known.id.as_deref(), Some("urn:test:http://a.example/1"));
    assert_eq!(known.fetched_at.as_deref(), Some("2026-11-01T02:03:04Z"));
    assert_eq!(known.charset.as_deref(), Some("utf-8"));
    for packing in PACKINGS {
        let parts = parts(&[plain(0), plain(1), plain(2)], packing);
        let offsets: Vec<u64> = pages(&parts.concat()).iter().map(|page| page.offset).collect();
        let starts = [0, parts[0].len(), parts.iter().take(2).map(Vec::len).sum()];
        let expected = if packing == Packing::OneGzip { [0; 3] } else { starts };
        assert_eq!(offsets, expected.map(|start| start as u64), "{packing:?}");
    }
}

fn chunked(bytes: &[u8]) -> Vec<u8> {
    let chunks = bytes
        .chunks(700)
        .map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
    [chunks.collect::<Vec<_>>().concat(), b"0\r\n\r\n".to_vec()].concat()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    // A gzip member without its head of ten bytes and its end of eight.
    let member = gzip(bytes);
    member[10..member.len() - 8].to_vec()
}

/// A stored Brotli stream: window bits, an uncompressed block of at most 65,536 bytes, the empty last one.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u32 - 1;
    // One bit for the window, no last block, four nibbles, the length, uncompressed.
    let head = (length << 4) | (1 << 20);
    [&head.to_le_bytes()[..3], bytes, &[0x03]].concat()
}

#[test]
fn bodies_are_unpacked_and_lies_about_them_are_seen_through() {
    let page = body(1);
    let with =
        |fields: &str, body: Vec<u8>| response(&url(1), &format!("{HTML}\n{fields}"), &body, &[]);
    let zlib = [&[0x78, 0x9c][..], &deflate(&page), &adler(&page)].concat();
    let half = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() / 2);
        bytes
    };
    let whole = [
        with("Transfer-Encoding: chunked", chunked(&page)),
        with("Content-Encoding: gzip", gzip(&page)),
        with("Content-Encoding: x-gzip", gzip(&page)),
        with("Content-Encoding: deflate", zlib),
        with("Content-Encoding: deflate", deflate(&page)),
        with("Content-Encoding: br", brotli(&page)),
        with("Content-Encoding: zstd", zstandard(&page)),
        with("Content-Encoding: gzip, zstd", zstandard(&gzip(&page))),
        with("Content-Encoding: gzip\nContent-Encoding: gzip", gzip(&gzip(&page))),
        with("Transfer-Encoding: chunked\nContent-Encoding: gzip", chunked(&gzip(&page))),
        with("Transfer-Encoding: gzip, chunked", chunked(&gzip(&page))),
        // What a head says and is not so.
        with("Transfer-Encoding: chunked", page.clone()),
        with("Content-Encoding: gzip", page.clone()),
        with("Content-Encoding: deflate", page.clone()),
        with("Content-Encoding: br", page.clone()),
        with("Content-Encoding: zstd", page.clone()),
        with("Content-Encoding: none", page.clone()),
        with("Transfer-Encoding: chunked\nContent-Encoding: gzip", page.clone()),
        with(
            "X-Crawler-Content-Encoding: gzip\nX-Crawler-Transfer-Encoding: chunked",
            page.clone(),
        ),
    ];
    for (number, record) in whole.iter().enumerate() {
        for packing in PACKINGS {
            let archive = parts(&[plain(0), record.clone(), plain(2)], packing);
            assert_eq!(told(&archive), "0 1 2", "{number} {packing:?}");
        }
    }
    let broken = [
        with("Transfer-Encoding: chunked", half(chunked(&page))),
        with("Content-Encoding: gzip", half(gzip(&page))),
        with("Content-Encoding: deflate", half(deflate(&page))),
        with("Transfer-Encoding: chunked\nContent-Encoding: gzip", half(chunked(&gzip(&page)))),
    ];
    for (number, record) in broken.iter().enumerate() {
        let archive = [plain(0), record.clone(), plain(2)].concat();
        let pages = pages(&archive);
        assert_eq!(pages.len(), 3, "{number}");
        let part = &pages[1];
        assert!(
            part.is_damaged && page.starts_with(&part.html) && part.html.len() > 100,
            "{number}"
        );
        assert!(!pages[0].is_damaged && !pages[2].is_damaged);
    }
}

fn adler(bytes: &[u8]) -> [u8; 4] {
    let sums = bytes.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (a + b) % 65521)
    });
    ((sums.1 << 16) | sums.0).to_be_bytes()
}

/// A record whose length is changed by as many bytes.
fn with_length(number: usize, change: i64) -> Vec<u8> {
    let text = String::from_utf8(plain(number)).unwrap();
    let (head, rest) = text.split_once("Content-Length: ").unwrap();
    let (length, rest) = rest.split_once("\r\n").unwrap();
    let length = length.parse::<i64>().unwrap() + change;
    format!("{head}Content-Length: {length}\r\n{rest}").into_bytes()
}

fn damaged(mut part: Vec<u8>, at: usize) -> Vec<u8> {
    part[at..at + 10].copy_from_slice(&[0xff; 10]);
    part
}

#[allow(clippy::too_many_lines, reason = "a table of cases")]
#[test]
fn damage_costs_the_damaged_record_and_no_other() {
    let records: Vec<Vec<u8>> = (0..6).map(plain).collect();
    for packing in [Packing::Gzip, Packing::Zstandard] {
        let whole = parts(&records, packing);
        let with = |place: usize, part: Vec<u8>| {
            let mut archive = whole.clone();
            archive[place] = part;
            archive
        };
        let middle = whole[2].len() / 2;
        let mut wrong_sum = whole[2].clone();
        let sum = wrong_sum.len() - if packing == Packing::Gzip { 8 } else { 4 };
        wrong_sum[sum] ^= 1;
        let pack = |record: Vec<u8>| parts(&[record], packing).remove(0);
        let mut between = whole.clone();
        between.insert(2, b"garbage garbage".to_vec());
        let cut = whole[5][..middle].to_vec();
        let cases = [
            (
                with(2, damaged(whole[2].clone(), middle)),
                "0 1 [@2 a record that cannot be unpacked] 3 4 5",
            ),
            (
                with(0, damaged(whole[0].clone(), middle)),
                "[@0 a record that cannot be unpacked] 1 2 3 4 5",
            ),
            (
                with(2, damaged(whole[2].clone(), 0)),
                "0 1 [@2 no compressed record where one should begin] 3 4 5",
            ),
            (
                with(0, damaged(whole[0].clone(), 0)),
                "[@0 no compressed record where one should begin] 1 2 3 4 5",
            ),
            (with(2, wrong_sum), "0 1 [@2 a record with a wrong checksum] 3 4 5"),
            (between, "0 1 [@2 no compressed record where one should begin] 2 3 4 5"),
            (with(5, cut), "0 1 2 3 4 [@5 the file ends in the middle of a record]"),
            (
                with(2, pack(with_length(2, 600))),
                "0 1 [@2 a record that ends before its Content-Length] 3 4 5",
            ),
            (
                with(2, pack(with_length(2, 5 << 20))),
                "0 1 [@2 a record that ends before its Content-Length] 3 4 5",
            ),
            (
                with(2, pack(with_length(2, -300))),
                "0 1 [@2 a record that goes on behind its Content-Length] 3 4 5",
            ),
            (
                with(5, pack(with_length(5, 600))),
                "0 1 2 3 4 [@5 a record that ends before its Content-Length]",
            ),
            (with(2, pack(body(2))), "0 1 [@2 no WARC record where one should begin] 3 4 5"),
            (
                with(5, b"garbage".to_vec()),
                "0 1 2 3 4 [@5 no compressed record where one should begin]",
            ),
        ];
        for (number, (archive, expected)) in cases.into_iter().enumerate() {
            let told = told(&archive);
            // If the damage is in a Zstandard frame, its checksum may be the first to show it.
            let told = match packing {
                Packing::Zstandard => {
                    told.replace("with a wrong checksum", "that cannot be unpacked")
                }
                _ => told,
            };
            let expected = match packing {
                Packing::Zstandard => {
                    expected.replace("with a wrong checksum", "that cannot be unpacked")
                }
                _ => expected.to_owned(),
            };
            assert_eq!(told, expected, "{packing:?} {number}");
        }
    }
}

#[test]
fn damage_in_plain_archives_costs_no_more() {
    let whole: Vec<Vec<u8>> = (0..6).map(plain).collect();
    let with = |place: usize, part: Vec<u8>| {
        let mut archive = whole.clone();
        archive[place] = part;
        archive
    };
    let mut between = whole.clone();
    between.insert(2, b"garbage garbage\r\n".to_vec());
    let head = whole[3].windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let cases = [
        (
            with(2, with_length(2, 600)),
            "0 1 [@2 a record that ends before its Content-Length] 3 4 5",
        ),
        (
            with(2, with_length(2, 5 << 20)),
            "0 1 [@2 a record that ends before its Content-Length] 3 4 5",
        ),
        (
            with(2, with_length(2, -300)),
            "0 1 [@2 a record that goes on behind its Content-Length] 3 4 5",
        ),
        // The length ends at the blank line behind the next head.
        (
            with(2, with_length(2, 4 + head as i64)),
            "0 1 [@2 a record that ends before its Content-Length] 3 4 5",
        ),
        (
            with(2, damaged(whole[2].clone(), 0)),
            "0 1 [@2 no WARC record where one should begin] 3 4 5",
        ),
        (
            with(0, damaged(whole[0].clone(), 0)),
            "[@0 no WARC record where one should begin] 1 2 3 4 5",
        ),
        (between, "0 1 [@2 no WARC record where one should begin] 2 3 4 5"),
        (
            with(5, whole[5][..400].to_vec()),
            "0 1 2 3 4 [@5 the file ends in the middle of a record]",
        ),
        (
            with(5, whole[5][..60].to_vec()),
            "0 1 2 3 4 [@5 the file ends in the middle of a record]",
        ),
        (with(5, whole[5][..3].to_vec()), "0 1 2 3 4 [@5 no WARC record where one should begin]"),
    ];
    for (number, (archive, expected)) in cases.into_iter().enumerate() {
        let told = told(&archive).replace("goes on behind", "X").replace("ends before", "X");
        let expected = expected.replace("goes on behind", "X").replace("ends before", "X");
        assert_eq!(told, expected, "{number}");
    }
    // In one member for all records the same holds for lengths, and what is behind bad bytes is lost.
    let archive = vec![gzip(&with(2, with_length(2, 600)).concat())];
    assert!(told(&archive).starts_with("0 1 [@0 ") && told(&archive).ends_with("] 3 4 5"));
}

/// Cuts that leave the next record in the middle of a line, and bytes between records that do not end their line.
#[test]
fn records_of_plain_archives_begin_anywhere() {
    let whole: Vec<Vec<u8>> = (0..6).map(plain).collect();
    let cut = |length: usize| [&whole[..2], &[whole[2][..length].to_vec()], &whole[3..]].concat();
    let between = |junk: &[u8]| [&whole[..3], &[junk.to_vec()], &whole[3..]].concat();
    let lost = |what: &str| format!("0 1 [@2 {what}] 3 4 5");
    let length = whole[2].len();
    let head = whole[2].windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    for end in [1, 4, 5, 300] {
        let told = told(&cut(length - end)).replace("goes on behind", "ends before");
        let whole = "0 1 2 3 4 5".to_owned();
        let expected =
            if end < 5 { whole } else { lost("a record that ends before its Content-Length") };
        assert_eq!(told, expected, "{end} bytes missing at the end");
    }
    for kept in 11..head + 4 {
        let told = told(&cut(kept));
        let told = told.replace(
            "no WARC record where one should begin",
            "a record that breaks off in its head",
        );
        assert_eq!(told, lost("a record that breaks off in its head"), "cut behind {kept} bytes");
    }
    for junk in [&b"\0"[..], &[0; 1000], &[0x9c; 4096], b"hello\r\n", b"WARC/1.0"] {
        let expected = "0 1 2 [@3 no WARC record where one should begin] 3 4 5";
        assert_eq!(told(&between(junk)), expected, "{junk:?}");
    }
    // A page that quotes a record is whole, whatever is behind it.
    let quoted = [&b"<html><pre>"[..], &plain(9), b"</pre><p>More of it.</html>"].concat();
    let page = response("http://a.example/quoting", HTML, &quoted, &[]);
    let archive = [&whole[..2], &[page, b"\0\0".to_vec()], &whole[3..]].concat();
    assert_eq!(told(&archive), "0 1 quoting [@3 no WARC record where one should begin] 3 4 5");
}

#[test]
fn digests_are_compared_when_asked_for() {
    let page = body(1);
    let head = HTML.replace('\n', "\r\n") + "\r\n\r\n";
    let of = |bytes: &[u8]| {
        let digits: String =
            Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{digits}")
    };
    let (block, payload, wrong) = (of(&[head.as_bytes(), &page].concat()), of(&page), of(b"other"));
    let with = |block: &str, payload: &str| {
        let fields = [("WARC-Block-Digest", block), ("WARC-Payload-Digest", payload)];
        response(&url(1), HTML, &page, &fields)
    };
    let archive =
        [with(&block, &payload), with(&wrong, &payload), with(&block, &wrong), plain(2)].concat();
    let entries = Archive::open(&archive[..], MOST).unwrap().check_digests(true);
    let faults: Vec<String> = entries
        .map(|entry| match entry.unwrap() {
            Entry::Damaged(damage) => damage.fault.to_string(),
            other => matches!(other, Entry::Page(_)).to_string(),
        })
        .collect();
    let wrong = |name: &str| format!("a record with a wrong WARC-{name}-Digest");
    assert_eq!(faults, ["true".to_owned(), wrong("Block"), wrong("Payload"), "true".to_owned()]);
    assert_eq!(pages(&archive).len(), 4, "nothing is compared unasked");
}

#[test]
fn records_may_go_over_the_ends_of_members() {
    let all = (0..40).map(plain).collect::<Vec<_>>().concat();
    let numbers: Vec<String> = (0..40).map(|number: usize| number.to_string()).collect();
    for size in [100, 700, 5000] {
        let members: Vec<Vec<u8>> = all.chunks(size).map(gzip).collect();
        assert_eq!(told(&[members.concat()]), numbers.join(" "), "{size}");
    }
}

#[test]
fn what_is_no_archive_says_what_it_is() {
    let error = |bytes: &[u8]| entries(bytes).1.unwrap().to_string();
    assert_eq!(error(b""), "an empty file");
    let slow = b"<?xml version=\"1.0\"?>\n<Error><Code>SlowDown</Code></Error>";
    assert!(error(slow).contains("not a WARC archive; it begins with \"<?xml version"));
    assert_eq!(error(&gzip(slow)), "holds no whole WARC record");
    assert_eq!(error(&plain(0)[..100]), "holds no whole WARC record");
}

/// Five damaged spots and a cut end in an archive of 2,000 pages.
#[test]
fn six_faults_in_two_thousand_pages_cost_six_pages() {
    let records: Vec<Vec<u8>> = (0..2000)
        .flat_map(|number| {
            [other("request", &url(number)), plain(number), other("metadata", &url(number))]
        })
        .collect();
    let parts = parts(&records, Packing::Gzip);
    let spots = [300, 301, 900, 1400, 1999];
    let start = |number: usize| parts[..number * 3 + 1].iter().map(Vec::len).sum::<usize>();
    let mut archive = parts.concat();
    for number in spots.iter().take(4).chain([&1998]) {
        let at = start(*number) + parts[number * 3 + 1].len() / 2;
        archive[at..at + 50].fill(0xa5);
    }
    archive.truncate(start(1999) + 200);
    let (entries, _) = entries(&archive);
    let numbers: Vec<usize> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Page(page) => page.url.as_ref()?.rsplit('/').next()?.parse().ok(),
            _ => None,
        })
        .collect();
    let expected: Vec<usize> =
        (0..2000).filter(|number| ![300, 301, 900, 1400, 1998, 1999].contains(number)).collect();
    assert_eq!(numbers, expected);
    let damages: Vec<u64> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Damaged(damage) => Some(damage.offset),
            _ => None,
        })
        .collect();
    assert_eq!(damages, [300, 301, 900, 1400, 1998, 1999].map(|number| start(number) as u64));
}

/// Reads no more than a few bytes at once, as pipes do.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 * 5 % 97 + 1;
        let count = self.1.min(into.len()).min(self.0.len());
        into[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn it_does_not_matter_in_what_pieces_an_archive_comes() {
    let records: Vec<Vec<u8>> =
        (0..5).flat_map(|number| [other("request", &url(number)), plain(number)]).collect();
    for packing in PACKINGS {
        let mut archive = parts(&records, packing).concat();
        let middle = archive.len() / 2;
        archive[middle] ^= 0x55;
        let slow: Vec<Entry> =
            Archive::open(Trickle(&archive, 1), MOST).unwrap().map(Result::unwrap).collect();
        assert_eq!(slow, entries(&archive).0, "{packing:?}");
    }
}

/// Harm to an archive, its places as numbers of any size.
#[derive(Debug, Clone)]
struct Harm {
    /// Bits that are turned.
    flips: Vec<usize>,
    /// Bytes that are taken out of the middle: where, and how many.
    hole: Option<(usize, usize)>,
    /// The end of the file.
    cut: Option<usize>,
}

fn any_harm() -> impl proptest::strategy::Strategy<Value = Harm> {
    use proptest::prelude::{Strategy, any};
    let flips = proptest::collection::vec(any::<usize>(), 0..6);
    let hole = proptest::option::of((any::<usize>(), 1..3000usize));
    (flips, hole, proptest::option::of(any::<usize>())).prop_map(|(flips, hole, cut)| Harm {
        flips,
        hole,
        cut,
    })
}

impl Harm {
    /// The parts of an archive, put together and harmed, and which of them are touched.
    fn done_to(&self, parts: &[Vec<u8>]) -> (Vec<u8>, Vec<bool>) {
        let mut archive = parts.concat();
        let length = archive.len();
        let mut harmed: Vec<std::ops::Range<usize>> = Vec::new();
        for at in self.flips.iter().map(|flip| flip % length) {
            archive[at] ^= 1 << (at % 8);
            harmed.push(at..at + 1);
        }
        if let Some(cut) = self.cut.map(|cut| cut % length) {
            archive.truncate(cut);
            harmed.push(cut..length);
        }
        if let Some((at, count)) = self.hole.filter(|_| !archive.is_empty()) {
            let at = at % archive.len();
            let end = (at + count).min(archive.len());
            archive.drain(at..end);
            harmed.push(at..end);
        }
        let mut start = 0;
        let touched = parts.iter().map(|part| {
            let own = start..start + part.len();
            start = own.end;
            harmed.iter().any(|range| range.start < own.end && own.start < range.end)
        });
        let touched = touched.collect();
        (archive, touched)
    }
}

/// Bytes that do not belong between records; most often none.
fn junk() -> impl proptest::strategy::Strategy<Value = Vec<u8>> {
    let all = [
        &b""[..],
        b"",
        b"",
        b"\0",
        b"\r\n\r\n",
        b"WARC/1.0",
        b"hello\r\n",
        &[0x9c; 4096],
        &[0; 100],
    ];
    let all = all.map(<[u8]>::to_vec);
    proptest::sample::select(all.to_vec())
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(300))]

    /// Any bytes end, and no more pages come than there are bytes for.
    #[test]
    fn any_bytes_end(
        start in proptest::sample::select(vec![&b""[..], b"WARC/1.0\r\n", b"\x1f\x8b\x08\0\0\0\0\0\0\x03", b"\x28\xb5\x2f\xfd"]),
        rest in proptest::collection::vec(proptest::num::u8::ANY, 0..600),
    ) {
        let (entries, _) = entries(&[start, &rest].concat());
        proptest::prop_assert!(entries.len() <= rest.len() + 1);
    }

    /// Random cuts and flips in a compressed archive: every record that is not touched comes, whole and once.
    #[test]
    fn untouched_records_come(
        harm in any_harm(),
        packing in proptest::sample::select(vec![Packing::Gzip, Packing::Zstandard]),
    ) {
        let records: Vec<Vec<u8>> = (0..12).map(plain).collect();
        let (archive, touched) = harm.done_to(&parts(&records, packing));
        let found: Vec<String> = pages(&archive).into_iter().filter_map(|page| page.url).collect();
        for number in (0..12).filter(|number| !touched[*number]) {
            let times = found.iter().filter(|found| **found == url(number)).count();
            proptest::prop_assert_eq!(times, 1, "{} of {:?}", number, found);
        }
        proptest::prop_assert!(found.len() <= 12);
    }

    /// The same in a plain archive, with other bytes between its records.
    #[test]
    fn untouched_records_of_plain_archives_come(
        harm in any_harm(),
        junk in proptest::collection::vec(junk(), 13),
    ) {
        let records: Vec<Vec<u8>> = (0..12).map(plain).collect();
        let parts: Vec<Vec<u8>> = std::iter::zip(records.iter().chain([&Vec::new()]), &junk)
            .flat_map(|(record, junk)| [junk.clone(), record.clone()])
            .collect();
        let (archive, touched) = harm.done_to(&parts);
        let archive = [b"WARC".to_vec(), archive].concat();
        let found: Vec<Vec<u8>> = pages(&archive).into_iter().map(|page| page.html).collect();
        for number in (0..12).filter(|number| !touched[2 * *number + 1]) {
            let times = found.iter().filter(|found| **found == body(number)).count();
            proptest::prop_assert_eq!(times, 1, "{}", number);
        }
    }
}
