//! The pages of games: the one where a match begins, and the one where it is played.

use askama::Template;

use super::frame::Frame;
use super::models::Moment;
use super::picture;
use crate::step::StepNumber;

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

/// A game, with what is chosen before the first move.
pub(crate) struct GameView {
    /// On the wire.
    pub(crate) name: &'static str,
    pub(crate) title: String,
    /// What wins.
    pub(crate) aim: String,
    pub(crate) seats: Vec<SeatView>,
    /// Who can have a seat: as it is written on the wire, and in words.
    pub(crate) players: Vec<(String, String)>,
    pub(crate) options: Vec<OptionView>,
}

/// A seat that is to be given to somebody.
pub(crate) struct SeatView {
    pub(crate) label: String,
    /// Whether it may be left free.
    pub(crate) is_optional: bool,
    /// Who has it if nobody chooses.
    pub(crate) chosen: &'static str,
}

/// An option of a game.
pub(crate) struct OptionView {
    pub(crate) name: &'static str,
    pub(crate) label: String,
    pub(crate) values: ValuesView,
}

/// What an option may be.
pub(crate) enum ValuesView {
    /// One of these: as it is written on the wire, and in words.
    OneOf(Vec<(&'static str, String)>),
    /// A number within these.
    Number { from: usize, to: usize, default: String },
    /// Texts with commas between them, by default these.
    Texts { default: String },
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
    pub(crate) changed: Moment,
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
