//! Addresses in sitemaps (sitemaps.org) and in feeds (RSS 2.0, RFC 4287).

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

use crate::fetch::Client;
use crate::pages;

/// The maximum number of sitemaps and feeds to fetch; large sites have thousands.
const MOST_LISTS: usize = 5;

/// The addresses in these sitemaps and feeds and in the sitemaps that they lead to. Lists that fail
/// add nothing.
pub(super) fn addresses(client: &Client, lists: Vec<String>, most: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting: std::collections::VecDeque<String> = lists.into();
    for _ in 0..MOST_LISTS {
        let Some(list) = waiting.pop_front() else { break };
        let Ok(fetched) = client.fetch_list(&list) else { continue };
        let Ok(xml) = pages::unpack(fetched.bytes) else { continue };
        let (addresses, sitemaps) = read(&xml, most - found.len());
        found.extend(addresses);
        waiting.extend(sitemaps);
    }
    found
}

/// The pages and further sitemaps that a list names, as far as it can be read.
fn read(xml: &[u8], most: usize) -> (Vec<String>, Vec<String>) {
    let (mut found, mut sitemaps) = (Vec::new(), Vec::new());
    // Addresses are ASCII, whatever the encoding.
    let xml = String::from_utf8_lossy(xml);
    let mut reader = Reader::from_str(&xml);
    let (mut is_index, mut is_entry, mut text) = (false, false, None::<String>);
    while found.len() + sitemaps.len() < most {
        match reader.read_event() {
            Ok(Event::Start(tag)) => {
                let name = tag.local_name();
                is_index |= name.as_ref() == "sitemapindex";
                is_entry |= matches!(name.as_ref(), "item" | "entry");
                text = matches!(name.as_ref(), "loc" | "link").then(String::new);
            }
            Ok(Event::Empty(tag)) if is_entry && tag.local_name().as_ref() == "link" => {
                let address = tag.try_get_attribute("href").ok().flatten();
                let address = address
                    .and_then(|attribute| attribute.normalized_value(XmlVersion::Implicit1_0).ok());
                found.extend(address.map(|address| address.trim().to_owned()));
            }
            Ok(Event::Text(piece)) => {
                if let Some(text) = &mut text {
                    text.push_str(&piece);
                }
            }
            Ok(Event::CData(piece)) => {
                if let Some(text) = &mut text {
                    text.push_str(&piece);
                }
            }
            Ok(Event::GeneralRef(name)) => {
                if let Some(text) = &mut text {
                    // Addresses contain no other reference.
                    text.push_str(if name.as_ref() == "amp" { "&" } else { "" });
                }
            }
            Ok(Event::End(tag)) => {
                let name = tag.local_name();
                let address = text.take().map(|text| text.trim().to_owned());
                let address = address.filter(|text| text.starts_with("http"));
                match name.as_ref() {
                    "loc" if is_index => sitemaps.extend(address),
                    "loc" => found.extend(address),
                    "link" if is_entry => found.extend(address),
                    _ => {}
                }
            }
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    (found, sitemaps)
}

#[cfg(test)]
mod tests {
    use super::read;

    proptest::proptest! {
        #[test]
        fn any_bytes_end(parts in proptest::collection::vec(proptest::sample::select(vec![
            &b"<loc>"[..], b"</loc>", b"<sitemapindex>", b"<item>", b"<link>", b"<link href='http://a'/>", b"</link>", b"&amp;",
            b"&#x;", b"<![CDATA[", b"]]>", b"http://a/", b"<!--", b"\xff", b"<?", b"<", b"\0",
        ]), 0..60)) {
            let (found, sitemaps) = read(&parts.concat(), 20);
            proptest::prop_assert!(found.len() + sitemaps.len() <= 20);
        }
    }

    #[test]
    fn sitemaps_and_feeds() {
        let map = b"<?xml version='1.0'?><urlset xmlns='x'><url><loc> https://a.test/1?b=1&amp;c=2 </loc></url>\
            <url><loc>https://a.test/2</loc></url></urlset>";
        assert_eq!(read(map, 9).0, ["https://a.test/1?b=1&c=2", "https://a.test/2"]);
        assert_eq!(read(map, 1).0.len(), 1);
        let index =
            b"<sitemapindex><sitemap><loc>https://a.test/s.xml</loc></sitemap></sitemapindex>";
        assert_eq!(read(index, 9).1, ["https://a.test/s.xml"]);
        let rss = b"<rss><channel><link>https://a.test/</link><item><title>t</title>\
            <link><![CDATA[https://a.test/3]]></link></item></channel></rss>";
        assert_eq!(read(rss, 9).0, ["https://a.test/3"]);
        let atom = b"<feed><link href='https://a.test/'/><entry><link href='https://a.test/4'/></entry></feed>";
        assert_eq!(read(atom, 9).0, ["https://a.test/4"]);
        assert_eq!(read(b"<a><b", 9), (Vec::new(), Vec::new()));
    }
}
