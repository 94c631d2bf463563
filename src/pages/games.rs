//! The pages of games: the one where a match begins, and the one where it is played.

use std::ops::RangeInclusive;

use askama::Template;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::frame::Frame;
use super::picture;
use crate::game::{Accepted, GameName, OptionSpec, Options, Seat};
use crate::step::{Language, StepNumber, Timestamp};

/// All games, with what a learner has played and kept.
#[derive(Template)]
#[template(path = "games.html")]
pub(crate) struct GamesPage {
    pub(crate) frame: Frame,
    /// Which matches the course does not allow, in words.
    pub(crate) restriction: Option<&'static str>,
    /// Whether a match can be started here.
    pub(crate) can_start: bool,
    /// Whether a record can be loaded.
    pub(crate) can_load: bool,
    pub(crate) games: Vec<GameView>,
    pub(crate) matches: Vec<MatchView>,
    pub(crate) records: Vec<RecordView>,
}

/// A game, with the form for a new match.
pub(crate) struct GameView {
    pub(crate) entry: GameEntry,
    /// What wins.
    pub(crate) aim: String,
    pub(crate) seats: Vec<SeatView>,
    /// Who can have a seat: as it is written on the wire, and in words.
    pub(crate) players: Vec<(&'static str, String)>,
}

/// A seat that is to be given to somebody.
pub(crate) struct SeatView {
    pub(crate) label: String,
    /// Whether it may be left free.
    pub(crate) is_optional: bool,
    /// Who has it if nobody chooses.
    pub(crate) chosen: &'static str,
}

/// A game that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameEntry {
    #[schema(value_type = String)]
    pub(crate) name: GameName,
    /// The name for people.
    pub(crate) title: String,
    /// How many seats it may have.
    pub(crate) seats: Range,
    /// The computer players, each as a seat is written.
    #[schema(value_type = Vec<Value>)]
    pub(crate) computers: Vec<Seat>,
    pub(crate) options: Vec<OptionEntry>,
    /// The record formats.
    pub(crate) records: Vec<&'static str>,
}

/// Whole numbers, both ends included.
#[derive(Serialize, ToSchema)]
pub(crate) struct Range {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

impl From<RangeInclusive<usize>> for Range {
    fn from(range: RangeInclusive<usize>) -> Self {
        Self { from: *range.start(), to: *range.end() }
    }
}

/// An option of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct OptionEntry {
    name: &'static str,
    /// What it is, in a few words.
    label: String,
    /// The value where the option is left out, in a game of the most seats.
    default: Option<Value>,
    accepts: AcceptedValues,
}

/// The values that an option accepts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AcceptedValues {
    /// One of these texts.
    OneOf(Vec<ChoiceEntry>),
    /// A whole number.
    Number(Range),
    /// A list of different texts.
    Texts {
        /// How many; at least one more than there are seats.
        count: Range,
        /// The maximum number of characters of each.
        longest: usize,
    },
}

/// A value, and what it means.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChoiceEntry {
    value: &'static str,
    label: String,
}

impl OptionEntry {
    /// An option with its value among the defaults of its game.
    pub(crate) fn new(option: &OptionSpec, defaults: &Options, language: Language) -> Self {
        let accepts = match (option.accepts)() {
            Accepted::OneOf(choices) => {
                let entries = choices.into_iter().map(|(value, label)| ChoiceEntry {
                    value,
                    label: label.render(language).into_owned(),
                });
                AcceptedValues::OneOf(entries.collect())
            }
            Accepted::Number(range) => AcceptedValues::Number(range.into()),
            Accepted::Texts { count, longest } => {
                AcceptedValues::Texts { count: count.into(), longest }
            }
        };
        Self {
            name: option.name,
            label: (option.label)().render(language).into_owned(),
            default: defaults.value(option.name).cloned(),
            accepts,
        }
    }

    /// The default as a form has it: a list has commas.
    fn default_text(&self) -> String {
        match &self.default {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(list)) => {
                list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            default => default.as_ref().map(Value::to_string).unwrap_or_default(),
        }
    }
}

/// A match of a learner.
pub(crate) struct MatchView {
    pub(crate) id: String,
    /// The keys of the humans' seats, one for each seat, as JSON.
    pub(crate) keys: String,
    pub(crate) title: String,
    pub(crate) players: String,
    /// How many were made, in words.
    pub(crate) moves: String,
    /// Whose turn it is, or how it ended.
    pub(crate) status: String,
    /// When a move was last made or taken back.
    pub(crate) changed: Timestamp,
}

/// A record of a learner.
pub(crate) struct RecordView {
    pub(crate) name: String,
    /// Where it is, on this server.
    pub(crate) path: String,
    pub(crate) title: String,
    /// How many it has, in words.
    pub(crate) moves: String,
    /// What is asked before it is deleted.
    pub(crate) confirm: String,
}

/// A match, as it is or as it was after some moves.
#[derive(Template)]
#[template(path = "match.html")]
pub(crate) struct MatchPage {
    pub(crate) frame: Frame,
    pub(crate) id: String,
    /// The step that it is the match of.
    pub(crate) step: Option<StepNumber>,
    /// The game on the wire.
    pub(crate) game: &'static str,
    pub(crate) title: String,
    /// What wins.
    pub(crate) aim: String,
    /// Whose turn it is, or who has won.
    pub(crate) status: String,
    /// An SVG element.
    pub(crate) board: String,
    /// The marks on the board, as SVG elements, each with what it means.
    pub(crate) legend: Vec<(String, &'static str)>,
    /// After how many moves.
    pub(crate) at: usize,
    /// How many were made in all.
    pub(crate) moves: usize,
    pub(crate) to_move: Option<u8>,
    /// Whether a person has won.
    pub(crate) is_won: bool,
    pub(crate) players: Vec<PlayerView>,
    /// The pieces of which a move names one beside the place; none in games of one piece.
    pub(crate) pieces: Option<Vec<u8>>,
    /// The moves in all.
    pub(crate) history: Vec<String>,
    /// Whether the last move was made by a computer that can say why.
    pub(crate) is_explained: bool,
    /// The last move of the position, with the name of who made it, as a sentence.
    pub(crate) last_move: Option<String>,
    /// The names of the record formats.
    pub(crate) formats: Vec<&'static str>,
    /// The request for a new match like this one, as JSON.
    pub(crate) again: String,
    /// The player whose lines are shown one after another.
    pub(crate) lines_of: Option<u8>,
    /// That this player has no lines, if it is so.
    pub(crate) no_lines: Option<String>,
    /// The viewer's own icons, one for each player; none in games without icons.
    pub(crate) icons: Vec<String>,
}

impl MatchPage {
    /// The title of the page, which is that of the board too.
    fn title_with_status(&self) -> String {
        picture::title_with_status(&self.title, &self.status, self.frame.language)
    }

    fn is_computers_turn(&self) -> bool {
        self.players.iter().any(|player| player.is_to_move && player.kind != "human")
    }

    /// The players, each with the icon that the viewer has for them.
    fn players_with_icons(&self) -> impl Iterator<Item = (&PlayerView, &String)> {
        self.players.iter().zip(&self.icons)
    }

    /// Whether there is a move that may be taken back.
    const fn can_take_back(&self) -> bool {
        self.moves > 0 && self.step.is_none()
    }
}

/// A player of a match.
pub(crate) struct PlayerView {
    pub(crate) number: u8,
    /// An SVG element.
    pub(crate) token: String,
    pub(crate) name: String,
    /// `human`, or the name of a computer.
    pub(crate) kind: &'static str,
    /// Who has the seat, in words.
    pub(crate) who: String,
    /// The number of lines in words, in games that count them.
    pub(crate) score: Option<String>,
    pub(crate) is_to_move: bool,
    pub(crate) has_won: bool,
    /// The label of what copies the address for this player.
    pub(crate) invitation: String,
}
