//! `fixtures/pages/METHOD--subject.html`: small pages, each with its expected answer.

use std::fmt::Write;

use zhengwen::{Method, Options};

use crate::asked::extract;

#[test]
fn pages_give_the_expected_answer() {
    for page in crate::expected::files("fixtures/pages", ".html") {
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        let (method, _) = name.split_once("--").expect("METHOD--subject.html");
        let method = Method::from_name(method).unwrap_or_else(|| panic!("{method}: no method"));
        let options = Options::new().method(method);
        let extraction = extract(&std::fs::read(&page).unwrap(), &options);
        let mut actual = String::new();
        for (field, value) in [
            ("title", &extraction.title),
            ("publish_date", &extraction.publish_date),
            ("site_name", &extraction.site_name),
        ] {
            if let Some(value) = value {
                writeln!(actual, "{field}: {value}").unwrap();
            }
        }
        for warning in &extraction.warnings {
            writeln!(actual, "warning: {warning}").unwrap();
        }
        write!(actual, "\n{}\n", extraction.text).unwrap();
        crate::expected::check(&page, &actual);
    }
}
