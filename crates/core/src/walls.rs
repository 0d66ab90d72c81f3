//! Pages that stand in place of the one that was asked for: captchas, logins, errors.

use std::sync::LazyLock;

use crate::page::{Block, Page};
use crate::text::phrases::Phrases;

/// Why a page is not the one that was asked for. Serialised and shown as its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wall {
    /// A check that the reader is human.
    Captcha,
    /// Access is denied.
    Denied,
    /// There is no such page, or no more.
    Missing,
    /// The server failed.
    Failed,
    /// Only those logged in may read.
    Login,
    /// The page is empty without JavaScript.
    Script,
}

/// Every kind: its name in the vocabulary, and what is said of it.
const WALLS: &[(Wall, &str, &str)] = &[
    (Wall::Captcha, "captcha", "a check for humans (captcha)"),
    (Wall::Denied, "denied", "an access denied page"),
    (Wall::Missing, "missing", "a page-not-found page"),
    (Wall::Failed, "failed", "a server error page"),
    (Wall::Login, "login", "a login page"),
    (Wall::Script, "script", "an empty page that asks for JavaScript"),
];

impl std::fmt::Display for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let row = WALLS.iter().find(|row| row.0 == *self);
        f.write_str(row.map_or("", |row| row.2))
    }
}

const VOCABULARY: &str = include_str!("../data/wall_words.txt");

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let names: Vec<&str> = WALLS.iter().map(|row| row.1).collect();
    Phrases::read(VOCABULARY, &names)
});

/// A page with more characters of sentences, or outside links, is no wall whatever it says.
const MOST_SENTENCES: u32 = 600;
const MOST_TEXT: u32 = 1000;
/// With fewer characters outside links than this a phrase anywhere makes it one.
const LITTLE_TEXT: u32 = 200;
/// A title or heading is about a phrase that has this share of it.
const SHARE: f32 = 0.4;
/// Longer texts, in bytes, are no messages.
const LONG_MESSAGE: usize = 400;

/// What the page is in place of the one asked for; none for all others.
pub(crate) fn wall(page: &Page) -> Option<Wall> {
    let sentences: u32 = page.blocks().iter().map(Block::sentence_text).sum();
    let own_text = |block: &Block| block.characters.saturating_sub(block.link_characters);
    let amount: u32 = page.blocks().iter().map(own_text).sum();
    if sentences > MOST_SENTENCES || amount > MOST_TEXT {
        return None;
    }
    let title = page.structured().title.as_deref();
    let title = title.map(crate::text::titles::without_site_name);
    let of_title = title.and_then(|title| phrase(title, SHARE));
    let of_blocks = || {
        page.blocks().iter().find_map(|block| {
            let is_about = if block.is_heading { SHARE } else { 2.0 * SHARE };
            let least = if amount <= LITTLE_TEXT { 0.0 } else { is_about };
            let is_message = block.link_characters * 2 <= block.characters;
            is_message.then(|| phrase(page.block_text(block), least)).flatten()
        })
    };
    of_title.or_else(of_blocks)
}

/// The first phrase that is at least `least` of the text.
fn phrase(text: &str, least: f32) -> Option<Wall> {
    if text.len() > LONG_MESSAGE {
        return None;
    }
    let (wall, length) = PHRASES.find(text).next()?;
    let is_about = length as f32 >= least * text.trim().len() as f32;
    is_about.then(|| WALLS[wall].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Option<Wall> {
        wall(&Page::new(html, None))
    }

    #[test]
    fn walls_are_told_from_pages() {
        let menu = "<ul><li><a href=/a>Products</a><li><a href=/b>About us</a></ul>";
        assert_eq!(
            of("<title>403 Forbidden</title><h1>403 Forbidden</h1>nginx"),
            Some(Wall::Denied)
        );
        assert_eq!(
            of("<p>当前环境异常，完成验证后即可继续访问。<a>去验证</a>"),
            Some(Wall::Captcha)
        );
        assert_eq!(
            of(
                "<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>"
            ),
            Some(Wall::Script)
        );
        let missing = format!(
            "<title>Page not found - Shop</title>{menu}<p>{}",
            "Try the search. ".repeat(20)
        );
        assert_eq!(of(&missing), Some(Wall::Missing));
        let article = format!("<title>403 Forbidden</title><p>{}", "A sentence of it. ".repeat(60));
        assert_eq!(of(&article), None);
        assert_eq!(of("<title>门票</title><p>景区今天开放，游客可以参观。"), None);
        let news = format!(
            "<title>Mayor explains why access was denied to reporters</title><p>{}",
            "It went on. ".repeat(20)
        );
        assert_eq!(of(&news), None);
        assert_eq!(of(""), None);
    }

    #[test]
    fn the_vocabulary_names_every_wall_once() {
        let lines = VOCABULARY.lines().filter(|line| !line.starts_with('#'));
        let names: Vec<&str> = lines.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        assert_eq!(names, WALLS.iter().map(|row| row.1).collect::<Vec<_>>());
    }
}
