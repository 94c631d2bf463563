//! `gradus rejudge`: judges stored answers again with today's reference.

use std::process::ExitCode;

use clap::Args;
use gradus::app::class::{Curriculum, RejudgeReport, Rejudged, Scope, rejudge};
use gradus::app::now;
use gradus::step::StepNumber;

use super::class::{ClassCommandError, CourseOptions, DatabaseOptions, counted, print_table};

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

/// Who lets answers be judged again, as it is kept on record.
const BY: &str = "gradus rejudge";

impl Rejudge {
    /// Prints the attempts whose verdict is another one.
    pub(crate) async fn run(self) -> Result<ExitCode, ClassCommandError> {
        let curriculum = self.course.load_with(self.step)?;
        let store = self.database.open().await?;
        let scope = Scope { step: self.step, ..Scope::default() };
        let apply = self.apply.then(|| (BY, now()));
        let report = rejudge(&*store, &curriculum, &scope, apply).await;
        store.close().await;
        let RejudgeReport { judged, skipped, changed, changed_total } = report?;
        let count = counted(changed_total, "verdict");
        let printed = print_table(
            ["attempt", "learner", "name", "step", "at", "was", "is"],
            changed.into_iter().map(|rejudged| row(&curriculum, rejudged)),
        );
        // What was changed is said also if the table cannot be printed.
        let changes = if self.apply { "changed" } else { "would change with --apply" };
        eprintln!(
            "{} judged again, {skipped} skipped, {count} {changes}.",
            counted(judged, "attempt")
        );
        Ok(printed.map(|()| ExitCode::SUCCESS)?)
    }
}

fn row(curriculum: &Curriculum, rejudged: Rejudged) -> [String; 7] {
    let Rejudged { attempt, learner, step, at, was_accepted, is_accepted } = rejudged;
    let (learner, name) = match learner {
        Some(learner) => (format!("#{}", learner.id.0), learner.name.to_string()),
        None => (String::new(), String::new()),
    };
    let verdict = |is_accepted| if is_accepted { "accepted" } else { "wrong" }.to_owned();
    let at = curriculum.course.local_time(at);
    let (was, is) = (verdict(was_accepted), verdict(is_accepted));
    [attempt.0.to_string(), learner, name, step.to_string(), at, was, is]
}
