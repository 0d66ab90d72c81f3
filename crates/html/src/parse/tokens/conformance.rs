//! The tokenizer against the public html5lib tests, when they are there (`HTML5LIB_TESTS`, or next to
//! the repository).

#![cfg(test)]

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Content, Doctype, Store, TagToken, Token, Tokenizer};
use crate::parse::limits::copy_with_line_feeds;

/// Runs that there are at least. Left out are inputs with half a surrogate pair, which no text of
/// Rust holds, and the tests of what XML does not allow, which the HTML standard does not ask for.
const RUNS: usize = 6_800;

#[test]
fn tokens_are_those_of_the_public_tests() {
    let Some(folder) = zhengwen_oracle::html5lib("tokenizer") else { return };
    let (mut runs, mut different) = (0, Vec::new());
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Ok(file) = serde_json::from_str::<Value>(&without_halves(&text)) else { continue };
        for test in file["tests"].as_array().into_iter().flatten() {
            let Some((input, expected)) = read(test) else { continue };
            for state in states(test) {
                runs += 1;
                let actual = tokens(&input, &state, test["lastStartTag"].as_str());
                if actual != expected {
                    different.push(format!("{path:?} {state}: {input:?} {expected} {actual}"));
                }
            }
        }
    }
    assert!(different.is_empty(), "{} of {runs}\n{}", different.len(), different.join("\n"));
    assert!(runs >= RUNS, "only {runs} runs");
}

fn states(test: &Value) -> Vec<String> {
    let states = test["initialStates"].as_array();
    let names = states.map(|states| states.iter().map(|s| s.as_str().unwrap().to_owned()));
    names.map_or_else(|| vec!["Data state".to_owned()], Iterator::collect)
}

/// The substitute for half a surrogate pair.
const HALF: &str = "half a pair";

/// The text of a JSON file with [`HALF`] where a string holds half a surrogate pair.
fn without_halves(text: &str) -> String {
    let code = |text: &str| {
        let hex = text.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(hex, 16).ok()
    };
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_low = |low: u32| (0xDC00..0xE000).contains(&low);
        let length = match code(rest) {
            Some(0xD800..0xDC00) if code(&rest[6..]).is_some_and(is_low) => 12,
            Some(0xD800..0xE000) => 0,
            Some(_) => 6,
            None => 2,
        };
        out.push_str(if length == 0 { HALF } else { &rest[..length] });
        rest = &rest[if length == 0 { 6 } else { length }..];
    }
    out + rest
}

/// Input and expected tokens of a test; `None` if they hold half a surrogate pair.
fn read(test: &Value) -> Option<(String, Value)> {
    let is_escaped = test["doubleEscaped"] == true;
    let plain = |value: &Value| -> Option<Value> {
        let Some(text) = value.as_str() else { return Some(value.clone()) };
        let text = if is_escaped {
            serde_json::from_str(&without_halves(&format!("\"{text}\""))).ok()?
        } else {
            text.to_owned()
        };
        (!text.contains(HALF)).then_some(Value::String(text))
    };
    let input = plain(&test["input"])?.as_str()?.to_owned();
    let tokens = test["output"].as_array()?.iter();
    let output = tokens.map(|token| token.as_array()?.iter().map(plain).collect());
    Some((input, Value::Array(output.collect::<Option<_>>()?)))
}

/// The tokens of an input as the tests write them.
fn tokens(input: &str, state: &str, last_start_tag: Option<&str>) -> Value {
    let mut page = String::new();
    copy_with_line_feeds(input, &mut page);
    let mut tokenizer = Tokenizer::new(&page, Store::default());
    let end = page.find("]]>");
    let content = match state {
        "PLAINTEXT state" => Content::Plaintext,
        "RCDATA state" => Content::Rcdata,
        "RAWTEXT state" => Content::Rawtext,
        "Script data state" => Content::ScriptData,
        "CDATA section state" => Content::Cdata {
            end: end.unwrap_or(page.len()),
            next: end.map_or(page.len(), |end| end + 3),
        },
        _ => Content::Data,
    };
    tokenizer.set_content(content, last_start_tag);
    let mut out: Vec<Value> = Vec::new();
    loop {
        let token = tokenizer.next(false);
        let text = |span| tokenizer.str(span).to_owned();
        match token {
            Token::EndOfFile => return Value::Array(out),
            Token::Text(span) => push_text(&mut out, &text(span)),
            Token::Nul => push_text(&mut out, "\0"),
            Token::Comment(span) => out.push(json!(["Comment", text(span)])),
            Token::Start(tag) => out.push(start(&tokenizer, tag)),
            Token::End(tag) => {
                out.push(json!(["EndTag", tokenizer.store.tag_name(&page, tag.tag)]));
            }
            Token::Doctype(doctype) => {
                let Doctype { name, public_id, system_id, forces_quirks } = doctype;
                let [name, public, system] = [name, public_id, system_id].map(|id| id.map(text));
                out.push(json!(["DOCTYPE", name, public, system, !forces_quirks]));
            }
        }
    }
}

fn push_text(out: &mut Vec<Value>, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some(last) = out.last_mut().filter(|last| last[0] == "Character") {
        last[1] = json!(format!("{}{text}", last[1].as_str().unwrap()));
    } else {
        out.push(json!(["Character", text]));
    }
}

fn start(tokenizer: &Tokenizer, tag: TagToken) -> Value {
    let (store, page) = (&tokenizer.store, tokenizer.page);
    let range = tag.attributes.start as usize..tag.attributes.end as usize;
    let attributes: BTreeMap<&str, &str> = store.attributes[range]
        .iter()
        .map(|a| (store.attribute_name(page, a.name), store.text(page, a.value)))
        .collect();
    let name = store.tag_name(page, tag.tag);
    if tag.is_self_closing {
        json!(["StartTag", name, attributes, true])
    } else {
        json!(["StartTag", name, attributes])
    }
}
