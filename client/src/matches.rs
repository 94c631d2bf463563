//! The match steps: a bot plays against the server's computer until it has won a match.

use serde::Deserialize;

use crate::api::{
    Client, Error, GameKind, GameState, Moment, Move, NewGame, Problem, SeatKey, Status, Task,
};
use crate::bots::{self, Bot, BotError, Turn};

/// How often a move is sent, of which no reply comes.
const SENT: usize = 3;

/// How many matches of one task are played before the bot gives up.
const TRIES: u64 = 5;

/// What the task of a match step says.
#[derive(Deserialize)]
struct Terms {
    game: String,
    seat: u8,
}

/// Why no match of a task was won.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// No bot plays the task's game.
    #[error("this client has no bot for the game {0:?}")]
    NoBot(String),
    /// The task is not that of a match step.
    #[error("the task does not have the fields of a match: {0}")]
    Task(#[from] serde_json::Error),
    /// The server gave no key for the bot's seat.
    #[error("the match has no seat for a person")]
    NoSeat,
    /// The bot found no move.
    #[error("the match cannot be played: {0}")]
    Bot(#[from] BotError),
    /// The bot did not win.
    #[error("none of {TRIES} matches was won")]
    NotWon,
    /// The server refused a request, or did not reply.
    #[error(transparent)]
    Api(#[from] Error),
}

/// Whether a kind is a match, which is won by a bot instead of solved.
pub(crate) fn is_match(kind: &str) -> bool {
    kind.ends_with("/match")
}

/// Plays matches of a task until one is won, and returns its id.
///
/// # Errors
/// See [`MatchError`].
pub(crate) async fn win(client: &Client, task: &Task) -> Result<String, MatchError> {
    let Terms { game, seat } = task.fields.read()?;
    let Ok(kind) = game.parse::<GameKind>() else { return Err(MatchError::NoBot(game)) };
    for seed in 0..TRIES {
        let state = play(client, task, bots::bot(kind), seed).await?;
        if state.status == Status::Won && state.winners == [seat] {
            return Ok(state.id.to_string());
        }
    }
    Err(MatchError::NotWon)
}

/// Plays one match to its end.
async fn play(client: &Client, task: &Task, bot: Bot, seed: u64) -> Result<GameState, MatchError> {
    let created = client.create_game(&NewGame::Task { task: task.token.clone() }).await?;
    let key = created.people().map(|(_, key)| key.clone()).next().ok_or(MatchError::NoSeat)?;
    let mut state = created.state;
    while state.status == Status::Open {
        let next = bot(&Turn::of(&state, seed)?)?;
        state = make_move(client, &state, &key, &Move::new(&next)).await?;
    }
    Ok(state)
}

/// Makes a move. When the reply gets lost, because the server is stopped or a proxy loses it, the match itself tells whether the move was
/// made.
async fn make_move(
    client: &Client,
    before: &GameState,
    key: &SeatKey,
    next: &Move,
) -> Result<GameState, Error> {
    let mut reply = client.play(&before.id, key, next).await;
    for _ in 1..SENT {
        match &reply {
            Err(Error::Unreachable { .. }) => {}
            // The one that got no reply may still have been on its way.
            Err(Error::Problem(problem)) if problem.code == Problem::GAME_CHANGED => {}
            _ => return reply,
        }
        let now = client.game(&before.id, Moment::Now).await?;
        if now.moves > before.moves {
            return Ok(now);
        }
        reply = client.play(&before.id, key, next).await;
    }
    reply
}
