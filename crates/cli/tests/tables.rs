//! `zhengwen methods` and `zhengwen tree`.

use crate::run::{zhengwen, zhengwen_reading};

#[test]
fn methods_are_listed_with_paper_and_options() {
    let list = zhengwen(&["methods"]).code(0);
    for name in ["auto", "punctuation-path", "block-smoothing", "block-weighting", "line-density"] {
        assert!(list.lines().any(|line| line.starts_with(name)), "{name}");
    }
    assert!(list.contains("邹永强") && !list.contains("line-density.gap"));
    assert!(zhengwen(&["methods", "--options"]).code(0).contains("line-density.gap=3"));
}

#[test]
fn trees_are_regular_html_or_an_outline() {
    let page = "<title>t</title><DIV ID=a>x<b>y</DIV>".as_bytes();
    assert_eq!(
        zhengwen_reading(&["tree", "-"], page).code(0),
        "<html><head><title><text>t</text></title></head><body><div id=\"a\"><text>x</text><b>\
         <text>y</text></b></div></body></html>\n"
    );
    let outline = zhengwen_reading(&["tree", "-", "--format", "outline"], page).code(0);
    assert_eq!(outline, "    0       html/body/div#a\tx\n    0       html/body/div#a/b\ty\n");
    zhengwen(&["tree", "no-such-page"]).fails_naming(1, "no-such-page");
}
