//! `zhengwen PAGE` and `zhengwen extract`.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Stdio;

use crate::run::{command, objects, root, text, zhengwen, zhengwen_reading};

const NEWS: &str = "fixtures/pages/auto--news-article.html";
const ENGLISH: &str = "fixtures/pages/auto--english-post.html";

#[test]
fn extract_is_the_default_command() {
    let short = zhengwen(&[NEWS]).code(0);
    assert!(short.contains("本周六起，河岸图书馆"), "{short}");
    assert_eq!(short, zhengwen(&["extract", NEWS]).code(0));
    assert_eq!(short, zhengwen(&["-m", "auto", NEWS]).code(0));
    let bytes = std::fs::read(root().join(NEWS)).unwrap();
    assert_eq!(short, zhengwen_reading(&["-"], &bytes).code(0));
}

#[test]
fn pages_that_browsers_saved_are_read_as_they_were() {
    let files = ["blink.mhtml", "safari.webarchive", "safari-xml.webarchive", "single-file.html"];
    let files = files.map(|name| format!("fixtures/saved/{name}"));
    let lines = objects(&zhengwen(&["batch", "fixtures/saved"]).code(0));
    assert_eq!(lines.len(), files.len());
    for file in &files {
        let json = zhengwen(&["-f", "json", "--add", "markdown", file]).code(0);
        let found = &objects(&json)[0];
        assert_eq!(found["url"], "https://market.example/days/rain.html", "{file}");
        assert_eq!(found["title"], "雨天的菜场", "{file}");
        let markdown = found["markdown"].as_str().unwrap();
        assert!(markdown.contains("\n下雨天的菜场人少"), "{file}: {markdown}");
        assert!(markdown.contains("[地图](https://market.example/map.html)"), "{file}: {markdown}");
        let is_single = file.ends_with(".html");
        let picture = "![菜场的入口](https://img.market.example/entrance.png)";
        assert_eq!(markdown.contains(picture), !is_single, "{file}: {markdown}");
        assert!(!json.contains("data:image"), "{file}: {json}");
        let line = lines.iter().find(|line| line["file"] == *file).unwrap();
        assert_eq!((&line["url"], &line["text"]), (&found["url"], &found["text"]), "{file}");
        let bytes = std::fs::read(root().join(file)).unwrap();
        let line = &objects(&zhengwen_reading(&["batch", "-"], &bytes).code(0))[0];
        assert_eq!((&line["url"], &line["text"]), (&found["url"], &found["text"]), "{file}");
    }
    let other = "https://other.example/a/";
    let found = &objects(&zhengwen(&["-f", "json", "--url", other, &files[0]]).code(0))[0];
    assert_eq!(found["url"], other);
}

#[test]
fn json_is_one_object_a_page() {
    let out = zhengwen(&["-f", "json", "--url", "http://a.example/x", NEWS, ENGLISH]).code(0);
    let pages = objects(&out);
    assert_eq!(pages.len(), 2);
    assert_eq!(pages[0]["title"], "河岸图书馆周末开放夜间阅览室");
    assert_eq!(pages[0]["publish_date"], "2021-03-06T09:30:00");
    assert_eq!(pages[0]["publish_date_raw"], "2021年03月06日 09:30");
    assert_eq!(pages[0]["site_name"], "青川晚报");
    assert_eq!(pages[0]["language"], "zh-CN");
    assert_eq!(pages[0]["url"], "http://a.example/x");
    assert_eq!(pages[0]["encoding"]["name"], "utf-8");
    assert_eq!(pages[1]["method"], "auto");
}

#[test]
fn the_text_alone_is_the_same_text() {
    let whole = &objects(&zhengwen(&["-f", "json", NEWS]).code(0))[0];
    let text_only = &objects(&zhengwen(&["-f", "json", "--text-only", NEWS]).code(0))[0];
    for same in ["text", "confidence", "warnings", "images"] {
        assert_eq!(text_only[same], whole[same], "{same}");
    }
    for absent in ["title", "kind"] {
        assert!(whole[absent].is_string() && text_only[absent].is_null(), "{absent}");
    }
    let outcome = zhengwen(&["--text-only", "--with-metadata", NEWS]);
    outcome.fails_naming(2, "'--text-only' cannot be used with '--with-metadata'");
}

#[test]
fn several_pages_get_headings_and_one_that_fails_does_not_stop_the_rest() {
    let outcome = zhengwen(&[NEWS, "no-such-page.html", ENGLISH]);
    let out = outcome.fails_naming(1, "no-such-page.html: No such file");
    assert!(out.contains("==> fixtures/pages/auto--news-article.html <==\n"));
    assert!(out.contains("\n\n==> fixtures/pages/auto--english-post.html <==\n"));
    assert!(out.contains("Two years ago"));
}

#[test]
fn the_trace_gives_every_block_with_reasons() {
    let page = &objects(&zhengwen(&["-f", "json", "--trace", NEWS]).code(0))[0];
    let blocks = page["trace"]["blocks"].as_array().unwrap();
    let text = page["text"].as_str().unwrap();
    assert!(blocks.iter().any(|block| block["kept"] == true));
    for block in blocks {
        assert!(block["path"].as_str().unwrap().starts_with("html"));
        assert!((0.0..=1.0).contains(&block["score"].as_f64().unwrap()));
        let reasons = block["reasons"].as_array().unwrap();
        assert!(!reasons.is_empty() && reasons[0]["column"].is_string(), "{block}");
        let is_in_text = text.contains(block["text"].as_str().unwrap());
        assert!(block["kept"] == false || is_in_text, "{block}");
    }
    let titles = page["trace"]["fields"]["title"].as_array().unwrap();
    assert_eq!(titles[0]["value"], page["title"]);
    assert!(titles.iter().all(|one| one["source"].is_string() && one["score"].is_number()));
    assert!(page["confidence"].as_f64().is_some_and(|value| value > 0.7));
    assert_eq!((&page["kind"], &page["page_group"]), (&"article".into(), &"content".into()));
    let page = &objects(&zhengwen(&["-f", "json", NEWS]).code(0))[0];
    assert!(page.get("trace").is_none());
    let named =
        &objects(&zhengwen(&["-f", "json", "--trace", "-m", "line-density", NEWS]).code(0))[0];
    assert_eq!(named["trace"]["blocks"][0]["reasons"], serde_json::json!([]));
    zhengwen(&["--trace", NEWS]).fails_naming(2, "--format json");
}

#[test]
fn the_trace_tells_who_decided() {
    let deciders = |arguments: &[&str], page: &str| -> Vec<(bool, String)> {
        let arguments = [&["-f", "json", "--trace", page], arguments].concat();
        let page = &objects(&zhengwen(&arguments).code(0))[0];
        let blocks = page["trace"]["blocks"].as_array().unwrap().iter();
        let of_block = |b: &serde_json::Value| (b["kept"] == true, b["decided_by"].to_string());
        blocks.map(of_block).collect()
    };
    let is_by =
        |name: &str, all: &[(bool, String)]| all.iter().all(|(_, by)| *by == format!("{name:?}"));
    let judged = deciders(&[], NEWS);
    assert!(is_by("method", &judged) && judged.iter().any(|(kept, _)| *kept));
    let dropped = deciders(&["--drop", "body"], NEWS);
    let (own, callers): (Vec<_>, Vec<_>) =
        dropped.into_iter().zip(&judged).partition(|(_, (kept, _))| !kept);
    let left =
        |all: Vec<((bool, String), _)>| all.into_iter().map(|(now, _)| now).collect::<Vec<_>>();
    assert!(is_by("method", &left(own)) && is_by("caller", &left(callers)));
    let data = deciders(&[], "fixtures/pages/auto--json-ld-only.html");
    assert!(data.iter().all(|(kept, _)| !kept), "{data:?}");
    // Which lines the method loses is the model's.
    let mut completed = deciders(&[], "fixtures/pages/auto--table-kept-whole.html");
    completed.extend(deciders(&[], "fixtures/structure/table-of-data.html"));
    completed.extend(deciders(&[], "fixtures/fields/recipe-with-comments.html"));
    let is_completion = |by: &str| matches!(by, "\"table\"" | "\"recipe\"");
    assert!(completed.iter().any(|(kept, by)| *kept && is_completion(by)), "{completed:?}");
}

#[test]
fn favor_moves_the_cut() {
    let length = |favor: &[&str]| {
        zhengwen(&[favor, &["fixtures/eval/small/pages/board.html", NEWS, ENGLISH]].concat())
            .code(0)
            .len()
    };
    let (precision, recall) = (length(&["--favor", "precision"]), length(&["--favor", "recall"]));
    assert!(precision <= length(&[]) && length(&[]) <= recall);
    assert!(precision < recall);
    zhengwen(&["--favor", "speed", NEWS]).fails_naming(2, "precision, recall");
}

#[test]
fn wrong_arguments_exit_with_2() {
    zhengwen(&["-m", "best", NEWS]).fails_naming(2, "best");
    zhengwen(&["-O", "line-density.gap=x", NEWS]).fails_naming(2, "line-density.gap takes");
    zhengwen(&["-O", "line-density.gap=2", NEWS])
        .fails_naming(2, "the method is auto; name it with --method");
    zhengwen(&["--front-matter", "-f", "json", NEWS]).fails_naming(2, "add --format markdown");
    zhengwen(&["exlpain", NEWS]).fails_naming(2, "the command is `explain`");
    zhengwen(&["-O", "gap", NEWS]).fails_naming(2, "NAME=VALUE");
    zhengwen(&["-O", "no.such=1", NEWS]).fails_naming(2, "no.such");
    zhengwen(&["--encoding", "klingon", NEWS]).fails_naming(2, "not an encoding");
    zhengwen(&["--no-such-flag", NEWS]).fails_naming(2, "--no-such-flag");
    zhengwen(&["extract"]).fails_naming(2, "required");
    zhengwen(&["fixtures"]).fails_naming(1, "zhengwen batch");
}

#[test]
fn help_and_version_tell_the_truth() {
    let help = zhengwen(&["--help"]).code(0);
    for word in ["extract", "batch", "methods", "tree", "Exit codes"] {
        assert!(help.contains(word), "{word}: {help}");
    }
    for arguments in [&["--version"][..], &["--version", "-v"]] {
        let version = zhengwen(arguments).code(0);
        let fit = version.lines().find_map(|line| line.strip_prefix("fit ")).unwrap();
        assert!(version.starts_with("zhengwen ") && fit.len() == 8, "{version}");
        // The page on training says of which fit the figures are.
        assert!(include_str!("../../../docs/training.md").contains(&format!("`{fit}`")), "{fit}");
    }
    assert!(zhengwen(&["batch", "--help"]).code(0).contains("--resume"));
}

#[test]
fn output_goes_to_a_file_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.txt");
    assert_eq!(zhengwen(&[NEWS, "-o", text(&path)]).code(0), "");
    assert!(std::fs::read_to_string(&path).unwrap().contains("本周六起"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("no/such/folder/out.txt");
    zhengwen(&[NEWS, "-o", text(&nowhere)]).fails_naming(1, "out.txt");
}

#[test]
fn an_encoding_may_be_forced_and_its_choice_is_told() {
    let gbk = "fixtures/bytes/gbk-unlabelled.html";
    let page = &objects(&zhengwen(&["-f", "json", gbk]).code(0))[0];
    assert_eq!(
        (&page["encoding"]["name"], &page["encoding"]["reason"]),
        (&"gb18030".into(), &"detected".into())
    );
    let page = &objects(&zhengwen(&["-f", "json", "--encoding", "gbk", gbk]).code(0))[0];
    assert_eq!(page["encoding"]["reason"], "forced");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command(&["-f", "json", NEWS, NEWS, NEWS])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn methods_run_by_name_with_options() {
    let page = "fixtures/pages/line-density--lines-of-source.html";
    let faithful = zhengwen(&["-m", "line-density", page]).code(0);
    assert_eq!(faithful.lines().count(), 5);
    let options = ["-O", "line-density.threshold=6"];
    let outcome = zhengwen(&[&["-m", "line-density"], &options[..], &[page]].concat());
    assert_eq!(outcome.fails_naming(0, "no main text found"), "");
}

/// Answers one request after the other with a GBK page whose charset only the header names.
fn serve_gbk() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let body = std::fs::read(root().join("fixtures/bytes/gbk-unlabelled.html")).unwrap();
        for mut stream in listener.incoming().flatten() {
            let mut buffer = [0; 4096];
            let _ = stream.read(&mut buffer);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=GBK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    format!("http://{address}/page")
}

#[test]
fn addresses_are_fetched_and_private_ones_only_when_allowed() {
    let address = serve_gbk();
    zhengwen(&[&address]).fails_naming(1, "permits it");
    let page = &objects(&zhengwen(&["--allow-private", "-f", "json", &address]).code(0))[0];
    assert_eq!(page["url"], address);
    assert_eq!(page["encoding"]["reason"], "http-header");
    assert!(page["text"].as_str().unwrap().starts_with("社区食堂"));
    zhengwen(&["--allow-private", "--max-size", "10", &address]).fails_naming(1, "larger than 10");
    zhengwen(&["ftp://a.example/"]).fails_naming(1, "not an http or https address");
    zhengwen(&["file:///etc/passwd"]).fails_naming(1, "not an http or https address");
}

#[test]
fn formats_have_the_short_names_that_people_type() {
    for (short, name) in [("md", "markdown"), ("txt", "text"), ("xml", "xml-tei")] {
        let written = zhengwen(&["-f", short, NEWS]).code(0);
        assert_eq!(written, zhengwen(&["-f", name, NEWS]).code(0));
    }
    assert_eq!(zhengwen(&["-o", "-", NEWS]).code(0), zhengwen(&[NEWS]).code(0));
}

#[test]
fn what_is_no_page_is_refused_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let files: [(&[u8], &str); 4] = [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
        (b"%PDF-1.7\n", "application/pdf"),
        (b"PK\x03\x04\x14\0\0\0", "application/zip"),
        (b"", "an empty file"),
    ];
    for (bytes, what) in files {
        std::fs::write(&page, bytes).unwrap();
        let rest = zhengwen(&[text(&page), NEWS]).fails_naming(1, what);
        assert!(rest.contains("本周六起，河岸图书馆"), "{rest}");
        zhengwen_reading(&["-"], bytes).fails_naming(1, what);
        zhengwen(&["batch", text(&page)]).fails_naming(1, what);
    }
}

#[test]
fn an_address_without_its_scheme_is_told_from_a_file() {
    zhengwen(&["example.com/a.html"]).fails_naming(1, "https://example.com/a.html");
    let outcome = zhengwen(&["missing.html"]);
    assert!(!outcome.stderr.contains("https://"), "{outcome:?}");
}
