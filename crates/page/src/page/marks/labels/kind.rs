//! The kinds of labels, and their words of all languages.

use std::sync::LazyLock;

use super::super::names::groups;
use crate::text::chars::is_blank;
use crate::text::phrases::Phrases;

groups! {
    /// The kind of value that a label announces.
    Label, LABELS, ALL:
    /// Who wrote a text.
    Author = "label.author",
    /// Where it was first published.
    Source = "label.source",
    /// The editor.
    Editor = "label.editor",
    /// The date of publication.
    Published = "label.published",
    /// The date of a document, which was published later.
    Document = "label.document",
    /// The date of a change.
    Modified = "label.modified",
    /// Who took or drew the pictures.
    Pictures = "label.pictures",
    /// Who translated it.
    Translation = "label.translation",
    /// The brand of a product.
    Brand = "label.brand",
    /// Its maker.
    Maker = "label.maker",
    /// The seller's number.
    Sku = "label.sku",
    /// The maker's number.
    Mpn = "label.mpn",
    /// The number of a book or of goods anywhere.
    Gtin = "label.gtin",
    /// The price.
    Price = "label.price",
    /// A price below the one before it: now, for a while, with a coupon.
    SalePrice = "label.sale_price",
    /// The price before a sale.
    ListPrice = "label.list_price",
    /// Another field. It only ends the value before it.
    End = "label.end",
}

impl Label {
    /// The label that a text begins with, whatever follows it, and its length.
    pub fn at_start(text: &str) -> Option<(Self, usize)> {
        PHRASES.at_start(text).map(|(group, length)| (ALL[group], length))
    }

    /// The label that a text is, but for a mark behind it.
    pub fn of(text: &str) -> Option<Self> {
        let (label, length) = Self::at_start(text)?;
        let rest = text[length..].trim_matches(is_blank);
        rest.chars().all(|c| label.marks().contains(&c)).then_some(label)
    }

    /// The label that a text ends with, whatever precedes it.
    pub fn at_end(text: &str) -> Option<Self> {
        let text = text.trim_end_matches(|c| COLONS.contains(&c) || is_blank(c));
        let last = PHRASES.find_ranges(text).last().filter(|(_, word)| word.end == text.len());
        last.map(|(group, _)| ALL[group])
    }

    /// True for who contributed without being an author.
    pub fn is_contribution(self) -> bool {
        matches!(self, Self::Pictures | Self::Translation)
    }

    /// True for the facts of a product.
    pub fn is_fact(self) -> bool {
        self as u8 >= Self::Brand as u8 && self != Self::End
    }

    /// True for a price of one kind or another.
    pub fn is_price(self) -> bool {
        matches!(self, Self::Price | Self::SalePrice | Self::ListPrice)
    }

    /// True for a label of a text that is neither a fact of a product nor a contribution.
    pub(super) fn is_of_text(self) -> bool {
        !self.is_fact() && !self.is_contribution()
    }

    /// True for a label of a text that announces a value of its own.
    pub(super) fn is_of_value(self) -> bool {
        self.is_of_text() && !matches!(self, Self::End | Self::Editor)
    }

    /// True for a date of publication or change.
    pub(in crate::page) fn is_of_date(self) -> bool {
        matches!(self, Self::Published | Self::Document | Self::Modified)
    }

    /// True if the label mainly ends the value before it: only a mark gives it a value.
    pub(super) fn is_end(self) -> bool {
        self == Self::End || self.is_contribution()
    }

    /// The marks between the label and its value.
    pub(super) fn marks(self) -> &'static [char] {
        if self.is_fact() { FACT_MARKS } else { COLONS }
    }
}

pub(super) static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::with_capitals(LABELS));

const COLONS: &[char] = &[':', '：', '﹕', '∶', '/', '／', '︱', '|', '丨', '｜'];
/// The marks after the names of facts: `Item # 12`.
const FACT_MARKS: &[char] = &[':', '：', '#', '|', '﹕', '︰', '.', '№'];
