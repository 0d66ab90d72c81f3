//! `zhengwen import`: articles with their pictures, as folders or as a book.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use zhengwen_io::import::{Book, ImportedArticle, Library, PictureOptions, import};
use zhengwen_io::output::PartialFile;
use zhengwen_io::pages;

use crate::hints::with_hint;
use crate::not_built;
use crate::page_options::{PageReader, ReadingArguments, Source};
use crate::shown::stdout;
use crate::status::{EXIT_CODES, Status, complain};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ImportArguments {
    /// Files, folders with .html, .htm, .xhtml, plain or .gz, http(s) addresses, or - for a page on standard input
    #[arg(required = true, value_name = "INPUT|URL|-")]
    pub(crate) inputs: Vec<String>,
    /// The folder that gets a folder for each article; with --format epub the book
    #[arg(short, long, value_name = "DIR|FILE", value_parser = crate::output_path::local())]
    pub(crate) output: PathBuf,
    /// folders: TITLE/ with TITLE.md, TITLE.html and images/ for each article; epub: one book of all
    #[arg(short, long, value_enum, default_value_t = ImportFormat::Folders)]
    pub(crate) format: ImportFormat,
    /// The title of the book; by default that of its only article, the site of all, or the first and how many
    /// more
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Fetch no pictures
    #[arg(long)]
    pub(crate) no_images: bool,
    /// Fetch at most this many pictures of an article
    #[arg(long, value_name = "N", default_value_t = PictureOptions::default().most)]
    pub(crate) most_images: usize,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportFormat {
    Folders,
    Epub,
}

/// Imports every page; one that fails is reported and the rest go on.
pub(crate) fn run(arguments: &ImportArguments) -> anyhow::Result<Status> {
    let mut status = Status::Done;
    let mut kept = match arguments.format {
        ImportFormat::Folders => Kept::Folders(Library::at(&arguments.output)),
        ImportFormat::Epub => {
            not_built::check("book", cfg!(feature = "book"))?;
            let book = Book::new(arguments.title.clone());
            let why =
                "no temporary file for the pictures; set TMPDIR to a folder that can be written";
            Kept::Book(Box::new(book.context(why)?))
        }
    };
    let importer = Importer::new(arguments)?;
    for name in names(&arguments.inputs, &mut status) {
        let outcome = importer.import(&name).and_then(|imported| kept.keep(&name, imported));
        if let Err(error) = outcome {
            complain(&format!("{error:#}"));
            status = Status::SomeFailed;
        }
    }
    if let Kept::Book(book) = kept
        && !book.is_empty()
    {
        write_book(&arguments.output, *book)?;
    }
    Ok(status)
}

/// The place to keep articles.
enum Kept {
    Folders(Library),
    Book(Box<Book>),
}

impl Kept {
    fn keep(&mut self, name: &str, imported: ImportedArticle) -> anyhow::Result<()> {
        match self {
            Self::Folders(library) => {
                let folder = library.put(&imported);
                tell(&folder.with_context(|| format!("{name}: {}", library.path().display()))?);
            }
            Self::Book(book) => {
                book.add(imported)
                    .with_context(|| format!("{name}: its pictures could not be stored"))?;
            }
        }
        Ok(())
    }
}

fn write_book(path: &Path, book: Book) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    let mut file = PartialFile::create(path).with_context(name)?;
    book.write(&mut file).with_context(name)?;
    file.finish().with_context(name)?;
    tell(path);
    Ok(())
}

/// Prints where something was put. If standard output is closed, the import goes on.
fn tell(path: &Path) {
    let mut out = stdout();
    let _ = writeln!(out, "{}", path.display()).and_then(|()| out.flush());
}

/// The pages of the inputs: a folder gives its files.
fn names(inputs: &[String], status: &mut Status) -> Vec<String> {
    let mut names = Vec::new();
    for input in inputs {
        if !Path::new(input).is_dir() {
            names.push(input.clone());
            continue;
        }
        match pages::list(Path::new(input)) {
            Ok(files) => names.extend(files.iter().map(|file| file.display().to_string())),
            Err(error) => {
                complain(&format!("{input}: {error}"));
                *status = Status::SomeFailed;
            }
        }
    }
    names
}

struct Importer<'a> {
    arguments: &'a ImportArguments,
    pages: PageReader,
}

impl<'a> Importer<'a> {
    fn new(arguments: &'a ImportArguments) -> anyhow::Result<Self> {
        let mut pages = arguments.reading.reader(None)?;
        // An article is kept whole.
        pages.options.most_pages = arguments.reading.read.most_pages.max(1);
        Ok(Self { arguments, pages })
    }

    fn import(&self, name: &str) -> anyhow::Result<ImportedArticle> {
        let Source { fetched, is_online } = &self.pages.source(name)?;
        let mut options = self.pages.options.clone();
        if !is_online && !self.arguments.reading.read.join.join_pages {
            // A file asks nobody for further pages unless that is asked for.
            options.most_pages = 1;
        }
        let most = if self.arguments.no_images { 0 } else { self.arguments.most_images };
        let pictures = PictureOptions { most, ..PictureOptions::default() };
        let (reader, known) = (&self.pages.reader, self.pages.known(name));
        let extract = self.pages.extract.clone();
        let page = (fetched, *is_online);
        let imported = import(reader, name, page, extract, &options, &known, &pictures);
        let imported = imported.map_err(|error| anyhow!("{name}: {}", with_hint(&error)))?;
        if imported.article.text.is_empty() {
            let warnings = imported.article.warnings.iter().map(ToString::to_string);
            let why = warnings.collect::<Vec<_>>().join("; ");
            return Err(anyhow!("{name}: not imported: {why}"));
        }
        for (address, why) in &imported.missing {
            complain(&format!("{name}: {address}: picture not fetched: {}", with_hint(why)));
        }
        imported
            .article
            .warnings
            .iter()
            .for_each(|warning| complain(&format!("{name}: {warning}")));
        Ok(imported)
    }
}
