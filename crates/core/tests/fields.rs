//! `fixtures/fields/SUBJECT.html`: small pages with the fields that are to be found in them.

use std::fmt::Write;

use zhengwen::{Moment, Options, PageInfo};

use crate::asked::extract_known;

/// Where the page's own address is not given.
#[test]
fn the_address_that_a_page_declares_has_the_day() {
    let text = "<p>The bridge of rope is mended every spring, by both villages together.</p>";
    for declared in [
        "<link rel=canonical href=https://example.com/2024/05/18/rope.html>",
        "<meta property=og:url content=https://example.com/2024/05/18/rope.html>",
    ] {
        let html =
            format!("<head>{declared}</head><h1>A bridge of rope</h1><div>{text}{text}</div>");
        let found = extract_known(html.as_bytes(), &Options::new(), &PageInfo::new());
        assert_eq!(found.publish_date.as_deref(), Some("2024-05-18"), "{declared}");
    }
}

#[test]
fn fields_are_as_expected() {
    for page in crate::expected::files("fixtures/fields", ".html") {
        let info = PageInfo::new()
            .read_at(Moment::parse("2024-06-10T12:00"))
            .url("https://www.example.com/news/20240518/page.html");
        let extraction = extract_known(&std::fs::read(&page).unwrap(), &Options::new(), &info);
        let fields = serde_json::to_value(&extraction).unwrap();
        let mut actual = String::new();
        for (name, value) in fields.as_object().unwrap() {
            let is_empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            let others = ["url", "kinds", "page_group", "confidence", "method", "encoding"];
            let of_text = ["word_count", "reading_minutes", "direction"];
            let is_other = others.iter().chain(&of_text).any(|other| name == other);
            if !is_empty && !is_other {
                writeln!(actual, "{name}: {value}").unwrap();
            }
        }
        crate::expected::check(&page, &actual);
    }
}
