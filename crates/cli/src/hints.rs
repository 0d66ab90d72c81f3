//! Advice for the user about an error of the libraries, which know no flags of the program.

use std::error::Error;

use anyhow::anyhow;
use zhengwen::Warning;
use zhengwen_io::articles::ReadError;
use zhengwen_io::fetch::FetchError;
use zhengwen_io::gather::GatherError;
use zhengwen_io::import::PictureError;
use zhengwen_io::pages;
use zhengwen_io::render::RenderError;

/// Refuses what is no page, with what the user may do about it.
pub(crate) fn refuse_other_files(bytes: &[u8]) -> anyhow::Result<()> {
    if pages::is_list_of_addresses(bytes) {
        let hint = "`zhengwen batch --urls FILE` fetches a list, one address a line";
        return Err(anyhow!("not a web page but a list of addresses; {hint}"));
    }
    Ok(pages::refuse_other_files(bytes)?)
}

/// The error in words, with what the user may do about it.
pub(crate) fn with_hint(error: &(dyn Error + 'static)) -> String {
    let hint = match error.downcast_ref::<ReadError>() {
        Some(ReadError::Fetch(error)) => of_fetching(error),
        Some(ReadError::Render(error)) => of_rendering(error),
        _ => None,
    };
    let hint = hint.or_else(|| match error.downcast_ref::<GatherError>() {
        Some(GatherError::Fetch(error)) => of_fetching(error),
        _ => None,
    });
    let hint = hint.or_else(|| match error.downcast_ref::<PictureError>() {
        Some(PictureError::TooMany) => Some("--most-images sets the limit".to_owned()),
        Some(PictureError::Fetch(error)) => of_fetching(error),
        None => None,
    });
    let hint = hint.or_else(|| of_fetching(error.downcast_ref::<FetchError>()?));
    let hint = hint.or_else(|| of_rendering(error.downcast_ref::<RenderError>()?));
    hint.map_or_else(|| error.to_string(), |hint| format!("{error}; {hint}"))
}

/// The warning in words, with what the user may do about it.
pub(crate) fn warning_with_hint(warning: &Warning) -> String {
    match warning {
        Warning::NothingOfSite => format!("{warning}; --similar or --templates gives it"),
        _ => warning.to_string(),
    }
}

fn of_fetching(error: &FetchError) -> Option<String> {
    let hint = match error {
        FetchError::Private(address) => {
            return Some(format!("--allow-private or --allow-address {address} permits it"));
        }
        FetchError::Robots(_) | FetchError::RobotsUnreachable(..) => {
            "--ignore-robots reads it all the same"
        }
        FetchError::TooLarge(_) => "--max-size sets the limit",
        FetchError::Timeout(_) => "--timeout sets the limit",
        FetchError::TooManyRedirects(_) => "--max-redirects sets the limit",
        FetchError::Cache { .. } => "--cache names its folder",
        FetchError::Proxy(_) => "--proxy names it",
        FetchError::Setting(_) => "--header sends headers",
        _ => return None,
    };
    Some(hint.to_owned())
}

fn of_rendering(error: &RenderError) -> Option<String> {
    let hint = match error {
        RenderError::NoBrowser | RenderError::Launch { .. } => "--chromium PROGRAM names one",
        RenderError::Timeout(_) => "--timeout sets the limit",
        RenderError::Proxy(_) => "--proxy names it",
        _ => return None,
    };
    Some(hint.to_owned())
}
