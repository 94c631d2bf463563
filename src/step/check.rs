//! The author's proof of a step: what has to hold on every task, tried on many.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::Step;
use super::exercise::PosedTask;
use super::fault::Fault;
use super::identity::Seed;
use super::language::Language;
use super::statement::Statement;
use super::submission::Submission;
use super::verdict::{Verdict, Wrong};

/// What came out of checking one step.
#[derive(Clone, Debug)]
pub struct StepReport {
    /// How many draws the task took that took the most; 1 is the least.
    pub most_draws: u32,
    /// What does not hold, each fault once.
    pub faults: Vec<Fault>,
}

/// Names that the server itself gives in a task; a kind's fields must have others.
pub const ENVELOPE: [&str; 7] =
    ["is_success", "step", "title", "task", "expires", "statement", "picture"];

/// Checks a step over so many seeds, and the samples in its statements.
///
/// On every task the reference must be accepted, every misconception must be rejected, junk must be malformed or at
/// least not accepted, and the same seed must give the same bytes.
#[must_use]
pub fn check(step: &Step, seeds: u32) -> StepReport {
    let mut findings = Findings::default();
    let mut most_draws = 0;
    let mut item_counts = BTreeSet::new();
    for number in 0..seeds {
        let seed = seed(number);
        let poses = (step.exercise().pose(&seed), step.exercise().pose(&seed));
        let (task, twin) = match poses {
            (Ok(task), Ok(twin)) => (task, twin),
            (Err(error), _) | (_, Err(error)) => {
                findings.add(
                    error.to_string(),
                    "change the kind's generator or its [params]",
                    number,
                );
                continue;
            }
        };
        most_draws = most_draws.max(task.draws());
        item_counts.insert(task.solution().count());
        if text(&*task) != text(&*twin) {
            findings.add(
                "the same seed gives two tasks",
                "draw only from the random source",
                number,
            );
        }
        check_fields(&*task, number, &mut findings);
        check_judge(&*task, number, &mut findings);
        check_junk(&*task, number, &mut findings);
    }
    let mut faults = findings.into_faults(&format!("{}/step.toml", step.folder));
    check_samples(step, &item_counts, &mut faults);
    StepReport { most_draws, faults }
}

/// Seeds that differ in every byte, the same in every run.
fn seed(number: u32) -> Seed {
    *blake3::hash(&number.to_be_bytes()).as_bytes()
}

/// The task's JSON.
fn text(task: &dyn PosedTask) -> String {
    serde_json::to_string(task.fields()).unwrap_or_default()
}

fn check_fields(task: &dyn PosedTask, seed: u32, findings: &mut Findings) {
    for taken in ENVELOPE.into_iter().filter(|&name| task.fields().contains_key(name)) {
        findings.add(
            format!("the task has a field `{taken}`, which the server gives itself"),
            "name the kind's field otherwise",
            seed,
        );
    }
}

fn check_judge(task: &dyn PosedTask, seed: u32, findings: &mut Findings) {
    let solution = task.solution();
    if !matches!(task.judge(&solution), Verdict::Accepted) {
        findings.add("the reference's answer is not accepted", "mend the kind's judge", seed);
    }
    let rewritten = task.canonical(&solution);
    if !rewritten.is_ok_and(|text| matches!(task.judge(&text), Verdict::Accepted)) {
        findings.add(
            "the canonical form of the reference's answer is not accepted",
            "let `read_item` read back what `Display` writes",
            seed,
        );
    }
    let wrong_solutions = task.wrong_solutions();
    if matches!(wrong_solutions.len(), 1 | 2) {
        findings.add(
            "the kind has fewer than three misconceptions",
            "think of more mistakes",
            seed,
        );
    }
    for (mistake, answer) in &wrong_solutions {
        let same = |other: &Submission| task.canonical(other) == task.canonical(answer);
        let alone = wrong_solutions.iter().filter(|(_, other)| same(other)).count() == 1;
        let complaint = match task.judge(answer) {
            Verdict::Wrong(wrong) if alone && wrong.misconception != Some(*mistake) => {
                "is not explained by it"
            }
            Verdict::Wrong(_) => continue,
            Verdict::Accepted => "is accepted",
            Verdict::Malformed(_) => "cannot be read as an answer",
            Verdict::JudgeError(_) => "cannot be judged",
        };
        findings.add(
            format!("the answer of the misconception {} {complaint}", mistake.id),
            "it must be read, rejected and explained: mend the wrong solver, `read_item` or `compare`",
            seed,
        );
    }
}

/// Answers that nobody means. Those of no form must be malformed; a word or a number may be of some kind's form, and is
/// then only wrong.
fn check_junk(task: &dyn PosedTask, seed: u32, findings: &mut Findings) {
    let solution = task.solution();
    let items: Vec<&str> = solution.items().collect();
    let with_first = |junk: &str| {
        let rest = items.iter().skip(1).copied();
        std::iter::once(junk).chain(rest).collect::<Vec<_>>().join(",")
    };
    let all = |junk: &str| vec![junk; items.len()].join(",");
    let fewer = items.iter().skip(1).copied().collect::<Vec<_>>().join(",");

    let formless = [
        ("an empty answer", String::new()),
        ("blanks", " \t\n".to_owned()),
        ("nothing but commas", all("")),
        ("an item too few", fewer),
        ("an item too many", format!("{},1", solution.as_str())),
        ("a NUL character", with_first("\u{0}")),
        ("a picture", all("💥")),
        ("a megabyte", with_first(&"x".repeat(1 << 20))),
        ("a megabyte of digits", with_first(&"9".repeat(1 << 20))),
        ("ten thousand items", vec!["1"; 10_000].join(",")),
    ];
    for (name, junk) in formless {
        if !matches!(task.judge(&Submission::new(junk)), Verdict::Malformed(_)) {
            findings.add(
                format!("{name} is not malformed"),
                "let `read_item` refuse what is not of the item's form",
                seed,
            );
        }
    }
    let nested: Submission =
        serde_json::from_str("[[[[[[1],2],[3]]]],[[]],-0.5]").unwrap_or_default();
    let strange = [
        ("NaN", Submission::new(all("NaN"))),
        ("2^63", Submission::new(all("9223372036854775808"))),
        ("-2^63-1", Submission::new(all("-9223372036854775809"))),
        ("nested lists", nested),
    ];
    for (name, junk) in strange {
        if matches!(task.judge(&junk), Verdict::Accepted | Verdict::JudgeError(_)) {
            findings.add(format!("{name} is accepted or cannot be judged"), "mend the judge", seed);
        }
    }
}

/// The sample answer of every statement must be accepted for its sample task, and be the same in all languages.
///
/// Where all tasks want the same number of items, the sample must want it too: the text around it says so.
fn check_samples(step: &Step, item_counts: &BTreeSet<usize>, faults: &mut Vec<Fault>) {
    let english = step.statement(Language::English);
    for statement in step.statements() {
        let file = format!("{}/statement.{}.md", step.folder, statement.language());
        if let Err((line, what)) = run_sample(step, statement, item_counts) {
            faults.push(Fault::new(&file, what, "mend the sample").on_line(line));
        }
        let same = |a: &str, b: &str| a.split_whitespace().eq(b.split_whitespace());
        let pairs = [
            ("sample task", statement.sample_task(), english.sample_task()),
            ("sample answer", statement.sample_answer(), english.sample_answer()),
        ];
        for (name, own, first) in pairs {
            if !same(&own.text, &first.text) {
                let what = format!("the {name} differs from the English one");
                faults.push(Fault::new(&file, what, "copy it").on_line(own.line));
            }
        }
    }
}

fn run_sample(
    step: &Step,
    statement: &Statement,
    item_counts: &BTreeSet<usize>,
) -> Result<(), (usize, String)> {
    let (task, answer) = (statement.sample_task(), statement.sample_answer());
    let posed = step
        .exercise()
        .pose_sample(&task.text)
        .map_err(|error| (task.line, format!("the sample task cannot be read: {error}")))?;
    let wanted = posed.solution().count();
    if let (Some(&usual), 1) = (item_counts.first(), item_counts.len())
        && usual != wanted
    {
        let what =
            format!("the sample task wants {wanted} items, but the step's tasks want {usual}");
        return Err((task.line, what));
    }
    let complaint = match posed.judge(&Submission::new(answer.text.as_str())) {
        Verdict::Accepted => return Ok(()),
        Verdict::Wrong(Wrong { marks, .. }) => {
            format!("is wrong: {} of {} items are right", marks.right, marks.total)
        }
        Verdict::Malformed(malformed) => format!("is malformed: {malformed}"),
        Verdict::JudgeError(error) => format!("cannot be judged: {error}"),
    };
    Err((answer.line, format!("the sample answer {complaint}")))
}

/// What was found on tasks: the same finding on many seeds is one fault.
#[derive(Default)]
struct Findings {
    /// By what and mend: the first seed, and on how many seeds.
    seen: BTreeMap<(String, &'static str), (u32, u32)>,
}

impl Findings {
    fn add(&mut self, what: impl Into<String>, mend: &'static str, seed: u32) {
        let (_, count) = self.seen.entry((what.into(), mend)).or_insert((seed, 0));
        *count += 1;
    }

    fn into_faults(self, file: &str) -> Vec<Fault> {
        self.seen
            .into_iter()
            .map(|((what, mend), (seed, count))| {
                Fault::new(file, format!("{what} ({count} seeds, the first is {seed})"), mend)
            })
            .collect()
    }
}
