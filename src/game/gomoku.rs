//! Gomoku as a match: black has seat 1. Lines are rows of five or more.

use rand::rngs::ChaCha8Rng;

use super::computer;
use super::play::{Outcome, Picture, Play, Written};
use super::seat::SeatNumber;
use super::sides::{seat_of, side_of};
use crate::board::gomoku::{Game, Point};

impl From<Point> for Written {
    fn from(point: Point) -> Self {
        Self::Text(point.to_string())
    }
}

impl Play for Game {
    type Move = Point;

    fn players(&self) -> usize {
        2
    }

    fn play(&mut self, next: Point) -> Result<(), String> {
        Self::play(self, next).map_err(|rule| rule.to_string())
    }

    fn moves(&self) -> &[Point] {
        self.moves()
    }

    fn outcome(&self) -> Outcome {
        if self.is_over() {
            Outcome::Over(self.winner().map(seat_of).into_iter().collect())
        } else {
            Outcome::Open
        }
    }

    fn board(&self) -> Picture {
        Picture::Text(self.board().to_string())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.rows_of(side_of(player)).len()
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<Written>> {
        let rows = self.rows_of(side_of(player)).into_iter();
        rows.map(|row| row.into_iter().map(Written::from).collect()).collect()
    }

    fn choices(&self) -> Vec<Point> {
        Point::all().filter(|&point| self.board().at(point).is_none()).collect()
    }

    fn by_rules(&self, rng: &mut ChaCha8Rng) -> Option<Point> {
        computer::gomoku::rules(self, rng)
    }

    fn by_search(&self, rng: &mut ChaCha8Rng) -> Option<Point> {
        computer::gomoku::search(self, rng)
    }
}
