//! The arguments of the service.

use std::net::IpAddr;

use clap::{Args, ValueEnum};

use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::status::EXIT_CODES;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ServeArguments {
    /// Listen on this port; 0 takes any that is free
    #[arg(short, long, value_name = "N", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Listen on this address; 0.0.0.0 lets others in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Also accept this Host name (repeatable), for example behind a proxy. On loopback, the service
    /// answers only to this machine's own names; elsewhere to all, unless some are given
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Answer pages of this origin too (https://reader.example; repeatable, * for all). A browser's other
    /// requests are answered only when they come from the service's own reader page
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    pub(crate) allow_origin: Vec<String>,
    /// Fetch nothing: read the HTML that is posted, and nothing else
    #[arg(long)]
    pub(crate) no_fetch: bool,
    /// Work on at most this many requests at once. Others are answered with 503
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) concurrency: usize,
    /// Keep at most this many connections open
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub(crate) connections: usize,
    /// Extract on this many threads; all cores by default
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) jobs: usize,
    /// Refuse requests with a larger body
    #[arg(long, value_name = "BYTES", default_value_t = 20 << 20)]
    pub(crate) max_body: usize,
    /// Give up on a client that takes longer to send its request
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) body_timeout: u64,
    /// Give up on a client that does not read its answer for this long
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) write_timeout: u64,
    /// Keep all requests together below about this much memory, where a page in work counts the most that its answer may take (35
    /// times its size, up to 280 times a small page's).
    /// Requests beyond it are answered with 503, a page that alone is too large with 413
    #[arg(long, value_name = "BYTES", default_value_t = 2 << 30)]
    pub(crate) memory: usize,
    /// Give up on a request after this many seconds and answer with 504
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) request_timeout: u64,
    /// Log in this format on standard error: text on a terminal and json elsewhere, by default; the variable
    /// ZHENGWEN_LOG says how much (warn, info, debug)
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) log: Option<LogFormat>,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
}

fn origin(text: &str) -> Result<String, String> {
    let is_one = |text: &str| {
        url::Url::parse(text)
            .is_ok_and(|url| url.has_host() && url.path() == "/" && url.query().is_none())
    };
    let is_known = text == "*" || is_one(text);
    is_known
        .then(|| text.to_owned())
        .ok_or_else(|| "not an origin; try https://reader.example".to_owned())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// One JSON object a line
    Json,
    /// Lines for people
    Text,
}
