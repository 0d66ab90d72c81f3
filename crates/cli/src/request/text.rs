//! Values that are written as one text: how flags, JSON and schemas take them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A value that is written as one text, the same in flags, fields and arguments.
pub(crate) trait FromText: Clone + Send + Sync + Sized + 'static {
    /// The names of the values, each with a word on it that may be empty; empty if any text will do.
    fn names() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Other names that are understood for a name.
    fn aliases(_name: &str) -> &'static [&'static str] {
        &[]
    }

    /// Reads the value, or says in one line what is wrong with the text.
    fn from_text(text: &str) -> Result<Self, String>;
}

/// The error for a text that is not one of the names.
pub(super) fn no_name<T: FromText>(text: &str) -> String {
    let names: Vec<&str> = T::names().into_iter().map(|(name, _)| name).collect();
    format!("{text:?} is none of {}", names.join(", "))
}

/// Reads the value of a flag.
pub(crate) fn parser<T: FromText>() -> ValueParser {
    let names = T::names();
    if names.is_empty() {
        return ValueParser::new(|text: &str| T::from_text(text));
    }
    let value = |(name, help): (&'static str, &'static str)| {
        let value = PossibleValue::new(name).aliases(T::aliases(name));
        if help.is_empty() { value } else { value.help(help) }
    };
    let names = PossibleValuesParser::new(names.into_iter().map(value));
    ValueParser::new(names.try_map(|name| T::from_text(&name)))
}

/// One text, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "not a text or a list of texts")]
enum Texts {
    One(String),
    Many(Vec<String>),
}

impl Texts {
    fn all(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }
}

fn is_said(text: &str) -> bool {
    // Forms send fields that are left empty.
    !text.trim().is_empty()
}

fn read<T: FromText, E: Error>(text: &str) -> Result<T, E> {
    T::from_text(text).map_err(E::custom)
}

/// A field that has a default.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: FromText + Default>(
    from: D,
) -> Result<T, D::Error> {
    Ok(maybe(from)?.unwrap_or_default())
}

/// A field that may be left out.
pub(crate) fn maybe<'de, D: Deserializer<'de>, T: FromText>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.as_deref().map(str::trim).filter(|text| is_said(text)).map(read).transpose()
}

/// A number, or a text that is one.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "not a number")]
enum Number {
    Number(u64),
    Text(String),
}

/// A number that may be left out; forms send it as text.
pub(super) fn number<'de, D: Deserializer<'de>, T: FromText>(
    from: D,
) -> Result<Option<T>, D::Error> {
    let text = Option::<Number>::deserialize(from)?.map(|number| match number {
        Number::Number(number) => number.to_string(),
        Number::Text(text) => text,
    });
    text.as_deref().map(str::trim).filter(|text| is_said(text)).map(read).transpose()
}

/// The schema of such a number.
pub(super) fn number_schema<T: FromText>(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "integer"})
}

/// A field of one text or several, each as it is: selectors hold commas of their own.
pub(super) fn texts<'de, D: Deserializer<'de>, T: FromText>(from: D) -> Result<Vec<T>, D::Error> {
    let texts = Texts::deserialize(from)?.all();
    texts.iter().filter(|text| is_said(text)).map(|text| read(text)).collect()
}

/// A field of words between commas, in one text or several.
pub(super) fn words<'de, D: Deserializer<'de>, T: FromText>(from: D) -> Result<Vec<T>, D::Error> {
    let texts = Texts::deserialize(from)?.all();
    let words = texts.iter().flat_map(|text| text.split(',')).map(str::trim);
    words.filter(|word| is_said(word)).map(read).collect()
}

/// The schema of one text.
pub(crate) fn one_schema<T: FromText>(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = T::names().into_iter().map(|(name, _)| name).collect();
    match names.is_empty() {
        true => json_schema!({"type": "string"}),
        false => json_schema!({"type": "string", "enum": names}),
    }
}

/// The schema of one text or several.
pub(super) fn texts_schema<T: FromText>(generator: &mut SchemaGenerator) -> Schema {
    let items = one_schema::<T>(generator);
    json_schema!({"anyOf": [{"type": "string"}, {"type": "array", "items": items}]})
}
