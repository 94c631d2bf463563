//! Tic-tac-toe on a tesseract: 3×3×3×3 tiles without the one in the centre, 232 lines, two to eight
//! players. A player scores a line for three tiles in a row; the first to reach the agreed number
//! wins.
//!
//! ```text
//!           j = 1        j = 2        j = 3
//!          1  2  3     10 11 12     19 20 21
//!   i = 1  4  5  6     13 14 15     22 23 24         In each 3×3 grid k grows downwards
//!          7  8  9     16 17 18     25 26 27         and l to the right.
//!
//!         28 29 30     37 38 39     45 46 47         The centre (2, 2, 2, 2) does not
//!   i = 2 31 32 33     40  · 41     48 49 50         exist: it is on too many lines.
//!         34 35 36     42 43 44     51 52 53
//!
//!         54 55 56     63 64 65     72 73 74
//!   i = 3 57 58 59     66 67 68     75 76 77
//!         60 61 62     69 70 71     78 79 80
//! ```
//!
//! From text to a legal game: [`Tile`] and [`Players`] → [`Game`]; and [`code`] makes a short text
//! of a game's history.
//!
//! ```
//! use gradus_board::lattice::tesseract::{Game, Players, code};
//!
//! let history = code::decode("176y")?;
//! let players = Players::new(2).ok_or("two to eight")?;
//! let game = Game::from_history(players, history)?;
//! assert_eq!(code::encode(game.history()), "176y");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod code;

mod game;
mod lines;
mod players;
mod tile;

pub use game::{Game, IllegalHistory, Outcome, TileTaken};
pub use lines::{Line, line_count_along, lines, lines_through};
pub use players::{ByPlayer, Player, Players};
pub use tile::{ByTile, Tile, TileSet};
