//! The title: what names this page, without the site's name.

use super::Known;
use super::author::host_label;
use super::candidate::{Candidate, Candidates, normalised};
use super::origin::Origin;
use crate::dom::NodeId;
use crate::kind::PageKind;
use crate::page::{Block, Page};
use crate::text::chars::{SentenceEnds, is_cjk};
use crate::text::{clean, count, titles};

/// What the page gives as its title.
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

/// Headings of sections, as manuals have them on the first level, normalised.
const SECTIONS: &[&str] = &[
    "documentation",
    "contents",
    "tableofcontents",
    "index",
    "name",
    "synopsis",
    "description",
    "overview",
    "navigation",
    "menu",
    "search",
    "目录",
    "文档",
    "索引",
];

/// What is taken from the site's own name.
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

/// What a heading counts as, by how much of the `title` element it repeats; none where it is no title.
fn heading_origin(
    heading: &Heading,
    own_part: &str,
    element: &str,
    first_level: usize,
) -> Option<Origin> {
    let text = normalised(&heading.text);
    let share = shared(&heading.text, own_part);
    let is_repeated = !text.is_empty() && element.contains(&text);
    // Lists of keywords; the second half of a title in two headings.
    let is_rest = heading.text.starts_with(char::is_lowercase)
        && normalised(own_part).find(&text).is_some_and(|at| at > 0);
    if titles::parts(&heading.text).len() > 3 || is_repeated && is_rest {
        return None;
    }
    Some(match (is_repeated, share) {
        (true, share) if share >= 0.99 => Origin::HeadingRepeated,
        (true, share) if share >= 0.5 && count::tokens(&heading.text) > 2 => Origin::HeadingMostOf,
        (true, _) if heading.level == 1 => Origin::HeadingPartOf,
        (true, _) => return None,
        (false, share) if heading.level == 1 && share >= 0.5 => Origin::HeadingLike,
        (false, _) if !element.is_empty() && SECTIONS.contains(&text.as_str()) => return None,
        (false, _) if heading.level == 1 && first_level == 1 => Origin::HeadingOnly,
        (false, _) if heading.level == 1 => Origin::HeadingOneOf,
        _ => return None,
    })
}

/// The share of the words of `other` that `text` has too, 0 to 1.
fn shared(text: &str, other: &str) -> f32 {
    let words = |text: &str| -> Vec<String> {
        let mut words = Vec::new();
        for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            if word.contains(is_cjk) {
                words.extend(word.chars().map(String::from));
            } else {
                words.push(word.to_lowercase());
            }
        }
        words
    };
    let (text, other) = (words(text), words(other));
    if other.is_empty() || text.len() > 200 || other.len() > 200 {
        return 0.0;
    }
    let common = other.iter().filter(|word| text.contains(word)).count() as f32;
    // Of the longer one, so that a word of the title alone is no title.
    common / other.len().max(text.len()) as f32
}

/// What the site calls itself.
struct Site {
    names: Vec<String>,
    host: Option<String>,
}

impl Site {
    fn new(page: &Page) -> Self {
        let data = page.structured();
        let given = |name| data.meta(name).map(normalised);
        // Some templates have the page's title for the application's name.
        let is_title = |name: &String| {
            given("og:site_name").is_some() && given("og:title").as_ref() == Some(name)
        };
        let applications =
            ["application-name", "apple-mobile-web-app-title"].into_iter().filter_map(given);
        let mut names: Vec<String> = applications.filter(|name| !is_title(name)).collect();
        names.extend(given("og:site_name"));
        for object in &data.json_ld {
            let is_site = matches!(
                object.get("@type").and_then(|kind| kind.as_str()),
                Some("WebSite" | "Organization" | "NewsMediaOrganization")
            );
            let name = if is_site {
                object.get("name")
            } else {
                object.get("publisher").and_then(|p| p.get("name"))
            };
            names.extend(name.and_then(|name| name.as_str()).map(normalised));
        }
        names.retain(|name| !name.is_empty());
        Self { names, host: page.url().and_then(host_label) }
    }

    fn is_own_name(&self, text: &str) -> bool {
        let text = normalised(text);
        let is_host = |host: &String| {
            *host == text
                || host.len() >= 4 && text.len() <= host.len() + 6 && text.contains(host.as_str())
        };
        self.names.contains(&text) || self.host.as_ref().is_some_and(is_host)
    }

    /// The longest beginning of a title that a heading repeats and that holds the first part:
    /// "A thing - What it is for | Site" may be called by its first two parts.
    fn headed_part<'a>(
        &self,
        title: &'a str,
        first: &str,
        headings: &[Heading],
    ) -> Option<&'a str> {
        let is_beginning = |text: &&str| {
            let after = title.strip_prefix(text).map(|rest| rest.chars().next());
            let is_whole = after.is_some_and(|next| next.is_none_or(|c| !c.is_alphanumeric()));
            let names_site = || {
                let parts = titles::parts(text);
                parts.len() > 1 && parts.last().is_some_and(|part| self.is_own_name(part))
            };
            is_whole && text.len() > first.len() && text.starts_with(first) && !names_site()
        };
        let texts = headings.iter().filter(|heading| heading.level <= 3).map(|h| h.text.as_str());
        let longest = texts.filter(is_beginning).map(str::len).max()?;
        Some(&title[..longest])
    }

    /// A title without the parts that name the site or a channel: the first part that is a
    /// heading, or else the first that does not name the site, or the longest where that is one
    /// word.
    fn own_part<'a>(&self, title: &'a str, headings: &[Heading]) -> &'a str {
        let parts: Vec<&str> = title.split("--").flat_map(titles::parts).collect();
        let is_other = |part: &&str| !self.is_own_name(part);
        let others: Vec<&str> = parts.iter().copied().filter(is_other).collect();
        let Some(first) = others.first() else {
            return title.trim();
        };
        let is_heading = |part: &&str| {
            let part = normalised(part);
            headings.iter().any(|heading| heading.level == 1 && normalised(&heading.text) == part)
        };
        if is_heading(first) {
            return first;
        }
        if let Some(part) = self.headed_part(title, first, headings) {
            return part;
        }
        if let Some(part) = without_author(first, headings) {
            return part;
        }
        let amount = |part: &&str| count::tokens(part);
        let is_enough = amount(first) >= 4 || !title.contains(is_cjk);
        if is_enough || others.len() < parts.len() && others.len() == 1 {
            return first;
        }
        // The first of the longest.
        others.iter().rev().copied().max_by_key(amount).unwrap_or(first)
    }
}

/// A title that a heading of the first level repeats but for who wrote it: `A thing by Somebody`.
fn without_author<'a>(title: &'a str, headings: &[Heading]) -> Option<&'a str> {
    let is_author = |rest: &str| {
        [" by ", " von ", " par ", " door "].iter().any(|by| rest.starts_with(by))
            && rest.split_whitespace().count() <= 5
    };
    let mut texts = headings.iter().filter(|heading| heading.level == 1).map(|h| h.text.as_str());
    let text = texts.find(|text| title.strip_prefix(text).is_some_and(is_author))?;
    Some(&title[..text.len()])
}

/// Whether a block of a Chinese page is a short line outside links that does not end as a sentence.
fn is_title_like(page: &Page, block: &Block) -> bool {
    page.sentence_ends() == SentenceEnds::Ideographic
        && (4..=40).contains(&block.tokens)
        && block.link_characters == 0
        && block.sentence_ends == 0
}

/// A visible text outside headings that is most of the `title` element, from its start: old pages
/// have no headings.
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

struct Heading {
    level: u8,
    text: String,
}

/// More headings than this are sections of a long page, not its title.
const MOST_HEADINGS: usize = 40;

/// A heading without the sign of the link to itself: `Models¶`, `Models#`; what the title element has so is no such
/// sign (`Learn C#`).
fn without_link_sign<'a>(text: &'a str, element: &str) -> &'a str {
    let text = text.trim_end_matches(['¶', ' ']);
    match text.strip_suffix('#') {
        Some(before) if !element.contains(text) => before.trim_end(),
        _ => text,
    }
}

/// Visible headings with text, in document order.
fn headings(page: &Page) -> Vec<Heading> {
    let document = page.document();
    let element = page.structured().title.as_deref().unwrap_or("");
    let mut found: Vec<Heading> = Vec::new();
    let mut last: Option<NodeId> = None;
    for block in page.blocks().iter().filter(|block| block.is_heading && !block.is_hidden) {
        let own =
            Some(block.container).into_iter().chain(document.ancestors(block.container).take(8));
        let Some(id) = own.into_iter().find(|id| document.tag(*id).heading_level().is_some())
        else {
            continue;
        };
        let text = page.block_text(block);
        if last == Some(id) {
            // A heading over several lines.
            if let Some(heading) = found.last_mut() {
                if !heading.text.ends_with(is_cjk) || !text.starts_with(is_cjk) {
                    clean::push_space(&mut heading.text);
                }
                heading.text.push_str(text);
            }
            continue;
        }
        if found.len() == MOST_HEADINGS {
            break;
        }
        let text = without_link_sign(text, element).to_owned();
        found.push(Heading { level: document.tag(id).heading_level().unwrap_or(6), text });
        last = Some(id);
    }
    found
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
