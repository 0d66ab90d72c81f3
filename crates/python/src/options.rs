//! The options of extractions, by the names that Python uses: one table, which all functions share.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use zhengwen::PARTS;
use zhengwen::{
    FORMS, Favor, Form, FormInfo, METHODS, Method, Moment, Options, PageInfo, Selector,
};
use zhengwen_html::is_known_label;

use crate::html::text_of;
use crate::site::Knowledge;

/// The request of a caller: the settings of a run, and the facts that all its pages share.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) options: Options,
    pub(crate) http_charset: Option<String>,
    pub(crate) encoding: Option<String>,
    pub(crate) read_at: Option<Moment>,
    pub(crate) knowledge: Knowledge,
    /// True if Markdown begins with the title; `None` if the caller does not say.
    pub(crate) title_heading: Option<bool>,
    favors: [bool; 2],
}

/// The table below as signatures show it, with the defaults, in its order. `extract_batch` takes charsets from a column, and no
/// table has a column for a trace.
macro_rules! options {
    () => {
        options!("http_charset=None, ", "trace=False, ")
    };
    (archive) => {
        options!("http_charset=None, ", "")
    };
    (table) => {
        options!("", "")
    };
    ($charset:literal, $trace:literal) => {
        concat!(
            "method='auto', method_options=None, limits=None, add=(), chunks=None, query=None, query_chars=None, title_heading=None, favor_precision=False, ",
            "favor_recall=False, include_comments=False, include_tables=True, include_images=True, include_links=True, ",
            "include_formatting=True, keep=(), drop=(), body=(), drop_hidden=False, encoding=None, ",
            $charset,
            "read_at=None, text_only=False, ",
            $trace,
            "templates=None"
        )
    };
}
pub(crate) use options;

type Value<'a, 'py> = &'a Bound<'py, PyAny>;
type Set = fn(&mut Asked, Value) -> PyResult<()>;

/// The options by name, in the order of the signatures.
const TABLE: &[(&str, Set)] = &[
    ("method", |asked, value| {
        let name = one_text(value)?;
        let names = || METHODS.iter().map(|info| info.name).collect::<Vec<_>>().join(", ");
        let none = || PyValueError::new_err(format!("no method {name:?}; there are {}", names()));
        asked.options.method = Method::from_name(&name).ok_or_else(none)?;
        Ok(())
    }),
    ("method_options", |asked, value| {
        for (name, value) in dict(value, "a dict of option names and values")? {
            let value = value.str()?.to_string();
            let value =
                if value == "True" || value == "False" { value.to_lowercase() } else { value };
            let set = asked.options.method_options.set(&one_text(&name)?, &value);
            set.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(())
    }),
    ("limits", |asked, value| {
        let expected = "a dict of limits and numbers";
        for (name, value) in dict(value, expected)? {
            let number = value.extract().map_err(|_| must_be(expected, &value))?;
            let set = asked.options.limits.set(&one_text(&name)?, number);
            set.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(())
    }),
    ("add", |asked, value| {
        for name in texts(value)? {
            asked.options.outputs.set(form(&name, FormInfo::is_on_request)?, true);
        }
        Ok(())
    }),
    ("chunks", |asked, value| {
        asked.options.chunks = Some(characters(value)?);
        Ok(())
    }),
    ("query", |asked, value| {
        let query = one_text(value)?;
        if !query.chars().any(char::is_alphanumeric) {
            return Err(PyValueError::new_err(format!("{query:?} has no word")));
        }
        asked.options.query = Some(query);
        Ok(())
    }),
    ("query_chars", |asked, value| {
        asked.options.query_chars = Some(characters(value)?);
        Ok(())
    }),
    ("title_heading", |asked, value| {
        asked.title_heading = Some(flag(value)?);
        asked.options.title_heading = flag(value)?;
        Ok(())
    }),
    ("favor_precision", |asked, value| {
        asked.favors[0] = flag(value)?;
        Ok(())
    }),
    ("favor_recall", |asked, value| {
        asked.favors[1] = flag(value)?;
        Ok(())
    }),
    ("include_comments", |asked, value| part(asked, "comments", value)),
    ("include_tables", |asked, value| part(asked, "tables", value)),
    ("include_images", |asked, value| part(asked, "images", value)),
    ("include_links", |asked, value| part(asked, "links", value)),
    ("include_formatting", |asked, value| part(asked, "formatting", value)),
    ("keep", |asked, value| selectors(value, &mut asked.options.controls.keep)),
    ("drop", |asked, value| selectors(value, &mut asked.options.controls.drop)),
    ("body", |asked, value| selectors(value, &mut asked.options.controls.body)),
    ("drop_hidden", |asked, value| {
        asked.options.controls.drop_hidden = flag(value)?;
        Ok(())
    }),
    ("encoding", |asked, value| {
        let label = one_text(value)?;
        if !is_known_label(&label) {
            let tries = "utf-8, gb18030, big5, shift_jis, windows-1252";
            return Err(PyValueError::new_err(format!("no encoding {label:?}; try {tries}")));
        }
        asked.encoding = Some(label);
        Ok(())
    }),
    ("http_charset", |asked, value| {
        asked.http_charset = Some(one_text(value)?);
        Ok(())
    }),
    ("read_at", |asked, value| {
        // Dates and datetimes write themselves in ISO 8601.
        let text = match value.cast::<PyString>() {
            Ok(text) => text_of(text)?,
            Err(_) if value.hasattr("isoformat")? => {
                value.call_method0("isoformat")?.extract::<String>()?
            }
            Err(_) => {
                return Err(must_be("a datetime, a date or a str like 2026-11-21T10:30", value));
            }
        };
        let none =
            || PyValueError::new_err(format!("{text:?} is not a date; try 2026-11-21T10:30"));
        asked.read_at = Some(Moment::parse(&text).ok_or_else(none)?);
        Ok(())
    }),
    ("text_only", |asked, value| {
        asked.options.text_only = flag(value)?;
        Ok(())
    }),
    ("trace", |asked, value| {
        asked.options.trace = flag(value)?;
        Ok(())
    }),
    ("templates", |asked, value| {
        asked.knowledge =
            Knowledge::of(value).ok_or_else(|| must_be("Templates or a SiteTemplate", value))?;
        Ok(())
    }),
];

/// Fewer characters hold no sentence; more, any page.
const CHARACTERS: std::ops::RangeInclusive<u32> = 50..=10_000_000;

/// The names of all options, in the order of the signatures.
pub(crate) fn names() -> Vec<&'static str> {
    TABLE.iter().map(|(name, _)| *name).collect()
}

impl Asked {
    /// Reads the keyword arguments of a call. None is the same as an option that is not given.
    pub(crate) fn of(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut asked = Self::default();
        let Some(arguments) = arguments else { return Ok(asked) };
        for (name, value) in arguments {
            let name = name.cast::<PyString>()?.to_str()?;
            let Some((_, set)) = TABLE.iter().find(|(known, _)| *known == name) else {
                let message = format!("no option {name:?}; there are {}", names().join(", "));
                return Err(PyTypeError::new_err(message));
            };
            if !value.is_none() {
                set(&mut asked, &value).map_err(|error| named(value.py(), name, error))?;
            }
        }
        asked.options.favor = match asked.favors {
            [true, true] => {
                let message = "favor_precision, favor_recall: only one of them can be True";
                return Err(PyValueError::new_err(message));
            }
            [true, false] => Favor::Precision,
            [false, true] => Favor::Recall,
            [false, false] => Favor::default(),
        };
        Ok(asked)
    }

    /// The same for tables: the charset of each page's header is in a column, and a trace has no column.
    pub(crate) fn of_table(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let has = |name| arguments.is_some_and(|given| given.contains(name).unwrap_or(false));
        if has("trace") {
            return Err(PyTypeError::new_err("trace: tables have no column for it; call extract"));
        }
        Self::of(arguments)
    }

    /// The facts of a page at this address, without what is known of its site.
    pub(crate) fn info<'a>(&'a self, url: Option<&'a str>) -> PageInfo<'a> {
        PageInfo::new()
            .url(url.filter(|url| !url.is_empty()))
            .http_charset(self.http_charset.as_deref())
            .encoding(self.encoding.as_deref())
            .read_at(self.read_at)
    }
}

/// The form of a name, if it is one of those that may be given here.
pub(crate) fn form(name: &str, is_one: fn(&FormInfo) -> bool) -> PyResult<Form> {
    let form = Form::from_name(&name.replace('_', "-")).filter(|form| is_one(form.info()));
    let all = || FORMS.iter().filter(|info| is_one(info)).map(|info| info.name);
    form.ok_or_else(|| {
        let names = all().collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("no form {name:?}; there are {names}"))
    })
}

/// The error with the option's name before it.
pub(crate) fn named(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    let message = format!("{name}: {}", error.value(py));
    if error.is_instance_of::<PyValueError>(py) {
        PyValueError::new_err(message)
    } else if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else {
        error
    }
}

/// The error of a value of a wrong type.
fn must_be(expected: &str, value: Value) -> PyErr {
    let kind = value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("must be {expected}, not {kind}"))
}

fn dict<'a, 'py>(value: Value<'a, 'py>, expected: &str) -> PyResult<&'a Bound<'py, PyDict>> {
    value.cast::<PyDict>().map_err(|_| must_be(expected, value))
}

fn flag(value: Value) -> PyResult<bool> {
    let flag = value.cast::<PyBool>().map_err(|_| must_be("True or False", value))?;
    Ok(flag.is_true())
}

fn one_text(value: Value) -> PyResult<String> {
    text_of(value.cast::<PyString>().map_err(|_| must_be("a str", value))?)
}

/// The maximum number of characters of a chunk, or of what answers a query.
fn characters(value: Value) -> PyResult<u32> {
    let most: u32 = value.extract().map_err(|_| must_be("a number of characters", value))?;
    let (least, limit) = (CHARACTERS.start(), CHARACTERS.end());
    let wrong = || PyValueError::new_err(format!("must be a number from {least} to {limit}"));
    CHARACTERS.contains(&most).then_some(most).ok_or_else(wrong)
}

/// A text alone, or several.
pub(crate) fn texts(value: Value) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![one_text(value)?]);
    }
    let each = value.try_iter().map_err(|_| must_be("a str or several", value))?;
    each.map(|text| one_text(&text?)).collect()
}

fn part(asked: &mut Asked, name: &str, value: Value) -> PyResult<()> {
    let on = flag(value)?;
    let set = PARTS.iter().find(|(known, _)| *known == name);
    set.into_iter().for_each(|(_, set)| set(&mut asked.options.parts, on));
    Ok(())
}

fn selectors(value: Value, into: &mut Vec<Selector>) -> PyResult<()> {
    for text in texts(value)? {
        into.push(
            Selector::parse(&text).map_err(|error| PyValueError::new_err(error.to_string()))?,
        );
    }
    Ok(())
}
