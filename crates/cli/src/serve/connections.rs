//! Connections: a limit on their number, which those that dawdle do not use up, an end to them, and a graceful stop.

use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

use super::arguments::ServeArguments;
use super::seats::Seats;

/// The time that requests in work have to end once the service has to stop.
const LAST_WORDS: Duration = Duration::from_secs(20);

/// The reply to a connection for which there is no place.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n\
    Content-Type: application/json\r\nContent-Length: 69\r\n\r\n\
    {\"error\":{\"code\":\"overloaded\",\"message\":\"too many open connections\"}}";

/// Serves connections until the process has to stop; those at work end first.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    arguments: &ServeArguments,
) -> anyhow::Result<()> {
    let seats = Seats::new(arguments.connections);
    let graceful = GracefulShutdown::new();
    let patience = Duration::from_secs(arguments.body_timeout.max(1));
    let reading = Duration::from_secs(arguments.write_timeout.max(1));
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
                seats.close_one();
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(seat) = seats.take().await else {
            tokio::spawn(turn_away(stream));
            continue;
        };
        // Answers are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let (routes, watcher) = (TowerToHyperService::new(router.clone()), seat.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let seat = watcher.clone();
            let answer = routes.call(request.map(|body| seat.watch(body)));
            async move {
                let answer = answer.await;
                seat.waits();
                answer
            }
        });
        // A client that does not read its answer must not hold the connection for ever.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(reading));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                ended = connection => if let Err(error) = ended {
                    tracing::debug!(%error, "connection ended");
                },
                () = seat.wanted() => tracing::debug!("connection closed for another"),
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

async fn turn_away(mut stream: TcpStream) {
    // A client that does not listen is not waited for.
    let refusal = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), refusal).await;
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
