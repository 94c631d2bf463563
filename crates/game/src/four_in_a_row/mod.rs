//! Four-in-a-row in four dimensions: black has seat 1.

pub mod computer;
mod records;

use serde::Deserialize;

use self::records::{END, name_of_end};
use super::typed_game::{
    Accepted, AppliedRule, BoardJson, ComputerPlayer, GameView, MoveJson, OptionSpec, Options,
    Outcome, RecordFormat, Rejection, Seat, SeatNumber, Text, TypedGame, name_of, seat_of, side_of,
    stone_of,
};
use crate::texts;
use gradus_board::drawing::four_in_a_row::Sheet;
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::lattice::four_in_a_row::{self, Cell, Choice, End, IllegalMove, Rule, Stone};
use gradus_board::text::ParseError;

pub(super) use gradus_board::lattice::four_in_a_row::Game;

/// When a game ends, in JSON.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum EndJson {
    FirstLine,
    MostLines,
}

impl From<EndJson> for End {
    fn from(end: EndJson) -> Self {
        match end {
            EndJson::FirstLine => Self::FirstLine,
            EndJson::MostLines => Self::MostLines,
        }
    }
}

impl From<Cell> for MoveJson {
    fn from(cell: Cell) -> Self {
        cell.id().into()
    }
}

impl GameView for Game {
    fn options(&self) -> Options {
        Options::default().with(END, name_of_end(self.end()))
    }

    fn outcome(&self) -> Outcome {
        match self.outcome() {
            four_in_a_row::Outcome::Open => Outcome::Open,
            four_in_a_row::Outcome::Won(side) => Outcome::Over(vec![seat_of(side)]),
            four_in_a_row::Outcome::Draw => Outcome::Over(Vec::new()),
        }
    }

    fn board(&self) -> BoardJson {
        BoardJson::Text(self.board().to_string())
    }

    fn score(&self, player: SeatNumber) -> usize {
        self.board().complete_lines(side_of(player)) as usize
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        let lines = self.lines_of(side_of(player)).into_iter();
        lines.map(|line| line.cells().map(MoveJson::from).to_vec()).collect()
    }

    fn drawing(&self, look: &Look) -> Drawing {
        let lines_of = |side| self.lines_of(side).into_iter().map(move |line| (side, line.cells()));
        let lines = Stone::ALL.into_iter().flat_map(lines_of).collect();
        let is_numbered = look.is_numbered;
        Sheet { moves: self.moves(), is_numbered, lines, ..Sheet::of(self.board()) }.drawn()
    }

    fn token(&self, player: SeatNumber, _: &Look) -> Node {
        stone_of(player)
    }

    fn player_name(&self, player: SeatNumber) -> Text {
        name_of(player)
    }

    fn is_scored(&self) -> bool {
        self.end() == End::MostLines
    }

    fn aim(&self) -> Text {
        match self.end() {
            End::FirstLine => texts::four_in_a_row::first_line_wins(),
            End::MostLines => texts::four_in_a_row::most_lines_win(),
        }
    }

    fn description(&self, _: &Look) -> Text {
        texts::four_in_a_row::description()
    }
}

impl TypedGame for Game {
    const NAME: &'static str = "four_in_a_row";
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: END,
        label: texts::four_in_a_row::end,
        accepts: || {
            let texts = [
                (End::FirstLine, texts::four_in_a_row::first_line()),
                (End::MostLines, texts::four_in_a_row::most_lines()),
            ];
            Accepted::OneOf(texts.map(|(end, text)| (name_of_end(end), text)).into())
        },
    }];
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] =
        &[(Seat::Rules, computer::rules), (Seat::Search, computer::search)];
    const FORMATS: &'static [RecordFormat<Self>] = &[records::INI];

    type Move = Cell;

    fn unreadable(error: ParseError) -> Text {
        texts::four_in_a_row::cell(error.found)
    }

    fn title() -> Text {
        texts::four_in_a_row::title()
    }

    fn start(_: usize, options: &Options) -> Result<Self, Rejection> {
        let end = options.get::<EndJson>(END)?;
        Ok(Self::new(end.map_or(End::default(), End::from)))
    }

    fn play(&mut self, next: Cell) -> Result<(), Text> {
        Self::play(self, next).map_err(illegal)
    }

    fn moves(&self) -> &[Cell] {
        self.moves()
    }

    fn applied_rule(&self, _: Cell) -> Option<AppliedRule<Cell>> {
        let Choice { rule, cells } = self.board().computers_choice(self.to_move())?;
        let (number, text) = (rule.number(), rule_text(rule));
        Some(AppliedRule { number, text, allowed: cells.iter().collect() })
    }

    fn legal_moves(&self) -> Vec<Cell> {
        self.board().empty_cells().iter().collect()
    }
}

/// What the computer `rules` does by a rule.
fn rule_text(rule: Rule) -> Text {
    match rule {
        Rule::Complete => texts::four_in_a_row::complete(),
        Rule::Block => texts::four_in_a_row::block(),
        Rule::SpoilTwos => texts::four_in_a_row::spoil_twos(),
        Rule::ExtendTwos => texts::four_in_a_row::extend_twos(),
        Rule::Anywhere => texts::four_in_a_row::anywhere(),
    }
}

fn illegal(rule: IllegalMove) -> Text {
    match rule {
        IllegalMove::Occupied => texts::four_in_a_row::occupied(),
        IllegalMove::Over => texts::four_in_a_row::over(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_has_a_text_in_its_own_english() {
        let error = "x".parse::<Cell>().unwrap_err();
        assert_eq!(Game::unreadable(error.clone()).english(), error.to_string());
        for rule in [IllegalMove::Occupied, IllegalMove::Over] {
            assert_eq!(illegal(rule).english(), rule.to_string());
        }
    }
}
