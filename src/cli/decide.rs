//! `gradus decide`: results that instructors set, excuse or void.

use std::sync::Arc;

use clap::{Args, Subcommand};
use gradus::app::class::{
    Curriculum, Decided, DecisionRequest, DecisionTarget, Recipient, decide, take_back,
};
use gradus::app::now;
use gradus::course::{
    AttemptId, Audience, Credit, Decision, DecisionAction, DecisionId, Extensions, LearnerName,
    RosterEntry, SectionName,
};
use gradus::option_values::hidden;
use gradus::step::StepNumber;
use gradus::store::Store;

use super::class::{CourseOptions, DatabaseOptions, check_section, learner};
use super::error::CliError;
use super::instructors::{NamedInstructors, known_name};
use super::output::{counted, print_table};

/// The options of `gradus decide`.
#[derive(Args)]
pub(crate) struct Decide {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    database: DatabaseOptions,
}

#[derive(Subcommand)]
enum Action {
    /// Set the points of a step, whatever the answers have earned
    Set {
        /// The points: from 0 to the maximum of the step, with at most two decimals
        #[arg(long)]
        points: Credit,
        /// The step
        #[arg(long, value_name = "NN")]
        step: StepNumber,
        #[command(flatten)]
        audience: AudienceOptions,
        #[command(flatten)]
        reason: ReasonOptions,
    },
    /// Excuse a step: neither what was earned nor its points count
    Excuse {
        /// The step
        #[arg(long, value_name = "NN")]
        step: StepNumber,
        #[command(flatten)]
        audience: AudienceOptions,
        #[command(flatten)]
        reason: ReasonOptions,
    },
    /// Void the answers until now, so that the step can be answered again
    Void {
        /// The step
        #[arg(long, value_name = "NN", required_unless_present = "attempt")]
        step: Option<StepNumber>,
        /// Only the answer with this id
        #[arg(long, value_name = "ID", conflicts_with_all = ["step", "learner", "section", "everybody"])]
        attempt: Option<i64>,
        #[command(flatten)]
        audience: AudienceOptions,
        #[command(flatten)]
        reason: ReasonOptions,
    },
    /// List all decisions, also those that were taken back
    List,
    /// Take a decision back
    TakeBack {
        /// The id of the decision, as `gradus decide list` has it
        id: i64,
        #[command(flatten)]
        by: ByOptions,
    },
}

/// Whom a decision is for.
#[derive(Args)]
#[group(multiple = false)]
struct AudienceOptions {
    /// For this learner: a name, or an id as '#37'
    #[arg(long)]
    learner: Option<String>,
    /// For the learners of this section
    #[arg(long)]
    section: Option<SectionName>,
    /// For all learners
    #[arg(long)]
    everybody: bool,
}

/// Why a decision is made, and by whom.
#[derive(Args)]
struct ReasonOptions {
    /// Why
    #[arg(long, value_parser = one_line, default_value = "")]
    reason: String,
    /// Show the reason to the learners
    #[arg(long)]
    public: bool,
    #[command(flatten)]
    by: ByOptions,
}

/// By whom.
#[derive(Args)]
struct ByOptions {
    /// The instructor who decides
    #[arg(long, value_name = "INSTRUCTOR")]
    by: LearnerName,
    /// The instructors whom the server is started with, beside those in the database
    #[arg(long, env, value_name = "NAME:KEY,…", hide_env_values = true, value_parser = hidden::<NamedInstructors>())]
    instructors: Option<NamedInstructors>,
}

impl ByOptions {
    /// The name of the instructor, who must exist.
    async fn name(&self, store: &dyn Store) -> Result<LearnerName, CliError> {
        known_name(store, self.instructors.as_ref(), &self.by).await
    }
}

/// As long as a reason may be on the pages.
const REASON_LIMIT: usize = 200;

fn one_line(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.chars().count() > REASON_LIMIT || text.chars().any(char::is_control) {
        return Err(format!("expected up to {REASON_LIMIT} characters in one line"));
    }
    Ok(text.to_owned())
}

impl Decide {
    /// Makes a decision, takes one back, or lists all.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        let Self { action, course, database } = self;
        let curriculum = course.load_with(action.step())?;
        database.open(async |store| action.run(store, &curriculum).await).await
    }
}

impl Action {
    /// The step that is named.
    fn step(&self) -> Option<StepNumber> {
        match self {
            Self::Set { step, .. } | Self::Excuse { step, .. } => Some(*step),
            Self::Void { step, .. } => *step,
            Self::List | Self::TakeBack { .. } => None,
        }
    }

    async fn run(self, store: &dyn Store, curriculum: &Curriculum) -> Result<(), CliError> {
        let step = self.step();
        let (action, audience, reason) = match self {
            Self::List => return list(store, curriculum).await,
            Self::TakeBack { id, by } => {
                return remove(store, DecisionId(id), by.name(store).await?).await;
            }
            Self::Set { points, audience, reason, .. } => {
                (DecisionAction::Set(points), audience, reason)
            }
            Self::Excuse { audience, reason, .. } => (DecisionAction::Excuse, audience, reason),
            Self::Void { attempt, audience, reason, .. } => {
                (DecisionAction::Void(attempt.map(AttemptId)), audience, reason)
            }
        };
        let ReasonOptions { reason, public, by } = reason;
        let target = match (action, step.and_then(|step| curriculum.steps.get(step))) {
            (DecisionAction::Void(Some(id)), _) => {
                let known = store.recorded_attempt(id).await?;
                known.ok_or_else(|| {
                    CliError::Failed(format!(
                        "there is no attempt {}; expected an id as in the list of attempts",
                        id.0
                    ))
                })?;
                DecisionTarget::Attempt(id)
            }
            (action, Some(step)) => {
                let recipient = audience.recipient(store, curriculum).await?;
                DecisionTarget::Step { step: Arc::clone(step), recipient, action }
            }
            (_, None) => return Err(CliError::Usage("--step is missing".to_owned())),
        };
        let by = by.name(store).await?;
        let request = DecisionRequest { target, reason, is_public: public, by };
        let extensions = Extensions::new(store.extensions().await?);
        let Decided { decision, voided, .. } =
            decide(store, curriculum, &extensions, request, now()).await?;
        let id = decision.id.0;
        match decision.action {
            DecisionAction::Set(_) | DecisionAction::Excuse => eprintln!("Decision {id} is made."),
            DecisionAction::Void(_) => {
                eprintln!("Decision {id} is made: {} void.", counted(voided, "answer"));
            }
        }
        Ok(())
    }
}

impl AudienceOptions {
    async fn recipient(
        self,
        store: &dyn Store,
        curriculum: &Curriculum,
    ) -> Result<Recipient, CliError> {
        match (self.learner, self.section, self.everybody) {
            (Some(named), _, _) => Ok(Recipient::Learner(learner(store, &named).await?.learner)),
            (None, Some(section), _) => {
                check_section(&section, curriculum, &store.roster().await?)?;
                Ok(Recipient::Section(section))
            }
            (None, None, true) => Ok(Recipient::Everybody),
            (None, None, false) => {
                let message = "expected one of --learner, --section and --everybody";
                Err(CliError::Usage(message.to_owned()))
            }
        }
    }
}

/// Takes a decision back.
async fn remove(store: &dyn Store, id: DecisionId, by: LearnerName) -> Result<(), CliError> {
    let decisions = store.decisions().await?;
    let in_force = || decisions.iter().filter(|decision| decision.taken_back.is_none());
    if !in_force().any(|decision| decision.id == id) {
        let known = in_force().map(|decision| decision.id.0);
        return Err(CliError::unknown(format_args!("decision {} in force", id.0), known));
    }
    take_back(store, id, by, now()).await?;
    eprintln!("Decision {} is taken back.", id.0);
    Ok(())
}

/// Prints all decisions.
async fn list(store: &dyn Store, curriculum: &Curriculum) -> Result<(), CliError> {
    let (decisions, roster) = (store.decisions().await?, store.roster().await?);
    let head = [
        "decision",
        "step",
        "kind",
        "for",
        "action",
        "points",
        "attempt",
        "reason",
        "public",
        "by",
        "at",
        "taken back by",
        "taken back at",
    ];
    let time = |at| curriculum.course.local_time(at);
    let row = |decision: Decision| {
        let whom = audience(&decision.audience, &roster);
        let Decision { id, step, kind, action, reason, is_public, by, at, taken_back, .. } =
            decision;
        let (points, attempt) = match action {
            DecisionAction::Set(points) => (points.to_string(), String::new()),
            DecisionAction::Excuse | DecisionAction::Void(None) => Default::default(),
            DecisionAction::Void(Some(AttemptId(id))) => (String::new(), id.to_string()),
        };
        let public = if is_public { "yes" } else { "no" }.to_owned();
        let (back_by, back_at) =
            taken_back.map_or_else(Default::default, |(by, at)| (by.to_string(), time(at)));
        [
            id.0.to_string(),
            step.to_string(),
            kind,
            whom,
            action.name().to_owned(),
            points,
            attempt,
            reason,
            public,
            by.to_string(),
            time(at),
            back_by,
            back_at,
        ]
    };
    Ok(print_table(head, decisions.into_iter().map(row))?)
}

/// Whom a decision is for: `everybody`, `section A`, or a learner's id and name.
fn audience(audience: &Audience, roster: &[RosterEntry]) -> String {
    match audience {
        Audience::Everybody => "everybody".to_owned(),
        Audience::Section(section) => format!("section {section}"),
        Audience::Learner(id) => {
            let known = roster.iter().find(|entry| entry.learner.id == *id);
            let name = known.map_or_else(String::new, |entry| format!(" {}", entry.learner.name));
            format!("#{}{name}", id.0)
        }
    }
}
