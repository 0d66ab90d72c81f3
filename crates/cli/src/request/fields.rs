//! Fields by name, from JSON, forms and queries, to a request.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// The fields of a request: their names and types are those of its schema.
#[derive(Debug)]
pub(crate) struct Fields<T> {
    schema: Schema,
    request: PhantomData<fn() -> T>,
}

impl<T: JsonSchema + DeserializeOwned> Fields<T> {
    /// The fields of the type.
    pub(crate) fn new() -> Self {
        let mut schema = schemars::schema_for!(T);
        schema.insert("additionalProperties".to_owned(), false.into());
        Self { schema, request: PhantomData }
    }

    /// Each field's name and schema.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    }

    /// The request of these fields, or in one line which field is wrong, and why.
    pub(crate) fn read(&self, fields: &Map<String, Value>) -> Result<T, String> {
        if let Some(name) = fields.keys().find(|name| self.property(name).is_none()) {
            let known: Vec<&str> = self.properties().map(|(name, _)| name.as_str()).collect();
            return Err(format!("{name:?} is no field; the fields are {}", known.join(", ")));
        }
        T::deserialize(fields).map_err(|error| {
            // Each field may come alone, so the one that is wrong is found by itself.
            let wrong = |(name, value): (&String, &Value)| {
                let alone = Map::from_iter([(name.clone(), value.clone())]);
                T::deserialize(&alone).err().map(|error| format!("{name}: {error}"))
            };
            fields.iter().find_map(wrong).unwrap_or_else(|| error.to_string())
        })
    }

    /// The fields of a form or a query. All their values are text; a name that occurs twice has a list.
    pub(crate) fn of_form(&self, form: &[u8]) -> Map<String, Value> {
        let mut fields = Map::new();
        for (name, text) in url::form_urlencoded::parse(form) {
            let is_flag =
                self.property(&name).is_some_and(|property| property["type"] == "boolean");
            let value = match text.as_ref() {
                "true" if is_flag => Value::Bool(true),
                "false" | "" if is_flag => Value::Bool(false),
                text => Value::from(text),
            };
            match fields.get_mut(name.as_ref()) {
                None => _ = fields.insert(name.into_owned(), value),
                Some(Value::Array(values)) => values.push(value),
                Some(first) => *first = Value::Array(vec![first.take(), value]),
            }
        }
        fields
    }

    fn property(&self, name: &str) -> Option<&Value> {
        self.schema.get("properties")?.get(name)
    }
}

/// A request that is read by [`Fields::read`].
#[derive(Debug)]
pub(crate) struct Checked<T>(pub(crate) T);

impl<'de, T: JsonSchema + DeserializeOwned> Deserialize<'de> for Checked<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(from)?;
        Fields::new().read(&fields).map(Self).map_err(D::Error::custom)
    }
}

impl<T: JsonSchema> JsonSchema for Checked<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        schema.insert("additionalProperties".to_owned(), false.into());
        schema
    }
}
