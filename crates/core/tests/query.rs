//! Articles narrowed to what answers a query.

use std::fmt::Write;

use zhengwen::{
    ArticlePage, Extraction, Extractor, Input, Options, PageInfo, Selector, Warning, join,
};

use crate::asked::extract;

fn options(query: &str, most: u32) -> Options {
    let body = Selector::parse("article").unwrap();
    Options::new().body(body).query(query.to_owned()).query_chars(most).markdown(true)
}

/// The answer, checked for what is true of each.
fn answer(html: &str, options: &Options) -> Extraction {
    let found = extract(html, options);
    let most = options.query_chars.unwrap() as usize;
    assert!(found.text.chars().count() <= most, "{}", found.text);
    let text: Vec<char> = found.text.chars().collect();
    for chunk in found.chunks.iter().flatten() {
        let own: String = text[chunk.start as usize..chunk.end as usize].iter().collect();
        assert!(chunk.text.ends_with(&own), "{own}");
        assert!(chunk.score.unwrap() > 0.0);
    }
    found
}

/// `fixtures/query/SUBJECT.html` begins with its query and the most characters.
#[test]
fn answers_are_as_expected() {
    for page in crate::expected::files("fixtures/query", ".html") {
        let html = std::fs::read_to_string(&page).unwrap();
        let (query, most) = html
            .split_once("<!-- ")
            .unwrap()
            .1
            .split_once(" -->")
            .unwrap()
            .0
            .split_once(" | ")
            .unwrap();
        let options = options(query, most.parse().unwrap());
        let found = answer(&html, &options);
        let mut actual = format!("=== text\n{}\n", found.text);
        writeln!(actual, "=== markdown\n{}", found.markdown.unwrap()).unwrap();
        for chunk in answer(&html, &options.chunks(Some(60))).chunks.unwrap() {
            let headings = chunk.headings.join("/");
            let (score, path) = (chunk.score.unwrap(), chunk.path.unwrap_or_default());
            writeln!(actual, "=== chunk {score:.2} {headings} {path}").unwrap();
            writeln!(actual, "{}\n---\n{}", chunk.text, chunk.markdown.unwrap()).unwrap();
        }
        crate::expected::check(&page, &actual);
    }
}

#[test]
fn any_room_is_enough_and_none_is_passed() {
    for page in crate::expected::files("fixtures/query", ".html") {
        let html = std::fs::read_to_string(&page).unwrap();
        for most in (50..400).step_by(29) {
            for chunks in [None, Some(50), Some(300)] {
                for query in ["龙井 ferry cable", "茶 the brake rain"] {
                    let found = answer(&html, &options(query, most).chunks(chunks));
                    assert!(!found.text.is_empty(), "{query}, {most}");
                }
            }
        }
    }
}

#[test]
fn a_query_without_an_answer_has_a_warning() {
    let html = "<title>Tea</title><article><p>It grows on hills, in the mist.</p></article>";
    let found = answer(html, &options("harbour", 2000));
    assert_eq!((found.text.as_str(), found.markdown.as_deref()), ("", Some("")));
    assert_eq!(found.title.as_deref(), Some("Tea"));
    assert!(found.warnings.contains(&Warning::NoMatch), "{:?}", found.warnings);
    let nothing = answer("<article></article>", &options("harbour", 2000));
    assert!(!nothing.warnings.contains(&Warning::NoMatch));
}

#[test]
fn a_table_that_is_split_keeps_its_header() {
    let rows: String =
        (1..40).map(|n| format!("<tr><td>cup {n}<td>{n} yuan, made of clay")).collect();
    let html = format!("<article><table><tr><th>what<th>price{rows}</table></article>");
    let found = answer(&html, &options("\"cup 33\"", 150).chunks(Some(100)));
    let markdown = found.markdown.unwrap();
    assert!(markdown.starts_with("| what | price |\n| --- | --- |\n"), "{markdown}");
    assert!(markdown.contains("cup 33") && found.text.starts_with("| what | price |\n"));
}

#[test]
fn the_pages_of_an_article_are_asked_together() {
    let page = |text: &str| -> ArticlePage {
        let options = options("harbour", 50);
        let html = format!("<title>The island</title><article><p>{text}</p></article>");
        let mut extractor = Extractor::new(options);
        let info = PageInfo::new();
        extractor.analyze(Input::Text(&html), &info).article_page()
    };
    let pages =
        vec![page("Tea grows on the hills, where the mist is."), page("The harbour is old.")];
    assert_eq!(pages[0].extraction().text, "Tea grows on the hills, where the mist is.");
    let joined = join(pages, &options("harbour", 50));
    assert_eq!(joined.text, "The harbour is old.");
    assert!(!joined.warnings.contains(&Warning::NoMatch));
    let alone = join(vec![page("The harbour is old.")], &options("harbour", 50));
    assert_eq!(alone.markdown.as_deref(), Some("The harbour is old."));
}

#[test]
fn text_alone_gives_the_same_answer() {
    let post = |name: &str, text: &str| {
        format!(
            "<div class=post><a class=author>{name}</a> <time>2024-05-01 12:30</time><div class=content>{text}</div></div>"
        )
    };
    let html = format!(
        "<title>Brakes</title><div class=thread>{}{}{}</div>",
        post("Ann", "<p>The brake of my bicycle sticks since it rained last week.</p>"),
        post("Bob", "<p>The cable rusts inside its sleeve, put a new one in.</p>"),
        post("Cid", "<p>Thank you both, it works again like on the first day.</p>"),
    );
    let options = Options::new().query("cable".to_owned());
    let whole = extract(&html, &options);
    assert!(whole.text.contains("The cable rusts"), "{}", whole.text);
    assert_eq!(extract(&html, &options.text_only(true)).text, whole.text);
}
