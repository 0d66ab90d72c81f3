//! Words for people and what is no name: usual Chinese names, words of menus and templates, regions.

use std::sync::LazyLock;

use super::chars::{is_blank, is_cjk};
use super::lexicon::Group;

static NO_NAME: Group = Group::of("person.no_name");
static PEOPLE: Group = Group::of("person.people");
static MENU: Group = Group::of("person.menu");
static REGION: Group = Group::of("person.region");
/// Last characters of towns, offices and papers, which no name ends in.
static NO_NAME_END: Group = Group::of("person.no_name_end");
static REGION_END: Group = Group::of("person.region_end");

/// True if a text in lower case is a word that forms, menus and templates have in place of a name.
pub fn is_no_name(text: &str) -> bool {
    NO_NAME.contains(&text)
}

/// True if a text is a word for anonymous people, or ends with one: `管理员`, `某网网友`.
pub fn is_anybody(text: &str) -> bool {
    PEOPLE.iter().any(|word| text.ends_with(word))
}

/// True if a text holds a word of buttons, counts or notices: `立即登录`, `网站协议`.
pub fn has_menu_word(text: &str) -> bool {
    MENU.iter().any(|word| text.contains(word))
}

/// True if a text is a province of China or a country and nothing else, as accounts show where they write from: `江苏`,
/// `江苏省`, `中国香港`.
pub fn is_region(text: &str) -> bool {
    let bare = text.strip_prefix("中国").filter(|rest| !rest.is_empty()).unwrap_or(text);
    let mut shorter = REGION_END.iter().filter_map(|end| bare.strip_suffix(end));
    REGION.contains(&bare) || shorter.any(|name| REGION.contains(&name))
}

static FAMILY_NAMES: LazyLock<(Vec<char>, Vec<&str>)> = LazyLock::new(|| {
    let lines = include_str!("../../data/family_names.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    let single = lines.next().unwrap_or("").chars().collect();
    let double = lines.next().unwrap_or("").split(' ').collect();
    (single, double)
});

/// True if a text is one Chinese name or several, each with a usual family name.
pub fn are_chinese_names(text: &str) -> bool {
    let names = text.split(|c| is_blank(c) || c == '、');
    let mut names = names.filter(|name| !name.is_empty()).peekable();
    names.peek().is_some() && names.all(is_chinese_name)
}

fn is_chinese_name(name: &str) -> bool {
    let (single, double) = &*FAMILY_NAMES;
    let length = name.chars().count();
    let of_two = double.iter().any(|family| name.starts_with(family)) && (3..=4).contains(&length);
    let of_one = name.starts_with(single.as_slice()) && (2..=3).contains(&length);
    let is_thing = NO_NAME_END.iter().any(|end| name.ends_with(end));
    name.chars().all(is_cjk) && (of_one || of_two) && !is_thing && !is_region(name)
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
