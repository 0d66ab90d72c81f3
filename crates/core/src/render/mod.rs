//! Content to what people read.

mod outline;
mod text;

pub use outline::outline;
pub use text::text;
