//! Step 07: the four lines through a point, from four cells before it to four after it.

mod aspects;
mod pattern;
mod reading;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::pattern::{Lines, Pattern};
use self::reading::{Picture, Reading};
use super::HINTS;
use super::plain::LINES;
use super::positions::{QuestionSelector, game_to_the_border, random_point};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{Direction, Game, Point};
use gradus_step::{
    Aspects, Catalogue, Count, Expected, Feedback, Kind, Solution, Steering, Workload,
};

/// The cells of four lines around each point.
pub enum LinePatterns {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    questions: Count<9, 50>,
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

impl Kind for LinePatterns {
    const NAME: &'static str = "gomoku/line-patterns";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = Pattern;
    type Solution = Lines;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let moves = rng.random_range(24..=60);
        let board = game_to_the_border(rng, moves);
        let coord = points(rng, steering, &board, params.questions.get() as usize);
        Task { board, coord }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = Lines> + 'a {
        let picture = reading.picture(task.board.moves());
        task.coord.iter().map(move |&point| reading.lines(&picture, point))
    }

    fn reference(task: &Task) -> Vec<Lines> {
        task.coord.iter().map(|&point| windows(&task.board, point)).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let game = &task.board;
        let sheet = Sheet {
            moves: game.moves(),
            is_numbered: true,
            asked: &task.coord,
            ..Sheet::of(game.board())
        };
        Panel::each([sheet.drawn()], 4 * task.coord.len())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Pattern, Expected> {
        // Nearly all answers are ASCII, which need not be decoded.
        let pattern = if text.is_ascii() {
            Pattern::read(text.bytes().map(char::from))
        } else {
            Pattern::read(text.chars())
        };
        pattern
            .ok_or(Expected("the cells of a line, each `x`, `o` or `.`; a line has at most nine"))
    }

    fn arrange(items: &mut [Pattern]) {
        for point in items.chunks_mut(LINES.len()) {
            point.sort_unstable();
        }
    }
}

/// The four lines of a point.
#[expect(clippy::expect_used, reason = "a window has at most nine cells, and cells only")]
fn windows(game: &Game, point: Point) -> Lines {
    Lines(Direction::ALL.map(|direction| {
        let window = game.board().window(point, direction);
        Pattern::of(window.as_str().chars()).expect("a window of a board")
    }))
}

/// Different points to ask about, on which every misreading shows. Some line of each has a stone.
fn points(
    rng: &mut ChaCha8Rng,
    steering: &Steering<LinePatterns>,
    game: &Game,
    count: usize,
) -> Vec<Point> {
    let misread: Vec<(&Reading, Picture)> =
        steering.misreadings().iter().map(|read| (read, read.picture(game.moves()))).collect();
    let shown = |point: Point, right: &Lines| -> Vec<u32> {
        misread
            .iter()
            .map(|(reading, picture)| tenths(right, &reading.lines(picture, point)))
            .collect()
    };
    let mut points = QuestionSelector::new(misread.len());
    let mut offers = OFFERS;
    while offers > 0 {
        // A program that misses the first or the last move is wrong only where a line has it, and one that does not look at the
        // point itself only where a stone lies on it.
        let moves = game.moves();
        let steps = rng.random_range(-4..=4);
        let (stone, steps) = match rng.random_range(0..8u8) {
            0 | 1 => (moves.last(), steps),
            2 => (moves.first(), steps),
            3 | 4 => (moves.choose(rng), 0),
            _ => (None, 0),
        };
        let near = stone.and_then(|stone| {
            let (down, across) = Direction::ALL.choose(rng)?.step();
            stone.offset(steps * down, steps * across)
        });
        let point = near.unwrap_or_else(|| random_point(rng));
        if points.questions().any(|&other| other == point) {
            continue;
        }
        let right = windows(game, point);
        // Points without a stone in sight have few different answers, which can be guessed.
        if right.0.iter().all(|line| line.cells().all(|cell| cell == '.')) {
            continue;
        }
        if points.questions().count() >= count {
            offers -= 1;
            if points.is_enough() {
                break;
            }
            points.offer(point, shown(point, &right), |_| true);
        } else {
            points.add(point, shown(point, &right));
        }
    }
    let mut points = points.into_questions();
    points.shuffle(rng);
    points
}

/// How many points are offered in exchange for others.
const OFFERS: usize = 24;

/// How rare the wrong lines of a point are among right ones, in tenths of a bit.
fn tenths(right: &Lines, read: &Lines) -> u32 {
    let wrong = read.0.iter().zip(right.marks(&read.0)).filter(|&(_, is_right)| !is_right);
    let is_plain = |line: &Pattern| line.cells().all(|cell| cell == '.');
    wrong.map(|(line, _)| if is_plain(line) { 20 } else { 60 }).sum()
}
