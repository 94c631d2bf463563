//! A game at a terminal: its state, what is shown, and what other players do meanwhile.

use gradus_client::api::{
    Client, Created, Error, EventKind, GameEvent, GameState, Move, Problem, Status,
};
use gradus_client::draw;

use crate::error::CliError;
use crate::play::follow::Follow;
use crate::play::seat::{OwnSeat, invitation};
use crate::terminal::{self, Input, Screen};

/// What a session waits for.
pub(crate) enum Happened {
    /// A line was typed; `None` at the end of the input.
    Typed(Option<String>),
    /// Another player did something.
    Event(Box<GameEvent>),
}

/// A game, and the person at this terminal.
pub(crate) struct Session {
    client: Client,
    state: GameState,
    seat: Option<OwnSeat>,
    screen: Screen,
    /// The text below the board: shown on a terminal until another person moves, else once.
    note: Option<String>,
    is_asked: bool,
}

impl Session {
    /// A new game, in which the person has the first person's seat.
    pub(crate) fn new(client: Client, created: Created) -> Self {
        let note = invitation(&client, &created);
        let seat = OwnSeat::first(&created);
        Self { note, ..Self::joined(client, created.state, seat) }
    }

    /// A game that has begun.
    pub(crate) fn joined(client: Client, state: GameState, seat: Option<OwnSeat>) -> Self {
        let screen = Screen::for_player();
        Self { client, state, seat, screen, note: None, is_asked: false }
    }

    /// The client that plays.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The state as it was last shown.
    pub(crate) fn state(&self) -> &GameState {
        &self.state
    }

    /// The person's seat; `None` where only computers play.
    pub(crate) fn seat(&self) -> Option<&OwnSeat> {
        self.seat.as_ref()
    }

    /// The game's events, where other people play too.
    pub(crate) fn follow(&self) -> Option<Follow> {
        let people = self.state.people().count();
        (people > 1).then(|| Follow::new(&self.client, &self.state.id))
    }

    /// Makes a move on the person's seat.
    pub(crate) async fn make_move(&mut self, r#move: &Move) -> Result<(), CliError> {
        let Some(seat) = &mut self.seat else {
            return self
                .print("only computers play here: Enter makes the next move, finish makes all\n");
        };
        match self.client.play(&self.state.id, seat.key(), r#move).await {
            Ok(state) => {
                seat.moved(self.state.to_move);
                self.update(state)
            }
            Err(error) => self.refused(error).await,
        }
    }

    /// Takes back the person's last move.
    pub(crate) async fn undo(&mut self) -> Result<(), CliError> {
        let Some(seat) = &self.seat else {
            return self.print("only computers play here: nothing can be taken back\n");
        };
        match self.client.undo(&self.state.id, seat.key()).await {
            Ok(state) => self.update(state),
            Err(error) => self.refused(error).await,
        }
    }

    /// Makes the move of the computer whose turn it is.
    pub(crate) async fn advance(&mut self) -> Result<(), CliError> {
        match self.client.advance(&self.state.id).await {
            Ok(state) => self.update(state),
            Err(error) => self.refused(error).await,
        }
    }

    /// Waits for the person and for the others. Lines from a pipe are read only when it is the person's turn: a script's moves wait for it.
    pub(crate) async fn next(
        &mut self,
        input: &mut Input,
        follow: Option<&mut Follow>,
    ) -> Result<Happened, Error> {
        let event = match follow {
            None => Happened::Typed(input.next().await),
            Some(follow) if self.waits() && !Input::is_typed() => {
                Happened::Event(Box::new(follow.next().await?))
            }
            Some(follow) => tokio::select! {
                biased;
                line = input.next() => Happened::Typed(line),
                event = follow.next() => Happened::Event(Box::new(event?)),
            },
        };
        if matches!(event, Happened::Typed(_)) {
            self.is_asked = false;
        }
        Ok(event)
    }

    /// Whether another person is to move.
    fn waits(&self) -> bool {
        let may_move = self.seat.as_ref().is_some_and(|seat| seat.may_move(&self.state));
        self.state.status == Status::Open && !may_move
    }

    /// Shows what others did, unless it is known.
    pub(crate) fn take(&mut self, event: GameEvent) -> Result<(), CliError> {
        if is_newer(&event, &self.state) {
            self.note = None;
            self.state = event.state;
            self.show()?;
        }
        Ok(())
    }

    /// Shows the state after a request of the person.
    fn update(&mut self, state: GameState) -> Result<(), CliError> {
        self.state = state;
        self.show()
    }

    /// Prints in one line why the server refused, after the board if that has changed. Without a person at a terminal a server that does
    /// not answer ends the session. So does a key that no seat has, and the person is not told how to come back with it.
    pub(crate) async fn refused(&mut self, error: Error) -> Result<(), CliError> {
        if !matches!(error, Error::Problem(_)) && self.screen == Screen::Plain {
            return Err(error.into());
        }
        if let Error::Problem(problem) = &error
            && problem.code == Problem::SEAT_KEY
        {
            self.seat = None;
            return Err(error.into());
        }
        if let Ok(state) = self.client.game(&self.state.id).await
            && !is_same(&state, &self.state)
        {
            self.update(state)?;
        }
        if let Error::Problem(problem) = &error
            && problem.code == Problem::MOVE_TURN
            && let Some(seat) = &mut self.seat
        {
            seat.refused(self.state.to_move);
        }
        self.print_line(&error.to_string())
    }

    /// Shows the game.
    pub(crate) fn show(&mut self) -> Result<(), CliError> {
        let parts = [Some(draw::game(&self.state)), self.answer(), self.note.clone()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let text = parts.join("\n");
        if self.screen == Screen::Plain {
            self.note = None;
        }
        self.is_asked = false;
        self.screen.show(&text)
    }

    /// The answer of the match step, when the match is won.
    fn answer(&self) -> Option<String> {
        let step = self.state.step?;
        let won = self.seat.as_ref()?.has_won(&self.state);
        won.then(|| format!("you have won: the answer of step {step} is {}\n", self.state.id))
    }

    /// Prints a text below the board.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), CliError> {
        self.is_asked = false;
        terminal::print(text)
    }

    /// Prints one line below the board, whatever is in the text.
    pub(crate) fn print_line(&mut self, text: &str) -> Result<(), CliError> {
        self.print(&format!("{}\n", draw::one_line(text)))
    }

    /// Asks for the next line, unless that has been asked.
    pub(crate) fn ask(&mut self) -> Result<(), CliError> {
        if self.is_asked {
            return Ok(());
        }
        self.is_asked = true;
        let mover = self.state.to_move.map(|player| draw::player(&self.state, player));
        let prompt = match (mover, &self.seat) {
            (Some(_), None) => "Enter for the next move>".to_owned(),
            (Some(mover), _) if self.waits() => format!("waiting for {mover}>"),
            (Some(mover), _) => format!("{mover}>"),
            (None, _) => ">".to_owned(),
        };
        self.screen.ask(&prompt)
    }

    /// How the person comes back to a game that is not over.
    pub(crate) fn farewell(&self) -> Result<(), CliError> {
        match &self.seat {
            Some(seat) if self.state.status == Status::Open => {
                let command = seat.command(&self.client, &self.state);
                terminal::print(&format!("\nto return to the game:\n  {command}\n"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an event is newer than the known state. The event of an own move comes after the reply, and perhaps after the next move's reply.
fn is_newer(event: &GameEvent, known: &GameState) -> bool {
    let is_old = event.kind == EventKind::Move && event.state.history.len() <= known.history.len();
    !is_old && !is_same(&event.state, known)
}

/// Whether two states of a game look the same.
pub(super) fn is_same(one: &GameState, other: &GameState) -> bool {
    one.history == other.history && one.status == other.status
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn state(history: &[&str]) -> GameState {
        serde_json::from_value(json!({
            "id": "k3v7k3v7k3v7k3v7", "url": "u", "game": "gomoku", "seats": ["human", "human"], "to_move": 1,
            "history": history, "board": "", "scores": [0, 0], "status": "open", "winners": [], "last": null,
            "seed": 7, "picture": "p", "events": "e",
        }))
        .unwrap()
    }

    #[test]
    fn the_event_of_a_move_that_the_reply_has_shown_is_not_newer() {
        let known = state(&["hh", "gi"]);
        let is_newer =
            |kind, history: &[&str]| is_newer(&GameEvent { kind, state: state(history) }, &known);
        assert!(is_newer(EventKind::Move, &["hh", "gi", "hi"]));
        assert!(!is_newer(EventKind::Move, &["hh", "gi"]));
        assert!(!is_newer(EventKind::Move, &["hh"]));
        assert!(is_newer(EventKind::Undo, &["hh"]));
        assert!(!is_newer(EventKind::Undo, &["hh", "gi"]));
        assert!(!is_newer(EventKind::State, &["hh", "gi"]));
        assert!(is_newer(EventKind::State, &["hh", "ab"]));
    }
}
