//! The images of an article: each address fetched once, each content kept once.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::fetch::{Client, FetchError, Image};

/// Limits on fetching an article's images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureOptions {
    /// The maximum number of addresses to request; 0 to request nothing.
    pub most: usize,
    /// The maximum total size of an article's images in bytes.
    pub most_bytes: usize,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { most: 200, most_bytes: 200 << 20 }
    }
}

/// An image of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its path in the article's folder: `images/` and the first 16 digits of its SHA-256, so that the
    /// same image always has the same name.
    pub name: String,
    /// The fetched image.
    pub image: Image,
    /// The addresses at which it was found.
    pub addresses: Vec<String>,
}

/// Why an image was not fetched.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The article has more images, or more bytes of images, than the limit.
    #[error("the article has more images than the limit")]
    TooMany,
    /// It could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
}

/// The images that were fetched, and those that were not.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub(super) pictures: Vec<Picture>,
    pub(super) missing: Vec<(String, PictureError)>,
}

impl Gathered {
    /// The image name for each address.
    pub(super) fn names(&self) -> HashMap<String, String> {
        let named = |picture: &Picture| {
            let name = picture.name.clone();
            picture.addresses.clone().into_iter().map(move |address| (address, name.clone()))
        };
        self.pictures.iter().flat_map(named).collect()
    }
}

/// Fetches the images at the addresses.
pub(super) fn gather(client: &Client, addresses: &[&str], options: &PictureOptions) -> Gathered {
    let mut gathered = Gathered::default();
    let mut seen = HashSet::new();
    let (mut asked, mut bytes) = (0, 0_usize);
    for address in addresses.iter().filter(|address| seen.insert(**address)) {
        let missing = |why: PictureError| ((*address).to_owned(), why);
        if options.most == 0 {
            break;
        }
        if asked >= options.most || bytes >= options.most_bytes {
            gathered.missing.push(missing(PictureError::TooMany));
            continue;
        }
        asked += 1;
        match client.fetch_image(address) {
            Ok(image) => {
                bytes = bytes.saturating_add(image.bytes.len());
                keep(&mut gathered.pictures, image, address);
            }
            Err(error) => gathered.missing.push(missing(error.into())),
        }
    }
    gathered
}

/// Keeps an image, or adds the address to one that is already there.
fn keep(pictures: &mut Vec<Picture>, image: Image, address: &str) {
    let hash = Sha256::digest(&image.bytes);
    let digits = hash.iter().take(8).fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    let name = format!("images/{digits}.{}", image.extension);
    match pictures.iter_mut().find(|picture| picture.name == name) {
        Some(known) => known.addresses.push(address.to_owned()),
        None => pictures.push(Picture { name, image, addresses: vec![address.to_owned()] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_content_is_one_picture_whatever_its_addresses() {
        let image = |bytes: &[u8]| Image {
            bytes: bytes.to_vec(),
            media_type: "image/png",
            extension: "png",
        };
        let mut pictures = Vec::new();
        keep(&mut pictures, image(b"one"), "https://a.example/1.png");
        keep(&mut pictures, image(b"two"), "https://a.example/2.png");
        keep(&mut pictures, image(b"one"), "https://b.example/copy.png");
        assert_eq!(pictures.len(), 2);
        assert_eq!(pictures[0].name, "images/7692c3ad3540bb80.png");
        let gathered = Gathered { pictures, missing: Vec::new() };
        assert_eq!(gathered.names()["https://b.example/copy.png"], "images/7692c3ad3540bb80.png");
    }
}
