//! Connections: a limit on their number, which those that send nothing do not use up, an end to those that dawdle, and a
//! graceful stop.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use super::arguments::ServeArguments;
use super::waiting::{Seat, Waiting};

/// The time that requests in work have to end once the service has to stop.
const LAST_WORDS: Duration = Duration::from_secs(20);

/// The time that a connection that was asked to go has, so that its place is free for the next.
const TO_GO: Duration = Duration::from_secs(3);

/// The time after which one more connection is asked to go: a request may have come on the one that was asked.
const TO_ASK_AGAIN: Duration = Duration::from_millis(500);

/// The reply to a connection over the limit.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\
    Content-Type: application/json\r\nContent-Length: 69\r\n\r\n\
    {\"error\":{\"code\":\"overloaded\",\"message\":\"too many open connections\"}}";

/// Serves connections until the process has to stop; those at work end first.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    arguments: &ServeArguments,
) -> anyhow::Result<()> {
    let places = Arc::new(Semaphore::new(arguments.connections.max(1)));
    let (graceful, waiting) = (GracefulShutdown::new(), Waiting::default());
    let patience = Patience {
        asking: Duration::from_secs(arguments.body_timeout.max(1)),
        reading: Duration::from_secs(arguments.write_timeout.max(1)),
    };
    let mut stop = std::pin::pin!(told_to_stop());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // No more file handles, for instance: others have to end first.
                tracing::warn!(%error, "cannot accept");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let place = Arc::clone(&places).try_acquire_owned();
        if place.is_err() && !waiting.close_oldest() {
            tokio::spawn(turn_away(stream));
            continue;
        }
        let (places, seat, waiting) = (Arc::clone(&places), waiting.seat(), waiting.clone());
        let (router, watcher) = (router.clone(), graceful.watcher());
        tokio::spawn(async move {
            let kept = async {
                let place = match place {
                    Ok(place) => Some(place),
                    Err(_) => tokio::time::timeout(TO_GO, freed(&places, &waiting)).await.ok(),
                };
                match place {
                    Some(_place) => keep(stream, router, &seat, patience, watcher).await,
                    None => turn_away(stream).await,
                }
            };
            tokio::select! {
                () = kept => {}
                () = seat.asked_to_go() => tracing::debug!("another connection needs the place"),
            }
        });
    }
    tracing::info!("stopping");
    drop(listener);
    if tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
    Ok(())
}

/// A place, as soon as one that was asked to go has left it.
async fn freed(places: &Arc<Semaphore>, waiting: &Waiting) -> OwnedSemaphorePermit {
    loop {
        let place = Arc::clone(places).acquire_owned();
        if let Ok(Ok(place)) = tokio::time::timeout(TO_ASK_AGAIN, place).await {
            return place;
        }
        waiting.close_oldest();
    }
}

/// The time that a client has.
#[derive(Debug, Clone, Copy)]
struct Patience {
    /// To send the head of a request.
    asking: Duration,
    /// To read its answer.
    reading: Duration,
}

/// Answers what comes on a connection until it ends.
async fn keep(
    stream: TcpStream,
    router: Router,
    seat: &Arc<Seat>,
    patience: Patience,
    watcher: Watcher,
) {
    // Answers are small and wanted at once.
    let _ = stream.set_nodelay(true);
    // A client that does not read its answer must not hold the connection for ever.
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience.reading));
    let (routes, own) = (TowerToHyperService::new(router), Arc::clone(seat));
    let service = service_fn(move |request| {
        let at_work = own.begin();
        let answer = routes.call(request);
        async move { answer.await.map(|response| at_work.until_written(response)) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.asking)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "connection ended");
    }
}

async fn turn_away(mut stream: TcpStream) {
    // A client that does not listen is not waited for.
    let told = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), told).await;
}

/// Ends when the process is asked to: Ctrl-C, or a polite kill.
async fn told_to_stop() {
    let interrupt = async {
        // If the program cannot listen for the signal, the signal ends it as usual.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { () = interrupt => {}, () = terminate => {} }
}
