//! The boards and spaces of a task.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};

use super::lines::{COLUMNS, LINES, Line, MAJOR, MINOR, ROWS};
use super::{Board, Params, Plane, Space, Task};
use crate::board::lattice::plane::{Centre, Plane as Tiles, Player};
use crate::step::Steering;

/// What a board has. Each of the eight lines is to be missed on two boards by a program that does not know it, and each misreading of the
/// centre is to show on two. A board has few tiles for that, so that most of them are given.
#[derive(Clone, Copy)]
enum Sort {
    /// Three parallel lines: one for each player, and a free one.
    Stripes,
    /// One player has both diagonals and an edge.
    Diagonals,
    /// One player has the middle row, the middle column and this diagonal.
    Plus(Line),
    /// Without the centre: one player has both diagonals and the middle line along this axis.
    Hourglass(Axis),
    /// Without the centre: one player has this diagonal, the middle line along this axis and an edge across it; the other one has the ends
    /// of the middle line across.
    AcrossTheCentre(Line, Axis),
}

/// How lines run.
#[derive(Clone, Copy)]
enum Axis {
    Row,
    Column,
}

impl Axis {
    /// The lines along it, the middle one second.
    const fn lines(self) -> [Line; 3] {
        match self {
            Self::Row => ROWS,
            Self::Column => COLUMNS,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Row => Self::Column,
            Self::Column => Self::Row,
        }
    }
}

/// How many more boards are drawn for each place.
const ROUNDS: usize = 8;

/// How many dimensions the spaces have: each number, since some readings are right on up to three.
const DIMENSIONS: [u8; 8] = [1, 2, 3, 4, 5, 6, 3, 4];

pub(super) fn task(params: &Params, steering: &Steering<Plane>, rng: &mut ChaCha8Rng) -> Task {
    let mut sorts = sorts(rng, params.boards.get() as usize);
    sorts.shuffle(rng);
    let pose = |board: &Board| Task { boards: vec![*board], spaces: Vec::new() };
    let boards = steering.cover_each(rng, &sorts, ROUNDS, board, pose);
    Task { boards, spaces: spaces(rng, params.spaces.get() as usize) }
}

fn sorts(rng: &mut ChaCha8Rng, count: usize) -> Vec<Sort> {
    let axis = if rng.random() { Axis::Row } else { Axis::Column };
    let diagonal = if rng.random() { MAJOR } else { MINOR };
    let sorts = [
        Sort::Diagonals,
        Sort::Hourglass(axis),
        Sort::Plus(MAJOR),
        Sort::AcrossTheCentre(diagonal, axis.other()),
        Sort::Plus(MINOR),
        Sort::Stripes,
    ];
    sorts.into_iter().cycle().take(count).collect()
}

/// A board of a sort; what the sort does not give is drawn at random.
fn board(rng: &mut ChaCha8Rng, sort: &Sort) -> Board {
    let mut tiles: [Option<Player>; Tiles::TILES] = std::array::from_fn(|_| mark(rng));
    let mut plant = |line: Line, owner: Option<Player>| {
        for (tile, _) in tiles.iter_mut().zip(0..).filter(|&(_, place)| line.has(place)) {
            *tile = owner;
        }
    };
    let owner = Player::ALL.choose(rng).copied();
    match *sort {
        Sort::Stripes => {
            let axis = if rng.random() { Axis::Row } else { Axis::Column };
            let mut lines = axis.lines();
            lines.shuffle(rng);
            let owners = [Some(Player::First), Some(Player::Second), None];
            lines.into_iter().zip(owners).for_each(|(line, owner)| plant(line, owner));
        }
        Sort::Diagonals => {
            let edges = LINES.into_iter().filter(|line| !line.is_through());
            [MAJOR, MINOR].into_iter().chain(edges.choose(rng)).for_each(|line| plant(line, owner));
        }
        Sort::Plus(diagonal) => {
            [ROWS[1], COLUMNS[1], diagonal].into_iter().for_each(|line| plant(line, owner));
        }
        Sort::Hourglass(axis) => {
            let [_, middle, _] = axis.lines();
            [MAJOR, MINOR, middle].into_iter().for_each(|line| plant(line, owner));
        }
        Sort::AcrossTheCentre(diagonal, axis) => {
            let [one, ends, other] = axis.other().lines();
            let [_, middle, _] = axis.lines();
            let edge = if rng.random() { one } else { other };
            plant(ends, owner.map(Player::other));
            [diagonal, middle, edge].into_iter().for_each(|line| plant(line, owner));
        }
    }
    let centre = match sort {
        Sort::Hourglass(_) | Sort::AcrossTheCentre(..) => Centre::LeftOut,
        Sort::Stripes | Sort::Diagonals | Sort::Plus(_) => Centre::TakesPart,
    };
    Board { tiles: Tiles::new(tiles), centre }
}

/// Nobody's, or a player's.
fn mark(rng: &mut ChaCha8Rng) -> Option<Player> {
    [None, Some(Player::First), Some(Player::Second)].choose(rng).copied().flatten()
}

/// Different spaces: all sides come before one comes twice.
fn spaces(rng: &mut ChaCha8Rng, count: usize) -> Vec<Space> {
    let mut sides: Vec<u8> = Space::SIDES.collect();
    let mut spaces: Vec<Space> = Vec::with_capacity(count);
    while spaces.len() < count {
        sides.shuffle(rng);
        let mut dimensions = DIMENSIONS;
        dimensions.shuffle(rng);
        for (&side, dimensions) in sides.iter().zip(dimensions).take(count - spaces.len()) {
            let space = Space { side, dimensions };
            if !spaces.contains(&space) {
                spaces.push(space);
            }
        }
    }
    spaces
}
