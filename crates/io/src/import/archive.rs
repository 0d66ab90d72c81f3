//! The archive of a book, made whole where the crate that writes it makes a fault.

use std::io::{Cursor, Read, Write};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

/// The file with the book's title, authors and languages.
const PACKAGE: &str = "OEBPS/content.opf";

/// The archive with languages that have no ids: they are those of the authors, and an id that stands
/// twice makes the file invalid.
pub(super) fn without_double_ids(archive: Vec<u8>) -> ZipResult<Vec<u8>> {
    let mut old = ZipArchive::new(Cursor::new(archive))?;
    let mut new = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..old.len() {
        let file = old.by_index_raw(number)?;
        if file.name() != PACKAGE {
            new.raw_copy_file(file)?;
            continue;
        }
        drop(file);
        let mut package = String::new();
        old.by_index(number)?.read_to_string(&mut package)?;
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        new.start_file(PACKAGE, options)?;
        let package = without_ids(&package, "<dc:language");
        new.write_all(package.as_bytes())?;
    }
    Ok(new.finish()?.into_inner())
}

/// The XML without the attributes of an element.
fn without_ids(xml: &str, element: &str) -> String {
    let mut parts = xml.split(element);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        out.push_str(element);
        out.push_str(part.find('>').map_or(part, |end| &part[end..]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_lose_their_ids() {
        let xml =
            "<a><dc:language id=\"x-0\">zh</dc:language><dc:creator id=\"x-0\">王</dc:creator></a>";
        let own = "<a><dc:language>zh</dc:language><dc:creator id=\"x-0\">王</dc:creator></a>";
        assert_eq!(without_ids(xml, "<dc:language"), own);
    }
}
