//! Filling grades into the gradebook that an instructor has exported from Canvas.

use std::collections::{BTreeSet, HashMap};

use csv::{ReaderBuilder, Terminator, WriterBuilder};

use super::export::GradeColumns;
use super::gradebook::{GradeRow, Gradebook};
use super::learner::LearnerName;
use super::member::Detail;

/// Canvas's gradebook with the grades of Gradus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledCanvas {
    /// The file, with everything else as it was.
    pub csv: String,
    /// The students of the file whom the gradebook does not have, with an id. Their lines are as they were.
    pub unknown: Vec<String>,
    /// The learners of the gradebook whom the file does not have, with an id.
    pub missing: Vec<String>,
}

/// Why a file cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanvasError {
    /// The columns are not those of Canvas.
    #[error(
        "found the columns {0}; expected the gradebook that Canvas exports, with Student, ID, SIS User ID, SIS Login ID and Section"
    )]
    Columns(String),
    /// Two columns are the same step.
    #[error("two columns are {0:?}; expected one: delete the other assignment in Canvas")]
    Twice(String),
    /// It is not CSV.
    #[error("it is not CSV: {0}")]
    Form(String),
    /// The file ends within a cell.
    #[error(
        "the file ends within a cell, whose quotation mark is not closed; expected the whole file"
    )]
    CutOff,
    /// The file is empty.
    #[error("the file is empty; expected the gradebook that Canvas exports")]
    Empty,
}

/// The columns that say who a student is.
struct Person {
    student: usize,
    sis_id: Option<usize>,
    login: Option<usize>,
}

impl Gradebook {
    /// Fills the grades into a gradebook that Canvas has exported. Columns that are missing are added behind the others; everything else stays.
    ///
    /// A learner is found by the SIS user id (the student id), then by the SIS login id (the e-mail address), then by the name, if only one
    /// learner has it. What a learner has not tried stays as it is in the file.
    pub fn fill_canvas(
        &self,
        export: &str,
        columns: GradeColumns,
    ) -> Result<FilledCanvas, CanvasError> {
        let content = export.trim_start_matches('\u{feff}');
        let (delimiter, person, mut lines) = read(content)?;
        let places = self.places(&mut lines, columns)?;
        let learners = Learners::of(&self.rows);
        let mut found = BTreeSet::new();
        let mut unknown = Vec::new();
        for line in lines.iter_mut().skip(1).filter(|line| person.is_student(line)) {
            match learners.find(&person, line) {
                Some(index) => {
                    found.insert(index);
                    let row = self.rows.get(index);
                    let earned = row.map(|row| self.grades(row, columns, "", "EX"));
                    let earned = earned.unwrap_or_default();
                    for (place, grade) in places.iter().zip(earned) {
                        // Canvas marks an excused student with `EX`. The mark stays.
                        if let Some(cell) = line.get_mut(*place)
                            && !grade.is_empty()
                            && !cell.trim().eq_ignore_ascii_case("EX")
                        {
                            *cell = grade;
                        }
                    }
                }
                None => unknown.push(person.described(line)),
            }
        }
        let missing = self.rows.iter().enumerate().filter(|(index, _)| !found.contains(index));
        let missing = missing.map(|(_, row)| described(row)).collect();
        let mark = export.get(..export.len() - content.len()).unwrap_or_default();
        let ends = if content.contains("\r\n") { Terminator::CRLF } else { Terminator::Any(b'\n') };
        let csv = format!("{mark}{}", written(&lines, delimiter, ends));
        Ok(FilledCanvas { csv, unknown, missing })
    }

    /// The places of the columns for grades, which are added where the file has none.
    fn places(
        &self,
        lines: &mut [Vec<String>],
        columns: GradeColumns,
    ) -> Result<Vec<usize>, CanvasError> {
        let items = self.head(&[], columns).into_iter().zip(self.possible(columns));
        let place = |(item, points): (String, u32)| {
            let head = lines.first().map(Vec::as_slice).unwrap_or_default();
            let mut same = (0..).zip(head).filter(|(_, cell)| *assignment(cell) == *item);
            match (same.next(), same.next()) {
                (Some((place, _)), None) => Ok(place),
                (Some(_), Some(_)) => Err(CanvasError::Twice(item)),
                (None, _) => {
                    let place = head.len();
                    for (index, line) in lines.iter_mut().enumerate() {
                        line.push(match line.first() {
                            _ if index == 0 => item.clone(),
                            Some(first) if is_possible(first) => points.to_string(),
                            _ => String::new(),
                        });
                    }
                    Ok(place)
                }
            }
        };
        items.map(place).collect()
    }
}

/// Reads the file: what is between the cells, the columns of the person, and the lines, each with as many cells as the longest.
fn read(content: &str) -> Result<(u8, Person, Vec<Vec<String>>), CanvasError> {
    if content.trim().is_empty() {
        return Err(CanvasError::Empty);
    }
    // A quotation mark within a cell is doubled.
    if content.matches('"').count() % 2 == 1 {
        return Err(CanvasError::CutOff);
    }
    // Canvas writes semicolons where the language has commas in numbers.
    let first = content.lines().next().unwrap_or_default();
    let delimiter = *[b',', b';', b'\t']
        .iter()
        .max_by_key(|&&mark| first.bytes().filter(|&byte| byte == mark).count())
        .unwrap_or(&b',');
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(delimiter);
    let lines = reader.from_reader(content.as_bytes()).into_deserialize::<Vec<String>>();
    let lines: Result<Vec<_>, _> = lines.collect();
    let mut lines = lines.map_err(|error| CanvasError::Form(error.to_string()))?;
    let width = lines.iter().map(Vec::len).max().unwrap_or_default();
    for line in &mut lines {
        line.resize(width, String::new());
    }
    let head = lines.first().map(Vec::as_slice).unwrap_or_default();
    let place = |name: &str| head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    let (sis_id, login) = (place("SIS User ID"), place("SIS Login ID"));
    match place("Student") {
        Some(student) if sis_id.or(login).or(place("ID")).is_some() => {
            Ok((delimiter, Person { student, sis_id, login }, lines))
        }
        _ => {
            let found: String = head.join(", ").chars().take(200).collect();
            Err(CanvasError::Columns(found))
        }
    }
}

/// The lines as CSV.
#[expect(clippy::expect_used, reason = "memory takes whatever is written to it")]
fn written(lines: &[Vec<String>], delimiter: u8, ends: Terminator) -> String {
    let mut writer = WriterBuilder::new();
    let mut writer = writer.delimiter(delimiter).terminator(ends).from_writer(Vec::new());
    for line in lines {
        writer.write_record(line).expect("all lines have as many cells as the first");
    }
    let bytes = writer.into_inner().expect("a vector takes all bytes");
    String::from_utf8(bytes).expect("texts are UTF-8")
}

/// An assignment's name without the number that Canvas writes behind it: `07 Line patterns (12345)`.
fn assignment(head: &str) -> &str {
    let name = head.trim();
    let is_number = |id: &str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let bare = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    bare.filter(|(_, id)| is_number(id)).map_or(name, |(bare, _)| bare.trim())
}

/// Whether a line that begins so has the possible points.
fn is_possible(first: &str) -> bool {
    first.trim().eq_ignore_ascii_case("Points Possible")
}

/// The text of a cell; none if it is blank.
fn cell(line: &[String], place: Option<usize>) -> Option<&str> {
    let cell = line.get(place?)?.trim();
    (!cell.is_empty()).then_some(cell)
}

impl Person {
    /// Whether a line has a student. The points possible, other lines about the columns, and Canvas's test student are no students.
    fn is_student(&self, line: &[String]) -> bool {
        let Some(name) = cell(line, Some(self.student)) else { return false };
        let is_test =
            cell(line, self.sis_id).is_none() && ["Test Student", "Student, Test"].contains(&name);
        let is_about_columns = line.iter().any(|cell| {
            ["(read only)", "Manual Posting"]
                .iter()
                .any(|text| cell.trim().eq_ignore_ascii_case(text))
        });
        !(is_test || is_about_columns || is_possible(name))
    }

    /// A student in a message.
    fn described(&self, line: &[String]) -> String {
        let name = cell(line, Some(self.student)).unwrap_or_default();
        match cell(line, self.sis_id).or(cell(line, self.login)) {
            Some(id) => format!("{name} ({id})"),
            None => name.to_owned(),
        }
    }
}

/// A learner in a message.
fn described(row: &GradeRow) -> String {
    let (learner, details) = (&row.entry.learner, &row.entry.details);
    match details.get(Detail::StudentId).or(details.get(Detail::Email)) {
        Some(id) => format!("{} ({id})", learner.name),
        None => format!("{} (#{})", learner.name, learner.id.0),
    }
}

/// The learners of a gradebook, by their places in it.
struct Learners<'g> {
    rows: &'g [GradeRow],
    by_id: HashMap<&'g str, usize>,
    by_email: HashMap<String, usize>,
    by_name: HashMap<String, Vec<usize>>,
}

impl<'g> Learners<'g> {
    fn of(rows: &'g [GradeRow]) -> Self {
        let (mut by_id, mut by_email) = (HashMap::new(), HashMap::new());
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, row) in rows.iter().enumerate() {
            let details = &row.entry.details;
            by_id.extend(details.get(Detail::StudentId).map(|id| (id, index)));
            by_email.extend(details.get(Detail::Email).map(|email| (email.to_lowercase(), index)));
            by_name.entry(row.entry.learner.name.folded_skeleton()).or_default().push(index);
        }
        Self { rows, by_id, by_email, by_name }
    }

    /// The learner of a student's line.
    fn find(&self, person: &Person, line: &[String]) -> Option<usize> {
        let id = cell(line, person.sis_id);
        if let Some(&index) = id.and_then(|id| self.by_id.get(id)) {
            return Some(index);
        }
        // A learner with another student id is another person.
        let fits = |&index: &usize| {
            let row = self.rows.get(index);
            let known = row.and_then(|row| row.entry.details.get(Detail::StudentId));
            id.is_none() || known.is_none()
        };
        let login = cell(line, person.login).map(str::to_lowercase);
        let by_login = login.and_then(|login| self.by_email.get(&login)).copied();
        by_login.filter(fits).or_else(|| {
            let name = cell(line, Some(person.student))?;
            // Canvas sorts by the last name, and writes it first.
            let turned = name.split_once(',').map(|(last, first)| format!("{first} {last}"));
            let named = |name: &str| match &**self
                .by_name
                .get(&name.parse::<LearnerName>().ok()?.folded_skeleton())?
            {
                [only] => Some(*only),
                _ => None,
            };
            named(name).or_else(|| named(&turned?)).filter(fits)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::export::tests::gradebook;
    use super::*;

    fn fill(export: &str, columns: GradeColumns) -> FilledCanvas {
        gradebook().fill_canvas(export, columns).unwrap()
    }

    #[test]
    fn grades_are_filled_in_and_the_rest_stays() {
        let export = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,\"Homework 1, \"\"x\"\" (1)\",07 Line patterns (12345),Final Score\r\n\
            \u{20}   Points Possible,,,,,10,20,(read only)\r\n\
            \"Lovelace, A.\",70,0071,ada,A,9.5,,47.1\r\n\
            GRACE,71,,grace,A,,3,\r\n\
            Alan Turing,72,99,,B,1,2,3\r\n\
            Test Student,99,,abc,A,,,\r\n";
        let filled = fill(export, GradeColumns::Steps);
        let expected = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,\"Homework 1, \"\"x\"\" (1)\",07 Line patterns (12345),Final Score,\
            \"12 Sums, \"\"signed\"\"\"\r\n\
            \u{20}   Points Possible,,,,,10,20,(read only),10\r\n\
            \"Lovelace, A.\",70,0071,ada,A,9.5,20,47.1,7.5\r\n\
            GRACE,71,,grace,A,,0,,\r\n\
            Alan Turing,72,99,,B,1,2,3,\r\n\
            Test Student,99,,abc,A,,,,\r\n";
        assert_eq!(filled.csv, expected);
        assert_eq!(filled.unknown, ["Alan Turing (99)"]);
        assert_eq!(filled.missing, ["-1+1 (@8)"]);
        let total = fill(&filled.csv, GradeColumns::Total).csv;
        assert!(total.contains("signed\"\"\",Gradus total\r\n"), "{total}");
        assert!(total.contains("47.1,7.5,27.5\r\n"), "{total}");
        assert_eq!(fill(&total, GradeColumns::Total).csv, total);
    }

    #[test]
    fn learners_are_found_by_id_then_login_then_name() {
        let row = |line: &str| {
            let export = format!("Student;ID;SIS User ID;SIS Login ID;Section\n{line}\n");
            let filled = fill(&export, GradeColumns::Total);
            assert_eq!(filled.csv.lines().count(), 2, "{}", filled.csv);
            filled.csv.lines().nth(1).unwrap().rsplit(';').next().unwrap().to_owned()
        };
        assert_eq!(row("Somebody;1;0071;;A"), "27.5");
        assert_eq!(row("Somebody;1;;Ada@Example.org;A"), "27.5");
        assert_eq!(row("Somebody;1;;ada;A"), "");
        assert_eq!(row("\"Lovelace, Ada\";1;;;A"), "27.5");
        assert_eq!(row("ada lovelace;1;;;A"), "27.5");
        // Another person of the same name, or with the address of somebody who has another id.
        assert_eq!(row("Ada Lovelace;1;0072;;A"), "");
        assert_eq!(row("Somebody;1;0072;ada@example.org;A"), "");
        assert_eq!(row("Grace;1;0072;;A"), "0");
    }

    #[test]
    fn another_file_is_refused() {
        let refused = |export: &str| {
            gradebook().fill_canvas(export, GradeColumns::Steps).unwrap_err().to_string()
        };
        assert!(refused("name,section\nAda,A\n").starts_with("found the columns name, section;"));
        assert!(refused("").starts_with("the file is empty;"));
        assert!(refused("Student,ID\n\"Mueller, Tr").starts_with("the file ends within a cell"));
        let twice = "Student,ID,07 Line patterns (1),07 Line patterns (2)\nAda,1,,\n";
        assert!(refused(twice).starts_with("two columns are \"07 Line patterns\""));
    }

    #[test]
    fn the_number_of_an_assignment_is_not_its_name() {
        for (head, name) in [
            ("07 Lines (12345)", "07 Lines"),
            (" 07 Lines ", "07 Lines"),
            ("07 Lines (x)", "07 Lines (x)"),
            ("07 Lines ()", "07 Lines ()"),
            ("07 Lines (in 4D) (7)", "07 Lines (in 4D)"),
        ] {
            assert_eq!(assignment(head), name);
        }
    }
}
