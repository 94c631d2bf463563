//! `play`: a game against a computer or another person, somebody else's game, or a tournament of computers.

mod args;
mod follow;
mod input;
mod obey;
mod order;
mod screen;
mod seat;
mod session;
mod tournament;
mod watch;

use std::io;
use std::path::{Path, PathBuf};

use gradus_client::Client;
use gradus_client::api::{GameId, NewGame, Record, SeatKey};
use gradus_client::tournament::Plan;

use crate::exit::{Exit, Stop};
use seat::OwnSeat;
use session::Session;

pub(crate) use args::Play;

/// What is wrong with a command line, although each of its words is right.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlayError {
    /// Neither a game nor anything else to play.
    #[error("a game was expected, or what to join, watch or load")]
    Nothing,
    /// `--games` with a person.
    #[error("--games is played by computers: name them, as in --seats rules,search")]
    Computers,
    /// `--seat` names a computer's seat, or none.
    #[error("seat {0} of this game is no person's")]
    Seat(u8),
    /// The file of `--record`.
    #[error("the record {} cannot be read: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

pub(crate) async fn run(args: Play) -> Result<Exit, Stop> {
    let client = args.server.client()?;
    if let (Some(game), Some(games)) = (args.game, args.games) {
        let plan = Plan { first: args.options(game), games, jobs: args.jobs };
        return tournament::run(&client, tournament::Options { plan, json: args.json }).await;
    }
    if let Some(game) = &args.watch {
        return watch::run(&client, game).await;
    }
    let session = match (&args.join, &args.seat_key) {
        (Some(game), Some(key)) => join(client, game, key.clone(), args.seat).await?,
        _ => begin(client, &args).await?,
    };
    session.run().await
}

/// Takes a seat in a game that has begun.
async fn join(
    client: Client,
    game: &GameId,
    key: SeatKey,
    seat: Option<u8>,
) -> Result<Session, Stop> {
    let state = client.game(game).await?;
    let people: Vec<u8> = state.people().collect();
    let possible = match seat {
        None => people,
        Some(seat) if people.contains(&seat) => vec![seat],
        Some(seat) => return Err(PlayError::Seat(seat).into()),
    };
    Ok(Session::joined(client, state, Some(OwnSeat::new(key, possible))))
}

/// Begins a game: from the empty board, from a record, or as a task wants it.
async fn begin(client: Client, args: &Play) -> Result<Session, Stop> {
    let seats = args.named_seats();
    let new = match (args.game, &args.record, &args.saved, &args.task) {
        (Some(game), ..) => NewGame::Fresh(args.options(game)),
        (_, Some(path), ..) => NewGame::Record { record: read(path)?, seats },
        (_, _, Some(name), _) => {
            let record = client.saved_record(name).await?.record;
            NewGame::Record { record: Record::Object(record), seats }
        }
        (_, _, _, Some(task)) => NewGame::Task { task: task.clone() },
        (None, None, None, None) => return Err(PlayError::Nothing.into()),
    };
    let created = client.create_game(&new).await?;
    Ok(Session::new(client, created))
}

fn read(path: &Path) -> Result<Record, PlayError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Record::from(text)),
        Err(error) => Err(PlayError::Record { path: path.to_owned(), error }),
    }
}
