//! A tournament: many games between computer players, on the server, several at once.
//!
//! The seats go round: the first game has them as given, each following game moved on by one, so that between two players the sides
//! alternate. Each game is worth one point: whoever wins has it, several winners share it, and so do all when nobody wins.

pub mod interval;
pub mod json;
mod points;
mod seed;
mod standing;
pub mod table;

use std::num::NonZeroU32;

use futures_util::stream::{self, StreamExt};

use crate::api::{Client, Error, GameId, GameOptions, GameState, NewGame, Problem, Seat, Status};
use crate::campaign::Jobs;

pub use points::Points;
pub use standing::{Standing, standings};

/// What a tournament plays.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first game; its seed is what all games' seeds are derived from.
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
        let seats = self.first.seats.iter().cycle().skip(self.moved_on(number));
        options.seats = seats.take(self.first.seats.len()).copied().collect();
        options.seed = self.first.seed.map(|seed| seed::derived(seed, number));
        options
    }

    /// How far the seats have gone round.
    fn moved_on(&self, number: u32) -> usize {
        let seats = self.first.seats.len().max(1);
        usize::try_from(number.saturating_sub(1)).map_or(0, |before| before % seats)
    }
}

/// A game that came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The game's number, from 1.
    pub number: u32,
    /// The game's name on the server.
    pub id: GameId,
    /// Who sat where.
    pub seats: Vec<Seat>,
    /// The game's seed.
    pub seed: Option<u64>,
    /// How many moves it had.
    pub moves: u32,
    /// Won, or a draw.
    pub status: Status,
    /// The players who won, by their seats.
    pub winners: Vec<u8>,
}

impl Played {
    fn new(number: u32, state: GameState) -> Self {
        Self {
            number,
            id: state.id,
            seats: state.seats,
            seed: state.seed,
            moves: u32::try_from(state.history.len()).unwrap_or(u32::MAX),
            status: state.status,
            winners: state.winners,
        }
    }
}

/// What became of a plan.
#[derive(Debug)]
pub struct Tournament {
    /// The server's address.
    pub server: String,
    /// What was to be played.
    pub plan: Plan,
    /// The games that came to their ends, in the order of their numbers.
    pub played: Vec<Played>,
    /// Why the rest was not played.
    pub stopped: Option<Error>,
}

impl Tournament {
    /// The players and what they have achieved, in the order of the plan's seats.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        standings(&self.plan.first.seats, &self.played)
    }

    /// The games' mean number of moves; `None` before the first game.
    #[must_use]
    pub fn mean_moves(&self) -> Option<f64> {
        let games = u32::try_from(self.played.len()).ok().filter(|games| *games > 0)?;
        let moves: f64 = self.played.iter().map(|game| f64::from(game.moves)).sum();
        Some(moves / f64::from(games))
    }
}

/// Carries out a plan; `watch` is shown the tournament after each game, the newest last. The first refusal of the server ends it: the
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
        .buffer_unordered(plan.jobs.at_once());
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
    let new = NewGame::Fresh(plan.game(number));
    let mut state = client.create_game(&new).await?.state;
    while state.status == Status::Open {
        let next = advance(client, &state.id).await?;
        if next.status == Status::Open && next.history.len() <= state.history.len() {
            let server = client.server().clone();
            return Err(Error::Foreign { server, reason: "a computer did not move".to_owned() });
        }
        state = next;
    }
    Ok(Played::new(number, state))
}

/// The state after the computer's move. A move whose reply got lost is asked for again, and may have ended the game.
async fn advance(client: &Client, game: &GameId) -> Result<GameState, Error> {
    match client.advance(game).await {
        Err(Error::Problem(problem)) if problem.code == Problem::MOVE_OVER => {
            client.game(game).await
        }
        result => result,
    }
}

/// Tournaments for the tests of all forms in which they are told.
#[cfg(test)]
mod sample {
    use super::{GameOptions, NonZeroU32, Plan, Played, Seat, Status, Tournament};
    use crate::api::GameKind;

    pub(super) fn played(number: u32, seats: &[Seat], winners: &[u8]) -> Played {
        Played {
            number,
            id: "k3v7k3v7k3v7k3v7".parse().unwrap(),
            seats: seats.to_vec(),
            seed: Some(u64::from(number)),
            moves: 10 * number,
            status: if winners.is_empty() { Status::Draw } else { Status::Won },
            winners: winners.to_vec(),
        }
    }

    pub(super) fn plan(seats: &[Seat], games: u32) -> Plan {
        let mut first = GameOptions::new(GameKind::Gomoku, seats.to_vec());
        first.seed = Some(7);
        Plan { first, games: NonZeroU32::new(games).unwrap(), jobs: "2".parse().unwrap() }
    }

    /// Four games of which `search` wins two, `rules` one, and nobody one.
    pub(super) fn tournament() -> Tournament {
        let (given, swapped) = ([Seat::Rules, Seat::Search], [Seat::Search, Seat::Rules]);
        Tournament {
            server: "http://127.0.0.1:8080/".to_owned(),
            plan: plan(&given, 4),
            played: vec![
                played(1, &given, &[2]),
                played(2, &swapped, &[1]),
                played(3, &given, &[1]),
                played(4, &swapped, &[]),
            ],
            stopped: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
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
    fn the_mean_of_no_games_is_unknown() {
        let mut tournament = sample::tournament();
        assert_eq!(tournament.mean_moves(), Some(25.0));
        tournament.played.clear();
        assert_eq!(tournament.mean_moves(), None);
    }
}
