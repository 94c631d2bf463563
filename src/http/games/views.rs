//! `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`: the views of a match. They need no key.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::RequestedMatch;
use crate::game::record::{self, Format, WrongFormat};
use crate::game::{
    BoardJson, BySeat, GameName, GameSeed, Match, MatchId, MoveJson, Options, Outcome, Seat,
    SeatNumber,
};
use crate::http::base_url::BaseUrl;
use crate::http::problem::{Code, Problem};
use crate::http::query::{ApiQuery, NoQuery};
use crate::http::reply::Reply;
use crate::http::state::State;
use crate::matches::LoadedMatch;
use crate::step::StepNumber;
use crate::web::{page, picture};

/// The state of a match.
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
    /// The seed of the computers' random choices. The seed of a step's match is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u64>)]
    seed: Option<GameSeed>,
    /// The step that the match belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    step: Option<StepNumber>,
    picture: String,
    events: String,
    /// The keys of the humans' seats, only in the reply that creates the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<Option<String>>>)]
    pub(super) keys: Option<BySeat<Option<String>>>,
}

/// Whether a match is open, and how it ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    Won,
    Draw,
}

impl StateReply {
    /// The state of a loaded match.
    pub(super) fn of_loaded(loaded: &LoadedMatch, base_url: &BaseUrl) -> Self {
        Self::of(loaded.id(), loaded.state(), loaded.step(), base_url)
    }

    /// The reply for this state; `step` is the step that the match belongs to.
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

/// `GET /games/{id}`: the state of the match.
pub(in crate::http) async fn get(
    _: NoQuery,
    RequestedMatch(id): RequestedMatch,
    base_url: BaseUrl,
    state: web::Data<State>,
) -> Result<Reply<StateReply>, Problem> {
    let loaded = state.matches.load(id).await?;
    Ok(Reply::ok(StateReply::of_loaded(&loaded, &base_url)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct LinesQuery {
    player: Option<String>,
}

/// A player's complete lines.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct LinesReply {
    is_success: bool,
    #[schema(value_type = u8)]
    player: SeatNumber,
    /// The places of each line.
    #[schema(value_type = Vec<Vec<Value>>)]
    lines: Vec<Vec<MoveJson>>,
}

/// `GET /games/{id}/lines?player=N`: a player's complete lines, in the order in which they were completed.
pub(in crate::http) async fn lines(
    RequestedMatch(id): RequestedMatch,
    ApiQuery(LinesQuery { player }): ApiQuery<LinesQuery>,
    state: web::Data<State>,
) -> Result<Reply<LinesReply>, Problem> {
    let loaded = state.matches.load(id).await?;
    let player = player_of(loaded.state().setup().seats(), player.as_deref())?;
    let lines = loaded.state().game().lines_of(player);
    Ok(Reply::ok(LinesReply { is_success: true, player, lines }))
}

/// The player with the number in a query.
fn player_of(seats: &BySeat<Seat>, number: Option<&str>) -> Result<SeatNumber, Problem> {
    let number = number.map_or("", str::trim);
    seats.numbers().find(|seat| seat.to_string() == number).ok_or_else(|| {
        let shown: String = number.chars().take(20).collect();
        let detail = format!(
            "`player` is {shown:?}; expected `?player=` with a number from 1 to {}",
            seats.len()
        );
        Problem::new(Code::LinesPlayer, detail)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RecordQuery {
    format: Option<String>,
}

/// `GET /games/{id}/record?format=`: the record of the match.
pub(in crate::http) async fn record(
    RequestedMatch(id): RequestedMatch,
    ApiQuery(RecordQuery { format }): ApiQuery<RecordQuery>,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let loaded = state.matches.load(id).await?;
    let format = format.as_deref().map_or(Ok(Format::JSON), format_named)?;
    let is_json = format == Format::JSON;
    let content_type = if is_json { "application/json" } else { "text/plain; charset=utf-8" };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, content_type))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(written(&loaded, format)?))
}

/// The format with the name in a query.
fn format_named(name: &str) -> Result<Format, Problem> {
    name.trim().parse().map_err(|_| {
        let shown: String = name.chars().take(20).collect();
        let known = Format::all().map(Format::name).collect::<Vec<_>>().join(", ");
        let detail = format!("there is no format {shown:?}; expected {known}");
        Problem::new(Code::RecordFormat, detail)
    })
}

/// `GET /games/{id}/picture.svg`: a picture of the board.
pub(in crate::http) async fn picture(
    _: NoQuery,
    RequestedMatch(id): RequestedMatch,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let loaded = state.matches.load(id).await?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "image/svg+xml"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, page::POLICY))
        .body(picture::of_match(loaded.state())))
}

/// The record of a match. That of a step's match has no seed: the seed would give the computer's moves away.
pub(in crate::http) fn written(
    loaded: &LoadedMatch,
    format: Format,
) -> Result<String, WrongFormat> {
    match loaded.step() {
        Some(_) => record::write_without_seed(loaded.state(), format),
        None => record::write(loaded.state(), format),
    }
}
