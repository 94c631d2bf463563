//! How a program says that it will not do what it was asked.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

/// A program that ended by itself without a word on standard output.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) code: Option<i32>,
    /// The lines on standard error.
    pub(crate) lines: Vec<String>,
}

impl Refusal {
    /// Runs a command that must be refused. A server that starts all the same is ended, and fails the test.
    pub(crate) fn of(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        if stdout.read_line(&mut said).unwrap() > 0 {
            child.kill().unwrap();
        }
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!(said, "", "it was not refused: {stderr}");
        Self { code, lines: stderr.lines().map(str::to_owned).collect() }
    }

    /// The one line of a program that found something wrong in its surroundings.
    pub(crate) fn line(&self) -> &str {
        let [line] = &self.lines[..] else { panic!("{self:?}") };
        assert_eq!(self.code, Some(1), "{self:?}");
        assert!(line.starts_with("gradus: ") && line.len() < 300, "{self:?}");
        assert!(!line.contains("panicked") && !line.contains('{'), "{self:?}");
        line
    }

    /// The first line of a program that does not understand its command line; the others say where to read on.
    pub(crate) fn usage(&self) -> &str {
        assert_eq!(self.code, Some(2), "{self:?}");
        assert!(self.lines.iter().all(|line| !line.contains("panicked")), "{self:?}");
        self.lines[0].strip_prefix("error: ").unwrap_or_else(|| panic!("{self:?}"))
    }
}
