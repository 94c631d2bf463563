//! `play --watch ID`: somebody else's game, move by move, until it is over.

use gradus_client::api::{Client, GameId, GameState, Status};
use gradus_client::draw;

use crate::exit::{Exit, Stop};
use crate::play::follow::Follow;
use crate::play::screen::Screen;
use crate::play::session::is_same;

pub(crate) async fn run(client: &Client, game: &GameId) -> Result<Exit, Stop> {
    let screen = Screen::of_spectator();
    let mut follow = Follow::new(client, game);
    let mut shown: Option<GameState> = None;
    loop {
        let state = follow.next().await?.state;
        if !shown.is_some_and(|shown| is_same(&shown, &state)) {
            screen.show(&draw::game(&state))?;
        }
        if state.status != Status::Open {
            return Ok(Exit::Passed);
        }
        shown = Some(state);
    }
}
