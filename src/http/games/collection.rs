//! `POST /games`: a new match.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::seating;
use super::sitting::Sitting;
use crate::game::record::RecordError;
use crate::game::{
    EndName, GameId, GameName, GameSeed, Match, Options, Record, Seat, SeatNumber, Setup,
};
use crate::http::auth::Caller;
use crate::http::body::{Body, from_json};
use crate::http::clock;
use crate::http::entropy::random_bytes;
use crate::http::json;
use crate::http::problem::{Code, Problem};
use crate::http::state::State;
use crate::step::{Exercise, MatchTask, Opponent, TaskIdentity};

/// What is sent: `game` with what belongs to it, `record` with who plays on, or `task` alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    game: Option<GameName>,
    record: Option<Box<RawValue>>,
    task: Option<String>,
    seats: Option<Vec<Seat>>,
    seed: Option<GameSeed>,
    end: Option<EndName>,
    threshold: Option<u32>,
    icons: Option<Vec<String>>,
}

/// Who plays where nothing is said.
const USUAL_SEATS: [Seat; 2] = [Seat::Human, Seat::Rules];

/// `POST /games`: makes a match, lets the computers move that come first, and shows the humans' keys.
pub(in crate::http) async fn post(
    request: HttpRequest,
    state: web::Data<State>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let caller = Caller::of(&request, &state).await?;
    let Body::Json(bytes) = Body::receive(&request, payload).await? else {
        let detail = "the body is a form; expected JSON, as {\"game\":\"gomoku\",\"seats\":[\"human\",\"rules\"]}";
        return Err(Problem::new(Code::BodyType, detail));
    };
    let form: Form = from_json(&bytes, Code::GameForm)?;
    let (mut game, task) = form.into_match(&caller, &state)?;
    if game.awaits_computer() {
        game = state
            .thinkers
            .think(move || {
                game.let_computers_move();
                game
            })
            .await?;
    }
    let id = GameId::from_bytes(random_bytes()?);
    let sitting = Sitting::start(&state, id, game, task).await?;
    let mut reply = sitting.reply(&state.addresses.base_url(&request));
    reply.keys = Some(seating::keys(&state.keyring, id, sitting.game.setup()));
    let mut response = json::reply(StatusCode::CREATED, &reply)?;
    if let Ok(location) = HeaderValue::try_from(format!("/games/{id}")) {
        response.headers_mut().insert(LOCATION, location);
    }
    Ok(response)
}

impl Form {
    /// The match before anybody moves, and the task that it is made for.
    fn into_match(
        self,
        caller: &Caller,
        state: &State,
    ) -> Result<(Match, Option<TaskIdentity>), Problem> {
        let seed = match self.seed {
            Some(seed) => seed,
            None => GameSeed::random(u64::from_be_bytes(random_bytes()?)),
        };
        match self {
            Self {
                task: Some(token),
                game: None,
                record: None,
                seats: None,
                seed: None,
                end: None,
                threshold: None,
                icons: None,
            } => match_of_step(&token, seed, caller, state),
            Self { task: Some(_), .. } => {
                Err(unfit("`task` stands alone: the step says what is played"))
            }
            Self {
                record: Some(ref record),
                game: None,
                seats,
                end: None,
                threshold: None,
                icons: None,
                ..
            } => Ok((read_record(record.get())?.with_seed(self.seed).resume(seats, seed)?, None)),
            Self { record: Some(_), .. } => Err(unfit(
                "beside `record` stand at most `seats` and `seed`: the record says the rest",
            )),
            Self { game: Some(game), seats, end, threshold, icons, .. } => {
                let seats = seats.unwrap_or_else(|| USUAL_SEATS.to_vec());
                let options = Options { end, threshold, icons };
                Ok((Match::new(Setup::new(game, seats, options, seed)?), None))
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

/// The match that a match step's task asks for. There may be many for one task: whoever loses tries again.
fn match_of_step(
    token: &str,
    seed: GameSeed,
    caller: &Caller,
    state: &State,
) -> Result<(Match, Option<TaskIdentity>), Problem> {
    let token = state.keyring.open(token.trim())?;
    let number = token.task.step;
    let step = state.catalog.get(number).ok_or_else(|| {
        Problem::new(
            Code::StepUnknown,
            format!("the token is of step {number}, which no longer exists"),
        )
    })?;
    let task = token.claim(number, step.revision, caller.subject, clock::now())?;
    let Exercise::Match(exercise) = step.exercise() else {
        let detail =
            format!("the token is of step {number}, which is no match; expected one that is");
        return Err(Problem::new(Code::GameForm, detail));
    };
    let setup = setup_of(&exercise.pose(&state.keyring.seed(&task)), seed)?;
    Ok((Match::new(setup), Some(task)))
}

/// The learner has the seat that the task says, the opponent the other one.
fn setup_of(task: &MatchTask, seed: GameSeed) -> Result<Setup, Problem> {
    let fault = |detail: String| Problem::new(Code::ServerError, detail);
    let game = GameName::ALL.into_iter().find(|game| game.as_str() == task.game);
    let game = game.ok_or_else(|| fault(format!("a step asks for the game {:?}", task.game)))?;
    let opponent = match task.opponent {
        Opponent::Random => Seat::Random,
        Opponent::Rules => Seat::Rules,
        Opponent::Search => Seat::Search,
    };
    let seats = SeatNumber::first(2)
        .map(|number| if number.get() == task.seat { Seat::Human } else { opponent });
    let setup = Setup::new(game, seats.collect(), Options::default(), seed);
    setup.map_err(|error| fault(error.to_string()))
}
