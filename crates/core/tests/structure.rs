//! `fixtures/structure/SUBJECT.html`: small pages, one subject each. Every form of output of their `article` is in a file next
//! to them.

use std::fmt::Write;

use zhengwen::{FORMS, Form, Options, Outputs, PageInfo, Selector};

use crate::asked::{extract, extract_known};

/// The options under which the pages are read.
pub(crate) fn options() -> Options {
    Options::new().body(Selector::parse("article").unwrap()).outputs(Outputs::all())
}

/// The facts known of the pages.
pub(crate) fn info() -> PageInfo<'static> {
    PageInfo::new().url("https://example.com/dir/page.html")
}

#[test]
fn every_form_is_as_expected() {
    let pages = crate::expected::files("fixtures/structure", ".html");
    assert!(pages.len() >= 60);
    for page in pages {
        let extraction = extract_known(&std::fs::read(&page).unwrap(), &options(), &info());
        let mut actual = String::new();
        let body = serde_json::to_value(extraction.body.as_ref().unwrap()).unwrap();
        let tree: Vec<String> = body.as_array().unwrap().iter().map(ToString::to_string).collect();
        let tei = extraction.tei.as_deref().unwrap();
        let tei = tei.split("<div>\n").nth(1).unwrap().split("\n</div>").next().unwrap();
        for info in FORMS {
            let (name, text) = match info.form {
                // They are more than the article.
                Form::Json | Form::PageHtml => continue,
                Form::Body => ("json", tree.join("\n")),
                Form::Tei => (info.name, tei.to_owned()),
                form => (info.name, extraction.written(form).unwrap().to_owned()),
            };
            writeln!(actual, "=== {name}\n{text}").unwrap();
        }
        crate::expected::check(&page, &actual);
    }
}

#[test]
fn parts_are_left_out() {
    let html = "<article><p>Some <b>bold</b> <a href=/x>words</a> here.</p><img src=/a.png><table><tr><th>a<th>b<tr><td>c<td>d</table></article>";
    let written = |name: &str| {
        let mut options = options();
        let (_, set) = zhengwen::PARTS.iter().find(|(part, _)| *part == name).unwrap();
        set(&mut options.parts, false);
        extract_known(html, &options, &info()).markdown.unwrap()
    };
    let all = "Some **bold** [words](https://example.com/x) here.\n\n![](https://example.com/a.png)\n\n| a | b |\n| --- | --- |\n| c | d |";
    assert_eq!(written("comments"), all);
    assert_eq!(written("images"), all.replace("![](https://example.com/a.png)\n\n", ""));
    assert_eq!(written("links"), all.replace("[words](https://example.com/x)", "words"));
    assert_eq!(written("formatting"), all.replace("**", ""));
    assert_eq!(written("tables"), all.split("\n\n|").next().unwrap());
}

#[test]
fn selectors_beat_the_method() {
    let html = "<div class=nav><a href=/a>首页</a><a href=/b>新闻</a></div><div class=main><p>正文的第一段，说明事情的经过。</p><p class=ad>买一送一，快来看看，好货不贵。</p><p>正文的第二段，也是如此。</p></div><div id=note><p>附注在此。</p></div>";
    let text = |keep: &str, drop: &str, body: &str| {
        let mut options = Options::default();
        for (list, selector) in [
            (&mut options.controls.keep, keep),
            (&mut options.controls.drop, drop),
            (&mut options.controls.body, body),
        ] {
            list.extend((!selector.is_empty()).then(|| Selector::parse(selector).unwrap()));
        }
        extract(html, &options).text.replace('\n', "/")
    };
    assert!(!text("", ".ad", "").contains("买一送一") && text("", ".ad", "").contains("第一段"));
    assert!(text(".ad", "p", "").ends_with("买一送一，快来看看，好货不贵。"));
    assert_eq!(text("", "", "#note"), "附注在此。");
    assert_eq!(text("#note", ".main", "#note, .main"), "附注在此。");
    assert_eq!(text("", ".ad", ".main"), "正文的第一段，说明事情的经过。/正文的第二段，也是如此。");
    // A body that is not there leaves the page to the method, with a warning.
    let mut options = Options::default();
    options.controls.body.push(Selector::parse("#none").unwrap());
    let extraction = extract(html, &options);
    assert!(extraction.text.contains("第一段"));
    assert!(extraction.warnings.contains(&zhengwen::Warning::NothingSelected));
}
