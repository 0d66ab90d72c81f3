//! Other shapes of a feed, those of Full-Text RSS: a feed of one page, and a feed as JSON.

use quick_xml::Reader;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Map, Value, json};
use zhengwen::Extraction;

use super::{in_cdata, is_xml, resolved};

/// An RSS feed whose one entry is a page with an article.
pub fn of_page(address: &str, found: &Extraction) -> String {
    let element = |name: &str, text: Option<&str>| -> String {
        let text: String = text.unwrap_or_default().chars().filter(|c| is_xml(*c)).collect();
        if text.is_empty() { text } else { format!("<{name}>{}</{name}>", escape(text)) }
    };
    let head = element("title", found.title.as_deref()) + &element("link", Some(address));
    let parts = [
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel>",
        &head,
        &element("description", found.description.as_deref()),
        "<item>",
        &head,
        &element("guid", Some(address)),
        &element("dc:creator", found.author.as_deref()),
        &element("dc:date", found.publish_date.as_deref()),
        &element("dc:language", found.language.as_deref()),
        "<description>",
        &in_cdata(found.html.as_deref().unwrap_or_default()),
        "</description></item></channel></rss>",
    ];
    parts.concat()
}

/// A feed, RSS or Atom, as JSON: its entries are a list, or one object if there is one.
pub fn as_json(feed: &str) -> Value {
    let root = tree(feed);
    let whole = root.as_object().and_then(|root| root.values().next()).unwrap_or(&Value::Null);
    let channel = whole.get("channel").unwrap_or(whole);
    let entries = [&channel["item"], &whole["item"], &whole["entry"]];
    let mut entries: Vec<Value> = entries.into_iter().flat_map(all).map(entry).collect();
    let item = if entries.len() == 1 { entries.remove(0) } else { entries.into() };
    let channel = json!({
        "title": first(channel, &["title"]), "link": link(channel),
        "description": first(channel, &["description", "subtitle"]), "item": item,
    });
    json!({"rss": {"@attributes": {"version": "2.0"}, "channel": channel}})
}

fn entry(entry: &Value) -> Value {
    json!({
        "title": first(entry, &["title"]),
        "link": link(entry),
        "guid": first(entry, &["guid", "id"]),
        "description": first(entry, &["content_encoded", "content", "description", "summary"]),
        "pubDate": first(entry, &["pubDate", "published", "updated", "dc_date"]),
        "dc_creator": first(entry, &["dc_creator", "author"]).or_else(|| first(&entry["author"], &["name"])),
        "dc_language": first(entry, &["dc_language"]),
    })
}

/// The address of the page: the text of RSS, the attribute of Atom.
fn link(entry: &Value) -> Option<String> {
    let is_page = |link: &&Value| link["rel"].as_str().is_none_or(|rel| rel == "alternate");
    let atom = || all(&entry["link"]).find(is_page).and_then(|link| link["href"].as_str());
    first(entry, &["link"]).or_else(|| atom().map(str::to_owned))
}

/// The text of the first of some elements that has one.
fn first(element: &Value, names: &[&str]) -> Option<String> {
    let mut texts = names.iter().flat_map(|name| all(&element[*name])).filter_map(Value::as_str);
    texts.find(|text| !text.trim().is_empty()).map(|text| text.trim().to_owned())
}

/// The elements of a name: none, one or a list.
fn all(value: &Value) -> impl Iterator<Item = &Value> {
    match value {
        Value::Array(list) => list.iter(),
        Value::Null => [].iter(),
        single => std::slice::from_ref(single).iter(),
    }
}

/// The maximum depth of an element; deeper ones are left out.
const DEEPEST: usize = 16;

/// An open element.
#[derive(Default)]
struct Open {
    name: String,
    members: Map<String, Value>,
    text: String,
}

/// The elements of a document by their names, `_` for a colon; an element with text is that text. The prefix of the first is that of its
/// vocabulary, and is left out.
fn tree(xml: &str) -> Value {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().allow_dangling_amp = true;
    let (mut open, mut prefix, mut deeper) = (vec![Open::default()], None, 0_usize);
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(_) if open.len() > DEEPEST => deeper += 1,
            Event::End(_) if deeper > 0 => deeper -= 1,
            Event::Start(tag) => open.push(Open::of(&tag, &mut prefix)),
            Event::Empty(tag) => {
                open.push(Open::of(&tag, &mut prefix));
                close(&mut open);
            }
            Event::End(_) => close(&mut open),
            Event::Text(text) => push(&mut open, &text),
            Event::CData(text) => push(&mut open, &text),
            Event::GeneralRef(name) => push(&mut open, &resolved(&name)),
            Event::Eof => break,
            _ => {}
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    Value::Object(open.pop().unwrap_or_default().members)
}

impl Open {
    fn of(tag: &BytesStart, prefix: &mut Option<String>) -> Self {
        let name = tag.name();
        let (tag_prefix, local) = name.as_ref().split_once(':').unwrap_or(("", name.as_ref()));
        let name = match prefix.get_or_insert_with(|| tag_prefix.to_owned()) {
            prefix if prefix == tag_prefix => local.to_owned(),
            _ => name.as_ref().replace(':', "_"),
        };
        let attributes = tag.attributes().flatten().filter_map(|attribute| {
            let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?;
            Some((attribute.key.as_ref().to_owned(), Value::from(value)))
        });
        Self { name, members: attributes.collect(), text: String::new() }
    }
}

fn push(open: &mut [Open], text: &str) {
    if let Some(last) = open.last_mut() {
        last.text.push_str(text);
    }
}

/// Puts the last open element into the one around it.
fn close(open: &mut Vec<Open>) {
    let done = if open.len() > 1 { open.pop() } else { None };
    let (Some(done), Some(around)) = (done, open.last_mut()) else { return };
    let value = if done.text.trim().is_empty() { done.members.into() } else { done.text.into() };
    match around.members.get_mut(&done.name) {
        None => drop(around.members.insert(done.name, value)),
        Some(Value::Array(all)) => all.push(value),
        Some(first) => *first = Value::Array(vec![first.take(), value]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zhengwen::{Extractor, Form, Options, PageInfo};

    #[test]
    fn a_page_is_a_feed_of_one_entry() {
        let mut options = Options::new();
        options.outputs.set(Form::Html, true);
        let html = "<title>One &lt; two</title><meta name=author content='Ann'><p>One sentence, and one more. And two & ]]&gt;.";
        let found = Extractor::new(options).extract(html, &PageInfo::new());
        let feed = of_page("https://a.test/?x=1&y=2", &found);
        let json = as_json(&feed);
        let item = &json["rss"]["channel"]["item"];
        assert_eq!(item["title"], "One < two", "{feed}");
        assert_eq!(
            (&item["link"], &item["dc_creator"]),
            (&"https://a.test/?x=1&y=2".into(), &"Ann".into())
        );
        let text = "<p>One sentence, and one more. And two &amp; ]]&gt;.</p>";
        assert!(item["description"].as_str().unwrap().contains(text), "{feed}");
        assert_eq!(json["rss"]["channel"]["title"], "One < two");
    }

    #[test]
    fn feeds_of_all_kinds_are_json() {
        let rss = "<rss><channel><title>T</title><link>https://a.test/</link>\
            <item><title>1 &amp; 2</title><link><![CDATA[/1]]></link><description>Short.</description><content:encoded>&lt;p&gt;</content:encoded></item>\
            <item><guid isPermaLink='false'>g</guid><pubDate>now</pubDate></item></channel></rss>";
        let channel = &as_json(rss)["rss"]["channel"];
        assert_eq!((&channel["title"], &channel["link"]), (&"T".into(), &"https://a.test/".into()));
        let [first, second] = &channel["item"].as_array().unwrap()[..] else {
            unreachable!("{channel}")
        };
        assert_eq!(
            (&first["title"], &first["link"], &first["description"]),
            (&"1 & 2".into(), &"/1".into(), &"<p>".into())
        );
        assert_eq!(
            (&second["guid"], &second["pubDate"], &second["title"]),
            (&"g".into(), &"now".into(), &Value::Null)
        );
        let atom = "<a:feed xmlns:a='x'><a:title type='text'>T</a:title><a:entry><a:link rel='self' href='/no'/><a:link href='/1?a=1&amp;b=2'/>\
            <a:id>i</a:id><a:author><a:name>Ann</a:name></a:author><a:content type='html'>&lt;p></a:content></a:entry></a:feed>";
        let item = &as_json(atom)["rss"]["channel"]["item"];
        assert_eq!((&item["link"], &item["guid"]), (&"/1?a=1&b=2".into(), &"i".into()));
        assert_eq!((&item["dc_creator"], &item["description"]), (&"Ann".into(), &"<p>".into()));
        let rdf =
            "<rdf:RDF><channel><title>T</title></channel><item><title>1</title></item></rdf:RDF>";
        let channel = &as_json(rdf)["rss"]["channel"];
        assert_eq!((&channel["title"], &channel["item"]["title"]), (&"T".into(), &"1".into()));
        assert!(as_json("").is_object() && as_json(&"<a>".repeat(100_000)).is_object());
    }
}
