//! The standings of a tournament: each player's points, and their confidence interval.

use std::fmt;
use std::ops::AddAssign;

use crate::api::{GameId, GameState, Seat, Status};

/// A finished game.
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
    /// The result of a game that is over.
    #[expect(clippy::expect_used, reason = "no reply is that long")]
    pub(super) fn new(number: u32, state: GameState) -> Self {
        Self {
            number,
            id: state.id,
            seats: state.seats,
            seed: state.seed,
            moves: u32::try_from(state.history.len()).expect("a game has below 2^32 moves"),
            status: state.status,
            winners: state.winners,
        }
    }
}

/// One player's games. A computer that has several seats is one player for each seat at which it can sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The computer.
    pub computer: Seat,
    /// Its seat, where the same computer has several.
    pub seat: Option<u8>,
    /// How many games it had.
    pub games: u32,
    /// Its points in all.
    pub points: Points,
    /// Its points at seat 1, seat 2, and so on.
    pub by_seat: Vec<Points>,
    /// Games that it won, alone or with others.
    pub wins: u32,
    /// Games that nobody won, or all.
    pub draws: u32,
    /// Games that others won.
    pub losses: u32,
}

impl Standing {
    fn new(computer: Seat, seat: Option<u8>, seats: usize) -> Self {
        Self {
            computer,
            seat,
            games: 0,
            points: Points::default(),
            by_seat: vec![Points::default(); seats],
            wins: 0,
            draws: 0,
            losses: 0,
        }
    }

    /// The computer's name, with the seat where that is needed: `rules, seat 2`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.seat {
            Some(seat) => format!("{}, seat {seat}", self.computer),
            None => self.computer.to_string(),
        }
    }

    /// The share of its games' points, 0 to 1; `None` before its first game.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points.value() / f64::from(self.games))
    }

    /// The 95 % confidence interval of the share.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        // Without games the share does not matter.
        wilson(self.share().unwrap_or(0.0), self.games)
    }

    fn is_at(&self, computer: Seat, seat: u8) -> bool {
        self.computer == computer && self.seat.is_none_or(|own| own == seat)
    }

    #[expect(clippy::indexing_slicing, reason = "all games have as many seats as the tournament")]
    fn count(&mut self, game: &Played, seat: u8) {
        self.games += 1;
        let players = match (game.status, game.winners.contains(&seat)) {
            (Status::Won, true) => {
                self.wins += 1;
                game.winners.len()
            }
            (Status::Won, false) => {
                self.losses += 1;
                return;
            }
            _ => {
                self.draws += 1;
                game.seats.len()
            }
        };
        let points = Points::shared_by(players);
        self.points += points;
        self.by_seat[usize::from(seat) - 1] += points;
    }
}

/// The players of a tournament in the order of its seats, with their results in some of its games.
#[must_use]
#[expect(clippy::expect_used, reason = "a game's seats are the tournament's in another order")]
pub(super) fn standings(seats: &[Seat], played: &[Played]) -> Vec<Standing> {
    let mut standings: Vec<Standing> = Vec::new();
    for (place, computer) in seats.iter().enumerate() {
        if seats.iter().take(place).any(|before| before == computer) {
            continue;
        }
        if seats.iter().filter(|other| *other == computer).count() == 1 {
            standings.push(Standing::new(*computer, None, seats.len()));
        } else {
            let numbers = (1..).take(seats.len()).map(Some);
            standings.extend(numbers.map(|seat| Standing::new(*computer, seat, seats.len())));
        }
    }
    for game in played {
        for (seat, computer) in (1..).zip(game.seats.iter().copied()) {
            let standing = standings.iter_mut().find(|standing| standing.is_at(computer, seat));
            standing.expect("each computer has a standing").count(game, seat);
        }
    }
    standings
}

/// Points in parts of 840, so that a point that two to eight players share adds up exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points(u32);

/// One point.
const WHOLE: u32 = 840;

impl Points {
    /// One player's part of a point that so many share.
    #[expect(clippy::expect_used, reason = "a game has few seats")]
    fn shared_by(players: usize) -> Self {
        Self(WHOLE / u32::try_from(players).expect("a game has below 2^32 players"))
    }

    /// The points as a number.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// Written with two decimals at most: `12`, `7.5`, `0.33`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.value());
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The normal distribution's quantile for 95 % between both sides.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson score interval: between which shares a player's true share of the points lies with 95 % confidence.
///
/// With the share p of n games and z = 1.96 the bounds are
///
/// ```text
/// (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)
/// ```
///
/// (E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.) The interval is meant for games that are
/// won or lost. A share of a point, as in a draw, varies less than that, so that with draws it is rather too wide than too narrow.
///
/// Returns the lower and the upper bound for a share, 0 to 1, of so many games; of no games 0 and 1.
fn wilson(share: f64, games: u32) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let games = f64::from(games);
    let square = Z * Z / games;
    let spread = Z * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    let bound = |spread: f64| ((share + square / 2.0 + spread) / (1.0 + square)).clamp(0.0, 1.0);
    (bound(-spread), bound(spread))
}

/// Played games for the tests of this module and of the reports.
#[cfg(test)]
pub(super) mod sample {
    use super::{Played, Seat, Status};

    pub(in crate::tournament) fn played(number: u32, seats: &[Seat], winners: &[u8]) -> Played {
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

    /// Four games of which `search` wins two, `rules` one, and nobody one.
    pub(in crate::tournament) fn four_games() -> Vec<Played> {
        let (given, swapped) = ([Seat::Rules, Seat::Search], [Seat::Search, Seat::Rules]);
        vec![
            played(1, &given, &[2]),
            played(2, &swapped, &[1]),
            played(3, &given, &[1]),
            played(4, &swapped, &[]),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, games, points, points by seat, wins, draws, losses.
    fn summary(standing: &Standing) -> String {
        let by_seat: Vec<String> = standing.by_seat.iter().map(ToString::to_string).collect();
        let Standing { games, points, wins, draws, losses, .. } = standing;
        format!(
            "{}: {games} {points} [{}] {wins}-{draws}-{losses}",
            standing.name(),
            by_seat.join(" ")
        )
    }

    fn summaries(standings: &[Standing]) -> Vec<String> {
        standings.iter().map(summary).collect()
    }

    #[test]
    fn points_are_counted_by_computer_and_by_seat() {
        let standings = standings(&[Seat::Rules, Seat::Search], &sample::four_games());
        assert_eq!(
            summaries(&standings),
            ["rules: 4 1.5 [1 0.5] 1-1-2", "search: 4 2.5 [1.5 1] 2-1-1"]
        );
    }

    #[test]
    fn the_same_computer_at_two_seats_is_two_players() {
        let seats = [Seat::Rules; 2];
        let winners: [&[u8]; 4] = [&[1], &[1], &[2], &[]];
        let played: Vec<Played> = (1..)
            .zip(winners)
            .map(|(number, winners)| sample::played(number, &seats, winners))
            .collect();
        assert_eq!(
            summaries(&standings(&seats, &played)),
            ["rules, seat 1: 4 2.5 [2.5 0] 2-1-1", "rules, seat 2: 4 1.5 [0 1.5] 1-1-2"]
        );
    }

    #[test]
    fn several_winners_share_the_point() {
        let seats = [Seat::Random, Seat::Rules, Seat::Search];
        let played = [sample::played(1, &seats, &[1, 3]), sample::played(2, &seats, &[])];
        let expected = [
            "random: 2 0.83 [0.83 0 0] 1-1-0",
            "rules: 2 0.33 [0 0.33 0] 0-1-1",
            "search: 2 0.83 [0 0 0.83] 1-1-0",
        ];
        assert_eq!(summaries(&standings(&seats, &played)), expected);
    }

    #[test]
    fn a_computer_with_two_of_three_seats_is_three_players() {
        let seats = [Seat::Rules, Seat::Search, Seat::Rules];
        let played = [
            sample::played(1, &seats, &[3]),
            sample::played(2, &[Seat::Search, Seat::Rules, Seat::Rules], &[1]),
        ];
        let expected = [
            "rules, seat 1: 1 0 [0 0 0] 0-0-1",
            "rules, seat 2: 1 0 [0 0 0] 0-0-1",
            "rules, seat 3: 2 1 [0 0 1] 1-0-1",
            "search: 2 1 [1 0 0] 1-0-1",
        ];
        assert_eq!(summaries(&standings(&seats, &played)), expected);
    }

    #[test]
    fn before_the_first_game_there_is_no_share() {
        let standings = standings(&[Seat::Rules, Seat::Search], &[]);
        assert!(standings.iter().all(|standing| standing.share().is_none()));
        assert!(standings.iter().all(|standing| standing.interval().1 > 0.99));
    }

    #[test]
    fn thirds_add_up() {
        let mut points = Points::default();
        for expected in ["0.33", "0.67", "1", "1.33"] {
            points += Points::shared_by(3);
            assert_eq!(points.to_string(), expected);
        }
    }

    #[test]
    fn points_are_short() {
        let written = [1, 2, 3, 4].map(|players| Points::shared_by(players).to_string());
        assert_eq!(written, ["1", "0.5", "0.33", "0.25"]);
        assert_eq!(Points(100 * WHOLE).to_string(), "100");
        assert_eq!(Points::default().to_string(), "0");
    }

    fn per_mille(share: f64, games: u32) -> [String; 2] {
        let (low, high) = wilson(share, games);
        [low, high].map(|bound| format!("{:.1}", bound * 1000.0))
    }

    #[test]
    fn the_bounds_are_those_of_the_formula() {
        // 50 of 100, 90 of 100, 10 of 10 and 0 of 10, as statistical tables have them.
        assert_eq!(per_mille(0.5, 100), ["403.8", "596.2"]);
        assert_eq!(per_mille(0.9, 100), ["825.6", "944.8"]);
        assert_eq!(per_mille(1.0, 10), ["722.5", "1000.0"]);
        assert_eq!(per_mille(0.0, 10), ["0.0", "277.5"]);
    }

    #[test]
    fn the_interval_of_no_games_is_0_to_1() {
        assert_eq!(per_mille(0.0, 0), ["0.0", "1000.0"]);
    }
}
