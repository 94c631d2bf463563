//! The match steps: a bot plays against the server's computer until it has won a match.

use serde::Deserialize;

use crate::api::{Client, EndRule, Fields, GameState, Move, NewGame, Status, Task};
use crate::bots::{self, Bot, BotError, End, Turn};
use crate::campaign::Failure;

/// How many matches of one task are played before it is given up.
const TRIES: u64 = 5;

/// What the task of a match step says.
#[derive(Deserialize)]
struct Terms {
    game: String,
    seat: u8,
}

/// The bot for a task; none if it is no match, or of a game that no bot plays.
#[must_use]
pub(crate) fn bot_for(fields: &Fields) -> Option<Bot> {
    let Terms { game, .. } = fields.read().ok()?;
    bots::bot(&game)
}

/// Plays matches of a task until one is won, and returns its id.
///
/// # Errors
/// [`Failure::NotWon`] after some matches that were not won; what the server or the bot says.
pub(crate) async fn win(client: &Client, task: &Task, bot: Bot) -> Result<String, Failure> {
    let Terms { seat, .. } =
        task.fields.read().map_err(|error| Failure::Match(error.to_string()))?;
    for seed in 0..TRIES {
        let state = play(client, task, bot, seed).await?;
        if state.status == Status::Won && state.winners == [seat] {
            return Ok(state.id.to_string());
        }
    }
    Err(Failure::NotWon { tries: TRIES })
}

/// Plays one match to its end.
async fn play(client: &Client, task: &Task, bot: Bot, seed: u64) -> Result<GameState, Failure> {
    let new = NewGame::Task { task: task.token.clone() };
    let created = client.create_game(&new).await?;
    let key = created.people().map(|(_, key)| key.clone()).next();
    let key = key.ok_or_else(|| Failure::Match("the match has no seat for a person".to_owned()))?;
    let mut state = created.state;
    while state.status == Status::Open {
        let next =
            next_move(&state, bot, seed).map_err(|error| Failure::Match(error.to_string()))?;
        state = client.play(&state.id, &key, &Move::new(&next)).await?;
    }
    Ok(state)
}

/// What the bot does next.
fn next_move(state: &GameState, bot: Bot, seed: u64) -> Result<String, BotError> {
    let history: Vec<String> = state.history.iter().map(|made| made.as_str().to_owned()).collect();
    let mut turn = Turn::new(&history);
    turn.seed = seed;
    turn.players = u8::try_from(state.seats.len()).unwrap_or(turn.players);
    if let Some(threshold) = state.threshold {
        turn.threshold = u8::try_from(threshold).unwrap_or(turn.threshold);
    }
    if state.end == Some(EndRule::MostLines) {
        turn.end = End::MostLines;
    }
    bot(&turn)
}
