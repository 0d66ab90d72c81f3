//! Hostile shapes of pages, by name and size: for the test of growth and the gate.

pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// Every kind of nesting, stray tags, and runs that careless tokenizers read twice.
pub(crate) const SHAPES: &[Shape] = &[
    ("nested div", |n| "<div>".repeat(n)),
    ("nested div with text", |n| "<div>一".repeat(n)),
    ("nested b", |n| "<b>".repeat(n)),
    ("nested b with text", |n| "<b>一".repeat(n)),
    ("nested b apart", |n| (0..n).map(|i| format!("<b id={i}>")).collect()),
    ("nested a", |n| "<a href=x>".repeat(n)),
    ("nested font in p", |n| "<p><font size=1>x".repeat(n)),
    ("nested nobr", |n| "<nobr>x".repeat(n)),
    ("b then div, mis-nested", |n| "<b><div>".repeat(n) + &"</b>".repeat(n)),
    ("div in b with text", |n| "<b><div>一".repeat(n)),
    ("b and i crossed", |n| "<b><i>x</b></i>".repeat(n)),
    ("nested tables", |n| "<table><tr><td>".repeat(n)),
    ("text in tables", |n| "<table>x<tr>y".repeat(n)),
    ("blanks and text in one table", |n| format!("<table>{}", "x</i> </i>".repeat(n))),
    ("cells", |n| format!("<table><tr>{}", "<td>一".repeat(n))),
    ("nested lists", |n| "<ul><li>".repeat(n)),
    ("items", |n| format!("<ul>{}", "<li>x".repeat(n))),
    ("terms", |n| "<dl><dt>x<dd>y".repeat(n)),
    ("nested select", |n| "<select><optgroup><option>x".repeat(n)),
    ("nested svg", |n| "<svg><g>".repeat(n)),
    ("html in svg", |n| "<svg><foreignObject><p>x".repeat(n)),
    ("nested math", |n| "<math><mi>x".repeat(n)),
    ("nested templates", |n| "<template><p>".repeat(n)),
    ("forms and buttons", |n| "<form><button>x".repeat(n)),
    ("stray end tags", |n| "</p></div></b></li></x-y>".repeat(n)),
    ("stray end tags, deep", |n| "<div>".repeat(500) + &"<i>x</x-y></u>".repeat(n)),
    ("stray end tags in svg", |n| "<svg>".to_owned() + &"<g>".repeat(490) + &"</x>".repeat(n)),
    ("stray end tags and text", |n| "</p></b>一".repeat(n)),
    ("attributes", |n| format!("<p {}>", (0..n).map(|i| format!("a{i}=1 ")).collect::<String>())),
    ("formatting with attributes", |n| {
        let names = |i: usize| format!("a{i} ");
        let one: String = (0..n / 8).map(names).collect();
        let other: String = (0..n / 8).rev().map(names).collect();
        format!("<b {one}><b {other}>").repeat(4)
    }),
    ("attributes of body", |n| (0..n).map(|i| format!("<body b{i}=1>")).collect()),
    ("names", |n| (0..n).map(|i| format!("<x-{i}>")).collect()),
    ("references", |n| "&amp;&notit;&#x4e2d;&x;&".repeat(n)),
    ("references in values", |n| "<a href='?a&amp;b&copy=1'>".repeat(n)),
    ("NULs", |n| "x\0".repeat(n)),
    ("less-than signs", |n| "<".repeat(n * 4)),
    ("unclosed comments", |n| "<!-- x > --! ".repeat(n)),
    ("unclosed quote", |n| "<p a=\"<p b='".repeat(n)),
    ("unclosed raw text", |n| "<textarea></text".to_owned() + &"</textare".repeat(n)),
    ("script escapes", |n| "<script><!--".to_owned() + &"<script></script>--".repeat(n)),
    ("sentences in a script", |n| {
        let list: String = (0..n).map(|i| format!("\"k{i}\":\"一句话，二句话。三。\",")).collect();
        format!("<script>x={{{list}}}</script>")
    }),
    ("TeX marks", |n| format!("<p>一句话。{}", r"\(y\) ".repeat(n))),
    ("TeX marks that never close", |n| format!("<p>一句话。{}", r"\[ $$ \( ".repeat(n))),
    ("authors by reference", |n| {
        let work = |i: usize| format!("{{\"@type\":\"Article\",\"author\":{{\"@id\":\"{i}\"}}}},");
        let works: String = (0..n / 4).map(work).collect();
        format!("<script type=application/ld+json>{{\"@graph\":[{works}0]}}</script><p>一句话。")
    }),
    ("carriage returns", |n| "x\r\ny\r".repeat(n)),
    ("one huge text", |n| "一段很长的文字，没有标签。".repeat(n)),
    ("one line of paragraphs", |n| "<p>一段文字。".repeat(n)),
];
