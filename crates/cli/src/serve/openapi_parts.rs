//! The parts that the document of the service is made of: operations, parameters, contents.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

/// The paths that answer a page without an article with a status of its own.
const WITHOUT_ARTICLE: [&str; 4] = ["/", "/parser", "/extract.php", "/makefulltextfeed.php"];

/// The statuses of answers that are no articles.
const PROBLEMS: [u16; 11] = [400, 403, 408, 413, 415, 421, 422, 501, 502, 503, 504];

/// A route of the service with one HTTP method.
pub(super) struct Operation {
    pub(super) path: &'static str,
    pub(super) method: &'static str,
    summary: &'static str,
    parameters: Vec<Value>,
    body: Option<Value>,
    /// Its answer, in a word, and by media type.
    answer: (&'static str, Value),
    problem: Option<Value>,
}

pub(super) fn operation(
    (method, path): (&'static str, &'static str),
    summary: &'static str,
    answer: (&'static str, Value),
) -> Operation {
    let (parameters, body, problem) = (Vec::new(), None, None);
    Operation { path, method, summary, parameters, body, answer, problem }
}

impl Operation {
    pub(super) fn parameters(self, parameters: Vec<Value>) -> Self {
        Self { parameters, ..self }
    }

    pub(super) fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub(super) fn problem(self, problem: &Value) -> Self {
        Self { problem: Some(problem.clone()), ..self }
    }

    pub(super) fn written(self) -> Value {
        let (description, answer) = self.answer;
        let mut responses = json!({"200": {"description": description, "content": answer}});
        let may_answer = |status: &u16| match status {
            422 => WITHOUT_ARTICLE.contains(&self.path),
            501 => self.path.starts_with("/v2/"),
            _ => true,
        };
        for status in PROBLEMS.into_iter().filter(may_answer) {
            if let Some(problem) = &self.problem {
                responses[status.to_string()] =
                    json!({"description": "Why there is no article.", "content": problem});
            }
        }
        let mut written = json!({"summary": self.summary, "responses": responses});
        if !self.parameters.is_empty() {
            written["parameters"] = self.parameters.into();
        }
        if let Some(body) = self.body {
            written["requestBody"] = json!({"required": true, "content": body});
        }
        written
    }
}

/// Content of media types.
pub(super) fn contents(of: &[(&str, Value)]) -> Value {
    let entry = |(kind, schema): &(&str, Value)| ((*kind).to_owned(), json!({"schema": schema}));
    Value::Object(of.iter().map(entry).collect())
}

/// The schema of a body that is not JSON.
pub(super) fn text() -> Value {
    json!({"type": "string"})
}

pub(super) fn parameter(place: &str, name: &str, is_required: bool, schema: &Value) -> Value {
    let mut schema = schema.clone();
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    json!({
        "name": name, "in": place, "required": is_required, "schema": schema,
        "description": description,
    })
}

/// A reference to the shape of a type, which is among the components then.
pub(super) fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}
