//! The samples in a step's statements.

use std::collections::BTreeSet;

use crate::answer::Answer;
use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::statement::Statement;
use crate::steps::Step;
use crate::verdict::Verdict;
use gradus_text::Language;

/// The sample answer of every statement must be accepted for its sample task, and be the same in all languages.
///
/// Where all tasks want the same number of items, the sample must want it too: the text around it says so.
pub(super) fn check(step: &Step, item_counts: &BTreeSet<usize>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let english = step.statement(Language::ENGLISH);
    let mut is_english_right = true;
    for statement in step.statements() {
        let file = step.file(&statement.file_name());
        let diagnostic = run(step, statement, item_counts, &file).err();
        is_english_right &= diagnostic.is_none() || statement.language() != Language::ENGLISH;
        diagnostics.extend(diagnostic);
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        let pairs = [
            ("task", statement.sample_task(), english.sample_task()),
            ("answer", statement.sample_answer(), english.sample_answer()),
        ];
        for (name, own, first) in pairs {
            if is_english_right && !same(&own.text, &first.text) {
                let what = format!("the sample {name} differs from the English one");
                let help = format!(
                    "copy the block from statement.en.md, or run `gradus sample DIR --step {} --write`",
                    step.number
                );
                let diagnostic = Diagnostic::new(DiagnosticCode::SampleLanguage, &file, what, help);
                diagnostics.push(diagnostic.on_line(own.line));
            }
        }
    }
    diagnostics
}

fn run(
    step: &Step,
    statement: &Statement,
    item_counts: &BTreeSet<usize>,
    file: &str,
) -> Result<(), Diagnostic> {
    let (task, answer) = (statement.sample_task(), statement.sample_answer());
    let write = format!("`gradus sample DIR --step {} --write` write another", step.number);
    let instance = step.exercise().parse_task(&task.text).map_err(|error| {
        let what = format!("the sample task cannot be read: {error}");
        let help = format!("let {write}");
        Diagnostic::new(DiagnosticCode::SampleTask, file, what, help).on_line(task.line)
    })?;
    let solution = instance.solution();
    check_count(step, solution.answer.count(), item_counts, file, task.line)?;
    let given = Answer::new(answer.text.as_str());
    // An answer that is judged by what happened elsewhere is judged as if that had gone well.
    let Some(complaint) = complaint(&instance.judge(&given, &solution.evidence)) else {
        return Ok(());
    };
    let (what, help) =
        (format!("the sample answer {complaint}"), format!("correct it, or let {write}"));
    Err(Diagnostic::new(DiagnosticCode::SampleAnswer, file, what, help).on_line(answer.line))
}

/// Where all tasks want the same number of items, the sample must want it too.
fn check_count(
    step: &Step,
    wanted: usize,
    item_counts: &BTreeSet<usize>,
    file: &str,
    line: usize,
) -> Result<(), Diagnostic> {
    match item_counts.first() {
        Some(&usual) if item_counts.len() == 1 && usual != wanted => {
            let what = format!(
                "the sample task asks for {wanted} items, but the step's tasks for {usual}"
            );
            let help = format!(
                "let `gradus sample DIR --step {} --write` write another, and correct the numbers in the text",
                step.number
            );
            Err(Diagnostic::new(DiagnosticCode::SampleCount, file, what, help).on_line(line))
        }
        _ => Ok(()),
    }
}

/// What is wrong with a sample answer, if it is not accepted.
fn complaint(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Accepted => None,
        Verdict::Wrong { marks, .. } => {
            Some(format!("is wrong: {} of {} items are right", marks.right, marks.total))
        }
        Verdict::Malformed(malformed) => Some(format!("is malformed: {malformed}")),
        Verdict::JudgeError(error) => Some(format!("cannot be judged: {error}")),
    }
}
