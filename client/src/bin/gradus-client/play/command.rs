//! What a person types during a game: a move, or a word from a short list. No word of the list has two letters, as gomoku's moves do.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use gradus_client::api::{Move, NameError, NameTaken, Record, RecordFormat};

/// The answer to `help`, for a terminal 80 columns wide.
pub(super) const HELP: &str = "\
a move           gomoku: row and column, hh; numerical: cell and number, 5:9;
                 the others: the number of a free cell, 57
undo             take back the last move made here, and what followed it
undo N           take back the last N moves of players here and of computers
undo turn        take back to the last turn of the player who is to move
back [N]         look one move back, or N moves; forward [N]: forward again
now              look at the game as it is
lines [PLAYER]   everybody's complete lines, or one player's: lines 2, lines o
why [N]          why the computer `rules` made its last move, or move N
icons .,X,O      tesseract: other icons on this screen; icons: the game's own
save NAME        save to your records; save NAME replace: over an older one;
                 save ./FILE: to a file
load NAME        go on from one of your records, from a file (load ./FILE), or
                 from a record that you paste after load
record [FORMAT]  the game as a text: json, points, psq, ini or export
new              begin another game with the same players
next             the move of the computer that is to move, as Enter does;
                 finish: all moves of the computers
quit             leave; a game that is not over can be joined again
";

/// A typed line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// Make a move. The server says whether it is legal.
    Move(Move),
    /// Take back.
    Undo(Backwards),
    /// Look so many moves back.
    Back(usize),
    /// Look so many moves forward again.
    Forward(usize),
    /// Look at the game as it is.
    Now,
    /// Show the lines of a player, named by number or icon, or all players'.
    Lines(Option<String>),
    /// Explain the last move of a computer, or the move with this number.
    Why(Option<NonZeroUsize>),
    /// Show other icons; `None` for those of the game.
    Icons(Option<Vec<String>>),
    /// Show the record.
    Record(RecordFormat),
    /// Save the record.
    Save(Destination, NameTaken),
    /// Go on from a record.
    Load(Source),
    /// Begin another game with the same players.
    New,
    /// One move of a computer.
    Next,
    /// All moves of the computers.
    Finish,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// How much is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backwards {
    /// From the last move that was made at this terminal on.
    LastMove,
    /// From the last turn of the player to move on.
    Turn,
    /// So many moves.
    Moves(NonZeroUsize),
}

/// Where a record is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// The learner's records on the server.
    Name(String),
    /// A file.
    File(PathBuf),
}

/// Where a record is loaded from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// The learner's records on the server.
    Name(String),
    /// A file.
    File(PathBuf),
    /// The record itself.
    Text(Record),
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Ok(Self::Nothing),
            "undo" => Ok(Self::Undo(match rest {
                "" => Backwards::LastMove,
                "turn" => Backwards::Turn,
                count => Backwards::Moves(count.parse().map_err(|_| CommandError::Undo)?),
            })),
            "back" => Ok(Self::Back(number(rest)?.map_or(1, NonZeroUsize::get))),
            "forward" => Ok(Self::Forward(number(rest)?.map_or(1, NonZeroUsize::get))),
            "lines" => Ok(Self::Lines((!rest.is_empty()).then(|| rest.to_owned()))),
            "why" => Ok(Self::Why(number(rest)?)),
            "icons" if rest.is_empty() => Ok(Self::Icons(None)),
            "icons" => {
                Ok(Self::Icons(Some(rest.split(',').map(|icon| icon.trim().to_owned()).collect())))
            }
            "record" if rest.is_empty() => Ok(Self::Record(RecordFormat::default())),
            "record" => Ok(Self::Record(rest.parse()?)),
            "save" => save(rest),
            "load" => load(rest),
            word => alone(word, rest).unwrap_or_else(|| Ok(Self::Move(Move::new(line)))),
        }
    }
}

/// A command that is one word; `None` when it is none of them.
fn alone(word: &str, rest: &str) -> Option<Result<Command, CommandError>> {
    let command = match word {
        "now" => Command::Now,
        "new" => Command::New,
        "next" => Command::Next,
        "finish" => Command::Finish,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        _ => return None,
    };
    Some(if rest.is_empty() { Ok(command) } else { Err(CommandError::TooMuch) })
}

/// A number of moves, or the number of a move.
fn number(text: &str) -> Result<Option<NonZeroUsize>, CommandError> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| CommandError::Number)
}

fn save(rest: &str) -> Result<Command, CommandError> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (name, taken) = match words.as_slice() {
        [name] => (name, NameTaken::Refuse),
        [name, "replace"] => (name, NameTaken::Replace),
        _ => return Err(CommandError::Save),
    };
    let destination = if is_path(name) {
        Destination::File(name.into())
    } else {
        Destination::Name((*name).to_owned())
    };
    Ok(Command::Save(destination, taken))
}

/// A record that is pasted begins with a brace, or is a whole call of the program that the tesseract comes from.
fn load(rest: &str) -> Result<Command, CommandError> {
    Ok(Command::Load(if rest.is_empty() {
        return Err(CommandError::Load);
    } else if rest.starts_with('{') || rest.contains('[') {
        Source::Text(rest.to_owned().into())
    } else if is_path(rest) {
        Source::File(rest.into())
    } else {
        Source::Name(rest.to_owned())
    }))
}

/// The name of a record has no slash, so what has one is a file.
fn is_path(text: &str) -> bool {
    text.contains('/')
}

/// A line begins like a command but is not one.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    /// `undo` with anything else.
    #[error("undo: expected nothing, a number of moves as in `undo 2`, or `undo turn`")]
    Undo,
    /// `back`, `forward` or `why` without a number.
    #[error("expected a number from 1, as in `back 2`")]
    Number,
    /// `record` with an unknown format.
    #[error("record: {0}")]
    Format(#[from] NameError),
    /// `save` without a name.
    #[error("save: expected one name, as in `save first-win`, or a file, as in `save ./game.json`")]
    Save,
    /// `load` without anything.
    #[error("load: expected the name of a record, a file as in `load ./game.json`, or a record")]
    Load,
    /// Too many words.
    #[error("too many words: type `help` to see the commands")]
    TooMuch,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command, CommandError> {
        line.parse()
    }

    fn count(number: usize) -> NonZeroUsize {
        NonZeroUsize::new(number).unwrap()
    }

    #[test]
    fn the_help_fits_80_columns() {
        assert!(HELP.lines().all(|line| line.len() < 80));
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
            ("undo", Command::Undo(Backwards::LastMove)),
            ("undo turn", Command::Undo(Backwards::Turn)),
            ("undo 2", Command::Undo(Backwards::Moves(count(2)))),
            ("back", Command::Back(1)),
            ("back 12", Command::Back(12)),
            (" forward  3 ", Command::Forward(3)),
            ("now", Command::Now),
            ("lines", Command::Lines(None)),
            ("lines o", Command::Lines(Some("o".to_owned()))),
            ("why", Command::Why(None)),
            ("why 4", Command::Why(Some(count(4)))),
            ("icons", Command::Icons(None)),
            ("icons ., A,🐱", Command::Icons(Some([".", "A", "🐱"].map(str::to_owned).into()))),
            ("record", Command::Record(RecordFormat::Json)),
            ("record psq", Command::Record(RecordFormat::Psq)),
            ("new", Command::New),
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
    fn what_has_a_slash_is_a_file() {
        let name = || Destination::Name("first".to_owned());
        let file = Destination::File("./first.json".into());
        assert_eq!(command(" save  first "), Ok(Command::Save(name(), NameTaken::Refuse)));
        assert_eq!(command("save first replace"), Ok(Command::Save(name(), NameTaken::Replace)));
        assert_eq!(command("save ./first.json"), Ok(Command::Save(file, NameTaken::Refuse)));
        let load = |source| Ok(Command::Load(source));
        assert_eq!(command("load my first"), load(Source::Name("my first".to_owned())));
        assert_eq!(command("load ./a"), load(Source::File("./a".into())));
        for text in ["{2, {0 -> \".\"}, 9, \"a/b\"}", "NC4loadGame[\"{2, …}\"]"] {
            let expected = load(Source::Text(Record::Text(text.to_owned())));
            assert_eq!(command(&format!("load {text}")), expected);
        }
        let object = command(r#"load {"game": "gomoku", "history": []}"#);
        assert!(matches!(object, Ok(Command::Load(Source::Text(Record::Object(_))))));
    }

    #[test]
    fn a_command_with_the_wrong_words_is_refused() {
        for line in ["undo 0", "undo x", "undo -1", "undo 1 2"] {
            assert_eq!(command(line), Err(CommandError::Undo));
        }
        for line in ["back x", "forward 0", "why 0"] {
            assert_eq!(command(line), Err(CommandError::Number));
        }
        assert!(matches!(command("record pgn"), Err(CommandError::Format(_))));
        for line in ["save", "save two names", "save a b replace"] {
            assert_eq!(command(line), Err(CommandError::Save));
        }
        assert_eq!(command("load"), Err(CommandError::Load));
        for line in ["quit now", "now 2", "new game"] {
            assert_eq!(command(line), Err(CommandError::TooMuch));
        }
    }
}
