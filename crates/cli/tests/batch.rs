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
    let twice = zhengwen(&["batch", text(&file), input]);
    assert!(twice.stderr.contains("z.html: named twice, read once"), "{twice:?}");
    assert_eq!(ids(&twice.code(0)), ["z", "a", "b", "d", "a", "c"]);
}

#[test]
fn an_address_is_no_place_for_output() {
    let folder = folder();
    let input = text(folder.path());
    for out in ["s3://bucket/out/", "s3://bucket/out.jsonl", "gs://bucket/out.parquet"] {
        zhengwen(&["batch", input, "-o", out]).fails_naming(2, "aws s3 sync");
        zhengwen(&["extract", input, "-o", out]).fails_naming(2, out);
    }
    assert!(!crate::run::root().join("s3:").exists(), "nothing is written");
}

#[test]
fn rows_have_no_name_of_another_kind_of_file() {
    let folder = folder();
    let out = folder.path().join("rows.CSV");
    zhengwen(&["batch", text(folder.path()), "-o", text(&out)])
        .fails_naming(2, "no .csv is written");
    assert!(!out.exists());
}

#[test]
fn fields_come_before_the_markdown_of_rows_and_files() {
    let folder = folder();
    let input = text(folder.path());
    let head = "---\ntitle: \"页面 a.htm。\"\n";
    for arguments in [&["--add", "markdown"][..], &["--columns", "id,markdown,text,text_hash"]] {
        let run = |more: &[&str]| {
            let out = zhengwen(&[&["batch", input][..], arguments, more].concat()).code(0);
            objects(&out).swap_remove(0)
        };
        let (plain, headed) = (run(&[]), run(&["--front-matter"]));
        let markdown = headed["markdown"].as_str().unwrap();
        assert!(markdown.starts_with(head), "{markdown}");
        assert!(markdown.ends_with(plain["markdown"].as_str().unwrap()), "{markdown}");
        assert_eq!((&plain["text"], &plain["text_hash"]), (&headed["text"], &headed["text_hash"]));
    }
    for (format, ending) in [("markdown", "md"), ("text", "txt")] {
        let out = folder.path().join(format);
        let out = text(&out);
        zhengwen(&["batch", input, "-f", format, "--with-metadata", "-o", out]).code(0);
        let file = std::fs::read_to_string(format!("{out}/a.{ending}")).unwrap();
        assert!(file.starts_with(head) && file.contains("\n---\n\n"), "{file}");
    }
    let refused = |arguments: &[&str], what: &str| {
        zhengwen(&[&["batch", input], arguments].concat()).fails_naming(2, what);
    };
    refused(&["--front-matter"], "--front-matter: rows begin with it in their markdown");
    refused(&["--front-matter", "-f", "html", "-o", "x/"], "only text and Markdown");
}

#[test]
fn a_list_of_addresses_is_no_page() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.csv");
    std::fs::write(&list, "url,file\nhttps://example.com/1,a.html\n").unwrap();
    for arguments in [&["batch", text(&list)][..], &[text(&list)]] {
        let out = zhengwen(arguments).fails_naming(1, "list.csv: not a web page but a list");
        assert_eq!(out, "");
        zhengwen(arguments).fails_naming(1, "`zhengwen batch --urls FILE`");
    }
}

#[test]
fn a_page_that_fails_is_reported_and_the_rest_go_on() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.html.gz"), [0x1f, 0x8b, 1, 2, 3]).unwrap();
    let outcome = zhengwen(&["batch", text(folder.path()), "no-such-folder"]);
    assert!(outcome.stderr.contains("6 pages (0 empty), 2 failed"), "{outcome:?}");
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

#[cfg(unix)]
#[test]
fn a_file_is_gone_on_with_by_the_same_options_only() {
    let folder = folder();
    let input = text(folder.path());
    let (out, partial) = (folder.path().join("out.jsonl"), folder.path().join("out.jsonl.partial"));
    let notes = folder.path().join("out.jsonl.partial.run.json");
    let whole = zhengwen(&["batch", input]).code(0);
    zhengwen(&["batch", input, "-o", text(&out)]).code(0);
    assert!(!notes.exists() && !partial.exists());
    std::fs::remove_file(&out).unwrap();
    // A kill that comes once the first line is there.
    let slow = folder.path().join("list.txt");
    assert!(std::process::Command::new("mkfifo").arg(&slow).status().unwrap().success());
    let page = folder.path().read_dir().unwrap().map(|file| file.unwrap().path());
    let mut pages: Vec<_> =
        page.filter(|path| path.extension().is_some_and(|ending| ending == "html")).collect();
    pages.sort();
    let words = ["batch", text(&pages[0]), text(&slow), "--input-format", "pages", "-o"];
    let words = [&words[..], &[text(&out), "--jobs", "1"]].concat();
    let mut child = crate::run::command(&words).spawn().unwrap();
    crate::run::wait_until("the run is noted", || notes.exists());
    let _ = child.kill();
    child.wait().unwrap();
    assert!(notes.exists());
    let other = [&words[..], &["--resume", "--columns", "id,file,offset,title"]].concat();
    zhengwen(&other).fails_naming(2, "another --columns");
    let other = ["batch", input, "--input-format", "pages", "-o", text(&out), "--resume"];
    zhengwen(&other).fails_naming(2, "other inputs");
    std::fs::remove_file(&partial).unwrap();
    std::fs::remove_file(&slow).unwrap();
    zhengwen(&["batch", input, "-o", text(&out)]).code(0);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    assert!(!notes.exists());
}

#[test]
fn a_folder_without_pages_says_so() {
    let folder = tempfile::tempdir().unwrap();
    zhengwen(&["batch", text(folder.path())]).fails_naming(0, "holds no pages");
}

#[test]
fn a_folder_has_pages_by_content_and_says_what_it_passes_over() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let page = "<!DOCTYPE html><title>题</title><p>文字。";
    ["a.shtml", "b.html", "c.php", "index"].iter().for_each(|name| write(name, page));
    write("d.php", "<?php echo '<html>'; ?>");
    write("style.css", "p { color: red }");
    write("README", "Some words.");
    let run = zhengwen(&["batch", text(folder.path()), "--columns", "id"]);
    let rows = run.fails_naming(0, "passed over README and 2 other files");
    assert_eq!(rows.lines().count(), 4, "{rows}");
}

#[test]
fn a_resumed_run_does_not_forget_what_failed_before() {
    let folder = folder();
    let (out, partial) = (folder.path().join("out.jsonl"), folder.path().join("out.jsonl.partial"));
    std::fs::write(folder.path().join("aa.html.gz"), [0x1f, 0x8b, 1, 2, 3]).unwrap();
    let input = text(folder.path());
    let whole = zhengwen(&["batch", input]).code(1);
    let cut = whole.match_indices('\n').nth(2).unwrap().0 + 1;
    std::fs::write(&partial, &whole.as_bytes()[..cut]).unwrap();
    zhengwen(&["batch", input, "-o", text(&out), "--resume"]).fails_naming(1, "aa.html.gz");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
    // What is finished is not done again; notes that a run left which was ended right behind it go.
    let notes = folder.path().join("out.jsonl.partial.run.json");
    std::fs::write(&notes, "{}").unwrap();
    let again = zhengwen(&["batch", input, "-o", text(&out), "--resume"]);
    assert!(again.stderr.contains("finished before") && !notes.exists(), "{again:?}");
    // The rest of a run over other pages is reported, not mixed in.
    std::fs::write(&partial, "{\"id\": \"x\", \"file\": \"elsewhere/x.html\"}\n").unwrap();
    std::fs::remove_file(&out).unwrap();
    zhengwen(&["batch", input, "-o", text(&out), "--resume"]).fails_naming(2, "other inputs");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_costs_nothing_else() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = folder();
    let out = folder.path().join("out.jsonl");
    symlink("nowhere.html", folder.path().join("dangling.html")).unwrap();
    symlink(".", folder.path().join("sub/loop")).unwrap();
    let strange = std::ffi::OsStr::from_bytes(b"\xff\xfe.html");
    std::fs::write(folder.path().join(strange), page("名字不是UTF-8。")).unwrap();
    let outcome = zhengwen(&["batch", text(folder.path()), "-o", text(&out)]);
    assert!(
        outcome.stderr.contains("dangling.html") && outcome.stderr.contains("circle"),
        "{outcome:?}"
    );
    assert_eq!(outcome.code, 1);
    let whole = std::fs::read_to_string(&out).unwrap();
    assert_eq!(ids(&whole).len(), 7);
    // Where nothing can be read, what an earlier run wrote stays.
    zhengwen(&["batch", "no-such-folder", "-o", text(&out)]).fails_naming(1, "no-such-folder");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
}

#[cfg(unix)]
#[test]
fn outputs_are_what_the_user_named() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let pages = text(folder.path());
    zhengwen(&["batch", pages, "-o", "/dev/null"]).code(0);
    std::fs::write(at("real"), "old").unwrap();
    std::fs::set_permissions(at("real"), std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink("real", at("link")).unwrap();
    zhengwen(&["batch", pages, "-o", text(&at("link"))]).code(0);
    assert!(std::fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(at("real")).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(ids(&std::fs::read_to_string(at("real")).unwrap()).len(), 6);
    std::fs::write(at("victim"), "precious").unwrap();
    symlink("victim", at("o.jsonl.partial")).unwrap();
    let planted = zhengwen(&["batch", pages, "-o", text(&at("o.jsonl"))]);
    assert!(planted.code > 0, "{planted:?}");
    assert_eq!(std::fs::read_to_string(at("victim")).unwrap(), "precious");
    let own = at("z.html");
    let rows = at("rows.jsonl");
    std::fs::copy(&own, &rows).unwrap();
    zhengwen(&["batch", text(&rows), "-o", text(&rows)]).fails_naming(2, "is an input too");
    zhengwen(&["-f", "json", text(&own), "-o", text(&own)]).fails_naming(2, "is a page too");
    assert!(std::fs::read_to_string(&own).unwrap().starts_with("<title>"));
}

#[test]
fn a_file_a_page() {
    let folder = folder();
    let out = tempfile::tempdir().unwrap();
    let at = |name: &str| out.path().join("articles").join(name);
    let (input, target) = (text(folder.path()).to_owned(), text(&at("")).to_owned());
    zhengwen(&["batch", &input, "-f", "markdown", "-o", &target]).code(0);
    for name in ["a.md", "b.md", "d.md", "sub/a.md", "sub/c.md", "z.md", "_SUCCESS"] {
        assert!(at(name).exists(), "{name}");
    }
    let markdown = "# 页面 d。\n\n页面 d。还有一句，也在这里。\n";
    assert_eq!(std::fs::read_to_string(at("d.md")).unwrap(), markdown);
    zhengwen(&["batch", &input, "-f", "markdown", "-o", &target]).fails_naming(2, "--resume");
    std::fs::remove_file(at("b.md")).unwrap();
    zhengwen(&["batch", &input, "-f", "markdown", "-o", &target, "--resume"]).code(0);
    assert!(at("b.md").exists());
}

#[test]
fn pages_whose_file_name_is_taken_get_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second, out] = ["first", "second", "out"].map(|name| folder.path().join(name));
    let page = |word: &str| {
        format!(
            "<title>{word}</title><p>{word} stands in this page only, and it says so twice: {word}.</p>"
        )
    };
    for (folder, name, word) in [
        (&first, "1.html", "Tea"),
        (&first, "1.htm", "Salt"),
        (&second, "1.html", "Rice"),
        (&second, "1-2.html", "Oil"),
    ] {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(name), page(word)).unwrap();
    }
    let [first, second, target] = [&first, &second, &out].map(|path| path.to_str().unwrap());
    zhengwen(&["batch", first, second, "-f", "text", "-o", target]).code(0);
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(&out).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
    for word in ["Tea", "Salt", "Rice", "Oil"] {
        assert_eq!(texts.iter().filter(|text| text.contains(word)).count(), 1, "{word} {texts:?}");
    }
}
