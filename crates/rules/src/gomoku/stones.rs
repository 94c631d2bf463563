//! Step 03: what lies on a point.

mod reading;

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::reading::{Played, Reading, Symbols};
use super::HINTS;
use super::positions::{QuestionSelector, game_to_the_border};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{Game, Point, Stone};
use gradus_step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

/// The stone on each point of a board, or none.
pub enum Stones {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    coord: Count<16, 100>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "DisplayFromStr")]
    board: Game,
    #[serde_as(as = "Vec<DisplayFromStr>")]
    coord: Vec<Point>,
}

/// `x`, `o` or `.`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Symbol(Option<Stone>);

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stone::symbol_of(self.0).fmt(f)
    }
}

impl Kind for Stones {
    const NAME: &'static str = "gomoku/stones";
    const VERSION: u32 = 5;
    // A game and the points that show every misreading of it take about half a millisecond.
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Silent;

    type Params = Params;
    type Task = Task;
    type Item = Symbol;
    type Solution = One<Symbol>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        task(rng, steering, params.coord.get())
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Symbol>> + 'a {
        reading.found(&task.board, &task.coord).map(|stone| One(Symbol(stone)))
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let game = &task.board;
        let sheet = Sheet {
            moves: game.moves(),
            is_numbered: true,
            asked: &task.coord,
            ..Sheet::of(game.board())
        };
        Panel::each([sheet.drawn()], task.coord.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Symbol, Expected> {
        match text {
            "x" | "X" => Ok(Symbol(Some(Stone::Black))),
            "o" | "O" => Ok(Symbol(Some(Stone::White))),
            "." => Ok(Symbol(None)),
            _ => Err(Expected("`x`, `o` or `.`")),
        }
    }
}

/// A task on which every misreading shows.
fn task(rng: &mut ChaCha8Rng, steering: &Steering<Stones>, count: u32) -> Task {
    // Programs that count the turns from the last move are right where it is of the side that they take it for: so each side has it on
    // half of the tasks. The number of moves is drawn once, since misreadings show more easily with an odd one.
    let moves = rng.random_range(44..=79);
    let draw = |rng: &mut ChaCha8Rng| {
        let board = game_to_the_border(rng, moves);
        let coord = points(rng, steering, &board, count);
        Task { board, coord }
    };
    let mut task = draw(rng);
    for _ in 1..TRIES {
        if shows_all(steering, &task) {
            break;
        }
        task = draw(rng);
    }
    task
}

/// How many tasks are drawn until every misreading shows on more than one point.
const TRIES: usize = 8;

/// Whether every misreading answers more than one question wrongly: a single wrong item could be any mistake.
fn shows_all(steering: &Steering<Stones>, task: &Task) -> bool {
    let right: Vec<Option<Stone>> =
        task.coord.iter().map(|&point| task.board.board().at(point)).collect();
    steering.misreadings().iter().all(|reading| {
        let items = Stones::solve(task, reading).zip(&right);
        items.filter(|(One(Symbol(item)), right)| item != *right).nth(1).is_some()
    })
}

/// What is right for eight questions, after those about the first moves and the last ones. If no other stone of a side were asked about,
/// a program that misses the last move would be like one that finds the first stone of that side only.
const SYMBOLS: [Option<Stone>; 8] = [
    Some(Stone::Black),
    Some(Stone::White),
    None,
    None,
    Some(Stone::White),
    Some(Stone::Black),
    None,
    None,
];

/// Points to ask about, on which every misreading shows.
fn points(
    rng: &mut ChaCha8Rng,
    steering: &Steering<Stones>,
    game: &Game,
    count: u32,
) -> Vec<Point> {
    let at = |point: Point| game.board().at(point);
    // The others show on whatever points are asked about, or on the points that are asked about twice.
    let is_steered = |reading: &&Reading| {
        let is_twice = matches!(reading.played, Played::WithoutTheFirst | Played::WithoutTheLast);
        reading.is_of_one_point() && !is_twice
    };
    let misreadings = steering.misreadings().iter().filter(is_steered);
    let misread: Vec<(&Reading, Symbols)> =
        misreadings.map(|reading| (reading, reading.symbols(game.moves()))).collect();
    let shown = |point: Point| -> Vec<u32> {
        let items = misread.iter().map(|(reading, symbols)| reading.look_up(symbols, point));
        items.map(|item| if item == at(point) { 0 } else { WRONG }).collect()
    };
    // A program that misses the first or the last move is wrong on one point only, and two wrong items could still be chance: so both
    // points are asked about three times. The second move tells whether all of white's moves are missed, or all but the first; the
    // move before the last tells whether the last stone of each side is left, or the very last one.
    let moves = game.moves();
    let before_last = moves.iter().rev().nth(1);
    let (first, second, last) = (moves.first(), moves.get(1), moves.last());
    let fixed = [first, last, before_last, first, last, second, first, last];
    let fixed: Vec<Point> = fixed.into_iter().flatten().copied().collect();
    let mut points = QuestionSelector::new(misread.len());
    fixed.iter().take(count as usize).for_each(|&point| points.add(point, shown(point)));
    let rest = (count as usize).saturating_sub(fixed.len());
    let mut rest: Vec<Option<Stone>> = SYMBOLS.into_iter().cycle().take(rest).collect();
    // A program whose turn changes only with the moves that are asked about finds the last two stones rightly if an even number of moves
    // is left out before them.
    if moves.len().is_multiple_of(2)
        && let Some(stone) = rest.iter_mut().find(|symbol| **symbol == Some(Stone::Black))
    {
        *stone = None;
    }
    for symbol in rest {
        let such: Vec<Point> = Point::all().filter(|&point| at(point) == symbol).collect();
        let is_new = |point: &Point| !points.questions().any(|other| other == point);
        let new: Vec<Point> = such.iter().copied().filter(is_new).collect();
        // Once all such points are asked about, they are asked about again.
        if let Some(&point) = new.choose(rng).or_else(|| such.choose(rng)) {
            points.add(point, shown(point));
        }
    }
    let mut offers: Vec<Point> = Point::all().collect();
    offers.shuffle(rng);
    for point in offers {
        if points.is_enough() {
            break;
        }
        if !points.questions().any(|&other| other == point) {
            let may_go = |other: &Point| at(*other) == at(point) && !fixed.contains(other);
            points.offer(point, shown(point), may_go);
        }
    }
    let mut points = points.into_questions();
    // A few points can be kept apart from themselves.
    for _ in 0..20 {
        points.shuffle(rng);
        let ends = points.first().zip(points.last()).is_some_and(|(first, last)| first == last);
        if !ends && points.windows(2).all(|pair| pair.first() != pair.last()) {
            break;
        }
    }
    points
}

/// What a wrong symbol shows, in tenths of a bit: each of the three is about as frequent as the others.
const WRONG: u32 = 15;
