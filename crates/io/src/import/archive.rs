//! The archive of a book: its pictures wait in a file, not in memory, and a fault of the crate that writes the rest is mended.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read, Seek, Write};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, ZipArchive};

/// The file with the book's title, authors and languages.
const PACKAGE: &str = "OEBPS/content.opf";
/// The folder of a book's files.
const FOLDER: &str = "OEBPS/";

/// Pictures in a temporary file without a name, each once.
pub(super) struct StoredPictures {
    archive: ZipWriter<File>,
    /// Their names, with their media types.
    names: BTreeMap<String, &'static str>,
}

impl StoredPictures {
    pub(super) fn new() -> std::io::Result<Self> {
        Ok(Self { archive: ZipWriter::new(tempfile::tempfile()?), names: BTreeMap::new() })
    }

    pub(super) fn add(
        &mut self,
        name: &str,
        media_type: &'static str,
        bytes: &[u8],
    ) -> ZipResult<()> {
        if self.names.insert(name.to_owned(), media_type).is_none() {
            // Pictures are packed already.
            let options =
                SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
            self.archive.start_file(format!("{FOLDER}{name}"), options)?;
            self.archive.write_all(bytes)?;
        }
        Ok(())
    }

    /// The names of the pictures, with their media types.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.names.iter().map(|(name, media_type)| (name.as_str(), *media_type))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }
}

/// A file with the archive of a book, whose pictures are empty, and with its pictures. Drops the ids of languages:
/// they repeat the ids of the authors, and a duplicate id makes the file invalid. Says which files have formulas.
pub(super) fn complete(
    archive: Vec<u8>,
    pictures: StoredPictures,
    with_formulas: &[String],
) -> ZipResult<File> {
    let mut old = ZipArchive::new(Cursor::new(archive))?;
    let mut pictures = ZipArchive::new(pictures.archive.finish()?)?;
    let mut new = ZipWriter::new(tempfile::tempfile()?);
    for number in 0..old.len() {
        let file = old.by_index_raw(number)?;
        if let Some(picture) = pictures.index_for_name(file.name()) {
            new.raw_copy_file(pictures.by_index_raw(picture)?)?;
            continue;
        }
        if file.name() != PACKAGE {
            new.raw_copy_file(file)?;
            continue;
        }
        drop(file);
        let mut package = String::new();
        old.by_index(number)?.read_to_string(&mut package)?;
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        new.start_file(PACKAGE, options)?;
        let mut package = without_ids(&package, "<dc:language");
        for name in with_formulas {
            let link = format!("href=\"{name}\"/>");
            package =
                package.replacen(&link, &format!("href=\"{name}\" properties=\"mathml\"/>"), 1);
        }
        new.write_all(package.as_bytes())?;
    }
    let mut whole = new.finish()?;
    whole.rewind()?;
    Ok(whole)
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
        let expected = "<a><dc:language>zh</dc:language><dc:creator id=\"x-0\">王</dc:creator></a>";
        assert_eq!(without_ids(xml, "<dc:language"), expected);
    }
}
