//! Threads that extract: as many as cores, each with its own buffers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use tokio::sync::oneshot;
use zhengwen::Extractor;

type Job = Box<dyn FnOnce(&mut Extractor) + Send>;

/// The threads. Requests are counted before (`state`), so the queue is never longer than the limit.
#[derive(Debug)]
pub(super) struct Workers {
    jobs: async_channel::Sender<Job>,
}

impl Workers {
    /// Starts `count` threads, one a core for 0; they end when this is dropped.
    pub(super) fn start(count: usize) -> std::io::Result<Self> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (jobs, queue) = async_channel::unbounded::<Job>();
        for number in 0..if count == 0 { cores } else { count } {
            let queue = queue.clone();
            thread::Builder::new().name(format!("extract-{number}")).spawn(move || {
                let mut extractor = Extractor::default();
                while let Ok(job) = queue.recv_blocking() {
                    if catch_unwind(AssertUnwindSafe(|| job(&mut extractor))).is_err() {
                        // Buffers in an unknown state are not used again.
                        extractor = Extractor::default();
                    }
                }
            })?;
        }
        Ok(Self { jobs })
    }

    /// Runs a piece of work; `None` if it failed.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Extractor) -> T + Send + 'static,
    ) -> Option<T> {
        let (answer, result) = oneshot::channel();
        let job: Job = Box::new(move |extractor| {
            // Nobody waits any more for work that took too long, so it is not done.
            if !answer.is_closed() {
                let _ = answer.send(work(extractor));
            }
        });
        self.jobs.send(job).await.ok()?;
        result.await.ok()
    }
}
