//! The table of columns against `schema/extraction.schema.json`, and `docs/schema.md` made from both.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use zhengwen::FORMS;
use zhengwen_table::{COLUMNS, Origin, Shape};

fn at(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

fn described() -> Value {
    let text = std::fs::read_to_string(at("schema/extraction.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The schema that a schema points to, or offers as an alternative to `null`.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(Value::String(path)) = schema.get("$ref") {
        return resolved(root, root.pointer(path.trim_start_matches('#')).unwrap());
    }
    match schema.get("anyOf") {
        Some(Value::Array(any)) => resolved(root, any.iter().find(|one| !is_null(one)).unwrap()),
        _ => schema,
    }
}

fn is_null(schema: &Value) -> bool {
    schema["type"] == "null"
}

/// The shape of a value in words, as [`Shape`] writes it.
fn in_words(root: &Value, schema: &Value) -> String {
    let schema = resolved(root, schema);
    if schema.get("oneOf").is_some() {
        return Shape::Text.to_string();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").unwrap(),
        kind => kind,
    };
    match kind.as_str().unwrap() {
        "string" => Shape::Text.to_string(),
        "boolean" => Shape::Boolean.to_string(),
        "number" => Shape::Float32.to_string(),
        "integer" if schema["format"].as_str().unwrap().ends_with("64") => Shape::Int64.to_string(),
        "integer" => Shape::Int32.to_string(),
        "array" => format!("list of {}", in_words(root, &schema["items"])),
        "object" => {
            let parts = schema["properties"].as_object().unwrap();
            let parts = parts.iter().map(|(name, part)| format!("{name} {}", in_words(root, part)));
            format!("struct({})", sorted(parts).join(", "))
        }
        other => panic!("{other}"),
    }
}

fn sorted(parts: impl Iterator<Item = String>) -> Vec<String> {
    let mut parts: Vec<String> = parts.collect();
    parts.sort();
    parts
}

/// The same with the parts of structures in the order of the alphabet.
fn shape_in_words(shape: &Shape) -> String {
    match shape {
        Shape::List(shape) => format!("list of {}", shape_in_words(shape)),
        Shape::Struct(parts) => {
            let parts = parts.iter().map(|p| format!("{} {}", p.name, shape_in_words(&p.shape)));
            format!("struct({})", sorted(parts).join(", "))
        }
        // Text in JSON.
        Shape::Timestamp => Shape::Text.to_string(),
        shape => shape.to_string(),
    }
}

fn fields(root: &Value) -> &Map<String, Value> {
    root["properties"].as_object().unwrap()
}

#[test]
fn every_column_that_is_asked_for_is_a_form() {
    for column in COLUMNS.iter().filter(|column| column.origin == Origin::Form) {
        let is_form = FORMS.iter().any(|info| info.field == Some(column.name));
        assert!(is_form || column.name == "chunks", "{}: no form in FORMS", column.name);
    }
}

#[test]
fn every_field_is_a_column_of_its_name_and_type() {
    let root = described();
    for (name, schema) in fields(&root) {
        // What a person reads of one page; it is in no table.
        if name == "trace" {
            continue;
        }
        let column = COLUMNS.iter().find(|column| column.name == name);
        let column = column.unwrap_or_else(|| panic!("no column {name}: add it to COLUMNS"));
        if column.shape != Shape::Json {
            assert_eq!(shape_in_words(&column.shape), in_words(&root, schema), "{name}");
        }
    }
    for column in COLUMNS {
        assert!(fields(&root).contains_key(column.name), "{}: no such field", column.name);
    }
}

const INTRODUCTION: &str = "\
# The table

These columns are in the Parquet files that `zhengwen batch` writes and in the Arrow batches of the Python package, in this order.
JSON has the same fields by the same names. This page is made from `crates/table/src/columns.rs` and `schema/extraction.schema.json` by
`UPDATE_EXPECT=1 cargo test -p zhengwen-table`.

Every value may be null; JSON leaves such fields out or says `null`. Text is UTF-8. Lists name their items `element`, as Parquet does.
Integers are signed, since Spark has no unsigned ones. `fetched_at` is text in JSON, and `body` is a tree in JSON and that tree as JSON
text in a table. `kind` and `method` have a fixed set of values, which [the schema](../schema/extraction.schema.json) lists.

| column | type | what it is |
|---|---|---|
";

#[test]
fn the_page_of_documentation_is_made_from_the_table() {
    let root = described();
    let mut page = INTRODUCTION.to_owned();
    for column in COLUMNS {
        let what = fields(&root)[column.name]["description"].as_str().unwrap();
        writeln!(page, "| `{}` | {} | {} |", column.name, column.shape, what.replace('|', "\\|"))
            .unwrap();
    }
    let path = at("docs/schema.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, page).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/schema.md is not up to date; run the tests with UPDATE_EXPECT=1");
}
