//! The values of requests.

use serde::{Serialize, Serializer};
use zhengwen::PARTS;
use zhengwen::{
    FORMS, Favor, Form, Limits, METHODS, Method, MethodOptions, Moment, Parts, Selector,
};
use zhengwen_html::is_known_label;

use super::text::{FromText, no_name};

impl FromText for Method {
    fn names() -> Vec<(&'static str, &'static str)> {
        METHODS.iter().map(|info| (info.name, "")).collect()
    }

    fn from_text(text: &str) -> Result<Self, String> {
        Self::from_name(text).ok_or_else(|| no_name::<Self>(text))
    }
}

impl FromText for Favor {
    fn names() -> Vec<(&'static str, &'static str)> {
        vec![
            ("balance", "Both errors weigh the same"),
            ("precision", "Lose text rather than keep what is not of the article"),
            ("recall", "Keep too much rather than lose text"),
        ]
    }

    fn from_text(text: &str) -> Result<Self, String> {
        match text {
            "balance" => Ok(Self::Balance),
            "precision" => Ok(Self::Precision),
            "recall" => Ok(Self::Recall),
            _ => Err(no_name::<Self>(text)),
        }
    }
}

impl FromText for Selector {
    fn from_text(text: &str) -> Result<Self, String> {
        Self::parse(text).map_err(|error| error.to_string())
    }
}

impl FromText for Moment {
    fn from_text(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a date; try 2026-11-21 or 2026-11-21T10:30");
        Self::parse(text).ok_or_else(wrong)
    }
}

/// The label of an encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoding(pub(crate) String);

impl FromText for Encoding {
    fn from_text(text: &str) -> Result<Self, String> {
        let wrong = "is not an encoding; try utf-8, gb18030, big5, shift_jis, windows-1252";
        let is_known = is_known_label(text);
        is_known.then(|| Self(text.to_owned())).ok_or_else(|| format!("{text:?} {wrong}"))
    }
}

/// An option of a method and its value; they fit each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Setting {
    name: String,
    value: String,
}

impl Setting {
    /// `METHOD.OPTION`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The method that has the option.
    pub(crate) fn method(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }

    /// Sets the option.
    pub(crate) fn apply(&self, options: &mut MethodOptions) {
        // It was set once, when it was read.
        let _ = options.set(&self.name, &self.value);
    }
}

impl FromText for Setting {
    fn from_text(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=VALUE"))?;
        MethodOptions::default().set(name, value).map_err(|error| error.to_string())?;
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

/// A limit on what one page may cost and its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LimitSetting {
    name: String,
    value: u64,
}

impl LimitSetting {
    /// Sets the limit.
    pub(crate) fn apply(&self, limits: &mut Limits) {
        // It was set once, when it was read.
        let _ = limits.set(&self.name, self.value);
    }
}

impl FromText for LimitSetting {
    fn from_text(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=N"))?;
        let value = value.parse().map_err(|_| format!("{value:?} is not a whole number"))?;
        Limits::default().set(name, value).map_err(|error| error.to_string())?;
        Ok(Self { name: name.to_owned(), value })
    }
}

/// The maximum number of characters of a chunk, or of what answers a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Characters(pub(crate) u32);

/// Fewer characters hold no sentence; more, any page.
const CHARACTERS: std::ops::RangeInclusive<u32> = 50..=10_000_000;

impl FromText for Characters {
    fn from_text(text: &str) -> Result<Self, String> {
        let size = text.parse().ok().filter(|size| CHARACTERS.contains(size));
        let (least, most) = (CHARACTERS.start(), CHARACTERS.end());
        size.map(Self).ok_or_else(|| format!("{text:?} is not a number from {least} to {most}"))
    }
}

/// What somebody wants to know of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Query(pub(crate) String);

/// More characters are no query.
const MOST_OF_QUERY: usize = 1000;

impl FromText for Query {
    fn from_text(text: &str) -> Result<Self, String> {
        if text.chars().count() > MOST_OF_QUERY {
            return Err(format!("the query is longer than {MOST_OF_QUERY} characters"));
        }
        let has_word = text.chars().any(char::is_alphanumeric);
        has_word.then(|| Self(text.to_owned())).ok_or_else(|| format!("{text:?} has no word"))
    }
}

/// A part of an article that can be left out.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Part {
    name: &'static str,
    #[serde(skip)]
    set: fn(&mut Parts, bool),
}

impl Part {
    /// Switches the part on or off.
    pub(crate) fn switch(self, parts: &mut Parts, on: bool) {
        (self.set)(parts, on);
    }
}

impl FromText for Part {
    fn names() -> Vec<(&'static str, &'static str)> {
        PARTS.iter().map(|(name, _)| (*name, "")).collect()
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let part = PARTS.iter().find(|(name, _)| *name == text);
        part.map(|(name, set)| Self { name, set: *set }).ok_or_else(|| no_name::<Self>(text))
    }
}

/// The form to write of a page.
impl FromText for Form {
    fn names() -> Vec<(&'static str, &'static str)> {
        let documents = FORMS.iter().filter(|info| info.media_type.is_some());
        documents.map(|info| (info.name, info.description)).collect()
    }

    fn aliases(name: &str) -> &'static [&'static str] {
        Self::from_name(name).map_or(&[], |form| form.info().aliases)
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let form = Self::from_name(text).filter(|form| form.info().media_type.is_some());
        form.ok_or_else(|| no_name::<Self>(text))
    }
}

/// A form that JSON holds besides the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Added(pub(crate) Form);

impl Serialize for Added {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.info().name)
    }
}

impl FromText for Added {
    fn names() -> Vec<(&'static str, &'static str)> {
        let added = FORMS.iter().filter(|info| info.is_on_request());
        added.map(|info| (info.name, info.description)).collect()
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let form = Form::from_name(text).filter(|form| form.info().is_on_request());
        form.map(Self).ok_or_else(|| no_name::<Self>(text))
    }
}
