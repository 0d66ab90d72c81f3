//! The places that output goes to: files and folders here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};

/// Reads the path of an output. An address is refused: it would become folders of its name, and nobody would find the output there.
pub(crate) fn local() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|path: OsString| match is_address(&path.to_string_lossy()) {
        true => Err(
            "output goes to files here; send it on, as in: aws s3 sync OUT/ s3://bucket/OUT/, or \
             for lines: zhengwen batch ... | aws s3 cp - s3://bucket/out.jsonl",
        ),
        false => Ok(PathBuf::from(path)),
    })
}

/// True for the name of a scheme before `://`.
fn is_address(path: &str) -> bool {
    let scheme = path.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
