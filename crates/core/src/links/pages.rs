//! Further pages of the same article, and the articles before and after it.

use super::link::{Label, Link, label_of, link, texts_of};
use crate::dom::{AttributeName, NodeId, NodeKind, Tag};
use crate::page::Page;

/// The address of the next page: from a link that says so, `rel=next` of the same address but for
/// its numbers, or the page list.
pub(super) fn next(page: &Page, links: &[(NodeId, String)], list: &[String]) -> Option<String> {
    let named = links.iter().filter(
        |(_, text)| matches!(label_of(text), Some((Label::NextPage, rest)) if rest.is_empty()),
    );
    let mut named =
        named.filter_map(|(id, _)| address(page, *id)).filter(|address| is_other(page, address));
    let related = || rel_next(page).filter(|address| is_same_but_numbers(page.url(), address));
    let first = named.next();
    let is_alike = |address: &String| is_same_but_numbers(page.url(), address);
    let best = first.clone().filter(is_alike).or_else(|| named.find(is_alike));
    best.or_else(related).or(first).or_else(|| after_current(page, list))
}

fn address(page: &Page, id: NodeId) -> Option<String> {
    let href = page.document().attribute(id, AttributeName::HREF)?;
    page.addresses().page(href).filter(|address| !address.starts_with("mailto:"))
}

fn is_other(page: &Page, address: &str) -> bool {
    let bare = |address: &str| address.split('#').next().unwrap_or("").to_owned();
    page.url().is_none_or(|own| bare(own) != bare(address))
}

fn rel_next(page: &Page) -> Option<String> {
    let document = page.document();
    let is_next = |id: &NodeId| {
        document.kind(*id) == NodeKind::Element
            && matches!(document.tag(*id), Tag::LINK | Tag::A)
            && document.attribute(*id, AttributeName::REL).is_some_and(|rel| {
                rel.split_whitespace().any(|word| word.eq_ignore_ascii_case("next"))
            })
    };
    document.ids().filter(is_next).find_map(|id| address(page, id))
}

/// True if two addresses differ only in numbers, as `12.html` and `12_2.html` do, or in a `page`
/// parameter; true when the page's own is unknown.
fn is_same_but_numbers(own: Option<&str>, other: &str) -> bool {
    let Some(own) = own else { return true };
    // Without the numbers and the marks before them.
    let shape = |address: &str| -> String {
        let address = address.split('#').next().unwrap_or("").to_ascii_lowercase();
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
    };
    shape(own) == shape(other)
}

/// The addresses of the page list: numbers one after the other among the links of one element. The
/// number that is missing is the page itself.
pub(super) fn numbered(page: &Page, links: &[(NodeId, String)]) -> Vec<String> {
    const LONGEST: usize = 5;
    let document = page.document();
    let number = |text: &str| -> Option<u32> {
        if !text.contains(|c: char| c.is_ascii_digit())
            || text.chars().filter(|c| !c.is_whitespace()).count() > LONGEST
        {
            return None;
        }
        let text = text.trim_matches(|c: char| "[]()第页頁 ".contains(c));
        text.parse().ok().filter(|number| (1..2_000).contains(number))
    };
    let mut best: Vec<(u32, String)> = Vec::new();
    let mut run: Vec<(u32, String)> = Vec::new();
    let mut last: Option<(NodeId, NodeId)> = None;
    for (id, text) in links {
        let (id, Some(number)) = (*id, number(text)) else { continue };
        let Some(address) = address(page, id) else { continue };
        // Links of one list are in one element, or in the items of one.
        let parent = document.parent(id).unwrap_or(id);
        let list = document.parent(parent).unwrap_or(parent);
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
    with_own(page, best)
}

fn keep_longer(best: &mut Vec<(u32, String)>, run: &mut Vec<(u32, String)>) {
    if run.len() > best.len() && run.first().is_some_and(|(number, _)| *number <= 2) {
        std::mem::swap(best, run);
    }
    run.clear();
}

/// The list with the page's own address in the gap; empty if it is no list of pages.
fn with_own(page: &Page, list: Vec<(u32, String)>) -> Vec<String> {
    let Some(&(last, _)) = list.last() else { return Vec::new() };
    let gaps: Vec<u32> =
        (1..=last).filter(|number| list.iter().all(|(other, _)| other != number)).collect();
    let is_alike = list.iter().all(|(_, address)| is_same_but_numbers(page.url(), address));
    if list.len() + gaps.len() < 2 || gaps.len() > 1 || !is_alike {
        return Vec::new();
    }
    let mut pages: Vec<String> = list.into_iter().map(|(_, address)| address).collect();
    if let (Some(gap), Some(own)) = (gaps.first(), page.url()) {
        pages.insert((*gap as usize - 1).min(pages.len()), own.to_owned());
    }
    pages
}

/// The page after this one in the page list.
fn after_current(page: &Page, list: &[String]) -> Option<String> {
    let own = page.url()?;
    let at = list.iter().position(|address| address == own)?;
    list.get(at + 1).cloned()
}

/// The links to the articles before and after this one.
pub(super) fn neighbours(page: &Page, links: &[NodeId]) -> (Option<Link>, Option<Link>) {
    let (mut previous, mut next) = (None, None);
    for &id in links {
        let place = match labelled(page, id) {
            Some((Label::PreviousArticle, title)) => (&mut previous, title),
            Some((Label::NextArticle, title)) => (&mut next, title),
            _ => continue,
        };
        if place.0.is_none() {
            *place.0 = link(page, id, &place.1);
        }
    }
    (previous, next)
}

/// The label of a link and its title: in its own words, or in those right before it.
fn labelled(page: &Page, id: NodeId) -> Option<(Label, String)> {
    let document = page.document();
    if page.stats().characters(document, id) > 120 {
        return None;
    }
    let texts = page.texts();
    let first = texts_of(page, id).next()?;
    if label_of(document.text(texts[first].node).trim_start()).is_some() {
        let text = page.text_of(id, " ");
        let (label, title) = label_of(&text)?;
        let title = if title.is_empty() { title_attribute(page, id) } else { title.to_owned() };
        return Some((label, title));
    }
    let before = first.checked_sub(1).map(|at| document.text(texts[at].node).trim())?;
    if before.len() > 60 {
        return None;
    }
    let (label, rest) = label_of(before)?;
    rest.is_empty().then(|| (label, page.text_of(id, " ")))
}

fn title_attribute(page: &Page, id: NodeId) -> String {
    page.document().attribute(id, AttributeName::TITLE).unwrap_or("").trim().to_owned()
}
