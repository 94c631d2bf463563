//! Games in tasks: without a threshold, as `{"players": 3, "history": [40, 39, …]}`, and with one.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use crate::board::lattice::tesseract::{Game, IllegalHistory, Outcome, Player, Players, Tile};

/// A game that was played to some point.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub(super) struct Played(pub(super) Game);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    players: u8,
    history: Vec<u8>,
}

/// Different tiles in the order in which they were taken, by any number of players: `[40, 39, …]`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub(super) struct History(pub(super) Vec<Tile>);

/// Why a record in a task is not a legal game.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error("{0} players; expected 2 to 4")]
    Players(u8),
    #[error("there is no tile {0}; expected 1 to 80")]
    Tile(u8),
    #[error("there is no player {0}")]
    Player(u8),
    #[error("the threshold is 0; expected 1 or more")]
    Threshold,
    #[error(transparent)]
    History(#[from] IllegalHistory),
}

impl TryFrom<Record> for Played {
    type Error = RecordError;

    fn try_from(Record { players, history }: Record) -> Result<Self, RecordError> {
        let History(tiles) = history.try_into()?;
        let players = Players::new(players).ok_or(RecordError::Players(players))?;
        Ok(Self(Game::from_history(players, tiles)?))
    }
}

impl From<Played> for Record {
    fn from(Played(game): Played) -> Self {
        let history = History(game.history().to_vec()).into();
        Self { players: game.players().count(), history }
    }
}

impl TryFrom<Vec<u8>> for History {
    type Error = RecordError;

    fn try_from(ids: Vec<u8>) -> Result<Self, RecordError> {
        let tiles = ids.into_iter().map(|id| Tile::new(id).ok_or(RecordError::Tile(id)));
        let tiles: Vec<Tile> = tiles.collect::<Result<_, _>>()?;
        // Whether a tile is taken twice does not depend on the number of players.
        Game::from_history(Players::TWO, tiles.iter().copied())?;
        Ok(Self(tiles))
    }
}

impl From<History> for Vec<u8> {
    fn from(History(tiles): History) -> Self {
        tiles.into_iter().map(Tile::id).collect()
    }
}

/// This many different tiles in random order: a legal history for any number of players.
pub(super) fn random_history(rng: &mut ChaCha8Rng, moves: u8) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tile::all().collect();
    tiles.shuffle(rng);
    tiles.truncate(moves.into());
    tiles
}

/// A game with the number of lines that wins it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "ContestRecord", into = "ContestRecord")]
pub(super) struct Contest {
    pub(super) game: Game,
    pub(super) threshold: usize,
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
    pub(super) fn outcome(&self) -> Outcome {
        self.game.outcome(self.threshold)
    }

    /// The players with the most lines, whether or not they have won.
    pub(super) fn leaders(&self) -> Vec<Player> {
        let most = self.game.scores().into_iter().max();
        let leads = |&player: &Player| Some(self.game.score(player)) == most;
        self.game.players().iter().filter(leads).collect()
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
    fn players(self, rng: &mut ChaCha8Rng) -> Option<Players> {
        let fewest = match self {
            Self::Won(number) | Self::Led(number) => number.max(2),
            Self::Open | Self::Shared => 2,
        };
        Players::new(rng.random_range(fewest..=Players::MAX))
    }
}

/// A random game; each possible outcome is frequent.
pub(super) fn random_contest(rng: &mut ChaCha8Rng) -> Option<Contest> {
    let wanted = Wanted::draw(rng);
    loop {
        let players = wanted.players(rng)?;
        let history = random_history(rng, Tile::COUNT);
        if let Some(contest) = stopped(rng, wanted, players, &history) {
            return Some(contest);
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
    let after =
        |moves: usize| Game::from_history(players, history.iter().copied().take(moves)).ok();
    match wanted {
        Wanted::Open => {
            let game = after(rng.random_range(20..Tile::COUNT).into())?;
            Some(Contest { threshold: out_of_reach(rng, &game)?, game })
        }
        Wanted::Won(number) => {
            let game = after(history.len())?;
            let threshold: usize = rng.random_range(2..=14u8).into();
            let won = game.outcome(threshold) == Outcome::Won(players.player(number)?);
            let reached = won.then(|| game.reached_at(threshold))??;
            // Often the game goes on, and others may pass the winner.
            let moves = rng.random_range(u32::try_from(reached).ok()?..=Tile::COUNT.into());
            Some(Contest { game: after(moves as usize)?, threshold })
        }
        Wanted::Led(_) | Wanted::Shared => {
            let game = after(history.len())?;
            let contest = Contest { threshold: out_of_reach(rng, &game)?, game };
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
fn out_of_reach(rng: &mut ChaCha8Rng, game: &Game) -> Option<usize> {
    let most = game.scores().into_iter().max()?;
    Some(most + usize::from(rng.random_range(1..=3u8)))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_way_in_which_a_game_can_stand_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(35);
        let contests: Vec<_> = (0..600).filter_map(|_| random_contest(&mut rng)).collect();
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
