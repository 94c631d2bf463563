//! What each player of a tournament has achieved.

use super::points::Points;
use super::{Played, interval};
use crate::api::{Seat, Status};

/// One player's games. A computer that has several seats is one player for each seat at which it can sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The computer.
    pub computer: Seat,
    /// The seat that tells it from the same computer at other seats.
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
        interval::wilson(self.share().unwrap_or_default(), self.games)
    }

    fn is_at(&self, computer: Seat, seat: u8) -> bool {
        self.computer == computer && self.seat.is_none_or(|own| own == seat)
    }

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
        let points = Points::shared_by(u32::try_from(players).unwrap_or(u32::MAX));
        self.points += points;
        if let Some(there) = self.by_seat.get_mut(usize::from(seat).saturating_sub(1)) {
            *there += points;
        }
    }
}

/// The players of a tournament in the order of its seats, with what they achieved in some games.
#[must_use]
pub fn standings(seats: &[Seat], played: &[Played]) -> Vec<Standing> {
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
            if let Some(standing) = standing {
                standing.count(game, seat);
            }
        }
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::sample;

    /// Name, games, points, points by seat, wins, draws, losses.
    fn told(standing: &Standing) -> String {
        let by_seat: Vec<String> = standing.by_seat.iter().map(ToString::to_string).collect();
        let Standing { games, points, wins, draws, losses, .. } = standing;
        format!(
            "{}: {games} {points} [{}] {wins}-{draws}-{losses}",
            standing.name(),
            by_seat.join(" ")
        )
    }

    #[test]
    fn points_are_counted_by_computer_and_by_seat() {
        let told: Vec<String> = sample::tournament().standings().iter().map(told).collect();
        assert_eq!(told, ["rules: 4 1.5 [1 0.5] 1-1-2", "search: 4 2.5 [1.5 1] 2-1-1"]);
    }

    #[test]
    fn the_same_computer_twice_is_told_apart_by_its_seat() {
        let seats = [Seat::Rules; 2];
        let winners: [&[u8]; 4] = [&[1], &[1], &[2], &[]];
        let played: Vec<Played> = (1..)
            .zip(winners)
            .map(|(number, winners)| sample::played(number, &seats, winners))
            .collect();
        let told: Vec<String> = standings(&seats, &played).iter().map(told).collect();
        assert_eq!(
            told,
            ["rules, seat 1: 4 2.5 [2.5 0] 2-1-1", "rules, seat 2: 4 1.5 [0 1.5] 1-1-2"]
        );
    }

    #[test]
    fn several_winners_share_the_point() {
        let seats = [Seat::Random, Seat::Rules, Seat::Search];
        let played = [sample::played(1, &seats, &[1, 3]), sample::played(2, &seats, &[])];
        let told: Vec<String> = standings(&seats, &played).iter().map(told).collect();
        let expected = [
            "random: 2 0.83 [0.83 0 0] 1-1-0",
            "rules: 2 0.33 [0 0.33 0] 0-1-1",
            "search: 2 0.83 [0 0 0.83] 1-1-0",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_computer_with_two_of_three_seats_is_three_players() {
        let seats = [Seat::Rules, Seat::Search, Seat::Rules];
        let played = [
            sample::played(1, &seats, &[3]),
            sample::played(2, &[Seat::Search, Seat::Rules, Seat::Rules], &[1]),
        ];
        let told: Vec<String> = standings(&seats, &played).iter().map(told).collect();
        let expected = [
            "rules, seat 1: 1 0 [0 0 0] 0-0-1",
            "rules, seat 2: 1 0 [0 0 0] 0-0-1",
            "rules, seat 3: 2 1 [0 0 1] 1-0-1",
            "search: 2 1 [1 0 0] 1-0-1",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn before_the_first_game_no_share_is_known() {
        let standings = standings(&[Seat::Rules, Seat::Search], &[]);
        assert!(standings.iter().all(|standing| standing.share().is_none()));
        assert!(standings.iter().all(|standing| standing.interval().1 > 0.99));
    }
}
