//! The title of the page, without the name of the site.

mod headings;
mod site;

use super::candidate::{Candidate, Candidates, normalised};
use super::known::Known;
use super::origin::Origin;
use crate::kind::PageKind;
use crate::page::{Block, Page};
use crate::text::chars::SentenceEnds;
use crate::text::count;
use headings::{heading_origin, headings};
use site::Site;

/// Titles in headings, in the page's data, in the `title` element and in the text.
pub(super) fn candidates(page: &Page, known: &Known) -> Vec<Candidate> {
    let data = page.structured();
    let site = Site::new(page);
    let mut found = Candidates::default();
    let element = data.title.as_deref().unwrap_or("");
    let headings = headings(page);
    let own_part = site.own_part(element, &headings);
    let of_element = normalised(element);
    let first_level = headings.iter().filter(|heading| heading.level == 1).count();
    let is_landing =
        matches!(known.kind, Some(PageKind::Service | PageKind::Home | PageKind::Collection));
    for heading in &headings {
        // The site's name and a slogan.
        if is_landing && own_part != heading.text && heading.text.starts_with(own_part) {
            continue;
        }
        if let Some(origin) = heading_origin(heading, own_part, &of_element, first_level) {
            found.add(heading.text.as_str(), origin, 0.0);
        }
    }
    // Where they begin as the title element does, its own part is theirs.
    let own_of = |value: &'_ str| {
        let own = site.own_part(value, &headings).to_owned();
        if own_part.len() > own.len() && value.starts_with(own_part) {
            own_part.to_owned()
        } else {
            own
        }
    };
    for origin in [Origin::OgTitle, Origin::TwitterTitle] {
        if let Some(value) = data.meta(origin.name()) {
            found.add(&own_of(value), origin, 0.0);
        }
    }
    for value in ["headline", "name"].iter().filter_map(|key| data.json_ld(key)) {
        found.add(&own_of(value), Origin::JsonLd, 0.0);
    }
    if let Some(value) = data.microdata(page.document(), "headline") {
        found.add(&value, Origin::Microdata, 0.0);
    }
    found.add(own_part, Origin::TitleElement, 0.0);
    if let Some(text) = shown_beginning(page, &of_element) {
        found.add(&text, Origin::TitleShown, 0.0);
    }
    let first = known.main.as_ref().and_then(|main| page.blocks().get(main.start));
    if let Some(first) =
        first.filter(|first| count::tokens(own_part) < 4 && is_title_like(page, first))
    {
        found.add(page.block_text(first), Origin::FirstLine, 0.0);
    }
    found.weigh(|one, all| 0.45 + weight(one, all, &site, is_landing) / 12.0);
    found.sorted()
}

/// What each origin adds to a title's weight, on articles and on landing pages, whose headings are slogans: a softmax
/// over the titles of a page, fitted on labelled pages.
const WEIGHTS: &[(Origin, f32, f32)] = &[
    (Origin::HeadingRepeated, 3.4, 3.65),
    (Origin::HeadingMostOf, 1.4, 2.0),
    (Origin::HeadingPartOf, 0.8, 0.9),
    (Origin::HeadingLike, 1.5, 1.55),
    (Origin::HeadingOnly, 1.55, 0.85),
    (Origin::HeadingOneOf, -0.85, -0.55),
    (Origin::OgTitle, 0.95, 1.0),
    (Origin::TwitterTitle, 0.0, 0.0),
    (Origin::JsonLd, 0.6, 0.4),
    (Origin::Microdata, 0.2, 0.2),
    (Origin::TitleElement, 0.05, 0.8),
    (Origin::TitleShown, 0.8, 0.8),
    (Origin::FirstLine, 0.2, 0.0),
];

/// The penalty for the site's own name.
const OWN_NAME: f32 = 2.5;

/// The sum of the weights of all origins that give the same title.
fn weight(one: &Candidate, all: &[Candidate], site: &Site, is_landing: bool) -> f32 {
    let value = normalised(&one.value);
    let agree = |(origin, ..): &&(Origin, f32, f32)| {
        all.iter().any(|other| other.origin == *origin && normalised(&other.value) == value)
    };
    let weights = WEIGHTS.iter().filter(agree);
    let sum: f32 =
        weights.map(|(_, article, landing)| if is_landing { *landing } else { *article }).sum();
    sum - if site.is_own_name(&one.value) { OWN_NAME } else { 0.0 }
}

/// Whether a block is a short line of a Chinese page, without links and without the end of a sentence.
fn is_title_like(page: &Page, block: &Block) -> bool {
    page.sentence_ends() == SentenceEnds::Ideographic
        && (4..=40).contains(&block.tokens)
        && block.link_characters == 0
        && block.sentence_ends == 0
}

/// A visible text, not a heading, with which the `title` element begins. Old pages have no headings.
fn shown_beginning(page: &Page, element: &str) -> Option<String> {
    let length = element.chars().count() as u32;
    let is_fit = |block: &&Block| {
        !block.is_heading
            && !block.is_hidden
            && block.link_characters == 0
            && block.tokens >= 4
            && block.characters * 2 >= length
            && block.characters <= length + 20
    };
    let texts = page.blocks().iter().filter(is_fit).map(|block| page.block_text(block));
    texts.take(20).find(|text| element.starts_with(&normalised(text))).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: Option<&str>) {
        let page = Page::new(html, Some("https://www.example.com/a"));
        let found = candidates(&page, &Known::default());
        assert_eq!(found.first().map(|one| one.value.as_str()), expected, "{html} {found:#?}");
    }

    #[test]
    fn chooses_the_heading_that_the_title_repeats() {
        check(
            "<title>会议召开_某网</title><h1></h1><h1>某网</h1><h2>会议召开</h2>",
            Some("会议召开"),
        );
        check("<title>新桥昨天正式通车_新闻_某网</title><h2>新闻</h2>", Some("新桥昨天正式通车"));
        check("<title>A | Site</title><h1>An only heading</h1>", Some("An only heading"));
        check(
            "<title>会议今日召开_要闻</title><h1> </h1><h2>会议今日召开</h2>",
            Some("会议今日召开"),
        );
        check(
            "<title>A | Site</title><meta property=og:title content='An A'><h1>Menu</h1><h1>Cart</h1>",
            Some("An A"),
        );
        check("<title>城市供水会议今日召开_某网</title>", Some("城市供水会议今日召开"));
        check("<h1>Only heading</h1>", Some("Only heading"));
        check(
            "<title>A thing - What it is for - Site</title><meta property=og:title content='A thing - What it is for'>
<h1>News</h1><h2>A thing - What it is for</h2>",
            Some("A thing - What it is for"),
        );
        check(
            "<title>A thing — What it is for</title><h1>A thing — What it is for</h1><h1>News</h1>",
            Some("A thing — What it is for"),
        );
        check(
            "<title>尖石_营地 (2) @ 某人的家_蓝天</title><h2>尖石_营地 (2)</h2>",
            Some("尖石_营地 (2)"),
        );
        check(
            "<title>Models | The documentation</title><h1>Models<a href=#a>¶</a></h1>",
            Some("Models"),
        );
        check(
            "<title>Models | The documentation</title><h1>Models<a href=#a>#</a></h1>",
            Some("Models"),
        );
        check("<title>Learn C# | The course</title><h1>Learn C#</h1>", Some("Learn C#"));
        check("<title>«One», «Two», «Three» | Site</title>", Some("«One», «Two», «Three»"));
        check(
            "<meta property=og:title content='Beans with rice and eggs'>
<title>Beans with rice and eggs - Site</title><h1>Beans</h1><h2>with rice and eggs</h2>",
            Some("Beans with rice and eggs"),
        );
        check(
            "<meta property=og:title content='Beans by annlee'><title>Beans by annlee - Site</title><h1>Beans</h1>",
            Some("Beans"),
        );
        check("<title>Data.List</title><h1>Documentation</h1>", Some("Data.List"));
        check("<title>Documentation | Site</title><h1>Documentation</h1>", Some("Documentation"));
        check("<p>x", None);
    }

    #[test]
    fn the_sites_name_is_no_title() {
        check("<title>Coffee - Example</title><h1>Example</h1><h1>Coffee</h1>", Some("Coffee"));
        check(
            "<meta property=og:site_name content='The Site'><title>One thing | The Site</title><h1>The Site</h1>",
            Some("One thing"),
        );
        check(
            "<meta property=og:site_name content=Site><meta name=application-name content='A thing is said'>
<meta property=og:title content='A thing is said'><title>A thing is said - Site</title><h1>A thing is said</h1>",
            Some("A thing is said"),
        );
        check("<title>News about <br></title><h1>Two<br>lines</h1>", Some("Two lines"));
    }
}
