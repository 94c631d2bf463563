//! Gomoku: black has seat 1. Lines are rows of five or more.

pub mod computer;
mod records;

use super::typed_game::{
    AppliedRule, BoardJson, ComputerPlayer, GameView, MoveJson, Options, Outcome, RecordFormat,
    Rejection, Seat, SeatNumber, Text, TypedGame, name_of, seat_of, side_of, stone_of,
};
use crate::texts;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::gomoku::{IllegalMove, LineScore, Point, Scoring, Stone};
use gradus_board::text::ParseError;

pub(super) use gradus_board::gomoku::Game;

impl From<Point> for MoveJson {
    fn from(point: Point) -> Self {
        Self::Text(point.to_string())
    }
}

impl GameView for Game {
    fn outcome(&self) -> Outcome {
        if self.is_over() {
            Outcome::Over(self.winner().map(seat_of).into_iter().collect())
        } else {
            Outcome::Open
        }
    }

    fn board(&self) -> BoardJson {
        BoardJson::Text(self.board().to_string())
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        let rows = self.rows_of(side_of(player)).into_iter();
        rows.map(|row| row.into_iter().map(MoveJson::from).collect()).collect()
    }

    fn drawing(&self, look: &Look) -> Drawing {
        let rows_of = |side| self.rows_of(side).into_iter().map(move |row| (side, row));
        let rows = Stone::ALL.into_iter().flat_map(rows_of).collect();
        let is_numbered = look.is_numbered;
        Sheet { moves: self.moves(), is_numbered, rows, ..Sheet::of(self.board()) }.drawn()
    }

    fn token(&self, player: SeatNumber, _: &Look) -> Node {
        stone_of(player)
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

impl TypedGame for Game {
    const NAME: &'static str = "gomoku";
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] =
        &[(Seat::Rules, computer::rules), (Seat::Search, computer::search)];
    const FORMATS: &'static [RecordFormat<Self>] = &[records::POINTS, records::PSQ];

    type Move = Point;

    fn unreadable(error: ParseError) -> Text {
        texts::gomoku::point(error.found)
    }

    fn title() -> Text {
        texts::gomoku::title()
    }

    fn start(_: usize, _: &Options) -> Result<Self, Rejection> {
        Ok(Self::new())
    }

    fn play(&mut self, next: Point) -> Result<(), Text> {
        Self::play(self, next).map_err(illegal)
    }

    fn moves(&self) -> &[Point] {
        self.moves()
    }

    fn applied_rule(&self, made: Point) -> Option<AppliedRule<Point>> {
        let (board, side) = (self.board(), self.to_move());
        let text = score_text(&LineScore::through(board, made, side)?, made);
        let allowed = Scoring::published().best_points(board, side);
        Some(AppliedRule { number: 1, text, allowed })
    }

    fn legal_moves(&self) -> Vec<Point> {
        Point::all().filter(|&point| self.board().at(point).is_none()).collect()
    }
}

/// Why a point with the highest score has it: the score of each line, with the pattern that occurs in it.
fn score_text(lines: &[LineScore; 4], point: Point) -> Text {
    let of_line = |line: &LineScore| match line.pattern {
        Some(pattern) => format!("{} {} ({pattern})", line.direction, line.score),
        None => format!("{} {}", line.direction, line.score),
    };
    let total: u32 = lines.iter().map(|line| line.score).sum();
    let lines = lines.each_ref().map(of_line);
    texts::gomoku::score(point, total, Text::list(texts::gomoku::comma(), lines))
}

fn illegal(rule: IllegalMove) -> Text {
    match rule {
        IllegalMove::Occupied => texts::gomoku::occupied(),
        IllegalMove::Over => texts::gomoku::won(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_has_a_text_in_its_own_english() {
        let error = "x".parse::<Point>().unwrap_err();
        assert_eq!(Game::unreadable(error.clone()).english(), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(illegal(rule).english(), rule.to_string());
        }
    }
}
