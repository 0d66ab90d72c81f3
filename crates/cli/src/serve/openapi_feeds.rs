//! The part of the document on routes for readers of feeds.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use super::answer::ProblemAnswer;
use super::feeds::{FullTextAnswer, MercuryAnswer, ReadabilityAnswer, ReadabilityRequest};
use super::openapi_parts::{Operation, contents, operation, parameter, shape, text};

/// The parameter of an address.
fn url(what: &str) -> Value {
    parameter("query", "url", true, &json!({"type": "string", "description": what}))
}

fn article<T: JsonSchema>(answers: &mut SchemaGenerator) -> (&'static str, Value) {
    ("The article.", contents(&[("application/json", shape::<T>(answers))]))
}

/// The routes.
pub(super) fn routes(
    requests: &mut SchemaGenerator,
    answers: &mut SchemaGenerator,
) -> Vec<Operation> {
    let problem = contents(&[("application/json", shape::<ProblemAnswer>(answers))]);
    let page = "The page's address, encoded or as it is";
    let feeds = [
        ("application/rss+xml", text()),
        ("application/atom+xml", text()),
        ("application/json", json!({"type": "object", "required": ["rss"]})),
    ];
    let format = "`json` for JSON: `rss.channel.item` is one entry, or a list";
    let format = json!({"type": "string", "enum": ["rss", "json"], "description": format});
    let most = "Entries at most: 10 by default, up to 50";
    let most = json!({"type": "integer", "description": most});
    vec![
        operation(
            ("get", "/parser"),
            "An article by its address, in the shape of Mercury.",
            article::<MercuryAnswer>(answers),
        )
        .parameters(vec![url(page)])
        .problem(&problem),
        operation(
            ("post", "/"),
            "An article by its address, in the shape of Readability's server.",
            article::<ReadabilityAnswer>(answers),
        )
        .body(contents(&[("application/json", shape::<ReadabilityRequest>(requests))]))
        .problem(&problem),
        operation(
            ("get", "/extract.php"),
            "An article by its address, in the shape of Full-Text RSS.",
            article::<FullTextAnswer>(answers),
        )
        .parameters(vec![url(page)])
        .problem(&problem),
        operation(
            ("get", "/makefulltextfeed.php"),
            "A feed with whole articles, in the shape of Full-Text RSS; a page is a feed of one entry.",
            ("The feed, RSS or Atom as it was, or JSON.", contents(&feeds)),
        )
        .parameters(vec![
            url("The address of a feed or a page, encoded or as it is"),
            parameter("query", "max", false, &most),
            parameter("query", "format", false, &format),
        ])
        .problem(&problem),
    ]
}
