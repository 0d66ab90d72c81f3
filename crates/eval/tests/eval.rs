//! The program on a small labelled set of our own.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The end of a run.
struct Outcome(Output);

impl Outcome {
    /// Asserts an exit code, and gives the standard output.
    fn code(self, code: i32) -> String {
        assert_eq!(self.0.status.code(), Some(code), "{:?}", self.0);
        String::from_utf8(self.0.stdout).unwrap()
    }

    /// Asserts a failure that names `what`.
    fn fails_naming(self, code: i32, what: &str) {
        let told = String::from_utf8(self.0.stderr.clone()).unwrap();
        assert!(told.contains(what) && !told.contains("panicked"), "{what}: {told}");
        self.code(code);
    }
}

fn run(arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zhengwen-eval"));
    command.args(arguments).current_dir(root()).env_remove("RUST_BACKTRACE");
    Outcome(command.output().unwrap())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The JSON objects of a text, one a line.
fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const SMALL: &str = "fixtures/eval/small";

/// `expected.json` was printed by the scoring tool of the labelled sets from our predictions:
/// method, group, figure. Without `auto`: its predictions change with its model.
#[test]
fn figures_agree_with_the_scoring_tool_to_four_decimals() {
    let file = std::fs::read_to_string(root().join(SMALL).join("expected.json")).unwrap();
    let expected: BTreeMap<String, BTreeMap<String, BTreeMap<String, f64>>> =
        serde_json::from_str(&file).unwrap();
    let mut arguments = vec!["eval", SMALL, "--by", "type", "--json"];
    expected.keys().for_each(|method| arguments.extend(["-m", method]));
    let rows = objects(&run(&arguments).code(0));
    let groups: usize = expected.values().map(BTreeMap::len).sum();
    assert_eq!(rows.len(), groups);
    for row in rows {
        let (method, group) = (row["method"].as_str().unwrap(), row["group"].as_str().unwrap());
        let figures = &expected[method][group];
        for (name, value) in figures {
            assert_eq!(row[name].as_f64(), Some(*value), "{method} {group} {name}: {row}");
        }
        assert_eq!(row.as_object().unwrap().len(), figures.len() + 3, "{row}");
    }
}

#[test]
fn prints_rows_worst_pages_and_predictions() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["eval", SMALL, "-m", "line-density", "--worst", "2", "--predictions", text(folder.path())];
    let out = run(&arguments).code(0);
    assert_eq!(out.lines().count(), 3);
    assert!(out.starts_with("small          line-density      all          n    6  P "), "{out}");
    let predictions =
        std::fs::read_to_string(folder.path().join("small.line-density.jsonl")).unwrap();
    let ids: Vec<Value> = objects(&predictions).iter().map(|o| o["id"].clone()).collect();
    assert_eq!(ids, ["bridge", "kite", "board", "empty", "café", "lamp"]);
}

#[test]
fn floors_hold_or_fail() {
    let folder = tempfile::tempdir().unwrap();
    let floors = folder.path().join("floors.toml");
    let check = |content: &str| {
        std::fs::write(&floors, content).unwrap();
        run(&["eval", SMALL, "-m", "auto", "--floors", text(&floors)])
    };
    check("[small.auto]\nf1 = 0.1\ngood = 0.1\n").code(0);
    check("[small.auto]\nf1 = 0.99\n").fails_naming(1, "is below 0.9900");
    check("[small.auto]\nno-such-figure = 0.1\n").fails_naming(1, "no-such-figure");
    check("[other.auto]\nf1 = 0.1\n").fails_naming(1, "has no floor");
    check("not toml").fails_naming(1, "floors.toml");
}

#[test]
fn punctuation_marks_are_counted() {
    let out = run(&["eval", SMALL, "--punctuation"]).code(0);
    let row = |mark: char| out.lines().find(|line| line.starts_with(mark)).unwrap();
    assert_eq!(row('。'), "。             6          6  100.0 %");
    assert_eq!(row('：'), "：             0          2    0.0 %");
}

#[test]
fn what_cannot_be_measured_says_so() {
    run(&["eval", "fixtures"]).fails_naming(1, "no labelled set");
    run(&["eval", "no-such-folder"]).fails_naming(1, "no-such-folder");
    run(&["eval", SMALL, "--set", "large"]).fails_naming(1, "large");
}

#[test]
fn training_rows_are_written_and_models_of_folds_measured() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.parquet");
    run(&["columns", SMALL, "-o", text(&rows)]).code(0);
    let bytes = std::fs::read(&rows).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let list = run(&["columns", "--list"]).code(0);
    assert!(list.lines().count() > 100 && list.contains("link_density"));
    run(&["columns", SMALL]).fails_naming(2, "--output");

    for kind in ["first", "signs", "pages"] {
        run(&["columns", SMALL, "--rows", kind, "-o", text(&rows)]).code(0);
        assert!(std::fs::metadata(&rows).unwrap().len() > 1000);
    }
    run(&["columns", SMALL, "--models", "no.json", "-o", text(&rows)]).fails_naming(1, "no.json");

    // One model that keeps every block of a page.
    let model = folder.path().join("0");
    std::fs::create_dir(&model).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(model.join(name), bytes).unwrap();
    let forest =
        "{\"format\":2,\"classes\":1,\"columns\":[],\"edges\":[],\"trees\":[0],\"scale\":5.0}";
    let keeps_all = format!("{forest}\n\x01\0");
    write("prefilter.model", keeps_all.as_bytes());
    write("hashed.model", b"{\"format\":1,\"bits\":24,\"count\":0,\"bias\":0,\"scale\":1}\n");
    write("blocks.model", keeps_all.as_bytes());
    write("kinds.model", keeps_all.as_bytes());
    write("site.json", b"{}");
    write("title.json", b"{}");
    write("fields.json", b"{}");
    for name in ["cut", "titles", "authors", "sources"] {
        write(&format!("{name}.model"), format!("{}\n", forest.replace("[0]", "[]")).as_bytes());
    }
    write("confidence.json", b"[[0,0],[1,1]]");
    write("constants.json", include_bytes!("../../core/model/constants.json"));
    let folds = |pages: &[&str]| {
        let folds: BTreeMap<String, usize> =
            pages.iter().map(|page| (format!("small/{page}"), 0)).collect();
        std::fs::write(folder.path().join("folds.json"), serde_json::to_string(&folds).unwrap())
            .unwrap();
    };
    folds(&["bridge", "kite", "board", "empty", "café", "lamp"]);
    let arguments = ["eval", SMALL, "--json", "--cross-validated", text(folder.path())];
    let all = &objects(&run(&arguments).code(0))[0];
    // All that must be there is, and all that must not.
    assert_eq!((all["must"].as_f64(), all["not"].as_f64()), (Some(1.0), Some(0.0)), "{all}");
    let table =
        run(&["eval", SMALL, "--reliability", "--cross-validated", text(folder.path())]).code(0);
    assert!(table.lines().last().unwrap().starts_with("0.9 - 1.0"), "{table}");
    folds(&["bridge"]);
    run(&arguments).fails_naming(1, "has no fold for small/");
    write("blocks.model", b"{}");
    run(&arguments).fails_naming(1, "0: the model file is damaged");
    std::fs::remove_file(model.join("hashed.model")).unwrap();
    run(&arguments).fails_naming(1, "hashed.model");
}
