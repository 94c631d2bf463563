//! What the people at the terminal see: the game, what they can do, and what they are asked for.

use gradus_client::api::{GameState, Status};
use gradus_client::draw;

use super::Session;
use crate::error::CliError;
use crate::play::seats::OwnSeats;
use crate::terminal::{self, Screen};

impl Session {
    /// What a player is called on this screen.
    pub(crate) fn name(&self, player: u8) -> String {
        draw::player(&self.on_screen(), player)
    }

    /// The state that is shown, with the icons of this screen.
    fn on_screen(&self) -> GameState {
        let mut state = self.shown().clone();
        if let (Some(icons), Some(own)) = (&mut state.icons, &self.icons) {
            icons.clone_from(own);
        }
        state
    }

    /// Shows the game.
    pub(crate) fn show(&mut self) -> Result<(), CliError> {
        let is_over = self.state.status != Status::Open && !self.is_looking_back();
        let over = is_over.then(|| self.what_now());
        let parts = [Some(draw::game(&self.on_screen())), self.answer(), over];
        let parts = parts.into_iter().chain([self.invitation.clone(), self.note.take()]);
        let parts: Vec<String> = parts.flatten().collect();
        if self.screen == Screen::Plain {
            self.invitation = None;
        }
        self.is_asked = false;
        self.screen.show(&parts.join("\n"))
    }

    /// What can be done when the game is over.
    pub(super) fn what_now(&self) -> String {
        let undo = if self.may_undo() { "undo takes the last one back, " } else { "" };
        format!(
            "new begins another game, back looks at the moves,\n\
             {undo}lines lists the complete lines, quit leaves\n"
        )
    }

    /// Whether moves can be taken back here: not in a step's match, and not where only computers play.
    pub(super) fn may_undo(&self) -> bool {
        self.state.step.is_none() && !self.seats.is_empty()
    }

    /// The answer of the match step, when the match is won.
    fn answer(&self) -> Option<String> {
        let step = self.state.step?;
        let won = self.seats.has_won(&self.state);
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
        self.screen.ask(&self.prompt())
    }

    fn prompt(&self) -> String {
        if let Some(earlier) = &self.earlier {
            let (shown, made) = (earlier.history.len(), earlier.moves);
            return format!("move {shown} of {made} (Enter: forward; back, now, help)>");
        }
        let mover = self.state.to_move.map(|player| self.name(player));
        match (mover, self.state.computer_to_move()) {
            (None, _) => "game over>".to_owned(),
            (Some(mover), Some(computer)) => {
                format!("{mover} ({computer}) is to move (Enter: its move; help)>")
            }
            (Some(mover), None) if self.waits() => format!("waiting for {mover}>"),
            (Some(mover), None) => format!("{mover}, your move (or help)>"),
        }
    }

    /// How the people come back to a game that is not over.
    pub(crate) fn farewell(&self) -> Result<(), CliError> {
        match self.way_back() {
            Some(command) => terminal::print(&format!("\nto return to the game:\n  {command}\n")),
            None => Ok(()),
        }
    }

    /// The command that returns to the game; `None` when it is over.
    pub(super) fn way_back(&self) -> Option<String> {
        let (client, state) = (self.client(), &self.state);
        if self.seats.is_empty() || state.status != Status::Open {
            return None;
        }
        let kept = OwnSeats::numbered(self.setting.kept_keys.of(client, &state.id));
        Some(self.seats.command(client, state, &kept))
    }
}
