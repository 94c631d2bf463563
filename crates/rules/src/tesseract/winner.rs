//! Step 35: who has won.

mod generator;
mod reading;

use std::fmt;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::generator::{SORTS, random_contests};
use self::reading::Reading;
use super::games::panels;
use super::games::{History, RecordError, players_of};
use crate::item::NumberList;
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::tesseract::{Game, Outcome, Player};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

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

/// A game with the number of lines that wins it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "ContestRecord", into = "ContestRecord")]
struct Contest {
    game: Game,
    threshold: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContestRecord {
    players: u8,
    threshold: usize,
    history: History,
}

impl TryFrom<ContestRecord> for Contest {
    type Error = RecordError;

    fn try_from(
        ContestRecord { players, threshold, history }: ContestRecord,
    ) -> Result<Self, RecordError> {
        let History(tiles) = history;
        let players = players_of(players)?;
        if threshold == 0 {
            return Err(RecordError::Threshold);
        }
        Ok(Self { game: Game::from_history(players, tiles)?, threshold })
    }
}

impl From<Contest> for ContestRecord {
    fn from(Contest { game, threshold }: Contest) -> Self {
        let history = History(game.history().to_vec());
        Self { players: game.players().count(), threshold, history }
    }
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
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 1300;

    type Params = Params;
    type Task = Task;
    type Item = Standing;
    type Solution = AnyOf<Standing>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::WINNER, hints::GAMES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let sorts = SORTS.into_iter().cycle().take(params.games.get() as usize);
        let mut games = random_contests(rng, sorts.collect());
        games.shuffle(rng);
        Task { games }
    }

    fn solve<'a>(
        task: &'a Task,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<Standing>> + 'a {
        reading.standings(&task.games).map(AnyOf)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Standing>> {
        let outcomes = task.games.iter().map(|contest| contest.game.outcome(contest.threshold));
        outcomes.map(|outcome| AnyOf(vec![outcome.into()])).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels(task.games.iter().map(|contest| &contest.game))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Standing, Text> {
        if text.eq_ignore_ascii_case("open") {
            return Ok(Standing::Open);
        }
        let players = NumberList::read(text).map(|NumberList(mut players)| {
            players.sort_unstable();
            players.dedup();
            Standing::Won(NumberList(players))
        });
        players.map_err(|_| form::winners())
    }
}
