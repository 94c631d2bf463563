//! Steps on the 3×3×3×3 board without its centre: 31–39.

mod export;
mod played;
mod scores;

pub use export::Export;
pub use scores::Scores;
