//! Families of hostile pages that nobody lists: each vocabulary of the program, and each pair of parts of a page.

use std::path::Path;

/// A name, and the page of a size: a number of repetitions of each of its parts.
pub type Family = (String, Box<dyn Fn(usize) -> String + Send + Sync>);

/// A part of a page, by its name and a number.
type Part = (&'static str, fn(usize) -> String);

/// The parts of pages that the program compares with others, or looks for in others.
const PARTS: &[Part] = &[
    ("title", |n| format!("<title>{}</title>", numbered(n, |i| format!("标题{i}文字_")))),
    ("title of one part", |n| format!("<title>{}</title>", "标题文字".repeat(n))),
    ("headings", |n| numbered(n, |i| format!("<h2>标题{i}文字</h2>"))),
    ("first headings", |n| numbered(n, |i| format!("<h1>标题文字{i}</h1>"))),
    ("marks", |n| "<p>版权所有</p>".repeat(n)),
    ("blocks", |n| numbered(n, |i| format!("<p>第{i}段文字，说明事情。</p>"))),
    ("links", |n| numbered(n, |i| format!("<a href='/{i}.html'>标题{i}文字</a>"))),
    ("words", |n| format!("<p>{}</p>", "上一篇 相关新闻 the of ".repeat(n))),
    ("authors", |n| numbered(n, |i| format!("<p>作者：张三{i}</p>"))),
    ("dates", |n| numbered(n, |i| format!("<p>发布时间：2020-01-02 10:{:02}</p>", i % 60))),
    ("items", |n| format!("<ul>{}</ul>", numbered(n, |i| format!("<li>第{i}项，文字。")))),
    ("columns", |n| format!("<table><tr>{}</table>", numbered(n, |i| format!("<td>列{i}")))),
    ("rows", |n| format!("<table>{}</table>", numbered(n, |i| format!("<tr><td>名{i}<td>值")))),
    ("metas", |n| numbered(n, |i| format!("<meta name=author content='张三{i}'>"))),
    ("images", |n| numbered(n, |i| format!("<img src=/{i}.jpg alt='标题{i}文字'>"))),
    ("posts", |n| {
        numbered(n, |i| format!("<div class=post><b>甲{i}</b> 2020-01-02<p>文字，{i}。</div>"))
    }),
    ("data", |n| {
        let one = |i| {
            format!(
                "{{\"@type\":\"Article\",\"headline\":\"标题{i}文字\",\"author\":\"张三{i}\"}},"
            )
        };
        format!("<script type=application/ld+json>[{}0]</script>", numbered(n, one))
    }),
];

fn numbered(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect()
}

/// Every vocabulary in paragraphs and in one paragraph, and every pair of the parts of a page, made from the tables: a new one comes
/// by itself.
///
/// # Panics
/// When the folders of vocabularies cannot be read.
pub fn families() -> Vec<Family> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["core/data", "page/data"].map(|folder| crates.join(folder).read_dir());
    let files = folders.into_iter().flatten().flatten().flatten().map(|file| file.path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "txt")).collect();
    files.sort();
    assert!(files.len() > 20, "no vocabularies in {}", crates.display());
    let mut all: Vec<Family> = Vec::new();
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let words = words(&std::fs::read_to_string(&path).unwrap_or_default());
        let own = words.clone();
        let blocks =
            move |n| own.iter().cycle().take(n).map(|word| format!("<p>{word}</p>")).collect();
        all.push((format!("{name} in blocks"), Box::new(blocks)));
        let in_one = move |n| {
            let texts: String =
                words.iter().cycle().take(n).map(|word| format!("<b>{word}</b>，")).collect();
            format!("<p>{texts}")
        };
        all.push((format!("{name} in one block"), Box::new(in_one)));
    }
    for (at, (one, first)) in PARTS.iter().enumerate() {
        for (other, second) in &PARTS[at + 1..] {
            let page = move |n| format!("{}{}<p>一句话，二句话。", first(n), second(n));
            all.push((format!("{one} and {other}"), Box::new(page)));
        }
    }
    all
}

/// The words of a vocabulary, whatever its rows look like.
fn words(vocabulary: &str) -> Vec<String> {
    let lines = vocabulary.lines().filter(|line| !line.starts_with('#'));
    let rows = lines.map(|line| line.split_once(": ").map_or(line, |(_, row)| row));
    let words = rows
        .flat_map(|row| row.split(['|', '\t', ',']))
        .map(|word| word.trim_matches(['.', '*', ' ', '^', '$']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
