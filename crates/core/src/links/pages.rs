//! Further pages of the same article, and the articles before and after it.

use super::link::{Label, Link, address, label_of, link};
use crate::dom::{AttributeName, Tag};
use crate::page::{Node, Page};

/// The address of the next page: from a link that says so, `rel=next` of the same address but for
/// its numbers, or the page list.
pub(super) fn next(page: &Page, links: &[(Node, String)], list: &[String]) -> Option<String> {
    let named = links.iter().filter(
        |(_, text)| matches!(label_of(text), Some((Label::NextPage, rest)) if rest.is_empty()),
    );
    let mut named =
        named.filter_map(|(link, _)| address(*link)).filter(|address| is_other(page, address));
    let first = named.next();
    let mut all = first.clone().into_iter().chain(named);
    all.find(|address| is_same_but_numbers(page.url(), address))
        .or_else(|| rel_next(page).filter(|address| is_same_but_numbers(page.url(), address)))
        .or(first)
        .or_else(|| after_current(page, list))
}

fn is_other(page: &Page, address: &str) -> bool {
    page.url().is_none_or(|url| without_fragment(url) != without_fragment(address))
}

fn without_fragment(address: &str) -> &str {
    address.split('#').next().unwrap_or("")
}

fn rel_next(page: &Page) -> Option<String> {
    let links = page.elements().filter(|node| matches!(node.tag(), Tag::LINK | Tag::A));
    let mut next = links.filter(|link| {
        let mut words = link.value(AttributeName::REL).split_whitespace();
        words.any(|word| word.eq_ignore_ascii_case("next"))
    });
    next.find_map(address)
}

/// True if two addresses differ only in numbers, as `12.html` and `12_2.html` do, or in a `page`
/// parameter; true when the page's own is unknown.
fn is_same_but_numbers(known: Option<&str>, other: &str) -> bool {
    known.is_none_or(|known| without_numbers(known) == without_numbers(other))
}

/// An address without numbers, the marks before them, and parameters of pages.
fn without_numbers(address: &str) -> String {
    let address = without_fragment(address).to_ascii_lowercase();
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    let path = path.trim_end_matches('/').trim_end_matches("/index").replace("/page", "");
    let kept = path.chars().filter(|c| !c.is_ascii_digit() && !"_-/".contains(*c));
    let parameters = query.split('&').filter(|pair| {
        let name = pair.split('=').next().unwrap_or("");
        !name.is_empty()
            && !matches!(
                name,
                "page"
                    | "p"
                    | "pn"
                    | "paged"
                    | "pg"
                    | "start"
                    | "offset"
                    | "pageno"
                    | "pageindex"
                    | "currentpage"
            )
    });
    kept.collect::<String>() + "?" + &parameters.collect::<Vec<_>>().join("&")
}

/// The addresses of the page list: numbers one after the other among the links of one element. The
/// number that is missing is the page itself.
pub(super) fn numbered(page: &Page, links: &[(Node, String)]) -> Vec<String> {
    let mut best: Vec<(u32, String)> = Vec::new();
    let mut run: Vec<(u32, String)> = Vec::new();
    let mut last: Option<(Node, Node)> = None;
    for (link, text) in links {
        let Some(number) = page_number(text) else { continue };
        let Some(address) = address(*link) else { continue };
        // Links of one list are in one element, or in the items of one.
        let parent = link.parent().unwrap_or(*link);
        let list = parent.parent().unwrap_or(parent);
        let is_beside = last.is_some_and(|(parent_before, list_before)| {
            parent_before == parent || list_before == list
        });
        let follows =
            run.last().is_some_and(|(before, _)| number == before + 1 || number == before + 2);
        if !(is_beside && follows) {
            keep_longer(&mut best, &mut run);
        }
        run.push((number, address));
        last = Some((parent, list));
    }
    keep_longer(&mut best, &mut run);
    with_page(page, best)
}

/// The number of a page that a text gives.
fn page_number(text: &str) -> Option<u32> {
    const LONGEST: usize = 5;
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    if !has_digit || text.chars().filter(|c| !c.is_whitespace()).count() > LONGEST {
        return None;
    }
    let text = text.trim_matches(|c: char| "[]()第页頁 ".contains(c));
    text.parse().ok().filter(|number| (1..2_000).contains(number))
}

fn keep_longer(best: &mut Vec<(u32, String)>, run: &mut Vec<(u32, String)>) {
    if run.len() > best.len() && run.first().is_some_and(|(number, _)| *number <= 2) {
        std::mem::swap(best, run);
    }
    run.clear();
}

/// The list with the page's own address in the gap; empty if it is no list of pages.
fn with_page(page: &Page, list: Vec<(u32, String)>) -> Vec<String> {
    let Some(&(last, _)) = list.last() else { return Vec::new() };
    let gaps: Vec<u32> =
        (1..=last).filter(|number| list.iter().all(|(other, _)| other != number)).collect();
    let is_alike = list.iter().all(|(_, address)| is_same_but_numbers(page.url(), address));
    if list.len() + gaps.len() < 2 || gaps.len() > 1 || !is_alike {
        return Vec::new();
    }
    let mut pages: Vec<String> = list.into_iter().map(|(_, address)| address).collect();
    if let (Some(gap), Some(url)) = (gaps.first(), page.url()) {
        pages.insert((*gap as usize - 1).min(pages.len()), url.to_owned());
    }
    pages
}

/// The page after this one in the page list.
fn after_current(page: &Page, list: &[String]) -> Option<String> {
    let url = page.url()?;
    let at = list.iter().position(|address| address == url)?;
    list.get(at + 1).cloned()
}

/// The links to the articles before and after this one.
pub(super) fn neighbours(links: &[Node]) -> (Option<Link>, Option<Link>) {
    let (mut previous, mut next) = (None, None);
    for element in links {
        let (place, title) = match labelled(*element) {
            Some((Label::PreviousArticle, title)) => (&mut previous, title),
            Some((Label::NextArticle, title)) => (&mut next, title),
            _ => continue,
        };
        if place.is_none() {
            *place = link(*element, &title);
        }
    }
    (previous, next)
}

/// The label of a link and its title: in its own words, or in those right before it.
fn labelled(link: Node) -> Option<(Label, String)> {
    if link.characters() > 120 {
        return None;
    }
    let (document, texts) = (link.page.document(), link.page.texts());
    let first = link.text_range().next()?;
    if label_of(document.text(texts[first].node).trim_start()).is_some() {
        let text = link.shown(" ");
        let (label, title) = label_of(&text)?;
        let title = if title.is_empty() { link.value(AttributeName::TITLE).trim() } else { title };
        return Some((label, title.to_owned()));
    }
    let before = document.text(texts[first.checked_sub(1)?].node).trim();
    if before.len() > 60 {
        return None;
    }
    let (label, rest) = label_of(before)?;
    rest.is_empty().then(|| (label, link.shown(" ")))
}
