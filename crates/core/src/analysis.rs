//! A page that was judged once, to answer any number of questions about it.

use crate::explain::Report;
use crate::extract::{
    ArticlePage, Extraction, Extractor, Input, Judged, ReadPage, Task, judge_page,
};
use crate::methods::Verdict;
use crate::options::PageInfo;
use crate::page::Page;

/// A page that was read and judged. Its extraction, its report and its part of a longer article are
/// made on request. From [`Extractor::analyze`].
pub struct Analysis<'a> {
    read: ReadPage,
    task: Task<'a>,
    judged: Judged,
}

impl Extractor {
    /// Reads and judges a page. For the extraction alone, [`Extractor::extract`] is shorter and reuses
    /// more buffers.
    ///
    /// ```
    /// use zhengwen::{Extractor, Language, Options, PageInfo};
    ///
    /// let (mut extractor, info) = (Extractor::new(Options::new()), PageInfo::new());
    /// let analysis = extractor.analyze("<h1>News</h1><p>One sentence, and one more. And two.", &info);
    /// assert_eq!(analysis.extraction().text, "One sentence, and one more. And two.");
    /// assert!(analysis.report().html(Language::English).contains("One sentence"));
    /// ```
    pub fn analyze<'a>(
        &'a mut self,
        input: impl Into<Input<'a>>,
        info: &'a PageInfo<'a>,
    ) -> Analysis<'a> {
        let (read, task, memory) = self.read(input.into(), info);
        let task = Task { notes_deciders: true, ..task };
        let judged = judge_page(&read, &task, &mut memory.judging);
        Analysis { read, task, judged }
    }
}

impl Analysis<'_> {
    /// The extraction of the page.
    pub fn extraction(&self) -> Extraction {
        self.judged.extraction(&self.read, &self.task, self.task.options.trace)
    }

    /// The report: every method's verdict on every block, and the values behind it. Its extraction
    /// carries the trace.
    pub fn report(&self) -> Report {
        let extraction = self.judged.extraction(&self.read, &self.task, true);
        let Task { options, info, work, .. } = self.task;
        if !work.goes_on(self.read.page.document().len()) {
            return Report::of(&Page::new("", info.url), extraction, options, info, work);
        }
        Report::of(&self.read.page, extraction, options, info, work)
    }

    /// The page as part of an article that may continue on other pages: see [`join`](crate::join).
    pub fn article_page(&self) -> ArticlePage {
        ArticlePage::of(&self.read, &self.task, &self.judged)
    }

    /// The page as methods see it.
    pub fn page(&self) -> &Page {
        &self.read.page
    }

    /// The method's verdict, after the caller's selectors.
    pub fn verdict(&self) -> &Verdict {
        self.judged.verdict()
    }
}

impl std::fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analysis").field("extraction", &self.extraction()).finish()
    }
}
