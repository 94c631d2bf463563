//! The catalogue of diagnostics: for each code a challenge that gets it.
//!
//! It may have others beside it: the sample of the flawed kind is too short, and a kind whose judge rejects its own solution
//! rejects the sample too.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::flawed::{
    CANONICAL, FEW, FIELD, Flawed, GULLIBLE, HASTY, JUNK, MUTE, NAMESAKE, NONE, PASSES, PATIENT,
    REFERENCE, TALKATIVE, UNRULY, UNSTEADY,
};
use super::sum::Sum;
use super::{STATEMENT, STEP, folder, good};
use crate::{Diagnostic, DiagnosticCode, Folder, Registry, Steps, TimeLimits, Trial, check};

/// A challenge with something wrong, and what is said of it.
struct Case {
    code: DiagnosticCode,
    said: &'static str,
    challenges: fn() -> (Vec<Folder>, Registry),
}

const CASES: &[Case] = &[
    Case {
        code: DiagnosticCode::NoChallenges,
        said: ".: no challenge folder; add one, such as `07-line-patterns` (challenges.none)",
        challenges: || sums(vec![]),
    },
    Case {
        code: DiagnosticCode::FolderName,
        said: "Sums: the folder name is not the name of a step; \
               name it with two digits and lower-case words joined by hyphens, such as `07-line-patterns` (folder.name)",
        challenges: || sums(vec![good("Sums")]),
    },
    Case {
        code: DiagnosticCode::FolderNumber,
        said: "07-sums: step 07 is in 07-adding already; give one of them another number (folder.number)",
        challenges: || sums(vec![good("07-adding"), good("07-sums")]),
    },
    Case {
        code: DiagnosticCode::FileMissing,
        said: "07-sums: no statement.en.md; add it; the file of another step can be a model (file.missing)",
        challenges: || sums(vec![folder("07-sums", &[("step.toml", STEP)])]),
    },
    Case {
        code: DiagnosticCode::FileUnknown,
        said: "07-sums/notes.txt: a file with an unknown name; \
               delete it, or name it step.toml or statement.en.md, statement.zh.md, statement.ja.md (file.unknown)",
        challenges: || sums(vec![with("notes.txt", "Three pairs.")]),
    },
    Case {
        code: DiagnosticCode::FileEncoding,
        said: "07-sums/statement.zh.md: not UTF-8; save it as UTF-8 (file.encoding)",
        challenges: || {
            let mut folder = good("07-sums");
            folder.files.insert("statement.zh.md".to_owned(), vec![0xff]);
            sums(vec![folder])
        },
    },
    Case {
        code: DiagnosticCode::TomlSyntax,
        said: "07-sums/step.toml:3: string values must be quoted, expected literal string; \
               write `key = value`, texts in quotation marks (toml.syntax)",
        challenges: || manifest(&STEP.replace("points = 5", "points = cheap")),
    },
    Case {
        code: DiagnosticCode::TomlKey,
        said: "07-sums/step.toml:6: unknown field `piars`; did you mean `pairs`? write `pairs` or `numbers`, or leave it out (toml.key)",
        challenges: || manifest(&format!("{STEP}piars = 3\n")),
    },
    Case {
        code: DiagnosticCode::TomlMissing,
        said: "07-sums/step.toml: `points` is missing; add a line `points = 10` (toml.missing)",
        challenges: || manifest(&STEP.replace("points = 5\n", "")),
    },
    Case {
        code: DiagnosticCode::TomlValue,
        said: "07-sums/step.toml:3: invalid value: integer `4000000000`; \
               write a whole number from 1 to 1000 (toml.value)",
        challenges: || manifest(&STEP.replace("points = 5", "points = 4000000000")),
    },
    Case {
        code: DiagnosticCode::TomlKind,
        said: "07-sums/step.toml:1: there is no kind `test/sums`; choose one of test/sum (toml.kind)",
        challenges: || manifest(&STEP.replace("test/sum", "test/sums")),
    },
    Case {
        code: DiagnosticCode::TomlTrack,
        said: "08-sums/step.toml:2: the track is \"SUMS\", but \"Sums\" in 07-sums; \
               write it the same way everywhere (toml.track)",
        challenges: || {
            let shouted = STEP.replace("Sums", "SUMS");
            let other = STATEMENT.replace("# Sums", "# More sums");
            let files = [("step.toml", shouted.as_str()), ("statement.en.md", other.as_str())];
            sums(vec![good("07-sums"), folder("08-sums", &files)])
        },
    },
    Case {
        code: DiagnosticCode::StatementTitle,
        said: "07-sums/statement.en.md: no title; begin with a line `# Title` (statement.title)",
        challenges: || statement(&STATEMENT.replace("# Sums", "Sums")),
    },
    Case {
        code: DiagnosticCode::StatementSample,
        said: "07-sums/statement.en.md:11: a second block fenced as ```text answer; keep only one (statement.sample)",
        challenges: || statement(&format!("{STATEMENT}\n```text answer\n4\n```\n")),
    },
    Case {
        code: DiagnosticCode::StatementAddress,
        said: "07-sums/statement.en.md:11: the address is that of step_12, but this is step 07; \
               write step_07, or name the other step without its address (statement.address)",
        challenges: || statement(&format!("{STATEMENT}\n    curl {{{{server}}}}/step_12?ans=3\n")),
    },
    Case {
        code: DiagnosticCode::StatementMark,
        said: "07-sums/statement.en.md:11: nothing is filled in for {{sever}}; \
               write `{{server}}` for the server's own address (statement.mark)",
        challenges: || statement(&format!("{STATEMENT}\n    curl {{{{sever}}}}/step_07\n")),
    },
    Case {
        code: DiagnosticCode::PictureFile,
        said: "07-sums/board.png: the content does not match the file extension: it is no PNG, JPEG, WebP or SVG; \
               save it as PNG, JPEG, WebP or SVG, with the matching file extension (picture.file)",
        challenges: || sums(vec![with("board.png", "no picture")]),
    },
    Case {
        code: DiagnosticCode::PictureFile,
        said: "07-sums/board.gif: pictures of this type are not served; \
               save it as PNG, JPEG, WebP or SVG, and name it so (picture.file)",
        challenges: || sums(vec![showing("board.gif", "board.gif", "GIF89a")]),
    },
    Case {
        code: DiagnosticCode::PictureFile,
        said: "07-sums/my board.svg: the picture's name has more than letters, digits and - _ .; \
               rename it, as `board-1.png` (picture.file)",
        challenges: || sums(vec![showing("my board.svg", "my%20board.svg", SVG)]),
    },
    Case {
        code: DiagnosticCode::PictureMissing,
        said: "07-sums/statement.en.md:1: pages do not load the picture \"https://x.example/a.png\"; \
               save the picture beside the statement and write its file name (picture.missing)",
        challenges: || statement(&format!("![A board](https://x.example/a.png)\n{STATEMENT}")),
    },
    Case {
        code: DiagnosticCode::PictureMissing,
        said: "07-sums/statement.en.md:1: there is no picture \"board.png\" beside the statement; \
               put the file there; links, subfolders and names that begin with a dot are not served (picture.missing)",
        challenges: || statement(&format!("![A board](board.png)\n{STATEMENT}")),
    },
    Case {
        code: DiagnosticCode::PictureUnused,
        said: "07-sums/board.svg: no statement shows this picture; \
               write `![…](board.svg)` in a statement, or delete the picture (picture.unused)",
        challenges: || sums(vec![with("board.svg", SVG)]),
    },
    Case {
        code: DiagnosticCode::SampleTask,
        said: "07-sums/statement.en.md:3: the sample task cannot be read: missing field `pairs` at line 1 column 2; \
               let `gradus sample DIR --step 07 --write` write another (sample.task)",
        challenges: || statement(&STATEMENT.replace(PAIRS, "{}")),
    },
    Case {
        code: DiagnosticCode::SampleCount,
        said: "07-sums/statement.en.md:3: the sample task asks for 1 items, but the step's tasks for 9; \
               let `gradus sample DIR --step 07 --write` write another, and correct the numbers in the text (sample.count)",
        challenges: || {
            let one = STATEMENT.replace(PAIRS, "{\"pairs\": [[1, 2]]}");
            statement(&one.replace(SUMS, "3"))
        },
    },
    Case {
        code: DiagnosticCode::SampleAnswer,
        said: "07-sums/statement.en.md:7: the sample answer is wrong: 8 of 9 items are right; \
               correct it, or let `gradus sample DIR --step 07 --write` write another (sample.answer)",
        challenges: || statement(&STATEMENT.replace(SUMS, "3,7,11,15,1,2,3,4,6")),
    },
    Case {
        code: DiagnosticCode::SampleLanguage,
        said: "07-sums/statement.ja.md:7: the sample answer differs from the English one; \
               copy the block from statement.en.md, or run `gradus sample DIR --step 07 --write` (sample.language)",
        challenges: || {
            let other = STATEMENT.replace(SUMS, "+3,7,11,15,1,2,3,4,5");
            sums(vec![with("statement.ja.md", &other)])
        },
    },
    Case {
        code: DiagnosticCode::TaskImpossible,
        said: "07-sums/step.toml: test/sum: each of 200 tasks is solved by some misconception, most often by product \
               (on 20 seeds, the first is 0); use other values in [params], or correct the kind's generator (task.impossible)",
        challenges: || manifest(&format!("{STEP}numbers = [0, 0]\n")),
    },
    Case {
        code: DiagnosticCode::TaskDraws,
        said: "more than 30 tasks are drawn until every misconception is rejected (on 9 seeds, the first is 1); \
               let the generator make boards on which each gives several wrong items (task.draws)",
        challenges: flawed::<PATIENT>,
    },
    Case {
        code: DiagnosticCode::TaskUnsteady,
        said: "the same seed gives two different tasks (on 20 seeds, the first is 0); \
               draw only from the random source that the generator is given (task.unsteady)",
        challenges: flawed::<UNSTEADY>,
    },
    Case {
        code: DiagnosticCode::TaskField,
        said: "the task has a field `title`, which is reserved for the server (on 20 seeds, the first is 0); \
               give the kind's field another name (task.field)",
        challenges: flawed::<FIELD>,
    },
    Case {
        code: DiagnosticCode::JudgeReference,
        said: "the reference's answer is not accepted (on 20 seeds, the first is 0); \
               correct the kind's judge (judge.reference)",
        challenges: flawed::<REFERENCE>,
    },
    Case {
        code: DiagnosticCode::JudgeCanonical,
        said: "the canonical form of the reference's answer is not accepted (on 20 seeds, the first is 0); \
               let `read_item` read back what `Display` writes (judge.canonical)",
        challenges: flawed::<CANONICAL>,
    },
    Case {
        code: DiagnosticCode::JudgeJunk,
        said: "a NUL character is not malformed (on 20 seeds, the first is 0); \
               let `read_item` refuse what is not of the item's form (judge.junk)",
        challenges: flawed::<JUNK>,
    },
    Case {
        code: DiagnosticCode::MisconceptionFew,
        said: "07-flaws/step.toml: the misconceptions of the kind are 1; expected at least 3; \
               add alternatives in `aspects` until there are 3 (misconception.few)",
        challenges: flawed::<FEW>,
    },
    Case {
        code: DiagnosticCode::MisconceptionId,
        said: "07-flaws/step.toml: the id \"one-more\" of a misconception is that of another one too; \
               give the alternative another id in `aspects` (misconception.id)",
        challenges: flawed::<NAMESAKE>,
    },
    Case {
        code: DiagnosticCode::MisconceptionPasses,
        said: "the answer of the misconception one-more is accepted (on 20 seeds, the first is 0); \
               correct the kind's judge, which accepts of a finished task what it rejected while the task was made \
               (misconception.passes)",
        challenges: flawed::<PASSES>,
    },
    Case {
        code: DiagnosticCode::MisconceptionRule,
        said: "the right reading gives another answer than the reference (on 20 seeds, the first is 0); \
               correct the kind's `solve` or its `reference` (misconception.rule)",
        challenges: flawed::<UNRULY>,
    },
    Case {
        code: DiagnosticCode::MisconceptionMute,
        said: "1000 of 1000 answers of misconceptions are not explained by them, most often four-more; \
               let the generator make boards on which each gives several wrong items, or drop one of two that are alike \
               (misconception.mute)",
        challenges: flawed::<MUTE>,
    },
    Case {
        code: DiagnosticCode::MisconceptionPairs,
        said: "0 of 500 answers of two misconceptions at once are explained; \
               let fewer aspects be combined, or raise the kind's `DIAGNOSIS_LIMIT` (misconception.pairs)",
        challenges: flawed::<HASTY>,
    },
    Case {
        code: DiagnosticCode::MisconceptionFalse,
        said: "499 of 499 answers without a cause are told one; \
               let the generator make boards on which each misconception gives several wrong items (misconception.false)",
        challenges: flawed::<GULLIBLE>,
    },
    Case {
        code: DiagnosticCode::BudgetGuess,
        said: "ask for more in [params] (budget.guess)",
        challenges: || {
            let step = STEP.replace("pairs = 9", "pairs = 3");
            let statement = STATEMENT.replace(PAIRS, "{\"pairs\": [[1, 2], [3, 4], [5, 6]]}");
            let statement = statement.replace(SUMS, "3,7,11");
            let files = [("step.toml", step.as_str()), ("statement.en.md", statement.as_str())];
            sums(vec![folder("07-sums", &files)])
        },
    },
    Case {
        code: DiagnosticCode::BudgetLeak,
        said: "ask for more in [params], or choose a kind that reveals less (budget.leak)",
        challenges: flawed::<TALKATIVE>,
    },
    Case {
        code: DiagnosticCode::BudgetTries,
        said: "expected at most one in 2^9; ask for more in [params], or choose a kind that reveals less (budget.tries)",
        challenges: flawed::<TALKATIVE>,
    },
    Case {
        code: DiagnosticCode::BudgetTime,
        said: "07-sums/step.toml: to make a task takes 5.0ms, 5.0ms at the worst; expected at most 2ms and 20ms; \
               ask for less in [params], or make the kind faster (budget.time)",
        challenges: || sums(vec![good("07-sums")]),
    },
    Case {
        code: DiagnosticCode::BudgetWorkload,
        said: "07-sums/step.toml: to judge an answer takes 5.0ms on one task in a hundred; expected at most 500µs of light work; \
               ask for less in [params], or declare this work to be heavy (budget.workload)",
        challenges: || sums(vec![good("07-sums")]),
    },
];

#[test]
fn everything_that_can_be_wrong_is_reported_with_its_help() {
    let mut otherwise = Vec::new();
    for Case { code, said, challenges } in CASES {
        let (folders, registry) = challenges();
        let found = diagnostics(*code, folders, &registry);
        let mut matching =
            found.iter().filter(|found| found.code == *code).map(Diagnostic::to_string);
        let reported =
            matching.clone().find(|reported| reported.ends_with(said)).or_else(|| matching.next());
        let reported =
            reported.unwrap_or_else(|| format!("{} is not found: {found:?}", code.as_str()));
        if !reported.ends_with(said) {
            otherwise.push(format!("{reported}\n  expected {said}"));
        }
    }
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn a_kind_without_misconceptions_has_too_few() {
    let (folders, registry) = flawed::<NONE>();
    let found = diagnostics(DiagnosticCode::MisconceptionFew, folders, &registry);
    let reported: Vec<String> = found.iter().map(Diagnostic::to_string).collect();
    let few = "07-flaws/step.toml: the misconceptions of the kind are 0; expected at least 3; \
               add alternatives in `aspects` until there are 3 (misconception.few)";
    assert!(reported.iter().any(|reported| reported == few), "{reported:?}");
}

#[test]
fn of_a_step_without_tasks_the_truth_is_reported() {
    let (folders, registry) = manifest(&format!("{STEP}numbers = [0, 0]\n"));
    let (steps, _) = Steps::gather(folders, &registry);
    let seeds_done = AtomicU64::new(0);
    let count = || {
        seeds_done.fetch_add(1, Ordering::Relaxed);
    };
    let trial = Trial { on_task: Some(&count), ..Trial::unmeasured(4) };
    let report = check(steps.iter().next().unwrap(), trial);
    assert_eq!((report.tasks, report.most_draws, report.misconceptions), (0, 200, 4));
    assert_eq!(seeds_done.into_inner(), 4);
}

#[test]
fn a_wrong_sample_is_not_compared_with_its_translations() {
    let mut folder = good("07-sums");
    let wrong = STATEMENT.replace(SUMS, "3,7,11,15,1,2,3,4,6");
    for (file, text) in [("statement.en.md", wrong.as_str()), ("statement.ja.md", STATEMENT)] {
        folder.files.insert(file.to_owned(), text.as_bytes().to_vec());
    }
    let (folders, registry) = sums(vec![folder]);
    let found = diagnostics(DiagnosticCode::SampleAnswer, folders, &registry);
    let codes: Vec<_> = found.iter().map(|found| found.code).collect();
    assert_eq!(codes, [DiagnosticCode::SampleAnswer]);
}

#[test]
fn a_kind_that_reads_anything_is_tried_with_every_sort_of_junk() {
    let (folders, registry) = flawed::<JUNK>();
    let (steps, _) = Steps::gather(folders, &registry);
    let report = check(steps.iter().next().unwrap(), Trial::unmeasured(25));
    let junk = report.diagnostics.iter().filter(|found| found.code == DiagnosticCode::JudgeJunk);
    let reported: Vec<&str> = junk.map(|found| found.what.as_str()).collect();
    let expected = [
        "a NUL character is not malformed (on 25 seeds, the first is 0)",
        "a megabyte is not malformed (on 20 seeds, the first is 0)",
        "a megabyte of digits is not malformed (on 20 seeds, the first is 0)",
        "a path is not malformed (on 25 seeds, the first is 0)",
        "a picture is not malformed (on 25 seeds, the first is 0)",
        "nothing but commas is not malformed (on 25 seeds, the first is 0)",
    ];
    assert_eq!(reported, expected);
}

#[test]
fn two_steps_have_two_titles() {
    let (folders, registry) = sums(vec![good("07-sums"), good("08-sums")]);
    let reported: Vec<_> =
        Steps::gather(folders, &registry).1.iter().map(Diagnostic::to_string).collect();
    let expected = "08-sums/statement.en.md: the title \"Sums\" is also that of 07-sums; \
                    give it a title of its own, and check that the text describes this step (statement.title)";
    assert_eq!(reported, [expected]);
}

#[test]
fn the_catalogue_has_a_case_for_every_code() {
    let mut tried: Vec<DiagnosticCode> = CASES.iter().map(|case| case.code).collect();
    tried.dedup();
    // Those of the course file are tried beside its reader.
    let is_of_course = |code: &&DiagnosticCode| code.as_str().starts_with("course.");
    let of_folders: Vec<_> =
        DiagnosticCode::ALL.iter().filter(|code| !is_of_course(code)).copied().collect();
    assert_eq!(tried, of_folders);
}

#[test]
fn a_good_challenge_has_no_diagnostics() {
    // Sums of two digits have so few values that ten tries would find them one after the other.
    let (folders, registry) = manifest(&format!("{STEP}numbers = [0, 99]\n"));
    assert_eq!(diagnostics(DiagnosticCode::BudgetGuess, folders, &registry), []);
}

#[test]
fn codes_are_all_different() {
    let mut codes: Vec<&str> = DiagnosticCode::ALL.iter().map(|code| code.as_str()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), DiagnosticCode::ALL.len());
}

/// All that is found, from reading the folders to the last seed; with a slow machine if time is what is looked for.
fn diagnostics(code: DiagnosticCode, folders: Vec<Folder>, registry: &Registry) -> Vec<Diagnostic> {
    let looks = AtomicU64::new(0);
    let slow = move || Duration::from_millis(5 * looks.fetch_add(1, Ordering::Relaxed));
    let trial = Trial {
        on_task: None,
        seeds: match code {
            DiagnosticCode::BudgetGuess
            | DiagnosticCode::BudgetLeak
            | DiagnosticCode::BudgetTries
            | DiagnosticCode::MisconceptionMute
            | DiagnosticCode::MisconceptionPairs
            | DiagnosticCode::MisconceptionFalse => 500,
            _ => 20,
        },
        stopwatch: matches!(code, DiagnosticCode::BudgetTime | DiagnosticCode::BudgetWorkload)
            .then_some(&slow),
        time_limits: Some(TimeLimits::DEFAULT),
    };
    let (steps, mut diagnostics) = Steps::gather(folders, registry);
    diagnostics.extend(steps.iter().flat_map(|step| check(step, trial).diagnostics));
    diagnostics
}

/// The sample of [`STATEMENT`].
const PAIRS: &str =
    "{\"pairs\": [[1, 2], [3, 4], [5, 6], [7, 8], [1, 0], [1, 1], [2, 1], [3, 1], [4, 1]]}";
const SUMS: &str = "3,7,11,15,1,2,3,4,5";

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";

fn sums(folders: Vec<Folder>) -> (Vec<Folder>, Registry) {
    (folders, Registry::default().with::<Sum>())
}

/// A good folder with one more file.
fn with(file: &str, text: &str) -> Folder {
    let mut folder = good("07-sums");
    folder.files.insert(file.to_owned(), text.as_bytes().to_vec());
    folder
}

/// The same with a statement that shows the file at an address.
fn showing(file: &str, address: &str, text: &str) -> Folder {
    let mut folder = with(file, text);
    let statement = format!("![A board]({address})\n{STATEMENT}");
    folder.files.insert("statement.en.md".to_owned(), statement.into_bytes());
    folder
}

fn manifest(step: &str) -> (Vec<Folder>, Registry) {
    sums(vec![folder("07-sums", &[("step.toml", step), ("statement.en.md", STATEMENT)])])
}

fn statement(text: &str) -> (Vec<Folder>, Registry) {
    sums(vec![folder("07-sums", &[("step.toml", STEP), ("statement.en.md", text)])])
}

/// A folder of the flawed kind. Its sample is of no matter here.
fn flawed<const FLAW: u8>() -> (Vec<Folder>, Registry) {
    let step = "kind = \"test/flawed\"\ntrack = \"Flaws\"\npoints = 5\n";
    let sample = STATEMENT.replace(PAIRS, "{\"numbers\": [1]}").replace(SUMS, "1");
    let files = [("step.toml", step), ("statement.en.md", sample.as_str())];
    (vec![folder("07-flaws", &files)], Registry::default().with::<Flawed<FLAW>>())
}
