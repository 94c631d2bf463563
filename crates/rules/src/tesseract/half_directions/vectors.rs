//! The vectors of a task, and how they are drawn: some of each sort.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde::{Deserialize, Serialize};

/// Four components, each −1, 0 or 1; all may be 0.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[i8; 4]", into = "[i8; 4]")]
pub(super) struct Vector(pub(super) [i8; 4]);

/// A component is not one of a direction's.
#[derive(Debug, thiserror::Error)]
#[error("a component is {0}; expected -1, 0 or 1")]
pub(super) struct NoComponent(pub(super) i8);

impl TryFrom<[i8; 4]> for Vector {
    type Error = NoComponent;

    fn try_from(components: [i8; 4]) -> Result<Self, NoComponent> {
        let other = components.into_iter().find(|component| !(-1..=1).contains(component));
        other.map_or(Ok(Self(components)), |component| Err(NoComponent(component)))
    }
}

impl From<Vector> for [i8; 4] {
    fn from(Vector(components): Vector) -> Self {
        components
    }
}

/// The weights of the rule.
pub(super) const WEIGHTS: [i8; 4] = [1, 2, 4, 8];

impl Vector {
    pub(super) fn opposite(self) -> Self {
        Self(self.0.map(|component| -component))
    }

    pub(super) fn sum(self, weights: [i8; 4]) -> i8 {
        self.0.into_iter().zip(weights).map(|(component, weight)| component * weight).sum()
    }

    /// How many coordinates fall along the vector.
    pub(super) fn falling(self) -> u32 {
        self.0.into_iter().map(|component| u32::from(component < 0)).sum()
    }

    /// How many coordinates change along the vector.
    pub(super) fn changing(self) -> u32 {
        self.0.into_iter().map(|component| u32::from(component != 0)).sum()
    }
}

/// What sort of vector is drawn.
pub(super) enum Sort {
    Zero,
    /// It is kept, and this many coordinates change.
    Kept(u32),
    /// The same, and one of them falls.
    FallingOnce(u32),
    /// One of these.
    Of(&'static [[i8; 4]]),
    /// The one of [`FALLING`] that the task has.
    Falling,
    /// Its opposite.
    Growing,
}

/// Two coordinates change, one of them falls, and the vector is kept.
pub(super) const FALLING: &[[i8; 4]] =
    &[[-1, 1, 0, 0], [-1, 0, 1, 0], [0, -1, 1, 0], [-1, 0, 0, 1], [0, -1, 0, 1], [0, 0, -1, 1]];

/// Two along which three coordinates change, one of them falls, and l stays the same.
const FALLING_WITHOUT_L: &[[i8; 4]] = &[[1, -1, 1, 0], [-1, 1, 1, 0]];

/// A vector that is kept, but not if a weight is wrong, and along which three coordinates change.
const KEPT_OF_THREE: &[[i8; 4]] = &[[-1, -1, 1, 0]];

/// The same, and all four change.
const KEPT_OF_FOUR: &[[i8; 4]] = &[[-1, -1, -1, 1]];

/// The opposite of that one: if a weight is so wrong that it is kept, three items are wrong.
const DROPPED: &[[i8; 4]] = &[[1, 1, 1, -1]];

/// What a task asks for. There are only five different items, so none may be right more than three times, or a blind guess hits too often;
/// and each misreading gives two wrong items or unusual ones, or it cannot be told from chance. So one vector comes twice.
pub(super) const SORTS: [Sort; 12] = [
    Sort::Growing,
    Sort::Zero,
    Sort::Of(DROPPED),
    Sort::Kept(1),
    Sort::Kept(1),
    Sort::Falling,
    Sort::FallingOnce(3),
    Sort::Of(FALLING_WITHOUT_L),
    Sort::Of(KEPT_OF_THREE),
    Sort::FallingOnce(4),
    Sort::Of(KEPT_OF_FOUR),
    Sort::Of(KEPT_OF_FOUR),
];

impl Sort {
    /// A vector of the sort for a task with this one of [`FALLING`].
    pub(super) fn vector(&self, falling: Vector, rng: &mut ChaCha8Rng) -> Vector {
        match self {
            Self::Falling => falling,
            Self::Growing => falling.opposite(),
            _ => self.draw(rng),
        }
    }

    #[expect(clippy::expect_used, reason = "there are vectors of each sort")]
    pub(super) fn draw(&self, rng: &mut ChaCha8Rng) -> Vector {
        let component = |code: i8| code % 3 - 1;
        let all = (0..81).map(|code| Vector([code, code / 3, code / 9, code / 27].map(component)));
        let falling = |vector: &Vector| vector.0.into_iter().filter(|&falls| falls < 0).count();
        let of_sort: Vec<Vector> = match *self {
            Self::Zero => vec![Vector([0; 4])],
            Self::Of(vectors) => vectors.iter().copied().map(Vector).collect(),
            Self::FallingOnce(changing) => all
                .filter(|vector| vector.sum(WEIGHTS) > 0 && vector.changing() == changing)
                .filter(|vector| falling(vector) == 1)
                .collect(),
            Self::Kept(changing) => all
                .filter(|vector| vector.sum(WEIGHTS) > 0 && vector.changing() == changing)
                .collect(),
            Self::Falling | Self::Growing => FALLING.iter().copied().map(Vector).collect(),
        };
        *of_sort.choose(rng).expect("a vector of the sort")
    }
}
