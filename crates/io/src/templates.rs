//! Stores of site templates: a file for one site, a folder with a file for each site, or an SQLite
//! file.
//!
//! Two programs may learn into the same store at once: [`TemplateStore::change`] reads, changes and
//! writes a site's template under a lock.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zhengwen_site::{SiteTemplate, TemplateError};

use crate::NotBuilt;
use crate::output::PartialFile;

#[cfg(feature = "templates")]
mod sqlite;
#[cfg(not(feature = "templates"))]
#[path = "templates/no_sqlite.rs"]
mod sqlite;

/// A store of site templates.
#[derive(Debug)]
pub enum TemplateStore {
    /// `NAME.json`: the template of one site.
    File(PathBuf),
    /// A folder with `SITE.json` for every site.
    Folder(PathBuf),
    /// `NAME.sqlite`, `.sqlite3` or `.db`: a table `templates` of `site` and `template` (JSON).
    Sqlite(PathBuf),
}

/// The reason a store could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The stored data is not a template.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The SQLite file could not be read or written.
    #[cfg(feature = "templates")]
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// This build has no stores in SQLite.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// The file is of another site than the one requested.
    #[error("holds the template of {held}, not of {asked}")]
    OtherSite {
        /// The site that the file belongs to.
        held: String,
        /// The site that was requested.
        asked: String,
    },
}

impl TemplateStore {
    /// The store at a path; its file name decides the kind.
    pub fn at(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let path = path.to_owned();
        match ending.to_ascii_lowercase().as_str() {
            _ if path.is_dir() => Self::Folder(path),
            "json" => Self::File(path),
            "sqlite" | "sqlite3" | "db" => Self::Sqlite(path),
            _ => Self::Folder(path),
        }
    }

    /// The names of its sites, sorted.
    ///
    /// # Errors
    /// When there is no such store or it cannot be read.
    pub fn sites(&self) -> Result<Vec<String>, StoreError> {
        let mut sites = match self {
            Self::File(path) => vec![read_file(path)?.site],
            Self::Folder(path) => {
                let mut sites = Vec::new();
                for entry in std::fs::read_dir(path)? {
                    let path = entry?.path();
                    if path.extension().is_some_and(|ending| ending == "json") {
                        sites.push(read_file(&path)?.site);
                    }
                }
                sites
            }
            Self::Sqlite(path) => sqlite::sites(path)?,
        };
        sites.sort();
        Ok(sites)
    }

    /// The template of a site; `None` if it has not been learned.
    ///
    /// # Errors
    /// When there is no such store, it cannot be read, or it holds something that is not a
    /// template.
    pub fn read(&self, site: &str) -> Result<Option<SiteTemplate>, StoreError> {
        match self {
            Self::File(path) => Ok(Some(read_file(path)?).filter(|template| template.site == site)),
            Self::Folder(folder) => {
                std::fs::metadata(folder)?;
                let path = folder.join(file_name(site));
                if path.exists() { read_file(&path).map(Some) } else { Ok(None) }
            }
            Self::Sqlite(path) => sqlite::read(path, site),
        }
    }

    /// Changes the template of a site, or an empty one if it has not been learned, while no other
    /// program does. Creates the store if it is missing.
    ///
    /// # Errors
    /// When the store cannot be created, read or written; it is then left as it was.
    pub fn change<T>(
        &self,
        site: &str,
        change: impl FnOnce(&mut SiteTemplate) -> T,
    ) -> Result<T, StoreError> {
        let empty = || SiteTemplate::new(site);
        match self {
            Self::File(path) => {
                let held = |template: SiteTemplate| {
                    if template.site == site {
                        return Ok(template);
                    }
                    let (held, asked) = (template.site, site.to_owned());
                    Err(StoreError::OtherSite { held, asked })
                };
                change_file(
                    path,
                    || if path.exists() { held(read_file(path)?) } else { Ok(empty()) },
                    change,
                )
            }
            Self::Folder(folder) => {
                std::fs::create_dir_all(folder)?;
                let path = folder.join(file_name(site));
                change_file(
                    &path,
                    || if path.exists() { read_file(&path) } else { Ok(empty()) },
                    change,
                )
            }
            Self::Sqlite(path) => sqlite::change(path, site, change),
        }
    }
}

fn read_file(path: &Path) -> Result<SiteTemplate, StoreError> {
    Ok(SiteTemplate::from_json(&std::fs::read_to_string(path)?)?)
}

/// Reads, changes and writes a file while holding its lock file.
fn change_file<T>(
    path: &Path,
    read: impl FnOnce() -> Result<SiteTemplate, StoreError>,
    change: impl FnOnce(&mut SiteTemplate) -> T,
) -> Result<T, StoreError> {
    let mut lock_name = path.as_os_str().to_owned();
    lock_name.push(".lock");
    // The lock file stays: removing it would let two programs hold two locks.
    let lock = File::create(lock_name)?;
    lock.lock()?;
    let mut template = read()?;
    let changed = change(&mut template);
    let mut file = PartialFile::create(path)?;
    file.write_all(template.to_json().as_bytes())?;
    file.finish()?;
    Ok(changed)
}

/// The file name of a site: letters, digits, `.` and `-` as they are, other characters by their
/// bytes.
fn file_name(site: &str) -> String {
    let mut name = String::new();
    for (at, b) in site.bytes().enumerate() {
        let is_plain =
            b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.' && at > 0;
        if is_plain {
            name.push(char::from(b));
        } else {
            name.push_str(&format!("%{b:02x}"));
        }
    }
    name + ".json"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str) {
        let folder = tempfile::tempdir().unwrap();
        let store = TemplateStore::at(&folder.path().join(name));
        assert!(store.read("a.example").is_err() && store.sites().is_err(), "{name}");
        for pages in 1..=2 {
            let total = store.change("a.example", |template| {
                template.pages += 1;
                template.pages
            });
            assert_eq!(total.unwrap(), pages, "{name}");
        }
        assert_eq!(store.read("a.example").unwrap().unwrap().pages, 2);
        assert_eq!(store.read("b.example").unwrap(), None);
        assert_eq!(store.sites().unwrap(), ["a.example"]);
        if let TemplateStore::File(_) = store {
            assert!(matches!(store.change("b.example", |_| ()), Err(StoreError::OtherSite { .. })));
        } else {
            store.change("../b/Ö", |_| ()).unwrap();
            assert_eq!(store.sites().unwrap(), ["../b/Ö", "a.example"]);
            assert!(store.read("../b/Ö").unwrap().is_some());
        }
    }

    #[test]
    fn templates_are_kept() {
        ["one.json", "folder", "store.sqlite"].iter().for_each(|name| check(name));
    }

    #[test]
    fn many_may_learn_at_once() {
        for name in ["one.json", "folder", "store.db"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            std::thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| {
                        let add = |template: &mut SiteTemplate| template.pages += 1;
                        TemplateStore::at(&path).change("a.example", add).unwrap();
                    });
                }
            });
            let template = TemplateStore::at(&path).read("a.example").unwrap();
            assert_eq!(template.unwrap().pages, 8, "{name}");
        }
    }

    #[test]
    fn what_is_damaged_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.json");
        std::fs::write(&path, "{").unwrap();
        assert!(TemplateStore::at(&path).change("a.example", |_| ()).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{");
        let path = folder.path().join("one.sqlite");
        std::fs::write(&path, "no database at all").unwrap();
        assert!(TemplateStore::at(&path).change("a.example", |_| ()).is_err());
    }
}
