//! Boards of step 24: games that went on after the first line.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};

use super::super::known_lines::{KnownLine, all_lines};
use super::super::line_sets::{LineSet, Vector, changes};
use gradus_board::lattice::four_in_a_row::{Board, Cell, Stone};

/// The directions along which lines are planted, so that each one that changes two coordinates or more has several lines on a task of
/// four boards: there are few lines along it, and by chance there might be none.
#[derive(Default)]
pub(super) struct Deck {
    /// Those along which there are lines by now, each as often as on boards.
    planted: Vec<Vector>,
}

impl Deck {
    /// Directions that change so many coordinates, those with the fewest lines first.
    fn draw(&self, rng: &mut ChaCha8Rng, changing: usize) -> Vec<Vector> {
        let mut directions: Vec<Vector> =
            LineSet::All.vectors().filter(|&vector| changes(vector) == changing).collect();
        directions.shuffle(rng);
        directions
            .sort_by_key(|vector| self.planted.iter().filter(|&other| other == vector).count());
        directions
    }
}

/// How many coordinates change along the lines that are planted on a board, and how many lines along such a direction there are: four
/// boards have three of each direction, where there is room for them.
const PLANTED: [(usize, usize); 3] = [(4, 6), (3, 12), (2, 9)];

/// A board of a game that went on after the first line.
pub(super) fn played_on(rng: &mut ChaCha8Rng, deck: &mut Deck) -> Board {
    let stones: u32 = rng.random_range(150..=220);
    let mut board = Board::empty();
    for (changing, lines) in PLANTED {
        for direction in deck.draw(rng, changing).into_iter().take(lines) {
            if plant(rng, &mut board, direction) {
                deck.planted.push(direction);
            }
        }
    }
    let mut cells: Vec<Cell> = board.empty_cells().iter().collect();
    cells.shuffle(rng);
    let placed: u32 = Stone::ALL.map(|side| board.stones(side).len()).into_iter().sum();
    for cell in cells.into_iter().take(stones.saturating_sub(placed) as usize) {
        board.place(cell, to_move(&board));
    }
    board
}

/// Plants a line along a direction, for one side or the other; says whether there is room for it.
fn plant(rng: &mut ChaCha8Rng, board: &mut Board, direction: Vector) -> bool {
    let mut sides = Stone::ALL;
    sides.shuffle(rng);
    for side in sides {
        let has_room = |cells: &[u8; 4]| {
            cells.iter().all(|&cell| board.at(Cell::new(cell)) != Some(side.other()))
        };
        let along = all_lines().iter().filter(|line| line.direction() == direction);
        if let Some(cells) = along.map(KnownLine::cells).filter(has_room).choose(rng) {
            for cell in cells.map(Cell::new) {
                if board.at(cell).is_none() {
                    board.place(cell, side);
                }
            }
            return true;
        }
    }
    false
}

/// The side that has fewer stones, or black.
fn to_move(board: &Board) -> Stone {
    let [black, white] = Stone::ALL.map(|side| board.stones(side).len());
    if black <= white { Stone::Black } else { Stone::White }
}
