//! The computer players of gomoku.
//!
//! [`rules`] takes a point that the published table values highest, and sees no further. [`search`] thinks as strong
//! people do: it looks for threats, because a threat leaves the opponent so few replies that a win can be seen far ahead.
//!
//! ```text
//!       d e f g h i j k
//!   d   . . . . o . . .
//!   e   . . . . x . . .        Black (x) is to move. C makes the column a four, and white has to answer
//!   f   . o . . x . . .        below it. But C has made the row an open three as well, and now it is
//!   g   . . . . x o . .        black's turn to make an open four there.
//!   h   . . x x C . . .
//!   i   . o . . . . . .        A four and an open three at once win: white can stop only one of them.
//!   j   . . . o . . . .
//! ```
//!
//! From a line to a move:
//!
//! | module | what it knows |
//! |---|---|
//! | `line` | what a stone makes of one line: an open three, a four, five |
//! | `shape` | what it makes of the four lines together, and what that threatens |
//! | `position` | the shapes of all empty points, for both sides, kept up to date from move to move |
//! | `attack` | wins by threats alone, where every reply is forced |
//! | `lookahead` | alpha-beta over the good moves, for when nothing is forced |
//! | `search` | in which order a player asks them |
//!
//! No search looks at a clock: a `budget` of positions bounds each.

mod attack;
mod budget;
mod line;
mod lookahead;
mod point_set;
mod position;
mod ranking;
mod rules;
mod search;
mod shape;
mod transpositions;

#[cfg(test)]
mod tests;

pub use rules::rules;
pub use search::search;
