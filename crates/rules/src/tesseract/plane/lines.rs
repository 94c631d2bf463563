//! The lines of a plane, and what is taken for them.

/// The tiles of a line, a bit for each place: row by row, the first one the lowest.
///
/// ```text
///   0 1 2
///   3 4 5
///   6 7 8
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Line(u16);

pub(super) const ROWS: [Line; 3] = [Line::of([0, 1, 2]), Line::of([3, 4, 5]), Line::of([6, 7, 8])];
pub(super) const COLUMNS: [Line; 3] =
    [Line::of([0, 3, 6]), Line::of([1, 4, 7]), Line::of([2, 5, 8])];
pub(super) const MAJOR: Line = Line::of([0, 4, 8]);
pub(super) const MINOR: Line = Line::of([2, 4, 6]);

/// Three places at equal distances, 1 or 2, that are no line: the border is in between.
pub(super) const OVER_THE_BORDER: [Line; 8] = [
    Line::of([1, 2, 3]),
    Line::of([2, 3, 4]),
    Line::of([4, 5, 6]),
    Line::of([5, 6, 7]),
    Line::of([0, 2, 4]),
    Line::of([1, 3, 5]),
    Line::of([3, 5, 7]),
    Line::of([4, 6, 8]),
];

/// What goes on at the opposite border, along the minor diagonal and the major one.
pub(super) const BROKEN_MINOR: [Line; 2] = [Line::of([0, 5, 7]), Line::of([1, 3, 8])];
pub(super) const BROKEN_MAJOR: [Line; 2] = [Line::of([1, 5, 6]), Line::of([2, 3, 7])];

/// All eight: rows, columns, diagonals.
pub(super) const LINES: [Line; 8] =
    [ROWS[0], ROWS[1], ROWS[2], COLUMNS[0], COLUMNS[1], COLUMNS[2], MAJOR, MINOR];

/// The places of all tiles.
pub(super) const PLACES: std::ops::Range<u16> = 0..9;

/// The place in the middle.
pub(super) const MIDDLE: u16 = 4;

impl Line {
    /// The line over these places, in ascending order.
    pub(super) const fn of([first, middle, last]: [u16; 3]) -> Self {
        Self(1 << first | 1 << middle | 1 << last)
    }

    /// The places, in ascending order.
    pub(super) fn places(self) -> impl Iterator<Item = u16> {
        PLACES.filter(move |&place| self.has(place))
    }

    pub(super) const fn has(self, place: u16) -> bool {
        self.0 >> place & 1 == 1
    }

    /// Whether it goes through the tile in the middle.
    pub(super) const fn is_through(self) -> bool {
        self.has(MIDDLE)
    }

    pub(super) fn is_diagonal(self) -> bool {
        self == MAJOR || self == MINOR
    }

    /// The tiles as bits.
    pub(super) const fn tiles(self) -> u16 {
        self.0
    }

    /// The tiles at its ends, as bits: all but the second one.
    pub(super) const fn ends(self) -> u16 {
        let without_first = self.0 & (self.0 - 1);
        self.0 & !(1 << without_first.trailing_zeros())
    }

    /// The first place.
    pub(super) const fn start(self) -> u32 {
        self.0.trailing_zeros()
    }

    /// From a place to the next one.
    pub(super) const fn step(self) -> u32 {
        (self.0 & (self.0 - 1)).trailing_zeros() - self.start()
    }
}
