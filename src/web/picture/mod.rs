//! Pictures of matches: one self-contained SVG document each.
//!
//! | file | what |
//! |---|---|
//! | `card` | the document: a board with its caption |
//! | `caption` | the texts of a picture, with the description for screen readers |
//! | `svg` | drawings as SVG elements, with every text escaped |
//! | `palette` | the colours |
//!
//! Each game draws its own board: see [`crate::game::drawing`].
//!
//! The same match gives the same picture. A picture has no scripts, loads nothing, and has a background of its own.
//!
//! ```
//! use gradus::game::{Match, Setup};
//! use gradus::web::picture;
//!
//! let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#)?;
//! let played = Match::resume(setup, ["hh", "gi"])?;
//! let svg = picture::of_match(&played);
//! assert!(svg.contains("<title>Gomoku: Black to move</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod caption;
mod card;
mod palette;
mod svg;

#[cfg(test)]
mod tests;

use caption::Caption;

use crate::game::Match;

/// The picture of a match: the board with its pieces, the last move and the complete lines marked, and the status below. It is a
/// complete SVG document.
#[must_use]
pub fn of_match(shown: &Match) -> String {
    card::card(&Caption::of(shown), &shown.game().drawing())
}
