//! What is a signal, by thresholds that are all here: the simulated class in `tests/suite/honest_class.rs` has no false alarm, and each cheater is found.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::{Match, Seat};
use crate::store::{EqualMatches, ForeignAnswer, MatchEntry, QuickSolution};

/// A step counts as quick if it was solved within so many seconds of the learner's first request for it. A program that exists already needs one or
/// two. A person who reads the statement and writes a program needs minutes, and even an answer by hand takes longer than this to read, think and type.
pub(crate) const QUICK_SECONDS: u64 = 10;

/// A learner with so many quick steps is a signal. A good learner may have one or two: the first step of a track by hand, or a program for the step
/// before that does the next one too.
const QUICK_STEPS: usize = 5;

/// If so many quick steps are within this many seconds, one program ran over the ladder.
const RUN_SECONDS: u64 = 10 * 60;

/// Two learners who won with the same moves in the same seat: only matches of at least so many moves count. Shorter ones are often forced.
const EQUAL_MOVES: usize = 12;

/// A learner is stuck with so many wrong answers and no right one.
pub(crate) const STUCK_WRONG: u32 = 6;

/// And if the first one was judged so many seconds ago: an hour.
pub(crate) const STUCK_SECONDS: u64 = 60 * 60;

/// With so many malformed answers to a step and no judged one, a learner needs help with the form. One or two are typing errors.
pub(crate) const MALFORMED: u32 = 3;

/// How certain a signal is that the work is not the learner's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Certainty {
    /// What happened is certain; why is not.
    Certain,
    /// Few innocent learners cause it.
    Likely,
    /// Innocent learners cause it now and then.
    Possible,
}

/// The learners with many quick solutions, which are given by learner and time.
pub(crate) fn runs(quick: &[QuickSolution]) -> Vec<(Certainty, Vec<QuickSolution>)> {
    let by_learner = quick.chunk_by(|one, other| one.learner.id == other.learner.id);
    let many = by_learner.filter(|steps| steps.len() >= QUICK_STEPS);
    many.map(|steps| {
        let seconds = |run: &[QuickSolution]| match run {
            [first, .., last] => last.solved_at.seconds() - first.solved_at.seconds(),
            _ => 0,
        };
        let is_one_run = steps.windows(QUICK_STEPS).any(|run| seconds(run) <= RUN_SECONDS);
        let certainty = if is_one_run { Certainty::Likely } else { Certainty::Possible };
        (certainty, steps.to_vec())
    })
    .collect()
}

/// How certain it is that an answer to another learner's board was copied. One that is right for several boards is so by chance.
pub(crate) fn certainty_of_foreign(answer: &ForeignAnswer) -> Certainty {
    if answer.changed == 0 && answer.fits == 1 { Certainty::Likely } else { Certainty::Possible }
}

/// How certain it is that moves were sent from one match to the other; none if that explains nothing.
///
/// With a computer in the learner's seat, the other match made the learner's moves. With the same seats, the learner who won later may have the moves
/// from the other: a computer that plays the same against the same moves loses to them again. That learners repeat their own moves is no signal.
pub(crate) fn sent_on(equal: &EqualMatches) -> Option<Certainty> {
    let EqualMatches { mine, other, learner, other_learner, is_other_for_step, .. } = equal;
    let (me, they) = (mine.setup.seats(), other.setup.seats());
    let is_same_game = mine.setup.game() == other.setup.game() && me.len() == they.len();
    if !is_same_game || !is_won_by_human(mine) {
        return None;
    }
    let mut seats = me.iter().zip(they.iter());
    if seats.any(|(mine, other)| *mine == Seat::Human && other.is_computer()) {
        return Some(Certainty::Likely);
    }
    let is_by_another = other_learner.as_ref().is_some_and(|other| other.id != learner.id);
    let is_later = (other.changed_at, other.id.as_str()) < (mine.changed_at, mine.id.as_str());
    let moves = mine.history.split_ascii_whitespace().count();
    let is_repeated = *is_other_for_step && is_by_another && is_later && moves >= EQUAL_MOVES;
    is_repeated.then_some(Certainty::Possible)
}

/// Whether a human won the match. One that cannot be read any more is won by nobody.
fn is_won_by_human(entry: &MatchEntry) -> bool {
    let state = entry.state();
    state.is_ok_and(|state: Match| {
        let seats = state.setup().seats();
        state.winners().iter().any(|&seat| *seats.of(seat) == Seat::Human)
    })
}
