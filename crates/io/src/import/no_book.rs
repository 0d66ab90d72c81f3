//! Books in a build without them: errors.

use std::io::Write;

use super::ImportedArticle;
use crate::NotBuilt;

/// The reason a book could not be written.
pub type BookError = NotBuilt;

/// A book to write; no value exists.
pub enum Book {}

impl Book {
    /// An empty book.
    ///
    /// # Errors
    /// Always: this build has no books.
    pub fn new(_: Option<String>) -> Result<Self, BookError> {
        Err(NotBuilt("book"))
    }

    /// Adds a chapter.
    ///
    /// # Errors
    /// Never.
    pub fn add(&mut self, _: ImportedArticle) -> Result<(), BookError> {
        match *self {}
    }

    /// True if it has no chapter.
    pub fn is_empty(&self) -> bool {
        match *self {}
    }

    /// Writes the book.
    ///
    /// # Errors
    /// Never.
    pub fn write(self, _: impl Write) -> Result<(), BookError> {
        match self {}
    }
}
