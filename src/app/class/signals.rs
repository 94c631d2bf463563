//! What is a signal, by thresholds that are all here: the simulated class in `tests/suite/honest_class.rs` has no false alarm, and each cheater is found.

use serde::Serialize;
use utoipa::ToSchema;

use super::NamedLearner;
use crate::game::{Match, MatchId, Seat};
use crate::step::{StepNumber, Timestamp};
use crate::store::{
    AttemptId, EqualMatches, ForeignAnswer, MatchEntry, QuickSolution, StoredActivity, StuckLearner,
};

/// A step counts as quick if it was solved within so many seconds of the learner's first request for it. A program that exists already needs one or
/// two. A person who reads the statement and writes a program needs minutes, and even an answer by hand takes longer than this to read, think and type.
const QUICK_SECONDS: u64 = 10;

/// A learner with so many quick steps is a signal. A good learner may have one or two: the first step of a track by hand, or a program for the step
/// before that does the next one too.
const QUICK_STEPS: usize = 5;

/// A program may wait before it answers. Nobody writes so many programs, each within half a minute, of which each is right at once.
pub(crate) const FIRST_SECONDS: u64 = 30;
const FIRST_STEPS: usize = 10;

/// If so many quick steps are within this many seconds, one program ran over the ladder.
const RUN_SECONDS: u64 = 10 * 60;

/// Two learners who won with the same moves in the same seat: only matches of at least so many moves count. Shorter ones are often forced.
const EQUAL_MOVES: usize = 12;

/// A learner is stuck with so many wrong answers and no right one.
pub(crate) const STUCK_WRONG: u32 = 6;

/// And if the first one was judged so many seconds ago: an hour.
pub(crate) const STUCK_SECONDS: u64 = 60 * 60;

/// With so many malformed answers to a step and no judged one, a learner needs help with the form. One or two are typing errors.
const MALFORMED: u32 = 3;

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

/// A learner who solved many steps within seconds.
#[derive(Serialize, ToSchema)]
pub(crate) struct TempoReply {
    /// `likely` if at least 5 steps were solved within ten minutes, each within ten seconds; else `possible`.
    pub(crate) certainty: Certainty,
    pub(crate) learner: NamedLearner,
    /// The steps, in the order in which they were solved.
    pub(crate) steps: Vec<QuickStep>,
}

/// A step that was solved within seconds.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuickStep {
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    /// The seconds from the first request for the step to the first right answer.
    pub(crate) seconds: u64,
    /// When the first right answer was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(crate) at: Timestamp,
}

/// A learner whose answers `gradus-client solve-all` sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolveAllReply {
    pub(crate) certainty: Certainty,
    pub(crate) learner: NamedLearner,
    /// To which steps.
    #[schema(value_type = Vec<String>)]
    pub(crate) steps: Vec<StepNumber>,
    /// How many answers.
    pub(crate) answers: u32,
    /// When it sent the last one, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(crate) last: Timestamp,
}

/// An answer that was wrong for its learner's board, and right for that of another or nearly so. Who has it from whom is not known.
#[derive(Serialize, ToSchema)]
pub(crate) struct ForeignReply {
    /// `likely` if it is right for one other board, `possible` if items were changed or if it is right for several.
    pub(crate) certainty: Certainty,
    /// The id of the wrong attempt.
    #[schema(value_type = i64)]
    pub(crate) attempt: AttemptId,
    /// Who has sent it.
    pub(crate) learner: NamedLearner,
    /// Whose board it fits: the first that was found.
    pub(crate) other: NamedLearner,
    /// The id of the other's first accepted attempt at that board; null if they have not solved it.
    #[schema(value_type = Option<i64>)]
    pub(crate) other_attempt: Option<AttemptId>,
    /// For how many other learners' boards it is right; at most 8 are noted. An answer that is right for many is so by chance.
    pub(crate) fits: u32,
    /// How many items are not those of the other board's right answer: 0, 1 or 2.
    pub(crate) changed: u32,
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    /// When the wrong one was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(crate) at: Timestamp,
    /// When the other's was judged; null if there is none.
    #[schema(value_type = Option<String>)]
    pub(crate) other_at: Option<Timestamp>,
}

/// A won match for a step with the moves of another match.
#[derive(Serialize, ToSchema)]
pub(crate) struct EqualMatchesReply {
    /// `likely` if a computer has the learner's seat in the other match, and so made the moves. Else `possible`.
    pub(crate) certainty: Certainty,
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    pub(crate) learner: NamedLearner,
    /// The id of the match for the step.
    #[schema(value_type = String)]
    pub(crate) r#match: MatchId,
    /// Who created the other match; null for somebody without a key.
    pub(crate) other: Option<NamedLearner>,
    #[schema(value_type = String)]
    pub(crate) other_match: MatchId,
    /// How many moves both have.
    pub(crate) moves: usize,
    /// When the match for the step ended, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(crate) at: Timestamp,
}

/// A learner with wrong answers that were not compared.
#[derive(Serialize, ToSchema)]
pub(crate) struct UncomparedReply {
    pub(crate) learner: NamedLearner,
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    /// How many.
    pub(crate) answers: u32,
}

/// A learner who gets no further at a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct StuckReply {
    pub(crate) learner: NamedLearner,
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    /// How many answers were wrong.
    pub(crate) wrong: u32,
    /// When the first one was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(crate) since: Timestamp,
    /// When the last one was judged.
    #[schema(value_type = String)]
    pub(crate) last: Timestamp,
}

/// A learner whose answers to a step are all malformed.
#[derive(Serialize, ToSchema)]
pub(crate) struct MalformedReply {
    pub(crate) learner: NamedLearner,
    #[schema(value_type = String)]
    pub(crate) step: StepNumber,
    /// How many.
    pub(crate) answers: u32,
    /// The problem code of the last one.
    pub(crate) code: String,
    /// What the code means, in the language of the reply.
    pub(crate) title: &'static str,
    /// When it was sent, in the format of RFC 3339.
    #[schema(value_type = String)]
    pub(crate) last: Timestamp,
}

/// The learners with many quick solutions, which are given by learner and time, within [`FIRST_SECONDS`] each.
pub(crate) fn runs(quick: &[QuickSolution]) -> Vec<TempoReply> {
    let by_learner = quick.chunk_by(|one, other| one.learner.id == other.learner.id);
    by_learner.filter_map(TempoReply::of).collect()
}

impl TempoReply {
    /// The signal of a learner with these quick solutions, if they are many.
    fn of(quick: &[QuickSolution]) -> Option<Self> {
        let seconds = |from: Timestamp, to: Timestamp| to.seconds().saturating_sub(from.seconds());
        let is_quick = |one: &&QuickSolution| seconds(one.seen_at, one.solved_at) <= QUICK_SECONDS;
        let mut steps: Vec<&QuickSolution> = quick.iter().filter(is_quick).collect();
        let is_one_run = steps.windows(QUICK_STEPS).any(|run| match run {
            [first, .., last] => seconds(first.solved_at, last.solved_at) <= RUN_SECONDS,
            _ => false,
        });
        if steps.len() < QUICK_STEPS {
            steps = quick.iter().filter(|one| one.is_first).collect();
            if steps.len() < FIRST_STEPS {
                return None;
            }
        }
        let learner = (&steps.first()?.learner).into();
        let steps = steps.into_iter().map(|solved| QuickStep {
            step: solved.step,
            seconds: seconds(solved.seen_at, solved.solved_at),
            at: solved.solved_at,
        });
        let certainty = if is_one_run { Certainty::Likely } else { Certainty::Possible };
        Some(Self { certainty, learner, steps: steps.collect() })
    }
}

impl EqualMatchesReply {
    /// The signal of two matches with equal moves, if it is one.
    pub(crate) fn of(equal: &EqualMatches) -> Option<Self> {
        Some(Self {
            certainty: sent_on(equal)?,
            step: equal.step,
            learner: (&equal.learner).into(),
            r#match: equal.mine.id,
            other: equal.other_learner.as_ref().map(NamedLearner::from),
            other_match: equal.other.id,
            moves: equal.mine.history.split_ascii_whitespace().count(),
            at: equal.mine.changed_at,
        })
    }
}

/// How certain it is that an answer to another learner's board was copied. One that is right for several boards is so by chance.
fn certainty_of_foreign(answer: &ForeignAnswer) -> Certainty {
    if answer.changed == 0 && answer.fits == 1 { Certainty::Likely } else { Certainty::Possible }
}

/// How certain it is that moves were sent from one match to the other; none if that explains nothing.
///
/// With a computer in the learner's seat, the other match made the learner's moves. With the same seats, the learner who won later may have the moves
/// from the other: a computer that plays the same against the same moves loses to them again. That learners repeat their own moves is no signal.
fn sent_on(equal: &EqualMatches) -> Option<Certainty> {
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

/// The learners whose answers `solve-all` sent. The activity is in their order.
pub(crate) fn solve_all(activity: &[StoredActivity]) -> Vec<SolveAllReply> {
    let mut replies: Vec<SolveAllReply> = Vec::new();
    for StoredActivity { learner, step, activity, .. } in activity {
        let Some(at) = activity.solve_all_at else { continue };
        match replies.last_mut().filter(|last| last.learner.id == learner.id.0) {
            Some(reply) => {
                reply.steps.push(*step);
                reply.answers += activity.solve_all;
                reply.last = reply.last.max(at);
            }
            None => replies.push(SolveAllReply {
                certainty: Certainty::Certain,
                learner: learner.into(),
                steps: vec![*step],
                answers: activity.solve_all,
                last: at,
            }),
        }
    }
    replies
}

impl From<ForeignAnswer> for ForeignReply {
    fn from(answer: ForeignAnswer) -> Self {
        let certainty = certainty_of_foreign(&answer);
        let ForeignAnswer { attempt, learner, other, solved, changed, fits, step, at } = answer;
        Self {
            certainty,
            attempt,
            learner: (&learner).into(),
            other: (&other).into(),
            other_attempt: solved.map(|(attempt, _)| attempt),
            fits,
            changed,
            step,
            at,
            other_at: solved.map(|(_, at)| at),
        }
    }
}

impl UncomparedReply {
    pub(crate) fn of(
        StoredActivity { learner, step, activity, .. }: &StoredActivity,
    ) -> Option<Self> {
        let answers = activity.uncompared;
        (answers > 0).then(|| Self { learner: learner.into(), step: *step, answers })
    }
}

impl From<StuckLearner> for StuckReply {
    fn from(StuckLearner { learner, step, wrong, since, last, .. }: StuckLearner) -> Self {
        Self { learner: (&learner).into(), step, wrong, since, last }
    }
}

impl MalformedReply {
    pub(crate) fn of(known: &StoredActivity, title: impl Fn(&str) -> &'static str) -> Option<Self> {
        let StoredActivity { learner, step, activity, has_attempts } = known;
        let (code, last) = activity.last_malformed.clone()?;
        let (answers, title) = (activity.malformed, title(&code));
        let is_listed = !has_attempts && answers >= MALFORMED;
        is_listed.then(|| Self { learner: learner.into(), step: *step, answers, code, title, last })
    }
}
