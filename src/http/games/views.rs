//! `GET /games/{id}`, `/lines`, `/record`: the views of a match. They need no key.

use std::sync::LazyLock;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::RequestedMatch;
use crate::game::record::{self, Format, WrongFormat};
use crate::game::{
    BoardJson, BySeat, GameName, GameSeed, Match, MatchId, MoveJson, Options, Outcome, Seat,
    SeatNumber,
};
use crate::http::base_url::BaseUrl;
use crate::http::extract::{ApiQuery, NoQuery, QueryFields, read_field};
use crate::http::messages::{Message, message};
use crate::http::problem::{Code, Problem};
use crate::http::reply::{ContentType, Reply, TextReply};
use crate::matches::LoadedMatch;
use crate::step::StepNumber;

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
    RequestedMatch(loaded): RequestedMatch,
    _: NoQuery,
    base_url: BaseUrl,
) -> Reply<StateReply> {
    Reply::ok(StateReply::of_loaded(&loaded, &base_url))
}

/// The query of a match's lines.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct LinesQuery {
    /// The number of the player.
    #[schema(value_type = u8)]
    player: PlayerNumber,
}

impl QueryFields for LinesQuery {
    fn code_of(_: &str) -> Code {
        Code::LinesPlayer
    }
}

pub(super) struct PlayerNumber(SeatNumber);

impl<'de> Deserialize<'de> for PlayerNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| text.parse().ok().and_then(SeatNumber::new).map(Self);
        read_field(deserializer, read, "a number from 1 to 8")
    }
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
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(LinesQuery { player }): ApiQuery<LinesQuery>,
) -> Result<Reply<LinesReply>, Problem> {
    let player = seat_of(&player, &loaded)?;
    let lines = loaded.state().game().lines_of(player);
    Ok(Reply::ok(LinesReply { is_success: true, player, lines }))
}

/// The seat of a player of the match.
pub(super) fn seat_of(
    &PlayerNumber(player): &PlayerNumber,
    loaded: &LoadedMatch,
) -> Result<SeatNumber, Problem> {
    let seats = loaded.state().setup().seats().len();
    if player.index() < seats {
        return Ok(player);
    }
    let detail = message(Message::PlayerUnknown).with(&[("player", &player), ("seats", &seats)]);
    Err(Problem::new(Code::LinesPlayer, detail))
}

/// The query of a match's record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct RecordQuery {
    /// The name of the format; JSON if there is none.
    #[schema(value_type = Option<String>)]
    format: Option<FormatName>,
}

impl QueryFields for RecordQuery {
    fn code_of(_: &str) -> Code {
        Code::RecordFormat
    }
}

struct FormatName(Format);

impl<'de> Deserialize<'de> for FormatName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        static KNOWN: LazyLock<Vec<&'static str>> =
            LazyLock::new(|| Format::all().map(Format::name).collect());
        let name = String::deserialize(deserializer)?;
        name.trim().parse().map(Self).map_err(|_| D::Error::unknown_variant(&name, &KNOWN))
    }
}

/// `GET /games/{id}/record?format=`: the record of the match.
pub(in crate::http) async fn record(
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(RecordQuery { format }): ApiQuery<RecordQuery>,
) -> Result<TextReply, Problem> {
    let format = format.map_or(Format::JSON, |FormatName(format)| format);
    let is_json = format == Format::JSON;
    let content_type = if is_json { ContentType::Json } else { ContentType::Plain };
    Ok(TextReply::ok(content_type, written(&loaded, format)?))
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
