//! Completions, the manual, colours, and what `--help` tells.

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
    "eval",
    "columns",
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

#[cfg(unix)]
#[test]
fn bash_takes_its_completions() {
    let script = zhengwen(&["completions", "bash"]).code(0);
    let asked = format!(
        "{script}\nCOMP_WORDS=(zhengwen exp); COMP_CWORD=1; _zhengwen zhengwen exp zhengwen; echo ${{COMPREPLY[@]}}"
    );
    let Ok(output) = std::process::Command::new("bash").args(["-c", &asked]).output() else {
        zhengwen_oracle::skipped("completions in a shell (no bash)");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "explain");
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
