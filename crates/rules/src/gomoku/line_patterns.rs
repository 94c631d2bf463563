//! Step 07: the four lines through a point, from four cells before it to four after it.

mod aspects;
mod generator;
mod pattern;
mod reading;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::generator::points;
use self::pattern::{Lines, Pattern};
use self::reading::Reading;
use super::plain::LINES;
use super::positions::game_to_the_border;
use crate::texts::{form, gomoku as hints};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{Direction, Game, Point};
use gradus_step::{Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

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

    fn hints() -> &'static [&'static [Template]] {
        &[hints::LINE_PATTERNS]
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

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Pattern, Text> {
        // Nearly all answers are ASCII, which need not be decoded.
        let pattern = if text.is_ascii() {
            Pattern::read(text.bytes().map(char::from))
        } else {
            Pattern::read(text.chars())
        };
        pattern.ok_or_else(form::line)
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
