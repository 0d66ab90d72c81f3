//! The parts of an address as it is written. Where one is read by the standard anyway, [`url::Url`] has them.

/// An address cut into its parts. `//host/path` is taken for a path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Address<'a> {
    /// The scheme; empty for an address within a site.
    pub scheme: &'a str,
    /// The host without user and port; empty without a scheme.
    pub host: &'a str,
    /// The path with the query and the fragment.
    pub rest: &'a str,
}

impl<'a> Address<'a> {
    /// Cuts an address.
    pub fn of(address: &'a str) -> Self {
        let colon =
            memchr::memchr(b':', address.as_bytes()).filter(|at| address[*at..].starts_with("://"));
        let scheme = colon.map_or("", |at| &address[..at]);
        if scheme.is_empty() || scheme.contains(['/', '?', '#']) {
            return Self { scheme: "", host: "", rest: address };
        }
        let after = &address[scheme.len() + "://".len()..];
        let (host, rest) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
        let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
        Self { scheme, host: host.split(':').next().unwrap_or(host), rest }
    }

    /// The path.
    pub fn path(self) -> &'a str {
        let end = memchr::memchr2(b'?', b'#', self.rest.as_bytes());
        &self.rest[..end.unwrap_or(self.rest.len())]
    }

    /// The steps of the path that are not empty.
    pub fn steps(self) -> impl DoubleEndedIterator<Item = &'a str> {
        self.path().split('/').filter(|step| !step.is_empty())
    }

    /// The name of the file: the last step of the path, empty if that ends in a slash.
    pub fn file(self) -> &'a str {
        let path = self.path();
        &path[memchr::memrchr(b'/', path.as_bytes()).map_or(0, |slash| slash + 1)..]
    }

    /// The ending of the file's name; empty without one.
    pub fn ending(self) -> &'a str {
        self.file().rsplit_once('.').map_or("", |(_, ending)| ending)
    }

    /// What the file is, by the ending of its name.
    pub fn kind(self) -> Option<FileKind> {
        FileKind::of(self.ending())
    }

    /// True for the first page of a site.
    pub fn is_first_page(self) -> bool {
        let path = self.rest.strip_prefix('/').unwrap_or(self.rest);
        path.is_empty() || path.starts_with("index.")
    }
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A document, a table, slides, or an archive of such.
    Document,
    /// An image that browsers show.
    Image,
    /// A page, or the program that makes it.
    Page,
}

/// The endings of the names of files.
const ENDINGS: &[(FileKind, &[&str])] = &[
    (
        FileKind::Document,
        &[
            "7z", "csv", "doc", "docx", "et", "gz", "odp", "ods", "odt", "ofd", "pdf", "ppt",
            "pptx", "rar", "rtf", "txt", "wps", "xls", "xlsx", "zip",
        ],
    ),
    (FileKind::Image, &["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"]),
    (FileKind::Page, &["asp", "aspx", "htm", "html", "jsp", "php", "shtml"]),
];

impl FileKind {
    /// The kind of the files whose names end so, in whichever case.
    pub fn of(ending: &str) -> Option<Self> {
        let is_one_of = |endings: &[&str]| endings.iter().any(|e| e.eq_ignore_ascii_case(ending));
        ENDINGS.iter().find(|(_, endings)| is_one_of(endings)).map(|(kind, _)| *kind)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn parts_of_addresses() {
        for (address, host, path, file, ending) in [
            ("https://a.example/b/c.tar.gz?d=/e.f#g", "a.example", "/b/c.tar.gz", "c.tar.gz", "gz"),
            ("http://ann:x@a.example:8080", "a.example", "", "", ""),
            ("http://a.example?b/c.d", "a.example", "", "", ""),
            ("/go?to=http://a.example/b.pdf", "", "/go", "go", ""),
            ("b/c/", "", "b/c/", "", ""),
            ("附件1.docx", "", "附件1.docx", "附件1.docx", "docx"),
        ] {
            let found = Address::of(address);
            assert_eq!(
                (found.host, found.path(), found.file(), found.ending()),
                (host, path, file, ending)
            );
        }
        assert!(Address::of("https://a.example/index.html").is_first_page());
        assert!(!Address::of("https://a.example/?p=7").is_first_page());
    }
}
