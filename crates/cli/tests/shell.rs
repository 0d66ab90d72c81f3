//! Completions, the manual, colours, and the text of `--help`.

use crate::run::{text, zhengwen};

const COMMANDS: &[&str] = &[
    "extract",
    "batch",
    "explain",
    "import",
    "serve",
    "mcp",
    "site",
    "methods",
    "tree",
    "completions",
    "man",
];

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = zhengwen(&["completions", shell]).code(0);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    zhengwen(&["completions", "tcsh"]).fails_naming(2, "tcsh");
}

/// True if a program is installed; a test that needs it is skipped otherwise.
#[cfg(unix)]
fn is_there(program: &str, what: &str) -> bool {
    let is_there = std::process::Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        zhengwen_oracle::skipped(&format!("{what} (no program {program})"));
    }
    is_there
}

#[cfg(unix)]
#[test]
fn bash_takes_its_completions() {
    if !is_there("bash", "completions in a shell") {
        return;
    }
    let script = zhengwen(&["completions", "bash"]).code(0);
    // What is typed, the word before it, and what completes it.
    for (words, at, expected) in [
        ("zhengwen exp", 1, "explain"),
        ("zhengwen explain -f j", 3, "json"),
        // The default command need not be named.
        ("zhengwen -f js", 2, "json"),
        ("zhengwen --format mark", 2, "markdown"),
        ("zhengwen --favor rec", 2, "recall"),
        ("zhengwen page.html --with-m", 2, "--with-metadata"),
    ] {
        let typed: Vec<&str> = words.split(' ').collect();
        let (now, before) = (typed[at], typed[at - 1]);
        let asked = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={at}; _zhengwen zhengwen {now} {before}; echo ${{COMPREPLY[@]}}"
        );
        let output = std::process::Command::new("bash").args(["-c", &asked]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{words}");
    }
}

#[test]
fn help_is_in_sections_and_begins_with_everyday_flags() {
    let help = zhengwen(&["extract", "-h"]).code(0);
    let place = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
    let order = [
        "-f, --format",
        "-o, --output",
        "--with-metadata",
        "\nFinding the main text:",
        "--method",
        "\nThe page:",
        "--url",
        "\nFetching:",
        "--timeout",
        "\nWhat counts:",
        "--keep",
        "--drop",
        "\nThe site:",
        "--templates",
        "\nReading:",
        "--join-pages",
    ];
    let places: Vec<usize> = order.iter().map(|text| place(text)).collect();
    assert!(places.is_sorted(), "{places:?}: {help}");
    let fetching = &help[place("\nFetching:")..place("\nWhat counts:")];
    assert!(!fetching.contains("--keep") && !fetching.contains("--similar"), "{fetching}");
    let general = zhengwen(&["--help"]).code(0);
    assert!(general.starts_with("Reads any web page") && general.contains("\nExamples:\n"));
    assert!(general.contains("Usage: zhengwen [FLAGS] PAGE..."), "{general}");
}

#[test]
fn flags_may_stand_before_the_command() {
    let page = "fixtures/pages/auto--news-article.html";
    let after = zhengwen(&["explain", "-f", "json", page]).code(0);
    assert_eq!(zhengwen(&["-f", "json", "explain", page]).code(0), after);
    zhengwen(&["--no-such-flag", "explain", page]).fails_naming(2, "--no-such-flag");
    for (typed, hint) in [
        (&["--fromat", "md"][..], "; did you mean --format?"),
        (&["-f", "jsn"], "; did you mean json?"),
        (&["--favor", "recal"], "; did you mean recall?"),
        (&["-u", "https://a.example/"], "; an address needs no flag"),
        (&["--json"], "; --format json prints all fields"),
        (&["--output-format=json"], "; --format names the form"),
        (&["--no-comments"], "; comments are left out"),
        (&["--precision"], "; --favor precision"),
        (&["--recall"], "; --favor recall"),
        (&["--no-such-flag"], "; see --help"),
        (&["-O", "x=1"], "; `zhengwen methods --options` lists the options"),
    ] {
        let (out, told) = zhengwen(&[typed, &[page]].concat()).code_and_stderr(2);
        assert!(out.is_empty() && told.lines().count() == 1 && told.contains(hint), "{told}");
    }
    zhengwen(&[]).fails_naming(2, "no page and no command given");
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    zhengwen(&["man", "-o", text(folder.path())]).code(0);
    for command in COMMANDS {
        let page =
            std::fs::read_to_string(folder.path().join(format!("zhengwen-{command}.1"))).unwrap();
        assert!(page.contains(&format!("zhengwen\\-{command}")), "{command}: {page:.300}");
    }
    assert!(folder.path().join("zhengwen-site-learn.1").exists());
    assert!(zhengwen(&["man"]).code(0).contains(".TH zhengwen 1"));
}

#[test]
fn what_is_no_terminal_gets_no_colours() {
    for arguments in [
        &["no-such.html"][..],
        &["--help"],
        &["extract", "--wrong"],
        &["site", "show", "no-such.json"],
    ] {
        let outcome = zhengwen(arguments);
        assert!(
            !outcome.stderr.contains('\u{1b}') && !outcome.stdout.contains('\u{1b}'),
            "{outcome:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_no_character_that_steers_it() {
    if !is_there("script", "what a terminal gets") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let hostile = "\u{1b}[2J\u{9b}31m\u{202e}\u{e0041}\u{7}";
    let text =
        "A sentence that is long enough to be kept as the text of an article, with more in it.";
    let html = format!("<article><h1>T{hostile}</h1><p>{text}{hostile}</p><p>{text}</p></article>");
    std::fs::write(&page, html).unwrap();
    let program = env!("CARGO_BIN_EXE_zhengwen");
    let is_unsafe =
        |c: char| c.is_control() && !"\r\n\t".contains(c) || "\u{202e}\u{e0041}".contains(c);
    // `script` gives a program a terminal.
    for arguments in ["", "-f markdown --with-metadata", "-f html", "tree -f outline"] {
        let line = format!("{program} {arguments} {}", page.display());
        let output = std::process::Command::new("script")
            .args(["-qec", &line, "/dev/null"])
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains("A sentence") && !told.contains(is_unsafe), "{arguments}: {told:?}");
    }
    // A pipe gets the text as it is; error messages are escaped in any case.
    assert!(zhengwen(&[crate::run::text(&page)]).code(0).contains("\u{202e}"));
    let told = zhengwen(&["no\u{1b}[31m\u{202e}.html"]).stderr;
    assert!(told.contains("no\\u{1b}[31m\\u{202e}.html") && !told.contains('\u{1b}'), "{told}");
}
