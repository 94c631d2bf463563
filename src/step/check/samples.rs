//! The samples in a step's statements.

use std::collections::BTreeSet;

use crate::step::catalog::Step;
use crate::step::exercise::Exercise;
use crate::step::fault::{Fault, FaultCode};
use crate::step::language::Language;
use crate::step::statement::Statement;
use crate::step::submission::Submission;
use crate::step::verdict::{Verdict, Wrong};

/// The sample answer of every statement must be accepted for its sample task, and be the same in all languages.
///
/// Where all tasks want the same number of items, the sample must want it too: the text around it says so.
pub(super) fn check(step: &Step, item_counts: &BTreeSet<usize>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let english = step.statement(Language::English);
    let mut is_english_right = true;
    for statement in step.statements() {
        let file = format!("{}/statement.{}.md", step.folder, statement.language());
        let fault = run(step, statement, item_counts, &file).err();
        is_english_right &= fault.is_none() || statement.language() != Language::English;
        faults.extend(fault);
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        let pairs = [
            ("task", statement.sample_task(), english.sample_task()),
            ("answer", statement.sample_answer(), english.sample_answer()),
        ];
        for (name, own, first) in pairs {
            if is_english_right && !same(&own.text, &first.text) {
                let what = format!("the sample {name} differs from the English one");
                let mend = format!(
                    "copy the block from statement.en.md, or run `gradus sample DIR --step {} --write`",
                    step.number
                );
                let fault = Fault::new(FaultCode::SampleLanguage, &file, what, mend);
                faults.push(fault.on_line(own.line));
            }
        }
    }
    faults
}

fn run(
    step: &Step,
    statement: &Statement,
    item_counts: &BTreeSet<usize>,
    file: &str,
) -> Result<(), Fault> {
    let (task, answer) = (statement.sample_task(), statement.sample_answer());
    let unreadable = |error: String| {
        // The place that the error names is one within the block, not within the file.
        let error = error.split(" at line ").next().unwrap_or_default();
        let what = format!("the sample task cannot be read: {error}");
        let mend = format!("let `gradus sample DIR --step {} --write` write another", step.number);
        Fault::new(FaultCode::SampleTask, file, what, mend).on_line(task.line)
    };
    let given = Submission::new(answer.text.as_str());
    let complaint = match step.exercise() {
        Exercise::Puzzle(puzzle) => {
            let posed = puzzle.pose_sample(&task.text).map_err(unreadable)?;
            check_count(step, posed.solution().count(), item_counts, file, task.line)?;
            complaint(&posed.judge(&given))
        }
        Exercise::Match(exercise) => {
            exercise.pose_sample(&task.text).map_err(unreadable)?;
            exercise.read(&given).err().map(|malformed| format!("is malformed: {malformed}"))
        }
    };
    let Some(complaint) = complaint else { return Ok(()) };
    let mend = format!(
        "correct it, or let `gradus sample DIR --step {} --write` write another",
        step.number
    );
    let what = format!("the sample answer {complaint}");
    Err(Fault::new(FaultCode::SampleAnswer, file, what, mend).on_line(answer.line))
}

/// Where all tasks want the same number of items, the sample must want it too.
fn check_count(
    step: &Step,
    wanted: usize,
    item_counts: &BTreeSet<usize>,
    file: &str,
    line: usize,
) -> Result<(), Fault> {
    match item_counts.first() {
        Some(&usual) if item_counts.len() == 1 && usual != wanted => {
            let what = format!(
                "the sample task asks for {wanted} items, but the step's tasks for {usual}"
            );
            let mend = format!(
                "let `gradus sample DIR --step {} --write` write another, and correct the numbers in the text",
                step.number
            );
            Err(Fault::new(FaultCode::SampleCount, file, what, mend).on_line(line))
        }
        _ => Ok(()),
    }
}

/// What is wrong with a sample answer, if it is not accepted.
fn complaint(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Accepted => None,
        Verdict::Wrong(Wrong { marks, .. }) => {
            Some(format!("is wrong: {} of {} items are right", marks.right, marks.total))
        }
        Verdict::Malformed(malformed) => Some(format!("is malformed: {malformed}")),
        Verdict::JudgeError(error) => Some(format!("cannot be judged: {error}")),
    }
}
