//! `zhengwen batch`.

use std::io::Write;

use crate::run::{objects, text, zhengwen};

fn page(sentence: &str) -> String {
    format!("<title>{sentence}</title><div><p>{sentence}还有一句，也在这里。</p></div>")
}

/// A folder with six good pages in two folders, plain and packed, and what is no page.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    for name in ["b.html", "a.htm", "sub/c.html", "sub/a.xhtml", "z.html"] {
        std::fs::write(folder.path().join(name), page(&format!("页面 {name}。"))).unwrap();
    }
    let file = std::fs::File::create(folder.path().join("d.html.gz")).unwrap();
    let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::default());
    encoder.write_all(page("页面 d。").as_bytes()).unwrap();
    encoder.finish().unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no page").unwrap();
    folder
}

fn ids(lines: &str) -> Vec<String> {
    objects(lines).iter().map(|o| o["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn writes_a_line_a_page_in_the_order_of_the_input() {
    let folder = folder();
    let out = folder.path().join("out.jsonl");
    let input = text(folder.path());
    assert_eq!(zhengwen(&["batch", input, "-o", text(&out)]).code(0), "");
    let lines = std::fs::read_to_string(&out).unwrap();
    assert_eq!(ids(&lines), ["a", "b", "d", "a", "c", "z"]);
    let line = &objects(&lines)[2];
    assert_eq!(line["text"], "页面 d。还有一句，也在这里。");
    assert!(line["file"].as_str().unwrap().ends_with("d.html.gz"));
    for field in ["id", "url", "text", "title", "publish_date"] {
        assert!(line.get(field).is_some(), "{field}");
    }
    let one = zhengwen(&["batch", input, "--jobs", "1"]).code(0);
    assert_eq!(one, lines, "the same on one thread, to standard output");
    let file = folder.path().join("z.html");
    assert_eq!(ids(&zhengwen(&["batch", text(&file), input]).code(0)).len(), 7);
}

#[test]
fn a_page_that_fails_is_reported_and_the_rest_go_on() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.html.gz"), [0x1f, 0x8b, 1, 2, 3]).unwrap();
    let outcome = zhengwen(&["batch", text(folder.path()), "no-such-folder"]);
    assert!(outcome.stderr.contains("2 of"), "{outcome:?}");
    assert!(outcome.stderr.contains("no-such-folder"), "{outcome:?}");
    let out = outcome.fails_naming(1, "bad.html.gz");
    assert_eq!(ids(&out).len(), 6);
}

#[test]
fn a_stopped_run_is_resumed_without_loss() {
    let folder = folder();
    let out = folder.path().join("out.jsonl");
    let partial = folder.path().join("out.jsonl.partial");
    let input = text(folder.path());
    let whole = zhengwen(&["batch", input]).code(0);
    // A run that was stopped in the middle of the third line.
    let cut = whole.match_indices('\n').nth(1).unwrap().0 + 20;
    std::fs::write(&partial, &whole.as_bytes()[..cut]).unwrap();
    // It is not written over by a run that does not go on with it.
    zhengwen(&["batch", input, "-o", text(&out)]).fails_naming(2, "--resume");
    assert_eq!(std::fs::read(&partial).unwrap(), &whole.as_bytes()[..cut]);
    zhengwen(&["batch", input, "-o", text(&out), "--resume"]).code(0);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    assert!(!partial.exists());
    zhengwen(&["batch", input, "--resume"]).fails_naming(2, "--output");
}

#[test]
fn a_folder_without_pages_says_so() {
    let folder = tempfile::tempdir().unwrap();
    zhengwen(&["batch", text(folder.path())]).fails_naming(0, "holds no pages");
}
