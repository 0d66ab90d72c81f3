//! An article that is split into pages: its pages one by one, and joined.

use url::Url;

use super::chunks::{self, ChunkSource};
use super::extraction::Extraction;
use super::outputs;
use super::steps::Judged;
use super::task::{ReadPage, Task};
use super::warnings::Warning;
use crate::kind::PageGroup;
use crate::limits::Work;
use crate::options::Options;
use crate::render;
use crate::render::events::Event;
use crate::template::FeatureTree;
use crate::template::similar::Structure;
use crate::text::page_marks::without_page_mark;
use crate::text::reading::reading;

/// One page of an article, ready to be joined with others.
#[derive(Debug, Clone)]
pub struct ArticlePage {
    extraction: Extraction,
    /// What of this page alone answers the query, if there is one.
    answer: Option<Box<Extraction>>,
    /// The events of its article, without comments.
    events: Vec<Event<'static>>,
    structure: Structure,
}

/// Two pages with a lower structural likeness, 0 to 1, do not belong to one article by their
/// structure.
const LEAST_LIKENESS: f32 = 0.5;

impl ArticlePage {
    pub(crate) fn of(read: &ReadPage, task: &Task, judged: &Judged) -> Self {
        let (events, _) = judged.events(&read.page, task.options.parts, task);
        let events = events.into_iter().map(Event::into_owned).collect();
        // What answers a query is chosen of the whole article.
        let whole = task.options.query.is_some().then(|| task.options.clone().query(None));
        let answer =
            whole.as_ref().map(|_| Box::new(judged.extraction(read, task, task.options.trace)));
        let task = &Task { options: whole.as_ref().unwrap_or(task.options), ..*task };
        let extraction = judged.extraction(read, task, task.options.trace);
        let structure = Structure::of(&FeatureTree::of(&read.page));
        Self { extraction, answer, events, structure }
    }

    /// The extraction of this page alone.
    pub fn extraction(&self) -> &Extraction {
        &self.extraction
    }

    /// The same page, with something more that readers should know.
    #[must_use]
    pub fn warned(mut self, warning: Warning) -> Self {
        self.answer.iter_mut().for_each(|answer| answer.warnings.push(warning));
        self.extraction.warnings.push(warning);
        self
    }

    /// The addresses of the images of its article, in document order.
    pub fn image_addresses(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|event| match event {
            Event::Image(image) => Some(image.address.as_str()),
            _ => None,
        })
    }

    /// The extraction of this page alone.
    pub fn into_extraction(self) -> Extraction {
        self.extraction
    }

    /// The address of the page where the article continues: on the same site, and never of a list,
    /// whose next page is another list.
    pub fn continuation(&self) -> Option<&str> {
        let found = &self.extraction;
        let next = found.next_page.as_deref()?;
        let urls = [found.url.as_deref()?, next].map(|address| Url::parse(address).ok());
        let [Some(url), Some(next_url)] = urls else { return None };
        let is_same_site = url.host_str()? == next_url.host_str()?;
        let is_list = found.page_group == Some(PageGroup::List) && found.posts.is_empty();
        (is_same_site && !is_list && !found.text.is_empty()).then_some(next)
    }

    /// True if `next` is a page of the same article: it has the same title apart from the page
    /// number; or it is built the same way and either has no title or is among the pages that this
    /// page lists.
    pub fn is_continued_by(&self, next: &Self) -> bool {
        let [title, next_title] = [self, next].map(|page| -> Option<String> {
            let title = page.extraction.title.as_deref()?;
            Some(without_page_mark(title).split_whitespace().collect())
        });
        if title.is_some() && title == next_title {
            return true;
        }
        let is_listed = next.extraction.url.as_ref().is_some_and(|url| {
            self.extraction.pages.len() > 1 && self.extraction.pages.contains(url)
        });
        let is_alike = self.structure.likeness(&next.structure) >= LEAST_LIKENESS;
        is_alike && (is_listed || title.is_none() || next_title.is_none())
    }
}

/// Joins the pages of one article, given in order: the fields of the first, and the text of all
/// without what each page repeats. The page as HTML and the trace are those of the first page.
pub fn join(pages: Vec<ArticlePage>, options: &Options) -> Extraction {
    if pages.len() <= 1 {
        let only = pages.into_iter().next();
        let only = only.map(|page| page.answer.map_or(page.extraction, |answer| *answer));
        return only.unwrap_or_default();
    }
    let (mut joined, events) = joined(pages);
    write(&mut joined, events, options);
    joined
}

/// Like [`join`], with new addresses for the article's images, such as those of copies. Where
/// `rename` returns none, the address stays. The `images` field keeps the page's own addresses.
pub fn join_with_images(
    pages: Vec<ArticlePage>,
    options: &Options,
    rename: &dyn Fn(&str) -> Option<String>,
) -> Extraction {
    let (mut joined, mut events) = joined(pages);
    for event in &mut events {
        if let Event::Image(image) = event
            && let Some(name) = rename(&image.address)
        {
            image.address = name;
        }
    }
    write(&mut joined, events, options);
    joined
}

/// The fields and events of an article from its pages.
fn joined(pages: Vec<ArticlePage>) -> (Extraction, Vec<Event<'static>>) {
    let (mut sum, mut weight) = (0.0, 0.0);
    for page in pages.iter().map(|page| &page.extraction) {
        if let Some(confidence) = page.confidence {
            let characters = page.text.chars().count() as f32;
            sum += confidence * characters;
            weight += characters;
        }
    }
    let mut pages = pages.into_iter();
    let Some(first) = pages.next() else { return (Extraction::default(), Vec::new()) };
    let mut joined = first.extraction;
    let mut events = vec![first.events];
    if pages.len() == 0 {
        return (joined, render::join(events));
    }
    joined.joined_pages.extend(joined.url.clone());
    for ArticlePage { extraction, events: further, .. } in pages {
        events.push(further);
        joined.joined_pages.extend(extraction.url);
        joined.next_page = extraction.next_page;
        joined.posts.extend(extraction.posts);
        joined.items.extend(extraction.items);
        let new = extraction.comments.into_iter();
        let comments: Vec<_> = new.filter(|post| !joined.comments.contains(post)).collect();
        joined.comments.extend(comments);
        let images = extraction.images.into_iter();
        let images: Vec<_> = images.filter(|image| !joined.images.contains(image)).collect();
        joined.images.extend(images);
        for warning in extraction.warnings {
            if !joined.warnings.contains(&warning) {
                joined.warnings.push(warning);
            }
        }
    }
    joined.confidence = (weight > 0.0).then(|| sum / weight).or(joined.confidence);
    (joined, render::join(events))
}

/// Rewrites the output forms of an article.
fn write(joined: &mut Extraction, mut events: Vec<Event>, options: &Options) {
    if options.parts.comments {
        outputs::add_comments(&mut events, &joined.comments);
    }
    let work = Work::until(&options.stop);
    let title = joined.title.clone();
    let source = ChunkSource::of_joined(title.as_deref());
    let chunked = chunks::text(&events, &source, options, &work);
    (joined.text, joined.chunks) = (chunked.text, chunked.chunks);
    let reading = reading(&joined.text);
    (joined.word_count, joined.reading_minutes) = (reading.words, reading.minutes);
    joined.direction = reading.direction;
    let narrowed = joined.narrow(&events, &source, options, &work);
    joined.write(narrowed.as_ref().unwrap_or(&events), options, &work);
}

#[cfg(test)]
mod tests {
    use super::super::extractor::Extractor;
    use super::super::input::Input;
    use super::super::steps::judge_page;
    use super::*;
    use crate::options::PageInfo;

    const WORDS: &str = "这一页有一段话，写得够长，句号也有。还有一句，同样不短，讲的是别的事情。";

    fn page(number: u32, title: &str, list: bool) -> ArticlePage {
        let address = |n: u32| match n {
            1 => "https://example.com/a/12.html".to_owned(),
            n => format!("https://example.com/a/12_{n}.html"),
        };
        let links: String = (1..=3).map(|n| format!("<a href={}>{n}</a> ", address(n))).collect();
        let links = if list { links } else { String::new() };
        let html = format!(
            "<title>{title}</title><div class=menu><a href=/>首页</a></div><h1>{title}</h1><div class=text>\
             <p>{number}。{WORDS}{WORDS}</p><p>{WORDS}{number}</p><p>{WORDS}</p></div>\
             <div class=pages>{links}<a href={}>下一页</a></div>",
            address(number + 1)
        );
        let (mut extractor, url) = (Extractor::default(), address(number));
        let info = PageInfo::new().url(url.as_str());
        let (read, task, memory) = extractor.read(Input::Text(&html), &info);
        let judged = judge_page(&read, &task, &mut memory.judging);
        ArticlePage::of(&read, &task, &judged)
    }

    #[test]
    fn pages_of_one_article_are_told_from_others() {
        let first = page(1, "长文的标题", true);
        assert_eq!(first.continuation(), Some("https://example.com/a/12_2.html"));
        assert!(first.is_continued_by(&page(2, "长文的标题(2)", true)));
        assert!(first.is_continued_by(&page(2, "第二部分另有标题", true)));
        assert!(!page(1, "长文的标题", false).is_continued_by(&page(2, "另外一篇文章", false)));
    }

    #[test]
    fn joined_text_has_each_page_once() {
        let options = Options::new().markdown(true);
        let pages = (1..=3).map(|n| page(n, "长文的标题", true)).collect();
        let joined = join(pages, &options);
        assert_eq!(joined.joined_pages.len(), 3);
        assert_eq!(joined.next_page.as_deref(), Some("https://example.com/a/12_4.html"));
        for number in 1..=3 {
            assert_eq!(
                joined.text.matches(&format!("{number}。{WORDS}")).count(),
                1,
                "{}",
                joined.text
            );
        }
        assert!(!joined.text.contains("下一页"));
        assert!(joined.markdown.is_some_and(|markdown| markdown.contains(&format!("3。{WORDS}"))));
        let alone = join(vec![page(1, "长文的标题", true)], &options);
        assert!(alone.joined_pages.is_empty());
    }
}
