//! How lines and turns can be misread: what the four rules about games share.
//!
//! A rule's own reading has a [`LineReading`] and a [`TurnReading`] in it, and [`add_line_aspects`] and [`add_turn_aspects`] list what
//! is wrong about them. The hints on these are in `game_hints.toml`, once for all four.

use std::sync::{LazyLock, OnceLock};

use crate::board::lattice::tesseract::{Game, Players, Tile};
use crate::step::Aspects;

/// Three tiles in a row, by their ids, ascending.
pub(super) type Row = [u8; 3];

/// The place in the middle, of the 81 places from 0.
const CENTRE: u8 = 40;

/// How many places there are, with the centre.
const PLACES: u8 = 81;

/// What stands for the centre in a row where it belongs to everybody; no tile has this id.
pub(super) const EVERYBODYS: u8 = 82;

/// Which rows are lines. They are found when they are asked for, once.
#[derive(Default)]
pub(super) struct LineReading {
    rule: LineRule,
    found: OnceLock<Vec<Row>>,
}

#[derive(Default, PartialEq, Eq)]
struct LineRule {
    directions: Directions,
    search: Search,
    numbering: Numbering,
    /// Whether any two tiles on opposite sides of the centre are a line.
    has_lines_around_the_centre: bool,
    /// The tile that is passed over.
    forgotten: Option<u8>,
}

/// Which directions have lines.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Directions {
    #[default]
    All,
    /// Those along which one coordinate changes.
    Axes,
    /// All but those along which this many coordinates change.
    AllBut(usize),
    /// Those along which no coordinate falls while another rises.
    Rising,
    /// Those of which the sum of the components is not 0: of v and −v one has a positive sum.
    SumNotZero,
    /// Those along which i and j stay the same.
    InSmallSquares,
    /// Those along which this coordinate stays the same.
    Without(usize),
    /// Those along which this coordinate changes.
    With(usize),
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
            Self::SumNotZero => vector.into_iter().sum::<i8>() != 0,
            Self::InSmallSquares => matches!(vector, [0, 0, _, _]),
            Self::Without(axis) => vector.get(axis) == Some(&0),
            Self::With(axis) => vector.get(axis).is_some_and(|&component| component != 0),
        }
    }
}

/// How lines are looked for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Search {
    /// From place to place, and not beyond the border.
    #[default]
    Inside,
    /// Beyond the border it goes on at the other side.
    AroundTheBorder,
    /// Wherever the distances between ids are equal.
    EqualDistances,
    /// Wherever these distances are 1, 3, 9 or 27, as along the axes.
    AxisDistances,
    /// Inside, but only where the distances between ids are equal too.
    InsideAtEqualDistances,
    /// Inside, but not where a coordinate stays at this value, from 0.
    InsideWithoutStaying(i8),
}

/// Which id a place has.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Numbering {
    #[default]
    FromOne,
    /// The centre uses up a number.
    CentreCounted,
    /// The centre uses up a number and is a tile like any other.
    CentreIsATile,
    FromZero,
}

impl Numbering {
    /// The id of the tile at a place; none if there is no tile.
    fn id(self, place: u8) -> Option<u8> {
        match (self, place) {
            (Self::CentreIsATile, _) => Some(place + 1),
            (_, CENTRE) => None,
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
    let vectors = (0..PLACES).map(|code| coordinates(code).map(|digit| digit - 1));
    // Of v and −v the one whose first component that is not 0 is positive.
    let forward =
        vectors.filter(|vector| vector.iter().find(|&&component| component != 0) == Some(&1));
    forward
        .flat_map(|vector| (0..PLACES).filter_map(move |start| in_a_row(start, vector)))
        .collect()
});

/// The coordinates of a place, each 0 to 2.
fn coordinates(place: u8) -> [i8; 4] {
    [place / 27, place / 9 % 3, place / 3 % 3, place % 3].map(u8::cast_signed)
}

/// The places from a start on. A row around the border begins again at each of its places: it is taken once.
fn in_a_row(start: u8, vector: [i8; 4]) -> Option<Places> {
    let place = |step: i8| {
        let axes = coordinates(start).into_iter().zip(vector);
        let reached = axes.map(|(from, component)| (from + step * component).rem_euclid(3));
        reached.fold(0, |place, coordinate| 3 * place + coordinate.cast_unsigned())
    };
    let places = [place(0), place(1), place(2)];
    let first_inside = places.into_iter().find(|&place| stays_inside(place, vector));
    let first = first_inside.or(places.into_iter().min());
    let is_inside = first_inside.is_some();
    (first == Some(start)).then_some(Places { vector, places, is_inside })
}

/// Whether two steps from a place lead to places of the board.
fn stays_inside(start: u8, vector: [i8; 4]) -> bool {
    let mut axes = coordinates(start).into_iter().zip(vector);
    axes.all(|(from, component)| (0..3).contains(&(from + 2 * component)))
}

/// The lines of the rule.
static LINES: LazyLock<Vec<Row>> = LazyLock::new(|| LineRule::default().find());

impl LineReading {
    /// The lines, by direction and then by start.
    pub(super) fn lines(&self) -> &[Row] {
        if self.rule == LineRule::default() {
            return &LINES;
        }
        self.found.get_or_init(|| self.rule.find())
    }
}

impl LineRule {
    fn find(&self) -> Vec<Row> {
        let mut rows = match self.search {
            Search::EqualDistances => evenly_spaced(1..=39),
            Search::AxisDistances => evenly_spaced([1, 3, 9, 27]),
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
        let id = |place| {
            let centre =
                (self.has_lines_around_the_centre && place == CENTRE).then_some(EVERYBODYS);
            self.numbering.id(place).or(centre)
        };
        let row = |&Places { places: [first, middle, last], .. }: &Places| {
            let mut row = [id(first)?, id(middle)?, id(last)?];
            row.sort_unstable();
            Some(row)
        };
        let searched =
            if self.search == Search::AroundTheBorder { &PLACES_IN_A_ROW } else { &INSIDE };
        let is_searched = |row: &&Places| match self.search {
            Search::InsideWithoutStaying(value) => !row.stays_at(value),
            _ => true,
        };
        searched.iter().filter(is_found).filter(is_searched).filter_map(row).collect()
    }
}

/// All triples of ids with one of these distances twice.
fn evenly_spaced(distances: impl IntoIterator<Item = u8>) -> Vec<Row> {
    let rows = distances
        .into_iter()
        .flat_map(|step| (1..=80 - 2 * step).map(move |id| [id, id + step, id + 2 * step]));
    rows.collect()
}

/// Whose turn it is, and which moves count.
#[derive(Clone, Default)]
pub(super) struct TurnReading {
    /// How many players take turns, if not as many as the game says.
    players: Option<usize>,
    pub(super) first: FirstMove,
    pub(super) moves: Moves,
}

/// Who makes the first move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum FirstMove {
    #[default]
    ByTheFirst,
    ByTheSecond,
    ByTheLast,
}

/// Which moves of the history are made.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Moves {
    #[default]
    All,
    AllButTheLast,
    AllButTheFirst,
}

/// Who took a tile, from 0, and with which move, from 0.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) player: usize,
    pub(super) number: usize,
}

/// Who took each tile of a game.
#[derive(Clone)]
pub(super) struct Course {
    /// How many players take turns.
    pub(super) players: usize,
    /// How many moves have been made.
    pub(super) moves: usize,
    /// The player who took each tile, by id, or [`FREE`]. An id that is no tile is never taken.
    owners: [u8; IDS],
    /// With which move.
    numbers: [u8; IDS],
}

/// One more than the highest id.
pub(super) const IDS: usize = EVERYBODYS as usize + 1;

/// The owner of a free tile.
const FREE: u8 = u8::MAX;

/// The owner of a tile that is taken, but by nobody who plays.
const NOBODY: u8 = FREE - 1;

impl TurnReading {
    /// So many players take turns in every game.
    pub(super) fn take_turns(&mut self, players: usize) {
        self.players = Some(players);
    }

    /// The player, from 0, who makes the move with this number, from 0.
    pub(super) fn player(&self, players: usize, number: usize) -> usize {
        let shift = match self.first {
            FirstMove::ByTheFirst => 0,
            FirstMove::ByTheSecond => 1,
            FirstMove::ByTheLast => players - 1,
        };
        (number + shift) % players
    }

    /// The number of the move with which the slice of a player, from 0, begins; none if that is the player's first.
    pub(super) fn first_in_slice(&self, player: usize) -> Option<usize> {
        match self.first {
            FirstMove::ByTheFirst => self.players.is_some().then_some(player),
            FirstMove::ByTheSecond => None,
            FirstMove::ByTheLast => Some(player + 1),
        }
    }

    pub(super) fn course(&self, game: &Game) -> Course {
        self.course_of(game.players(), game.history())
    }

    /// The course of a game of these moves.
    pub(super) fn course_of(&self, players: Players, history: &[Tile]) -> Course {
        let players = self.players.unwrap_or_else(|| players.count().into());
        let is_last_missing = self.moves == Moves::AllButTheLast && !history.is_empty();
        let moves = history.len() - usize::from(is_last_missing);
        let mut course = Course { players, moves, owners: [FREE; IDS], numbers: [0; IDS] };
        let made = history.iter().zip(0..).take(moves);
        for (tile, number) in made.skip(usize::from(self.moves == Moves::AllButTheFirst)) {
            let id = usize::from(tile.id());
            let player = self.player(players, usize::from(number));
            if let (Some(owner), Some(made)) =
                (course.owners.get_mut(id), course.numbers.get_mut(id))
            {
                *owner = u8::try_from(player).unwrap_or(NOBODY);
                *made = number;
            }
        }
        course
    }
}

impl Course {
    /// The same with every `step`-th tile from the move with the number `first` on given to `player`, and the others to nobody.
    pub(super) fn sliced(&self, player: usize, first: usize, step: usize) -> Self {
        let mut owners = self.owners;
        for (owner, &number) in owners.iter_mut().zip(&self.numbers) {
            let number = usize::from(number);
            let is_theirs = number >= first && (number - first).is_multiple_of(step);
            if *owner != FREE {
                let player = u8::try_from(player).unwrap_or(NOBODY);
                *owner = if is_theirs { player } else { NOBODY };
            }
        }
        Self { owners, ..*self }
    }

    /// The same with the tiles that are free here as they were in an earlier game.
    pub(super) fn added_to(mut self, earlier: &Self) -> Self {
        for (owner, &before) in self.owners.iter_mut().zip(&earlier.owners) {
            if *owner == FREE {
                *owner = before;
            }
        }
        self
    }

    /// Gives a tile back.
    pub(super) fn set_free(&mut self, id: u8) {
        if let Some(owner) = self.owners.get_mut(usize::from(id)) {
            *owner = FREE;
        }
    }

    /// With which move, from 0, a tile was taken; 0 if it is free.
    pub(super) fn number(&self, id: u8) -> u8 {
        self.numbers.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// Who took a tile; none if it is free.
    pub(super) fn owner(&self, id: u8) -> Option<u8> {
        self.owners.get(usize::from(id)).copied().filter(|&owner| owner != FREE)
    }

    /// Whether the tile in the middle of a row was taken before one of the others.
    pub(super) fn is_middle_earlier(&self, &[first, middle, last]: &Row) -> bool {
        self.number(middle) < self.number(first).max(self.number(last))
    }

    /// Who completed a line of one player, and with which move.
    pub(super) fn completed(&self, row: &Row) -> Option<Taken> {
        let [first, middle, last] = Self::tiles(row);
        let owner = self.owner(first)?;
        let is_of_one = self.owner(middle) == Some(owner) && self.owner(last) == Some(owner);
        is_of_one.then(|| self.latest(row))
    }

    /// Who took the last free tile of a row, and with which move.
    pub(super) fn last_of(&self, row: &Row) -> Option<Taken> {
        let is_full = Self::tiles(row).into_iter().all(|id| self.owner(id).is_some());
        is_full.then(|| self.latest(row))
    }

    /// The tiles of a row. The centre, if it is everybody's, has the highest id.
    const fn tiles(&[first, middle, last]: &Row) -> Row {
        [first, middle, if last == EVERYBODYS { middle } else { last }]
    }

    /// Who took the tile of a row that was taken last, and with which move.
    fn latest(&self, row: &Row) -> Taken {
        let made = |id: u8| Taken {
            player: self.owner(id).unwrap_or(NOBODY).into(),
            number: self.numbers.get(usize::from(id)).copied().unwrap_or(0).into(),
        };
        let [first, middle, last] = Self::tiles(row).map(made);
        let later = |one: Taken, other: Taken| if one.number < other.number { other } else { one };
        later(later(first, middle), last)
    }
}

/// The aspects of what a line is.
pub(super) fn add_line_aspects<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let directions =
        move |directions| move |reading: &mut R| lines(reading).rule.directions = directions;
    let search = move |search| move |reading: &mut R| lines(reading).rule.search = search;
    let numbering =
        move |numbering| move |reading: &mut R| lines(reading).rule.numbering = numbering;
    aspects
        .add()
        .or("lines-along-the-axes-only", directions(Directions::Axes))
        .or("falling-coordinates-missed", directions(Directions::Rising))
        .or("three-at-once-missed", directions(Directions::AllBut(3)))
        .or("sum-of-zero-missed", directions(Directions::SumNotZero))
        .or("first-coordinate-always-changes", directions(Directions::With(0)));
    aspects
        .add()
        .or("centre-not-skipped", numbering(Numbering::CentreCounted))
        .or("centre-is-a-tile", numbering(Numbering::CentreIsATile));
    aspects.add().or("lines-around-the-centre", move |reading| {
        lines(reading).rule.has_lines_around_the_centre = true;
    });
    // Less likely, and not together with others: so many pairs are more than can be tried.
    aspects
        .add()
        .or("around-the-border", search(Search::AroundTheBorder))
        .or("ids-from-zero", numbering(Numbering::FromZero))
        .or("equal-distances-between-ids", search(Search::EqualDistances))
        .or("axis-distances-between-ids", search(Search::AxisDistances))
        .or("uneven-distances-missed", search(Search::InsideAtEqualDistances))
        .or("two-at-once-missed", directions(Directions::AllBut(2)))
        .or("one-at-once-missed", directions(Directions::AllBut(1)))
        .or("small-squares-only", directions(Directions::InSmallSquares))
        .alone();
    let axes = ["i", "j", "k", "l"].into_iter().zip(0..);
    let axes = axes.map(|(name, axis)| (name.to_owned(), name.to_owned(), axis));
    let values = [3, 1, 2].map(|value: i8| (value.to_string(), value.to_string(), value - 1));
    aspects
        .add()
        .or_each("coordinate-never-changes", axes.clone(), move |reading, axis| {
            lines(reading).rule.directions = Directions::Without(axis);
        })
        .or_each("coordinate-always-changes", axes.skip(1), move |reading, axis| {
            lines(reading).rule.directions = Directions::With(axis);
        })
        .or_each("coordinate-never-stays-at", values, move |reading, value| {
            lines(reading).rule.search = Search::InsideWithoutStaying(value);
        })
        .alone();
}

/// The aspect of tiles that a loop misses at its beginning or end.
pub(super) fn add_tile_aspect<R: 'static>(
    aspects: &mut Aspects<R>,
    lines: fn(&mut R) -> &mut LineReading,
) {
    let forgotten = move |tile| move |reading: &mut R| lines(reading).rule.forgotten = Some(tile);
    aspects.add().or("last-tile-forgotten", forgotten(80)).or("first-tile-forgotten", forgotten(1));
}

/// The aspects of whose turn it is.
pub(super) fn add_turn_aspects<R: 'static>(
    aspects: &mut Aspects<R>,
    turns: fn(&mut R) -> &mut TurnReading,
) {
    let first = move |first| move |reading: &mut R| turns(reading).first = first;
    aspects.add().or("two-players-only", move |reading| turns(reading).take_turns(2));
    aspects
        .add()
        .or("first-move-by-the-last-player", first(FirstMove::ByTheLast))
        .or("first-move-by-player-two", first(FirstMove::ByTheSecond));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lattice::tesseract::lines;

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
    }
}
