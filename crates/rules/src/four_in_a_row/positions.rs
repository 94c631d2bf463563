//! What the kinds of this track share: boards to ask about, all with the same side to move, as
//! `{"boards": ["..x…", …], "side": "o"}`; and items of ids, as a list or as a set.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::known_lines::{KnownLine, all_lines, lines_known_through};
use super::line_sets::{LineSet, Vector};
use super::view::View;
use crate::item::write_spaced;
use crate::texts::form;
use gradus_board::drawing::four_in_a_row::Sheet;
use gradus_board::drawing::{Note, Panel};
use gradus_board::lattice::four_in_a_row::{
    Bitboard, Board, ByColor, Cell, Line, LineCounts, Stone, lines_through,
};
use gradus_step::Text;

/// Boards of undecided games on which the same side is to move.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Positions {
    pub(super) boards: Vec<Arc<Position>>,
    pub(super) side: Stone,
}

/// A board, and what the readings see of it.
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) view: View,
}

impl Positions {
    /// The boards drawn, each with one item.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let panels = panels(self.boards.iter().map(|position| &position.board), 1).into_iter();
        panels.map(|panel| panel.with_note(Note::ToMove(self.side.into()))).collect()
    }
}

/// Boards drawn, each with so many items.
pub(super) fn panels<'a>(boards: impl IntoIterator<Item = &'a Board>, items: usize) -> Vec<Panel> {
    let drawn = |board| Sheet::of(board).drawn();
    Panel::each(boards.into_iter().map(drawn), items)
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        let has = |least| move |stones: ByColor<u8>| stones.black >= least || stones.white >= least;
        Self { view: View::new(&board, has(1), has(2)), board }
    }
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
        Ok(Self { boards: boards.into_iter().map(Position::from).map(Arc::new).collect(), side })
    }
}

impl From<Positions> for Record {
    fn from(Positions { boards, side }: Positions) -> Self {
        Self { boards: boards.iter().map(|position| position.board).collect(), side }
    }
}

impl TryFrom<Positions> for QuietPositions {
    type Error = IllegalPositions;

    fn try_from(positions: Positions) -> Result<Self, IllegalPositions> {
        let is_loud =
            |board: &Board| Stone::ALL.iter().any(|&side| !board.completing_cells(side).is_empty());
        let mut boards = positions.boards.iter().zip(1..);
        match boards.find(|(position, _)| is_loud(&position.board)) {
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
    /// One item for each board.
    pub(super) fn each<T>(&self, answer: impl Fn(&Board, Stone) -> T) -> Vec<T> {
        self.boards.iter().map(|position| answer(&position.board, self.side)).collect()
    }
}

/// A side to move.
pub(super) fn drawn_side(rng: &mut ChaCha8Rng) -> Stone {
    if rng.random() { Stone::Black } else { Stone::White }
}

/// Puts these positions to random places among `range` ones after the first, so that each comes after another one.
pub(super) fn put_among<T>(rng: &mut ChaCha8Rng, all: &mut Vec<T>, rare: Vec<T>, range: usize) {
    let mut places: Vec<usize> = (1..=range.max(rare.len())).collect();
    places.shuffle(rng);
    places.truncate(rare.len());
    places.sort_unstable();
    for (place, position) in places.into_iter().zip(rare) {
        all.insert(place.min(all.len()), position);
    }
}

/// On how many lines stones are tried to be planted.
const TRIES: usize = 4;

/// A board in the making. Stones are planted where a clause of a rule matters, and the others come at random: any board with as many
/// stones as the turn wants and no complete line could be that of a game.
pub(super) struct Draft {
    board: Board,
    counts: LineCounts,
    /// Cells that stay empty.
    kept: Bitboard,
}

impl Draft {
    pub(super) fn new() -> Self {
        Self { board: Board::empty(), counts: LineCounts::empty(), kept: Bitboard::EMPTY }
    }

    pub(super) fn place(&mut self, cell: Cell, stone: Stone) {
        self.board.place(cell, stone);
        self.counts.place(cell, stone);
    }

    /// Whether a cell has no stone and need not stay empty.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.board.at(cell).is_none() && !self.kept.contains(cell)
    }

    /// Keeps a cell empty.
    pub(super) fn keep(&mut self, cell: Cell) {
        self.kept.insert(cell);
    }

    /// Plants three stones on a line if its cells are free, and the fourth cell stays empty or has a stone of the opponent; says whether
    /// they are free.
    pub(super) fn plant_three(
        &mut self,
        rng: &mut ChaCha8Rng,
        line: [u8; 4],
        side: Stone,
        is_blocked: bool,
    ) -> bool {
        let mut cells = line.map(Cell::new);
        if !cells.iter().all(|&cell| self.is_free(cell)) {
            return false;
        }
        cells.shuffle(rng);
        let [fourth, three @ ..] = cells;
        for cell in three {
            self.place(cell, side);
        }
        if is_blocked {
            self.place(fourth, side.other());
        } else {
            self.keep(fourth);
        }
        true
    }

    /// Plants three stones on one of these lines, if one of a few that are tried is free; says whether one is.
    pub(super) fn plant_three_along(
        &mut self,
        rng: &mut ChaCha8Rng,
        side: Stone,
        is_blocked: bool,
        is_wanted: impl Fn(&KnownLine) -> bool,
    ) -> bool {
        let lines = all_lines().iter().filter(|line| is_wanted(line));
        let tried = lines.sample(rng, TRIES);
        tried.into_iter().any(|line| self.plant_three(rng, line.cells(), side, is_blocked))
    }

    /// Plants an open three along each of these directions; says whether there is room for all of them.
    pub(super) fn plant_threes(
        &mut self,
        rng: &mut ChaCha8Rng,
        side: Stone,
        directions: &[Vector],
    ) -> bool {
        directions.iter().all(|&direction| {
            let lines = all_lines().iter().filter(|line| line.direction() == direction);
            let tried = lines.sample(rng, TRIES);
            tried.into_iter().any(|line| self.plant_three_sharing(rng, line.cells(), side))
        })
    }

    /// Plants three stones and an empty cell on a line that may have stones of the side: a long diagonal has a cell on each of the four
    /// lines along many another direction.
    fn plant_three_sharing(&mut self, rng: &mut ChaCha8Rng, line: [u8; 4], side: Stone) -> bool {
        let cells = line.map(Cell::new);
        let is_own = |cell: Cell| self.board.at(cell) == Some(side);
        let has_room = cells.iter().all(|&cell| self.is_free(cell) || is_own(cell));
        let free: Vec<Cell> = cells.into_iter().filter(|&cell| self.is_free(cell)).collect();
        let Some(&fourth) = free.choose(rng).filter(|_| has_room) else { return false };
        self.keep(fourth);
        for cell in free.into_iter().filter(|&cell| cell != fourth) {
            self.place(cell, side);
        }
        true
    }

    /// Plants an empty cell that completes a line of a side, if there is room for it.
    pub(super) fn plant_three_beside(&mut self, rng: &mut ChaCha8Rng, side: Stone, cell: Cell) {
        let lines = known_through(cell).map(|line| line.others(cell));
        let mut free = lines.filter(|others| others.iter().all(|&other| self.is_free(other)));
        if self.is_free(cell)
            && let Some(stones) = free.by_ref().choose(rng)
        {
            self.keep(cell);
            for stone in stones {
                self.place(stone, side);
            }
        }
    }

    /// Plants an empty cell on a line with two stones of each side, if there is room for it.
    pub(super) fn plant_shared(&mut self, rng: &mut ChaCha8Rng) {
        let cell = Cell::new(rng.random());
        let Some(lines) = any_lines(rng, cell) else { return };
        let cells = || lines.iter().flat_map(|line| line.cells()).map(Cell::new);
        if cells().all(|cell| self.is_free(cell)) {
            self.keep(cell);
            for (line, side) in lines.iter().zip(Stone::ALL) {
                let mut others = line.others(cell);
                others.shuffle(rng);
                let [third, stones @ ..] = others;
                self.keep(third);
                for stone in stones {
                    self.place(stone, side);
                }
            }
        }
    }

    /// Plants an empty cell that completes two lines of a side, if there is room for it.
    pub(super) fn plant_crossing(&mut self, rng: &mut ChaCha8Rng, side: Stone) {
        let cell = Cell::new(rng.random());
        let Some(lines) = any_lines(rng, cell) else { return };
        let stones = || lines.iter().flat_map(|line| line.cells()).map(Cell::new);
        if stones().all(|cell| self.is_free(cell)) {
            self.keep(cell);
            for stone in stones().filter(|&stone| stone != cell) {
                self.place(stone, side);
            }
        }
    }

    /// Plants a double threat of a side; says whether there was room for it.
    pub(super) fn plant_fork(
        &mut self,
        rng: &mut ChaCha8Rng,
        side: Stone,
        fork: Fork,
        lines: impl Fn(&mut ChaCha8Rng, Cell) -> Option<Crossing>,
    ) -> bool {
        let cell = Cell::new(rng.random());
        let Some(lines) = lines(rng, cell) else { return false };
        let mut others: Vec<[Cell; 3]> = lines.iter().map(|line| line.others(cell)).collect();
        for cells in &mut others {
            cells.shuffle(rng);
        }
        let has_room =
            self.is_free(cell) && others.iter().flatten().all(|&cell| self.is_free(cell));
        if has_room {
            match fork {
                Fork::Open | Fork::Blocked => self.keep(cell),
                Fork::Taken => self.place(cell, side.other()),
            }
            for [third, stones @ ..] in others {
                match fork {
                    Fork::Open | Fork::Taken => self.keep(third),
                    Fork::Blocked => self.place(third, side.other()),
                }
                for stone in stones {
                    self.place(stone, side);
                }
            }
        }
        has_room
    }

    /// Adds stones at random until each side has made its moves, without a move into a line that has `longest` stones of its side
    /// and no other; none if that is impossible.
    pub(super) fn filled(
        mut self,
        rng: &mut ChaCha8Rng,
        to_move: Stone,
        moves_each: RangeInclusive<u8>,
        longest: ByColor<u8>,
    ) -> Option<Board> {
        let moves = u32::from(rng.random_range(moves_each));
        let wanted = ByColor { black: moves + u32::from(to_move == Stone::White), white: moves };
        let mut cells: Vec<Cell> = (self.board.empty_cells() - self.kept).iter().collect();
        cells.shuffle(rng);
        let mut missing = ByColor { black: 0, white: 0 };
        for side in Stone::ALL {
            missing[side] = wanted[side].checked_sub(self.board.stones(side).len())?;
        }
        for cell in cells {
            let side = if missing.black >= missing.white { Stone::Black } else { Stone::White };
            if missing[side] == 0 {
                break;
            }
            let is_too_long = |line: &Line| self.counts.has(line, side, longest[side], 0);
            if !lines_through(cell).iter().any(is_too_long) {
                self.place(cell, side);
                missing[side] -= 1;
            }
        }
        let is_whole = missing.black == 0 && missing.white == 0;
        let is_open = Stone::ALL.iter().all(|&side| self.board.complete_lines(side) == 0);
        (is_whole && is_open).then_some(self.board)
    }
}

/// What the cell of a planted double threat holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fork {
    /// Nothing.
    Open,
    /// A stone of the opponent.
    Taken,
    /// Nothing, but the opponent has a stone on each of the lines.
    Blocked,
}

/// The lines of a double threat: two through a cell, or more.
pub(super) type Crossing = Vec<&'static KnownLine>;

/// Any two lines through a cell.
pub(super) fn any_lines(rng: &mut ChaCha8Rng, cell: Cell) -> Option<Crossing> {
    Some(known_through(cell).sample(rng, 2)).filter(|lines| lines.len() == 2)
}

pub(super) fn known_through(cell: Cell) -> impl Iterator<Item = &'static KnownLine> {
    lines_known_through(cell.id(), LineSet::All)
}

/// Whether each of these directions is the only one along which some cell completes a line.
pub(super) fn are_needed(board: &Board, side: Stone, needed: &[Vector]) -> bool {
    let (stones, completing) = (board.stones(side), board.completing_cells(side));
    let along: Vec<Vec<Vector>> = completing
        .iter()
        .map(|cell| {
            let is_complete = |line: &&KnownLine| {
                let mut others = line.cells().map(Cell::new).into_iter();
                others.all(|other| other == cell || stones.contains(other))
            };
            known_through(cell).filter(is_complete).map(KnownLine::direction).collect()
        })
        .collect();
    !along.is_empty() && needed.iter().all(|direction| along.contains(&vec![*direction]))
}

/// Ids in an order that counts: `0 21 42 63`. A wrong reading may answer numbers that are no ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids(pub(super) Vec<i64>);

/// Ids in no order: `12 57 255`, or `-` for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdSet {
    /// Ascending.
    ids: Vec<u16>,
    /// How the empty set is written; what a set that is not empty has here does not matter.
    none: &'static str,
}

/// How the empty set is written.
pub(super) const NONE: &str = "-";

/// What people write instead.
pub(super) const OTHER_NONES: [(&str, &str); 6] = [
    ("nothing", ""),
    ("none", "none"),
    ("minus-one", "-1"),
    ("brackets", "[]"),
    ("null", "null"),
    ("zero", "0"),
];

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

impl FromIterator<Cell> for Ids {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().map(|cell| cell.id().into()).collect())
    }
}

impl IdSet {
    /// The set of these ids, with the word for the empty set. A word that is an id is read as that id.
    pub(super) fn new(ids: impl IntoIterator<Item = u16>, none: &'static str) -> Self {
        let mut ids: Vec<u16> = ids.into_iter().collect();
        if ids.is_empty() {
            ids.extend(none.parse::<u16>());
        }
        ids.sort_unstable();
        ids.dedup();
        let none = if ids.is_empty() { none } else { NONE };
        Self { ids, none }
    }

    /// The cells as they are numbered by the rule.
    pub(super) fn of(cells: Bitboard) -> Self {
        Self::new(cells.iter().map(|cell| cell.id().into()), NONE)
    }

    pub(super) fn read(text: &str) -> Result<Self, Text> {
        let cells = if text == NONE { Some(Bitboard::EMPTY) } else { read_cells(text) };
        cells.map(Self::of).ok_or_else(form::ids)
    }
}

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_spaced(f, &self.0)
    }
}

impl fmt::Display for IdSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ids.is_empty() { f.write_str(self.none) } else { write_spaced(f, &self.ids) }
    }
}
