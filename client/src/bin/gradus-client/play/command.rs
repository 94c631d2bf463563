//! What a person types during a game: a move, or a word from a short list. No word of the list has two letters, as gomoku's moves do.

use std::ops::ControlFlow;
use std::str::FromStr;

use gradus_client::api::{Move, NameError, RecordFormat, Status};
use gradus_client::draw::{self, one_line};

use crate::error::CliError;
use crate::play::session::Session;

/// The answer to `help`.
const HELP: &str = "\
a move          gomoku: row and column, hh; numerical: cell and number, 5:9; the others: the id that the board shows, 57
undo            take back your last move, and what followed
lines [N]       the complete lines of player N, or of all
record [FORMAT] the game as a text: json, points, psq, ini or export
save NAME       save the game to your records
next, finish    when only computers play: the next move (or Enter), or all moves
quit            leave; a game that is not over can be joined again
";

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// Make a move. The server says whether it is legal.
    Move(Move),
    /// Take back.
    Undo,
    /// Show a player's lines, or all players'.
    Lines(Option<u8>),
    /// Show the record.
    Record(RecordFormat),
    /// Save the record.
    Save(String),
    /// One move of a computer.
    Next,
    /// All moves of the computers.
    Finish,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(Self::Nothing),
            ["undo"] => Ok(Self::Undo),
            ["lines"] => Ok(Self::Lines(None)),
            ["lines", player] => player
                .parse()
                .map(|player| Self::Lines(Some(player)))
                .map_err(|_| CommandError::Player),
            ["record"] => Ok(Self::Record(RecordFormat::default())),
            ["record", format] => Ok(Self::Record(format.parse()?)),
            ["save", name] => Ok(Self::Save((*name).to_owned())),
            ["save", ..] => Err(CommandError::Name),
            ["next"] => Ok(Self::Next),
            ["finish"] => Ok(Self::Finish),
            ["help" | "?"] => Ok(Self::Help),
            ["quit" | "exit"] => Ok(Self::Quit),
            ["undo" | "lines" | "record" | "next" | "finish" | "help" | "quit", ..] => {
                Err(CommandError::TooMuch)
            }
            _ => Ok(Self::Move(Move::new(line))),
        }
    }
}

/// A line begins like a command but is not one.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// `lines` without a number.
    #[error("lines: expected a player's number, as in `lines 2`")]
    Player,
    /// `record` with an unknown format.
    #[error("record: {0}")]
    Format(#[from] NameError),
    /// `save` without a name.
    #[error("save: expected one name, as in `save first-win`")]
    Name,
    /// Too many words.
    #[error("too many words: type `help` to see the commands")]
    TooMuch,
}

impl Command {
    /// Executes the command in a session. A refusal by the server is printed, and the session goes on.
    pub(super) async fn execute(self, session: &mut Session) -> Result<ControlFlow<()>, CliError> {
        match self {
            Self::Quit => return Ok(ControlFlow::Break(())),
            Self::Help => session.print(HELP)?,
            Self::Nothing if session.seat().is_some() => {}
            Self::Nothing | Self::Next => session.advance().await?,
            Self::Finish => finish(session).await?,
            Self::Move(r#move) => session.make_move(&r#move).await?,
            Self::Undo => session.undo().await?,
            Self::Lines(player) => print_lines(session, player).await?,
            Self::Record(format) => print_record(session, format).await?,
            Self::Save(name) => save(session, &name).await?,
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Makes all moves of the computers, up to the end or to a refusal.
async fn finish(session: &mut Session) -> Result<(), CliError> {
    while session.state().status == Status::Open {
        let before = session.state().history.len();
        session.advance().await?;
        if session.state().history.len() == before {
            break;
        }
    }
    Ok(())
}

async fn print_lines(session: &mut Session, player: Option<u8>) -> Result<(), CliError> {
    let all = (1..).take(session.state().seats.len());
    let players: Vec<u8> = player.map_or_else(|| all.collect(), |player| vec![player]);
    for player in players {
        match session.client().lines(&session.state().id, player).await {
            Ok(lines) => {
                let text = numbered(&draw::player(session.state(), player), &lines);
                session.print(&text)?;
            }
            Err(error) => return session.refused(error).await,
        }
    }
    Ok(())
}

async fn print_record(session: &mut Session, format: RecordFormat) -> Result<(), CliError> {
    match session.client().record(&session.state().id, format).await {
        Ok(record) => {
            let text: String = record.lines().map(|line| one_line(line) + "\n").collect();
            session.print(&text)
        }
        Err(error) => session.refused(error).await,
    }
}

async fn save(session: &mut Session, name: &str) -> Result<(), CliError> {
    match session.client().save_record(name, &session.state().id).await {
        Ok(saved) => session.print_line(&format!("saved as {}: {}", saved.name, saved.url)),
        Err(error) => session.refused(error).await,
    }
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
    use super::*;

    fn command(line: &str) -> Result<Command, CommandError> {
        line.parse()
    }

    #[test]
    fn any_other_line_is_a_move() {
        for (line, text) in
            [("hh", "hh"), (" 5:9\r", "5:9"), ("57", "57"), ("go", "go"), ("undoo", "undoo")]
        {
            assert_eq!(command(line), Ok(Command::Move(Move::new(text))));
        }
        assert_eq!(command("5 : 9"), Ok(Command::Move(Move::new("5 : 9"))));
    }

    #[test]
    fn commands_have_their_words() {
        let commands = [
            ("", Command::Nothing),
            (" \t", Command::Nothing),
            ("undo", Command::Undo),
            ("lines", Command::Lines(None)),
            ("lines 2", Command::Lines(Some(2))),
            ("record", Command::Record(RecordFormat::Json)),
            ("record psq", Command::Record(RecordFormat::Psq)),
            (" save  first ", Command::Save("first".to_owned())),
            ("next", Command::Next),
            ("finish", Command::Finish),
            ("help", Command::Help),
            ("?", Command::Help),
            ("quit", Command::Quit),
        ];
        for (line, expected) in commands {
            assert_eq!(command(line), Ok(expected), "{line:?}");
        }
    }

    #[test]
    fn a_command_with_the_wrong_words_is_refused() {
        assert_eq!(command("lines x"), Err(CommandError::Player));
        assert_eq!(command("lines 256"), Err(CommandError::Player));
        assert!(matches!(command("record pgn"), Err(CommandError::Format(_))));
        for line in ["save", "save two names"] {
            assert_eq!(command(line), Err(CommandError::Name));
        }
        for line in ["undo 2", "lines 1 2", "record psq now", "quit now"] {
            assert_eq!(command(line), Err(CommandError::TooMuch));
        }
    }

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
}
