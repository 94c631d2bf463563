//! Step 35: who has won.

use std::fmt;

use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::games::{Contest, random_contest};
use crate::board::lattice::tesseract::{Outcome, Player, Players};
use crate::kinds::item::NumberList;
use crate::step::{Count, Expected, Feedback, Kind, Misconception, Workload};

/// The winners of each game, if there are any.
pub enum Winner {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<10, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<Contest>,
}

/// `open`, or the numbers of the winners, ascending.
#[derive(Clone, PartialEq, Eq)]
pub enum Standing {
    Open,
    Won(NumberList),
}

impl Standing {
    fn won_by(players: impl IntoIterator<Item = Player>) -> Self {
        Self::Won(players.into_iter().map(Player::number).collect())
    }
}

impl From<Outcome> for Standing {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Open => Self::Open,
            Outcome::Won(player) => Self::won_by([player]),
            Outcome::Shared(players) => Self::won_by(players),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("open"),
            Self::Won(players) => players.fmt(f),
        }
    }
}

impl Kind for Winner {
    const NAME: &'static str = "tesseract/winner";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "threshold-exceeded",
            hint: "Whoever has as many lines as the threshold says has reached it: one more is not needed.",
            solve: |task| {
                task.standings(|contest| contest.game.outcome(contest.threshold + 1).into())
            },
        },
        Misconception {
            id: "most-lines-instead-of-first",
            hint: "The first player who reached the threshold has won, even if others have more lines later.",
            solve: |task| {
                task.standings(|contest| match contest.outcome() {
                    Outcome::Won(_) => Standing::won_by(contest.leaders()),
                    other => other.into(),
                })
            },
        },
        Misconception {
            id: "one-leader-only",
            hint: "When the board is full and no player has reached the threshold, all players with the highest count have won.",
            solve: |task| {
                task.standings(|contest| match contest.outcome() {
                    Outcome::Shared(players) => Standing::won_by(players.into_iter().take(1)),
                    other => other.into(),
                })
            },
        },
        Misconception {
            id: "the-leader-has-won",
            hint: "While tiles are free, a lead alone wins nothing: a player has to reach the threshold.",
            solve: |task| {
                task.standings(|contest| match contest.outcome() {
                    Outcome::Open => Standing::won_by(contest.leaders()),
                    other => other.into(),
                })
            },
        },
        Misconception {
            id: "a-full-board-is-open",
            hint: "A full board ends the game, also if no player has reached the threshold.",
            solve: |task| {
                task.standings(|contest| match contest.outcome() {
                    Outcome::Shared(_) => Standing::Open,
                    other => other.into(),
                })
            },
        },
        Misconception {
            id: "the-next-player",
            hint: "Player 1 makes the first move. A line belongs to the player who made the move, not to the one who moves next.",
            solve: |task| {
                task.standings(|contest| {
                    let next = |player| following(contest.game.players(), player);
                    match contest.outcome() {
                        Outcome::Open => Standing::Open,
                        Outcome::Won(player) => Standing::won_by([next(player)]),
                        Outcome::Shared(players) => {
                            let mut players: Vec<_> = players.into_iter().map(next).collect();
                            players.sort_unstable();
                            Standing::won_by(players)
                        }
                    }
                })
            },
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = Standing;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        Task { games: (0..params.games.get()).filter_map(|_| random_contest(rng)).collect() }
    }

    fn reference(task: &Task) -> Vec<Standing> {
        task.standings(|contest| contest.outcome().into())
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Standing, Expected> {
        if text.eq_ignore_ascii_case("open") {
            return Ok(Standing::Open);
        }
        let players = NumberList::read(text).map(|NumberList(mut players)| {
            players.sort_unstable();
            players.dedup();
            Standing::Won(NumberList(players))
        });
        players
            .map_err(|_| Expected("`open`, or numbers of players with single spaces between them"))
    }
}

impl Task {
    fn standings(&self, judge: impl Fn(&Contest) -> Standing) -> Vec<Standing> {
        self.games.iter().map(judge).collect()
    }
}

/// The player who moves after this one.
fn following(players: Players, player: Player) -> Player {
    players.to_move_after(player.index() + 1)
}
