//! The lines of the Model Context Protocol. A line that is not a message of it is answered with an error
//! (JSON-RPC 2.0, section 5.1) instead of silence.

use std::io;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::service::RxJsonRpcMessage;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::sync::Mutex;

/// The longest message in bytes.
const LONGEST: usize = 16 << 20;

const NO_JSON: i32 = -32_700;
const NO_REQUEST: i32 = -32_600;
const WRONG_PARAMETERS: i32 = -32_602;

/// The writer of whole lines, shared by all that have one.
pub(super) type Out<W> = Arc<Mutex<W>>;

/// Passes the messages of `input` to `messages` until it ends, and answers lines that are not messages.
pub(super) async fn pass_on<W: AsyncWrite + Unpin>(
    mut input: impl AsyncBufRead + Unpin,
    mut messages: impl AsyncWrite + Unpin,
    out: Out<W>,
) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = LONGEST as u64 + 1;
        if (&mut input).take(most).read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let wrong = if line.len() > LONGEST && !line.ends_with(b"\n") {
            skip_line(&mut input).await?;
            Some(error(&Value::Null, NO_REQUEST, &format!("a message has at most {LONGEST} bytes")))
        } else {
            wrong(&line)
        };
        match wrong {
            Some(answer) if answer.is_null() => {}
            Some(answer) => write_line(&out, answer.to_string().as_bytes()).await?,
            None => {
                messages.write_all(line.trim_ascii()).await?;
                messages.write_all(b"\n").await?;
                messages.flush().await?;
            }
        }
    }
}

/// Writes the lines of `answers` until they end.
pub(super) async fn pass_back<W: AsyncWrite + Unpin>(
    answers: impl tokio::io::AsyncRead + Unpin,
    out: Out<W>,
) -> io::Result<()> {
    let mut answers = BufReader::new(answers);
    let mut line = Vec::new();
    while answers.read_until(b'\n', &mut line).await? > 0 {
        write_line(&out, line.trim_ascii_end()).await?;
        line.clear();
    }
    Ok(())
}

async fn write_line<W: AsyncWrite + Unpin>(out: &Out<W>, line: &[u8]) -> io::Result<()> {
    let mut out = out.lock().await;
    out.write_all(line).await?;
    out.write_all(b"\n").await?;
    out.flush().await
}

async fn skip_line(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<()> {
    let mut part = Vec::new();
    while !part.ends_with(b"\n") {
        part.clear();
        if (&mut *input).take(LONGEST as u64).read_until(b'\n', &mut part).await? == 0 {
            return Ok(());
        }
    }
    Ok(())
}

/// The error reply for an invalid line: `None` if it is valid, `null` if it expects no reply.
fn wrong(line: &[u8]) -> Option<Value> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Some(Value::Null);
    }
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(why) => return Some(error(&Value::Null, NO_JSON, &format!("not JSON: {why}"))),
    };
    let given_id = message.get("id").cloned().unwrap_or(Value::Null);
    let id =
        if given_id.is_string() || given_id.is_number() { given_id.clone() } else { Value::Null };
    let refuse = |why: &str| Some(error(&id, NO_REQUEST, why));
    if !message.is_object() {
        return refuse("a message is one JSON object");
    }
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return refuse("jsonrpc is not \"2.0\"");
    }
    if id.is_null() && !given_id.is_null() {
        return refuse("an id is a text or a number");
    }
    let is_answer = message.get("result").is_some() || message.get("error").is_some();
    match message.get("method") {
        Some(Value::String(_)) => {}
        None if is_answer => return None,
        _ => return refuse("a request has a method, which is a text"),
    }
    match serde_json::from_slice::<RxJsonRpcMessage<RoleServer>>(line) {
        Ok(_) => None,
        // A notification is never answered.
        Err(_) if id.is_null() => Some(Value::Null),
        Err(_) => Some(error(&id, WRONG_PARAMETERS, "the parameters do not fit the method")),
    }
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(line: &str) -> Option<(Value, i64)> {
        let answer = wrong(line.as_bytes())?;
        Some((answer["id"].clone(), answer["error"]["code"].as_i64().unwrap_or(0)))
    }

    #[test]
    fn what_is_no_message_is_answered() {
        let none = || Value::Null;
        for (line, expected) in [
            ("{", (none(), -32_700)),
            ("\u{1}\u{2}", (none(), -32_700)),
            ("[]", (none(), -32_600)),
            ("7", (none(), -32_600)),
            (r#"{"id":1,"method":"ping"}"#, (json!(1), -32_600)),
            (r#"{"jsonrpc":"2.0","id":2}"#, (json!(2), -32_600)),
            (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, (json!("a"), -32_600)),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, (none(), -32_600)),
            (r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":"x"}"#, (json!(3), -32_602)),
            (" \r\n", (none(), 0)),
        ] {
            assert_eq!(code(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn messages_pass() {
        for line in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#,
        ] {
            assert_eq!(code(line), None, "{line}");
        }
    }
}
