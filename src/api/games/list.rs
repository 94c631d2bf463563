//! `GET /games`: the games that can be played, with all that a form for a new match needs.

use actix_web::Either;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::free_matches::allowed;
use crate::api::learners::records::path_of;
use crate::app::caller::Caller;
use crate::app::state::{SharedState, State};
use crate::course::FreeMatches;
use crate::game::record::Format;
use crate::game::{AnyGame, GameName, Options, Seat, SeatNumber};
use crate::pages::frame::Frame;
use crate::pages::games::{
    GameEntry, GameView, GamesPage, MatchView, OptionEntry, RecordView, SeatView,
};
use crate::pages::picture::{count_of_moves, status_of_match};
use crate::pages::view::{PageReply, View};
use crate::step::Language;
use crate::store::{MatchEntry, RecordEntry};
use crate::texts::Pages;
use crate::wire::accept::ReplyLanguage;
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// So many matches and records of a learner are on the page.
const LISTED: u32 = 20;

/// The games that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    is_success: bool,
    games: Vec<GameEntry>,
    /// Which matches the caller may create that belong to no step: `all`, `people` (no computer, no record), `none`.
    free: &'static str,
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
        return page(*frame, &caller, &state).await.map(Either::Left);
    }
    let games = GameName::all().map(|name| Ok(game_entry(name, &start_of(name)?, language)));
    let games = games.collect::<Result<_, Problem>>()?;
    let free = match allowed(&state, caller.instructor.is_some()) {
        FreeMatches::All => "all",
        FreeMatches::People => "people",
        FreeMatches::None => "none",
    };
    Ok(Either::Right(Reply::new(GameList { is_success: true, games, free })))
}

/// A game of the most seats, with the default options. That a game starts without options is a contract of its spec.
fn start_of(name: GameName) -> Result<AnyGame, Problem> {
    let start = name.spec().start(*name.spec().seats.end(), &Options::default());
    start.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))
}

fn game_entry(name: GameName, start: &AnyGame, language: Language) -> GameEntry {
    let (spec, defaults) = (name.spec(), start.options());
    let options = spec.options.iter().map(|option| OptionEntry::new(option, &defaults, language));
    GameEntry {
        name,
        title: spec.title.render(language).into_owned(),
        seats: spec.seats.clone().into(),
        computers: spec.computers.clone(),
        options: options.collect(),
        records: Format::of(name).map(Format::name).collect(),
    }
}

async fn page(frame: Frame, caller: &Caller, state: &State) -> Result<PageReply, Problem> {
    let (language, texts) = (frame.language, frame.texts());
    let (mut matches, mut records) = (Vec::new(), Vec::new());
    if let Some(learner) = &caller.learner {
        let played = state.store.matches_of(learner.id, LISTED).await?;
        let played = played.iter().map(|entry| match_view(entry, state, texts, language));
        matches = played.collect::<Result<_, _>>()?;
        let kept = state.store.latest_records(learner.id, LISTED).await?;
        records = kept.into_iter().map(|entry| record_view(entry, texts, language)).collect();
    }
    let free = allowed(state, caller.instructor.is_some());
    let games = GameName::all().map(|name| game_view(name, free, texts, language));
    let page = GamesPage {
        restriction: match free {
            FreeMatches::All => None,
            FreeMatches::People => Some(texts.free_people()),
            FreeMatches::None => Some(texts.free_none()),
        },
        can_start: free != FreeMatches::None,
        can_load: free == FreeMatches::All,
        games: games.collect::<Result<_, _>>()?,
        matches,
        records,
        frame: frame.seen_by(caller),
    };
    PageReply::ok(language, &page)
}

fn game_view(
    name: GameName,
    free: FreeMatches,
    texts: Pages,
    language: Language,
) -> Result<GameView, Problem> {
    let (spec, start) = (name.spec(), start_of(name)?);
    let seat = |seat: SeatNumber| SeatView {
        label: start.player_name(seat).render(language).into_owned(),
        is_optional: seat.index() >= *spec.seats.start(),
        chosen: match seat.index() {
            1 if free == FreeMatches::All => Seat::Rules.as_str(),
            0 | 1 => Seat::Human.as_str(),
            _ => "",
        },
    };
    let computers = if free == FreeMatches::All { &spec.computers[..] } else { &[] };
    let players = std::iter::once(&Seat::Human).chain(computers);
    Ok(GameView {
        entry: game_entry(name, &start, language),
        aim: start.aim().render(language).into_owned(),
        seats: SeatNumber::first(*spec.seats.end()).map(seat).collect(),
        players: players.map(|seat| (seat.as_str(), who(*seat, texts))).collect(),
    })
}

/// Who has a seat, in words.
pub(super) fn who(seat: Seat, texts: Pages) -> String {
    match seat {
        Seat::Human => texts.human().to_owned(),
        Seat::Random => texts.random().to_owned(),
        Seat::Rules => texts.rules().to_owned(),
        Seat::Search => texts.search().to_owned(),
        Seat::AlphaBeta(depth) => texts.alphabeta(depth.get()),
    }
}

fn match_view(
    entry: &MatchEntry,
    state: &State,
    texts: Pages,
    language: Language,
) -> Result<MatchView, Problem> {
    let MatchEntry { id, ref setup, changed_at, .. } = *entry;
    let played = entry.state()?;
    let players: Vec<String> = setup.seats().iter().map(|&seat| who(seat, texts)).collect();
    Ok(MatchView {
        id: id.to_string(),
        keys: json!(state.matches.seat_keys(id, setup.seats())).to_string(),
        title: setup.game().spec().title.render(language).into_owned(),
        players: players.join(" – "),
        moves: count_of_moves(played.game().move_count(), language),
        status: status_of_match(&played, language),
        changed: changed_at,
    })
}

fn record_view(entry: RecordEntry, texts: Pages, language: Language) -> RecordView {
    let RecordEntry { name, game, moves, .. } = entry;
    // A record outlives the game that it is of.
    let title =
        game.parse::<GameName>().map(|game| game.spec().title.render(language).into_owned());
    RecordView {
        path: path_of(&name),
        confirm: texts.confirm_delete(&name),
        name: name.to_string(),
        title: title.unwrap_or(game),
        moves: count_of_moves(moves as usize, language),
    }
}
