//! Runs the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Who waits so long has hung. Nothing is measured by it.
pub(crate) const HUNG: Duration = Duration::from_secs(600);

/// Waits until something is so; fails when it hung.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HUNG, "hung: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The end of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// Asserts an exit code, and gives the standard output.
    pub(crate) fn code(self, code: i32) -> String {
        assert_eq!(self.code, code, "{self:?}");
        self.stdout
    }

    /// Asserts an exit code, and returns the standard output and the standard error.
    pub(crate) fn code_and_stderr(self, code: i32) -> (String, String) {
        assert_eq!(self.code, code, "{self:?}");
        (self.stdout, self.stderr)
    }

    /// Asserts a failure with a line of stderr that names `what`.
    pub(crate) fn fails_naming(self, code: i32, what: &str) -> String {
        assert_eq!(self.code, code, "{self:?}");
        assert!(self.stderr.lines().any(|line| line.contains(what)), "{what}: {self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        self.stdout
    }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zhengwen"));
    command.args(arguments).current_dir(root()).env_remove("RUST_BACKTRACE");
    command
}

pub(crate) fn zhengwen(arguments: &[&str]) -> Outcome {
    zhengwen_reading(arguments, b"")
}

pub(crate) fn zhengwen_reading(arguments: &[&str], stdin: &[u8]) -> Outcome {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that needs no input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    Outcome {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The repository's folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The JSON objects of a text, one a line.
pub(crate) fn objects(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
