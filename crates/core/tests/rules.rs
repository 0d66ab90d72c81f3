//! The rules that complete and trim the text of `auto`: what each decides, and their table in the docs.

use zhengwen::train::{RULES, Rule, complete};
use zhengwen_methods::Verdict;
use zhengwen_page::page::Page;

use crate::expected::check_part;

#[test]
fn the_docs_list_the_rules() {
    let row = |rule: &Rule| {
        let does = if rule.adds { "keeps" } else { "drops" };
        let (name, why, by, gain) = (rule.name, rule.why, rule.by.name(), rule.gain);
        format!("| `{name}` | {does} | {why} | `{by}` | {gain:.2} |\n")
    };
    let rows: String = RULES.iter().map(row).collect();
    let table = format!(
        "\n| rule | | blocks, and why | `decided_by` | gain |\n|---|---|---|---|---|\n{rows}\n"
    );
    check_part("docs/methods.md", "crates/core/src/select/rules.rs", &table);
}

#[test]
fn rules_have_names_of_their_own() {
    let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RULES.len());
}

const TEXT: &str = "<p>It takes a day to dry the leaves of the first harvest of the year.</p>";

/// A page (`TEXT` is that paragraph), the blocks that the method keeps, the score of all blocks, and the blocks that rules
/// decide on, with the rule.
type Case = (&'static str, &'static [usize], f32, &'static [(usize, &'static str)]);

const CASES: &[Case] = &[
    (
        "<table><tr><th>Year<th>Sold<tr><td>1801<td>A town of some size</table>",
        &[0, 3],
        0.0,
        &[(1, "table"), (2, "table")],
    ),
    ("<table><tr><th>Year<th>Sold<tr><td>1801<td>A town of some size</table>", &[0], 0.0, &[]),
    ("<h1>A</h1>TEXT<h2>B</h2>TEXT<h2>C</h2>", &[1, 3], 0.2, &[(2, "heading")]),
    ("<h1>A</h1><p>By Ann Lee and Bob Ray</p>TEXT", &[0, 1, 2], 0.0, &[(1, "byline")]),
    ("<h1>A</h1><p>By the river</p>TEXTTEXT<p>By Ann Lee</p>", &[0, 1, 2, 3, 4], 0.0, &[]),
    ("<h1>A</h1>TEXT<h2>B</h2>TEXT", &[1, 3], 0.1, &[]),
    ("<h1>A</h1>TEXT<h2>B</h2>TEXT", &[3], 0.2, &[]),
    (
        "<script type=application/ld+json>{\"@type\":\"Recipe\",\"recipeIngredient\":[\"300 g barley flour\",\"½ l milk\",\"salt\"]}</script>TEXT<ul><li>300 g barley flour<li>1/2 l milk<li>Salt<li><a href=/>Recipes</a></ul><p>Salt",
        &[0],
        0.0,
        &[(1, "recipe"), (2, "recipe"), (3, "recipe")],
    ),
    (
        "<script type=application/ld+json>{\"@type\":\"Thing\",\"recipeIngredient\":[\"300 g barley flour\",\"salt\"]}</script>TEXT<ul><li>300 g barley flour<li>Salt</ul>",
        &[0],
        0.0,
        &[],
    ),
    ("<dl><dt>Kettle<dd>It boils water.<dt>Lid<dd>It closes.</dl>", &[1], 0.0, &[(0, "term")]),
    ("<div>TEXT<pre>a()\n</pre>TEXT</div>", &[0, 2], 0.0, &[(1, "code")]),
    ("<div>TEXT</div><div><pre>a()\n</pre>TEXT</div>", &[0], 0.0, &[]),
    (
        "TEXT<p><a href=/1>The town had bought the ruin in 2019, long before the last mill of the valley closed.</a></p>TEXT",
        &[0, 2],
        0.0,
        &[(1, "linked")],
    ),
    (
        "TEXT<p><a href=/1>Read also: the town had bought the ruin in 2019, before the last mill of the valley.</a></p>TEXT",
        &[0, 2],
        0.0,
        &[],
    ),
    (
        "<h1>A</h1><ul><li class=i><a href=/1>How the mill was built</a><p>1 May 2025</p><li class=i><a href=/2>Who still works there</a><p>2 May 2025</p><li class=i><a href=/3>What it grinds in winter</a><p>3 May 2025</p></ul>",
        &[1, 3, 5],
        0.0,
        &[(2, "item-date"), (4, "item-date"), (6, "item-date")],
    ),
    (
        "<h1>A</h1><ul><li class=i><a href=/1>How the mill was built</a><p>1 May 2025</p><li class=i><a href=/2>Who still works there</a><p>2 May 2025</p></ul>",
        &[1, 3],
        0.0,
        &[],
    ),
    (
        "<h1>A</h1><p class=article-lead>Nobody came but the dog.</p>TEXT",
        &[2],
        0.0,
        &[(1, "standfirst")],
    ),
    (
        "<h1>A</h1><h2 class=post__subtitle>Nobody came but the dog</h2>TEXT",
        &[0, 2],
        0.0,
        &[(1, "standfirst")],
    ),
    ("<h1>A</h1><p class=lead-image-credit>Nobody came but the dog.</p>TEXT", &[2], 0.0, &[]),
    ("<h1>A</h1><p class=misleading>Nobody came but the dog.</p>TEXT", &[2], 0.0, &[]),
    ("<h1>A</h1><p class=lead><a href=/>Nobody came but the dog.</a></p>TEXT", &[2], 0.0, &[]),
    (
        "<h1>A</h1><div class=sub><p>Sign in here<p>Read the paper<p>All of it</div>TEXT",
        &[4],
        0.0,
        &[],
    ),
    (
        "<div>TEXT<p>附件：<ul><li><a href=/a.doc>1. 申请表</a><li><a href=/get?id=2>2. 汇总表.xlsx</a></ul><p>分享到：</div>",
        &[0],
        0.0,
        &[(1, "attachment"), (2, "attachment"), (3, "attachment")],
    ),
    (
        "<div>TEXT<p>分享到：<p><a href=a.pdf>统计公报.pdf</a></div>",
        &[0],
        0.0,
        &[(2, "attachment")],
    ),
    ("<div>TEXT<p>分享到：<p><a href=a.doc>申请表</a></div>", &[0], 0.0, &[]),
    (
        "<div>TEXT<p>附件：无<p>相关阅读<ul><li><a href=/1.html>一则新闻</a></ul></div>",
        &[0],
        0.0,
        &[],
    ),
    (
        "TEXT<div><img src=a.jpg><span class=pic-caption>A tower</span></div>TEXT",
        &[0, 2],
        0.0,
        &[(1, "caption")],
    ),
    ("TEXT<p><img src=a.jpg></p><p>▲ A tower</p>TEXT", &[0, 2], 0.0, &[(1, "caption")]),
    ("TEXT<p><img src=a.jpg></p><p>A tower</p>TEXT", &[0, 2], 0.0, &[]),
    (
        "TEXT<p><img src=a.jpg></p><p>Words between</p><p class=caption>Of another</p>TEXT",
        &[0, 3],
        0.0,
        &[],
    ),
    (
        "TEXT<div class=comment-box><p>Thanks!</p><form><textarea></textarea></form></div>",
        &[0, 1],
        0.0,
        &[(1, "form")],
    ),
    (
        "TEXT<div class=newsletter-box><p>Our letter.<form><input type=email></form></div>",
        &[0, 1],
        0.0,
        &[(1, "form")],
    ),
    ("TEXT<p><em>Read next: <a href=/1>The best knots</a></em>", &[0, 1], 0.0, &[(1, "elsewhere")]),
    ("TEXT<p>相关阅读：<a href=/1>渡口的早班船</a>", &[0, 1], 0.0, &[(1, "elsewhere")]),
    (
        "TEXT<p><b>相关阅读：</b></p><p><a href=/1>渡口的早班船</a></p><p><a href=/2>水磨</a></p>TEXT",
        &[0, 1, 2, 3, 4],
        0.0,
        &[(1, "elsewhere"), (2, "elsewhere"), (3, "elsewhere")],
    ),
    ("TEXT<p><b>渡口：</b></p><p><a href=/1>早班船</a></p>TEXT", &[0, 1, 2, 3], 0.0, &[]),
    (
        "<div>TEXT<h3>相关阅读</h3><ul><li><a href=/1>渡口的早班船</a><li><a href=/2>水磨</a></ul>TEXT</div>",
        &[0],
        0.0,
        &[(4, "resumed")],
    ),
    (
        "<div>TEXT</div><ul><li><a href=/1>渡口的早班船</a><li><a href=/2>水磨</a></ul><div>TEXT</div>",
        &[0],
        0.0,
        &[],
    ),
    ("TEXT<p>这章没有结束，请点击下一页继续阅读！</p>", &[0, 1], 0.0, &[(1, "site-notice")]),
    (
        "TEXT<p>Read more about <a href=/1>knots</a> before you sail, and practise them.",
        &[0, 1],
        0.0,
        &[],
    ),
    ("TEXT<ul><li>See also: <a href=/1>knots</a></ul>", &[0, 1], 0.0, &[]),
    // Lists.
    (
        "<dl><dt>Kettle<dd>It boils water.<dt>Lid<dd>It closes it.</dl>TEXT",
        &[0, 1, 4],
        0.0,
        &[(2, "list"), (3, "list")],
    ),
    (
        "<dl><dt>Kettle<dd>It boils water.<dt>Lid<dd>It closes.</dl>",
        &[1, 3],
        0.0,
        &[(0, "term"), (2, "term")],
    ),
    (
        "<div>TEXT<dl><dd>What comes in must go out.</dl>TEXT</div>",
        &[0, 2],
        0.0,
        &[(1, "indented")],
    ),
    ("<div>TEXT<dl><dd>What comes in must go out.</dl></div>TEXT", &[0], 0.0, &[]),
    (
        "<div class=t><h3><a href=/1>A pump for a deep well</a></h3><p>What each kind costs.</div><div class=t><h3><a href=/2>A pump</a></h3><p>It rains.</div>",
        &[1, 3],
        0.0,
        &[(0, "teaser")],
    ),
    (
        "<div class=t><h3><a href=/1>A pump for a deep well</a></h3><p>What each kind costs.</div><div class=u><p>It rained.</div>",
        &[1, 2],
        0.0,
        &[],
    ),
    (
        "<div><h3><a href=/t>Town</a></h3><a href=/t>More</a><ul><li><a href=/1>The market moves again</a><li><a href=/2>All lamps are new</a></ul></div>TEXT",
        &[2, 3, 4],
        0.0,
        &[(0, "column")],
    ),
    (
        "<div><h3><a href=/t>Town</a></h3></div><ul><li><a href=/1>The market moves again</a><li><a href=/2>All lamps are new</a></ul>TEXT",
        &[1, 3],
        0.0,
        &[],
    ),
    // What a site says.
    ("TEXT<p>一秒记住某某小说网，最快更新！", &[0, 1], 0.0, &[(1, "site-notice")]),
    ("TEXT<p>（本章未完，请翻页）", &[0, 1], 0.0, &[(1, "site-notice")]),
    ("TEXT<p>他说这本书还没有写完，本章未完的地方以后再补。", &[0, 1], 0.0, &[]),
    (
        "TEXT<p>As an Amazon Associate we earn from what you buy.",
        &[0, 1],
        0.0,
        &[(1, "site-notice")],
    ),
    ("TEXT<p>This post may contain affiliate links.", &[0, 1], 0.0, &[(1, "site-notice")]),
    ("TEXT<p>(81.2 KB, 下载次数: 5)", &[0, 1], 0.0, &[(1, "site-notice")]),
    ("TEXT<p>2023-4-12 08:13 上传", &[0, 1], 0.0, &[(1, "site-notice")]),
    ("TEXT<p>照片是2023年4月12日上传的，到今天还没有人看。", &[0, 1], 0.0, &[]),
    (
        "TEXT<p>词条统计<p>浏览次数：120次",
        &[0, 1, 2],
        0.0,
        &[(1, "site-notice"), (2, "site-notice")],
    ),
    (
        "TEXT<div class=navbox>Rivers: <a href=/1>Weir</a> <a href=/2>Ouse</a></div>",
        &[0, 1],
        0.0,
        &[(1, "link-box")],
    ),
    (
        "TEXT<div id=toc><p>Contents<p><a href=#a>1 The weir</a></div>",
        &[0, 1],
        0.0,
        &[(1, "link-box")],
    ),
    ("TEXT<div class=toc><p>It is on a hill, and has no gate.</div>", &[0, 1], 0.0, &[]),
    (
        "TEXT<div class=paywall><p>Read on<p>Subscribe for two pounds a month.</div>",
        &[0, 1, 2],
        0.0,
        &[(1, "offer"), (2, "offer")],
    ),
    ("<div class=paywall>TEXT<p>Subscribe to read on.</div>", &[0, 1], 0.0, &[]),
    (
        "<title>The mail is late | C</title><article><h1>The mail is late</h1>TEXT</article><article><h1>The bells ring</h1>TEXT</article>",
        &[1, 3],
        0.0,
        &[(3, "next-article")],
    ),
    (
        "<title>News | C</title><article><h1>The mail is late</h1>TEXT</article><article><h1>The bells ring</h1>TEXT</article>",
        &[1, 3],
        0.0,
        &[],
    ),
    (
        "TEXT<div class=newsletter><h3>A soup a week</h3><input placeholder=Email></div>",
        &[0, 1],
        0.0,
        &[(1, "form")],
    ),
];

#[test]
fn each_rule_decides_on_its_blocks_alone() {
    for (html, keep, score, expected) in CASES {
        let page = Page::new(&html.replace("TEXT", TEXT), Some("https://example.com/"));
        let count = page.blocks().len();
        let keep = (0..count).map(|at| keep.contains(&at)).collect();
        let mut verdict = Verdict::from_blocks(&page, vec![*score; count], keep);
        let decided = complete(&page, &mut verdict, &Default::default(), "");
        let decided: Vec<(usize, &str)> =
            decided.into_iter().map(|(at, rule)| (at, rule.name)).collect();
        assert_eq!(decided, *expected, "{html}");
    }
}
