//! The addresses of a site: those that a page links to, and those in its sitemaps and feeds.

use std::collections::HashSet;

use url::Url;
use zhengwen_page::page::Page;
use zhengwen_site::feed_addresses;
use zhengwen_site::site::site_of_address;

use super::{MOST_LISTED, lists};
use crate::articles::info_of;
use crate::fetch::{Client, Fetched};

/// The addresses of the site of a page, itself first, each once: with `takes_links` those that it
/// links to, with a client those in the site's sitemaps and feeds. Without `is_whole_site`, only those
/// of the page's own host.
pub fn addresses_of_site(
    client: Option<&Client>,
    fetched: &Fetched,
    takes_links: bool,
    is_whole_site: bool,
) -> Vec<String> {
    let (html, _) = info_of(fetched).decode(&fetched.bytes);
    let page = Page::new(&html, Some(&fetched.url));
    let Ok(first) = Url::parse(&fetched.url) else { return Vec::new() };
    let mut found = vec![first.to_string()];
    if takes_links {
        found.extend(page.linked_addresses());
    }
    if let Some(client) = client {
        let mut lists = client.sitemaps(&fetched.url).unwrap_or_default();
        if lists.is_empty() {
            lists.extend(first.join("/sitemap.xml").map(|url| url.to_string()));
        }
        lists.extend(feed_addresses(&page));
        found.extend(lists::addresses(client, lists, MOST_LISTED));
    }
    let own_site = site_of_address(&fetched.url);
    let is_own = |url: &Url| match is_whole_site {
        true => own_site.is_some() && site_of_address(url.as_str()) == own_site,
        false => url.host_str() == first.host_str(),
    };
    let mut seen = HashSet::new();
    found.retain_mut(|address| {
        let Ok(mut url) = Url::parse(address) else { return false };
        url.set_fragment(None);
        *address = url.to_string();
        is_own(&url) && seen.insert(address.clone())
    });
    found
}
