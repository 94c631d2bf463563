//! The boards as SVG: a picture of a match, in one document that needs nothing else.
//!
//! | file | what |
//! |---|---|
//! | `card` | the document: a board with its caption |
//! | `caption` | what is said about a match, also to whoever does not see it |
//! | `svg` | drawings as XML, with every text escaped |
//! | `palette` | the colours |
//!
//! How a board is drawn, its game knows: see [`crate::game::drawing`].
//!
//! A picture is the same for the same match. It has no scripts and refers to nothing outside; it brings its own background.
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

/// The board of a match with all that lies there, the last move and the complete lines marked, and how the game stands: a
/// complete SVG document.
#[must_use]
pub fn of_match(shown: &Match) -> String {
    card::card(&Caption::of(shown), &shown.game().drawing())
}
