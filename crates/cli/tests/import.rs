//! `zhengwen import`, from a web of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::LazyLock;

use crate::answers::PARAGRAPHS;
use crate::run::{Outcome, text, zhengwen};

static SITE: LazyLock<SocketAddr> =
    LazyLock::new(|| crate::server::serve(([127, 0, 0, 1], 0).into()).unwrap());

fn url(path: &str) -> String {
    format!("http://shelf.test:{}{path}", SITE.port())
}

/// Imports with the loopback open, and nothing else.
fn import(arguments: &[&str]) -> Outcome {
    let web =
        ["import", "--delay=0", "--resolve=shelf.test:127.0.0.1", "--allow-address=127.0.0.1"];
    zhengwen(&[&web, arguments].concat())
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_article_is_kept_with_its_pictures_each_once() {
    let folder = tempfile::tempdir().unwrap();
    let page = url("/gallery.html");
    let outcome = import(&[&page, "-o", text(folder.path())]);
    let (stdout, stderr) = outcome.code_and_stderr(0);
    let own = folder.path().join("渡口画册");
    assert_eq!(Path::new(stdout.trim()), own);
    assert_eq!(names(&own), ["images", "zhengwen.json", "渡口画册.html", "渡口画册.md"]);
    let pictures = names(&own.join("images"));
    assert_eq!(pictures.len(), 1, "one picture under two addresses: {pictures:?}");
    let markdown = read(&own.join("渡口画册.md"));
    assert!(markdown.starts_with("---\nurl: "), "{markdown}");
    assert_eq!(markdown.matches(&format!("](images/{})", pictures[0])).count(), 2, "{markdown}");
    assert!(markdown.contains(&url("/missing.png")), "what is missing keeps its address");
    assert!(PARAGRAPHS.iter().all(|paragraph| markdown.contains(paragraph)));
    let html = read(&own.join("渡口画册.html"));
    assert_eq!(html.matches(&format!("src=\"images/{}\"", pictures[0])).count(), 2);
    // The missing one, the one that is not a picture, the redirect and the address behind the guard.
    assert_eq!(
        stderr.lines().filter(|line| line.contains("picture not fetched")).count(),
        4,
        "{stderr}"
    );
    assert_eq!(
        stderr.matches("169.254.169.254 is a private or special address").count(),
        2,
        "{stderr}"
    );
}

#[test]
fn importing_again_updates_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let (long, news) = (url("/long/1.html"), url("/news/001.html"));
    let first = import(&[&long, &news, "-o", text(folder.path())]).code(0);
    let folders: Vec<&Path> = first.lines().map(Path::new).collect();
    assert_eq!(folders.len(), 2);
    let markdown = folders[0].join(folders[0].file_name().unwrap()).with_added_extension("md");
    let whole = read(&markdown);
    assert!(
        whole.contains(PARAGRAPHS[0]) && whole.matches("\n\n").count() > 5,
        "pages are joined: {whole}"
    );
    std::fs::write(folders[0].join("notes.txt"), "mine").unwrap();
    std::fs::write(&markdown, "old").unwrap();
    let again = import(&[&news, &long, "-o", text(folder.path())]).code(0);
    assert_eq!(again.lines().rev().map(Path::new).collect::<Vec<_>>(), folders);
    assert_eq!(read(&markdown), whole);
    assert_eq!(read(&folders[0].join("notes.txt")), "mine");
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn what_fails_is_named_and_the_rest_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (none, news) = (url("/none.html"), url("/news/002.html"));
    let outcome = import(&[&none, "no-such-file.html", &news, "-o", text(folder.path())]);
    assert!(
        outcome.stderr.contains("/none.html: ") && outcome.stderr.contains("no-such-file.html: ")
    );
    assert_eq!(outcome.code(1).lines().count(), 1);
    assert_eq!(names(folder.path()).len(), 1);
}

#[test]
fn a_file_is_imported_without_asking_anybody_when_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let page = "fixtures/pages/auto--news-article.html";
    zhengwen(&["import", page, "--no-images", "-o", text(folder.path())]).code(0);
    assert_eq!(names(folder.path()), ["河岸图书馆周末开放夜间阅览室"]);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_stops_no_import() {
    let folder = tempfile::tempdir().unwrap();
    let pages =
        ["fixtures/pages/auto--news-article.html", "fixtures/pages/auto--english-post.html"];
    let mut command = crate::run::command(&[
        "import",
        "--no-images",
        pages[0],
        pages[1],
        "-o",
        text(folder.path()),
    ]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert!(command.stdout(writer).status().unwrap().success());
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn a_book_is_one_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.epub");
    let pages = [url("/gallery.html"), url("/long/1.html")];
    import(&[&pages[0], &pages[1], "--format", "epub", "-o", text(&book)]).code(0);
    let bytes = std::fs::read(&book).unwrap();
    assert!(bytes.starts_with(b"PK") && bytes.windows(20).any(|w| w == b"application/epub+zip"));
    assert_eq!(names(folder.path()), ["book.epub"]);
    let failed = import(&[
        &url("/none.html"),
        "--format",
        "epub",
        "-o",
        text(&folder.path().join("no.epub")),
    ]);
    failed.code(1);
    assert_eq!(names(folder.path()), ["book.epub"]);
}
