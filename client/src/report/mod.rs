//! The result of a solve run for people ([`line()`], [`summary`], [`Bar`]) and for programs ([`json`], [`junit`]).

pub mod json;
pub mod junit;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::draw::one_line;
use crate::solve_run::{Round, SolveRun};

/// A round in one line, as `step 07  round 3/20  accepted  12 ms`; a failed one says why.
#[must_use]
pub fn line(round: &Round) -> String {
    let Round { step, number, of, elapsed, result, .. } = round;
    let outcome = round.outcome();
    let line = format!("step {step}  round {number}/{of}  {outcome}  {} ms", elapsed.as_millis());
    match result {
        Ok(_) => line,
        Err(failure) => format!("{line}  {}", one_line(&failure.to_string())),
    }
}

/// The whole run in one line.
#[must_use]
pub fn summary(run: &SolveRun) -> String {
    let SolveRun { planned, rounds, .. } = run;
    let done = rounds.len();
    match (run.failed(), run.passed()) {
        (_, true) => format!("{done} of {planned} rounds done, all accepted"),
        (0, _) => format!("{done} of {planned} rounds done"),
        (failed, _) => format!("{done} of {planned} rounds done, {failed} failed"),
    }
}

const TEMPLATE: &str = "{wide_bar} {pos}/{len}  {msg}  eta {eta}";

#[expect(clippy::expect_used, reason = "the template is a constant, and a test draws the bar")]
fn style() -> ProgressStyle {
    ProgressStyle::with_template(TEMPLATE).expect("the template is well formed")
}

/// A progress bar on standard error, with failed rounds as lines above it. It vanishes when it is dropped.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// An empty bar for so many rounds or games.
    #[must_use]
    pub fn new(rounds: u64) -> Self {
        let bar = ProgressBar::new(rounds).with_finish(ProgressFinish::AndClear);
        Self(bar.with_style(style()))
    }

    /// Counts a round.
    pub fn advance(&self, round: &Round) {
        if round.result.is_err() {
            self.0.println(line(round));
        }
        self.count(format!("step {}", round.step));
    }

    /// Counts one round or game, and shows a few words beside the bar.
    pub fn count(&self, message: String) {
        self.0.set_message(message);
        self.0.inc(1);
    }
}

/// Solve runs for the tests of all formats.
#[cfg(test)]
mod sample {
    use std::num::NonZeroU32;
    use std::time::Duration;

    use crate::StepNumber;
    use crate::api::{Accepted, Cause, Diagnosis, Error, Problem, Wrong};
    use crate::solve::{Attempt, Failure};
    use crate::solve_run::{Round, SolveRun};

    fn round(
        step: &str,
        number: u32,
        result: impl FnOnce(StepNumber) -> Result<Accepted, Failure>,
    ) -> Round {
        let step = step.parse().unwrap();
        Round {
            step,
            number,
            of: NonZeroU32::new(2).unwrap(),
            elapsed: Duration::from_micros(12_400),
            result: result(step),
            attempt: Some(Attempt { task: "T-1".into(), answer: vec!["hh".into(), "gi".into()] }),
        }
    }

    pub(super) fn accepted(number: u32) -> Round {
        let message = "Well done.".to_owned();
        round("07", number, |step| Ok(Accepted { step, message, next: None, receipt: None }))
    }

    fn diagnosis(fit: &str, causes: &[(&str, &str)]) -> Diagnosis {
        let cause = |(id, hint): &(&str, &str)| Cause { id: (*id).into(), hint: (*hint).into() };
        Diagnosis { fit: fit.to_owned(), causes: causes.iter().map(cause).collect() }
    }

    pub(super) fn wrong() -> Round {
        let message = "Not yet:\nlook <again>\u{1b}[2J".to_owned();
        let diagnosis = diagnosis("items", &[("swapped", "Row first."), ("shifted", "From 0.")]);
        let wrong = Wrong { message, items: None, diagnosis: Some(diagnosis), tries_left: None };
        round("12", 1, |_| Err(Failure::Wrong(wrong)))
    }

    pub(super) fn malformed() -> Round {
        let problem = Problem {
            status: 422,
            detail: "item 1 is quoted".to_owned(),
            code: "answer.item".to_owned(),
            diagnosis: Some(diagnosis("form", &[("quoted", "No quotation marks.")])),
        };
        round("13", 1, |_| Err(Failure::Refused(Error::Problem(Box::new(problem)))))
    }

    pub(super) fn unsolvable() -> Round {
        round("88", 1, |_| Err(Failure::NoSolver("gomoku/renju".to_owned())))
    }

    pub(super) fn refused() -> Round {
        let problem = Problem {
            status: 429,
            detail: "wait 60 s".to_owned(),
            code: "limit.cooldown".to_owned(),
            diagnosis: None,
        };
        round("14", 2, |_| Err(Failure::Refused(Error::Problem(Box::new(problem)))))
    }

    pub(super) fn run(planned: u64, rounds: Vec<Round>) -> SolveRun {
        let server = "http://127.0.0.1:8080/".to_owned();
        SolveRun { server, planned, rounds, abandoned: None }
    }

    pub(super) fn abandoned(planned: u64, rounds: Vec<Round>) -> SolveRun {
        let server = "http://127.0.0.1:8080".parse().unwrap();
        let reason = "connection refused".to_owned();
        SolveRun { abandoned: Some(Error::Unreachable { server, reason }), ..run(planned, rounds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_can_be_drawn() {
        Bar::new(2).count("step 07".to_owned());
    }

    #[test]
    fn a_round_is_one_line() {
        assert_eq!(line(&sample::accepted(1)), "step 07  round 1/2  accepted  12 ms");
        assert_eq!(
            line(&sample::wrong()),
            "step 12  round 1/2  wrong  12 ms  Not yet: look <again> [2J [items: swapped or shifted]"
        );
        assert_eq!(
            line(&sample::unsolvable()),
            "step 88  round 1/2  no solver  12 ms  this client has no solver for the kind \"gomoku/renju\""
        );
        assert_eq!(
            line(&sample::refused()),
            "step 14  round 2/2  refused  12 ms  limit.cooldown: wait 60 s"
        );
    }

    #[test]
    fn the_summary_counts_what_was_done() {
        let rounds = || vec![sample::accepted(1), sample::accepted(2)];
        let all = sample::run(2, rounds());
        assert_eq!(summary(&all), "2 of 2 rounds done, all accepted");
        let half = sample::abandoned(9, rounds());
        assert_eq!(summary(&half), "2 of 9 rounds done");
        let failed = sample::run(2, vec![sample::accepted(1), sample::wrong()]);
        assert_eq!(summary(&failed), "2 of 2 rounds done, 1 failed");
        assert_eq!(summary(&sample::run(0, vec![])), "0 of 0 rounds done");
    }
}
