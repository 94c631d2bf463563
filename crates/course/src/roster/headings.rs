//! The headings of class lists: which column a heading names. The headings are data, in `headings.toml`.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization as _;

use crate::member::{Detail, RosterField};

/// What a column of a class list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterColumn {
    /// The whole name, the section, or a detail.
    Field(RosterField),
    /// A part of the name: `first name`, `given name`, `forename`.
    GivenName,
    /// A part of the name: `last name`, `family name`, `surname`.
    FamilyName,
}

impl RosterColumn {
    /// All columns that a list can have, in the order in which a page asks for them.
    pub fn all() -> impl Iterator<Item = Self> {
        let details = Detail::ALL.map(RosterField::Detail);
        let fields = [RosterField::Name, RosterField::Section].into_iter().chain(details);
        let parts = [Self::GivenName, Self::FamilyName];
        fields.map(Self::Field).chain(parts)
    }

    /// The name in options and forms, and the key in `headings.toml`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Field(RosterField::Name) => "name",
            Self::Field(RosterField::Section) => "section",
            Self::Field(RosterField::Detail(detail)) => detail.spec().key,
            // No column says it.
            Self::Field(RosterField::OnRoster) => "on_roster",
            Self::GivenName => "given_name",
            Self::FamilyName => "family_name",
        }
    }
}

impl FromStr for RosterColumn {
    type Err = ();

    fn from_str(key: &str) -> Result<Self, ()> {
        Self::all().find(|column| column.key() == key).ok_or(())
    }
}

/// A heading that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) column: RosterColumn,
    /// The group of the heading among those of its column: the lowest in a list wins.
    pub(super) group: usize,
}

impl Heading {
    /// What a heading says; none if it is not known.
    pub(crate) fn of(heading: &str) -> Option<Self> {
        KNOWN.headings.get(&folded(heading)).copied()
    }

    /// Whether the column may have something else in it, which is ignored then: a login that is an address only in some lists.
    pub(crate) fn is_weak(self) -> bool {
        self.column == RosterColumn::Field(RosterField::Detail(Detail::Email)) && self.group > 0
    }

    /// Whether it is the school's id in an export of Canvas.
    pub(crate) fn is_sis_id(self) -> bool {
        self.is_student_id() && self.group == 0
    }

    /// Whether it is an id that does not say whose: `ID`.
    pub(crate) fn is_bare_id(self) -> bool {
        self.is_student_id() && self.group > 1
    }

    fn is_student_id(self) -> bool {
        self.column == RosterColumn::Field(RosterField::Detail(Detail::StudentId))
    }

    /// Whether only Canvas has such a heading: `SIS` is the school's own system.
    pub(super) fn is_of_canvas(heading: &str) -> bool {
        heading.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("sis"))
    }

    /// Whether a heading that is not known seems to be that of a part of the name: `Prénom usuel`, `Segundo apellido`.
    pub(super) fn is_like_part_of_name(heading: &str) -> bool {
        let words: Vec<String> = heading.split_whitespace().map(folded).collect();
        let parts = [RosterColumn::GivenName, RosterColumn::FamilyName];
        let is_part = |word: &String| {
            KNOWN.headings.get(word).is_some_and(|known| parts.contains(&known.column))
        };
        words.len() > 1 && words.iter().any(is_part)
    }
}

/// Whether a name is that of a line without a learner, such as `Points Possible`. `has_details` says whether the line has an id or an address
/// where the list has a column for them.
pub(crate) fn is_no_learner(name: &str, is_of_canvas: bool, has_details: Option<bool>) -> bool {
    let (name, lines) = (folded(name), &KNOWN.lines);
    lines.always.contains(&name)
        || lines.points_possible.contains(&name)
        || is_of_canvas && has_details != Some(true) && lines.canvas.contains(&name)
        || has_details == Some(false) && lines.sums.contains(&name)
}

/// Whether a name is that of Canvas's line with the points of the columns.
pub(crate) fn is_points_possible(name: &str) -> bool {
    KNOWN.lines.points_possible.contains(&folded(name))
}

/// Whether a cell says that a learner is in no section.
pub(super) fn is_no_section(cell: &str) -> bool {
    KNOWN.no_section.contains(&folded(cell))
}

/// The form in which headings are compared: letters and digits, without case and accents.
pub(super) fn folded(heading: &str) -> String {
    heading.nfkd().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect()
}

/// The names of lines that are no learners.
#[derive(Deserialize)]
struct Lines {
    /// In every list.
    always: Vec<String>,
    /// In exports of Canvas: the points of the columns. They are in no list a learner.
    points_possible: Vec<String>,
    /// In lists of Canvas.
    canvas: Vec<String>,
    /// In lists with ids or addresses, where the line has none.
    sums: Vec<String>,
}

/// The content of `headings.toml`.
struct Known {
    headings: HashMap<String, Heading>,
    lines: Lines,
    no_section: Vec<String>,
}

#[expect(clippy::expect_used, reason = "the file is part of the sources, and a test reads it")]
static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        lines: Lines,
        no_section: NoSection,
        #[serde(flatten)]
        columns: HashMap<String, Vec<Vec<String>>>,
    }
    #[derive(Deserialize)]
    struct NoSection {
        cells: Vec<String>,
    }
    let file: File = toml::from_str(include_str!("headings.toml")).expect("the headings are TOML");
    let all_folded = |texts: Vec<String>| texts.iter().map(|text| folded(text)).collect();
    let mut headings = HashMap::new();
    for column in RosterColumn::all() {
        // A detail is found by its own name without an entry in the file.
        let own = column.key().replace('_', "");
        headings.insert(own, Heading { column, group: 1 });
    }
    for (key, groups) in &file.columns {
        let column = key.parse().expect("a key is that of a column");
        for (group, names) in groups.iter().enumerate() {
            headings.extend(names.iter().map(|name| (folded(name), Heading { column, group })));
        }
    }
    Known {
        headings,
        lines: Lines {
            always: all_folded(file.lines.always),
            points_possible: all_folded(file.lines.points_possible),
            canvas: all_folded(file.lines.canvas),
            sums: all_folded(file.lines.sums),
        },
        no_section: all_folded(file.no_section.cells),
    }
});

/// The columns that a reader names: `name=Teilnehmer,section=Tutorium`. They win over the headings that are known. A column with an empty heading
/// is not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RosterColumns(Vec<(RosterColumn, String)>);

impl RosterColumns {
    /// No columns: the headings decide.
    pub const NONE: Self = Self(Vec::new());

    /// The columns of several texts.
    pub fn joined(all: impl IntoIterator<Item = Self>) -> Self {
        Self(all.into_iter().flat_map(|Self(columns)| columns).collect())
    }

    /// Whether no column is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The heading that a column is named by; empty if the column is switched off.
    pub fn heading_of(&self, column: RosterColumn) -> Option<&str> {
        self.iter().find(|(named, _)| *named == column).map(|(_, heading)| heading)
    }

    /// The columns with the headings that name them.
    pub fn iter(&self) -> impl Iterator<Item = (RosterColumn, &str)> {
        self.0.iter().map(|(column, heading)| (*column, heading.as_str()))
    }
}

impl FromStr for RosterColumns {
    type Err = String;

    /// Reads `COLUMN=HEADING` and so on, with commas between them. A heading may have commas in it.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut columns: Vec<(RosterColumn, String)> = Vec::new();
        for part in text.split(',') {
            let assigned = part.split_once('=').map(|(key, heading)| (key.trim().parse(), heading));
            match (assigned, columns.last_mut()) {
                (Some((Ok(column), heading)), _) => columns.push((column, heading.to_owned())),
                (_, Some((_, heading))) => *heading = format!("{heading},{part}"),
                (_, None) => {
                    let keys: Vec<_> = RosterColumn::all().map(RosterColumn::key).collect();
                    return Err(format!(
                        "expected COLUMN=HEADING with one of the columns {}",
                        keys.join(", ")
                    ));
                }
            }
        }
        let columns =
            columns.into_iter().map(|(column, heading)| (column, heading.trim().to_owned()));
        Ok(Self(columns.collect()))
    }
}

impl fmt::Display for RosterColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<String> =
            self.iter().map(|(column, heading)| format!("{}={heading}", column.key())).collect();
        f.write_str(&columns.join(","))
    }
}
