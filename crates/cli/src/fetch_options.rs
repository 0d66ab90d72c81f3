//! Flags for fetching, rendering and joining pages.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use serde::Serialize;
use zhengwen_io::articles::{ArticleReader, ReadOptions, Render};
use zhengwen_io::fetch::{Client, FetchOptions};
use zhengwen_io::guard::AddressGuard;
use zhengwen_io::render::{RenderOptions, Renderer};

use crate::hints::with_hint;
use crate::not_built;
use crate::request::JoinRequest;
use crate::site_options::SiteSource;

/// Flags for reaching addresses.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Fetching")]
pub(crate) struct FetchArguments {
    /// Allow addresses that lead to private, loopback and link-local hosts
    #[arg(long)]
    pub(crate) allow_private: bool,
    /// Allow addresses that lead to this address or block (198.18.0.0/15). Some proxies answer for every
    /// name with an address of their own (repeatable)
    #[arg(long, value_name = "ADDRESS|BLOCK", value_parser = block)]
    pub(crate) allow_address: Vec<ipnet::IpNet>,
    /// Use this address for a host, without asking a name server (repeatable)
    #[arg(long, value_name = "HOST:ADDRESS", value_parser = host_address)]
    pub(crate) resolve: Vec<(String, IpAddr)>,
    /// Give up on an address after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(crate) timeout: f64,
    /// Refuse pages with a larger body, in bytes, packed or unpacked
    #[arg(long, value_name = "BYTES", default_value_t = 20 << 20)]
    pub(crate) max_size: u64,
    /// Follow at most this many redirects
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) max_redirects: u32,
    /// Retry this many times after a failure that may pass, waiting longer each time
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) retries: u32,
    /// Wait this many seconds between two requests to a host. A longer Crawl-delay of its robots.txt is
    /// obeyed, up to 60
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) delay: f64,
    /// Ignore robots.txt
    #[arg(long)]
    pub(crate) ignore_robots: bool,
    /// Send this header too (repeatable). Authorization and Cookie go only to the host that was asked for
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,
    /// Send this User-Agent header
    #[arg(long, value_name = "TEXT")]
    pub(crate) user_agent: Option<String>,
    /// Fetch through this proxy: http://, https://, socks4:// or socks5:// with host and port
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) proxy: Option<String>,
    /// Keep fetched pages in this folder, as far as their servers allow; later runs reuse what is still
    /// valid
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
}

/// Flags for reading a page once it is fetched.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadArguments {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) join: JoinRequest,
    /// Join at most this many pages
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) most_pages: usize,
    /// Render the page in a headless Chromium; auto does so where the page as sent has scripts but no article
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = RenderWhen::Never)]
    pub(crate) render: RenderWhen,
    /// The browser's window in CSS pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x1024", value_parser = viewport)]
    pub(crate) viewport: (u32, u32),
    /// The browser; found by its usual names by default
    #[arg(long, value_name = "PROGRAM")]
    #[serde(skip)]
    pub(crate) chromium: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
pub(crate) enum RenderWhen {
    Auto,
    Always,
    Never,
}

impl RenderWhen {
    pub(crate) fn render(self) -> Render {
        match self {
            Self::Auto => Render::Auto,
            Self::Always => Render::Always,
            Self::Never => Render::Never,
        }
    }
}

impl FetchArguments {
    pub(crate) fn client(&self) -> anyhow::Result<Client> {
        client(self.options())
    }

    fn options(&self) -> FetchOptions {
        let defaults = FetchOptions::default();
        FetchOptions {
            guard: AddressGuard {
                allow_private: self.allow_private,
                allowed: self.allow_address.clone(),
                hosts: self.resolve.iter().cloned().collect(),
                ..AddressGuard::default()
            },
            max_bytes: self.max_size,
            timeout: Duration::from_secs_f64(self.timeout),
            max_redirects: self.max_redirects,
            retries: self.retries,
            delay: Duration::from_secs_f64(self.delay),
            robots: !self.ignore_robots,
            user_agent: self.user_agent.clone().unwrap_or(defaults.user_agent),
            headers: self.header.clone(),
            proxy: self.proxy.clone(),
            cache: self.cache.clone(),
            per_host: defaults.per_host,
            shares_cookies: defaults.shares_cookies,
        }
    }
}

impl ReadArguments {
    /// The options for reading articles.
    pub(crate) fn options(&self, site: &SiteSource) -> ReadOptions {
        ReadOptions {
            render: self.render.render(),
            most_pages: if self.join.join_pages { self.most_pages.max(1) } else { 1 },
            similar_pages: site.similar_pages(),
            ..ReadOptions::default()
        }
    }

    /// The reader of articles for these arguments.
    pub(crate) fn reader(&self, fetch: &FetchArguments) -> anyhow::Result<ArticleReader> {
        self.reader_by(fetch, fetch.client()?)
    }

    /// The same for several people, whose cookies are kept apart.
    pub(crate) fn reader_for_many(&self, fetch: &FetchArguments) -> anyhow::Result<ArticleReader> {
        let options = FetchOptions { shares_cookies: false, ..fetch.options() };
        self.reader_by(fetch, client(options)?)
    }

    fn reader_by(&self, fetch: &FetchArguments, client: Client) -> anyhow::Result<ArticleReader> {
        if self.render != RenderWhen::Never {
            not_built::check("browser", cfg!(feature = "browser"))?;
        }
        let options = client.options();
        let renderer = Renderer::new(RenderOptions {
            viewport: self.viewport,
            chromium: self.chromium.clone(),
            guard: options.guard.clone(),
            proxy: fetch.proxy.clone(),
            user_agent: fetch.user_agent.clone(),
            timeout: options.timeout,
            ..RenderOptions::default()
        });
        Ok(ArticleReader::new(client, renderer))
    }
}

fn client(options: FetchOptions) -> anyhow::Result<Client> {
    if options.cache.is_some() {
        not_built::check("cache", cfg!(feature = "cache"))?;
    }
    Client::new(options).map_err(|error| anyhow!(with_hint(&error)))
}

fn block(text: &str) -> Result<ipnet::IpNet, String> {
    let single = || text.parse().map(|address: IpAddr| address.into());
    text.parse()
        .or_else(|_| single())
        .map_err(|_| "not an address or block; try 10.1.2.0/24".into())
}

fn host_address(text: &str) -> Result<(String, IpAddr), String> {
    let wrong = || "not HOST:ADDRESS; try news.example:127.0.0.1".to_owned();
    let (host, address) = text.split_once(':').ok_or_else(wrong)?;
    let address = address.trim_start_matches('[').trim_end_matches(']');
    Ok((host.to_ascii_lowercase(), address.parse().map_err(|_| wrong())?))
}

fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once(':').ok_or("not NAME: VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|n: &f64| (0.0..=1e6).contains(n));
    number.ok_or_else(|| "not a number of seconds from 0 to 1000000".to_owned())
}

fn viewport(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once(['x', 'X', '×']);
    let numbers =
        numbers.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let is_fit = |(width, height): &(u32, u32)| {
        (1..=10_000).contains(width) && (1..=10_000).contains(height)
    };
    numbers.filter(is_fit).ok_or_else(|| "not WIDTHxHEIGHT; try 1280x1024".to_owned())
}
