//! A class list in CSV, as schools, learning platforms and spreadsheets export it.
//!
//! | file | what it knows |
//! |---|---|
//! | `encoding` | the text in the bytes of a file |
//! | `table` | the separator, the line with the headings, the columns |
//! | `headings`, `headings.toml` | which heading stands for which column |
//! | `cells` | what exports add to a cell, and what spreadsheets break in it |
//! | `diagnostic` | what is wrong with a line |
//! | `names` | names in one column or in two, and names behind a comma |

mod cells;
mod diagnostic;
mod encoding;
mod headings;
mod names;
mod table;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use csv::StringRecord;
use gradus_step::quoted;
use gradus_text::Text;

pub use self::diagnostic::RosterDiagnostic;
pub use self::encoding::{RosterEncoding, decode_roster};
use self::headings::is_no_section;
pub(crate) use self::headings::{Heading, is_no_learner, is_points_possible};
pub use self::headings::{RosterColumn, RosterColumns};
pub(crate) use self::table::NAME;
use self::table::{Head, Table, of_long_cell};
use super::learner::{Learner, LearnerId, LearnerName, NotAName};
use super::member::{Detail, Details, RosterField, SECTION_LIMIT, SectionName};
use crate::texts;

/// The most learners that a list may have.
pub const ROSTER_LIMIT: usize = 5000;

/// A line of a class list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterRow {
    /// The line in the file, from 1.
    pub line: usize,
    /// The name.
    pub name: LearnerName,
    /// The section.
    pub section: Option<SectionName>,
    /// The e-mail address, the student id.
    pub details: Details,
}

/// A class list that has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterList {
    /// Its learners.
    pub rows: Vec<RosterRow>,
    /// The headings of the columns that are not used, so that a misspelt one is noticed.
    pub unused: Vec<String>,
    /// The lines that are no learners, such as `Points Possible` of Canvas: each with its number.
    pub skipped: Vec<(usize, String)>,
    /// How many names were written as `Lovelace, Ada`, and are `Ada Lovelace` now.
    pub turned: usize,
    /// The lines without an id and an address, although most others have one: each with its number and the name. Perhaps they are no learners.
    pub unidentified: Vec<(usize, String)>,
    /// Whether a column has the sections.
    pub has_sections: bool,
}

impl RosterList {
    /// The learners of the list, without ids of a database.
    pub fn into_learners(self) -> Vec<Learner> {
        let mut named: HashMap<String, usize> = HashMap::new();
        for row in &self.rows {
            *named.entry(row.name.folded()).or_default() += 1;
        }
        let learner = |row: RosterRow| Learner {
            id: LearnerId(0),
            has_namesake: named.get(&row.name.folded()).is_some_and(|&count| count > 1),
            name: row.name,
            section: row.section,
            student_id: row.details.get(Detail::StudentId).map(str::to_owned),
            is_on_roster: true,
        };
        self.rows.into_iter().map(learner).collect()
    }
}

/// Reads a class list: a line of headings, and below it a line for each learner. `sections` are those of the course; empty: any. `columns` are
/// those that the reader names; the other columns are found by their headings, in any order and in many languages.
///
/// Commas, semicolons, tabs or bars separate the cells, which are quoted as RFC 4180 says. A line `sep=;` and a title above the headings are
/// skipped. Other columns are not used. An empty cell says nothing of the learner. All diagnostics are reported at once.
///
/// ```
/// use gradus_course::{RosterColumns, read_roster};
///
/// let list = read_roster("Name;Group;Degree\nAda Lovelace;A;Maths\n", &[], &RosterColumns::NONE);
/// let list = list.unwrap();
/// assert_eq!(list.rows[0].name.as_str(), "Ada Lovelace");
/// assert_eq!(list.rows[0].line, 2);
/// assert_eq!(list.unused, ["Degree"]);
/// ```
pub fn read_roster(
    text: &str,
    sections: &[SectionName],
    columns: &RosterColumns,
) -> Result<RosterList, Vec<RosterDiagnostic>> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let lost: Vec<RosterDiagnostic> = text.lines().zip(1..).filter_map(lost_letter).collect();
    if !lost.is_empty() {
        return Err(lost);
    }
    let Table { head, lines } = Table::read(&text, columns)?;
    let (mut skipped, mut learners, mut diagnostics) = (Vec::new(), Vec::new(), Vec::new());
    for (line, cells) in lines {
        if learners.len() == ROSTER_LIMIT {
            let what = texts::roster::too_many(ROSTER_LIMIT);
            diagnostics.push(RosterDiagnostic::new(line, what, texts::roster::divide()));
            break;
        }
        match head.line_without_learner(&cells) {
            Some(text) => skipped.push((line, text)),
            None => learners.push((line, cells)),
        }
    }
    let names = names::read(&head, &learners);
    diagnostics.extend(names.diagnostic);
    let mut rows = Vec::with_capacity(learners.len());
    for ((line, cells), name) in learners.iter().zip(&names.texts) {
        let mut row = RowReader { head: &head, line: *line, cells, diagnostics: &mut diagnostics };
        rows.extend(row.read(name.as_deref(), sections));
    }
    if rows.is_empty() && diagnostics.is_empty() {
        let what = texts::roster::no_learner();
        diagnostics.push(RosterDiagnostic::new(head.line(), what, texts::roster::add_lines()));
    }
    diagnostics.extend(twins(&rows));
    diagnostics.sort_by_key(|diagnostic| diagnostic.line);
    let diagnostics = merged(diagnostics);
    if diagnostics.is_empty() {
        let has_sections = head.has(SECTION);
        let has_detail = |row: &RosterRow| {
            Detail::IDENTIFYING.iter().any(|&detail| row.details.get(detail).is_some())
        };
        let without = rows.iter().filter(|row| !has_detail(row));
        let without: Vec<_> = without.map(|row| (row.line, row.name.to_string())).collect();
        let unidentified = if without.len() * 2 < rows.len() { without } else { Vec::new() };
        let (unused, turned) = (head.unused(), names.turned);
        Ok(RosterList { rows, unused, skipped, turned, unidentified, has_sections })
    } else {
        Err(diagnostics)
    }
}

/// The headings of a class list, and for each column the heading that stands for it, empty if none does: for a reader who chooses the columns.
pub fn roster_headings(
    text: &str,
    columns: &RosterColumns,
) -> (Vec<String>, Vec<(RosterColumn, String)>) {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    table::headings(&text, columns)
}

/// The column of the section.
const SECTION: RosterColumn = RosterColumn::Field(RosterField::Section);

/// Rejects a line with a letter that was lost when the list was decoded, or with a zero, as UTF-16 has them.
fn lost_letter((line, number): (&str, usize)) -> Option<RosterDiagnostic> {
    let lost = |c: char| matches!(c, char::REPLACEMENT_CHARACTER | '\0');
    let cell = line.split([',', ';', '\t', '|']).find(|cell| cell.contains(lost))?;
    let cell = quoted(cell.trim());
    let what = if line.contains('\0') {
        texts::roster::zero(cell)
    } else {
        texts::roster::replacement(cell)
    };
    Some(RosterDiagnostic::new(number, what, texts::roster::read_file_again()))
}

impl Head {
    /// What a line has instead of a learner: `Points Possible` of Canvas, or text in columns that are not used only. None if it is a learner.
    fn line_without_learner(&self, cells: &StringRecord) -> Option<String> {
        let name = self.text(cells, NAME);
        let details = Detail::ALL.map(|detail| RosterColumn::Field(RosterField::Detail(detail)));
        let is_known = |column: RosterColumn| match self.cell(cells, column) {
            // A login that is no address says nothing of who it is.
            Some((heading, cell)) => {
                !cells::is_blank(cell) && (!heading.is_weak() || cell.contains('@'))
            }
            None => false,
        };
        let mut known = details.into_iter().filter(|&column| self.has(column)).peekable();
        let has_known = known.peek().is_some();
        let has_details = has_known.then(|| known.any(is_known));
        if is_no_learner(name, self.is_of_canvas(), has_details) || self.is_repeated_by(cells) {
            return Some(name.to_owned());
        }
        let is_short = cells.len() <= self.len() && !cells.iter().any(|cell| cell.contains('\n'));
        let is_used = RosterColumn::all().any(|column| !self.text(cells, column).is_empty());
        let text = cells.iter().find(|cell| !cell.is_empty());
        text.filter(|_| is_short && !is_used).map(str::to_owned)
    }
}

/// Reads the learner of a line.
struct RowReader<'a> {
    head: &'a Head,
    line: usize,
    cells: &'a StringRecord,
    diagnostics: &'a mut Vec<RosterDiagnostic>,
}

impl RowReader<'_> {
    /// The learner, unless there are diagnostics.
    fn read(&mut self, name: Option<&str>, sections: &[SectionName]) -> Option<RosterRow> {
        let before = self.diagnostics.len();
        if let Some(cell) = self.cells.iter().find(|cell| cell.contains('\n')) {
            self.diagnostics.push(of_long_cell(self.line, cell));
            return None;
        }
        let (found, expected) = (self.cells.len(), self.head.len());
        if self.cells.iter().skip(expected).any(|cell| !cell.is_empty()) {
            self.report(texts::roster::cell_count(found, expected), texts::roster::quote_cell());
            return None;
        }
        let name = name.filter(|name| self.undamaged(name)).and_then(|name| self.name(name));
        let section = self.section(sections);
        let mut details = Details::default();
        for detail in Detail::ALL {
            self.detail(detail, &mut details);
        }
        let row = name.map(|name| RosterRow { line: self.line, name, section, details });
        row.filter(|_| self.diagnostics.len() == before)
    }

    fn report(&mut self, what: Text, help: Text) {
        self.diagnostics.push(RosterDiagnostic::new(self.line, what, help));
    }

    /// Whether nothing is seen in a cell that a spreadsheet or a wrong encoding has broken.
    fn undamaged(&mut self, cell: &str) -> bool {
        let damage = cells::damage(cell);
        let is_undamaged = damage.is_none();
        self.diagnostics
            .extend(damage.map(|(what, help)| RosterDiagnostic::new(self.line, what, help)));
        is_undamaged
    }

    fn name(&mut self, text: &str) -> Option<LearnerName> {
        let error = match text.parse::<LearnerName>() {
            Ok(name) => match cells::foreign_letter(name.as_str()) {
                None => return Some(name),
                Some((letter, word)) => {
                    let letter = format!("{letter} (U+{:04X})", u32::from(letter));
                    let what = texts::roster::foreign_letter(letter, quoted(word));
                    self.report(what, texts::roster::type_again());
                    return None;
                }
            },
            Err(error) => error,
        };
        match error {
            NotAName::Empty => self.report(error.what(), texts::roster::write_name()),
            NotAName::Long(_) => self.report(error.what(), texts::roster::shorten()),
            NotAName::Character { .. } | NotAName::NoLetter => {
                let what = texts::roster::name_invalid(quoted(text), error.what());
                self.report(what, NotAName::expected());
            }
        }
        None
    }

    /// The section, as the course writes it. Of several groups in a cell, the one that is a section of the course.
    fn section(&mut self, sections: &[SectionName]) -> Option<SectionName> {
        let cell = cells::normalized(self.head.text(self.cells, SECTION));
        let cell = cell.as_str();
        if cells::is_blank(cell) || is_no_section(cell) || !self.undamaged(cell) {
            return None;
        }
        if sections.is_empty() {
            let parsed = cell.parse().ok();
            if parsed.is_none() {
                let expected = texts::roster::section_expected(SECTION_LIMIT);
                let what = texts::roster::field_invalid(
                    RosterField::Section.label(),
                    quoted(cell),
                    expected,
                );
                self.report(what, texts::roster::correct_cell());
            }
            return parsed;
        }
        let same = |name: &str| {
            sections.iter().find(|known| folded_case(known.as_str()) == folded_case(name))
        };
        if let Some(section) = same(cell) {
            return Some(section.clone());
        }
        let groups: Vec<&str> = cell
            .split([',', ';', '|'])
            .flat_map(|part| part.split(" and "))
            .map(str::trim)
            .collect();
        let mut known: Vec<&SectionName> = groups.iter().filter_map(|group| same(group)).collect();
        known.dedup();
        match (&known[..], &groups[..]) {
            ([section], _) => Some((*section).clone()),
            ([], [only]) => {
                let names = sections.iter().map(SectionName::as_str);
                let names = Text::list(texts::roster::comma(), names);
                self.report(
                    texts::roster::no_section(quoted(only)),
                    texts::roster::sections(names),
                );
                None
            }
            ([], _) => {
                self.report(
                    texts::roster::several_groups(quoted(cell)),
                    texts::roster::add_section(),
                );
                None
            }
            (several, _) => {
                let names = several.iter().map(|section| quoted(section.as_str()));
                let names = Text::list(texts::roster::comma(), names);
                self.report(
                    texts::roster::several_sections(quoted(cell), names),
                    texts::roster::one_section(),
                );
                None
            }
        }
    }

    /// Reads a detail. An empty cell, and a login that is no address, say nothing.
    fn detail(&mut self, detail: Detail, details: &mut Details) {
        let column = RosterColumn::Field(RosterField::Detail(detail));
        let Some((heading, cell)) = self.head.cell(self.cells, column) else { return };
        let text = cells::detail(detail, cell);
        if cells::is_blank(&text)
            || heading.is_weak() && !text.contains('@')
            || !self.undamaged(cell)
        {
            return;
        }
        let damage = if detail == Detail::StudentId { cells::damage_of_id(&text) } else { None };
        let is_broken = detail == Detail::Email && cells::is_broken_address(&text);
        if let Some((what, help)) = damage {
            self.report(what, help);
        } else if is_broken || details.set(detail, &text).is_err() {
            let what =
                texts::roster::field_invalid(detail.label(), quoted(cell), detail.expected());
            self.report(what, texts::roster::correct_cell());
        }
    }
}

/// The diagnostics, with one for all lines of which the same is said.
fn merged(diagnostics: Vec<RosterDiagnostic>) -> Vec<RosterDiagnostic> {
    let key = |of: &RosterDiagnostic| format!("{}; {}", of.what.english(), of.help.english());
    let mut lines: HashMap<String, usize> = HashMap::new();
    for diagnostic in &diagnostics {
        *lines.entry(key(diagnostic)).or_default() += 1;
    }
    let first = diagnostics.into_iter().filter_map(|diagnostic| {
        let count = lines.remove(&key(&diagnostic))?;
        let RosterDiagnostic { line, what, help } = diagnostic;
        let what = if count > 1 { texts::roster::repeated(what, count) } else { what };
        Some(RosterDiagnostic { line, what, help })
    });
    first.collect()
}

/// The form in which sections are compared: case does not count.
fn folded_case(section: &str) -> String {
    section.to_lowercase()
}

/// Two lines that have something in common of which each learner needs one's own. Two learners may have one name if both have a student id.
fn twins(rows: &[RosterRow]) -> Vec<RosterDiagnostic> {
    let mut diagnostics = Vec::new();
    let mut seen: HashMap<(&str, String), &RosterRow> = HashMap::new();
    for row in rows {
        let name = &row.name;
        let names = [
            ("name", name.folded()),
            ("skeleton", name.skeleton()),
            ("folded skeleton", name.folded_skeleton()),
        ];
        let ids = |row: &RosterRow| row.details.get(Detail::StudentId).map(str::to_owned);
        let is_namesake = |first: &RosterRow| {
            first.name.folded() == name.folded() && ids(first).is_some() && ids(row).is_some()
        };
        let first = names.iter().find_map(|key| seen.get(key));
        if let Some(first) = first.filter(|first| !is_namesake(first)) {
            let (text, other) = (quoted(name.as_str()), quoted(first.name.as_str()));
            let (what, help) = if first.name.folded() == name.folded() {
                (texts::roster::same_name(text, first.line), texts::roster::add_ids())
            } else {
                (texts::roster::similar_name(text, other, first.line), texts::roster::rename())
            };
            diagnostics.push(RosterDiagnostic::new(row.line, what, help));
        }
        for detail in Detail::IDENTIFYING.into_iter().rev() {
            let Some(text) = row.details.folded(detail) else { continue };
            let key = (detail.spec().key, text);
            if let Some(first) = seen.get(&key) {
                let what = texts::roster::same_detail(detail.label(), quoted(&key.1), first.line);
                let help = texts::roster::correct_one();
                diagnostics.push(RosterDiagnostic::new(row.line, what, help));
            }
            seen.entry(key).or_insert(row);
        }
        for key in names {
            seen.entry(key).or_insert(row);
        }
    }
    diagnostics
}
