//! The language of a text: by its script, and by its most frequent words.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Letters that are looked at.
const LOOKED_AT: usize = 2_000;
/// Words that are looked at.
const MOST_WORDS: usize = 400;
/// Letters, or words, that are enough to judge by.
const LEAST_LETTERS: usize = 60;
const LEAST_WORDS: usize = 30;
/// Of a hundred words of a text, those that are among the most frequent of its language.
const LEAST_SHARE: usize = 12;

/// The most frequent words of languages that share a script with others, in lower case, between blanks.
const WORDS: &[(&str, &str)] = &[
    ("en", "the of and to in is that for was with are this from be it"),
    ("de", "der die und das den von ist mit nicht ein eine auf dem des zu"),
    ("fr", "le la les des et est une du dans pour que qui pas sur au"),
    ("es", "el los las y del una por con para que es se en lo su"),
    ("pt", "o os uma do da em não para com dos das que ao pelo mais"),
    ("it", "il di che è della per gli del sono nel alla con una dei si"),
    ("nl", "de het een van en is dat niet zijn voor met op te aan door"),
    ("pl", "i w na się nie z jest że do jak po przez oraz od dla"),
    ("cs", "a se na je že v s to z jsou pro jako ale by který"),
    ("sv", "och att det som en är på av för med den till inte har ett"),
    ("da", "og at det er en af på til med der ikke den som et har"),
    ("no", "og å det er en av på til med som ikke den et har fra"),
    ("fi", "ja on ei että se oli hän mutta ovat joka myös kun tai sekä mukaan"),
    ("hu", "a az és hogy nem is egy meg volt csak már vagy ez mint de"),
    ("ro", "și de în la cu pe nu care din este o sa pentru mai că"),
    ("tr", "ve bir bu da de için ile olarak çok daha olan gibi en ne kadar"),
    ("vi", "và của là các có được trong cho không một những với người này đã"),
    ("id", "yang dan di dengan untuk ini dari pada itu tidak dalam adalah akan ke oleh"),
    ("ru", "и в не на что с он как по это из к для его но"),
    ("uk", "і в не на що з у та як до це за від є для"),
    ("bg", "и на да се в за от с не е са по че като това"),
    ("sr", "и је у да се на за су од са који не као из то"),
    ("ar", "في من على أن إلى التي عن هذا الذي ما لا مع هذه كان بعد"),
    ("fa", "و در به از که این را با است برای آن یک شد بود تا"),
    ("ur", "کے کی میں ہے اور سے کا کو نے پر ہیں اس کہ یہ بھی"),
];

/// A language, its letters, and the languages that share them.
type Script = (&'static str, fn(u32) -> bool, &'static [&'static str]);

/// Scripts that one language is written in, with the languages that share it where a declared one may be any of them.
const SCRIPTS: &[Script] = &[
    ("ja", |c| matches!(c, 0x3041..=0x30ff), &[]),
    ("ko", |c| matches!(c, 0xac00..=0xd7af), &[]),
    ("zh", |c| matches!(c, 0x3400..=0x9fff), &["zh", "yue", "wuu", "lzh", "nan", "hak", "cmn"]),
    ("th", |c| matches!(c, 0xe01..=0xe7f), &[]),
    ("el", |c| matches!(c, 0x370..=0x3ff | 0x1f00..=0x1fff), &[]),
    ("he", |c| matches!(c, 0x591..=0x5f4), &["he", "iw", "yi"]),
    ("hi", |c| matches!(c, 0x900..=0x97f), &["hi", "mr", "ne", "sa", "bho", "mai", "kok"]),
    ("ka", |c| matches!(c, 0x10a0..=0x10ff), &[]),
    ("hy", |c| matches!(c, 0x530..=0x58f), &[]),
    ("bn", |c| matches!(c, 0x980..=0x9ff), &["bn", "as"]),
    ("ta", |c| matches!(c, 0xb80..=0xbff), &[]),
];

/// Kana among ten Chinese characters that make a text Japanese.
const KANA: usize = 1;

/// The language that a text is plainly written in, and true if `declared` may be right all the same.
fn written_in(text: &str, declared: &str) -> Option<(&'static str, bool)> {
    let letters: Vec<u32> =
        text.chars().filter(|c| is_letter(*c)).take(LOOKED_AT).map(u32::from).collect();
    if letters.len() < LEAST_LETTERS {
        return None;
    }
    // No script but that of the words in the table has Latin, Cyrillic or Arabic letters.
    let others = letters.iter().filter(|code| **code > LAST_LATIN).count();
    if others * 10 > letters.len() * KANA {
        for (language, is_of, shared) in SCRIPTS {
            let count = letters.iter().filter(|code| is_of(**code)).count();
            let is_most =
                count * 2 > letters.len() || *language == "ja" && count * 10 > letters.len() * KANA;
            if is_most {
                return Some((language, declared == *language || shared.contains(&declared)));
            }
        }
    }
    by_words(text, declared)
}

/// The last letter of Latin script in the basic plane's first blocks.
const LAST_LATIN: u32 = 0x24f;

/// True if a character is a letter. The commonest need no table.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || !c.is_ascii() && (matches!(c, '\u{4e00}'..='\u{9fff}') || c.is_alphabetic())
}

/// The rows of [`WORDS`] that have a word.
static ROWS: LazyLock<FxHashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut rows: FxHashMap<&'static str, Vec<usize>> = FxHashMap::default();
    for (row, (_, words)) in WORDS.iter().enumerate() {
        words.split(' ').for_each(|word| rows.entry(word).or_default().push(row));
    }
    rows
});

/// The language of most frequent words, if they are many and those of the declared language few.
fn by_words(text: &str, declared: &str) -> Option<(&'static str, bool)> {
    let mut counts = [0usize; WORDS.len()];
    let mut all = 0usize;
    let words = text.split(|c| !is_letter(c) && !matches!(u32::from(c), 0x300..=0x36f));
    for word in words.filter(|word| !word.is_empty()).take(MOST_WORDS) {
        all += 1;
        let lower = match word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            true => Cow::Borrowed(word),
            false => Cow::Owned(word.to_lowercase()),
        };
        for row in ROWS.get(lower.as_ref()).into_iter().flatten() {
            counts[*row] += 1;
        }
    }
    let (best, most) =
        counts.iter().enumerate().max_by_key(|(at, count)| (**count, usize::MAX - at))?;
    if all < LEAST_WORDS || most * 100 < all * LEAST_SHARE {
        return None;
    }
    let row = WORDS.iter().position(|(language, _)| *language == declared);
    // A language without a row, or one with nearly as many words, is believed, unless it has a script of its own.
    let has_script = SCRIPTS.iter().any(|(language, ..)| *language == declared);
    let may_be = row.map_or(!has_script, |row| counts[row] * 3 > most * 2);
    Some((WORDS[best].0, may_be))
}

/// The language to report: the declared one, a tag in its one form, unless the text is plainly in another; where none is declared, that of the
/// text.
pub fn reported(declared: Option<&str>, text: &str) -> Option<String> {
    match written_in(text, declared.map_or("", main_part)) {
        Some((language, false)) if declared.is_some() => Some(language.to_owned()),
        Some((language, _)) if declared.is_none() => Some(language.to_owned()),
        _ => declared.map(str::to_owned),
    }
}

/// The language of a tag without region and script. Languages that this module cannot distinguish share one name.
fn main_part(tag: &str) -> &str {
    match tag.split('-').next().unwrap_or("") {
        "nb" | "nn" | "nor" => "no",
        "ms" => "id",
        main => main,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plainly_wrong_declaration_gives_way() {
        let german = "Der Zug nach der Küste ist nicht gekommen, und die Leute auf dem Bahnsteig warten mit den Koffern. Das Wetter ist schlecht, und der Regen kommt von der See. Eine Frau liest das Buch, das auf der Bank lag.";
        let english = "The train to the coast was late, and the people on the platform waited with their bags in the rain. It is said that the weather is from the sea, and that this was to be expected for the time of the year.";
        let chinese = "开往海边的火车晚点了，站台上的人提着行李在雨里等。天气不好，雨是从海上来的。一位妇人在读长椅上留下的书，书里讲的是很久以前的事情，她读得入神，连火车进站也没有听见，直到有人叫她的名字才抬起头来。";
        for (declared, text, expected) in [
            (Some("en"), german, Some("de")),
            (Some("de-AT"), german, Some("de-AT")),
            (Some("en-US"), english, Some("en-US")),
            (Some("zh-CN"), english, Some("en")),
            (Some("en"), chinese, Some("zh")),
            (Some("zh-Hant"), chinese, Some("zh-Hant")),
            (Some("ja"), chinese, Some("zh")),
            (Some("eu"), english, Some("eu")),
            (None, english, Some("en")),
            (Some("fr"), "Short.", Some("fr")),
            (None, "Short.", None),
        ] {
            assert_eq!(reported(declared, text).as_deref(), expected, "{declared:?}");
        }
    }

    #[test]
    fn every_row_names_a_language_once() {
        for (at, (language, words)) in WORDS.iter().enumerate() {
            assert!(WORDS[at + 1..].iter().all(|(other, _)| other != language), "{language}");
            assert_eq!(words.split(' ').count(), 15, "{language}");
        }
    }
}
