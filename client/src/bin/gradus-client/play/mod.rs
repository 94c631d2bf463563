//! `play`: a game against computers or other people, at one terminal or at several, somebody else's game, or a tournament of computers.

mod args;
mod command;
mod execute;
mod follow;
mod seats;
mod session;

use std::io;
use std::path::Path;

use gradus_client::Client;
use gradus_client::api::{GameId, GameKind, GameState, Moment, NewGame, Record, Status};
use gradus_client::draw;
use gradus_client::report::Bar;
use gradus_client::tournament::{self, Plan, Tournament, report};

use crate::error::{CliError, Exit};
use crate::terminal::{self, Input, Output, Screen};
use crate::text_file;
use command::Command;
use follow::Follow;
use seats::OwnSeats;
use session::{Happened, People, Session, Setting, is_same};

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
        let mut session = self.session(client).await?;
        let ended = talk(&mut session).await;
        session.farewell()?;
        ended.map(|()| Exit::Passed)
    }

    /// Begins a game, or joins one.
    async fn session(self, client: Client) -> Result<Session, CliError> {
        let people = if self.invite { People::Invited } else { People::Here };
        if let Some(game) = &self.join {
            let state = client.game(game, Moment::Now).await?;
            let seats = self.seats_to_take(&client, &state)?;
            let setting = Setting { client, people, kept_keys: self.kept_keys, task: None };
            return Ok(Session::joined(setting, state, seats));
        }
        let new = self.new_game(&client).await?;
        let setting = Setting { client, people, kept_keys: self.kept_keys, task: self.task };
        Session::start(setting, &new).await
    }

    /// The seats of a game that has begun: by the keys that were given, else by those that are kept.
    fn seats_to_take(&self, client: &Client, state: &GameState) -> Result<OwnSeats, CliError> {
        let people: Vec<u8> = state.people().collect();
        if let Some(computer) = self.seat.iter().find(|seat| !people.contains(seat)) {
            return Err(CliError::Seat(*computer));
        }
        match (self.seat_key.as_slice(), self.seat.as_slice()) {
            ([], wanted) => {
                let mut kept = self.kept_keys.of(client, &state.id);
                kept.retain(|(seat, _)| wanted.is_empty() || wanted.contains(seat));
                if kept.is_empty() && !people.is_empty() {
                    return Err(CliError::NoSeatKey);
                }
                Ok(OwnSeats::numbered(kept))
            }
            ([key], []) => Ok(OwnSeats::one_of(key.clone(), people)),
            (keys, seats) if keys.len() == seats.len() => {
                let seats = seats.iter().copied();
                Ok(OwnSeats::numbered(seats.zip(keys.iter().cloned())))
            }
            _ => Err(CliError::SeatsAndKeys),
        }
    }

    /// The game to begin: from the empty board, from a record, or as a task wants it.
    async fn new_game(&self, client: &Client) -> Result<NewGame, CliError> {
        let seats = self.named_seats();
        match (self.game, &self.record, &self.saved, &self.task) {
            (Some(game), ..) => Ok(NewGame::Fresh(self.options(game))),
            (_, Some(path), ..) => Ok(NewGame::Record { record: read(path)?, seats }),
            (_, _, Some(name), _) => {
                let record = client.saved_record(name).await?.record;
                Ok(NewGame::Record { record: Record::Object(record), seats })
            }
            (_, _, _, Some(task)) => Ok(NewGame::Task { task: task.clone() }),
            (None, None, None, None) => Err(CliError::NothingToPlay),
        }
    }
}

/// Executes what is typed until the people leave.
async fn talk(session: &mut Session) -> Result<(), CliError> {
    let mut input = Input::start();
    session.show()?;
    session.print(how_to_move(session.state().game))?;
    loop {
        session.ask()?;
        match session.next(&mut input).await? {
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

/// What to type, for a person who sees the game for the first time.
fn how_to_move(game: GameKind) -> &'static str {
    match game {
        GameKind::Gomoku => {
            "type a point, its row and its column, as in hh; help lists the commands\n"
        }
        GameKind::Numerical => {
            "type a cell and a free number, as in 5:9; help lists the commands\n"
        }
        GameKind::FourInARow | GameKind::Tesseract => {
            "type the number of a free cell, as the board shows it; help lists the commands\n"
        }
    }
}

fn read(path: &Path) -> Result<Record, CliError> {
    let text = text_file::read_record(path);
    text.map(Record::from).map_err(|error| CliError::File { path: path.to_owned(), error })
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
