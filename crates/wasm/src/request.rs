//! The options of an extraction, by the names of the HTTP service's request: one table.

use serde_json::Value;
use zhengwen::PARTS;
use zhengwen::{FORMS, Favor, Form, METHODS, Method, Moment, Options, PageInfo, Selector};
use zhengwen_html::is_known_label;

/// The request of a caller: the settings of the run and the facts of the page.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    pub(crate) options: Options,
    /// True if Markdown begins with the properties that note-taking programs read.
    pub(crate) front_matter: bool,
    url: Option<String>,
    encoding: Option<String>,
    http_charset: Option<String>,
    read_at: Option<Moment>,
}

type Set = fn(&mut Asked, &Value) -> Result<(), String>;

/// The options by name. Their types and docs in TypeScript come from the service's `openapi.json`.
const TABLE: &[(&str, Set)] = &[
    ("url", |asked, value| string(value).map(|url| asked.url = Some(url.to_owned()))),
    ("http_charset", |asked, value| {
        string(value).map(|label| asked.http_charset = Some(label.to_owned()))
    }),
    ("encoding", |asked, value| {
        let label = string(value)?;
        if !is_known_label(label) {
            let tries = "utf-8, gb18030, big5, shift_jis, windows-1252";
            return Err(format!("{label:?} is not an encoding; try {tries}"));
        }
        asked.encoding = Some(label.to_owned());
        Ok(())
    }),
    ("method", |asked, value| {
        let name = string(value)?;
        let names = METHODS.iter().map(|info| info.name);
        asked.options.method = Method::from_name(name).ok_or_else(|| none_of(name, names))?;
        Ok(())
    }),
    ("options", |asked, value| {
        each(value, |text| {
            let (name, value) =
                text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=VALUE"))?;
            asked.options.method_options.set(name, value).map_err(|error| error.to_string())
        })
    }),
    ("favor", |asked, value| {
        let name = string(value)?;
        let found = FAVORS.iter().find(|(known, _)| *known == name);
        let names = FAVORS.iter().map(|(name, _)| *name);
        asked.options.favor = found.ok_or_else(|| none_of(name, names))?.1;
        Ok(())
    }),
    ("limits", |asked, value| {
        each(value, |text| {
            let (name, number) =
                text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=N"))?;
            let number = number.parse().map_err(|_| format!("{number:?} is not a whole number"))?;
            asked.options.limits.set(name, number).map_err(|error| error.to_string())
        })
    }),
    ("keep", |asked, value| selectors(value, &mut asked.options.controls.keep)),
    ("drop", |asked, value| selectors(value, &mut asked.options.controls.drop)),
    ("body", |asked, value| selectors(value, &mut asked.options.controls.body)),
    ("drop_hidden", |asked, value| flag(value).map(|on| asked.options.controls.drop_hidden = on)),
    ("read_at", |asked, value| {
        let text = string(value)?;
        let none = || format!("{text:?} is not a date; try 2026-11-21 or 2026-11-21T10:30");
        asked.read_at = Some(Moment::parse(text).ok_or_else(none)?);
        Ok(())
    }),
    ("include", |asked, value| parts(asked, value, true)),
    ("exclude", |asked, value| parts(asked, value, false)),
    ("add", |asked, value| {
        each_word(value, |name| {
            let form = Form::from_name(name).filter(|form| form.info().is_on_request());
            let names = || FORMS.iter().filter(|info| info.is_on_request()).map(|info| info.name);
            asked.options.outputs.set(form.ok_or_else(|| none_of(name, names()))?, true);
            Ok(())
        })
    }),
    ("chunks", |asked, value| characters(value).map(|most| asked.options.chunks = Some(most))),
    ("query", |asked, value| {
        let query = string(value)?;
        if !query.chars().any(char::is_alphanumeric) {
            return Err(format!("{query:?} has no word"));
        }
        asked.options.query = Some(query.to_owned());
        Ok(())
    }),
    ("query_chars", |asked, value| {
        characters(value).map(|most| asked.options.query_chars = Some(most))
    }),
    ("title_heading", |asked, value| flag(value).map(|on| asked.options.title_heading = on)),
    ("front_matter", |asked, value| flag(value).map(|on| asked.front_matter = on)),
    ("text_only", |asked, value| flag(value).map(|on| asked.options.text_only = on)),
    ("trace", |asked, value| flag(value).map(|on| asked.options.trace = on)),
];

const FAVORS: [(&str, Favor); 3] =
    [("balance", Favor::Balance), ("precision", Favor::Precision), ("recall", Favor::Recall)];

/// Fewer characters hold no sentence; more, any page.
const CHARACTERS: (u64, u64) = (50, 10_000_000);

/// The names of all options.
fn names() -> Vec<&'static str> {
    TABLE.iter().map(|(name, _)| *name).collect()
}

impl Asked {
    /// Reads a request. Null is the same as an option that is not given.
    pub(crate) fn of(request: &Value) -> Result<Self, String> {
        let fields = request.as_object().ok_or("options: must be an object")?;
        let mut asked = Self::default();
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
            let Some((_, set)) = TABLE.iter().find(|(known, _)| known == name) else {
                return Err(format!("no option {name:?}; there are {}", names().join(", ")));
            };
            set(&mut asked, value).map_err(|error| format!("{name}: {error}"))?;
        }
        Ok(asked)
    }

    /// The facts of the page.
    pub(crate) fn info(&self) -> PageInfo<'_> {
        PageInfo::new()
            .url(self.url.as_deref().filter(|url| !url.is_empty()))
            .http_charset(self.http_charset.as_deref())
            .encoding(self.encoding.as_deref())
            .read_at(self.read_at)
    }
}

fn none_of(name: &str, names: impl Iterator<Item = &'static str>) -> String {
    format!("{name:?} is none of {}", names.collect::<Vec<_>>().join(", "))
}

fn flag(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "must be true or false".to_owned())
}

fn string(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| "must be a string".to_owned())
}

/// The maximum number of characters of a chunk, or of what answers a query.
fn characters(value: &Value) -> Result<u32, String> {
    let (least, most) = CHARACTERS;
    let size = value.as_u64().filter(|size| (least..=most).contains(size));
    let wrong = || format!("{value} is not a number from {least} to {most}");
    size.and_then(|size| size.try_into().ok()).ok_or_else(wrong)
}

/// Reads a text alone, or several.
fn each(value: &Value, mut read: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    let wrong = || "must be a string or an array of strings".to_owned();
    match value {
        Value::String(text) => read(text),
        Value::Array(texts) => {
            texts.iter().try_for_each(|text| read(text.as_str().ok_or_else(wrong)?))
        }
        _ => Err(wrong()),
    }
}

/// Reads words between commas, in one text or several.
fn each_word(
    value: &Value,
    mut read: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), String> {
    each(value, |text| {
        let mut words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.try_for_each(&mut read)
    })
}

fn parts(asked: &mut Asked, value: &Value, on: bool) -> Result<(), String> {
    each_word(value, |name| {
        let set = PARTS.iter().find(|(known, _)| *known == name);
        let (_, set) = set.ok_or_else(|| none_of(name, PARTS.iter().map(|(name, _)| *name)))?;
        set(&mut asked.options.parts, on);
        Ok(())
    })
}

fn selectors(value: &Value, into: &mut Vec<Selector>) -> Result<(), String> {
    each(value, |text| {
        into.push(Selector::parse(text).map_err(|error| error.to_string())?);
        Ok(())
    })
}
