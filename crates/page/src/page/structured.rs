//! The page's structured data for machines, read once: JSON-LD, `meta` (including Open Graph),
//! microdata, and the `title` element.

use serde_json::Value;

use super::lenient_json;
use crate::dom::{AttributeName, Document, NodeId, NodeRef, Tag};
#[cfg(doc)]
use crate::limits::Limit;
use crate::text::clean::collapsed;

/// The property whose text is the article itself; the page's own text is a better source.
const ARTICLE_BODY: &str = "articleBody";
/// The maximum number of names of one `meta`; hostile pages would have thousands.
const MOST_META_NAMES: usize = 8;

/// The number of list values that take as much memory as one object.
const VALUES_OF_AN_OBJECT: usize = 16;

/// The structured data of a page, in document order. All text is as the page gives it.
#[derive(Debug, Clone, Default)]
pub struct StructuredData {
    /// The objects of the page's JSON-LD scripts, with lists and `@graph`s taken apart. Scripts
    /// that are not JSON are left out.
    pub json_ld: Vec<Value>,
    /// `meta` elements: `name`, `property`, `itemprop` or `http-equiv` in lower case, and `content`.
    pub meta: Vec<(String, String)>,
    /// Elements with `itemprop` other than `meta`, except those whose text would be an
    /// `articleBody`.
    microdata: Vec<Microdata>,
    /// The text of the first `title` element.
    pub title: Option<String>,
    /// The language of the `html` element.
    pub language: Option<String>,
    /// `link rel=canonical`.
    pub canonical_url: Option<String>,
    /// The objects in scripts that were not read, since the page has too many ([`Limit::DataObjects`]).
    pub ignored_objects: usize,
}

/// A property that an element declares it holds.
#[derive(Debug, Clone)]
struct Microdata {
    /// The property, without blanks around it.
    property: String,
    element: NodeId,
}

impl StructuredData {
    /// Reads a document. Scripts with more objects than are left of `most_objects` are not read.
    pub(super) fn read(document: &Document, most_objects: usize) -> Self {
        let mut data = Self::default();
        let mut objects = most_objects;
        // Text inside nested properties may be read once for each; this bounds the work on hostile
        // pages.
        let mut budget = document.len().saturating_mul(4);
        let has_microdata = document.has_attribute_anywhere(AttributeName::ITEMPROP);
        for node in document.root().elements() {
            match node.tag() {
                Tag::META => data.read_meta(node),
                Tag::SCRIPT => data.read_script(node, &mut objects),
                Tag::TITLE if data.title.is_none() => {
                    data.title = Some(collapsed(&node.text_content())).filter(|t| !t.is_empty());
                }
                Tag::HTML => data.language = collapsed_value(node, AttributeName::LANG),
                Tag::LINK if data.canonical_url.is_none() && is_canonical(node) => {
                    data.canonical_url = collapsed_value(node, AttributeName::HREF);
                }
                _ if has_microdata => data.read_microdata(node, &mut budget),
                _ => {}
            }
        }
        data
    }

    /// The first `meta` of this name (lower case) with content.
    pub fn meta(&self, name: &str) -> Option<&str> {
        self.meta.iter().find(|(n, _)| n == name).map(|(_, content)| content.as_str())
    }

    /// The contents of every `meta` of this name (lower case): a page may list several authors.
    pub fn metas<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.meta.iter().filter(move |(n, _)| n == name).map(|(_, content)| content.as_str())
    }

    /// The first non-empty microdata value of this property in the page's document: `content`, `datetime`, `href`, `src`, else
    /// the text.
    pub fn microdata(&self, document: &Document, property: &str) -> Option<String> {
        let known = self.microdata.iter().filter(|known| known.property == property);
        // Read on demand, because it may be long.
        let mut values = known.map(|known| {
            let node = document.node(known.element);
            given(node).map_or_else(|| collapsed(&node.text_content()), collapsed)
        });
        values.find(|value| !value.is_empty())
    }

    /// The first string under this key in any JSON-LD object that is an article or page.
    pub fn json_ld(&self, key: &str) -> Option<&str> {
        self.json_ld
            .iter()
            .filter(|object| is_creative_work(object))
            .find_map(|o| o.get(key)?.as_str())
    }

    /// The strings under this key in all JSON-LD objects, of lists the first fifty, and those under `member` in the objects
    /// that are there instead.
    pub fn json_ld_all<'a>(&'a self, key: &'a str, member: &str) -> impl Iterator<Item = &'a str> {
        let values = self.json_ld.iter().filter_map(move |object| object.get(key));
        let all = values.flat_map(|value| match value {
            Value::Array(list) => &list[..list.len().min(50)],
            value => std::slice::from_ref(value),
        });
        all.filter_map(move |value| value.get(member).unwrap_or(value).as_str())
    }

    /// True if an article is free to read: neither its JSON-LD (`isAccessibleForFree` of
    /// schema.org) nor its `meta` (`article:content_tier` of Facebook) says that readers pay or
    /// register.
    pub fn is_free(&self) -> bool {
        let works = self.json_ld.iter().filter(|object| is_creative_work(object));
        let is_sold = works.filter_map(|work| work.get("isAccessibleForFree")).any(|value| {
            value == &Value::Bool(false)
                || value.as_str().is_some_and(|text| text.trim().eq_ignore_ascii_case("false"))
        });
        let is_locked = self.meta("article:content_tier").is_some_and(|tier| tier != "free");
        !is_sold && !is_locked
    }

    fn read_meta(&mut self, node: NodeRef) {
        let names = [
            AttributeName::PROPERTY,
            AttributeName::NAME,
            AttributeName::ITEMPROP,
            AttributeName::HTTP_EQUIV,
        ];
        let Some(content) = collapsed_value(node, AttributeName::CONTENT) else { return };
        // RDFa allows several properties in one attribute; many pages have both `name` and
        // `property`.
        let first = self.meta.len();
        let given = names.into_iter().filter_map(|name| node.attribute(name)).map(str::trim);
        let parts = given.flat_map(|name| {
            std::iter::once(name)
                .chain(name.split_whitespace().filter(move |part| part.len() < name.len()))
        });
        for name in parts.filter(|name| !name.is_empty()).take(MOST_META_NAMES) {
            let name = name.to_lowercase();
            if self.meta[first..].iter().all(|(other, _)| *other != name) {
                self.meta.push((name, content.clone()));
            }
        }
    }

    fn read_script(&mut self, node: NodeRef, objects: &mut usize) {
        let kind = node.value(AttributeName::TYPE);
        if !kind.trim().to_ascii_lowercase().starts_with("application/ld+json") {
            return;
        }
        let text = node.text_content();
        let text = without_wrapping(&text);
        let count = count_objects(text);
        let Some(left) = objects.checked_sub(count) else {
            self.ignored_objects += count;
            return;
        };
        *objects = left;
        for value in lenient_json::values(text) {
            flatten(value, &mut self.json_ld);
        }
    }

    fn read_microdata(&mut self, node: NodeRef, budget: &mut usize) {
        let Some(property) = node.attribute(AttributeName::ITEMPROP).map(str::trim) else { return };
        if given(node).is_none() {
            let nodes = node.size() as usize;
            if property == ARTICLE_BODY || nodes > *budget {
                return;
            }
            *budget -= nodes;
        }
        self.microdata.push(Microdata { property: property.to_owned(), element: node.id });
    }
}

/// The attribute that holds the value of an element's property.
fn given(node: NodeRef<'_>) -> Option<&str> {
    let sources =
        [AttributeName::CONTENT, AttributeName::DATETIME, AttributeName::HREF, AttributeName::SRC];
    sources.into_iter().find_map(|name| node.attribute(name))
}

/// About the number of objects in a script, and values of its lists where they are many: what they take in memory.
fn count_objects(json: &str) -> usize {
    let (mut objects, mut values) = (0, 0);
    for byte in json.bytes() {
        objects += usize::from(byte == b'{');
        values += usize::from(byte == b',' || byte == b'[');
    }
    objects + values / VALUES_OF_AN_OBJECT
}

/// The JSON of a script without the wrappers that templates add for old browsers: `//<![CDATA[ …
/// //]]>`, `/*<![CDATA[*/ … /*]]>*/`, `<!-- … -->`, and a semicolon at the end.
fn without_wrapping(text: &str) -> &str {
    let start = text.find("[CDATA[").map_or(0, |at| at + "[CDATA[".len());
    // A marker inside the JSON is part of it.
    let start = if text[..start].contains('{') { 0 } else { start };
    match (text[start..].find(['{', '[']), text.rfind(['}', ']'])) {
        (Some(from), Some(_)) => {
            let rest = &text[start + from..];
            let end = rest.rfind("]]>").filter(|end| !rest[*end..].contains('}'));
            let rest = &rest[..end.unwrap_or(rest.len())];
            &rest[..rest.rfind(['}', ']']).map_or(rest.len(), |at| at + 1)]
        }
        _ => text,
    }
}

/// The value of an attribute with its blanks collapsed, unless it has nothing else.
pub(super) fn collapsed_value(node: NodeRef, name: AttributeName) -> Option<String> {
    node.attribute(name).map(collapsed).filter(|value| !value.is_empty())
}

fn is_canonical(node: NodeRef) -> bool {
    let mut words = node.value(AttributeName::REL).split_whitespace();
    words.any(|word| word.eq_ignore_ascii_case("canonical"))
}

/// Takes lists and graphs apart. The JSON parser's own limit bounds the nesting.
fn flatten(value: Value, out: &mut Vec<Value>) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items.into_iter().rev()),
            Value::Object(mut object) => {
                if let Some(graph) = object.remove("@graph") {
                    waiting.push(graph);
                }
                out.push(Value::Object(object));
            }
            _ => {}
        }
    }
}

fn is_creative_work(object: &Value) -> bool {
    const KINDS: [&str; 6] =
        ["Article", "Posting", "NewsArticle", "Report", "WebPage", "CreativeWork"];
    match object.get("@type") {
        Some(Value::String(_) | Value::Array(_)) => {
            kinds_of(object).any(|kind| KINDS.iter().any(|suffix| kind.ends_with(suffix)))
        }
        _ => object.get("headline").is_some() || object.get("datePublished").is_some(),
    }
}

/// The kinds of an object of JSON-LD.
pub fn kinds_of(object: &Value) -> impl Iterator<Item = &str> {
    let given = object.get("@type");
    let list = given.and_then(Value::as_array);
    given.into_iter().chain(list.into_iter().flatten()).filter_map(Value::as_str)
}

/// True if an object of JSON-LD is a reader's opinion.
pub fn is_opinion(object: &Value) -> bool {
    kinds_of(object).any(|kind| matches!(kind, "Review" | "Comment" | "Answer" | "UserReview"))
}

#[cfg(test)]
mod tests {
    use crate::page::Page;

    #[test]
    fn pages_tell_whether_they_are_free() {
        let is_free = |html: &str| Page::new(html, None).structured().is_free();
        let article = |rest: &str| {
            format!("<script type=application/ld+json>{{\"@type\":\"NewsArticle\"{rest}}}</script>")
        };
        assert!(is_free(&article("")));
        assert!(is_free(&article(",\"isAccessibleForFree\":true")));
        assert!(!is_free(&article(",\"isAccessibleForFree\":false")));
        assert!(!is_free(&article(",\"isAccessibleForFree\":\"False\"")));
        assert!(!is_free("<meta property=article:content_tier content=metered>"));
        assert!(is_free("<meta property=article:content_tier content=free>"));
    }

    #[test]
    fn metas_have_all_their_names() {
        let page = Page::new(
            r#"<meta name="twitter:title" property="og:title x:title" content="T">
<meta name=dc.creator content=A><meta name=dc.creator content=B><meta name="weibo: time" content=5>"#,
            None,
        );
        let data = page.structured();
        for name in ["twitter:title", "og:title", "x:title"] {
            assert_eq!(data.meta(name), Some("T"), "{name}");
        }
        assert_eq!(data.metas("dc.creator").collect::<Vec<_>>(), ["A", "B"]);
        assert_eq!(data.meta("weibo: time"), Some("5"));
    }

    #[test]
    fn the_first_microdata_that_says_something_counts() {
        let page = Page::new(
            "<div itemscope><b itemprop=sku> </b><i itemprop=' sku '>A 1</i><i itemprop=sku>A 2</i>\
             <p itemprop=articleBody>Words.</p></div>",
            None,
        );
        let value = |property: &str| page.structured().microdata(page.document(), property);
        assert_eq!(value("sku").as_deref(), Some("A 1"));
        assert_eq!((value("articleBody"), value("price")), (None, None));
    }

    #[test]
    fn json_in_wrappings() {
        for script in [
            r#"{"headline":"H"}"#,
            r#" {"headline":"H"}; "#,
            r#"<![CDATA[ {"headline":"H"} ]]>"#,
            "//<![CDATA[\n{\"headline\":\"H\"}\n//]]>",
            r#"/*<![CDATA[*/[{"headline":"H"}]/*]]>*/"#,
            r#"<!-- {"headline":"H"} -->"#,
            r#"{"headline":"H","text":"a [CDATA[ b ]]> c"}"#,
        ] {
            let html = format!("<script type=application/ld+json>{script}</script>");
            let page = Page::new(&html, None);
            assert_eq!(page.structured().json_ld("headline"), Some("H"), "{script}");
        }
    }

    #[test]
    fn reads_all_kinds_once() {
        let page = Page::new(
            r#"<html lang=zh-CN><head><title> a
 b </title><meta property="og:title" content="T"><meta name=Author content=某人>
<link rel="canonical" href="/x"><script type="application/ld+json">
{"@graph":[{"@type":"NewsArticle","headline":"H
h","datePublished":"2020-01-02"},{"@type":"Person","name":"N"}]}</script>
<script type="application/ld+json">{not json</script></head>
<body><div itemscope><time itemprop=datePublished datetime="2020-01-02">today</time>
<span itemprop=author><b>A</b> B</span></div>"#,
            None,
        );
        let data = page.structured();
        assert_eq!(data.title.as_deref(), Some("a b"));
        assert_eq!((data.meta("og:title"), data.meta("author")), (Some("T"), Some("某人")));
        assert_eq!(data.canonical_url.as_deref(), Some("/x"));
        assert_eq!(data.json_ld("headline"), Some("H h"));
        assert_eq!(data.json_ld.len(), 3);
        let value = |property: &str| data.microdata(page.document(), property);
        assert_eq!(value("datePublished").as_deref(), Some("2020-01-02"));
        assert_eq!(value("author").as_deref(), Some("A B"));
        assert_eq!(data.language.as_deref(), Some("zh-CN"));
    }
}
