//! Gomoku: black has seat 1. Lines are rows of five or more.

pub mod computer;
mod records;
mod told;

use super::stones::{name_of, seat_of, side_of, token};
use self::told::TEXTS;
use super::typed_game::{
    AppliedRule, BoardJson, ComputerPlayer, MoveJson, OptionError, Options, Outcome, RecordFormat,
    Seat, SeatNumber, Translated, TypedGame,
};
use crate::board::gomoku::{LineScore, Point, Scoring, Stone};
use crate::drawing::gomoku::Sheet;
use crate::drawing::{Drawing, Node};

pub(super) use crate::board::gomoku::Game;

impl From<Point> for MoveJson {
    fn from(point: Point) -> Self {
        Self::Text(point.to_string())
    }
}

impl TypedGame for Game {
    const NAME: &'static str = "gomoku";
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] =
        &[(Seat::Rules, computer::rules), (Seat::Search, computer::search)];
    const FORMATS: &'static [RecordFormat<Self>] = &[records::POINTS, records::PSQ];

    type Move = Point;

    fn title() -> Translated {
        TEXTS.title.clone()
    }

    fn start(_: usize, _: &Options) -> Result<Self, OptionError> {
        Ok(Self::new())
    }

    fn play(&mut self, next: Point) -> Result<(), Translated> {
        Self::play(self, next).map_err(Translated::from)
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

    fn applied_rule(&self, made: Point) -> Option<AppliedRule<Point>> {
        let (board, side) = (self.board(), self.to_move());
        let text = told::score(&LineScore::through(board, made, side)?, made);
        let allowed = Scoring::published().best_points(board, side);
        Some(AppliedRule { number: 1, text, allowed })
    }

    fn board(&self) -> BoardJson {
        BoardJson::Text(self.board().to_string())
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        let rows = self.rows_of(side_of(player)).into_iter();
        rows.map(|row| row.into_iter().map(MoveJson::from).collect()).collect()
    }

    fn legal_moves(&self) -> Vec<Point> {
        Point::all().filter(|&point| self.board().at(point).is_none()).collect()
    }

    fn drawing(&self) -> Drawing {
        let rows = Stone::ALL.into_iter().flat_map(|side| self.rows_of(side)).collect();
        Sheet { last: self.moves().last().copied(), rows, ..Sheet::of(self.board()) }.drawn()
    }

    fn token(&self, player: SeatNumber) -> Node {
        token(player)
    }

    fn player_name(&self, player: SeatNumber) -> String {
        name_of(player).to_owned()
    }

    fn description(&self) -> String {
        "A board of 15 rows and 15 columns, lettered from a to o.".to_owned()
    }
}
