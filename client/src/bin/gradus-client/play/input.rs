//! Standard input, line by line, while other things go on.

use std::io::{self, BufRead, IsTerminal};
use std::thread;

use tokio::sync::mpsc::{self, Receiver};

/// The lines that are typed, or come from a pipe.
pub(crate) struct Input(Receiver<String>);

impl Input {
    /// Begins to read. The thread that does it ends with the program: a read from a terminal cannot be called off.
    pub(crate) fn begin() -> Self {
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
