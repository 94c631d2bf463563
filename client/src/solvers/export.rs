//! `tesseract/export`: a tesseract game's history as a code, and back. The history is one integer whose digits in base 81 are the tile ids; the code is
//! the same integer in base 62.

use serde::Deserialize;

use crate::api::list_item;

/// The digits of a code: `0`–`9`, `a`–`z`, `A`–`Z`.
const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

#[derive(Deserialize)]
pub(super) struct Task {
    codes: Vec<Code>,
    histories: Vec<Vec<u8>>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let histories = task.codes.iter().map(|code| list_item(in_base(81, &code.0, 62)));
    let codes = task.histories.iter().map(|history| code(history));
    histories.chain(codes).collect()
}

/// A code's digits by value, most significant first.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Code(Vec<u8>);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.chars().map(|character| DIGITS.find(character)?.try_into().ok());
        let digits: Option<Vec<u8>> = digits.collect();
        digits
            .map(Self)
            .ok_or_else(|| format!("{text:?} is not a code: expected letters and digits"))
    }
}

fn code(history: &[u8]) -> String {
    let digits = in_base(62, history, 81);
    digits.into_iter().filter_map(|digit| DIGITS.chars().nth(digit)).collect()
}

/// An integer's digits in another base, most significant first, as one does it on paper: digit by digit, the number so far is multiplied by
/// the old base, and the digit is added.
fn in_base(base: usize, digits: &[u8], old_base: usize) -> Vec<usize> {
    let mut number: Vec<usize> = Vec::new(); // least significant digit first
    for digit in digits {
        let mut carry = usize::from(*digit);
        for place in &mut number {
            carry += *place * old_base;
            *place = carry % base;
            carry /= base;
        }
        while carry > 0 {
            number.push(carry % base);
            carry /= base;
        }
    }
    number.reverse();
    number
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::api::list_item;
    use crate::solvers::vectors;

    #[test]
    fn the_published_game_is_read_and_written() {
        let case = vectors::at("/tesseract_export");
        let items = vectors::solved(
            "tesseract/export",
            json!({"codes": [case["code"]], "histories": [case["history"]]}),
        );
        assert_eq!(items[0], list_item(case["history"].as_array().unwrap()));
        assert_eq!(items[1], case["code"].as_str().unwrap());
    }

    #[test]
    fn codes_come_before_histories() {
        let task = json!({"codes": ["1", "1j"], "histories": [[], [61], [1, 0]]});
        assert_eq!(vectors::solved("tesseract/export", task), ["1", "1 0", "", "Z", "1j"]);
    }
}
