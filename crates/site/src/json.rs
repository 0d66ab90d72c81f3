//! Site templates as JSON: versioned, the same bytes for the same template, keys as hexadecimal
//! numbers.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::layout::{Layout, PathEntry, TextEntry};
use super::site::SiteTemplate;

/// The version of the format.
const FORMAT: u32 = 1;

/// The reason a text is not a site template.
#[derive(Debug)]
pub enum TemplateError {
    /// It is not JSON, or does not have this form.
    Damaged(serde_json::Error),
    /// Its version is unknown.
    Version(u32),
}

impl std::fmt::Display for TemplateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(error) => write!(f, "no site template: {error}"),
            Self::Version(version) => {
                write!(
                    f,
                    "a site template of version {version}; only version {FORMAT} is supported"
                )
            }
        }
    }
}

impl std::error::Error for TemplateError {}

#[derive(Deserialize)]
struct Version {
    format: u32,
}

#[derive(Serialize, Deserialize)]
struct TemplateJson {
    format: u32,
    site: String,
    pages: u32,
    layouts: Vec<LayoutJson>,
}

#[derive(Serialize, Deserialize)]
struct LayoutJson {
    pages: u32,
    seen: (u32, u32),
    paths: BTreeMap<String, PathEntry>,
    texts: BTreeMap<String, TextEntry>,
}

impl SiteTemplate {
    /// The template as JSON.
    pub fn to_json(&self) -> String {
        let layouts = self.layouts.iter().map(|layout| LayoutJson {
            pages: layout.pages,
            seen: layout.seen,
            paths: named(&layout.paths),
            texts: named(&layout.texts),
        });
        let template = TemplateJson {
            format: FORMAT,
            site: self.site.clone(),
            pages: self.pages,
            layouts: layouts.collect(),
        };
        // Only maps whose keys are not strings could fail.
        serde_json::to_string(&template).unwrap_or_default()
    }

    /// Parses what [`SiteTemplate::to_json`] wrote.
    ///
    /// # Errors
    /// When it is damaged or of another version.
    pub fn from_json(json: &str) -> Result<Self, TemplateError> {
        let version: Version = parse(json)?;
        if version.format != FORMAT {
            return Err(TemplateError::Version(version.format));
        }
        let template: TemplateJson = parse(json)?;
        let layouts = template.layouts.into_iter().map(|layout| Layout {
            pages: layout.pages,
            seen: layout.seen,
            paths: keyed(layout.paths),
            texts: keyed(layout.texts),
        });
        let layouts = layouts.collect();
        Ok(Self { site: template.site, pages: template.pages, layouts })
    }
}

fn parse<T: DeserializeOwned>(json: &str) -> Result<T, TemplateError> {
    serde_json::from_str(json).map_err(TemplateError::Damaged)
}

fn named<T: Clone>(entries: &HashMap<u64, T>) -> BTreeMap<String, T> {
    entries.iter().map(|(key, entry)| (format!("{key:016x}"), entry.clone())).collect()
}

/// Parses the keys of entries; entries whose key is not a number are left out.
fn keyed<T>(entries: BTreeMap<String, T>) -> HashMap<u64, T> {
    let entries = entries.into_iter();
    entries.filter_map(|(key, entry)| Some((u64::from_str_radix(&key, 16).ok()?, entry))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zhengwen_page::page::Page;

    #[test]
    fn what_is_written_is_read_again() {
        let mut template = SiteTemplate::new("site.example");
        for text in ["一", "二", "三"] {
            let page = Page::new(&format!("<div id=m><p>{text}</div><p>页脚"), None);
            template.learn(&page, &[0.9, 0.1]);
        }
        let json = template.to_json();
        let read = SiteTemplate::from_json(&json).unwrap();
        assert_eq!((&read, read.to_json()), (&template, json));
    }

    #[test]
    fn hostile_numbers_do_no_harm() {
        let page = Page::new("<div id=m><p>一</div><p>页脚", None);
        let mut template = SiteTemplate::default();
        for _ in 0..2 {
            template.learn(&page, &[0.9, 0.1]);
        }
        for layout in &mut template.layouts {
            layout.pages = u32::MAX;
            layout.paths.values_mut().for_each(|entry| {
                (entry.pages, entry.texts, entry.repeated) = (u32::MAX, u32::MAX, u32::MAX);
                (entry.tokens, entry.main_tokens) = (f32::MAX, f32::MAX);
            });
            layout.texts.values_mut().for_each(|entry| entry.pages = u32::MAX);
        }
        let mut read = SiteTemplate::from_json(&template.to_json()).unwrap();
        read.merge(&template);
        read.learn(&page, &[0.9, 0.1]);
        assert!(read.fit(&page).is_some_and(|fit| fit.likeness.is_finite()));
        assert!(!super::super::outline::tree(&read.layouts[0]).is_empty());
    }

    #[test]
    fn what_is_no_template_says_so() {
        let error = |json: &str| SiteTemplate::from_json(json).unwrap_err().to_string();
        assert!(error("{}").starts_with("no site template"));
        assert!(error("{\"format\": 9}").contains("version 9"));
        assert!(error("{\"format\": 1}").starts_with("no site template"));
    }
}
