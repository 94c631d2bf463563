//! What `gradus check` says.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use gradus::app::challenges::registry;
use gradus::step::DiagnosticCode;
use serde_json::Value;

use super::{README, check, check_seeds};
use crate::server::{Caller as _, Refusal, STEPS, Server, Workplace};

/// A sound folder for step 01, and one for step 07 with a diagnostic on each of two lines and one in the whole statement.
fn challenges_with_three_errors(workplace: &Workplace) -> String {
    let step = "kind = \"gomoku/hello\"\ntrack = \"Gomoku\"\npoints = 5\n";
    let statement = "# Hello\n\n```json task\n{\"word\": \"abcdefgh\"}\n```\n";
    let sample_answer = "\n```text answer\nabcdefgh\n```\n";
    workplace.write("challenges/01-hello/step.toml", step);
    workplace.write("challenges/01-hello/statement.en.md", format!("{statement}{sample_answer}"));

    let step = "kind = \"gomoku/line-patterns\"\ntrack = \"Gomoku\"\npoints = 20\nbonus = 3\n\n\
                [params]\nquestions = \"nine\"\n";
    workplace.write("challenges/07-line-patterns/step.toml", step);
    workplace.write("challenges/07-line-patterns/statement.en.md", statement);
    workplace.path("challenges").to_str().unwrap().to_owned()
}

/// What each of the three diagnostics begins with.
const ERRORS: [&str; 3] = [
    "07-line-patterns/statement.en.md: no sample answer",
    "07-line-patterns/step.toml:4: unknown field `bonus`",
    "07-line-patterns/step.toml:7: invalid type",
];

#[case]
fn a_folder_without_challenges_is_named() {
    let workplace = Workplace::new();
    workplace.write("mine/notes.txt", "");
    let (code, lines) = check(&workplace, &["--challenges", "mine"]);
    assert_eq!(code, Some(1), "{lines:?}");
    assert!(lines[0].starts_with("mine: no challenge folder; "), "{lines:?}");
}

#[case]
fn three_errors_in_a_challenge_folder_are_three_lines() {
    let workplace = Workplace::new();
    let challenges = challenges_with_three_errors(&workplace);
    let refusal = Refusal::of(&mut workplace.gradus(&["--challenges", &challenges]));
    assert_eq!(refusal.code, Some(1), "{refusal:?}");
    assert_eq!(refusal.lines.len(), ERRORS.len(), "{refusal:?}");
    for (line, diagnostic) in refusal.lines.iter().zip(ERRORS) {
        assert!(
            line.starts_with(&format!("gradus: {diagnostic}")),
            "{line:?} is not {diagnostic:?}"
        );
    }
    assert!(!workplace.path("gradus.db").exists());
}

/// What Windows, macOS, editors and archives leave in a folder.
const LEFT_BEHIND: [&str; 16] = [
    "Thumbs.db",
    "thumbs.db",
    "desktop.ini",
    ".DS_Store",
    "._step.toml",
    "step.toml~",
    "#step.toml#",
    ".#step.toml",
    "step.toml.swp",
    ".step.toml.swp",
    "step.toml.bak",
    "STEP.TOML.BAK",
    "statement.en.md.orig",
    "statement.en.md.tmp",
    "~$statement.en.md",
    "statement.en.md.rej",
];

#[case]
async fn files_that_systems_and_editors_leave_are_ignored_at_every_level() {
    let workplace = Arc::new(Workplace::new());
    let challenges = challenges_with_three_errors(&workplace);
    fs::remove_dir_all(workplace.path("challenges/07-line-patterns")).unwrap();
    for name in LEFT_BEHIND {
        workplace.write(&format!("challenges/{name}"), "x");
        workplace.write(&format!("challenges/01-hello/{name}"), "x");
    }
    for folder in ["__MACOSX", "01-hello.bak", "41-x~", "$RECYCLE.BIN"] {
        workplace.write(&format!("challenges/{folder}/step.toml"), "x");
    }
    for arguments in [&[&*challenges][..], &["--challenges", &challenges]] {
        let (code, lines) = check(&workplace, arguments);
        assert_eq!((code, lines.last().unwrap().as_str()), (Some(0), "1 step, 0 diagnostics"));
    }
    workplace.write("challenges/01-hello/notes.txt", "x");
    let (code, lines) = check(&workplace, &["--challenges", &challenges]);
    assert!(code == Some(1) && lines[0].contains("notes.txt: a file with"), "{lines:?}");
    fs::remove_file(workplace.path("challenges/01-hello/notes.txt")).unwrap();
    let server =
        Server::start_with(&workplace, |command| command.args(["--challenges", &challenges]));
    server.anonymous().solve("01").await;
}

#[case]
fn check_reports_three_diagnostics_in_three_lines_and_checks_the_other_folders() {
    let workplace = Workplace::new();
    let challenges = challenges_with_three_errors(&workplace);
    let (code, lines) = check(&workplace, &[&challenges]);
    assert_eq!(code, Some(1), "{lines:?}");
    let [first, second, third, sound, sum] = &lines[..] else { panic!("{lines:?}") };
    for (line, diagnostic) in [first, second, third].into_iter().zip(ERRORS) {
        assert!(line.starts_with(diagnostic), "{line:?} is not {diagnostic:?}");
    }
    assert!(sound.starts_with("01-hello") && sound.ends_with(": clean"), "{sound}");
    assert_eq!(sum, "1 step, 3 diagnostics");
}

#[case]
fn the_opponent_of_a_match_step_is_a_computer_player_of_its_game() {
    let workplace = Workplace::new();
    workplace.write("challenges/09-match/statement.en.md", "# Match\n");
    for (opponent, diagnostic) in [
        (
            "\"human\"",
            "gomoku has no computer player `human`; choose the opponent from `random`, `rules`, `search` (toml.value)",
        ),
        ("7", "invalid type: integer `7`; write a string (toml.value)"),
    ] {
        let step = "kind = \"gomoku/match\"\ntrack = \"Gomoku\"\npoints = 50\n\n[params]\n";
        let step = format!("{step}opponent = {opponent}\n");
        workplace.write("challenges/09-match/step.toml", step);
        let challenges = workplace.path("challenges").to_str().unwrap().to_owned();
        let (code, lines) = check(&workplace, &[&challenges]);
        let expected = format!("09-match/step.toml:6: {diagnostic}");
        assert!(code == Some(1) && lines.contains(&expected), "{lines:?}");
    }
}

#[case]
fn on_thirty_seeds_the_challenges_of_the_program_have_no_diagnostics() {
    challenges_have_no_diagnostics(30);
}

/// Checks the challenges of the program, with so many tasks of each step.
pub(crate) fn challenges_have_no_diagnostics(seeds: u32) {
    let workplace = Workplace::new();
    let (code, lines) = check_seeds(&workplace, seeds, &[]);
    assert_eq!(code, Some(0), "{lines:?}");
    let (sum, steps) = lines.split_last().unwrap();
    assert_eq!(*sum, format!("{} steps, 0 diagnostics", STEPS.len()));
    assert_eq!(steps.len(), STEPS.len(), "{lines:?}");
    let tasks = format!(" {seeds} tasks");
    assert!(steps.iter().all(|step| step.contains(&tasks) && step.ends_with(": clean")));
    assert_eq!(fs::read_dir(workplace.path("")).unwrap().count(), 0);
}

#[case]
fn the_samples_of_statements_are_run_even_if_other_folders_cannot_be_read() {
    let workplace = Workplace::new();
    let challenges = challenges_with_three_errors(&workplace);
    let statement =
        "# Hello\n\n```json task\n{\"word\": \"abcdefgh\"}\n```\n\n```text answer\nhgfedcba\n```\n";
    workplace.write("challenges/01-hello/statement.en.md", statement);
    let (code, lines) = check(&workplace, &[&challenges]);
    assert_eq!(code, Some(1), "{lines:?}");
    let wrong = "01-hello/statement.en.md:7: the sample answer is wrong";
    assert!(lines.iter().any(|line| line.starts_with(wrong)), "{lines:?}");
    assert!(ERRORS.iter().all(|diagnostic| lines.iter().any(|line| line.starts_with(diagnostic))));
    assert_eq!(lines.last().unwrap(), "1 step, 4 diagnostics");
}

#[case]
fn the_readme_names_every_diagnostic() {
    for code in DiagnosticCode::ALL {
        let row = format!("| `{}` | {} |", code.as_str(), code.meaning());
        assert!(README.contains(&row), "{row}");
    }
}

#[case]
fn the_table_of_kinds_in_the_readme_is_the_registry() {
    let (_, table) = README.split_once("\n## The kinds\n").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let mut rows: Vec<_> = rows.map(|(kind, _)| kind).collect();
    rows.sort_unstable();
    let registry = registry();
    // One row says how the kinds of matches are called.
    let row = |kind| if str::ends_with(kind, "/match") { "<game>/match" } else { kind };
    let kinds: BTreeSet<&str> = registry.names().map(row).collect();
    assert_eq!(rows, Vec::from_iter(kinds));
}

#[case]
fn a_report_for_machines_is_one_document() {
    let workplace = Workplace::new();
    let output = workplace.gradus(&["check", "--seeds", "3", "--step", "12,07", "--json"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["is_clean"], &report["seeds"]), (&true.into(), &3.into()));
    assert_eq!(report["diagnostics"], Value::Array(vec![]));
    let steps = report["steps"].as_array().unwrap();
    let folders: Vec<_> = steps.iter().map(|step| step["folder"].as_str().unwrap()).collect();
    assert_eq!(folders, ["07-line-patterns", "12-line-sums"]);
    for step in steps {
        assert!(step["misconceptions"].as_u64().unwrap() >= 3, "{step}");
        assert!(step["costs"]["generate"]["worst_ms"].as_f64().unwrap() > 0.0, "{step}");
        assert!(step["guess"].is_null() && step["leak_bits"].is_null(), "{step}");
    }
}

#[case]
fn over_enough_tasks_the_guess_and_the_leak_are_reported() {
    let workplace = Workplace::new();
    let output = workplace.gradus(&["check", "--step", "01", "--json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["steps"][0]["guess"]["bits"].as_f64().unwrap() > 20.0, "{report}");
    assert!(report["steps"][0]["leak_bits"].as_f64().unwrap() < 1.0, "{report}");
}

#[case]
fn a_step_that_is_not_there_cannot_be_checked() {
    let workplace = Workplace::new();
    let output = workplace.gradus(&["check", "--step", "98"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("gradus: there is no step 98; expected 01, "), "{said}");
}

#[case]
fn a_kind_is_checked_by_itself() {
    let workplace = Workplace::new();
    let (code, lines) = check(&workplace, &["--kind", "numerical/line-sums"]);
    assert_eq!(code, Some(0), "{lines:?}");
    assert!(lines[0].starts_with("numerical/line-sums  3 tasks, "), "{lines:?}");
    assert!(lines[0].ends_with(": clean"), "{lines:?}");
    assert_eq!(lines[1..], ["1 kind, 0 diagnostics"]);
}

#[case]
fn the_parameters_of_a_kind_are_those_of_a_step() {
    let workplace = Workplace::new();
    workplace.write("few.toml", "points = 5\n[params]\nletters = 1\n");
    let file = workplace.path("few.toml").display().to_string();
    let options = ["--kind", "gomoku/hello", "--params", &file, "--seeds", "500"];
    let output = workplace.gradus(&["check"]).args(options).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with(&format!("{file}: ")) && said.contains("(budget.guess)"), "{said}");

    workplace.write("few.toml", "letters = 1\n");
    let (code, lines) = check(&workplace, &options[..4]);
    assert_eq!(code, Some(1));
    assert!(lines[0].starts_with(&format!("{file}:1: ")), "{lines:?}");
    assert!(lines[0].contains("go below a line `[params]`"), "{lines:?}");
    assert_eq!(lines[1..], ["0 kinds, 1 diagnostic"]);
}

#[case]
fn a_kind_that_is_not_registered_cannot_be_checked() {
    let (code, lines) = check(&Workplace::new(), &["--kind", "numerical/nonsense"]);
    assert_eq!(code, Some(1));
    assert!(lines[0].starts_with("numerical/nonsense: there is no kind `numerical/nonsense`; "));
    assert!(lines[0].contains("numerical/outcome"), "{lines:?}");
}
