//! Page kinds, and the four groups they belong to.

use serde::{Deserialize, Serialize};

/// The kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PageKind {
    /// The front page of a site or channel.
    Home,
    /// One article: news, a blog post, a report.
    Article,
    /// A thread of posts, or a question and its answers.
    Forum,
    /// Something for sale.
    Product,
    /// A list of items that lead elsewhere.
    Listing,
    /// A list of items that are read on the list itself.
    Collection,
    /// A manual, a reference, or a tutorial of a product.
    Documentation,
    /// A company's or institution's offer.
    Service,
}

/// A page kind with its probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct KindProbability {
    /// The kind.
    pub kind: PageKind,
    /// Its probability, 0 to 1, to three decimals; those of all kinds add up to about 1.
    pub probability: f32,
}

impl KindProbability {
    /// A kind with its probability, which is rounded.
    pub fn new(kind: PageKind, probability: f32) -> Self {
        Self { kind, probability: (probability * 1000.0).round() / 1000.0 }
    }
}

/// A row of the table of kinds.
#[derive(Debug)]
pub struct KindInfo {
    /// The kind.
    pub kind: PageKind,
    /// Its name for users.
    pub name: &'static str,
    /// Its group.
    pub group: PageGroup,
}

/// Every kind, in the order of the model's classes.
pub const KINDS: &[KindInfo] = &[
    KindInfo { kind: PageKind::Home, name: "home", group: PageGroup::Home },
    KindInfo { kind: PageKind::Article, name: "article", group: PageGroup::Content },
    KindInfo { kind: PageKind::Forum, name: "forum", group: PageGroup::Comment },
    KindInfo { kind: PageKind::Product, name: "product", group: PageGroup::Content },
    KindInfo { kind: PageKind::Listing, name: "listing", group: PageGroup::List },
    KindInfo { kind: PageKind::Collection, name: "collection", group: PageGroup::List },
    KindInfo { kind: PageKind::Documentation, name: "documentation", group: PageGroup::Content },
    KindInfo { kind: PageKind::Service, name: "service", group: PageGroup::Content },
];

/// The four groups of pages in block-weighting's post.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PageGroup {
    /// 首页: the front page of a site or channel.
    Home,
    /// 列表页: items of a list.
    List,
    /// 内容页: one article.
    Content,
    /// 评论页: a text and the comments on it, as in forums.
    Comment,
}

impl PageKind {
    /// The kind's row in [`KINDS`].
    pub fn info(self) -> &'static KindInfo {
        KINDS.iter().find(|info| info.kind == self).unwrap_or(&KINDS[0])
    }

    /// The name for users.
    pub fn name(self) -> &'static str {
        self.info().name
    }
}

impl std::fmt::Display for PageKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_in_the_table_once() {
        for (index, info) in KINDS.iter().enumerate() {
            assert_eq!(KINDS.iter().position(|other| other.kind == info.kind), Some(index));
            assert_eq!(info.kind.name(), info.name);
            assert_eq!(serde_json::to_value(info.kind).ok(), Some(info.name.into()));
        }
    }
}
