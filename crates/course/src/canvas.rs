//! Filling grades into the gradebook that an instructor has exported from Canvas.

use std::collections::HashMap;

use csv::{ReaderBuilder, Terminator, WriterBuilder};

use super::export::GradeColumns;
use super::gradebook::{GradeRow, Gradebook};
use super::learner::LearnerName;
use super::member::Detail;
use super::roster::{Heading, NAME, RosterColumn, is_no_learner, is_points_possible};

/// Canvas's gradebook with the grades of Gradus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledCanvas {
    /// The file, with everything else as it was.
    pub csv: String,
    /// The students of the file whom the gradebook does not have, with an id. Their lines are as they were.
    pub unknown: Vec<String>,
    /// The learners of the gradebook whom the file does not have, with an id.
    pub missing: Vec<String>,
    /// The students of the file without an id whose name is that of several learners or lines, with the learners. Their lines are as they were.
    pub ambiguous: Vec<String>,
    /// The columns that are added.
    pub added: Vec<String>,
    /// The columns whose possible points are not those of the step, with both.
    pub differing: Vec<String>,
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
    /// The name: one column, or the given name and the family name.
    name: Vec<usize>,
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
        let width = lines.first().map(Vec::len).unwrap_or_default();
        let has_decimal_comma = has_decimal_comma(&lines, delimiter);
        let places = self.places(&mut lines, columns)?;
        let head = self.canvas_head(&[], columns);
        let new = places.iter().zip(&head).filter(|(place, _)| **place >= width);
        let added = new.map(|(_, item)| item.clone()).collect();
        let possible = lines.iter().find(|line| is_points_possible(&person.name(line)));
        let of_items = places.iter().zip(&head).zip(self.possible(columns));
        let differing = of_items.filter_map(|((place, item), points)| {
            let found = cell(possible?, Some(*place))?;
            let number: f64 = found.replace(',', ".").parse().ok()?;
            let differs = (number - f64::from(points)).abs() > 0.005;
            differs.then(|| format!("{item}: {found} in Canvas, {points} in Gradus"))
        });
        let differing = differing.collect();
        let learners = Learners::of(&self.rows);
        let candidates = lines.iter().skip(1);
        let candidates =
            candidates.map(|line| person.is_student(line).then(|| learners.find(&person, line)));
        let candidates: Vec<Option<Candidates>> = candidates.collect();
        let mut lines_of = HashMap::new();
        for index in candidates.iter().flatten().flat_map(|found| &found.learners) {
            *lines_of.entry(*index).or_insert(0) += 1;
        }
        let (mut unknown, mut ambiguous) = (Vec::new(), Vec::new());
        for (line, candidates) in lines.iter_mut().skip(1).zip(candidates) {
            let Some(Candidates { learners, are_by_name }) = candidates else { continue };
            match learners[..] {
                [] => unknown.push(person.described(line)),
                [index] if !are_by_name || lines_of.get(&index) == Some(&1) => {
                    let row = self.rows.get(index);
                    let earned = row.map(|row| self.grades(row, columns, "", "EX"));
                    let earned = earned.unwrap_or_default();
                    for (place, grade) in places.iter().zip(earned) {
                        // Canvas marks an excused student with `EX`. The mark stays.
                        if let Some(cell) = line.get_mut(*place)
                            && !grade.is_empty()
                            && !cell.trim().eq_ignore_ascii_case("EX")
                        {
                            *cell = if has_decimal_comma { grade.replace('.', ",") } else { grade };
                        }
                    }
                }
                _ => {
                    let known = learners.iter().filter_map(|&index| self.rows.get(index));
                    let known: Vec<String> = known.map(described).collect();
                    ambiguous.push(format!("{}: {}", person.name(line), known.join(" or ")));
                }
            }
        }
        let missing =
            self.rows.iter().enumerate().filter(|(index, _)| !lines_of.contains_key(index));
        let missing = missing.map(|(_, row)| described(row)).collect();
        let mark = export.get(..export.len() - content.len()).unwrap_or_default();
        let ends = if content.contains("\r\n") { Terminator::CRLF } else { Terminator::Any(b'\n') };
        let csv = format!("{mark}{}", written(&lines, delimiter, ends));
        Ok(FilledCanvas { csv, unknown, missing, ambiguous, added, differing })
    }

    /// The places of the columns for grades, which are added where the file has none.
    fn places(
        &self,
        lines: &mut [Vec<String>],
        columns: GradeColumns,
    ) -> Result<Vec<usize>, CanvasError> {
        let items = self.canvas_head(&[], columns).into_iter().zip(self.possible(columns));
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
                            Some(first) if is_points_possible(first) => points.to_string(),
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
    let place = |is_sought: &dyn Fn(Heading) -> bool| {
        head.iter().position(|cell| Heading::of(cell).is_some_and(is_sought))
    };
    let of_column = |column| place(&|known| known.column == column);
    let [given, family, name] =
        [RosterColumn::GivenName, RosterColumn::FamilyName, NAME].map(of_column);
    let name: Vec<usize> = name.map_or_else(
        || given.zip(family).into_iter().flat_map(<[_; 2]>::from).collect(),
        |one| vec![one],
    );
    let (sis_id, login) = (place(&Heading::is_sis_id), place(&Heading::is_weak));
    match sis_id.or(login).or(place(&Heading::is_bare_id)) {
        Some(_) if !name.is_empty() => Ok((delimiter, Person { name, sis_id, login }, lines)),
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

/// Whether numbers are written as `7,5`: Canvas separates cells with semicolons then.
fn has_decimal_comma(lines: &[Vec<String>], delimiter: u8) -> bool {
    let Some(head) = lines.first() else { return false };
    let cells = lines.iter().flat_map(|line| line.iter().zip(head));
    let grades = cells.filter(|(_, head)| Heading::of(head).is_none());
    let count = |mark| {
        let digits = |text: &str| text.parse::<u32>().is_ok();
        let is_decimal = |cell: &str| {
            cell.split_once(mark).is_some_and(|(whole, rest)| digits(whole) && digits(rest))
        };
        grades.clone().filter(|(cell, _)| is_decimal(cell.trim())).count()
    };
    delimiter != b',' && count(',') + usize::from(delimiter == b';') > count('.')
}

/// The text of a cell; none if it is blank.
fn cell(line: &[String], place: Option<usize>) -> Option<&str> {
    let cell = line.get(place?)?.trim();
    (!cell.is_empty()).then_some(cell)
}

impl Person {
    /// The name on a line; empty if it has none.
    fn name(&self, line: &[String]) -> String {
        let parts = self.name.iter().filter_map(|&place| cell(line, Some(place)));
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Whether a line has a student. The points possible and Canvas's test student are none.
    fn is_student(&self, line: &[String]) -> bool {
        let name = self.name(line);
        let has_id = cell(line, self.sis_id).map(|_| true);
        !name.is_empty() && !is_no_learner(&name, true, has_id)
    }

    /// A student in a message.
    fn described(&self, line: &[String]) -> String {
        let name = self.name(line);
        match cell(line, self.sis_id).or(cell(line, self.login)) {
            Some(id) => format!("{name} ({id})"),
            None => name,
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

/// The learners whom a line may mean, by their places in the gradebook.
struct Candidates {
    learners: Vec<usize>,
    /// Whether only the name says so.
    are_by_name: bool,
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

    /// The learners whom a student's line may mean.
    fn find(&self, person: &Person, line: &[String]) -> Candidates {
        let only = |index| Candidates { learners: vec![index], are_by_name: false };
        let id = cell(line, person.sis_id);
        if let Some(&index) = id.and_then(|id| self.by_id.get(id)) {
            return only(index);
        }
        // A learner with another student id is another person.
        let fits = |index: &usize| {
            let row = self.rows.get(*index);
            let known = row.and_then(|row| row.entry.details.get(Detail::StudentId));
            id.is_none() || known.is_none()
        };
        let login = cell(line, person.login).map(str::to_lowercase);
        let by_login = login.and_then(|login| self.by_email.get(&login)).copied();
        if let Some(index) = by_login.filter(fits) {
            return only(index);
        }
        let name = person.name(line);
        // Canvas sorts by the last name, and writes it first.
        let turned = name.split_once(',').map(|(last, first)| format!("{first} {last}"));
        let named =
            |name: String| self.by_name.get(&name.parse::<LearnerName>().ok()?.folded_skeleton());
        let named = named(name).or_else(|| named(turned?)).into_iter().flatten();
        Candidates { learners: named.copied().filter(fits).collect(), are_by_name: true }
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
        assert_eq!(row("Somebody;1;0071;;A"), "27,5");
        assert_eq!(row("Somebody;1;;Ada@Example.org;A"), "27,5");
        assert_eq!(row("Somebody;1;;ada;A"), "");
        assert_eq!(row("\"Lovelace, Ada\";1;;;A"), "27,5");
        assert_eq!(row("ada lovelace;1;;;A"), "27,5");
        // Another person of the same name, or with the address of somebody who has another id.
        assert_eq!(row("Ada Lovelace;1;0072;;A"), "");
        assert_eq!(row("Somebody;1;0072;ada@example.org;A"), "");
        assert_eq!(row("Grace;1;0072;;A"), "0");
    }

    #[test]
    fn a_file_in_another_language_is_filled_in_with_its_own_numbers() {
        let export = "Étudiant;ID;ID utilisateur SIS;Section;07 Line patterns (1)\n    Points possibles;;;;10,00\n\
            Ada Lovelace;1;0071;A;1,5\nÉtudiant Test;2;;A;\n";
        let filled = fill(export, GradeColumns::Steps);
        let (_, filled_lines) = filled.csv.split_once('\n').unwrap();
        let expected = "    Points possibles;;;;10,00;10\nAda Lovelace;1;0071;A;20;7,5\nÉtudiant Test;2;;A;;\n";
        assert_eq!(filled_lines, expected);
        assert_eq!(filled.added, ["12 Sums, \"signed\""]);
        assert_eq!(filled.differing, ["07 Line patterns: 10,00 in Canvas, 20 in Gradus"]);
        assert_eq!(filled.unknown, [""; 0]);
        for (numbers, total) in [("47.1", "27.5"), ("47,1", "27,5")] {
            let export = format!("LastName\tFirstName\tID\tScore\nLovelace\tAda\t1\t{numbers}\n");
            let filled = fill(&export, GradeColumns::Total).csv;
            assert!(filled.ends_with(&format!("{numbers}\t{total}\n")), "{filled}");
        }
    }

    #[test]
    fn a_name_that_two_have_is_not_graded() {
        let mut book = gradebook();
        let twin = |id: &str| {
            let mut row = gradebook().rows.remove(1);
            row.entry.details.set(Detail::StudentId, id).unwrap();
            row
        };
        let known = "Ada Lovelace: Ada Lovelace (0071)";
        let lines = "Ada Lovelace,1,\nAda Lovelace,2,";
        let fill = |book: &Gradebook, lines: &str| {
            let export = format!("Student,ID,SIS User ID\n{lines}\n");
            book.fill_canvas(&export, GradeColumns::Total).unwrap()
        };
        assert_eq!(fill(&book, lines).ambiguous, [known; 2]);
        book.rows.push(twin("0072"));
        let filled = fill(&book, "Ada Lovelace,1,\nSomebody,2,0072");
        assert_eq!(filled.ambiguous, [format!("{known} or Ada Lovelace (0072)")]);
        assert!(filled.csv.contains("Lovelace,1,,\n") && filled.csv.contains("0072,27.5"));
        assert!(!filled.missing.iter().any(|name| name.starts_with("Ada")));
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
