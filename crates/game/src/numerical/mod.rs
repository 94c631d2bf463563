//! Numerical tic-tac-toe: the odd player has seat 1. A line belongs to the player who completed it.

pub mod computer;
mod told;

use super::typed_game::SearchDepth::{Four, One, Three, Two};
use super::typed_game::{
    AppliedRule, BoardJson, ComputerPlayer, MoveJson, OptionError, Options, Outcome, Seat,
    SeatNumber, TOKEN, Text, TypedGame,
};
use crate::texts;
use crate::typed_game::ErrorText;
use gradus_board::drawing::numerical::{Sheet, token};
use gradus_board::drawing::{Drawing, Look, Node};
use gradus_board::numerical;
use gradus_board::numerical::{Cell, Move, Number, Player};

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

    fn title() -> Text {
        texts::numerical::title()
    }

    fn start(_: usize, _: &Options) -> Result<Self, OptionError> {
        Ok(Self::new())
    }

    fn play(&mut self, next: Move) -> Result<(), Text> {
        Self::play(self, next).map_err(ErrorText::error_text)
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

    fn applied_rule(&self, made: Move) -> Option<AppliedRule<Move>> {
        let (rule, allowed) = computer::choice(self.board())?;
        let (number, text) = (rule.number(), told::rule(rule, self.board(), made));
        Some(AppliedRule { number, text, allowed })
    }

    fn board(&self) -> BoardJson {
        BoardJson::Numbers(self.board().cells().to_vec())
    }

    fn lines_of(&self, player: SeatNumber) -> Vec<Vec<MoveJson>> {
        self.lines_of(side_of(player)).map(|line| line.map(MoveJson::from).to_vec()).collect()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.board().moves().collect()
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

/// The player who has a seat.
fn side_of(seat: SeatNumber) -> Player {
    if seat.index() == 0 { Player::Odd } else { Player::Even }
}
