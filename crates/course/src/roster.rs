//! A class list in CSV.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt::Display;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::learner::{LearnerName, NotAName};
use super::member::{Detail, Details, RosterField, SectionName};
use gradus_step::quoted;

/// The most learners that a list may have.
pub const ROSTER_LIMIT: usize = 5000;

/// What a list begins with, for the help.
const EXAMPLE: &str = "begin with a line such as `name,section,email,student id`";

/// What follows the last line while a list is read. It is in a cell if that cell's quotation mark is not closed.
const END: char = '\0';

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
    /// The heads of the columns that are not used, so that a misspelt one is noticed.
    pub unused: Vec<String>,
}

/// What is wrong with a class list: the line, what was found, and the help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}; {help}")]
pub struct RosterDiagnostic {
    /// The line, from 1.
    pub line: usize,
    /// What was found.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

impl RosterDiagnostic {
    /// A diagnostic of a line.
    pub fn new(line: usize, what: impl Into<String>, help: impl Into<String>) -> Self {
        Self { line, what: what.into(), help: help.into() }
    }
}

/// Reads a class list: a head with `name` and any of the other [fields](RosterField), then a line for each learner. Separated by commas,
/// semicolons or tabs, quoted as RFC 4180 says; a byte order mark is skipped. `sections` are those of the course; empty: any.
///
/// The columns come in any order and may have other usual names: `group`, `mail`, `id`, `matriculation` and so on, or `first name` and
/// `last name`. Other columns are not used. An empty cell says nothing of the learner. All are reported at once.
///
/// ```
/// use gradus_course::read_roster;
///
/// let list = read_roster("Name;Group;Degree\nAda Lovelace;A;Maths\n", &[]).unwrap();
/// assert_eq!(list.rows[0].name.as_str(), "Ada Lovelace");
/// assert_eq!(list.rows[0].line, 2);
/// assert_eq!(list.unused, ["Degree"]);
/// ```
pub fn read_roster(
    text: &str,
    sections: &[SectionName],
) -> Result<RosterList, Vec<RosterDiagnostic>> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace('\r', "\n");
    let text = format!("{text}\n{END}");
    let mut records = records(&text);
    let Some((line, cells)) = records.next() else {
        return Err(vec![RosterDiagnostic::new(1, "the list is empty", EXAMPLE)]);
    };
    let head = Head::parse(line, &cells)?;
    let (mut rows, mut diagnostics) = (Vec::new(), Vec::new());
    for (place, (line, cells)) in records.enumerate() {
        if place == ROSTER_LIMIT {
            let what = format!("there are more than {ROSTER_LIMIT} learners");
            diagnostics.push(RosterDiagnostic::new(line, what, "divide the list"));
            break;
        }
        rows.extend(head.row(line, &cells, sections, &mut diagnostics));
    }
    if rows.is_empty() && diagnostics.is_empty() {
        let what = "there is no learner below the head";
        diagnostics.push(RosterDiagnostic::new(line, what, "add a line for each learner"));
    }
    diagnostics.extend(twins(&rows));
    diagnostics.sort_by_key(|diagnostic| diagnostic.line);
    if diagnostics.is_empty() {
        Ok(RosterList { rows, unused: head.unused })
    } else {
        Err(diagnostics)
    }
}

/// The lines that are not blank, with their numbers, from 1; the cells are without the blanks around them.
#[expect(clippy::expect_used, reason = "of a text in memory, lines of any length can be read")]
fn records(text: &str) -> impl Iterator<Item = (usize, StringRecord)> {
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(Trim::All).delimiter(separator(text));
    let records = reader.from_reader(text.as_bytes()).into_records().map(move |record| {
        let record = record.expect("a text is UTF-8");
        let (mut line, mut start) = (1, 0);
        if let Some(position) = record.position() {
            line = usize::try_from(position.line()).unwrap_or(usize::MAX);
            start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
        }
        // The reader counts empty lines to the record behind them.
        let rest = text.as_bytes().get(start..).unwrap_or_default();
        (line + rest.iter().take_while(|&&byte| byte == b'\n').count(), record)
    });
    records.filter(|(_, cells)| cells.iter().any(|cell| !matches!(cell, "" | "\0")))
}

/// What is wrong with a cell that goes on behind the end of its line.
fn of_long_cell(line: usize, cell: &str) -> RosterDiagnostic {
    if let Some(cell) = cell.strip_suffix(END) {
        let what = format!("a quotation mark is not closed: {}", quoted(cell.trim_end()));
        return RosterDiagnostic::new(line, what, "close it behind the cell, or delete it");
    }
    let what = format!("a cell has several lines: {}", quoted(cell));
    RosterDiagnostic::new(line, what, "close its quotation marks, or write it on one line")
}

/// What separates the cells: the most frequent of the three in the first line that is not blank.
fn separator(text: &str) -> u8 {
    let head = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let frequency = |separator: &u8| head.bytes().filter(|byte| byte == separator).count();
    // Of several that are as frequent, it is the last one.
    [b'\t', b';', b','].into_iter().max_by_key(frequency).unwrap_or(b',')
}

/// Two lines that have something in common of which each learner needs one's own.
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
        if let Some(first) = names.iter().find_map(|key| seen.get(key)) {
            let what = if first.name.folded() == name.folded() {
                format!("the name {} is also on line {}", quoted(name.as_str()), first.line)
            } else {
                let (name, other) = (quoted(name.as_str()), quoted(first.name.as_str()));
                format!("the name {name} looks like {other} on line {}", first.line)
            };
            let help = "delete the line, or give one of them another name, as with a number";
            diagnostics.push(RosterDiagnostic::new(row.line, what, help));
        }
        for detail in Detail::IDENTIFYING.into_iter().rev() {
            let Some(text) = row.details.folded(detail) else { continue };
            let key = (detail.spec().name, text);
            if let Some(first) = seen.get(&key) {
                let (kind, text) = (key.0, quoted(&key.1));
                let what = format!("the {kind} {text} is also on line {}", first.line);
                let help = "delete the line, or correct one of them";
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

/// What a column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Field(RosterField),
    /// A part of the name: `first name`, `given name`, `forename`.
    GivenName,
    /// A part of the name: `last name`, `family name`, `surname`.
    FamilyName,
}

impl Column {
    /// The column under a head. Letters' case, blanks and punctuation do not count.
    fn of(head: &str) -> Option<Self> {
        let folded = |head: &str| -> String {
            let letters = head.chars().filter(|letter| letter.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        let head = folded(head);
        let is_head = |known: &&str| folded(known) == head;
        match head.as_str() {
            "firstname" | "givenname" | "forename" => Some(Self::GivenName),
            "lastname" | "familyname" | "surname" => Some(Self::FamilyName),
            _ => {
                let mut fields = RosterField::all();
                fields.find(|field| field.heads().iter().any(is_head)).map(Self::Field)
            }
        }
    }
}

/// The first line of a list.
struct Head {
    /// What each column says; none if it is not used.
    columns: Vec<Option<Column>>,
    /// The heads of those.
    unused: Vec<String>,
}

impl Head {
    fn parse(line: usize, cells: &StringRecord) -> Result<Self, Vec<RosterDiagnostic>> {
        if let Some(cell) = cells.iter().find(|cell| cell.ends_with(END)) {
            return Err(vec![of_long_cell(line, cell)]);
        }
        let columns: Vec<Option<Column>> = cells.iter().map(Column::of).collect();
        let mut diagnostics = Vec::new();
        for (place, column) in columns.iter().enumerate().filter(|(_, column)| column.is_some()) {
            let first = columns.iter().position(|other| other == column);
            if let Some(first) = first.filter(|&first| first < place) {
                let cell = |place: usize| quoted(cells.get(place).unwrap_or_default());
                let what = format!("the columns {} and {} say the same", cell(first), cell(place));
                diagnostics.push(RosterDiagnostic::new(line, what, "delete one of them"));
            }
        }
        let has = |column| columns.contains(&Some(column));
        let has_name = has(Column::Field(RosterField::Name));
        let is_in_parts = has(Column::GivenName) && has(Column::FamilyName);
        let has_a_part = has(Column::GivenName) || has(Column::FamilyName);
        if has_name && has_a_part && !is_in_parts {
            let what = "the first line has a column for the name, and one for a part of it";
            let help =
                "write the whole name in `name`, or its parts in `first name` and `last name`";
            diagnostics.push(RosterDiagnostic::new(line, what, help));
        } else if !has_name && !is_in_parts {
            // Perhaps the lines below are in a cell of it.
            let long = cells.iter().find(|cell| cell.contains('\n'));
            let missing =
                || RosterDiagnostic::new(line, "the first line has no column `name`", EXAMPLE);
            diagnostics.push(long.map_or_else(missing, |cell| of_long_cell(line, cell)));
        }
        let unused = cells
            .iter()
            .zip(&columns)
            .filter(|(head, column)| column.is_none() && !head.is_empty());
        let unused = unused.map(|(head, _)| head.to_owned()).collect();
        if diagnostics.is_empty() { Ok(Self { columns, unused }) } else { Err(diagnostics) }
    }

    /// What a line says in a column, without an apostrophe that protects it in a spreadsheet; empty if there is no such column.
    fn cell<'a>(&self, cells: &'a StringRecord, column: Column) -> &'a str {
        let place = self.columns.iter().position(|other| *other == Some(column));
        let cell = place.and_then(|place| cells.get(place)).unwrap_or_default();
        let protected =
            cell.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@']));
        protected.unwrap_or(cell)
    }

    /// The learner of a line, unless there are diagnostics.
    fn row(
        &self,
        line: usize,
        cells: &StringRecord,
        sections: &[SectionName],
        diagnostics: &mut Vec<RosterDiagnostic>,
    ) -> Option<RosterRow> {
        if let Some(cell) = cells.iter().find(|cell| cell.contains('\n')) {
            diagnostics.push(of_long_cell(line, cell));
            return None;
        }
        if cells.iter().skip(self.columns.len()).any(|cell| !cell.is_empty()) {
            let what =
                format!("the line has {} cells, the head has {}", cells.len(), self.columns.len());
            let help = "put a cell that has a separator in it between quotation marks";
            diagnostics.push(RosterDiagnostic::new(line, what, help));
            return None;
        }
        let before = diagnostics.len();
        let name = self.name(cells).map_err(|(name, error)| {
            let what = match error {
                NotAName::Empty => error.to_string(),
                _ => format!("{}: {error}", quoted(&name)),
            };
            diagnostics.push(RosterDiagnostic::new(line, what, help(&error)));
        });
        let parse = |cell: &str| cell.parse::<SectionName>();
        let section = self.value(line, cells, RosterField::Section, parse, diagnostics);
        let section = section.and_then(|section| {
            among(line, section, sections).map_err(|diagnostic| diagnostics.push(diagnostic)).ok()
        });
        let mut details = Details::default();
        for detail in Detail::ALL {
            let read = |cell: &str| details.set(detail, cell);
            self.value(line, cells, RosterField::Detail(detail), read, diagnostics);
        }
        let name = name.ok()?;
        (diagnostics.len() == before).then_some(RosterRow { line, name, section, details })
    }

    /// The name in a line, or the text that is none, and why.
    fn name(&self, cells: &StringRecord) -> Result<LearnerName, (String, NotAName)> {
        let text = match self.cell(cells, Column::Field(RosterField::Name)) {
            "" => {
                let given = self.cell(cells, Column::GivenName);
                format!("{given} {}", self.cell(cells, Column::FamilyName))
            }
            name => name.to_owned(),
        };
        text.parse().map_err(|error| (text.trim().to_owned(), error))
    }

    /// What a line says in a column, read; none if it is empty or faulty.
    fn value<T, E: Display>(
        &self,
        line: usize,
        cells: &StringRecord,
        field: RosterField,
        read: impl FnOnce(&str) -> Result<T, E>,
        diagnostics: &mut Vec<RosterDiagnostic>,
    ) -> Option<T> {
        let cell = self.cell(cells, Column::Field(field));
        if cell.is_empty() {
            return None;
        }
        let read = read(cell).map_err(|error| {
            let what = format!("the {} {}: {error}", field.name(), quoted(cell));
            let help = "correct it, or leave the cell empty";
            diagnostics.push(RosterDiagnostic::new(line, what, help));
        });
        read.ok()
    }
}

/// What to do about a text that is no name.
fn help(error: &NotAName) -> &'static str {
    match error {
        NotAName::Empty => "write the name, or delete the line",
        NotAName::Long(_) => "shorten it",
        NotAName::Character { found: ',' | ';', .. } => {
            "write it as `Ada Lovelace`, the given name first"
        }
        NotAName::Character { .. } | NotAName::NoLetter => {
            "names have letters, digits, blanks, and . _ - – ' ’ + @"
        }
    }
}

/// The section as the course writes it, unless it has none of this name. Letters' case does not count.
fn among(
    line: usize,
    section: SectionName,
    sections: &[SectionName],
) -> Result<SectionName, RosterDiagnostic> {
    if sections.is_empty() {
        return Ok(section);
    }
    let folded = section.as_str().to_lowercase();
    let known = sections.iter().find(|known| known.as_str().to_lowercase() == folded);
    known.cloned().ok_or_else(|| {
        let what = format!("the course has no section {}", quoted(section.as_str()));
        let names: Vec<&str> = sections.iter().map(SectionName::as_str).collect();
        let help = format!("write one of {}, or add it to course.toml", names.join(", "));
        RosterDiagnostic::new(line, what, help)
    })
}
