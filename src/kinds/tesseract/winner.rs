//! Step 35: who has won.

use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::games::{History, RecordError, game_of, random_history, random_players};
use crate::board::lattice::tesseract::{Game, Outcome, Player, Players, Tile};
use crate::kinds::item::NumberList;
use crate::step::{Count, Expected, Feedback, Misconception, OldKind as Kind, Workload};

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
        let players = Players::new(players).ok_or(RecordError::Players(players))?;
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

impl Contest {
    fn outcome(&self) -> Outcome {
        self.game.outcome(self.threshold)
    }

    /// The players with the most lines, whether or not they have won.
    fn leaders(&self) -> Vec<Player> {
        let highest = self.game.scores().into_iter().max();
        let leads = |&player: &Player| Some(self.game.score(player)) == highest;
        self.game.players().iter().filter(leads).collect()
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
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "threshold-exceeded",
            hint: "A player with as many lines as the threshold has reached it: one more is not needed.",
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
                    let next = |player| contest.game.players().after(player);
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
        Task { games: (0..params.games.get()).map(|_| random_contest(rng)).collect() }
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

/// The outcome that a game should have.
#[derive(Clone, Copy)]
enum Wanted {
    Open,
    /// The player with this number reached the threshold first.
    Won(u8),
    /// The player with this number alone has the most lines on a full board.
    Led(u8),
    /// Several players have the most lines on a full board.
    Shared,
}

impl Wanted {
    /// One game in six is open, every other one won; the rest are full.
    fn draw(rng: &mut ChaCha8Rng) -> Self {
        match rng.random_range(0..6u8) {
            0 => Self::Open,
            1..=3 => Self::Won(rng.random_range(1..=Players::MAX)),
            4 => Self::Led(rng.random_range(1..=Players::MAX)),
            _ => Self::Shared,
        }
    }

    /// Enough players that the wanted one is among them.
    fn players(self, rng: &mut ChaCha8Rng) -> Players {
        let min_players = match self {
            Self::Won(number) | Self::Led(number) => number.max(2),
            Self::Open | Self::Shared => 2,
        };
        random_players(rng, min_players..=Players::MAX)
    }
}

/// A random game; each possible outcome is frequent.
fn random_contest(rng: &mut ChaCha8Rng) -> Contest {
    let wanted = Wanted::draw(rng);
    loop {
        let players = wanted.players(rng);
        let history = random_history(rng, Tile::COUNT);
        if let Some(contest) = stopped(rng, wanted, players, &history) {
            return contest;
        }
    }
}

/// A game of these moves, or the first of them, with a threshold that gives the wanted outcome; none if there is none.
fn stopped(
    rng: &mut ChaCha8Rng,
    wanted: Wanted,
    players: Players,
    history: &[Tile],
) -> Option<Contest> {
    let after = |moves: usize| game_of(players, history.iter().copied().take(moves));
    match wanted {
        Wanted::Open => {
            let game = after(rng.random_range(20..Tile::COUNT).into());
            Some(Contest { threshold: out_of_reach(rng, &game), game })
        }
        Wanted::Won(number) => {
            let game = after(history.len());
            let threshold: usize = rng.random_range(2..=14u8).into();
            let won = game.outcome(threshold) == Outcome::Won(players.player(number)?);
            let reached = won.then(|| game.reached_at(threshold))??;
            // Often the game goes on, and others may pass the winner.
            let moves = rng.random_range(u32::try_from(reached).ok()?..=Tile::COUNT.into());
            Some(Contest { game: after(moves as usize), threshold })
        }
        Wanted::Led(_) | Wanted::Shared => {
            let game = after(history.len());
            let contest = Contest { threshold: out_of_reach(rng, &game), game };
            let is_wanted = match (wanted, &contest.leaders()[..]) {
                (Wanted::Led(number), [leader]) => leader.number() == number,
                (Wanted::Shared, leaders) => leaders.len() > 1,
                _ => false,
            };
            is_wanted.then_some(contest)
        }
    }
}

/// A threshold just above the highest score.
fn out_of_reach(rng: &mut ChaCha8Rng, game: &Game) -> usize {
    let highest = game.scores().into_iter().fold(0, usize::max);
    highest + usize::from(rng.random_range(1..=3u8))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_way_in_which_a_game_can_stand_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(35);
        let contests: Vec<_> = (0..600).map(|_| random_contest(&mut rng)).collect();
        let share =
            |is: fn(&Contest) -> bool| contests.iter().filter(|contest| is(contest)).count();
        let open = share(|contest| contest.outcome() == Outcome::Open);
        let won = share(|contest| matches!(contest.outcome(), Outcome::Won(_)));
        let led = share(|contest| matches!(&contest.outcome(), Outcome::Shared(p) if p.len() == 1));
        let shared =
            share(|contest| matches!(&contest.outcome(), Outcome::Shared(p) if p.len() > 1));
        assert!(
            open >= 70 && won >= 200 && led >= 70 && shared >= 70,
            "{open} {won} {led} {shared}"
        );
        assert_eq!(open + won + led + shared, 600);
        let passed = share(|contest| match contest.outcome() {
            Outcome::Won(winner) => contest.leaders() != [winner],
            _ => false,
        });
        assert!(passed >= 50, "{passed} winners were passed later");
    }
}
