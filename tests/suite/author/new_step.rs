//! The way from nothing to a new step, as `challenges/README.md` shows it: its own commands are run.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use super::{README, check};
use crate::places::{self, REPOSITORY};
use crate::server::{Caller, Reply, Server, Workplace};

/// A workplace with a copy of the challenges, as the repository has it.
fn repository() -> Arc<Workplace> {
    let workplace = Workplace::new();
    let challenges = Path::new(REPOSITORY).join("challenges");
    for folder in fs::read_dir(challenges).unwrap().map(|entry| entry.unwrap().path()) {
        if folder.is_dir() {
            for file in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
                let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
                let path = format!("challenges/{}/{}", name(&folder), name(&file));
                workplace.write(&path, fs::read(&file).unwrap());
            }
        }
    }
    Arc::new(workplace)
}

/// The fenced blocks of the chapter on a new step: their languages and what is in them.
fn steps_of_the_readme() -> Vec<(&'static str, String)> {
    let chapter = README.split("\n## ").find(|chapter| chapter.starts_with("A new step")).unwrap();
    let blocks = chapter.split("   ```").skip(1).step_by(2);
    blocks
        .map(|block| {
            let (language, text) = block.split_once('\n').unwrap();
            let lines = text.lines().map(|line| line.strip_prefix("   ").unwrap_or(line));
            (language, lines.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// Runs lines of a shell where `gradus` is the program.
fn shell(workplace: &Workplace, lines: &str) -> Output {
    let programs = Path::new(places::gradus()).parent().unwrap();
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let mut bash = Command::new("bash");
    bash.args(["-euc", lines]).current_dir(workplace.path("")).env_clear().env("PATH", path);
    bash.output().unwrap()
}

/// Follows the chapter up to its proof. The statement's own words are changed as an instructor would.
pub(crate) fn follow_the_readme() -> Arc<Workplace> {
    let workplace = repository();
    let blocks = steps_of_the_readme();
    let [copy, (toml, manifest), readdress, sample, _prove, _serve] = &blocks[..] else {
        panic!("{blocks:?}")
    };
    assert_eq!(*toml, "toml");
    let run = |(language, lines): &(&str, String)| {
        assert_eq!(*language, "sh");
        let output = shell(&workplace, lines);
        assert!(output.status.success(), "{lines}: {output:?}");
    };
    run(copy);
    workplace.write("mine/41-many-sums/step.toml", manifest);
    let statement = workplace.path("mine/41-many-sums/statement.en.md");
    let text = fs::read_to_string(&statement).unwrap();
    fs::write(&statement, text.replacen("# Line sums", "# Many sums", 1)).unwrap();
    run(readdress);
    run(sample);
    workplace
}

#[case]
async fn the_readme_leads_to_a_new_step() {
    let workplace = follow_the_readme();
    let (code, lines) = check(&workplace, &["mine", "--step", "41"]);
    assert_eq!(code, Some(0), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "1 step, 0 diagnostics");

    let server = Server::start_with(&workplace, |command| command.args(["--challenges", "mine"]));
    let anonymous = server.anonymous();
    let task = anonymous.task("41").await;
    assert_eq!(task.title, "Many sums");
    assert_eq!(task.fields["boards"].as_array().unwrap().len(), 6);
    let statement = Reply::to(anonymous.get("/step_41/statement?lang=zh")).await;
    assert!(statement.text.starts_with("# Many sums") && statement.text.contains("/step_41"));
}

#[case]
fn three_mistakes_of_a_new_instructor_are_explained_in_three_lines() {
    let workplace = follow_the_readme();
    let edit = |file: &str, from: &str, to: &str| {
        let path = format!("mine/41-many-sums/{file}");
        let text = fs::read_to_string(workplace.path(&path)).unwrap();
        assert!(text.contains(from), "{text}");
        workplace.write(&path, text.replacen(from, to, 1));
    };
    edit("step.toml", "boards = 6", "boards = 0");
    edit("step.toml", "points = 20", "piont = 20");
    edit("statement.en.md", "{{server}}/step_41", "{{server}}/step_12");
    let (code, lines) = check(&workplace, &["mine", "--step", "41"]);
    assert_eq!(code, Some(1), "{lines:?}");
    for reported in [
        "step.toml:3: unknown field `piont`; did you mean `points`? write one of `kind`, `track`, `points`, or leave it out",
        "step.toml: `points` is missing; add a line `points = 10`",
        "step.toml:6: found the integer `0`; write a whole number from 1 to ",
        ": the address is that of step_12, but this is step 41; write step_41",
    ] {
        let is_reported =
            |line: &String| line.starts_with("41-many-sums/") && line.contains(reported);
        assert!(lines.iter().any(is_reported), "{reported} is not in {lines:#?}");
    }
    assert_eq!(lines.last().unwrap(), "0 steps, 4 diagnostics");
}

#[case]
fn a_sample_of_another_number_of_items_is_explained() {
    let workplace = follow_the_readme();
    let manifest = workplace.path("mine/41-many-sums/step.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("boards = 6", "boards = 5")).unwrap();
    let (code, lines) = check(&workplace, &["mine", "--step", "41"]);
    assert_eq!(code, Some(1), "{lines:?}");
    let reported =
        "the sample task asks for 60 items, but the step's tasks for 50; let `gradus sample";
    assert!(lines[0].contains(reported), "{lines:?}");
}

#[case]
fn a_sample_is_printed_as_a_statement_wants_it() {
    let workplace = Workplace::new();
    let sample = |seed: &str| {
        let output =
            workplace.gradus(&["sample", "--step", "01", "--seed", seed]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let [first, other] = ["0", "1"].map(sample);
    assert!(first.starts_with("```json task\n{\n  \"word\": \""), "{first}");
    assert!(first.ends_with("\n```\n") && first.contains("\n```text answer\n"), "{first}");
    assert_ne!(first, other);
    let refused = workplace.gradus(&["sample", "--step", "01", "--write"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}
