//! `GET /games/{id}/why?at=K`: why the computer `rules` made a move.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::free::check_loaded;
use super::{MoveCount, RequestedMatch};
use crate::app::authentication::ComputeCaller;
use crate::app::state::SharedState;
use crate::game::{AppliedRule, MoveJson, Seat, SeatNumber, Why};
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::language::ReplyLanguage;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

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
pub(crate) async fn get(
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
    let Why { seat, made, rule: AppliedRule { number: rule, text, allowed } } =
        played.why(number)?;
    Ok(Reply::ok(WhyReply {
        is_success: true,
        r#move: number,
        player: seat,
        computer: Seat::Rules.as_str(),
        made,
        rule: RuleReply { number: rule, text: text.render(language).into_owned() },
        candidates: allowed,
    }))
}
