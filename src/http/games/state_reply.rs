//! A match as it is shown.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::{
    BoardJson, BySeat, GameName, GameSeed, Match, MatchId, MoveJson, Options, Outcome, Seat,
    SeatNumber,
};
use crate::http::base_url::BaseUrl;
use crate::matches::LoadedMatch;
use crate::step::StepNumber;

/// The JSON object of a match.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct StateReply {
    is_success: bool,
    #[schema(value_type = String)]
    id: MatchId,
    url: String,
    #[schema(value_type = String)]
    game: GameName,
    #[schema(value_type = Vec<String>)]
    seats: BySeat<Seat>,
    #[schema(value_type = Option<u8>)]
    to_move: Option<SeatNumber>,
    #[schema(value_type = Vec<Value>)]
    history: Vec<MoveJson>,
    #[schema(value_type = Value)]
    board: BoardJson,
    #[schema(value_type = Vec<usize>)]
    scores: BySeat<usize>,
    status: Status,
    #[schema(value_type = Vec<u8>)]
    winners: Vec<SeatNumber>,
    #[schema(value_type = Option<Value>)]
    last: Option<MoveJson>,
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    options: Options,
    /// The seed of the computers' random choices; that of a step's match is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    seed: Option<GameSeed>,
    /// The step whose match it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    step: Option<StepNumber>,
    picture: String,
    events: String,
    /// The keys of the humans' seats, shown to whoever makes the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<String>>>)]
    pub(super) keys: Option<BySeat<Option<String>>>,
}

/// Whether a match goes on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    Won,
    Draw,
}

impl StateReply {
    /// What is shown of a match.
    pub(super) fn of_loaded(loaded: &LoadedMatch, base_url: &BaseUrl) -> Self {
        Self::of(loaded.id(), loaded.state(), loaded.step(), base_url)
    }

    /// What is shown of a match; `step` is the one whose match it is.
    pub(super) fn of(
        id: MatchId,
        state: &Match,
        step: Option<StepNumber>,
        base_url: &BaseUrl,
    ) -> Self {
        let (game, setup) = (state.game(), state.setup());
        let url = format!("{base_url}/games/{id}");
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
            seats: setup.seats().clone(),
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
