//! The names in a class list: from one column or from two, with the given name first or behind a comma.

use csv::StringRecord;

use super::diagnostic::RosterDiagnostic;
use super::headings::RosterColumn;
use super::table::{Head, NAME};
use crate::learner::is_suffix;
use crate::texts;

/// The names in a list.
pub(super) struct Names {
    /// The name of each line, the given name first: empty if the line has none, none if the names cannot be understood.
    pub(super) texts: Vec<Option<String>>,
    /// How many were written as `Lovelace, Ada`.
    pub(super) turned: usize,
    /// Why names cannot be understood.
    pub(super) diagnostic: Option<RosterDiagnostic>,
}

/// Reads the names of all lines, because how one is written depends on how the others are.
pub(super) fn read(head: &Head, lines: &[(usize, StringRecord)]) -> Names {
    let parts = |(_, cells): &(usize, StringRecord)| {
        let part = |column| {
            let cell = head.text(cells, column);
            // A cell that swallowed other lines is reported, and says nothing of names.
            if cell.contains('\n') { String::new() } else { real_words(cell) }
        };
        Parts {
            whole: part(NAME),
            given: part(RosterColumn::GivenName),
            family: part(RosterColumn::FamilyName),
        }
    };
    let mut all: Vec<Parts> = lines.iter().map(parts).collect();
    if head.has(NAME) && head.has(RosterColumn::GivenName) != head.has(RosterColumn::FamilyName) {
        // `Name, First name`: is it the whole name that is in `Name`, or the other part?
        let is_whole = |parts: &Parts| {
            parts.whole.contains(&parts.given) && parts.whole.contains(&parts.family)
        };
        if !all.iter().any(is_whole) {
            for Parts { whole, given, family } in &mut all {
                let part = if given.is_empty() { given } else { family };
                *part = std::mem::take(whole);
            }
        } else if !all.iter().all(is_whole) {
            let line = lines.first().map_or(1, |(line, _)| *line);
            let (what, help) = (texts::roster::half_name(), texts::roster::name_columns());
            let diagnostic = Some(RosterDiagnostic::new(line, what, help));
            return Names { texts: vec![None; lines.len()], turned: 0, diagnostic };
        }
    }
    let names: Vec<String> = all.into_iter().map(Parts::joined).collect();
    turn(&names, lines)
}

/// A name as its columns have it.
struct Parts {
    whole: String,
    given: String,
    family: String,
}

impl Parts {
    fn joined(self) -> String {
        let Self { whole, given, family } = self;
        if whole.is_empty() { in_order(&given, &family) } else { whole }
    }
}

/// A given name and a family name in the order of their language: the family name is first in Chinese, Japanese and Korean.
fn in_order(given: &str, family: &str) -> String {
    let is_east_asian = |part: &str| part.chars().all(is_east_asian);
    let (first, second) = if is_east_asian(given) && is_east_asian(family) {
        (family, given)
    } else {
        (given, family)
    };
    format!("{first} {second}").trim().to_owned()
}

/// Whether a letter is one of Chinese, Japanese or Korean.
fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{20000}'..='\u{3ffff}')
}

/// A name without words that stand for a part that a learner does not have, such as `-` and `.`, and without more blanks than needed.
fn real_words(name: &str) -> String {
    let is_real = |word: &&str| !word.chars().all(|c| "-.–—_".contains(c));
    let name = name.trim_matches(['“', '”', '„', '«', '»']);
    let words: Vec<&str> = name.split_whitespace().collect();
    let first = words.iter().position(is_real);
    let last = words.iter().rposition(is_real);
    let real = first.zip(last).and_then(|(first, last)| words.get(first..=last));
    real.unwrap_or_default().join(" ")
}

/// The commas of the scripts in which names are written.
const COMMAS: [char; 4] = [',', '，', '、', '،'];

/// The parts of a name between commas, without a suffix, and the suffix.
fn parts_of(name: &str) -> (Vec<&str>, Option<&str>) {
    let mut parts: Vec<&str> = name.split(COMMAS).map(str::trim).collect();
    let suffix = parts.pop_if(|part| is_suffix(part));
    (parts, suffix)
}

/// Turns names such as `Lovelace, Ada` round if all have this form. A name of one word has no order.
fn turn(names: &[String], lines: &[(usize, StringRecord)]) -> Names {
    let right = names.iter().map(|name| {
        let (parts, suffix) = parts_of(name);
        let name = match parts[..] {
            [whole] => whole.to_owned(),
            [family, given] if !family.is_empty() && !given.is_empty() => in_order(given, family),
            _ => return None,
        };
        Some(name + &suffix.map(|suffix| format!(" {suffix}")).unwrap_or_default())
    });
    let right: Vec<Option<String>> = right.collect();
    let has_comma = |name: &String| parts_of(name).0.len() > 1;
    let with_comma = names.iter().zip(lines).filter(|(name, _)| has_comma(name));
    let with_comma: Vec<usize> = with_comma.map(|(_, (line, _))| *line).collect();
    let Some(&first) = with_comma.first() else {
        return Names { texts: right, turned: 0, diagnostic: None };
    };
    let is_alike = names.iter().all(|name| has_comma(name) || !name.contains(' '));
    if is_alike && right.iter().all(Option::is_some) {
        return Names { texts: right, turned: with_comma.len(), diagnostic: None };
    }
    let more = if with_comma.len() > LINES_LISTED { ", …" } else { "" };
    let listed: Vec<String> = with_comma.iter().take(LINES_LISTED).map(usize::to_string).collect();
    let what = texts::roster::commas(with_comma.len(), names.len(), listed.join(", ") + more);
    let diagnostic = Some(RosterDiagnostic::new(first, what, texts::roster::given_name_first()));
    let texts = names.iter().zip(right).map(|(name, right)| right.filter(|_| !has_comma(name)));
    Names { texts: texts.collect(), turned: 0, diagnostic }
}

/// How many lines a message lists.
const LINES_LISTED: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(names: &[&str]) -> Result<Vec<String>, String> {
        let texts: Vec<String> = names.iter().map(|name| real_words(name)).collect();
        let lines: Vec<_> =
            (2..).map(|line| (line, StringRecord::new())).take(names.len()).collect();
        let Names { texts, diagnostic, .. } = turn(&texts, &lines);
        diagnostic
            .map_or_else(|| Ok(texts.into_iter().flatten().collect()), |one| Err(one.to_string()))
    }

    #[test]
    fn names_behind_a_comma_are_turned_round_if_all_are() {
        let list = turned(&[
            "Lovelace, Ada",
            "O'Brien,Conor",
            "Cher",
            "King, Martin Luther, Jr.",
            "王，小明",
        ]);
        assert_eq!(
            list.unwrap(),
            ["Ada Lovelace", "Conor O'Brien", "Cher", "Martin Luther King Jr.", "王 小明"]
        );
        assert_eq!(
            turned(&["Martin Luther King, Jr.", "Ada Lovelace"]).unwrap()[0],
            "Martin Luther King Jr."
        );
        let mixed = turned(&["Ada Lovelace", "Hopper, Grace"]).unwrap_err();
        assert!(mixed.starts_with("line 3: names with a comma: 1 of 2, on lines 3"), "{mixed}");
        assert!(turned(&["a, b, c"]).is_err());
    }

    #[test]
    fn a_mark_that_stands_for_no_name_is_left_out() {
        for (name, expected) in
            [("- Cher", "Cher"), ("Cher .", "Cher"), ("Anne – Marie", "Anne – Marie"), (" - ", "")]
        {
            assert_eq!(real_words(name), expected);
        }
    }
}
