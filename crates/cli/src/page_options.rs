//! From arguments to what the libraries want, and from a page's name to its bytes.

use std::io;
use std::path::Path;

use anyhow::{Context, anyhow};
use zhengwen::Favor;
use zhengwen::methods::{Method, MethodOptions};
use zhengwen_io::fetch::{self, Client, Fetched};
use zhengwen_io::pages;

use crate::arguments::{FavorSide, JudgeArguments};

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
    pub(crate) fetched: Fetched,
    /// Whether it came from its address.
    pub(crate) is_online: bool,
}

/// Reads a file, an address, or standard input for `-`.
pub(crate) fn read(name: &str, url: Option<&String>, client: &Client) -> anyhow::Result<Source> {
    if fetch::is_address(name) {
        let mut fetched = client.fetch(name).map_err(|error| anyhow!("{name}: {error}"))?;
        fetched.url = url.cloned().unwrap_or(fetched.url);
        return Ok(Source { fetched, is_online: true });
    }
    let bytes = if name == "-" {
        pages::read_at_most(io::stdin().lock(), pages::MAX_PAGE_BYTES)
            .and_then(pages::unpack)
            .context("standard input")?
    } else {
        let path = Path::new(name);
        if path.is_dir() {
            return Err(anyhow!("{name}: is a folder; `zhengwen batch` reads folders"));
        }
        pages::read(path).with_context(|| name.to_owned())?
    };
    let fetched = Fetched { bytes, url: url.cloned().unwrap_or_default(), charset: None };
    Ok(Source { fetched, is_online: false })
}
