//! `play`: a game against a computer or another person, somebody else's game, or a tournament of computers.

mod args;
mod command;
mod follow;
mod seat;
mod session;

use std::io;
use std::path::Path;

use gradus_client::Client;
use gradus_client::api::{GameId, GameState, NewGame, Record, SeatKey, Status};
use gradus_client::draw;
use gradus_client::report::Bar;
use gradus_client::tournament::{self, Plan, Tournament, report};

use crate::error::{CliError, Exit};
use crate::terminal::{self, Input, Output, Screen};
use command::Command;
use follow::Follow;
use seat::OwnSeat;
use session::{Happened, Session, is_same};

pub(crate) use args::Play;

impl Play {
    /// Plays what the options describe.
    pub(crate) async fn run(self) -> Result<Exit, CliError> {
        let client = self.server.client()?;
        if let (Some(game), Some(games)) = (self.game, self.games) {
            let plan = Plan { first: self.options(game), games, jobs: self.jobs };
            let output = if self.json { Output::Json } else { Output::Text };
            return play_tournament(&client, &plan, output).await;
        }
        if let Some(game) = &self.watch {
            return watch(&client, game).await;
        }
        let mut session = match (&self.join, &self.seat_key) {
            (Some(game), Some(key)) => join(client, game, key.clone(), self.seat).await?,
            _ => start(client, &self).await?,
        };
        let ended = talk(&mut session).await;
        session.farewell()?;
        ended.map(|()| Exit::Passed)
    }
}

/// Executes what is typed until the person leaves.
async fn talk(session: &mut Session) -> Result<(), CliError> {
    let mut input = Input::start();
    let mut follow = session.follow();
    session.show()?;
    session.print("type a move, or help\n")?;
    loop {
        session.ask()?;
        match session.next(&mut input, follow.as_mut()).await? {
            Happened::Typed(None) => return Ok(()),
            Happened::Typed(Some(line)) => match line.parse::<Command>() {
                Ok(command) => {
                    if command.execute(session).await?.is_break() {
                        return Ok(());
                    }
                }
                Err(error) => session.print_line(&error.to_string())?,
            },
            Happened::Event(event) => session.take(*event)?,
        }
    }
}

/// Takes a seat in a game that has begun.
async fn join(
    client: Client,
    game: &GameId,
    key: SeatKey,
    seat: Option<u8>,
) -> Result<Session, CliError> {
    let state = client.game(game).await?;
    let people: Vec<u8> = state.people().collect();
    let possible = match seat {
        None => people,
        Some(seat) if people.contains(&seat) => vec![seat],
        Some(seat) => return Err(CliError::Seat(seat)),
    };
    Ok(Session::joined(client, state, Some(OwnSeat::new(key, possible))))
}

/// Starts a game: from the empty board, from a record, or as a task wants it.
async fn start(client: Client, args: &Play) -> Result<Session, CliError> {
    let seats = args.named_seats();
    let new = match (args.game, &args.record, &args.saved, &args.task) {
        (Some(game), ..) => NewGame::Fresh(args.options(game)),
        (_, Some(path), ..) => NewGame::Record { record: read(path)?, seats },
        (_, _, Some(name), _) => {
            let record = client.saved_record(name).await?.record;
            NewGame::Record { record: Record::Object(record), seats }
        }
        (_, _, _, Some(task)) => NewGame::Task { task: task.clone() },
        (None, None, None, None) => return Err(CliError::NothingToPlay),
    };
    let created = client.create_game(&new).await?;
    Ok(Session::new(client, created))
}

fn read(path: &Path) -> Result<Record, CliError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Record::from(text)),
        Err(error) => Err(CliError::Record { path: path.to_owned(), error }),
    }
}

/// Shows somebody else's game, move by move, until it is over.
async fn watch(client: &Client, game: &GameId) -> Result<Exit, CliError> {
    let screen = Screen::for_spectator();
    let mut follow = Follow::new(client, game);
    let mut shown: Option<GameState> = None;
    loop {
        let state = follow.next().await?.state;
        if !shown.is_some_and(|shown| is_same(&shown, &state)) {
            screen.show(&draw::game(&state))?;
        }
        if state.status != Status::Open {
            return Ok(Exit::Passed);
        }
        shown = Some(state);
    }
}

/// Lets computers play many games, and prints the table of their points, or with `--json` the document.
async fn play_tournament(client: &Client, plan: &Plan, output: Output) -> Result<Exit, CliError> {
    if !plan.first.seats.iter().all(|seat| seat.is_computer()) {
        return Err(CliError::TournamentOfPeople);
    }
    let watch = show_games(output, plan.games.get().into());
    let tournament = tournament::run(client, plan, watch).await;
    match output {
        Output::Json => {
            terminal::ignore_closed_pipe(report::write_json(&tournament, io::stdout().lock()))?;
        }
        Output::Text if tournament.played.is_empty() => {}
        Output::Text => terminal::print(&format!("{}\n", report::table(&tournament)))?,
    }
    match tournament.stopped {
        Some(error) => Err(error.into()),
        None => Ok(Exit::Passed),
    }
}

/// Shows each game as it ends: a bar on a terminal, else lines; with `--json` no lines.
fn show_games(output: Output, games: u64) -> Box<dyn FnMut(&Tournament)> {
    if output.has_bar() {
        let bar = Bar::new(games);
        Box::new(move |tournament| bar.count(report::points(tournament)))
    } else if output == Output::Json {
        Box::new(|_| ())
    } else {
        // An error is reported when the table is written, which fails in the same way.
        Box::new(|tournament| {
            if let Some(game) = tournament.played.last() {
                drop(terminal::print(&format!("{}\n", report::line(game))));
            }
        })
    }
}
