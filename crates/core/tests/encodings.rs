//! `fixtures/bytes`: pages in every encoding and mislabelling, with the choice and its reason.

use zhengwen::{Options, PageInfo};

use crate::asked::{extract, extract_known};

#[test]
fn bytes_become_the_right_text_for_the_right_reason() {
    for page in crate::expected::files("fixtures/bytes", ".html") {
        let extraction = extract(&std::fs::read(&page).unwrap(), &Options::default());
        let encoding = serde_json::to_string(&extraction.encoding).unwrap();
        crate::expected::check(&page, &format!("{encoding}\n\n{}\n", extraction.text));
    }
}

#[test]
fn text_is_never_decoded_again() {
    let html = "<meta charset=gbk><div><p>已经是文字了。不要再解码。</p></div>";
    let extraction = extract(html, &Options::default());
    assert_eq!(extraction.text, "已经是文字了。不要再解码。");
    assert_eq!(extraction.encoding, zhengwen_html::Decoding::already_text());
}

#[test]
fn the_address_helps_detection_and_bad_labels_are_told() {
    let info = PageInfo::new().url("http://user@www.example.cn:80/a?b").encoding("no-such-label");
    let extraction = extract_known("<p>短句。".as_bytes(), &Options::new(), &info);
    assert_eq!(extraction.text, "短句。");
    assert_eq!(extraction.warnings, [zhengwen::Warning::UnknownEncoding]);
}
