//! `/me/records`: the records of matches that a learner has saved.

use std::num::NonZeroU32;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::app::ambient::{now, uptime};
use crate::app::authentication::RequiredLearner;
use crate::app::matches::LoadedMatch;
use crate::app::state::SharedState;
use crate::game::record::Format;
use crate::step::Timestamp;
use crate::store::{self, RecordName, RecordPage, SaveMode, SavedRecord, StoreError};
use crate::wire::base_url::BaseUrl;
use crate::wire::body::{ApiBody, RequestBody};
use crate::wire::extract::{ApiQuery, Extract, NoQuery, QueryFields, path_part, read_field};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Created, NoContent, Reply};

/// The name of a record in the address.
pub(crate) struct NamedRecord(RecordName);

impl Extract for NamedRecord {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = percent_decode_str(path_part(request, "name")).decode_utf8_lossy();
        Ok(Self(text.parse()?))
    }

    fn describe(operation: &mut Operation) {
        let description = "The name of the record.";
        operation.has_path_part("name", description, "^[^/]{1,64}$", "opening");
        operation.may_fail(&[Code::RecordName]);
    }
}

/// Which match to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaveForm {
    /// The match's id.
    game: String,
    /// Whether the record with this name is replaced. Without it, the name must be unused.
    #[serde(default)]
    replace: bool,
}

impl RequestBody for SaveForm {
    const INVALID: Code = Code::BodyFields;
    const EXAMPLE: &'static str = "{\"game\": ID}";
    const READS_FORMS: bool = false;
}

/// The record that was saved.
#[derive(Serialize, ToSchema)]
pub(crate) struct Saved {
    is_success: bool,
    name: String,
    url: String,
}

/// `PUT /me/records/{name}`: saves the current state of a match under an unused name, or replaces the record with this name.
pub(crate) async fn put(
    NamedRecord(name): NamedRecord,
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    ApiBody(form): ApiBody<SaveForm>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Either<Created<Saved>, Reply<Saved>>, Problem> {
    let id = form.game.trim();
    let id = id.parse().map_err(|_| Problem::unknown_match(id))?;
    state.rates.records.take(learner.id, uptime())?;
    let loaded = state.matches.load(id).await?;
    let record = record_of(&loaded, now())?;
    let mode = if form.replace { SaveMode::Replace } else { SaveMode::Create };
    let limit = state.limits.records;
    let said = state.store.save_record(learner.id, &name, record, mode, limit).await;
    state.of_learner(&learner, said)?;
    let url = address(&base_url, &name);
    let saved = Saved { is_success: true, name: name.to_string(), url };
    Ok(match mode {
        SaveMode::Create => Either::Left(Created::new(saved)),
        SaveMode::Replace => Either::Right(Reply::new(saved)),
    })
}

/// `DELETE /me/records/{name}`: deletes a record.
pub(crate) async fn delete(
    NamedRecord(name): NamedRecord,
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    state: SharedState,
) -> Result<NoContent, Problem> {
    state.store.delete_record(learner.id, &name).await?;
    Ok(NoContent)
}

#[expect(clippy::expect_used, reason = "a board has at most 256 places")]
fn record_of(loaded: &LoadedMatch, at: Timestamp) -> Result<SavedRecord, Problem> {
    let (game, moves) = (loaded.state().setup().game(), loaded.state().game().move_count());
    let moves = u32::try_from(moves).expect("a game has at most as many moves as places");
    let json = loaded.write_record(loaded.state(), Format::JSON)?;
    Ok(SavedRecord { game: game.to_string(), moves, json, at })
}

/// Which part of the list of records.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RecordsQuery)]
pub(crate) struct RecordsFields {
    /// The number of a page, from 1; without it the first one.
    #[serde(default = "first_page", deserialize_with = "read_page")]
    #[schema(value_type = u64, minimum = 1, maximum = 4_294_967_295_u64)]
    page: NonZeroU32,
}

impl QueryFields for RecordsFields {}

fn first_page() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn read_page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NonZeroU32, D::Error> {
    read_field(deserializer, |text| text.parse().ok(), "the number of a page from 1 on")
}

/// How many records are on a page.
const PAGE: u32 = 100;

/// A page of a learner's records.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordList {
    is_success: bool,
    records: Vec<RecordEntry>,
    /// How many records the learner has.
    total: u32,
    /// The address of the next page; null after the last one.
    next: Option<String>,
}

/// A record without its moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecordEntry {
    name: String,
    /// The name of the game.
    game: String,
    /// The number of moves.
    moves: u32,
    /// When it was saved, in the format of RFC 3339.
    #[schema(value_type = String)]
    saved: Timestamp,
    url: String,
}

/// `GET /me/records`: a page of the learner's records, the latest last.
pub(crate) async fn list(
    RequiredLearner(learner): RequiredLearner,
    ApiQuery(query): ApiQuery<RecordsFields>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Reply<RecordList>, Problem> {
    let page = query.page.get();
    let skip = (page - 1).saturating_mul(PAGE);
    let entries = state.store.records(learner.id, RecordPage { skip, limit: PAGE }).await?;
    let total = state.store.count_records(learner.id).await?;
    let has_more = skip.saturating_add(PAGE) < total;
    let next = has_more.then(|| format!("{base_url}/me/records?page={}", page + 1));
    let records = entries.into_iter().map(|entry| RecordEntry::of(entry, &base_url)).collect();
    Ok(Reply::new(RecordList { is_success: true, records, total, next }))
}

impl RecordEntry {
    /// A record of a list.
    pub(crate) fn of(entry: store::RecordEntry, base_url: &BaseUrl) -> Self {
        Self {
            url: address(base_url, &entry.name),
            name: entry.name.to_string(),
            game: entry.game,
            moves: entry.moves,
            saved: entry.at,
        }
    }
}

/// A record.
#[derive(Serialize, ToSchema)]
pub(crate) struct Loaded {
    is_success: bool,
    name: String,
    /// When it was saved, in the format of RFC 3339.
    #[schema(value_type = String)]
    saved: Timestamp,
    /// The record in JSON, which `POST /games` accepts to continue the match.
    #[schema(value_type = Value)]
    record: Box<RawValue>,
}

/// `GET /me/records/{name}`: a record. `POST /games` continues it.
pub(crate) async fn get(
    NamedRecord(name): NamedRecord,
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    state: SharedState,
) -> Result<Reply<Loaded>, Problem> {
    let record = state.store.record(learner.id, &name).await?;
    let record = record.ok_or(StoreError::RecordUnknown)?;
    let saved = record.at;
    let record = RawValue::from_string(record.json).map_err(|error| {
        Problem::internal(Code::ServerError, format!("a stored record is not JSON: {error}"))
    })?;
    Ok(Reply::new(Loaded { is_success: true, name: name.to_string(), saved, record }))
}

fn address(base_url: &BaseUrl, name: &RecordName) -> String {
    format!("{base_url}{}", path_of(name))
}

/// Where a record is, on this server.
pub(crate) fn path_of(name: &RecordName) -> String {
    format!("/me/records/{}", utf8_percent_encode(name.as_str(), NON_ALPHANUMERIC))
}
