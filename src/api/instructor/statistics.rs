//! `/instructor/steps`: how the steps go for the class; `/instructor/signals`: answers that fit another learner's board, and who gets no
//! further.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use askama::Template;
use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::hint;
use super::requested::known_step;
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::NamedLearner;
use crate::app::state::{SharedState, State};
use crate::pages::frame::Frame;
use crate::pages::view::{SeeOther, Shown, View};
use crate::step::{Language, Step, StepNumber, Timestamp};
use crate::store::{AttemptId, CauseCount, ForeignAnswer, StepStatistics, StuckLearner};
use crate::texts::InstructorPages;
use crate::wire::accept::ReplyLanguage;
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};

/// The step that an address names, open or not.
pub(crate) struct RequestedStep(Arc<Step>);

impl Extract for RequestedStep {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let curriculum = State::of(request).curriculum();
        known_step(&curriculum.steps, path_part(request, "number")).map(Self)
    }

    fn describe(operation: &mut Operation) {
        let description = "The number of the step, two digits.";
        operation.has_path_part("number", description, "^[0-9]{2}$", "01");
        operation.may_fail(&[Code::StepUnknown]);
    }
}

/// How all steps go for the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatisticsList {
    is_success: bool,
    steps: Vec<StatisticsReply>,
}

/// How one step goes for the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct StepReply {
    is_success: bool,
    #[serde(flatten)]
    statistics: StatisticsReply,
}

/// How a step goes for the class.
#[derive(Serialize, ToSchema)]
#[schema(as = StepStatistics)]
pub(crate) struct StatisticsReply {
    #[schema(value_type = String)]
    step: StepNumber,
    kind: String,
    /// In the language of the reply.
    title: String,
    /// How many learners have tried it.
    tried: u32,
    /// How many have solved it.
    solved: u32,
    /// The share of those who have solved it among those who have tried it, from 0 to 1; null if nobody has.
    solve_rate: Option<f64>,
    /// How many answers were judged.
    attempts: u32,
    /// How many of these were accepted.
    accepted: u32,
    /// Half of those who have solved it took no longer than this from the first attempt on; null if nobody has.
    median_seconds: Option<u64>,
    /// How often each misconception was told, the most frequent first.
    causes: Vec<CountedCause>,
}

/// How often a misconception was told.
#[derive(Serialize, ToSchema)]
pub(crate) struct CountedCause {
    cause: String,
    /// In the language of the reply; null if the step does not know the cause any more.
    hint: Option<String>,
    /// In how many answers.
    answers: u32,
    /// Of how many learners.
    learners: u32,
}

/// The page of all steps.
#[derive(Template)]
#[template(path = "instructor/statistics.html")]
struct StatisticsPage {
    frame: Frame,
    steps: Vec<StatisticsReply>,
}

/// The page of a step.
#[derive(Template)]
#[template(path = "instructor/step.html")]
struct StepPage {
    frame: Frame,
    step: StatisticsReply,
}

/// `GET /instructor/steps`: how all steps go.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    state: SharedState,
) -> Result<Shown<StatisticsList>, Problem> {
    let mut steps = Vec::new();
    let curriculum = state.curriculum();
    for step in curriculum.steps.iter() {
        steps.push(StatisticsReply::read(&state, step, language).await?);
    }
    let list = StatisticsList { is_success: true, steps };
    view.show(&instructor, list, |frame, list| StatisticsPage { frame, steps: list.steps })
}

/// `GET /instructor/steps/{number}`: how a step goes.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedStep(step): RequestedStep,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    state: SharedState,
) -> Result<Shown<StepReply>, Problem> {
    let statistics = StatisticsReply::read(&state, &step, language).await?;
    let reply = StepReply { is_success: true, statistics };
    view.show(&instructor, reply, |frame, reply| StepPage { frame, step: reply.statistics })
}

/// `GET /instructor/steps/{number}/preview`: leads to the step, which instructors see before it opens.
pub(crate) async fn preview(
    _: RequiredInstructor,
    RequestedStep(step): RequestedStep,
    _: NoQuery,
) -> SeeOther {
    SeeOther::to(format!("/step_{}", step.number))
}

impl StatisticsReply {
    async fn read(state: &State, step: &Step, language: Language) -> Result<Self, Problem> {
        let kind = step.exercise().kind();
        let statistics = state.store.step_statistics(step.number, kind).await?;
        let median_seconds = statistics.median_seconds();
        let StepStatistics { tried, solved, attempts, accepted, causes, .. } = statistics;
        let causes = causes.into_iter().map(|CauseCount { cause, answers, learners }| {
            let hint = hint(step, &cause, language);
            CountedCause { cause, hint, answers, learners }
        });
        Ok(Self {
            step: step.number,
            kind: kind.to_owned(),
            title: step.statement(language).title().to_owned(),
            tried,
            solved,
            solve_rate: (tried > 0).then(|| f64::from(solved) / f64::from(tried)),
            attempts,
            accepted,
            median_seconds,
            causes: causes.collect(),
        })
    }

    /// The solve rate in whole hundredths; empty if nobody has tried the step.
    fn percent(&self) -> String {
        let (part, whole) = (u64::from(self.solved), u64::from(self.tried));
        let share = (100 * part + whole / 2).checked_div(whole);
        share.map(|share| format!("{share} %")).unwrap_or_default()
    }

    /// The median time in its largest whole unit; empty if nobody has solved the step.
    fn median(&self, words: InstructorPages) -> String {
        match self.median_seconds {
            None => String::new(),
            Some(0) => words.first_try().to_owned(),
            Some(seconds @ 0..120) => words.seconds(seconds),
            Some(seconds @ 120..7200) => words.minutes(seconds / 60),
            Some(seconds @ 7200..172_800) => words.hours(seconds / 3600),
            Some(seconds) => words.days(seconds / 86_400),
        }
    }

    /// How often the most frequent misconception was diagnosed.
    fn most_frequent(&self) -> u32 {
        self.causes.iter().map(|cause| cause.answers).max().unwrap_or(1)
    }
}

impl CountedCause {
    /// What the misconception is, or its id.
    fn text(&self) -> String {
        self.hint.clone().unwrap_or_else(|| format!("`{}`", self.cause))
    }
}

/// How many of each there are at most.
const LISTED: u32 = 200;

/// A learner is stuck with so many wrong answers and no right one.
const STUCK_WRONG: u32 = 6;

/// And if the first one was judged so many seconds ago: an hour.
const STUCK_SECONDS: u64 = 60 * 60;

/// What an instructor should look at.
#[derive(Serialize, ToSchema)]
pub(crate) struct Signals {
    is_success: bool,
    /// Answers that were wrong for their learner's board and right for that of another, those found last first; at most 200.
    foreign: Vec<ForeignReply>,
    /// Learners with at least 6 wrong answers at a step and no right one, the first an hour ago or earlier; the longest first, at most 200.
    stuck: Vec<StuckReply>,
}

/// An answer that was wrong for its learner's board and right for that of another. Who has it from whom is not known.
#[derive(Serialize, ToSchema)]
pub(crate) struct ForeignReply {
    /// The id of the wrong attempt.
    #[schema(value_type = i64)]
    attempt: AttemptId,
    /// Who has sent it.
    learner: NamedLearner,
    /// Whose board it fits: the first that was found.
    other: NamedLearner,
    /// The id of the other's first accepted attempt at that board; null if they have not solved it.
    #[schema(value_type = Option<i64>)]
    other_attempt: Option<AttemptId>,
    /// For how many other learners' boards it is right; at most 8 are noted. An answer that is right for many is so by chance.
    fits: u32,
    #[schema(value_type = String)]
    step: StepNumber,
    /// When the wrong one was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    at: Timestamp,
    /// When the other's was judged; null if there is none.
    #[schema(value_type = Option<String>)]
    other_at: Option<Timestamp>,
}

/// A learner who gets no further at a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct StuckReply {
    learner: NamedLearner,
    #[schema(value_type = String)]
    step: StepNumber,
    /// How many answers were wrong.
    wrong: u32,
    /// When the first one was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    since: Timestamp,
    /// When the last one was judged.
    #[schema(value_type = String)]
    last: Timestamp,
}

/// The page of what may need a talk.
#[derive(Template)]
#[template(path = "instructor/signals.html")]
struct SignalsPage {
    frame: Frame,
    signals: Signals,
}

/// `GET /instructor/signals`: foreign answers, and who is stuck.
pub(crate) async fn signals(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Shown<Signals>, Problem> {
    let before = Timestamp::from_seconds(now().seconds().saturating_sub(STUCK_SECONDS));
    let foreign = state.store.foreign_answers(LISTED).await?;
    let stuck = state.store.stuck_learners(STUCK_WRONG, before, LISTED).await?;
    let signals = Signals {
        is_success: true,
        foreign: foreign.into_iter().map(ForeignReply::from).collect(),
        stuck: stuck.into_iter().map(StuckReply::from).collect(),
    };
    view.show(&instructor, signals, |frame, signals| SignalsPage { frame, signals })
}

impl From<ForeignAnswer> for ForeignReply {
    fn from(answer: ForeignAnswer) -> Self {
        let ForeignAnswer { attempt, learner, other, solved, fits, step, at } = answer;
        Self {
            attempt,
            learner: (&learner).into(),
            other: (&other).into(),
            other_attempt: solved.map(|(attempt, _)| attempt),
            fits,
            step,
            at,
            other_at: solved.map(|(_, at)| at),
        }
    }
}

impl From<StuckLearner> for StuckReply {
    fn from(StuckLearner { learner, step, wrong, since, last, .. }: StuckLearner) -> Self {
        Self { learner: (&learner).into(), step, wrong, since, last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_in_round_units() {
        let step = |tried, solved, median_seconds| StatisticsReply {
            step: StepNumber::new(7).unwrap(),
            kind: String::new(),
            title: String::new(),
            tried,
            solved,
            solve_rate: None,
            attempts: 0,
            accepted: 0,
            median_seconds,
            causes: Vec::new(),
        };
        assert_eq!(step(3, 2, None).percent(), "67 %");
        assert_eq!(step(0, 0, None).percent(), "");
        let median = |seconds| step(1, 1, seconds).median(InstructorPages(Language::ENGLISH));
        assert_eq!(median(None), "");
        assert_eq!(median(Some(119)), "119 s");
        assert_eq!(median(Some(150)), "2 min");
        assert_eq!(median(Some(7200)), "2 h");
        assert_eq!(median(Some(200_000)), "2 days");
    }
}
