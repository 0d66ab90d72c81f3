//! The images of an article, and the comments written after it.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::records::Post;
use crate::render::events::{Element, Event};

/// An image of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ArticleImage {
    /// Its address, absolute if the page's is known.
    pub url: String,
    /// Its alternative text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// Its caption.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The width in CSS pixels, if the page gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// The height in CSS pixels, if the page gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}

/// The images of an article: the page's lead image first, then in document order, each once. `shown` holds the captions outside
/// a figure, by the address of the image.
pub(super) fn images(
    events: &[Event],
    lead: Option<&str>,
    shown: &HashMap<String, String>,
) -> Vec<ArticleImage> {
    let mut found: Vec<ArticleImage> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (at, event) in events.iter().enumerate() {
        if let Event::Image(image) = event
            && seen.insert(image.address.clone())
        {
            found.push(ArticleImage {
                url: image.address.clone(),
                alt: image.alt.clone(),
                caption: caption_after(events, at).or_else(|| shown.get(&image.address).cloned()),
                width: image.width,
                height: image.height,
            });
        }
    }
    if let Some(lead) = lead {
        let at = found.iter().position(|image| image.url == lead);
        let first = at.map(|at| found.remove(at)).unwrap_or_else(|| ArticleImage {
            url: lead.to_owned(),
            alt: None,
            caption: None,
            width: None,
            height: None,
        });
        found.insert(0, first);
    }
    found
}

/// The caption that follows the image in the same figure.
fn caption_after(events: &[Event], image: usize) -> Option<String> {
    let rest = events[image + 1..].iter().take(12);
    let start = rest
        .take_while(|event| !matches!(event, Event::Image(_)))
        .position(|event| matches!(event, Event::Start(Element::Caption)))?;
    let texts = events[image + 2 + start..].iter().scan(0usize, |depth, event| {
        match event {
            Event::Start(_) => *depth += 1,
            Event::End if *depth == 0 => return None,
            Event::End => *depth -= 1,
            _ => {}
        }
        Some(event)
    });
    let text: String = texts
        .filter_map(|event| if let Event::Text(text) = event { Some(text.as_ref()) } else { None })
        .collect();
    Some(text).filter(|text| !text.is_empty())
}

/// Adds the readers' comments after the article: author and time in strong words, then the text.
pub(super) fn add_comments(events: &mut Vec<Event>, comments: &[Post]) {
    if !comments.is_empty() && !events.is_empty() {
        events.push(Event::Rule);
    }
    for comment in comments {
        let names = comment.author.iter().chain(&comment.time).map(String::as_str);
        let names = names.collect::<Vec<_>>().join(" ");
        if comment.author.is_some() || comment.time.is_some() {
            events.push(Event::Start(Element::Paragraph));
            events.extend(Event::line(Element::Strong, names));
            events.push(Event::End);
        }
        for line in comment.text.lines() {
            events.extend(Event::line(Element::Paragraph, line.to_owned()));
        }
    }
}
