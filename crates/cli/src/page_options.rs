//! From arguments to what the libraries want, and from a page's name to its bytes.

use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use zhengwen::Favor;
use zhengwen::methods::{Method, MethodOptions};
use zhengwen_io::fetch::{self, FetchOptions};
use zhengwen_io::pages;

use crate::arguments::{FavorSide, FetchArguments, JudgeArguments, PageArguments};

/// The options of an extraction.
pub(crate) fn options(judge: &JudgeArguments) -> anyhow::Result<zhengwen::Options> {
    let mut options = zhengwen::Options::default();
    options.method = Method::from_name(&judge.method).unwrap_or_default();
    options.method_options = method_options(&judge.options)?;
    options.favor = match judge.favor {
        None => Favor::Balance,
        Some(FavorSide::Precision) => Favor::Precision,
        Some(FavorSide::Recall) => Favor::Recall,
    };
    Ok(options)
}

/// The options of the methods, from `NAME=VALUE`. What does not fit ends the program with the exit
/// code of wrong arguments.
pub(crate) fn method_options(settings: &[String]) -> anyhow::Result<MethodOptions> {
    let mut options = MethodOptions::default();
    for setting in settings {
        let result = match setting.split_once('=') {
            Some((name, value)) => options.set(name, value).map_err(|e| e.to_string()),
            None => Err(format!("{setting:?} is not NAME=VALUE")),
        };
        if let Err(message) = result {
            let hint = "`zhengwen methods --options` lists the options";
            crate::status::complain(&format!("--option: {message}; {hint}"));
            std::process::exit(2);
        }
    }
    Ok(options)
}

/// A page's bytes and what is known of them.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) bytes: Vec<u8>,
    pub(crate) url: Option<String>,
    pub(crate) charset: Option<String>,
}

/// Reads a file, an address, or standard input for `-`.
pub(crate) fn read(name: &str, arguments: &PageArguments) -> anyhow::Result<Source> {
    let url = arguments.url.clone();
    if name == "-" {
        let bytes = pages::read_at_most(io::stdin().lock(), pages::MAX_PAGE_BYTES)
            .and_then(pages::unpack)
            .context("standard input")?;
        return Ok(Source { bytes, url, charset: None });
    }
    if fetch::is_address(name) {
        let fetched = fetch::fetch(name, &fetch_options(&arguments.fetch))
            .map_err(|error| anyhow!("{name}: {error}"))?;
        let url = url.or(Some(fetched.url));
        return Ok(Source { bytes: fetched.bytes, url, charset: fetched.charset });
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Err(anyhow!("{name}: is a folder; `zhengwen batch` reads folders"));
    }
    let bytes = pages::read(path).with_context(|| name.to_owned())?;
    Ok(Source { bytes, url, charset: None })
}

fn fetch_options(arguments: &FetchArguments) -> FetchOptions {
    FetchOptions {
        allow_private: arguments.allow_private,
        max_bytes: arguments.max_size,
        timeout: Duration::from_secs(arguments.timeout),
        max_redirects: arguments.max_redirects,
        ..FetchOptions::default()
    }
}
