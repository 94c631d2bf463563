//! The only list of kinds, in the order of the ladder: a new rule is one file and one line here.

use super::{four_in_a_row, gomoku, matches, numerical, tesseract};
use crate::step::Registry;

/// Every kind that a `step.toml` may name.
#[must_use]
pub fn registry() -> Registry {
    let registry = Registry::default()
        .with::<gomoku::Hello>()
        .with::<gomoku::Coordinates>()
        .with::<gomoku::Stones>()
        .with::<gomoku::Reach>()
        .with::<gomoku::Five>()
        .with::<gomoku::Replay>()
        .with::<gomoku::LinePatterns>()
        .with::<gomoku::BestMove>()
        .with_old::<numerical::FreeNumbers>()
        .with_old::<numerical::LineSums>()
        .with_old::<numerical::Completions>()
        .with_old::<numerical::Evaluate>()
        .with_old::<numerical::Outcomes>()
        .with_old::<numerical::WinInOne>()
        .with_old::<numerical::Minimax>()
        .with_old::<numerical::Endgame>()
        .with_old::<four_in_a_row::CellIds>()
        .with_old::<four_in_a_row::Scan>()
        .with_old::<four_in_a_row::LinesThrough>()
        .with_old::<four_in_a_row::CountLines>()
        .with_old::<four_in_a_row::Threats>()
        .with_old::<four_in_a_row::CpuRule>()
        .with_old::<four_in_a_row::DoubleThreat>()
        .with_old::<four_in_a_row::ForcedWin>()
        .with_old::<tesseract::Tiles>()
        .with_old::<tesseract::HalfDirections>()
        .with_old::<tesseract::Scores>()
        .with_old::<tesseract::ShowLines>()
        .with_old::<tesseract::Winner>()
        .with_old::<tesseract::Export>()
        .with_old::<tesseract::BestTile>();
    matches::register(registry)
}
