//! What of an article is written, and in which forms.

use crate::run::{zhengwen, zhengwen_reading};

const PAGE: &str = "<html lang=zh><title>供水会议召开_某网</title><h1>供水会议召开</h1><p>来源：某报 作者：张三 3小时前</p><div class=c><p>会议<b>今天</b>召开，<a href=/x>代表</a>们讨论了供水问题。</p><img src=a.png><p class=ad>买一送一，快来看看。</p></div>";

fn written(arguments: &[&str]) -> String {
    let mut all =
        vec!["-", "--url", "https://example.com/n/1.html", "--body", ".c", "--drop", ".ad"];
    all.extend(arguments);
    zhengwen_reading(&all, PAGE.as_bytes()).code(0)
}

#[test]
fn every_format() {
    assert_eq!(written(&[]), "会议今天召开，代表们讨论了供水问题。\n");
    assert_eq!(
        written(&["-f", "markdown"]),
        "会议**今天**召开，[代表](https://example.com/x)们讨论了供水问题。\n\n![](https://example.com/n/a.png)\n"
    );
    assert_eq!(
        written(&["-f", "html", "--exclude", "images,links,formatting"]),
        "<p>会议今天召开，代表们讨论了供水问题。</p>\n"
    );
    assert!(written(&["-f", "xml-tei"]).contains("<title>供水会议召开</title>"));
    let object: serde_json::Value =
        serde_json::from_str(&written(&["-f", "json", "--add", "body,html"])).unwrap();
    assert_eq!(object["body"][0]["children"][1]["type"], "strong");
    assert!(object["html"].is_string() && object.get("markdown").is_none());
}

#[test]
fn metadata_stands_before_the_text() {
    let front = written(&["-f", "markdown", "--with-metadata", "--read-at", "2024-05-20T12:00"]);
    assert!(front.starts_with("---\nurl: \"https://example.com/n/1.html\"\ntitle: \"供水会议召开\"\nauthor: \"张三\"\nsource: \"某报\"\npublish_date: \"2024-05-20T09:00:00\"\n"), "{front}");
    assert!(front.contains("\n---\n\n会议**今天**"), "{front}");
    let html = written(&["-f", "html", "--with-metadata"]);
    assert!(
        html.starts_with("<!DOCTYPE html>\n<html lang=\"zh\">")
            && html.contains("<meta name=\"author\" content=\"张三\">"),
        "{html}"
    );
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    for (arguments, what) in [
        (&["--keep", "p >", "x.html"][..], "\"p >\" is not a CSS selector"),
        (&["--body", "", "x.html"], "the selector is empty"),
        (&["--drop", ":hover", "x.html"], "\":hover\" is not a CSS selector"),
        (&["--url", "example", "x.html"], "not an address"),
        (&["--read-at", "soon", "x.html"], "not a date"),
        (&["--exclude", "ads", "x.html"], "ads"),
        (&["-f", "docx", "x.html"], "docx"),
        (&["--add", "html", "x.html"], "--add: only JSON"),
        (&["--no-such-flag"], "--no-such-flag"),
        (&["http://"], "http://: not an address"),
        (&["x.html", "https://exa mple/"], "https://exa mple/: not an address"),
    ] {
        let outcome = zhengwen(arguments);
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        outcome.fails_naming(2, what);
    }
}

#[test]
fn comments_are_written_when_asked_for() {
    let page = "fixtures/fields/commenters-date-is-not-the-pages.html";
    assert!(!zhengwen(&[page]).code(0).contains("希望早点动工"));
    let markdown = zhengwen(&[page, "-f", "markdown", "--include", "comments"]).code(0);
    assert!(markdown.contains("\n---\n\n**读者 2024-06-01T10:00:00**\n\n说得好"), "{markdown}");
}
