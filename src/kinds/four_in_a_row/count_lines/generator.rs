//! Boards of step 24: games that went on after the first line.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::super::known_lines::{KnownLine, all_lines};
use super::super::line_sets::{LineSet, Vector, changes};
use crate::board::lattice::four_in_a_row::{Board, Cell, Stone};

/// The directions along which lines are planted, so that each one that changes two or four coordinates has lines on a task of four
/// boards: there are few lines along it, and by chance there might be none.
#[derive(Default)]
pub(super) struct Deck {
    /// Those that change two, three and four coordinates.
    directions: [Vec<Vector>; 3],
}

impl Deck {
    /// The next direction that changes so many coordinates.
    fn draw(&mut self, rng: &mut ChaCha8Rng, changing: usize) -> Option<Vector> {
        let left = self.directions.get_mut(changing.checked_sub(2)?)?;
        if left.is_empty() {
            left.extend(LineSet::All.vectors().filter(|&vector| changes(vector) == changing));
            left.shuffle(rng);
        }
        left.pop()
    }
}

/// How many coordinates change along the lines that are planted on a board. Two boards have each direction that changes two.
const PLANTED: [usize; 10] = [4, 4, 3, 3, 2, 2, 2, 2, 2, 2];

/// A board of a game that went on after the first line.
pub(super) fn played_on(rng: &mut ChaCha8Rng, deck: &mut Deck) -> Board {
    let stones: u32 = rng.random_range(150..=220);
    let mut board = Board::empty();
    for changing in PLANTED {
        let direction = deck.draw(rng, changing);
        let is_free =
            |cells: &[u8; 4]| cells.iter().all(|&cell| board.at(Cell::new(cell)).is_none());
        let along = all_lines().iter().filter(|line| Some(line.direction()) == direction);
        let free: Vec<[u8; 4]> = along.map(KnownLine::cells).filter(is_free).collect();
        let side = to_move(&board);
        for &cell in free.choose(rng).into_iter().flatten() {
            board.place(Cell::new(cell), side);
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

/// The side that has fewer stones, or black.
fn to_move(board: &Board) -> Stone {
    let [black, white] = Stone::ALL.map(|side| board.stones(side).len());
    if black <= white { Stone::Black } else { Stone::White }
}
