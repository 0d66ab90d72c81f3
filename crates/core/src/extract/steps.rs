//! The steps of an extraction in order: judge, select, find fields and records, check for an
//! interstitial page and embedded data, write.

#[cfg(feature = "train")]
use std::collections::BTreeSet;

use super::chunks::{self, Chunk, ChunkSource, Chunked};
use super::extraction::Extraction;
use super::found::Found;
use super::outputs::{self, ArticleImage};
use super::task::{Judgement, ReadPage, Task, judge, known_of_records};
use super::threads;
use super::trace::{self, Deciders};
use super::warnings::{self, Made};
use crate::auto::JudgingMemory;
use crate::fallback::{self, DataSource};
use crate::limits::{EndOfWork, Limit};
use crate::meta;
use crate::methods::{Method, Verdict};
use crate::page::{BlockIndex, Page, media};
use crate::records::{self, Discussion, Post, PostBlocks, Records};
use crate::render::events::Event;
use crate::render::{self, Form, Outputs, Parts, Section};
use crate::select::{self, Content, DecidedBy, Rule};
use crate::text::language;
use crate::text::reading::reading;
use crate::text::without_room;
use crate::walls::{self, Interstitial};

/// A judged page: everything that its extraction is written from.
pub(crate) struct Judged {
    verdict: Verdict,
    selection: Selection,
    found: Found,
    source: TextSource,
}

/// The content chosen of a page.
struct Selection {
    content: Content,
    /// True if the caller's selectors for the body selected anything.
    has_body: bool,
    /// True if a selector was not followed to its end.
    is_cut: bool,
    /// The decider on each block, if the trace is wanted.
    deciders: Option<Deciders>,
    /// The blocks that a rule decided on.
    decided: Vec<(BlockIndex, &'static Rule)>,
    /// What people say on the page.
    said: Discussion,
}

/// The article of a page, before its forms are written.
#[derive(Default)]
struct Article<'a> {
    events: Vec<Event<'a>>,
    /// The posts of a thread, each with its part of the text.
    posts: Vec<Post>,
    text: String,
    chunks: Option<Vec<Chunk>>,
    page_html: Option<String>,
    /// Bytes that were left out because the article is too long.
    output_cut: u64,
    /// True if the work was over before all was written.
    is_ended: bool,
}

/// The source of the text.
enum TextSource {
    /// The text that the page shows.
    Shown,
    /// The data of a page that shows no such text: the article, as a page of its own.
    Data(Box<Page>, Content, DataSource),
    /// No text: an interstitial page is in place of the article.
    Interstitial(Interstitial),
}

/// Judges a page and finds everything on it.
pub(crate) fn judge_page(read: &ReadPage, task: &Task, memory: &mut JudgingMemory) -> Judged {
    Judged::of(&read.page, judge(&read.page, task, memory), task, "")
}

/// The text of a page, and its text without each rule that decided a block of it.
#[cfg(feature = "train")]
pub(super) fn texts_without_rules(
    read: &ReadPage,
    task: &Task,
    memory: &mut JudgingMemory,
) -> (String, Vec<(&'static str, String)>) {
    let judgement = judge(&read.page, task, memory);
    let judged = Judged::of(&read.page, judgement.clone(), task, "");
    let rules: BTreeSet<&str> =
        judged.selection.decided.iter().map(|(_, rule)| rule.name).collect();
    let texts = rules.into_iter().map(|rule| {
        let judged = Judged::of(&read.page, judgement.clone(), task, rule);
        (rule, judged.extraction(read, task, false).text)
    });
    (judged.extraction(read, task, false).text, texts.collect())
}

impl Selection {
    /// Selects what the verdict chooses and what belongs to it, then applies the caller's
    /// selectors. The verdict is updated to match.
    fn of(page: &Page, judgement: &mut Judgement, task: &Task, without: &str) -> Self {
        let is_auto = task.options.method == Method::Auto && !task.work.is_over();
        let Judgement { verdict, signs } = judgement;
        let (mut decided, mut said) = (Vec::new(), Discussion::default());
        if is_auto {
            let known = known_of_records(verdict, task);
            let mut blocks = PostBlocks::default();
            if signs.any() || task.options.needs_records() {
                said = records::discussion(page, &known, *signs);
            }
            if signs.any() {
                blocks = said.blocks(page, &known);
            }
            decided = select::complete(page, verdict, &blocks, without);
        }
        let mut deciders = task.notes_deciders.then(|| Deciders::new(&verdict.keep, &decided));
        let steps = task.options.limits.of(Limit::SelectorSteps, page.document().bytes());
        let select::Selected { content, has_body, is_cut } =
            select::select_with(page, verdict, &task.options.controls, steps, task.work);
        deciders.iter_mut().for_each(|deciders| deciders.note(&verdict.keep, DecidedBy::Caller));
        Self { content, has_body, is_cut, deciders, decided, said }
    }

    /// Characters of text for machines that was left out.
    fn machine_text(&self, page: &Page) -> u32 {
        let machine = self.decided.iter().filter(|(_, rule)| rule.by == DecidedBy::Machine);
        machine.map(|(at, _)| page.blocks()[*at].characters).sum()
    }

    /// Leaves out what the page shows, if its text comes from elsewhere.
    fn leave_out_for(&mut self, source: &TextSource, verdict: &mut Verdict) {
        let by = match source {
            TextSource::Shown => return,
            TextSource::Data(..) => DecidedBy::Data,
            TextSource::Interstitial(_) => DecidedBy::Wall,
        };
        verdict.keep.fill(false);
        verdict.about.confidence = None;
        self.deciders.iter_mut().for_each(|deciders| deciders.note(&verdict.keep, by));
        self.content = Content::default();
    }
}

impl TextSource {
    /// True if the text is not from the page's data.
    fn is_shown(&self) -> bool {
        !matches!(self, Self::Data(..))
    }

    /// Decides where the text comes from. The published methods answer as their papers say, and the
    /// caller's own choice is final, so neither is replaced.
    fn of(page: &Page, has_body: bool, task: &Task) -> Self {
        if task.options.method != Method::Auto || has_body {
            return Self::Shown;
        }
        if let Some((article, source)) = fallback::article(page) {
            let content = select::everything(&article);
            return Self::Data(Box::new(article), content, source);
        }
        walls::wall(page).map_or(Self::Shown, Self::Interstitial)
    }
}

impl Judged {
    /// Selects by a verdict and the rules but one, and finds everything else.
    fn of(page: &Page, mut judgement: Judgement, task: &Task, without: &str) -> Self {
        let mut selection = Selection::of(page, &mut judgement, task, without);
        let mut verdict = judgement.verdict;
        if task.work.is_over() {
            return Self::of_nothing(page, task);
        }
        let source = TextSource::of(page, selection.has_body, task);
        // What such a page shows in place of its text is not where title and names are.
        let nothing = Content::default();
        let content = if source.is_shown() { &selection.content } else { &nothing };
        let said = (&selection.said, source.is_shown());
        let found = Found::on(page, content, &verdict, said, task);
        selection.leave_out_for(&source, &mut verdict);
        Self { verdict, selection, found, source }
    }

    /// The outcome for a page if the work was over before its article was chosen.
    fn of_nothing(page: &Page, task: &Task) -> Self {
        let verdict = Verdict::of_nothing(page);
        let selection = Selection {
            content: Content::default(),
            has_body: false,
            is_cut: false,
            deciders: task.notes_deciders.then(|| Deciders::new(&verdict.keep, &[])),
            decided: Vec::new(),
            said: Discussion::default(),
        };
        Self { verdict, selection, found: Found::default(), source: TextSource::Shown }
    }

    /// The article as events for the writers, without comments; the posts of a thread are sections.
    /// Also the bytes that were left out because the article is too long.
    pub(crate) fn events<'a>(
        &'a self,
        page: &'a Page,
        parts: Parts,
        task: &Task,
    ) -> (Vec<Event<'a>>, u64) {
        let ((page, content), sections) = (self.written(page), self.sections());
        let most = most_bytes(page, task);
        let (events, beyond) = render::of_thread(page, content, parts, &sections, most);
        (threads::with_headings(events, &sections, false), beyond)
    }

    /// The posts of a thread that the page shows.
    fn sections(&self) -> Vec<Section> {
        match &self.source {
            TextSource::Shown => threads::sections(&self.found.records),
            _ => Vec::new(),
        }
    }

    /// The page and the content to write.
    fn written<'a>(&'a self, page: &'a Page) -> (&'a Page, &'a Content) {
        match &self.source {
            TextSource::Data(article, content, _) => (article, content),
            _ => (page, &self.selection.content),
        }
    }

    /// The candidates for fields, to train with.
    #[cfg(feature = "train")]
    pub(crate) fn candidate_rows(
        &self,
        read: &ReadPage,
        task: &Task,
        rows: meta::CandidateRows,
    ) -> Vec<meta::CandidateRow> {
        let content = &self.selection.content;
        let known = super::found::known(content, &self.verdict, &self.found, task);
        rows.of(&read.page, &known, &task.model.fields)
    }

    /// The method's verdict, after the caller's selectors.
    pub(crate) fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The article in all forms that are made of its page; nothing if nobody waits for it.
    fn article<'a>(&'a self, read: &'a ReadPage, task: &Task) -> Article<'a> {
        let options = task.options;
        if task.work.end() == Some(EndOfWork::Stopped) {
            let posts = self.posts(&[], &[], task);
            return Article { posts, is_ended: true, ..Article::default() };
        }
        let ((page, content), sections) = (self.written(&read.page), self.sections());
        let (most, parts) = (most_bytes(&read.page, task), parts_to_write(task));
        let (events, beyond) =
            render::of_thread(page, content, parts, &sections, most_bytes(page, task));
        let posts = self.posts(&events, &sections, task);
        let mut events = threads::with_headings(events, &sections, options.query.is_some());
        if options.parts.comments {
            outputs::add_comments(&mut events, &self.found.records.comments);
        }
        let output_cut = beyond + render::cut(&mut events, most);
        let Chunked { text, chunks, beyond } = self.text(&read.page, &events, task);
        let output_cut = output_cut + beyond;
        let is_ended = !task.work.goes_on(events.len());
        let (page_html, beyond) = (options.outputs.has(Form::PageHtml) && !is_ended)
            .then(|| render::page_html(page, content, most))
            .unzip();
        let output_cut = output_cut.max(beyond.unwrap_or(0));
        let page_html = page_html.map(without_room);
        Article { events, posts, text, chunks, page_html, output_cut, is_ended }
    }

    /// The extraction of the page.
    #[expect(clippy::too_many_lines, reason = "a line for each member, so that none is forgotten")]
    pub(crate) fn extraction(&self, read: &ReadPage, task: &Task, with_trace: bool) -> Extraction {
        let options = task.options;
        let Article { events, posts, text, chunks, page_html, output_cut, is_ended } =
            self.article(read, task);
        let reading = reading(&text);
        let (page, content) = self.written(&read.page);
        let warnings =
            warnings::warnings(&Made { output_cut, ..self.made(read, task, with_trace) }, &text);
        let Found { records, fields, contributors, leading_on, kinds } = &self.found;
        let verdict = &self.verdict;
        let (reports, no_records) = (options.reports_records(), Records::default());
        let records = if reports { records } else { &no_records };
        let deciders = self.selection.deciders.as_ref().filter(|_| with_trace && !is_ended);
        let chosen = Extraction::of_candidates(fields);
        let mut extraction = Extraction {
            url: task.info.url.map(str::to_owned),
            authors: meta::authors(&fields.author, contributors),
            publish_date_raw: meta::chosen_raw(&fields.publish_date),
            modified_date_raw: meta::chosen_raw(&fields.modified_date),
            language: match options.text_only {
                true => None,
                false => language::reported(
                    chosen.language.as_deref(),
                    &text,
                    meta::script_language(&fields.language),
                ),
            },
            base_url: page.addresses().told_by_page().map(str::to_owned),
            kind: self.found.kind().or(verdict.about.kind).filter(|_| reports),
            kinds: if reports { kinds.clone() } else { Vec::new() },
            page_group: self
                .found
                .kind()
                .map(|kind| kind.info().group)
                .or(verdict.about.group)
                .filter(|_| reports),
            confidence: verdict.about.confidence,
            method: options.method,
            encoding: read.decoding.clone(),
            warnings,
            images: self.images(page, content, &events),
            text,
            word_count: reading.words,
            reading_minutes: reading.minutes,
            direction: reading.direction,
            chunks,
            page_html,
            next_page: leading_on.next_page.clone(),
            pages: leading_on.pages.clone(),
            previous_article: leading_on.previous_article.clone(),
            next_article: leading_on.next_article.clone(),
            related_links: leading_on.related.clone(),
            comments: records.comments.clone(),
            posts,
            items: records.items.clone(),
            groups: records.groups.clone(),
            product: self.found.records.product.clone(),
            recipe: records.recipe.clone(),
            event: records.event.clone(),
            trace: deciders.and_then(|by| trace::trace(&read.page, verdict, by, fields, task)),
            // What is chosen among candidates; forms are written below.
            ..chosen
        };
        let (marks, title) = (owners(&self.sections()), extraction.title.clone());
        let source = self.chunk_source(&read.page, title.as_deref(), &marks, task);
        let narrowed = extraction.narrow(&events, &source, options, task.work);
        if !task.work.is_over() {
            extraction.write(narrowed.as_ref().unwrap_or(&events), options, task.work);
        }
        // The written forms show it, whatever is reported.
        extraction.product.take_if(|_| !reports);
        extraction.warnings.extend(warnings::of_work(task.work));
        extraction
    }

    /// The posts of a thread, each with its part of the text.
    fn posts(&self, events: &[Event], sections: &[Section], task: &Task) -> Vec<Post> {
        match task.options.reports_records() {
            true => threads::posts(&self.found.records, events, sections),
            false => Vec::new(),
        }
    }

    /// The images of the article, with their captions.
    fn images(&self, page: &Page, content: &Content, events: &[Event]) -> Vec<ArticleImage> {
        let declared = self.found.fields.image.first().map(|image| image.value.as_str());
        let lead = select::lead_image(page, content, declared);
        let images = content.media.iter().filter(|id| media::is_image(page.document().node(**id)));
        let captioned = images.filter_map(|id| {
            let caption = select::caption(page, &content.media, *id)?;
            Some((media::image(page.node(*id))?.address, caption))
        });
        outputs::images(events, lead.as_deref(), &captioned.collect())
    }

    /// The main text, with its chunks if they are wanted. A thread's has no headings for its posts: a text alone is made
    /// without looking for posts, and is the same.
    fn text(&self, page: &Page, events: &[Event], task: &Task) -> Chunked {
        let options = task.options;
        let has_chunks = options.chunks.is_some() && options.query.is_none();
        let marks = if has_chunks { self.marks() } else { Vec::new() };
        let title = self.found.fields.title.first().map(|title| title.value.as_str());
        let owners = owners(&marks);
        let source = self.chunk_source(page, title, &owners, task);
        if self.sections().is_empty() && marks.is_empty() {
            return chunks::text(events, &source, options, task.work);
        }
        let (page, content) = self.written(page);
        let parts = parts_to_write(task);
        let (mut events, _) = render::of_thread(page, content, parts, &marks, usize::MAX);
        if options.parts.comments {
            events.push(Event::Section(marks.len()));
            outputs::add_comments(&mut events, &self.found.records.comments);
        }
        render::cut(&mut events, most_bytes(page, task));
        chunks::text(&events, &source, options, task.work)
    }

    /// The marks of the posts of a thread that the page shows.
    fn marks(&self) -> Vec<Section> {
        match &self.source {
            TextSource::Shown => threads::marks(&self.found.records),
            _ => Vec::new(),
        }
    }

    fn chunk_source<'a>(
        &'a self,
        page: &'a Page,
        title: Option<&'a str>,
        owners: &'a [Option<usize>],
        task: &Task,
    ) -> ChunkSource<'a> {
        ChunkSource {
            written: Some(self.written(page)),
            title,
            posts: &self.found.records.posts,
            owners,
            most_bytes: most_bytes(page, task),
        }
    }

    fn made<'a>(&'a self, read: &'a ReadPage, task: &'a Task<'a>, with_trace: bool) -> Made<'a> {
        let blocks = read.page.blocks().len();
        let is_traced = with_trace && self.selection.deciders.is_some();
        let traced = if is_traced { trace::most_blocks(&read.page, task) } else { blocks };
        let (wall, data) = match &self.source {
            TextSource::Shown => (None, None),
            TextSource::Data(_, _, source) => (None, Some(*source)),
            TextSource::Interstitial(wall) => (Some(*wall), None),
        };
        Made {
            read,
            task,
            verdict: &self.verdict,
            content: &self.selection.content,
            wall,
            data,
            machine_text: self.selection.machine_text(&read.page),
            items: self.found.items_of_text(&read.page, &self.selection.content),
            is_cut: self.selection.is_cut,
            output_cut: 0,
            untraced: blocks.saturating_sub(traced),
            is_unselected: !task.options.controls.body.is_empty()
                && !self.selection.has_body
                && !task.work.is_over(),
        }
    }
}

/// The post of each section.
fn owners(sections: &[Section]) -> Vec<Option<usize>> {
    sections.iter().map(|section| section.post).collect()
}

/// The bytes of an article at most, before it is written.
fn most_bytes(page: &Page, task: &Task) -> usize {
    task.options.limits.of(Limit::OutputBytes, page.document().bytes())
}

/// The parts to make events for. Plain text alone needs no link addresses.
fn parts_to_write(task: &Task) -> Parts {
    let options = task.options;
    let is_text_alone = options.text_only && options.outputs == Outputs::default();
    Parts { links: options.parts.links && !is_text_alone, ..options.parts }
}
