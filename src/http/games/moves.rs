//! `POST /games/{id}/moves`, `/undo`, `/advance`: the requests that change a match.

use actix_web::web;
use serde::Deserialize;
use utoipa::ToSchema;

use super::RequestedMatch;
use super::views::StateReply;
use crate::game::MoveText;
use crate::http::ambient::now;
use crate::http::base_url::BaseUrl;
use crate::http::body::{ApiBody, RequestBody};
use crate::http::caller::SeatKey;
use crate::http::problem::{Code, Problem};
use crate::http::query::NoQuery;
use crate::http::reply::Reply;
use crate::http::state::State;

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct MoveForm {
    /// The move in the game's notation: a text, or a number if the game numbers its places.
    #[schema(value_type = Value)]
    r#move: MoveText,
}

impl RequestBody for MoveForm {
    const INVALID: Code = Code::MoveForm;
}

/// `POST /games/{id}/moves`: makes a move, then the moves of the computers that follow.
pub(in crate::http) async fn moves(
    _: NoQuery,
    RequestedMatch(id): RequestedMatch,
    key: SeatKey,
    ApiBody(MoveForm { r#move: MoveText(text) }): ApiBody<MoveForm>,
    base_url: BaseUrl,
    state: web::Data<State>,
) -> Result<Reply<StateReply>, Problem> {
    let moved = state.matches.play(id, key.as_bytes(), &text, now()).await?;
    Ok(Reply::ok(StateReply::of_loaded(&moved, &base_url)))
}

/// `POST /games/{id}/undo`: takes moves back to the last turn of the seat whose key was sent.
pub(in crate::http) async fn undo(
    _: NoQuery,
    RequestedMatch(id): RequestedMatch,
    key: SeatKey,
    base_url: BaseUrl,
    state: web::Data<State>,
) -> Result<Reply<StateReply>, Problem> {
    let undone = state.matches.undo(id, key.as_bytes(), now()).await?;
    Ok(Reply::ok(StateReply::of_loaded(&undone, &base_url)))
}

/// `POST /games/{id}/advance`: makes one move of the computer whose turn it is.
pub(in crate::http) async fn advance(
    _: NoQuery,
    RequestedMatch(id): RequestedMatch,
    base_url: BaseUrl,
    state: web::Data<State>,
) -> Result<Reply<StateReply>, Problem> {
    let advanced = state.matches.advance(id, now()).await?;
    Ok(Reply::ok(StateReply::of_loaded(&advanced, &base_url)))
}
