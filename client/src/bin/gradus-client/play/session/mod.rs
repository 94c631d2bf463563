//! A game at a terminal: its state, what is shown, and what other players do meanwhile.

mod shown;

use std::num::NonZero;

use gradus_client::TaskToken;
use gradus_client::api::{
    Client, Created, Error, EventKind, GameEvent, GameOptions, GameState, Moment, Move, NewGame,
    Problem, Status, Undo,
};
use gradus_client::draw;

use crate::error::CliError;
use crate::kept_keys::KeptKeys;
use crate::play::command::Backwards;
use crate::play::follow::Follow;
use crate::play::seats::{OwnSeats, invitation};
use crate::terminal::{Input, Screen};

/// What can be done where only computers play.
const NOBODY_HERE: &str = "only computers play here: Enter makes the next move, finish makes all\n";

/// What a session waits for.
pub(crate) enum Happened {
    /// A line was typed; `None` at the end of the input.
    Typed(Option<String>),
    /// Another player did something.
    Event(Box<GameEvent>),
}

/// Where the people of a new game sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum People {
    /// All at this terminal; they take turns at one keyboard.
    Here,
    /// The first one here, the others at terminals of their own.
    Invited,
}

/// What the games of a session have in common.
pub(crate) struct Setting {
    pub(crate) client: Client,
    pub(crate) people: People,
    pub(crate) kept_keys: KeptKeys,
    /// The match step's task that is played, if it is known.
    pub(crate) task: Option<TaskToken>,
}

/// A game, and the people at this terminal.
pub(crate) struct Session {
    setting: Setting,
    /// The game as it is.
    state: GameState,
    /// An earlier moment of the game, while one is looked at.
    earlier: Option<GameState>,
    seats: OwnSeats,
    /// The game's events, where people elsewhere play too.
    follow: Option<Follow>,
    /// The icons on this screen, in place of the game's.
    icons: Option<Vec<String>>,
    screen: Screen,
    /// How others join, shown until one of them has moved.
    invitation: Option<String>,
    /// A text that is shown once below the board.
    note: Option<String>,
    is_asked: bool,
}

impl Session {
    /// A new game.
    pub(crate) async fn start(setting: Setting, new: &NewGame) -> Result<Self, CliError> {
        let created = setting.client.create_game(new).await?;
        let mut session = Self::joined(setting, created.state.clone(), OwnSeats::all(&created));
        session.sit_down(created);
        Ok(session)
    }

    /// A game that has begun.
    pub(crate) fn joined(setting: Setting, state: GameState, seats: OwnSeats) -> Self {
        let follow =
            seats.are_some_elsewhere(&state).then(|| Follow::new(&setting.client, &state.id));
        Self {
            setting,
            state,
            earlier: None,
            seats,
            follow,
            icons: None,
            screen: Screen::for_player(),
            invitation: None,
            note: None,
            is_asked: false,
        }
    }

    /// Goes over to a game that was begun just now.
    fn sit_down(&mut self, created: Created) {
        let client = &self.setting.client;
        // Without the file, the way back is shown with its keys.
        let kept = self.setting.kept_keys.keep(client, &created.state.id, &created.keys);
        self.note = kept.err().map(|error| format!("the seat keys cannot be kept: {error}\n"));
        (self.seats, self.invitation) = match self.setting.people {
            People::Here => (OwnSeats::all(&created), None),
            People::Invited => (OwnSeats::first(&created), invitation(client, &created)),
        };
        let is_shared = self.seats.are_some_elsewhere(&created.state);
        self.follow = is_shared.then(|| Follow::new(client, &created.state.id));
        self.earlier = None;
        self.state = created.state;
    }

    /// The client that plays.
    pub(crate) fn client(&self) -> &Client {
        &self.setting.client
    }

    /// The game as it is.
    pub(crate) fn state(&self) -> &GameState {
        &self.state
    }

    /// The state that is shown: the game as it is, or an earlier moment.
    pub(crate) fn shown(&self) -> &GameState {
        self.earlier.as_ref().unwrap_or(&self.state)
    }

    /// Whether an earlier moment is shown.
    pub(crate) fn is_looking_back(&self) -> bool {
        self.earlier.is_some()
    }

    /// Makes a move on the seat of the person here who is to move.
    pub(crate) async fn make_move(&mut self, r#move: &Move) -> Result<(), CliError> {
        if let Some(instead) = self.instead_of_a_move() {
            return self.print(&instead);
        }
        let player = self.state.to_move;
        let Some(key) = self.seats.key_for(player) else { return self.print(NOBODY_HERE) };
        match self.client().play(&self.state.id, key, r#move).await {
            Ok(state) => {
                self.seats.moved(player);
                self.update(state)
            }
            Err(error) => self.refused(error).await,
        }
    }

    /// What can be done where no person can move: while looking back, after the end, or when a computer is to move.
    fn instead_of_a_move(&self) -> Option<String> {
        if let Some(earlier) = &self.earlier {
            let (shown, later) = (earlier.history.len(), earlier.moves - earlier.history.len());
            let undo = if self.may_undo() {
                format!(",\nundo {later} takes back what was moved later")
            } else {
                String::new()
            };
            return Some(format!(
                "this is the board after move {shown}: now shows the game as it is{undo}\n"
            ));
        }
        if self.state.status != Status::Open {
            return Some(self.what_now());
        }
        let computer = self.state.computer_to_move().filter(|_| !self.seats.is_empty())?;
        Some(format!("{computer} is to move: Enter makes its move\n"))
    }

    /// Takes moves back.
    pub(crate) async fn undo(&mut self, backwards: Backwards) -> Result<(), CliError> {
        let state = &self.state;
        let made = state.history.len();
        let next = state.mover(made + 1);
        let last =
            |is_meant: &dyn Fn(usize) -> bool| (1..=made).rev().find(|&move_| is_meant(move_));
        let (first, undo) = match backwards {
            Backwards::LastMove => {
                (last(&|move_| self.seats.may_have_made(state, move_)), Undo::Turn)
            }
            Backwards::Turn => (last(&|move_| state.mover(move_) == next), Undo::Turn),
            Backwards::Moves(moves) => {
                ((made + 1).checked_sub(moves.get()).filter(|&first| first > 0), Undo::Moves(moves))
            }
        };
        // Each move is taken back with the key of the seat that made it. Where there is none, the server says why.
        let undos = match first {
            Some(first) => (first..=made)
                .rev()
                .map(|move_| (state.mover(move_), Undo::Moves(NonZero::<usize>::MIN)))
                .collect(),
            None => vec![(next, undo)],
        };
        let mut after = None;
        for (player, undo) in undos {
            let Some(key) = self.seats.key_for(player) else {
                return self.print("only computers play here: nothing can be taken back\n");
            };
            match self.client().undo(&state.id, key, undo).await {
                Ok(state) => after = Some(state),
                Err(error) => return self.refused(error).await,
            }
        }
        let Some(after) = after else { return Ok(()) };
        let taken = state.history.get(after.history.len()..).unwrap_or_default();
        let taken: Vec<String> = taken.iter().map(ToString::to_string).collect();
        self.note = Some(format!("taken back: {}\n", draw::one_line(&taken.join(" "))));
        self.update(after)
    }

    /// Makes the move of the computer whose turn it is.
    pub(crate) async fn advance(&mut self) -> Result<(), CliError> {
        match self.client().advance(&self.state.id, self.seats.key_for(None)).await {
            Ok(state) => self.update(state),
            Err(error) => self.refused(error).await,
        }
    }

    /// Looks at the game as it was after so many moves; after all of them, it is the game as it is.
    pub(crate) async fn look(&mut self, moves: usize) -> Result<(), CliError> {
        if moves >= self.state.history.len() {
            self.earlier = None;
            return self.show();
        }
        match self.client().game(&self.state.id, Moment::After(moves)).await {
            Ok(state) => {
                match state.moment() {
                    Moment::After(_) => self.earlier = Some(state),
                    // Others have taken back what came later.
                    Moment::Now => (self.state, self.earlier) = (state, None),
                }
                self.show()
            }
            Err(error) => self.refused(error).await,
        }
    }

    /// Begins another game with the same players and options.
    pub(crate) async fn begin_another(&mut self) -> Result<(), CliError> {
        let new = match (self.state.step, &self.setting.task) {
            (None, _) => NewGame::Fresh(GameOptions::of(&self.state)),
            (Some(_), Some(task)) => NewGame::Task { task: task.clone() },
            (Some(step), None) => {
                return self.print(&format!(
                    "this is a match of step {step}: begin another with play --task TOKEN\n"
                ));
            }
        };
        self.begin(&new).await
    }

    /// Goes over to a new game.
    pub(crate) async fn begin(&mut self, new: &NewGame) -> Result<(), CliError> {
        match self.client().create_game(new).await {
            Ok(created) => {
                let way_back = self.way_back();
                let way_back =
                    way_back.map(|command| format!("to return to the game before:\n  {command}\n"));
                self.sit_down(created);
                self.note = self.note.take().or(way_back);
                self.show()
            }
            Err(error) => self.refused(error).await,
        }
    }

    /// Shows other icons on this screen; `None` for those of the game.
    pub(crate) fn set_icons(&mut self, icons: Option<Vec<String>>) -> Result<(), CliError> {
        let Some(own) = &self.state.icons else {
            return self.print("this game has no icons\n");
        };
        if let Some(icons) = &icons
            && icons.len() <= self.state.seats.len()
        {
            let expected = self.state.seats.len() + 1;
            let sample: Vec<String> = own.iter().take(expected).cloned().collect();
            let sample = draw::one_line(&sample.join(","));
            return self.print(&format!(
                "expected {expected} icons, the first for free tiles, as in icons {sample}\n"
            ));
        }
        self.icons = icons;
        self.show()
    }

    /// Waits for the people here and for the others. Lines from a pipe are read only when it is a turn of a person here: a script's moves
    /// wait for it.
    pub(crate) async fn next(&mut self, input: &mut Input) -> Result<Happened, Error> {
        let waits = self.waits();
        let event = match &mut self.follow {
            None => Happened::Typed(input.next().await),
            Some(follow) if waits && !Input::is_typed() => {
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

    /// Whether a person elsewhere is to move.
    fn waits(&self) -> bool {
        let is_anybodys_turn =
            self.state.status == Status::Open && self.state.computer_to_move().is_none();
        is_anybodys_turn && !self.seats.may_move(&self.state)
    }

    /// Shows what others did, unless it is known. While an earlier moment is looked at, that stays on the screen.
    pub(crate) fn take(&mut self, event: GameEvent) -> Result<(), CliError> {
        if !is_newer(&event, &self.state) {
            return Ok(());
        }
        self.invitation = None;
        self.state = event.state;
        let made = self.state.history.len();
        match &mut self.earlier {
            Some(earlier) if earlier.history.len() < made => {
                earlier.moves = made;
                self.print("the game has gone on: now shows it\n")
            }
            _ => {
                self.earlier = None;
                self.show()
            }
        }
    }

    /// Shows the state after a request from here.
    fn update(&mut self, state: GameState) -> Result<(), CliError> {
        self.state = state;
        self.earlier = None;
        self.show()
    }

    /// Prints in one line why the server refused, after the board if that has changed. Without a person at a terminal a server that does
    /// not answer ends the session. So does a key that no seat has, and the person is not told how to come back with it.
    pub(crate) async fn refused(&mut self, error: Error) -> Result<(), CliError> {
        let Error::Problem(problem) = &error else {
            return match self.screen {
                Screen::Plain => Err(error.into()),
                Screen::Terminal => self.print_line(&error.to_string()),
            };
        };
        if problem.code == Problem::SEAT_KEY {
            self.seats = OwnSeats::numbered([]);
            return Err(error.into());
        }
        let turn_refused = problem.code == Problem::MOVE_TURN;
        if let Ok(state) = self.client().game(&self.state.id, Moment::Now).await
            && !is_same(&state, &self.state)
        {
            self.update(state)?;
        }
        if turn_refused {
            self.seats.refused(self.state.to_move);
        }
        self.print_line(&error.to_string())
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
            "history": history, "moves": history.len(), "board": "", "scores": [0, 0], "status": "open", "winners": [],
            "last": null, "seed": 7, "picture": "p", "events": "e",
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
