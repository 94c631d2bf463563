//! Step 30: three in a row on a plane, and how many lines there are in more dimensions.

mod aspects;
mod lines;
mod reading;
mod spaces;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use self::lines::{COLUMNS, LINES, Line, MAJOR, MINOR, ROWS};
use self::reading::{Board, Reading, Task};
use self::spaces::Space;
use super::HINTS;
use crate::item::whole_number;
use gradus_board::drawing::Panel;
use gradus_board::drawing::plane::drawn;
use gradus_board::lattice::line_count;
use gradus_board::lattice::plane::{Centre, Plane as Tiles, Player};
use gradus_step::{
    AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Question, Steering, Workload,
};

/// The complete lines of both players on some boards, then how many lines there are on boards of other sides and dimensions.
pub enum Plane {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<6, 12>,
    spaces: Count<8, 12>,
}

impl Kind for Plane {
    const NAME: &'static str = "tesseract/plane";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const DIAGNOSIS_LIMIT: usize = 10_000;

    type Params = Params;
    type Task = Task;
    type Item = i64;
    type Solution = AnyOf<i64>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        task(params, steering, rng)
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = AnyOf<i64>> + 'a {
        reading.items(task).map(AnyOf)
    }

    #[expect(clippy::cast_possible_wrap, reason = "there are less than a million lines")]
    fn reference(task: &Task) -> Vec<AnyOf<i64>> {
        let of_board = |board: &Board| {
            let Board { tiles, centre } = *board;
            Player::ALL.map(|player| tiles.complete_lines(player, centre))
        };
        let of_space = |space: &Space| line_count(space.side.into(), space.dimensions.into());
        let counts = task.boards.iter().flat_map(of_board);
        let counts = counts.chain(task.spaces.iter().map(of_space));
        counts.map(|count| AnyOf(vec![count as i64])).collect()
    }

    fn panels(task: &Task) -> Vec<Panel> {
        Panel::each(task.boards.iter().map(|board| drawn(&board.tiles, board.centre)), 2)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<i64, Expected> {
        whole_number(text)
    }

    /// The two counts of a board hang together: where one player has many lines, the other has few.
    fn questions(task: &Task, reference: &[AnyOf<i64>]) -> Vec<Question> {
        let (boards, spaces) = reference.split_at(Player::ALL.len() * task.boards.len());
        let both = |counts: &[AnyOf<i64>]| {
            Question::with_all_of(counts.iter().flat_map(|AnyOf(count)| count))
        };
        boards.chunks(Player::ALL.len()).chain(spaces.chunks(1)).map(both).collect()
    }
}

/// What is on a board. A program that does not know one of the eight lines has to be wrong on two boards, or it cannot be told from
/// chance, and so has one that misreads the centre. On nine tiles that leaves little choice.
#[derive(Clone, Copy)]
enum Sort {
    /// Three parallel lines: one for each player, and a free one.
    Stripes,
    /// One player has both diagonals and an edge.
    Diagonals,
    /// One player has the middle row, the middle column and this diagonal.
    Plus(Line),
    /// Without the centre: one player has both diagonals and the middle line along this axis.
    Hourglass(Axis),
    /// Without the centre: one player has this diagonal, the middle line along this axis and an edge across it; the other one has the ends
    /// of the middle line across.
    AcrossTheCentre(Line, Axis),
}

/// How lines run.
#[derive(Clone, Copy)]
enum Axis {
    Row,
    Column,
}

impl Axis {
    /// The lines along it, the middle one second.
    const fn lines(self) -> [Line; 3] {
        match self {
            Self::Row => ROWS,
            Self::Column => COLUMNS,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Row => Self::Column,
            Self::Column => Self::Row,
        }
    }
}

/// How many more boards are drawn for each place. `gradus check` counts draws: with four, one task in fifty has to be drawn again, with
/// six none in a thousand.
const ROUNDS: usize = 6;

/// How many dimensions the spaces have: each number, since some readings are right on up to three.
const DIMENSIONS: [u8; 8] = [1, 2, 3, 4, 5, 6, 3, 4];

fn task(params: &Params, steering: &Steering<Plane>, rng: &mut ChaCha8Rng) -> Task {
    let mut sorts = sorts(rng, params.boards.get() as usize);
    sorts.shuffle(rng);
    let instantiate = |board: &Board| Task { boards: vec![*board], spaces: Vec::new() };
    let boards = steering.cover_each(rng, &sorts, ROUNDS, board, instantiate);
    Task { boards, spaces: spaces(rng, params.spaces.get() as usize) }
}

fn sorts(rng: &mut ChaCha8Rng, count: usize) -> Vec<Sort> {
    let axis = if rng.random() { Axis::Row } else { Axis::Column };
    let diagonal = if rng.random() { MAJOR } else { MINOR };
    let sorts = [
        Sort::Diagonals,
        Sort::Hourglass(axis),
        Sort::Plus(MAJOR),
        Sort::AcrossTheCentre(diagonal, axis.other()),
        Sort::Plus(MINOR),
        Sort::Stripes,
    ];
    sorts.into_iter().cycle().take(count).collect()
}

/// A board of a sort; what the sort does not give is drawn at random.
fn board(rng: &mut ChaCha8Rng, sort: &Sort) -> Board {
    let mut tiles: [Option<Player>; Tiles::TILES] = std::array::from_fn(|_| mark(rng));
    let mut plant = |lines: &[Line], owner: Option<Player>| {
        for (tile, place) in tiles.iter_mut().zip(0..) {
            if lines.iter().any(|line| line.has(place)) {
                *tile = owner;
            }
        }
    };
    let owner = Player::ALL.choose(rng).copied();
    match *sort {
        Sort::Stripes => {
            let axis = if rng.random() { Axis::Row } else { Axis::Column };
            let mut lines = axis.lines();
            lines.shuffle(rng);
            for (line, owner) in
                lines.into_iter().zip([Some(Player::First), Some(Player::Second), None])
            {
                plant(&[line], owner);
            }
        }
        Sort::Diagonals => {
            let edges = LINES.into_iter().filter(|line| !line.is_through());
            let edge = edges.choose(rng);
            plant(&[MAJOR, MINOR], owner);
            plant(edge.as_slice(), owner);
        }
        Sort::Plus(diagonal) => plant(&[ROWS[1], COLUMNS[1], diagonal], owner),
        Sort::Hourglass(axis) => {
            let [_, middle, _] = axis.lines();
            plant(&[MAJOR, MINOR, middle], owner);
        }
        Sort::AcrossTheCentre(diagonal, axis) => {
            let [one, ends, other] = axis.other().lines();
            let [_, middle, _] = axis.lines();
            let edge = if rng.random() { one } else { other };
            plant(&[ends], owner.map(Player::other));
            plant(&[diagonal, middle, edge], owner);
        }
    }
    let centre = match sort {
        Sort::Hourglass(_) | Sort::AcrossTheCentre(..) => Centre::LeftOut,
        Sort::Stripes | Sort::Diagonals | Sort::Plus(_) => Centre::TakesPart,
    };
    Board { tiles: Tiles::new(tiles), centre }
}

/// Nobody's, or a player's.
fn mark(rng: &mut ChaCha8Rng) -> Option<Player> {
    [None, Some(Player::First), Some(Player::Second)].choose(rng).copied().flatten()
}

/// Different spaces: all sides come before one comes twice.
fn spaces(rng: &mut ChaCha8Rng, count: usize) -> Vec<Space> {
    let mut sides: Vec<u8> = Space::SIDES.collect();
    let mut spaces: Vec<Space> = Vec::with_capacity(count);
    while spaces.len() < count {
        sides.shuffle(rng);
        let mut dimensions = DIMENSIONS;
        dimensions.shuffle(rng);
        for (&side, dimensions) in sides.iter().zip(dimensions).take(count - spaces.len()) {
            let space = Space { side, dimensions };
            if !spaces.contains(&space) {
                spaces.push(space);
            }
        }
    }
    spaces
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng as _;

    use super::*;

    fn boards(seed: u64) -> Vec<Board> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        sorts(&mut rng, 6).iter().map(|sort| board(&mut rng, sort)).collect()
    }

    #[test]
    fn the_lines_through_the_centre_count_on_two_boards_each() {
        for seed in 0..50 {
            for line in LINES.into_iter().filter(|line| line.is_through()) {
                let complete = boards(seed).into_iter().filter(|board| {
                    let tiles = board.tiles.tiles();
                    let owners: BTreeSet<_> = line
                        .places()
                        .map(|place| tiles[usize::from(place)].map(Player::number))
                        .collect();
                    board.centre == Centre::TakesPart
                        && owners.len() == 1
                        && !owners.contains(&None)
                });
                assert!(complete.count() >= 2, "seed {seed}");
            }
        }
    }

    #[test]
    fn on_one_board_both_players_have_a_line_and_three_tiles_in_a_row_are_free() {
        for seed in 0..50 {
            let both = boards(seed).into_iter().any(|board| {
                let counts = |player| board.tiles.complete_lines(player, board.centre);
                let free = |line: &Line| {
                    line.places().all(|place| board.tiles.tiles()[usize::from(place)].is_none())
                };
                Player::ALL.map(counts) == [1, 1] && LINES.iter().any(free)
            });
            assert!(both, "seed {seed}");
        }
    }

    #[test]
    fn the_spaces_are_different_and_have_every_number_of_dimensions() {
        for seed in 0..50 {
            let spaces = spaces(&mut ChaCha8Rng::seed_from_u64(seed), 8);
            let all: BTreeSet<[u8; 2]> = spaces.iter().map(|&space| space.into()).collect();
            let dimensions: BTreeSet<u8> = all.iter().map(|&[_, dimensions]| dimensions).collect();
            assert_eq!((all.len(), dimensions.len()), (8, 6));
        }
    }
}
