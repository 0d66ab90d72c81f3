//! A fetched page.

/// A fetched page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The body's bytes.
    pub bytes: Vec<u8>,
    /// The address that answered, after redirects.
    pub url: String,
    /// The charset of the `Content-Type` header.
    pub charset: Option<String>,
    /// True if the compressed body breaks off or fails its checksum: the bytes are those before the break.
    pub is_damaged: bool,
}
