//! The result of an extraction.

use serde::{Deserialize, Serialize};

use super::chunks::Chunk;
use super::outputs::ArticleImage;
use super::trace::Trace;
use super::warnings::Warning;
use crate::dom::Decoding;
use crate::kind::{KindProbability, PageGroup, PageKind};
use crate::links::Link;
use crate::methods::Method;
use crate::records::{Item, ItemGroup, Post, Product};
use crate::render::Node;
use crate::text::reading::Direction;

/// The article and facts found on a page. Always returned; a page without main text has an empty
/// `text` and a warning.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Extraction {
    /// The address that the caller gave.
    pub url: Option<String>,
    /// The title without the site's name.
    pub title: Option<String>,
    /// Who wrote it; several names are joined by `; `.
    pub author: Option<String>,
    /// Where the text was first published (来源).
    pub source: Option<String>,
    /// Who edited it for this site (责任编辑).
    pub editor: Option<String>,
    /// The publish date in ISO 8601, as precise as the page gives it: `2010-12`, `2010-12-15`,
    /// `2010-12-15T09:30:00+08:00`.
    pub publish_date: Option<String>,
    /// The publish date as the page writes it.
    pub publish_date_raw: Option<String>,
    /// When the page was last changed, ISO 8601.
    pub modified_date: Option<String>,
    /// The date of the last change as the page writes it.
    pub modified_date_raw: Option<String>,
    /// The language that the page declares, or that its writing suggests; that of the text where another is declared and
    /// plainly wrong.
    pub language: Option<String>,
    /// The page's own description.
    pub description: Option<String>,
    /// The page's keywords, at most 50.
    pub keywords: Vec<String>,
    /// The site's own name.
    pub site_name: Option<String>,
    /// The address that the page declares for itself, absolute if the page's address is known.
    pub canonical_url: Option<String>,
    /// The address by which links and images were made absolute, where the page's own was not given and only the page
    /// tells one (`base`, `canonical`, `og:url`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The licence, by name or address.
    pub license: Option<String>,
    /// The page kind, if the method determines it.
    pub kind: Option<PageKind>,
    /// The probabilities of all page kinds, the likeliest first; empty if the method does not estimate them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindProbability>,
    /// The kind's group: home, list, content or comment page (block-weighting's paper).
    pub page_group: Option<PageGroup>,
    /// The F1 that the method expects of the text, 0 to 1, if the method can estimate it.
    pub confidence: Option<f32>,
    /// The method that was requested.
    pub method: Method,
    /// How the bytes became text.
    pub encoding: Decoding,
    /// Warnings for the caller.
    pub warnings: Vec<Warning>,
    /// The images of the article: the page's lead image first, the others in document order.
    pub images: Vec<ArticleImage>,
    /// The main text, with the line breaks that a reader sees.
    pub text: String,
    /// The words of the text: between blanks and marks; every character of Chinese and Japanese is one.
    #[serde(default)]
    pub word_count: u32,
    /// The minutes that it takes to read the text, rounded up.
    #[serde(default)]
    pub reading_minutes: u32,
    /// The direction in which most of the text is written.
    #[serde(default)]
    pub direction: Option<Direction>,
    /// The text in chunks with their places, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunks: Option<Vec<Chunk>>,
    /// The article as Markdown, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The article as safe HTML, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The article as a tree of blocks, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Vec<Node>>,
    /// The article as XML-TEI, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tei: Option<String>,
    /// The page without its noise as a safe HTML document with absolute addresses, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_html: Option<String>,
    /// The next page of the same article or list.
    pub next_page: Option<String>,
    /// The pages of the same article or list, in order.
    pub pages: Vec<String>,
    /// The addresses of the pages that were joined into this article; empty if it is a single page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined_pages: Vec<String>,
    /// The article before this one.
    pub previous_article: Option<Link>,
    /// The article after this one.
    pub next_article: Option<Link>,
    /// Articles that the page calls related.
    pub related_links: Vec<Link>,
    /// Readers' comments on an article, separate from its text.
    pub comments: Vec<Post>,
    /// The posts of a thread.
    pub posts: Vec<Post>,
    /// The items of a list or of a home page.
    pub items: Vec<Item>,
    /// The items by the columns that they stand in, with the columns' headings.
    #[serde(default)]
    pub groups: Vec<ItemGroup>,
    /// The facts of a product.
    pub product: Option<Product>,
    /// Every block of the page with the reasons for keeping or dropping it, and every candidate of
    /// every field, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}
