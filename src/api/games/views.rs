//! `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`: the views of a match. They need no key.

use std::sync::LazyLock;

use actix_web::body::BoxBody;
use actix_web::{Either, HttpRequest, HttpResponse, Responder};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::look::LookQuery;
use super::{MoveCount, RequestedMatch, at, pages};
use crate::app::caller::Caller;
use crate::app::matches::LoadedMatch;
use crate::game::record::{self, Format, WrongFormat};
use crate::game::{
    BoardJson, BySeat, GameName, GameSeed, Match, MatchId, MatchStatus, MoveJson, Options, Outcome,
    Seat, SeatNumber,
};
use crate::pages::picture::Svg;
use crate::pages::picture::of_match;
use crate::pages::view::{PageReply, View};
use crate::step::StepNumber;
use crate::texts;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{ApiQuery, QueryFields, read_field};
use crate::wire::language::ReplyLanguage;
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Json, Plain, Reply, TextReply};

/// The state of a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct StateReply {
    is_success: bool,
    #[schema(value_type = String)]
    id: MatchId,
    url: String,
    #[schema(value_type = String)]
    game: GameName,
    /// The players: names, or `{"alphabeta":3}`.
    #[schema(value_type = Vec<Value>)]
    seats: BySeat<Seat>,
    #[schema(value_type = Option<u8>)]
    to_move: Option<SeatNumber>,
    #[schema(value_type = Vec<Value>)]
    history: Vec<MoveJson>,
    /// How many moves were made in all; the history is shorter in a state from before.
    moves: usize,
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
    pub(crate) keys: Option<BySeat<Option<String>>>,
}

/// Whether a match is open, and how it ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Open,
    Won,
    Draw,
}

impl From<MatchStatus> for Status {
    fn from(status: MatchStatus) -> Self {
        match status {
            MatchStatus::Open => Self::Open,
            MatchStatus::Won => Self::Won,
            MatchStatus::Draw => Self::Draw,
        }
    }
}

impl StateReply {
    /// The state of a loaded match.
    pub(crate) fn of_loaded(loaded: &LoadedMatch, base_url: &BaseUrl) -> Self {
        Self::of(loaded.id(), loaded.state(), loaded.step(), base_url)
    }

    /// The reply for this state; `step` is the step that the match belongs to.
    pub(crate) fn of(
        id: MatchId,
        state: &Match,
        step: Option<StepNumber>,
        base_url: &BaseUrl,
    ) -> Self {
        let (game, setup) = (state.game(), state.setup());
        let url = format!("{base_url}/games/{id}");
        let winners = match game.outcome() {
            Outcome::Open => Vec::new(),
            Outcome::Over(winners) => winners,
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
            moves: game.move_count(),
            board: game.board(),
            scores: game.scores(),
            status: state.status().into(),
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

/// The state of a match, or its page.
pub(crate) enum MatchReply {
    State(Reply<StateReply>),
    Page(PageReply),
}

impl Responder for MatchReply {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        match self {
            Self::State(reply) => reply.respond_to(request),
            Self::Page(page) => page.respond_to(request),
        }
    }
}

impl Describe for MatchReply {
    fn describe(operation: &mut Operation) {
        Reply::<StateReply>::describe(operation);
        PageReply::describe(operation);
    }
}

/// `GET /games/{id}?at=`: the state of the match.
pub(crate) async fn get(
    RequestedMatch(loaded): RequestedMatch,
    caller: Caller,
    ApiQuery(query): ApiQuery<LookQuery>,
    view: View,
    base_url: BaseUrl,
) -> Result<MatchReply, Problem> {
    if let View::Page(frame) = view {
        return pages::of_match(*frame, &caller, &loaded, query).map(MatchReply::Page);
    }
    let count = query.position()?;
    let shown = at(&loaded, count.as_ref())?;
    let mut reply = StateReply::of(loaded.id(), &shown, loaded.step(), &base_url);
    reply.moves = loaded.state().game().move_count();
    if count.is_some() {
        reply.picture = format!("{}?at={}", reply.picture, shown.game().move_count());
    }
    Ok(MatchReply::State(Reply::ok(reply)))
}

/// The query of a match's lines.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesQuery {
    /// The number of the player.
    #[schema(value_type = u8)]
    player: PlayerNumber,
    /// After how many moves.
    #[schema(value_type = Option<usize>)]
    at: Option<MoveCount>,
}

impl QueryFields for LinesQuery {
    fn code_of(field: &str) -> Code {
        if field == "at" { Code::HistoryAt } else { Code::LinesPlayer }
    }
}

pub(crate) struct PlayerNumber(SeatNumber);

impl<'de> Deserialize<'de> for PlayerNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| text.parse().ok().and_then(SeatNumber::new).map(Self);
        read_field(deserializer, read, "a number from 1 to 8")
    }
}

/// A player's complete lines.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinesReply {
    is_success: bool,
    #[schema(value_type = u8)]
    player: SeatNumber,
    /// The places of each line.
    #[schema(value_type = Vec<Vec<Value>>)]
    lines: Vec<Vec<MoveJson>>,
}

/// `GET /games/{id}/lines?player=N&at=`: a player's complete lines, in the order in which they were completed.
pub(crate) async fn lines(
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(LinesQuery { player, at: count }): ApiQuery<LinesQuery>,
) -> Result<Reply<LinesReply>, Problem> {
    let player = seat_of(&player, &loaded)?;
    let lines = at(&loaded, count.as_ref())?.game().lines_of(player);
    Ok(Reply::ok(LinesReply { is_success: true, player, lines }))
}

/// The seat of a player of the match.
pub(crate) fn seat_of(
    &PlayerNumber(player): &PlayerNumber,
    loaded: &LoadedMatch,
) -> Result<SeatNumber, Problem> {
    let seats = loaded.state().setup().seats().len();
    if player.index() < seats {
        return Ok(player);
    }
    let detail = texts::player::unknown(player, seats);
    Err(Problem::new(Code::LinesPlayer, detail))
}

/// The query of a match's record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordQuery {
    /// The name of the format; JSON if there is none.
    #[schema(value_type = Option<String>)]
    format: Option<FormatName>,
    /// After how many moves.
    #[schema(value_type = Option<usize>)]
    at: Option<MoveCount>,
}

impl QueryFields for RecordQuery {
    fn code_of(field: &str) -> Code {
        if field == "at" { Code::HistoryAt } else { Code::RecordFormat }
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

/// `GET /games/{id}/record?format=&at=`: the record of the match.
pub(crate) async fn record(
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(RecordQuery { format, at: count }): ApiQuery<RecordQuery>,
) -> Result<Either<TextReply<Json>, TextReply<Plain>>, Problem> {
    let format = format.map_or(Format::JSON, |FormatName(format)| format);
    let recorded = at(&loaded, count.as_ref())?;
    let text = written(&recorded, loaded.step(), format)?;
    Ok(if format == Format::JSON {
        Either::Left(TextReply::ok(text))
    } else {
        Either::Right(TextReply::ok(text))
    })
}

/// `GET /games/{id}/picture.svg?at=&player=&icons=&numbers=`: a picture of the board.
pub(crate) async fn picture(
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(query): ApiQuery<LookQuery>,
    ReplyLanguage(language): ReplyLanguage,
) -> Result<TextReply<Svg>, Problem> {
    let (shown, showing) = query.read(&loaded)?;
    Ok(TextReply::ok(of_match(&shown, &showing, language)))
}

/// The record of a match, which may belong to a step. That of a step's match has no seed: the seed would give the computer's moves away.
pub(crate) fn written(
    recorded: &Match,
    step: Option<StepNumber>,
    format: Format,
) -> Result<String, WrongFormat> {
    match step {
        Some(_) => record::write_without_seed(recorded, format),
        None => record::write(recorded, format),
    }
}
