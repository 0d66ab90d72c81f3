//! Rendering in a build without a browser: errors.

use zhengwen::PageInfo;

use super::drawn::Drawn;
use super::error::RenderError;
use super::options::RenderOptions;
use crate::NotBuilt;
use crate::fetch::Fetched;

/// Renders no page: this build has no browser.
#[derive(Debug)]
pub struct Renderer;

impl Renderer {
    /// Creates a renderer.
    pub fn new(_: RenderOptions) -> Self {
        Self
    }

    /// Fails.
    ///
    /// # Errors
    /// Always: this build has no browser.
    pub fn render(&self, _: &Fetched, _: &PageInfo, _: bool) -> Result<Drawn, RenderError> {
        Err(NotBuilt("browser").into())
    }
}
