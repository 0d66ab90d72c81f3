//! The error of an ability that a build leaves out.

/// An ability that this build leaves out, by the name of its feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this program was built without the feature `{0}` (`--features full` builds all)")]
pub struct NotBuilt(pub &'static str);

impl From<NotBuilt> for std::io::Error {
    fn from(error: NotBuilt) -> Self {
        Self::new(std::io::ErrorKind::Unsupported, error)
    }
}
