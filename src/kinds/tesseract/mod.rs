//! Steps on the 3×3×3×3 board without its centre: 31–39.

mod best_tile;
mod export;
mod half_directions;
mod played;
mod scores;
mod tiles;

pub use best_tile::BestTile;
pub use export::Export;
pub use half_directions::HalfDirections;
pub use scores::Scores;
pub use tiles::Tiles;
