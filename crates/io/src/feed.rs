//! Feeds (RSS, RFC 4287) whose entries get whole articles. What else a feed says stays as it is.

use std::ops::Range;

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use url::Url;
use zhengwen::PageInfo;

pub use self::shapes::{as_json, of_page};
use crate::fetch::Fetched;

mod shapes;

/// The media type of RSS.
pub const RSS: &str = "application/rss+xml; charset=utf-8";

/// A feed and the places of its entries.
#[derive(Debug)]
pub struct Feed {
    xml: String,
    /// The end of its XML declaration.
    start: usize,
    is_atom: bool,
    entries: Vec<Entry>,
}

/// An entry of a feed.
#[derive(Debug, Default)]
struct Entry {
    /// The prefix of its element's name, with the colon.
    prefix: String,
    place: Range<usize>,
    /// The start of its end tag.
    end: usize,
    address: Option<String>,
    /// The elements that hold an article already.
    contents: Vec<Range<usize>>,
}

/// The address of an entry where it has no link: that of a `guid`, unless it is only a name.
#[derive(Debug, Default)]
struct Addresses {
    link: Option<String>,
    guid: Option<String>,
}

/// The walk over a feed.
struct Walk<'a> {
    xml: &'a str,
    is_atom: Option<bool>,
    start: usize,
    depth: usize,
    /// The open entry, with the depth of its element.
    open: Option<(Entry, Addresses, usize)>,
    /// The open child of the entry: its name, its start and its text.
    child: Option<(String, usize, String)>,
    entries: Vec<Entry>,
}

impl Feed {
    /// Reads a feed, as far as it can be read; `None` for what is no feed.
    pub fn read(fetched: &Fetched) -> Option<Self> {
        let label = declared_encoding(&fetched.bytes);
        let info =
            PageInfo::new().http_charset(fetched.charset.as_deref()).encoding(label.as_deref());
        let (text, _) = info.decode(&fetched.bytes);
        let xml = text.trim_start_matches('\u{feff}').to_owned();
        let mut walk = Walk {
            xml: &xml,
            is_atom: None,
            start: 0,
            depth: 0,
            open: None,
            child: None,
            entries: Vec::new(),
        };
        walk.run();
        let (is_atom, start, mut entries) = (walk.is_atom?, walk.start, walk.entries);
        let base = Url::parse(&fetched.url).ok();
        for entry in &mut entries {
            let address = entry.address.take();
            let whole = |address: String| match &base {
                Some(base) => base.join(address.trim()).ok(),
                None => Url::parse(address.trim()).ok(),
            };
            let address = address.and_then(whole);
            entry.address = address
                .filter(|address| matches!(address.scheme(), "http" | "https"))
                .map(String::from);
        }
        Some(Self { xml, start, is_atom, entries })
    }

    /// The address of each entry's article, in order.
    pub fn addresses(&self) -> impl Iterator<Item = Option<&str>> {
        self.entries.iter().map(|entry| entry.address.as_deref())
    }

    /// The media type.
    pub fn media_type(&self) -> &'static str {
        if self.is_atom { "application/atom+xml; charset=utf-8" } else { RSS }
    }

    /// The feed in UTF-8 with the first entries only, as many as there are articles. An article, as HTML, replaces what the entry
    /// holds of it; an entry without one stays as it is.
    pub fn with_articles(&self, articles: &[Option<impl AsRef<str>>]) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        let mut at = self.start;
        for (number, entry) in self.entries.iter().enumerate() {
            match articles.get(number) {
                None => {
                    out.push_str(&self.xml[at..entry.place.start]);
                    at = entry.place.end;
                }
                Some(None) => {}
                Some(Some(article)) => {
                    for content in &entry.contents {
                        out.push_str(&self.xml[at..content.start]);
                        at = content.end;
                    }
                    out.push_str(&self.xml[at..entry.end]);
                    at = entry.end;
                    self.push_content(&mut out, entry, article.as_ref());
                }
            }
        }
        out.push_str(&self.xml[at..]);
        out
    }

    fn push_content(&self, out: &mut String, entry: &Entry, article: &str) {
        let (start, name) = if self.is_atom {
            let name = format!("{}content", entry.prefix);
            (format!("<{name} type=\"html\">"), name)
        } else {
            // A feed need not know the name, so each element brings it.
            let space = "http://purl.org/rss/1.0/modules/content/";
            let name = "content:encoded";
            (format!("<{name} xmlns:content=\"{space}\">"), name.to_owned())
        };
        out.push_str(&format!("{start}{}</{name}>", in_cdata(article)));
    }
}

impl<'a> Walk<'a> {
    fn run(&mut self) {
        let mut reader = Reader::from_str(self.xml);
        reader.config_mut().allow_dangling_amp = true;
        let position = |reader: &Reader<&[u8]>| -> usize {
            usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
        };
        loop {
            let before = position(&reader);
            let Ok(event) = reader.read_event() else { return };
            let place = before..position(&reader);
            if event == Event::Eof || !self.event(event, &place) {
                return;
            }
        }
    }

    /// Takes an event; false if this is no feed.
    fn event(&mut self, event: Event<'a>, place: &Range<usize>) -> bool {
        match event {
            // One within the feed is damage.
            Event::Decl(_) if self.is_atom.is_none() => self.start = place.end,
            Event::Start(tag) => {
                self.depth += 1;
                if self.depth == 1 {
                    self.is_atom = match tag.local_name().as_ref() {
                        "feed" => Some(true),
                        "rss" | "RDF" => Some(false),
                        _ => return false,
                    };
                }
                self.begin(&tag, place, false);
            }
            Event::Empty(tag) => {
                self.depth += 1;
                self.begin(&tag, place, true);
                self.end(place);
            }
            Event::End(_) => self.end(place),
            Event::Text(text) => self.text(&text),
            Event::CData(text) => self.text(&text),
            Event::GeneralRef(name) => self.text(&resolved(&name)),
            _ => {}
        }
        true
    }

    fn begin(&mut self, tag: &BytesStart, place: &Range<usize>, is_empty: bool) {
        let is_atom = self.is_atom == Some(true);
        let Some((entry, addresses, depth)) = &mut self.open else {
            let wanted = if is_atom { "entry" } else { "item" };
            if tag.local_name().as_ref() == wanted && !is_empty {
                let name = tag.name();
                let prefix = name.as_ref().trim_end_matches(wanted).to_owned();
                let entry = Entry { prefix, place: place.clone(), ..Entry::default() };
                self.open = Some((entry, Addresses::default(), self.depth));
            }
            return;
        };
        if self.depth != *depth + 1 {
            return;
        }
        let name = tag.name().as_ref().to_owned();
        let value = |name: &str| -> Option<String> {
            let attribute = tag.try_get_attribute(name).ok().flatten()?;
            Some(attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
        };
        if is_atom && name.strip_prefix(&entry.prefix) == Some("link") {
            let rel = value("rel");
            if rel.is_none_or(|rel| rel == "alternate") && addresses.link.is_none() {
                addresses.link = value("href");
            }
        }
        let is_name = name == "guid" && value("isPermaLink").is_some_and(|value| value == "false");
        if !is_name {
            self.child = Some((name, place.start, String::new()));
        }
    }

    fn text(&mut self, text: &str) {
        // Titles and texts of an entry's descendants are not looked at, so they are not kept.
        if let Some((name, _, kept)) = &mut self.child
            && matches!(name.as_str(), "link" | "guid")
        {
            kept.push_str(text);
        }
    }

    fn end(&mut self, place: &Range<usize>) {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        let is_atom = self.is_atom == Some(true);
        let Some((entry, addresses, entry_depth)) = &mut self.open else { return };
        if depth == *entry_depth + 1
            && let Some((name, start, text)) = self.child.take()
        {
            let text = Some(text).filter(|text| !text.trim().is_empty());
            match name.as_str() {
                "link" if !is_atom => addresses.link = addresses.link.take().or(text),
                "guid" if !is_atom => {
                    addresses.guid = text.filter(|text| text.trim().starts_with("http"));
                }
                "content:encoded" if !is_atom => entry.contents.push(start..place.end),
                name if is_atom && name.strip_prefix(&entry.prefix) == Some("content") => {
                    entry.contents.push(start..place.end);
                }
                _ => {}
            }
        }
        if depth == *entry_depth
            && let Some((mut entry, addresses, _)) = self.open.take()
        {
            entry.address = addresses.link.or(addresses.guid);
            entry.end = place.start;
            entry.place.end = place.end;
            self.entries.push(entry);
        }
    }
}

/// The character of a reference in an address.
fn resolved(name: &BytesRef) -> String {
    let predefined = match name.as_ref() {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => "",
    };
    let character = name.resolve_char_ref().ok().flatten();
    character.map_or_else(|| predefined.to_owned(), String::from)
}

/// The encoding that the XML declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let start = &bytes[..bytes.len().min(200)];
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}');
    let declaration = text.strip_prefix("<?xml")?.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Some(value[1..].split_once(quote)?.0.to_owned())
}

/// Text as XML may hold it, without references.
fn in_cdata(text: &str) -> String {
    let text: String = text.chars().filter(|c| is_xml(*c)).collect();
    format!("<![CDATA[{}]]>", text.replace("]]>", "]]]]><![CDATA[>"))
}

/// True for the characters that XML may hold.
fn is_xml(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(xml: &[u8]) -> Option<Feed> {
        let url = "https://a.test/feeds/all.xml".to_owned();
        Feed::read(&Fetched { bytes: xml.to_vec(), url, ..Fetched::default() })
    }

    const WHOLE: &str = "<?xml version='1.0'?>\n<rss version='2.0'><channel><link>https://a.test/</link>\
        <item><title>One &amp; two</title><link>https://a.test/1?x=1&amp;y=2</link><description>Short.</description></item>\n\
        <item><link><![CDATA[ /2 ]]></link><content:encoded>Old.</content:encoded><x:source><link>no</link></x:source></item>\
        <item><guid isPermaLink='false'>https://a.test/no</guid></item>\
        <item><guid>https://a.test/4</guid></item></channel></rss>\n";

    #[test]
    fn rss_keeps_all_but_the_articles() {
        let parsed = feed(WHOLE.as_bytes()).unwrap();
        let addresses: Vec<Option<&str>> = parsed.addresses().collect();
        let expected = [
            Some("https://a.test/1?x=1&y=2"),
            Some("https://a.test/2"),
            None,
            Some("https://a.test/4"),
        ];
        assert_eq!(addresses, expected);
        let body = WHOLE.strip_prefix("<?xml version='1.0'?>").unwrap();
        let same: [Option<&str>; 4] = [None; 4];
        let declared = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";
        assert_eq!(parsed.with_articles(&same), format!("{declared}{body}"));
        let content = |text: &str| {
            format!(
                "<content:encoded xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"><![CDATA[{text}]]></content:encoded>"
            )
        };
        let written = parsed.with_articles(&[Some("<p>]]>\u{1}</p>"), Some("<p>New.</p>"), None]);
        let body = body
            .replace(
                "Short.</description>",
                &format!("Short.</description>{}", content("<p>]]]]><![CDATA[></p>")),
            )
            .replace("<content:encoded>Old.</content:encoded>", "")
            .replace("</x:source>", &format!("</x:source>{}", content("<p>New.</p>")))
            .replace("<item><guid>https://a.test/4</guid></item>", "");
        assert_eq!(written, format!("{declared}{body}"));
        assert_eq!(parsed.media_type(), "application/rss+xml; charset=utf-8");
        // What is written can be read again.
        let again = feed(written.as_bytes()).unwrap();
        assert_eq!(again.addresses().collect::<Vec<_>>(), expected[..3]);
    }

    #[test]
    fn atom_takes_the_link_of_the_page() {
        let xml = "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:link href='/'/><a:entry><a:link rel='self' href='/no'/>\
            <a:link rel='alternate' href='/1?a=1&amp;b=2'/><a:content type='text'>Old <b>x</b></a:content><m:content/></a:entry>\
            <a:entry><a:source><a:link href='/no'/><a:content>no</a:content></a:source></a:entry></a:feed>";
        let feed = feed(xml.as_bytes()).unwrap();
        assert_eq!(feed.addresses().collect::<Vec<_>>(), [Some("https://a.test/1?a=1&b=2"), None]);
        let written = feed.with_articles(&[Some("<p>茶</p>"), None]);
        let entry =
            "<m:content/><a:content type=\"html\"><![CDATA[<p>茶</p>]]></a:content></a:entry>";
        assert!(written.contains(entry) && !written.contains("Old"), "{written}");
        assert!(written.contains("<a:content>no</a:content>"));
    }

    #[test]
    fn other_encodings_and_damage() {
        let gbk =
            b"<?xml version='1.0' encoding='gb2312'?><rss><channel><item><title>\xb2\xe8</title>\
            <link>https://a.test/1</link></item><item><title>cut";
        let cut = feed(gbk).unwrap();
        assert_eq!(cut.addresses().count(), 1);
        let none: [Option<&str>; 1] = [None];
        assert!(cut.with_articles(&none).contains("<title>茶</title>"));
        let rdf = b"<rdf:RDF><channel/><item><link>https://a.test/1</link></item></rdf:RDF>";
        assert_eq!(feed(rdf).unwrap().addresses().count(), 1);
        for other in [&b"<html><body><item></item></body></html>"[..], b"{}", b"", b"<rs", b"text"]
        {
            assert!(feed(other).is_none(), "{other:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_parts_end(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<rss>", "<feed>", "<item>", "</item>", "<entry>", "</entry>", "<link>", "<link href='/a'/>", "</link>", "&amp;", "&#x;", "&x;",
            "<![CDATA[", "]]>", "http://a/", "<content:encoded>", "</content:encoded>", "<content/>", "<!--", "<?", "<", "茶", "</rss>",
            "<item/>", "<?xml version='1.0' encoding='gbk'?>",
        ]), 0..60)) {
            if let Some(feed) = feed(parts.concat().as_bytes()) {
                let all = feed.addresses().count();
                let articles: Vec<Option<&str>> = (0..all).map(|n| (n % 2 == 0).then_some("x")).collect();
                feed.with_articles(&articles);
                feed.with_articles(&articles[..all / 2]);
            }
        }
    }
}
