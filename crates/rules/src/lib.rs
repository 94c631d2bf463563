//! The rules of the ladder, by track. The list of them is in [`registry`].
//!
//! A rule is a file, which has its task, its items and its [`Kind`](gradus_step::Kind). What would make that file too long is in a
//! folder of its name, in every track under the same names:
//!
//! | file | what it has |
//! |---|---|
//! | `reading.rs` | how the rule is read, and the answers by a reading |
//! | `aspects.rs` | what can be misread, where that is too long to stand in `reading.rs` |
//! | `generator.rs` | how tasks are drawn, where that is too long to stand in the rule's file |
//!
//! Other files there are concepts of that rule alone, such as the search of an endgame.
//!
//! What the rules are about is in [`gradus_board`]. The types with which most of them begin, and how `serde_as` writes these into a
//! task:
//!
//! | track | types | in a task | file |
//! |---|---|---|---|
//! | [`gomoku`] | `Game`, `Point` | `DisplayFromStr`: `"hhgi"`, `"hh"` | `board/gomoku/game.rs`; of a game, `board.rs` and `point.rs` |
//! | [`numerical`] | `Board` | `TryFromInto<[u8; 16]>` | `board/numerical/board.rs` |
//! | [`four_in_a_row`] | `Board`, `Cell` | `DisplayFromStr`: 256 characters; `FromInto<u8>` | `board/lattice/four_in_a_row/board.rs` |
//! | [`tesseract`] | `Tile`, in order | `TryFromInto<u8>` | `board/lattice/tesseract/tile.rs`; `game.rs` plays them |
//! | | `Plane` | `DisplayFromStr`: `"121012102"` | `board/lattice/plane.rs` |
//!
//! What several rules of a track share, such as random positions, is in its `positions.rs` (on the tesseract: `games.rs`; of numerical
//! tic-tac-toe also in `readings.rs` and `evaluation.rs`).
#![expect(
    clippy::enum_variant_names,
    clippy::naive_bytecount,
    clippy::similar_names,
    clippy::struct_field_names,
    clippy::trivially_copy_pass_by_ref,
    reason = "lines of a few cells are counted and passed by reference as longer ones are, and readings are named as sentences"
)]

mod item;
mod registry;

/// What learners read.
#[deny(dead_code)]
mod texts {
    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use registry::registry;
pub use texts::ALL as TEXTS;

/// Steps on the 15×15 board of gomoku: 01–09.
pub mod gomoku {
    mod best_move;
    mod coordinates;
    mod five;
    mod hello;
    mod line_patterns;
    mod plain;
    mod positions;
    mod reach;
    mod replay;
    mod stones;

    pub use best_move::BestMove;
    pub use coordinates::Coordinates;
    pub use five::Five;
    pub use hello::Hello;
    pub use line_patterns::LinePatterns;
    pub use reach::Reach;
    pub use replay::Replay;
    pub use stones::Stones;
}

/// Steps on the 4×4 board of numerical tic-tac-toe: 11–19.
pub mod numerical {
    mod completions;
    mod endgame;
    mod evaluate;
    mod evaluation;
    mod free_numbers;
    mod line_sums;
    mod minimax;
    mod outcome;
    mod positions;
    mod readings;
    mod win_in_one;

    pub use completions::Completions;
    pub use endgame::Endgame;
    pub use evaluate::Evaluate;
    pub use free_numbers::FreeNumbers;
    pub use line_sums::LineSums;
    pub use minimax::Minimax;
    pub use outcome::Outcomes;
    pub use win_in_one::WinInOne;
}

/// Steps on the 4×4×4×4 board of four-in-a-row: 21–29.
pub mod four_in_a_row {
    mod cell_ids;
    mod cells_looked_at;
    mod count_lines;
    mod cpu_rule;
    mod direction_readings;
    mod double_threat;
    mod forced_win;
    mod forks;
    mod id_formula;
    mod known_lines;
    mod line_sets;
    mod lines_through;
    mod numbering;
    mod positions;
    mod scan;
    mod threats;
    mod view;

    pub use cell_ids::CellIds;
    pub use count_lines::CountLines;
    pub use cpu_rule::CpuRule;
    pub use double_threat::DoubleThreat;
    pub use forced_win::ForcedWin;
    pub use lines_through::LinesThrough;
    pub use scan::Scan;
    pub use threats::Threats;
}

/// Steps on the way to the 3×3×3×3 board without its centre, and on it: 30–39.
pub mod tesseract {
    mod best_tile;
    mod export;
    mod games;
    mod half_directions;
    mod plane;
    mod readings;
    mod scores;
    mod show_lines;
    mod tiles;
    mod two_lists;
    mod winner;

    pub use best_tile::BestTile;
    pub use export::Export;
    pub use half_directions::HalfDirections;
    pub use plane::Plane;
    pub use scores::Scores;
    pub use show_lines::ShowLines;
    pub use tiles::Tiles;
    pub use winner::Winner;
}
