//! A tournament: many games between computer players, on the server, several at once.
//!
//! The seats rotate: the first game has them as given, each following game moves them on by one, so that between two players the sides
//! alternate. Each game is worth one point: the winner gets it, several winners share it, and all players share it when nobody wins.

pub mod report;
mod standing;

use std::num::NonZeroU32;

use futures_util::stream::{self, StreamExt};

use crate::api::{Client, Error, GameId, GameOptions, GameState, Moment, NewGame, Problem, Status};
use crate::jobs::Jobs;

use standing::standings;
pub use standing::{Played, Points, Standing};

/// What a tournament plays.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first game; all games' seeds are derived from its seed.
    pub first: GameOptions,
    /// How many games.
    pub games: NonZeroU32,
    /// How many games are played at once.
    pub jobs: Jobs,
}

impl Plan {
    /// One of the games, numbered from 1.
    fn game(&self, number: u32) -> GameOptions {
        let mut options = self.first.clone();
        let seats = self.first.seats.iter().cycle().skip((1..number).count());
        options.seats = seats.take(self.first.seats.len()).copied().collect();
        options.seed = self.first.seed.map(|seed| derived(seed, number));
        options
    }
}

/// The result of a plan.
#[derive(Debug)]
pub struct Tournament {
    /// The server's address.
    pub server: String,
    /// What was to be played.
    pub plan: Plan,
    /// The games that are over, in the order of their numbers.
    pub played: Vec<Played>,
    /// Why the rest was not played.
    pub stopped: Option<Error>,
}

impl Tournament {
    /// The players' results, in the order of the plan's seats.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        standings(&self.plan.first.seats, &self.played)
    }

    /// The games' mean number of moves; `None` before the first game.
    #[must_use]
    #[expect(clippy::expect_used, reason = "no more games are played than planned")]
    pub fn mean_moves(&self) -> Option<f64> {
        let games = u32::try_from(self.played.len()).expect("the planned number is a u32");
        let moves: f64 = self.played.iter().map(|game| f64::from(game.moves)).sum();
        (games > 0).then(|| moves / f64::from(games))
    }
}

/// Runs a plan; `watch` is called with the tournament after each game, the newest last. The first refusal of the server ends it: the
/// other games would be refused as well.
pub async fn run(client: &Client, plan: &Plan, mut watch: impl FnMut(&Tournament)) -> Tournament {
    let mut tournament = Tournament {
        server: client.server().to_string(),
        plan: plan.clone(),
        played: Vec::new(),
        stopped: None,
    };
    let mut ended = stream::iter(1..=plan.games.get())
        .map(|number| game(client, plan, number))
        .buffer_unordered(plan.jobs.get());
    while let Some(game) = ended.next().await {
        match game {
            Ok(game) => tournament.played.push(game),
            Err(error) => {
                tournament.stopped = Some(error);
                break;
            }
        }
        watch(&tournament);
    }
    tournament.played.sort_by_key(|game| game.number);
    tournament
}

async fn game(client: &Client, plan: &Plan, number: u32) -> Result<Played, Error> {
    let foreign = |reason: &str| {
        Err(Error::Foreign { server: client.server().clone(), reason: reason.to_owned() })
    };
    let options = plan.game(number);
    let seats = options.seats.clone();
    let mut state = client.create_game(&NewGame::Fresh(options)).await?.state;
    while state.status == Status::Open {
        let next = advance(client, &state.id).await?;
        if next.status == Status::Open && next.history.len() <= state.history.len() {
            return foreign("a computer did not move");
        }
        state = next;
    }
    if state.seats != seats {
        return foreign("the seats are not the requested ones");
    }
    Ok(Played::new(number, state))
}

/// The state after the computer's move. A move whose reply got lost is asked for again, and may have ended the game.
async fn advance(client: &Client, game: &GameId) -> Result<GameState, Error> {
    match client.advance(game, None).await {
        Err(Error::Problem(problem)) if problem.code == Problem::MOVE_OVER => {
            client.game(game, Moment::Now).await
        }
        result => result,
    }
}

/// JSON numbers carry 53 bits safely.
const SEED_BITS: u32 = 53;

/// The seed of a game, derived from the tournament's seed and the game's number. The formula is part of what `--seed` promises: a tournament
/// can be repeated with a later version.
fn derived(seed: u64, number: u32) -> u64 {
    split_mix(seed, number) >> (u64::BITS - SEED_BITS)
}

/// `SplitMix64` (Steele, Lea and Flood, 2014): an output of the generator that starts from a seed, counted from 1.
fn split_mix(seed: u64, number: u32) -> u64 {
    let state = seed.wrapping_add(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Tournaments for the tests of this module and of the reports.
#[cfg(test)]
mod sample {
    use super::standing::sample::four_games;
    use super::{GameOptions, NonZeroU32, Plan, Tournament};
    use crate::api::{GameKind, Seat};

    pub(super) fn plan(seats: &[Seat], games: u32) -> Plan {
        let mut first = GameOptions::new(GameKind::Gomoku, seats.to_vec());
        first.seed = Some(7);
        Plan { first, games: NonZeroU32::new(games).unwrap(), jobs: "2".parse().unwrap() }
    }

    /// The tournament of [`four_games`].
    pub(super) fn tournament() -> Tournament {
        Tournament {
            server: "http://127.0.0.1:8080/".to_owned(),
            plan: plan(&[Seat::Rules, Seat::Search], 4),
            played: four_games(),
            stopped: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Seat;

    #[test]
    fn seats_rotate() {
        let (random, rules, search) = (Seat::Random, Seat::Rules, Seat::Search);
        let two = sample::plan(&[rules, search], 4);
        let seats: Vec<_> = (1..=3).map(|number| two.game(number).seats).collect();
        assert_eq!(seats, [[rules, search], [search, rules], [rules, search]]);
        let three = sample::plan(&[random, rules, search], 4);
        let seats: Vec<_> = (1..=4).map(|number| three.game(number).seats).collect();
        let given = [random, rules, search];
        assert_eq!(seats, [given, [rules, search, random], [search, random, rules], given]);
    }

    #[test]
    fn each_game_has_its_own_seed_and_the_same_each_time() {
        let plan = sample::plan(&[Seat::Rules, Seat::Search], 9);
        let seeds: Vec<_> = (1..=9).filter_map(|number| plan.game(number).seed).collect();
        let mut different = seeds.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 9);
        assert_eq!(plan.game(5).seed, Some(seeds[4]));
        let mut unseeded = plan;
        unseeded.first.seed = None;
        assert_eq!(unseeded.game(1).seed, None);
    }

    #[test]
    fn no_games_have_no_mean() {
        let mut tournament = sample::tournament();
        assert_eq!(tournament.mean_moves(), Some(25.0));
        tournament.played.clear();
        assert_eq!(tournament.mean_moves(), None);
    }

    #[test]
    fn the_generator_gives_its_published_outputs() {
        let first = [1, 2, 3].map(|number| split_mix(1_234_567, number));
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_seed_has_53_bits() {
        assert!((1..=1000).all(|number| derived(u64::MAX, number) < 1 << 53));
    }
}
