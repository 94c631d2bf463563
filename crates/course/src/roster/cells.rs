//! The cells of a class list: what spreadsheets and exports add to them, and what spreadsheets break in them.

use encoding_rs::WINDOWS_1252;
use gradus_step::quoted;
use gradus_text::Text;

use crate::member::Detail;
use crate::texts;

/// A cell without what exports put around a value: blanks, marks that nobody sees, `="0071"` and `'+7`, with which a value is kept as it is in a
/// spreadsheet.
pub(super) fn clean(cell: &str) -> &str {
    let cell = trim(cell);
    let formula = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    let cell = formula.map_or(cell, trim);
    let protected = cell.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@']));
    protected.unwrap_or(cell)
}

fn trim(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || is_unseen(c))
}

/// Whether a character is never seen: a blank without width, a byte order mark, a mark for the direction of a text.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a cell says nothing: it is empty, or a mark such as `-` or `.` stands for nothing.
pub(super) fn is_blank(cell: &str) -> bool {
    !cell.contains(char::is_alphanumeric)
        || matches!(cell.to_ascii_lowercase().as_str(), "n/a" | "null")
}

/// A detail as a list writes it, without what is not part of it: `mailto:`, a name before an address, a `#` before an id.
pub(super) fn detail(detail: Detail, cell: &str) -> &str {
    match detail {
        Detail::Email => {
            let address = cell.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
            let address = address.map_or(cell, |(address, _)| address).trim();
            let scheme = address.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
            let address = scheme.and_then(|scheme| address.get(scheme.len()..)).unwrap_or(address);
            address.trim_end_matches([';', ',']).trim()
        }
        Detail::StudentId => cell.strip_prefix('#').unwrap_or(cell).trim(),
    }
}

/// What a spreadsheet or a wrong encoding has broken in a cell, with the help; none if nothing is seen of such.
pub(super) fn damage(cell: &str) -> Option<(Text, Text)> {
    if let Some(right) = repaired(cell) {
        let what = texts::roster::mojibake(quoted(cell));
        return Some((what, texts::roster::write_instead(quoted(&right))));
    }
    let is_error = cell.starts_with('#')
        && (cell.ends_with(['!', '?']) || cell == "#N/A" || cell == "#NV")
        || cell.len() > 2 && cell.bytes().all(|byte| byte == b'#');
    is_error
        .then(|| (texts::roster::spreadsheet_error(quoted(cell)), texts::roster::correct_cell()))
}

/// What a spreadsheet has made of a student id, with the help; none if nothing is seen of such.
pub(super) fn damage_of_id(id: &str) -> Option<(Text, Text)> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = id.split_once(['.', ',']).unwrap_or((id, ""));
    if let Some((mantissa, exponent)) = id.split_once(['E', 'e'])
        && let Some(exponent) = exponent.strip_prefix('+')
        && digits(exponent)
        && mantissa.split(['.', ',']).all(digits)
    {
        return Some((texts::roster::scientific(quoted(id)), texts::roster::format_text()));
    }
    let is_decimal =
        digits(whole) && !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0');
    is_decimal
        .then(|| (texts::roster::decimal(quoted(id)), texts::roster::write_instead(quoted(whole))))
}

/// The text that a cell was before it was read in the wrong encoding: `JÃ¼rgen` was `Jürgen`. None if the cell is no such text.
fn repaired(cell: &str) -> Option<String> {
    if cell.is_ascii() {
        return None;
    }
    let (bytes, _, has_others) = WINDOWS_1252.encode(cell);
    let text = String::from_utf8(bytes.into_owned()).ok();
    text.filter(|_| !has_others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exports_add_to_a_cell_is_no_part_of_it() {
        for (cell, expected) in [
            ("\u{a0} Ada\u{200b} ", "Ada"),
            ("=\"0071\"", "0071"),
            ("'+7", "+7"),
            ("'-Ada", "-Ada"),
            ("'Ada'", "'Ada'"),
            ("\u{feff}Ada\u{200f}", "Ada"),
        ] {
            assert_eq!(clean(cell), expected, "{cell:?}");
        }
        for (cell, expected) in [
            ("mailto:ada@example.org", "ada@example.org"),
            ("Mailto:ada@example.org", "ada@example.org"),
            ("Ada Lovelace <ada@example.org>", "ada@example.org"),
            ("ada@example.org;", "ada@example.org"),
        ] {
            assert_eq!(detail(Detail::Email, cell), expected);
        }
        assert_eq!(detail(Detail::StudentId, "#1815"), "1815");
        for cell in ["", "-", ".", "–", "n/a", "NULL", "--"] {
            assert!(is_blank(cell), "{cell}");
        }
    }

    #[test]
    fn damage_is_seen() {
        for cell in
            ["JÃ¼rgen", "MÃ¼ller", "FranÃ§ois", "#NAME?", "#REF!", "#N/A", "########", "â€™s"]
        {
            assert!(damage(cell).is_some(), "{cell}");
        }
        for cell in ["Jürgen", "Ñandú", "Ada", "#7", "李明", "Łukasz", "D’Arcy", "São"] {
            assert!(damage(cell).is_none(), "{cell}");
        }
        for id in ["1,23457E+11", "1.23457E+11", "2e+07", "71.0", "71,00"] {
            assert!(damage_of_id(id).is_some(), "{id}");
        }
        for id in ["123456789012", "E+12", "12E5", "S1.0", "7.1", "0071"] {
            assert!(damage_of_id(id).is_none(), "{id}");
        }
    }
}
