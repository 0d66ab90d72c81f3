//! Embedded data: text that a page holds only in JSON-LD, in the `srcdoc` of a frame, or in the scripts and attributes that a
//! program in the reader's browser would render the page from.

mod prose;
mod script_strings;
mod sources;
mod streamed;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::dom::Tag;
use crate::page::{Block, Page, media};
use crate::text::lexicon::Group;
use crate::text::machine::{is_script, machine, script_text};
use prose::{Prose, is_data, is_markup, with_markup};
use script_strings::{ScriptString, strings};
use sources::Source;

/// The source of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DataSource {
    /// `articleBody` of JSON-LD.
    JsonLd,
    /// A script or an attribute with the page's state, such as `__NEXT_DATA__` or Inertia's `data-page`.
    Script,
    /// The `srcdoc` of an `iframe`.
    Frame,
}

impl std::fmt::Display for DataSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::JsonLd => "JSON-LD articleBody",
            Self::Script => "data for a script",
            Self::Frame => "an iframe's srcdoc",
        })
    }
}

/// The factor by which a text in the data must be longer than what the page shows: an article body
/// than the page's sentences, a text of a script than everything outside links.
const TIMES_LONGER: u32 = 4;
/// The minimum length in characters of a text to look for, unless it has at least [`LEAST_TOKENS`].
const LEAST_TEXT: u32 = 100;
/// The minimum number of tokens. Chinese needs half as many characters as [`LEAST_TEXT`] for the
/// same content; each is a token.
const LEAST_TOKENS: u32 = 50;
/// The minimum length in characters of a text that the page's description announces.
const LEAST_ANNOUNCED: u32 = 20;
/// Characters of the description that such a text must hold.
const ANNOUNCED: usize = 16;
/// A longer text, in characters, is more than a paragraph.
const LONG_PARAGRAPH: usize = 200;
/// Images of scripts that are read at most.
const MOST_IMAGES: usize = 50;
/// A page that shows more than this, in characters, menus included, needs no script.
const ENOUGH_TEXT: u32 = 600;

/// The article as a page of its own, if the page shows next to nothing and its embedded data hold
/// it.
pub(crate) fn article(page: &Page) -> Option<(Page, DataSource)> {
    // Text for machines shows nothing to a reader.
    let is_shown = |page: &Page, block: &Block| {
        block.characters < LEAST_TEXT || machine(page.block_text(block)).is_none()
    };
    let sum = |page: &Page, amount: fn(&Block) -> u32| -> u32 {
        page.blocks().iter().filter(|block| is_shown(page, block)).map(amount).sum()
    };
    let all = |block: &Block| block.characters;
    let shown = sum(page, Block::sentence_text);
    let is_longer = |found: &Page, than: u32| {
        let length = sum(found, all);
        let is_enough = length >= LEAST_TEXT || sum(found, |block| block.tokens) >= LEAST_TOKENS;
        is_enough && length >= than.saturating_mul(TIMES_LONGER)
    };
    let least = LEAST_TEXT.max(shown) as usize;
    let body = article_body(page).filter(|body| body.len() >= least);
    let body = body.map(|body| Page::new(&as_html(&with_markup(body)), page.url()));
    if let Some(article) = body.filter(|article| is_longer(article, shown)) {
        return Some((article, DataSource::JsonLd));
    }
    if shown > ENOUGH_TEXT {
        return None;
    }
    if let Some(article) = frame(page).filter(|article| is_longer(article, shown)) {
        return Some((article, DataSource::Frame));
    }
    if sum(page, all) > ENOUGH_TEXT {
        return None;
    }
    let (text, images) = text_of_data(page).filter(|(text, _)| !is_script(text))?;
    let is_announced = is_announced(page, &text);
    if !is_announced && text.len() < least {
        return None;
    }
    let article = Page::new(&(as_html(&text) + &images), page.url());
    let own_text = sum(page, |block| block.characters.saturating_sub(block.link_characters));
    let length = sum(&article, all);
    let is_article = match is_announced {
        true => length >= LEAST_ANNOUNCED && length > shown,
        false => is_longer(&article, own_text),
    };
    is_article.then_some((article, DataSource::Script))
}

/// True if a text holds the beginning of the page's description, and the page itself does not show that.
fn is_announced(page: &Page, text: &str) -> bool {
    let data = page.structured();
    let described =
        ["description", "og:description"].into_iter().filter_map(|name| data.meta(name));
    let mut beginnings = described.map(|told| letters(told).take(ANNOUNCED).collect::<String>());
    let holds = |text: &str, told: &str| letters(text).collect::<String>().contains(told);
    beginnings.any(|told| {
        let is_shown = |block: &Block| holds(page.block_text(block), &told);
        let is_whole = told.chars().count() == ANNOUNCED;
        is_whole && holds(text, &told) && !page.blocks().iter().any(is_shown)
    })
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|c| c.is_alphanumeric())
}

/// The longest document that the page gives a frame itself.
fn frame(page: &Page) -> Option<Page> {
    let document = page.document();
    let frames = document.elements().filter(|id| document.tag(*id) == Tag::IFRAME);
    let html = frames.filter_map(|id| {
        document.attributes(id).find(|(name, _)| *name == "srcdoc").map(|(_, html)| html)
    });
    html.max_by_key(|html| html.len()).map(|html| Page::new(html, page.url()))
}

/// The longest article body of the page's JSON-LD.
fn article_body(page: &Page) -> Option<&str> {
    let bodies = page.structured().json_ld.iter().filter_map(|o| o.get("articleBody")?.as_str());
    bodies.max_by_key(|body| body.len())
}

/// The text of the page's data: the strings under the key that holds most of what reads like sentences. Only the longest of
/// them, if it is HTML or makes up most of the text. Also the images of the data, as HTML.
fn text_of_data(page: &Page) -> Option<(String, String)> {
    let (found, images) = prose_of(page);
    let mut amounts: BTreeMap<&str, usize> = BTreeMap::new();
    for string in &found {
        *amounts.entry(&string.key).or_default() += string.text.len();
    }
    let (best, amount) = amounts.into_iter().max_by_key(|(_, amount)| *amount)?;
    let of_best = || found.iter().filter(|s| s.key == best);
    let longest = of_best().max_by_key(|s| s.text.len())?;
    let is_paragraph =
        || longest.text.chars().count() <= LONG_PARAGRAPH && !is_announced(page, &longest.text);
    let is_most = longest.text.len() * 2 > amount && !is_paragraph();
    let text = match is_most || is_markup(&longest.text) {
        true => longest.text.clone(),
        false => prose::joined(of_best().map(|s| s.text.as_str())),
    };
    // Of a text in HTML the images have their places there.
    let images = if is_markup(&text) { Vec::new() } else { images };
    Some((
        text,
        images.iter().map(|address| format!("<img src=\"{}\">", escaped(address))).collect(),
    ))
}

/// The strings of the page's data that read like sentences, and the addresses of images.
fn prose_of(page: &Page) -> (Vec<ScriptString>, Vec<String>) {
    let mut prose = Prose::default();
    let mut images: Vec<String> = Vec::new();
    let mut stream = String::new();
    for source in sources::of(page) {
        let script = match source {
            Source::Text(text) => {
                prose.add(ScriptString { key: String::new(), text });
                continue;
            }
            Source::Script(script) => script,
        };
        if let Some(part) = streamed::part(&script) {
            stream.push_str(&part);
            continue;
        }
        for string in strings(&script) {
            let data = script_text(&string.text);
            if is_data(&data) {
                strings(&data).for_each(|inner| prose.add(inner));
            } else if images.len() < MOST_IMAGES && is_image(&string) {
                // The larger one is behind the smaller one.
                images.retain(|other| !is_same_picture(other, &string.text));
                images.push(string.text);
            } else {
                prose.add(string);
            }
        }
    }
    streamed::strings_of(&stream).for_each(|string| prose.add(string));
    (prose.found, images)
}

/// True if a string is the address of an image, by the name that it is stored under.
fn is_image(string: &ScriptString) -> bool {
    static KEYS: Group = Group::of("script.image");
    static KEYS_OF_FILES: Group = Group::of("script.image_file");
    let key = string.key.to_ascii_lowercase().replace(['_', '-'], "");
    let is_file = || media::is_image_file(&string.text) && KEYS_OF_FILES.contains(&key.as_str());
    string.text.starts_with("http") && (KEYS.contains(&key.as_str()) || is_file())
}

/// True if two addresses are of one picture, in two sizes: its name is the last part that is no size (`.../4f0e9a/640`).
fn is_same_picture(one: &str, other: &str) -> bool {
    /// The shortest name of a picture.
    const SHORTEST: usize = 4;
    let path = |address: &str| address.split('?').next().unwrap_or("").to_owned();
    let (one, other) = (path(one), path(other));
    let name = |path: &str| path.rsplit('/').find(|part| part.len() >= SHORTEST).map(str::to_owned);
    one == other || name(&one) == name(&other)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The text as HTML: unchanged if it is HTML, else one paragraph per line.
fn as_html(text: &str) -> String {
    if is_markup(text) {
        return text.to_owned();
    }
    let escaped = escaped(text);
    let lines = escaped.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("<p>{line}</p>")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENTENCES: &str = "会议今天在北京召开，代表们讨论了供水问题。水价不变，明年再议。";

    fn of(html: &str) -> Option<(String, DataSource)> {
        let (page, source) = article(&Page::new(html, None))?;
        let texts = page.blocks().iter().map(|block| page.block_text(block));
        Some((texts.collect::<Vec<_>>().join("\n"), source))
    }

    #[test]
    fn data_give_what_the_page_lacks() {
        let body = SENTENCES.repeat(4);
        let json_ld = format!(
            "<script type='application/ld+json'>{{\"@type\":\"Article\",\"articleBody\":\"{body}\"}}</script>"
        );
        assert_eq!(of(&json_ld), Some((body.clone(), DataSource::JsonLd)));
        let next = format!(
            "<div id=__next></div><script id=__NEXT_DATA__ type='application/json'>{{\"props\":{{\"html\":\"\\u003cp>{body}\\u003c/p>\\u003cp>完了。就这样。\\u003c/p>\",\"note\":\"{SENTENCES}\"}}}}</script>"
        );
        assert_eq!(of(&next), Some((format!("{body}\n完了。就这样。"), DataSource::Script)));
        let nuxt = format!(
            "<script>window.__NUXT__=(function(a){{return {{p:[\"{body}\",'{body}']}}}}('x, y. z'))</script>"
        );
        assert_eq!(of(&nuxt), Some((format!("{body}\n{body}"), DataSource::Script)));
    }

    #[test]
    fn data_stand_in_attributes_and_in_other_writing() {
        let body = SENTENCES.repeat(4);
        let html = format!("<p>{body}</p>");
        let escaped = escaped(&html).replace('>', "&gt;");
        let json = format!("{{\"post\":{{\"content\":\"{html}\",\"id\":12}}}}");
        let encoded: String = json.bytes().map(|byte| format!("%{byte:02X}")).collect();
        for data in [
            format!("<div data-page='{json}'></div>"),
            format!(
                "<astro-island props='{{\"post\":[0,{{\"content\":[0,\"{escaped}\"]}}]}}'></astro-island>"
            ),
            format!("<script>state=JSON.parse(decodeURIComponent(\"{encoded}\"))</script>"),
            format!("<script>state={{html:\"{escaped}\"}}</script>"),
            format!("<script type='text/html' id=t>{html}</script>"),
            format!("<textarea hidden>{escaped}</textarea>"),
        ] {
            assert_eq!(of(&data), Some((body.clone(), DataSource::Script)), "{data}");
        }
        let template = format!("<script type='text/html'><p>{{{{ title }}}}</p>{html}</script>");
        assert_eq!(of(&template), None);
        // A text for a form to send.
        assert_eq!(of(&format!("<textarea>{body}</textarea>")), None);
    }

    #[test]
    fn a_long_paragraph_is_not_all_of_a_text() {
        let (first, last) = (SENTENCES.repeat(3), SENTENCES.repeat(2));
        let script =
            format!("<script>a=[{{\"text\":\"{first}\"}},{{\"text\":\"{last}\"}}]</script>");
        assert_eq!(of(&script), Some((format!("{first}\n{last}"), DataSource::Script)));
    }

    #[test]
    fn the_document_of_a_frame_is_read() {
        let body = SENTENCES.repeat(4);
        let page = |shown: &str| {
            of(&format!(
                "<p>2025年3月</p>{shown}<iframe srcdoc='&lt;p&gt;{body}&lt;/p&gt;'></iframe>"
            ))
        };
        assert_eq!(page(""), Some((body.clone(), DataSource::Frame)));
        assert_eq!(page(&format!("<p>{body}")), None);
    }

    #[test]
    fn a_short_text_needs_a_description() {
        let text = "烤箱预热到二百度，红薯不要削皮。流糖了就可以关火，焖十分钟更软。";
        let page = |description: &str, shown: &str| {
            of(&format!(
                "<meta name=description content='{description}'><p>{shown}</p><p>登录后推荐更懂你的笔记 可用手机扫码 获取验证码</p><script>a={{\"desc\":\"{text}\"}}</script>"
            ))
        };
        let begun: String = text.chars().take(24).collect();
        assert_eq!(page(&begun, ""), Some((text.to_owned(), DataSource::Script)));
        assert_eq!(page("一个分享生活的网站，有很多别的内容可以看。", ""), None);
        assert_eq!(page(&begun, text), None);
    }

    #[test]
    fn a_page_with_text_is_left_alone() {
        let body = SENTENCES.repeat(20);
        assert!(of(&format!("<p>{body}</p><script>var a = \"{body}{body}\"</script>")).is_none());
        assert!(
            of("<script>var a = 'if (x) { y = 1; z = 2; } else { w = 3; }, and. so.'</script>")
                .is_none()
        );
        let page = Page::new("<script>a='短句，一个。'</script>", None);
        assert!(article(&page).is_none());
        let flash =
            |body: &str| of(&format!("<p>加载中...</p><script>a={{body:'{body}'}}</script>"));
        assert!(flash(SENTENCES).is_none(), "too short");
        assert!(flash(&SENTENCES.repeat(2)).is_some(), "as long as a short report");
    }
}
