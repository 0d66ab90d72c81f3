//! Makes addresses absolute by `base` and the page's own address, and lets through only schemes
//! that are safe to follow.

use std::collections::HashSet;

use url::{ParseError, Position, Url};

use super::Page;
use crate::dom::{AttributeName, Document, NodeRef, Tag};
use crate::text::address::Address;

/// Resolves the addresses of a page.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    base: Option<Url>,
    /// The base up to its path, if it is a web address.
    origin: Option<String>,
    /// True if the base is from the page itself, since its address was not given.
    is_told: bool,
    /// Addresses longer than this, in bytes, are left out.
    longest: usize,
}

/// The schemes allowed in links: none for scripts, data or programs.
const LINK_SCHEMES: &[&str] = &["http", "https", "mailto", "tel", "ftp"];
const MEDIA_SCHEMES: &[&str] = &["http", "https"];

/// A page's own base longer than this part of the longest address is not believed: every link of the page would repeat it.
const BASE_PART: usize = 8;

impl Addresses {
    /// Creates the resolver for a document read from `url`; its first `base` element counts.
    pub(super) fn new(document: &Document, url: Option<&str>, longest: usize) -> Self {
        let longest_base = longest / BASE_PART;
        let given = url.and_then(|url| Url::parse(url.trim()).ok());
        let given = given.filter(|url| !url.cannot_be_a_base());
        let mut bases = before_body(document).filter(|node| node.is(Tag::BASE));
        let href = bases.find_map(|node| node.attribute(AttributeName::HREF));
        let href = href.filter(|href| href.len() <= longest_base);
        let base = match (href, &given) {
            (Some(href), Some(given)) => given.join(href).ok(),
            (Some(href), None) => Url::parse(href.trim()).ok(),
            (None, _) => None,
        };
        let base = base.filter(is_web);
        let named = if given.is_none() { named_address(document) } else { None };
        let named = named.filter(|url| is_web(url) && url.as_str().len() <= longest_base);
        let is_told = given.is_none() && base.is_some() || named.is_some();
        let base = match (base, href) {
            (None, Some(href)) => {
                named.map(|named| named.join(href).ok().filter(is_web).unwrap_or(named)).or(given)
            }
            (base, _) => base.or(given).or(named),
        };
        let web = base.as_ref().filter(|url| is_web(url));
        Self {
            origin: web.map(|url| url[..Position::BeforePath].to_owned()),
            base,
            is_told,
            longest,
        }
    }

    /// Resolves the address of a link: absolute if the page's address is known, else as written.
    /// None if following it would run a script or open anything but a page, a file or an e-mail.
    pub fn page(&self, href: &str) -> Option<String> {
        self.resolve(href, LINK_SCHEMES)
    }

    /// Resolves a web address to an absolute one; `None` where nothing tells how. Without a base `//host/` is taken for `https`.
    pub fn absolute(&self, href: &str) -> Option<String> {
        let without_scheme = href.trim().strip_prefix("//").filter(|_| self.base.is_none());
        let found = match without_scheme {
            Some(rest) => self.media(&["https://", rest].concat()),
            None => self.media(href),
        };
        found.filter(|address| !Address::of(address).scheme.is_empty())
    }

    /// Resolves the address of an image, video or frame; web addresses only.
    pub fn media(&self, src: &str) -> Option<String> {
        self.resolve(src, MEDIA_SCHEMES)
    }

    /// The address by which others are made absolute where only the page gives it (`base`, `canonical`, `og:url`), since
    /// nobody gave its address.
    pub fn told_by_page(&self) -> Option<&str> {
        self.base.as_ref().filter(|_| self.is_told).map(Url::as_str)
    }

    /// The host that the page's addresses refer to.
    pub fn host(&self) -> Option<&str> {
        self.base.as_ref()?.host_str()
    }

    fn resolve(&self, address: &str, schemes: &[&str]) -> Option<String> {
        let address = address.trim();
        let is_data = address.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
        if address.is_empty() || address.len() > self.longest || is_data {
            return None;
        }
        self.as_written(address).or_else(|| self.by_standard(address, schemes))
    }

    /// A shortcut for addresses that the URL standard would leave unchanged, as it does most: web
    /// addresses, and paths on the host of the base. None for others.
    fn as_written(&self, address: &str) -> Option<String> {
        let after_scheme =
            address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
        let (host, path) = match after_scheme {
            Some(rest) => rest.split_at(rest.find('/')?),
            None => ("", address),
        };
        if !is_plain_path(path.as_bytes()) || after_scheme.is_some() && !is_plain_host(host) {
            return None;
        }
        match (after_scheme, &self.origin, &self.base) {
            (Some(_), ..) | (None, None, None) => Some(address.to_owned()),
            (None, Some(origin), _) => Some([origin, address].concat()),
            (None, None, Some(_)) => None,
        }
    }

    /// Resolves an address by the URL standard.
    fn by_standard(&self, address: &str, schemes: &[&str]) -> Option<String> {
        let url = match &self.base {
            Some(base) => base.join(address),
            None => Url::parse(address),
        };
        match url {
            Ok(url) => schemes.contains(&url.scheme()).then(|| url.into()),
            Err(ParseError::RelativeUrlWithoutBase) => Some(escaped(address)),
            Err(_) => None,
        }
    }
}

/// A relative address as the standard writes it: tabs and line ends are dropped, other controls and blanks are escaped.
/// Dropping those too could make a scheme of what was none.
fn escaped(address: &str) -> String {
    let mut written = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            '\t' | '\n' | '\r' => {}
            ' ' | '\0'..='\x1f' | '\x7f' => written.push_str(&format!("%{:02X}", u32::from(c))),
            c => written.push(c),
        }
    }
    written
}

fn is_web(url: &Url) -> bool {
    MEDIA_SCHEMES.contains(&url.scheme())
}

/// The nodes of the head, where `base`, `link` and `meta` are.
fn before_body(document: &Document) -> impl Iterator<Item = NodeRef<'_>> {
    document.root().descendants().take_while(|node| !node.is(Tag::BODY))
}

/// The address that a page names as its own, absolute: `link rel=canonical`, else `og:url`.
fn named_address(document: &Document) -> Option<Url> {
    let mut found = None;
    for node in before_body(document) {
        match node.tag() {
            Tag::LINK if node.value(AttributeName::REL).eq_ignore_ascii_case("canonical") => {
                let address = Url::parse(node.value(AttributeName::HREF).trim()).ok();
                if address.is_some() {
                    return address;
                }
            }
            Tag::META if node.value(AttributeName::PROPERTY).eq_ignore_ascii_case("og:url") => {
                let content = node.value(AttributeName::CONTENT).trim();
                found = found.or_else(|| Url::parse(content).ok());
            }
            _ => {}
        }
    }
    found
}

/// True if the standard leaves a path, with its query, unchanged: it starts at the root, needs no
/// escaping, and no segment begins with a dot.
fn is_plain_path(path: &[u8]) -> bool {
    let is_start_plain = path.first() == Some(&b'/') && path.get(1) != Some(&b'/');
    is_start_plain
        && path.iter().all(|byte| PLAIN_IN_PATH[usize::from(*byte)])
        && path.windows(2).all(|pair| !matches!(pair, b"/." | b"%2"))
}

/// The bytes of a path and query that the standard leaves unchanged.
const PLAIN_IN_PATH: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        plain[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let others = b"/-_.~!$&()*+,;=:@%?";
    let mut at = 0;
    while at < others.len() {
        plain[others[at] as usize] = true;
        at += 1;
    }
    plain
};

/// True if the standard leaves a host unchanged: labels in lower case, the last not a number.
fn is_plain_host(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or("");
    last.starts_with(|c: char| c.is_ascii_lowercase()) && host.split('.').all(is_plain_label)
}

fn is_plain_label(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && !label.ends_with('-')
        && !label.contains("--")
        && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// True if an address is the site's first page.
pub fn leads_home(href: &str) -> bool {
    let Address { scheme, rest, .. } = Address::of(href.trim());
    matches!(
        if scheme.is_empty() || rest.starts_with('/') { rest } else { "/" },
        "/" | "./"
            | "../"
            | "/index.html"
            | "index.html"
            | "/index.htm"
            | "index.htm"
            | "/index.shtml"
    )
}

impl Page {
    /// The addresses of the web that the page links to, each once, in document order.
    pub fn linked_addresses(&self) -> Vec<String> {
        let links = self.document().ids().map(|id| self.node(id)).filter(|node| node.is(Tag::A));
        let hrefs = links.filter_map(|link| link.attribute(AttributeName::HREF));
        let mut seen = HashSet::new();
        let addresses = hrefs.filter_map(|href| self.addresses().page(href));
        addresses.filter(|url| url.starts_with("http") && seen.insert(url.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Addresses, LINK_SCHEMES};
    use crate::page::Page;

    #[test]
    fn absolute_addresses_have_a_scheme_and_a_host() {
        for (base, address, expected) in [
            ("https://a.example/b/c", "index.html", Some("https://a.example/b/index.html")),
            ("http://a.example/b/c", "//d.example/x", Some("http://d.example/x")),
            ("", "//d.example/x", Some("https://d.example/x")),
            ("", "index.html", None),
            ("", "/b?to=http://a.example/", None),
            ("https://a.example/", "javascript:x", None),
        ] {
            let page = Page::new("<p>x", Some(base).filter(|base| !base.is_empty()));
            assert_eq!(page.addresses().absolute(address).as_deref(), expected, "{base} {address}");
        }
    }

    #[test]
    fn addresses_are_left_as_written_only_where_the_standard_leaves_them() {
        const BASES: [&str; 4] =
            ["", "https://example.com:8080/a/b.html?c", "http://u:p@h.example/", "file:///a/b"];
        const PARTS: &str = "http:// https:// HTTP:// // / // . .. a Z9 x-y -- xn--p1ai a.b.cn 127.1 0x7f :80 \
            u@ ? q=1&r='2' # %2e %41 %2 ~ | ^ { [ \\ \t é ; : , + ! * ( ) $ ` \" <";
        let parts: Vec<&str> = PARTS.split(' ').chain([" "]).collect();
        let mut number = 7u32;
        let mut next = |limit: usize| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) as usize % limit
        };
        let mut as_written = 0;
        for round in 0..40_000 {
            let url = BASES[round % BASES.len()];
            let page = Page::new("<p>x", Some(url).filter(|url| !url.is_empty()));
            let start = ["", "/", "http://a.example/", "https://b-c.example"][next(4)];
            let end: String = (0..next(7)).map(|_| parts[next(parts.len())]).collect();
            let address = format!("{start}{end}");
            let addresses: &Addresses = page.addresses();
            if let Some(found) = addresses.as_written(address.trim()) {
                as_written += 1;
                let by_standard = addresses.by_standard(address.trim(), LINK_SCHEMES);
                assert_eq!(Some(found), by_standard, "{url} {address}");
            }
        }
        assert!(as_written > 3_000, "{as_written}");
    }

    fn check(head: &str, url: Option<&str>, href: &str, expected: Option<&str>) {
        let page = Page::new(&format!("<head>{head}</head><p>x"), url);
        assert_eq!(page.addresses().page(href).as_deref(), expected, "{head} {url:?} {href}");
    }

    #[test]
    fn absolute_by_base_and_address() {
        let url = Some("https://example.com/a/b.html");
        check("", url, "c.html", Some("https://example.com/a/c.html"));
        check("", url, "//cdn.example.com/x", Some("https://cdn.example.com/x"));
        check("<base href='/z/'>", url, "c.html", Some("https://example.com/z/c.html"));
        check("<base href='https://o.example/z/'>", None, "c", Some("https://o.example/z/c"));
        check("<base href='javascript:1'>", url, "c", Some("https://example.com/a/c"));
        check("", None, "c d.html", Some("c%20d.html"));
        check("", None, "#top", Some("#top"));
    }

    #[test]
    fn long_addresses_are_left_out() {
        let of = |bytes: usize| "a".repeat(bytes);
        check("", None, &of(8_192), Some(&of(8_192)));
        check("", None, &of(8_193), None);
        // Every link of the page would repeat its base.
        let base = |bytes: usize| format!("<base href='https://o.example/{}/'>", of(bytes));
        check(&base(900), None, "c", Some(&format!("https://o.example/{}/c", of(900))));
        check(&base(1_100), None, "c", Some("c"));
    }

    #[test]
    fn only_safe_schemes() {
        for href in [
            "javascript:alert(1)",
            " jAvAsCrIpT:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "vbscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "blob:https://example.com/x",
            "",
        ] {
            check("", None, href, None);
            check("", Some("https://example.com/"), href, None);
        }
        check("", None, "mailto:a@example.com", Some("mailto:a@example.com"));
        // A browser reads no scheme here, so none may come of it.
        check("", None, "java\u{1}script:alert(1)", Some("java%01script:alert(1)"));
        check("", None, "java\u{7f}scr\nipt:alert(1)", Some("java%7Fscript:alert(1)"));
    }
}
