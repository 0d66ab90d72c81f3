//! The schema of a line of JSON output, in `schema/extraction.schema.json`.

use regex::Regex;
use schemars::Schema;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::Value;

/// Makes the schema of a type fit for others: objects have only the properties that are named, unless they
/// say that they have more, and no links into this program's documentation.
pub(crate) fn finish(schema: &mut Schema) {
    let link = Regex::new(r"\[(`[^`]*`)\](\([^)]*\))?").ok();
    let mut finish = RecursiveTransform(|schema: &mut Schema| {
        let has_names = schema.get("properties").is_some_and(Value::is_object);
        if has_names && schema.get("additionalProperties").is_none() {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        if let (Some(link), Some(Value::String(words))) = (&link, schema.get_mut("description")) {
            *words = link.replace_all(words, "$1").replace('\n', " ");
        }
    });
    finish.transform(schema);
}

/// The schema of a line.
#[cfg(test)]
fn schema() -> Schema {
    let generator =
        schemars::generate::SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<zhengwen_table::Row>();
    schema.insert("$id".to_owned(), "extraction.schema.json".into());
    finish(&mut schema);
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_in_the_repository_is_that_of_the_types() {
        crate::kept::compare("schema/extraction.schema.json", &schema().to_value());
    }
}
