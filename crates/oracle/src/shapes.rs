//! Hostile shapes of pages, by name and size: for the tests of growth and the gate.

use crate::families::senses;

/// A name, and the page of a size: a number of repetitions.
pub type Shape = (&'static str, fn(usize) -> String);

/// Four times the page may need so many times as much: about 4 in linear code, 16 in quadratic code.
const MOST: f64 = 5.0;

/// And twice the page: a limit that ends may show here alone.
const MOST_OF_DOUBLE: f64 = 3.5;

/// Asserts for every shape that four times the page needs no more than five times of anything that `count` counts.
///
/// # Panics
/// When a shape needs more.
pub fn assert_grows_linearly(n: usize, count: impl Fn(&str) -> [u64; 2]) {
    let mut failed = Vec::new();
    for (name, shape) in SHAPES {
        let (one, four) = (count(&shape(n)), count(&shape(4 * n)));
        let growth = [0, 1].map(|at| four[at] as f64 / one[at] as f64);
        println!("{name}: {:.2} and {:.2} times as much", growth[0], growth[1]);
        if growth.iter().any(|growth| *growth > MOST) {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "more than {MOST} times for four times the page: {failed:?}");
}

/// Asserts the same of every family, from once to twice to four times the page: neither doubling may need over 3.5 times as
/// much of anything, nor both over five times.
///
/// # Panics
/// When a family needs more.
pub fn assert_families_grow_linearly(n: usize, count: impl Fn(&str) -> [u64; 2]) {
    let mut growths = Vec::new();
    for (name, page) in crate::families() {
        let counts = [n, 2 * n, 4 * n].map(|n| count(&page(n)).map(|count| count as f64));
        for at in [0, 1] {
            let [one, two, four] = counts.map(|count| count[at]);
            growths.push((four / one, two / one, four / two, name.clone()));
        }
    }
    growths.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (four, first, second, name) in growths.iter().take(10) {
        println!("{name}: {four:.2} times as much, {first:.2} and {second:.2}");
    }
    let failed: Vec<_> = growths
        .iter()
        .filter(|(four, first, second, _)| *four > MOST || first.max(*second) > MOST_OF_DOUBLE)
        .collect();
    assert!(failed.is_empty(), "grow too much with the page: {failed:?}");
}

/// Every kind of nesting, stray tags, and runs that careless tokenizers read twice.
pub const SHAPES: &[Shape] = &[
    ("a mark in every block", |n| "<p>版权所有".repeat(n)),
    ("marks in one block", |n| format!("<p>{}", "<b>版权所有</b>".repeat(n))),
    ("every word of blocks", |n| {
        let words = senses().filter(|(room, _)| *room == "block").map(|(_, word)| word);
        words.cycle().take(n).map(|word| format!("<p>{word}")).collect()
    }),
    ("every name of elements", |n| {
        let names = senses().filter(|(room, _)| *room == "name").map(|(_, name)| name);
        names.cycle().take(n).map(|name| format!("<div class='{name}'>x</div>")).collect()
    }),
    ("rules in a rule of many selectors", |n| {
        let (selectors, rules) = ("a,".repeat(n), "c{top:0}".repeat(n));
        format!("<style>{selectors}b{{{rules}}}</style><b>x")
    }),
    ("rules of screens in a rule of many selectors", |n| {
        let (selectors, rules) = ("a,".repeat(n), "@media{}".repeat(n));
        format!("<style>{selectors}b{{{rules}}}</style><b>x")
    }),
    ("texts in a long style", |n| {
        let texts = "<i style=color:#f00>x</i>".repeat(n);
        format!("<p style='{}'>{texts}", "top:0;".repeat(n))
    }),
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
    ("lists in JSON-LD", |n| {
        format!(
            "<script type=application/ld+json>[{}0]</script>{}",
            "0,".repeat(n),
            "<p>一句话。".repeat(n / 2)
        )
    }),
    ("addresses in styles", |n| {
        format!(
            "<base href='https://a.example/{}/'><style>{}</style><p>一句话，二句话。",
            "b".repeat(900),
            "a{b:url(c)}".repeat(n)
        )
    }),
    ("hidden and shown by turns", |n| "<p>一<p hidden>二".repeat(n)),
    ("lines that break", |n| format!("<div>{}", "一<br>".repeat(n))),
    ("short links", |n| {
        format!(
            "<base href='https://a.example/{}/'>{}",
            "b".repeat(900),
            "<p><a href=c>一</a>".repeat(n)
        )
    }),
    ("long links", |n| {
        (0..n / 16)
            .map(|i| format!("<p>一句话。<a href='/{i}{}'>一</a>", "c".repeat(800)))
            .collect()
    }),
    ("images", |n| (0..n).map(|i| format!("<img src={i}.jpg>")).collect()),
    ("images in sentences", |n| {
        (0..n).map(|i| format!("<p>一句话，二句话。<img src={i}.jpg>")).collect()
    }),
    ("videos", |n| "<video src=a.mp4></video>".repeat(n)),
    ("headings", |n| "<h2>一</h2>".repeat(n)),
    ("a long heading", |n| format!("<h1>{}", "一句话，二句话。".repeat(n))),
    ("sections with sentences", |n| "<h3>题</h3><p>一句话，二句话。".repeat(n)),
    ("long classes", |n| {
        format!("<div class='{}'>一</div>", "a b-c ".repeat(40)).repeat(n / 32)
            + &"<p class=x>一句话。".repeat(n)
    }),
    ("a class each", |n| (0..n).map(|i| format!("<p class=c{i}>一")).collect()),
    ("long names of elements", |n| {
        (0..n / 16).map(|i| format!("<{}-{i}>一", "x".repeat(300))).collect()
    }),
    ("rows of two cells", |n| format!("<table>{}", "<tr><td>一<td>二".repeat(n))),
    ("cells that span", |n| format!("<table>{}", "<tr><td colspan=999 rowspan=999>一".repeat(n))),
    ("header cells", |n| format!("<table><tr>{}", "<th>一".repeat(n))),
    ("quotes", |n| "<blockquote>一句话。</blockquote>".repeat(n)),
    ("nested quotes", |n| "<blockquote>一".repeat(n)),
    ("code", |n| "<pre><code>a();</code></pre>".repeat(n)),
    ("inline code", |n| format!("<p>{}", "<code>a</code>、".repeat(n))),
    ("emphasis", |n| format!("<p>{}", "<b>一</b>，<i>二</i>。".repeat(n))),
    ("ruby", |n| format!("<p>{}", "<ruby>一<rt>yi</ruby>".repeat(n))),
    ("footnote marks", |n| {
        (0..n)
            .map(|i| format!("<p>一句话。<sup><a href=#f{i}>{i}</a></sup><p id=f{i}>注{i}。"))
            .collect()
    }),
    ("formulas", |n| format!("<p>{}", "<math><mi>x</mi></math>，".repeat(n))),
    ("dates", |n| "<p>2020-01-02 10:20".repeat(n)),
    ("bylines", |n| "<p>作者：张三 来源：某报".repeat(n)),
    ("posts", |n| {
        (0..n).map(|i| format!("<div class=post><a href=/u/{i}>甲{i}</a> 2020-01-02 10:20<p>一句话，二句话。</div>")).collect()
    }),
    ("items with links", |n| {
        (0..n).map(|i| format!("<li><a href=/{i}>一条新闻的标题{i}</a>")).collect()
    }),
    ("metas", |n| (0..n).map(|i| format!("<meta name=keywords content='甲{i}，乙'>")).collect()),
    ("microdata", |n| {
        "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>一</b></div>".repeat(n)
    }),
    ("nested JSON", |n| {
        format!(
            "<script type=application/ld+json>{}1{}</script><p>一句话。",
            "{\"a\":[".repeat(n),
            "]}".repeat(n)
        )
    }),
    ("options", |n| format!("<select>{}", "<option>一".repeat(n))),
    ("a noscript each", |n| "<noscript><p>一句话。</noscript>".repeat(n)),
    ("styles", |n| "<p style='display:none;color:red'>一".repeat(n)),
    ("escapes", |n| format!("<p>{}", "&amp;&lt;*_`[".repeat(n))),
    ("blanks", |n| "<p> \u{3000}\u{a0} ".repeat(n)),
    ("carriage returns", |n| "x\r\ny\r".repeat(n)),
    ("one huge text", |n| "一段很长的文字，没有标签。".repeat(n)),
    ("one line of paragraphs", |n| "<p>一段文字。".repeat(n)),
];
