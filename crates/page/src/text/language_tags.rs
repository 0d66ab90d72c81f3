//! Language tags in one form, that of BCP 47: `zh-CN` for `zh_cn`, `ZH-cn`, `zh-CN,en` and `Chinese (China)`.

/// Languages by other codes and by their names, in lower case.
const LANGUAGES: &[(&str, &str)] = &[
    ("ara", "ar"),
    ("arabic", "ar"),
    ("chi", "zh"),
    ("chinese", "zh"),
    ("cmn", "zh"),
    ("cn", "zh"),
    ("deu", "de"),
    ("deutsch", "de"),
    ("dutch", "nl"),
    ("eng", "en"),
    ("english", "en"),
    ("español", "es"),
    ("fra", "fr"),
    ("français", "fr"),
    ("fre", "fr"),
    ("french", "fr"),
    ("ger", "de"),
    ("german", "de"),
    ("in", "id"),
    ("ita", "it"),
    ("italian", "it"),
    ("iw", "he"),
    ("japanese", "ja"),
    ("ji", "yi"),
    ("jp", "ja"),
    ("jpn", "ja"),
    ("kor", "ko"),
    ("korean", "ko"),
    ("kr", "ko"),
    ("nld", "nl"),
    ("por", "pt"),
    ("portuguese", "pt"),
    ("rus", "ru"),
    ("russian", "ru"),
    ("spa", "es"),
    ("spanish", "es"),
    ("tur", "tr"),
    ("turkish", "tr"),
    ("ukr", "uk"),
    ("vie", "vi"),
    ("vietnamese", "vi"),
    ("zhcn", "zh-CN"),
    ("zho", "zh"),
    ("zhtw", "zh-TW"),
    ("中文", "zh"),
    ("日本語", "ja"),
    ("简体中文", "zh-Hans"),
    ("繁體中文", "zh-Hant"),
];
/// Words for no language.
const NONE: &[&str] = &["mis", "mul", "und", "utf", "xx", "xxx", "zxx"];

/// The tag of a declared language: the language in lower case, then its script (`Hant`) and its region (`TW`) where they are
/// declared. `None` if the words name no language.
pub fn tag(declared: &str) -> Option<String> {
    // The first of several, without what a locale or a header adds.
    let first = declared.trim().split([',', ';', '.', '@', '|', '(', ' ']).next()?;
    let mut parts = first.split(['-', '_']);
    let main = parts.next()?.to_lowercase();
    let known = LANGUAGES.iter().find(|(name, _)| *name == main).map(|(_, code)| *code);
    let is_code = matches!(main.len(), 2 | 3) && main.bytes().all(|byte| byte.is_ascii_lowercase());
    if known.is_none() && (!is_code || NONE.contains(&main.as_str())) {
        return None;
    }
    let mut tag = known.map_or(main, str::to_owned);
    let (mut has_script, mut has_region) = (tag.len() > 5, tag.len() == 5);
    for part in parts {
        let lower = part.to_ascii_lowercase();
        let is_word = lower.bytes().all(|byte| byte.is_ascii_lowercase());
        let is_number = lower.bytes().all(|byte| byte.is_ascii_digit());
        // Old names of Windows.
        let script = match lower.as_str() {
            "chs" => "hans",
            "cht" => "hant",
            script => script,
        };
        if is_word && script.len() == 4 && !has_script && !has_region {
            has_script = true;
            tag.push('-');
            tag.extend(script.chars().take(1).map(|first| first.to_ascii_uppercase()));
            tag.extend(script.chars().skip(1));
        } else if (is_word && lower.len() == 2 || is_number && lower.len() == 3) && !has_region {
            has_region = true;
            tag.push('-');
            tag.push_str(&lower.to_ascii_uppercase());
        } else {
            // Variants and extensions.
            break;
        }
    }
    Some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_one_form() {
        for (declared, expected) in [
            ("zh-CN", Some("zh-CN")),
            ("zh_cn", Some("zh-CN")),
            (" ZH-cn ", Some("zh-CN")),
            ("cn", Some("zh")),
            ("zhcn", Some("zh-CN")),
            ("zh-hans-cn", Some("zh-Hans-CN")),
            ("zh-CHT", Some("zh-Hant")),
            ("zh-HANT", Some("zh-Hant")),
            ("cmn-Hans", Some("zh-Hans")),
            ("Chinese (Simplified)", Some("zh")),
            ("简体中文", Some("zh-Hans")),
            ("en-us,en;q=0.5", Some("en-US")),
            ("EN_GB.UTF-8", Some("en-GB")),
            ("English", Some("en")),
            ("es-419", Some("es-419")),
            ("de-DE-1996", Some("de-DE")),
            ("ja-JP-u-ca-japanese", Some("ja-JP")),
            ("iw", Some("he")),
            ("jp", Some("ja")),
            ("yue", Some("yue")),
            ("x-default", None),
            ("und", None),
            ("{{lang}}", None),
            ("utf-8", None),
            ("", None),
            ("de fr", Some("de")),
        ] {
            assert_eq!(tag(declared).as_deref(), expected, "{declared:?}");
        }
    }

    #[test]
    fn languages_are_in_order() {
        assert!(LANGUAGES.is_sorted());
    }
}
