//! Step 33: how many lines each player has.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::games::{
    Lines, Played, game_of, held_by, lines_that_change, lines_with_a_centre, random_history,
    random_players,
};
use crate::board::lattice::tesseract::{Game, Players};
use crate::kinds::item::NumberList;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

/// The players' line counts in each game.
pub enum Scores {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<5, 20>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<Played>,
}

/// With fewer tiles for each player, too many games end 0 to 0.
const MIN_TILES_EACH: u8 = 15;

impl Kind for Scores {
    const NAME: &'static str = "tesseract/scores";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "counted-from-both-ends",
            hint: "A direction and its opposite meet the same lines. Each line counts once.",
            solve: |task| task.scores(|game| game.scores().into_iter().map(|n| 2 * n).collect()),
        },
        Misconception {
            id: "first-move-by-the-last-player",
            hint: "Players are numbered from 1, and player 1 makes the first move.",
            solve: |task| {
                task.scores(|game| {
                    let mut scores = game.scores();
                    scores.rotate_left(1);
                    scores
                })
            },
        },
        Misconception {
            id: "two-players-only",
            hint: "Two to four players take turns: each game says how many.",
            solve: |task| task.scores(scores_of_two),
        },
        Misconception {
            id: "lines-along-the-axes-only",
            hint: "A line may change several coordinates at once: there are 40 directions, not 4.",
            solve: |task| task.scores(|game| scores_by(game, &lines_that_change(1))),
        },
        Misconception {
            id: "centre-not-skipped",
            hint: "The centre is not a tile and has no id: from 41 on, ids run one behind the row-major count.",
            solve: |task| task.scores(|game| scores_by(game, &lines_with_a_centre())),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = NumberList;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let games = (0..params.games.get()).map(|_| {
            let players = random_players(rng, 2..=4);
            let moves = rng.random_range(MIN_TILES_EACH * players.count()..=80);
            Played(game_of(players, random_history(rng, moves)))
        });
        Task { games: games.collect() }
    }

    fn reference(task: &Task) -> Vec<NumberList> {
        task.scores(Game::scores)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<NumberList, Expected> {
        NumberList::read(text)
    }
}

impl Task {
    fn scores(&self, count: impl Fn(&Game) -> Vec<usize>) -> Vec<NumberList> {
        let counts = self.games.iter().map(|Played(game)| count(game));
        counts.map(|scores| scores.into_iter().map(small).collect()).collect()
    }
}

/// The scores if two players had made the moves.
fn scores_of_two(game: &Game) -> Vec<usize> {
    game_of(Players::TWO, game.history().iter().copied()).scores()
}

#[expect(clippy::expect_used, reason = "there are 232 lines")]
fn small(count: usize) -> u32 {
    u32::try_from(count).expect("at most 232")
}

/// The scores of a game over another list of lines.
fn scores_by(game: &Game, lines: &Lines) -> Vec<usize> {
    let players = game.players().iter();
    players.map(|player| held_by(game, player, lines).count()).collect()
}
