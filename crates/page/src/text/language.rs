//! The language of a text: by its script, and by its most frequent words.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Letters that are looked at, and those of one line where each line has a say.
const LOOKED_AT: usize = 2_000;
const MOST_OF_LINE: usize = 60;
/// Words that are looked at.
const MOST_WORDS: usize = 400;
/// Letters, or words, that are enough to judge by.
const LEAST_LETTERS: usize = 60;
const LEAST_WORDS: usize = 30;
/// Letters of a script that one language has for itself: enough, and enough to say that a declared language is wrong.
const LEAST_OWN: usize = 4;
const LEAST_AGAINST: usize = 12;
/// Characters of a notice in one line at most.
const LONGEST_NOTICE: usize = 400;
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

const ARABIC: &[&str] =
    &["ar", "fa", "ur", "ps", "ckb", "ku", "ug", "sd", "ks", "pnb", "az", "arz", "ary", "prs"];

/// Scripts that one language is written in, with the languages that share it where a declared one may be any of them. Of rows
/// with letters in common the first counts.
const SCRIPTS: &[Script] = &[
    ("ja", |c| matches!(c, 0x3041..=0x30ff), &[]),
    ("ko", |c| matches!(c, 0xac00..=0xd7af), &[]),
    ("zh", |c| matches!(c, 0x3400..=0x9fff), &["zh", "yue", "wuu", "lzh", "nan", "hak", "cmn"]),
    ("th", |c| matches!(c, 0xe01..=0xe7f), &[]),
    ("el", |c| matches!(c, 0x370..=0x3ff | 0x1f00..=0x1fff), &[]),
    ("he", |c| matches!(c, 0x591..=0x5f4), &["he", "iw", "yi"]),
    ("hi", |c| matches!(c, 0x900..=0x97f), &["hi", "mr", "ne", "sa", "bho", "mai", "kok"]),
    ("ka", |c| matches!(c, 0x10a0..=0x10ff | 0x1c90..=0x1cbf), &["ka", "xmf"]),
    ("hy", |c| matches!(c, 0x530..=0x58f), &["hy", "hyw"]),
    ("bn", |c| matches!(c, 0x980..=0x9ff), &["bn", "as"]),
    ("pa", |c| matches!(c, 0xa00..=0xa7f), &[]),
    ("gu", |c| matches!(c, 0xa80..=0xaff), &[]),
    ("or", |c| matches!(c, 0xb00..=0xb7f), &[]),
    ("ta", |c| matches!(c, 0xb80..=0xbff), &[]),
    ("te", |c| matches!(c, 0xc00..=0xc7f), &[]),
    ("kn", |c| matches!(c, 0xc80..=0xcff), &["kn", "tcy"]),
    ("ml", |c| matches!(c, 0xd00..=0xd7f), &[]),
    ("si", |c| matches!(c, 0xd80..=0xdff), &[]),
    ("lo", |c| matches!(c, 0xe81..=0xeff), &[]),
    ("my", |c| matches!(c, 0x1000..=0x109f), &["my", "shn", "mnw"]),
    ("am", |c| matches!(c, 0x1200..=0x139f), &["am", "ti"]),
    ("km", |c| matches!(c, 0x1780..=0x17ff), &[]),
    ("ur", |c| matches!(c, 0x679 | 0x688 | 0x691 | 0x6ba | 0x6be | 0x6c1 | 0x6d2), ARABIC),
    ("fa", |c| matches!(c, 0x67e | 0x686 | 0x698 | 0x6a9 | 0x6af | 0x6cc), ARABIC),
    (
        "ar",
        |c| matches!(c, 0x600..=0x6ff | 0x750..=0x77f | 0xfb50..=0xfdff | 0xfe70..=0xfeff),
        ARABIC,
    ),
];

/// Languages that have letters of their own beside those of another, and the share of these that tells them: one in so many.
const BESIDE: &[(&str, &str, usize)] = &[("ja", "zh", 10), ("ur", "ar", 20), ("fa", "ar", 20)];

/// The letters of a text by the scripts of the table of scripts.
#[derive(Debug)]
pub struct Letters {
    all: usize,
    counts: [usize; SCRIPTS.len()],
}

impl Letters {
    /// Those of lines of which each has a say: a long one has no more than one of sixty letters.
    pub fn of_lines<'t>(lines: impl Iterator<Item = &'t str>) -> Self {
        let letters = |line: &'t str| line.chars().filter(|c| is_letter(*c)).take(MOST_OF_LINE);
        Self::of(lines.flat_map(letters))
    }

    fn of(letters: impl Iterator<Item = char>) -> Self {
        let mut found = Self { all: 0, counts: [0; SCRIPTS.len()] };
        for letter in letters.take(LOOKED_AT) {
            found.all += 1;
            let code = u32::from(letter);
            if code > LAST_LATIN
                && let Some(script) = SCRIPTS.iter().position(|(_, is_of, _)| is_of(code))
            {
                found.counts[script] += 1;
            }
        }
        found
    }

    /// The letters of the script of a language, without those that another has beside it.
    pub fn count(&self, language: &str) -> usize {
        let row = SCRIPTS.iter().position(|(name, ..)| *name == language);
        row.map_or(0, |row| self.counts[row])
    }

    /// The language whose script most letters have.
    pub fn most(&self) -> Option<&'static str> {
        let of_base = |base: &str| {
            let beside = BESIDE.iter().filter(|(_, other, _)| *other == base);
            beside.map(|(language, ..)| self.count(language)).sum::<usize>() + self.count(base)
        };
        let names = SCRIPTS.iter().map(|(name, ..)| *name);
        let bases = names.filter(|name| !BESIDE.iter().any(|(language, ..)| language == name));
        let base = bases.max_by_key(|base| of_base(base))?;
        let all = of_base(base);
        let is_told = |row: &&(&str, &str, usize)| row.1 == base && self.count(row.0) * row.2 > all;
        let language = BESIDE.iter().find(is_told).map_or(base, |(language, ..)| language);
        (all * 2 > self.all).then_some(language)
    }

    /// True if the letters are enough to say that a text is in this language, against what is declared or not.
    fn are_enough(&self, language: &str, is_against: bool) -> bool {
        let least = match language {
            "zh" => LEAST_LETTERS,
            _ if is_against => LEAST_AGAINST,
            _ => LEAST_OWN,
        };
        self.all >= least
    }
}

/// True if a language may be written as this one is, which has a script of its own.
pub fn share_script(language: &str, declared: &str) -> bool {
    let row = SCRIPTS.iter().find(|(name, ..)| *name == language);
    declared == language || row.is_some_and(|(_, _, shared)| shared.contains(&declared))
}

/// The language that a text is plainly written in, and true if `declared` may be right all the same.
fn written_in(text: &str, declared: &str) -> Option<(&'static str, bool)> {
    let letters = Letters::of(text.chars().filter(|c| is_letter(*c)));
    if let Some(language) = letters.most() {
        let may_be = share_script(language, declared);
        // Words tell apart the languages that are written in Arabic letters.
        let by_words = ARABIC.contains(&language).then(|| by_words(text, declared)).flatten();
        if by_words.is_some() {
            return by_words;
        }
        if letters.are_enough(language, !may_be && !declared.is_empty()) {
            return Some((language, may_be));
        }
    }
    // A foreign notice is one line among others.
    let lines = Letters::of_lines(text.lines());
    if let Some(language) = lines.most().filter(|language| share_script(language, declared)) {
        return Some((language, true));
    }
    if letters.all < LEAST_LETTERS { None } else { by_words(text, declared) }
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
/// text. A text that is one line is no reason against a declared language whose script is seen on the page.
pub fn reported(declared: Option<&str>, text: &str, seen: Option<&str>) -> Option<String> {
    let main = declared.map_or("", main_part);
    let is_notice = || {
        let text = text.trim();
        !text.contains('\n') && text.chars().count() <= LONGEST_NOTICE
    };
    match written_in(text, main) {
        Some((language, false)) if declared.is_some() => {
            let is_seen = seen.is_some_and(|seen| share_script(seen, main)) && is_notice();
            declared.filter(|_| is_seen).or(Some(language)).map(str::to_owned)
        }
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
            assert_eq!(reported(declared, text, None).as_deref(), expected, "{declared:?}");
        }
    }

    #[test]
    fn short_texts_have_the_language_of_their_script() {
        let notice = "We use cookies to make this site better for you and to count its visits.";
        for (declared, text, expected) in [
            (None, "أخبار اليوم", Some("ar")),
            (None, "پیش‌بینی هوای چین", Some("fa")),
            (None, "یہ ایک بڑا گاؤں ہے", Some("ur")),
            (Some("fa-IR"), "خبرهای امروز", Some("fa-IR")),
            (None, "ข่าววันนี้", Some("th")),
            (None, "आज की खबर", Some("hi")),
            (Some("mr"), "आजची बातमी", Some("mr")),
            (None, "Τα νέα", Some("el")),
            (None, "חדשות היום", Some("he")),
            (None, "ამბები", Some("ka")),
            (None, "আজকের খবর", Some("bn")),
            (None, "இன்றைய செய்தி", Some("ta")),
            (None, "నేటి వార్తలు", Some("te")),
            (None, "오늘의 소식", Some("ko")),
            (Some("en"), "ข่าววันนี้ที่ตลาดริมน้ำ", Some("th")),
            (Some("en"), "Τέλος", Some("en")),
            (Some("th"), &format!("{notice}\nตลาดน้ำเปิดแล้ว\nเรือออกทุกเช้า\nมีผลไม้และปลา"), Some("th")),
            (None, "Short.", None),
        ] {
            assert_eq!(reported(declared, text, None).as_deref(), expected, "{text}");
        }
        let long =
            format!("{notice} {notice} It is all that we do with what you tell us on this site.");
        assert_eq!(reported(Some("th"), &long, Some("th")).as_deref(), Some("th"));
        assert_eq!(reported(Some("th"), &long, None).as_deref(), Some("en"));
    }

    #[test]
    fn every_row_names_a_language_once() {
        for (at, (language, words)) in WORDS.iter().enumerate() {
            assert!(WORDS[at + 1..].iter().all(|(other, _)| other != language), "{language}");
            assert_eq!(words.split(' ').count(), 15, "{language}");
        }
    }
}
