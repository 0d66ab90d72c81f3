//! JSON output is as `schema/extraction.schema.json` says.

use crate::run::{root, text, zhengwen};

fn validator() -> jsonschema::Validator {
    let file = std::fs::read_to_string(root().join("schema/extraction.schema.json")).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&file).unwrap()).unwrap()
}

pub(crate) fn check(lines: &str) -> usize {
    let validator = validator();
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let wrong: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}\n{line:.500}");
    }
    lines.lines().count()
}

#[test]
fn pages_with_everything_are_valid() {
    for folder in ["fixtures/structure", "fixtures/fields", "fixtures/pages", "fixtures/bytes"] {
        let pages = std::fs::read_dir(root().join(folder)).unwrap();
        let pages = pages
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == "html"));
        let pages: Vec<String> = pages.map(|path| text(&path).to_owned()).collect();
        let mut arguments = vec!["-f", "json", "--trace", "--add", "markdown,html,body,xml-tei"];
        arguments.extend(["--url", "https://example.com/a.html", "--read-at", "2024-06-10"]);
        arguments.extend(pages.iter().map(String::as_str));
        assert_eq!(check(&zhengwen(&arguments).code(0)), pages.len());
    }
}

#[test]
fn lines_of_batch_and_of_named_methods_are_valid() {
    assert!(check(&zhengwen(&["batch", "fixtures/pages", "-m", "line-density"]).code(0)) > 10);
    assert!(check(&zhengwen(&["batch", "fixtures/eval/small/pages"]).code(0)) > 3);
}

#[test]
fn what_the_schema_does_not_name_is_refused() {
    let line = zhengwen(&["-f", "json", "fixtures/pages/auto--news-article.html"]).code(0);
    let mut value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(validator().is_valid(&value));
    value["surprise"] = serde_json::json!(1);
    assert!(!validator().is_valid(&value));
}
