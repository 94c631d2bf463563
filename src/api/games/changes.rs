//! `POST /games`, and `POST /games/{id}/moves`, `/undo`, `/advance`: the requests that create and change matches.

use std::fmt;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use utoipa::ToSchema;

use super::free_matches::{Origin, allowed, check, check_loaded, check_origin};
use super::requested::{AdvancedMatch, RequestedSeat};
use super::views::StateReply;
use crate::app::ambient::{now, random_bytes, uptime};
use crate::app::authentication::ComputeCaller;
use crate::app::caller::Caller;
use crate::app::caller_steps::CallerSteps;
use crate::app::matches::{LoadedMatch, NewMatch, Undo};
use crate::app::state::{SharedState, State};
use crate::app::tasks::Purpose;
use crate::course::FreeMatches;
use crate::game::json::{read_scalar, whole_number};
use crate::game::record::RecordForm;
use crate::game::{
    GameName, GameSeed, Match, MatchId, MoveText, Options, Record, Seat, Setup, SetupError,
};
use crate::step::Text;
use crate::texts;
use crate::wire::base_url::BaseUrl;
use crate::wire::body::{ApiBody, OptionalBody, RequestBody};
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Created, CreatedAt, Reply};

/// A request to create a match: `game` with its options, `record` to continue one, or `task` alone.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MatchForm {
    /// The name of the game.
    #[schema(value_type = Option<String>)]
    game: Option<GameName>,
    /// A record to continue: an object, or a text in one of the games' formats.
    #[schema(value_type = Option<Value>)]
    record: Option<RecordForm>,
    /// The token of a match step's task.
    task: Option<String>,
    /// The players: `human`, `random`, `rules`, `search` or `{"alphabeta":3}`; a list, or their names in a text with commas.
    #[schema(value_type = Option<Vec<Value>>)]
    seats: Option<SeatList>,
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
    const EXAMPLE: &'static str = "{\"game\": \"gomoku\", \"seats\": [\"human\", \"rules\"]}";
    const BESIDES_OPTIONS: &'static [&'static str] = &["game", "record", "task", "seats", "seed"];
    const IS_SPARSE: bool = true;
}

/// The players of a request: a list, or in a form their names with commas between them.
struct SeatList(Vec<Player>);

impl SeatList {
    /// Who has the seats of this game.
    fn of(self, game: GameName) -> Result<Vec<Seat>, SetupError> {
        let seats = self.0.into_iter().map(|player| match player {
            Player::Known(seat) => Ok(seat),
            Player::Unknown(found) => Err(SetupError::no_player(game, &found)),
        });
        seats.collect()
    }
}

/// A player of a request.
enum Player {
    Known(Seat),
    /// Nobody has this name. Who could be meant depends on the game, which is known when the whole request is read.
    Unknown(String),
}

impl Player {
    fn named(name: &str) -> Self {
        let name = name.trim();
        name.parse().map_or_else(|_| Self::Unknown(name.to_owned()), Self::Known)
    }
}

impl<'de> Deserialize<'de> for SeatList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = SeatList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<SeatList, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(SeatList)
            }

            fn visit_str<E: Error>(self, names: &str) -> Result<SeatList, E> {
                Ok(SeatList(names.split(',').map(Player::named).collect()))
            }
        }
        deserializer.deserialize_any(Read)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Player;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a player")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Player, E> {
                Ok(Player::named(name))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Player, A::Error> {
                Seat::deserialize(MapAccessDeserializer::new(members)).map(Player::Known)
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// How a new match starts.
enum MatchStart {
    /// From this state, as a match that belongs to no step.
    Free(Match),
    /// As the match of the task with this token.
    OfTask(String),
}

/// The seats of a new game if the request names none.
const DEFAULT_SEATS: [Seat; 2] = [Seat::Human, Seat::Rules];

/// `POST /games`: creates a match, makes the first moves of computers, and shows the keys of the humans' seats.
pub(crate) async fn create(
    caller: Caller,
    _: NoQuery,
    ApiBody(form): ApiBody<MatchForm>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<CreatedAt<StateReply>, Problem> {
    let seed = random_seed()?;
    let owner = caller.learner.as_ref().map(|learner| learner.id);
    state.rates.new_match(caller.key, uptime())?;
    let new = NewMatch { id: MatchId::from_bytes(random_bytes()?), owner, at: now() };
    let free = allowed(&state, caller.instructor.is_some());
    if form.task.is_none() {
        let origin = if form.record.is_some() { Origin::Record } else { Origin::Beginning };
        check_origin(free, origin)?;
    }
    let created = match form.match_start(seed)? {
        MatchStart::Free(start) => {
            check(free, &start)?;
            state.matches.create(new, start, caller.key).await?
        }
        MatchStart::OfTask(token) => of_task(&token, new, seed, &caller, &state).await?,
    };
    let mut reply = StateReply::of_loaded(&created, &base_url);
    let seats = created.state().setup().seats();
    reply.keys = Some(state.matches.seat_keys(created.id(), seats));
    Ok(Created::new(reply).at(format!("/games/{}", created.id())))
}

fn random_seed() -> Result<GameSeed, Problem> {
    Ok(GameSeed::random(u64::from_be_bytes(random_bytes()?)))
}

impl MatchForm {
    /// How the requested match starts; `seed` is used if the request has none.
    fn match_start(self, seed: GameSeed) -> Result<MatchStart, Problem> {
        let has_options = !self.options.is_empty();
        match self {
            Self {
                task: Some(token), game: None, record: None, seats: None, seed: None, ..
            } if !has_options => Ok(MatchStart::OfTask(token)),
            Self { task: Some(_), .. } => Err(invalid(texts::game::task_alone())),
            Self { record: Some(record), game: None, seats, seed: own, .. } if !has_options => {
                let record = Record::from_form(record)?.with_seed(own);
                let seats = seats.map(|seats| seats.of(record.game())).transpose()?;
                Ok(MatchStart::Free(record.resume(seats, seed)?))
            }
            Self { record: Some(_), .. } => Err(invalid(texts::game::record_alone())),
            Self { game: Some(game), seats, seed: own, options, .. } => {
                let seats = match seats {
                    Some(seats) => seats.of(game)?,
                    None => DEFAULT_SEATS.to_vec(),
                };
                let setup = Setup::new(game, seats, &options, own.unwrap_or(seed))?;
                Ok(MatchStart::Free(Match::new(setup)))
            }
            Self { .. } => Err(invalid(texts::game::none())),
        }
    }
}

fn invalid(detail: Text) -> Problem {
    Problem::new(Code::GameForm, detail)
}

/// Creates the match of a match step's task.
async fn of_task(
    token: &str,
    new: NewMatch,
    seed: GameSeed,
    caller: &Caller,
    state: &State,
) -> Result<LoadedMatch, Problem> {
    let token = state.keyring.verify(token.trim(), new.at)?;
    let number = token.task.step;
    let curriculum = state.curriculum();
    let steps = CallerSteps::of(Some(caller), &curriculum, state, new.at);
    let (step, _) = steps.get(number).ok_or_else(|| {
        let detail = texts::step::gone(number);
        Problem::new(Code::StepUnknown, detail)
    })?;
    let subject = caller.subjects.of(token.task.nonce);
    let task = token.validate(number, step.exercise().fingerprint(), subject, new.at)?;
    let instance = state.tasks.get(step, task, Purpose::Work, caller).await?;
    let Some(terms) = instance.match_terms() else {
        let detail = texts::game::no_match_step(number);
        return Err(Problem::new(Code::GameForm, detail));
    };
    Ok(state.matches.create_for_task(new, task, terms, seed, caller.key).await?)
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveForm {
    /// The move in the game's notation: a text, or a number if the game numbers its places.
    #[schema(value_type = Value)]
    r#move: MoveText,
}

impl RequestBody for MoveForm {
    const INVALID: Code = Code::MoveForm;
    const EXAMPLE: &'static str = "{\"move\": MOVE}";
}

/// `POST /games/{id}/moves`: makes a move, then the moves of the computers that follow.
pub(crate) async fn play(
    RequestedSeat(seat): RequestedSeat,
    ComputeCaller { key, is_instructor }: ComputeCaller,
    _: NoQuery,
    ApiBody(MoveForm { r#move: MoveText(text) }): ApiBody<MoveForm>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Reply<StateReply>, Problem> {
    // Most courses allow every match: then it need not be looked at.
    if allowed(&state, is_instructor) != FreeMatches::All {
        check_loaded(&state, is_instructor, &state.matches.load(seat.id()).await?)?;
    }
    let moved = state.matches.play(seat, &text, now(), key).await?;
    Ok(Reply::new(StateReply::of_loaded(&moved, &base_url)))
}

/// What is to be taken back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoForm {
    /// How many moves of the seat and of computers; without it, everything from the last move of the seat on.
    #[schema(value_type = Option<u32>)]
    moves: Option<MoveTotal>,
}

/// A number of moves; a form has it as a text. A number that is too large for the machine is larger than any number of moves.
struct MoveTotal(usize);

impl<'de> Deserialize<'de> for MoveTotal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let moves = read_scalar(deserializer, "a whole number from 1 on", &[], whole_number)?;
        Ok(Self(usize::try_from(moves).unwrap_or(usize::MAX)))
    }
}

impl RequestBody for UndoForm {
    const INVALID: Code = Code::UndoMoves;
    const EXAMPLE: &'static str = "{\"moves\": 1}";
    const IS_SPARSE: bool = true;
}

/// `POST /games/{id}/undo`: takes moves back, on behalf of the seat whose key was sent.
pub(crate) async fn undo(
    RequestedSeat(seat): RequestedSeat,
    _: NoQuery,
    OptionalBody(form): OptionalBody<UndoForm>,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Reply<StateReply>, Problem> {
    let moves = form.and_then(|form| form.moves);
    let undo = moves.map_or(Undo::Turn, |MoveTotal(moves)| Undo::Moves(moves));
    let undone = state.matches.undo(seat, undo, now()).await?;
    Ok(Reply::new(StateReply::of_loaded(&undone, &base_url)))
}

/// `POST /games/{id}/advance`: makes one move of the computer whose turn it is.
pub(crate) async fn advance(
    AdvancedMatch(loaded): AdvancedMatch,
    ComputeCaller { key, is_instructor }: ComputeCaller,
    _: NoQuery,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Reply<StateReply>, Problem> {
    check_loaded(&state, is_instructor, &loaded)?;
    let advanced = state.matches.advance(loaded.id(), now(), key).await?;
    Ok(Reply::new(StateReply::of_loaded(&advanced, &base_url)))
}
