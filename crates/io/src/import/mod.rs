//! Articles with their images, to be put into another system: as folders, or as a book.

#[cfg(feature = "book")]
mod archive;
#[cfg(feature = "book")]
mod book;
#[cfg(not(feature = "book"))]
#[path = "no_book.rs"]
mod book;
#[cfg(feature = "book")]
mod cover;
mod folder;
mod names;
mod page;
mod pictures;

use zhengwen::{ArticlePage, Extraction, Extractor, Options, Warning, join, join_with_images};

use crate::articles::{ArticleReader, KnownSite, ReadError, ReadOptions};
use crate::fetch::Fetched;

pub use book::{Book, BookError};
pub use folder::Library;
pub use pictures::{Picture, PictureError, PictureOptions};

/// An article to keep, with its images.
#[derive(Debug)]
pub struct ImportedArticle {
    /// The address or file name by which the caller named it, and by which it is found again.
    pub origin: String,
    /// Its fields; Markdown and HTML refer to the images by their names (`images/...`).
    pub article: Extraction,
    /// The images that were fetched, each once.
    pub pictures: Vec<Picture>,
    /// The addresses of the images that could not be fetched, with the reasons. In the article they
    /// keep their addresses.
    pub missing: Vec<(String, PictureError)>,
}

/// Reads an article and fetches its images.
///
/// # Errors
/// As [`ArticleReader::read`]. Images that cannot be fetched are reported in the article.
pub fn import(
    reader: &ArticleReader,
    origin: &str,
    (fetched, is_online): (&Fetched, bool),
    extract: Options,
    options: &ReadOptions,
    known: &KnownSite,
    pictures: &PictureOptions,
) -> Result<ImportedArticle, ReadError> {
    let mut extractor = Extractor::new(extract.markdown(true).html(true));
    let (pages, is_whole) =
        reader.pages_fetched(&mut extractor, fetched, is_online, options, known)?;
    let addresses: Vec<&str> = pages.iter().flat_map(ArticlePage::image_addresses).collect();
    let got = pictures::gather(reader.client(), &addresses, pictures);
    let names = got.names();
    let mut article = if names.is_empty() {
        join(pages, extractor.options())
    } else {
        join_with_images(pages, extractor.options(), &|address| names.get(address).cloned())
    };
    if !is_whole {
        article.warnings.push(Warning::PagesMissing);
    }
    let origin = origin.to_owned();
    Ok(ImportedArticle { origin, article, pictures: got.pictures, missing: got.missing })
}
