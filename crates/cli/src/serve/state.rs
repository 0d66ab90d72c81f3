//! What all requests share: limits, workers, the reader of articles, metrics.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zhengwen::unstable::decode_page;
use zhengwen::{Extractor, Input, Options, PageInfo};
use zhengwen_io::articles::{ArticleReader, ReadError, ReadOptions, Render, nothing_known};
use zhengwen_io::fetch::{Fetched, Image};

use super::answer::Problem;
use super::arguments::ServeArguments;
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
    workers: Workers,
    places: Arc<Semaphore>,
    /// None where nothing is fetched.
    reader: Option<Arc<ArticleReader>>,
    render: Render,
    most_pages: usize,
    /// Whether pages are joined for who does not ask for it too.
    joins_pages: bool,
}

/// Where a page comes from.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// It was posted as bytes; its address, where it is told, is not asked.
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

impl Service {
    pub(super) fn new(arguments: &ServeArguments) -> anyhow::Result<Self> {
        let read = &arguments.read;
        let reader = (!arguments.no_fetch).then(|| read.reader(&arguments.fetch)).transpose()?;
        Ok(Self {
            limits: Limits {
                max_body: arguments.max_body,
                body_timeout: Duration::from_secs(arguments.body_timeout.max(1)),
                request_timeout: Duration::from_secs(arguments.request_timeout.max(1)),
            },
            metrics: Metrics::default(),
            workers: Workers::start(arguments.jobs)?,
            places: Arc::new(Semaphore::new(arguments.concurrency.max(1))),
            reader: reader.map(Arc::new),
            render: read.render.render(),
            most_pages: read.most_pages.max(1),
            joins_pages: read.join.join_pages,
        })
    }

    /// Whether pages are fetched.
    pub(super) fn fetches(&self) -> bool {
        self.reader.is_some()
    }

    /// A place among those that are worked on; the answer at once when there is none. It goes with the work: who
    /// no longer waits for an answer has not ended it.
    fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| Problem::overloaded())
    }

    /// Reads a page and does `work` with what is needed to extract it, on a thread for such work.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        source: Source,
        options: Options,
        read: ReadOptions,
        work: impl FnOnce(&mut Extractor, &Reading) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.place()?;
        let done = async {
            match source {
                Source::Given(fetched) => {
                    // What was posted is extracted as it is: nothing is asked of the network.
                    let reading =
                        Reading { fetched, text: None, reader: None, read, _place: place };
                    self.workers
                        .run(move |extractor| {
                            *extractor.options_mut() = options;
                            work(extractor, &reading)
                        })
                        .await
                }
                Source::Text { html, url } => {
                    let fetched = Fetched { bytes: Vec::new(), url, charset: None };
                    let reading =
                        Reading { fetched, text: Some(html), reader: None, read, _place: place };
                    self.workers
                        .run(move |extractor| {
                            *extractor.options_mut() = options;
                            work(extractor, &reading)
                        })
                        .await
                }
                Source::Address(address) => {
                    self.fetch_and(address, options, read, place, work).await?
                }
            }
            .ok_or_else(Problem::failed)?
            .map_err(|error| Problem::of_reading(&error))
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
        place: OwnedSemaphorePermit,
        work: impl FnOnce(&mut Extractor, &Reading) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<Option<Result<T, ReadError>>, Problem> {
        let reader = Arc::clone(self.reader.as_ref().ok_or_else(Problem::fetches_nothing)?);
        read.render = self.render;
        let wanted = if self.joins_pages { self.most_pages } else { read.most_pages };
        read.most_pages = wanted.min(self.most_pages);
        let job = move || {
            let fetched = reader.client().fetch(&address)?;
            let reading =
                Reading { fetched, text: None, reader: Some(reader), read, _place: place };
            work(&mut Extractor::new(options), &reading)
        };
        Ok(tokio::task::spawn_blocking(job).await.ok())
    }

    /// Fetches a picture.
    pub(super) async fn image(&self, address: String) -> Result<Image, Problem> {
        let reader = Arc::clone(self.reader.as_ref().ok_or_else(Problem::fetches_nothing)?);
        let place = self.place()?;
        let job = tokio::task::spawn_blocking(move || {
            let _place = place;
            reader.client().fetch_image(&address)
        });
        let done = tokio::time::timeout(self.limits.request_timeout, job).await;
        let done = done.map_err(|_| Problem::too_slow())?.map_err(|_| Problem::failed())?;
        done.map_err(|error| Problem::of_reading(&error.into()))
    }
}

/// A page that was posted or fetched, and how it is to be read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) fetched: Fetched,
    /// The page, where it came as text.
    text: Option<String>,
    reader: Option<Arc<ArticleReader>>,
    read: ReadOptions,
    /// Free again when the page is done with.
    _place: OwnedSemaphorePermit,
}

impl Reading {
    /// The page's own HTML.
    pub(super) fn html(&self) -> Cow<'_, str> {
        match &self.text {
            Some(html) => Cow::Borrowed(html),
            None => decode_page(&self.fetched.bytes, &self.info()).0,
        }
    }

    /// What is known of the page.
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

    pub(super) fn explain(&self, extractor: &mut Extractor) -> Result<zhengwen::Report, ReadError> {
        match &self.reader {
            None => Ok(extractor.analyze(self.input(), &self.info()).report()),
            Some(reader) => {
                reader.explain_fetched(extractor, &self.fetched, true, &self.read, &nothing_known)
            }
        }
    }
}
