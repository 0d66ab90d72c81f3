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
fn canonical_addresses_are_absolute_or_missing() {
    for (url, declared, expected) in [
        (None, "index.html", None),
        (None, "/a/b", None),
        (None, "//example.com/a", Some("https://example.com/a")),
        (Some("http://example.com/a/b?c"), "//example.com/a/b", Some("http://example.com/a/b")),
        (Some("https://example.com/a/b"), "index.html", Some("https://example.com/a/index.html")),
    ] {
        let html = format!("<link rel=canonical href={declared}><p>The bridge is mended.</p>");
        let info = url.map_or(PageInfo::new(), |url| PageInfo::new().url(url));
        let found = extract_known(html.as_bytes(), &Options::new(), &info);
        assert_eq!(found.canonical_url.as_deref(), expected, "{declared}");
        let properties = zhengwen::with_properties(&found, "");
        assert_eq!(properties.contains("url: "), expected.or(url).is_some(), "{properties}");
    }
}

#[test]
fn hostile_recipes_end_and_are_capped() {
    let lists = "[".repeat(90) + "\"salt\"" + &"]".repeat(90);
    let many = vec!["\"1 egg\""; 5_000].join(",");
    let step = "{\"text\":\"Stir.\"}".to_owned();
    let nested =
        (0..10).fold(step, |inner, _| format!("{{\"itemListElement\":[{inner},{inner}]}}"));
    for (ingredients, steps) in [(format!("[{many}]"), lists), (format!("[{many}]"), nested)] {
        let html = format!(
            "<script type=application/ld+json>{{\"@type\":\"Recipe\",\"name\":\"Eggs\",\"recipeIngredient\":{ingredients},\"recipeInstructions\":{steps}}}</script><h1>Eggs</h1><p>Eat them all before they are cold.</p>"
        );
        let found = extract_known(html.as_bytes(), &Options::new(), &PageInfo::new());
        let recipe = found.recipe.unwrap_or_default();
        assert_eq!(recipe.ingredients.len(), 300);
        assert!(recipe.steps.len() <= 300);
    }
    let items = "<li itemprop=recipeIngredient>1 egg".repeat(5_000);
    let html = format!(
        "<div itemscope itemtype=https://schema.org/Recipe><h1 itemprop=name>Eggs</h1><ul>{items}</ul></div>"
    );
    let found = extract_known(html.as_bytes(), &Options::new(), &PageInfo::new());
    assert_eq!(found.recipe.map(|recipe| recipe.ingredients.len()), Some(300));
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
