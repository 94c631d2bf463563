//! Where a game is shown: a terminal, which is cleared for each drawing, or a pipe, to which one drawing is written after the other.

use std::io::{self, IsTerminal};

use crate::exit::Stop;
use crate::output;
use crate::play::input::Input;

/// Clears a terminal and goes to its upper left corner.
const CLEAR: &str = "\u{1b}[2J\u{1b}[H";

/// How a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// The drawings stand in one place, and a person may be asked.
    Terminal,
    /// The drawings follow each other.
    Plain,
}

impl Screen {
    /// The screen of somebody who only looks on.
    pub(crate) fn of_spectator() -> Self {
        if io::stdout().is_terminal() { Self::Terminal } else { Self::Plain }
    }

    /// The screen of somebody who plays: it is cleared only where the input is typed too, else answers would be lost.
    pub(crate) fn of_player() -> Self {
        if Input::is_typed() { Self::of_spectator() } else { Self::Plain }
    }

    /// Shows a drawing.
    pub(crate) fn show(self, drawing: &str) -> Result<(), Stop> {
        match self {
            Self::Terminal => output::print(&format!("{CLEAR}{drawing}\n")),
            Self::Plain => output::print(&format!("{drawing}\n")),
        }
    }

    /// Asks for the next line.
    pub(crate) fn ask(self, prompt: &str) -> Result<(), Stop> {
        match self {
            Self::Terminal => output::print(&format!("{prompt} ")),
            Self::Plain => Ok(()),
        }
    }
}
