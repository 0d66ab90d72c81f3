//! Images of articles, identified by their bytes, whatever the server calls them.

use super::{Client, FetchError, Purpose};

/// A fetched image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its media type, such as `image/png`.
    pub media_type: &'static str,
    /// The extension of its file name, such as `png`.
    pub extension: &'static str,
}

/// The accepted formats: raster images that every browser shows. SVG is excluded: it is a document
/// that may hold scripts.
const KINDS: &[&str] =
    &["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"];

impl Client {
    /// Fetches an image of an article. As in a browser, there is no pause between two images of a
    /// host; everything else is as for pages.
    ///
    /// # Errors
    /// See [`FetchError`]; [`FetchError::NotAnImage`] for anything but raster images.
    pub fn fetch_image(&self, address: &str) -> Result<Image, FetchError> {
        let bytes = self.follow(address, Purpose::Image, false)?.bytes;
        image_of(bytes)
    }
}

/// Identifies an image by its first bytes.
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
