//! The weights of features.

/// The weight of every feature, in points, and the limits that the post gives.
pub(super) struct Weights {
    /// Topic: holds a paragraph or line break.
    pub(super) paragraphs: f32,
    /// Topic: more than 5 punctuation marks.
    pub(super) punctuation: f32,
    /// Topic: fewer than 100 tags per 1,000 characters.
    pub(super) low_tag_density: f32,
    /// Topic: text outside links, as a share of the largest among the candidates.
    pub(super) text_amount: f32,
    /// Topic: characters of text per character of HTML.
    pub(super) text_density: f32,
    /// Topic: 上一篇 or 下一篇 inside.
    pub(super) previous_next: f32,
    /// Topic: marks of copyright inside.
    pub(super) copyright: f32,
    /// Topic: after the title block, after the time block, before the related links: each.
    pub(super) order: f32,
    /// Title: repeats the page's `title` element.
    pub(super) in_title_element: f32,
    /// Title: is or holds h1-h3, b, i or strong.
    pub(super) emphasised: f32,
    /// Title: a class with `title` or `head`.
    pub(super) title_class: f32,
    /// Title: more than 3 and fewer than 35 characters.
    pub(super) title_length: f32,
    /// Time: holds 来源 or 发表.
    pub(super) time_word: f32,
}

pub(super) const WEIGHTS: Weights = Weights {
    paragraphs: 1.0,
    punctuation: 1.0,
    low_tag_density: 1.0,
    text_amount: 4.0,
    text_density: 3.0,
    previous_next: -1.0,
    copyright: -2.0,
    order: 1.0,
    in_title_element: 2.0,
    emphasised: 1.0,
    title_class: 1.0,
    title_length: 1.0,
    time_word: 1.0,
};

/// Weights of the topic's features that were fitted to pages, for the option `fitted-weights`: coordinate
/// by coordinate over a few small numbers, on Chinese pages of many sites.
pub(super) const FITTED: Weights =
    Weights { paragraphs: 2.0, text_amount: 6.0, text_density: 2.0, copyright: -4.0, ..WEIGHTS };
