//! What an instructor does: make a step from an existing kind, prove it, serve it.

pub(crate) mod check;
mod course;
mod new_step;

use crate::server::Workplace;

pub(crate) use new_step::follow_the_readme;

/// What the repository has to say to instructors.
const README: &str = include_str!("../../challenges/README.md");

/// Runs `gradus check` on few seeds, and returns its exit code and what it says.
fn check(workplace: &Workplace, options: &[&str]) -> (Option<i32>, Vec<String>) {
    check_seeds(workplace, 3, options)
}

fn check_seeds(workplace: &Workplace, seeds: u32, options: &[&str]) -> (Option<i32>, Vec<String>) {
    let mut command = workplace.gradus(&["check", "--seeds", &seeds.to_string()]);
    let output = command.args(options).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), said.lines().map(str::to_owned).collect())
}
