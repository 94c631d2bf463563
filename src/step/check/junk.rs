//! The judge on answers that nobody means.

use super::findings::Findings;
use crate::step::exercise::PosedTask;
use crate::step::fault::FaultCode;
use crate::step::submission::Submission;
use crate::step::verdict::Verdict;

/// On so many tasks junk of a megabyte is tried too: it takes longer than all the rest.
const TASKS_WITH_MUCH: u32 = 20;

/// What has no form must be malformed; a word or a number may be of some kind's form, and is then only wrong.
pub(super) fn check(task: &dyn PosedTask, seed: u32, findings: &mut Findings) {
    let solution = task.solution();
    let mut formless = formless(&solution);
    if seed < TASKS_WITH_MUCH {
        formless.extend(much(&solution));
    }
    for (name, junk) in formless {
        if !matches!(task.judge(&Submission::new(junk)), Verdict::Malformed(_)) {
            findings.add(
                FaultCode::JudgeJunk,
                format!("{name} is not malformed"),
                "let `read_item` refuse what is not of the item's form",
                seed,
            );
        }
    }
    for (name, junk) in strange(&solution) {
        if matches!(task.judge(&junk), Verdict::Accepted | Verdict::JudgeError(_)) {
            findings.add(
                FaultCode::JudgeJunk,
                format!("{name} is accepted or cannot be judged"),
                "mend the kind's `read_item` or its judge",
                seed,
            );
        }
    }
}

fn formless(solution: &Submission) -> Vec<(&'static str, String)> {
    let fewer = solution.items().skip(1).collect::<Vec<_>>().join(",");
    vec![
        ("an empty answer", String::new()),
        ("blanks", " \t\n".to_owned()),
        ("nothing but commas", all(solution, "")),
        ("an item too few", fewer),
        ("an item too many", format!("{},1", solution.as_str())),
        ("a NUL character", with_first(solution, "\u{0}")),
        ("a picture", all(solution, "💥")),
    ]
}

fn much(solution: &Submission) -> [(&'static str, String); 3] {
    [
        ("a megabyte", with_first(solution, &"x".repeat(1 << 20))),
        ("a megabyte of digits", with_first(solution, &"9".repeat(1 << 20))),
        ("ten thousand items", vec!["1"; 10_000].join(",")),
    ]
}

fn strange(solution: &Submission) -> [(&'static str, Submission); 4] {
    let nested = serde_json::from_str("[[[[[[1],2],[3]]]],[[]],-0.5]").unwrap_or_default();
    [
        ("NaN", Submission::new(all(solution, "NaN"))),
        ("2^63", Submission::new(all(solution, "9223372036854775808"))),
        ("-2^63-1", Submission::new(all(solution, "-9223372036854775809"))),
        ("a nested list", nested),
    ]
}

/// What is nobody's id, whatever ids look like.
pub(super) fn nobodys_ids() -> [(&'static str, String); 7] {
    [
        ("an empty answer", String::new()),
        ("blanks", " \t\n".to_owned()),
        ("a comma", ",".to_owned()),
        ("a NUL character", "\u{0}".to_owned()),
        ("a picture", "💥".to_owned()),
        ("a path", "../../etc/passwd".to_owned()),
        ("a megabyte", "7".repeat(1 << 20)),
    ]
}

/// The solution with another first item.
fn with_first(solution: &Submission, item: &str) -> String {
    std::iter::once(item).chain(solution.items().skip(1)).collect::<Vec<_>>().join(",")
}

/// As many items as the solution has, all of them this one.
fn all(solution: &Submission, item: &str) -> String {
    vec![item; solution.count()].join(",")
}
