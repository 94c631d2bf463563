//! The boards and spaces of a task.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::lines::{COLUMNS, LINES, Line, MAJOR, MINOR, ROWS};
use super::{Board, Params, Plane, Space, Task};
use crate::board::lattice::plane::{Centre, Plane as Tiles, Player};
use crate::step::Steering;

/// What a board is made from: whether the centre takes part, and lines that one player has.
struct Sort {
    centre: Centre,
    planted: Vec<Line>,
}

/// How many more boards are drawn for each place.
const ROUNDS: usize = 12;

/// How many dimensions the spaces have: each number, since some readings are right on up to three.
const DIMENSIONS: [u8; 8] = [1, 2, 3, 4, 5, 6, 3, 4];

pub(super) fn task(params: &Params, steering: &Steering<Plane>, rng: &mut ChaCha8Rng) -> Task {
    let mut sorts = sorts(rng, params.boards.get() as usize);
    sorts.shuffle(rng);
    let pose = |board: &Board| Task { boards: vec![*board], spaces: Vec::new() };
    let boards = steering.cover_each(rng, &sorts, ROUNDS, board, pose);
    Task { boards, spaces: spaces(rng, params.spaces.get() as usize) }
}

/// A program that does not know one of the four lines through the centre misses it on two boards where the centre takes part; and on two
/// others, where it does not, there are a diagonal and another line through it that do not count.
fn sorts(rng: &mut ChaCha8Rng, count: usize) -> Vec<Sort> {
    let mut through = [ROWS[1], COLUMNS[1], MAJOR, MINOR];
    through.shuffle(rng);
    let [a, b, c, d] = through;
    let mut diagonals = [MAJOR, MINOR];
    diagonals.shuffle(rng);
    let with = [vec![a, b, c], vec![b, c, d], vec![a, d], Vec::new()];
    let with = with.map(|planted| Sort { centre: Centre::TakesPart, planted });
    let without = diagonals.into_iter().zip([ROWS[1], COLUMNS[1]]);
    let without = without.map(|(diagonal, other)| vec![diagonal, other]);
    let without = without.map(|planted| Sort { centre: Centre::LeftOut, planted });
    with.into_iter().chain(without).take(count).collect()
}

/// Marks at random, with the planted lines for one player and one more line for either.
fn board(rng: &mut ChaCha8Rng, sort: &Sort) -> Board {
    let [free, first] = [rng.random_range(1..=3), rng.random_range(2..=4)];
    let mut mark = |_| match rng.random_range(0..8) {
        drawn if drawn < free => None,
        drawn if drawn < free + first => Some(Player::First),
        _ => Some(Player::Second),
    };
    let mut tiles: [Option<Player>; Tiles::TILES] = std::array::from_fn(&mut mark);
    let mut plant = |line: Line, owner| {
        for (tile, _) in tiles.iter_mut().zip(0..).filter(|&(_, place)| line.has(place)) {
            *tile = owner;
        }
    };
    let owner = Player::ALL.choose(rng).copied();
    for _ in 0..rng.random_range(0..=2) {
        let other = if rng.random_ratio(1, 3) { None } else { Player::ALL.choose(rng).copied() };
        LINES.choose(rng).into_iter().for_each(|&line| plant(line, other));
    }
    sort.planted.iter().for_each(|&line| plant(line, owner));
    if sort.planted.is_empty() {
        // Two parallel lines, one for each player.
        let mut lines = if rng.random() { ROWS } else { COLUMNS };
        lines.shuffle(rng);
        lines.into_iter().zip(Player::ALL).for_each(|(line, owner)| plant(line, Some(owner)));
    }
    Board { tiles: Tiles::new(tiles), centre: sort.centre }
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
