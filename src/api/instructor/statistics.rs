//! `/instructor/steps`: how the steps go for the class.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use serde::Serialize;
use utoipa::ToSchema;

use super::attempts::hint;
use super::known_step;
use crate::app::authentication::RequiredInstructor;
use crate::app::state::{SharedState, State};
use crate::pages::instructor::statistics::{StatisticsPage, StepPage};
use crate::pages::view::{PageReply, SeeOther, View};
use crate::step::{Language, Step, StepNumber};
use crate::store::StepStatistics;
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::language::ReplyLanguage;
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

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

/// A step with how it goes.
pub(crate) struct StepProgress<'a> {
    pub(crate) step: &'a Step,
    pub(crate) statistics: StepStatistics,
}

impl<'a> StepProgress<'a> {
    async fn of(state: &State, step: &'a Step) -> Result<Self, Problem> {
        let kind = step.exercise().kind();
        let statistics = state.store.step_statistics(step.number, kind).await?;
        Ok(Self { step, statistics })
    }

    /// The share of those who have solved it among those who have tried it.
    pub(crate) fn solve_rate(&self) -> Option<f64> {
        let StepStatistics { tried, solved, .. } = self.statistics;
        (tried > 0).then(|| f64::from(solved) / f64::from(tried))
    }
}

/// `GET /instructor/steps`: how all steps go.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<StatisticsList>>, Problem> {
    let mut progress = Vec::new();
    let curriculum = state.curriculum();
    for step in curriculum.steps.iter() {
        progress.push(StepProgress::of(&state, step).await?);
    }
    match view {
        View::Page(frame) => {
            let steps = progress.iter().map(|shown| (shown.step, &shown.statistics));
            let page = StatisticsPage::new(frame.seen_by(&instructor), steps);
            PageReply::ok(language, &page).map(Either::Left)
        }
        View::Data => {
            let steps = progress.into_iter().map(|step| StatisticsReply::of(step, language));
            let steps = steps.collect();
            Ok(Either::Right(Reply::ok(StatisticsList { is_success: true, steps })))
        }
    }
}

/// `GET /instructor/steps/{number}`: how a step goes.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedStep(step): RequestedStep,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<StepReply>>, Problem> {
    let progress = StepProgress::of(&state, &step).await?;
    match view {
        View::Page(frame) => {
            let StepProgress { step, statistics } = &progress;
            let page = StepPage::new(frame.seen_by(&instructor), step, statistics);
            PageReply::ok(language, &page).map(Either::Left)
        }
        View::Data => {
            let statistics = StatisticsReply::of(progress, language);
            Ok(Either::Right(Reply::ok(StepReply { is_success: true, statistics })))
        }
    }
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
    fn of(progress: StepProgress<'_>, language: Language) -> Self {
        let (solve_rate, median_seconds) =
            (progress.solve_rate(), progress.statistics.median_seconds());
        let StepProgress { step, statistics } = progress;
        let causes = statistics.causes.into_iter().map(|count| CountedCause {
            hint: hint(step, &count.cause, language),
            cause: count.cause,
            answers: count.answers,
            learners: count.learners,
        });
        Self {
            step: step.number,
            kind: step.exercise().kind().to_owned(),
            title: step.statement(language).title().to_owned(),
            tried: statistics.tried,
            solved: statistics.solved,
            solve_rate,
            attempts: statistics.attempts,
            accepted: statistics.accepted,
            median_seconds,
            causes: causes.collect(),
        }
    }
}
