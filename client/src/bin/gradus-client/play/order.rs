//! What a person types during a game: a move, or a word from a short list. No word of the list has two letters, as gomoku's moves do.

use std::str::FromStr;

use gradus_client::api::{Move, RecordFormat, RecordFormatError};

/// What can be typed, for `help`.
pub(crate) const HELP: &str = "\
a move          gomoku: row and column, hh; numerical: cell and number, 5:9; the others: the id that the board shows, 57
undo            take back your last move, and what followed
lines [N]       the complete lines of player N, or of all
record [FORMAT] the game as a text: json, points, psq, ini or export
save NAME       save the game among your records
next, finish    where only computers play: one move more (Enter does it too), or all
quit            leave; a game that is not over can be joined again
";

/// Something that a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// An empty line.
    Nothing,
    /// Make a move. Whether it is one, the server says.
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
    /// Say what can be typed.
    Help,
    /// Leave.
    Quit,
}

impl FromStr for Order {
    type Err = OrderError;

    fn from_str(line: &str) -> Result<Self, OrderError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Ok(Self::Nothing),
            ["undo"] => Ok(Self::Undo),
            ["lines"] => Ok(Self::Lines(None)),
            ["lines", player] => player
                .parse()
                .map(|player| Self::Lines(Some(player)))
                .map_err(|_| OrderError::Player),
            ["record"] => Ok(Self::Record(RecordFormat::default())),
            ["record", format] => Ok(Self::Record(format.parse()?)),
            ["save", name] => Ok(Self::Save((*name).to_owned())),
            ["save", ..] => Err(OrderError::Name),
            ["next"] => Ok(Self::Next),
            ["finish"] => Ok(Self::Finish),
            ["help" | "?"] => Ok(Self::Help),
            ["quit" | "exit"] => Ok(Self::Quit),
            ["undo" | "lines" | "record" | "next" | "finish" | "help" | "quit", ..] => {
                Err(OrderError::TooMuch)
            }
            _ => Ok(Self::Move(Move::new(line))),
        }
    }
}

/// A line begins as an order and is none.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OrderError {
    /// `lines` without a number.
    #[error("lines: a player's number was expected, as in `lines 2`")]
    Player,
    /// `record` with an unknown format.
    #[error("record: {0}")]
    Format(#[from] RecordFormatError),
    /// `save` without a name.
    #[error("save: one name was expected, as in `save first-win`")]
    Name,
    /// Words too many.
    #[error("that is too much: type `help` to see what can be typed")]
    TooMuch,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, OrderError> {
        line.parse()
    }

    #[test]
    fn what_is_no_order_is_a_move() {
        for (line, text) in
            [("hh", "hh"), (" 5:9\r", "5:9"), ("57", "57"), ("go", "go"), ("undoo", "undoo")]
        {
            assert_eq!(order(line), Ok(Order::Move(Move::new(text))));
        }
        assert_eq!(order("5 : 9"), Ok(Order::Move(Move::new("5 : 9"))));
    }

    #[test]
    fn orders_have_their_words() {
        let orders = [
            ("", Order::Nothing),
            (" \t", Order::Nothing),
            ("undo", Order::Undo),
            ("lines", Order::Lines(None)),
            ("lines 2", Order::Lines(Some(2))),
            ("record", Order::Record(RecordFormat::Json)),
            ("record psq", Order::Record(RecordFormat::Psq)),
            (" save  first ", Order::Save("first".to_owned())),
            ("next", Order::Next),
            ("finish", Order::Finish),
            ("help", Order::Help),
            ("?", Order::Help),
            ("quit", Order::Quit),
        ];
        for (line, expected) in orders {
            assert_eq!(order(line), Ok(expected), "{line:?}");
        }
    }

    #[test]
    fn an_order_with_the_wrong_words_is_refused() {
        assert_eq!(order("lines x"), Err(OrderError::Player));
        assert_eq!(order("lines 256"), Err(OrderError::Player));
        assert!(matches!(order("record pgn"), Err(OrderError::Format(_))));
        for line in ["save", "save two names"] {
            assert_eq!(order(line), Err(OrderError::Name));
        }
        for line in ["undo 2", "lines 1 2", "record psq now", "quit now"] {
            assert_eq!(order(line), Err(OrderError::TooMuch));
        }
    }
}
