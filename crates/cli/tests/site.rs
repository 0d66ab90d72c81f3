//! `zhengwen site`, `--templates` and `--similar`, on a generated site: learned, noticed, applied.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::generated_site::{GeneratedPage, ODD, PAGES, REDESIGN, pages};
use crate::run::{objects, zhengwen};

/// The generated site in a folder, and its pages' files.
fn site() -> (TempDir, Vec<GeneratedPage>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let pages = pages();
    let write = |page: &GeneratedPage| {
        let path = folder.path().join(format!("{}.html", page.id));
        std::fs::write(&path, &page.html).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files = pages.iter().map(write).collect();
    (folder, pages, files)
}

fn learn(files: &[String], store: &str) -> String {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let outcome = zhengwen(&[&["site", "learn", "-o", store][..], &files].concat());
    outcome.code(0)
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Pages of a range that have an article.
fn articles(range: std::ops::Range<usize>) -> impl Iterator<Item = usize> {
    range.filter(|number| *number != ODD)
}

#[test]
fn a_site_is_learned_its_redesign_noticed_and_learned_anew() {
    let (folder, _, files) = site();
    let store = path(&folder, "site.json");
    let told = learn(&files[..REDESIGN], &store);
    // Articles and picture stories are kept apart; the odd page is a layout of its own.
    assert_eq!(told, "news.example: 30 pages learned; 30 in all, layouts of 20, 9, 1 pages\n");
    let shown = zhengwen(&["site", "show", &store, "--most", "100"]).code(0);
    for line in ["100 %  首页  (div#top/ul.nav/li)", "100 %  青川新闻 版权所有"] {
        assert!(shown.contains(line), "{shown}");
    }
    assert!(shown.contains("not seen on the last 12 pages"), "{shown}");
    let nested = shown.lines().position(|line| line.ends_with(" div#wrap")).unwrap();
    assert!(shown.lines().nth(nested + 1).unwrap().ends_with("  div#content.article"), "{shown}");

    let old: Vec<&str> = files[..4].iter().map(String::as_str).collect();
    let fits = zhengwen(&[&["site", "check", &store][..], &old].concat()).code(0);
    assert!(fits.starts_with("100 %  layout 1  ") && fits.contains("layout 2"), "{fits}");
    let new: Vec<&str> = files[REDESIGN..].iter().map(String::as_str).collect();
    let outcome = zhengwen(&[&["site", "check", &store][..], &new].concat());
    assert!(outcome.fails_naming(1, "was redesigned").contains("fits no layout"));
    let out = zhengwen(&["--templates", &store, new[0]]).code_and_stderr(0);
    assert!(out.1.contains("template not used: the page fits it by"), "{}", out.1);

    let told = learn(&files[REDESIGN..], &store);
    assert!(told.ends_with("60 in all, layouts of 20, 9, 1, 20, 10 pages\n"), "{told}");
    let fits = zhengwen(&[&["site", "check", &store][..], &new].concat()).code(0);
    assert!(fits.lines().count() == PAGES - REDESIGN && !fits.contains("fits no layout"));
}

/// Asserts that a page's answer is right: every line of its main text, and no noise.
fn assert_right(page: &GeneratedPage, text: &str) {
    for line in &page.main {
        assert!(text.contains(line.as_str()), "{} lacks {line}: {text}", page.id);
    }
    for noise in &page.noise {
        assert!(!text.lines().any(|line| line == noise), "{} has {noise}: {text}", page.id);
    }
}

#[test]
fn what_is_dropped_is_right_on_pages_that_were_not_learned() {
    let (folder, pages, files) = site();
    for (name, jobs) in [("store", "2"), ("store.sqlite", "1")] {
        let store = path(&folder, name);
        let learned: Vec<String> =
            (0..PAGES).filter(|n| n % 5 > 0).map(|n| files[n].clone()).collect();
        learn(&learned, &store);
        for method in ["auto", "site-template"] {
            let others: Vec<usize> = articles(0..PAGES).filter(|number| number % 5 == 0).collect();
            let mut words = vec!["batch", "-m", method, "--templates", &store, "--jobs", jobs];
            words.extend(others.iter().map(|number| files[*number].as_str()));
            let answers = objects(&zhengwen(&words).code(0));
            for (answer, number) in answers.iter().zip(others) {
                // Of the new picture stories `auto` takes the promotions for text on every page.
                if method == "site-template" || number < REDESIGN || number % 3 != 2 {
                    assert_right(&pages[number], answer["text"].as_str().unwrap());
                }
                assert!(!answer["warnings"].to_string().contains("template"), "{answer}");
            }
        }
    }
    let applied =
        zhengwen(&["site", "apply", &path(&folder, "store"), "--alone", &files[5]]).code(0);
    assert_right(&pages[5], &applied);
}

#[test]
fn a_page_is_matched_with_the_most_alike_of_its_site() {
    let (folder, pages, files) = site();
    for number in [4, 5, 40, 41] {
        let folder = folder.path().to_str().unwrap();
        let words = ["-m", "template-matching", "--similar", folder, &files[number]];
        let text = zhengwen(&words).code(0);
        for line in &pages[number].main {
            assert!(text.contains(line.as_str()), "{number}: {text}");
        }
        assert!(!text.contains("首页") && !text.contains("版权所有"), "{number}: {text}");
    }
}

#[test]
fn what_is_missing_is_told() {
    let (folder, _, files) = site();
    let (page, none) = (files[0].as_str(), path(&folder, "none.json"));
    zhengwen(&["--templates", &none, page]).fails_naming(1, "none.json: No such file");
    zhengwen(&["site", "show", &none]).fails_naming(1, "none.json: No such file");
    zhengwen(&["--similar", &none, page]).fails_naming(1, "--similar");
    let told = zhengwen(&["-m", "template-matching", page]).code_and_stderr(0).1;
    assert!(told.contains("nothing of the site"), "{told}");
    assert!(told.contains("--similar or --templates"), "{told}");
    let store = path(&folder, "site.json");
    learn(&files[..2], &store);
    let told = zhengwen(&["--templates", &store, "--url", "http://else.example/", page]);
    let told = told.code_and_stderr(0).1;
    assert!(told.contains("no template of else.example"), "{told}");
    let bare = path(&folder, "bare.html");
    std::fs::write(&bare, "<p>文字").unwrap();
    zhengwen(&["site", "learn", "-o", &store, &bare]).fails_naming(1, "--site");
    zhengwen(&["site", "learn", "-o", &store, "--site", "b", &bare])
        .fails_naming(1, "holds the template of news.example, not of b");
    zhengwen(&["site", "show", &store, "--site", "b"]).fails_naming(1, "no template of b");
    std::fs::write(Path::new(&store), "{}").unwrap();
    zhengwen(&["site", "check", &store, page]).fails_naming(1, "no site template");
}

#[test]
fn boxes_are_read_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let page = |text: &str| {
        format!(
            "<body><div id=menu><a href=/>首页</a></div><div id=a><p>{text}</div><div id=b><p>{text}，不过是在旁边</div>"
        )
    };
    let own = write("own.html", &page("正文一段。"));
    let other = write("other.html", &page("别的一段。"));
    // html, head, body, div, a, div, p, div, p: the shorter text is large and in the middle.
    let boxes = write(
        "boxes.json",
        "{\"boxes\": [[0,0,1000,900], null, [0,0,1000,900], [0,0,1000,50], \
        [0,0,90,50], [200,50,600,800], [200,50,600,800], [0,850,90,50], [0,850,90,50]]}",
    );
    let few = write("few.json", "{\"boxes\": [null]}");
    let bad = write("bad.json", "[]");
    let words = |boxes: &Path| {
        let paths = [&other, &own].map(|path| path.to_str().unwrap().to_owned());
        let boxes = boxes.to_str().unwrap().to_owned();
        let [other, own] = paths;
        ["-m", "template-matching", "--similar", &other, "--boxes", &boxes, &own]
            .map(str::to_owned)
            .to_vec()
    };
    let run = |boxes: &Path| {
        let words = words(boxes);
        zhengwen(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let paths = [&other, &own].map(|path| path.to_str().unwrap());
    let without = zhengwen(&["-m", "template-matching", "--similar", paths[0], paths[1]]).code(0);
    assert_eq!(without, "正文一段。，不过是在旁边\n");
    assert_eq!(run(&boxes).code(0), "正文一段。\n正文一段。，不过是在旁边\n");
    assert!(run(&few).code_and_stderr(0).1.contains("boxes not used: 1 boxes for 9 elements"));
    run(&bad).fails_naming(1, "bad.json");
}
