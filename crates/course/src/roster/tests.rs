//! Which class lists are read, and what is told of the others.

use super::*;

fn sections(names: &[&str]) -> Vec<SectionName> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// The rows as texts: line, name, section, e-mail address, student id.
fn read(text: &str) -> Vec<String> {
    let rows = read_roster(text, &[]).unwrap().rows;
    let text = |text: Option<&str>| text.unwrap_or("-").to_owned();
    let rows = rows.iter().map(|row| {
        [
            row.line.to_string(),
            row.name.to_string(),
            text(row.section.as_ref().map(SectionName::as_str)),
            text(row.details.get(Detail::Email)),
            text(row.details.get(Detail::StudentId)),
        ]
        .join("|")
    });
    rows.collect()
}

fn diagnostics(text: &str, sections: &[SectionName]) -> Vec<String> {
    let diagnostics = read_roster(text, sections).unwrap_err();
    diagnostics.iter().map(RosterDiagnostic::to_string).collect()
}

#[test]
fn separators_heads_and_line_ends_of_all_usual_kinds_are_read() {
    let expected = ["2|Ada Lovelace|A|ada@example.org|7", "3|小林 Ken|-|-|8"];
    for text in [
        "name,section,email,id\nAda Lovelace,A,ada@example.org,7\n小林 Ken,,,8\n",
        "\u{feff}Name;Group;E-Mail;Student ID\r\nAda Lovelace;A;ada@example.org;7\r\n小林 Ken;;;8\r\n",
        "STUDENT_ID\tMail\tSection\tFull name\r7\tada@example.org\tA\tAda Lovelace\r8\t\t\t小林 Ken",
        "Matriculation,Degree,First name,Last name,Email address,Class\n\
         7,\"Maths, Physics\",Ada,Lovelace,ada@example.org,A\n8,,小林,Ken\n",
        "\"name\",\"section\",\"email\",\"id\"\n\"Ada Lovelace\",\"A\",\"ada@example.org\",\"7\"\n 小林  Ken ,,,8,,,\n",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn blank_lines_are_skipped_and_counted() {
    let text = "\n\n name \n\nAda\n   \n;;\n\n\nGrace\n";
    assert_eq!(read(&text.replace(";;", "")), ["5|Ada|-|-|-", "10|Grace|-|-|-"]);
    let text = "name,id\r\n\r\n,,\r\nAda,7\r\n";
    assert_eq!(read(text), ["4|Ada|-|-|7"]);
}

#[test]
fn an_apostrophe_that_protects_a_cell_is_not_part_of_it() {
    assert_eq!(read("name,id\n'-Ada,'+7\n'Ada',8\n"), ["2|-Ada|-|-|+7", "3|'Ada'|-|-|8"]);
}

#[test]
fn a_list_without_a_head_is_told_how_one_looks() {
    let example = "begin with a line such as `name,section,email,student id`";
    let missing = format!("line 2: the first line has no column `name`; {example}");
    assert_eq!(diagnostics("\nAda Lovelace,A\n", &[]), [missing]);
    let missing = format!("line 1: the first line has no column `name`; {example}");
    assert_eq!(diagnostics("last name,section\nLovelace,A\n", &[]), [missing]);
    let half = diagnostics("Name;First name\nLovelace;Ada\n", &[]);
    assert!(half[0].starts_with("line 1: the first line has a column for the name, and one"));
    assert_eq!(diagnostics(" \n", &[]), [format!("line 1: the list is empty; {example}")]);
    assert_eq!(
        diagnostics("name,mail,E-mail\nAda,,\n", &[]),
        ["line 1: the columns \"mail\" and \"E-mail\" say the same; delete one of them"]
    );
    assert_eq!(
        diagnostics("name\n\n", &[]),
        ["line 1: there is no learner below the head; add a line for each learner"]
    );
}

#[test]
fn all_diagnostics_are_told_with_their_lines() {
    let text = "name,section,email,id\n\
                \"Lovelace, Ada\",A,ada,1\n\
                ,a,,2\n\
                Grace Hopper,D,grace@example.org,3\n\
                Alan Turing,B,alan@example.org,4,5\n\
                a:b,B\n";
    let email = "it is not an e-mail address such as ada@example.org";
    assert_eq!(
        diagnostics(text, &sections(&["A", "B"])),
        [
            "line 2: \"Lovelace, Ada\": the name has the character ',' at position 9, which is not \
             allowed; write it as `Ada Lovelace`, the given name first",
            &format!(
                "line 2: the e-mail address \"ada\": {email}; correct it, or leave the cell empty"
            ),
            "line 3: the name is empty; write the name, or delete the line",
            "line 4: the course has no section \"D\"; write one of A, B, or add it to course.toml",
            "line 5: the line has 5 cells, the head has 4; put a cell that has a separator in it \
             between quotation marks",
            "line 6: \"a:b\": the name has the character ':' at position 2, which is not allowed; \
             names have letters, digits, blanks, and . _ - – ' ’ + @",
        ]
    );
}

#[test]
fn a_section_is_written_as_the_course_writes_it() {
    let rows = read_roster("name,section\nAda,morning\n", &sections(&["Morning"])).unwrap().rows;
    assert_eq!(rows[0].section, sections(&["Morning"]).pop());
}

#[test]
fn a_quotation_mark_that_is_not_closed_swallows_no_line_in_silence() {
    let help = "close it behind the cell, or delete it";
    for (text, line, cell) in [
        ("name,notes\nAda,\"good\nGrace,\nAlan,\n", 2, "good\\nGrace,\\nAlan,"),
        ("name,notes\nAda,\n\"Grace,", 3, "Grace,"),
        ("name\nAda\n\"Grace\n", 3, "Grace"),
        ("\"name,notes\nAda,\n", 1, "name,notes\\nAda,"),
        ("name,\"notes\nAda,\n", 1, "notes\\nAda,"),
    ] {
        let expected = format!("line {line}: a quotation mark is not closed: \"{cell}\"; {help}");
        assert_eq!(diagnostics(text, &[]), [expected], "{text}");
    }
    let help = "close its quotation marks, or write it on one line";
    for (text, line, cell) in [
        ("name,notes\nAda,\"good\nGrace,\"\nAlan,\n", 2, "good\\nGrace,"),
        ("\"name,notes\nAda,\"\nAlan,\n", 1, "name,notes\\nAda,"),
    ] {
        let expected = format!("line {line}: a cell has several lines: \"{cell}\"; {help}");
        assert_eq!(diagnostics(text, &[]), [expected], "{text}");
    }
    // A head may have several lines.
    assert_eq!(read("name,\"notes\n(old)\"\nAda,\n"), ["3|Ada|-|-|-"]);
}

#[test]
fn two_lines_with_something_in_common_are_rejected() {
    let text = "name,email,id\n\
                Ada,ada@example.org,1\n\
                aDA,x@example.org,2\n\
                Аda,y@example.org,3\n\
                Grace,Ada@Example.org,1\n";
    let help = "delete the line, or give one of them another name, as with a number";
    assert_eq!(
        diagnostics(text, &[]),
        [
            &format!("line 3: the name \"aDA\" is also on line 2; {help}"),
            &format!("line 4: the name \"Аda\" looks like \"Ada\" on line 2; {help}"),
            "line 5: the e-mail address \"ada@example.org\" is also on line 2; \
             delete the line, or correct one of them",
            "line 5: the student id \"1\" is also on line 2; delete the line, or correct one of them",
        ]
    );
}

#[test]
fn a_list_has_so_many_learners() {
    let list = |learners: usize| {
        let rows: Vec<String> = (0..learners).map(|learner| format!("L{learner}\n")).collect();
        format!("name\n{}", rows.concat())
    };
    assert_eq!(read_roster(&list(ROSTER_LIMIT), &[]).unwrap().rows.len(), ROSTER_LIMIT);
    assert_eq!(
        diagnostics(&list(ROSTER_LIMIT + 1), &[]),
        ["line 5002: there are more than 5000 learners; divide the list"]
    );
}
