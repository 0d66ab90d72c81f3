//! Pages that a browser saved as one file: MHTML ("Webpage, Single File"), Safari's web archives, and HTML that holds its
//! address in a comment.

mod comment;
mod mhtml;
mod webarchive;

use std::borrow::Cow;
use std::io;

/// A page out of the file that it was saved in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SavedPage<'a> {
    /// The page; borrowed where the bytes are the page themselves.
    pub html: Cow<'a, [u8]>,
    /// Its address on the web, if the file has it.
    pub url: Option<String>,
    /// Its charset, if the file has it outside the page.
    pub charset: Option<String>,
}

/// The page in a file that a browser saved. Bytes of any other kind are the page themselves.
///
/// # Errors
/// When the file holds no page, or is damaged.
pub fn page<'a>(bytes: impl Into<Cow<'a, [u8]>>) -> io::Result<SavedPage<'a>> {
    let bytes = bytes.into();
    if webarchive::is_one(&bytes) {
        webarchive::page(&bytes)
    } else if mhtml::is_one(&bytes) {
        mhtml::page(&bytes)
    } else {
        let url = comment::address(&bytes);
        Ok(SavedPage { html: bytes, url, charset: None })
    }
}

/// An address of the web, without the line ends of a folded header. Others are of the machine that saved the page.
fn web_address(text: &str) -> Option<String> {
    let address: String = text.split_ascii_whitespace().collect();
    let is_web = ["http://", "https://"].iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    (is_web && url::Url::parse(&address).is_ok()).then_some(address)
}

/// The error of a file that cannot be read.
fn damaged(what: &str, why: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what} that cannot be read: {why}"))
}
