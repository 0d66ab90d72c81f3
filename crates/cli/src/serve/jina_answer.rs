//! Articles and refusals in the shape of Jina Reader.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use zhengwen::{ArticleImage, Extraction, Node};

use super::answer::{Problem, content, json};

/// An article in the shape of Jina Reader.
#[derive(Serialize, JsonSchema)]
pub(super) struct JinaAnswer<'a> {
    code: u16,
    status: u32,
    data: JinaData<'a>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
struct JinaData<'a> {
    title: &'a str,
    description: &'a str,
    url: &'a str,
    content: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_time: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    /// Addresses by title, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<BTreeMap<String, String>>,
    /// Addresses by what they show, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<BTreeMap<&'a str, &'a str>>,
}

/// A refusal in the shape of Jina Reader.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JinaProblem<'a> {
    data: (),
    code: u16,
    status: u32,
    name: &'a str,
    message: &'a str,
    readable_message: &'a str,
}

/// The way to send the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sent {
    Text,
    Json,
    Events,
}

/// The article in the form and the way that are asked for.
pub(super) fn written(found: &Extraction, form: &str, sent: Sent, summaries: [bool; 2]) -> String {
    let body = match form {
        "html" => found.html.as_deref().unwrap_or(""),
        "text" => &found.text,
        _ => found.markdown.as_deref().unwrap_or(""),
    };
    let data = || data(found, body, summaries);
    match sent {
        Sent::Json => json(&JinaAnswer { code: 200, status: 20000, data: data() }),
        Sent::Events => format!("event: data\ndata: {}\n\n", json(&data())),
        Sent::Text => {
            let mut out = if form == "markdown" { with_head(found, body) } else { body.to_owned() };
            if form != "html" {
                push_summaries(&mut out, found, summaries);
                out.truncate(out.trim_end().len());
                out.push('\n');
            }
            out
        }
    }
}

fn warning(found: &Extraction) -> Option<String> {
    let warnings: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
    (!warnings.is_empty()).then(|| warnings.join("; "))
}

/// The fields in lines before the article.
fn with_head(found: &Extraction, body: &str) -> String {
    let mut out = String::new();
    let lines = [
        ("Title", found.title.clone()),
        ("URL Source", found.url.clone()),
        ("Published Time", found.publish_date.clone()),
        ("Warning", warning(found)),
    ];
    for (name, value) in lines {
        if let Some(value) = value {
            let _ = write!(out, "{name}: {}\n\n", value.replace('\n', " "));
        }
    }
    let _ = write!(out, "Markdown Content:\n{body}");
    out
}

/// The lists that are asked for behind the article.
fn push_summaries(out: &mut String, found: &Extraction, [links, images]: [bool; 2]) {
    let links = if links { links_of(found) } else { Vec::new() };
    if !links.is_empty() {
        out.push_str("\n\nLinks/Buttons:\n");
        for (name, address) in links {
            let _ = writeln!(out, "- [{}]({address})", name.replace(['[', ']'], " "));
        }
    }
    if images && !found.images.is_empty() {
        out.push_str("\n\nImages:\n");
        for image in &found.images {
            let alt = image.alt.as_deref().unwrap_or("").replace(['[', ']', '\n'], " ");
            let _ = writeln!(out, "- ![{alt}]({})", image.url);
        }
    }
}

/// The links of the article and those to related ones: what they show and their addresses, each
/// address once.
fn links_of(found: &Extraction) -> Vec<(String, String)> {
    let mut links = Vec::new();
    let mut open: Vec<&Node> = found.body.iter().flatten().rev().collect();
    while let Some(node) = open.pop() {
        match node.attributes().address.as_ref().filter(|_| node.kind == "link") {
            Some(address) => links.push((text_of(node), address.clone())),
            None => open.extend(node.children.iter().rev()),
        }
    }
    let related = found.related_links.iter();
    links.extend(related.map(|link| (link.title.clone(), link.url.clone())));
    let mut seen = HashSet::new();
    links.retain(|(_, address)| address.starts_with("http") && seen.insert(address.clone()));
    links
}

/// The text of a node and of all in it, in one line.
fn text_of(node: &Node) -> String {
    let mut text = String::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        text.push_str(node.text.as_deref().or(node.attributes().alt.as_deref()).unwrap_or(""));
        open.extend(node.children.iter().rev());
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn data<'a>(found: &'a Extraction, body: &'a str, [links, images]: [bool; 2]) -> JinaData<'a> {
    let image = |image: &'a ArticleImage| (image.alt.as_deref().unwrap_or(""), image.url.as_str());
    JinaData {
        title: found.title.as_deref().unwrap_or(""),
        description: found.description.as_deref().unwrap_or(""),
        url: found.url.as_deref().unwrap_or(""),
        content: body,
        published_time: found.publish_date.as_deref(),
        warning: warning(found),
        links: links.then(|| links_of(found).into_iter().collect()),
        images: images.then(|| found.images.iter().map(image).collect()),
    }
}

/// A refusal in the shape that such programs know.
pub(super) fn refuse(problem: &Problem, sent: Sent) -> Response {
    let status = problem.status;
    let message = problem.message.as_str();
    let body = match sent {
        Sent::Text => format!("{message}\n"),
        _ => json(&JinaProblem {
            data: (),
            code: status.as_u16(),
            status: u32::from(status.as_u16()) * 100,
            name: problem.code,
            message,
            readable_message: message,
        }),
    };
    let kind = if sent == Sent::Text { "text/plain; charset=utf-8" } else { "application/json" };
    (status, content(kind, body)).into_response()
}
