//! The parts and forms of an article that are written.

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
        "# 供水会议召开\n\n会议**今天**召开，[代表](https://example.com/x)们讨论了供水问题。\n\n![](https://example.com/n/a.png)\n"
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
fn the_title_begins_markdown_unless_it_is_left_out() {
    for arguments in [&["-f", "markdown", "--no-title"][..], &["-f", "markdown", "--text-only"]] {
        assert!(written(arguments).starts_with("会议**今天**"), "{arguments:?}");
    }
    let object: serde_json::Value =
        serde_json::from_str(&written(&["-f", "json", "--add", "markdown"])).unwrap();
    assert!(object["markdown"].as_str().unwrap().starts_with("会议**今天**"), "{object}");
    let page =
        "<title>Tea</title><article><h1>TEA</h1><p>One.</p><h1>Leaves</h1><p>Two.</p></article>";
    let arguments = ["-", "-f", "md", "--body", "article"];
    let markdown = zhengwen_reading(&arguments, page.as_bytes()).code(0);
    assert_eq!(markdown, "# TEA\n\nOne.\n\n## Leaves\n\nTwo.\n");
}

#[test]
fn front_matter_is_what_programs_for_notes_read() {
    let front = written(&["-f", "markdown", "--front-matter", "--read-at", "2024-05-20T12:00"]);
    let expected = "---\ntitle: \"供水会议召开\"\nauthor: \"张三\"\ndate: 2024-05-20T09:00:00\nsource: \"某报\"\nurl: \"https://example.com/n/1.html\"\n---\n\n# 供水会议召开\n\n会议";
    assert!(front.starts_with(expected), "{front}");
}

#[test]
fn facts_of_a_product_are_there_for_people() {
    let page = "<html lang=en><title>Iron kettle - Shop</title><h1>Iron kettle</h1><p>Price: <b>$59.00</b></p><dl><dt>Colour</dt><dd><ul><li>Black</li><li>Red</li></ul></dd></dl><button>Add to cart</button><div><p>The kettle is cast in one piece, and its lid is forged by hand, so that both last for a long time.</p><p>Fill it with water, heat it slowly, and never leave it on the fire when it is empty.</p></div></html>";
    let facts = "- Price: 59.00 USD\n- Availability: in stock\n- Colour: Black; Red\n\n";
    let read = |arguments: &[&str]| {
        zhengwen_reading(&[&["-"], arguments].concat(), page.as_bytes()).code(0)
    };
    let markdown = read(&["-f", "markdown"]);
    assert!(markdown.starts_with(&format!("# Iron kettle\n\n{facts}")), "{markdown}");
    let front = read(&["-f", "text", "--with-metadata"]);
    let group = front.lines().find(|line| line.starts_with("product: {")).unwrap_or("");
    assert!(group.contains("\"price\":\"59.00\""), "{front}");
    assert!(!read(&["-f", "text"]).contains("USD"));
    assert!(read(&["-f", "html"]).starts_with("<ul>\n<li>Price: 59.00 USD</li>"));
    let json: serde_json::Value =
        serde_json::from_str(&read(&["-f", "json", "--add", "markdown"])).unwrap();
    assert!(json["markdown"].as_str().unwrap().contains(facts), "{json}");
}

#[test]
fn chunks_tell_their_place() {
    let page = "<title>Tea</title><article><h2>Leaves</h2><p>They are dried in the sun, or over a fire.</p><p>Then they are sold.</p><h2>Cups</h2><p id=cups>They are made of clay.</p></article>";
    let arguments = ["-", "-f", "json", "--chunks", "64", "--body", "article"];
    let found: serde_json::Value =
        serde_json::from_str(&zhengwen_reading(&arguments, page.as_bytes()).code(0)).unwrap();
    let text: Vec<char> = found["text"].as_str().unwrap().chars().collect();
    let chunks = found["chunks"].as_array().unwrap();
    for chunk in chunks {
        let place = |name: &str| chunk[name].as_u64().unwrap() as usize;
        let own: String = text[place("start")..place("end")].iter().collect();
        assert_eq!(chunk["text"], own);
        assert!(own.chars().count() <= 64, "{own}");
    }
    assert_eq!(chunks.len(), 3, "{chunks:?}");
    let with_markdown = [&arguments[..], &["--add", "markdown"]].concat();
    let out = zhengwen_reading(&with_markdown, page.as_bytes()).code(0);
    let with_markdown: serde_json::Value = serde_json::from_str(&out).unwrap();
    let markdown = "## Cups\n\nThey are made of clay.";
    assert_eq!(with_markdown["chunks"][2]["markdown"], markdown);
    let last = &chunks[2];
    assert_eq!(last["text"], "Cups\nThey are made of clay.");
    assert_eq!(last["headings"], serde_json::json!(["Tea", "Cups"]));
    assert!(last.get("markdown").is_none());
    assert_eq!(last["path"], "html/body/article/h2");
}

#[test]
fn a_query_leaves_what_answers_it() {
    let page = "<title>Tea</title><article><h2>Leaves</h2><p>They are dried in the sun, or over a fire.</p><p>Then they are sold.</p><h2>Cups</h2><p id=cups>They are made of clay.</p></article>";
    let read = |arguments: &[&str]| {
        let own = ["-", "--body", "article", "--query", "CLAY cups?", "--query-chars", "50"];
        zhengwen_reading(&[&own, arguments].concat(), page.as_bytes()).code(0)
    };
    assert_eq!(read(&[]), "Cups\nThey are made of clay.\n");
    assert_eq!(read(&["-f", "markdown"]), "# Tea\n\n## Cups\n\nThey are made of clay.\n");
    let found: serde_json::Value =
        serde_json::from_str(&read(&["-f", "json", "--chunks", "200"])).unwrap();
    let chunk = &found["chunks"][0];
    assert_eq!((&chunk["start"], &chunk["end"]), (&0.into(), &27.into()));
    assert!(
        chunk["score"].as_f64().unwrap() > 0.0 && found["chunks"].as_array().unwrap().len() == 1
    );
    assert_eq!(chunk["path"], "html/body/article/h2");
    let none = ["-", "--query", "harbour"];
    let (text, told) = zhengwen_reading(&none, page.as_bytes()).code_and_stderr(0);
    assert!(text.is_empty() && told.contains("no match: no part of the text"), "{told}");
}

#[test]
fn metadata_stands_before_the_text() {
    let front = written(&["-f", "markdown", "--with-metadata", "--read-at", "2024-05-20T12:00"]);
    assert!(front.starts_with("---\nurl: \"https://example.com/n/1.html\"\ntitle: \"供水会议召开\"\nauthor: \"张三\"\nsource: \"某报\"\npublish_date: \"2024-05-20T09:00:00\"\n"), "{front}");
    assert!(front.contains("\n---\n\n# 供水会议召开\n\n会议**今天**"), "{front}");
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
        (&["--chunks", "100", "x.html"], "--chunks: only JSON"),
        (&["--query", "?!", "x.html"], "\"?!\" has no word"),
        (&["--query-chars", "9", "x.html"], "\"9\" is not a number from 50"),
        (&["--chunks", "few", "-f", "json", "x.html"], "\"few\" is not a number from 50"),
        (&["--front-matter", "--with-metadata", "x.html"], "cannot be used with"),
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
