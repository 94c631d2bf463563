//! `gradus rejudge` and `gradus regrade`: stored answers under today's references and rules.

use clap::Args;
use gradus::app::class::{
    NamedLearner, RegradeReport, Regraded, RejudgeReport, Rejudged, Scope, regrade, rejudge,
};
use gradus::app::now;
use gradus::course::{DecisionId, Extensions};
use gradus::step::StepNumber;
use gradus::store::Store;

use super::class::{CourseOptions, DatabaseOptions, learner};
use super::error::CliError;
use super::output::{counted, print_table};

/// The options of `gradus rejudge`.
#[derive(Args)]
pub(crate) struct Rejudge {
    /// Only the answers to this step
    #[arg(long, value_name = "NN")]
    step: Option<StepNumber>,
    /// Store the new verdicts; the old ones are kept on record
    #[arg(long)]
    apply: bool,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    database: DatabaseOptions,
}

/// The options of `gradus regrade`.
#[derive(Args)]
pub(crate) struct Regrade {
    /// Only the answers to this step
    #[arg(long, value_name = "NN")]
    step: Option<StepNumber>,
    /// Only the answers of this learner: a name, or an id as '#37'
    #[arg(long)]
    learner: Option<String>,
    /// Store the new grades
    #[arg(long)]
    apply: bool,
    #[command(flatten)]
    course: CourseOptions,
    #[command(flatten)]
    database: DatabaseOptions,
}

/// The author of the new verdicts, as it is kept on record.
const BY: &str = "gradus rejudge";

impl Rejudge {
    /// Prints the attempts whose verdict is another one.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        let curriculum = self.course.load_with(self.step)?;
        let scope = Scope { step: self.step, ..Scope::default() };
        let apply = self.apply.then(|| (BY, now()));
        let rejudge =
            async |store: &dyn Store| Ok(rejudge(store, &curriculum, &scope, apply).await?);
        let RejudgeReport { judged, skipped, changed, changed_total, grades_total, .. } =
            self.database.open(rejudge).await?;
        let printed = print_table(
            [
                "attempt", "learner", "name", "step", "at", "was", "is", "before", "after",
                "decision",
            ],
            changed.into_iter().map(|rejudged| {
                let Rejudged { attempt, learner, step, at, was, is, before, after, decision } =
                    rejudged;
                let (id, name) = learner.map_or_else(Default::default, |learner| {
                    (format!("#{}", learner.id), learner.name)
                });
                let at = curriculum.course.local_time(at);
                let [was, is] = [was, is].map(|it| verdict(it.is_accepted()));
                let (attempt, step) = (attempt.0.to_string(), step.to_string());
                let (before, after) = (before.to_string(), after.to_string());
                [attempt, id, name, step, at, was, is, before, after, covering(decision)]
            }),
        );
        // The summary is printed even if the table cannot be.
        let (judged, count) = (counted(judged, "attempt"), counted(changed_total, "verdict"));
        let grades = counted(grades_total, "grade");
        let changes = changes(self.apply);
        eprintln!("{judged} judged again, {skipped} skipped, {count} and {grades} {changes}.");
        Ok(printed?)
    }
}

impl Regrade {
    /// Prints the grades that change.
    pub(crate) async fn run(self) -> Result<(), CliError> {
        let curriculum = self.course.load_with(self.step)?;
        let regrade = async |store: &dyn Store| {
            let learner = match &self.learner {
                Some(named) => Some(learner(store, named).await?.learner.id),
                None => None,
            };
            let extensions = Extensions::new(store.extensions().await?);
            let scope = Scope { step: self.step, learner, limit: None };
            Ok(regrade(store, &curriculum, &extensions, &scope, self.apply).await?)
        };
        let RegradeReport { changed, changed_total, .. } = self.database.open(regrade).await?;
        let printed = print_table(
            ["attempt", "learner", "name", "step", "at", "before", "after", "decision"],
            changed.into_iter().map(|regraded| {
                let Regraded { attempt, learner, step, at, before, after, decision } = regraded;
                let NamedLearner { id, name, .. } = learner;
                let id = format!("#{id}");
                let (step, at) = (step.to_string(), curriculum.course.local_time(at));
                let (before, after) = (before.to_string(), after.to_string());
                [attempt.0.to_string(), id, name, step, at, before, after, covering(decision)]
            }),
        );
        // The summary is printed even if the table cannot be.
        let rules = if curriculum.course.is_from_file() {
            "the course file"
        } else {
            "no course: there is no course file"
        };
        let count = counted(changed_total, "grade");
        eprintln!("{count} {}, by the rules of {rules}.", changes(self.apply));
        Ok(printed?)
    }
}

/// The decision that counts instead of an attempt, as `gradus decide list` has it.
fn covering(decision: Option<DecisionId>) -> String {
    decision.map(|DecisionId(id)| id.to_string()).unwrap_or_default()
}

fn verdict(is_accepted: bool) -> String {
    if is_accepted { "accepted" } else { "wrong" }.to_owned()
}

fn changes(apply: bool) -> &'static str {
    if apply { "changed" } else { "would change with --apply" }
}
