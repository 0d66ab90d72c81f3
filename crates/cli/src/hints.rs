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

/// Flags of programs of this kind, and what does the same here.
const HABITS: &[(&[&str], &str)] = &[
    (&["--json"], "--format json prints all fields"),
    (&["--markdown", "--md"], "--format markdown prints Markdown"),
    (&["--html"], "--format html prints HTML"),
    (&["--xml", "--xmltei", "--tei"], "--format xml-tei prints XML"),
    (&["--txt", "--text"], "text is the default"),
    (&["--output-format", "--output_format"], "--format names the form"),
    (&["-u", "--URL"], "an address needs no flag; --url is that of a file"),
    (&["-i", "--input-file"], "`zhengwen batch --urls FILE` fetches the addresses in a file"),
    (&["--input-dir", "--inputdir"], "`zhengwen batch FOLDER` reads a folder"),
    (
        &["--output-dir", "--outputdir"],
        "`zhengwen batch ... --output FOLDER/` writes into a folder",
    ),
    (&["--no-comments"], "comments are left out, unless --include comments asks for them"),
    (&["--comments"], "--include comments adds them"),
    (&["--no-tables"], "--exclude tables leaves them out"),
    (&["--no-links"], "--exclude links leaves them out"),
    (&["--no-images"], "--exclude images leaves them out"),
    (
        &["--links", "--images", "--tables", "--formatting"],
        "Markdown, HTML and XML have links, images, tables and formatting by default",
    ),
    (&["--precision"], "--favor precision prefers to lose text"),
    (&["--recall"], "--favor recall prefers to keep too much"),
    (&["--target-language"], "`zhengwen batch --language zh` keeps pages in a language"),
    (&["--deduplicate"], "`zhengwen batch --dedup exact` keeps the first of equal texts"),
    (&["--parallel"], "`zhengwen batch --jobs N` sets the pages at once"),
];

/// Advice for wrong arguments.
pub(crate) fn of_arguments(error: &clap::Error) -> String {
    use clap::error::{ContextKind, ContextValue};
    let value_of = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(value)) => Some(value.as_str()),
        Some(ContextValue::Strings(all)) => all.first().map(String::as_str),
        _ => None,
    };
    let wrong = value_of(ContextKind::InvalidArg).unwrap_or("");
    let name = wrong.split(['=', ' ']).next().unwrap_or("");
    let habit = HABITS.iter().find(|(names, _)| names.contains(&name)).map(|(_, hint)| *hint);
    if let Some(hint) = habit.filter(|_| error.kind() == clap::error::ErrorKind::UnknownArgument) {
        return hint.to_owned();
    }
    let suggested =
        value_of(ContextKind::SuggestedArg).or_else(|| value_of(ContextKind::SuggestedValue));
    match suggested {
        Some(suggested) => format!("did you mean {suggested}?"),
        None if wrong.starts_with("--option <") => {
            "`zhengwen methods --options` lists the options".to_owned()
        }
        None => "see --help".to_owned(),
    }
}

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
