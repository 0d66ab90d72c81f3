//! The answers of the hosts.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;
use std::time::Duration;

use crate::hold;
use crate::pages::{GeneratedPage, pages};

/// An answer and how it is sent.
pub(crate) struct Answer {
    pub(crate) status: &'static str,
    pub(crate) headers: String,
    pub(crate) body: Vec<u8>,
    pub(crate) way: Way,
}

/// The way to send an answer.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Plain,
    /// Begins after a while.
    Slow(Duration),
    /// A byte at a time, with a pause behind each.
    Dripping(Duration),
    /// The same again and again.
    Endless,
}

static NEWS: LazyLock<Vec<GeneratedPage>> = LazyLock::new(pages);

/// Paragraphs of the pages that are not of the generated site.
pub(crate) const PARAGRAPHS: &[&str] = &[
    "清晨六点，渡口的第一班船准时离岸，船上只有三名乘客和一筐刚摘下的枇杷。",
    "摆渡人说，这条航线开了四十年，从木船换到铁船，票价却只涨过两次。",
    "对岸的村子去年修了桥，过河的人少了一半，但每逢赶集，船上仍然坐得满满当当。",
    "镇里原本打算停航，征求意见时收到二百多封信，最后决定保留早晚各一班。",
    "一位老师每天乘船去上课，她说船上的十分钟，是一天里最安静的时候。",
    "到了枯水的季节，船要绕过沙洲，多走一刻钟，没有人抱怨。",
];

const MENU: &str = "<div class=menu><a href=/>首页</a> <a href=/news/>新闻</a> <a href=/about.html>关于</a> \
    <a href=/contact.html>联系我们</a></div>";

/// The answer to a request; `count` is the number of requests for it so far, this one included.
pub(crate) fn answer(host: &str, port: u16, path: &str, count: usize, head: &str) -> Answer {
    let (bare, query) = path.split_once('?').unwrap_or((path, ""));
    match bare {
        "/robots.txt" => text(&format!(
            "User-agent: *\nDisallow: /private/\nSitemap: http://{host}:{port}/sitemap.xml\n"
        )),
        "/let-go" => text(&format!("{} answers go on\n", hold::let_go(query))),
        "/sitemap.xml" => text(&sitemap(host, port)),
        "/feed.xml" => text(&feed(host, port)),
        "/" => page(&front()),
        "/about.html" | "/contact.html" => page(&article("关于本站", &PARAGRAPHS[..1], "")),
        "/private/notes.html" => page(&article("不给机器人看", PARAGRAPHS, "")),
        "/long/1.html" => page(&long(1)),
        "/long/1_2.html" => page(&long(2)),
        "/long/1_3.html" => page(&long(3)),
        "/app.html" => page(APP),
        "/api/article" => Answer {
            headers: "Content-Type: application/json; charset=utf-8\r\n".to_owned(),
            ..text(&serde_json::to_string(PARAGRAPHS).unwrap_or_default())
        },
        "/lazy.html" => page(&lazy()),
        "/gallery.html" => page(&gallery(port)),
        "/picture.svg" => Answer {
            headers: "Content-Type: image/png\r\n".to_owned(),
            ..text("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
        },
        "/image-to-private" => redirect(&format!("http://169.254.169.254:{port}/dot.png")),
        "/dot.png" | "/copy-of-dot.png" => {
            Answer { headers: "Content-Type: image/png\r\n".to_owned(), ..bytes(DOT.to_vec()) }
        }
        "/wrong-charset.html" => wrong_charset(),
        "/gbk.html" => Answer { headers: kind("gbk"), ..bytes(gbk("编码的故事")) },
        "/loop/a" => redirect("/loop/b"),
        "/loop/b" => redirect("/loop/a"),
        "/moved.html" => redirect("/news/001.html"),
        "/to-private" => redirect(&format!("http://169.254.169.254:{port}/latest/")),
        "/to-file" => redirect("file:///etc/passwd"),
        "/slow.html" => Answer {
            way: Way::Slow(Duration::from_secs(3)),
            ..page(&article("慢", PARAGRAPHS, ""))
        },
        "/drip.html" => Answer {
            way: Way::Dripping(Duration::from_millis(100)),
            ..page(&article("滴", PARAGRAPHS, ""))
        },
        "/huge.html" => Answer { way: Way::Endless, ..page(&"<p>无尽的一页。".repeat(1000)) },
        "/bomb.html" => bomb(),
        "/cut-gzip.html" => cut_gzip(),
        "/flaky.html" if count == 1 => Answer {
            status: "503 Service Unavailable",
            headers: "Retry-After: 0\r\n".to_owned(),
            ..text("")
        },
        "/flaky.html" => page(&article("第二次才有", PARAGRAPHS, "")),
        _ => other(bare, head)
            .or_else(|| news(bare))
            .unwrap_or_else(|| Answer { status: "404 Not Found", ..text("") }),
    }
}

/// Pages that want cookies, and those that are not what they seem: Markdown, a PDF that is called a page.
fn other(path: &str, head: &str) -> Option<Answer> {
    Some(match path {
        "/cookie.html" if header(head, "cookie").is_none() => Answer {
            headers: "Set-Cookie: seen=1; Path=/\r\nLocation: /cookie.html\r\n".to_owned(),
            ..redirect("")
        },
        "/cookie.html" => page(&article("带着饼干来", PARAGRAPHS, "")),
        "/told-cookies.html" => page(&article(
            if header(head, "cookie").is_some() { "带着饼干来" } else { "没有饼干" },
            PARAGRAPHS,
            "",
        )),
        "/article.md" => Answer {
            headers: "Content-Type: text/markdown; charset=utf-8\r\n".to_owned(),
            ..text(&markdown())
        },
        "/feeds/atom.xml" => feed_of("application/atom+xml", ATOM),
        "/feeds/gbk.xml" => Answer {
            body: encoding_rs::GB18030.encode(RSS_IN_GBK).0.into_owned(),
            ..feed_of("text/xml", "")
        },
        "/feeds/feed.json" => {
            text("{\"items\": [{\"content_text\": \"One sentence, and one more.\"}]}")
        }
        "/feeds/1.html" => page(&article("渡口", PARAGRAPHS, "")),
        "/feeds/2.html" => Answer { headers: kind("gbk"), ..bytes(gbk("渡口的编码")) },
        "/feeds/empty.html" => page("<title>Nothing</title><div></div>"),
        "/pdf.html" => Answer { headers: kind("utf-8"), ..bytes(b"%PDF-1.7\n%\xe2\xe3".to_vec()) },
        _ => return None,
    })
}

/// A feed whose entries lead to an article, nowhere, to a private network and to another scheme.
const ATOM: &str = "<?xml version=\"1.0\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>渡口</title>\
    <entry><title>一</title><link href=\"1.html?a=1&amp;b=2\"/><summary>短一</summary></entry>\
    <entry><title>二</title><link href=\"missing.html\"/><summary>短二</summary></entry>\
    <entry><title>三</title><link href=\"http://169.254.169.254/latest\"/><summary>短三</summary></entry>\
    <entry><title>四</title><link href=\"file:///etc/passwd\"/><summary>短四</summary></entry>\
    <entry><title>五</title><link href=\"2.html\"/><summary>短五</summary></entry></feed>";

const RSS_IN_GBK: &str = "<?xml version=\"1.0\" encoding=\"gb2312\"?><rss version=\"2.0\"><channel><title>渡口</title>\
    <item><title>一</title><link>/feeds/2.html</link><description>短一</description></item></channel></rss>";

fn feed_of(kind: &str, body: &str) -> Answer {
    Answer { headers: format!("Content-Type: {kind}\r\n"), ..text(body) }
}

/// A header of a request.
pub(crate) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

fn bytes(body: Vec<u8>) -> Answer {
    Answer { status: "200 OK", headers: String::new(), body, way: Way::Plain }
}

fn text(body: &str) -> Answer {
    bytes(body.as_bytes().to_vec())
}

fn kind(charset: &str) -> String {
    format!("Content-Type: text/html; charset={charset}\r\n")
}

fn page(html: &str) -> Answer {
    Answer { headers: kind("utf-8"), ..text(html) }
}

/// An article with pictures: one under two addresses, one missing, one that is not a picture, one elsewhere.
fn gallery(port: u16) -> String {
    let pictures = [
        "/dot.png", "/copy-of-dot.png", "/missing.png", "/picture.svg", "/image-to-private",
        &format!("http://169.254.169.254:{port}/dot.png"),
    ]
    .iter()
    .zip(PARAGRAPHS)
    .fold(String::new(), |mut html, (address, paragraph)| {
        let _ = write!(
            html,
            "<p>{paragraph}</p><figure><img src=\"{address}\" alt=\"渡口\" width=640 height=480><figcaption>渡口的早晨</figcaption></figure>"
        );
        html
    });
    format!(
        "<!DOCTYPE html><html lang=zh-CN><head><title>渡口画册_青川晚报</title></head><body>{MENU}\
         <div class=article><h1>渡口画册</h1><p class=info>2026-03-05 08:30 来源：青川晚报</p>{pictures}</div></body></html>"
    )
}

/// An article as Markdown, with front matter.
fn markdown() -> String {
    format!(
        "---\ntitle: \"渡口的早晨\"\nauthor: 王芳\ndate: 2026-03-05\n---\n\n{}\n\n```sh\nferry --at 6\n```\n\n\
         | 班次 | 时间 |\n|---|---|\n| 早班 | 六点 |\n| 晚班 | 十八点 |\n\n{}\n",
        PARAGRAPHS[..3].join("\n\n"),
        PARAGRAPHS[3..].join("\n\n"),
    )
}

fn redirect(to: &str) -> Answer {
    Answer { status: "302 Found", headers: format!("Location: {to}\r\n"), ..text("") }
}

fn article(title: &str, paragraphs: &[&str], below: &str) -> String {
    let text: String = paragraphs.iter().map(|p| format!("<p>{p}</p>")).collect();
    format!(
        "<!doctype html><meta charset=utf-8><title>{title} - 渡口新闻网</title>{MENU}<div class=main><h1>{title}</h1>\
         <div class=info>2026-05-04 08:30 来源：渡口新闻网</div><div class=text>{text}</div>{below}</div>\
         <div class=foot>渡口新闻网 版权所有 联系电话 010-0000000</div>"
    )
}

fn news(path: &str) -> Option<Answer> {
    let id = path.strip_prefix("/news/")?.strip_suffix(".html")?;
    let number: usize = id.parse().ok()?;
    let found = NEWS.get(number % NEWS.len())?;
    let mut links = String::new();
    for next in 1..=8 {
        let place = (number + next * 3) % NEWS.len();
        let _ = write!(links, "<li><a href=/news/{place:03}.html>第{place}号新闻的标题在这里</a>");
    }
    let html = format!(
        "{MENU}{}<ul class=more>{links}</ul>",
        found.html.replace("news.example", "news.test")
    );
    Some(page(&html))
}

fn front() -> String {
    let links: String = (0..30)
        .map(|n| format!("<li><a href=/news/{n:03}.html>第{n}号新闻的标题写在这里</a>"))
        .collect();
    format!(
        "<!doctype html><meta charset=utf-8><title>渡口新闻网</title>\
         <link rel=alternate type=application/rss+xml href=/feed.xml>{MENU}<ul>{links}</ul>"
    )
}

fn long(number: usize) -> String {
    let pager: String = (1..=3)
        .map(|n| match n {
            _ if n == number => format!("<b>{n}</b> "),
            1 => "<a href=/long/1.html>1</a> ".to_owned(),
            _ => format!("<a href=/long/1_{n}.html>{n}</a> "),
        })
        .collect();
    let next = match number {
        3 => String::new(),
        _ => format!("<a href=/long/1_{}.html>下一页</a>", number + 1),
    };
    let title = if number == 1 {
        "渡口四十年".to_owned()
    } else {
        format!("渡口四十年({number})")
    };
    let below = format!("<p class=editor>责任编辑：周以宁</p><div class=pager>{pager}{next}</div>");
    article(&title, &PARAGRAPHS[number * 2 - 2..number * 2], &below)
}

/// A page whose article is fetched and written by its script.
const APP: &str = "<!doctype html><meta charset=utf-8><title>渡口四十年 - 渡口新闻网</title><div id=app></div>
<script>fetch('/api/article').then(answer => answer.json()).then(paragraphs => {
    const main = document.createElement('div');
    main.innerHTML = '<div class=menu><a href=/>首页</a></div><h1>渡口四十年</h1><div class=text></div>';
    for (const text of paragraphs) {
        const p = document.createElement('p');
        p.textContent = text;
        main.querySelector('.text').append(p);
    }
    document.getElementById('app').append(main);
});</script>";

fn lazy() -> String {
    let mut paragraphs = String::new();
    for (number, text) in PARAGRAPHS.iter().enumerate() {
        let _ = write!(
            paragraphs,
            "<p>{text}</p><div style='height:900px'><img width=300 height=200 class=lazy data-later=/dot.png?{number}></div>"
        );
    }
    format!(
        "<!doctype html><meta charset=utf-8><title>有图的文章 - 渡口新闻网</title>{MENU}<h1>有图的文章</h1>\
         <div class=text>{paragraphs}</div><script>
         const seen = new IntersectionObserver(entries => entries.forEach(entry => {{
             if (entry.isIntersecting) entry.target.src = entry.target.dataset.later;
         }}));
         document.querySelectorAll('img.lazy').forEach(image => seen.observe(image));</script>"
    )
}

/// A picture of one point.
const DOT: &[u8] = b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x04\x00\x00\x00\xb5\x1c\x0c\x02\x00\x00\x00\x0b\x49\x44\x41\x54\x78\xda\x63\x64\xf8\x0f\x00\x01\x05\x01\x01\x27\x18\xe3\x66\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

fn gbk(title: &str) -> Vec<u8> {
    let html = article(title, PARAGRAPHS, "").replace("charset=utf-8", "charset=gb2312");
    encoding_rs::GB18030.encode(&html).0.into_owned()
}

/// GBK that says so in the page, and whose server says it is Latin.
fn wrong_charset() -> Answer {
    Answer { headers: kind("utf-8"), ..bytes(gbk("编码的故事")) }
}

/// A page whose gzip breaks off behind its first half, in a body that is as long as its header says.
fn cut_gzip() -> Answer {
    let html = article("断在半路", PARAGRAPHS, "");
    let (first, second) = html.split_at(html.floor_char_boundary(html.len() / 2));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory does not fail.
    encoder.write_all(first.as_bytes()).and_then(|()| encoder.flush()).unwrap_or_default();
    encoder.write_all(second.as_bytes()).unwrap_or_default();
    let mut body = encoder.finish().unwrap_or_default();
    body.truncate(body.len() - 9);
    Answer { headers: kind("utf-8") + "Content-Encoding: gzip\r\n", ..bytes(body) }
}

fn bomb() -> Answer {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let spaces = vec![b' '; 1 << 20];
    // Writing to memory does not fail.
    (0..64).for_each(|_| encoder.write_all(&spaces).unwrap_or_default());
    let body = encoder.finish().unwrap_or_default();
    Answer { headers: kind("utf-8") + "Content-Encoding: gzip\r\n", ..bytes(body) }
}

fn sitemap(host: &str, port: u16) -> String {
    let urls: String = (0..60)
        .map(|n| format!("<url><loc>http://{host}:{port}/news/{n:03}.html</loc></url>"))
        .collect();
    format!("<?xml version=\"1.0\"?><urlset>{urls}</urlset>")
}

fn feed(host: &str, port: u16) -> String {
    let items: String = (0..10)
        .map(|n| {
            format!(
                "<item><title>t</title><link>http://{host}:{port}/news/{n:03}.html</link></item>"
            )
        })
        .collect();
    format!(
        "<rss version=\"2.0\"><channel><link>http://{host}:{port}/</link>{items}</channel></rss>"
    )
}
