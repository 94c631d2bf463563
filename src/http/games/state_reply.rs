//! A match as it is shown.

use serde::Serialize;

use crate::game::{
    GameId, GameName, GameSeed, Match, Options, Outcome, Picture, Seat, SeatNumber, Written,
};
use crate::http::base_url::BaseUrl;
use crate::step::StepNumber;

/// The JSON object of a match.
#[derive(Serialize)]
pub(super) struct StateReply<'a> {
    is_success: bool,
    id: GameId,
    url: String,
    game: GameName,
    seats: &'a [Seat],
    to_move: Option<SeatNumber>,
    history: Vec<Written>,
    board: Picture,
    scores: Vec<usize>,
    status: Status,
    winners: Vec<SeatNumber>,
    last: Option<Written>,
    #[serde(flatten)]
    options: Options,
    /// What the computers draw from; whoever plays a step's match need not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<GameSeed>,
    /// The step whose match it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepNumber>,
    picture: String,
    events: String,
    /// The keys of the humans' seats, shown to whoever makes the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) keys: Option<Vec<Option<String>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    Won,
    Draw,
}

impl<'a> StateReply<'a> {
    /// What is shown of a match; `step` is the one whose match it is.
    pub(super) fn of(
        id: GameId,
        game: &'a Match,
        step: Option<StepNumber>,
        server: &BaseUrl,
    ) -> Self {
        let (table, setup) = (game.table(), game.setup());
        let url = format!("{server}/games/{id}");
        let (status, winners) = match table.outcome() {
            Outcome::Open => (Status::Open, Vec::new()),
            Outcome::Over(winners) if game.is_draw() => (Status::Draw, winners),
            Outcome::Over(winners) => (Status::Won, winners),
        };
        let history = table.written_history();
        Self {
            is_success: true,
            id,
            game: setup.rules().name(),
            seats: setup.seats(),
            to_move: game.to_move(),
            last: history.last().cloned(),
            history,
            board: table.board(),
            scores: table.scores(),
            status,
            winners,
            options: setup.rules().options(),
            seed: step.is_none().then_some(setup.seed()),
            step,
            picture: format!("{url}/picture.svg"),
            events: format!("{url}/events"),
            url,
            keys: None,
        }
    }
}
