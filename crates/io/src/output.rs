//! Complete files only: a file has its name only once it is finished.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written under the name `NAME.partial`. No other run can write it meanwhile.
#[derive(Debug)]
pub struct PartialFile {
    writer: BufWriter<File>,
    names: Option<Names>,
}

/// The names of a file.
#[derive(Debug)]
struct Names {
    /// Until it is whole.
    partial: PathBuf,
    whole: PathBuf,
}

impl PartialFile {
    /// Creates the file anew, replacing what an earlier run may have left. Behind a link the file that it
    /// leads to is replaced, with the permissions that it has. A device or pipe is written as it is.
    ///
    /// # Errors
    /// When the file cannot be made, or another run is writing it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = behind_links(path)?;
        if is_special(&path) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(Self { writer: BufWriter::new(file), names: None });
        }
        let partial = partial_name(&path);
        Self::begin(partial, path, 0)
    }

    /// The same under another name until it is whole, in the same folder: `.NAME.partial`, which programs that
    /// list the folder pass over.
    ///
    /// # Errors
    /// As for [`Self::create`].
    pub fn create_hidden(path: &Path) -> io::Result<Self> {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        let partial = partial_name(&path.with_file_name(name));
        Self::begin(partial, path.to_owned(), 0)
    }

    /// Continues after the first `bytes` bytes that an earlier run left.
    ///
    /// # Errors
    /// When there is nothing to continue, or another run is writing it.
    pub fn resume(path: &Path, bytes: u64) -> io::Result<Self> {
        let path = behind_links(path)?;
        let partial = partial_name(&path);
        fs::metadata(&partial)?;
        Self::begin(partial, path, bytes)
    }

    fn begin(partial: PathBuf, whole: PathBuf, bytes: u64) -> io::Result<Self> {
        let mut file = open_locked(&partial)?;
        file.set_len(bytes)?;
        file.seek(SeekFrom::End(0))?;
        if let Ok(replaced) = fs::metadata(&whole) {
            file.set_permissions(replaced.permissions())?;
        }
        Ok(Self { writer: BufWriter::new(file), names: Some(Names { partial, whole }) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written or the file cannot be renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        match &self.names {
            Some(names) => fs::rename(&names.partial, &names.whole),
            None => Ok(()),
        }
    }

    /// Gives the file its name once all of it is on the disk.
    ///
    /// # Errors
    /// As for [`Self::finish`].
    pub fn finish_synced(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        let folder = self.names.as_ref().and_then(|names| names.whole.parent()).map(Path::to_owned);
        self.finish()?;
        match folder {
            Some(folder) => sync_folder(&folder),
            None => Ok(()),
        }
    }

    /// Removes what was written.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        match &self.names {
            Some(names) => fs::remove_file(&names.partial),
            None => Ok(()),
        }
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The path where a file is written until it is complete.
pub fn partial_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// The path that is written for a path: the target if it is a link, whether or not the target exists.
///
/// # Errors
/// When links lead in a circle.
pub fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("a link that leads in a circle"))
}

/// True if a path names something that is no file and no folder: a device, a pipe, a socket.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// True if both paths name the same file.
pub fn is_same_file(path: &Path, other: &Path) -> bool {
    match (fs::canonicalize(path), fs::canonicalize(other)) {
        (Ok(path), Ok(other)) => path == other,
        _ => false,
    }
}

/// Opens a file for writing, made anew if it is not there, and locks it against other runs.
///
/// # Errors
/// When it cannot be opened, is a link, or another run holds it.
pub fn open_locked(path: &Path) -> io::Result<File> {
    loop {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = match fs::symlink_metadata(path) {
            // A link would lead out of the folder that was asked for.
            Ok(found) if !found.is_file() => {
                return Err(io::Error::other(format!("{}: is no plain file", path.display())));
            }
            Ok(_) => options.open(path),
            Err(_) => options.create_new(true).open(path),
        };
        let file = match file {
            // Made or renamed by another run meanwhile.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            Err(error)
                if error.kind() == io::ErrorKind::NotFound
                    && path.parent().is_some_and(Path::exists) =>
            {
                continue;
            }
            file => file?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let words = format!("{}: another run is writing it", path.display());
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
            }
            // Some file systems know no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        if names(path, &file) {
            return Ok(file);
        }
    }
}

/// True if a path still names an open file, and no link.
#[cfg(unix)]
fn names(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (fs::symlink_metadata(path), file.metadata()) {
        (Ok(named), Ok(open)) => place(named) == place(open),
        _ => false,
    }
}

#[cfg(not(unix))]
fn names(path: &Path, _: &File) -> bool {
    path.exists()
}

/// Makes the names of files in a folder last.
///
/// # Errors
/// When the folder cannot be written.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Windows opens no folders.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && cfg!(windows) => Ok(()),
        synced => synced,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_its_name_only_when_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        let mut file = PartialFile::create(&path).unwrap();
        file.write_all(b"one\ntw").unwrap();
        file.flush().unwrap();
        assert!(!path.exists());
        drop(file);
        let mut file = PartialFile::resume(&path, 4).unwrap();
        file.write_all(b"two\n").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        assert!(!partial_name(&path).exists());
    }

    #[test]
    fn two_runs_do_not_write_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        let file = PartialFile::create(&path).unwrap();
        let error = PartialFile::create(&path).unwrap_err();
        assert!(error.to_string().contains("another run"), "{error}");
        file.discard().unwrap();
        PartialFile::create(&path).unwrap().finish_synced().unwrap();
        assert!(path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write = |name: &str| {
            let mut file = PartialFile::create(&at(name))?;
            file.write_all(b"new")?;
            file.finish()
        };
        fs::write(at("real"), "old").unwrap();
        fs::set_permissions(at("real"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("real", at("link")).unwrap();
        write("link").unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(at("real")).unwrap(), "new");
        assert_eq!(fs::metadata(at("real")).unwrap().permissions().mode() & 0o777, 0o600);
        // A link that somebody planted where the file is written.
        fs::write(at("victim"), "precious").unwrap();
        symlink("victim", at("out.partial")).unwrap();
        assert!(write("out").is_err());
        assert_eq!(fs::read_to_string(at("victim")).unwrap(), "precious");
        symlink("circle", at("circle")).unwrap();
        assert!(write("circle").is_err());
        PartialFile::create(Path::new("/dev/null")).unwrap().finish().unwrap();
        assert!(is_special(Path::new("/dev/null")));
    }
}
