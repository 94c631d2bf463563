//! `/instructor/steps`: how the steps go for the class.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use askama::Template;
use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::hint;
use super::requested::known_step;
use crate::app::authentication::RequiredInstructor;
use crate::app::state::{SharedState, State};
use crate::pages::frame::Frame;
use crate::pages::view::{SeeOther, Shown, View};
use crate::step::{Language, Step, StepNumber};
use crate::store::{CauseCount, StepStatistics};
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
