//! The heads of posts, with author, time and number apart, and the deck below a title.

use zhengwen::Post;
use zhengwen_page::text::escape::escaped;

/// The HTML with the headings of posts as heads of posts.
pub(super) fn posts(html: &str, posts: &[Post]) -> String {
    let mut out = String::with_capacity(html.len() + 256);
    let mut rest = html;
    for post in posts {
        let Some(text) = post.heading() else { continue };
        let text = escaped(&text);
        let level = (2 + post.depth).min(6);
        let tags = format!("<h{level}>{text}</h{level}>");
        let Some((before, after)) = rest.split_once(&tags) else { continue };
        out.push_str(before);
        out.push_str(&format!("<h{level} class=\"post\">{}</h{level}>", head(post)));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn head(post: &Post) -> String {
    let author = post.author.as_deref().map(|name| format!("<b>{}</b>", escaped(name)));
    let time = post.time.as_deref().map(|time| {
        let shown = time.get(..16).unwrap_or(time).replace('T', " ");
        format!("<time datetime=\"{}\">{}</time>", escaped(time), escaped(&shown))
    });
    let floor = post.floor.map(|floor| format!("<i>#{floor}</i>"));
    [author, time, floor].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Characters of a deck at least: shorter headings may be of a section.
const LEAST: usize = 24;

/// The HTML with a heading that is a sentence, above all other text, as a deck.
pub(super) fn deck(html: String) -> String {
    let Some(rest) = html.strip_prefix("<h2>").or_else(|| html.strip_prefix("<h3>")) else {
        return html;
    };
    let Some((text, after)) = rest.split_once("</h") else { return html };
    let is_sentence = text.ends_with(['.', '。', '!', '！', '?', '？', '…']);
    let after = after.get(2..).filter(|after| after.starts_with("\n<p>"));
    match after {
        Some(after) if is_sentence && text.chars().count() >= LEAST => {
            format!("<p class=\"deck\">{text}</p>{after}")
        }
        _ => html,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_posts_become_heads() {
        let post: Post = serde_json::from_value(serde_json::json!({
            "author": "A & b", "time": "2026-01-04T20:11:00", "floor": 3, "text": "x"
        }))
        .unwrap();
        let html = "<h2>A &amp; b · 2026-01-04 20:11 · #3</h2>\n<p>x</p>";
        assert_eq!(
            posts(html, &[post]),
            "<h2 class=\"post\"><b>A &amp; b</b> <time datetime=\"2026-01-04T20:11:00\">2026-01-04 20:11</time> <i>#3</i></h2>\n<p>x</p>"
        );
        assert_eq!(posts("<h2>a</h2>", &[]), "<h2>a</h2>");
    }

    #[test]
    fn a_sentence_above_the_text_is_a_deck() {
        let html = "<h2>For thirty years one woman has kept it.</h2>\n<p>Text.</p>".to_owned();
        assert!(
            deck(html)
                .starts_with("<p class=\"deck\">For thirty years one woman has kept it.</p>\n<p>")
        );
        for other in [
            "<h2>A short one.</h2>\n<p>Text.</p>",
            "<h2>A heading that is long enough but no sentence</h2>\n<p>Text.</p>",
            "<p>a</p>",
        ] {
            assert_eq!(deck(other.to_owned()), other);
        }
    }
}
