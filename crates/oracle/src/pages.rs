//! Two ordinary pages, generated: for benches whose figures must not depend on files.

/// Both pages.
pub fn generated_pages() -> [String; 2] {
    [portal_page(), article_page()]
}

/// A Chinese portal: menus, lists of links, an article, comments.
fn portal_page() -> String {
    let menu: String = (0..150)
        .map(|i| {
            format!(
                "<li class=\"nav-item\"><a href=\"/c{i}/\" target=\"_blank\">栏目{i}</a></li>\r\n"
            )
        })
        .collect();
    let article: String = (0..40)
        .map(|i| {
            format!(
                "<p style=\"text-indent:2em\">\u{3000}\u{3000}第{i}段说明了城市供水的情况，讨论了今年的计划，\
                 也提到了&ldquo;改善民生&rdquo;的要求。代表们认为，水价应当保持稳定。</p>\r\n"
            )
        })
        .collect();
    let related: String = (0..120)
        .map(|i| format!("<li><a href=\"/2010/12/{i}.html\" title=\"\">另一条新闻的标题{i}</a><span>12-{:02}</span></li>\n", i % 28 + 1))
        .collect();
    format!(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\
         <html><head><meta charset=\"utf-8\"><title>城市供水会议召开_某网</title><script>var a = \"<b>\";{}</script></head>\
         <body><div id=\"menu\"><ul>{menu}</ul></div><div class=\"main\"><h1>城市供水会议召开</h1>\
         <div class=\"info\"><span>2010年12月15日 09:30</span> <span>来源：<a href=\"/\">晚报</a></span></div>\
         <div id=\"text\">{article}</div></div><div class=\"related\"><h3>相关新闻</h3><ul>{related}</ul></div>\
         <div class=\"footer\">版权所有&nbsp;翻版必究</div></body></html>",
        "var x=1;if(x<2){x++}".repeat(300)
    )
}

/// A Latin article of a content system: deep markup, long classes, inline elements, data.
fn article_page() -> String {
    let article: String = (0..60)
        .map(|i| {
            format!(
                "<div class=\"entry-block wp-block-paragraph\" data-block-id=\"{i}\"><p>Paragraph {i} says that the \
                 <em>council</em> met, talked about <a href=\"https://example.com/a?b=1&amp;c={i}\" rel=\"noopener\">water</a> \
                 &amp; agreed on a plan. It was the last meeting of the year, so everyone came.</p></div>\n"
            )
        })
        .collect();
    let cards: String = (0..80)
        .map(|i| {
            format!(
                "<article class=\"card card--small\"><a class=\"card__link\" href=\"/story/{i}\"><img src=\"/i/{i}.jpg\" alt=\"\">\
                 <h3 class=\"card__title\">Another story number {i}</h3></a><time datetime=\"2024-05-0{}\">May {}</time></article>",
                i % 9 + 1,
                i % 9 + 1
            )
        })
        .collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><title>Council meets | Example</title>\
         <script type=\"application/ld+json\">{{\"@type\":\"NewsArticle\",\"headline\":\"Council meets\",\"datePublished\":\"2024-05-03\"}}</script>\
         <style>{}</style></head><body><header><nav><a href=\"/\">Home</a><a href=\"/n\">News</a></nav></header>\
         <main><article><h1>Council meets</h1><p class=\"byline\">By <a href=\"/author/ann\">Ann Lee</a></p>{article}</article>\
         <aside>{cards}</aside></main><footer><p>Copyright Example</p></footer></body></html>",
        ".a > .b { color: red }\n".repeat(400)
    )
}
