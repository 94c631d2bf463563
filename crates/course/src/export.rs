//! Gradebooks in CSV, for spreadsheets and learning platforms.

use csv::{Terminator, WriterBuilder};

use super::gradebook::{GradeRow, Gradebook, GradebookStep, StepResult};
use super::member::{Detail, Details, SectionName};

/// A form of a gradebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradebookFormat {
    /// One line for each learner, with everything: for spreadsheets.
    ///
    /// `name`, `section`, and each [`Detail`]; for each step, as for 07, `07 points`, `07 solved` (RFC 3339 in UTC, when an answer was
    /// accepted first), `07 late` (`yes` or `no`, if it is solved), `07 attempts`; then `total`, `solved`, how many steps, and `possible`, the points of the steps that
    /// are not excused. The points of an excused step are `excused`. It begins
    /// with a byte order mark: without one, Excel does not read names as UTF-8.
    Csv,
    /// Moodle's import of grades.
    ///
    /// `Name`, `ID number`, `Email address`, and one column for each grade item. Moodle's import asks which column says whose line it is,
    /// and compares it with one field of the users' profiles: the id number or the e-mail address. For each other column it asks of which
    /// grade item it is; one for which nothing is chosen, as `Name`, is ignored.
    ///
    /// A line without the identifier would be graded as that of the learner in the line before: Moodle goes on with the user whom it has
    /// found last. So such a cell is never empty: it has a text that no user has, and Moodle refuses the file and shows that text. A step
    /// that the learner has not tried, or that is excused, is `-`, Moodle's own sign for no grade.
    Moodle,
    /// Canvas's import of a gradebook.
    ///
    /// `Student`, `ID`, `SIS User ID`, `SIS Login ID`, `Section`, and one column for each assignment. Canvas reads the first five by their
    /// places, so all are there, in this order, `Section` last. It looks for a student by `ID`, which is Canvas's own number and empty
    /// here, then by the SIS user id (the student id), then by the login (the e-mail address), then by the name; a line without any of
    /// these ids is found by the name, or Canvas asks who it is. The line `Points Possible` has the points of the assignments that Canvas
    /// creates for columns that it does not know. A step that the learner has not tried is empty; an excused one is `EX`.
    Canvas,
}

/// Which columns a gradebook has for grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeColumns {
    /// Those of each step: for a platform, one grade for each, and none for the total, which the platform computes itself.
    Steps,
    /// Only the total.
    Total,
}

/// The name of the column of the total on a platform. It is none of the platform's own columns.
const TOTAL: &str = "Gradus total";

impl Gradebook {
    /// The gradebook as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe.
    ///
    /// An id or an address that begins with `=`, `+`, `-` or `@` gets the apostrophe too, and is not found by a platform.
    pub fn to_csv(&self, format: GradebookFormat, columns: GradeColumns) -> String {
        let rows = &self.rows;
        match format {
            GradebookFormat::Csv => {
                let person = ["name", "section"].into_iter();
                let details = Detail::ALL.into_iter();
                let person = person.chain(details.map(|detail| detail.spec().heading));
                let steps = self.of_steps(columns).iter().flat_map(|step| {
                    ["points", "solved", "late", "attempts"]
                        .map(|column| format!("{} {column}", step.number))
                });
                let sums = ["total", "solved", "possible"].map(str::to_owned);
                let head = person.map(str::to_owned).chain(steps).chain(sums).collect();
                format!("\u{feff}{}", table([head], rows, |row| spreadsheet_row(row, columns)))
            }
            GradebookFormat::Moodle => {
                let head = self.head(&["Name", "ID number", "Email address"], columns);
                table([head], rows, |row| {
                    let (name, details) = (&row.entry.learner.name, &row.entry.details);
                    // Moodle takes `0` for an empty cell, as PHP does.
                    let id = |detail, what| match details.get(detail) {
                        Some(id) if id != "0" => text(id),
                        _ => format!("no {what}: {name}"),
                    };
                    let person = [
                        text(name.as_str()),
                        id(Detail::StudentId, "ID number"),
                        id(Detail::Email, "e-mail address"),
                    ];
                    person.into_iter().chain(self.grades(row, columns, "-", "-")).collect()
                })
            }
            GradebookFormat::Canvas => {
                let head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];
                // Canvas itself writes it with these blanks.
                let possible = ["    Points Possible", "", "", "", ""].map(str::to_owned);
                let points = self.possible(columns);
                let possible = possible.into_iter().chain(points.iter().map(u32::to_string));
                let heads = [self.canvas_head(&head, columns), possible.collect()];
                table(heads, rows, |row| {
                    let person = [
                        text(row.entry.learner.name.as_str()),
                        String::new(),
                        detail(row, Detail::StudentId),
                        detail(row, Detail::Email),
                        section(row),
                    ];
                    person.into_iter().chain(self.grades(row, columns, "", "EX")).collect()
                })
            }
        }
    }

    /// The steps that have columns of their own.
    fn of_steps(&self, columns: GradeColumns) -> &[GradebookStep] {
        match columns {
            GradeColumns::Steps => &self.steps,
            GradeColumns::Total => &[],
        }
    }

    /// The points that each grade item of a platform has.
    pub(super) fn possible(&self, columns: GradeColumns) -> Vec<u32> {
        match columns {
            GradeColumns::Steps => self.steps.iter().map(|step| step.points).collect(),
            GradeColumns::Total => vec![self.points()],
        }
    }

    /// The grades of a learner for a platform. `none` is written where there is none yet, and `excused` for a step that does not count.
    ///
    /// A platform has one maximum for all learners. So the total of a learner with excused steps is raised in the proportion in which their own
    /// maximum is smaller.
    pub(super) fn grades(
        &self,
        row: &GradeRow,
        columns: GradeColumns,
        none: &str,
        excused: &str,
    ) -> Vec<String> {
        match columns {
            GradeColumns::Steps => {
                let grade = |result: &StepResult| match result {
                    result if result.is_excused() => excused.to_owned(),
                    result if result.is_graded() => result.credit().to_string(),
                    _ => none.to_owned(),
                };
                row.results.iter().map(grade).collect()
            }
            GradeColumns::Total => {
                let is_graded = row.results.iter().any(StepResult::is_graded);
                vec![match row.possible {
                    _ if !is_graded => none.to_owned(),
                    0 if row.results.iter().any(StepResult::is_excused) => excused.to_owned(),
                    possible => row.total.scaled(self.points(), possible).to_string(),
                }]
            }
        }
    }

    /// A platform's head: the columns of the person, and the grade items, as `07 Line patterns`.
    pub(super) fn head(&self, person: &[&str], columns: GradeColumns) -> Vec<String> {
        let item = |step: &GradebookStep| format!("{} {}", step.number, step.title);
        let items = self.of_steps(columns).iter().map(item);
        let total = (columns == GradeColumns::Total).then(|| TOTAL.to_owned());
        person.iter().map(|&column| column.to_owned()).chain(items).chain(total).collect()
    }

    /// The same for Canvas. It drops each column with the name of one of its own columns in it, and takes a number in parentheses at the end for
    /// that of an assignment: `41 Final Score (3)` becomes `41 Final-Score [3]`.
    pub(super) fn canvas_head(&self, person: &[&str], columns: GradeColumns) -> Vec<String> {
        let mut head = self.head(person, columns);
        for title in head.iter_mut().skip(person.len()) {
            for own in CANVAS_COLUMNS {
                if let Some(start) = title.to_ascii_lowercase().find(&own.to_ascii_lowercase()) {
                    let blank = start + own.find(' ').unwrap_or_default();
                    title.replace_range(blank..=blank, "-");
                }
            }
            let number = title.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
            if let Some((before, number)) = number
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                *title = format!("{before}[{number}]");
            }
        }
        head
    }
}

/// What the names of Canvas's own columns have in them.
const CANVAS_COLUMNS: [&str; 8] = [
    "Current Score",
    "Current Grade",
    "Current Points",
    "Final Score",
    "Final Grade",
    "Final Points",
    "Override Score",
    "Override Grade",
];

/// The points of an excused step in a spreadsheet, whose sums pass over texts.
const EXCUSED: &str = "excused";

/// A learner's line for spreadsheets.
fn spreadsheet_row(row: &GradeRow, columns: GradeColumns) -> Vec<String> {
    let person = [text(row.entry.learner.name.as_str()), section(row)].into_iter();
    let details = Detail::ALL.map(|known| detail(row, known));
    let result = |result: &StepResult| {
        let late = match (result.solved_at, result.late) {
            (None, _) => "",
            (Some(_), true) => "yes",
            (Some(_), false) => "no",
        };
        let points =
            if result.is_excused() { EXCUSED.to_owned() } else { result.credit().to_string() };
        let solved = result.solved_at.map(|at| at.to_string()).unwrap_or_default();
        [points, solved, late.to_owned(), result.attempts.to_string()]
    };
    let results: &[StepResult] = match columns {
        GradeColumns::Steps => &row.results,
        GradeColumns::Total => &[],
    };
    let sums = [row.total.to_string(), row.solved.to_string(), row.possible.to_string()];
    person.chain(details).chain(results.iter().flat_map(result)).chain(sums).collect()
}

/// The cell of a learner's section.
fn section(row: &GradeRow) -> String {
    text(row.entry.learner.section.as_ref().map(SectionName::as_str).unwrap_or_default())
}

/// The cell of something that a class list says of a learner.
fn detail(row: &GradeRow, detail: Detail) -> String {
    text(row.entry.details.get(detail).unwrap_or_default())
}

/// A text that somebody wrote, with an apostrophe before what a spreadsheet would take for a formula.
fn text(text: &str) -> String {
    // Spreadsheets of East Asia also read the full-width forms.
    let is_formula = text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// A gradebook as CSV, with one or several heads.
fn table<const N: usize>(
    heads: [Vec<String>; N],
    rows: &[GradeRow],
    line: impl Fn(&GradeRow) -> Vec<String>,
) -> String {
    write_table(b',', Terminator::CRLF, heads.into_iter().chain(rows.iter().map(line)))
}

/// New keys as a table, for a mail merge: `name`, `key`, `section` and the details, without the columns that are empty for all learners. With commas
/// between the cells, or with tabs.
pub fn key_table<'a>(
    keys: impl IntoIterator<Item = (&'a str, &'a str, Option<&'a SectionName>, &'a Details)>,
    with_tabs: bool,
) -> String {
    let cells = keys.into_iter().map(|(name, key, section, known)| {
        let section = section.map_or("", SectionName::as_str);
        let known = Detail::ALL.map(|detail| known.get(detail).unwrap_or_default());
        let person = [name, key, section].into_iter().chain(known);
        person.map(text).collect::<Vec<String>>()
    });
    let rows: Vec<Vec<String>> = cells.collect();
    let head = ["name", "key", "section"].into_iter();
    let head = head.chain(Detail::ALL.map(|detail| detail.spec().heading)).map(str::to_owned);
    let is_used =
        |column: usize| rows.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()));
    let used: Vec<bool> =
        (0..head.size_hint().0).map(|column| column < 2 || is_used(column)).collect();
    let lines = std::iter::once(head.collect()).chain(rows.iter().cloned());
    let lines = lines.map(|line| {
        line.into_iter().zip(&used).filter(|(_, is_used)| **is_used).map(|(cell, _)| cell).collect()
    });
    let (separator, end) =
        if with_tabs { (b'\t', Terminator::Any(b'\n')) } else { (b',', Terminator::CRLF) };
    write_table(separator, end, lines)
}

/// A table as CSV.
#[expect(clippy::expect_used, reason = "memory takes whatever is written to it")]
fn write_table(separator: u8, end: Terminator, lines: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = WriterBuilder::new();
    let mut writer = writer.delimiter(separator).terminator(end).from_writer(Vec::new());
    for line in lines {
        writer.write_record(line).expect("all lines have as many cells as the head");
    }
    let bytes = writer.into_inner().expect("a vector takes all bytes");
    String::from_utf8(bytes).expect("texts are UTF-8")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::{
        Audience, Credit, Decision, DecisionAction, DecisionId, Decisions, Details, Grade, Learner,
        LearnerId, RosterEntry,
    };
    use gradus_step::Timestamp;

    /// Two steps; Ada with everything, somebody with a name that is a formula, and Grace, who has no ids and has tried one step.
    pub(crate) fn gradebook() -> Gradebook {
        gradebook_with(&Decisions::default())
    }

    /// The same with decisions of each learner at step 07.
    fn decided(decisions: impl IntoIterator<Item = (i64, DecisionAction)>) -> Gradebook {
        let decision = |(learner, action)| Decision {
            id: DecisionId(learner),
            step: "07".parse().unwrap(),
            kind: "a/lines".into(),
            audience: Audience::Learner(LearnerId(learner)),
            action,
            reason: String::new(),
            is_public: false,
            by: "Hopper".parse().unwrap(),
            at: Timestamp::from_seconds(0),
            taken_back: None,
        };
        gradebook_with(&Decisions::new(decisions.into_iter().map(decision), Vec::new()))
    }

    fn gradebook_with(decisions: &Decisions) -> Gradebook {
        let steps =
            [("07", "a/lines", "Line patterns", 20), ("12", "b/sums", "Sums, \"signed\"", 10)];
        let steps = steps.map(|(number, kind, title, points)| GradebookStep {
            number: number.parse().unwrap(),
            kind: kind.into(),
            title: title.into(),
            points,
        });
        let learner = |id, name: &str, section: &str, email: &str, student: &str| {
            let (name, section) = (name.parse().unwrap(), section.parse().ok());
            let learner = Learner {
                id: LearnerId(id),
                name,
                section,
                is_on_roster: true,
                student_id: None,
                has_namesake: false,
            };
            let mut details = Details::default();
            for (field, text) in [(Detail::Email, email), (Detail::StudentId, student)] {
                details.set(field, text).ok();
            }
            let registered_at = Timestamp::from_seconds(0);
            RosterEntry { learner, details, nickname: None, registered_at }
        };
        let learners = vec![
            learner(1, "Ada Lovelace", "A", "ada@example.org", "0071"),
            learner(2, "-1+1", "=A", "+x@example.org", "@8"),
            learner(3, "Grace", "", "", ""),
        ];
        let grade =
            |learner, step: &str, kind: &str, solved: Option<u64>, hundredths, late| Grade {
                learner: LearnerId(learner),
                step: step.parse().unwrap(),
                kind: kind.into(),
                attempts: 3,
                solved_at: solved.map(Timestamp::from_seconds),
                credit: Credit::from_hundredths(hundredths),
                late,
                is_ungraded: false,
            };
        let grades = [
            grade(1, "07", "a/lines", Some(1_789_000_000), 2000, false),
            grade(1, "12", "b/sums", Some(1_789_000_001), 750, true),
            grade(3, "07", "a/lines", None, 0, false),
        ];
        Gradebook::new(steps.into(), learners, &grades, decisions)
    }

    /// The cells of the details, with commas between them: an address, an id, and nothing else.
    fn details(email: &str, id: &str) -> String {
        let known = [(Detail::Email, email), (Detail::StudentId, id)];
        let text = |detail| known.iter().find(|(known, _)| *known == detail).map(|(_, text)| *text);
        Detail::ALL.map(|detail| text(detail).unwrap_or_default()).join(",")
    }

    /// The heads of the details.
    fn heads() -> String {
        Detail::ALL.map(|detail| detail.spec().heading).join(",")
    }

    /// The cells of a CSV file, of which all lines have as many.
    fn cells(csv: &str) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
        reader.deserialize().map(Result::unwrap).collect()
    }

    #[test]
    fn a_gradebook_for_spreadsheets_has_everything() {
        let csv = gradebook().to_csv(GradebookFormat::Csv, GradeColumns::Steps);
        let (heads, odd) = (heads(), details("'+x@example.org", "'@8"));
        let (ada, grace) = (details("ada@example.org", "0071"), details("", ""));
        let expected = format!(
            "\u{feff}name,section,{heads},07 points,07 solved,07 late,07 attempts,\
             12 points,12 solved,12 late,12 attempts,total,solved,possible\r\n\
             '-1+1,'=A,{odd},0,,,0,0,,,0,0,0,30\r\n\
             Ada Lovelace,A,{ada},20,2026-09-10T00:26:40Z,no,3,\
             7.5,2026-09-10T00:26:41Z,yes,3,27.5,2,30\r\n\
             Grace,,{grace},0,,,3,0,,,0,0,0,30\r\n"
        );
        assert_eq!(csv, expected);
        let cells = cells(&csv);
        assert!(cells.iter().all(|line| line.len() == 13 + Detail::ALL.len()));
        assert_eq!(cells[0][..4], ["name", "section", "email", "student id"]);
        assert_eq!(cells[2][cells[2].len() - 3], "27.5");
    }

    #[test]
    fn a_gradebook_for_spreadsheets_is_a_class_list() {
        let csv = gradebook().to_csv(GradebookFormat::Csv, GradeColumns::Total);
        let (heads, odd) = (heads(), details("'+x@example.org", "'@8"));
        let (ada, grace) = (details("ada@example.org", "0071"), details("", ""));
        let expected = format!(
            "\u{feff}name,section,{heads},total,solved,possible\r\n\
             '-1+1,'=A,{odd},0,0,30\r\n\
             Ada Lovelace,A,{ada},27.5,2,30\r\n\
             Grace,,{grace},0,0,30\r\n"
        );
        assert_eq!(csv, expected);
        let rows = crate::read_roster(&csv, &[], &crate::RosterColumns::NONE).unwrap().rows;
        let read = rows.into_iter().map(|row| (row.name, row.section, row.details));
        let known = gradebook().rows.into_iter().map(|row| {
            let RosterEntry { learner, details, .. } = row.entry;
            (learner.name, learner.section, details)
        });
        assert_eq!(read.collect::<Vec<_>>(), known.collect::<Vec<_>>());
    }

    #[test]
    fn moodle_gets_no_line_without_an_identifier() {
        let csv = gradebook().to_csv(GradebookFormat::Moodle, GradeColumns::Steps);
        let expected = "Name,ID number,Email address,07 Line patterns,\"12 Sums, \"\"signed\"\"\"\r\n\
            '-1+1,'@8,'+x@example.org,-,-\r\n\
            Ada Lovelace,0071,ada@example.org,20,7.5\r\n\
            Grace,no ID number: Grace,no e-mail address: Grace,0,-\r\n";
        assert_eq!(csv, expected);
        let cells = cells(&csv);
        assert_eq!(cells[0][4], "12 Sums, \"signed\"");
        assert!(cells.iter().all(|line| line.len() == 5 && !line.iter().any(String::is_empty)));
        let total = gradebook().to_csv(GradebookFormat::Moodle, GradeColumns::Total);
        let expected = "Name,ID number,Email address,Gradus total\r\n\
            '-1+1,'@8,'+x@example.org,-\r\n\
            Ada Lovelace,0071,ada@example.org,27.5\r\n\
            Grace,no ID number: Grace,no e-mail address: Grace,0\r\n";
        assert_eq!(total, expected);
    }

    #[test]
    fn moodle_gets_no_id_that_it_takes_for_empty() {
        let mut gradebook = gradebook();
        for (row, id) in gradebook.rows.iter_mut().zip(["0", "00", "10"]) {
            row.entry.details.set(Detail::StudentId, id).unwrap();
        }
        let csv = gradebook.to_csv(GradebookFormat::Moodle, GradeColumns::Total);
        let ids: Vec<String> = cells(&csv).into_iter().skip(1).map(|mut it| it.remove(1)).collect();
        assert_eq!(ids, ["no ID number: -1+1", "00", "10"]);
    }

    #[test]
    fn canvas_reads_each_title_as_an_assignment() {
        let mut gradebook = gradebook();
        for (title, expected) in [
            ("Final Score (3)", "07 Final-Score [3]"),
            ("Your CURRENT GRADE", "07 Your CURRENT-GRADE"),
            ("Sums (signed)", "07 Sums (signed)"),
            ("Sums ()", "07 Sums ()"),
            ("Ünposted final points", "07 Ünposted final-points"),
        ] {
            gradebook.steps[0].title = title.to_owned();
            let csv = gradebook.to_csv(GradebookFormat::Canvas, GradeColumns::Steps);
            assert_eq!(cells(&csv)[0][5], expected);
            // In other files the title is as it is written.
            let csv = gradebook.to_csv(GradebookFormat::Moodle, GradeColumns::Steps);
            assert_eq!(cells(&csv)[0][3], format!("07 {title}"));
        }
    }

    #[test]
    fn full_width_signs_begin_no_formula() {
        for sign in ["=1", "＝1", "＋1", "－1", "＠1"] {
            assert_eq!(text(sign), format!("'{sign}"));
        }
        assert_eq!(text("1＝1"), "1＝1");
    }

    #[test]
    fn canvas_gets_its_five_columns_and_the_points() {
        let csv = gradebook().to_csv(GradebookFormat::Canvas, GradeColumns::Steps);
        let expected = "Student,ID,SIS User ID,SIS Login ID,Section,07 Line patterns,\"12 Sums, \"\"signed\"\"\"\r\n\
            \u{20}   Points Possible,,,,,20,10\r\n\
            '-1+1,,'@8,'+x@example.org,'=A,,\r\n\
            Ada Lovelace,,0071,ada@example.org,A,20,7.5\r\n\
            Grace,,,,,0,\r\n";
        assert_eq!(csv, expected);
        let cells = cells(&csv);
        assert!(cells.iter().all(|line| line.len() == 7));
        assert_eq!(cells[0][..5], ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]);
        let total = gradebook().to_csv(GradebookFormat::Canvas, GradeColumns::Total);
        let expected = "Student,ID,SIS User ID,SIS Login ID,Section,Gradus total\r\n\
            \u{20}   Points Possible,,,,,30\r\n\
            '-1+1,,'@8,'+x@example.org,'=A,\r\n\
            Ada Lovelace,,0071,ada@example.org,A,27.5\r\n\
            Grace,,,,,0\r\n";
        assert_eq!(total, expected);
    }

    #[test]
    fn what_is_decided_is_exported() {
        let (excuse, set) =
            (DecisionAction::Excuse, DecisionAction::Set(Credit::from_hundredths(1250)));
        let book = decided([(1, excuse), (2, set), (3, excuse)]);
        let grades = |format, columns, width| {
            let cells = cells(&book.to_csv(format, columns));
            let lines = cells.iter().filter(|line| !line[0].contains("Points Possible")).skip(1);
            lines.map(|line| line[line.len() - width..].join(" ")).collect::<Vec<_>>()
        };
        // An excused step leaves the learner's maximum.
        let sums = grades(GradebookFormat::Csv, GradeColumns::Steps, 3);
        assert_eq!(sums, ["12.5 0 30", "7.5 2 10", "0 0 10"]);
        let csv = book.to_csv(GradebookFormat::Csv, GradeColumns::Steps);
        assert_eq!(csv.matches(",excused,").count(), 2);
        let moodle = grades(GradebookFormat::Moodle, GradeColumns::Steps, 2);
        assert_eq!(moodle, ["12.5 -", "- 7.5", "- -"]);
        let canvas = grades(GradebookFormat::Canvas, GradeColumns::Steps, 2);
        assert_eq!(canvas, ["12.5 ", "EX 7.5", "EX "]);
        // 7.5 of 10 are as much as 22.5 of 30.
        let total = grades(GradebookFormat::Moodle, GradeColumns::Total, 1);
        assert_eq!(total, ["12.5", "22.5", "0"]);
    }

    #[test]
    fn what_a_spreadsheet_takes_for_a_formula_is_a_text() {
        for formula in ["=1+1", "+1", "-1", "@x", "\tx", "\rx"] {
            assert_eq!(text(formula), format!("'{formula}"));
        }
        for plain in ["", "a=b", "1-1", "ada@example.org"] {
            assert_eq!(text(plain), plain);
        }
    }
}
