//! The title of the page, without the name of the site.

mod evidence;
mod headings;
mod shown;
mod site;
mod weights;
mod words;

use super::FieldModel;
use super::candidate::{Candidate, Candidates, normalised};
use super::known::Known;
use super::measures::flag;
use super::origin::Origin;
use crate::kind::PageKind;
use crate::numbers;
use crate::page::plain::without_references;
use crate::page::{Block, Page};
use crate::text::chars::SentenceEnds;
use crate::text::count;
use evidence::Evidence;
use headings::{Heading, heading_origin, headings};
use site::{NO_SITE, Site};
use weights::WeightChoice;

pub(crate) use weights::TitleWeights;
#[cfg(test)]
pub(crate) use weights::columns as weighted_columns;

/// How much the logarithm of the probability by the weights adds to the log odds by the forest. By cross-validation half of it
/// and twice it are no better.
const OF_WEIGHTS: f32 = 0.3;
/// The probability by the weights of a title that they do not know.
const UNKNOWN: f32 = 1e-4;

/// Titles in headings, in the page's data, in the `title` element and in the text, the most probable first.
pub(super) fn candidates(page: &Page, known: &Known, model: &FieldModel) -> Vec<Candidate> {
    let (headings, site) = names(page, known);
    let (mut found, weighed) = collect_all(page, known, &site, &headings);
    let mut probabilities = model.title.probabilities(
        &found.all()[..weighed],
        // A site's first page is called by the name of the site.
        if known.kind == Some(PageKind::Home) { &NO_SITE } else { &site },
        WeightChoice::of(page, known.kind),
    );
    probabilities.resize(found.all().len(), UNKNOWN);
    // Where a title stands says something beside a text or a kind alone.
    let has_place = known.main.is_some() || !known.kinds.is_empty();
    if has_place && !model.titles.is_empty() {
        let odds = rows_of(page, known, (&site, &headings), found.all(), |row| {
            model.titles.log_odds_of(&row)
        });
        let both = odds.iter().zip(&probabilities).map(|(odds, probability)| {
            odds + OF_WEIGHTS * numbers::ln_probability(probability.max(UNKNOWN))
        });
        probabilities = softmax(&both.collect::<Vec<_>>());
        bar_names_of_the_site(known, &site, found.all(), &mut probabilities);
    }
    // The most probable candidate is chosen even if its probability is low.
    found.raise(&probabilities.iter().map(|one| 0.3 + 0.7 * one).collect::<Vec<_>>());
    found.sorted()
}

/// A name that the site has for itself is the title of its first page alone.
fn bar_names_of_the_site(known: &Known, site: &Site, all: &[Candidate], probabilities: &mut [f32]) {
    let is_name = |one: &Candidate| site.calls_itself(&one.value);
    if known.kind == Some(PageKind::Home) || all.iter().all(is_name) {
        return;
    }
    for (one, probability) in all.iter().zip(probabilities) {
        *probability *= if is_name(one) { 0.0 } else { 1.0 };
    }
}

fn softmax(odds: &[f32]) -> Vec<f32> {
    let most = odds.iter().copied().fold(f32::MIN, f32::max);
    let parts: Vec<f32> = odds.iter().map(|odds| numbers::exp(odds - most)).collect();
    let sum: f32 = parts.iter().sum();
    parts.iter().map(|part| part / sum).collect()
}

fn names(page: &Page, known: &Known) -> (Vec<Heading>, Site) {
    let headings = headings(page);
    let site = Site::new(page, &headings, known.kind);
    (headings, site)
}

/// The candidates, those that have weights first, and how many have.
fn collect_all(
    page: &Page,
    known: &Known,
    site: &Site,
    headings: &[Heading],
) -> (Candidates, usize) {
    let mut found = collect(page, known, site, headings);
    let weighed = found.all().len();
    shown::others(page, known.main.as_ref(), headings, &mut found);
    (found, weighed)
}

/// The names of the columns of a title: the page's group of kinds (0 to 2), and 1 or 0 for a page written in ideographs, for each
/// origin and for each form; then those of the evidence.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    ["group", "ideographic"].into_iter().chain(weights::columns()).chain(evidence::columns())
}

/// The candidates of a page for training, each with the value of each of [`columns`].
#[cfg(feature = "train")]
pub(super) fn rows(page: &Page, known: &Known) -> Vec<(String, Vec<f32>)> {
    let (headings, site) = names(page, known);
    let (found, _) = collect_all(page, known, &site, &headings);
    let rows = rows_of(page, known, (&site, &headings), found.all(), |row| row);
    found.all().iter().map(|one| one.value.clone()).zip(rows).collect()
}

/// What `read` gives for the row of every candidate. Each title is measured once: all columns are of the title.
fn rows_of<T: Clone>(
    page: &Page,
    known: &Known,
    (site, headings): (&Site, &[Heading]),
    found: &[Candidate],
    read: impl Fn(Vec<f32>) -> T,
) -> Vec<T> {
    let values = weights::compared(found);
    let group = WeightChoice::of(page, known.kind);
    let element = without_references(page.structured().title.as_deref().unwrap_or(""));
    let own_part = site.own_part(words::without_count(&element), headings);
    let evidence = Evidence::new(page, known, (site, own_part), headings, &values);
    let row = |at: usize| {
        let facts = weights::facts(at, found, &values, site).map(flag);
        let group = [group.kind as f32, flag(group.is_ideographic)];
        group.into_iter().chain(facts).chain(evidence.row(at, found, &values)).collect()
    };
    let mut all: Vec<T> = Vec::with_capacity(found.len());
    for (at, one) in found.iter().enumerate() {
        let same = found[..at].iter().position(|other| other.value == one.value);
        all.push(same.map_or_else(|| read(row(at)), |same| all[same].clone()));
    }
    all
}

fn collect(page: &Page, known: &Known, site: &Site, headings: &[Heading]) -> Candidates {
    let mut found = Candidates::default();
    let element = without_references(page.structured().title.as_deref().unwrap_or(""));
    let element = words::without_count(&element).to_owned();
    let is_home = known.kind == Some(PageKind::Home);
    let own_part = match is_home {
        true => site.name_part(&element),
        false => site.own_part(&element, headings),
    };
    let is_landing =
        matches!(known.kind, Some(PageKind::Service | PageKind::Home | PageKind::Collection));
    let of_element = normalised(&element);
    let first_level = headings.iter().filter(|heading| heading.level == 1).count();
    let own = normalised(own_part);
    let is_headed = headings.iter().any(|heading| heading.compared == own);
    for heading in headings {
        // The site's name and a slogan.
        if is_landing && own_part != heading.text && heading.text.starts_with(own_part) {
            continue;
        }
        // On a site's first page such a heading is that of a story or of a column.
        if is_home && !of_element.contains(&heading.compared) {
            continue;
        }
        let origin = heading_origin(heading, own_part, &of_element, first_level);
        // Where another heading is the page's own part of the title element, what ends it is the site's name.
        let is_site = |origin: &Origin| {
            let is_end =
                of_element.ends_with(&heading.compared) && !own.contains(&heading.compared);
            is_headed && is_end && *origin == Origin::HeadingPartOf
        };
        if let Some(origin) = origin.filter(|origin| !is_site(origin)) {
            found.add(words::without_label(&heading.text), origin, 0.0);
        }
    }
    // Where they begin as the title element does, its own part is theirs.
    let own_of = |value: &str| {
        let own = site.own_part(value, headings);
        let is_longer = own_part.len() > own.len() && value.starts_with(own_part);
        if is_longer { own_part.to_owned() } else { own.to_owned() }
    };
    of_data(page, own_of, &mut found);
    found.add(own_part, Origin::TitleElement, 0.0);
    if let Some(text) = shown_beginning(page, &of_element) {
        found.add(&text, Origin::TitleShown, 0.0);
    }
    let first = known.main.as_ref().and_then(|main| page.blocks().get(main.start));
    let is_first = |first: &&Block| count::tokens(own_part) < 4 && is_title_like(page, first);
    if let Some(first) = first.filter(is_first) {
        found.add(words::without_label(page.block_text(first)), Origin::FirstLine, 0.0);
    }
    if let Some(main) = &known.main {
        shown::candidates(page, (main, is_home), headings, &mut found);
    }
    without_lines(&mut found, headings, &of_element);
    // Neither is a sign, like `>`, nor on a site's first page the word that leads there.
    let names_home = |title: &str| is_home && words::is_home(title);
    found.retain(|one| one.value.contains(char::is_alphanumeric) && !names_home(&one.value));
    let is_bare = |one: &Candidate| !words::is_in_brackets(&one.value);
    if found.all().iter().any(is_bare) {
        found.retain(is_bare);
    }
    found
}

/// Leaves out the lines of headings that the title element repeats as a whole.
fn without_lines(found: &mut Candidates, headings: &[Heading], element: &str) {
    let several = headings.iter().filter(|heading| heading.first_line.is_some());
    for heading in several.filter(|heading| element.contains(&heading.compared)) {
        let whole = heading.compared.as_str();
        let is_line = |title: &str| whole.len() > title.len() && whole.contains(title);
        found.retain(|one| !is_line(&normalised(&one.value)));
    }
}

/// Adds the titles of the page's data; `own_of` leaves out the site's name.
fn of_data(page: &Page, own_of: impl Fn(&str) -> String, found: &mut Candidates) {
    let data = page.structured();
    for origin in [Origin::OgTitle, Origin::TwitterTitle] {
        if let Some(value) = data.meta(origin.name()) {
            found.add(&own_of(&without_references(&words::decoded(value))), origin, 0.0);
        }
    }
    for value in ["headline", "name"].iter().filter_map(|key| data.json_ld(key)) {
        found.add(&own_of(&without_references(value)), Origin::JsonLd, 0.0);
    }
    if let Some(value) = data.microdata(page.document(), "headline") {
        found.add(&value, Origin::Microdata, 0.0);
    }
}

/// True if a block is a short line of a Chinese page, without links and without the end of a sentence.
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
    use crate::auto::Model;

    fn check(html: &str, expected: Option<&str>) {
        let page = Page::new(html, Some("https://www.example.com/a"));
        let found = candidates(&page, &Known::default(), &Model::embedded().fields);
        assert_eq!(found.first().map(|one| one.value.as_str()), expected, "{html} {found:#?}");
    }

    #[test]
    fn labels_buttons_and_references_are_not_in_the_way() {
        check("<title>x</title><h1>【快讯】渡口今天停航</h1>", Some("【快讯】渡口今天停航"));
        check("<title>x</title><h1>（原标题：渡口今天停航）</h1>", Some("渡口今天停航"));
        check(
            "<title>Question - Which pump for a deep well? | Forum</title><meta property=og:title content='Question - Which pump for a deep well?'>
<h1><span>Question</span> Which pump for a deep well?</h1>",
            Some("Question Which pump for a deep well?"),
        );
        check(
            "<title>wells - Rust</title><h1>Crate wells<button>Copy path</button></h1>",
            Some("Crate wells"),
        );
        check(
            "<title>Which pump for a deep well?</title><h1>Thread: <a href=/a>Which pump for a deep well?</a></h1>",
            Some("Which pump for a deep well?"),
        );
        check(
            "<title>[12.34] Pumps in deep wells</title><h1><span>Title:</span>Pumps in deep wells</h1>",
            Some("Pumps in deep wells"),
        );
        check(
            "<title>Thread: a protocol for wells</title><h1>Thread: a protocol for wells</h1>",
            Some("Thread: a protocol for wells"),
        );
        check(
            "<title>青石河（云岭县境内河流）_某百科</title><h1>青石河</h1><h2>（云岭县境内河流）</h2>",
            Some("青石河"),
        );
        check("<title>(3) A pump for a deep well | Forum</title>", Some("A pump for a deep well"));
        check("<title>(2 封私信 / 8 条消息) 深井用什么泵 - 某站</title>", Some("深井用什么泵"));
        check("<title>(99+条消息)深井用什么泵</title>", Some("深井用什么泵"));
        check(
            "<title>“深井水泵大全”在商店</title><h1>深井水泵大全 <span>17+</span></h1>",
            Some("深井水泵大全"),
        );
        check(
            "<title>Deep wells 2 in the shop</title><h1>Deep wells <span>2</span></h1>",
            Some("Deep wells 2"),
        );
        check("<title>A cream with TFC&amp;reg; in it</title>", Some("A cream with TFC® in it"));
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
            "<title>A | Site</title><meta property=og:title content='An A about doors'><h1>Menu</h1><h1>Cart</h1>",
            Some("An A about doors"),
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
        check(
            "<meta property=og:title content='%E6%A1%A5%E6%A2%81%E5%90%A7'><title>x</title>",
            Some("桥梁吧"),
        );
        check("<title>某网</title><h1>原标题：新桥今日通车</h1>", Some("新桥今日通车"));
    }

    #[test]
    fn a_first_page_is_called_by_the_name_of_its_site() {
        let home = Known { kind: Some(PageKind::Home), ..Known::default() };
        for (html, expected) in [
            (
                "<title>首页 - 某某学院</title><h1><a href=/1>新桥昨天正式通车</a></h1><h2>要闻</h2>",
                "某某学院",
            ),
            (
                "<meta property=og:site_name content='The Quay'><title>News and tides - The Quay</title><h1>The ferry stays</h1>",
                "The Quay",
            ),
        ] {
            let page = Page::new(html, None);
            let found = candidates(&page, &home, &Model::embedded().fields);
            assert_eq!(found.first().map(|one| one.value.as_str()), Some(expected), "{found:#?}");
        }
    }

    #[test]
    fn the_sites_name_is_no_title() {
        check("<title>Coffee - Example</title><h1>Example</h1><h1>Coffee</h1>", Some("Coffee"));
        check(
            "<meta property=og:site_name content='The Site'><title>One thing | The Site</title><h1>The Site</h1>",
            Some("One thing"),
        );
        // The heading of a book above that of its chapter; a tag is no chapter.
        check(
            "<title>What are wells? - The Book of Pumps</title><h1>The Book of Pumps</h1><h2>What Are Wells?</h2>",
            Some("What Are Wells?"),
        );
        check(
            "<title>pumps - How do I mend my pump? - Ask Wells</title><h1>How do I mend my pump?</h1><h2>Pumps</h2>",
            Some("How do I mend my pump?"),
        );
        check(
            "<title>A pump for a deep well - Doors and more</title><h1><a href=/>The Well Forum</a></h1>",
            Some("A pump for a deep well"),
        );
        check(
            "<meta property=og:site_name content=Site><meta name=application-name content='A thing is said'>
<meta property=og:title content='A thing is said'><title>A thing is said - Site</title><h1>A thing is said</h1>",
            Some("A thing is said"),
        );
        check("<title>News about <br></title><h1>Two<br>lines</h1>", Some("Two lines"));
        check(
            "<title>盖上棉被过寒冬 老茶树培土忙-某网</title><h1>盖上棉被过寒冬<br>老茶树培土忙</h1><p>一句。",
            Some("盖上棉被过寒冬老茶树培土忙"),
        );
    }
}
