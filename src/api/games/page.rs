//! The page of a match: `GET /games/{id}`, as browsers ask for it.

use serde::Serialize;
use serde_json::Value;

use super::list::who;
use super::look::LookQuery;
use crate::app::caller::Caller;
use crate::app::matches::LoadedMatch;
use crate::game::record::Format;
use crate::game::{BySeat, GameName, Match, Options, Seat, SeatNumber};
use crate::pages::frame::Frame;
use crate::pages::games::{MatchPage, PlayerView};
use crate::pages::picture::{
    Showing, board_of_match, legend_of_match, score_of_match, status_of_match, token_of_match,
};
use crate::pages::view::PageReply;
use crate::step::Language;
use crate::texts::Pages;
use crate::wire::problem::Problem;

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
    let last = at.checked_sub(1).and_then(|made| {
        Some((SeatNumber::after(made, setup.seats().len()), history.get(made)?.clone()))
    });
    let players = setup.seats().numbers();
    let players: Vec<PlayerView> =
        players.map(|seat| player_view(&shown, seat, &showing, texts, language)).collect();
    let icons = match state.game().options().value("icons") {
        Some(Value::Array(own)) => {
            let own = own.iter().filter_map(Value::as_str).map(str::to_owned);
            let beyond = own.skip(1 + showing.look.icons.len());
            showing.look.icons.iter().cloned().chain(beyond).take(players.len()).collect()
        }
        _ => Vec::new(),
    };
    let page = MatchPage {
        id: loaded.id().to_string(),
        step: loaded.step(),
        game: setup.game().as_str(),
        title: setup.game().spec().title.render(language).into_owned(),
        aim: game.aim().render(language).into_owned(),
        status: status_of_match(&shown, language),
        board: board_of_match(&shown, &showing, language),
        legend: legend_of_match(&shown, &showing.look, language),
        at,
        moves: history.len(),
        to_move: shown.to_move().map(SeatNumber::get),
        is_won: players.iter().any(|player| player.has_won && player.kind == Seat::Human.as_str()),
        pieces: shown.to_move().and_then(|_| game.pieces()),
        is_explained: last
            .as_ref()
            .is_some_and(|(seat, _)| *setup.seats().of(*seat) == Seat::Rules),
        last_move: last.map(|(seat, made)| {
            texts.move_made(game.player_name(seat).render(language).into_owned(), made)
        }),
        history,
        formats: Format::of(setup.game()).map(Format::name).collect(),
        again: Again::of(state),
        lines_of: showing.lines_of.map(SeatNumber::get),
        no_lines: showing
            .lines_of
            .filter(|&seat| game.lines_of(seat).is_empty())
            .map(|seat| texts.no_lines(game.player_name(seat))),
        icons,
        players,
        frame: frame.seen_by(caller),
    };
    PageReply::ok(language, &page)
}

fn player_view(
    shown: &Match,
    seat: SeatNumber,
    showing: &Showing,
    texts: Pages,
    language: Language,
) -> PlayerView {
    let name = shown.game().player_name(seat).render(language).into_owned();
    let player = shown.setup().seats().of(seat);
    PlayerView {
        number: seat.get(),
        token: token_of_match(shown, seat, &showing.look),
        kind: player.as_str(),
        who: who(*player, texts),
        score: score_of_match(shown, seat, language),
        is_to_move: shown.to_move() == Some(seat),
        has_won: shown.winners().contains(&seat),
        invitation: texts.invite(name.clone()),
        name,
    }
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
