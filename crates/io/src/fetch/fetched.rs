//! A fetched page.

/// A fetched page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The body's bytes.
    pub bytes: Vec<u8>,
    /// The address that answered, after redirects.
    pub url: String,
    /// The charset of the `Content-Type` header.
    pub charset: Option<String>,
}
