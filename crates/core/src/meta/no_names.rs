//! Words in the place of a name that are not names: words of menus and templates, words for people, regions.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The groups of the vocabulary.
struct Words {
    no_name: HashSet<&'static str>,
    people: Vec<&'static str>,
    menu: Vec<&'static str>,
    region: HashSet<&'static str>,
    region_end: Vec<&'static str>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
    no_name: group("no_name").collect(),
    people: group("people").collect(),
    menu: group("menu").collect(),
    region: group("region").collect(),
    region_end: group("region_end").collect(),
});

/// The words of a group of the vocabulary.
fn group(name: &str) -> impl Iterator<Item = &'static str> {
    let mut lines = include_str!("../../data/no_names.txt").lines();
    let words = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    words.into_iter().flat_map(|words| words.split('|'))
}

/// True if a text in lower case is a word that forms, menus and templates have in place of a name.
pub(super) fn is_no_name(text: &str) -> bool {
    WORDS.no_name.contains(text)
}

/// True if a text is a word for anonymous people, or ends with one: `管理员`, `某网网友`.
pub(super) fn is_anybody(text: &str) -> bool {
    WORDS.people.iter().any(|word| text.ends_with(word))
}

/// True if a text holds a word of buttons, counts or notices: `立即登录`, `网站协议`.
pub(super) fn has_menu_word(text: &str) -> bool {
    WORDS.menu.iter().any(|word| text.contains(word))
}

/// True if a text is a province of China or a country and nothing else, as accounts show where they write from: `江苏`,
/// `江苏省`, `中国香港`.
pub(super) fn is_region(text: &str) -> bool {
    let is_short = |text: &str| WORDS.region.contains(text);
    let bare = text.strip_prefix("中国").filter(|rest| !rest.is_empty()).unwrap_or(text);
    let mut ends = WORDS.region_end.iter();
    is_short(bare) || ends.any(|end| bare.strip_suffix(end).is_some_and(is_short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_alone() {
        for text in
            ["江苏", "江苏省", "北京市", "广西壮族自治区", "中国香港", "海外", "中国", "日本"]
        {
            assert!(is_region(text), "{text}");
        }
        for text in ["江苏卫视", "江南", "张三", "", "省", "湖北佬"] {
            assert!(!is_region(text), "{text}");
        }
    }
}
