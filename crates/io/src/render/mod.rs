//! Renders pages in a headless Chromium, over its DevTools protocol.
//!
//! Everything that the browser requests goes through a proxy of this program, which checks every
//! address as the fetcher does; the browser itself resolves no name.

#[cfg(feature = "browser")]
mod browser;
#[cfg(feature = "browser")]
mod client;
mod drawn;
mod error;
mod options;
#[cfg(feature = "browser")]
mod program;
#[cfg(feature = "browser")]
mod protocol;
#[cfg(feature = "browser")]
mod renderer;
#[cfg(not(feature = "browser"))]
#[path = "no_renderer.rs"]
mod renderer;
#[cfg(feature = "browser")]
mod snapshot;
#[cfg(feature = "browser")]
mod tunnel;
#[cfg(feature = "browser")]
mod visit;

pub use drawn::Drawn;
pub use error::RenderError;
pub use options::RenderOptions;
pub use renderer::Renderer;
