//! `GET /games/{id}`, `/lines`, `/record`, `/picture.svg`: what anybody may see.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::id_of;
use super::state_reply::StateReply;
use crate::game::record::{self, Format, WrongFormat};
use crate::game::{MoveJson, SeatNumber};
use crate::http::json;
use crate::http::problem::{Code, Problem};
use crate::http::query::only_field;
use crate::http::state::State;
use crate::matches::LoadedMatch;

/// `GET /games/{id}`: how the match stands.
pub(in crate::http) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let loaded = state.matches.load(id_of(&request)?).await?;
    json::reply(StatusCode::OK, &StateReply::of_loaded(&loaded, state.origins.server(&request)))
}

#[derive(Serialize)]
struct LinesReply {
    is_success: bool,
    player: SeatNumber,
    lines: Vec<Vec<MoveJson>>,
}

/// `GET /games/{id}/lines?player=N`: a player's complete lines, in the order in which they were made.
pub(in crate::http) async fn lines(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    // Without the field nobody is named, which is not a player either.
    let asked = only_field(&request, "player")?.unwrap_or_default();
    let loaded = state.matches.load(id_of(&request)?).await?;
    let seats = loaded.state().setup().seats();
    let player = seats.numbers().find(|seat| seat.to_string() == asked.trim());
    let player = player.ok_or_else(|| {
        let shown: String = asked.chars().take(20).collect();
        let detail = format!(
            "`player` is {shown:?}; expected `?player=` with a number from 1 to {}",
            seats.len()
        );
        Problem::new(Code::LinesPlayer, detail)
    })?;
    let lines = loaded.state().game().lines_of(player);
    json::reply(StatusCode::OK, &LinesReply { is_success: true, player, lines })
}

/// `GET /games/{id}/record?format=`: the match written down.
pub(in crate::http) async fn record(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let asked = only_field(&request, "format")?;
    let loaded = state.matches.load(id_of(&request)?).await?;
    let format = match asked.as_deref() {
        None => Format::JSON,
        Some(name) => name.trim().parse().map_err(|_| {
            let shown: String = name.chars().take(20).collect();
            let known = Format::all().map(Format::name).collect::<Vec<_>>().join(", ");
            Problem::new(
                Code::RecordFormat,
                format!("there is no format {shown:?}; expected {known}"),
            )
        })?,
    };
    let is_json = format == Format::JSON;
    let content_type = if is_json { "application/json" } else { "text/plain; charset=utf-8" };
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static(content_type)))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .body(written(&loaded, format)?))
}

/// What the picture of a match may load when a browser shows it by itself: nothing.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// `GET /games/{id}/picture.svg`: the board drawn.
pub(in crate::http) async fn picture(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let loaded = state.matches.load(id_of(&request)?).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .insert_header((header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PICTURE_POLICY)))
        .body(crate::web::picture::of_match(loaded.state())))
}

/// A match written down; that of a step keeps its seed to itself.
pub(in crate::http) fn written(
    loaded: &LoadedMatch,
    format: Format,
) -> Result<String, WrongFormat> {
    match loaded.step() {
        Some(_) => record::write_without_seed(loaded.state(), format),
        None => record::write(loaded.state(), format),
    }
}
