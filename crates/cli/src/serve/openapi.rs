//! `GET /openapi.json`: what the service answers, for programs. The table of routes is here; the shapes
//! are those of the types that are read and written.

use std::sync::LazyLock;

use axum::response::Response;
use schemars::generate::SchemaSettings;
use schemars::{SchemaGenerator, schema_for};
use serde_json::{Map, Value, json};
use zhengwen::{Extraction, FORMS, Form, Report};

use super::answer::{ProblemAnswer, content};
use super::extract::{Methods, bare_type};
use super::firecrawl::{Scrape, ScrapeAnswer, ScrapeProblem};
use super::firecrawl_map::{MapAnswer, MapRequest};
use super::jina::{HEADERS, JinaRequest};
use super::jina_answer::{JinaAnswer, JinaProblem};
use super::openapi_feeds;
use super::openapi_parts::{Operation, contents, operation, parameter, shape, text};
use super::picture::PictureRequest;
use super::request::{FIELDS, PageRequest};
use crate::line::finish;

static DOCUMENT: LazyLock<String> = LazyLock::new(|| made().to_string());

/// The document.
pub(super) async fn document() -> Response {
    content("application/json", DOCUMENT.as_str())
}

const FORM: &str = "application/x-www-form-urlencoded";

fn bytes() -> Value {
    json!({"type": "string", "format": "binary"})
}

/// The fields of a page request in a query.
fn query(url_is_required: bool) -> Vec<Value> {
    let fields = FIELDS.properties().filter(|(name, _)| *name != "html");
    let field = |(name, schema): (&String, &Value)| {
        parameter("query", name, url_is_required && name == "url", schema)
    };
    fields.map(field).collect()
}

/// The headers of Jina Reader.
fn headers() -> Vec<Value> {
    let header = |(name, description): &(&str, &str)| {
        parameter("header", name, false, &json!({"type": "string", "description": description}))
    };
    HEADERS.iter().map(header).collect()
}

/// A page, as fields or as it is.
fn page(requests: &mut SchemaGenerator) -> Value {
    let fields = shape::<PageRequest>(requests);
    contents(&[
        ("application/json", fields.clone()),
        ("application/x-www-form-urlencoded", fields),
        ("text/html", bytes()),
    ])
}

/// Routes of the reader page and for monitoring.
fn plain_routes() -> Vec<Operation> {
    let get = |path, summary, description, kind, schema| {
        operation(("get", path), summary, (description, contents(&[(kind, schema)])))
    };
    let metrics = "application/openmetrics-text";
    let object = json!({"type": "object"});
    vec![
        get("/", "The reader page.", "The page.", "text/html", text()),
        get(
            "/reader.webmanifest",
            "The reader page as an app.",
            "A manifest.",
            "application/manifest+json",
            object.clone(),
        ),
        get("/icon.svg", "The icon of the reader page.", "A drawing.", "image/svg+xml", text()),
        get("/icon.png", "The icon of the reader page.", "A picture.", "image/png", text()),
        get("/healthz", "Whether the service is there.", "ok", "text/plain", text()),
        get("/metrics", "Figures for Prometheus.", "OpenMetrics text.", metrics, text()),
        get("/openapi.json", "This document.", "OpenAPI 3.1.", "application/json", object),
    ]
}

/// Routes of the service's own shapes.
fn own_routes(requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) -> Vec<Operation> {
    let problem = contents(&[("application/json", shape::<ProblemAnswer>(answers))]);
    let methods = contents(&[("application/json", shape::<Methods>(answers))]);
    let documents = FORMS.iter().filter_map(|info| Some((info.form, bare_type(info)?)));
    let article = documents.map(|(form, kind)| match form {
        Form::Json => (kind, shape::<Extraction>(answers)),
        _ => (kind, text()),
    });
    let article = contents(&article.collect::<Vec<_>>());
    let report = contents(&[("text/html", text()), ("application/json", shape::<Report>(answers))]);
    let report = ("The report.", report);
    let fetched = "The report on a page that is fetched.";
    let posted = "The report on a page that is posted or fetched. A body that is neither JSON nor a form is the \
                  page itself, as bytes; the fields stand in the query then.";
    let extracted = "The article of a page that is posted or fetched. A body that is neither JSON nor a form is \
                     the page itself, as bytes; the fields stand in the query then.";
    let picture = schema_for!(PictureRequest);
    let picture = picture.pointer("/properties/url").cloned().unwrap_or_default();
    vec![
        operation(
            ("get", "/v1/methods"),
            "The methods and their options.",
            ("The methods.", methods),
        ),
        operation(("post", "/v1/extract"), extracted, ("The article.", article))
            .parameters(query(false))
            .body(page(requests))
            .problem(&problem),
        operation(("get", "/v1/explain"), fetched, report.clone())
            .parameters(query(true))
            .problem(&problem),
        operation(("post", "/v1/explain"), posted, report)
            .parameters(query(false))
            .body(page(requests))
            .problem(&problem),
        operation(
            ("get", "/v1/image"),
            "A picture of an article, fetched by the same guard as pages.",
            ("The picture.", contents(&[("image/*", bytes())])),
        )
        .parameters(vec![parameter("query", "url", true, &picture)])
        .problem(&problem),
    ]
}

/// Routes in the shapes of other services.
fn foreign_routes(requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) -> Vec<Operation> {
    let read = contents(&[
        ("text/plain", text()),
        ("text/html", text()),
        ("application/json", shape::<JinaAnswer>(answers)),
        ("text/event-stream", text()),
    ]);
    let read = ("The article, by the Accept header.", read);
    let refused =
        contents(&[("text/plain", text()), ("application/json", shape::<JinaProblem>(answers))]);
    let scraped = contents(&[("application/json", shape::<ScrapeAnswer>(answers))]);
    let not_scraped = contents(&[("application/json", shape::<ScrapeProblem>(answers))]);
    let scrape = contents(&[("application/json", shape::<Scrape>(requests))]);
    let mapped = contents(&[("application/json", shape::<MapAnswer>(answers))]);
    let (jina, map) = (shape::<JinaRequest>(requests), shape::<MapRequest>(requests));
    let address =
        json!({"type": "string", "description": "The page's whole address, as it is or encoded"});
    let other = parameter("path", "other", true, &json!({"type": "string"}));
    let mut asked = headers();
    asked.insert(0, parameter("path", "address", true, &address));
    vec![
        operation(
            ("get", "/r/{address}"),
            "An article by its address, in the shape of Jina Reader.",
            read.clone(),
        )
        .parameters(asked)
        .problem(&refused),
        operation(("post", "/r/"), "The same for url or html in JSON or in a form.", read)
            .parameters(headers())
            .body(contents(&[("application/json", jina.clone()), (FORM, jina)]))
            .problem(&refused),
        operation(
            ("post", "/v1/scrape"),
            "The same as `/v2/scrape`, for older programs.",
            ("The article.", scraped.clone()),
        )
        .body(scrape.clone())
        .problem(&not_scraped),
        operation(
            ("post", "/v2/scrape"),
            "An article by its address, in the shape of Firecrawl.",
            ("The article.", scraped),
        )
        .body(scrape)
        .problem(&not_scraped),
        operation(
            ("post", "/v2/map"),
            "The addresses of a site, in the shape of Firecrawl.",
            ("The addresses.", mapped),
        )
        .body(contents(&[("application/json", map)]))
        .problem(&not_scraped),
        operation(
            ("post", "/v2/{other}"),
            "What else programs written for Firecrawl ask for: refused with 501, in its shape.",
            ("Never.", contents(&[])),
        )
        .parameters(vec![other])
        .problem(&not_scraped),
    ]
}

/// The document, made of the routes and the types.
fn made() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut requests = settings.clone().into_generator();
    let mut answers = settings.for_serialize().into_generator();
    let mut paths = Map::new();
    let routes = plain_routes()
        .into_iter()
        .chain(own_routes(&mut requests, &mut answers))
        .chain(foreign_routes(&mut requests, &mut answers))
        .chain(openapi_feeds::routes(&mut requests, &mut answers));
    for route in routes {
        let (path, method) = (route.path.to_owned(), route.method.to_owned());
        let written = route.written();
        let methods = paths.entry(path).or_insert_with(|| json!({}));
        methods[method] = written;
    }
    let mut shapes = requests.take_definitions(true);
    shapes.extend(answers.take_definitions(true));
    for shape in shapes.values_mut() {
        if let Ok(schema) = <&mut schemars::Schema>::try_from(shape) {
            finish(schema);
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "zhengwen",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Reads any web page and hands back the article.",
        },
        "paths": paths,
        "components": {"schemas": shapes},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_documented_and_nothing_else() {
        let document = made();
        let mut documented: Vec<String> = document["paths"]
            .as_object()
            .unwrap()
            .keys()
            .map(|path| path.replace("{address}", "{*address}").replace("{other}", "{*other}"))
            .collect();
        let mut routes: Vec<String> =
            super::super::routes().iter().map(|(path, _)| (*path).to_owned()).collect();
        documented.sort();
        routes.sort();
        assert_eq!(documented, routes);
    }

    #[test]
    fn the_document_in_the_repository_is_that_of_the_types() {
        crate::kept::compare("crates/cli/src/serve/openapi.json", &made());
    }
}
