//! Rows of cells of one width, and blocks of such rows: a marked cell stands in brackets, which take the place of the blanks around it.
//!
//! ```text
//!   .  x  .
//!   . [o] .      width 2, the middle cell marked
//! ```

/// A cell as it is drawn.
pub(super) struct Square {
    /// Its text, with colours.
    text: String,
    /// How many columns the text takes.
    width: usize,
    /// Whether it stands in brackets.
    marked: bool,
}

impl Square {
    /// A cell whose text takes so many columns.
    pub(super) fn new(text: String, width: usize) -> Self {
        Self { text, width, marked: false }
    }

    /// The cell in brackets, if so.
    pub(super) fn marked_if(self, marked: bool) -> Self {
        Self { marked, ..self }
    }
}

/// A row: before and after each cell is one column.
pub(super) fn row(squares: impl IntoIterator<Item = Square>, width: usize) -> String {
    let mut text = String::new();
    let mut open = false;
    for square in squares {
        let mut before = String::from(if open { ']' } else { ' ' });
        before.push_str(&" ".repeat(width.saturating_sub(square.width)));
        if square.marked {
            before.pop();
            before.push('[');
        }
        text.push_str(&before);
        text.push_str(&square.text);
        open = square.marked;
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
        let squares = texts.iter().enumerate().map(|(place, text)| {
            Square::new((*text).to_owned(), text.len()).marked_if(place == marked)
        });
        row(squares, width)
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
