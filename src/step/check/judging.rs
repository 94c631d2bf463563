//! The judge on the answers that it must know: the reference's, and every misconception's.

use super::cost::Meter;
use super::findings::Findings;
use super::leak::Leak;
use crate::step::exercise::PosedTask;
use crate::step::fault::FaultCode;
use crate::step::submission::Submission;
use crate::step::verdict::{Explanation, Verdict};

/// Checks one task.
pub(super) fn check(
    task: &dyn PosedTask,
    seed: u32,
    findings: &mut Findings,
    leak: &mut Leak,
    costs: &mut Meter,
) {
    let solution = task.solution();
    if !matches!(costs.judge(|| task.judge(&solution)), Verdict::Accepted) {
        findings.add(
            FaultCode::JudgeReference,
            "the reference's answer is not accepted",
            "mend the kind's judge",
            seed,
        );
    }
    let rewritten = task.canonical(&solution);
    if !rewritten.is_ok_and(|text| matches!(task.judge(&text), Verdict::Accepted)) {
        findings.add(
            FaultCode::JudgeCanonical,
            "the canonical form of the reference's answer is not accepted",
            "let `read_item` read back what `Display` writes",
            seed,
        );
    }
    let wrong_solutions = task.wrong_solutions();
    for (mistake, answer) in &wrong_solutions {
        let verdict = costs.judge(|| task.judge(answer));
        leak.hear(mistake.id, &verdict);
        let same = |other: &Submission| task.canonical(other) == task.canonical(answer);
        let alone = wrong_solutions.iter().filter(|(_, other)| same(other)).count() == 1;
        complain(mistake, &verdict, alone, seed, findings);
    }
    leak.probe(task, solution);
}

fn complain(
    mistake: &Explanation,
    verdict: &Verdict,
    alone: bool,
    seed: u32,
    findings: &mut Findings,
) {
    let (code, complaint, mend) = match verdict {
        Verdict::Wrong(wrong) if alone && wrong.misconception != Some(*mistake) => (
            FaultCode::MisconceptionMute,
            "is not explained by it",
            "mend the kind's `compare`, which must find the answer equal to itself",
        ),
        Verdict::Wrong(_) => return,
        Verdict::Accepted => (
            FaultCode::MisconceptionPasses,
            "is accepted",
            "mend the kind's judge, which accepts after a task is posed what it rejected before",
        ),
        Verdict::Malformed(_) => (
            FaultCode::MisconceptionPasses,
            "cannot be read as an answer",
            "let `read_item` read whatever has an item's form, and the wrong solver write it",
        ),
        Verdict::JudgeError(_) => (
            FaultCode::MisconceptionPasses,
            "cannot be judged",
            "mend the kind's judge, which must not panic",
        ),
    };
    let what = format!("the answer of the misconception {} {complaint}", mistake.id);
    findings.add(code, what, mend, seed);
}
