//! Numerical tic-tac-toe as a match: the odd player has seat 1. A line belongs to whoever completed it.

use rand::rngs::ChaCha8Rng;

use super::computer;
use super::play::{Outcome, Picture, Play, Written};
use super::seat::SeatNumber;
use crate::board::numerical::{self, Cell, Game, Move, Player};

impl From<Move> for Written {
    fn from(placed: Move) -> Self {
        Self::Text(placed.to_string())
    }
}

impl From<Cell> for Written {
    fn from(cell: Cell) -> Self {
        Self::Number(cell.index())
    }
}

impl Play for Game {
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn play(&mut self, next: Move) -> Result<(), String> {
        Self::play(self, next).map_err(|rule| rule.to_string())
    }

    fn moves(&self) -> &[Move] {
        self.moves()
    }

    fn outcome(&self) -> Outcome {
        match self.board().outcome() {
            numerical::Outcome::Open => Outcome::Open,
            numerical::Outcome::Draw => Outcome::Over(Vec::new()),
            numerical::Outcome::Won(player) => {
                let turn = usize::from(player == Player::Even);
                Outcome::Over(vec![SeatNumber::after(turn, 2)])
            }
        }
    }

    fn board(&self) -> Picture {
        Picture::Numbers(self.board().cells().to_vec())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.lines_of(side_of(player)).count()
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<Written>> {
        self.lines_of(side_of(player)).map(|line| line.map(Written::from).to_vec()).collect()
    }

    fn choices(&self) -> Vec<Move> {
        self.board().moves().collect()
    }

    fn by_rules(&self, rng: &mut ChaCha8Rng) -> Option<Move> {
        computer::numerical::rules(self.board(), rng)
    }

    fn by_search(&self, rng: &mut ChaCha8Rng) -> Option<Move> {
        computer::numerical::search(self.board(), rng)
    }
}

/// The player who has a seat.
fn side_of(seat: SeatNumber) -> Player {
    if seat.index() == 0 { Player::Odd } else { Player::Even }
}
