use super::*;
use crate::course::{Detail, RosterColumns, read_roster};

fn read(list: &str) -> RosterList {
    read_roster(list, &[], &RosterColumns::NONE).unwrap()
}

/// Learners on the roster, as lines of a list, with the ids 1, 2, …
fn known(list: &str) -> Vec<RosterEntry> {
    let list = read(&format!("name,section,email,id\n{list}"));
    let entries = list.rows.into_iter().zip(1..).map(|(row, id)| RosterEntry {
        learner: Learner {
            id: LearnerId(id),
            name: row.name,
            section: row.section,
            is_on_roster: true,
            student_id: row.details.get(Detail::StudentId).map(str::to_owned),
            has_namesake: false,
        },
        details: row.details,
        nickname: None,
        registered_at: Timestamp::from_seconds(0),
    });
    entries.collect()
}

fn registered(list: &str) -> Vec<RosterEntry> {
    let mut entries = known(list);
    for entry in &mut entries {
        entry.learner.is_on_roster = false;
    }
    entries
}

fn planned(
    list: &str,
    known: &[RosterEntry],
    on: OnRegistered,
) -> Result<RosterPlan, Vec<RosterDiagnostic>> {
    let list = read(&format!("name,section,email,id\n{list}"));
    let name = "Barbara Liskov".parse().unwrap();
    let instructor = Instructor { id: None, name, added_at: Timestamp::from_seconds(0) };
    plan(list, known, &[instructor], &Course::default(), on)
}

/// The plan in short: who is added, who changes, who is renamed, how many stay, who is missing.
fn outline(plan: &RosterPlan) -> String {
    let added: Vec<&str> = plan.add.iter().map(|row| row.name.as_str()).collect();
    let changed: Vec<String> = plan
        .change
        .iter()
        .map(|PlannedChange { was, row, new_key, .. }| {
            format!("#{} {}{}", was.id.0, row.name, if *new_key { " with key" } else { "" })
        })
        .collect();
    let renamed = plan
        .change
        .iter()
        .filter(|change| change.values.iter().any(|it| it.field == RosterField::Name));
    let number = |learner: &Learner| format!("#{}", learner.id.0);
    let renamed: Vec<String> = renamed.map(|change| number(&change.was)).collect();
    let missing: Vec<String> = plan.missing.iter().map(number).collect();
    let words = [added.join(" "), changed.join(" "), renamed.join(" ")];
    format!("{}|{}|{}", words.join("|"), plan.unchanged, missing.join(" "))
}

fn outlined(list: &str, known: &[RosterEntry]) -> String {
    outline(&planned(list, known, OnRegistered::Refuse).unwrap())
}

fn diagnostics(list: &str, known: &[RosterEntry]) -> Vec<String> {
    let diagnostics = planned(list, known, OnRegistered::Refuse).unwrap_err();
    diagnostics.iter().map(RosterDiagnostic::to_string).collect()
}

#[test]
fn a_first_list_adds_everybody() {
    assert_eq!(outlined("Ada,A,,\nGrace,B,,\n", &[]), "Ada Grace|||0|");
}

#[test]
fn a_list_again_changes_what_it_says_otherwise() {
    let roster = known("Ada,A,ada@example.org,1\nGrace,B,grace@example.org,\nAlan,B,,\nJoan,,,4\n");
    // By the id, by the e-mail address, by the name; Joan is not on the list.
    let list = "Ada King,A,ada@example.org,1\nG. Hopper,,GRACE@example.org,2\nALAN,,,\nMary,A,,\n";
    assert_eq!(outlined(list, &roster), "Mary|#1 Ada King #2 G. Hopper #3 ALAN|#1 #2 #3|0|#4");
    // What a list does not say stays.
    assert_eq!(outlined("Ada,,,\nGrace,B,,\nAlan,,,\nJoan,,,\n", &roster), "|||4|");
    assert_eq!(
        outlined("Ada,B,,\nGrace,,,2\nAlan,,,\nJoan,,j@example.org,\n", &roster),
        "|#1 Ada #2 Grace #4 Joan||1|"
    );
}

#[test]
fn the_id_counts_before_the_address_and_this_before_the_name() {
    let roster = known("Ada,,a@example.org,1\nGrace,,g@example.org,2\n");
    let help = "correct the line, or change the address of the other learner first";
    assert_eq!(
        diagnostics("Ada,,g@example.org,1\n", &roster),
        [format!("line 2: the e-mail address \"g@example.org\" is that of \"Grace\" (#2); {help}")]
    );
    let help = "if they are one person, write the name as it is on the roster; \
                if they are two, give one of them another name";
    assert_eq!(
        diagnostics("Grace,,a@example.org,\n", &roster),
        [format!("line 2: the name \"Grace\" is that of \"Grace\" (#2); {help}")]
    );
}

#[test]
fn a_learner_of_the_same_name_with_another_id_is_not_taken_for_the_same() {
    let roster = known("Wei Zhang,,w@example.org,1\n");
    let help = "if they are one person, change the id on the roster first; \
                if they are two, list both with their ids";
    assert_eq!(
        diagnostics("wei zhang,,x@example.org,2\n", &roster),
        [format!("line 2: \"Wei Zhang\" (#1) has the student id \"1\", not \"2\"; {help}")]
    );
    // With the same address it is the same person, whose id was wrong.
    assert_eq!(outlined("Wei Zhang,,w@example.org,2\n", &roster), "|#1 Wei Zhang||0|");
    // On the list with both ids there are two.
    assert_eq!(outlined("Wei Zhang,B,,1\nWei Zhang,,,2\n", &roster), "Wei Zhang|#1 Wei Zhang||0|");
    assert_eq!(outlined("Ada,,,1\nAda,,,2\n", &[]), "Ada Ada|||0|");
    let two = known("Wei Zhang,,,1\nWei Zhang,,,2\n");
    assert_eq!(outlined("wei zhang,,,2\nWei Zhang,,,1\n", &two), "|#2 wei zhang|#2|1|");
    assert_eq!(
        diagnostics("Wei Zhang,B,,\n", &two),
        [
            "line 2: 2 learners have the name \"Wei Zhang\"; write the student id of the learner into the line"
        ]
    );
}

#[test]
fn a_rule_by_name_stands_in_the_way_of_a_second_learner_of_the_name() {
    let steps = ["07".parse().unwrap()];
    let rules = "[learners.\"Wei Zhang\".steps.07]\ndue = 2026-09-14\n";
    let course = Course::parse("course.toml", rules, &steps).unwrap();
    let list = || read("name,id\nWei Zhang,1\nWei Zhang,2\n");
    let rejected = plan(list(), &known("Wei Zhang,,,1\n"), &[], &course, OnRegistered::Refuse);
    let rejected: Vec<String> = rejected.unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(
        rejected,
        [
            "line 3: course.toml has rules for \"Wei Zhang\", and two learners would have this name; \
          write the rules for the student id, as `[learners.\"id:2\"]`, and reload the course"
        ]
    );
}

#[test]
fn a_student_id_without_its_zeros_is_rejected() {
    let roster = known("Ada,,a@example.org,0071\n");
    let expected =
        ["line 2: \"Ada\" (#1) has the student id \"0071\"; \"71\" lacks the leading zeros; \
                     format the column of ids as text, and export the list again"];
    assert_eq!(diagnostics("Ada,,a@example.org,71\n", &roster), expected);
    assert_eq!(diagnostics("Ada,,,71\n", &roster), expected);
}

#[test]
fn two_lines_are_not_one_learner() {
    let roster = known("Ada,,a@example.org,1\n");
    let help = "correct the student id or the e-mail address of one of them";
    assert_eq!(
        diagnostics("Grace,,,1\nAlan,,a@example.org,\n", &roster),
        [format!("line 3: this is \"Ada\" (#1), as is line 2; {help}")]
    );
}

#[test]
fn who_has_registered_under_a_name_of_the_list_may_be_somebody_else() {
    let roster = registered("Ada,,,\nGrace,,,\n");
    let list = "Ada,A,,7\nAlan,A,,8\n";
    let told = diagnostics(list, &roster);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("line 2: \"Ada\" (#1) has registered without being on the roster; "),
        "{told:?}"
    );
    // Grace is not on the roster, so she is not missing.
    let with = |on| outline(&planned(list, &roster, on).unwrap());
    assert_eq!(with(OnRegistered::Keep), "Alan|#1 Ada||0|");
    assert_eq!(with(OnRegistered::Rekey), "Alan|#1 Ada with key||0|");
    // An instructor has given her the id.
    let roster = registered("Ada,,,7\n");
    for on in [OnRegistered::Refuse, OnRegistered::Keep, OnRegistered::Rekey] {
        assert_eq!(outline(&planned("Ada,,,7\n", &roster, on).unwrap()), "|#1 Ada||0|");
    }
}

#[test]
fn a_name_that_looks_like_another_learners_is_rejected_with_a_diagnostic_that_names_both() {
    let roster = known("Ace,,,1\npaypal,,,\n");
    let help = "if they are one person, write the name as it is on the roster; \
                if they are two, give one of them another name";
    // Three Cyrillic letters; a capital I for an l.
    assert_eq!(
        diagnostics("Асе,,,3\npaypaI,,,4\n", &roster),
        [
            format!("line 2: the name \"Асе\" looks like that of \"Ace\" (#1); {help}"),
            format!("line 3: the name \"paypaI\" looks like that of \"paypal\" (#2); {help}"),
        ]
    );
    // One's own name may be written so.
    assert_eq!(outlined("Асе,,,1\n", &roster), "|#1 Асе|#1|0|#2");
    // A learner takes the name of another one.
    assert_eq!(
        diagnostics("PayPal,,,1\n", &roster),
        [format!("line 2: the name \"PayPal\" is that of \"paypal\" (#2); {help}")]
    );
}

#[test]
fn a_name_of_the_list_takes_a_nickname_away() {
    let mut roster = known("Ada,,,1\nAlan,,,2\nJoan,,,3\n");
    for (entry, nickname) in roster.iter_mut().zip(["grace hopper", "Mary", "Joan"]) {
        entry.nickname = Some(nickname.parse().unwrap());
    }
    let cleared = |list: &str| {
        let plan = planned(list, &roster, OnRegistered::Refuse).unwrap();
        plan.nicknames_cleared.iter().map(|id| id.0).collect::<Vec<_>>()
    };
    // A letter of phonetics; a learner who is renamed; one's own nickname.
    assert_eq!(cleared("Ada,,,1\nGrɑce Hopper,,,9\n"), [1]);
    assert_eq!(cleared("Mary,,,1\nGrace Hopper,,,9\n"), [1, 2]);
    assert_eq!(cleared("Mary,,,2\nJoan,B,,3\nEdsger,,,9\n"), [0_i64; 0]);
}

#[test]
fn a_name_that_looks_like_an_instructors_is_rejected() {
    let told = |name: &str| {
        format!(
            "line 2: the name \"{name}\" looks like that of the instructor \"Barbara Liskov\"; \
             give one of them another name"
        )
    };
    // Somebody who is renamed, and somebody new with a letter of phonetics.
    let roster = known("Ada,,,1\n");
    assert_eq!(diagnostics("barbara liskov,,,1\n", &roster), [told("barbara liskov")]);
    assert_eq!(diagnostics("Bɑrbara Liskov,,,2\n", &roster), [told("Bɑrbara Liskov")]);
    // Who has had the name before keeps it.
    let roster = known("barbara liskov,,,1\n");
    assert_eq!(outlined("barbara liskov,B,,1\n", &roster), "|#1 barbara liskov||0|");
}

#[test]
fn a_key_is_not_shown_where_a_learner_is_logged() {
    let (name, key) = ("Ada".into(), "gk_secret".into());
    let learner = ImportedLearner { name, key, ..ImportedLearner::default() };
    assert_eq!(format!("{learner:?}"), r#"ImportedLearner { name: "Ada", .. }"#);
}

#[test]
fn a_report_says_what_changes_and_which_columns_are_not_used() {
    let roster = known("Ada,A,a@example.org,1\nAlan,,,2\n");
    let list = "name,section,mail adress,id,\nAda King,B,k@example.org,1,\nalan,,,2,\nGrace,,,,\n";
    let plan_of = |list, known: &[RosterEntry], on| {
        plan(read(list), known, &[], &Course::default(), on).unwrap().report()
    };
    let report = plan_of(list, &roster, OnRegistered::Refuse);
    assert_eq!(
        (report.new, report.unused_columns),
        (vec!["Grace".to_owned()], vec!["mail adress".to_owned()])
    );
    let changed = report.changes.iter().map(|one| (one.id.0, one.name.as_str(), &one.fields[..]));
    let (name, section) = (RosterField::Name, RosterField::Section);
    assert_eq!(
        changed.collect::<Vec<_>>(),
        [(1, "Ada King", &[name, section][..]), (2, "alan", &[name])]
    );
    let was_and_is = |text: &str| Some(text.to_owned());
    let renamed = ChangedValue { field: name, was: was_and_is("Ada"), is: was_and_is("Ada King") };
    assert_eq!(report.changes[0].values[0], renamed);
    let list = "name,email\nJoan,j@example.org\n";
    let report = plan_of(list, &registered("Joan,,,\n"), OnRegistered::Rekey);
    let one = &report.changes[0];
    assert_eq!(
        (&one.fields[..], one.new_key),
        (&[RosterField::Detail(Detail::Email), RosterField::OnRoster][..], true)
    );
}

#[test]
fn a_report_counts_who_is_missing_and_warns_of_a_list_without_sections() {
    let lines: Vec<String> =
        (1..300).map(|number| format!("Learner {number},,,{number}\n")).collect();
    let list = lines.concat();
    let course = Course::parse("course.toml", "[sections.A]\n", &[]).unwrap();
    let report =
        plan(read("name,id\nAda,999\n"), &known(&list), &[], &course, OnRegistered::Refuse);
    let report = report.unwrap().report();
    assert_eq!((report.missing_total, report.missing.len()), (299, 20));
    assert!(report.lacks_sections);
}
