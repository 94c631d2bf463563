//! The judge on answers whose verdict is known: the reference's, every misconception's, and junk.

use super::Findings;
use super::cost::Meter;
use super::leak::Leak;
use crate::answer::Answer;
use crate::diagnostic::DiagnosticCode;
use crate::exercise::{Evidence, TaskInstance, WorkedAnswer};
use crate::verdict::{Explanation, Verdict};

/// The reference must be accepted, also in its canonical form, and the right reading must give the same.
///
/// For a kind without a reference of its own that says nothing, for its reference is the right reading: the oracles in the tests hold
/// such a kind to its rule.
pub(super) fn check_reference(task: &dyn TaskInstance, findings: &mut Findings, meter: &mut Meter) {
    let solution = task.solution();
    let is_accepted = |answer: &Answer| task.judge(answer, &solution.evidence).is_accepted();
    findings.expect(
        meter.measure(|| is_accepted(&solution.answer)),
        DiagnosticCode::JudgeReference,
        "the reference's answer is not accepted",
        "correct the kind's judge",
    );
    findings.expect(
        task.canonical(&solution.answer).is_ok_and(|canonical| is_accepted(&canonical)),
        DiagnosticCode::JudgeCanonical,
        "the canonical form of the reference's answer is not accepted",
        "let `read_item` read back what `Display` writes",
    );
    findings.expect(
        task.follows_rule(),
        DiagnosticCode::MisconceptionRule,
        "the right reading gives another answer than the reference",
        "correct the kind's `solve` or its `reference`",
    );
}

/// Every misconception must be rejected.
pub(super) fn check_misconceptions(
    task: &dyn TaskInstance,
    wrong_solutions: &[(Explanation, WorkedAnswer)],
    findings: &mut Findings,
    leak: &mut Leak,
) {
    for (mistake, solution) in wrong_solutions {
        let verdict = task.judge(&solution.answer, &solution.evidence);
        leak.observe(&mistake.id, &verdict);
        if let Some((complaint, help)) = complaint(&verdict) {
            let what = format!("the answer of the misconception {} {complaint}", mistake.id);
            findings.add(DiagnosticCode::MisconceptionPasses, what, help);
        }
    }
}

/// What is wrong with the verdict on a misconception's answer: the end of a sentence about it, and the help. The answer may be
/// one that cannot be read.
fn complaint(verdict: &Verdict) -> Option<(&'static str, &'static str)> {
    match verdict {
        Verdict::Wrong { .. } | Verdict::Malformed(_) => None,
        Verdict::Accepted => Some((
            "is accepted",
            "correct the kind's judge, which accepts of a finished task what it rejected while the task was made",
        )),
        Verdict::JudgeError(_) => {
            Some(("cannot be judged", "correct the kind's judge, which must not panic"))
        }
    }
}

/// The number of tasks on which junk of a megabyte is tried too: it takes longer than everything else.
const TASKS_WITH_MUCH: u32 = 20;

/// What has no form must be malformed; a word or a number may be of some kind's form, and is then only wrong.
pub(super) fn check_junk(task: &dyn TaskInstance, findings: &mut Findings) {
    let solution = task.solution().answer;
    let mut formless = formless(&solution);
    if findings.seed < TASKS_WITH_MUCH {
        formless.extend(much(&solution));
    }
    for (name, junk) in formless {
        let verdict = task.judge(&Answer::new(junk), &Evidence::None);
        findings.expect(
            matches!(verdict, Verdict::Malformed(_)),
            DiagnosticCode::JudgeJunk,
            &format!("{name} is not malformed"),
            "let `read_item` refuse what is not of the item's form",
        );
    }
    for (name, junk) in strange(&solution) {
        let verdict = task.judge(&junk, &Evidence::None);
        findings.expect(
            matches!(verdict, Verdict::Wrong { .. } | Verdict::Malformed(_)),
            DiagnosticCode::JudgeJunk,
            &format!("{name} is accepted or cannot be judged"),
            "correct the kind's `read_item` or its judge",
        );
    }
}

fn formless(solution: &Answer) -> Vec<(&'static str, String)> {
    let fewer = solution.items().skip(1).collect::<Vec<_>>().join(",");
    vec![
        ("an empty answer", String::new()),
        ("blanks", " \t\n".to_owned()),
        ("nothing but commas", all(solution, "")),
        ("an item too few", fewer),
        ("an item too many", format!("{},1", solution.as_str())),
        ("a NUL character", with_first(solution, "\u{0}")),
        ("a picture", all(solution, "💥")),
        ("a path", all(solution, "../../etc/passwd")),
    ]
}

fn much(solution: &Answer) -> [(&'static str, String); 3] {
    [
        ("a megabyte", with_first(solution, &"x".repeat(1 << 20))),
        ("a megabyte of digits", with_first(solution, &"9".repeat(1 << 20))),
        ("ten thousand items", vec!["1"; 10_000].join(",")),
    ]
}

fn strange(solution: &Answer) -> [(&'static str, Answer); 4] {
    let nested = ["1", "2", "3", "", "-0.5"];
    [
        ("NaN", Answer::new(all(solution, "NaN"))),
        ("2^63", Answer::new(all(solution, "9223372036854775808"))),
        ("-2^63-1", Answer::new(all(solution, "-9223372036854775809"))),
        ("a list of numbers", Answer::from_items(nested)),
    ]
}

/// The solution with another first item.
fn with_first(solution: &Answer, item: &str) -> String {
    std::iter::once(item).chain(solution.items().skip(1)).collect::<Vec<_>>().join(",")
}

/// As many items as the solution has, all of them this one.
fn all(solution: &Answer, item: &str) -> String {
    vec![item; solution.count()].join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_megabyte_is_a_megabyte() {
        let sizes = much(&Answer::new("1,2,3")).map(|(_, junk)| junk.len());
        assert_eq!(sizes, [(1 << 20) + 4, (1 << 20) + 4, 19_999]);
    }
}
