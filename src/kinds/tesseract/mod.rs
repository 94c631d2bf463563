//! Steps on the 3×3×3×3 board without its centre: 31–39.

mod best_tile;
mod export;
mod games;
mod half_directions;
mod line_lists;
mod scores;
mod show_lines;
mod tiles;
mod winner;

pub use best_tile::BestTile;
pub use export::Export;
pub use half_directions::HalfDirections;
pub use scores::Scores;
pub use show_lines::ShowLines;
pub use tiles::Tiles;
pub use winner::Winner;
