//! The reader page, which is one answer, and what a phone needs to install it. The files are in the program.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use zhengwen_io::reading;

use super::answer::content_with_policy;
use super::state::Service;

/// The styles and the script of the page, and its policy. They are in the page itself: it paints without a second request.
struct Inlined {
    style: String,
    script: String,
    policy: String,
}

static INLINED: LazyLock<Inlined> = LazyLock::new(|| {
    let style = [include_str!("reader.css"), reading::STYLE].concat();
    let script = [
        include_str!("reader-words.js"),
        include_str!("reader.js"),
        include_str!("reader-article.js"),
        include_str!("reader-compare.js"),
        include_str!("reader-look.js"),
        "begin();",
    ]
    .join("\n");
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)));
    // The page asks this service alone, runs its own script alone, and may not be framed.
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types zhengwen",
        hash(&script),
        hash(&style)
    );
    Inlined { style, script, policy }
});

/// `GET /`.
pub(super) async fn page(State(service): State<Arc<Service>>) -> Response {
    let page = include_str!("reader.html");
    let fetches = if service.fetches() { "true" } else { "false" };
    let methods: String = zhengwen::METHODS
        .iter()
        .filter(|info| info.needs.is_none())
        .map(|info| format!("<option value=\"{0}\">{0}</option>", info.name))
        .collect();
    let page = page.replace("{{fetches}}", fetches).replace("{{methods}}", &methods);
    let page = page.replace("{{style}}", &INLINED.style).replace("{{script}}", &INLINED.script);
    let mut page = content_with_policy("text/html; charset=utf-8", &INLINED.policy, page);
    // Without a referrer, browsers would not say which page the form of the report is from.
    let referrer = HeaderValue::from_static("same-origin");
    page.headers_mut().insert(header::REFERRER_POLICY, referrer);
    page
}

/// No file of the page but the page itself may do anything.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// `GET /reader.webmanifest`.
pub(super) async fn manifest() -> Response {
    content_with_policy("application/manifest+json", NOTHING, include_str!("reader.webmanifest"))
}

/// `GET /icon.svg`.
pub(super) async fn icon() -> Response {
    content_with_policy("image/svg+xml", NOTHING, include_str!("icon.svg"))
}

/// `GET /icon.png`, for phones that do not draw SVG.
pub(super) async fn picture() -> Response {
    content_with_policy("image/png", NOTHING, include_bytes!("icon.png").as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of the page as it is sent, styles and script included.
    const MOST: usize = 150 * 1024;

    #[test]
    fn the_page_is_one_answer_of_a_known_size() {
        let whole = include_str!("reader.html").len() + INLINED.style.len() + INLINED.script.len();
        assert!((30_000..MOST).contains(&whole), "{whole}");
        // Nothing may end the elements that they are in.
        assert!(!INLINED.style.contains("</") && !INLINED.script.contains("</script"));
        let page = include_str!("reader.html");
        assert!(!page.contains("<script src") && !page.contains("rel=\"stylesheet\""), "{page}");
    }
}
