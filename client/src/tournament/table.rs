//! A tournament told to people: a line for each game, and the table at the end.
//!
//! ```text
//! computer  games  points  as 1  as 2  wins  draws  losses   share  95 % interval
//! rules         4     1.5     1   0.5     1      1       2  37.5 %     9.2–78.1 %
//! search        4     2.5   1.5     1     2      1       1  62.5 %    21.9–90.8 %
//! ```

use super::{Played, Standing, Tournament};
use crate::api::Status;

/// A game in one line: `game 3  rules, search  rules wins  30 moves`.
#[must_use]
pub fn line(game: &Played) -> String {
    let seats: Vec<&str> = game.seats.iter().map(|seat| seat.name()).collect();
    let winners: Vec<String> = game.winners.iter().map(|winner| winner_of(game, *winner)).collect();
    let outcome = match (game.status, winners.as_slice()) {
        (Status::Won, [winner]) => format!("{winner} wins"),
        (Status::Won, winners) => format!("{} win", winners.join(" and ")),
        _ => "a draw".to_owned(),
    };
    format!("game {}  {}  {outcome}  {} moves", game.number, seats.join(", "), game.moves)
}

fn winner_of(game: &Played, winner: u8) -> String {
    let computer = (1..).zip(&game.seats).find(|(seat, _)| *seat == winner);
    computer
        .map_or_else(|| winner.to_string(), |(seat, computer)| format!("{computer} (seat {seat})"))
}

/// The points so far in a few words: `rules 1.5  search 2.5`.
#[must_use]
pub fn points(tournament: &Tournament) -> String {
    let points = tournament.standings().into_iter();
    let points: Vec<String> =
        points.map(|standing| format!("{} {}", standing.name(), standing.points)).collect();
    points.join("  ")
}

/// The table, and a line on the games.
#[must_use]
pub fn table(tournament: &Tournament) -> String {
    let seats = tournament.plan.first.seats.len();
    let mut rows = vec![header(seats)];
    rows.extend(tournament.standings().iter().map(row));
    let mut text = aligned(&rows);
    text.push('\n');
    text.push_str(&summary(tournament));
    text
}

fn header(seats: usize) -> Vec<String> {
    let mut cells = ["computer", "games", "points"].map(str::to_owned).to_vec();
    cells.extend((1..=seats).map(|seat| format!("as {seat}")));
    cells.extend(["wins", "draws", "losses", "share", "95 % interval"].map(str::to_owned));
    cells
}

fn row(standing: &Standing) -> Vec<String> {
    let mut cells = vec![standing.name(), standing.games.to_string(), standing.points.to_string()];
    cells.extend(standing.by_seat.iter().map(ToString::to_string));
    cells.extend([standing.wins, standing.draws, standing.losses].map(|count| count.to_string()));
    let (low, high) = standing.interval();
    cells.push(
        standing.share().map_or_else(|| "-".to_owned(), |share| format!("{} %", percent(share))),
    );
    cells.push(format!("{}–{} %", percent(low), percent(high)));
    cells
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn summary(tournament: &Tournament) -> String {
    let Tournament { plan, played, .. } = tournament;
    let mut text = format!("{}: {} of {} games played", plan.first.game, played.len(), plan.games);
    text.extend(tournament.mean_moves().map(|mean| format!(", {mean:.1} moves on average")));
    text.extend(plan.first.seed.map(|seed| format!(", seed {seed}")));
    text
}

/// The rows as lines: the first column to the left, all others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| {
        let cells = rows.iter().filter_map(move |row: &Vec<String>| row.get(column));
        cells.map(|cell: &String| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = (0..).zip(row.iter().zip(&widths));
        let cells: Vec<String> = cells
            .map(|(column, (cell, width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        cells.join("  ")
    };
    rows.iter().map(|row| line(row) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Seat;
    use crate::tournament::sample;

    #[test]
    fn a_table_is_aligned() {
        let expected = "\
computer  games  points  as 1  as 2  wins  draws  losses   share  95 % interval
rules         4     1.5     1   0.5     1      1       2  37.5 %     9.2–78.1 %
search        4     2.5   1.5     1     2      1       1  62.5 %    21.9–90.8 %

gomoku: 4 of 4 games played, 25.0 moves on average, seed 7";
        assert_eq!(table(&sample::tournament()), expected);
    }

    #[test]
    fn a_table_of_no_games_knows_no_share() {
        let mut tournament = sample::tournament();
        tournament.played.clear();
        let table = table(&tournament);
        let row = table.lines().nth(1).unwrap();
        assert!(row.ends_with("-    0.0–100.0 %"), "{row:?}");
        assert!(table.ends_with("gomoku: 0 of 4 games played, seed 7"));
    }

    #[test]
    fn a_game_is_one_line() {
        let lines: Vec<String> = sample::tournament().played.iter().map(line).collect();
        assert_eq!(lines[0], "game 1  rules, search  search (seat 2) wins  10 moves");
        assert_eq!(lines[3], "game 4  search, rules  a draw  40 moves");
        let shared = sample::played(5, &[Seat::Random, Seat::Rules, Seat::Search], &[1, 3]);
        let expected =
            "game 5  random, rules, search  random (seat 1) and search (seat 3) win  50 moves";
        assert_eq!(line(&shared), expected);
        assert_eq!(points(&sample::tournament()), "rules 1.5  search 2.5");
    }
}
