//! What `course.toml` says, and what is wrong with it.

use std::collections::BTreeSet;

use crate::{
    Audience, Course, Credit, DayEnd, Extension, ExtensionId, Extensions, FreeMatches, Learner,
    LearnerId, Phase, Registration, RuleChanges, ScoreboardNames, SectionName, StepRules,
};
use crate::{ExtendedSteps, NotATime};
use gradus_step::{DiagnosticCode, StepNumber, Timestamp};

/// The steps of these tests.
mod cases;

fn steps() -> Vec<StepNumber> {
    (1..=9).map(step).collect()
}

fn step(number: u8) -> StepNumber {
    StepNumber::new(number).unwrap()
}

fn parse(text: &str) -> Course {
    Course::parse("course.toml", text, &steps()).unwrap()
}

/// The diagnostics of a file, as lines.
fn diagnostics(text: &str) -> Vec<String> {
    let found = Course::parse("course.toml", text, &steps()).unwrap_err();
    found.iter().map(ToString::to_string).collect()
}

fn learner(id: i64, name: &str, section: Option<&str>) -> Learner {
    let section = section.map(|section| section.parse().unwrap());
    Learner {
        id: LearnerId(id),
        name: name.parse().unwrap(),
        section,
        is_on_roster: true,
        student_id: None,
        has_namesake: false,
    }
}

/// The rules of step 07, whose folder gives 20 points.
fn rules(course: &Course, learner: Option<&Learner>, extensions: &Extensions) -> StepRules {
    let section = learner.and_then(|learner| learner.section.as_ref());
    course.rules(step(7), 20, section, learner, extensions)
}

const COURSE: &str = "\
name = \" Programming 1 \"
time-zone = \"Europe/Berlin\"
registration = \"code\"
code = \" Hopper \"

[defaults]
late = 0.5
closes = 2026-12-24

[steps.07]
opens = 2026-09-07T08:00
due = 2026-09-14
closes = 2026-09-21
points = 15

[sections.B]
[sections.A.steps.07]
due = 2026-09-16T12:00:00+02:00

[learners.\"Ada Lovelace\".steps.07]
due = 2026-09-18
late = 1

[games]
free = \"people\"

[scoreboard]
names = \"anonymous\"
";

#[test]
fn a_course_is_read() {
    let course = parse(COURSE);
    assert_eq!(course.name.as_deref(), Some("Programming 1"));
    assert_eq!(course.zone_name(), "Europe/Berlin");
    assert!(course.registration == Registration::Code("Hopper".to_owned()));
    assert!(course.registration.admits(Some("hopper  ")) && !course.registration.admits(None));
    let sections: Vec<&str> = course.sections.iter().map(SectionName::as_str).collect();
    assert_eq!(sections, ["B", "A"]);
    assert_eq!(course.free_matches, FreeMatches::People);
    assert_eq!(course.scoreboard, ScoreboardNames::Anonymous);
    assert!(course.is_from_file() && course.learners_with_rules() == 1);
    assert!(!format!("{course:?}").contains("opper"));
}

#[test]
fn an_empty_file_changes_nothing() {
    for course in [parse(""), Course::default()] {
        assert_eq!((course.name.as_deref(), course.zone_name()), (None, "UTC"));
        assert!(course.registration == Registration::Open && course.registration.admits(None));
        assert_eq!(course.free_matches, FreeMatches::All);
        assert_eq!(course.scoreboard, ScoreboardNames::Nicknames);
        let rules = course.rules(step(7), 20, None, None, &Extensions::default());
        assert_eq!(rules, StepRules::open(20));
    }
}

#[test]
fn the_most_particular_rule_counts_field_by_field() {
    let course = parse(COURSE);
    let none = Extensions::default();
    let due = |learner: Option<&Learner>, extensions: &Extensions| {
        course.local_time(rules(&course, learner, extensions).due.unwrap())
    };
    let [nobody, in_a, in_b] = [None, Some("A"), Some("B")].map(|it| learner(1, "Grace", it));
    let ada = learner(2, "ADA lovelace", Some("A"));
    assert_eq!(due(None, &none), "2026-09-14 23:59");
    assert_eq!(due(Some(&nobody), &none), "2026-09-14 23:59");
    assert_eq!(due(Some(&in_b), &none), "2026-09-14 23:59");
    assert_eq!(due(Some(&in_a), &none), "2026-09-16 12:00");
    assert_eq!(due(Some(&ada), &none), "2026-09-18 23:59");
    // Somebody who has registered under her name is not known to be her.
    let somebody = Learner { is_on_roster: false, ..ada.clone() };
    assert_eq!(due(Some(&somebody), &none), "2026-09-16 12:00");
    // Nor does the name tell which of two learners is meant.
    let namesake = Learner { has_namesake: true, student_id: Some("1001".into()), ..ada.clone() };
    assert_eq!(due(Some(&namesake), &none), "2026-09-16 12:00");
    let by_id = parse(&format!("{COURSE}[learners.\"id:1001\".steps.07]\ndue = 2026-09-20\n"));
    let due_by_id = rules(&by_id, Some(&namesake), &none).due.unwrap();
    assert_eq!(course.local_time(due_by_id), "2026-09-20 23:59");

    let of_ada = rules(&course, Some(&ada), &none);
    assert_eq!((of_ada.points, of_ada.late.hundredths()), (15, 100));
    assert_eq!(course.local_time(of_ada.opens.unwrap()), "2026-09-07 08:00");
    let other = course.rules(step(8), 20, ada.section.as_ref(), Some(&ada), &none);
    assert_eq!((other.points, other.late.hundredths(), other.due), (20, 50, None));
    assert_eq!(course.local_time(other.closes.unwrap()), "2026-12-24 23:59");

    // An extension of the section is more particular than its rules, and less than those of a learner.
    let extension = |id, audience, day| Extension {
        id: ExtensionId(id),
        steps: ExtendedSteps::One(step(7)),
        audience,
        changes: RuleChanges {
            due: Some(course.read_time(day, DayEnd::Last).unwrap()),
            ..RuleChanges::default()
        },
        reason: String::new(),
        by: "Hopper".parse().unwrap(),
        at: Timestamp::from_seconds(0),
        zone: String::new(),
    };
    let of_section = Audience::Section("A".parse().unwrap());
    let extensions = Extensions::new(vec![
        extension(1, Audience::Learner(LearnerId(1)), "2026-09-20"),
        extension(2, of_section.clone(), "2026-09-17"),
        extension(3, of_section, "2026-09-19"),
    ]);
    assert_eq!(due(Some(&in_a), &extensions), "2026-09-20 23:59");
    assert_eq!(due(Some(&learner(3, "Grace", Some("A"))), &extensions), "2026-09-19 23:59");
    assert_eq!(due(Some(&ada), &extensions), "2026-09-18 23:59");
    assert_eq!(due(None, &extensions), "2026-09-14 23:59");
    let for_ada =
        Extensions::new(vec![extension(4, Audience::Learner(LearnerId(2)), "2026-09-10")]);
    assert_eq!(due(Some(&ada), &for_ada), "2026-09-10 23:59");
    // One for everybody overrides the file's rule for the step, not those of the section and of the learner.
    let everybody = Extensions::new(vec![extension(5, Audience::Everybody, "2026-09-30")]);
    assert_eq!(due(None, &everybody), "2026-09-30 23:59");
    assert_eq!(due(Some(&learner(3, "Grace", None)), &everybody), "2026-09-30 23:59");
    assert_eq!(due(Some(&ada), &everybody), due(Some(&ada), &Extensions::default()));
}

#[test]
fn dates_and_shares_decide_what_an_answer_is_worth() {
    let course = parse(COURSE);
    let rules = rules(&course, None, &Extensions::default());
    let at = |text: &str| {
        let moment = course.read_time(text, DayEnd::First).unwrap();
        (rules.phase(moment), rules.credit(moment))
    };
    let (full, half) = (Credit::of_points(15), Credit::from_hundredths(750));
    assert_eq!(at("2026-09-07 07:59:59").0, Phase::NotOpen);
    assert_eq!(at("2026-09-07 08:00"), (Phase::Open, full));
    assert_eq!(at("2026-09-14T23:59:59"), (Phase::Open, full));
    assert_eq!(at("2026-09-15"), (Phase::Late, half));
    assert_eq!(at("2026-09-21T21:59:59Z"), (Phase::Late, half));
    assert_eq!(at("2026-09-21T22:00Z").0, Phase::Closed);
}

#[test]
fn times_of_instructors_are_read_by_the_clocks_of_the_course() {
    let course = parse("time-zone = \"Europe/Berlin\"");
    let read = |text, end| course.read_time(text, end).map(Timestamp::seconds);
    assert_eq!(read(" 2026-09-14T18:00 ", DayEnd::First), read("2026-09-14T16:00Z", DayEnd::First));
    assert_eq!(read("2026-09-14T18:00", DayEnd::Last), read("2026-09-14 16:00:59Z", DayEnd::Last));
    assert_eq!(read("2026-09-14", DayEnd::Last), read("2026-09-14 21:59:59Z", DayEnd::First));
    for text in ["", "soon", "2026-09-31", "2026-9-1", "14.09.2026", "2026-09-14T25:00", "18:00"] {
        let said = read(text, DayEnd::Last).unwrap_err().to_string();
        assert!(said.starts_with("it is not a time such as 2026-09-01T08:00"), "{text}: {said}");
    }
    let skipped = course.read_time("2026-03-29T02:15", DayEnd::Last).unwrap_err();
    let NotATime::Skipped { before, instead, .. } = skipped else { panic!("{skipped}") };
    assert_eq!([&*before, &*instead], ["2026-03-29T01:15", "2026-03-29T03:15"]);
}

/// Files with one diagnostic, and what is said of it.
const CASES: &[(&str, &str)] = &[
    (
        "registration = \"code\"",
        "1: `code` is missing; add a line `code = \"…\"` with the code that you give to learners (course.code)",
    ),
    (
        "code = \"hopper\"",
        "1: there is a `code`, but registration is open; \
         write `registration = \"code\"`, or leave the code out (course.code)",
    ),
    (
        "registration = \"code\"\ncode = 5",
        "2: `code` must be one line of 1 to 64 characters; \
         write a code that learners can type, in quotation marks (course.code)",
    ),
    (
        "registration = \"hopper\"",
        "1: `registration` has an unknown value; write `\"open\"`, `\"code\"` or `\"closed\"` (toml.value)",
    ),
    (
        "time-zone = \"Berlin\"",
        "1: there is no time zone \"Berlin\"; \
         write a name of the IANA time zone database, such as \"Europe/Berlin\" (course.zone)",
    ),
    (
        "name = \" \"",
        "1: `name` is empty, too long or not one line; write one line of 1 to 100 characters (toml.value)",
    ),
    ("[steps.7]", "1: there is no step `7`; write `07` (course.step)"),
    ("[sections.A.steps.41]", "1: there is no step `41`; write one of 01–09 (course.step)"),
    (
        "[sections.A]\n[sections.\" A\"]",
        "2: section A is given twice; give one of them another name: blanks around a name are ignored (course.section)",
    ),
    (
        "[sections.\"\"]",
        "1: \"\" is not a section name: it is empty; give the section a name of one line (course.section)",
    ),
    ("sections = [\"A\"]", "1: `sections` is not a table; write it as `[sections]` (toml.value)"),
    (
        "[sections.A]\ndue = 2026-09-14",
        "2: unknown field `due`; write rules below a line `[sections.A.steps.NN]` or `[sections.A.defaults]`, or leave it out (toml.key)",
    ),
    (
        "[learners.Ada.steps.07]\n[learners.ada.steps.08]",
        "2: ada is given twice; put the rules into one table: upper and lower case are the same (course.learner)",
    ),
    (
        "[learners.\"a:b\".steps.07]",
        "1: \"a:b\" is not a learner's name: the name has the character ':' at position 2, which is not allowed; \
         write the name as it is on the roster, or the student id as `id:1001` (course.learner)",
    ),
    (
        "time-zone = \"Europe/Berlin\"\n[steps.07]\ndue = 2026-03-29T02:30",
        "3: `due` is not a valid time: there is no 2026-03-29T02:30, because the clocks skip it; \
         write 2026-03-29T01:30 or 2026-03-29T03:30, or a time with an offset, such as 2026-03-29T01:30Z (course.date)",
    ),
    (
        "[steps.07]\ndue = 18:00",
        "2: `18:00` is not a date; write the day too, such as 2026-09-14T18:00 (course.date)",
    ),
    (
        "[steps.07]\ndue = 2026-11-31",
        "2: `2026-11-31` is not a date; write 2026-11-30: that month has 30 days (toml.syntax)",
    ),
    (
        "[steps]\n07 = { due = 2026-11-30T24:00, points = 5 } # midnight",
        "2: `2026-11-30T24:00` is not a date; \
         write 2026-11-30T23:59, or 2026-12-01T00:00 (toml.syntax)",
    ),
    (
        "[steps.07]\ndue = 30.11.2026",
        "2: `30.11.2026` is not a date; write 2026-11-30 (toml.syntax)",
    ),
    (
        "[steps.07]\ndue = \"2026-02-30\"",
        "2: \"2026-02-30\" is not a date; write 2026-02-28: that month has 28 days (toml.value)",
    ),
    (
        "[steps.07]\ndue = 2026-11-30T18:00:60",
        "2: `2026-11-30T18:00:60` is not a date; write a second from 00 to 59 (course.date)",
    ),
    (
        "[steps.07]\ndue = 5",
        "2: found the integer `5`; \
         write a date, such as 2026-09-14, or with a time, such as 2026-09-14T18:00 (toml.value)",
    ),
    (
        "[defaults]\ndue = 2026-09-14\ncloses = 2026-09-13",
        "3: `due` is 2026-09-14 23:59:59, which is after `closes`, 2026-09-13 23:59:59; `opens` must come before `due`, and `due` before `closes`; dates of `[defaults]` and `[steps]` apply too (course.date)",
    ),
    (
        "[defaults]\nopens = 2026-09-14\n[steps.07]\ndue = 2026-09-13",
        "4: `opens` is 2026-09-14 00:00:00, which is after `due`, 2026-09-13 23:59:59 for step 07; `opens` must come before `due`, and `due` before `closes`; dates of `[defaults]` and `[steps]` apply too (course.date)",
    ),
    (
        "[steps.07]\nopens = 2026-09-14\n[sections.A.steps.07]\ncloses = 2026-09-13",
        "4: `opens` is 2026-09-14 00:00:00, which is after `closes`, 2026-09-13 23:59:59 for step 07 and section A; \
         `opens` must come before `due`, and `due` before `closes`; dates of `[defaults]` and `[steps]` apply too (course.date)",
    ),
    (
        "[steps.07]\ncloses = 2026-09-14\n[learners.\"Ada Lovelace\".steps.07]\ndue = 2026-09-15",
        "4: `due` is 2026-09-15 23:59:59, which is after `closes`, 2026-09-14 23:59:59 for step 07 and Ada Lovelace; \
         `opens` must come before `due`, and `due` before `closes`; dates of `[defaults]` and `[steps]` apply too (course.date)",
    ),
    (
        "[steps.07]\nlate = 1.5",
        "2: found the number `1.5`; \
         write a share from 0 to 1 with at most two decimals, such as 0.5 (toml.value)",
    ),
    (
        "[steps.07]\npoints = 1001",
        "2: found the integer `1001`; write a whole number from 0 to 1000 (toml.value)",
    ),
    (
        "name = “Programming 1”",
        "1: the line has typographic quotation marks; \
         write straight ones: `name = \"Programming 1\"` (toml.syntax)",
    ),
    (
        "[steps.07]\nlate = 0,5",
        "2: `0,5` is not a number; write the decimal point: 0.5 (toml.syntax)",
    ),
    ("[steps.07]\nlate = 50%", "2: `50%` is not a number; write the share: 0.5 (toml.syntax)"),
    ("[steps.07]\nhidden = \"no\"", "2: found the string \"no\"; write true or false (toml.value)"),
    (
        "[games]\nfree = \"humans\"",
        "2: found the string \"humans\"; write true, false or \"people\" (toml.value)",
    ),
    (
        "[scoreboard]\nnames = \"real\"",
        "2: unknown variant `real`; write one of `off`, `anonymous`, `nicknames` (toml.value)",
    ),
    (
        "[steps.07]\npiont = 3",
        "2: unknown field `piont`; did you mean `points`? \
         write one of `opens`, `due`, `closes`, `late`, `points`, `hidden`, or leave it out (toml.key)",
    ),
    (
        "[step.07]",
        "1: unknown field `step`; did you mean `[steps]`? write one of `name`, `time-zone`, `registration`, `code`, or leave it out; tables are \
         `[defaults]`, `[steps.NN]`, `[sections.NAME]`, `[learners.NAME.steps.NN]`, `[games]`, `[scoreboard]` (toml.key)",
    ),
];

#[test]
fn keys_that_are_almost_right_are_told_with_what_was_meant() {
    let text = include_str!("../../../../tests/data/cases/36-typos-in-a-course/course_typos.toml");
    let found = diagnostics(text);
    let [step, key, table] = &found[..] else { panic!("{found:?}") };
    assert!(step.starts_with("course.toml:1: there is no step `7`; write `07`"), "{step}");
    assert!(
        key.starts_with("course.toml:4: unknown field `close`; did you mean `closes`?"),
        "{key}"
    );
    assert!(
        table.starts_with("course.toml:5: unknown field `section`; did you mean `[sections]`?"),
        "{table}"
    );
}

#[test]
fn what_is_wrong_is_said_with_line_and_help() {
    for (text, said) in CASES {
        assert_eq!(diagnostics(text), [format!("course.toml:{said}")], "{text}");
    }
}

#[test]
fn every_code_of_the_course_file_has_a_case() {
    let tried: BTreeSet<&str> =
        CASES.iter().filter_map(|(_, said)| said.rsplit_once('(')?.1.strip_suffix(')')).collect();
    let codes = DiagnosticCode::ALL.iter().map(|code| code.as_str());
    // The tests of warnings follow, and those of exposures are with them.
    let warnings = ["course.nobody", "course.twice", "course.games", "course.matches"];
    let is_warning = |code: &&str| warnings.contains(code);
    let of_course: Vec<&str> =
        codes.filter(|code| code.starts_with("course.") && !is_warning(code)).collect();
    assert!(
        !of_course.is_empty() && of_course.iter().all(|code| tried.contains(code)),
        "{tried:?}"
    );
}

#[test]
fn everything_is_reported_at_once_in_the_order_of_the_lines() {
    let text = "\
name = 5
time-zone = \"Europe/Berln\"
[steps.07]
due = 2026-13-14
late = -1
[steps.98]
points = \"many\"
[sections.A.steps.07]
opens = 2026-09-14
due = 2026-09-13
[games]
fee = true
";
    let found = diagnostics(text);
    let lines: Vec<&str> = found
        .iter()
        .filter_map(|line| line.strip_prefix("course.toml:")?.split(':').next())
        .collect();
    assert_eq!(lines, ["1", "2", "4", "5", "6", "7", "10", "12"], "{found:#?}");
}

#[test]
fn the_order_of_dates_is_that_after_the_cascade() {
    // For all steps together the order is wrong, but each step that exists has its own date.
    let dates = steps().into_iter().map(|step| format!("[steps.{step}]\ndue = 2026-09-14\n"));
    let defaults = "[defaults]\nopens = 2026-09-14\ndue = 2026-09-13\n".to_owned();
    parse(&(defaults + &dates.collect::<String>()));
    // A section's own rules can put the order right again, and are not blamed for what they inherit.
    let text =
        "[steps.07]\nopens = 2026-09-14\ndue = 2026-09-13\n[sections.A.steps.07]\npoints = 3\n";
    assert_eq!(diagnostics(text).len(), 1);
}

#[test]
fn the_course_code_is_never_repeated() {
    for text in [
        "registration = \"hopper\"",
        "registration = [\"hopper\"]",
        "code = \"hopper\"",
        "registration = \"closed\"\ncode = \"hopper\"",
        "registration = \"code\"\ncode = hopper",
        "registration = \"code\"\ncode = \"hopper",
        "registration = \"code\"\ncode = 'hopper\"",
        "registration = \"code\"\ncode = \"\\hopper\"",
        "registration = \"code\"\ncode = \"hopper\\u0000\"",
        "registration = \"code\"\ncode = [\"hopper\"]",
        "registration = \"code\"\ncode = { is = \"hopper\" }",
        "registration = \"code\"\ncode.is = \"hopper\"",
        "registration = \"code\"\ncode = \"hopper\"\ncode = \"hopper\"",
        "registration = \"code\"\ncode = \"hopper\" hopper",
    ] {
        let found = diagnostics(text);
        assert!(!found.is_empty() && !found.concat().contains("hopper"), "{text}: {found:?}");
    }
    let number = diagnostics("registration = \"code\"\ncode = 31415926535897932384626");
    assert!(!number.concat().contains("31415926"), "{number:?}");
}

#[test]
fn no_text_makes_the_reader_panic() {
    for end in 0..COURSE.len() {
        if let Some(text) = COURSE.get(..end) {
            let _: Result<_, _> = Course::parse("course.toml", text, &steps());
        }
    }
    for text in [
        "steps = 07",
        "[[steps]]",
        "[[steps.07]]",
        "steps.07 = 1",
        "[sections.A.steps]\n07 = 1",
        "=",
    ] {
        assert!(!diagnostics(text).is_empty(), "{text}");
    }
}
