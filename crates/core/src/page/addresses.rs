//! Addresses made absolute by `base` and the page's own address; only schemes that are safe to
//! follow.

use url::{ParseError, Url};

use crate::dom::{AttributeName, Document, Tag};

/// What addresses of a page refer to.
#[derive(Debug, Clone, Default)]
pub struct Addresses {
    base: Option<Url>,
}

/// Schemes of links; scripts, data and programs are none.
const LINK_SCHEMES: &[&str] = &["http", "https", "mailto", "tel", "ftp"];
const MEDIA_SCHEMES: &[&str] = &["http", "https"];

/// Longer addresses, in bytes, are left out.
const LONGEST: usize = 8_192;

impl Addresses {
    /// The addresses of a document that was read from `url`; the first `base` element counts.
    pub(super) fn new(document: &Document, url: Option<&str>) -> Self {
        let own =
            url.and_then(|url| Url::parse(url.trim()).ok()).filter(|url| !url.cannot_be_a_base());
        let is_base = |id: &crate::dom::NodeId| document.tag(*id) == Tag::BASE;
        // `base` stands in the head.
        let bases = document.ids().take_while(|id| document.tag(*id) != Tag::BODY).filter(is_base);
        let href = bases.filter_map(|id| document.attribute(id, AttributeName::HREF)).next();
        let base = match (href, &own) {
            (Some(href), Some(own)) => own.join(href).ok(),
            (Some(href), None) => Url::parse(href.trim()).ok(),
            (None, _) => None,
        };
        let is_web = |url: &Url| MEDIA_SCHEMES.contains(&url.scheme());
        Self { base: base.filter(is_web).or(own) }
    }

    /// The address of a link: absolute where the page's address is known, else as written; none
    /// when following it would run a script or open something else than a page, a file or a
    /// letter.
    pub fn page(&self, href: &str) -> Option<String> {
        self.resolve(href, LINK_SCHEMES)
    }

    /// The address of an image, video or frame; of the web only.
    pub fn media(&self, src: &str) -> Option<String> {
        self.resolve(src, MEDIA_SCHEMES)
    }

    /// The host that the page's addresses refer to.
    pub fn host(&self) -> Option<&str> {
        self.base.as_ref()?.host_str()
    }

    fn resolve(&self, address: &str, schemes: &[&str]) -> Option<String> {
        let address = address.trim();
        let is_data = address.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
        if address.is_empty() || address.len() > LONGEST || is_data {
            return None;
        }
        let url = match &self.base {
            Some(base) => base.join(address),
            None => Url::parse(address),
        };
        match url {
            Ok(url) => schemes.contains(&url.scheme()).then(|| url.into()),
            Err(ParseError::RelativeUrlWithoutBase) => {
                // The URL standard drops these before it looks for a scheme.
                let kept = address.chars().filter(|c| !c.is_ascii_control());
                Some(kept.collect::<String>().replace(' ', "%20"))
            }
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

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
    }
}
