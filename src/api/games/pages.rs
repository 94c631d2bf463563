//! The pages of games: `GET /games` and `GET /games/{id}`, as browsers ask for them.

use serde::Serialize;
use serde_json::{Value, json};

use super::free::allowed;
use super::look::LookQuery;
use crate::api::learners::records::path_of;
use crate::app::caller::Caller;
use crate::app::matches::LoadedMatch;
use crate::app::state::State;
use crate::course::FreeMatches;
use crate::course::rfc3339;
use crate::game::record::Format;
use crate::game::{
    Accepted, BySeat, GameName, Match, MatchStatus, OptionSpec, Options, Outcome, Seat, SeatNumber,
};
use crate::pages::frame::Frame;
use crate::pages::games::{
    GameView, GamesPage, MatchPage, MatchView, OptionView, PlayerView, RecordView, SeatView,
    ValuesView,
};
use crate::pages::models::Moment;
use crate::pages::picture::{
    board_of_match, count_of_moves, legend_of_match, score_of_match, status_of_match,
    token_of_match,
};
use crate::pages::view::PageReply;
use crate::step::Language;
use crate::store::{MatchEntry, RecordEntry};
use crate::texts::Pages;
use crate::wire::problem::{Code, Problem};

/// So many matches and records of a learner are on the page.
const LISTED: u32 = 20;

/// The page of all games.
pub(crate) async fn games(
    frame: Frame,
    caller: &Caller,
    state: &State,
) -> Result<PageReply, Problem> {
    let (language, texts) = (frame.language, frame.texts());
    let (mut matches, mut records) = (Vec::new(), Vec::new());
    if let Some(learner) = &caller.learner {
        let played = state.store.matches_of(learner.id, LISTED).await?;
        let played = played.into_iter().map(|entry| match_view(entry, state, texts, language));
        matches = played.collect();
        let kept = state.store.latest_records(learner.id, LISTED).await?;
        records = kept.into_iter().map(|entry| record_view(entry, texts, language)).collect();
    }
    let free = allowed(state, caller.instructor.is_some());
    let restriction = match free {
        FreeMatches::All => None,
        FreeMatches::People => Some(texts.free_people()),
        FreeMatches::None => Some(texts.free_none()),
    };
    let games = GameName::all().map(|name| game_view(name, free, texts, language));
    let page = GamesPage {
        frame: frame.seen_by(caller),
        restriction,
        can_start: free != FreeMatches::None,
        can_load: free == FreeMatches::All,
        games: games.collect::<Result<_, _>>()?,
        matches,
        records,
    };
    PageReply::ok(language, &page)
}

fn game_view(
    name: GameName,
    free: FreeMatches,
    texts: Pages,
    language: Language,
) -> Result<GameView, Problem> {
    let spec = name.spec();
    let seats = spec.seats();
    // That a game starts without options is a contract of its spec.
    let start = spec.start(*seats.end(), &Options::default());
    let start = start.map_err(|error| Problem::internal(Code::ServerError, error.to_string()))?;
    let seat = |seat: SeatNumber| SeatView {
        label: start.player_name(seat).render(language).into_owned(),
        is_optional: seat.index() >= *seats.start(),
        chosen: match seat.index() {
            1 if free == FreeMatches::All => Seat::Rules.as_str(),
            0 | 1 => Seat::Human.as_str(),
            _ => "",
        },
    };
    let computers = if free == FreeMatches::All { spec.computers() } else { Vec::new() };
    let players = std::iter::once(Seat::Human).chain(computers);
    let defaults = start.options();
    let options = spec.options().iter().map(|option| option_view(option, &defaults, language));
    Ok(GameView {
        name: name.as_str(),
        title: spec.title().render(language).into_owned(),
        aim: start.aim().render(language).into_owned(),
        seats: SeatNumber::first(*seats.end()).map(seat).collect(),
        players: players.map(|seat| (seat.as_str().to_owned(), who(seat, texts))).collect(),
        options: options.collect(),
    })
}

fn option_view(option: &OptionSpec, defaults: &Options, language: Language) -> OptionView {
    let default = || match defaults.value(option.name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(list)) => {
            list.iter().filter_map(|value| value.as_str()).collect::<Vec<_>>().join(", ")
        }
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let values = match (option.accepts)() {
        Accepted::OneOf(choices) => {
            let texts =
                choices.into_iter().map(|(value, text)| (value, text.render(language).into()));
            ValuesView::OneOf(texts.collect())
        }
        Accepted::Number(range) => {
            ValuesView::Number { from: *range.start(), to: *range.end(), default: default() }
        }
        Accepted::Texts { .. } => ValuesView::Texts { default: default() },
    };
    OptionView { name: option.name, label: (option.label)().render(language).into_owned(), values }
}

/// Who has a seat, in words.
fn who(seat: Seat, texts: Pages) -> String {
    match seat {
        Seat::Human => texts.human().to_owned(),
        Seat::Random => texts.random().to_owned(),
        Seat::Rules => texts.rules().to_owned(),
        Seat::Search => texts.search().to_owned(),
        Seat::AlphaBeta(depth) => texts.alphabeta(depth.get()),
    }
}

fn match_view(entry: MatchEntry, state: &State, texts: Pages, language: Language) -> MatchView {
    let MatchEntry { id, setup, status, moves, changed_at } = entry;
    let status = match status {
        MatchStatus::Open => {
            let turn = SeatNumber::after(moves, setup.seats().len());
            let player = setup.start().player_name(turn).render(language).into_owned();
            texts.to_move(player)
        }
        MatchStatus::Won => texts.won().to_owned(),
        MatchStatus::Draw => texts.draw().to_owned(),
    };
    let players: Vec<String> = setup.seats().iter().map(|&seat| who(seat, texts)).collect();
    MatchView {
        id: id.to_string(),
        keys: json!(state.matches.seat_keys(id, setup.seats())).to_string(),
        title: setup.game().spec().title().render(language).into_owned(),
        players: players.join(" – "),
        moves: count_of_moves(moves, language),
        status,
        changed: Moment(rfc3339(changed_at)),
    }
}

fn record_view(entry: RecordEntry, texts: Pages, language: Language) -> RecordView {
    let RecordEntry { name, game, moves, .. } = entry;
    // A record outlives the game that it is of.
    let title =
        game.parse::<GameName>().map(|game| game.spec().title().render(language).into_owned());
    RecordView {
        path: path_of(&name),
        confirm: texts.confirm_delete(&name),
        name: name.to_string(),
        title: title.unwrap_or(game),
        moves: count_of_moves(moves as usize, language),
    }
}

/// The page of a match.
pub(crate) fn of_match(
    frame: Frame,
    caller: &Caller,
    loaded: &LoadedMatch,
    query: LookQuery,
) -> Result<PageReply, Problem> {
    let (language, texts) = (frame.language, frame.texts());
    let (shown, showing) = query.read(loaded)?;
    let (state, game) = (loaded.state(), shown.game());
    let setup = state.setup();
    let history = state.game().history();
    let at = game.move_count();
    let last = at.checked_sub(1).map(|made| SeatNumber::after(made, setup.seats().len()));
    let players = setup.seats().numbers().map(|seat| PlayerView {
        token: token_of_match(&shown, seat, &showing.look),
        ..player_view(&shown, seat, texts, language)
    });
    let icons = match state.game().options().value("icons") {
        Some(Value::Array(own)) => {
            let own = own.iter().filter_map(Value::as_str).map(str::to_owned);
            let chosen = showing.look.icons.iter().cloned();
            let beyond = own.skip(1 + showing.look.icons.len());
            chosen.chain(beyond).take(setup.seats().len()).collect()
        }
        _ => Vec::new(),
    };
    let last_move =
        last.zip(at.checked_sub(1).and_then(|made| history.get(made))).map(|(seat, made)| {
            let player = game.player_name(seat).render(language).into_owned();
            texts.move_made(player, made.clone())
        });
    let players: Vec<PlayerView> = players.collect();
    let no_lines = showing
        .lines_of
        .filter(|&seat| game.lines_of(seat).is_empty())
        .map(|seat| texts.no_lines(game.player_name(seat)));
    let page = MatchPage {
        id: loaded.id().to_string(),
        step: loaded.step(),
        game: setup.game().as_str(),
        title: setup.game().spec().title().render(language).into_owned(),
        aim: game.aim().render(language).into_owned(),
        status: status_of_match(&shown, language),
        board: board_of_match(&shown, &showing, language),
        legend: legend_of_match(&shown, &showing.look, language),
        at,
        moves: history.len(),
        to_move: shown.to_move().map(SeatNumber::get),
        is_won: players.iter().any(|player| player.has_won && player.kind == Seat::Human.as_str()),
        players,
        pieces: shown.to_move().and_then(|_| game.pieces()),
        history,
        last_move,
        is_explained: last.is_some_and(|seat| setup.seats()[seat] == Seat::Rules),
        formats: formats(setup.game()),
        again: Again::of(state),
        lines_of: showing.lines_of.map(SeatNumber::get),
        no_lines,
        icons,
        frame: frame.seen_by(caller),
    };
    PageReply::ok(language, &page)
}

fn player_view(shown: &Match, seat: SeatNumber, texts: Pages, language: Language) -> PlayerView {
    let game = shown.game();
    let has_won = match game.outcome() {
        Outcome::Over(winners) => !shown.is_draw() && winners.contains(&seat),
        Outcome::Open => false,
    };
    let name = game.player_name(seat).render(language).into_owned();
    let who_has_it = shown.setup().seats()[seat];
    PlayerView {
        number: seat.get(),
        token: String::new(),
        kind: who_has_it.as_str(),
        who: who(who_has_it, texts),
        score: score_of_match(shown, seat, language),
        is_to_move: shown.to_move() == Some(seat),
        has_won,
        invitation: texts.invite(name.clone()),
        name,
    }
}

fn formats(game: GameName) -> Vec<&'static str> {
    let own = game.spec().formats().into_iter().map(|format| format.name);
    std::iter::once(Format::JSON.name()).chain(own).collect()
}

/// The request for a new match of the same game, with the same players and options.
#[derive(Serialize)]
struct Again<'a> {
    game: GameName,
    seats: &'a BySeat<Seat>,
    #[serde(flatten)]
    options: Options,
}

impl Again<'_> {
    #[expect(
        clippy::expect_used,
        reason = "names, seats and options have nothing that JSON cannot express"
    )]
    fn of(state: &Match) -> String {
        let (setup, options) = (state.setup(), state.game().options());
        let again = Again { game: setup.game(), seats: setup.seats(), options };
        serde_json::to_string(&again).expect("a request can be written as JSON")
    }
}
