//! Complete files only: a file has its name only once it is finished.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written under the name `NAME.partial`.
#[derive(Debug)]
pub struct PartialFile {
    writer: BufWriter<File>,
    partial: PathBuf,
    path: PathBuf,
}

impl PartialFile {
    /// Creates the file anew, replacing what an earlier run may have left.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let partial = partial_name(path);
        let file = File::create(&partial)?;
        Ok(Self { writer: BufWriter::new(file), partial, path: path.to_owned() })
    }

    /// Continues after the first `bytes` bytes that an earlier run left.
    ///
    /// # Errors
    /// When there is nothing to continue.
    pub fn resume(path: &Path, bytes: u64) -> io::Result<Self> {
        let partial = partial_name(path);
        let file = OpenOptions::new().append(true).open(&partial)?;
        file.set_len(bytes)?;
        Ok(Self { writer: BufWriter::new(file), partial, path: path.to_owned() })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written or the file cannot be renamed.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        std::fs::rename(&self.partial, &self.path)
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
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        assert!(!partial_name(&path).exists());
    }
}
