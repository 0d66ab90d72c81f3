//! Names of people as bylines write them.

use crate::page::Label;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::dates::{self, DateOrder};
use crate::text::lexicon::Group;
use crate::text::people::{are_chinese_names, is_no_name, is_region};

/// Longest name, in characters.
const LONGEST: usize = 60;

/// The names in the value of a byline (`张三 李四`, `A. Lee and B. Ray, MD`), joined by `; `; `None` if it is not a
/// list of names.
pub(super) fn names(value: &str) -> Option<String> {
    let value = without_address(without_date(without_label(value.trim_matches(is_noise))));
    // A handle after a name is no address of a letter.
    let is_address = value.contains("://")
        || value.starts_with("www.")
        || value.replace(" @", " ").contains('@') && value.contains(' ');
    let is_text = value.split(';').any(|part| part.chars().count() > LONGEST * 3);
    let is_sentence = value.contains(['：', '。']);
    if value.is_empty() || is_address || is_text || is_sentence {
        return None;
    }
    let mut names: Vec<&str> = Vec::new();
    let value = without_clause(without_note(value));
    for part in value.split(['、', '，', '；', ';', '&', '＆']).flat_map(split_joined) {
        let part = without_office(part.trim_matches(is_noise));
        // A name with what its owner does, in many words: what is after it names nobody else.
        if part.chars().count() > LONGEST && !part.split(", ").all(|name| is_capitalised(&name)) {
            names.extend(part.split_once(", ").map(|(name, _)| name).filter(is_capitalised));
            break;
        }
        let is_han = !part.is_empty() && part.chars().all(|c| is_cjk(c) || is_blank(c));
        if is_han {
            names.extend(han_names(part));
        } else if is_list(part) {
            names.extend(part.split(',').map(|name| name.trim_matches(is_noise)));
        } else {
            names.push(part);
        }
    }
    let mut names: Vec<&str> = names.into_iter().map(without_rest).collect();
    names.retain(|name| is_name(name));
    if names.len() > 1 && names.iter().any(|name| are_chinese_names(name)) {
        names.retain(|name| !is_office(name));
    }
    names.retain(|name| !name.contains(is_blank) || !name.split(is_blank).all(is_english_office));
    // "Ann Lee, Science Editor": the first is a name.
    if names.first().is_some_and(|first| !ends_in_office(first)) {
        names.retain(|name| !ends_in_office(name));
    }
    names.dedup();
    (!names.is_empty()).then(|| names.join("; "))
}

/// Names without brackets at their end that hold a list: `Ann Lee (Brussels, European office)`.
fn without_note(value: &str) -> &str {
    let note = value.ends_with([')', '）']).then(|| value.find(['(', '（'])).flatten();
    match note.filter(|at| *at > 0 && value[*at..].contains([',', '，', '、'])) {
        Some(at) => value[..at].trim_end_matches(is_noise),
        None => value,
    }
}

/// Chinese names without what is said of the last of them: `张三，某某学院副教授，研究某事`, `张三，系某某学院教授`.
fn without_clause(value: &str) -> &str {
    /// A piece of more characters than this is no name.
    const LONGEST: usize = 4;
    let mut commas = value.match_indices('，').map(|(at, _)| at);
    let says = |at: &usize| {
        let rest = &value[at + '，'.len_utf8()..];
        let piece = rest.split(['，', '、', '；', ' ']).next().unwrap_or("").trim();
        let is_long = piece.chars().count() > LONGEST && piece.chars().all(is_cjk);
        piece.starts_with('系') || is_long && without_office(piece) == piece
    };
    let first = value.split(['，', '、', '；', ' ']).next().unwrap_or("");
    let end = commas.find(says).filter(|_| first.chars().count() <= LONGEST);
    end.map_or(value, |end| &value[..end])
}

/// A byline that ends where the address of its owner begins: `Ann Lee ann@example.com | Staff Writer`.
fn without_address(value: &str) -> &str {
    let word = value.split(is_blank).find(|word| word.contains('@') && word.contains('.'));
    let at = word.map(|word| word.as_ptr() as usize - value.as_ptr() as usize);
    let before = at.map(|at| value[..at].trim_end()).filter(|before| !before.ends_with(','));
    before.filter(is_capitalised).unwrap_or(value)
}

/// A byline without the date behind its names: `Ann Lee, 28 February 2010`.
fn without_date(value: &str) -> &str {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let date = has_digit.then(|| dates::find_written(value, DateOrder::MonthFirst)).flatten();
    match date.filter(|date| date.range.start > 0) {
        Some(date) => value[..date.range.start].trim_end_matches(is_noise),
        None => value,
    }
}

/// A name without the profession and without the same name in brackets: `Ann Lee - Editor`, `annlee (AnnLee)`.
fn without_rest(name: &str) -> &str {
    // "Ann Lee @annlee".
    let name = name.split_once(" @").map_or(name, |(before, _)| before.trim_end());
    // The button beside it: "某某+关注".
    let button = name.split_once(['+', '＋']).filter(|(_, button)| is_no_name(button));
    let name = button.map_or(name, |(name, _)| name.trim_end());
    let office =
        RULES.iter().filter_map(|rule| name.split_once(rule)).map(|(before, _)| before.trim());
    if let Some(before) = office.filter(is_capitalised).min_by_key(|before| before.len()) {
        return before;
    }
    // "Ann Lee, gardener", "Ann Lee, Correspondent".
    if let Some((before, work)) = name.split_once(", ").filter(|(before, _)| is_capitalised(before))
        && (work.split(is_blank).all(|word| word.starts_with(char::is_lowercase))
            || is_english_office(work))
    {
        return before;
    }
    match name.strip_suffix(')').and_then(|name| name.split_once(" (")) {
        Some((before, inside)) if before.eq_ignore_ascii_case(inside) => before,
        _ => without_joint(without_full_stop(name)),
    }
}

/// A name without the word that joins it to what follows: `Ann Lee on`, `Leandro Ruiz el`.
fn without_joint(name: &str) -> &str {
    let joins = |word: &str| is_in(JOINING, word) || is_in(BEFORE_DATE, word);
    match name.rsplit_once(' ') {
        Some((before, word)) if joins(word) && before.contains(' ') => before,
        _ => name,
    }
}

/// A name without the full stop of its sentence, which no abbreviation has (`Ann Lee Jr.`).
fn without_full_stop(name: &str) -> &str {
    let Some(bare) = name.strip_suffix('.') else { return name };
    let last = bare.rsplit(is_blank).next().unwrap_or("");
    let is_word = last.chars().skip(1).all(char::is_lowercase) && last.chars().count() > 3;
    if is_word { bare } else { name }
}

/// Separators between a name and a profession.
const RULES: &[&str] = &[" - ", " – ", " — ", " ⋅ ", " • ", " · ", " | "];

/// Words that join two names.
const AND: &[&str] = &[" and ", " y ", " et ", " und ", " och ", " og ", " e ", " и "];

/// The names that a word for "and" joins. In languages other than English both need two words, because family names
/// are joined in the same way (`José Ortega y Gasset`).
fn split_joined(part: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(part);
    std::iter::from_fn(move || {
        let text = rest?;
        let joined = AND.iter().find_map(|word| {
            let (name, after) = text.split_once(word)?;
            let are_both = || [name, after].iter().all(|name| name.trim().contains(' '));
            let is_inside = name.contains('(') && !name.contains(')');
            (!is_inside && (*word == AND[0] || are_both())).then_some((name, after))
        });
        rest = joined.map(|(_, after)| after);
        Some(joined.map_or(text, |(name, _)| name))
    })
}

/// The name of an author whose family name comes first, as libraries write it: `Corvane, Elsbeth`. Chinese, Japanese and Korean
/// names stay as they are.
pub(super) fn given_name_first(value: &str) -> String {
    let (family, given) = value.split_once(',').unwrap_or((value, ""));
    let (family, given) = (family.trim(), given.trim());
    let is_part = |part: &str| {
        (1..=3).contains(&part.split_whitespace().count())
            && !part.contains(|c: char| is_cjk(c) || c.is_ascii_digit() || ",;&".contains(c))
    };
    let is_name = is_part(family) && is_part(given) && looks_like_names(given);
    if is_name { format!("{given} {family}") } else { value.to_owned() }
}

/// True if a text is two or three words with capitals.
pub(super) fn is_capitalised(name: &&str) -> bool {
    (2..=3).contains(&name.split_whitespace().count()) && looks_like_names(name)
}

/// Offices before a name without a blank.
static OFFICES: Group = Group::of("person.office");

/// Last characters of departments before a name in Japanese bylines.
const DEPARTMENTS: &[&str] = &["部", "局", "班", "室", "課", "記者"];

/// True if a long Chinese text is an office or a channel and no name.
fn is_office(name: &str) -> bool {
    let ends = |word: &&str| name.ends_with(*word);
    name.chars().count() > 4
        && name.ends_with(is_cjk)
        && (OFFICES.iter().any(ends) || ["频道", "编辑部", "新闻中心"].iter().any(ends))
}

/// Last words of offices in English.
static ENGLISH_OFFICES: Group = Group::of("person.english_office");

/// True if a text is what somebody does: `Science Editor`, `Local government correspondents`.
pub(super) fn ends_in_office(name: &str) -> bool {
    name.contains(is_blank) && is_english_office(name.rsplit(is_blank).next().unwrap_or(""))
}

/// True if a sentence continues with a job title: `is a staff writer at`.
pub(super) fn says_office(rest: &str) -> bool {
    let work = ["is a ", "is an ", "is the "].iter().find_map(|word| rest.strip_prefix(word));
    work.is_some_and(|work| work.split(is_blank).take(4).any(is_english_office))
}

/// True if a word is an office, of one person or of several.
fn is_english_office(word: &str) -> bool {
    let is_word = |word: &str| ENGLISH_OFFICES.iter().any(|own| own.eq_ignore_ascii_case(word));
    is_word(word) || word.strip_suffix('s').is_some_and(is_word)
}

/// A name without the office before it: `某某研究院研究员张三`, `文化部・田中花子`.
fn without_office(part: &str) -> &str {
    if let Some((before, name)) = part.split_once(['・', '·'])
        && DEPARTMENTS.iter().any(|end| before.ends_with(end))
        && !name.is_empty()
    {
        return name;
    }
    let is_long = part.chars().count() > 4 && part.chars().all(|c| is_cjk(c) || "“”·".contains(c));
    if !is_long {
        return part;
    }
    let after = |office: &&str| part.rfind(*office).map(|at| at + office.len());
    let name = OFFICES.iter().filter_map(after).max().map(|at| &part[at..]);
    name.filter(|name| are_chinese_names(name)).unwrap_or(part)
}

/// True if every part between commas is a name of its own, not a degree or a family name.
fn is_list(part: &str) -> bool {
    let has_words = |name: &str| name.split_whitespace().count() >= 2;
    part.contains(',') && part.split(',').all(has_words)
}

/// Names written one after the other. Two single characters are the halves of one name.
fn han_names(part: &str) -> Vec<&str> {
    let pieces: Vec<&str> = part.split(is_blank).filter(|piece| !piece.is_empty()).collect();
    let is_spread = pieces.len() == 2 && pieces.iter().all(|piece| piece.chars().count() == 1);
    if is_spread {
        return vec![part];
    }
    // Korean writes the name first, then what its owner does.
    let is_korean_role = |piece: &&str| KOREAN_ROLES.iter().any(|role| piece.ends_with(role));
    if pieces.len() > 1 && pieces.last().is_some_and(is_korean_role) {
        return vec![pieces[0]];
    }
    pieces.into_iter().filter(|piece| !HAN_WORK.contains(piece)).collect()
}

/// Professions that follow a name in Korean bylines.
static KOREAN_ROLES: Group = Group::of("person.korean_role");

/// True if a word says what a person does, in Korean.
pub(super) fn is_korean_role(word: &str) -> bool {
    KOREAN_ROLES.contains(&word)
}

/// True if a text is a name and what its owner does, as Korean bylines have it: `홍길동 기자`.
pub(super) fn has_role(text: &str) -> bool {
    let role = text.rsplit(is_blank).next().unwrap_or("");
    role.len() < text.len() && is_korean_role(role)
}

/// Words in Chinese bylines that look like names.
static HAN_WORK: Group = Group::of("person.work");

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    // "88.7k" is a count.
    let count = name.trim_end_matches(['k', 'K', 'm', 'M']);
    let has_letter = count.chars().any(char::is_alphabetic);
    // `page.author.name`: a template that was not filled in.
    let is_code =
        !name.contains(is_blank) && name.matches('.').count() > 1 || name.contains(['{', '}']);
    (1..=LONGEST).contains(&length)
        && has_letter
        && !is_code
        && !is_placeholder(name)
        && !is_date(name)
        && !is_count(name)
        && !name.ends_with(['?', '？', '！', '。'])
        // A sentence of Korean.
        && !name.ends_with("다.")
}

/// True if a text counts something: `2 portions`.
fn is_count(text: &str) -> bool {
    let is_digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_once(' ').is_some_and(|(count, of)| is_digits(count) && !of.contains(is_blank))
}

/// True if a text is a date from its start.
fn is_date(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && dates::find_written(text, DateOrder::MonthFirst)
            .is_some_and(|date| date.range.start == 0)
}

/// True if a text in the place of a name is a placeholder, a region or a label (`发布于`).
fn is_placeholder(name: &str) -> bool {
    let name = name.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_label = || Label::of(&name).is_some_and(|label| !label.is_fact());
    is_no_name(&name) || is_region(&name) || is_label()
}

fn is_noise(c: char) -> bool {
    is_blank(c)
        || matches!(u32::from(c), 0x2600..=0x27bf | 0x1f000..=0x1faff | 0xfe0f | 0x200d)
        || ",，、:：-–—/／|·•\"“”‘’()（）[]【】<>《》*".contains(c) && c != '(' && c != ')'
}

/// Words inside a name that are not capitalised.
const JOINING: &str = "de del della di da dos du van von der den la le al el bin ibn and y e und et ter zu of \
    the";

/// Words between a name and its date.
const BEFORE_DATE: &str = "on at am um em il op den kl в на";

/// Words that follow "by" in sentences and buttons ("by using this site", "sort by price").
const NO_FIRST: &str = "the this these that our your a an using email default design state date year price most \
    all category topic name step how what why google it its their my we you or and to in on \
    for at with product brand size popularity industry location department month day week \
    type subject title relevance rating phone mail appointment clicking signing submitting \
    post posts ingredient ingredients course cuisine visit shop follow";

/// True if the text of an element with a class or address of authors may be names: one word, or several words written
/// like names (unlike `Join us`).
pub(super) fn may_be_names(text: &str) -> bool {
    let first = text.split(',').next().unwrap_or("").trim();
    first.contains(is_cjk) || !first.contains(is_blank) || looks_like_names(first)
}

/// True if a line is `By` and names, and nothing else.
pub(crate) fn is_byline(line: &str) -> bool {
    let bare = without_label(line);
    bare.len() < line.len() && bare.contains(' ') && looks_like_names(bare) && names(bare).is_some()
}

/// True if the value of a byline without a colon reads like names: every word begins with a capital
/// or joins two that do.
pub(super) fn looks_like_names(value: &str) -> bool {
    let words: Vec<&str> = value
        .split(|c: char| is_blank(c) || c == ',' || c == '&')
        .filter(|word| !word.is_empty())
        .collect();
    let is_capital = |word: &&str| word.chars().next().is_some_and(|c| !c.is_lowercase());
    let joins = |word: &&str| is_in(JOINING, word);
    let begins = |word: &&str| is_capital(word) && !is_in(NO_FIRST, &word.to_lowercase());
    (1..=9).contains(&words.len())
        && words.iter().all(|word| is_capital(word) || joins(word))
        && words.first().is_some_and(begins)
}

/// True if a text may be the name of an account: one word, unless it is one of [`NO_FIRST`].
pub(super) fn is_handle(value: &str) -> bool {
    !value.contains(' ') && !is_in(NO_FIRST, &value.to_lowercase())
}

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|other| other == word)
}

/// Labels before a name.
static PREFIXES: Group = Group::of("person.before_names");

fn without_label(value: &str) -> &str {
    // `Автор: Анна Белова`.
    let label = Label::at_start(value).filter(|(label, _)| *label == Label::Author);
    let rest = label.map(|(_, length)| value[length..].trim_start_matches(is_blank));
    let named = rest.and_then(|rest| rest.strip_prefix([':', '：']));
    let value = named.map_or(value, |named| named.trim_start_matches(is_blank));
    let lower = value.get(..value.floor_char_boundary(14)).unwrap_or("").to_lowercase();
    let prefix = PREFIXES.iter().find(|prefix| lower.starts_with(**prefix));
    match prefix {
        Some(prefix) if value.is_char_boundary(prefix.len()) => value[prefix.len()..].trim_start(),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_names() {
        for (value, expected) in [
            ("张三 李四", Some("张三; 李四")),
            ("张三、李四", Some("张三; 李四")),
            ("By Ann Lee and Bob Ray", Some("Ann Lee; Bob Ray")),
            ("张 三", Some("张 三")),
            ("Ann Lee, MD", Some("Ann Lee, MD")),
            ("https://example.com/ann", None),
            ("", None),
            ("—", None),
            ("2024", None),
            ("陈智 整合", Some("陈智")),
            ("홍길동 나무 칼럼니스트", Some("홍길동")),
            ("홍길동 김철수", Some("홍길동; 김철수")),
            ("Ana Lee y Bob Ray", Some("Ana Lee; Bob Ray")),
            ("José Ortega y Gasset", Some("José Ortega y Gasset")),
            ("某地警方：没有人受伤，谴责造谣者", None),
            ("发布于", None),
            ("未知", None),
            ("Last Updated", None),
            ("Par", None),
            ("Username", None),
            ("August 28, 2025", None),
            ("88.7k", None),
            ("annlee (AnnLee)", Some("annlee")),
            ("Ann Lee (A. Writer)", Some("Ann Lee (A. Writer)")),
            ("Ann Lee - The Editorial Team", Some("Ann Lee")),
            ("Ann Lee ⋅ Founder & Editor ⋅", Some("Ann Lee")),
            ("via annlee", Some("annlee")),
            ("Ann Lee, gardener", Some("Ann Lee")),
            ("Posted by Ann Harlow.", Some("Ann Harlow")),
            ("Ann Lee Jr.", Some("Ann Lee Jr.")),
            ("A. Lee, M.D.", Some("A. Lee, M.D.")),
            ("2 Portion(en)", None),
            ("江苏", None),
            ("Ann Lee and Bob Ray, Local government correspondents", Some("Ann Lee; Bob Ray")),
            ("Ann Lee, Correspondent", Some("Ann Lee")),
            ("文化部・田中花子", Some("田中花子")),
            ("ジョン・スミス", Some("ジョン・スミス")),
            ("بقلم: ليلى منصور", Some("ليلى منصور")),
            ("Автор: Анна Белова", Some("Анна Белова")),
            ("7 Ann Lee", Some("7 Ann Lee")),
            ("Ann Lee(Brussels, European office)", Some("Ann Lee")),
            ("某某研究中心研究部部长、研究员张三", Some("张三")),
            ("关注", None),
            ("Ann Lee ❤️ 🐝", Some("Ann Lee")),
            ("Discuz! Team", None),
            ("Ann Lee, February 28, 2010", Some("Ann Lee")),
            (
                "Ann Longname-Lee, Robert Rayfield Ray, Christopher Third, Dorothea Fourth",
                Some("Ann Longname-Lee; Robert Rayfield Ray; Christopher Third; Dorothea Fourth"),
            ),
            (
                "By Ann Lee, Senior Staff Technologist, A Union of Some Kind, Speech, Privacy, and Technology Project",
                Some("Ann Lee"),
            ),
        ] {
            assert_eq!(names(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn names_end_where_they_end() {
        for (value, expected) in [
            ("阿栗+关注", Some("阿栗")),
            ("阿栗，转载请注明出处", Some("阿栗")),
            ("张三，某某学院副教授，主要研究水稻", Some("张三")),
            ("张三，系某某学院副教授", Some("张三")),
            ("阿栗 所有，任何形式转载请联系作者", Some("阿栗")),
            ("张三，某某学院副教授李四", Some("张三; 李四")),
            ("Staff Writer", None),
            ("ANN LEE a@x.example | Staff Writer", Some("ANN LEE")),
        ] {
            assert_eq!(names(value).as_deref(), expected, "{value}");
        }
    }
}
