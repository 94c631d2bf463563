//! The only list of kinds, in the order of the ladder: a new rule is one file and one line here.

use super::{four_in_a_row, gomoku, numerical, tesseract};
use gradus_step::Registry;

/// Every kind that a `step.toml` may name, without those of matches.
pub fn registry() -> Registry {
    Registry::default()
        .with::<gomoku::Hello>()
        .with::<gomoku::Coordinates>()
        .with::<gomoku::Stones>()
        .with::<gomoku::Reach>()
        .with::<gomoku::Five>()
        .with::<gomoku::Replay>()
        .with::<gomoku::LinePatterns>()
        .with::<gomoku::BestMove>()
        .with::<numerical::FreeNumbers>()
        .with::<numerical::LineSums>()
        .with::<numerical::Completions>()
        .with::<numerical::Evaluate>()
        .with::<numerical::Outcomes>()
        .with::<numerical::WinInOne>()
        .with::<numerical::Minimax>()
        .with::<numerical::Endgame>()
        .with::<four_in_a_row::CellIds>()
        .with::<four_in_a_row::Scan>()
        .with::<four_in_a_row::LinesThrough>()
        .with::<four_in_a_row::CountLines>()
        .with::<four_in_a_row::Threats>()
        .with::<four_in_a_row::CpuRule>()
        .with::<four_in_a_row::DoubleThreat>()
        .with::<four_in_a_row::ForcedWin>()
        .with::<tesseract::Plane>()
        .with::<tesseract::Tiles>()
        .with::<tesseract::HalfDirections>()
        .with::<tesseract::Scores>()
        .with::<tesseract::ShowLines>()
        .with::<tesseract::Winner>()
        .with::<tesseract::Export>()
        .with::<tesseract::BestTile>()
}
