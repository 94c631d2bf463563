//! `gradus regrade`: grades stored answers by today's points and dates.

use std::process::ExitCode;

use clap::Args;
use gradus::app::class::{Curriculum, RegradeReport, Regraded, Scope, regrade};
use gradus::course::Extensions;
use gradus::step::StepNumber;
use gradus::store::Store;

use super::class::{
    ClassCommandError, CourseOptions, DatabaseOptions, counted, learner, print_table,
};

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

impl Regrade {
    /// Prints the attempts that are worth something else.
    pub(crate) async fn run(self) -> Result<ExitCode, ClassCommandError> {
        let curriculum = self.course.load_with(self.step)?;
        let store = self.database.open().await?;
        let report = self.regrade(&*store, &curriculum).await;
        store.close().await;
        let RegradeReport { changed, changed_total, accepted_total: _ } = report?;
        let count = counted(changed_total, "grade");
        let printed = print_table(
            ["attempt", "learner", "name", "step", "at", "verdict", "was", "is"],
            changed.into_iter().map(|regraded| row(&curriculum, &regraded)),
        );
        // What was changed is said also if the table cannot be printed.
        let done = if self.apply { "changed" } else { "would change with --apply" };
        let rules = if curriculum.course.is_from_file() {
            "the course file"
        } else {
            "no course: there is no course file"
        };
        eprintln!("{count} {done}, by the rules of {rules}.");
        Ok(printed.map(|()| ExitCode::SUCCESS)?)
    }

    async fn regrade(
        &self,
        store: &dyn Store,
        curriculum: &Curriculum,
    ) -> Result<RegradeReport, ClassCommandError> {
        let learner = match &self.learner {
            Some(named) => Some(learner(store, named).await?.learner.id),
            None => None,
        };
        let extensions = Extensions::new(store.extensions().await?);
        let scope = Scope { step: self.step, learner, limit: None };
        Ok(regrade(store, curriculum, &extensions, &scope, self.apply).await?)
    }
}

fn row(curriculum: &Curriculum, regraded: &Regraded) -> [String; 8] {
    let Regraded { attempt, learner, step, at, is_accepted, before, after } = regraded;
    let verdict = if *is_accepted { "accepted" } else { "wrong" };
    [
        attempt.0.to_string(),
        format!("#{}", learner.id.0),
        learner.name.to_string(),
        step.to_string(),
        curriculum.course.local_time(*at),
        verdict.to_owned(),
        before.to_string(),
        after.to_string(),
    ]
}
