//! Pictures of articles: told apart by their bytes, whatever the server calls them.

use super::{Client, FetchError, Purpose};

/// A fetched picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it is, such as `image/png`.
    pub media_type: &'static str,
    /// The ending of its file's name, such as `png`.
    pub extension: &'static str,
}

/// The kinds that are taken: pictures of dots, which every browser shows. SVG is none: it is a document
/// that may hold scripts.
const KINDS: &[&str] =
    &["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"];

impl Client {
    /// Fetches a picture of an article. Its host is not left alone between two pictures, as readers do not
    /// either; everything else is as for pages.
    ///
    /// # Errors
    /// See [`FetchError`]; [`FetchError::NotAnImage`] for anything but pictures of dots.
    pub fn fetch_image(&self, address: &str) -> Result<Image, FetchError> {
        let bytes = self.follow(address, Purpose::Image)?.bytes;
        image_of(bytes)
    }
}

/// What the bytes are.
fn image_of(bytes: Vec<u8>) -> Result<Image, FetchError> {
    let kind = infer::get(&bytes).filter(|kind| KINDS.contains(&kind.mime_type()));
    let kind = kind.ok_or(FetchError::NotAnImage)?;
    Ok(Image { bytes, media_type: kind.mime_type(), extension: kind.extension() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_by_their_bytes() {
        let png = b"\x89PNG\r\n\x1a\n0000".to_vec();
        let image = image_of(png).unwrap();
        assert_eq!((image.media_type, image.extension), ("image/png", "png"));
        for other in
            [&b"<svg xmlns='http://www.w3.org/2000/svg'/>"[..], b"<html>", b"", b"%PDF-1.7"]
        {
            assert!(matches!(image_of(other.to_vec()), Err(FetchError::NotAnImage)));
        }
    }
}
