//! The patterns that a stone makes: of one line, and of the four lines through its point together.
//!
//! ```text
//!   . . x C x . . o .        a stone on C makes an open three: with one more it can be an open four
//!   0 0 1   1 0 0 2 0        the line's code, a digit for each cell but C
//! ```
//!
//! Patterns are defined from the best down, each by what one more stone makes of it: a four is what one stone makes five, on
//! one point; an open four what any of two makes five; an open three what one stone makes an open four; and so on. More
//! stones mean a greater code, since a digit 0 becomes a 1. So the table of all codes is filled from the greatest down, and
//! finds the better patterns already there.
//!
//! The four lines together are a [`Shape`]:
//!
//! ```text
//!   — an open three     ╲ nothing     │ a four     ╱ an open two        Threat::Four, and a high score
//!   — a four            ╲ nothing     │ a four     ╱ nothing            Threat::TwoFives: as good as an open four
//! ```

#![expect(
    clippy::indexing_slicing,
    reason = "the compiler fills the tables, and a code has eight ternary digits"
)]

use gradus_board::gomoku::{Point, PointSet};
use gradus_board::{Finite, Table};

/// How far a stone on a line matters to a point.
const REACH: usize = 4;

/// How many codes there are: three possibilities for each of eight cells.
const CODES: usize = 3_usize.pow(8);

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
enum Pattern {
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
const fn patterns() -> [Pattern; CODES] {
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

/// How many of a point's lines become an open three, a four, an open four and five, and the score of all four lines.
///
/// The counters have four bits each and lie above the score, which has 16 bits: lines are added up all at once, and a
/// better pattern makes the whole number greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shape(u32);

const THREE: u32 = 1 << 16;
const FOUR: u32 = 1 << 20;
const OPEN_FOUR: u32 = 1 << 24;
const FIVE: u32 = 1 << 28;

impl Shape {
    /// What a stone makes of one line, by the line's code.
    pub(super) fn of_line(code: u16) -> Shape {
        static SHAPES: [Shape; CODES] = Shape::of_lines();
        SHAPES[usize::from(code)]
    }

    #[expect(clippy::large_stack_arrays, reason = "runs in the compiler")]
    const fn of_lines() -> [Shape; CODES] {
        let patterns = patterns();
        let mut shapes = [Shape(0); CODES];
        let mut code = 0;
        while code < CODES {
            shapes[code] = Shape::of_pattern(patterns[code]);
            code += 1;
        }
        shapes
    }

    /// The scores are chosen by hand. To measure a change, run `gradus-client play gomoku --seats rules,search --games 100
    /// --seed 1` before and after it.
    const fn of_pattern(pattern: Pattern) -> Shape {
        Shape(match pattern {
            Pattern::Nothing => 0,
            Pattern::ClosedOne => 3,
            Pattern::One => 12,
            Pattern::ClosedTwo => 20,
            Pattern::Two => 60,
            Pattern::ClosedThree => 80,
            Pattern::Three => THREE + 300,
            Pattern::Four => FOUR + 350,
            Pattern::OpenFour => OPEN_FOUR + 2000,
            Pattern::Five => FIVE + 4000,
        })
    }

    /// The shape with one line changed.
    pub(super) const fn with(self, line: Shape, instead_of: Shape) -> Shape {
        Shape(self.0 - instead_of.0 + line.0)
    }

    /// The score of the shape for its side.
    pub(super) const fn score(self) -> i32 {
        (self.0 & 0xFFFF).cast_signed()
    }

    /// The best that a stone threatens.
    const fn threat(self) -> Option<Threat> {
        if self.0 < THREE {
            None
        } else if self.0 < FOUR {
            Some(Threat::Three)
        } else if self.0 < 2 * FOUR {
            Some(Threat::Four)
        } else if self.0 < FIVE {
            Some(Threat::TwoFives)
        } else {
            Some(Threat::Five)
        }
    }
}

/// What a stone threatens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Threat {
    /// An open four.
    Three,
    /// Five, on one point.
    Four,
    /// Five, on two or more points. Nothing stops all of them.
    TwoFives,
    /// Nothing more: it is five.
    Five,
}

impl Finite for Threat {
    const COUNT: usize = 4;

    fn index(self) -> u8 {
        self as u8
    }

    fn from_index(index: u8) -> Option<Threat> {
        [Threat::Three, Threat::Four, Threat::TwoFives, Threat::Five]
            .get(usize::from(index))
            .copied()
    }
}

/// The empty points of a side by what a stone there threatens at best.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Threats(Table<Threat, PointSet, 4>);

impl Threats {
    pub(super) fn of(&self, threat: Threat) -> PointSet {
        self.0[threat]
    }

    /// Where a stone threatens five.
    ///
    /// A stone that stops the opponent's open three or double four takes one of the opponent's points of this kind. The
    /// only other defence is a four of the defender's own.
    pub(super) fn fours(&self) -> PointSet {
        self.of(Threat::Four) | self.of(Threat::TwoFives)
    }

    /// The shape of a point changes.
    pub(super) fn change(&mut self, point: Point, from: Shape, to: Shape) {
        // Most shapes threaten nothing.
        if from.0 < THREE && to.0 < THREE {
            return;
        }
        if let Some(threat) = from.threat() {
            self.0[threat].remove(point);
        }
        if let Some(threat) = to.threat() {
            self.0[threat].insert(point);
        }
    }
}
