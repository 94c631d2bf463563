//! What a stone makes of the four lines through its point together.
//!
//! ```text
//!   — an open three     ╲ nothing     │ a four     ╱ an open two        Threat::Four, and a high value
//!   — a four            ╲ nothing     │ a four     ╱ nothing            Threat::TwoFives: as good as an open four
//! ```

use super::line::{CODES, Pattern, patterns};
use super::point_set::PointSet;
use crate::board::gomoku::Point;

/// How many of a point's lines become an open three, a four, an open four and five, and what they are worth together.
///
/// The counters are four bits each and lie above the value, in 16 bits: lines are added up all at once, and a better
/// pattern makes the whole number greater.
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
        SHAPES.get(usize::from(code)).copied().unwrap_or_default()
    }

    #[expect(
        clippy::indexing_slicing,
        clippy::large_stack_arrays,
        reason = "runs in the compiler, which refuses an index out of range"
    )]
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

    /// What the shape is worth to its side.
    pub(super) const fn value(self) -> i32 {
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

/// The empty points of a side by what a stone there threatens at best.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Threats([PointSet; 4]);

impl Threats {
    pub(super) fn of(&self, threat: Threat) -> PointSet {
        self.0.get(threat as usize).copied().unwrap_or_default()
    }

    /// Where a stone threatens five.
    ///
    /// Whatever stops the opponent's open three or double four lies on one of its fives, and so is such a point of his.
    pub(super) fn fours(&self) -> PointSet {
        self.of(Threat::Four).union(self.of(Threat::TwoFives))
    }

    /// The shape of a point changes.
    pub(super) fn change(&mut self, point: Point, from: Shape, to: Shape) {
        // Most shapes threaten nothing.
        if from.0 < THREE && to.0 < THREE {
            return;
        }
        if let Some(set) = from.threat().and_then(|threat| self.0.get_mut(threat as usize)) {
            set.remove(point);
        }
        if let Some(set) = to.threat().and_then(|threat| self.0.get_mut(threat as usize)) {
            set.insert(point);
        }
    }
}
