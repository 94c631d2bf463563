//! `POST /games`: a new match.

use actix_web::http::header::HeaderValue;
use actix_web::web;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::views::StateReply;
use crate::game::record::RecordError;
use crate::game::{GameName, GameSeed, Match, MatchId, Options, Record, Seat, Setup};
use crate::http::ambient::{now, random_bytes};
use crate::http::base_url::BaseUrl;
use crate::http::body::{ApiBody, BodyTypes, InOrder, RequestBody};
use crate::http::caller::Caller;
use crate::http::problem::{Code, Problem};
use crate::http::query::NoQuery;
use crate::http::reply::Reply;
use crate::http::state::State;
use crate::matches::LoadedMatch;

/// What is sent: `game` with what belongs to it, `record` with who plays on, or `task` alone.
#[derive(Deserialize, ToSchema)]
pub(in crate::http) struct MatchForm {
    /// The name of a game.
    #[schema(value_type = Option<String>)]
    game: Option<GameName>,
    /// A record to go on from: an object, or a text in any of the games' forms.
    #[schema(value_type = Option<Value>)]
    record: Option<Box<RawValue>>,
    /// The token of a match step's task.
    task: Option<String>,
    /// Who plays: `human`, `random`, `rules` or `search`.
    #[schema(value_type = Option<Vec<String>>)]
    seats: Option<Vec<Seat>>,
    /// The seed of the computers' random choices.
    #[schema(value_type = Option<u64>)]
    seed: Option<GameSeed>,
    /// The options of the game.
    #[serde(flatten)]
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    options: Options,
}

impl RequestBody for MatchForm {
    const INVALID: Code = Code::GameForm;
    const TYPES: BodyTypes =
        BodyTypes::Json { example: "{\"game\":\"gomoku\",\"seats\":[\"human\",\"rules\"]}" };
}

/// What is sent, understood.
enum Wanted {
    /// A match that begins so.
    Free(Match),
    /// The match of the task with this token.
    OfTask(String),
}

/// Who plays where nothing is said.
const USUAL_SEATS: [Seat; 2] = [Seat::Human, Seat::Rules];

/// `POST /games`: makes a match, lets the computers move that come first, and shows the humans' keys.
pub(in crate::http) async fn post(
    _: NoQuery,
    InOrder(caller, ApiBody(form)): InOrder<Caller, ApiBody<MatchForm>>,
    base_url: BaseUrl,
    state: web::Data<State>,
) -> Result<Reply<StateReply>, Problem> {
    let (id, seed) = (MatchId::from_bytes(random_bytes()?), random_seed()?);
    let made = match form.wanted(seed)? {
        Wanted::Free(start) => state.matches.create(id, start, now()).await?,
        Wanted::OfTask(token) => of_task(&token, id, seed, &caller, &state).await?,
    };
    let mut reply = StateReply::of_loaded(&made, &base_url);
    reply.keys = Some(state.matches.seat_keys(&made));
    Ok(Reply::created(reply).at(location(id)))
}

#[expect(clippy::expect_used, reason = "digits and letters")]
fn location(id: MatchId) -> HeaderValue {
    HeaderValue::try_from(format!("/games/{id}")).expect("an id can be part of a header")
}

fn random_seed() -> Result<GameSeed, Problem> {
    Ok(GameSeed::random(u64::from_be_bytes(random_bytes()?)))
}

impl MatchForm {
    /// The match that is asked for; `seed` is for one that has none of its own.
    fn wanted(self, seed: GameSeed) -> Result<Wanted, Problem> {
        let has_options = !self.options.is_empty();
        match self {
            Self {
                task: Some(token), game: None, record: None, seats: None, seed: None, ..
            } if !has_options => Ok(Wanted::OfTask(token)),
            Self { task: Some(_), .. } => {
                Err(unfit("`task` stands alone: the step says what is played"))
            }
            Self { record: Some(record), game: None, seats, seed: own, .. } if !has_options => {
                let record = read_record(record.get())?.with_seed(own);
                Ok(Wanted::Free(record.resume(seats, seed)?))
            }
            Self { record: Some(_), .. } => Err(unfit(
                "beside `record` stand at most `seats` and `seed`: the record says the rest",
            )),
            Self { game: Some(game), seats, seed: own, options, .. } => {
                let seats = seats.unwrap_or_else(|| USUAL_SEATS.to_vec());
                let setup = Setup::new(game, seats, &options, own.unwrap_or(seed))?;
                Ok(Wanted::Free(Match::new(setup)))
            }
            Self { .. } => {
                Err(unfit("nothing says what is played; expected `game`, `record` or `task`"))
            }
        }
    }
}

/// A record that came as a JSON object, or as a text in JSON.
fn read_record(json: &str) -> Result<Record, RecordError> {
    match serde_json::from_str::<String>(json) {
        Ok(text) => Record::read(&text),
        Err(_) => Record::read_json(json),
    }
}

fn unfit(detail: &str) -> Problem {
    Problem::new(Code::GameForm, detail)
}

/// The match of a match step's task.
async fn of_task(
    token: &str,
    id: MatchId,
    seed: GameSeed,
    caller: &Caller,
    state: &State,
) -> Result<LoadedMatch, Problem> {
    let token = state.keyring.verify(token.trim())?;
    let number = token.task.step;
    let catalog = state.catalog();
    let step = catalog.get(number).ok_or_else(|| {
        let detail = format!("the token is of step {number}, which no longer exists");
        Problem::new(Code::StepUnknown, detail)
    })?;
    let now = now();
    let task = token.validate(number, step.exercise().fingerprint(), caller.subject, now)?;
    let instance = state.task(step, task).await?;
    let Some(terms) = instance.match_terms() else {
        let detail = format!("the token is of step {number}, which asks for no match");
        return Err(Problem::new(Code::GameForm, detail));
    };
    Ok(state.matches.create_for_task(id, task, terms, seed, now).await?)
}
