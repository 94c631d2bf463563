//! Files that instructors wrote, with what they may not have meant.

use super::*;

#[test]
fn an_accommodation_for_all_steps_is_one_table() {
    let text =
        include_str!("../../../../../tests/data/cases/33-defaults-of-a-learner/accommodation.toml");
    let course =
        parse(&format!("{text}[steps.07]\ndue = 2026-12-01\n[sections.A.defaults]\nlate = 0.5\n"));
    let ada = learner(1, "Ada Allen", Some("A"));
    let due = |learner: Option<&Learner>, number| {
        let section = learner.and_then(|learner| learner.section.as_ref());
        let rules = course.rules(step(number), 20, section, learner, &Extensions::default());
        (rules.due.map(|due| course.local_end(due)), rules.late.hundredths())
    };
    for number in [7, 8] {
        assert_eq!(due(Some(&ada), number), (Some("2026-12-20 23:59".to_owned()), 50));
    }
    let other = learner(2, "Grace", None);
    assert_eq!(due(Some(&other), 7), (Some("2026-12-01 23:59".to_owned()), 100));
    // A table of one step counts more than that of all steps.
    let course =
        parse("[sections.A.defaults]\nhidden = true\n[sections.A.steps.07]\nhidden = false\n");
    let is_hidden = |number| {
        let (section, none) = (ada.section.as_ref(), Extensions::default());
        course.rules(step(number), 20, section, Some(&ada), &none).hidden
    };
    assert_eq!([7, 8].map(is_hidden), [false, true]);
    // What is wrong with it is reported once, not for each step.
    let wrong = "[steps.07]\n[learners.Ada.defaults]\nopens = 2026-12-20\ndue = 2026-12-01\n";
    let found = diagnostics(wrong);
    assert!(found.len() == 1 && found[0].contains("2026-12-01 23:59:59 for Ada;"), "{found:?}");
}

#[test]
fn a_time_that_comes_twice_is_shown_with_its_offset_and_causes_a_warning() {
    let text = include_str!("../../../../../tests/data/cases/34-times-that-do-not-exist/dst.toml");
    let found = diagnostics(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("write 2027-03-28T01:30 or 2027-03-28T03:30, or "), "{found:?}");

    let text =
        include_str!("../../../../../tests/data/cases/20-a-time-that-comes-twice/course.toml");
    let course = parse(text);
    let warnings: Vec<String> = course.warnings().iter().map(ToString::to_string).collect();
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert!(warning.contains("the clocks show 2026-10-25T02:30"), "{warning}");
    assert!(
        warning.contains("write 2026-10-25T02:30+02:00, or 2026-10-25T02:30+01:00"),
        "{warning}"
    );
    let shown: BTreeSet<String> = steps()
        .into_iter()
        .filter_map(|step| course.rules(step, 20, None, None, &Extensions::default()).due)
        .map(|due| course.local_end(due))
        .collect();
    let expected = ["2026-10-25 02:30 +01:00", "2026-10-25 02:30 +02:00"].map(str::to_owned);
    assert_eq!(shown, BTreeSet::from(expected));
}

#[test]
fn an_answer_in_the_minute_of_due_is_not_late() {
    let text =
        include_str!("../../../../../tests/data/cases/19-due-in-the-same-minute/course.toml");
    let course = parse(text);
    let numbers = steps().into_iter();
    let due = numbers.map(|step| course.rules(step, 20, None, None, &Extensions::default()));
    let of_step = due.into_iter().find(|rules| rules.due.is_some()).unwrap();
    let at = |text| course.read_time(text, DayEnd::First).unwrap();
    assert_eq!(of_step.phase(at("2026-11-29T13:02:56")), Phase::Open);
    assert_eq!(of_step.phase(at("2026-11-29T13:03")), Phase::Late);
    assert_eq!(course.local_end(of_step.due.unwrap()), "2026-11-29 13:02");
    // With its second, a time is exact, and pages show the second.
    let exact = parse("[steps.07]\ndue = 2026-11-29T13:02:00");
    let due = rules(&exact, None, &Extensions::default()).due.unwrap();
    assert_eq!(exact.local_end(due), "2026-11-29 13:02:00");
}

#[test]
fn rules_that_count_for_nobody_cause_warnings() {
    let learners = [("Ada Bartók", "A"), ("Bela", "B"), ("Wei Zhang", "A"), ("Wei Zhang", "B")];
    let roster: Vec<Learner> = (0..)
        .zip(learners)
        .map(|(id, (name, section))| Learner {
            student_id: Some(format!("100{id}")),
            has_namesake: name == "Wei Zhang",
            ..learner(id, name, Some(section))
        })
        .collect();
    let warnings = |text: &str, roster: &[Learner]| -> Vec<String> {
        let steps: Vec<StepNumber> = (1..=39).map(step).collect();
        let course = Course::parse("course.toml", text, &steps).unwrap();
        course.unmatched_rules(roster).iter().map(ToString::to_string).collect()
    };
    let typo =
        include_str!("../../../../../tests/data/cases/32-rules-for-nobody/learner_typo.toml");
    let renamed =
        include_str!("../../../../../tests/data/cases/32-rules-for-nobody/section_renamed.toml");
    let several = "[learners.\"wei zhang\".defaults]\n[learners.\"id:1002\".steps.07]\n[learners.\"id:1009\".steps.07]\n[sections.a]\n";
    for (text, expected) in [
        (
            typo,
            &[
                "37: no learner on the roster is called \"Ada Bartk\", so these rules count for nobody; \
               did you mean \"Ada Bartók\"? (course.nobody)",
            ][..],
        ),
        (
            renamed,
            &["31: no learner is in section \"C\", so these rules count for nobody; \
               the sections with learners are: A, B (course.nobody)"],
        ),
        (
            several,
            &[
                "1: several learners are called \"wei zhang\", so these rules count for nobody; \
                 write the student id, as `[learners.\"id:1001\"]` (course.nobody)",
                "3: no learner on the roster has the student id \"1009\", so these rules count for nobody; \
                 did you mean \"1000\"? (course.nobody)",
            ],
        ),
        ("", &[]),
    ] {
        let expected: Vec<String> =
            expected.iter().map(|said| format!("course.toml:{said}")).collect();
        assert_eq!(warnings(text, &roster), expected);
        assert!(warnings(text, &[]).is_empty());
    }
    // Somebody who has only registered under the name does not get the rules.
    let registered = [Learner { is_on_roster: false, ..roster[0].clone() }, roster[1].clone()];
    assert_eq!(warnings("[learners.\"Ada Bartók\".defaults]", &registered).len(), 1);
}
