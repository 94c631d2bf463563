//! The columns of a class list, and what a line says in them.

use std::fmt::Display;
use std::str::FromStr;

use csv::StringRecord;

use super::{END, EXAMPLE, RosterFault, RosterRow, of_long_cell};
use crate::learner::{LearnerName, NotAName};
use crate::member::SectionName;
use gradus_step::quoted;

/// What a column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// `name`, `full name`, `student`, `student name`, `learner`.
    Name,
    /// `first name`, `given name`, `forename`.
    GivenName,
    /// `last name`, `family name`, `surname`.
    FamilyName,
    /// `section`, `group`, `class`.
    Section,
    /// `email`, `e-mail`, `mail`, `email address`.
    Email,
    /// `id`, `student id`, `id number`, `student number`, `matriculation`, `matriculation number`.
    StudentId,
}

impl Column {
    /// The column under a head. Letters' case, blanks and punctuation do not count.
    fn of(head: &str) -> Option<Self> {
        let letters = head.chars().filter(|letter| letter.is_alphanumeric());
        let word: String = letters.flat_map(char::to_lowercase).collect();
        match word.as_str() {
            "name" | "fullname" | "student" | "studentname" | "learner" => Some(Self::Name),
            "firstname" | "givenname" | "forename" => Some(Self::GivenName),
            "lastname" | "familyname" | "surname" => Some(Self::FamilyName),
            "section" | "group" | "class" => Some(Self::Section),
            "email" | "mail" | "emailaddress" => Some(Self::Email),
            "id"
            | "studentid"
            | "idnumber"
            | "studentnumber"
            | "matriculation"
            | "matriculationnumber" => Some(Self::StudentId),
            _ => None,
        }
    }
}

/// The first line of a list.
pub(super) struct Head {
    /// What each column says; none if it is not used.
    columns: Vec<Option<Column>>,
    /// The heads of those.
    pub(super) unused: Vec<String>,
}

impl Head {
    pub(super) fn parse(line: usize, cells: &StringRecord) -> Result<Self, Vec<RosterFault>> {
        if let Some(cell) = cells.iter().find(|cell| cell.ends_with(END)) {
            return Err(vec![of_long_cell(line, cell)]);
        }
        let columns: Vec<Option<Column>> = cells.iter().map(Column::of).collect();
        let mut faults = Vec::new();
        for (place, column) in columns.iter().enumerate().filter(|(_, column)| column.is_some()) {
            let first = columns.iter().position(|other| other == column);
            if let Some(first) = first.filter(|&first| first < place) {
                let cell = |place: usize| quoted(cells.get(place).unwrap_or_default());
                let what = format!("the columns {} and {} say the same", cell(first), cell(place));
                faults.push(RosterFault::new(line, what, "delete one of them"));
            }
        }
        let has = |column| columns.contains(&Some(column));
        let is_in_parts = has(Column::GivenName) && has(Column::FamilyName);
        let has_a_part = has(Column::GivenName) || has(Column::FamilyName);
        if has(Column::Name) && has_a_part && !is_in_parts {
            let what = "the first line has a column for the name, and one for a part of it";
            let help =
                "write the whole name in `name`, or its parts in `first name` and `last name`";
            faults.push(RosterFault::new(line, what, help));
        } else if !has(Column::Name) && !is_in_parts {
            // Perhaps the lines below are in a cell of it.
            let long = cells.iter().find(|cell| cell.contains('\n'));
            let missing = || RosterFault::new(line, "the first line has no column `name`", EXAMPLE);
            faults.push(long.map_or_else(missing, |cell| of_long_cell(line, cell)));
        }
        let unused = cells
            .iter()
            .zip(&columns)
            .filter(|(head, column)| column.is_none() && !head.is_empty());
        let unused = unused.map(|(head, _)| head.to_owned()).collect();
        if faults.is_empty() { Ok(Self { columns, unused }) } else { Err(faults) }
    }

    /// What a line says in a column, without an apostrophe that protects it in a spreadsheet; empty if there is no such column.
    fn cell<'a>(&self, cells: &'a StringRecord, column: Column) -> &'a str {
        let place = self.columns.iter().position(|other| *other == Some(column));
        let cell = place.and_then(|place| cells.get(place)).unwrap_or_default();
        let protected =
            cell.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@']));
        protected.unwrap_or(cell)
    }

    /// The learner of a line, unless there are faults.
    pub(super) fn row(
        &self,
        line: usize,
        cells: &StringRecord,
        sections: &[SectionName],
        faults: &mut Vec<RosterFault>,
    ) -> Option<RosterRow> {
        if let Some(cell) = cells.iter().find(|cell| cell.contains('\n')) {
            faults.push(of_long_cell(line, cell));
            return None;
        }
        if cells.iter().skip(self.columns.len()).any(|cell| !cell.is_empty()) {
            let what =
                format!("the line has {} cells, the head has {}", cells.len(), self.columns.len());
            let help = "put a cell that has a separator in it between quotation marks";
            faults.push(RosterFault::new(line, what, help));
            return None;
        }
        let before = faults.len();
        let name = self.name(cells).map_err(|(name, error)| {
            let what = match error {
                NotAName::Empty => error.to_string(),
                _ => format!("{}: {error}", quoted(&name)),
            };
            faults.push(RosterFault::new(line, what, help(&error)));
        });
        let section = self.value::<SectionName>(line, cells, Column::Section, faults);
        let section = section.and_then(|section| {
            among(line, section, sections).map_err(|fault| faults.push(fault)).ok()
        });
        let email = self.value(line, cells, Column::Email, faults);
        let student_id = self.value(line, cells, Column::StudentId, faults);
        let name = name.ok()?;
        (faults.len() == before).then_some(RosterRow { line, name, section, email, student_id })
    }

    /// The name in a line, or the text that is none, and why.
    fn name(&self, cells: &StringRecord) -> Result<LearnerName, (String, NotAName)> {
        let text = match self.cell(cells, Column::Name) {
            "" => {
                let given = self.cell(cells, Column::GivenName);
                format!("{given} {}", self.cell(cells, Column::FamilyName))
            }
            name => name.to_owned(),
        };
        text.parse().map_err(|error| (text.trim().to_owned(), error))
    }

    /// What a line says in a column, read; none if it is empty or faulty.
    fn value<T: FromStr<Err: Display>>(
        &self,
        line: usize,
        cells: &StringRecord,
        column: Column,
        faults: &mut Vec<RosterFault>,
    ) -> Option<T> {
        let cell = self.cell(cells, column);
        if cell.is_empty() {
            return None;
        }
        let read = cell.parse::<T>().map_err(|error| {
            let what = match column {
                Column::Section => "section",
                Column::Email => "e-mail address",
                Column::StudentId => "student id",
                Column::Name | Column::GivenName | Column::FamilyName => "name",
            };
            let what = format!("the {what} {}: {error}", quoted(cell));
            faults.push(RosterFault::new(line, what, "correct it, or leave the cell empty"));
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
) -> Result<SectionName, RosterFault> {
    if sections.is_empty() {
        return Ok(section);
    }
    let folded = section.as_str().to_lowercase();
    let known = sections.iter().find(|known| known.as_str().to_lowercase() == folded);
    known.cloned().ok_or_else(|| {
        let what = format!("the course has no section {}", quoted(section.as_str()));
        let names: Vec<&str> = sections.iter().map(SectionName::as_str).collect();
        let help = format!("write one of {}, or add it to course.toml", names.join(", "));
        RosterFault::new(line, what, help)
    })
}
