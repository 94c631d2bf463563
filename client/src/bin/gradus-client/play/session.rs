//! A game at a terminal: show it, ask, do what was typed, and take in what others do meanwhile.

use gradus_client::api::{
    Client, Created, Error, EventKind, GameEvent, GameState, Problem, Status,
};
use gradus_client::draw;

use crate::exit::{Exit, Stop};
use crate::output;
use crate::play::follow::Follow;
use crate::play::input::Input;
use crate::play::screen::Screen;
use crate::play::seat::{OwnSeat, invitation};

/// What a session waits for.
enum Happened {
    /// Something was typed; `None` at the end of the input.
    Typed(Option<String>),
    /// Somebody did something.
    Event(Box<GameEvent>),
}

/// A game, and the person at this terminal.
pub(crate) struct Session {
    pub(super) client: Client,
    pub(super) state: GameState,
    pub(super) seat: Option<OwnSeat>,
    screen: Screen,
    /// What stands below the board: on a terminal until another person moves, else once.
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
        let screen = Screen::of_player();
        Self { client, state, seat, screen, note: None, is_asked: false }
    }

    /// Goes on until the person leaves.
    ///
    /// # Errors
    /// When the server cannot be spoken with, or the output cannot be written.
    pub(crate) async fn run(mut self) -> Result<Exit, Stop> {
        let talked = self.talk().await;
        self.farewell()?;
        talked.map(|()| Exit::Passed)
    }

    async fn talk(&mut self) -> Result<(), Stop> {
        let mut input = Input::begin();
        let people = self.state.people().count();
        let mut follow = (people > 1).then(|| Follow::new(&self.client, &self.state.id));
        self.show()?;
        self.tell("type a move, or help\n")?;
        loop {
            self.ask()?;
            match self.next(&mut input, follow.as_mut()).await? {
                Happened::Typed(None) => return Ok(()),
                Happened::Typed(Some(line)) => {
                    self.is_asked = false;
                    if self.obey(&line).await?.is_break() {
                        return Ok(());
                    }
                }
                Happened::Event(event) => self.take(*event)?,
            }
        }
    }

    /// Waits for the person and for the others. Lines from a pipe are read only when it is the person's turn: a script's moves wait for it.
    async fn next(
        &self,
        input: &mut Input,
        follow: Option<&mut Follow>,
    ) -> Result<Happened, Error> {
        match follow {
            None => Ok(Happened::Typed(input.next().await)),
            Some(follow) if self.waits() && !Input::is_typed() => {
                Ok(Happened::Event(Box::new(follow.next().await?)))
            }
            Some(follow) => tokio::select! {
                biased;
                line = input.next() => Ok(Happened::Typed(line)),
                event = follow.next() => Ok(Happened::Event(Box::new(event?))),
            },
        }
    }

    /// Whether another person is to move.
    fn waits(&self) -> bool {
        let may_move = self.seat.as_ref().is_some_and(|seat| seat.may_move(&self.state));
        self.state.status == Status::Open && !may_move
    }

    /// Takes in what others did.
    fn take(&mut self, event: GameEvent) -> Result<(), Stop> {
        if is_news(&event, &self.state) {
            self.note = None;
            self.state = event.state;
            self.show()?;
        }
        Ok(())
    }

    /// Takes in the state after a request of the person.
    pub(super) fn arrive(&mut self, state: GameState) -> Result<(), Stop> {
        self.state = state;
        self.show()
    }

    /// Tells why the server refused, in one line, after the board if that has changed. Without a person at a terminal a server that does
    /// not answer ends the session.
    pub(super) async fn refused(&mut self, error: Error) -> Result<(), Stop> {
        if !matches!(error, Error::Problem(_)) && self.screen == Screen::Plain {
            return Err(error.into());
        }
        if let Ok(state) = self.client.game(&self.state.id).await
            && !is_same(&state, &self.state)
        {
            self.arrive(state)?;
        }
        if let Error::Problem(problem) = &error
            && problem.code == Problem::MOVE_TURN
            && let Some(seat) = &mut self.seat
        {
            seat.refused(self.state.to_move);
        }
        self.tell_line(&error.to_string())
    }

    fn show(&mut self) -> Result<(), Stop> {
        let parts = [Some(draw::game(&self.state)), self.answer(), self.note.clone()];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let text = parts.join("\n");
        if self.screen == Screen::Plain {
            self.note = None;
        }
        self.is_asked = false;
        self.screen.show(&text)
    }

    /// What a match that was won is good for.
    fn answer(&self) -> Option<String> {
        let step = self.state.step?;
        let won = self.seat.as_ref()?.has_won(&self.state);
        won.then(|| format!("you have won: the answer of step {step} is {}\n", self.state.id))
    }

    /// Writes something below the board.
    pub(super) fn tell(&mut self, text: &str) -> Result<(), Stop> {
        self.is_asked = false;
        output::print(text)
    }

    /// Writes one line below the board, whatever is in the text.
    pub(super) fn tell_line(&mut self, text: &str) -> Result<(), Stop> {
        self.tell(&format!("{}\n", gradus_client::report::one_line(text)))
    }

    /// Asks for the next line, unless that has been asked.
    fn ask(&mut self) -> Result<(), Stop> {
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
    fn farewell(&self) -> Result<(), Stop> {
        match &self.seat {
            Some(seat) if self.state.status == Status::Open => {
                let command = seat.command(&self.client, &self.state);
                output::print(&format!("\nthe game goes on with\n  {command}\n"))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an event tells more than is known. Of an own move the event comes after the reply, and perhaps after the next move's reply.
fn is_news(event: &GameEvent, known: &GameState) -> bool {
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
    fn events_that_come_after_the_reply_are_no_news() {
        let known = state(&["hh", "gi"]);
        let is_news =
            |kind, history: &[&str]| is_news(&GameEvent { kind, state: state(history) }, &known);
        assert!(is_news(EventKind::Move, &["hh", "gi", "hi"]));
        assert!(!is_news(EventKind::Move, &["hh", "gi"]));
        assert!(!is_news(EventKind::Move, &["hh"]));
        assert!(is_news(EventKind::Undo, &["hh"]));
        assert!(!is_news(EventKind::Undo, &["hh", "gi"]));
        assert!(!is_news(EventKind::State, &["hh", "gi"]));
        assert!(is_news(EventKind::State, &["hh", "ab"]));
    }
}
