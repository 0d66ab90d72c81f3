//! Articles as a book: EPUB 3, one chapter for each article.

use std::fmt::Write as _;
use std::io::Write;

use chrono::{DateTime, NaiveDate, Utc};
use epub_builder::{EpubBuilder, EpubContent, EpubVersion, ReferenceType, ZipLibrary};
use sha2::{Digest, Sha256};
use zhengwen::Extraction;
use zhengwen_page::text::escape::escaped;

use super::ImportedArticle;
use super::archive::{StoredPictures, complete};
use super::cover::cover;
use super::page::{body_of, credits, line_of};
use crate::reading::{self, set_for_reading};

/// The reason a book could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BookError(String);

impl From<epub_builder::Error> for BookError {
    fn from(error: epub_builder::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<zip::result::ZipError> for BookError {
    fn from(error: zip::result::ZipError) -> Self {
        Self(error.to_string())
    }
}

impl From<std::io::Error> for BookError {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A book to write.
pub struct Book {
    title: Option<String>,
    /// Its chapters in order, without their pictures.
    articles: Vec<ImportedArticle>,
    pictures: StoredPictures,
}

/// The style around the article's.
const STYLE: &str = include_str!("book.css");
/// The file of the cover's drawing.
const COVER: &str = "cover.svg";

/// The image formats that every EPUB 3 reader shows.
const PICTURES: &[&str] = &["image/png", "image/jpeg", "image/gif", "image/webp"];

impl Book {
    /// An empty book. Without a title it has that of its only article, of the site of all of them, or of the first and how
    /// many more.
    ///
    /// # Errors
    /// When no temporary file can be made: pictures wait there.
    pub fn new(title: Option<String>) -> Result<Self, BookError> {
        Ok(Self { title, articles: Vec::new(), pictures: StoredPictures::new()? })
    }

    /// Adds a chapter.
    ///
    /// # Errors
    /// When its pictures cannot be stored.
    pub fn add(&mut self, mut article: ImportedArticle) -> Result<(), BookError> {
        let pictures = std::mem::take(&mut article.pictures).into_iter();
        for picture in pictures.filter(|picture| PICTURES.contains(&picture.image.media_type)) {
            let image = &picture.image;
            self.pictures.add(&picture.name, image.media_type, &image.bytes)?;
        }
        self.articles.push(article);
        Ok(())
    }

    /// True if it has no chapter.
    pub fn is_empty(&self) -> bool {
        self.articles.is_empty()
    }

    /// Writes the book. The same articles make the same book, except for timestamps in the archive.
    ///
    /// # Errors
    /// When the archive cannot be written.
    pub fn write(self, mut out: impl Write) -> Result<(), BookError> {
        let mut book = EpubBuilder::new(ZipLibrary::new()?)?;
        book.epub_version(EpubVersion::V30);
        self.describe(&mut book);
        book.stylesheet([STYLE, reading::STYLE].concat().as_bytes())?;
        self.add_cover(&mut book)?;
        for (name, media_type) in self.pictures.names() {
            // Its bytes come from the file where they wait.
            book.add_resource(name, std::io::empty(), media_type)?;
        }
        let mut with_formulas = Vec::new();
        for (number, imported) in (1..).zip(&self.articles) {
            let chapter = chapter(&imported.article, &|name| self.pictures.has(name));
            let name = format!("article-{number}.xhtml");
            if chapter.contains("<math ") {
                with_formulas.push(name.clone());
            }
            let title = title_of(&imported.article);
            let content = EpubContent::new(name, chapter.as_bytes()).title(title);
            book.add_content(content.reftype(ReferenceType::Text))?;
        }
        let mut archive = Vec::new();
        book.generate(&mut archive)?;
        let mut whole = complete(archive, self.pictures, &with_formulas)?;
        std::io::copy(&mut whole, &mut out)?;
        Ok(())
    }

    /// The cover as a picture for shelves, and as the first page.
    fn add_cover(&self, book: &mut EpubBuilder<ZipLibrary>) -> Result<(), BookError> {
        let language = self.language();
        let title = self.shown_title(&language);
        let site = self.site().map(in_xml);
        let dates = self.articles.iter().filter_map(|imported| date_of(&imported.article));
        let date = dates.max().map(|date| date.format("%Y-%m-%d").to_string());
        let drawing = cover(&title, site.as_deref(), date.as_deref());
        book.add_cover_image(COVER, drawing.as_bytes(), "image/svg+xml")?;
        let words: Vec<String> = [Some(title), site, date].into_iter().flatten().collect();
        let words = escaped(&words.join(" · "));
        let page = format!(
            "{}<title>{words}</title><link rel=\"stylesheet\" type=\"text/css\" href=\"stylesheet.css\"/></head>\n\
             <body class=\"cover\"><img src=\"{COVER}\" alt=\"{words}\"/></body>\n</html>\n",
            head_in(&language)
        );
        book.add_content(
            EpubContent::new("cover.xhtml", page.as_bytes()).reftype(ReferenceType::Cover),
        )?;
        Ok(())
    }

    fn describe(&self, book: &mut EpubBuilder<ZipLibrary>) {
        let only = self.articles.first().filter(|_| self.articles.len() == 1);
        let language = self.language();
        book.set_title(self.shown_title(&language));
        book.set_toc_name(if language.starts_with("zh") { "目录" } else { "Contents" });
        book.set_languages(vec![language]);
        book.set_generator("zhengwen");
        for author in self.authors() {
            book.add_author(author);
        }
        let dates = self.articles.iter().filter_map(|imported| date_of(&imported.article));
        // EPUB requires a modification date: the latest publish date of the articles.
        book.set_modified_date(dates.max().unwrap_or(DateTime::UNIX_EPOCH));
        if let Some(date) = only.and_then(|imported| date_of(&imported.article)) {
            book.set_publication_date(date);
        }
        let mut hash = Sha256::new();
        self.articles.iter().for_each(|imported| hash.update(imported.origin.as_bytes()));
        let mut id = [0; 16];
        id.copy_from_slice(&hash.finalize()[..16]);
        book.set_uuid(uuid::Builder::from_custom_bytes(id).into_uuid());
    }
}

/// The most authors that a book names.
const MOST_AUTHORS: usize = 50;

impl Book {
    /// The language of most articles.
    fn language(&self) -> String {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for language in self.articles.iter().filter_map(|imported| language_of(&imported.article)) {
            match counts.iter_mut().find(|(known, _)| *known == language) {
                Some((_, count)) => *count += 1,
                None => counts.push((language, 1)),
            }
        }
        // Of several that are the same in number, the first.
        let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(|| "und".to_owned(), |(language, _)| language)
    }

    fn shown_title(&self, language: &str) -> String {
        in_xml(&self.title.clone().unwrap_or_else(|| self.own_title(language)))
    }

    /// The site of all articles, if it is one.
    fn site(&self) -> Option<&str> {
        let site = self.articles.first()?.article.site_name.as_deref()?;
        let is_own =
            |imported: &ImportedArticle| imported.article.site_name.as_deref() == Some(site);
        self.articles.iter().all(is_own).then_some(site)
    }

    /// The title of a book that was given no title.
    fn own_title(&self, language: &str) -> String {
        let Some(first) = self.articles.first() else { return "zhengwen".to_owned() };
        let title = title_of(&first.article);
        let more = self.articles.len() - 1;
        match (more, self.site()) {
            (0, _) => title,
            (_, Some(site)) => site.to_owned(),
            _ if language.starts_with("zh") => format!("《{title}》等 {} 篇", more + 1),
            _ => format!("{title} and {more} more"),
        }
    }

    /// The authors of the articles, each once, in order.
    fn authors(&self) -> Vec<String> {
        let credited =
            self.articles.iter().filter_map(|imported| imported.article.author.as_deref());
        let mut authors: Vec<String> = Vec::new();
        for author in credited.flat_map(|author| author.split("; ")).map(in_xml) {
            if !author.trim().is_empty() && !authors.contains(&author) {
                authors.push(author);
            }
        }
        authors.truncate(MOST_AUTHORS);
        authors
    }
}

/// The text without characters that XML does not know.
fn in_xml(text: &str) -> String {
    let is_unknown = |c: char| c.is_control() && c != '\t' || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.replace('\n', " ").replace(is_unknown, "")
}

fn title_of(article: &Extraction) -> String {
    let title = article.title.as_deref().map(in_xml).map(|title| title.trim().to_owned());
    let title = title.filter(|title| !title.is_empty());
    title.or_else(|| article.url.as_deref().map(in_xml)).unwrap_or_else(|| "…".to_owned())
}

/// The article's language, if it is a well-formed language tag.
fn language_of(article: &Extraction) -> Option<String> {
    let language = article.language.as_deref()?.replace('_', "-");
    let mut parts = language.split('-');
    let is_code = parts.next().is_some_and(|code| {
        (2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphabetic())
    });
    let are_parts = parts.all(|part| {
        (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    (is_code && are_parts).then_some(language)
}

fn date_of(article: &Extraction) -> Option<DateTime<Utc>> {
    let day = article.publish_date.as_deref()?.get(..10)?;
    let day: NaiveDate = day.parse().ok()?;
    Some(day.and_hms_opt(0, 0, 0)?.and_utc())
}

/// The beginning of a page of the book, up to its title.
fn head_in(language: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"{language}\" lang=\"{language}\">\n<head>"
    )
}

/// Renders an article as a chapter.
fn chapter(article: &Extraction, has_picture: &dyn Fn(&str) -> bool) -> String {
    let title = escaped(&title_of(article));
    let language = language_of(article).unwrap_or_else(|| "und".to_owned());
    let mut out = head_in(&language);
    let _ = write!(
        out,
        "<title>{title}</title><link rel=\"stylesheet\" type=\"text/css\" href=\"stylesheet.css\"/></head>\n\
         {}\n<h1>{title}</h1>\n",
        body_of(article)
    );
    out.push_str(&line_of(&credits(article)));
    out.push_str(&as_xml(&set_for_reading(article).unwrap_or_default(), has_picture));
    if let Some(url) = article.url.as_deref().filter(|url| url.starts_with("http")) {
        let (uri, url) = (escaped(&as_uri(url)), escaped(url));
        let _ = write!(out, "\n<p class=\"byline\"><a href=\"{uri}\">{url}</a></p>");
    }
    out.push_str("\n</body>\n</html>\n");
    out
}

/// Turns the writer's HTML into XML by closing empty elements. An image that is not in the book is
/// replaced by its alternative text; a relative link, which leads nowhere from a book, is its words
/// alone. The writer leaves no `>` in attributes and text.
fn as_xml(html: &str, has_picture: &dyn Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(html.len() + 64);
    let (mut rest, mut last) = (html, "");
    while let Some(start) = rest.find('<') {
        let Some(length) = rest[start..].find('>') else { break };
        let (before, tag) = (&rest[..start], &rest[start..=start + length]);
        out.push_str(before);
        rest = &rest[start + length + 1..];
        // Terms and descriptions come in pairs.
        out.push_str(match (last, tag) {
            ("<dl>", "<dd>") => "<dt></dt>",
            ("</dt>", "</dl>") => "<dd></dd>",
            _ => "",
        });
        last = tag;
        if tag.starts_with("<img ") {
            push_picture(&mut out, tag, has_picture);
        } else if tag == "<br>" || tag == "<hr>" {
            out.push_str(&tag.replace('>', "/>"));
        } else if let Some((start, address, end)) = address_in(tag) {
            if leads_somewhere(address) {
                out.push_str(start);
                out.push_str(&as_uri(address));
                out.push_str(end);
            } else {
                out.push_str(start.trim_end_matches(HREF));
                out.push_str(end.trim_start_matches('"'));
            }
        } else {
            out.push_str(tag);
        }
    }
    out.push_str(rest);
    out
}

/// True for an absolute address and for a place in the chapter.
fn leads_somewhere(address: &str) -> bool {
    match address.find([':', '/', '?', '#']) {
        Some(at) => address[at..].starts_with(':') || at == 0 && address.starts_with('#'),
        None => false,
    }
}

const HREF: &str = " href=\"";

/// A tag around the address of its link.
fn address_in(tag: &str) -> Option<(&str, &str, &str)> {
    let start = tag.find(HREF)? + HREF.len();
    let end = start + tag[start..].find('"')?;
    Some((&tag[..start], &tag[start..end], &tag[end..]))
}

/// An address without the characters that browsers accept and URIs do not allow (RFC 3986). Brackets
/// are allowed only in hosts.
fn as_uri(address: &str) -> String {
    let mut slashes = 0;
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        slashes += usize::from(c == '/');
        let is_host = slashes == 2;
        match c {
            '[' | ']' if is_host => out.push(c),
            '[' | ']' | '{' | '}' | '|' | '^' | '`' | '\\' | ' ' => {
                let _ = write!(out, "%{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

fn push_picture(out: &mut String, tag: &str, has_picture: &dyn Fn(&str) -> bool) {
    let value = |name: &str| {
        let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
        rest.split('"').next()
    };
    if value("src").is_some_and(has_picture) {
        out.push_str(tag.trim_end_matches('>'));
        out.push_str("/>");
    } else if let Some(words) = value("alt").filter(|words| !words.is_empty()) {
        let _ = write!(out, "<em>[{words}]</em>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::Image;
    use crate::import::Picture;

    #[test]
    fn html_becomes_xml_and_only_pictures_of_the_book_stay() {
        let html = "<p>a<br>\n&lt;b&gt;</p>\n<hr>\n<figure><img src=\"images/1.png\" alt=\"x\" width=\"3\"></figure>\
            <img src=\"https://a.example/2.png\" alt=\"two\"><img src=\"https://a.example/3.png\" alt=\"\">";
        let xml = as_xml(html, &|name| name == "images/1.png");
        assert_eq!(
            xml,
            "<p>a<br/>\n&lt;b&gt;</p>\n<hr/>\n<figure><img src=\"images/1.png\" alt=\"x\" width=\"3\"/></figure><em>[two]</em>"
        );
    }

    #[test]
    fn addresses_are_uris() {
        for (address, uri) in [
            (
                "https://[::1]:80/a[1]?b={c}|d^e#[f]",
                "https://[::1]:80/a%5B1%5D?b=%7Bc%7D%7Cd%5Ee#%5Bf%5D",
            ),
            ("https://a.example/正文?b=1&amp;c=%20", "https://a.example/正文?b=1&amp;c=%20"),
            ("#note-1", "#note-1"),
        ] {
            assert_eq!(as_uri(address), uri);
            let html = format!("<p><a href=\"{address}\" title=\"x[]\">y</a></p>");
            let xml = format!("<p><a href=\"{uri}\" title=\"x[]\">y</a></p>");
            assert_eq!(as_xml(&html, &|_| false), xml);
        }
    }

    #[test]
    fn relative_links_are_words() {
        for address in ["/a.html", "a.html", "?a=b:c", "a#b", "../a", ""] {
            let html = format!("<p><a href=\"{address}\" title=\"x\">y</a></p>");
            assert_eq!(as_xml(&html, &|_| false), "<p><a title=\"x\">y</a></p>");
        }
    }

    #[test]
    fn terms_and_descriptions_are_paired() {
        let xml = as_xml("<dl>\n<dd>a</dd>\n<dt>b</dt>\n</dl>", &|_| false);
        assert_eq!(xml, "<dl>\n<dt></dt><dd>a</dd>\n<dt>b</dt>\n<dd></dd></dl>");
    }

    fn book_of(articles: Vec<ImportedArticle>) -> Book {
        let mut book = Book::new(None).unwrap();
        articles.into_iter().for_each(|article| book.add(article).unwrap());
        book
    }

    #[test]
    fn pictures_wait_in_a_file_and_stand_in_the_book_once() {
        let picture = |name: &str, media_type, bytes: &[u8]| Picture {
            name: name.to_owned(),
            image: Image { bytes: bytes.to_vec(), media_type, extension: "" },
            addresses: Vec::new(),
        };
        let imported = |pictures| {
            let article = zhengwen::extract(b"<p>text");
            ImportedArticle { origin: "-".to_owned(), article, pictures, missing: Vec::new() }
        };
        let book = book_of(vec![
            imported(vec![picture("images/1.png", "image/png", b"first")]),
            imported(vec![
                picture("images/1.png", "image/png", b"first"),
                picture("images/2.tiff", "image/tiff", b"not shown"),
            ]),
        ]);
        assert!(book.articles.iter().all(|article| article.pictures.is_empty()));
        let mut archive = Vec::new();
        book.write(&mut archive).unwrap();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
        let names: Vec<String> = archive.file_names().map(str::to_owned).collect();
        let pictures: Vec<&String> = names.iter().filter(|name| name.contains("images/")).collect();
        assert_eq!(pictures, ["OEBPS/images/1.png"]);
        let bytes = std::io::read_to_string(archive.by_name(pictures[0]).unwrap()).unwrap();
        assert_eq!(bytes, "first");
    }

    #[test]
    fn a_book_tells_its_title_authors_and_language() {
        let imported = |title: &str, author: &str, language: &str, site: &str| {
            let mut article = zhengwen::extract(b"<p>text");
            article.title = Some(title.to_owned());
            article.author = Some(author.to_owned());
            article.language = Some(language.to_owned());
            article.site_name = Some(site.to_owned());
            let origin = title.to_owned();
            ImportedArticle { origin, article, pictures: Vec::new(), missing: Vec::new() }
        };
        let mixed = book_of(vec![
            imported("A\u{1}\u{b}\nb", "Li; Wang\u{7}", "en", "x"),
            imported("二", "Wang", "zh", "y"),
            imported("三", "", "zh", "y"),
        ]);
        assert_eq!(mixed.language(), "zh");
        assert_eq!(mixed.own_title("zh"), "《A b》等 3 篇");
        assert_eq!(mixed.own_title("en"), "A b and 2 more");
        assert_eq!(mixed.authors(), ["Li", "Wang"]);
        let same = book_of(vec![imported("a", "", "en", "Site"), imported("b", "", "en", "Site")]);
        assert_eq!(same.own_title("en"), "Site");
        let single = book_of(vec![imported("a", "", "en", "Site")]);
        assert_eq!(single.own_title("en"), "a");
        let mut archive = Vec::new();
        mixed.write(&mut archive).unwrap();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
        assert_eq!(archive.by_index(0).unwrap().name(), "mimetype");
        let package = archive.by_name("OEBPS/content.opf").unwrap();
        let package = std::io::read_to_string(package).unwrap();
        assert_eq!(package.matches("id=\"epub-creator-0\"").count(), 1, "{package}");
        assert!(package.contains("<dc:language>zh</dc:language>"), "{package}");
        assert!(package.contains(">Li</dc:creator>") && package.contains(">Wang</dc:creator>"));
    }

    #[test]
    fn a_book_is_made_of_anything() {
        let empty = zhengwen::extract(b"");
        let imported = || ImportedArticle {
            origin: "-".into(),
            article: empty.clone(),
            pictures: Vec::new(),
            missing: Vec::new(),
        };
        for articles in [vec![imported()], vec![imported(), imported()]] {
            let mut out = Vec::new();
            book_of(articles).write(&mut out).unwrap();
            assert!(out.starts_with(b"PK"));
        }
    }
}
