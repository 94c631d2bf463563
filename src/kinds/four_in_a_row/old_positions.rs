//! Boards for the kind that still names its wrong solvers one by one: what `positions` had for all of them.

use std::fmt;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use crate::board::lattice::four_in_a_row::{Board, Cell, LineCounts, Stone, lines_through};
use crate::kinds::item::write_spaced;

/// Boards of undecided games on which the same side is to move.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Positions {
    pub(super) boards: Vec<Board>,
    pub(super) side: Stone,
}

/// Positions in which neither side can complete a line yet.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Positions", into = "Positions")]
pub struct QuietPositions(pub(super) Positions);

/// Positions as a task writes them.
#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    boards: Vec<Board>,
    #[serde(with = "Side")]
    side: Stone,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stone")]
enum Side {
    #[serde(rename = "x")]
    Black,
    #[serde(rename = "o")]
    White,
}

/// Why the boards of a task are not positions to ask about. Boards count from 1.
#[derive(Debug, thiserror::Error)]
pub enum IllegalPositions {
    #[error(
        "board {0}: `side` is not to move there: black has as many stones as white, or one more"
    )]
    Turn(usize),
    #[error("board {0}: no cell is empty")]
    Full(usize),
    #[error("board {0}: a line is complete already")]
    Decided(usize),
    #[error("board {0}: a line has three stones of one side and an empty cell")]
    OpenThree(usize),
    #[error("board {0}: `side` has no forced win that is short enough")]
    NoForcedWin(usize),
}

impl TryFrom<Record> for Positions {
    type Error = IllegalPositions;

    fn try_from(Record { boards, side }: Record) -> Result<Self, IllegalPositions> {
        for (board, number) in boards.iter().zip(1..) {
            let [black, white] = Stone::ALL.map(|side| board.stones(side).len());
            if black != white + u32::from(side == Stone::White) {
                return Err(IllegalPositions::Turn(number));
            }
            if board.empty_cells().is_empty() {
                return Err(IllegalPositions::Full(number));
            }
            if Stone::ALL.iter().any(|&side| board.complete_lines(side) > 0) {
                return Err(IllegalPositions::Decided(number));
            }
        }
        Ok(Self { boards, side })
    }
}

impl From<Positions> for Record {
    fn from(Positions { boards, side }: Positions) -> Self {
        Self { boards, side }
    }
}

impl TryFrom<Positions> for QuietPositions {
    type Error = IllegalPositions;

    fn try_from(positions: Positions) -> Result<Self, IllegalPositions> {
        let is_loud =
            |board: &Board| Stone::ALL.iter().any(|&side| !board.completing_cells(side).is_empty());
        match positions.boards.iter().zip(1..).find(|(board, _)| is_loud(board)) {
            Some((_, number)) => Err(IllegalPositions::OpenThree(number)),
            None => Ok(Self(positions)),
        }
    }
}

impl From<QuietPositions> for Positions {
    fn from(QuietPositions(positions): QuietPositions) -> Self {
        positions
    }
}

impl Positions {
    /// This many positions for one side to move, each drawn separately.
    pub(super) fn draw(
        rng: &mut ChaCha8Rng,
        count: u32,
        mut board: impl FnMut(&mut ChaCha8Rng, Stone) -> Board,
    ) -> Self {
        let side = if rng.random() { Stone::Black } else { Stone::White };
        Self { boards: (0..count).map(|_| board(rng, side)).collect(), side }
    }

    /// One item for each board.
    pub(super) fn each<T>(&self, answer: impl Fn(&Board, Stone) -> T) -> Vec<T> {
        self.boards.iter().map(|board| answer(board, self.side)).collect()
    }
}

/// What is not played on the way to a position, as long as there is anything else to play.
#[derive(Clone, Copy)]
pub(super) enum Avoid {
    /// A move that makes a three whose fourth cell is empty, or completes a line.
    OpenThrees,
}

impl Avoid {
    /// How many stones of a side a line may have that has none of the other side.
    fn longest(self) -> u8 {
        match self {
            Self::OpenThrees => 2,
        }
    }
}

/// A position that was played to turn by turn, in which `side` is to move; both have made a number of moves from a
/// range, and black one more if white is to move.
///
/// A cell that one side avoids comes first when the other is to move, who often takes it: so threes and twos are
/// blocked, as in games of people.
pub(super) fn played(
    rng: &mut ChaCha8Rng,
    side: Stone,
    moves_each: RangeInclusive<u8>,
    avoid: Avoid,
) -> Board {
    let moves = 2 * usize::from(rng.random_range(moves_each)) + usize::from(side == Stone::White);
    let mut cells: Vec<Cell> = Cell::all().collect();
    cells.shuffle(rng);
    let mut board = Board::empty();
    let mut counts = LineCounts::empty();
    for stone in (0..moves).map(Stone::to_move_after) {
        let longest = avoid.longest();
        let is_avoided = |cell: &Cell| {
            lines_through(*cell).iter().any(|line| counts.has(line, stone, longest, 0))
        };
        // If every cell left is to be avoided, the first one is played.
        let cell = cells.remove(cells.iter().position(|cell| !is_avoided(cell)).unwrap_or(0));
        board.place(cell, stone);
        counts.place(cell, stone);
    }
    board
}

/// Ids in an order that counts: `0 21 42 63`.
#[derive(Clone, PartialEq, Eq)]
pub struct CellList(pub(super) Vec<Cell>);

/// Reads an id from 0 to 255; leading zeros and a plus sign do not count.
pub(super) fn read_cell(text: &str) -> Option<Cell> {
    text.parse().ok().map(Cell::new)
}

/// Reads ids with blanks between them; none if there is no id, or something that is no id.
pub(super) fn read_cells<T: FromIterator<Cell>>(text: &str) -> Option<T> {
    let mut ids = text.split_whitespace().peekable();
    ids.peek()?;
    ids.map(read_cell).collect()
}

impl fmt::Display for CellList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(f, &self.0)
    }
}
