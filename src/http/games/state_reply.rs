//! A match as it is shown.

use serde::Serialize;

use crate::game::{
    BoardJson, BySeat, GameName, GameSeed, Match, MatchId, MoveJson, Options, Outcome, Seat,
    SeatNumber,
};
use crate::http::origin::ServerAddress;
use crate::matches::LoadedMatch;
use crate::step::StepNumber;

/// The JSON object of a match.
#[derive(Serialize)]
pub(super) struct StateReply<'a> {
    is_success: bool,
    id: MatchId,
    url: String,
    game: GameName,
    seats: &'a BySeat<Seat>,
    to_move: Option<SeatNumber>,
    history: Vec<MoveJson>,
    board: BoardJson,
    scores: BySeat<usize>,
    status: Status,
    winners: Vec<SeatNumber>,
    last: Option<MoveJson>,
    #[serde(flatten)]
    options: Options,
    /// The seed of the computers' random choices; that of a step's match is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<GameSeed>,
    /// The step whose match it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepNumber>,
    picture: String,
    events: String,
    /// The keys of the humans' seats, shown to whoever makes the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) keys: Option<BySeat<Option<String>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    Won,
    Draw,
}

impl<'a> StateReply<'a> {
    /// What is shown of a match.
    pub(super) fn of_loaded(loaded: &'a LoadedMatch, server: ServerAddress) -> Self {
        Self::of(loaded.id(), loaded.state(), loaded.step(), server)
    }

    /// What is shown of a match; `step` is the one whose match it is.
    pub(super) fn of(
        id: MatchId,
        state: &'a Match,
        step: Option<StepNumber>,
        server: ServerAddress,
    ) -> Self {
        let (game, setup) = (state.game(), state.setup());
        let url = format!("{server}/games/{id}");
        let (status, winners) = match game.outcome() {
            Outcome::Open => (Status::Open, Vec::new()),
            Outcome::Over(winners) if state.is_draw() => (Status::Draw, winners),
            Outcome::Over(winners) => (Status::Won, winners),
        };
        let history = game.history_json();
        Self {
            is_success: true,
            id,
            game: setup.game(),
            seats: setup.seats(),
            to_move: state.to_move(),
            last: history.last().cloned(),
            history,
            board: game.board(),
            scores: game.scores(),
            status,
            winners,
            options: game.options(),
            seed: step.is_none().then_some(setup.seed()),
            step,
            picture: format!("{url}/picture.svg"),
            events: format!("{url}/events"),
            url,
            keys: None,
        }
    }
}
