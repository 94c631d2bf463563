//! Which rows are lines, and how that can be misread.

use std::collections::HashMap;
use std::iter::repeat_n;
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use gradus_board::lattice::tesseract::Tile;

/// Three tiles in a row, by their ids, ascending.
pub(in crate::tesseract) type Row = [u8; 3];

/// The place in the middle, of the 81 places from 0.
const CENTRE: u8 = 40;

/// How many places there are, with the centre.
const PLACES: u8 = 81;

/// What stands for the centre in a row where it belongs to everybody; no tile has this id.
pub(in crate::tesseract) const EVERYBODYS: u8 = 82;

/// Which rows are lines.
#[derive(Default)]
pub(in crate::tesseract) struct LineReading {
    pub(super) rule: LineRule,
    found: OnceLock<Arc<[Row]>>,
}

#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct LineRule {
    pub(super) directions: Directions,
    pub(super) search: Search,
    pub(super) numbering: Numbering,
    /// Whether any two tiles on opposite sides of the centre are a line.
    pub(super) has_lines_around_the_centre: bool,
    /// The lines along which this coordinate stays the same are found from both ends.
    pub(super) twice_without: Option<usize>,
    /// The tile that is passed over.
    pub(super) forgotten: Option<u8>,
}

/// Which directions have lines.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) enum Directions {
    #[default]
    All,
    /// Those along which one coordinate changes.
    Axes,
    /// All but those along which this many coordinates change.
    AllBut(usize),
    /// Those along which no coordinate falls while another rises.
    Rising,
    /// Those of which the sum of the components with these weights is not 0: of v and −v one has a positive sum.
    SumNotZero([i8; 4]),
    /// Those along which i and j stay the same.
    InSmallSquares,
    /// Those along which this coordinate stays the same.
    Without(usize),
    /// Those along which this coordinate changes.
    With(usize),
    /// All but the one along which only this coordinate changes: a sum that does not have it is 0 there.
    AllButAlone(usize),
    /// All but this one.
    Missing([i8; 4]),
    /// All but those along which just these coordinates change.
    AllButChanging([bool; 4]),
    /// Of those along which this many coordinates change, only the ones along which none falls while another rises.
    RisingAmong(usize),
    /// Of those along which this many coordinates change, only the ones along which one falls while another rises.
    FallingAmong(usize),
}

impl Directions {
    fn contains(self, vector: [i8; 4]) -> bool {
        let changing = vector.into_iter().filter(|&component| component != 0).count();
        match self {
            Self::All => true,
            Self::Axes => changing == 1,
            Self::AllBut(count) => changing != count,
            // The first component that is not 0 is 1.
            Self::Rising => !vector.contains(&-1),
            Self::SumNotZero(weights) => {
                let parts = vector.into_iter().zip(weights);
                parts.map(|(component, weight)| component * weight).sum::<i8>() != 0
            }
            Self::InSmallSquares => matches!(vector, [0, 0, _, _]),
            Self::Without(axis) => vector.get(axis) == Some(&0),
            Self::AllButAlone(axis) => {
                changing > 1 || vector.get(axis).is_none_or(|&component| component == 0)
            }
            Self::Missing(missing) => vector != missing,
            Self::AllButChanging(axes) => vector.map(|component| component != 0) != axes,
            Self::RisingAmong(count) => changing != count || !vector.contains(&-1),
            Self::FallingAmong(count) => changing != count || vector.contains(&-1),
            Self::With(axis) => vector.get(axis).is_some_and(|&component| component != 0),
        }
    }
}

/// How lines are looked for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) enum Search {
    /// From place to place, and not beyond the border.
    #[default]
    Inside,
    /// Beyond the border it goes on at the other side.
    AroundTheBorder,
    /// Below the border it goes on at the other side, as negative indexes do, along the vectors of which this component that is not 0 is
    /// positive.
    BelowTheBorder(Positive),
    /// Wherever the distances between ids are equal.
    EqualDistances,
    /// Wherever the distances between places are.
    EqualDistancesOfPlaces,
    /// Wherever these distances are 1, 3, 9 or 27, as along the axes.
    AxisDistances,
    /// Inside, but only where the distances between ids are equal too.
    InsideAtEqualDistances,
    /// Inside, but the ids of the last two tiles are that of the first one and the distance between the places, once and twice.
    InsideBySteps(Passing),
    /// Inside, but not where a coordinate stays at this value, from 0.
    InsideWithoutStaying(i8),
    /// Wherever the place in the middle of two tiles, its coordinates rounded, is a tile, or another one than these two.
    RoundedMiddle(Rounding, Middle),
}

/// Which rows are found by steps from id to id.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Passing {
    /// Those through tiles only.
    Tiles,
    /// Those through the centre too, as if it had an id.
    Centre,
}

/// How half a sum of two coordinates becomes a whole number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Rounding {
    Down,
    Up,
    /// To the even one of the two next to it, of coordinates from 1.
    ToEven,
}

impl Rounding {
    /// What stands in a hint for this rounding.
    pub(super) const ALL: [(&str, &str, Self); 3] = [
        ("down", "1.5 → 1, 2.5 → 2", Self::Down),
        ("up", "1.5 → 2, 2.5 → 3", Self::Up),
        ("to-even", "1.5 → 2, 2.5 → 2", Self::ToEven),
    ];

    /// Half a sum of two coordinates from 0.
    const fn half(self, sum: i8) -> i8 {
        match self {
            Self::Down => sum / 2,
            Self::Up => (sum + 1) / 2,
            Self::ToEven => {
                if sum % 2 == 1 {
                    1
                } else {
                    sum / 2
                }
            }
        }
    }
}

/// What stands between the two ends of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Middle {
    /// Another tile.
    Another,
    /// Any tile, even one of the two.
    Any,
}

/// Which component that is not 0 is positive along the vectors that are kept of v and −v.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Positive {
    First,
    Last,
}

impl Positive {
    fn keeps(self, vector: [i8; 4]) -> bool {
        let mut components = vector.iter().filter(|&&component| component != 0);
        let decisive = match self {
            Self::First => components.next(),
            Self::Last => components.next_back(),
        };
        decisive == Some(&1)
    }
}

/// Which id a place has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) enum Numbering {
    #[default]
    FromOne,
    /// The centre uses up a number.
    CentreCounted,
    /// The centre uses up a number and is a tile like any other.
    CentreIsATile,
    FromZero,
    /// The same, and the centre uses up a number.
    PlacesFromZero,
}

impl Numbering {
    /// The id of the tile at a place; none if there is no tile.
    fn id(self, place: u8) -> Option<u8> {
        match (self, place) {
            (Self::CentreIsATile, _) => Some(place + 1),
            (_, CENTRE) => None,
            (Self::PlacesFromZero, _) => Some(place),
            (Self::FromOne, _) => Some(if place < CENTRE { place + 1 } else { place }),
            (Self::CentreCounted, _) => Some(place + 1),
            (Self::FromZero, _) => Some(if place < CENTRE { place } else { place - 1 }),
        }
    }
}

/// Three places that follow each other in a direction, perhaps around the border.
#[derive(Clone, Copy)]
struct Places {
    vector: [i8; 4],
    places: [u8; 3],
    is_inside: bool,
}

impl Places {
    /// Whether a coordinate has this value, from 0, at all three places.
    fn stays_at(&self, value: i8) -> bool {
        let [first, ..] = self.places;
        let mut axes = coordinates(first).into_iter().zip(self.vector);
        axes.any(|(coordinate, component)| component == 0 && coordinate == value)
    }
}

/// Those that stay inside, by direction and then by start.
static INSIDE: LazyLock<Vec<Places>> = LazyLock::new(|| {
    let all = PLACES_IN_A_ROW.iter();
    all.filter(|row| row.is_inside).copied().collect()
});

/// All that there are, in the same order.
static PLACES_IN_A_ROW: LazyLock<Vec<Places>> = LazyLock::new(|| {
    vectors(Positive::First)
        .flat_map(|vector| (0..PLACES).filter_map(move |start| in_a_row(start, vector)))
        .collect()
});

/// One of v and −v for each direction.
pub(super) fn vectors(positive: Positive) -> impl Iterator<Item = [i8; 4]> {
    let all = (0..PLACES).map(|code| coordinates(code).map(|digit| digit - 1));
    all.filter(move |&vector| positive.keeps(vector))
}

/// The rows that go on at the other side where a coordinate falls below the border, and end where one rises above it.
fn below_the_border(positive: Positive) -> impl Iterator<Item = Places> {
    vectors(positive).flat_map(|vector| {
        (0..PLACES).filter_map(move |start| {
            let rises_inside = |(from, component): (i8, i8)| component < 1 || from == 0;
            let is_row = coordinates(start).into_iter().zip(vector).all(rises_inside);
            is_row.then(|| Places {
                vector,
                places: [0, 1, 2].map(|step| place_after(start, vector, step)),
                is_inside: stays_inside(start, vector),
            })
        })
    })
}

/// The place so many steps from another one, around the border.
fn place_after(start: u8, vector: [i8; 4], step: i8) -> u8 {
    let axes = coordinates(start).into_iter().zip(vector);
    let reached = axes.map(|(from, component)| (from + step * component).rem_euclid(3));
    reached.fold(0, |place, coordinate| 3 * place + coordinate.cast_unsigned())
}

/// The coordinates of a place, each 0 to 2.
fn coordinates(place: u8) -> [i8; 4] {
    [place / 27, place / 9 % 3, place / 3 % 3, place % 3].map(u8::cast_signed)
}

/// The places from a start on. A row around the border begins again at each of its places: it is taken once.
fn in_a_row(start: u8, vector: [i8; 4]) -> Option<Places> {
    let places = [0, 1, 2].map(|step| place_after(start, vector, step));
    let first_inside = places.into_iter().find(|&place| stays_inside(place, vector));
    let first = first_inside.or(places.into_iter().min());
    let is_inside = first_inside.is_some();
    (first == Some(start)).then_some(Places { vector, places, is_inside })
}

/// The way along a line, a component for each coordinate; all 0 for ids that are no tiles.
pub(in crate::tesseract) fn direction_of([first, _, last]: &Row) -> [i8; 4] {
    let coordinates = |id| Tile::new(id).map(|tile| tile.coordinates().map(u8::cast_signed));
    let mut along = coordinates(*last).unwrap_or_default();
    for (component, from) in along.iter_mut().zip(coordinates(*first).unwrap_or_default()) {
        *component = (*component - from).signum();
    }
    along
}

/// Whether two steps from a place lead to places of the board.
fn stays_inside(start: u8, vector: [i8; 4]) -> bool {
    let mut axes = coordinates(start).into_iter().zip(vector);
    axes.all(|(from, component)| (0..3).contains(&(from + 2 * component)))
}

/// The lines of the rule.
static LINES: LazyLock<Vec<Row>> = LazyLock::new(|| LineRule::default().find());

/// The lines of the wrong rules that were asked for. Many readings are made to explain an answer, with few different rules.
static FOUND: LazyLock<Mutex<HashMap<LineRule, Arc<[Row]>>>> = LazyLock::new(Mutex::default);

impl LineReading {
    /// The reading by which a sum with the weights 1 to 4 chooses between v and −v.
    pub(in crate::tesseract) fn by_weights() -> Self {
        let directions = Directions::SumNotZero([1, 2, 3, 4]);
        Self { rule: LineRule { directions, ..LineRule::default() }, ..Self::default() }
    }

    /// How many lines are not along these directions.
    pub(super) fn lines_left_out(directions: Directions) -> usize {
        INSIDE
            .iter()
            .filter(|row| !row.places.contains(&CENTRE) && !directions.contains(row.vector))
            .count()
    }

    /// The lines, by direction and then by start.
    pub(in crate::tesseract) fn lines(&self) -> &[Row] {
        if self.rule == LineRule::default() {
            return &LINES;
        }
        self.found.get_or_init(|| {
            let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
            let lines = found.entry(self.rule.clone()).or_insert_with(|| self.rule.find().into());
            Arc::clone(lines)
        })
    }
}

impl LineRule {
    fn find(&self) -> Vec<Row> {
        let mut rows = match self.search {
            Search::EqualDistances => evenly_spaced(1..=80, 1..=39),
            Search::AxisDistances => evenly_spaced(1..=80, [1, 3, 9, 27]),
            Search::EqualDistancesOfPlaces => evenly_spaced(0..=80, 1..=40)
                .into_iter()
                .filter_map(|places| self.row(places))
                .collect(),
            Search::RoundedMiddle(rounding, middle) => {
                rounded_middles(rounding, middle).filter_map(|places| self.row(places)).collect()
            }
            _ => self.rows(),
        };
        if self.search == Search::InsideAtEqualDistances {
            rows.retain(|[first, middle, last]| middle - first == last - middle);
        }
        if let Some(tile) = self.forgotten {
            rows.retain(|row| !row.contains(&tile));
        }
        rows
    }

    fn rows(&self) -> Vec<Row> {
        let is_found = |row: &&Places| {
            let is_around_the_centre =
                self.has_lines_around_the_centre && row.places.contains(&CENTRE);
            self.directions.contains(row.vector) || is_around_the_centre
        };
        let below: Vec<Places>;
        let searched: &[Places] = match self.search {
            Search::AroundTheBorder => &PLACES_IN_A_ROW,
            Search::BelowTheBorder(positive) => {
                below = below_the_border(positive).collect();
                &below
            }
            _ => &INSIDE,
        };
        let is_searched = |row: &&Places| match self.search {
            Search::InsideWithoutStaying(value) => !row.stays_at(value),
            _ => true,
        };
        let found = searched.iter().filter(is_found).filter(is_searched);
        let times = |row: &Places| {
            let component = self.twice_without.and_then(|axis| row.vector.get(axis));
            if component == Some(&0) { 2 } else { 1 }
        };
        found.flat_map(|row| repeat_n(self.row(row.places), times(row)).flatten()).collect()
    }

    /// The ids of three places, if each has one.
    fn row(&self, places: [u8; 3]) -> Option<Row> {
        let id = |place| {
            let centre =
                (self.has_lines_around_the_centre && place == CENTRE).then_some(EVERYBODYS);
            self.numbering.id(place).or(centre)
        };
        let [first, middle, last] = places;
        let mut row = match self.search {
            Search::InsideBySteps(Passing::Tiles) if middle == CENTRE => return None,
            Search::InsideBySteps(_) => {
                let (first_id, step) = (id(first)?, middle - first);
                [first_id, first_id + step, first_id + 2 * step]
            }
            _ => [id(first)?, id(middle)?, id(last)?],
        };
        row.sort_unstable();
        Some(row)
    }
}

/// Any two places with the one in the middle, its coordinates rounded.
fn rounded_middles(rounding: Rounding, middle: Middle) -> impl Iterator<Item = [u8; 3]> {
    let pairs = (0..PLACES).flat_map(|last| (0..last).map(move |first| (first, last)));
    pairs.filter_map(move |(first, last)| {
        let sums = coordinates(first).into_iter().zip(coordinates(last));
        let halves = sums.map(|(from, to)| rounding.half(from + to));
        let half = halves.fold(0, |place, coordinate| 3 * place + coordinate.cast_unsigned());
        (middle == Middle::Any || ![first, last].contains(&half)).then_some([first, half, last])
    })
}

/// All triples of these numbers with one of these distances twice.
fn evenly_spaced(numbers: RangeInclusive<u8>, distances: impl IntoIterator<Item = u8>) -> Vec<Row> {
    let (first, last) = (*numbers.start(), *numbers.end());
    let rows = distances
        .into_iter()
        .flat_map(|step| (first..=last - 2 * step).map(move |id| [id, id + step, id + 2 * step]));
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gradus_board::lattice::tesseract::lines;

    fn sorted(mut rows: Vec<Row>) -> Vec<Row> {
        rows.sort_unstable();
        rows
    }

    #[test]
    fn the_lines_are_those_of_the_board() {
        let board = lines().iter().map(|line| line.tiles().map(Tile::id)).collect();
        assert_eq!(sorted(LineRule::default().find()), sorted(board));
    }

    #[test]
    fn each_wrong_reading_has_the_lines_that_it_says() {
        let count = |rule: LineRule| rule.find().len();
        let along = |directions| count(LineRule { directions, ..LineRule::default() });
        assert_eq!(along(Directions::Axes), 104);
        assert_eq!([1, 2, 3].map(|axes| along(Directions::AllBut(axes))), [128, 136, 200]);
        assert_eq!(along(Directions::InSmallSquares), 8 * 9 - 4);
        let numbered = |numbering| count(LineRule { numbering, ..LineRule::default() });
        assert_eq!(numbered(Numbering::CentreCounted), 232);
        assert_eq!(numbered(Numbering::CentreIsATile), 272);
        assert_eq!(numbered(Numbering::FromZero), 232);
        let found = |search| count(LineRule { search, ..LineRule::default() });
        // In each of 40 directions the 81 places make 27 rows, one of them through the centre.
        assert_eq!(found(Search::AroundTheBorder), 40 * 26);
        // Of 7³ + 3 · 7² + 9 · 7 + 27 rows, 40 run through the centre.
        let below = |positive| found(Search::BelowTheBorder(positive));
        assert_eq!([Positive::First, Positive::Last].map(below), [580 - 40; 2]);
        assert_eq!(along(Directions::AllButAlone(2)), 232 - 26);
        assert_eq!(along(Directions::Missing([0, 1, 0, -1])), 232 - 8);
        let missing = |axes| 232 - along(Directions::AllButChanging(axes));
        assert_eq!(missing([true, true, false, false]), 16);
        assert_eq!(missing([true, true, true, false]), 8);
        let kept = [Directions::RisingAmong(2), Directions::FallingAmong(2)];
        assert_eq!(kept.map(along), [232 - 48; 2]);
    }
}
