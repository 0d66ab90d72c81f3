//! All forms of an article tell the same.

use zhengwen::{Extractor, Options, Outputs, PageInfo};

/// The letters of a text, which no form writes in another way: not numbers of items, ticked boxes and raised signs.
fn letters(text: &str) -> Vec<char> {
    let is_raised = |c: &char| matches!(c, 'ª' | 'º' | '\u{2070}'..='\u{209f}');
    let text = text.replace("[x]", "");
    text.chars().filter(|c| c.is_alphabetic() && !is_raised(c)).collect()
}

/// The first letters that a text does not have, in order, perhaps with others between.
fn missing(letters: &[char], text: &str) -> Option<String> {
    let mut rest = letters.iter().peekable();
    text.chars().for_each(|c| _ = rest.next_if(|next| **next == c));
    let left: String = rest.take(40).collect();
    (!left.is_empty()).then_some(left)
}

/// True if a text has not even the beginning of a post: the method took another part of the page for its text.
fn is_left_out(text: &str, post: &str) -> bool {
    !text.contains(&post.chars().take(8).collect::<String>())
}

#[test]
fn a_text_alone_is_that_of_a_whole_extraction() {
    let mut whole = Extractor::new(Options::new());
    let mut alone = Extractor::new(Options::new().text_only(true));
    let info = PageInfo::new().url("https://example.com/dir/page.html");
    for folder in ["fixtures/pages", "fixtures/structure", "fixtures/fields", "fixtures/bytes"] {
        for page in crate::expected::files(folder, ".html") {
            let bytes = std::fs::read(&page).unwrap();
            let texts = [&mut whole, &mut alone].map(|by| by.extract(&bytes, &info).text);
            assert_eq!(texts[0], texts[1], "{}", page.display());
        }
    }
}

#[test]
fn markdown_html_chunks_and_posts_have_the_words_of_the_text() {
    let mut extractor = Extractor::new(Options::new().outputs(Outputs::all()).chunks(Some(200)));
    let info = PageInfo::new().url("https://example.com/dir/page.html");
    let mut wrong = Vec::new();
    for folder in ["fixtures/pages", "fixtures/structure", "fixtures/fields", "fixtures/bytes"] {
        for page in crate::expected::files(folder, ".html") {
            let found = extractor.extract(&std::fs::read(&page).unwrap(), &info);
            let own = letters(&found.text);
            let name = page.file_stem().unwrap().to_string_lossy().into_owned();
            let mut check = |form: &str, text: &str| {
                wrong.extend(missing(&own, text).map(|left| format!("{name}, {form}: {left}")));
            };
            check("markdown", found.markdown.as_deref().unwrap_or(""));
            check("html", found.html.as_deref().unwrap_or(""));
            let chunks = found.chunks.iter().flatten();
            let chunks: String = chunks.filter_map(|chunk| chunk.markdown.as_deref()).collect();
            check("markdown of chunks", &chunks);
            let said: String = own.iter().collect();
            for post in &found.posts {
                let text: String = letters(&post.text).iter().collect();
                if !said.contains(&text) && !is_left_out(&said, &text) {
                    wrong.push(format!("{name}, post: {}", post.text));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
