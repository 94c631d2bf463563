//! `POST /games/{id}/moves`, `/undo`, `/advance`: what changes a match.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use super::rooms::Event;
use super::seating::seat_of;
use super::sitting::{Sitting, id_of};
use crate::game::{Match, MoveText};
use crate::http::body::{Body, from_json, unknown_field};
use crate::http::json;
use crate::http::problem::{Code, Problem};
use crate::http::state::State;

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
    let room = state.rooms.enter(id);
    let _turn = room.turn.lock().await;
    let mut sitting = Sitting::read(&state, id).await?;
    let mut game = sitting.game.clone();
    let seat = seat_of(&request, &state.keyring, id, game.setup())?;
    match game.to_move() {
        Some(turn) if turn != seat => {
            let detail = format!("seat {turn} is to move, and the key is that of seat {seat}");
            return Err(Problem::new(Code::MoveTurn, detail));
        }
        _ => game.play(&text)?,
    }
    let game = with_answers(&state, game).await?;
    sitting.put_back(&state, &room, Event::Move, game).await?;
    json::reply(StatusCode::OK, &sitting.reply(&state.addresses.base_url(&request)))
}

/// `POST /games/{id}/undo`: takes back to the last turn of the seat whose key is sent.
pub(in crate::http) async fn undo(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&request)?;
    let room = state.rooms.enter(id);
    let _turn = room.turn.lock().await;
    let mut sitting = Sitting::read(&state, id).await?;
    let mut game = sitting.game.clone();
    let seat = seat_of(&request, &state.keyring, id, game.setup())?;
    if let Some(step) = sitting.step() {
        let detail =
            format!("this is a match of step {step}; make another one with the step's token");
        return Err(Problem::new(Code::UndoStep, detail));
    }
    game.undo(seat)?;
    sitting.put_back(&state, &room, Event::Undo, game).await?;
    json::reply(StatusCode::OK, &sitting.reply(&state.addresses.base_url(&request)))
}

/// `POST /games/{id}/advance`: one move of the computer whose turn it is. Anybody may ask for it: it decides nothing.
pub(in crate::http) async fn advance(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&request)?;
    let room = state.rooms.enter(id);
    let _turn = room.turn.lock().await;
    let mut sitting = Sitting::read(&state, id).await?;
    let mut game = sitting.game.clone();
    let advanced = state.thinkers.think(move || game.advance().map(|()| game)).await?;
    sitting.put_back(&state, &room, Event::Move, advanced?).await?;
    json::reply(StatusCode::OK, &sitting.reply(&state.addresses.base_url(&request)))
}

/// The match after the computers have answered.
async fn with_answers(state: &State, mut game: Match) -> Result<Match, Problem> {
    if !game.awaits_computer() {
        return Ok(game);
    }
    let thinking = state.thinkers.think(move || {
        game.let_computers_move();
        game
    });
    thinking.await
}
