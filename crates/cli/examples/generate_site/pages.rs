//! A made-up news site of 60 pages: a menu, promotions that change from page to page, articles and picture
//! stories in two layouts, a redesign of both halfway, and one odd page.

/// The number of pages.
pub(crate) const PAGES: usize = 60;
/// The first page after the redesign.
pub(crate) const REDESIGN: usize = 30;
/// The odd page: a notice that looks like no other page.
pub(crate) const ODD: usize = 17;

/// A page and what is right.
pub(crate) struct GeneratedPage {
    /// Its file name without the ending; in the order of publication.
    pub(crate) id: String,
    /// The page.
    pub(crate) html: String,
    /// The lines of its main text; empty for the odd page.
    pub(crate) main: Vec<String>,
    /// Texts of the page that are no main text.
    pub(crate) noise: Vec<String>,
}

/// All pages in the order of publication.
pub(crate) fn pages() -> Vec<GeneratedPage> {
    (0..PAGES).map(page).collect()
}

const SUBJECTS: &[&str] = &[
    "河岸图书馆",
    "青川大桥",
    "第三小学",
    "老码头市场",
    "城北苗圃",
    "山门水库",
    "自行车队",
    "县剧团",
];
const VERBS: &[&str] =
    &["公布了", "推迟了", "开始了", "完成了", "讨论了", "取消了", "扩大了", "试行了"];
const THINGS: &[&str] = &[
    "今年的修缮计划",
    "夜间开放的安排",
    "一次公开的演练",
    "新的收费办法",
    "周末的义卖",
    "两条新的路线",
    "冬季的检查",
    "节前的准备",
];
const ENDINGS: &[&str] = &[
    "，附近居民表示欢迎。",
    "，具体时间另行通知。",
    "，费用由各方分担。",
    "，记者在现场看到不少人。",
    "，这已经是第二次。",
    "，结果要到下月才知道。",
];
const GOODS: &[&str] = &["茶叶", "雨伞", "台灯", "毛毯", "水壶", "书架", "手套", "风筝"];
const NAMES: &[&str] = &["陈远山", "李秋白", "周以宁", "何小满", "郑云舟"];
const MENU: &[&str] = &["首页", "本地", "社会", "财经", "文化", "体育", "图片", "关于我们"];

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn clause(&mut self) -> String {
        [self.of(SUBJECTS), self.of(VERBS), self.of(THINGS)].concat()
    }

    fn paragraph(&mut self) -> String {
        (0..2 + self.below(3)).map(|_| self.clause() + self.of(ENDINGS)).collect()
    }
}

fn page(number: usize) -> GeneratedPage {
    let mut numbers = Numbers(number as u64 + 1);
    let id = format!("{number:03}");
    if number == ODD {
        let html = "<title>通知</title><link rel=canonical href=http://news.example/notice.html>\
            <table><tr><td>系统维护中</td><td>请稍后再来</td></tr></table>";
        return GeneratedPage { id, html: html.to_owned(), main: Vec::new(), noise: Vec::new() };
    }
    let title = numbers.clause();
    let is_story = number % 3 == 2;
    let count = if is_story { 2 } else { 4 + numbers.below(4) };
    let main: Vec<String> = (0..count).map(|_| numbers.paragraph()).collect();
    let promotions: Vec<String> = (0..2 + numbers.below(3))
        .map(|_| {
            format!(
                "{}特价{}元起，{}",
                numbers.of(GOODS),
                9 + numbers.below(90),
                numbers.of(&["限时抢购", "今日到货", "满百包邮"])
            )
        })
        .collect();
    let related: Vec<String> = (0..5).map(|_| numbers.clause()).collect();
    let editor = format!("责任编辑：{}", numbers.of(NAMES));
    let date = format!("2026-0{}-{:02}", 1 + number / 28, 1 + number % 28);
    let parts = Parts {
        title: &title,
        date: &date,
        main: &main,
        promotions: &promotions,
        related: &related,
        editor: &editor,
    };
    let body = match (number < REDESIGN, is_story) {
        (true, false) => old_article(&parts),
        (true, true) => old_story(&parts),
        (false, false) => new_article(&parts),
        (false, true) => new_story(&parts),
    };
    let html = format!(
        "<!DOCTYPE html>\n<html lang=zh-CN><head><meta charset=utf-8><title>{title}_青川新闻</title>\
         <link rel=canonical href=http://news.example/2026/{number:03}.html></head>\n<body>{body}</body></html>\n"
    );
    let menu = MENU.iter().map(|&item| item.to_owned());
    let noise = menu.chain(promotions).chain(related).chain([editor]).collect();
    GeneratedPage { id, html, main, noise }
}

struct Parts<'a> {
    title: &'a str,
    date: &'a str,
    main: &'a [String],
    promotions: &'a [String],
    related: &'a [String],
    editor: &'a str,
}

fn each(texts: &[String], before: &str, after: &str) -> String {
    texts.iter().map(|text| format!("{before}{text}{after}\n")).collect()
}

fn menu(before: &str, after: &str) -> String {
    MENU.iter()
        .enumerate()
        .map(|(n, item)| format!("{before}<a href=/c{n}/>{item}</a>{after}"))
        .collect()
}

fn old_article(p: &Parts) -> String {
    format!(
        "<div id=top><ul class=nav>{}</ul></div>\n<div id=wrap><div id=content class=article><h1>{}</h1>\n\
         <div class=info>{}　来源：青川新闻</div>\n<div class=text>\n{}</div>\n<div class=editor>{}</div></div>\n\
         <div id=right><div class=ad>{}</div><h3>相关新闻</h3><ul class=list>{}</ul></div></div>\n\
         <div id=foot>青川新闻 版权所有 未经许可不得转载</div>",
        menu("<li>", "</li>"),
        p.title,
        p.date,
        each(p.main, "<p>", "</p>"),
        p.editor,
        each(p.promotions, "<p>", "</p>"),
        each(p.related, "<li><a href=/r/>", "</a></li>"),
    )
}

fn old_story(p: &Parts) -> String {
    format!(
        "<div id=top><ul class=nav>{}</ul></div>\n<div id=gallery><h1>{}</h1><div class=pic><img src=/p.jpg width=600>\
         </div>\n<div class=caption>{}</div><span class=by>{}</span></div>\n<div class=strip>{}</div>\n\
         <div class=more><ul>{}</ul></div><div id=foot>青川新闻 版权所有 未经许可不得转载</div>",
        menu("<li>", "</li>"),
        p.title,
        each(p.main, "<p class=intro>", "</p>"),
        p.editor,
        each(p.promotions, "<div class=ad>", "</div>"),
        each(p.related, "<li><a href=/r/>", "</a></li>"),
    )
}

fn new_article(p: &Parts) -> String {
    format!(
        "<header class=site><nav>{}</nav></header>\n<main><article class=post><h1 class=headline>{}</h1>\n\
         <p class=meta><time>{}</time></p>\n<section class=body>\n{}</section>\n<footer class=sign>{}</footer></article>\n\
         <aside class=rail>{}<section class=also>{}</section></aside></main>\n\
         <footer class=site>青川新闻网 联系我们 隐私政策</footer>",
        menu("", " "),
        p.title,
        p.date,
        each(p.main, "<p class=par>", "</p>"),
        p.editor,
        each(p.promotions, "<div class=promo>", "</div>"),
        each(p.related, "<a class=card href=/r/>", "</a>"),
    )
}

fn new_story(p: &Parts) -> String {
    format!(
        "<header class=site><nav>{}</nav></header>\n<main><figure class=story><img src=/p.jpg width=900>\
         <figcaption><h1 class=headline>{}</h1>{}</figcaption></figure>\n<p class=sign>{}</p>\n\
         <div class=shop>{}</div><div class=grid>{}</div></main>\n<footer class=site>青川新闻网 联系我们 隐私政策</footer>",
        menu("", " "),
        p.title,
        each(p.main, "<p class=lead>", "</p>"),
        p.editor,
        each(p.promotions, "<p class=promo>", "</p>"),
        each(p.related, "<a class=tile href=/r/>", "</a>"),
    )
}
