//! Matches, as their players see them.

use gradus::game::{GameSeed, Record, Seat};
use reqwest::{Method, RequestBuilder};
use serde::Deserialize;
use serde_json::{Value, json};

use super::caller::Caller;
use super::reply::Reply;

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct State {
    pub(crate) is_success: bool,
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<Value>,
    pub(crate) to_move: Option<usize>,
    pub(crate) history: Vec<Value>,
    pub(crate) moves: usize,
    pub(crate) board: Value,
    pub(crate) scores: Vec<usize>,
    pub(crate) status: String,
    pub(crate) winners: Vec<usize>,
    pub(crate) last: Value,
    pub(crate) seed: Option<u64>,
    pub(crate) step: Option<String>,
    pub(crate) picture: String,
    pub(crate) events: String,
    /// The keys of the human seats: only the reply that creates the match has them.
    #[serde(default)]
    pub(crate) keys: Option<Vec<Option<String>>>,
}

impl State {
    /// The key of a seat, from 1.
    pub(crate) fn key(&self, seat: usize) -> String {
        self.keys.as_ref().unwrap()[seat - 1].clone().unwrap()
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/games/{}{rest}", self.id)
    }

    /// A legal move of the player whose turn it is, in a game with default options.
    pub(crate) fn legal_move(&self) -> Value {
        let record = json!({ "game": self.game, "history": self.history }).to_string();
        let seats = vec![Seat::Random; self.seats.len()];
        let record = Record::read_json(&record).unwrap();
        let mut game = record.resume(Some(seats), GameSeed::random(0)).unwrap();
        game.advance().unwrap();
        json!(game.game().history_json().last())
    }

    /// The state as everybody sees it.
    pub(crate) fn without_keys(&self) -> Self {
        Self { keys: None, ..self.clone() }
    }
}

impl Reply {
    /// A state.
    pub(crate) fn state(&self) -> State {
        assert_eq!(self.status, 200, "{self}");
        self.read()
    }
}

/// What players and spectators can ask of the server.
pub(crate) trait Plays: Caller {
    /// Makes a match.
    async fn start(&self, form: Value) -> State {
        let reply = Reply::to(self.post("/games").json(&form)).await;
        assert_eq!(reply.status, 201, "{reply}");
        reply.read()
    }

    /// A request that changes a match, with a seat's key.
    fn with_key(&self, game: &State, seat: usize, rest: &str) -> RequestBuilder {
        self.request(Method::POST, &game.path(rest)).header("X-Seat-Key", game.key(seat))
    }

    /// A move that is to be made.
    fn moving(&self, game: &State, seat: usize, next: impl Into<Value>) -> RequestBuilder {
        self.with_key(game, seat, "/moves").json(&json!({ "move": next.into() }))
    }

    /// Moves.
    async fn play(&self, game: &State, seat: usize, next: impl Into<Value>) -> State {
        Reply::to(self.moving(game, seat, next)).await.state()
    }

    /// One move of a computer.
    async fn advance(&self, game: &State) -> State {
        let mut keys = game.keys.iter().flatten().flatten();
        let request = self.post(&game.path("/advance"));
        Reply::to(match keys.next() {
            Some(key) => request.header("X-Seat-Key", key),
            None => request,
        })
        .await
        .state()
    }

    /// How a match stands now.
    async fn look(&self, game: &State) -> State {
        Reply::to(self.get(&game.path(""))).await.state()
    }

    /// Makes a request that must be refused with this code, and changes nothing.
    async fn is_refused_in(&self, game: &State, request: RequestBuilder, code: &str) -> Reply {
        let before = self.look(game).await;
        let reply = Reply::to(request).await;
        reply.problem(code);
        assert_eq!(self.look(game).await, before, "{reply}");
        reply
    }
}

impl<C: Caller> Plays for C {}
