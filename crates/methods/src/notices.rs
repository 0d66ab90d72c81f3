//! Notices of a site: copyright, disclaimers, where to complain. Several papers name them first among the texts to
//! leave out, and options of the methods do so.

use zhengwen_page::page::{Word, Words};
use zhengwen_page::text::chars::is_blank;

/// Characters of a notice at most. Longer texts are about such things.
const NOTICE: u32 = 200;
/// Opens a notice, alone or after a word or two ...
const STATEMENTS: &[&str] = &["声明", "聲明"];
/// ... so within this many characters.
const STATEMENT: usize = 8;

/// True if a text is a notice; `characters` are those of the text without blanks.
pub(super) fn is_notice(text: &str, characters: u32) -> bool {
    if characters > NOTICE {
        return false;
    }
    let text: String = text.chars().filter(|c| !is_blank(*c)).collect();
    let words = Words::of(&text);
    words.has(Word::Notice)
        || words.has(Word::Grant) && words.has(Word::Reprint)
        || STATEMENTS.iter().any(|word| opens(&text, word))
}

fn opens(text: &str, word: &str) -> bool {
    let Some((before, after)) = text.split_once(word) else { return false };
    let is_open = after.chars().next().is_none_or(|c| !c.is_alphanumeric());
    is_open && before.chars().count() <= STATEMENT
}

#[cfg(test)]
mod tests {
    use super::is_notice;
    use zhengwen_page::text::count::characters;

    #[test]
    fn notices_are_short_and_say_so() {
        let is_notice = |text: &str| is_notice(text, characters(text));
        for text in [
            "【免责声明】只供参考。",
            "本站声明：转载者自负其责。",
            "声明",
            "未经授权不得转载",
            "All Rights  Reserved",
        ] {
            assert!(is_notice(text), "{text}");
        }
        for text in ["公司昨天发表声明说，会议已经开始。", "他转载了一篇文章。", ""]
        {
            assert!(!is_notice(text), "{text}");
        }
        assert!(!is_notice(&("版权所有".to_owned() + &"字".repeat(200))));
    }
}
