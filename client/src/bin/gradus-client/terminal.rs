//! The terminal: standard output and standard error, either of which may be closed or full (the program must not panic over it), the screen
//! on which a game is shown, and standard input.

use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};
use std::thread;

use gradus_client::draw::one_line;
use tokio::sync::mpsc::{self, Receiver};

use crate::error::CliError;

/// What a command writes to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// Lines for people.
    Text,
    /// One JSON document and nothing else.
    Json,
}

impl Output {
    /// Whether a progress bar may be drawn on standard error: where it does not mix with lines that go elsewhere.
    pub(crate) fn has_bar(self) -> bool {
        io::stderr().is_terminal() && (self == Self::Json || io::stdout().is_terminal())
    }
}

/// Writes a text to standard output, with its colours where a terminal wants them.
///
/// # Errors
/// [`CliError::Output`] when it cannot be written, as on a full disk. A reader that has gone, as `head` does, is no error.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut stdout = anstream::stdout().lock();
    ignore_closed_pipe(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// The result of writing to standard output; a reader that has gone is no error.
pub(crate) fn ignore_closed_pipe(result: io::Result<()>) -> Result<(), CliError> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::Output(error)),
        _ => Ok(()),
    }
}

/// Writes an error to standard error, in one line.
pub(crate) fn report_error(error: &dyn Display) {
    let error = one_line(&error.to_string());
    // Without standard error there is nowhere to report anything.
    let _ = writeln!(io::stderr(), "gradus-client: {error}");
}

/// Clears a terminal and goes to its upper left corner.
const CLEAR: &str = "\u{1b}[2J\u{1b}[H";

/// How a game is shown: on a terminal, which is cleared for each drawing, or on a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// Each drawing replaces the one before, and a person may be asked.
    Terminal,
    /// Each drawing follows the one before.
    Plain,
}

impl Screen {
    /// The screen of a spectator.
    pub(crate) fn for_spectator() -> Self {
        if io::stdout().is_terminal() { Self::Terminal } else { Self::Plain }
    }

    /// The screen of a player: it is cleared only where the input is typed too, else answers would be lost.
    pub(crate) fn for_player() -> Self {
        if Input::is_typed() { Self::for_spectator() } else { Self::Plain }
    }

    /// Shows a drawing.
    pub(crate) fn show(self, drawing: &str) -> Result<(), CliError> {
        match self {
            Self::Terminal => print(&format!("{CLEAR}{drawing}\n")),
            Self::Plain => print(&format!("{drawing}\n")),
        }
    }

    /// Asks for the next line.
    pub(crate) fn ask(self, prompt: &str) -> Result<(), CliError> {
        match self {
            Self::Terminal => print(&format!("{prompt} ")),
            Self::Plain => Ok(()),
        }
    }
}

/// Standard input, line by line, read while other things go on.
pub(crate) struct Input(Receiver<String>);

impl Input {
    /// Starts to read. The reading thread ends with the program: a read from a terminal cannot be cancelled.
    pub(crate) fn start() -> Self {
        let (sender, lines) = mpsc::channel(1);
        thread::spawn(move || {
            let read = io::stdin().lock().split(b'\n').map_while(Result::ok);
            for line in read {
                if sender.blocking_send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        Self(lines)
    }

    /// The next line; `None` at the end.
    pub(crate) async fn next(&mut self) -> Option<String> {
        self.0.recv().await
    }

    /// Whether a person types at a terminal.
    pub(crate) fn is_typed() -> bool {
        io::stdin().is_terminal()
    }
}
