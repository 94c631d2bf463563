//! The table in a class list: what separates its cells, which line has the headings, and what its columns are.

use csv::{ReaderBuilder, StringRecord, Trim};
use gradus_step::quoted;
use gradus_text::Text;

use super::cells::{clean, damage};
use super::diagnostic::RosterDiagnostic;
use super::headings::{Heading, RosterColumn, RosterColumns, folded};
use crate::member::{Detail, RosterField};
use crate::texts;

/// The headings are on one of the first lines: some lists have a title above them.
const HEAD_LINES: usize = 20;

/// What may separate cells. Of two that fit equally well, the first one does.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// What follows the last line while a list is read. It is in a cell if that cell's quotation mark is not closed.
pub(super) const END: char = '\0';

/// The lines of a list.
pub(super) struct Table {
    pub(super) head: Head,
    /// The lines below the headings that are not blank, with their numbers, from 1.
    pub(super) lines: Vec<(usize, StringRecord)>,
}

impl Table {
    /// Finds the headings and reads the lines below them.
    pub(super) fn read(text: &str, columns: &RosterColumns) -> Result<Self, Vec<RosterDiagnostic>> {
        let (text, declared) = without_declaration(text);
        let text = format!("{text}\n{END}");
        let Some((separator, head)) = find(&text, declared, columns) else {
            let empty = RosterDiagnostic::new(1, texts::roster::empty(), texts::roster::begin());
            return Err(vec![empty]);
        };
        let head = head.check(columns)?;
        let lines = records(&text, separator).filter(|&(line, _)| line > head.line).collect();
        Ok(Self { head, lines })
    }
}

/// The separator and the line with the headings; none if the list is empty.
fn find(text: &str, declared: Option<char>, columns: &RosterColumns) -> Option<(char, Head)> {
    let candidates: Vec<char> = declared.map_or_else(|| SEPARATORS.to_vec(), |one| vec![one]);
    let found = candidates.into_iter().rev().filter_map(|separator| {
        let head = Head::find(records(text, separator), columns)?;
        Some((separator, head))
    });
    found.max_by_key(|(_, head)| (head.score, head.columns.len() > 1))
}

/// The headings of a list, and for each column the heading that stands for it.
pub(super) fn headings(
    text: &str,
    columns: &RosterColumns,
) -> (Vec<String>, Vec<(RosterColumn, String)>) {
    let (text, declared) = without_declaration(text);
    let Some((_, head)) = find(&text, declared, columns) else { return Default::default() };
    let heading_of = |column| {
        let mut places = head.cells.iter().zip(&head.columns);
        let found = places.find(|(_, known)| known.is_some_and(|known| known.column == column));
        (column, found.map(|(heading, _)| heading.to_owned()).unwrap_or_default())
    };
    let headings = head.cells.iter().filter(|heading| !heading.is_empty()).map(str::to_owned);
    (headings.collect(), RosterColumn::all().map(heading_of).collect())
}

/// A text without a line such as `sep=;`, which tells a spreadsheet the separator.
fn without_declaration(text: &str) -> (String, Option<char>) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let declaration = first.trim_matches(['"', '\r', ' ']).split_once('=');
    let declared = declaration.and_then(|(key, separator)| {
        let mut separators = separator.chars();
        let only = separators.next().filter(char::is_ascii);
        only.filter(|_| key.eq_ignore_ascii_case("sep") && separators.next().is_none())
    });
    // The line stays, so that the others keep their numbers.
    let text = if declared.is_some() { format!("\n{rest}") } else { text.to_owned() };
    (text, declared)
}

/// The lines that are not blank, with their numbers, from 1; the cells are without the blanks around them.
#[expect(clippy::expect_used, reason = "of a text in memory, lines of any length can be read")]
fn records(text: &str, separator: char) -> impl Iterator<Item = (usize, StringRecord)> {
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).flexible(true).trim(Trim::All);
    reader.delimiter(u8::try_from(separator).expect("a separator is ASCII"));
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
pub(super) fn of_long_cell(line: usize, cell: &str) -> RosterDiagnostic {
    if let Some(cell) = cell.strip_suffix(END) {
        let what = texts::roster::open_quote(quoted(cell.trim_end()));
        return RosterDiagnostic::new(line, what, texts::roster::close_quote());
    }
    RosterDiagnostic::new(line, texts::roster::long_cell(quoted(cell)), texts::roster::one_line())
}

/// The line with the headings.
pub(super) struct Head {
    /// The number of the line.
    line: usize,
    /// The headings as they are written.
    cells: StringRecord,
    /// What each column has; none if it is not used.
    columns: Vec<Option<Heading>>,
    /// How well the line fits as the headings: whether it says where the name is, and how many of its headings are known.
    score: (bool, usize),
}

impl Head {
    /// The first line that says where the name is, or else the line with the most headings that are known.
    fn find(
        records: impl Iterator<Item = (usize, StringRecord)>,
        columns: &RosterColumns,
    ) -> Option<Self> {
        let heads = records.take(HEAD_LINES).map(|(line, cells)| Self::of(line, cells, columns));
        let heads: Vec<Self> = heads.collect();
        // Of several that fit equally well, the first one is the last of these.
        heads.into_iter().rev().max_by_key(|head| (head.score.0, head.score.1.min(1), head.score.1))
    }

    fn of(line: usize, cells: StringRecord, named: &RosterColumns) -> Self {
        let mut columns: Vec<Option<Heading>> = cells.iter().map(Heading::of).collect();
        for (column, heading) in named.iter() {
            // The other headings of the column are not used.
            for known in &mut columns {
                *known = known.filter(|known| known.column != column);
            }
            let is_named = |cell: &str| !heading.is_empty() && folded(cell) == folded(heading);
            let place = cells.iter().position(is_named);
            if let Some(known) = place.and_then(|place| columns.get_mut(place)) {
                *known = Some(Heading { column, group: 0 });
            }
        }
        // Canvas numbers its users itself. The school's id is in another column, or in none.
        if cells.iter().any(Heading::is_of_canvas) && named.heading_of(STUDENT_ID).is_none() {
            for (known, cell) in columns.iter_mut().zip(&cells) {
                *known = known.filter(|_| folded(cell) != "id");
            }
        }
        for column in RosterColumn::all() {
            let of_column = |known: &Heading| known.column == column;
            let first = columns
                .iter()
                .flatten()
                .filter(|known| of_column(known))
                .min_by_key(|known| known.group);
            let Some(&first) = first else { continue };
            let mut is_taken = false;
            for known in &mut columns {
                *known = known.filter(|known| {
                    let is_used = *known == first && !(is_taken && known.is_weak());
                    is_taken |= *known == first;
                    !of_column(known) || is_used
                });
            }
        }
        let mut head = Self { line, cells, columns, score: (false, 0) };
        // A line with an address in it is that of a learner.
        let is_of_learner = head.cells.iter().any(|cell| cell.contains('@'));
        let is_complete = head.has(NAME)
            || head.has(RosterColumn::GivenName) && head.has(RosterColumn::FamilyName);
        head.score = (is_complete && !is_of_learner, head.columns.iter().flatten().count());
        head
    }

    /// Whether there is such a column.
    pub(super) fn has(&self, column: RosterColumn) -> bool {
        self.columns.iter().flatten().any(|known| known.column == column)
    }

    /// Whether a line repeats the headings.
    pub(super) fn is_repeated_by(&self, cells: &StringRecord) -> bool {
        let mut pairs = self.cells.iter().zip(cells).filter(|(heading, _)| !heading.is_empty());
        pairs.all(|(heading, cell)| heading == cell)
    }

    /// Whether the list is an export of Canvas.
    pub(super) fn is_of_canvas(&self) -> bool {
        self.cells.iter().any(Heading::is_of_canvas)
    }

    /// The number of the line.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// How many columns there are.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The headings of the columns that are not used.
    pub(super) fn unused(&self) -> Vec<String> {
        let cells = self.cells.iter().zip(&self.columns);
        let unused = cells.filter(|(heading, known)| known.is_none() && !heading.is_empty());
        unused.map(|(heading, _)| heading.to_owned()).collect()
    }

    /// The cell of a line in a column, and the heading; none if there is no such column.
    pub(super) fn cell<'a>(
        &self,
        cells: &'a StringRecord,
        column: RosterColumn,
    ) -> Option<(Heading, &'a str)> {
        let mut places =
            self.columns.iter().zip(0..).filter_map(|(known, place)| Some((place, (*known)?)));
        let (place, heading) = places.find(|(_, known)| known.column == column)?;
        Some((heading, clean(cells.get(place).unwrap_or_default())))
    }

    /// What a line has in a column; empty if there is no such column.
    pub(super) fn text<'a>(&self, cells: &'a StringRecord, column: RosterColumn) -> &'a str {
        self.cell(cells, column).map_or("", |(_, text)| text)
    }

    /// Rejects a line that does not say where the name is, and columns that say the same.
    fn check(self, named: &RosterColumns) -> Result<Self, Vec<RosterDiagnostic>> {
        let line = self.line;
        if let Some(cell) = self.cells.iter().find(|cell| cell.ends_with(END)) {
            return Err(vec![of_long_cell(line, cell)]);
        }
        let mut diagnostics = Vec::new();
        let unmatched =
            named.iter().filter(|(column, heading)| !heading.is_empty() && !self.has(*column));
        for (column, heading) in unmatched {
            let what = texts::roster::unknown_column(quoted(heading), self.headings());
            let help = texts::roster::choose_heading(column.key());
            diagnostics.push(RosterDiagnostic::new(line, what, help));
        }
        for (place, known) in self.columns.iter().enumerate() {
            let Some(known) = known else { continue };
            let first = self.columns.iter().position(|other| other.as_ref() == Some(known));
            if let Some(first) = first.filter(|&first| first < place) {
                let cell = |place: usize| self.cells.get(place).unwrap_or_default();
                let (first, second) = (cell(first), cell(place));
                let key = known.column.key();
                let what = texts::roster::same_column(quoted(first), quoted(second), key);
                let help = texts::roster::delete_column(key, first);
                diagnostics.push(RosterDiagnostic::new(line, what, help));
            }
        }
        for (heading, known) in self.cells.iter().zip(&self.columns) {
            if let Some((what, help)) = damage(heading) {
                diagnostics.push(RosterDiagnostic::new(line, what, help));
            } else if known.is_none() && named.is_empty() && Heading::is_like_part_of_name(heading)
            {
                let what = texts::roster::part_of_name(quoted(heading));
                diagnostics.push(RosterDiagnostic::new(line, what, texts::roster::name_columns()));
            }
        }
        if !self.score.0 && diagnostics.is_empty() {
            // Perhaps the lines below are in a cell of it.
            let long = self.cells.iter().find(|cell| cell.contains('\n'));
            let is_data =
                |cell: &str| cell.contains('@') || cell.bytes().any(|byte| byte.is_ascii_digit());
            let missing = || {
                let (what, help) = if self.score.1 == 0 && self.cells.iter().any(is_data) {
                    (texts::roster::no_headings(), texts::roster::begin())
                } else {
                    let what = texts::roster::no_name_column(self.headings());
                    (what, texts::roster::choose_column())
                };
                RosterDiagnostic::new(line, what, help)
            };
            diagnostics.push(long.map_or_else(missing, |cell| of_long_cell(line, cell)));
        }
        if diagnostics.is_empty() { Ok(self) } else { Err(diagnostics) }
    }

    /// The headings, for messages.
    fn headings(&self) -> Text {
        let headings = self.cells.iter().filter(|heading| !heading.is_empty()).take(HEADINGS_SHOWN);
        Text::list(texts::roster::comma(), headings.map(quoted))
    }
}

/// How many headings a message lists.
const HEADINGS_SHOWN: usize = 30;

/// The column of the student id.
const STUDENT_ID: RosterColumn = RosterColumn::Field(RosterField::Detail(Detail::StudentId));

/// The column of the whole name.
pub(crate) const NAME: RosterColumn = RosterColumn::Field(RosterField::Name);
