//! `/instructor/signals`: what instructors should look at. Signs of work that is not the learner's own, and learners who need help.
//!
//! No signal is a proof. Each states how certain it is, and the page says how an innocent learner causes it. Learners never see signals.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attempts::check_filter;
use super::fields::{Field, Id};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::NamedLearner;
use crate::app::class::signals::{
    EqualMatchesReply, FIRST_SECONDS, ForeignReply, MalformedReply, STUCK_SECONDS, STUCK_WRONG,
    SolveAllReply, StuckReply, TempoReply, UncomparedReply, runs, solve_all,
};
use crate::app::state::{SharedState, State};
use crate::course::{LearnerId, RosterEntry};
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::step::{Language, StepNumber, Timestamp};
use crate::wire::accept::ReplyLanguage;
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::{Code, Problem};

/// How many entries each list has at most, and how many are read: a filter chooses among those.
const LISTED: usize = 200;
const READ: u32 = 5000;

/// What a signal is about: all, or one learner or step.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SignalsQuery)]
pub(crate) struct SignalsFields {
    /// Only the learner with this id.
    #[schema(value_type = Option<i64>)]
    learner: Option<Id<LearnerId>>,
    /// Only this step.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
}

impl QueryFields for SignalsFields {
    const IS_SPARSE: bool = true;
}

/// What an instructor should look at. Each list has at most 200 entries.
#[derive(Serialize, ToSchema)]
pub(crate) struct Signals {
    is_success: bool,
    /// How many signals there are of each learner, those with the most first.
    learners: Vec<LearnerCounts>,
    /// How many signals there are at each step.
    steps: Vec<StepCounts>,
    /// Learners who solved at least 5 steps within 10 seconds of their first request for the step, or 10 steps within 30 seconds and with their first answer.
    tempo: Vec<TempoReply>,
    /// Learners whose answers `gradus-client solve-all` sent.
    solve_all: Vec<SolveAllReply>,
    /// Answers that were wrong for their learner's board, and right for that of another or nearly so, those found last first.
    foreign: Vec<ForeignReply>,
    /// Won matches for steps with the moves of another match, the latest first.
    matches: Vec<EqualMatchesReply>,
    /// Wrong answers that the server did not compare with the boards of others.
    uncompared: Vec<UncomparedReply>,
    /// Learners with at least 6 wrong answers at a step and no right one, the first an hour ago or earlier; the longest first.
    stuck: Vec<StuckReply>,
    /// Learners with at least 3 malformed answers to a step and no judged one.
    malformed: Vec<MalformedReply>,
    /// How many learners on the roster have no judged answer.
    not_started_count: usize,
    /// Learners on the roster who have no judged answer, by section and name.
    not_started: Vec<NamedLearner>,
}

/// How many signals of each sort there are.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct SignalCounts {
    /// Quick steps.
    tempo: usize,
    /// Steps with answers of `solve-all`.
    solve_all: usize,
    /// Answers to the board of another learner.
    foreign: usize,
    /// Matches with equal moves.
    matches: usize,
}

/// The signals of a learner.
#[derive(Serialize, ToSchema)]
pub(crate) struct LearnerCounts {
    learner: NamedLearner,
    #[serde(flatten)]
    counts: SignalCounts,
}

/// The signals at a step.
#[derive(Serialize, ToSchema)]
pub(crate) struct StepCounts {
    #[schema(value_type = String)]
    step: StepNumber,
    #[serde(flatten)]
    counts: SignalCounts,
}

/// The page of what may need a talk.
#[derive(Template)]
#[template(path = "instructor/signals.html")]
struct SignalsPage {
    frame: Frame,
    roster: Vec<RosterEntry>,
    learner: Option<LearnerId>,
    step: Option<StepNumber>,
    signals: Signals,
}

/// `GET /instructor/signals`: what may need a talk.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<SignalsFields>,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    state: SharedState,
) -> Result<Shown<Signals>, Problem> {
    let (learner, step) = (query.learner.map(|Id(id)| id), query.step.map(|Field(step)| step));
    check_filter(&state, &state.curriculum().steps, learner, step).await?;
    state.activity.save().await?;
    let mut signals = Signals::read(&state, |code| title(code, language)).await?;
    signals.choose(learner, step);
    let roster = match &view {
        View::Page(_) => state.store.roster().await?,
        View::Data => Vec::new(),
    };
    let page = |frame, signals| SignalsPage { frame, roster, learner, step, signals };
    view.show(&instructor, signals, page)
}

/// What a problem code means; the code was stored, perhaps by another version.
fn title(code: &str, language: Language) -> &'static str {
    let known = Code::ALL.iter().find(|known| known.entry().code == code);
    known.map_or("", |known| known.title(language))
}

impl Signals {
    /// All signals. `title` says what a problem code means.
    async fn read(state: &State, title: impl Fn(&str) -> &'static str) -> Result<Self, Problem> {
        let store = &state.store;
        let before = Timestamp::from_seconds(now().seconds().saturating_sub(STUCK_SECONDS));
        let stuck = store.stuck_learners(STUCK_WRONG, before, READ).await?;
        let foreign = store.foreign_answers(READ).await?;
        let activity = store.step_activity().await?;
        let equal = store.equal_matches(READ).await?;
        let not_started = store.learners_without_attempts().await?;
        Ok(Self {
            is_success: true,
            learners: Vec::new(),
            steps: Vec::new(),
            tempo: runs(&store.quick_solutions(FIRST_SECONDS).await?),
            solve_all: solve_all(&activity),
            foreign: foreign.into_iter().map(ForeignReply::from).collect(),
            matches: equal.iter().filter_map(EqualMatchesReply::of).collect(),
            uncompared: activity.iter().filter_map(UncomparedReply::of).collect(),
            stuck: stuck.into_iter().map(StuckReply::from).collect(),
            malformed: activity
                .iter()
                .filter_map(|known| MalformedReply::of(known, &title))
                .collect(),
            not_started_count: 0,
            not_started: not_started.iter().map(NamedLearner::from).collect(),
        })
    }

    /// Leaves what is about a learner or a step, counts it, and shortens the lists.
    fn choose(&mut self, learner: Option<LearnerId>, step: Option<StepNumber>) {
        let is_whose = |one: &NamedLearner| learner.is_none_or(|LearnerId(id)| one.id == id);
        let is_where = |one: StepNumber| step.is_none_or(|step| one == step);
        for one in &mut self.tempo {
            one.steps.retain(|quick| is_where(quick.step));
        }
        self.tempo.retain(|one| is_whose(&one.learner) && !one.steps.is_empty());
        for one in &mut self.solve_all {
            one.steps.retain(|step| is_where(*step));
        }
        self.solve_all.retain(|one| is_whose(&one.learner) && !one.steps.is_empty());
        self.foreign
            .retain(|one| (is_whose(&one.learner) || is_whose(&one.other)) && is_where(one.step));
        self.matches.retain(|one| {
            (is_whose(&one.learner) || one.other.as_ref().is_some_and(is_whose))
                && is_where(one.step)
        });
        self.uncompared.retain(|one| is_whose(&one.learner) && is_where(one.step));
        self.stuck.retain(|one| is_whose(&one.learner) && is_where(one.step));
        self.malformed.retain(|one| is_whose(&one.learner) && is_where(one.step));
        self.not_started.retain(|one| is_whose(one) && step.is_none());
        self.not_started_count = self.not_started.len();
        self.count();
        self.tempo.truncate(LISTED);
        self.solve_all.truncate(LISTED);
        self.foreign.truncate(LISTED);
        self.matches.truncate(LISTED);
        self.uncompared.truncate(LISTED);
        self.stuck.truncate(LISTED);
        self.malformed.truncate(LISTED);
        self.not_started.truncate(LISTED);
        self.learners.truncate(LISTED);
    }

    /// Counts the signs of work that is not the learner's own, by learner and by step.
    fn count(&mut self) {
        type Count = fn(&mut SignalCounts) -> &mut usize;
        let mut signs: Vec<(&NamedLearner, StepNumber, Count)> = Vec::new();
        for one in &self.tempo {
            let steps = one.steps.iter().map(|quick| quick.step);
            signs.extend(steps.map(|step| (&one.learner, step, (|all| &mut all.tempo) as Count)));
        }
        for one in &self.solve_all {
            let steps = one.steps.iter();
            signs.extend(
                steps.map(|&step| (&one.learner, step, (|all| &mut all.solve_all) as Count)),
            );
        }
        let foreign = self.foreign.iter();
        signs
            .extend(foreign.map(|one| (&one.learner, one.step, (|all| &mut all.foreign) as Count)));
        let matches = self.matches.iter();
        signs
            .extend(matches.map(|one| (&one.learner, one.step, (|all| &mut all.matches) as Count)));
        let mut learners: BTreeMap<i64, LearnerCounts> = BTreeMap::new();
        let mut steps: BTreeMap<u8, StepCounts> = BTreeMap::new();
        for (learner, step, count) in signs {
            let counts = SignalCounts::default();
            let of_learner = LearnerCounts { learner: learner.clone(), counts };
            *count(&mut learners.entry(learner.id).or_insert(of_learner).counts) += 1;
            let of_step = StepCounts { step, counts };
            *count(&mut steps.entry(step.get()).or_insert(of_step).counts) += 1;
        }
        self.learners = learners.into_values().collect();
        self.learners.sort_by_key(|one| Reverse(one.counts.sum()));
        self.steps = steps.into_values().collect();
    }
}

impl SignalCounts {
    fn sum(&self) -> usize {
        let Self { tempo, solve_all, foreign, matches } = self;
        tempo + solve_all + foreign + matches
    }
}
