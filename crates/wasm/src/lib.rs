//! The WebAssembly module of the npm package: a page and a request as JSON in, an extraction as JSON out.
//!
//! JavaScript calls [`extract`] through wasm-bindgen; the folder `npm` holds what its users see.

mod request;

use std::cell::Cell;

use request::Asked;
use serde_json::{Value, json};
use zhengwen::{Extractor, Input, with_properties};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The extractor of the last page: it keeps its buffers.
    static EXTRACTOR: Cell<Option<Extractor>> = const { Cell::new(None) };
}

/// The article of a page, as the program's JSON; `{"error": ...}` with one line if the request is wrong.
///
/// `is_text` is true if the page was text where it comes from: then it is decoded already, whatever it says of its encoding.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub fn extract(page: &[u8], is_text: bool, request: &str) -> String {
    found(page, is_text, request).unwrap_or_else(|error| json!({ "error": error }).to_string())
}

fn found(page: &[u8], is_text: bool, request: &str) -> Result<String, String> {
    let request: Value = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let asked = Asked::of(&request)?;
    let text = std::str::from_utf8(page).ok().filter(|_| is_text);
    let input = text.map_or(Input::Bytes(page), Input::Text);
    let mut extractor = EXTRACTOR.take().unwrap_or_default();
    extractor.options_mut().clone_from(&asked.options);
    let mut extraction = extractor.extract(input, &asked.info());
    EXTRACTOR.set(Some(extractor));
    if asked.front_matter {
        let text = extraction.markdown.take();
        extraction.markdown = text.map(|text| with_properties(&extraction, &text));
    }
    serde_json::to_string(&extraction).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_str, json};

    const PAGE: &str = "<title>会议召开_某某网</title><div><a href=/>首页</a></div>\
        <p>会议今天召开。代表们讨论了供水问题。</p><p>会议明天结束。</p>";

    fn extract(page: &[u8], is_text: bool, request: &Value) -> Value {
        from_str(&super::extract(page, is_text, &request.to_string())).unwrap()
    }

    #[test]
    fn the_answer_is_what_the_library_finds() {
        let expected = serde_json::to_string(&zhengwen::extract(PAGE.as_bytes())).unwrap();
        assert_eq!(super::extract(PAGE.as_bytes(), false, "{}"), expected);
    }

    #[test]
    fn options_hold_for_one_page() {
        let first = extract(PAGE.as_bytes(), true, &json!({"add": "markdown", "keep": ["a"]}));
        assert!(first["markdown"].as_str().unwrap().contains("[首页](/)"));
        assert!(extract(PAGE.as_bytes(), true, &json!({}))["markdown"].is_null());
    }

    #[test]
    fn markdown_begins_with_the_properties_of_notes() {
        let markdown = |front_matter: bool| {
            let request = json!({"add": "markdown", "url": "https://a.example/1", "front_matter": front_matter});
            extract(PAGE.as_bytes(), true, &request)["markdown"].as_str().unwrap().to_owned()
        };
        let properties =
            "---\ntitle: \"会议召开\"\nsource: \"某某网\"\nurl: \"https://a.example/1\"\n---\n\n";
        assert_eq!(markdown(true), format!("{properties}{}", markdown(false)));
        // No form comes without being asked for.
        let found = extract(PAGE.as_bytes(), true, &json!({"front_matter": true}));
        assert!(found["markdown"].is_null());
    }

    #[test]
    fn text_is_not_decoded_again() {
        let page = PAGE.replace("<title>", "<meta charset=big5><title>");
        let found = extract(page.as_bytes(), true, &json!({"encoding": null}));
        assert_eq!(found["title"], "会议召开");
        let (gbk, is_text) =
            (b"<p>\xbb\xe1\xd2\xe9\xbd\xf1\xcc\xec\xd5\xd9\xbf\xaa\xa1\xa3</p>", true);
        // What is no UTF-8 cannot have been text.
        assert_eq!(extract(gbk, is_text, &json!({}))["text"], "会议今天召开。");
    }

    #[test]
    fn a_wrong_request_is_one_line_with_its_name() {
        let error = |request| extract(b"", false, &request)["error"].as_str().unwrap().to_owned();
        assert_eq!(error(json!([])), "options: must be an object");
        assert!(error(json!({"hide": 1})).starts_with("no option \"hide\"; there are url, "));
        assert_eq!(error(json!({"drop": ["p", "a["]})), "drop: \"a[\" is not a CSS selector");
        assert_eq!(error(json!({"trace": 1})), "trace: must be true or false");
        assert_eq!(error(json!({"url": 1})), "url: must be a string");
    }
}
