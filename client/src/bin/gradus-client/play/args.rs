//! The options of `play`.

use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgGroup};
use gradus_client::TaskToken;
use gradus_client::api::{EndRule, GameId, GameKind, GameOptions, NameError, Seat, SeatKey};
use gradus_client::jobs::Jobs;

use crate::kept_keys::KeptKeys;
use crate::server::Server;

const EXIT_CODES: &str = "Exit codes: 0 the end was reached or you left, 1 the server refused, 2 bad usage, 3 the server does not answer, 4 the server does not know the key.";

/// The largest whole number that JSON numbers carry safely.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// The options that take no seat in a game that has begun.
const NOT_JOINED: [&str; 5] = ["game", "watch", "record", "saved", "task"];

/// The options that play something else than a game from the empty board.
const NOT_FROM_EMPTY_BOARD: [&str; 5] = ["join", "watch", "record", "saved", "task"];

#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
#[command(group = ArgGroup::new("what").required(true).args(["game", "join", "watch", "record", "saved", "task"]))]
pub(crate) struct Play {
    /// Begin a game: `gomoku`, `numerical`, `four_in_a_row` or `tesseract`.
    #[arg(value_name = "GAME", hide_possible_values = true, value_parser = Named::new(&GameKind::ALL))]
    pub(crate) game: Option<GameKind>,
    #[command(flatten)]
    pub(crate) server: Server,
    /// Who plays, each `human`, `random`, `rules`, `search`, or in the numerical game `alphabeta:3` (3 plies deep); two, in the tesseract up
    /// to eight. Several people take turns at this terminal [default: human,rules].
    #[arg(help_heading = "New game", long, value_name = "SEAT,SEAT", value_delimiter = ',', hide_possible_values = true, value_parser = Named::seats(), conflicts_with_all = ["join", "watch", "task"])]
    pub(crate) seats: Vec<Seat>,
    /// The seed of everything that the computers draw; in a tournament all games' seeds are derived from it.
    #[arg(help_heading = "New game", long, value_name = "N", conflicts_with_all = NOT_FROM_EMPTY_BOARD, value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub(crate) seed: Option<u64>,
    /// Four-in-a-row: end with the `first_line`, or play for `most_lines`.
    #[arg(help_heading = "New game", long, value_name = "RULE", hide_possible_values = true, value_parser = Named::new(&EndRule::ALL), conflicts_with_all = NOT_FROM_EMPTY_BOARD)]
    pub(crate) end: Option<EndRule>,
    /// Tesseract: how many lines win.
    #[arg(help_heading = "New game", long, value_name = "N", conflicts_with_all = NOT_FROM_EMPTY_BOARD, value_parser = clap::value_parser!(u32).range(1..=232))]
    pub(crate) threshold: Option<u32>,
    /// Tesseract: how free tiles are drawn, then each player's.
    #[arg(help_heading = "New game", long, value_name = "·,X,O", value_delimiter = ',', conflicts_with_all = NOT_FROM_EMPTY_BOARD)]
    pub(crate) icons: Option<Vec<String>>,
    /// Keep only the first person's seat here, and show the commands with which the others play from their own terminals.
    #[arg(help_heading = "New game", long, conflicts_with_all = ["join", "watch", "task", "games"])]
    pub(crate) invite: bool,
    /// Take seats in a game that has begun: those that were yours at this machine, or those of the keys that you give.
    #[arg(help_heading = "Game that has begun", long, value_name = "ID")]
    pub(crate) join: Option<GameId>,
    /// The secrets of the seats to take; without them those that this machine has kept.
    #[arg(help_heading = "Game that has begun", long, value_name = "KEY,KEY", value_delimiter = ',', conflicts_with_all = NOT_JOINED)]
    pub(crate) seat_key: Vec<SeatKey>,
    /// The numbers of the seats to take; for a single key the server finds it out when you move.
    #[arg(help_heading = "Game that has begun", long, value_name = "N,N", value_delimiter = ',', conflicts_with_all = NOT_JOINED)]
    pub(crate) seat: Vec<u8>,
    #[command(flatten)]
    pub(crate) kept_keys: KeptKeys,
    /// Watch a game until it is over.
    #[arg(help_heading = "Game that has begun", long, value_name = "ID")]
    pub(crate) watch: Option<GameId>,
    /// Load a record from a file and go on.
    #[arg(help_heading = "Record or task", long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Load one of your saved records and go on.
    #[arg(help_heading = "Record or task", long, value_name = "NAME")]
    pub(crate) saved: Option<String>,
    /// Play the match of a match step's task.
    #[arg(help_heading = "Record or task", long, value_name = "TOKEN")]
    pub(crate) task: Option<TaskToken>,
    /// Let computers play so many games, with the sides alternating, and count the points.
    #[arg(help_heading = "Tournament", long, value_name = "N", conflicts_with_all = NOT_FROM_EMPTY_BOARD)]
    pub(crate) games: Option<NonZeroU32>,
    /// How many games to play at once.
    #[arg(
        help_heading = "Tournament",
        long,
        value_name = "N",
        default_value = "2",
        requires = "games"
    )]
    pub(crate) jobs: Jobs,
    /// Write the games and the points as one JSON document to standard output, and nothing else.
    #[arg(help_heading = "Tournament", long, requires = "games")]
    pub(crate) json: bool,
}

/// Reads a value by [`FromStr`], and has shells complete the usual values.
#[derive(Clone)]
struct Named<T> {
    completed: Vec<String>,
    value: PhantomData<fn() -> T>,
}

impl<T: fmt::Display> Named<T> {
    fn new(values: &[T]) -> Self {
        Self { completed: values.iter().map(T::to_string).collect(), value: PhantomData }
    }
}

impl Named<Seat> {
    /// The seats of two players: a shell completes the whole list, with its comma.
    fn seats() -> Self {
        let pair = |first| Seat::NAMED.map(|second| format!("{first},{second}"));
        Self { completed: Seat::NAMED.into_iter().flat_map(pair).collect(), value: PhantomData }
    }
}

impl<T> TypedValueParser for Named<T>
where
    T: FromStr<Err = NameError> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        T::from_str.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.completed.iter().map(PossibleValue::new)))
    }
}

impl Play {
    /// The seats that were named, if any were.
    pub(crate) fn named_seats(&self) -> Option<Vec<Seat>> {
        (!self.seats.is_empty()).then(|| self.seats.clone())
    }

    /// A game from the empty board, as it was described.
    pub(crate) fn options(&self, game: GameKind) -> GameOptions {
        let seats = self.named_seats().unwrap_or_else(|| vec![Seat::Human, Seat::Rules]);
        GameOptions {
            seed: self.seed,
            end: self.end,
            threshold: self.threshold,
            icons: self.icons.clone(),
            ..GameOptions::new(game, seats)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Args {
        #[command(flatten)]
        play: Play,
    }

    fn play(words: &str) -> Option<Play> {
        let words = ["play"].into_iter().chain(words.split_whitespace());
        Some(Args::try_parse_from(words).ok()?.play)
    }

    #[test]
    fn a_game_is_against_the_rules_unless_seats_are_named() {
        let options = |words| play(words).map(|play| play.options(play.game.unwrap())).unwrap();
        assert_eq!(options("gomoku").seats, [Seat::Human, Seat::Rules]);
        let tesseract = options(
            "tesseract --seats human,search,random --seed 9007199254740991 --threshold 232 --icons .,a,b,c",
        );
        assert_eq!(tesseract.seats, [Seat::Human, Seat::Search, Seat::Random]);
        assert_eq!((tesseract.seed, tesseract.threshold), (Some(LARGEST_SEED), Some(232)));
        assert_eq!(tesseract.icons.unwrap(), [".", "a", "b", "c"]);
        let seats = options("numerical --seats human,alphabeta:3").seats;
        assert_eq!(seats, ["human", "alphabeta:3"].map(|seat| seat.parse().unwrap()));
        assert_eq!(
            options("tesseract --seats human,human,human,human,human,human,human,rules")
                .seats
                .len(),
            8
        );
        assert_eq!(options("four_in_a_row --end most_lines").end, Some(EndRule::MostLines));
    }

    #[test]
    fn a_tournament_plays_two_games_at_once() {
        let tournament = play("gomoku --seats rules,search --games 100 --json").unwrap();
        assert_eq!(tournament.games.map(NonZeroU32::get), Some(100));
        assert_eq!(tournament.jobs, "2".parse().unwrap());
        assert!(tournament.json);
    }

    #[test]
    fn exactly_one_thing_is_played() {
        for words in [
            "--join k3v7k3v7k3v7k3v7 --seat-key gs_a",
            "--join k3v7k3v7k3v7k3v7 --seat-key gs_a --seat 2",
            "--join k3v7k3v7k3v7k3v7 --seat-key gs_a,gs_b --seat 1,2",
            "--join k3v7k3v7k3v7k3v7",
            "--join k3v7k3v7k3v7k3v7 --seat 2",
            "gomoku --seats human,human --invite",
            "--watch k3v7k3v7k3v7k3v7",
            "--record game.json --seats human,search",
            "--saved first",
            "--task AbC",
        ] {
            assert!(play(words).is_some(), "{words}");
        }
        for words in [
            "",
            "chess",
            "gomoku --watch k3v7k3v7k3v7k3v7",
            "gomoku --task AbC",
            "gomoku --seats human,minimax",
            "gomoku --seed 9007199254740992",
            "tesseract --threshold 0",
            "tesseract --threshold 233",
            "four_in_a_row --end never",
            "--join k3v7 --seat-key gs_a",
            "--watch k3v7k3v7k3v7k3v7 --invite",
            "numerical --seats human,alphabeta",
            "--watch k3v7k3v7k3v7k3v7 --seats human,human",
            "--task AbC --seed 1",
            "--record game.json --games 2",
            "gomoku --json",
            "gomoku --jobs 2",
            "gomoku --games 0",
            "gomoku --seat 2",
            "gomoku --seat-key gs_a",
        ] {
            assert!(play(words).is_none(), "{words}");
        }
    }
}
