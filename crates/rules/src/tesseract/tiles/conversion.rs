//! How the rule is read: from coordinates to ids and back, with what goes wrong on either way.

use std::fmt;
use std::ops::Sub;

use super::super::two_lists::Order;
use crate::item::write_spaced;

/// How the rule is read, from coordinates to ids (`to_id`) and back (`to_tile`).
#[derive(Default)]
pub struct Reading {
    pub(super) to_id: ToId,
    pub(super) to_tile: ToTile,
    pub(super) backwards: Backwards,
    pub(super) order: Order,
}

/// An item: its form depends on the question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Item {
    Id(u32),
    Tile([u32; 4]),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Tile(coordinates) => write_spaced(f, coordinates),
        }
    }
}

impl Reading {
    pub(super) fn id(&self, tile: [u8; 4]) -> Vec<Item> {
        let [i, j, k, _] = tile;
        self.to_id.solve([i, j, k, self.backwards.last(tile)])
    }

    pub(super) fn tile(&self, id: u8) -> Vec<Item> {
        let turned = |item| match item {
            Item::Tile(tile @ [i, j, k, _]) => Item::Tile([i, j, k, self.backwards.last(tile)]),
            Item::Id(_) => item,
        };
        self.to_tile.solve(id).into_iter().map(turned).collect()
    }

    pub(super) fn set_weights(&mut self, weights: Weights) {
        self.to_id.weights = weights;
        self.to_tile.weights = weights;
    }
}

/// How many places come before the centre.
pub(super) const CENTRE: u32 = 40;

/// How many places a step along i, j, k and l passes.
pub(super) type Weights = [u32; 4];

pub(super) const ROW_MAJOR: Weights = [27, 9, 3, 1];

/// A coordinate, from 0, that is used where another one belongs.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Copied {
    fn apply<T: Copy>(self, coordinates: &mut [T; 4]) {
        if let Some(&copy) = coordinates.get(self.from)
            && let Some(place) = coordinates.get_mut(self.to)
        {
            *place = copy;
        }
    }
}

/// Which places come after the centre.
#[derive(Clone, Copy)]
pub(super) enum Skip {
    /// Those with at least so many places before them.
    From(u32),
    /// Those between two such numbers, the second excluded.
    Between(u32, u32),
    /// Those with no coordinate below that of the centre.
    InEveryCoordinate,
    /// Those with a coordinate above that of the centre.
    InAnyCoordinate,
    /// Those before it.
    Before,
    /// Those in the second half of a small square, each of which has a centre of its own.
    EverySmallSquare,
    None,
}

impl Skip {
    /// Whether a place is taken to come after the centre; it is given with its coordinates and how many places come before it.
    fn holds(self, place: u32, tile: [u8; 4]) -> bool {
        match self {
            Self::From(first) => place >= first,
            Self::Between(first, end) => (first..end).contains(&place),
            Self::InEveryCoordinate => tile.into_iter().all(|coordinate| coordinate >= 2),
            Self::InAnyCoordinate => tile.into_iter().any(|coordinate| coordinate > 2),
            Self::Before => place < CENTRE,
            Self::EverySmallSquare | Self::None => false,
        }
    }
}

/// By how much the centre changes an id or a place after it.
#[derive(Clone, Copy)]
pub(super) enum Change {
    ByOne,
    ByTwo,
    /// By one in the other direction.
    Turned,
}

pub(super) struct ToId {
    pub(super) weights: Weights,
    /// The number of the first place along each axis.
    pub(super) first_coordinates: [u32; 4],
    pub(super) first_id: u32,
    pub(super) skip: Skip,
    pub(super) change: Change,
    /// The coordinate that stands for another one too.
    pub(super) copied: Option<Copied>,
}

impl Default for ToId {
    fn default() -> Self {
        Self {
            weights: ROW_MAJOR,
            first_coordinates: [1; 4],
            first_id: 1,
            skip: Skip::From(CENTRE + 1),
            change: Change::ByOne,
            copied: None,
        }
    }
}

impl ToId {
    /// The id of a tile; several where a program may give one or the other.
    pub(super) fn solve(&self, tile: [u8; 4]) -> Vec<Item> {
        let sum = |coordinates: [u32; 4], first: [u32; 4], weights: Weights| -> u32 {
            let axes = coordinates.into_iter().zip(first).zip(weights);
            axes.map(|((coordinate, first), weight)| (coordinate - first) * weight).sum()
        };
        let coordinates = tile.map(u32::from);
        let mut used = coordinates;
        if let Some(copied) = self.copied {
            copied.apply(&mut used);
        }
        let place = sum(used, self.first_coordinates, self.weights);
        // Whether the tile comes after the centre may be asked of its coordinates.
        let right_place = sum(coordinates, [1; 4], ROW_MAJOR);
        let counted = place + self.first_id;
        if matches!(self.skip, Skip::EverySmallSquare) {
            // A middle has the id of the tile before it or of the one behind.
            let skipped = |first: u32| place / 9 + u32::from(place % 9 >= first);
            return [4, 5].map(|first| Item::Id(counted - skipped(first))).into();
        }
        let id = |place: u32| match (self.skip.holds(place, tile), self.change) {
            (false, _) => counted,
            (true, Change::ByOne) => counted.saturating_sub(1),
            (true, Change::ByTwo) => counted.saturating_sub(2),
            (true, Change::Turned) => counted + 1,
        };
        let mut ids = vec![Item::Id(id(place))];
        let other = id(right_place);
        if other != id(place) {
            ids.push(Item::Id(other));
        }
        // The highest id may be known to be 80.
        if matches!(self.skip, Skip::None) && counted == 81 {
            ids.push(Item::Id(80));
        }
        ids
    }
}

pub(super) struct ToTile {
    pub(super) weights: Weights,
    pub(super) first_coordinates: [u32; 4],
    pub(super) first_id: u32,
    /// Of how many ids before the first one that lies after the centre.
    pub(super) skip: Skip,
    pub(super) change: Change,
    pub(super) copied: Option<Copied>,
    /// By which number the rest of each quotient is taken.
    pub(super) moduli: [u32; 4],
    pub(super) divided: Divided,
}

/// What is divided on the way back: how many places come before the tile, or by mistake the number of its place, from 1.
#[derive(Clone, Copy, Default)]
pub(super) enum Divided {
    #[default]
    Before,
    /// The number of the place, but for l: there the rest 0 stands for 3.
    ButForL,
    /// Each quotient plus 1 is divided once more, and the rest 0 stands for 3.
    QuotientsPlusOne,
    /// Each quotient is divided once more, and the rest 0 stands for 3.
    Quotients,
}

impl Default for ToTile {
    fn default() -> Self {
        Self {
            weights: ROW_MAJOR,
            first_coordinates: [1; 4],
            first_id: 1,
            skip: Skip::From(CENTRE),
            change: Change::ByOne,
            copied: None,
            moduli: [3; 4],
            divided: Divided::Before,
        }
    }
}

/// No rest is taken by it: all quotients are smaller.
pub(super) const NO_MODULUS: u32 = 1000;

impl ToTile {
    /// The tile of an id; several where a program may give one or the other.
    pub(super) fn solve(&self, id: u8) -> Vec<Item> {
        let id = u32::from(id);
        if matches!(self.skip, Skip::EverySmallSquare) {
            return tiles_of_eight(id - 1);
        }
        let before = id.saturating_sub(self.first_id);
        let place = |is_after: bool| match (is_after, self.change) {
            (false, _) => before,
            (true, Change::ByOne) => before + 1,
            (true, Change::ByTwo) => before + 2,
            (true, Change::Turned) => before.saturating_sub(1),
        };
        // The id may be compared before one is subtracted from it or after.
        let [one, other] = [before, id - 1].map(|number| place(self.skip.holds(number, [0; 4])));
        // The centre is no tile: a program may give the next one instead, on the side that is wrong.
        let beside = match (one == CENTRE || other == CENTRE, id) {
            (true, 40) => Some(41),
            (true, 41) => Some(39),
            _ => None,
        };
        let mut tiles = Vec::with_capacity(1);
        for place in [one].into_iter().chain((other != one).then_some(other)).chain(beside) {
            let chained = self.chained(place);
            // So few quotients differ with a wrong number for the slowest coordinate that nobody could see it.
            let is_slowest_wrong = self.weights.iter().any(|weight| matches!(weight, 26 | 28));
            let all = match self.divided {
                Divided::Before if is_slowest_wrong => [chained; 3],
                Divided::Before => [self.digits(place), self.going_on(place), chained],
                divided => [divided.digits(place + 1); 3],
            };
            for digits in all {
                let axes = digits.into_iter().zip(self.first_coordinates);
                let mut tile = [0; 4];
                for (coordinate, (digit, first)) in tile.iter_mut().zip(axes) {
                    *coordinate = digit + first;
                }
                let tile = Item::Tile(tile);
                if !tiles.contains(&tile) {
                    tiles.push(tile);
                }
            }
        }
        tiles
    }

    /// The rest of each quotient.
    fn digits(&self, place: u32) -> [u32; 4] {
        let mut quotients = self.quotients(place);
        for (quotient, modulus) in quotients.iter_mut().zip(self.moduli) {
            *quotient %= modulus;
        }
        quotients
    }

    /// The same, but the slowest coordinate goes on to 4 beyond the last place.
    fn going_on(&self, place: u32) -> [u32; 4] {
        let mut weights = self.weights;
        if let Some(copied) = self.copied {
            copied.apply(&mut weights);
        }
        let mut digits = self.digits(place);
        let all = digits.iter_mut().zip(self.quotients(place)).zip(weights).zip(self.moduli);
        for (((digit, quotient), weight), modulus) in all {
            if weight == 27 && modulus == 3 {
                *digit = quotient;
            }
        }
        digits
    }

    /// The quotients, each of what the one before left: with the weights of the rule these are the digits.
    fn chained(&self, place: u32) -> [u32; 4] {
        if self.moduli != [3; 4] || self.copied.is_some() || self.weights == ROW_MAJOR {
            return self.digits(place);
        }
        let mut order = [0, 1, 2, 3];
        let weight = |axis: usize| self.weights.get(axis).copied().unwrap_or(1);
        order.sort_by_key(|&axis| std::cmp::Reverse(weight(axis)));
        let mut rest = place;
        let mut digits = [0; 4];
        for axis in order {
            if let Some(digit) = digits.get_mut(axis) {
                *digit = rest / weight(axis);
            }
            rest %= weight(axis);
        }
        digits
    }

    fn quotients(&self, place: u32) -> [u32; 4] {
        let mut quotients = self.weights.map(|weight| place / weight);
        if let Some(copied) = self.copied {
            copied.apply(&mut quotients);
        }
        quotients
    }
}

impl Divided {
    /// The coordinates, from 0, if the number of the place is divided by mistake.
    fn digits(self, number: u32) -> [u32; 4] {
        let added = u32::from(matches!(self, Self::QuotientsPlusOne));
        let mut digits = [0; 4];
        let mut left = number;
        for (place, digit) in digits.iter_mut().rev().enumerate() {
            let is_rest = place > 0 && matches!(self, Self::ButForL);
            // The rest 0 stands for 3, which is 2 when counted from 0.
            *digit = if is_rest { left % 3 } else { (left + 2) % 3 };
            left = left / 3 + added;
        }
        digits
    }
}

/// The tile with so many before it if each small square has eight; several behind the last one, where a program may go on, begin again
/// or stop.
fn tiles_of_eight(before: u32) -> Vec<Item> {
    let tile = |before: u32, squares: fn(u32) -> u32| {
        let (square, place) = (before / 8, before % 8);
        let place = if place < 4 { place } else { place + 1 };
        Item::Tile([squares(square / 3), square % 3, place / 3, place % 3].map(|digit| digit + 1))
    };
    if before < 72 {
        return vec![tile(before, |i| i)];
    }
    vec![tile(before, |i| i), tile(before, |i| i % 3), tile(71, |i| i)]
}

/// Which rows run backwards.
#[derive(Clone, Copy, Default)]
pub(super) enum Backwards {
    #[default]
    None,
    /// The middle one of each small square.
    OfEachSquare,
    /// Every other one of all rows.
    OfAll,
}

impl Backwards {
    /// The last coordinate of a tile, from 1, if these rows run backwards.
    pub(super) fn last<T: Copy + Into<u32> + From<u8> + Sub<Output = T>>(
        self,
        [i, j, k, l]: [T; 4],
    ) -> T {
        let is_backwards = match self {
            Self::None => false,
            Self::OfEachSquare => k.into() == 2,
            Self::OfAll => (i.into() + j.into() + k.into()).is_multiple_of(2),
        };
        if is_backwards { T::from(4) - l } else { l }
    }
}
