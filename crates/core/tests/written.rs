//! What other files list of the tables of fields, forms and methods. `UPDATE_EXPECT=1` writes it anew.

use std::fmt::Write;

use zhengwen::{FORMS, METHODS};

use crate::expected::check_part;

/// Where the table of fields is.
const TABLE: &str = "crates/core/src/fields.rs";

/// A row of the table of fields.
struct Field {
    name: &'static str,
    doc: &'static [&'static str],
    /// Its type in Rust, with blanks as the compiler likes them.
    kind: &'static str,
    /// The type of its candidates, if it is chosen among some.
    candidate: Option<&'static str>,
    /// Its names for people, in English and in Chinese.
    names: Option<[&'static str; 2]>,
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! rows {
    ($(
        $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
    )*) => {
        const FIELDS: &[Field] = &[$(Field {
            name: stringify!($name),
            doc: &[$($doc),*],
            kind: stringify!($type),
            candidate: optional!($(stringify!($candidate))?),
            names: optional!($([$english, $chinese])?),
        },)*];
    };
}
zhengwen::fields!(rows);

#[test]
fn the_docs_list_the_fields() {
    let mut table = "\n| field | what it is |\n|---|---|\n".to_owned();
    for field in FIELDS {
        writeln!(table, "| `{}` |{} |", field.name, field.doc.concat()).unwrap();
    }
    check_part("docs/fields.md", TABLE, &(table + "\n"));
}

#[test]
fn the_docs_list_the_forms() {
    let mut table = "\n| form | flag | field | what it is |\n|---|---|---|---|\n".to_owned();
    for info in FORMS {
        let flags = [(info.media_type.is_some(), "-f"), (info.is_on_request(), "--add")];
        let flags = flags.iter().filter(|(has, _)| *has);
        let flags: Vec<String> = flags.map(|(_, flag)| format!("`{flag} {}`", info.name)).collect();
        let field = info.field.map_or_else(|| "all".to_owned(), |field| format!("`{field}`"));
        let (name, what, flags) = (info.name, info.description, flags.join(", "));
        writeln!(table, "| {name} | {flags} | {field} | {what} |").unwrap();
    }
    check_part("docs/formats.md", "crates/core/src/extract/forms.rs", &(table + "\n"));
}

/// The type of an attribute in Python.
fn in_python(kind: &str) -> String {
    if let Some(inner) = kind.strip_prefix("Option<") {
        return format!("{} | None", in_python(&inner[..inner.len() - 1]));
    }
    if let Some(inner) = kind.strip_prefix("Vec<") {
        return format!("tuple[{}, ...]", in_python(&inner[..inner.len() - 1]));
    }
    match kind {
        "Decoding" => "Encoding",
        "Warning" => "ExtractionWarning",
        "ArticleImage" => "Image",
        "String" | "PageKind" | "PageGroup" | "Method" | "Direction" => "str",
        "u32" => "int",
        "f32" => "float",
        record => record,
    }
    .to_owned()
}

#[test]
fn the_stubs_of_python_have_the_fields_methods_and_forms() {
    const STUBS: &str = "crates/python/python/zhengwen/__init__.pyi";
    let mut names = String::new();
    let methods: Vec<&str> = METHODS.iter().map(|info| info.name).collect();
    let forms = FORMS.iter().filter(|info| info.is_on_request());
    for (alias, known) in [("_Method", methods), ("_Form", forms.map(|info| info.name).collect())] {
        let known: String = known.iter().map(|name| format!("    \"{name}\",\n")).collect();
        write!(names, "{alias}: TypeAlias = Literal[\n{known}]\n").unwrap();
    }
    check_part(STUBS, "METHODS and FORMS", &names);
    let mut attributes = String::new();
    for Field { name, kind, .. } in FIELDS {
        // A tree is read from its JSON.
        let kind = match *name {
            "body" => "list[dict[str, Any]] | None",
            _ => &in_python(&kind.replace(' ', "")),
        };
        write!(attributes, "    @property\n    def {name}(self) -> {kind}: ...\n").unwrap();
    }
    check_part(STUBS, TABLE, &(attributes + "    "));
}

#[test]
fn the_loaders_of_python_have_the_texts() {
    let is_text = |field: &&Field| field.candidate.is_some() && field.kind.starts_with("Option");
    let texts = FIELDS.iter().filter(is_text).map(|field| field.name).chain(["kind"]);
    let lines: String = texts.map(|name| format!("    \"{name}\",\n")).collect();
    let written = format!("TEXTS = (\n{lines})\n");
    check_part("crates/python/python/zhengwen/_loaders.py", TABLE, &written);
}

#[test]
fn the_reader_page_has_the_names_of_fields() {
    let mut written = "const FIELDS = {\n".to_owned();
    for Field { name, names, .. } in FIELDS {
        let Some([english, chinese]) = names else { continue };
        writeln!(written, "  {name}: [\"{english}\", \"{chinese}\"],").unwrap();
    }
    check_part("crates/cli/src/serve/reader-words.js", TABLE, &(written + "};\n"));
}
