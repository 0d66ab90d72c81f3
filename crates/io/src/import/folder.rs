//! Articles as folders of a library: Markdown, HTML, images, and a list of the files written. A folder is
//! complete or absent: it is written under another name and renamed in one step.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zhengwen::Extraction;

use super::ImportedArticle;
use super::names::{free, key, name_after};
use super::page::page;

/// The list of the files that an import wrote into a folder.
const MANIFEST: &str = "zhengwen.json";

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    origin: String,
    title: Option<String>,
    url: Option<String>,
    files: BTreeSet<String>,
}

/// A folder of articles, each in its own folder.
#[derive(Debug, Clone)]
pub struct Library {
    path: PathBuf,
}

impl Library {
    /// The library in a folder, which is created when needed.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Puts an article into its folder: the one it was put into before, or a new one named after
    /// its title. Files that others put there stay. Returns the folder's path.
    ///
    /// # Errors
    /// When something cannot be read or written; the folder is then left as it was.
    pub fn put(&self, imported: &ImportedArticle) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.path)?;
        let _lock = Lock::on(&self.path)?;
        let name = self.name_for(imported)?;
        let place = Place::of(&self.path, &name);
        place.clear()?;
        if let Err(error) = place.fill(&name, imported).and_then(|()| place.put()) {
            // On a full disk, for instance, the half-written folder would keep it full.
            let _ = fs::remove_dir_all(&place.partial);
            return Err(error);
        }
        Ok(place.folder)
    }

    /// The folder that already holds the article, or a free name.
    fn name_for(&self, imported: &ImportedArticle) -> io::Result<String> {
        let mut taken = BTreeSet::new();
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A folder that an interrupted import moved aside counts under its own name.
            let whole = name
                .strip_prefix('.')
                .and_then(|n| n.strip_suffix(OLD))
                .unwrap_or(&name)
                .to_owned();
            let manifest = fs::read(entry.path().join(MANIFEST)).ok();
            let manifest = manifest.and_then(|json| serde_json::from_slice::<Manifest>(&json).ok());
            if !name.ends_with(PARTIAL) && manifest.is_some_and(|m| m.origin == imported.origin) {
                return Ok(whole);
            }
            taken.insert(key(&whole));
        }
        let name = name_of(&imported.article, &imported.origin);
        Ok(free(&name, &taken))
    }
}

const PARTIAL: &str = ".partial";
const OLD: &str = ".old";

/// The paths of a folder: its own, the one it is written to, and the one that the old version is
/// moved to.
struct Place {
    folder: PathBuf,
    partial: PathBuf,
    old: PathBuf,
}

impl Place {
    fn of(library: &Path, name: &str) -> Self {
        let beside = |ending: &str| library.join(format!(".{name}{ending}"));
        Self { folder: library.join(name), partial: beside(PARTIAL), old: beside(OLD) }
    }

    /// Cleans up after an interrupted import.
    fn clear(&self) -> io::Result<()> {
        if self.old.exists() {
            if self.folder.exists() {
                fs::remove_dir_all(&self.old)?;
            } else {
                fs::rename(&self.old, &self.folder)?;
            }
        }
        if self.partial.exists() {
            fs::remove_dir_all(&self.partial)?;
        }
        fs::create_dir(&self.partial)
    }

    /// Writes the new folder, with what others put into the old one.
    fn fill(&self, name: &str, imported: &ImportedArticle) -> io::Result<()> {
        let files = write_all(&self.partial, name, imported)?;
        match self.folder.exists() {
            true => keep_what_is_not_ours(&self.folder, &self.partial, &files),
            false => Ok(()),
        }
    }

    /// Moves the new folder into the place of the old one.
    fn put(&self) -> io::Result<()> {
        if self.folder.exists() {
            fs::rename(&self.folder, &self.old)?;
        }
        if let Err(error) = fs::rename(&self.partial, &self.folder) {
            if self.old.exists() {
                fs::rename(&self.old, &self.folder)?;
            }
            return Err(error);
        }
        if self.old.exists() { fs::remove_dir_all(&self.old) } else { Ok(()) }
    }
}

/// Writes an article's files, called like its folder, and the list of them; returns their names.
fn write_all(
    folder: &Path,
    name: &str,
    imported: &ImportedArticle,
) -> io::Result<BTreeSet<String>> {
    let article = &imported.article;
    let markdown = zhengwen::with_front_matter(article, article.markdown.as_deref().unwrap_or(""));
    let (md, html) = (format!("{name}.md"), format!("{name}.html"));
    fs::write(folder.join(&md), markdown + "\n")?;
    fs::write(folder.join(&html), page(article) + "\n")?;
    let mut files: BTreeSet<String> = [md, html, MANIFEST.to_owned()].into();
    if !imported.pictures.is_empty() {
        fs::create_dir(folder.join("images"))?;
    }
    for picture in &imported.pictures {
        fs::write(folder.join(&picture.name), &picture.image.bytes)?;
        files.insert(picture.name.clone());
    }
    let manifest = Manifest {
        format: 1,
        origin: imported.origin.clone(),
        title: article.title.clone(),
        url: article.url.clone(),
        files: files.clone(),
    };
    let json = serde_json::to_string_pretty(&manifest)?;
    fs::write(folder.join(MANIFEST), json + "\n")?;
    Ok(files)
}

/// Copies files that no earlier import wrote: the reader's notes, for instance.
fn keep_what_is_not_ours(old: &Path, new: &Path, written: &BTreeSet<String>) -> io::Result<()> {
    let manifest = fs::read(old.join(MANIFEST)).ok();
    let manifest = manifest.and_then(|json| serde_json::from_slice::<Manifest>(&json).ok());
    let ours = manifest.map_or_else(BTreeSet::new, |manifest| manifest.files);
    for entry in walkdir::WalkDir::new(old).min_depth(1) {
        let entry = entry?;
        let Ok(relative) = entry.path().strip_prefix(old) else { continue };
        let name = relative.to_string_lossy().replace('\\', "/");
        let target = new.join(relative);
        if entry.file_type().is_dir() {
            if name != "images" {
                fs::create_dir_all(&target)?;
            }
        } else if !ours.contains(&name) && !written.contains(&name) {
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// The name of a new folder: after the title, or else after the address.
fn name_of(article: &Extraction, origin: &str) -> String {
    let of_title = article.title.as_deref().and_then(name_after);
    of_title.or_else(|| name_after(origin)).unwrap_or_else(|| "article".to_owned())
}

/// Keeps other imports out of a library for as long as it lives, also those of other programs.
#[derive(Debug)]
struct Lock {
    _file: File,
}

impl Lock {
    fn on(library: &Path) -> io::Result<Self> {
        // A folder can be locked itself, where the system lets it be opened.
        let file = match File::open(library) {
            Ok(folder) => folder,
            Err(_) => File::create(library.join(".zhengwen.lock"))?,
        };
        match file.lock() {
            // Some file systems know no locks.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            locked => locked?,
        }
        Ok(Self { _file: file })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch::Image;
    use crate::import::Picture;

    fn imported(origin: &str, title: &str, pictures: &[&str]) -> ImportedArticle {
        let mut article = zhengwen::extract(b"<p>One sentence. And two.");
        article.title = Some(title.to_owned());
        article.markdown = Some(article.text.clone());
        let picture = |name: &&str| Picture {
            name: format!("images/{name}.png"),
            image: Image {
                bytes: name.as_bytes().to_vec(),
                media_type: "image/png",
                extension: "png",
            },
            addresses: Vec::new(),
        };
        let pictures = pictures.iter().map(picture).collect();
        ImportedArticle { origin: origin.to_owned(), article, pictures, missing: Vec::new() }
    }

    fn files(folder: &Path) -> Vec<String> {
        let entries = walkdir::WalkDir::new(folder).min_depth(1).sort_by_file_name();
        let name = |entry: walkdir::DirEntry| {
            entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned()
        };
        entries.into_iter().map(|entry| name(entry.unwrap())).collect()
    }

    #[test]
    fn an_article_is_put_in_its_own_folder_again() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let first =
            library.put(&imported("https://a.example/1", "会议 召开！", &["a", "b"])).unwrap();
        assert!(first.ends_with("会议 召开！"), "{first:?}");
        assert_eq!(
            files(&first),
            [
                "images",
                "images/a.png",
                "images/b.png",
                "zhengwen.json",
                "会议 召开！.html",
                "会议 召开！.md"
            ]
        );
        fs::write(first.join("my notes.txt"), "mine").unwrap();
        let again = library.put(&imported("https://a.example/1", "题目改了", &["b"])).unwrap();
        assert_eq!(first, again);
        assert_eq!(
            files(&again),
            [
                "images",
                "images/b.png",
                "my notes.txt",
                "zhengwen.json",
                "会议 召开！.html",
                "会议 召开！.md"
            ]
        );
        assert!(fs::read_to_string(again.join("会议 召开！.md")).unwrap().contains("题目改了"));
        let other = library.put(&imported("https://a.example/2", "会议 召开！", &[])).unwrap();
        assert!(other.ends_with("会议 召开！ 2"), "{other:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn an_import_that_was_stopped_leaves_nothing_half() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let article = imported("https://a.example/1", "title", &["a"]);
        let stored = library.put(&article).unwrap();
        // Interrupted while writing.
        fs::create_dir(folder.path().join(".title.partial")).unwrap();
        fs::write(folder.path().join(".title.partial/article.md"), "half").unwrap();
        assert_eq!(library.put(&article).unwrap(), stored);
        // Interrupted between the two steps of the exchange.
        fs::rename(&stored, folder.path().join(".title.old")).unwrap();
        assert_eq!(library.put(&article).unwrap(), stored);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(stored.join("images/a.png").exists());
    }

    #[test]
    fn an_import_that_fails_leaves_the_library_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::at(folder.path());
        let stored = library.put(&imported("https://a.example/1", "title", &["a"])).unwrap();
        let before = files(folder.path());
        // A picture whose name leads into a folder that is not there.
        let wrong = imported("https://a.example/1", "title", &["none/b"]);
        assert!(library.put(&wrong).is_err());
        assert_eq!(files(folder.path()), before);
        assert!(stored.join("images/a.png").exists());
    }

    #[test]
    fn names_of_folders_lead_nowhere_else() {
        let name = |title: &str| {
            name_of(&imported("https://a.example/x", title, &[]).article, "https://a.example/x")
        };
        assert_eq!(name("../../etc/passwd"), "etc passwd");
        assert_eq!(name("..."), "https a.example x");
        assert_eq!(name_of(&imported("-", "?", &[]).article, "-"), "article");
    }

    #[test]
    fn imports_at_once_and_titles_that_differ_in_case_keep_their_folders() {
        let folder = tempfile::tempdir().unwrap();
        let titles = ["Title", "TITLE", "title", "Title"];
        std::thread::scope(|scope| {
            for (number, title) in titles.iter().enumerate() {
                let library = Library::at(folder.path());
                scope.spawn(move || {
                    let origin = format!("https://a.example/{number}");
                    for _ in 0..5 {
                        library.put(&imported(&origin, title, &["a"])).unwrap();
                    }
                });
            }
        });
        let mut keys: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| key(&entry.unwrap().file_name().to_string_lossy()))
            .collect();
        keys.sort();
        assert_eq!(keys, ["title", "title 2", "title 3", "title 4"]);
    }
}
