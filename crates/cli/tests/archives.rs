//! `zhengwen batch` over archives, tables and JSON Lines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tempfile::TempDir;
use zhengwen_io::table::texts;

use crate::run::{HUNG, command, objects, text, zhengwen, zhengwen_reading};
use crate::warc_writer::{HTML, PACKINGS, Packing, gzip, other, parts, response};

/// A page in Chinese whose text no other has.
fn body(number: usize) -> String {
    let sentences: String = (0..12)
        .map(|n| {
            format!(
                "<p>第{number}次会议的第{n}项议程讨论了供水问题，代表们说了{}个小时。</p>",
                n + number
            )
        })
        .collect();
    format!("<html lang=zh><title>会议{number}</title><article>{sentences}</article></html>")
}

fn page(number: usize) -> Vec<u8> {
    let date = ("WARC-Truncated", "length");
    let extra = if number == 3 { vec![date] } else { Vec::new() };
    response(&format!("http://news.example/{number}.html"), HTML, body(number).as_bytes(), &extra)
}

fn records(numbers: std::ops::Range<usize>) -> Vec<Vec<u8>> {
    numbers.flat_map(|number| [other("request", "http://news.example/"), page(number)]).collect()
}

pub(crate) fn archive(folder: &TempDir, name: &str, numbers: std::ops::Range<usize>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, parts(&records(numbers), Packing::Gzip).concat()).unwrap();
    path
}

/// All files of a folder with their bytes, but for those that a run is writing.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| {
            (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap())
        })
        .collect()
}

#[test]
fn archives_of_every_packing_give_the_same_lines() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = None;
    for (packing, name) in
        PACKINGS.into_iter().zip(["a.warc", "a.warc.gz", "b.warc.gz", "a.warc.zst"])
    {
        let path = folder.path().join(name);
        std::fs::write(&path, parts(&records(0..5), packing).concat()).unwrap();
        let lines = objects(&zhengwen(&["batch", text(&path)]).code(0));
        assert_eq!(lines.len(), 5, "{packing:?}");
        let line = &lines[3];
        assert_eq!(line["url"], "http://news.example/3.html");
        assert_eq!(line["host"], "news.example");
        assert_eq!(line["id"], "urn:test:http://news.example/3.html");
        assert_eq!(line["fetched_at"], "2026-11-01T02:03:04Z");
        assert_eq!(line["html_bytes"], body(3).len());
        assert_eq!(line["encoding"]["declared"], "utf-8");
        assert_eq!(line["warnings"][0]["code"], "cut_by_archive");
        assert!(line["file"].as_str().unwrap().ends_with(name));
        let texts: Vec<String> = lines.iter().map(|line| line["text"].to_string()).collect();
        assert!(texts[3].contains("第3次会议"));
        assert_eq!(first.get_or_insert_with(|| texts.clone()), &texts);
    }
    let bytes = parts(&records(0..5), Packing::Gzip).concat();
    let lines = zhengwen_reading(&["batch", "-", "--input-format", "warc"], &bytes).code(0);
    assert_eq!(objects(&lines).len(), 5);
}

#[test]
fn damage_is_told_and_the_rest_comes() {
    let folder = tempfile::tempdir().unwrap();
    let mut parts = parts(&records(0..5), Packing::Gzip);
    let middle = parts[5].len() / 2;
    parts[5][middle..middle + 9].fill(0xff);
    let offset: usize = parts[..5].iter().map(Vec::len).sum();
    let path = folder.path().join("a.warc.gz");
    std::fs::write(&path, parts.concat()).unwrap();
    let summary = folder.path().join("summary.json");
    let outcome = zhengwen(&["batch", text(&path), "--summary", text(&summary)]);
    let told = format!("a.warc.gz: byte {offset}: a record");
    let lines = objects(&outcome.fails_naming(1, &told));
    assert_eq!(lines.len(), 4);
    let summary: serde_json::Value =
        serde_json::from_slice(&std::fs::read(summary).unwrap()).unwrap();
    assert_eq!((&summary["pages"], &summary["damaged"]), (&4.into(), &1.into()));
    assert_eq!(summary["passed_over"]["request record"], 5);
    assert_eq!(
        summary["kinds"]
            .as_object()
            .unwrap()
            .values()
            .filter_map(serde_json::Value::as_u64)
            .sum::<u64>(),
        4
    );
    assert_eq!(summary["slowest"].as_array().unwrap().len(), 4);
}

#[test]
fn inputs_that_are_something_else_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        text(&path).to_owned()
    };
    let good = text(&archive(&folder, "good.warc.gz", 0..2)).to_owned();
    let slow = at("slow.warc.gz", b"<?xml version='1.0'?><Error><Code>SlowDown</Code></Error>");
    let empty = at("empty.warc.gz", b"");
    let outcome = zhengwen(&["batch", &slow, &empty, &good]);
    assert!(outcome.stderr.contains("not a WARC archive; it begins with \"<?xml"), "{outcome:?}");
    assert!(outcome.stderr.contains("empty.warc.gz: an empty file"), "{outcome:?}");
    assert_eq!(objects(&outcome.code(1)).len(), 2);
    let lines = at("pages.jsonl", b"{\"address\": \"http://a.example/\", \"page\": \"<p>a\"}\n");
    zhengwen(&["batch", &lines]).fails_naming(1, "no column \"html\"; it has address, page");
    // A line may leave out a column. A column that no line has is an error.
    let outcome = zhengwen(&["batch", &lines, "--html-column", "page", "--url-column", "adress"]);
    let rows = outcome.fails_naming(1, "no line has a column \"adress\"; the first has address");
    assert_eq!(objects(&rows).len(), 1);
    zhengwen(&["batch", "-", "--input-format", "parquet"])
        .fails_naming(1, "a table is not read from standard input; name its file");
    zhengwen(&["batch", "https://127.0.0.1:9/pages.parquet"])
        .fails_naming(1, "pages.parquet: 127.0.0.1 is a private or special address");
    zhengwen(&["batch", "https://127.0.0.1:9/page.html"])
        .fails_naming(1, "no archive or table by its name; pages are fetched with --urls FILE");
    let nothing = at("nothing.txt", b"# no names\n\n");
    zhengwen(&["batch", "--inputs", &nothing]).fails_naming(0, "nothing.txt: names no inputs");
    let summary = folder.path().join("missing/summary.json");
    zhengwen(&["batch", &lines, "--summary", text(&summary)])
        .fails_naming(2, "its folder is not there");
    zhengwen(&["batch", &lines, "--columns", "titel"])
        .fails_naming(2, "no column \"titel\"; there are id,");
    zhengwen(&["batch", &lines, "--keep-columns", "title"])
        .fails_naming(2, "has a column title of its own");
    zhengwen(&["batch", &lines, "-o", text(&folder.path().join("o.parquet")), "--resume"])
        .fails_naming(2, "write into a folder (-o OUT/) or to OUT.jsonl, which can");
    // What is said can be done: a list of addresses goes into no folder.
    let list = at("list.txt", b"http://a.example/\n");
    for out in ["o.parquet", "o.jsonl.gz"] {
        let out = text(&folder.path().join(out)).to_owned();
        let outcome = zhengwen(&["batch", "--urls", &list, "-o", &out, "--resume"]);
        let (_, told) = outcome.code_and_stderr(2);
        assert!(told.contains("cannot be gone on with; write to OUT.jsonl, which can"), "{told}");
    }
    let table = at("bad.parquet", b"PAR1 not");
    zhengwen(&["batch", &table]).fails_naming(1, "bad.parquet");
}

#[test]
fn tables_and_lines_are_read_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = |number: usize| {
        serde_json::json!({"page": body(number), "address": format!("http://a.example/{number}"), "crawl": number, "note": "好"})
            .to_string()
    };
    let lines = format!("{}\n\nno json\n{}\n{{\"page\": null}}\n", line(0), line(1));
    let zstandard = ruzstd::encoding::compress_to_vec(
        lines.as_bytes(),
        ruzstd::encoding::CompressionLevel::Fastest,
    );
    for (name, bytes) in [
        ("in.jsonl", lines.clone().into_bytes()),
        ("in.jsonl.gz", gzip(lines.as_bytes())),
        ("in.jsonl.zst", zstandard),
    ] {
        std::fs::write(at(name), bytes).unwrap();
        let (input, out) = (at(name), at("out.parquet"));
        let words = [
            "batch",
            text(&input),
            "--html-column",
            "page",
            "--url-column",
            "address",
            "--keep-columns",
            "crawl,note",
            "-o",
            text(&out),
        ];
        zhengwen(&words).fails_naming(1, "line 3: no JSON object");
        assert_eq!(texts(&out, "note").unwrap(), [Some("好".to_owned()), Some("好".to_owned())]);
        assert_eq!(texts(&out, "crawl").unwrap(), [Some("0".to_owned()), Some("1".to_owned())]);
        assert_eq!(texts(&out, "url").unwrap()[1].as_deref(), Some("http://a.example/1"));
        let told = texts(&out, "text").unwrap();
        assert!(told[0].as_ref().unwrap().contains("第0次会议"));
    }
    // A table as input: its text column as the page.
    let out = at("out.parquet");
    let words = ["batch", text(&out), "--html-column", "text", "--keep-columns", "note"];
    let rows = objects(&zhengwen(&words).code(0));
    assert_eq!((rows.len(), &rows[1]["note"], &rows[1]["offset"]), (2, &"好".into(), &1.into()));
    assert_eq!(rows[1]["url"], "http://a.example/1");
    zhengwen(&["batch", text(&out), "--html-column", "page"])
        .fails_naming(1, "no column \"page\"; it has id, file");
}

/// Every byte of a table, damaged alone: numbers become negative or nothing, or lead out of the file.
#[test]
fn tables_that_say_wrong_things_of_themselves_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let lines = at("a.jsonl");
    std::fs::write(&lines, r#"{"url":"http://a.example/1","html":"<p>一句话，二句话。"}"#).unwrap();
    let table = at("a.parquet");
    zhengwen(&["batch", text(&lines), "--columns", "html", "-o", text(&table)]).code(0);
    let whole = std::fs::read(&table).unwrap();
    let mut arguments = vec!["batch".to_owned()];
    for place in 0..whole.len() {
        for byte in [whole[place] ^ 1, 0] {
            let mut one = whole.clone();
            one[place] = byte;
            let name = at(&format!("{place} is {byte}.parquet"));
            std::fs::write(&name, one).unwrap();
            arguments.push(text(&name).to_owned());
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = zhengwen(&arguments);
    let told = outcome.stderr.clone();
    outcome.code(1);
    assert!(told.contains("a damaged table: a column lies outside of the file"), "{told}");
    assert!(!told.contains("panicked"), "{told}");
}

#[test]
fn rows_of_tables_are_those_of_lines() {
    let folder = tempfile::tempdir().unwrap();
    let input = archive(&folder, "a.warc.gz", 0..30);
    let (table, one) = (folder.path().join("a.parquet"), folder.path().join("b.parquet"));
    let lines = objects(&zhengwen(&["batch", text(&input), "--simhash"]).code(0));
    zhengwen(&["batch", text(&input), "-o", text(&table), "--simhash", "--jobs", "2"]).code(0);
    zhengwen(&["batch", text(&input), "-o", text(&one), "--simhash", "--jobs", "1"]).code(0);
    assert_eq!(
        std::fs::read(&table).unwrap(),
        std::fs::read(&one).unwrap(),
        "the same run, the same bytes"
    );
    for column in ["id", "url", "host", "title", "text", "kind", "text_hash", "language"] {
        let of_lines: Vec<Option<String>> =
            lines.iter().map(|line| line[column].as_str().map(str::to_owned)).collect();
        assert_eq!(texts(&table, column).unwrap(), of_lines, "{column}");
    }
    assert!(lines.iter().all(|line| line["simhash"].is_i64()));
}

#[test]
fn what_is_not_asked_for_is_dropped_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let english = response("http://a.example/e", HTML, b"<html lang=en><title>A</title><p>One sentence in English, and one more. And two more of them, to be sure.", &[]);
    let again =
        response("http://a.example/again", HTML, body(1).replace("，", "，\n ").as_bytes(), &[]);
    let path = folder.path().join("a.warc");
    std::fs::write(&path, [page(0), page(1), english, again, page(2)].concat()).unwrap();
    let run = |words: &[&str]| {
        let outcome = zhengwen(&[&["batch", text(&path)][..], words].concat());
        (outcome.stderr.clone(), objects(&outcome.code(0)))
    };
    let (told, rows) = run(&["--language", "en,fr"]);
    assert_eq!(rows.len(), 1);
    assert!(told.contains("dropped: language 4"), "{told}");
    assert_eq!(run(&["--kind", "product,forum"]).1.len(), 0);
    assert_eq!(run(&["--min-letters", "150"]).1.len(), 4);
    assert_eq!(run(&["--min-confidence", "1.1"]).1.len(), 0);
    let (told, rows) = run(&["--dedup", "exact", "--columns", "url,text_hash"]);
    assert!(told.contains("duplicate 1"), "{told}");
    assert_eq!(
        rows.iter().map(|row| row["url"].as_str().unwrap().len()).collect::<Vec<_>>().len(),
        4
    );
    assert_eq!(rows[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["text_hash", "url"]);
    let table = folder.path().join("a.parquet");
    zhengwen(&["batch", text(&path), "--dedup", "exact", "-o", text(&table)]).code(0);
    let urls: Vec<String> = texts(&table, "url").unwrap().into_iter().flatten().collect();
    assert_eq!(urls.len(), 4);
    assert!(!urls.contains(&"http://a.example/again".to_owned()));
}

#[test]
fn a_folder_has_a_file_for_each_archive_and_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let inputs: Vec<PathBuf> = (0..3)
        .map(|n| archive(&folder, &format!("crawl {n}.warc.gz"), n * 10..n * 10 + 10))
        .collect();
    let inputs: Vec<&str> = inputs.iter().map(|path| text(path)).collect();
    let out = folder.path().join("tables");
    let settings = ["--include=comments", "--drop=aside", "--read-at=2026-11-21", "--add=html"];
    let words = [&["batch"][..], &inputs, &settings, &["-o", text(&out)]].concat();
    let run = |more: &[&str]| zhengwen(&[&words, more].concat());
    run(&["-f", "parquet"]).code(0);
    let whole = files(&out);
    let names: Vec<&str> = whole.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "_SUCCESS",
            "_parts.jsonl",
            "_run.json",
            "part-00000-crawl_0.parquet",
            "part-00001-crawl_1.parquet",
            "part-00002-crawl_2.parquet"
        ]
    );
    run(&["-f", "parquet"]).fails_naming(2, "--resume goes on with it");
    assert!(run(&["-f", "parquet", "--resume"]).stderr.contains("finished before"));
    std::fs::remove_file(out.join("_SUCCESS")).unwrap();
    std::fs::remove_file(out.join("part-00001-crawl_1.parquet")).unwrap();
    std::fs::write(out.join(".part-00001-crawl_1.parquet.partial"), "half").unwrap();
    run(&["-f", "parquet", "--resume", "--text-only"]).fails_naming(2, "another --text-only");
    run(&["-f", "parquet", "--resume", "--chunks", "300"]).fails_naming(2, "another --chunks");
    let fewer = [&["batch", inputs[0], "--resume", "-f", "parquet"], &words[4..]].concat();
    zhengwen(&fewer).fails_naming(2, "other inputs (3 then, 1 now)");
    run(&["-f", "parquet", "--resume"]).code(0);
    assert!(files(&out) == whole, "{:?}", files(&out).keys());
    // An input that fails leaves its part out; a later run does that one.
    std::fs::remove_dir_all(&out).unwrap();
    let good = std::fs::read(inputs[1]).unwrap();
    std::fs::write(inputs[1], "<Error>SlowDown</Error>").unwrap();
    run(&["-f", "parquet"]).fails_naming(1, "not a WARC archive");
    assert!(!out.join("_SUCCESS").exists() && !out.join("part-00001-crawl_1.parquet").exists());
    std::fs::write(inputs[1], good).unwrap();
    run(&["-f", "parquet", "--resume"]).code(0);
    assert!(files(&out) == whole, "{:?}", files(&out).keys());
}

#[test]
fn texts_are_kept_once_over_a_resumed_run() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = [archive(&folder, "a.warc.gz", 0..6), archive(&folder, "b.warc.gz", 4..9)];
    for format in ["jsonl", "parquet"] {
        let out = folder.path().join(format);
        let run = |more: &[&str]| {
            let words = [
                "batch",
                text(&inputs[0]),
                text(&inputs[1]),
                "-o",
                text(&out),
                "-f",
                format,
                "--dedup",
                "exact",
            ];
            zhengwen(&[&words[..], more].concat())
        };
        run(&[]).code(0);
        let whole = files(&out);
        std::fs::remove_file(out.join("_SUCCESS")).unwrap();
        std::fs::remove_file(out.join(format!("part-00001-b.{format}"))).unwrap();
        run(&["--resume"]).code(0);
        assert!(files(&out) == whole, "{format}");
    }
    let lines = std::fs::read_to_string(folder.path().join("jsonl/part-00001-b.jsonl")).unwrap();
    assert_eq!(objects(&lines).len(), 3);
}

/// Numbers that are the same in every run.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    (0..).scan(seed, |state, _: u32| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Some(*state >> 33)
    })
}

/// Opens every table in a folder over and over, and once more when all is over; how many were opened.
fn open_tables(folder: &Path, is_over: &AtomicBool) -> u64 {
    let mut opened = 0;
    loop {
        let is_last = is_over.load(Ordering::Relaxed);
        for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = file.file_name().into_string().unwrap();
            if name.ends_with(".parquet") && !name.starts_with('.') {
                match texts(&file.path(), "text_hash") {
                    // The run is begun anew.
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    texts => _ = texts.unwrap(),
                }
                opened += 1;
            }
        }
        if is_last {
            return opened;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[test]
fn killed_at_any_moment_a_run_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let inputs: Vec<PathBuf> =
        (0..4).map(|n| archive(&folder, &format!("{n}.warc.gz"), n * 100..n * 100 + 100)).collect();
    for (format, kills) in [("parquet", 25), ("jsonl", 25)] {
        let words = |out: &Path| -> Vec<String> {
            let inputs = inputs.iter().map(|path| text(path).to_owned());
            let rest = ["-o", text(out), "-f", format, "--jobs", "2"].map(str::to_owned);
            ["batch".to_owned()].into_iter().chain(inputs).chain(rest).collect()
        };
        let undisturbed = folder.path().join(format!("{format}-whole"));
        let words_of = |out: &Path, more: &'static [&str]| {
            let mut words = words(out);
            words.extend(more.iter().map(|word| (*word).to_owned()));
            words
        };
        let all = words_of(&undisturbed, &[]);
        let start = Instant::now();
        zhengwen(&all.iter().map(String::as_str).collect::<Vec<_>>()).code(0);
        let whole_time = start.elapsed();
        let out = folder.path().join(format!("{format}-killed"));
        let again = words_of(&out, &["--resume"]);
        let again: Vec<&str> = again.iter().map(String::as_str).collect();
        // A reader that lists the tables all the while can open each of them.
        let is_over = Arc::new(AtomicBool::new(false));
        let reader = std::thread::spawn({
            let (out, is_over) = (out.clone(), is_over.clone());
            move || open_tables(&out, &is_over)
        });
        // So many runs are killed before their end, at moments all over it, and some of them between two parts. One that
        // ends by itself is begun anew.
        let (mut killed, mut between, mut moments) = (0, 0, numbers(7));
        let start = Instant::now();
        while killed < kills || between == 0 {
            assert!(start.elapsed() < HUNG, "{killed} runs killed, {between} between two parts");
            let mut child = command(&again)
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .spawn()
                .unwrap();
            let moment = moments.next().unwrap() % 100;
            std::thread::sleep(whole_time * u32::try_from(moment).unwrap() / 100);
            child.kill().unwrap();
            let is_killed = !child.wait().unwrap().success();
            // What has its name is whole.
            let files = if out.exists() { files(&out) } else { BTreeMap::new() };
            let parts = files.iter().filter(|(name, _)| name.starts_with("part-"));
            for (name, bytes) in parts.clone() {
                assert!(bytes == &std::fs::read(undisturbed.join(name)).unwrap(), "{name}");
            }
            killed += usize::from(is_killed);
            between += usize::from(is_killed && (1..inputs.len()).contains(&parts.count()));
            if !is_killed {
                std::fs::remove_dir_all(&out).unwrap();
            }
        }
        zhengwen(&again).code(0);
        is_over.store(true, Ordering::Relaxed);
        let opened: u64 = reader.join().unwrap();
        assert!(format != "parquet" || opened > 0);
        let (killed, whole) = (files(&out), files(&undisturbed));
        assert!(killed == whole, "{:?} {:?}", killed.keys(), whole.keys());
    }
}

/// The summary of a run with two jobs over an archive.
fn summary(folder: &TempDir, input: &Path) -> serde_json::Value {
    let path = folder.path().join("summary.json");
    let out = folder.path().join("out.parquet");
    let words = ["batch", text(input), "-o", text(&out), "--jobs", "2", "--summary", text(&path)];
    zhengwen(&words).code(0);
    serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap()
}

#[test]
#[ignore = "packs 2 GB: make nightly"]
fn a_record_of_two_gigabytes_is_never_held() {
    use std::io::{Read, Write};
    const LENGTH: u64 = 2 << 30;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.warc.gz");
    let mut file = std::fs::File::create(&path).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(&mut file, flate2::Compression::fast());
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let length = LENGTH + http.len() as u64;
    let head = format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {length}\r\n\r\n{http}");
    encoder.write_all(head.as_bytes()).unwrap();
    std::io::copy(&mut std::io::repeat(b'a').take(LENGTH), &mut encoder).unwrap();
    encoder.write_all(b"\r\n\r\n").unwrap();
    encoder.finish().unwrap();
    file.write_all(&parts(&records(0..2), Packing::Gzip).concat()).unwrap();
    drop(file);
    let told = summary(&folder, &path);
    assert_eq!((&told["pages"], &told["passed_over"]["too large"]), (&2.into(), &1.into()));
    assert!(told["peak_memory_bytes"].as_u64().is_none_or(|bytes| bytes < 400_000_000), "{told}");
}

#[test]
#[ignore = "extracts 300 MB: make nightly"]
fn three_hundred_megabytes_take_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.warc");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    let page = [body(1), body(2), body(3)].concat().repeat(100);
    let count = 300_000_000 / page.len() + 1;
    for number in 0..count {
        let url = format!("http://a.test/{number}");
        let record = response(&url, HTML, page.as_bytes(), &[]);
        std::io::Write::write_all(&mut file, &record).unwrap();
    }
    drop(file);
    let told = summary(&folder, &path);
    assert_eq!(told["pages"], count);
    assert!(told["peak_memory_bytes"].as_u64().is_none_or(|bytes| bytes < 400_000_000), "{told}");
}

#[test]
fn templates_are_learned_from_archives_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let made = crate::generated_site::pages();
    let records: Vec<Vec<u8>> = made
        .iter()
        .map(|page| {
            response(&format!("http://news.example/{}", page.id), HTML, page.html.as_bytes(), &[])
        })
        .collect();
    let path = folder.path().join("site.warc.gz");
    std::fs::write(&path, parts(&records, Packing::Gzip).concat()).unwrap();
    let store = folder.path().join("sites.sqlite");
    let told =
        zhengwen(&["site", "learn", text(&path), "-o", text(&store), "--limit", "25"]).code(0);
    assert!(told.starts_with("news.example: 25 pages learned; 25 in all"), "{told}");
    let lines =
        zhengwen(&["batch", text(&path), "--templates", text(&store), "--columns", "url,text"])
            .code(0);
    assert_eq!(objects(&lines).len(), made.len());
}
