//! Text for a terminal: colours, labels, and rows of cells of one width. A marked cell stands in brackets, which take the place of the blanks
//! around it.
//!
//! ```text
//!   .  x  .
//!   . [o] .      width 2, the middle cell marked
//! ```

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// The first player's pieces: black stones, odd numbers.
pub(super) const FIRST: Style = AnsiColor::Yellow.on_default().bold();
/// The second player's.
pub(super) const SECOND: Style = AnsiColor::Cyan.on_default().bold();
/// Empty cells and the names of rows and columns.
pub(super) const FAINT: Style = Style::new().dimmed();

/// A text on one line, without what a terminal would take for a command.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// A line with a faint label.
pub(super) fn labelled(name: &str, value: impl Display) -> String {
    format!("{}  {value}\n", paint(FAINT, name))
}

/// A text in a style.
pub(super) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A cell as it is drawn.
pub(super) struct DrawnCell {
    /// Its text, with colours.
    text: String,
    /// How many columns the text takes.
    width: usize,
    /// Whether it stands in brackets.
    marked: bool,
}

impl DrawnCell {
    /// A cell whose text takes so many columns.
    pub(super) fn new(text: String, width: usize) -> Self {
        Self { text, width, marked: false }
    }

    /// A place that is no cell.
    pub(super) fn blank() -> Self {
        Self::new(String::new(), 0)
    }

    /// The cell, in brackets where the condition holds.
    pub(super) fn marked_if(self, marked: bool) -> Self {
        Self { marked, ..self }
    }
}

/// A row: before and after each cell is one column.
pub(super) fn row(cells: impl IntoIterator<Item = DrawnCell>, width: usize) -> String {
    let mut text = String::new();
    let mut open = false;
    for cell in cells {
        let mut before = String::from(if open { ']' } else { ' ' });
        before.push_str(&" ".repeat(width.saturating_sub(cell.width)));
        if cell.marked {
            before.pop();
            before.push('[');
        }
        text.push_str(&before);
        text.push_str(&cell.text);
        open = cell.marked;
    }
    text.push(if open { ']' } else { ' ' });
    text
}

/// Rows side by side, one line.
pub(super) fn beside(rows: &[String]) -> String {
    format!("{}\n", rows.join(" ").trim_end_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(texts: &[&str], marked: usize, width: usize) -> String {
        let cells = texts.iter().enumerate().map(|(place, text)| {
            DrawnCell::new((*text).to_owned(), text.len()).marked_if(place == marked)
        });
        row(cells, width)
    }

    #[test]
    fn brackets_take_the_place_of_blanks() {
        assert_eq!(drawn(&["x", "o", "."], 9, 1), " x o . ");
        assert_eq!(drawn(&["x", "o", "."], 0, 1), "[x]o . ");
        assert_eq!(drawn(&["x", "o", "."], 2, 1), " x o[.]");
        assert_eq!(drawn(&["255", "x", "7"], 1, 3), " 255  [x]  7 ");
    }

    #[test]
    fn rows_stand_beside_each_other_without_blanks_at_the_end() {
        let rows = [drawn(&["x", "."], 1, 1), drawn(&["o", "."], 9, 1)];
        assert_eq!(beside(&rows), " x[.]  o .\n");
    }
}
