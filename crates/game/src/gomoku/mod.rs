//! Gomoku: black has seat 1. Lines are rows of five or more.

pub mod computer;
mod records;
mod told;

use super::stones::{name_of, seat_of, side_of, token};
use super::typed_game::{
    AppliedRule, BoardJson, ComputerPlayer, MoveJson, OptionError, Options, Outcome, RecordFormat,
    Seat, SeatNumber, Text, TypedGame,
};
use crate::texts;
use crate::typed_game::ErrorText;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::gomoku::{LineScore, Point, Scoring, Stone};

pub(super) use gradus_board::gomoku::Game;

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

    fn title() -> Text {
        texts::gomoku::title()
    }

    fn start(_: usize, _: &Options) -> Result<Self, OptionError> {
        Ok(Self::new())
    }

    fn play(&mut self, next: Point) -> Result<(), Text> {
        Self::play(self, next).map_err(ErrorText::error_text)
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

    fn drawing(&self, look: &Look) -> Drawing {
        let rows_of = |side| self.rows_of(side).into_iter().map(move |row| (side, row));
        let rows = Stone::ALL.into_iter().flat_map(rows_of).collect();
        let is_numbered = look.is_numbered;
        Sheet { moves: self.moves(), is_numbered, rows, ..Sheet::of(self.board()) }.drawn()
    }

    fn token(&self, player: SeatNumber, _: &Look) -> Node {
        token(player)
    }

    fn player_name(&self, player: SeatNumber) -> Text {
        name_of(player)
    }

    fn aim(&self) -> Text {
        texts::gomoku::aim()
    }

    fn description(&self, _: &Look) -> Text {
        texts::gomoku::description()
    }
}
