//! A client of the browser's DevTools protocol: commands, responses and events as JSON, each a
//! message of one WebSocket.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::error::{RenderError, failed};

/// The maximum number of bytes of one message. Chromium's own limit for what it sends is the same.
const MOST_BYTES: usize = 256 << 20;

/// A command of the protocol; its members are the parameters.
pub(super) trait Command: Serialize {
    /// The name that the protocol gives it.
    const METHOD: &'static str;
    /// The browser's answer.
    type Response: DeserializeOwned;
}

/// Makes a struct a command, with its name in the protocol and the type of its response.
macro_rules! command {
    ($command:ty, $method:literal, $response:ty) => {
        impl $crate::render::client::Command for $command {
            const METHOD: &'static str = $method;
            type Response = $response;
        }
    };
}
pub(super) use command;

/// A response that says only that the command was done.
#[derive(Debug, Deserialize)]
pub(super) struct Done {}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AttachToTarget<'a> {
    target_id: &'a str,
    /// True to send its messages over this WebSocket, marked with the name of the session.
    flatten: bool,
}
command!(AttachToTarget<'_>, "Target.attachToTarget", Attached);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
}

/// A connection to the browser. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Client {
    orders: mpsc::UnboundedSender<Order>,
    /// The number of the next command.
    next: AtomicU64,
    /// The time that the browser may take to answer a command.
    limit: Duration,
}

impl Client {
    /// Connects to a browser on this machine.
    pub(super) async fn connect(
        port: u16,
        path: &str,
        limit: Duration,
    ) -> Result<Self, RenderError> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.map_err(failed)?;
        // Each command is a small packet, and its response is waited for.
        stream.set_nodelay(true).map_err(failed)?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MOST_BYTES))
            .max_frame_size(Some(MOST_BYTES));
        let address = format!("ws://127.0.0.1:{port}{path}");
        let opened = timeout(limit, client_async_with_config(address, stream, Some(config))).await;
        let opened = opened.map_err(|_| failed("it does not open its WebSocket"))?;
        let (socket, _) = opened.map_err(failed)?;
        let (orders, received) = mpsc::unbounded_channel();
        tokio::spawn(serve(socket, received));
        Ok(Self { orders, next: AtomicU64::new(0), limit })
    }

    /// False once the connection has ended.
    pub(super) fn is_alive(&self) -> bool {
        !self.orders.is_closed()
    }

    /// Sends a command to the browser itself and waits for the response.
    pub(super) async fn ask<T: Command>(&self, command: &T) -> Result<T::Response, RenderError> {
        self.call(None, command).await
    }

    /// Opens a session with a target, that is, a page.
    pub(super) async fn attach(&self, target: &str) -> Result<(Session<'_>, Events), RenderError> {
        let attach = AttachToTarget { target_id: target, flatten: true };
        let id = self.ask(&attach).await?.session_id;
        let (sender, events) = mpsc::unbounded_channel();
        // A closed connection fails the first command.
        let _ = self.orders.send(Order::Listen { session: id.clone(), events: sender });
        Ok((Session { client: self, id }, Events(events)))
    }

    async fn call<T: Command>(
        &self,
        session: Option<&str>,
        command: &T,
    ) -> Result<T::Response, RenderError> {
        let failed = |reason: String| failed(format!("{}: {reason}", T::METHOD));
        let (sender, response) = oneshot::channel();
        self.post(session, command, Some(sender)).map_err(|error| failed(error.to_string()))?;
        let response = match timeout(self.limit, response).await {
            Ok(Ok(response)) => response,
            Ok(Err(_)) => return Err(failed("the connection has ended".to_owned())),
            Err(_) => {
                return Err(failed(format!("no answer within {} s", self.limit.as_secs_f32())));
            }
        };
        match serde_json::from_str(&response) {
            Ok(Response { result: Some(result), .. }) => Ok(result),
            Ok(Response { error: Some(error), .. }) => Err(failed(error.message)),
            Ok(_) => Err(failed("an empty answer".to_owned())),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    fn post<T: Command>(
        &self,
        session: Option<&str>,
        command: &T,
        response: Option<oneshot::Sender<Utf8Bytes>>,
    ) -> Result<(), serde_json::Error> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let call = Call { id, method: T::METHOD, params: command, session_id: session };
        let text = serde_json::to_string(&call)?;
        // If the connection has ended, the sender of the response is dropped: that says so.
        let _ = self.orders.send(Order::Send { id, text, response });
        Ok(())
    }
}

/// A session with a page.
#[derive(Debug)]
pub(super) struct Session<'a> {
    client: &'a Client,
    id: String,
}

impl Session<'_> {
    /// Sends a command and waits for the response.
    pub(super) async fn ask<T: Command>(&self, command: &T) -> Result<T::Response, RenderError> {
        self.client.call(Some(&self.id), command).await
    }

    /// Sends a command whose response nobody needs.
    pub(super) fn send<T: Command>(&self, command: &T) {
        // What cannot be written is no command.
        let _ = self.client.post(Some(&self.id), command, None);
    }
}

/// All events of a session, in the order in which the browser sent them.
#[derive(Debug)]
pub(super) struct Events(mpsc::UnboundedReceiver<Utf8Bytes>);

impl Events {
    /// The next event that `T` knows; `None` once the connection has ended.
    pub(super) async fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        loop {
            if let Ok(event) = serde_json::from_str(&self.0.recv().await?) {
                return Some(event);
            }
        }
    }
}

/// A command as it is sent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Call<'a, T> {
    id: u64,
    method: &'static str,
    params: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
}

/// The members of a message that say where it belongs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Label {
    id: Option<u64>,
    session_id: Option<String>,
}

#[derive(Deserialize)]
struct Response<T> {
    result: Option<T>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

/// An order to the task of the connection.
#[derive(Debug)]
enum Order {
    Send { id: u64, text: String, response: Option<oneshot::Sender<Utf8Bytes>> },
    Listen { session: String, events: mpsc::UnboundedSender<Utf8Bytes> },
}

/// Who waits for messages.
#[derive(Default)]
struct Waiting {
    responses: HashMap<u64, oneshot::Sender<Utf8Bytes>>,
    sessions: HashMap<String, mpsc::UnboundedSender<Utf8Bytes>>,
}

/// Writes commands and hands out messages until the connection ends or its client is dropped.
async fn serve(mut socket: WebSocketStream<TcpStream>, mut orders: mpsc::UnboundedReceiver<Order>) {
    let mut waiting = Waiting::default();
    loop {
        tokio::select! {
            order = orders.recv() => match order {
                Some(Order::Send { id, text, response }) => {
                    if let Some(response) = response {
                        waiting.responses.insert(id, response);
                    }
                    if socket.send(Message::text(text)).await.is_err() {
                        break;
                    }
                }
                Some(Order::Listen { session, events }) => waiting.listen(session, events),
                None => break,
            },
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => waiting.hand_out(text),
                // The socket answers pings by itself.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    // Whoever sees a command fail must also see that the connection has ended, so this comes first.
    orders.close();
    drop(waiting);
}

impl Waiting {
    fn listen(&mut self, session: String, events: mpsc::UnboundedSender<Utf8Bytes>) {
        // Commands that were given up and sessions that are over.
        self.responses.retain(|_, response| !response.is_closed());
        self.sessions.retain(|_, events| !events.is_closed());
        self.sessions.insert(session, events);
    }

    /// Gives a message to whom it belongs. Messages of an unknown form belong to nobody.
    fn hand_out(&mut self, text: Utf8Bytes) {
        let Ok(label) = serde_json::from_str::<Label>(&text) else { return };
        // A receiver that is gone needs no message.
        if let Some(id) = label.id {
            if let Some(response) = self.responses.remove(&id) {
                let _ = response.send(text);
            }
        } else if let Some(events) = label.session_id.and_then(|id| self.sessions.get(&id)) {
            let _ = events.send(text);
        }
    }
}
