//! `/me/records`: games that a learner has put by.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::auth::Caller;
use super::body::{Body, from_json};
use super::clock;
use super::games::{read, showing};
use super::json;
use super::origin::ServerAddress;
use super::problem::{Code, Problem};
use super::state::State;
use crate::game::record::Format;
use crate::store::{RecordName, SavedRecord};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    game: String,
}

#[derive(Serialize)]
struct Saved<'a> {
    is_success: bool,
    name: &'a str,
    url: String,
}

/// `PUT /me/records/{name}`: saves a match as it stands now. A name is given once.
pub(super) async fn put(
    request: HttpRequest,
    name: web::Path<(String, String)>,
    state: web::Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let learner = Caller::of(&request, &state).await?.require_learner()?;
    let name = record_name(&name)?;
    let Body::Json(bytes) = Body::receive(&request, payload).await? else {
        return Err(Problem::new(
            Code::BodyType,
            "the body is a form; expected JSON, as {\"game\":ID}",
        ));
    };
    let Form { game } = from_json(&bytes, Code::GameForm)?;
    let loaded = read(&state, &game).await?;
    let saved = SavedRecord {
        game: loaded.state().setup().game().to_string(),
        moves: u32::try_from(loaded.state().game().move_count()).unwrap_or(u32::MAX),
        json: showing::written(&loaded, Format::JSON)?,
        at: clock::now(),
    };
    state.store.save_record(learner.id, &name, saved).await?;
    let url = address(state.origins.server(&request), &name);
    json::reply(StatusCode::CREATED, &Saved { is_success: true, name: name.as_str(), url })
}

#[derive(Serialize)]
struct List {
    is_success: bool,
    records: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    game: String,
    moves: u32,
    saved: String,
    url: String,
}

/// `GET /me/records`: the learner's records, the latest last.
pub(super) async fn list(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let learner = Caller::of(&request, &state).await?.require_learner()?;
    let server = state.origins.server(&request);
    let entries = state.store.records(learner.id).await?.into_iter().map(|entry| Entry {
        url: address(server, &entry.name),
        name: entry.name.to_string(),
        game: entry.game,
        moves: entry.moves,
        saved: clock::rfc3339(entry.at),
    });
    json::reply(StatusCode::OK, &List { is_success: true, records: entries.collect() })
}

#[derive(Serialize)]
struct Loaded<'a> {
    is_success: bool,
    name: &'a str,
    saved: String,
    record: Box<RawValue>,
}

/// `GET /me/records/{name}`: a record, to go on from with `POST /games`.
pub(super) async fn get(
    request: HttpRequest,
    name: web::Path<(String, String)>,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let learner = Caller::of(&request, &state).await?.require_learner()?;
    let name = record_name(&name)?;
    let record = state.store.record(learner.id, &name).await?.ok_or_else(|| {
        let detail = format!("you have no record {:?}; GET /me/records lists them", name.as_str());
        Problem::new(Code::RecordUnknown, detail)
    })?;
    let saved = clock::rfc3339(record.at);
    let json = RawValue::from_string(record.json)
        .map_err(|error| Problem::new(Code::ServerError, format!("a stored record: {error}")))?;
    let reply = Loaded { is_success: true, name: name.as_str(), saved, record: json };
    json::reply(StatusCode::OK, &reply)
}

/// The name in an address: the first of its variable parts, the other is the slash at its end.
fn record_name((name, _slash): &(String, String)) -> Result<RecordName, Problem> {
    Ok(name.parse()?)
}

fn address(server: ServerAddress, name: &RecordName) -> String {
    format!("{server}/me/records/{}", utf8_percent_encode(name.as_str(), NON_ALPHANUMERIC))
}
