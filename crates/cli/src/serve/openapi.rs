//! `GET /openapi.json`: what the service answers, for programs.

use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::answer::{Problem, content};

const PATHS: &str = include_str!("openapi.json");
const EXTRACTION: &str = include_str!("../../../../schema/extraction.schema.json");

/// The document with the shape of an extraction put in.
pub(super) async fn document() -> Response {
    written()
        .map_or_else(|| Problem::failed().into_response(), |text| content("application/json", text))
}

fn written() -> Option<String> {
    let mut document: Value = serde_json::from_str(PATHS).ok()?;
    let within = EXTRACTION.replace("#/$defs/", "#/components/schemas/Extraction/$defs/");
    let mut extraction: Value = serde_json::from_str(&within).ok()?;
    // Within another document it has no name and dialect of its own.
    extraction.as_object_mut()?.retain(|name, _| name != "$id" && name != "$schema");
    *document.pointer_mut("/components/schemas/Extraction")? = extraction;
    Some(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_documented_and_nothing_else() {
        let document: Value = serde_json::from_str(&written().unwrap()).unwrap();
        let mut documented: Vec<String> = document["paths"]
            .as_object()
            .unwrap()
            .keys()
            .map(|path| path.replace("{address}", "{*address}"))
            .collect();
        let mut routes: Vec<String> =
            super::super::routes().iter().map(|(path, _)| (*path).to_owned()).collect();
        documented.sort();
        routes.sort();
        assert_eq!(documented, routes);
    }
}
