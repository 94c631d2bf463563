//! What a stone would make of a line: an open three, a four, five.
//!
//! ```text
//!   . . x C x . . o .        a stone on C makes an open three: with one more it can be an open four
//!   0 0 1   1 0 0 2 0        the line's code, a digit for each cell but C
//! ```
//!
//! A pattern is defined by the next better one: a four is what one stone makes five, an open four is what either of two
//! stones makes five, an open three is what one stone makes an open four, and so on down to a single stone with room for
//! five. Adding a stone turns a digit 0 into a 1 and so makes the code greater: hence a table of all codes, filled from the
//! greatest down, finds the better patterns already there.

/// How far stones on a line matter to a point.
pub(super) const REACH: usize = 4;

/// How many codes there are: three for each of eight cells.
const CODES: usize = 3_usize.pow(8);

/// What a cell of a line adds to the line's code for a side: by its distance from the point less one, times what is there.
pub(super) const BEFORE: [u16; REACH] = [27, 9, 3, 1];
pub(super) const AFTER: [u16; REACH] = [81, 243, 729, 2187];

/// A stone of the side.
pub(super) const OWN: u16 = 1;
/// A stone of the opponent, or no point at all.
pub(super) const BLOCKED: u16 = 2;

/// What a stone makes of its line, for the side that plays it. Each but the last two is one stone short of the next but one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pattern {
    /// No five is possible.
    Dead,
    ClosedOne,
    One,
    ClosedTwo,
    Two,
    /// One stone makes it a four.
    ClosedThree,
    /// One stone makes it an open four.
    Three,
    /// There is one point that makes it five.
    Four,
    /// There are two points that make it five.
    OpenFour,
    /// Five or more.
    Five,
}

/// The patterns by the code of the line.
static PATTERNS: [Pattern; CODES] = patterns();

/// The pattern that a stone makes on a line with this code.
pub(super) fn pattern(code: u16) -> Pattern {
    PATTERNS.get(usize::from(code)).copied().unwrap_or(Pattern::Dead)
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
const fn patterns() -> [Pattern; CODES] {
    let mut patterns = [Pattern::Dead; CODES];
    let mut code = CODES;
    while code > 0 {
        code -= 1;
        patterns[code] = if is_five(code) {
            Pattern::Five
        } else {
            let mut reached = [0; Pattern::Five as usize + 1];
            let mut cell = 1;
            while cell < CODES {
                if code / cell % 3 == 0 {
                    reached[patterns[code + cell] as usize] += 1;
                }
                cell *= 3;
            }
            one_stone_short(&reached)
        };
    }
    patterns
}

/// The pattern from which one stone reaches each pattern so many times.
#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
const fn one_stone_short(reached: &[u8; Pattern::Five as usize + 1]) -> Pattern {
    match reached[Pattern::Five as usize] {
        0 => {}
        1 => return Pattern::Four,
        _ => return Pattern::OpenFour,
    }
    if reached[Pattern::OpenFour as usize] > 0 {
        Pattern::Three
    } else if reached[Pattern::Four as usize] > 0 {
        Pattern::ClosedThree
    } else if reached[Pattern::Three as usize] > 0 {
        Pattern::Two
    } else if reached[Pattern::ClosedThree as usize] > 0 {
        Pattern::ClosedTwo
    } else if reached[Pattern::Two as usize] > 0 {
        Pattern::One
    } else if reached[Pattern::ClosedTwo as usize] > 0 {
        Pattern::ClosedOne
    } else {
        Pattern::Dead
    }
}

/// Whether a stone on the point makes five or more.
const fn is_five(code: usize) -> bool {
    let mut run = 1;
    let mut cell = 27;
    while cell > 0 && code / cell % 3 == OWN as usize {
        run += 1;
        cell /= 3;
    }
    cell = 81;
    while cell < CODES && code / cell % 3 == OWN as usize {
        run += 1;
        cell *= 3;
    }
    run >= 5
}
