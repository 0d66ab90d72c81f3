//! The client against a browser that is only a WebSocket.

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_tungstenite::accept_async;

use super::*;

const LIMIT: Duration = Duration::from_secs(60);

type Socket = WebSocketStream<TcpStream>;

#[derive(Serialize)]
struct Add {
    a: u32,
    b: u32,
}
command!(Add, "Numbers.add", Sum);

#[derive(Debug, Deserialize)]
struct Sum {
    sum: u32,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "method", content = "params")]
enum Event {
    #[serde(rename = "Numbers.counted", rename_all = "camelCase")]
    Counted { so_far: u32 },
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(test);
}

/// A client, and what its browser does with the connection.
async fn connected<T, F>(
    limit: Duration,
    browser: impl FnOnce(Socket) -> F,
) -> (Client, JoinHandle<T>)
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let accepted =
        tokio::spawn(async move { accept_async(listener.accept().await.unwrap().0).await });
    let client = Client::connect(port, "/devtools/browser/1", limit).await.unwrap();
    let socket = accepted.await.unwrap().unwrap();
    (client, tokio::spawn(browser(socket)))
}

async fn read(socket: &mut Socket) -> Value {
    let message = socket.next().await.unwrap().unwrap();
    serde_json::from_str(message.to_text().unwrap()).unwrap()
}

async fn write(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn answer(socket: &mut Socket, call: &Value) {
    let sum = call["params"]["a"].as_u64().unwrap() + call["params"]["b"].as_u64().unwrap();
    write(socket, json!({"id": call["id"], "result": {"sum": sum, "more": [1]}})).await;
}

#[test]
fn responses_find_their_commands_in_any_order() {
    run(async {
        let (client, browser) = connected(LIMIT, async |mut socket: Socket| {
            let calls = [read(&mut socket).await, read(&mut socket).await];
            assert_eq!(calls[0]["method"], "Numbers.add");
            assert_eq!(calls[0].get("sessionId"), None);
            write(&mut socket, json!({"id": 999, "result": {}})).await;
            socket.send(Message::text("no JSON")).await.unwrap();
            socket.send(Message::Ping("p".into())).await.unwrap();
            write(&mut socket, json!({"method": "Numbers.counted", "params": {}})).await;
            answer(&mut socket, &calls[1]).await;
            answer(&mut socket, &calls[0]).await;
            socket
        })
        .await;
        let (first, second) =
            tokio::join!(client.ask(&Add { a: 1, b: 2 }), client.ask(&Add { a: 30, b: 40 }));
        assert_eq!((first.unwrap().sum, second.unwrap().sum), (3, 70));
        drop(client);
        let mut socket = browser.await.unwrap();
        while let Some(Ok(message)) = socket.next().await {
            assert!(matches!(message, Message::Pong(_)), "{message}");
        }
    });
}

#[test]
fn events_keep_their_order_and_find_their_session() {
    run(async {
        let (client, _browser) = connected(LIMIT, async |mut socket: Socket| {
            let call = read(&mut socket).await;
            assert_eq!(call["params"], json!({"targetId": "page", "flatten": true}));
            write(&mut socket, json!({"id": call["id"], "result": {"sessionId": "own"}})).await;
            let call = read(&mut socket).await;
            assert_eq!(call["sessionId"], "own");
            let event = |session: &str, method: &str, n: u32| json!({"method": method, "params": {"soFar": n, "x": n}, "sessionId": session});
            write(&mut socket, event("other", "Numbers.counted", 1)).await;
            write(&mut socket, event("own", "Numbers.counted", 2)).await;
            answer(&mut socket, &call).await;
            write(&mut socket, event("own", "Numbers.unknown", 3)).await;
            write(&mut socket, event("own", "Numbers.counted", 4)).await;
            let sent = read(&mut socket).await;
            assert_eq!((&sent["sessionId"], &sent["params"]["a"]), (&json!("own"), &json!(5)));
            write(&mut socket, event("own", "Numbers.counted", 6)).await;
        })
        .await;
        let (session, mut events) = client.attach("page").await.unwrap();
        assert_eq!(session.ask(&Add { a: 1, b: 1 }).await.unwrap().sum, 2);
        session.send(&Add { a: 5, b: 5 });
        for so_far in [2, 4, 6] {
            assert_eq!(events.next().await, Some(Event::Counted { so_far }));
        }
        assert_eq!(events.next::<Event>().await, None, "the socket is closed");
    });
}

#[test]
fn refusals_and_strange_answers_are_errors() {
    run(async {
        let (client, _browser) = connected(LIMIT, async |mut socket: Socket| {
            let call = read(&mut socket).await;
            let error = json!({"code": -32000, "message": "no such page"});
            write(&mut socket, json!({"id": call["id"], "error": error})).await;
            let call = read(&mut socket).await;
            write(&mut socket, json!({"id": call["id"], "result": {"sum": "three"}})).await;
            let call = read(&mut socket).await;
            write(&mut socket, json!({"id": call["id"]})).await;
            let call = read(&mut socket).await;
            answer(&mut socket, &call).await;
            // Until the client goes.
            socket.next().await
        })
        .await;
        for reason in ["Numbers.add: no such page", "Numbers.add: invalid type", "Numbers.add: an"]
        {
            let error = client.ask(&Add { a: 1, b: 2 }).await.unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!(client.is_alive());
        assert_eq!(client.ask(&Add { a: 1, b: 2 }).await.unwrap().sum, 3);
    });
}

#[test]
fn a_closed_socket_fails_all_commands() {
    run(async {
        let (client, browser) = connected(LIMIT, async |mut socket: Socket| {
            read(&mut socket).await;
            read(&mut socket).await;
        })
        .await;
        let (first, second) = tokio::join!(client.ask(&Add { a: 1, b: 2 }), async {
            let error = client.ask(&Add { a: 3, b: 4 }).await.unwrap_err();
            assert!(!client.is_alive(), "a failed command knows of it");
            error
        });
        for error in
            [first.unwrap_err(), second, client.ask(&Add { a: 5, b: 6 }).await.unwrap_err()]
        {
            assert!(error.to_string().contains("the connection has ended"), "{error}");
        }
        browser.await.unwrap();
    });
}

#[test]
fn a_browser_that_does_not_answer_is_given_up() {
    run(async {
        let (client, browser) = connected(Duration::from_millis(50), async |mut socket: Socket| {
            let late = read(&mut socket).await;
            let call = read(&mut socket).await;
            answer(&mut socket, &late).await;
            answer(&mut socket, &call).await;
            socket.next().await
        })
        .await;
        let error = client.ask(&Add { a: 1, b: 2 }).await.unwrap_err().to_string();
        assert!(error.contains("Numbers.add: no answer within 0.05 s"), "{error}");
        drop(client);
        drop(browser);
    });
}

#[test]
fn large_messages_come_whole() {
    run(async {
        let (client, _browser) = connected(LIMIT, async |mut socket: Socket| {
            let call = read(&mut socket).await;
            let filling = "字".repeat(12 << 20);
            write(&mut socket, json!({"id": call["id"], "result": {"sum": 1, "x": filling}})).await;
            socket.next().await
        })
        .await;
        assert_eq!(client.ask(&Add { a: 1, b: 0 }).await.unwrap().sum, 1);
    });
}
