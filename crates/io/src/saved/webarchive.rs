//! Safari's web archives: property lists that hold the page as its server sent it, with its address.

use std::io::{self, Cursor};

use memchr::memmem;
use plist::stream::{Event, Reader};

use super::{SavedPage, damaged, web_address};

/// The key of the page; others are of its images, styles and frames.
const MAIN: &str = "WebMainResource";

/// True if some bytes are a property list with a page.
pub(super) fn is_one(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(512)];
    let is_xml =
        || start.starts_with(b"<?xml") && memmem::find(start, b"<!DOCTYPE plist").is_some();
    (bytes.starts_with(b"bplist00") || is_xml()) && memmem::find(bytes, MAIN.as_bytes()).is_some()
}

/// The page of a web archive. It is read event by event: what lists hold may be nested and repeated without end.
pub(super) fn page(bytes: &[u8]) -> io::Result<SavedPage<'static>> {
    let mut found = SavedPage::default();
    // A value may be referred to many times.
    let mut left = bytes.len().saturating_mul(2).saturating_add(1 << 16);
    let mut depth = 0u32;
    let mut is_main = false;
    let mut key: Option<String> = None;
    for event in Reader::new(Cursor::new(bytes)) {
        let event = event.map_err(|error| damaged("a web archive", &error))?;
        let size = match &event {
            Event::Data(data) => data.len(),
            Event::String(text) => text.len(),
            Event::StartArray(Some(n)) | Event::StartDictionary(Some(n)) => {
                usize::try_from(*n).unwrap_or(usize::MAX)
            }
            _ => 0,
        };
        left = left
            .checked_sub(size.saturating_add(1))
            .ok_or_else(|| damaged("a web archive", &"it is larger than its file"))?;
        let is_own = depth == 1 || depth == 2 && is_main;
        match event {
            Event::StartArray(_) | Event::StartDictionary(_) => {
                is_main |= depth == 1 && key.as_deref() == Some(MAIN);
                (key, depth) = (None, depth + 1);
            }
            Event::EndCollection => {
                depth = depth.saturating_sub(1);
                if is_main && depth == 1 {
                    break;
                }
            }
            Event::String(text) if is_own && key.is_none() => key = Some(text.into_owned()),
            value if is_own => {
                let key = key.take();
                if is_main {
                    set(&mut found, key.as_deref().unwrap_or(""), value);
                }
            }
            _ => {}
        }
    }
    match found.html.is_empty() {
        true => Err(damaged("a web archive", &"it holds no page")),
        false => Ok(found),
    }
}

/// Sets what a key of the page's dictionary holds.
fn set(found: &mut SavedPage, key: &str, value: Event) {
    match (key, value) {
        ("WebResourceData", Event::Data(data)) => found.html = data.into_owned().into(),
        ("WebResourceURL", Event::String(text)) => found.url = web_address(&text),
        ("WebResourceTextEncodingName", Event::String(text)) => {
            found.charset = Some(text.into_owned());
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A binary property list of these objects, the last of which is its root.
    fn binary(objects: &[Vec<u8>]) -> Vec<u8> {
        let mut out = b"bplist00".to_vec();
        let mut places = Vec::new();
        for object in objects {
            places.push(out.len() as u32);
            out.extend(object);
        }
        let table = out.len() as u64;
        places.iter().for_each(|place| out.extend(place.to_be_bytes()));
        out.extend([0, 0, 0, 0, 0, 0, 4, 1]);
        for number in [objects.len() as u64, objects.len() as u64 - 1, table] {
            out.extend(number.to_be_bytes());
        }
        out
    }

    fn text(text: &str) -> Vec<u8> {
        [&[0x5f, 0x10, text.len() as u8], text.as_bytes()].concat()
    }

    fn data(data: &[u8]) -> Vec<u8> {
        [&[0x4f, 0x10, data.len() as u8], data].concat()
    }

    #[test]
    fn the_page_of_a_binary_and_of_an_xml_archive() {
        let objects = [
            text("WebSubresources"),
            vec![0xa0],
            text(MAIN),
            text("WebResourceURL"),
            text("https://example.com/a"),
            text("WebResourceData"),
            data(b"<p>\xb2\xe8"),
            text("WebResourceTextEncodingName"),
            text("GBK"),
            vec![0xd3, 3, 5, 7, 4, 6, 8],
            vec![0xd2, 0, 2, 1, 9],
        ];
        let archive = binary(&objects);
        let expected = SavedPage {
            html: b"<p>\xb2\xe8".into(),
            url: Some("https://example.com/a".to_owned()),
            charset: Some("GBK".to_owned()),
        };
        assert!(is_one(&archive));
        assert_eq!(page(&archive).unwrap(), expected);
        let xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\"><dict><key>WebMainResource</key><dict><key>WebResourceData</key><data>PHA+sug=</data><key>WebResourceURL</key><string>https://example.com/a</string><key>WebResourceTextEncodingName</key><string>GBK</string></dict></dict></plist>";
        assert!(is_one(xml.as_bytes()));
        assert_eq!(page(xml.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn what_is_larger_than_its_file_is_refused() {
        // Each list holds the one before many times.
        let mut objects = vec![text(MAIN), data(&[b'a'; 200])];
        for level in 1..12u8 {
            objects.push([&[0xaf, 0x10, 100][..], &[level; 100]].concat());
        }
        objects.push(vec![0xd1, 0, 12]);
        let archive = binary(&objects);
        assert!(is_one(&archive));
        assert!(page(&archive).unwrap_err().to_string().contains("larger than its file"));
        // A chain of lists, each in the next.
        let mut objects = vec![text(MAIN)];
        objects.extend((0..200u8).map(|level| vec![0xa1, level]));
        objects.push(vec![0xd1, 0, 200]);
        assert!(page(&binary(&objects)).unwrap_err().to_string().contains("holds no page"));
    }
}
