//! A game's history as a short text, in the way of the essay "Naughts and crosses on a tesseract".
//!
//! The tile ids are the digits of one integer in base 81, the first move being the highest digit.
//! The code is the same integer in base 62:
//!
//! ```text
//!   history   1  2  3        1·81² + 2·81 + 3 = 6726 = 1·62² + 46·62 + 30
//!   code      1  K  u        digits 0-9, a-z, A-Z: 46 is K, 30 is u
//! ```
//!
//! No tile has the id 0, so no history is lost at the front, and no history has two codes.
//!
//! ```
//! use gradus_board::lattice::tesseract::{Tile, code};
//!
//! let history: Vec<Tile> = [1, 2, 3].into_iter().filter_map(Tile::new).collect();
//! assert_eq!(code::encode(&history), "1Ku");
//! assert_eq!(code::decode("1Ku"), Ok(history));
//! assert_eq!(code::decode(""), Ok(vec![]));
//! ```

use super::{Tile, TileSet};

/// The base of a code.
const CODE_BASE: u16 = 62;

/// The digits of a code, by value.
const DIGITS: &[u8; CODE_BASE as usize] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The base of a history: one more than the highest id.
const HISTORY_BASE: u16 = Tile::COUNT as u16 + 1;

/// The maximal number of digits of a code: 81⁸⁰ is less than 62⁸⁶.
pub const MAX_DIGITS: usize = 86;

/// The text is not the code of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// There are more characters than any history needs.
    #[error("a code has at most {MAX_DIGITS} characters")]
    TooLong,
    /// A character is not a digit.
    #[error("character {position}: expected one of 0-9, a-z and A-Z; found {found:?}")]
    Digit {
        /// Which character, from 1.
        position: usize,
        /// What it is.
        found: char,
    },
    /// The code begins with a digit 0, which [`encode`] never writes.
    #[error("a code does not begin with 0")]
    LeadingZero,
    /// A move has the number 0, which is not a tile.
    #[error("move {number}: 0 is not a tile")]
    NoTile {
        /// Which move, from 1.
        number: usize,
    },
    /// A tile was taken twice.
    #[error("move {number}: tile {tile} is taken")]
    Taken {
        /// Which move, from 1.
        number: usize,
        /// The tile.
        tile: Tile,
    },
}

/// The code of a history; nothing for the empty one.
pub fn encode(history: &[Tile]) -> String {
    let digits = history.iter().map(|tile| u16::from(tile.id()));
    let values = change_base(digits, HISTORY_BASE, CODE_BASE);
    #[expect(clippy::indexing_slicing, reason = "a digit is less than the base")]
    values.into_iter().map(|value| char::from(DIGITS[usize::from(value)])).collect()
}

/// The history that has this code. Its tiles differ, so it is one of a legal game, however many
/// play.
///
/// # Errors
/// See [`DecodeError`]. A text that is too long for any history is refused before it is read.
pub fn decode(code: &str) -> Result<Vec<Tile>, DecodeError> {
    if code.chars().nth(MAX_DIGITS).is_some() {
        return Err(DecodeError::TooLong);
    }
    if code.starts_with('0') {
        return Err(DecodeError::LeadingZero);
    }
    let digits: Vec<u16> = (1..)
        .zip(code.chars())
        .map(|(position, found)| digit_value(found).ok_or(DecodeError::Digit { position, found }))
        .collect::<Result<_, _>>()?;

    let mut taken = TileSet::EMPTY;
    let moves = change_base(digits, CODE_BASE, HISTORY_BASE);
    (1..)
        .zip(moves)
        .map(|(number, id)| {
            let tile = u8::try_from(id).ok().and_then(Tile::new);
            let tile = tile.ok_or(DecodeError::NoTile { number })?;
            if taken.contains(tile) {
                return Err(DecodeError::Taken { number, tile });
            }
            taken = taken.with(tile);
            Ok(tile)
        })
        .collect()
}

fn digit_value(character: char) -> Option<u16> {
    (0..).zip(*DIGITS).find_map(|(value, digit)| (char::from(digit) == character).then_some(value))
}

/// The digits of a number in another base, the highest first in both. The bases are small, so that
/// the product of a digit and a base fits.
fn change_base(digits: impl IntoIterator<Item = u16>, from: u16, to: u16) -> Vec<u16> {
    // The lowest digit first. Horner's rule: times the old base, plus the next digit.
    let mut number: Vec<u16> = Vec::new();
    for digit in digits {
        let mut carry = digit;
        for place in &mut number {
            let sum = *place * from + carry;
            *place = sum % to;
            carry = sum / to;
        }
        while carry > 0 {
            number.push(carry % to);
            carry /= to;
        }
    }
    number.reverse();
    number
}
