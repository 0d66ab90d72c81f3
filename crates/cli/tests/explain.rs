//! `zhengwen explain`.

use crate::run::zhengwen;

#[test]
fn writes_a_whole_report_in_the_language_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let page = "fixtures/pages/auto--news-article.html";
    let out = zhengwen(&["explain", page, "--lang", "zh", "-o", path.to_str().unwrap()]);
    assert_eq!((out.code, out.stdout.as_str(), out.stderr.as_str()), (0, "", ""));
    let html = std::fs::read_to_string(&path).unwrap();
    assert!(html.contains("<html lang=\"zh\">") && html.contains("各方法的取舍"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let html = zhengwen(&["explain", page, "--lang", "en"]).stdout;
    assert!(html.contains("What each method keeps"));
}

#[test]
fn tells_programs_the_same() {
    let page = "fixtures/pages/auto--news-article.html";
    let out = zhengwen(&["explain", page, "--format", "json", "-m", "block-smoothing"]);
    let report: serde_json::Value = serde_json::from_str(&out.stdout).unwrap();
    assert_eq!(report["methods"][0]["name"], "block-smoothing");
    let blocks = report["extraction"]["trace"]["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), report["blocks"].as_array().unwrap().len());
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_is_opened_when_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (report, opened) = (folder.path().join("report.html"), folder.path().join("opened"));
    let opener = folder.path().join("xdg-open");
    std::fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > {}\n", opened.display())).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let page = "fixtures/pages/auto--news-article.html";
    let mut command =
        crate::run::command(&["explain", page, "--open", "-o", report.to_str().unwrap()]);
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", folder.path().display()));
    assert!(command.status().unwrap().success());
    let is_opened = || {
        std::fs::read_to_string(&opened).is_ok_and(|text| text.trim() == report.to_str().unwrap())
    };
    crate::run::wait_until("the report is opened", is_opened);
}

#[test]
fn a_report_goes_to_standard_output_for_a_dash() {
    let page = "fixtures/pages/auto--news-article.html";
    let told = zhengwen(&["explain", "-f", "json", page]).code(0);
    assert_eq!(zhengwen(&["explain", "-f", "json", "-o", "-", page]).code(0), told);
    assert!(!crate::run::root().join("-").exists());
}

#[test]
fn a_missing_page_leaves_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let out = zhengwen(&["explain", "no-such.html", "-o", path.to_str().unwrap()]);
    assert_eq!(out.code, 1);
    assert_eq!(out.stderr.lines().count(), 1, "{}", out.stderr);
    assert!(out.stderr.contains("no-such.html"));
    assert!(!path.exists());
    let out = zhengwen(&["explain", "x.html", "--open"]);
    assert_eq!(out.code, 2, "{}", out.stderr);
}
