//! Numerical tic-tac-toe: the odd player has seat 1. A line belongs to the player who completed it.

pub mod computer;

use super::typed_game::SearchDepth::{Four, One, Three, Two};
use super::typed_game::{
    AppliedRule, BoardJson, ComputerPlayer, GameView, MoveJson, Options, Outcome, Rejection, Seat,
    SeatNumber, TOKEN, Text, TypedGame,
};
use crate::texts;
use gradus_board::drawing::numerical::{Sheet, token};
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::numerical::search::Position;
use gradus_board::numerical::{
    self, Board, Cell, IllegalMove, Move, Number, ParseMoveError, Player,
};

pub(super) use gradus_board::numerical::Game;

impl From<Move> for MoveJson {
    fn from(placed: Move) -> Self {
        Self::Text(placed.to_string())
    }
}

impl From<Cell> for MoveJson {
    fn from(cell: Cell) -> Self {
        cell.index().into()
    }
}

impl GameView for Game {
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

    fn board(&self) -> BoardJson {
        BoardJson::Numbers(self.board().cells().to_vec())
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        self.lines_of(side_of(player)).map(|line| line.map(MoveJson::from).to_vec()).collect()
    }

    fn drawing(&self, look: &Look) -> Drawing {
        let lines_of = |player| self.lines_of(player).map(move |line| (player, line));
        let lines = [Player::Odd, Player::Even].into_iter().flat_map(lines_of).collect();
        Sheet {
            moves: self.moves(),
            is_numbered: look.is_numbered,
            has_free_numbers: true,
            lines,
            ..Sheet::of(self.board())
        }
        .drawn()
    }

    fn token(&self, player: SeatNumber, _: &Look) -> Node {
        token(side_of(player), TOKEN)
    }

    fn player_name(&self, player: SeatNumber) -> Text {
        match side_of(player) {
            Player::Odd => texts::numerical::odd_player(),
            Player::Even => texts::numerical::even_player(),
        }
    }

    fn pieces(&self) -> Option<Vec<u8>> {
        Some(self.board().free_numbers().iter().map(Number::value).collect())
    }

    fn aim(&self) -> Text {
        texts::numerical::aim()
    }

    fn description(&self, _: &Look) -> Text {
        let free = self.board().unplaced_numbers().iter().map(|number| number.to_string());
        let free = free.collect::<Vec<_>>().join(", ");
        if free.is_empty() {
            return texts::numerical::description();
        }
        let board = texts::numerical::description();
        texts::numerical::free(board, free)
    }
}

impl TypedGame for Game {
    const NAME: &'static str = "numerical";
    const COMPUTERS: &'static [(Seat, ComputerPlayer<Self>)] = &[
        (Seat::Rules, |game, rng| computer::rules(game.board(), rng)),
        (Seat::AlphaBeta(One), |game, rng| computer::alpha_beta(game.board(), One, rng)),
        (Seat::AlphaBeta(Two), |game, rng| computer::alpha_beta(game.board(), Two, rng)),
        (Seat::AlphaBeta(Three), |game, rng| computer::alpha_beta(game.board(), Three, rng)),
        (Seat::AlphaBeta(Four), |game, rng| computer::alpha_beta(game.board(), Four, rng)),
        (Seat::Search, |game, rng| computer::search(game.board(), rng)),
    ];

    type Move = Move;

    fn unreadable(error: ParseMoveError) -> Text {
        match error {
            ParseMoveError::Colon { found } => texts::numerical::colon(found),
            ParseMoveError::Cell(error) => texts::numerical::cell(error.found),
            ParseMoveError::Number(error) => texts::numerical::number(error.found),
        }
    }

    fn title() -> Text {
        texts::numerical::title()
    }

    fn start(_: usize, _: &Options) -> Result<Self, Rejection> {
        Ok(Self::new())
    }

    fn play(&mut self, next: Move) -> Result<(), Text> {
        Self::play(self, next).map_err(illegal)
    }

    fn moves(&self) -> &[Move] {
        self.moves()
    }

    fn applied_rule(&self, made: Move) -> Option<AppliedRule<Move>> {
        let (rule, allowed) = computer::choice(self.board())?;
        let (number, text) = (rule.number(), rule_text(rule, self.board(), made));
        Some(AppliedRule { number, text, allowed })
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.board().moves().collect()
    }
}

/// The player who has a seat.
fn side_of(seat: SeatNumber) -> Player {
    if seat.index() == 0 { Player::Odd } else { Player::Even }
}

/// Why the computer `rules` made a legal move on this board by a rule.
fn rule_text(rule: computer::Rule, board: &Board, made: Move) -> Text {
    let after = || Position::from(board).after(made);
    match rule {
        computer::Rule::Win => texts::numerical::win(),
        computer::Rule::Safe => {
            texts::numerical::safe(after().evaluation(), after().count_safe_moves())
        }
        computer::Rule::Any => texts::numerical::any(after().evaluation()),
    }
}

fn illegal(rule: IllegalMove) -> Text {
    match rule {
        IllegalMove::Occupied => texts::numerical::occupied(),
        IllegalMove::NumberUsed => texts::numerical::number_used(),
        IllegalMove::OpponentsNumber(player) => texts::numerical::opponents_number(match player {
            Player::Odd => texts::numerical::odd(),
            Player::Even => texts::numerical::even(),
        }),
        IllegalMove::Over => texts::numerical::won(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_of_the_board_has_a_text_in_its_own_english() {
        for text in ["5", "16:1", "5:17"] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(Game::unreadable(error.clone()).english(), error.to_string());
        }
        for rule in [
            IllegalMove::Occupied,
            IllegalMove::NumberUsed,
            IllegalMove::OpponentsNumber(Player::Odd),
            IllegalMove::OpponentsNumber(Player::Even),
            IllegalMove::Over,
        ] {
            assert_eq!(illegal(rule).english(), rule.to_string());
        }
    }
}
