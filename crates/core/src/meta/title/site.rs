//! The names of the site, and titles without them.

use super::headings::Heading;
use super::words::is_home;
use crate::kind::PageKind;
use crate::meta::author::host_label;
use crate::meta::candidate::normalised;
use crate::meta::site_name::home_links;
use crate::page::{Page, kinds_of};
use crate::text::chars::is_cjk;
use crate::text::{count, titles};

/// The site's names for itself.
pub(super) struct Site {
    names: Vec<String>,
    host: Option<String>,
    /// Texts of links to its first page.
    home: Vec<String>,
}

/// Between a title and the name of a community.
const BEFORE_NAME: &str = " : ";

/// No names.
pub(super) static NO_SITE: Site = Site { names: Vec::new(), host: None, home: Vec::new() };

impl Site {
    /// The names of the site that a page of a kind is on, given its headings.
    pub(super) fn new(page: &Page, headings: &[Heading], kind: Option<PageKind>) -> Self {
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
            let is_site = kinds_of(object)
                .any(|kind| matches!(kind, "WebSite" | "Organization" | "NewsMediaOrganization"));
            let site = if is_site { Some(object) } else { object.get("publisher") };
            let name = site.and_then(|site| site.get("name"));
            names.extend(name.and_then(|name| name.as_str()).map(normalised));
        }
        if kind != Some(PageKind::Home) {
            let own = headings.iter().filter(|heading| heading.leads_home);
            names.extend(own.map(|heading| heading.compared.clone()));
        }
        names.retain(|name| !name.is_empty());
        let home = home_links(page).map(|name| normalised(&name)).filter(|name| !name.is_empty());
        let home: Vec<String> = home.collect();
        let element = data.title.as_deref().unwrap_or("");
        let behind_colon = element.rsplit_once(BEFORE_NAME).map(|(_, name)| normalised(name));
        names.extend(behind_colon.filter(|name| home.contains(name)));
        Self { names, host: page.url().and_then(host_label), home }
    }

    /// True for a name that the page gives to its site.
    pub(super) fn calls_itself(&self, text: &str) -> bool {
        self.names.contains(&normalised(text))
    }

    pub(super) fn is_own_name(&self, text: &str) -> bool {
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
        let longest = texts.filter(is_beginning).map(str::len).max();
        longest.map(|longest| &title[..longest]).or_else(|| self.headed_parts(title, headings))
    }

    /// The first parts of a title that make up a heading of the first level, which has other marks between them:
    /// "News - A thing | Site", where forums show the thread's label before its title.
    fn headed_parts<'a>(&self, title: &'a str, headings: &[Heading]) -> Option<&'a str> {
        let parts = titles::parts(title);
        let first = headings.iter().find(|heading| heading.level == 1)?;
        let wanted = &first.compared;
        let end_of = |part: &str| part.as_ptr() as usize - title.as_ptr() as usize + part.len();
        let mut beginnings = parts.iter().skip(1).take(4).map(|part| &title[..end_of(part)]);
        beginnings.find(|text| normalised(text) == *wanted && !self.is_own_name(text))
    }

    /// A title without the site's name behind a colon: `A thing : The Site`.
    fn before_name<'a>(&self, title: &'a str) -> &'a str {
        let parts = title.rsplit_once(BEFORE_NAME);
        let is_site = |name: &str| self.home.contains(&normalised(name)) || self.calls_itself(name);
        parts.filter(|(_, name)| is_site(name)).map_or(title, |(before, _)| before.trim())
    }

    /// The part of the title of a site's first page that names the site, or else the first that is no word for such a page.
    pub(super) fn name_part<'a>(&self, title: &'a str) -> &'a str {
        let parts = titles::parts(title);
        let name = parts.iter().find(|part| self.is_own_name(part));
        name.or_else(|| parts.iter().find(|part| !is_home(part))).copied().unwrap_or(title.trim())
    }

    /// A title without the parts that name the site or a channel: the first part that is a
    /// heading, or else the first that does not name the site, or the longest where that is one
    /// word.
    pub(super) fn own_part<'a>(&self, title: &'a str, headings: &[Heading]) -> &'a str {
        let title = self.before_name(title);
        let parts: Vec<&str> = title.split("--").flat_map(titles::parts).collect();
        let is_other = |part: &&str| !self.is_own_name(part);
        let others: Vec<&str> = parts.iter().copied().filter(is_other).collect();
        let Some(first) = others.first() else {
            return title.trim();
        };
        let is_heading = |part: &&str| {
            let part = normalised(part);
            headings.iter().any(|heading| heading.level == 1 && heading.compared == part)
        };
        if is_heading(first) {
            return first;
        }
        if let Some(part) = headed_behind_site(&others, parts.last(), headings) {
            return part;
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

/// The part of a title with a heading of the first level, behind one that is shorter and has none: the site's name comes
/// first. `The Site - Pumps for wells`.
fn headed_behind_site<'a>(
    parts: &[&'a str],
    last: Option<&&str>,
    headings: &[Heading],
) -> Option<&'a str> {
    /// A shorter heading may be in any text.
    const SHORTEST: usize = 4;
    let (first, others) = parts.split_first()?;
    let amount = |part: &str| count::tokens(part);
    let first_level = || headings.iter().filter(|heading| heading.level == 1);
    let has_heading = |part: &str| {
        let part = normalised(part);
        let mut texts = first_level().map(|heading| heading.compared.as_str());
        texts.any(|text| part.contains(text) && text.chars().count() >= SHORTEST)
    };
    // The name of a book comes last, and its heading is above that of the chapter.
    let mut from = headings.iter().skip_while(|heading| heading.level != 1);
    let is_it = |heading: Option<&Heading>, part: &str| {
        heading.is_some_and(|heading| heading.compared == normalised(part))
    };
    let is_chapter = is_it(from.next(), last.copied().unwrap_or("")) && is_it(from.next(), first);
    let longer = others.iter().filter(|part| amount(part) > amount(first));
    let mut headed = longer.filter(|part| has_heading(part));
    if is_chapter || has_heading(first) { None } else { headed.next().copied() }
}

/// The title without its author (`A thing by Somebody`), if a heading of the first level repeats it so.
fn without_author<'a>(title: &'a str, headings: &[Heading]) -> Option<&'a str> {
    let is_author = |rest: &str| {
        [" by ", " von ", " par ", " door "].iter().any(|by| rest.starts_with(by))
            && rest.split_whitespace().count() <= 5
    };
    let mut texts = headings.iter().filter(|heading| heading.level == 1).map(|h| h.text.as_str());
    let text = texts.find(|text| title.strip_prefix(text).is_some_and(is_author))?;
    Some(&title[..text.len()])
}
