//! Which class lists are read, and what is told of the others.

use super::*;

fn sections(names: &[&str]) -> Vec<SectionName> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// The rows as texts: line, name, section, e-mail address, student id.
fn read(text: &str) -> Vec<String> {
    let rows = read_roster(text, &[], &RosterColumns::NONE).unwrap().rows;
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
    let diagnostics = read_roster(text, sections, &RosterColumns::NONE).unwrap_err();
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
    let example = "begin with a line of headings, such as `name,section,email,student id`";
    let missing = |line: usize, headings: &str| {
        let help = "rename the heading of the names to `name`, or choose the columns (`--column name=HEADING`)";
        format!(
            "line {line}: the list has no column for the name; the headings are {headings}; {help}"
        )
    };
    let headless = missing(2, "\"Ada Lovelace\", \"A\"");
    assert_eq!(diagnostics("\nAda Lovelace,A\n", &[]), [headless]);
    let half = missing(1, "\"last name\", \"section\"");
    assert_eq!(diagnostics("last name,section\nLovelace,A\n", &[]), [half]);
    assert_eq!(read("Name;First name\nLovelace;Ada\n"), ["2|Ada Lovelace|-|-|-"]);
    assert_eq!(read("Name;First name\nAda Lovelace;Ada\n"), ["2|Ada Lovelace|-|-|-"]);
    let mixed = diagnostics("Name;First name\nAda Lovelace;Ada\nHopper;Grace\n", &[]);
    assert!(mixed[0].starts_with(
        "line 2: the list has a column for the full name and one for a first or last name"
    ));
    assert_eq!(diagnostics(" \n", &[]), [format!("line 1: the list is empty; {example}")]);
    assert_eq!(
        diagnostics("name,mail,E-mail\nAda,,\n", &[]),
        [
            "line 1: the headings \"mail\" and \"E-mail\" both name the column email; delete one of the columns, or choose one (`--column \"email=mail\"`)"
        ]
    );
    assert_eq!(
        diagnostics("name\n\n", &[]),
        ["line 1: the list has no learner below the headings; add a line for each learner"]
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
    assert_eq!(
        diagnostics(text, &sections(&["A", "B"])),
        [
            "line 2: names with a comma: 1 of 5, on lines 2; write each name as `Ada Lovelace`, or all of them as `Lovelace, Ada`",
            "line 2: E-mail \"ada\" is invalid; expected an e-mail address, such as ada@example.org; correct the cell, or leave it empty",
            "line 3: the name is empty; write the name, or delete the line",
            "line 4: the course has no section \"D\"; write one of A, B, or add the section to course.toml",
            "line 5: the line has 5 cells, but there are 4 headings; put quotation marks around a cell that contains a separator",
            "line 6: \"a:b\": the name has the character ':' at position 2, which is not allowed; \
             expected 1 to 64 letters, digits, blanks, hyphens, apostrophes and any of . · _ + @ ( ) / ! \"",
        ]
    );
}

#[test]
fn lines_with_the_same_diagnostic_are_counted() {
    let lines: Vec<String> = (0..30).map(|line| format!("L{line},D\n")).collect();
    assert_eq!(
        diagnostics(&format!("name,section\n{},A\n", lines.concat()), &sections(&["A"])),
        [
            "line 2: the course has no section \"D\" (on 30 lines in all); write one of A, or add the section to course.toml",
            "line 32: the name is empty; write the name, or delete the line",
        ]
    );
}

#[test]
fn a_section_is_written_as_the_course_writes_it() {
    let rows =
        read_roster("name,section\nAda,morning\n", &sections(&["Morning"]), &RosterColumns::NONE)
            .unwrap()
            .rows;
    assert_eq!(rows[0].section, sections(&["Morning"]).pop());
}

#[test]
fn a_quotation_mark_that_is_not_closed_swallows_no_line_in_silence() {
    let help = "close the quotation mark at the end of the cell, or delete it";
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
    let help = "close the quotation marks of the cell, or write it on one line";
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
                aDA,x@example.org,\n\
                Аda,y@example.org,3\n\
                Grace,Ada@Example.org,1\n\
                Ian Paypal,,4\nIan PaypaI,,5\n";
    assert_eq!(
        diagnostics(text, &[]),
        [
            "line 3: the name \"aDA\" is also on line 2; delete the line, or add a student id to both lines",
            "line 4: the letter А (U+0410) in \"Аda\" is from another alphabet than the rest of the word; choose the encoding of the file (`--encoding`), or type the word again with one keyboard layout",
            "line 5: E-mail \"ada@example.org\" is also on line 2; delete the line, or correct one of them",
            "line 5: Student id \"1\" is also on line 2; delete the line, or correct one of them",
            "line 7: the name \"Ian PaypaI\" looks like \"Ian Paypal\" on line 6; delete the line, or give one of them another name, for example with a number",
        ]
    );
    // Two learners may have one name if both have an id.
    assert_eq!(read("name,id\nAda,1\nADA,2\n"), ["2|Ada|-|-|1", "3|ADA|-|-|2"]);
}

#[test]
fn a_list_has_so_many_learners() {
    let list = |learners: usize| {
        let rows: Vec<String> = (0..learners).map(|learner| format!("L{learner}\n")).collect();
        format!("name\n{}", rows.concat())
    };
    assert_eq!(
        read_roster(&list(ROSTER_LIMIT), &[], &RosterColumns::NONE).unwrap().rows.len(),
        ROSTER_LIMIT
    );
    assert_eq!(
        diagnostics(&list(ROSTER_LIMIT + 1), &[]),
        ["line 5002: the list has more than 5000 learners; split the list"]
    );
}

/// The rows of a list in `tests/data/cases`, read from its bytes, and the name of its encoding.
fn read_case(file: &[u8]) -> (RosterList, &'static str) {
    let (text, encoding) = decode_roster(file, None).unwrap();
    (read_roster(&text, &[], &RosterColumns::NONE).unwrap(), encoding.name())
}

macro_rules! case {
    ($file:literal) => {
        include_bytes!(concat!("../../../../tests/data/cases/", $file))
    };
}

fn shown(list: &RosterList) -> Vec<String> {
    let text = |text: Option<&str>| text.unwrap_or("-").to_owned();
    let row = |row: &RosterRow| {
        let (email, id) = (row.details.get(Detail::Email), row.details.get(Detail::StudentId));
        let section = row.section.as_ref().map(SectionName::as_str);
        [row.name.to_string(), text(section), text(email), text(id)].join("|")
    };
    list.rows.iter().map(row).collect()
}

#[test]
fn gradebooks_of_canvas_are_class_lists() {
    let (list, _) = read_case(case!("01-canvas-export-as-roster/canvas.csv"));
    let wang = "王小明|PROG1-A|wang@example.org|S1001";
    assert_eq!(shown(&list), [wang, "Cher|PROG1-A|cher@example.org|S1002"]);
    assert_eq!(list.skipped, [(2, "Points Possible".to_owned())]);
    assert_eq!(list.unused, ["ID", "Homework 1 (43211)"]);

    let (list, _) = read_case(case!("01-canvas-export-as-roster/canvas-last-first.csv"));
    let ada = "Ada Lovelace|PROG1-A|ada@example.org|S1001";
    assert_eq!(shown(&list), [ada, "Grace Hopper|PROG1-A|grace@example.org|S1002"]);
    assert_eq!(list.turned, 2);
    let skipped = [(2, "Points Possible".to_owned()), (5, "Student, Test".to_owned())];
    assert_eq!(list.skipped, skipped);

    let (list, _) = read_case(case!("01-canvas-export-as-roster/canvas-manual-posting.csv"));
    assert_eq!(shown(&list)[0], ada);
    let skipped = [(2, "Manual Posting".to_owned()), (3, "Points Possible".to_owned())];
    assert_eq!(list.skipped, skipped);

    let (list, _) = read_case(case!("37-canvas-with-read-only-columns/canvas_small.csv"));
    assert_eq!(list.skipped.len(), 2);
    assert!(list.rows.iter().all(|row| row.details.get(Detail::Email).is_some()));
    let sinead = "Sinéad O'Connor|Programming 1 A|s2026001@students.example.edu|2026001";
    assert_eq!(shown(&list)[0], sinead);
}

#[test]
fn participants_of_moodle_are_a_class_list() {
    let (list, encoding) = read_case(case!("31-moodle-participants/moodle.csv"));
    assert_eq!(encoding, "UTF-8");
    assert_eq!(shown(&list)[0], "Sinéad O'Connor|A|s2026001@students.example.edu|2026001");
    assert!(list.unused.is_empty());

    let text = str::from_utf8(case!("31-moodle-participants/moodle_groups2.csv")).unwrap();
    let known = sections(&["A", "B"]);
    let list = read_roster(text, &known, &RosterColumns::NONE).unwrap();
    assert_eq!(shown(&list), ["Ada Lovelace|A|a@b.de|1", "Alan Turing|-|b@b.de|2"]);
    // Without sections in the course, the cell is one.
    let list = read_roster(text, &[], &RosterColumns::NONE).unwrap();
    assert_eq!(shown(&list)[0], "Ada Lovelace|A, Tutors|a@b.de|1");
    assert_eq!(
        diagnostics(text, &sections(&["C", "D"])),
        [
            "line 2: \"A, Tutors\" names several groups, and none of them is a section of the course; \
          keep only one group in the cell, or add its section to course.toml"
        ]
    );
    let two = text.replace("A, Tutors", "A, B");
    assert_eq!(
        diagnostics(&two, &known),
        [
            "line 2: \"A, B\" names several sections of the course: \"A\", \"B\"; keep only one of them"
        ]
    );
}

#[test]
fn lists_are_read_in_the_encoding_that_they_have() {
    let (list, encoding) = read_case(case!("35-encodings/latin1.csv"));
    assert_eq!((&*shown(&list)[0], encoding), ("Jürgen Müller|A|-|1", "windows-1252"));
    let (list, encoding) = read_case(case!("35-encodings/utf16.csv"));
    assert_eq!((&*shown(&list)[0], encoding), ("Jürgen Müller|A|-|1", "UTF-16LE"));
    let (list, encoding) = read_case(case!("02-cp1252-read-on-the-page/windows-1252.csv"));
    let anna = "Anna Schmidt|Übung 1|anna@example.org|S-Ü1";
    assert_eq!((&*shown(&list)[0], encoding), (anna, "windows-1252"));

    let texts = [
        ("gb18030", "姓名,学号,班级\n王小明,1001,一班\n李华,1002,二班\n张伟,1003,一班\n"),
        ("Big5", "姓名,學號,班級\n王小明,1001,甲班\n陳美玲,1002,乙班\n林志豪,1003,甲班\n"),
        ("Shift_JIS", "氏名,学籍番号,クラス\n小林健,1001,甲\n山田花子,1002,乙\n佐藤太郎,1003,甲\n"),
        ("EUC-KR", "이름,학번,분반\n김민수,1001,가\n이지은,1002,나\n박서준,1003,가\n"),
        ("windows-1251", "ФИО,Номер студента,Группа\nИван Петров,1001,А\nМария Смирнова,1002,Б\n"),
        (
            "windows-1250",
            "Jméno a příjmení;Studijní číslo;Skupina\nJiří Dvořák;1001;A\nKateřina Němcová;1002;B\nŽofie Šťastná;1003;A\n",
        ),
        ("UTF-16BE", "name,id\nJürgen Müller,1001\n"),
    ];
    for (name, text) in texts {
        let encoding: RosterEncoding = name.parse().unwrap();
        let bytes = if name == "UTF-16BE" {
            text.encode_utf16().flat_map(u16::to_be_bytes).collect()
        } else {
            encoding_rs::Encoding::for_label(name.as_bytes()).unwrap().encode(text).0.into_owned()
        };
        let (decoded, detected) = decode_roster(&bytes, None).unwrap();
        assert_eq!((&*decoded, detected.name().replace("GBK", "gb18030")), (text, name.to_owned()));
        let list = read_roster(&decoded, &[], &RosterColumns::NONE).unwrap();
        assert!(list.rows.iter().all(|row| row.details.get(Detail::StudentId).is_some()), "{name}");
        assert_eq!(decode_roster(&bytes, Some(encoding)).unwrap().0, text);
    }
    // A mark for the byte order is skipped, also one that is not that of the chosen encoding.
    let marked = decode_roster(b"\xef\xbb\xbfname\nAda\n", None).unwrap();
    assert_eq!(marked.0, "name\nAda\n");
    let wrong = decode_roster(b"name\nJ\xfcrgen\n", Some("utf-8".parse().unwrap())).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "line 2: the line is not valid UTF-8; choose the encoding of the file (`--encoding`), or save the file as CSV UTF-8"
    );
}

#[test]
fn letters_that_were_lost_are_rejected() {
    let text =
        str::from_utf8(case!("02-cp1252-read-on-the-page/as-the-browser-sends-it.csv")).unwrap();
    let help = "export the list again, or choose the encoding of the original file (`--encoding`)";
    assert_eq!(
        diagnostics(text, &[]),
        [format!(
            "line 2: \"\u{fffd}bung 1\" has lost a letter: U+FFFD replaces a byte that could not be decoded; {help}"
        )]
    );
    let mojibake = diagnostics("name,section\nJÃ¼rgen,A\n", &[]);
    assert_eq!(
        mojibake,
        ["line 2: \"JÃ¼rgen\" is damaged: it was saved as UTF-8 and read in another encoding; \
          choose the encoding of the file (`--encoding`), or write \"Jürgen\""]
    );
}

#[test]
fn names_with_the_family_name_first_are_turned_round() {
    let (list, _) = read_case(case!("11-last-name-comma-first-name/21-lastfirst.csv"));
    let conor = "Conor O'Brien|-|conor@example.org|-";
    assert_eq!(shown(&list), ["Ada Lovelace|-|ada@example.org|-", conor]);
    assert_eq!(list.turned, 2);
}

#[test]
fn ids_that_a_spreadsheet_has_broken_are_rejected() {
    let (before, _) = read_case(case!("16-ids-after-excel/before.csv"));
    assert_eq!(shown(&before)[0], "Ada Lovelace|A|ada@example.org|0071");
    let text = str::from_utf8(case!("16-ids-after-excel/58-excel-roundtrip.csv")).unwrap();
    assert_eq!(
        diagnostics(text, &[]),
        [
            "line 3: a spreadsheet has converted the student id to scientific notation: \"1,23457E+11\"; \
          format the column of ids as text, and export the list again"
        ]
    );
}

#[test]
fn titles_separators_and_other_headings_are_read() {
    let expected = ["Ada Lovelace|A|ada@example.org|7", "Grace Hopper|B|-|8"];
    for text in [
        "sep=;\nname;section;email;id\nAda Lovelace;A;ada@example.org;7\nGrace Hopper;B;;8\n",
        "Programming 1, winter term\n\nname,section,email,id\nAda Lovelace,A,ada@example.org,7\nGrace Hopper,B,,8\n",
        "Teilnehmerliste;;;\nVorname;Nachname;Übungsgruppe;E-Mail-Adresse;Matr.-Nr.;;\nAda;Lovelace;A;ada@example.org;7;;\nGrace;Hopper;B;;8;;\n",
        "Prénom;Nom de famille;Groupe;Adresse de courriel;Numéro d'étudiant\nAda;Lovelace;A;ada@example.org;7\nGrace;Hopper;B;;8\n",
        "\"Nom, prénom\";\"Remarques, divers\";Groupe;Courriel;Matricule\n\"Lovelace, Ada\";;A;ada@example.org;7\nHopper, Grace;x,y;B;-;8\n",
        "Apellido(s),Nombre,Grupos,Dirección de correo,Número de ID\nLovelace,Ada,A,mailto:ada@example.org,7\nHopper,Grace,B,n/a,8\n",
        "姓名\t班级\t电子邮箱\t学号\nAda Lovelace\tA\tada@example.org\t7\nGrace Hopper\tB\t\t8\n",
        "氏名|クラス|メールアドレス|学籍番号\nAda Lovelace|A|ada@example.org|7\nGrace Hopper|B||8\n",
        "OrgDefinedId,Username,Last Name,First Name,Email,Section,End-of-Line Indicator\n#7,#alovelace,Lovelace,Ada,ada@example.org,A,#\n#8,#ghopper,Hopper,Grace,,B,#\n",
        "ФИО;Группа;Электронная почта;Номер студента\nAda Lovelace;A;ada@example.org;7\nGrace Hopper;B;;8\n",
        "name,section,email,id,,,\nAda Lovelace,A,ada@example.org,=\"7\",,,\nGrace  Hopper\u{a0},B,,8,,,\n",
    ] {
        let list = read_roster(text, &[], &RosterColumns::NONE).unwrap();
        assert_eq!(shown(&list), expected, "{text}");
    }
}

#[test]
fn columns_can_be_named() {
    let text = "Wer;Wo;Nr\nAda Lovelace;A;7\n";
    assert_eq!(
        diagnostics(text, &[]),
        ["line 1: the list has no column for the name; the headings are \"Wer\", \"Wo\", \"Nr\"; \
          rename the heading of the names to `name`, or choose the columns (`--column name=HEADING`)"]
    );
    let columns: RosterColumns = "name=wer,section=Wo".parse().unwrap();
    assert_eq!(shown(&read_roster(text, &[], &columns).unwrap()), ["Ada Lovelace|A|-|-"]);
    assert_eq!(columns.to_string(), "name=wer,section=Wo");
    let unknown = read_roster(text, &[], &"name=Wen".parse().unwrap()).unwrap_err();
    assert!(unknown[0].to_string().starts_with("line 1: no heading is \"Wen\"; the headings are"));
    let with_comma: RosterColumns = "name=Last, First,student_id=No".parse().unwrap();
    assert_eq!(with_comma.to_string(), "name=Last, First,student_id=No");
    assert!("Last, First".parse::<RosterColumns>().is_err());
}

#[test]
fn lines_without_a_learner_are_skipped_or_named() {
    let text =
        "name,id,email\nAda,1,\nname,id,email\nGrace,2,\nClass average,,\nGruppe 1,,\nAlan,3,\n";
    let list = read_roster(text, &[], &RosterColumns::NONE).unwrap();
    assert_eq!(list.skipped, [(3, "name".to_owned()), (5, "Class average".to_owned())]);
    assert_eq!(list.unidentified, [(6, "Gruppe 1".to_owned())]);
    assert_eq!(list.rows.len(), 4);
}

#[test]
fn a_running_number_and_the_number_of_canvas_are_no_student_ids() {
    assert_eq!(read("No.,Name\n1,Ada\n2,Grace\n"), ["2|Ada|-|-|-", "3|Grace|-|-|-"]);
    let canvas = "Student,ID,SIS Login ID,Section\nPoints Possible,,,\n\"Lovelace, Ada\",90210,ada@example.org,A\n\"Student, Test\",90299,0f1e2d,A\n";
    let list = read_roster(canvas, &[], &RosterColumns::NONE).unwrap();
    assert_eq!(shown(&list), ["Ada Lovelace|A|ada@example.org|-"]);
    let off: RosterColumns = "section=".parse().unwrap();
    let list = read_roster("Name,Class,ID\nAda,Senior,1\n", &sections(&["A"]), &off).unwrap();
    assert_eq!(shown(&list), ["Ada|-|-|1"]);
}

#[test]
fn what_is_no_class_list_is_said_to_be_none() {
    for (bytes, kind) in [
        (&b"PK\x03\x04\x14\x00"[..], "Excel/ZIP"),
        (b"%PDF-1.7\n", "PDF/PNG"),
        (b"<html><table>", "HTML"),
        (b"{\"a\":1}", "JSON"),
    ] {
        let refused = decode_roster(bytes, None).unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!("line 1: the file has the format {kind}")),
            "{refused}"
        );
    }
    let headless = diagnostics("Ada Lovelace,1001,ada@example.org\nGrace,1002,\n", &[]);
    assert!(
        headless[0].starts_with("line 1: the list has no line of headings; begin with"),
        "{headless:?}"
    );
    let half = diagnostics("Nombre,Primer apellido,Segundo apellido\nJosé,García,López\n", &[]);
    assert!(half[0].contains("\"Primer apellido\" looks like a part of the name"), "{half:?}");
    assert!(diagnostics("PrÃ©nom,Nom\nAda,Lovelace\n", &[])[0].contains("or write \"Prénom\""));
    let zero = diagnostics("name\nA\0da\n", &[]);
    assert!(zero[0].contains("U+0000"), "{zero:?}");
}

#[test]
fn encodings_of_old_programs_are_read_or_rejected() {
    let list = "Name;Gruppe\nJürgen Müller;A\nJörg Böhm;B\nÖzlem Kaya;A\n";
    let mac = encoding_rs::MACINTOSH.encode(list).0.into_owned();
    let (text, encoding) = decode_roster(&mac, None).unwrap();
    assert_eq!((&*text, encoding.name()), (list, "macintosh"));
    let list = "name,id\n王小明,1\n李华,2\n张伟,3\n";
    let gbk = encoding_rs::GBK.encode(list).0.into_owned();
    assert_eq!(decode_roster(&gbk, None).unwrap().0, list);
    // Code page 850 of DOS.
    let (text, _) = decode_roster(b"name\nJ\x94rg B\x94hm\n", None).unwrap();
    assert!(diagnostics(&text, &[])[0].contains("the wrong encoding"), "{text}");
    for label in ["ansi", "utf-8-sig", "macroman", "iso-2022-jp"] {
        assert!(label.parse::<RosterEncoding>().is_ok(), "{label}");
    }
}
