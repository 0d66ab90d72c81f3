//! Interstitial pages, in place of the article: captchas, logins, errors.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::dom::{AttributeName, Tag};
use crate::page::{Block, BlockRef, Page};
use crate::text::phrases::Phrases;
use crate::text::titles;

/// The kind of an interstitial page. Serialised and displayed by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Interstitial {
    /// A check that the reader is human.
    Captcha,
    /// Access is denied.
    Denied,
    /// The page does not exist, or no longer does.
    Missing,
    /// The server failed.
    Failed,
    /// Only users who are logged in may read.
    Login,
    /// The page is empty without JavaScript.
    Script,
}

/// Every kind: the meaning of its messages, and its description.
const WALLS: &[(Interstitial, &str, &str)] = &[
    (Interstitial::Captcha, "wall.captcha", "a check for humans (captcha)"),
    (Interstitial::Denied, "wall.denied", "an access denied page"),
    (Interstitial::Missing, "wall.missing", "a page-not-found page"),
    (Interstitial::Failed, "wall.failed", "a server error page"),
    (Interstitial::Login, "wall.login", "a login page"),
    (Interstitial::Script, "wall.script", "an empty page that asks for JavaScript"),
];

/// A form with this many text fields serves another purpose, even if a captcha guards it.
const MANY_FIELDS: usize = 3;

impl std::fmt::Display for Interstitial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let row = WALLS.iter().find(|row| row.0 == *self);
        f.write_str(row.map_or("", |row| row.2))
    }
}

/// The messages of interstitial pages.
static MESSAGES: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(&WALLS.iter().map(|(_, meaning, _)| *meaning).collect::<Vec<_>>())
});

/// Titles of a login page if the page asks for a password.
static LOGIN_TITLES: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(&["wall.password"]));

/// A page with more characters of sentences, or outside links, is not an interstitial page whatever
/// it says.
const MOST_SENTENCES: u32 = 600;
const MOST_TEXT: u32 = 1000;
/// A page with more characters of sentences than this is not a login page, even if its title says so: many login pages explain
/// to newcomers what they would get.
const MOST_BESIDE_LOGIN: u32 = 1200;
/// On a page with fewer characters outside links than this, a phrase anywhere is enough.
const LITTLE_TEXT: u32 = 200;
/// The minimum share of a title or heading that a phrase must make up.
const SHARE: f32 = 0.4;
/// The minimum share of a title that a login phrase must make up: `Customer login`, `Log in or
/// register`.
const LOGIN_SHARE: f32 = 0.3;
/// The minimum number of tokens of a text that readers without scripts get.
const LEAST_TOKENS: u32 = 60;
/// The maximum length of a message in bytes.
const LONG_MESSAGE: usize = 400;

/// The kind of interstitial page that the page is; `None` for all others.
pub(crate) fn wall(page: &Page) -> Option<Interstitial> {
    let sentences: u32 = page.blocks().iter().map(Block::sentence_text).sum();
    if sentences > MOST_BESIDE_LOGIN {
        return None;
    }
    let title = page.structured().title.as_deref();
    let fields = Fields::of(page);
    if fields.has_password && is_titled_login(page, title) {
        return Some(Interstitial::Login);
    }
    let amount: u32 = page.blocks().iter().map(Block::plain_characters).sum();
    if sentences > MOST_SENTENCES || amount > MOST_TEXT {
        return None;
    }
    let title = title.map(titles::without_site_name);
    let of_title = title.and_then(|title| fields.wall_in(title, SHARE));
    let wall = of_title.or_else(|| {
        page.block_refs().find_map(|block| {
            let is_about = if block.is_heading { SHARE } else { 2.0 * SHARE };
            let least = if amount <= LITTLE_TEXT { 0.0 } else { is_about };
            let is_message = block.link_characters * 2 <= block.characters;
            is_message.then(|| fields.wall_in(block.text(), least)).flatten()
        })
    });
    wall.filter(|wall| *wall != Interstitial::Script || !has_text_without_script(page))
}

/// True if a page has its text for readers without scripts too, beside the message that asks for them.
fn has_text_without_script(page: &Page) -> bool {
    let texts = page.block_refs().filter(|block| {
        block.is_noscript && block.sentence_text() > 0 && phrase(block.text(), 0.0).is_none()
    });
    texts.map(|block| block.tokens).sum::<u32>() >= LEAST_TOKENS
}

/// True if the page's title, or a top-level heading, is that of a login page.
fn is_titled_login(page: &Page, title: Option<&str>) -> bool {
    let headings = page
        .block_refs()
        .filter(|block| block.is_heading && block.container().tag().heading_level() == Some(1));
    // The login may be named before the site or after it.
    let parts = title.into_iter().flat_map(titles::parts);
    parts
        .chain(headings.map(BlockRef::text))
        .any(|text| LOGIN_TITLES.find(text).any(|(_, length)| is_about(length, text, LOGIN_SHARE)))
}

/// The fields that a page asks its reader to fill in.
struct Fields {
    /// The number of text fields, without passwords.
    texts: usize,
    has_password: bool,
}

impl Fields {
    fn of(page: &Page) -> Self {
        let mut fields = Self { texts: 0, has_password: false };
        for element in page.elements() {
            let kind = match element.tag() {
                Tag::TEXTAREA => "text",
                Tag::INPUT => element.attribute(AttributeName::TYPE).unwrap_or("text"),
                _ => continue,
            };
            match kind.to_ascii_lowercase().as_str() {
                "password" => fields.has_password = true,
                "text" | "email" | "tel" | "url" | "number" | "date" => fields.texts += 1,
                _ => {}
            }
        }
        fields
    }

    /// The first phrase in a message; a captcha may guard a form.
    fn wall_in(&self, text: &str, least: f32) -> Option<Interstitial> {
        let is_form = self.texts >= MANY_FIELDS;
        phrase(text, least).filter(|wall| *wall != Interstitial::Captcha || !is_form)
    }
}

/// The first phrase in a message, if it makes up at least `least` of the text.
fn phrase(text: &str, least: f32) -> Option<Interstitial> {
    if text.len() > LONG_MESSAGE {
        return None;
    }
    let (wall, length) = MESSAGES.find(text).next()?;
    is_about(length, text, least).then(|| WALLS[wall].0)
}

fn is_about(length: usize, text: &str, least: f32) -> bool {
    length as f32 >= least * text.trim().len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(html: &str) -> Option<Interstitial> {
        wall(&Page::new(html, None))
    }

    #[test]
    fn walls_are_told_from_pages() {
        let menu = "<ul><li><a href=/a>Products</a><li><a href=/b>About us</a></ul>";
        assert_eq!(
            of("<title>403 Forbidden</title><h1>403 Forbidden</h1>nginx"),
            Some(Interstitial::Denied)
        );
        assert_eq!(
            of("<p>当前环境异常，完成验证后即可继续访问。<a>去验证</a>"),
            Some(Interstitial::Captcha)
        );
        assert_eq!(
            of(
                "<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>"
            ),
            Some(Interstitial::Script)
        );
        let text = "渡口的木船修好以后，每天早上六点开第一班，对岸的学生不再绕路走大桥。".repeat(3);
        assert_eq!(
            of(&format!("<div id=root>请启用 JavaScript</div><noscript><p>{text}</noscript>")),
            None
        );
        let missing = format!(
            "<title>Page not found - Shop</title>{menu}<p>{}",
            "Try the search. ".repeat(20)
        );
        assert_eq!(of(&missing), Some(Interstitial::Missing));
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
    fn a_login_asks_for_a_password_and_says_so_in_its_title() {
        let newcomers = "<p>By creating an account you will be able to order faster. ".repeat(12);
        let form = "<form><input name=user><input type=Password></form>";
        assert_eq!(
            of(&format!("<title>Customer Login - Shop</title>{form}{newcomers}")),
            Some(Interstitial::Login)
        );
        assert_eq!(
            of(&format!("<title>A big shop | Login</title>{form}")),
            Some(Interstitial::Login)
        );
        assert_eq!(
            of(&format!("<title>Shop</title><h1>登录</h1>{form}{newcomers}")),
            Some(Interstitial::Login)
        );
        assert_eq!(of(&format!("<title>Customer Login - Shop</title>{newcomers}")), None);
        assert_eq!(of(&format!("<title>Shop</title><h2>Login</h2>{form}{newcomers}")), None);
        assert_eq!(
            of(&format!("<title>Login</title>{form}{newcomers}{newcomers}{newcomers}")),
            None
        );
        assert_eq!(
            of("<title>Shop</title><p>Captcha<form><textarea></textarea>"),
            Some(Interstitial::Captcha)
        );
        assert_eq!(
            of("<title>Shop</title><p>Captcha<form><textarea></textarea><input><input>"),
            None
        );
    }
}
