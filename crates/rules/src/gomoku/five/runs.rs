//! A game with the runs that each of its moves makes, which most readings ask for.
//!
//! ```text
//!     a b c d e f
//!   a . x x 9 x .        The stone 9 of black has two stones before it on the line —, and one after it.
//! ```

use std::fmt;
use std::str::FromStr;

use super::super::plain::{LINES, Place, SIDE};
use gradus_board::gomoku::{Game, ParseGameError, Point, Stone};

/// A game with the runs of its moves.
#[derive(Clone)]
pub(super) struct Record {
    game: Game,
    runs: Vec<Runs>,
}

/// How many stones of the mover lie side by side with the one that is placed: before and after it on each of [`LINES`].
#[derive(Clone, Copy)]
pub(super) struct Runs {
    along: [(u8, u8); LINES.len()],
    total: u8,
}

impl Runs {
    /// Those before and after the stone on the line with this number.
    pub(super) fn along(&self, line: usize) -> (usize, usize) {
        self.along.get(line).map_or((0, 0), |&(before, after)| (before.into(), after.into()))
    }

    /// How many there are on all lines together.
    pub(super) fn total(&self) -> usize {
        self.total.into()
    }

    fn of(stones: &Stones, point: Point, mover: Stone) -> Self {
        let from = padded(point.index().into());
        let count = |stride| {
            let count = run(stones, from, stride, |stone| stone == Some(mover));
            // A line has at most fifteen stones.
            u8::try_from(count).unwrap_or(u8::MAX)
        };
        let along = LINES.map(stride).map(|stride| (count(-stride), count(stride)));
        Self { along, total: along.iter().map(|(before, after)| before + after).sum() }
    }
}

impl Record {
    /// The game.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Its moves, each with its runs in [`Record::runs`].
    pub(super) fn moves(&self) -> &[Point] {
        self.game.moves()
    }

    /// The runs of the moves.
    pub(super) fn runs(&self) -> &[Runs] {
        &self.runs
    }
}

impl From<Game> for Record {
    fn from(game: Game) -> Self {
        let mut stones = EMPTY;
        let mut runs = |(turn, &point): (usize, &Point)| {
            let mover = Stone::to_move_after(turn);
            if let Some(place) = stones.get_mut(padded(point.index().into())) {
                *place = Some(mover);
            }
            Runs::of(&stones, point, mover)
        };
        Self { runs: game.moves().iter().enumerate().map(&mut runs).collect(), game }
    }
}

/// As the game.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl FromStr for Record {
    type Err = ParseGameError;

    fn from_str(text: &str) -> Result<Self, ParseGameError> {
        text.parse().map(Game::into)
    }
}

/// What lies on each point. Around the board there is an empty row and column on each side, where every line ends.
pub(super) type Stones = [Option<Stone>; WIDTH * WIDTH];

/// No stones.
pub(super) const EMPTY: Stones = [None; WIDTH * WIDTH];

/// How wide that is.
const WIDTH: usize = SIDE as usize + 2;

/// Where among the stones the point with this index lies.
pub(super) fn padded(index: usize) -> usize {
    let side = WIDTH - 2;
    (index / side + 1) * WIDTH + index % side + 1
}

/// How far apart among the stones the neighbours on a line are.
pub(super) fn stride((down, across): Place) -> isize {
    isize::from(down) * WIDTH.cast_signed() + isize::from(across)
}

/// The index of a place on the board; before the first one there is nothing that this is asked of.
pub(super) fn index_of((row, column): Place) -> usize {
    usize::try_from(row * SIDE + column).unwrap_or_default()
}

/// How many of the stones that lie side by side with the one at `from`, in the direction of this stride, count.
pub(super) fn run(
    stones: &Stones,
    from: usize,
    stride: isize,
    counts: impl Fn(Option<Stone>) -> bool,
) -> usize {
    let (mut at, mut count) = (from, 0);
    loop {
        at = at.wrapping_add_signed(stride);
        if !counts(stones.get(at).copied().flatten()) {
            return count;
        }
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stones_beside_a_move_are_counted_on_each_line() {
        //     a b c d e
        //   a . x x 9 x
        //   b . . . o x
        let record: Record = "abbdachhaehibehjad".parse().unwrap();
        let last = record.runs().last().unwrap();
        assert_eq!([0, 1, 2, 3].map(|line| last.along(line)), [(2, 1), (0, 1), (0, 0), (0, 0)]);
        assert_eq!(last.total(), 4);
    }
}
