//! The browser's only way to the network: a SOCKS proxy on loopback that checks each address and
//! connects only to the address that it checked.

use std::io;
use std::sync::Arc;

use fast_socks5::client::{Config, Socks5Stream};
use fast_socks5::server::Socks5ServerProtocol;
use fast_socks5::util::target_addr::TargetAddr;
use fast_socks5::{ReplyError, Socks5Command};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use url::Url;

use super::error::{RenderError, failed};
use super::options::RenderOptions;
use crate::guard::AddressGuard;

/// The maximum number of bytes that one connection may receive.
const MOST_BYTES: u64 = 256 << 20;

/// A running proxy; dropping it stops it.
#[derive(Debug)]
pub(super) struct Tunnel {
    pub(super) port: u16,
    task: JoinHandle<()>,
}

/// The way to the network.
struct Way {
    guard: AddressGuard,
    proxy: Option<Url>,
}

impl Tunnel {
    pub(super) async fn start(options: &RenderOptions) -> Result<Self, RenderError> {
        let proxy = options.proxy.as_deref().map(proxy).transpose()?;
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let way = Arc::new(Way { guard: options.guard.clone(), proxy });
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let way = Arc::clone(&way);
                // Failures are reported to the browser; nobody else needs them.
                tokio::spawn(async move { way.serve(stream).await.ok() });
            }
        });
        Ok(Self { port, task })
    }
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn proxy(text: &str) -> Result<Url, RenderError> {
    let with_scheme = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    let is_usable = |url: &Url| matches!(url.scheme(), "http" | "socks5") && url.host().is_some();
    let url = Url::parse(&with_scheme).ok().filter(is_usable);
    url.ok_or_else(|| RenderError::Proxy(text.to_owned()))
}

fn is_refusal(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<crate::guard::Refusal>())
}

impl Way {
    async fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let opened =
            Socks5ServerProtocol::accept_no_auth(stream).await.map_err(io::Error::other)?;
        let (protocol, command, target) = opened.read_command().await.map_err(io::Error::other)?;
        let (host, port) = match target {
            TargetAddr::Ip(address) => (address.ip().to_string(), address.port()),
            TargetAddr::Domain(host, port) => (host, port),
        };
        let server = match command {
            Socks5Command::TCPConnect => self.connect(host, port).await,
            _ => Err(ReplyError::CommandNotSupported),
        };
        let mut server = match server {
            Ok(server) => server,
            Err(reply) => return protocol.reply_error(&reply).await.map_err(io::Error::other),
        };
        let local = ([127, 0, 0, 1], 0).into();
        let mut browser = protocol.reply_success(local).await.map_err(io::Error::other)?;
        let (from_browser, mut to_browser) = browser.split();
        let (from_server, mut to_server) = server.split();
        let mut from_browser = from_browser.take(MOST_BYTES);
        let mut from_server = from_server.take(MOST_BYTES);
        // When either end closes, both do.
        tokio::select! {
            _ = copy(&mut from_browser, &mut to_server) => {}
            _ = copy(&mut from_server, &mut to_browser) => {}
        }
        Ok(())
    }

    async fn connect(&self, host: String, port: u16) -> Result<TcpStream, ReplyError> {
        let (guard, name) = (self.guard.clone(), host.clone());
        let resolved = tokio::task::spawn_blocking(move || guard.resolve(&name, port)).await;
        let addresses = match resolved {
            Ok(Ok(addresses)) => addresses,
            Ok(Err(error)) if is_refusal(&error) => {
                return Err(ReplyError::ConnectionNotAllowed);
            }
            // A proxy may know names that this machine does not.
            _ if self.is_behind_http() => return self.through_http(&host, port).await,
            _ => return Err(ReplyError::HostUnreachable),
        };
        let Some(proxy) = &self.proxy else {
            let connected = TcpStream::connect(&addresses[..]).await;
            return connected.map_err(|_| ReplyError::ConnectionRefused);
        };
        if proxy.scheme() == "http" {
            return self.through_http(&host, port).await;
        }
        let server = (proxy.host_str().unwrap_or_default(), proxy.port().unwrap_or(1080));
        let address = addresses[0].ip().to_string();
        let config = Config::default();
        let connected = match (proxy.username(), proxy.password()) {
            ("", None) => Socks5Stream::connect(server, address, port, config).await,
            (name, password) => {
                let (name, password) = (name.to_owned(), password.unwrap_or("").to_owned());
                Socks5Stream::connect_with_password(server, address, port, name, password, config)
                    .await
            }
        };
        connected.map(Socks5Stream::get_socket).map_err(|_| ReplyError::ConnectionRefused)
    }

    fn is_behind_http(&self) -> bool {
        self.proxy.as_ref().is_some_and(|proxy| proxy.scheme() == "http")
    }

    /// Connects through the user's HTTP proxy, by CONNECT (RFC 9110, section 9.3.6).
    async fn through_http(&self, host: &str, port: u16) -> Result<TcpStream, ReplyError> {
        let failed = |_: io::Error| ReplyError::ConnectionRefused;
        let Some(proxy) = &self.proxy else { return Err(ReplyError::GeneralFailure) };
        let server = (proxy.host_str().unwrap_or_default(), proxy.port().unwrap_or(80));
        let mut stream = TcpStream::connect(server).await.map_err(failed)?;
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        let request = format!("CONNECT {host}:{port} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.map_err(failed)?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") && head.len() < 16 << 10 {
            head.push(stream.read_u8().await.map_err(failed)?);
        }
        let is_open = head.splitn(3, |byte| *byte == b' ').nth(1) == Some(b"200");
        if is_open { Ok(stream) } else { Err(ReplyError::ConnectionRefused) }
    }
}
