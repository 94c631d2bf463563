//! What a stone makes of a line, for the side that plays it.
//!
//! ```text
//!   . . x C x . . o .        a stone on C makes an open three: with one more it can be an open four
//!   0 0 1   1 0 0 2 0        the line's code, a digit for each cell but C
//! ```
//!
//! Patterns are defined from the best down, each by what one stone more makes of it: a four is what one stone makes five, on
//! one point; an open four what any of two makes five; an open three what one stone makes an open four; and so on. More
//! stones mean a greater code, since a digit 0 becomes a 1. So the table of all codes is filled from the greatest down, and
//! finds the better patterns already there.

/// How far a stone on a line matters to a point.
const REACH: usize = 4;

/// How many codes there are: three possibilities for each of eight cells.
pub(super) const CODES: usize = 3_usize.pow(8);

/// What the digit of a cell before the point counts for, the nearest cell first.
pub(super) const BEFORE: [u16; REACH] = [27, 9, 3, 1];
/// What the digit of a cell after the point counts for, the nearest cell first.
pub(super) const AFTER: [u16; REACH] = [81, 243, 729, 2187];

/// The digit of a stone of the side itself. An empty cell has the digit 0.
pub(super) const OWN: u16 = 1;
/// The digit of a stone of the opponent, and of what is off the board.
pub(super) const BLOCKED: u16 = 2;

/// What a stone makes of its line, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    /// No five is possible, or it is far away.
    Nothing,
    /// One stone makes it a closed two.
    ClosedOne,
    /// One stone makes it an open two.
    One,
    /// One stone makes it a closed three.
    ClosedTwo,
    /// One stone makes it an open three.
    Two,
    /// One stone makes it a four.
    ClosedThree,
    /// One stone makes it an open four: an open three.
    Three,
    /// There is one point that makes it five.
    Four,
    /// There are two points that make it five.
    OpenFour,
    /// Five or more.
    Five,
}

/// How often each pattern is met, by the pattern.
type Counts = [u8; Pattern::Five as usize + 1];

/// The patterns by the code of the line.
#[expect(
    clippy::indexing_slicing,
    reason = "runs in the compiler, which refuses an index out of range"
)]
pub(super) const fn patterns() -> [Pattern; CODES] {
    let mut patterns = [Pattern::Nothing; CODES];
    let mut code = CODES;
    while code > 0 {
        code -= 1;
        let mut next: Counts = [0; _];
        let mut weight = 1;
        while weight < CODES {
            if digit(code, weight) == 0 {
                next[patterns[code + weight] as usize] += 1;
            }
            weight *= 3;
        }
        patterns[code] = if is_five(code) { Pattern::Five } else { one_stone_short(next) };
    }
    patterns
}

/// The pattern of which one stone can make these.
const fn one_stone_short(next: Counts) -> Pattern {
    let [_, _, _, closed_twos, twos, closed_threes, threes, fours, open_fours, fives] = next;
    match fives {
        0 => {}
        1 => return Pattern::Four,
        2.. => return Pattern::OpenFour,
    }
    if open_fours > 0 {
        Pattern::Three
    } else if fours > 0 {
        Pattern::ClosedThree
    } else if threes > 0 {
        Pattern::Two
    } else if closed_threes > 0 {
        Pattern::ClosedTwo
    } else if twos > 0 {
        Pattern::One
    } else if closed_twos > 0 {
        Pattern::ClosedOne
    } else {
        Pattern::Nothing
    }
}

/// Whether a stone on the point stands in a row of five or more.
const fn is_five(code: usize) -> bool {
    let mut run = 1;
    let mut weight = BEFORE[0] as usize;
    while weight > 0 && digit(code, weight) == OWN as usize {
        run += 1;
        weight /= 3;
    }
    weight = AFTER[0] as usize;
    while weight < CODES && digit(code, weight) == OWN as usize {
        run += 1;
        weight *= 3;
    }
    run >= 5
}

const fn digit(code: usize, weight: usize) -> usize {
    code / weight % 3
}
