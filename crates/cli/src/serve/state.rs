//! The state that all requests share: limits, workers, the reader of articles, metrics.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zhengwen::{Extractor, Input, Options, PageInfo, Stop};
use zhengwen_io::articles::{ArticleReader, ReadError, ReadOptions, Render, nothing_known};
use zhengwen_io::fetch::{Fetched, Image};
use zhengwen_io::gather::addresses_of_site;
use zhengwen_io::pages::refuse_other_files;
use zhengwen_io::saved::{self, SavedPage};

use super::answer::Problem;
use super::arguments::ServeArguments;
use super::articles::Articles;
use super::memory::{Memory, Share};
use super::metrics::Metrics;
use super::workers::Workers;

/// The limits of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) max_body: usize,
    pub(super) body_timeout: Duration,
    pub(super) request_timeout: Duration,
}

/// The service.
#[derive(Debug)]
pub(super) struct Service {
    pub(super) limits: Limits,
    pub(super) metrics: Metrics,
    pub(super) memory: Memory,
    /// The articles of feeds.
    pub(super) articles: Arc<Articles>,
    workers: Workers,
    places: Arc<Semaphore>,
    /// None where nothing is fetched.
    reader: Option<Arc<ArticleReader>>,
    render: Render,
    most_pages: usize,
    /// True if pages are joined for clients that do not ask for it too.
    joins_pages: bool,
}

/// The source of a page.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// It was posted as bytes; its address, if given, is not asked.
    Given(Fetched),
    /// It was posted as text.
    Text { html: String, url: String },
    /// It is fetched.
    Address(String),
}

impl FromRef<Arc<Service>> for Metrics {
    fn from_ref(service: &Arc<Service>) -> Self {
        service.metrics.clone()
    }
}

/// Somebody who waits for an answer. When the time is over or the client gone, this is dropped: the work ends, and its
/// place is free.
struct Waiting(Stop);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Service {
    pub(super) fn new(arguments: &ServeArguments) -> anyhow::Result<Self> {
        let read = &arguments.read;
        let reader = (!arguments.no_fetch).then(|| read.reader_for_many(&arguments.fetch));
        let reader = reader.transpose()?;
        Ok(Self {
            limits: Limits {
                max_body: arguments.max_body,
                body_timeout: Duration::from_secs(arguments.body_timeout.max(1)),
                request_timeout: Duration::from_secs(arguments.request_timeout.max(1)),
            },
            metrics: Metrics::default(),
            memory: Memory::of(arguments.memory),
            articles: Arc::default(),
            workers: Workers::start(arguments.jobs)?,
            places: Arc::new(Semaphore::new(arguments.concurrency.max(1))),
            reader: reader.map(Arc::new),
            render: read.render.render(),
            most_pages: read.most_pages.max(1),
            joins_pages: read.join.join_pages,
        })
    }

    /// True if the service fetches pages.
    pub(super) fn fetches(&self) -> bool {
        self.reader.is_some()
    }

    /// A place among the requests in work; an error at once if all are taken. It goes with the work, which does
    /// not end when the client stops waiting.
    fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| Problem::overloaded())
    }

    /// Reads a page and does `work` with what is needed to extract it, on a thread for such work. It
    /// counts to the share of its request.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        (source, share): (Source, Share),
        options: Options,
        read: ReadOptions,
        work: impl FnOnce(&mut Extractor, &Reading) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, Problem> {
        let held = (self.place()?, share);
        let waiting = Waiting(Stop::default());
        let options = options.stop(waiting.0.clone());
        let done = async {
            let posted = match source {
                Source::Given(fetched) => (fetched, None),
                Source::Text { html, url } => (Fetched { url, ..Fetched::default() }, Some(html)),
                Source::Address(address) => {
                    return self.fetch_and(address, options, read, held, work).await;
                }
            };
            let done = self.workers.run(move |extractor| {
                let reading = Reading::of_posted(posted, read, held)?;
                *extractor.options_mut() = options;
                reading.work(extractor, work)
            });
            done.await.ok_or_else(Problem::failed)?
        };
        tokio::time::timeout(self.limits.request_timeout, done)
            .await
            .map_err(|_| Problem::too_slow())?
    }

    /// Fetching waits for others, so it has threads of its own.
    async fn fetch_and<T: Send + 'static>(
        &self,
        address: String,
        options: Options,
        mut read: ReadOptions,
        held: (OwnedSemaphorePermit, Share),
        work: impl FnOnce(&mut Extractor, &Reading) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, Problem> {
        let reader = Arc::clone(self.reader.as_ref().ok_or_else(Problem::fetches_nothing)?);
        read.render = self.render;
        let wanted = if self.joins_pages { self.most_pages } else { read.most_pages };
        read.most_pages = wanted.min(self.most_pages);
        let job = move || {
            let fetched = fetch(&reader, &address, &held.1)?;
            if options.stop.is_stopped() {
                return Err(Problem::too_slow());
            }
            let reading = Reading { fetched, text: None, reader: Some(reader), read, held };
            reading.work(&mut Extractor::new(options), work)
        };
        tokio::task::spawn_blocking(job).await.unwrap_or_else(|_| Err(Problem::failed()))
    }

    /// Fetches a picture.
    pub(super) async fn image(&self, address: String, share: &Share) -> Result<Image, Problem> {
        let reader = Arc::clone(self.reader.as_ref().ok_or_else(Problem::fetches_nothing)?);
        let place = self.place()?;
        share.for_bytes(largest(&reader))?;
        let job = tokio::task::spawn_blocking(move || {
            let _place = place;
            reader.client().fetch_image(&address)
        });
        let done = tokio::time::timeout(self.limits.request_timeout, job).await;
        let done = done.map_err(|_| Problem::too_slow())?.map_err(|_| Problem::failed())?;
        done.map_err(|error| Problem::of_reading(&error.into()))
    }
}

/// The largest body that is fetched, in bytes.
fn largest(reader: &ArticleReader) -> usize {
    usize::try_from(reader.client().options().max_bytes).unwrap_or(usize::MAX)
}

/// Fetches what somebody asks for, with room for it.
fn fetch(reader: &ArticleReader, address: &str, share: &Share) -> Result<Fetched, Problem> {
    share.for_bytes(largest(reader))?;
    let fetched = reader.client().fetch_for_person(address);
    let fetched = fetched.map_err(|error| Problem::of_reading(&error.into()))?;
    share.for_page(fetched.bytes.len())?;
    Ok(fetched)
}

/// A page that was posted or fetched, and how it is to be read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) fetched: Fetched,
    /// The page, where it came as text.
    text: Option<String>,
    reader: Option<Arc<ArticleReader>>,
    read: ReadOptions,
    /// Its place and its memory, free again when the page is done with.
    held: (OwnedSemaphorePermit, Share),
}

impl Reading {
    /// Does `work` with the page, with room for what it may take: pages that wait hold no more than themselves.
    fn work<T>(
        &self,
        extractor: &mut Extractor,
        work: impl FnOnce(&mut Extractor, &Self) -> Result<T, ReadError>,
    ) -> Result<T, Problem> {
        let bytes = self.text.as_ref().map_or(self.fetched.bytes.len(), String::len);
        self.held.1.for_work(bytes)?;
        work(extractor, self).map_err(|error| Problem::of_reading(&error))
    }

    /// A page that was posted, as bytes or as text: it is extracted as it is, without the network. One that a browser saved
    /// as a file is taken out of it.
    fn of_posted(
        (mut fetched, mut text): (Fetched, Option<String>),
        read: ReadOptions,
        held: (OwnedSemaphorePermit, Share),
    ) -> Result<Self, Problem> {
        let no_page = |error| Problem::no_page(&error);
        let bytes = text.as_deref().map_or(fetched.bytes.as_slice(), str::as_bytes);
        let SavedPage { html, url, charset } = saved::page(bytes).map_err(no_page)?;
        if let Cow::Owned(html) = html {
            held.1.for_page(html.len())?;
            // The header is that of the file.
            (fetched.bytes, fetched.charset, text) = (html, charset, None);
        }
        if fetched.url.is_empty() {
            fetched.url = url.unwrap_or_default();
        }
        if text.is_none() {
            refuse_other_files(&fetched.bytes).map_err(no_page)?;
        }
        Ok(Self { fetched, text, reader: None, read, held })
    }

    /// The page's own HTML.
    pub(super) fn html(&self) -> Cow<'_, str> {
        match &self.text {
            Some(html) => Cow::Borrowed(html),
            None => self.info().decode(&self.fetched.bytes).0,
        }
    }

    /// The facts known of the page.
    pub(super) fn info(&self) -> PageInfo<'_> {
        PageInfo::new()
            .url(Some(self.fetched.url.as_str()).filter(|url| !url.is_empty()))
            .http_charset(self.fetched.charset.as_deref())
            .encoding(self.read.encoding.as_deref())
            .read_at(self.read.read_at)
    }

    /// The page as it came.
    fn input(&self) -> Input<'_> {
        self.text.as_deref().map_or(Input::Bytes(&self.fetched.bytes), Input::Text)
    }

    pub(super) fn extract(
        &self,
        extractor: &mut Extractor,
    ) -> Result<zhengwen::Extraction, ReadError> {
        match &self.reader {
            None => Ok(extractor.extract(self.input(), &self.info())),
            Some(reader) => {
                reader.read_fetched(extractor, &self.fetched, true, &self.read, &nothing_known)
            }
        }
    }

    /// The article at another address, with the manners of a crawler: it waits for the pace of its host.
    pub(super) fn extract_another(
        &self,
        extractor: &mut Extractor,
        address: &str,
    ) -> Result<zhengwen::Extraction, ReadError> {
        let too_large = || ReadError::Site("too little memory is left".to_owned());
        let reader =
            self.reader.as_ref().ok_or_else(|| ReadError::Site("not fetched".to_owned()))?;
        let fetched = reader.client().fetch(address)?;
        self.held.1.for_work(fetched.bytes.len()).map_err(|_| too_large())?;
        reader.read_fetched(extractor, &fetched, true, &self.read, &nothing_known)
    }

    /// The addresses of the page's site: those that the page links to and those in the site's lists,
    /// as asked for.
    pub(super) fn addresses_of_site(
        &self,
        (page, lists): (bool, bool),
        is_whole_site: bool,
    ) -> Vec<String> {
        let client = self.reader.as_ref().filter(|_| lists).map(|reader| reader.client());
        addresses_of_site(client, &self.fetched, page, is_whole_site)
    }

    pub(super) fn explain(&self, extractor: &mut Extractor) -> Result<zhengwen::Report, ReadError> {
        match &self.reader {
            None => Ok(extractor.analyze(self.input(), &self.info()).report()),
            Some(reader) => {
                reader.explain_fetched(extractor, &self.fetched, true, &self.read, &nothing_known)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tokio::sync::oneshot;

    use super::*;

    /// A test that waits this long has hung. It is not a measure.
    const HUNG: Duration = Duration::from_secs(600);

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        serve: ServeArguments,
    }

    fn service(timeout: &str) -> Service {
        let arguments =
            ["x", "--no-fetch", "--jobs=1", "--concurrency=1", "--request-timeout", timeout];
        Service::new(&Program::parse_from(arguments).serve).unwrap()
    }

    /// Asks for work that goes on until it is stopped.
    async fn ask(service: &Service, begun: oneshot::Sender<()>) -> Result<bool, Problem> {
        let source = Source::Text { html: String::new(), url: String::new() };
        let work = move |extractor: &mut Extractor, _: &Reading| {
            let _ = begun.send(());
            let start = std::time::Instant::now();
            while !extractor.options().stop.is_stopped() {
                assert!(start.elapsed() < HUNG, "hung: it is not stopped");
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(true)
        };
        let share = service.memory.share();
        service.read((source, share), Options::new(), ReadOptions::default(), work).await
    }

    #[test]
    fn work_is_stopped_when_its_time_is_over_or_nobody_waits() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let slow = service("1");
            let (begun, _) = oneshot::channel();
            assert_eq!(ask(&slow, begun).await, Err(Problem::too_slow()));
            free(&slow).await;
            let left = service("600");
            let (begun, has_begun) = oneshot::channel();
            // The client leaves as soon as the work begins.
            tokio::select! {
                _ = ask(&left, begun) => unreachable!("it was not stopped"),
                _ = has_begun => {}
            }
            free(&left).await;
        });
    }

    /// Waits until the one place is free.
    async fn free(service: &Service) {
        let place = tokio::time::timeout(HUNG, Arc::clone(&service.places).acquire_owned()).await;
        assert!(place.is_ok(), "hung: its place is not free");
    }
}
