//! Records that a page repeats: posts of a thread, comments on an article, items of a list. Also the facts of a product.
//! No site is known by name.

mod bodies;
mod comments;
mod depth;
mod heading;
mod inner;
mod items;
mod known;
mod opening;
mod post;
mod post_author;
mod post_content;
mod post_read;
mod post_time;
mod posts;
mod product;
mod said;
mod uneven;

use crate::dom::NodeId;
use crate::kind::PageKind;
use crate::page::{BlockIndex, Page};

pub(crate) use bodies::{PostBlocks, post_blocks};
pub use items::{Item, ItemGroup};
pub(crate) use known::Known;
pub use post::Post;
pub(crate) use posts::ThreadPlaces;
pub use product::{Parameter, Product};

/// The repeated records of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// The posts of a thread, in the order of the page.
    pub posts: Vec<Post>,
    /// The range of nodes of each post: its first node, and the one after its last.
    pub post_places: Vec<(NodeId, NodeId)>,
    /// The blocks that the text of each post is of.
    pub post_bodies: Vec<Vec<BlockIndex>>,
    /// True if the first post is a question without a name: names and times are those of the answers.
    pub is_question: bool,
    /// The comments on an article.
    pub comments: Vec<Post>,
    /// The items of a list or of a home page.
    pub items: Vec<Item>,
    /// The items by column.
    pub groups: Vec<ItemGroup>,
    /// The ranges of nodes that hold the items.
    pub item_places: Vec<(NodeId, NodeId)>,
    /// The facts of a product.
    pub product: Option<Product>,
    /// True if its name is a guess: nothing declares it, and no heading of the page's title is it.
    pub is_product_unnamed: bool,
}

/// The kinds of pages that list items.
pub(crate) const LISTS: [PageKind; 3] = [PageKind::Home, PageKind::Listing, PageKind::Collection];

impl Records {
    /// Adds the comments on the text, or the posts or items of a page that may be a thread or a list, if they make up most of
    /// its text.
    fn add_possible(&mut self, page: &Page, known: &Known, places: Option<&ThreadPlaces>) {
        if known.may_be(&[PageKind::Forum]) || opening::has_answers(page) {
            let thread = thread(page, known, places);
            let ranges = thread.places.iter().map(|(start, end)| page.blocks_between(*start, *end));
            if bodies::are_told(&thread.posts) && known.hold_most(page, ranges) {
                self.take_thread(thread);
                return;
            }
        }
        if known.may_be(&LISTS) || known.may_be_search(page) {
            self.take_items(items::items(page, known));
        }
        self.comments = comments::comments(page, known);
    }

    fn take_thread(&mut self, thread: posts::Thread) {
        self.is_question = thread.is_question;
        (self.posts, self.post_places) = (thread.posts, thread.places);
        self.post_bodies = thread.bodies;
    }

    fn take_items(&mut self, found: items::Items) {
        (self.items, self.groups) = (found.items, found.groups);
        self.item_places = found.places;
    }
}

/// The posts of a thread at places that are known, or else searched for.
fn thread(page: &Page, known: &Known, places: Option<&ThreadPlaces>) -> posts::Thread {
    match places {
        Some(places) => posts::read_thread(page, places, known),
        None => posts::read_thread(page, &posts::find(page, known), known),
    }
}

/// Finds the records that pages of this kind have; `places` are those of a thread, if the page was searched for them.
pub(crate) fn records(page: &Page, known: &Known, places: Option<&ThreadPlaces>) -> Records {
    let mut found = Records::default();
    match known.kind {
        Some(PageKind::Forum) => {
            found.take_thread(thread(page, known, places));
            if found.posts.is_empty() {
                // A board's list of threads.
                found.take_items(items::items(page, known));
            }
        }
        Some(kind) if LISTS.contains(&kind) => found.take_items(items::items(page, known)),
        Some(_) => found.add_possible(page, known, places),
        None => {}
    }
    if known.kind.is_some() {
        let product = product::product(page, known);
        found.is_product_unnamed = product.as_ref().is_some_and(|(_, is_unsure)| *is_unsure);
        found.product = product.map(|(product, _)| product);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::KindProbability;

    fn of(kind: PageKind, html: &str) -> Records {
        let page = Page::new(html, Some("https://example.com/t/"));
        let kept = vec![true; page.blocks().len()];
        records(&page, &Known { kind: Some(kind), kinds: &[], kept: &kept, read_at: None }, None)
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
        let texts = [
            "The third gear grinds. Has anybody seen this?",
            "That is the cable. Loosen the screw.",
        ];
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
            let told: Vec<_> =
                posts.iter().map(|post| (post.author.as_deref(), &*post.text)).collect();
            assert_eq!(told, [(Some("User 1"), texts[0]), (Some("User 2"), texts[1])], "{rows}");
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
        let found = records(
            &page,
            &Known { kind: Some(PageKind::Forum), kinds: &[], kept: &kept, read_at: None },
            None,
        );
        assert_eq!((found.posts.len(), found.items.len()), (0, 4));
    }

    #[test]
    fn links_below_a_thread_are_no_items() {
        let html = "<h1>浇花的时间</h1><div>请问各位，夏天浇花是早上好，还是傍晚好？</div><p><a href=/about>关于我们</a> <a href=/contact>联系我们</a> <a href=/law>法律声明</a>";
        let page = Page::new(html, None);
        let kept: Vec<bool> = page.blocks().iter().map(|block| block.punctuation > 1).collect();
        let known = Known { kind: Some(PageKind::Forum), kinds: &[], kept: &kept, read_at: None };
        assert_eq!(records(&page, &known, None).items, []);
    }

    #[test]
    fn comments_stand_apart() {
        let html = "<div class=article><p>正文在此，一段比较长的话，说明事情的经过。</p></div><div class=comments><h3>评论</h3><ul><li class=comment><b class=author>读者甲</b><p>说得好，赞成这个看法。</p><li class=comment><b class=author>读者乙</b><p>不敢苟同，另有看法。</p></ul></div>";
        let page = Page::new(html, None);
        let kept: Vec<bool> =
            page.blocks().iter().map(|block| page.block_text(block).starts_with("正文")).collect();
        let found = records(
            &page,
            &Known { kind: Some(PageKind::Article), kinds: &[], kept: &kept, read_at: None },
            None,
        );
        let texts: Vec<&str> = found.comments.iter().map(|post| post.text.as_str()).collect();
        assert_eq!(texts, ["说得好，赞成这个看法。", "不敢苟同，另有看法。"]);
        assert_eq!(found.comments[0].author.as_deref(), Some("读者甲"));
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
        let of = |html: &str, kind: PageKind, probability: f32| {
            let page = Page::new(html, Some("https://example.com/"));
            let kept = vec![true; page.blocks().len()];
            let kinds = [KindProbability::new(kind, probability)];
            let kind = Some(PageKind::Article);
            records(&page, &Known { kind, kinds: &kinds, kept: &kept, read_at: None }, None)
        };
        let thread = format!("<h1>Gears</h1>{}{}{}", post(1), post(2), post(3));
        assert_eq!(of(&thread, PageKind::Forum, 0.3).posts.len(), 3);
        assert_eq!(of(&thread, PageKind::Forum, 0.1).posts.len(), 0);
        let list = format!("<h1>Notes</h1>{}{}{}", item(1), item(2), item(3));
        assert_eq!(of(&list, PageKind::Listing, 0.3).items.len(), 3);
        assert_eq!(of(&list, PageKind::Listing, 0.1).items.len(), 0);
        let long = format!("{list}<p>{}</p>", "It was early, and it rained all day. ".repeat(40));
        assert_eq!(of(&long, PageKind::Listing, 0.3).items.len(), 0);
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
        let script = |numbers: &str| {
            format!("<h1>壶</h1><b class=price>¥ 9</b><script>x=[{numbers}]</script>")
        };
        let (own, other) = (r#"{"sku":"K1"},"#, r#"{"sku":"K2"},"#);
        assert_eq!(shop(&script(&own.repeat(2))).as_deref(), Some("K1"));
        assert_eq!(shop(&script(&(own.repeat(2) + other))).as_deref(), Some("K1"));
        assert_eq!(shop(&script(&(own.to_owned() + other))), None);
        let sale = "<h1>壶</h1><p class=price><del>¥ 39.00</del> <ins>¥ 29.90</ins></p>";
        let sale = of(PageKind::Product, sale).product.unwrap();
        assert_eq!(
            (sale.price.as_deref(), sale.list_price.as_deref()),
            (Some("29.90"), Some("39.00"))
        );
        assert_eq!(
            (product.brand.as_deref(), product.availability.as_deref(), product.rating.as_deref()),
            (Some("Acme"), Some("InStock"), Some("4.5"))
        );
        let shown = of(PageKind::Product, "<h1>壶</h1><span class=price>¥ 1,299.00</span>")
            .product
            .unwrap();
        assert_eq!(
            (shown.name.as_deref(), shown.price.as_deref(), shown.currency.as_deref()),
            (Some("壶"), Some("1299.00"), Some("CNY"))
        );
    }
}
