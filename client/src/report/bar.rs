//! A progress bar on standard error, with the failed rounds as lines above it.

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use super::line;
use crate::campaign::Round;

const TEMPLATE: &str = "{wide_bar} {pos}/{len}  {msg}  eta {eta}";

/// A bar that grows with each round and vanishes when it is dropped.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// An empty bar for so many rounds.
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
        self.0.set_message(format!("step {}", round.step));
        self.0.inc(1);
    }
}
