//! Four in a row in four dimensions as a match: black has seat 1.

use rand::rngs::ChaCha8Rng;

use super::computer;
use super::play::{self, Picture, Play, Written};
use super::seat::SeatNumber;
use super::sides::{seat_of, side_of};
use crate::board::lattice::four_in_a_row::{Cell, Game, Outcome};

impl From<Cell> for Written {
    fn from(cell: Cell) -> Self {
        Self::Number(cell.id())
    }
}

impl Play for Game {
    type Move = Cell;

    fn players(&self) -> usize {
        2
    }

    fn play(&mut self, next: Cell) -> Result<(), String> {
        Self::play(self, next).map_err(|rule| rule.to_string())
    }

    fn moves(&self) -> &[Cell] {
        self.moves()
    }

    fn outcome(&self) -> play::Outcome {
        match self.outcome() {
            Outcome::Open => play::Outcome::Open,
            Outcome::Won(side) => play::Outcome::Over(vec![seat_of(side)]),
            Outcome::Draw => play::Outcome::Over(Vec::new()),
        }
    }

    fn board(&self) -> Picture {
        Picture::Text(self.board().to_string())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.board().complete_lines(side_of(player)) as usize
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<Written>> {
        let lines = self.lines_of(side_of(player)).into_iter();
        lines.map(|line| line.cells().map(Written::from).to_vec()).collect()
    }

    fn choices(&self) -> Vec<Cell> {
        self.board().empty_cells().iter().collect()
    }

    fn by_rules(&self, rng: &mut ChaCha8Rng) -> Option<Cell> {
        computer::four_in_a_row::rules(self, rng)
    }

    fn by_search(&self, rng: &mut ChaCha8Rng) -> Option<Cell> {
        computer::four_in_a_row::search(self, rng)
    }
}
