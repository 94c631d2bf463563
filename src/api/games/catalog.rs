//! `GET /games`: the games that can be played, with all that a form for a new match needs.

use std::ops::RangeInclusive;

use actix_web::Either;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::free::allowed;
use super::pages;
use crate::app::caller::Caller;
use crate::app::state::SharedState;
use crate::course::FreeMatches;
use crate::game::record::Format;
use crate::game::{Accepted, GameName, OptionSpec, Options, Seat};
use crate::pages::view::{PageReply, View};
use crate::step::Language;
use crate::wire::extract::NoQuery;
use crate::wire::language::ReplyLanguage;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// The games that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    is_success: bool,
    games: Vec<GameEntry>,
    /// Which matches the caller may create that belong to no step: `all`, `people` (no computer, no record), `none`.
    free: &'static str,
}

/// A game that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameEntry {
    #[schema(value_type = String)]
    name: GameName,
    /// The name for people.
    title: String,
    /// How many seats it may have.
    seats: Range,
    /// The computer players, each as a seat is written.
    #[schema(value_type = Vec<Value>)]
    computers: Vec<Seat>,
    options: Vec<OptionEntry>,
    /// The record formats.
    records: Vec<&'static str>,
}

/// Whole numbers, both ends included.
#[derive(Serialize, ToSchema)]
pub(crate) struct Range {
    from: usize,
    to: usize,
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

impl From<RangeInclusive<usize>> for Range {
    fn from(range: RangeInclusive<usize>) -> Self {
        Self { from: *range.start(), to: *range.end() }
    }
}

impl GameEntry {
    fn of(name: GameName, language: Language) -> Result<Self, Problem> {
        let spec = name.spec();
        let start = spec.start(*spec.seats().end(), &Options::default());
        // That a game starts without options is a contract of its spec.
        let start =
            start.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))?;
        let defaults = start.options();
        let options = spec.options().iter();
        let own = spec.formats().into_iter().map(|format| format.name);
        Ok(Self {
            name,
            title: spec.title().render(language).into_owned(),
            seats: spec.seats().into(),
            computers: spec.computers(),
            options: options.map(|option| OptionEntry::of(option, &defaults, language)).collect(),
            records: std::iter::once(Format::JSON.name()).chain(own).collect(),
        })
    }
}

impl OptionEntry {
    fn of(option: &OptionSpec, defaults: &Options, language: Language) -> Self {
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
}

/// `GET /games`: the games that can be played.
pub(crate) async fn get(
    caller: Caller,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<GameList>>, Problem> {
    if let View::Page(frame) = view {
        return pages::games(*frame, &caller, &state).await.map(Either::Left);
    }
    let games = GameName::all().map(|name| GameEntry::of(name, language));
    let games = games.collect::<Result<_, _>>()?;
    let free = match allowed(&state, caller.instructor.is_some()) {
        FreeMatches::All => "all",
        FreeMatches::People => "people",
        FreeMatches::None => "none",
    };
    Ok(Either::Right(Reply::ok(GameList { is_success: true, games, free })))
}
