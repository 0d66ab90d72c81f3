//! Records of small pages.

use super::*;
use crate::kind::KindProbability;

fn of(kind: PageKind, html: &str) -> Records {
    let page = Page::new(html, Some("https://example.com/t/"));
    let kept = vec![true; page.blocks().len()];
    found(&page, &Known { kind: Some(kind), kinds: &[], kept: &kept, read_at: None })
}

#[test]
fn posts_of_a_thread() {
    let post = |number: u32, name: &str, text: &str| {
        format!(
            "<div id=post_{number} class='post {}'><div class=side><a class=author href=/user/{number}>{name}</a><p>等级：{number}</p></div><div class=main><em>发表于 2020-1-{number} 10:0{number}</em> <b>{number}楼</b><div class=content>{text}</div></div></div>",
            if number.is_multiple_of(2) { "even" } else { "odd" }
        )
    };
    let html = format!(
        "<h1>题</h1><div id=list>{}{}{}</div>",
        post(1, "甲", "第一楼的内容，说了一些话。"),
        post(2, "乙", "第二楼的回复，也说了一些。"),
        post(3, "丙", "三楼。")
    );
    let posts = of(PageKind::Forum, &html).posts;
    assert_eq!(posts.len(), 3);
    assert_eq!(
        posts[1],
        Post {
            author: Some("乙".into()),
            time: Some("2020-01-02T10:02:00".into()),
            floor: Some(2),
            text: "第二楼的回复，也说了一些。".into(),
            ..Post::default()
        }
    );
}

#[test]
fn posts_in_tables_and_by_data() {
    // One table per post, the author in a cell next to the text.
    let post = |n: u32, name: &str, text: &str| {
        format!(
            "<div id=post_{n}><table id=pid{n}><tr><td class=pls><div class=authi><a href=space-uid-{n}.html>{name}</a></div><p>积分 {n}0</p></td><td class=plc><strong><a href=#>{n}<sup>#</sup></a></strong><em>发表于 2019-3-{n} 08:00</em><table><tr><td class=t_f>{text}</td></tr></table></td></tr></table></div>"
        )
    };
    let html = format!(
        "<div id=postlist>{}{}</div>",
        post(1, "山人", "请教一个问题，家里的水管怎么修？"),
        post(2, "水工", "先关总阀，再换垫圈，不难。")
    );
    let posts = of(PageKind::Forum, &html).posts;
    assert_eq!((posts.len(), posts[1].author.as_deref()), (2, Some("水工")));
    assert_eq!(posts[1].text, "先关总阀，再换垫圈，不难。");
    // The name in an attribute, the time next to a floor.
    let post = |n: u32, name: &str, text: &str| {
        format!(
            "<div class='l_post j_l_post' data-field='x'><div class=d_author><a class=p_author_name href=/home/main?un={n}>{name}</a></div><div class=d_post_content_main><div class='d_post_content j_d_post_content'>{text}</div><div class=post-tail-wrap><span class=tail-info>{n}楼</span><span class=tail-info>2021-05-0{n} 12:30</span></div></div></div>"
        )
    };
    let html = format!(
        "<div class=p_postlist>{}{}</div>",
        post(1, "小草", "今天的晚霞真好看，大家看到了吗？"),
        post(2, "大树", "看到了，还拍了照片。")
    );
    let posts = of(PageKind::Forum, &html).posts;
    assert_eq!(
        posts[1],
        Post {
            author: Some("大树".into()),
            time: Some("2021-05-02T12:30:00".into()),
            floor: Some(2),
            text: "看到了，还拍了照片。".into(),
            ..Post::default()
        }
    );
}

#[test]
fn posts_in_rows_of_a_table() {
    let texts =
        ["The third gear grinds. Has anybody seen this?", "That is the cable. Loosen the screw."];
    // The name next to the text, with rows of buttons between.
    let beside = |n: usize| {
        format!(
            "<tr><td><span class=name><b>User {n}</b></span><br>Joined: 12 Mar 2003<br>Posts: {n}0</td><td><table><tr><td>Posted: Mon May 0{n}, 2005 8:15 pm</td></tr><tr><td><span class=postbody>{}</span></td></tr></table></td></tr><tr><td><a href=profile.php?u={n}>Profile</a></td></tr><tr><td height=1></td></tr>",
            texts[n - 1]
        )
    };
    // A row with name and time above the row with the text.
    let above = |n: usize| {
        format!(
            "<tr class=head><td><b class=author>User {n}</b></td><td>2005-05-0{n} 20:15 #{n}</td></tr><tr><td>Member</td><td>{}</td></tr>",
            texts[n - 1]
        )
    };
    for rows in [beside(1) + &beside(2), above(1) + &above(2)] {
        let posts = of(PageKind::Forum, &format!("<h1>Gears</h1><table>{rows}</table>")).posts;
        let found: Vec<_> =
            posts.iter().map(|post| (post.author.as_deref(), &*post.text)).collect();
        assert_eq!(found, [(Some("User 1"), texts[0]), (Some("User 2"), texts[1])], "{rows}");
        assert_eq!(posts[1].time.as_deref().map(|time| &time[..10]), Some("2005-05-02"));
    }
}

#[test]
fn rows_of_a_board_are_no_posts() {
    let row = |n: u32| {
        format!(
            "<tr class=topic><td><a href=/t/{n}>Gear number {n} grinds, what can I do</a></td><td class=author><a href=/user/{n}>User{n}</a></td><td>2016-06-0{n} 10:00</td></tr>"
        )
    };
    let html = format!("<table>{}{}{}{}</table>", row(1), row(2), row(3), row(4));
    let page = Page::new(&html, Some("https://example.com/b/"));
    let kept = vec![false; page.blocks().len()];
    let found = found(
        &page,
        &Known { kind: Some(PageKind::Forum), kinds: &[], kept: &kept, read_at: None },
    );
    assert_eq!((found.posts.len(), found.items.len()), (0, 4));
}

#[test]
fn links_below_a_thread_are_no_items() {
    let html = "<h1>浇花的时间</h1><div>请问各位，夏天浇花是早上好，还是傍晚好？</div><p><a href=/about>关于我们</a> <a href=/contact>联系我们</a> <a href=/law>法律声明</a>";
    let page = Page::new(html, None);
    let kept: Vec<bool> = page.blocks().iter().map(|block| block.punctuation > 1).collect();
    let known = Known { kind: Some(PageKind::Forum), kinds: &[], kept: &kept, read_at: None };
    assert_eq!(found(&page, &known).items, []);
}

#[test]
fn comments_stand_apart() {
    let html = "<div class=article><p>正文在此，一段比较长的话，说明事情的经过。</p></div><div class=comments><h3>评论</h3><ul><li class=comment><b class=author>读者甲</b><p>说得好，赞成这个看法。</p><li class=comment><b class=author>读者乙</b><p>不敢苟同，另有看法。</p></ul></div>";
    let page = Page::new(html, None);
    let kept: Vec<bool> =
        page.blocks().iter().map(|block| page.block_text(block).starts_with("正文")).collect();
    let found = found(
        &page,
        &Known { kind: Some(PageKind::Article), kinds: &[], kept: &kept, read_at: None },
    );
    let texts: Vec<&str> = found.comments.iter().map(|post| post.text.as_str()).collect();
    assert_eq!(texts, ["说得好，赞成这个看法。", "不敢苟同，另有看法。"]);
    assert_eq!(found.comments[0].author.as_deref(), Some("读者甲"));
}

/// The records of a page that is judged to be an article, and with this probability of another kind.
fn of_likely(html: &str, kind: PageKind, probability: f32) -> Records {
    let page = Page::new(html, Some("https://example.com/"));
    let kept = vec![true; page.blocks().len()];
    let kinds = [KindProbability::new(kind, probability)];
    let kind = Some(PageKind::Article);
    found(&page, &Known { kind, kinds: &kinds, kept: &kept, read_at: None })
}

#[test]
fn a_page_that_may_be_a_list_or_a_thread_has_its_records() {
    let post = |n: u32| {
        format!(
            "<div class=post><a class=author href=/u/{n}>User{n}</a> <em>2024-05-0{n} 10:00</em><p>Post number {n} says that the third gear grinds in the rain.</p></div>"
        )
    };
    let item = |n: u32| {
        format!(
            "<article><h2><a href=/n/{n}>Note {n}: what the river said that day</a></h2><p>It rained for {n} days, and nobody came to the station.</p></article>"
        )
    };
    let thread = format!("<h1>Gears</h1>{}{}{}", post(1), post(2), post(3));
    assert_eq!(of_likely(&thread, PageKind::Forum, 0.3).posts.len(), 3);
    // A thread on a page that is judged to be an article keeps its posts.
    assert_eq!(of_likely(&thread, PageKind::Forum, 0.1).posts.len(), 3);
    assert_eq!(of_likely(&thread, PageKind::Listing, 0.9).posts.len(), 3);
    let list = format!("<h1>Notes</h1>{}{}{}", item(1), item(2), item(3));
    assert_eq!(of_likely(&list, PageKind::Listing, 0.3).items.len(), 3);
    assert_eq!(of_likely(&list, PageKind::Listing, 0.1).items.len(), 0);
    let long = format!("{list}<p>{}</p>", "It was early, and it rained all day. ".repeat(40));
    assert_eq!(of_likely(&long, PageKind::Listing, 0.3).items.len(), 0);
}

#[test]
fn items_of_a_list() {
    let item = |n: u32| {
        format!(
            "<li><a href=/a/{n}.html>第{n}条新闻的标题在此</a><span class=date>2024-05-0{n}</span><p>第{n}条新闻的摘要，说明内容是什么。</p></li>"
        )
    };
    let html = format!(
        "<ul class=nav><li><a href=/>首页</a><li><a href=/n>新闻</a><li><a href=/s>体育</a></ul><ul>{}{}{}</ul>",
        item(1),
        item(2),
        item(3)
    );
    let items = of(PageKind::Listing, &html).items;
    assert_eq!(items.len(), 3);
    assert_eq!(
        items[0],
        Item {
            title: "第1条新闻的标题在此".into(),
            url: "https://example.com/a/1.html".into(),
            time: Some("2024-05-01".into()),
            summary: Some("第1条新闻的摘要，说明内容是什么。".into()),
            image: None,
        }
    );
}

#[test]
fn facts_of_a_product() {
    let html = r#"<script type="application/ld+json">{"@type":"Product","name":"Kettle","sku":"K1","brand":{"name":"Acme"},"offers":{"price":"19.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"},"aggregateRating":{"ratingValue":4.5,"reviewCount":12}}</script><h1>Kettle</h1>"#;
    let product = of(PageKind::Product, html).product.unwrap();
    assert_eq!(
        (product.name.as_deref(), product.price.as_deref(), product.currency.as_deref()),
        (Some("Kettle"), Some("19.90"), Some("EUR"))
    );
    // In the heading, or in the data of the shop.
    let shop = |html: &str| of(PageKind::Product, html).product.unwrap().sku;
    let heading = "<h1><span>壶</span> <span>货号：4711</span></h1><b class=price>¥ 9</b>";
    assert_eq!(shop(heading).as_deref(), Some("4711"));
    let script =
        |numbers: &str| format!("<h1>壶</h1><b class=price>¥ 9</b><script>x=[{numbers}]</script>");
    let (first, other) = (r#"{"sku":"K1"},"#, r#"{"sku":"K2"},"#);
    assert_eq!(shop(&script(&first.repeat(2))).as_deref(), Some("K1"));
    assert_eq!(shop(&script(&(first.repeat(2) + other))).as_deref(), Some("K1"));
    assert_eq!(shop(&script(&(first.to_owned() + other))), None);
    let sale = "<h1>壶</h1><p class=price><del>¥ 39.00</del> <ins>¥ 29.90</ins></p>";
    let sale = of(PageKind::Product, sale).product.unwrap();
    assert_eq!((sale.price.as_deref(), sale.list_price.as_deref()), (Some("29.90"), Some("39.00")));
    assert_eq!(
        (product.brand.as_deref(), product.availability.as_deref(), product.rating.as_deref()),
        (Some("Acme"), Some("InStock"), Some("4.5"))
    );
    let shown =
        of(PageKind::Product, "<h1>壶</h1><span class=price>¥ 1,299.00</span>").product.unwrap();
    assert_eq!(
        (shown.name.as_deref(), shown.price.as_deref(), shown.currency.as_deref()),
        (Some("壶"), Some("1299.00"), Some("CNY"))
    );
}
