//! `POST /games/{id}/moves`, `/undo`, `/advance`: what changes a match.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::state_reply::StateReply;
use super::{id_of, seat_key};
use crate::game::MoveText;
use crate::http::body::{Body, from_json, unknown_field};
use crate::http::clock;
use crate::http::json;
use crate::http::problem::{Code, Problem};
use crate::http::state::State;
use crate::matches::LoadedMatch;

/// A move, as JSON or as a form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    r#move: MoveText,
}

impl Form {
    fn from_body(body: &Body) -> Result<Self, Problem> {
        match body {
            Body::Json(bytes) => from_json(bytes, Code::MoveForm),
            Body::Form(bytes) => Self::from_fields(bytes),
        }
    }

    fn from_fields(bytes: &[u8]) -> Result<Self, Problem> {
        let mut text = None;
        for (key, value) in form_urlencoded::parse(bytes) {
            match &*key {
                "move" if text.is_some() => {
                    let detail = "the field `move` is given twice; expected it once";
                    return Err(Problem::new(Code::MoveForm, detail));
                }
                "move" => text = Some(value.into_owned()),
                other => return Err(unknown_field(other, bytes, "`move`", Code::MoveForm)),
            }
        }
        let text = text.ok_or_else(|| Problem::new(Code::MoveForm, "the field `move` is missing"));
        Ok(Self { r#move: MoveText(text?) })
    }
}

/// `POST /games/{id}/moves`: moves, and lets the computers answer.
pub(in crate::http) async fn moves(
    request: HttpRequest,
    state: web::Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&request)?;
    let Form { r#move: MoveText(text) } =
        Form::from_body(&Body::receive(&request, payload).await?)?;
    let moved = state.matches.play(id, seat_key(&request), &text, clock::now()).await?;
    reply(&moved, &state, &request)
}

/// `POST /games/{id}/undo`: takes back to the last turn of the seat whose key is sent.
pub(in crate::http) async fn undo(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let undone = state.matches.undo(id_of(&request)?, seat_key(&request), clock::now()).await?;
    reply(&undone, &state, &request)
}

/// `POST /games/{id}/advance`: one move of the computer whose turn it is.
pub(in crate::http) async fn advance(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let advanced = state.matches.advance(id_of(&request)?, clock::now()).await?;
    reply(&advanced, &state, &request)
}

fn reply(
    loaded: &LoadedMatch,
    state: &State,
    request: &HttpRequest,
) -> Result<HttpResponse, Problem> {
    json::reply(StatusCode::OK, &StateReply::of_loaded(loaded, state.origins.server(request)))
}
