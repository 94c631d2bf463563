//! What the commands of [`Command`] do in a session. A refusal by the server is printed, and the session goes on.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use gradus_client::api::{
    Error, Moment, Move, NameTaken, NewGame, Problem, Record, RecordFormat, Seat, Why,
};
use gradus_client::draw::one_line;

use crate::error::CliError;
use crate::play::command::{Command, Destination, HELP, Source};
use crate::play::session::Session;
use crate::text_file;

impl Command {
    /// Executes the command in a session.
    pub(super) async fn execute(self, session: &mut Session) -> Result<ControlFlow<()>, CliError> {
        match self {
            Self::Quit => return Ok(ControlFlow::Break(())),
            Self::Help => session.print(HELP)?,
            Self::Nothing => go_on(session).await?,
            Self::Next => session.advance().await?,
            Self::Finish => finish(session).await?,
            Self::Move(r#move) => session.make_move(&r#move).await?,
            Self::Undo(backwards) => session.undo(backwards).await?,
            Self::Back(moves) => back(session, moves).await?,
            Self::Forward(moves) => forward(session, moves).await?,
            Self::Now => session.look(usize::MAX).await?,
            Self::Lines(player) => print_lines(session, player.as_deref()).await?,
            Self::Why(number) => explain(session, number).await?,
            Self::Icons(icons) => session.set_icons(icons)?,
            Self::Record(format) => print_record(session, format).await?,
            Self::Save(Destination::Name(name), taken) => save(session, &name, taken).await?,
            Self::Save(Destination::File(path), taken) => {
                save_file(session, &path, taken).await?;
            }
            Self::Load(source) => load(session, source).await?,
            Self::New => session.begin_another().await?,
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// An empty line: one move forward while looking back, else the move of a computer that is to move.
async fn go_on(session: &mut Session) -> Result<(), CliError> {
    if session.is_looking_back() {
        forward(session, 1).await
    } else if session.state().computer_to_move().is_some() {
        session.advance().await
    } else {
        Ok(())
    }
}

/// Makes moves of computers, up to a person's turn, the end or a refusal.
async fn finish(session: &mut Session) -> Result<(), CliError> {
    while session.state().computer_to_move().is_some() {
        let before = session.state().history.len();
        session.advance().await?;
        if session.state().history.len() == before {
            break;
        }
    }
    Ok(())
}

async fn back(session: &mut Session, moves: usize) -> Result<(), CliError> {
    match session.shown().history.len() {
        0 => session.print("this is the empty board: there is no move before it\n"),
        shown => session.look(shown.saturating_sub(moves)).await,
    }
}

async fn forward(session: &mut Session, moves: usize) -> Result<(), CliError> {
    if !session.is_looking_back() {
        return session.print("this is the game as it is: there is no later move\n");
    }
    session.look(session.shown().history.len().saturating_add(moves)).await
}

async fn print_lines(session: &mut Session, player: Option<&str>) -> Result<(), CliError> {
    let mut players: Vec<u8> = (1..).take(session.state().seats.len()).collect();
    if let Some(named) = player {
        players.retain(|number| number.to_string() == named || session.name(*number) == named);
        if players.is_empty() {
            let count = session.state().seats.len();
            return session.print(&format!("expected a player, 1 to {count}, as in lines 2\n"));
        }
    }
    let moment = session.shown().moment();
    for player in players {
        match session.client().lines(&session.state().id, player, moment).await {
            Ok(lines) => session.print(&numbered(&session.name(player), &lines))?,
            Err(error) => return session.refused(error).await,
        }
    }
    Ok(())
}

/// Explains a move of the computer `rules`, the last one shown if no number is given.
async fn explain(session: &mut Session, number: Option<NonZeroUsize>) -> Result<(), CliError> {
    let state = session.shown();
    let is_explained = |number: &usize| {
        state.mover(*number).and_then(|player| state.seat(player)) == Some(Seat::Rules)
    };
    let last = || (1..=state.history.len()).rev().find(is_explained);
    let Some(number) = number.map(NonZeroUsize::get).or_else(last) else {
        return session.print("the computer rules has made no move that could be explained\n");
    };
    match session.client().why(&session.state().id, number).await {
        Ok(why) => {
            let r#move = session.state().history.get(number.saturating_sub(1)).cloned();
            let player = session.state().mover(number).map(|player| session.name(player));
            session.print(&reason(&player.unwrap_or_default(), r#move.as_ref(), &why))
        }
        Err(error) => session.refused(error).await,
    }
}

/// How many of the moves that a rule allows are listed: on an empty board it may allow all.
const MAX_CANDIDATES: usize = 16;

/// Why a computer moved: the rule, and what else it allowed.
fn reason(player: &str, r#move: Option<&Move>, why: &Why) -> String {
    let moved = r#move.map_or_else(String::new, |r#move| one_line(r#move.as_str()));
    let rule = format!("rule {}: {}", why.rule.number, one_line(&why.rule.text));
    let allowed: Vec<String> = why.candidates.iter().map(|each| one_line(each.as_str())).collect();
    let allowed = match allowed.as_slice() {
        [_] => "nothing else was allowed".to_owned(),
        allowed => {
            let some: Vec<&str> = allowed.iter().map(String::as_str).take(MAX_CANDIDATES).collect();
            let end = if some.len() < allowed.len() { " …" } else { "" };
            format!("drawn from {}: {}{end}", allowed.len(), some.join(" "))
        }
    };
    format!("move {}, {player} (rules): {moved}\n  {rule}\n  {allowed}\n", why.number)
}

async fn print_record(session: &mut Session, format: RecordFormat) -> Result<(), CliError> {
    let moment = session.shown().moment();
    match session.client().record(&session.state().id, format, moment).await {
        Ok(record) => {
            let text: String = record.lines().map(|line| one_line(line) + "\n").collect();
            session.print(&text)
        }
        Err(error) => session.refused(error).await,
    }
}

async fn save(session: &mut Session, name: &str, taken: NameTaken) -> Result<(), CliError> {
    match session.client().save_record(name, &session.state().id, taken).await {
        Ok(saved) => session.print_line(&format!("saved as {}: {}", saved.name, saved.url)),
        Err(error) if is_problem(&error, Problem::RECORD_TAKEN) => {
            session.refused(error).await?;
            session.print_line(&format!("save {name} replace puts this game in its place"))
        }
        Err(error) => without_key(session, error).await,
    }
}

/// A refusal that concerns saved records: without a learner's key there are files.
async fn without_key(session: &mut Session, error: Error) -> Result<(), CliError> {
    if is_problem(&error, Problem::AUTH_MISSING) {
        session.print(
            "your records need your key: begin with --key KEY, or set GRADUS_KEY;\n\
             save ./FILE and load ./FILE work without one\n",
        )
    } else {
        session.refused(error).await
    }
}

fn is_problem(error: &Error, code: &str) -> bool {
    matches!(error, Error::Problem(problem) if problem.code == code)
}

/// Writes the record to a file. A file that exists is kept unless it may be replaced.
async fn save_file(session: &mut Session, path: &Path, taken: NameTaken) -> Result<(), CliError> {
    let client = session.client();
    let record = client.record(&session.state().id, RecordFormat::Json, Moment::Now).await;
    let record = match record {
        Ok(record) => record,
        Err(error) => return session.refused(error).await,
    };
    match write(path, &record, taken) {
        Ok(()) => session.print_line(&format!(
            "saved: load {0}, or play --record {0}, goes on from it",
            path.display()
        )),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => session.print_line(&format!(
            "{0} exists already: save {0} replace puts this game in its place",
            path.display()
        )),
        Err(error) => session.print_line(&format!("cannot write {}: {error}", path.display())),
    }
}

fn write(path: &Path, record: &str, taken: NameTaken) -> io::Result<()> {
    let mut options = OpenOptions::new();
    match taken {
        NameTaken::Refuse => options.write(true).create_new(true),
        NameTaken::Replace => options.write(true).create(true).truncate(true),
    };
    options.open(path)?.write_all(record.as_bytes())
}

/// Goes on from a record, in a game of its own.
async fn load(session: &mut Session, source: Source) -> Result<(), CliError> {
    let record = match source {
        Source::Text(record) => record,
        Source::File(path) => match text_file::read_record(&path) {
            Ok(text) => Record::from(text),
            Err(error) => {
                return session.print_line(&format!("cannot read {}: {error}", path.display()));
            }
        },
        Source::Name(name) => match session.client().saved_record(&name).await {
            Ok(saved) => Record::Object(saved.record),
            Err(error) => return without_key(session, error).await,
        },
    };
    session.begin(&NewGame::Record { record, seats: None }).await
}

/// A player's lines, numbered in the order in which they were made.
fn numbered(player: &str, lines: &[Vec<String>]) -> String {
    let heading = format!("{player}: {}\n", count_of(lines.len()));
    let lines = (1..).zip(lines).map(|(number, line)| {
        let cells: Vec<String> = line.iter().map(|cell| one_line(cell)).collect();
        format!("{number:4}. {}\n", cells.join(" "))
    });
    std::iter::once(heading).chain(lines).collect()
}

fn count_of(lines: usize) -> String {
    match lines {
        0 => "no complete line".to_owned(),
        1 => "1 complete line".to_owned(),
        lines => format!("{lines} complete lines"),
    }
}

#[cfg(test)]
mod tests {
    use gradus_client::api::Rule;

    use super::*;

    #[test]
    fn lines_are_numbered() {
        let lines = |lines: &[&[&str]]| -> Vec<Vec<String>> {
            lines.iter().map(|line| line.iter().map(ToString::to_string).collect()).collect()
        };
        assert_eq!(numbered("x", &[]), "x: no complete line\n");
        let one = lines(&[&["hh", "hi", "hj", "hk", "hl"]]);
        assert_eq!(numbered("x", &one), "x: 1 complete line\n   1. hh hi hj hk hl\n");
        let two = lines(&[&["1", "2", "3"], &["1", "5", "9"]]);
        assert_eq!(numbered("Y", &two), "Y: 2 complete lines\n   1. 1 2 3\n   2. 1 5 9\n");
    }

    #[test]
    fn a_move_is_explained_by_its_rule() {
        let why = |candidates: &[&str]| Why {
            number: 4,
            rule: Rule { number: 2, text: "it completes a line".to_owned() },
            candidates: candidates.iter().map(|each| Move::new(each)).collect(),
        };
        let text = reason("o", Some(&Move::new("57")), &why(&["57", "89"]));
        let expected =
            "move 4, o (rules): 57\n  rule 2: it completes a line\n  drawn from 2: 57 89\n";
        assert_eq!(text, expected);
        let text = reason("o", Some(&Move::new("57")), &why(&["57"; 80]));
        assert!(text.ends_with(&format!("drawn from 80:{} …\n", " 57".repeat(16))), "{text}");
        let text = reason("o", Some(&Move::new("57")), &why(&["57"]));
        assert!(text.ends_with("nothing else was allowed\n"), "{text}");
    }
}
