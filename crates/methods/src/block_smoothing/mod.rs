//! The method of the paper 一种高效的新闻网页噪声过滤方法 (邹永强, 钟志农, 2011).
//!
//! The page is cut at layout tags into text blocks; runs of blocks whose smoothed lengths pass a low threshold, and in one
//! block a high one, are the main text (section 1.2.2). Title and report time are at its edges (section 1.2.3).

mod blocks;
mod edges;
mod judged;

use super::options::BlockSmoothingOptions;
use super::trace::MethodTrace;
use super::verdict::{AboutPage, Verdict};
use edges::Edges;
use zhengwen_page::page::Page;

pub(super) use judged::Judged;
pub use judged::Thresholds;

/// Judges a page by block smoothing. Title and time are found only with a trace; without one the answer is about blocks
/// alone.
pub(super) fn judge(
    page: &Page,
    options: &BlockSmoothingOptions,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    let judged = Judged::of(page, options);
    let mut verdict = judged.verdict(page);
    if let Some(trace) = trace {
        verdict.about = about(&judged, page);
        trace.curves.extend(judged.curves());
    }
    verdict
}

/// Title and publish time, which are at the edges of the main text.
fn about(judged: &Judged, page: &Page) -> AboutPage {
    let edges = Edges::of(judged);
    AboutPage {
        title: edges.title(page, judged),
        publish_time: edges.publish_time(page.document(), judged),
        ..AboutPage::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>会议召开_某某网</title><div><a>首页</a><a>新闻</a></div>\
        <h2>城市供水会议</h2><div>2010年12月15日</div>\
        <p>今天的会议讨论了城市供水的问题，代表们提出了许多建议，市长作了总结。\
        <p>会议还讨论了道路建设和环境保护，并且通过了明年的预算草案。<a>相关链接</a>\
        <p>与会代表一致认为，明年的工作重点是改善民生，提高服务水平。<div>版权</div>";

    fn judged(page: &Page, options: &BlockSmoothingOptions) -> Verdict {
        judge(page, options, Some(&mut MethodTrace::default()))
    }

    #[test]
    fn keeps_long_blocks_without_their_links() {
        let page = Page::new(PAGE, None);
        let verdict = judged(&page, &BlockSmoothingOptions::default());
        let kept: Vec<&str> = verdict.spans.iter().map(|s| page.document().text(s.node)).collect();
        assert!(kept.iter().any(|text| text.starts_with("今天的会议")), "{kept:?}");
        assert!(!kept.contains(&"相关链接") && !kept.contains(&"首页"), "{kept:?}");
    }

    #[test]
    fn options_keep_links_and_forms() {
        let form = format!("<form>{PAGE}</form><div><a>条款</a>甲</div>");
        let kept = |options: BlockSmoothingOptions| {
            let page = Page::new(&form, None);
            let spans = judged(&page, &options).spans;
            spans.iter().map(|s| page.document().text(s.node).to_owned()).collect::<Vec<_>>()
        };
        let faithful = BlockSmoothingOptions::default();
        assert!(!kept(faithful.clone()).iter().any(|text| text.starts_with("今天的会议")));
        let forms = BlockSmoothingOptions { keep_forms: true, ..faithful };
        let texts = kept(forms.clone());
        assert!(texts.iter().any(|text| text.starts_with("今天的会议")), "{texts:?}");
        assert!(!texts.iter().any(|text| text == "相关链接"), "{texts:?}");
        let texts = kept(BlockSmoothingOptions { keep_links: true, ..forms });
        assert!(texts.iter().any(|text| text == "相关链接"), "{texts:?}");
        assert!(!texts.iter().any(|text| text == "条款"), "{texts:?}");
    }

    #[test]
    fn the_best_options_keep_short_texts_between_and_after() {
        let html = PAGE
            .replace("<h2>", "<div class=text><h2>")
            .replace("<div>版权", "<p><br><br><p>完</div><div>版权");
        let page = Page::new(&html, None);
        let texts = |options| {
            let spans = judged(&page, &options).spans;
            spans.iter().map(|s| page.document().text(s.node)).collect::<Vec<_>>()
        };
        assert_eq!(
            texts(BlockSmoothingOptions::default()).last(),
            Some(&"与会代表一致认为，明年的工作重点是改善民生，提高服务水平。")
        );
        let best = texts(BlockSmoothingOptions::best());
        assert_eq!((best.first(), best.last()), (Some(&"城市供水会议"), Some(&"完")), "{best:?}");
    }

    #[test]
    fn title_and_time_stand_at_the_edges() {
        let page = Page::new(PAGE, None);
        let verdict = judged(&page, &BlockSmoothingOptions::default());
        assert_eq!(verdict.about.title.as_deref(), Some("城市供水会议"));
        assert_eq!(verdict.about.publish_time.as_deref(), Some("2010年12月15日"));
        let page = Page::new(&PAGE.replace("h2", "b"), None);
        let verdict = judged(&page, &BlockSmoothingOptions::default());
        assert_eq!(verdict.about.title.as_deref(), Some("会议召开"));
    }
}
