//! What `gradus check` says of the course file, and that a server does not start with a bad one.

use std::fs;

use gradus::app::challenges;
use gradus::app::challenges::LoadError;
use serde_json::Value;

use super::check;
use crate::server::{Refusal, Workplace};

/// A folder for step 01.
fn write_step(workplace: &Workplace) {
    let step = "kind = \"gomoku/hello\"\ntrack = \"Gomoku\"\npoints = 5\n";
    let statement =
        "# Hello\n\n```json task\n{\"word\": \"abcdefgh\"}\n```\n\n```text answer\nabcdefgh\n```\n";
    workplace.write("mine/01-hello/step.toml", step);
    workplace.write("mine/01-hello/statement.en.md", statement);
}

const GOOD: &str = "\
name = \"Programming 1\"
time-zone = \"Europe/Berlin\"
registration = \"code\"
code = \"hopper\"

[steps.01]
opens = 2026-09-07T08:00
due = 2026-09-14
closes = 2026-09-21
late = 0.5
points = 7

[sections.A]
[sections.B.steps.01]
due = 2026-09-16

[learners.\"Ada Lovelace\".steps.01]
due = 2026-09-18
";

const BAD: &str = "\
time-zone = \"Berlin\"
registration = \"code\"
code = [\"hopper\"]
colour = \"red\"

[steps.01]
opens = 2026-09-15
due = 2026-09-14
late = 2

[steps.98]
points = 5000
";

/// The lines of [`BAD`] with a diagnostic, and their codes.
const DIAGNOSTICS: [(usize, &str); 7] = [
    (1, "course.zone"),
    (3, "course.code"),
    (4, "toml.key"),
    (8, "course.date"),
    (9, "toml.value"),
    (11, "course.step"),
    (12, "toml.value"),
];

#[case]
fn a_good_course_file_beside_the_folders_is_clean() {
    let workplace = Workplace::new();
    write_step(&workplace);
    workplace.write("mine/course.toml", GOOD);
    let (code, lines) = check(&workplace, &["mine"]);
    assert_eq!(code, Some(0), "{lines:?}");
    let [step, course, sum] = &lines[..] else { panic!("{lines:?}") };
    assert!(step.starts_with("01-hello") && step.ends_with(": clean"), "{step}");
    let expected = "course.toml          Europe/Berlin, registration code, 2 sections, 1 learner with rules: clean";
    assert_eq!(course, expected);
    assert_eq!(sum, "1 step, 0 diagnostics");
}

#[case]
fn a_bad_course_file_gets_every_diagnostic_with_its_line() {
    let workplace = Workplace::new();
    write_step(&workplace);
    workplace.write("mine/course.toml", BAD);
    let (code, lines) = check(&workplace, &["mine", "--step", "01"]);
    assert_eq!(code, Some(1), "{lines:?}");
    assert_eq!(lines.len(), DIAGNOSTICS.len() + 3, "{lines:?}");
    for (said, (line, code)) in lines.iter().zip(DIAGNOSTICS) {
        let is_said = said.starts_with(&format!("course.toml:{line}: "))
            && said.ends_with(&format!("({code})"));
        assert!(is_said, "{said:?} is not line {line}, {code}");
    }
    assert!(!lines.concat().contains("hopper"), "{lines:?}");
    let [.., course, sum] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(course, "course.toml          the course: 7 diagnostics");
    assert_eq!(sum, "1 step, 7 diagnostics");

    let refusal = Refusal::of(&mut workplace.gradus(&["--challenges", "mine"]));
    assert_eq!((refusal.code, refusal.lines.len()), (Some(1), DIAGNOSTICS.len()), "{refusal:?}");
    assert!(!workplace.path("gradus.db").exists());
}

#[case]
fn a_course_file_of_another_name_is_checked_with_the_challenges_of_the_program() {
    let workplace = Workplace::new();
    workplace.write("fall.toml", "[steps.07]\npoints = 3\n[steps.41]\n");
    let options = ["check", "--seeds", "3", "--step", "07", "--course", "fall.toml", "--json"];
    let output = workplace.gradus(&options).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let diagnostic = &report["diagnostics"][0];
    assert_eq!((&diagnostic["file"], &diagnostic["line"]), (&"fall.toml".into(), &3.into()));
    assert_eq!(diagnostic["code"], "course.step");
    assert_eq!(
        (&report["course"]["file"], &report["course"]["is_clean"]),
        (&"fall.toml".into(), &false.into())
    );

    workplace.write("fall.toml", GOOD.replace("steps.01", "steps.07"));
    let output = workplace.gradus(&options).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let course = &report["course"];
    assert_eq!(
        (&course["name"], &course["time_zone"]),
        (&"Programming 1".into(), &"Europe/Berlin".into())
    );
    assert_eq!((&course["registration"], &course["learners"]), (&"code".into(), &1.into()));
    assert_eq!(course["sections"], serde_json::json!(["A", "B"]));
    assert!(!String::from_utf8(output.stdout).unwrap().contains("hopper"));

    // A file that is named has to be there.
    fs::remove_file(workplace.path("fall.toml")).unwrap();
    let output = workplace.gradus(&options).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8(output.stderr).unwrap().starts_with("gradus: fall.toml cannot be read: ")
    );
}

#[case]
fn a_step_that_cannot_be_read_exists_for_the_course() {
    let workplace = Workplace::new();
    write_step(&workplace);
    workplace.write("mine/02-broken/step.toml", "kind = \"gomoku/hallo\"\n");
    workplace.write("mine/course.toml", "[steps.02]\npoints = 3\n");
    let (code, lines) = check(&workplace, &["mine"]);
    assert_eq!(code, Some(1), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("course.toml ") && line.ends_with(": clean")),
        "{lines:?}"
    );
}

#[case]
fn a_course_in_force_is_replaced_by_a_good_file_only() {
    let workplace = Workplace::new();
    write_step(&workplace);
    let mine = workplace.path("mine");
    let free = challenges::load(Some(&mine), None).unwrap();
    assert!(!free.course.is_from_file());

    // A file may be added while the server runs.
    let path = workplace.write("mine/course.toml", GOOD);
    let served = challenges::reload(Some(&mine), None, &free).unwrap();
    assert_eq!(served.course.name.as_deref(), Some("Programming 1"));
    workplace.write("mine/course.toml", BAD);
    let Err(LoadError::Diagnostics(found)) = challenges::reload(Some(&mine), None, &served) else {
        panic!("a bad file is in force")
    };
    assert_eq!(found.len(), DIAGNOSTICS.len(), "{found:?}");

    // But it may not go: without it every step would be open.
    fs::remove_file(&path).unwrap();
    let Err(error) = challenges::reload(Some(&mine), None, &served) else {
        panic!("the course is over")
    };
    assert!(matches!(&error, LoadError::CourseMissing { .. }), "{error}");
    assert!(error.to_string().contains("course.toml is missing, but its rules are in force"));
}

#[case]
fn rules_that_may_not_be_meant_cause_warnings() {
    let workplace = Workplace::new();
    workplace.write("class.csv", "name,section,id\nAda Bartók,A,1001\nBela,B,1002\n");
    let rules = "time-zone = \"Europe/Berlin\"\n[steps.07]\ndue = 2026-10-25T02:30\n\
                 [sections.C.defaults]\npoints = 3\n[learners.\"Ada Bartk\".defaults]\ndue = 2026-12-19\n";
    workplace.write("fall.toml", rules);
    let check = |more: &[&str]| {
        let options = ["check", "--seeds", "3", "--step", "07", "--course", "fall.toml"];
        let output = workplace.gradus(&[&options[..], more].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let said = check(&[]);
    let warning = "warning: fall.toml:3: the clocks show 2026-10-25T02:30 twice, and `due` is the first one; \
                   write 2026-10-25T02:30+02:00, or 2026-10-25T02:30+01:00 for the second one (course.twice)";
    assert!(said.contains(warning) && said.ends_with("0 diagnostics, 1 warning\n"), "{said}");
    let said = check(&["--roster", "class.csv"]);
    for expected in [
        "warning: fall.toml:4: no learner is in section \"C\"",
        "warning: fall.toml:6: no learner on the roster is called \"Ada Bartk\", so these rules count for nobody; \
         did you mean \"Ada Bartók\"? (course.nobody)",
    ] {
        assert!(said.contains(expected), "{said}");
    }
    let report: Value = serde_json::from_str(&check(&["--roster", "class.csv", "--json"])).unwrap();
    assert_eq!(report["warnings"].as_array().unwrap().len(), 3);
}
