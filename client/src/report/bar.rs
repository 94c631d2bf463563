//! A progress bar on standard error, with failed rounds as lines above it.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use super::line;
use crate::campaign::Round;

const TEMPLATE: &str = "{wide_bar} {pos}/{len}  {msg}  eta {eta}";

/// A bar that grows with each round, or game, and vanishes when it is dropped.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// An empty bar for so many rounds or games.
    #[must_use]
    pub fn new(rounds: u64) -> Self {
        let style = ProgressStyle::with_template(TEMPLATE);
        let bar = ProgressBar::new(rounds).with_finish(ProgressFinish::AndClear);
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }

    /// Counts a round.
    pub fn advance(&self, round: &Round) {
        if round.result.is_err() {
            self.0.println(line(round));
        }
        self.count(format!("step {}", round.step));
    }

    /// Counts something that is told in a few words.
    pub fn count(&self, message: String) {
        self.0.set_message(message);
        self.0.inc(1);
    }
}
