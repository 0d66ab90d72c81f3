//! Hints at the kind of a page in its structured data and in its address.

use crate::kind::PageKind;
use crate::page::{Page, StructuredData, kinds_of};

/// Hints at the kind of a page. Those that begin with `is` or `has` are 0 or 1; those of the address are NaN
/// unless the page declares its own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageHints {
    pub(crate) is_article: f32,
    pub(crate) is_product: f32,
    pub(crate) is_discussion: f32,
    pub(crate) is_collection: f32,
    pub(crate) has_publish_time: f32,
    /// Segments of the address's path, digits in it, hyphens in its last segment; 1 if it ends in a file, or in a folder.
    pub(crate) path_segments: f32,
    pub(crate) path_digits: f32,
    pub(crate) path_hyphens: f32,
    pub(crate) path_is_file: f32,
    pub(crate) path_is_folder: f32,
    pub(crate) has_query: f32,
    /// Headings of the first level, and headings of all levels.
    pub(crate) first_headings: f32,
    pub(crate) headings: f32,
}

/// Words of schema.org types and of `og:type`, in lower case.
const ARTICLE: [&str; 4] = ["article", "blogposting", "report", "recipe"];
const PRODUCT: [&str; 3] = ["product", "offer", "vehicle"];
const DISCUSSION: [&str; 3] = ["discussion", "qapage", "question"];
const COLLECTION: [&str; 4] = ["collection", "itemlist", "searchresults", "offercatalog"];

impl PageHints {
    pub(crate) fn of(page: &Page) -> Self {
        let data = page.structured();
        let types = types(data);
        let mut hints = Self {
            is_article: f32::from(hold(&types, &ARTICLE)),
            is_product: f32::from(hold(&types, &PRODUCT)),
            is_discussion: f32::from(hold(&types, &DISCUSSION)),
            is_collection: f32::from(hold(&types, &COLLECTION)),
            has_publish_time: f32::from(
                data.meta("article:published_time").is_some()
                    || data.json_ld("datePublished").is_some()
                    || data.microdata(page.document(), "datePublished").is_some(),
            ),
            path_segments: f32::NAN,
            path_digits: f32::NAN,
            path_hyphens: f32::NAN,
            path_is_file: f32::NAN,
            path_is_folder: f32::NAN,
            has_query: f32::NAN,
            first_headings: 0.0,
            headings: 0.0,
        };
        for block in page.block_refs().filter(|block| block.is_heading) {
            hints.headings += 1.0;
            let level = block.container().tag().heading_level();
            hints.first_headings += f32::from(level == Some(1));
        }
        // Only the page's own word: a given address may be any base of links, and the answer would depend on it.
        if let Some(url) = data.canonical_url.as_deref() {
            hints.read_address(url);
        }
        hints
    }

    fn read_address(&mut self, url: &str) {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = rest.split_once('/').map_or("", |(_, path)| path);
        let path = path.split('#').next().unwrap_or("");
        let (path, query) = path.split_once('?').map_or((path, None), |(p, q)| (p, Some(q)));
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let last = segments.clone().next_back().unwrap_or("");
        self.path_segments = segments.count().min(20) as f32;
        self.path_digits = path.bytes().filter(u8::is_ascii_digit).count().min(30) as f32;
        self.path_hyphens =
            last.bytes().filter(|b| matches!(b, b'-' | b'_')).count().min(20) as f32;
        self.path_is_file = f32::from(last.contains('.'));
        self.path_is_folder = f32::from(path.is_empty() || path.ends_with('/'));
        self.has_query = f32::from(query.is_some_and(|query| !query.is_empty()));
    }
}

/// The type that a page gives itself in its JSON-LD, which excludes some kinds. `og:type` says less: it is `article` on many
/// pages of forums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calling {
    /// An article, and no discussion. Of some 290 labelled pages that call themselves so, 3 are of forums.
    Article,
    /// One recipe, with its ingredients.
    Recipe,
}

impl Calling {
    pub(crate) fn of(data: &StructuredData) -> Option<Self> {
        let recipes = data.json_ld.iter().filter(|object| object.get("recipeIngredient").is_some());
        if recipes.count() == 1 {
            return Some(Self::Recipe);
        }
        let types = types_of_objects(data);
        (hold(&types, &ARTICLE) && !hold(&types, &DISCUSSION)).then_some(Self::Article)
    }

    /// True if the page may be of this kind.
    pub(crate) fn allows(self, kind: PageKind) -> bool {
        match self {
            // However many comments it has.
            Self::Article => kind != PageKind::Forum,
            Self::Recipe => kind == PageKind::Article,
        }
    }
}

/// True if one of the types holds one of the words.
fn hold(types: &[String], words: &[&str]) -> bool {
    types.iter().any(|name| words.iter().any(|word| name.contains(word)))
}

/// The types that the page gives itself.
fn types(data: &StructuredData) -> Vec<String> {
    let of_page = data.meta("og:type").map(str::to_lowercase);
    of_page.into_iter().chain(types_of_objects(data)).collect()
}

/// The types of the objects of its JSON-LD.
fn types_of_objects(data: &StructuredData) -> Vec<String> {
    data.json_ld.iter().flat_map(kinds_of).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gives_its_type_and_its_address() {
        let html = "<link rel=canonical href='https://a.example/2026/11/a-b-c.html?x=1'>\
            <script type='application/ld+json'>{\"@type\":[\"NewsArticle\"]}</script><h1>t</h1>";
        let hints = PageHints::of(&Page::new(html, Some("https://a.example/")));
        assert_eq!((hints.is_article, hints.is_product, hints.first_headings), (1.0, 0.0, 1.0));
        assert_eq!((hints.path_segments, hints.path_digits, hints.path_hyphens), (3.0, 6.0, 2.0));
        assert_eq!((hints.path_is_file, hints.path_is_folder, hints.has_query), (1.0, 0.0, 1.0));
        assert_eq!(Calling::of(Page::new(html, None).structured()), Some(Calling::Article));
        let hints = PageHints::of(&Page::new("<p>x", Some("https://a.example/b/c")));
        assert!(hints.path_segments.is_nan() && hints.is_article == 0.0);
        let home = Page::new("<link rel=canonical href='https://a.example'><p>x", None);
        let hints = PageHints::of(&home);
        assert_eq!((hints.path_segments, hints.path_is_folder), (0.0, 1.0));
    }
    #[test]
    fn a_page_calls_itself_article_or_recipe_unless_it_is_a_discussion() {
        let calling = |objects: &str| {
            let html = format!("<script type='application/ld+json'>[{objects}]</script>");
            Calling::of(Page::new(&html, None).structured())
        };
        let recipe = r#"{"@type":"Recipe","recipeIngredient":["salt"]}"#;
        assert_eq!(calling(recipe), Some(Calling::Recipe));
        assert_eq!(calling(&format!("{recipe},{recipe}")), Some(Calling::Article));
        let post = r#"{"@type":"BlogPosting"}"#;
        assert_eq!(calling(post), Some(Calling::Article));
        let discussion = r#"{"@type":"DiscussionForumPosting"}"#;
        assert_eq!(calling(&format!("{post},{discussion}")), None);
        assert_eq!(calling(""), None);
    }
}
