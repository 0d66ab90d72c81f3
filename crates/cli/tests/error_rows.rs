//! `zhengwen batch --error-rows`: a row for what cannot be read.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use zhengwen_io::table::texts;

use crate::run::{objects, text, zhengwen};

fn page(sentence: &str) -> String {
    format!("<title>{sentence}</title><p>{sentence}还有一句，也在这里。</p>")
}

/// Pages, lines and an archive, some of each good. Returns them as arguments.
fn inputs(folder: &TempDir) -> Vec<String> {
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let line = |id: &str| json!({"html": page(id), "url": format!("https://a.example/{id}")});
    let lines = format!("{}\nno JSON\n\n{{\"html\": 3}}\n{}\n", line("一"), line("二"));
    vec![
        write("a.html", page("第一页。").as_bytes()),
        write("b.html.gz", &[0x1f, 0x8b, 1, 2, 3]),
        folder.path().join("missing.html").to_str().unwrap().to_owned(),
        write("lines.jsonl", lines.as_bytes()),
        folder.path().join("missing.warc.gz").to_str().unwrap().to_owned(),
        write("none.warc.gz", b"<Error>SlowDown</Error>"),
        write("z.html", page("末一页。").as_bytes()),
    ]
}

/// The end of the line with the counts is the time.
fn counts(stderr: &str) -> String {
    let line = stderr.lines().find(|line| line.contains(" pages (")).unwrap();
    line.split(';').next().unwrap().to_owned()
}

#[test]
fn each_has_its_place_and_why_and_the_counts_stay() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = inputs(&folder);
    let run = |more: &[&str]| {
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        zhengwen(&[&["batch"], &inputs[..], more].concat())
    };
    let (plain, told) = run(&[]).code_and_stderr(1);
    let (all, told_too) = run(&["--error-rows"]).code_and_stderr(1);
    assert_eq!(counts(&told), counts(&told_too));
    assert!(told.contains("4 pages (0 empty), 4 failed, 2 damaged"), "{told}");
    let rows = objects(&all);
    let place = |row: &Value| {
        let file = Path::new(row["file"].as_str().unwrap()).file_name().unwrap().to_owned();
        (file.into_string().unwrap(), row["offset"].as_u64(), row["error"].as_str().is_some())
    };
    let expected = [
        ("a.html", None, false),
        ("b.html.gz", None, true),
        ("missing.html", None, true),
        ("lines.jsonl", Some(0), false),
        ("lines.jsonl", Some(1), true),
        ("lines.jsonl", Some(3), true),
        ("lines.jsonl", Some(4), false),
        ("missing.warc.gz", None, true),
        ("none.warc.gz", None, true),
        ("z.html", None, false),
    ];
    let expected = expected.map(|(file, offset, is_error)| (file.to_owned(), offset, is_error));
    assert_eq!(rows.iter().map(place).collect::<Vec<_>>(), expected);
    assert_eq!((&rows[1]["id"], &rows[2]["id"]), (&json!("b"), &json!("missing")));
    assert!(rows[2]["error"].as_str().unwrap().contains("No such file"), "{}", rows[2]);
    assert_eq!(rows[4]["error"], "line 2: no JSON object");
    for mut row in rows.iter().filter(|row| !row["error"].is_null()).cloned() {
        let row = row.as_object_mut().unwrap();
        row.retain(|_, value| !value.is_null());
        assert!(row.keys().all(|name| ["id", "file", "offset", "error"].contains(&name.as_str())));
    }
    // The other rows have one column more.
    let without_error = |mut row: Value| {
        row.as_object_mut().unwrap().remove("error").unwrap();
        row
    };
    let good = rows.into_iter().filter(|row| row["error"].is_null()).map(without_error);
    assert!(good.eq(objects(&plain)));
}

#[test]
fn tables_have_them_too() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = inputs(&folder);
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let run = |name: &str| {
        let out = folder.path().join(name);
        let own = ["--columns", "file,text", "--error-rows", "-o", text(&out)];
        zhengwen(&[&["batch"], &inputs[..], &own].concat()).code(1);
        out
    };
    let table = run("out.parquet");
    let lines = std::fs::read_to_string(run("out.jsonl")).unwrap();
    for name in ["file", "text", "error"] {
        let own: Vec<Option<String>> =
            objects(&lines).iter().map(|row| row[name].as_str().map(str::to_owned)).collect();
        assert_eq!(texts(&table, name).unwrap(), own, "{name}");
    }
    // A part of a folder has those of its own pages; an input that cannot be read has no part.
    let parts = run("parts/");
    let errors = texts(&parts.join("part-00000-pages.parquet"), "error").unwrap();
    assert_eq!(errors.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    assert!(!parts.join("_SUCCESS").exists());
}

#[test]
fn a_stopped_run_goes_on_behind_them() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = inputs(&folder);
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let words =
        [&["batch", "--error-rows", "--columns", "id,file,offset,text"], &inputs[..]].concat();
    let (whole, told) = zhengwen(&words).code_and_stderr(1);
    let out = folder.path().join("out.jsonl");
    let partial = folder.path().join("out.jsonl.partial");
    let resume = |rows: usize| {
        let left: String = whole.split_inclusive('\n').take(rows).collect();
        std::fs::write(&partial, left + "{\"id\": \"half a li").unwrap();
        let _ = std::fs::remove_file(&out);
        let more = ["--resume", "-o", text(&out)];
        zhengwen(&[&words[..], &more].concat()).code_and_stderr(1).1
    };
    for rows in 0..=whole.lines().count() {
        let again = resume(rows);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), whole, "{rows} rows");
        assert_eq!(counts(&again), counts(&told), "{rows} rows");
    }
    // What can be read by now keeps the row that it has.
    std::fs::copy(inputs[0], inputs[2]).unwrap();
    std::fs::write(inputs[4], "WARC/1.0\r\n").unwrap();
    resume(9);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), whole);
}

#[test]
fn what_makes_no_sense_with_them_is_refused() {
    let refused = |more: &[&str], what: &str| {
        zhengwen(&[&["batch", "fixtures/saved", "--error-rows"], more].concat())
            .fails_naming(2, what);
    };
    refused(&["-f", "markdown", "-o", "x/"], "files of pages have no rows");
    refused(&["--keep-columns", "error"], "a column error is kept");
}
