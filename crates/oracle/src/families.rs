//! Families of hostile pages that nobody lists: the words of each room of the lexicon, and each pair of parts of a page.

use std::collections::BTreeMap;

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

/// The words of every room of the lexicon in paragraphs and in one paragraph, and every pair of the parts of a page, made from the
/// tables: a new one comes by itself.
pub fn families() -> Vec<Family> {
    let mut rooms = BTreeMap::<&str, Vec<&str>>::new();
    senses().for_each(|(room, word)| rooms.entry(room).or_default().push(word));
    let mut all: Vec<Family> = Vec::new();
    for (room, words) in rooms {
        let shown = words.clone();
        let blocks =
            move |n| shown.iter().cycle().take(n).map(|word| format!("<p>{word}</p>")).collect();
        all.push((format!("{room} in blocks"), Box::new(blocks)));
        let in_one = move |n| {
            let texts: String =
                words.iter().cycle().take(n).map(|word| format!("<b>{word}</b>，")).collect();
            format!("<p>{texts}")
        };
        all.push((format!("{room} in one block"), Box::new(in_one)));
    }
    for (at, (one, first)) in PARTS.iter().enumerate() {
        for (other, second) in &PARTS[at + 1..] {
            let page = move |n| format!("{}{}<p>一句话，二句话。", first(n), second(n));
            all.push((format!("{one} and {other}"), Box::new(page)));
        }
    }
    all
}

/// Every word of the lexicon, by the room of each of its meanings: `label` of `label.author`, `name` of names of elements.
pub(crate) fn senses() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    const ROWS: &str = concat!(
        include_str!("../../page/data/words.txt"),
        include_str!("../../page/data/names.txt"),
        include_str!("../../page/data/addresses.txt"),
        include_str!("../../page/data/keys.txt"),
        include_str!("../../page/data/html.txt"),
    );
    let rows = ROWS.lines().filter_map(|row| row.split_once('\t'));
    rows.flat_map(|(word, rest)| {
        let meanings =
            rest.split(['\t', ' ']).skip(1).map(|meaning| meaning.trim_start_matches(['^', '*']));
        meanings
            .map(move |meaning| (meaning.split_once('.').map_or("name", |(room, _)| room), word))
    })
}
