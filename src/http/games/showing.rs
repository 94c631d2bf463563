//! `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`: what anybody may see.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::sitting::{Sitting, id_of};
use crate::game::record::Format;
use crate::game::{Record, SeatNumber, Written};
use crate::http::json;
use crate::http::problem::{Code, Problem};
use crate::http::query::only_field;
use crate::http::state::State;

/// `GET /games/{id}`: how the match stands.
pub(in crate::http) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let sitting = Sitting::read(&state, id_of(&request)?).await?;
    json::reply(StatusCode::OK, &sitting.reply(&state.addresses.base_url(&request)))
}

#[derive(Serialize)]
struct LinesReply {
    is_success: bool,
    player: SeatNumber,
    lines: Vec<Vec<Written>>,
}

/// `GET /games/{id}/lines?player=N`: a player's complete lines, in the order in which they were made.
pub(in crate::http) async fn lines(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let asked = only_field(&request, "player")?.unwrap_or_default();
    let Sitting { game, .. } = Sitting::read(&state, id_of(&request)?).await?;
    let seats = game.setup().seats().len();
    let player = SeatNumber::first(seats).find(|seat| seat.to_string() == asked.trim());
    let player = player.ok_or_else(|| {
        let shown: String = asked.chars().take(20).collect();
        let detail =
            format!("`player` is {shown:?}; expected `?player=` with a number from 1 to {seats}");
        Problem::new(Code::LinesPlayer, detail)
    })?;
    let lines = game.table().lines_of(player);
    json::reply(StatusCode::OK, &LinesReply { is_success: true, player, lines })
}

/// `GET /games/{id}/record?format=`: the match written down.
pub(in crate::http) async fn record(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let asked = only_field(&request, "format")?;
    let sitting = Sitting::read(&state, id_of(&request)?).await?;
    let format = match asked.as_deref() {
        None => Format::Json,
        Some(name) => name.trim().parse().map_err(|()| {
            let shown: String = name.chars().take(20).collect();
            let known = Format::ALL.map(Format::name).join(", ");
            Problem::new(
                Code::RecordFormat,
                format!("there is no format {shown:?}; expected {known}"),
            )
        })?,
    };
    let content_type = match format {
        Format::Json => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static(content_type)))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .body(sitting.record().write(format)?))
}

/// What the picture of a match may load when a browser shows it by itself: nothing.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// `GET /games/{id}/picture.svg`: the board drawn.
pub(in crate::http) async fn picture(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let Sitting { game, .. } = Sitting::read(&state, id_of(&request)?).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .insert_header((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PICTURE_POLICY)))
        .body(crate::web::picture::of_match(&game)))
}

impl Sitting {
    /// The match's record; that of a step's match does not tell what the computer draws from.
    pub(in crate::http) fn record(&self) -> Record {
        let record = Record::of(&self.game);
        if self.task.is_some() { record.without_seed() } else { record }
    }
}
