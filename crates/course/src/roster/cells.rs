//! The cells of a class list: what spreadsheets and exports add to them, and what spreadsheets break in them.

use encoding_rs::WINDOWS_1252;
use gradus_step::quoted;
use gradus_text::Text;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

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

/// Whether a cell says nothing: it is empty, a mark such as `-` or `.` stands for nothing, or a program wrote that there is nothing.
pub(super) fn is_blank(cell: &str) -> bool {
    let word = cell.to_ascii_lowercase();
    let is_none = ["n/a", "na", "nan", "null", "nil", "none", "(none)", "<na>"].contains(&&*word);
    is_none || !cell.contains(|c: char| c.is_alphanumeric() || "#=\u{fffd}".contains(c))
}

/// A text on one line as it is compared: composed, with single blanks, and without marks that nobody sees.
pub(super) fn normalized(cell: &str) -> String {
    let seen: String = cell.chars().filter(|&c| !is_unseen(c)).nfc().collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A detail as a list writes it, without what is not part of it: `mailto:`, a name before an address, a `#` before an id.
pub(super) fn detail(detail: Detail, cell: &str) -> String {
    let cell = normalized(cell);
    match detail {
        Detail::Email => {
            let address = cell.rsplit_once('<').and_then(|(_, rest)| rest.split_once('>'));
            let address = address.map_or(&*cell, |(address, _)| address);
            let scheme = ["mailto:", "smtp:"].into_iter().find_map(|scheme| {
                let start = address.get(..scheme.len())?;
                start.eq_ignore_ascii_case(scheme).then(|| address.split_at(scheme.len()).1)
            });
            let address = scheme.unwrap_or(address);
            let (address, _) = address.split_once('?').unwrap_or((address, ""));
            address.trim_matches([' ', ';', ',', '\'', '"']).trim_end_matches('.').to_owned()
        }
        Detail::StudentId => {
            // Wide digits are typed with a keyboard for Chinese or Japanese.
            let id: String = cell.nfkc().collect();
            let id = id
                .strip_prefix(['#', '\''])
                .filter(|rest| !rest.is_empty() && !rest.starts_with('#'))
                .unwrap_or(&id);
            id.trim().to_owned()
        }
    }
}

/// Whether an address cannot be one although it has the form: its host has an empty part, or a mark that no host has.
pub(super) fn is_broken_address(address: &str) -> bool {
    let host = address.rsplit_once('@').map_or("", |(_, host)| host);
    !host.contains(char::is_alphanumeric)
        || host.split('.').any(str::is_empty)
        || host.contains(['/', ':', '\''])
}

/// What a spreadsheet or a wrong encoding has broken in a cell, with the help; none if nothing is seen of such.
pub(super) fn damage(cell: &str) -> Option<(Text, Text)> {
    if let Some(right) = repaired(cell) {
        let what = texts::roster::mojibake(quoted(cell));
        return Some((what, texts::roster::repair(quoted(&right))));
    }
    if has_stray_mark(cell) || has_trace_of_utf8(cell) {
        return Some((texts::roster::stray_mark(quoted(cell)), texts::roster::choose_encoding()));
    }
    let is_error = cell.starts_with('#')
        && (cell.ends_with(['!', '?'])
            || cell.starts_with("#N/A")
            || cell == "#NV"
            || cell.len() > 2 && cell.bytes().all(|byte| byte == b'#'));
    let is_formula = cell.starts_with('=') && cell.contains('(');
    (is_error || is_formula)
        .then(|| (texts::roster::spreadsheet_error(quoted(cell)), texts::roster::correct_cell()))
}

/// Whether a mark stands within a word where only another encoding has a letter: `J”rg` was `Jörg` in the encoding of DOS.
pub(super) fn has_stray_mark(cell: &str) -> bool {
    let letters: Vec<char> = [' '].into_iter().chain(cell.chars()).collect();
    letters.windows(3).any(|window| match window {
        &[before, mark, after] => {
            let is_within = before.is_alphabetic() && after.is_alphabetic()
                || after.is_lowercase() && "…†‡‰•¤¦¶".contains(mark);
            let is_capital = before.is_lowercase() && after.is_lowercase() && "ŸŠŽŒ".contains(mark);
            is_within && "„”“‚†‡…‰•¤¦¶".contains(mark)
                || is_capital
                || (mark.is_control() && !mark.is_whitespace())
        }
        _ => false,
    })
}

/// Whether a text seems to have been UTF-8, of which some bytes were lost after it was read in another encoding: `Ã` or `Ð` behind a small
/// letter, `Ù` before a mark, `√` within a word.
fn has_trace_of_utf8(cell: &str) -> bool {
    let mut pairs = cell.chars().zip(cell.chars().skip(1));
    let is_mark =
        |c: char| matches!(c, '\u{80}'..='\u{bf}' | '…' | '†' | '‡' | '‰' | '„' | '€' | '™');
    let is_unlikely = |(one, next): (char, char)| {
        one.is_lowercase() && matches!(next, 'Ã' | 'Ð')
            || one.is_alphabetic() && matches!(next, '√' | '∂' | '≈')
            || matches!(one, 'Â' | 'Ã' | 'Ð' | 'Ñ' | 'Ø' | 'Ù' | 'Î' | 'Ï' | 'Å' | 'Ä')
                && is_mark(next)
                && !next.is_alphabetic()
                && next != '·'
    };
    pairs.any(is_unlikely) || cell.starts_with('√')
}

/// The first letter of a word that is of another alphabet than most letters of the word: a Latin `a` in a Cyrillic word. None if there is none.
pub(super) fn foreign_letter(name: &str) -> Option<(char, &str)> {
    let alphabet = |c: char| match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some(0),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        _ => None,
    };
    name.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c)).find_map(|word| {
        let letters = |of| word.chars().filter(move |&c| alphabet(c) == Some(of)).count();
        let most = (0..3).max_by_key(|&of| letters(of))?;
        let foreign = word.chars().find(|&c| alphabet(c).is_some_and(|of| of != most))?;
        Some((foreign, word))
    })
}

/// What a spreadsheet has made of a student id, with the help; none if nothing is seen of such.
pub(super) fn damage_of_id(id: &str) -> Option<(Text, Text)> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = id.split_once(['E', 'e']).filter(|(mantissa, exponent)| {
        let exponent_digits = exponent.strip_prefix('+').unwrap_or(exponent);
        let is_marked = exponent.starts_with('+') || mantissa.contains(['.', ',']);
        is_marked && digits(exponent_digits) && mantissa.split(['.', ',']).all(digits)
    });
    if number.is_some() {
        return Some((texts::roster::scientific(quoted(id)), texts::roster::format_text()));
    }
    let parts: Vec<&str> = id.split(['.', ',']).collect();
    match parts[..] {
        [whole, fraction] if digits(whole) && digits(fraction) => {
            let help = if fraction.bytes().all(|byte| byte == b'0') {
                texts::roster::write_instead(quoted(whole))
            } else {
                texts::roster::format_text()
            };
            Some((texts::roster::decimal(quoted(id)), help))
        }
        [_, _, ..] if parts.iter().all(|part| digits(part)) => {
            Some((texts::roster::not_an_id(quoted(id)), texts::roster::format_text()))
        }
        _ if is_date(id) || ["true", "false", "wahr", "falsch"].contains(&&*id.to_lowercase()) => {
            Some((texts::roster::not_an_id(quoted(id)), texts::roster::format_text()))
        }
        _ => None,
    }
}

/// Whether a spreadsheet has made a date of an id: `2026-09-07`, `Sep-07`, `7. Sep 26`.
fn is_date(id: &str) -> bool {
    let parts: Vec<&str> = id.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let is_number = |part: &&str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_month = |part: &&str| MONTHS.contains(&part.to_lowercase().as_str());
    let is_short = |part: &&str| part.len() <= 2 && is_number(part);
    let with_month = (2..=3).contains(&parts.len())
        && parts.iter().any(is_month)
        && parts.iter().all(|part| is_month(part) || is_number(part));
    let in_numbers = parts.len() == 3
        && parts.iter().all(is_number)
        && (parts.first().is_some_and(|year| year.len() == 4)
            && parts.iter().skip(1).all(is_short)
            || parts.last().is_some_and(|year| year.len() == 4)
                && parts.iter().take(2).all(is_short));
    with_month || in_numbers
}

/// The months as spreadsheets shorten them.
const MONTHS: [&str; 16] = [
    "jan", "feb", "mar", "mrz", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt",
    "nov", "dec", "dez",
];

/// The text that a cell was before it was read in the wrong encoding: `JÃ¼rgen` was `Jürgen`. None if the cell is no such text.
fn repaired(cell: &str) -> Option<String> {
    if cell.is_ascii() {
        return None;
    }
    let (bytes, _, has_others) = WINDOWS_1252.encode(cell);
    let text = String::from_utf8(bytes.into_owned()).ok().filter(|_| !has_others)?;
    // Some lists were broken twice.
    Some(repaired(&text).unwrap_or(text))
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
            ("mailto:ada@example.org?subject=hi", "ada@example.org"),
            ("'ada@example.org'", "ada@example.org"),
            ("ada@\u{200b}example.org.", "ada@example.org"),
        ] {
            assert_eq!(detail(Detail::Email, cell), expected);
        }
        for (cell, expected) in [
            ("#1815", "1815"),
            ("'0071", "0071"),
            ("１００１", "1001"),
            ("S\u{a0}1\u{200b}", "S 1"),
        ] {
            assert_eq!(detail(Detail::StudentId, cell), expected);
        }
        assert_eq!(normalized("U\u{308}bung\u{a0} 1"), "Übung 1");
        for cell in ["", "-", ".", "–", "n/a", "NULL", "--", "NaN", "None", "<NA>"] {
            assert!(is_blank(cell), "{cell}");
        }
        assert!(!is_blank("########"));
        for address in ["ada@example..org", "ada@.org", "ada@-", "ada@example.org/"] {
            assert!(is_broken_address(address), "{address}");
        }
    }

    #[test]
    fn a_letter_of_another_alphabet_is_found_in_its_word() {
        for (name, expected) in [
            ("Ива\u{43d} Петр\u{6f}в", Some(('o', "Петрoв"))),
            ("\u{410}da Lovelace", Some(('А', "Аda"))),
            ("Νίκος Papadopoulos", None),
            ("Иван Petrov", None),
            ("小林Ken", None),
            ("R2-D2", None),
        ] {
            assert_eq!(foreign_letter(name), expected, "{name}");
        }
    }

    #[test]
    fn damage_is_seen() {
        for cell in [
            "JÃ¼rgen",
            "MÃ¼ller",
            "FranÃ§ois",
            "VoilÃ",
            "Ð¡Ð²Ð Ñ",
            "Ù…Ø",
            "J√ºrgen",
            "#NAME?",
            "#REF!",
            "#N/A",
            "########",
            "â€™s",
        ] {
            assert!(damage(cell).is_some(), "{cell}");
        }
        for cell in [
            "Jürgen",
            "Ñandú",
            "Ada",
            "#7",
            "李明",
            "Łukasz",
            "D’Arcy",
            "São",
            "IRMÃ",
            "Ðóra",
            "Ñ. Gómez",
            "Ärzte · Ö",
        ] {
            assert!(damage(cell).is_none(), "{cell}");
        }
        for id in [
            "1,23457E+11",
            "1.23457E+11",
            "2e+07",
            "71.0",
            "71,00",
            "71.5",
            "1.23E10",
            "1,234,567",
            "2026-09-07",
            "07.09.2026",
            "Sep-07",
            "7. Sep 26",
            "TRUE",
        ] {
            assert!(damage_of_id(id).is_some(), "{id}");
        }
        for id in
            ["123456789012", "E+12", "12E5", "S1.0", "0071", "12-34", "2026-1001", "1-2-3", "A.B"]
        {
            assert!(damage_of_id(id).is_none(), "{id}");
        }
    }
}
