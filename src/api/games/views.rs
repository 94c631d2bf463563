//! `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`, `/why`: the views of a match. They need no key.

use std::sync::LazyLock;

use actix_web::Either;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::free_matches::check_loaded;
use super::look::{LookQuery, MoveCount, at, seat_number, seat_of};
use super::page;
use super::requested::RequestedMatch;
use crate::app::authentication::ComputeCaller;
use crate::app::caller::Caller;
use crate::app::matches::LoadedMatch;
use crate::app::state::SharedState;
use crate::game::record::Format;
use crate::game::{
    AppliedRule, BoardJson, BySeat, GameName, GameSeed, Match, MatchId, MatchStatus, MoveJson,
    Options, Outcome, Seat, SeatNumber, Why,
};
use crate::pages::picture::{Svg, of_match};
use crate::pages::view::{PageReply, View};
use crate::step::StepNumber;
use crate::texts;
use crate::wire::accept::ReplyLanguage;
use crate::wire::base_url::BaseUrl;
use crate::wire::extract::{ApiQuery, QueryFields};
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

/// `GET /games/{id}?at=`: the state of the match.
pub(crate) async fn get(
    RequestedMatch(loaded): RequestedMatch,
    caller: Caller,
    ApiQuery(query): ApiQuery<LookQuery>,
    view: View,
    base_url: BaseUrl,
) -> Result<Either<Reply<StateReply>, PageReply>, Problem> {
    if let View::Page(frame) = view {
        return page::of_match(*frame, &caller, &loaded, query).map(Either::Right);
    }
    let count = query.position()?;
    let shown = at(&loaded, count.as_ref())?;
    let mut reply = StateReply::of(loaded.id(), &shown, loaded.step(), &base_url);
    reply.moves = loaded.state().game().move_count();
    if count.is_some() {
        reply.picture = format!("{}?at={}", reply.picture, shown.game().move_count());
    }
    Ok(Either::Left(Reply::new(reply)))
}

/// The query of a match's lines.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesQuery {
    /// The number of the player.
    #[serde(deserialize_with = "seat_number")]
    #[schema(value_type = u8)]
    player: SeatNumber,
    /// After how many moves.
    #[schema(value_type = Option<usize>)]
    at: Option<MoveCount>,
}

impl QueryFields for LinesQuery {
    fn code_of(field: &str) -> Code {
        if field == "at" { Code::HistoryAt } else { Code::LinesPlayer }
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
    let player = seat_of(player, &loaded)?;
    let lines = at(&loaded, count.as_ref())?.game().lines_of(player);
    Ok(Reply::new(LinesReply { is_success: true, player, lines }))
}

/// The query of a match's record.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordQuery {
    /// The name of the format; JSON if there is none.
    #[serde(default, deserialize_with = "format")]
    #[schema(value_type = Option<String>)]
    format: Option<Format>,
    /// After how many moves.
    #[schema(value_type = Option<usize>)]
    at: Option<MoveCount>,
}

impl QueryFields for RecordQuery {
    fn code_of(field: &str) -> Code {
        if field == "at" { Code::HistoryAt } else { Code::RecordFormat }
    }
}

fn format<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Format>, D::Error> {
    static KNOWN: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| Format::all().map(Format::name).collect());
    let name = String::deserialize(deserializer)?;
    name.trim().parse().map(Some).map_err(|_| D::Error::unknown_variant(&name, &KNOWN))
}

/// `GET /games/{id}/record?format=&at=`: the record of the match.
pub(crate) async fn record(
    RequestedMatch(loaded): RequestedMatch,
    ApiQuery(RecordQuery { format, at: count }): ApiQuery<RecordQuery>,
) -> Result<Either<TextReply<Json>, TextReply<Plain>>, Problem> {
    let format = format.unwrap_or(Format::JSON);
    let recorded = at(&loaded, count.as_ref())?;
    let text = loaded.write_record(&recorded, format)?;
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

/// Which move is asked about.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyQuery {
    /// The number of the move, from 1; the last one without it.
    #[schema(value_type = Option<usize>)]
    at: Option<MoveCount>,
}

impl QueryFields for WhyQuery {
    fn code_of(_: &str) -> Code {
        Code::HistoryAt
    }
}

/// A move of the computer `rules`, and the rule that it applied.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhyReply {
    is_success: bool,
    /// The number of the move, from 1.
    r#move: usize,
    /// The seat that made it.
    #[schema(value_type = u8)]
    player: SeatNumber,
    /// `rules`: only its moves are explained.
    computer: &'static str,
    /// The move itself.
    #[schema(value_type = Value)]
    made: MoveJson,
    rule: RuleReply,
    /// All moves that the rule allowed; the computer made one of them at random.
    #[schema(value_type = Vec<Value>)]
    candidates: Vec<MoveJson>,
}

/// A rule of a computer.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleReply {
    /// The number of the rule in its game, from 1.
    number: u8,
    /// Why it allowed the move.
    text: String,
}

/// `GET /games/{id}/why?at=`: why the computer `rules` made a move, the last one if none is named.
pub(crate) async fn why(
    RequestedMatch(loaded): RequestedMatch,
    ComputeCaller { is_instructor, .. }: ComputeCaller,
    ApiQuery(WhyQuery { at }): ApiQuery<WhyQuery>,
    ReplyLanguage(language): ReplyLanguage,
    state: SharedState,
) -> Result<Reply<WhyReply>, Problem> {
    check_loaded(&state, is_instructor, &loaded)?;
    let played = loaded.state();
    let made = played.game().move_count();
    let last = || MoveCount(made.to_string());
    let number = at.unwrap_or_else(last).within(1..=made)?;
    let Why { seat, made, rule: AppliedRule { number: rule, text, allowed } } = played
        .why(number)
        .ok_or_else(|| Problem::new(Code::WhyPlayer, texts::why::player(number)))?;
    Ok(Reply::new(WhyReply {
        is_success: true,
        r#move: number,
        player: seat,
        computer: Seat::Rules.as_str(),
        made,
        rule: RuleReply { number: rule, text: text.render(language).into_owned() },
        candidates: allowed,
    }))
}
