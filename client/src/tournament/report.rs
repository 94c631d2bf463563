//! A tournament for people, as lines and a table, and for programs, as JSON.
//!
//! ```text
//! computer  games  points  as 1  as 2  wins  draws  losses   share  95 % interval
//! rules         4     1.5     1   0.5     1      1       2  37.5 %     9.2–78.1 %
//! search        4     2.5   1.5     1     2      1       1  62.5 %    21.9–90.8 %
//! ```
//!
//! The JSON document:
//!
//! ```json
//! {"server": "http://127.0.0.1:8080/", "game": "gomoku", "seats": ["rules", "search"], "seed": 7, "planned": 100, "done": 100,
//!  "mean_moves": 24.5, "error": null,
//!  "computers": [{"computer": "rules", "seat": null, "games": 100, "points": 8.5, "points_by_seat": [5.0, 3.5],
//!                 "wins": 8, "draws": 1, "losses": 91, "share": 0.085, "interval": [0.044, 0.156]}],
//!  "played": [{"number": 1, "id": "k3v7k3v7k3v7k3v7", "seats": ["rules", "search"], "seed": 1, "moves": 31,
//!              "status": "won", "winners": [2]}]}
//! ```
//!
//! `seat` is null unless a computer has several seats; `winners` are seats, counted from 1; `interval` is the 95 % confidence
//! interval of [`Standing::interval`]; `error` says why the rest was not played.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Played, Standing, Tournament};
use crate::api::Status;

/// A game in one line: `game 3  rules, search  rules wins  30 moves`.
#[must_use]
pub fn line(game: &Played) -> String {
    let seats: Vec<String> = game.seats.iter().map(ToString::to_string).collect();
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
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(row.len(), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let line = |row: &Vec<String>| {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

/// Writes the document and a line's end.
///
/// # Errors
/// When the writer fails.
pub fn write_json(tournament: &Tournament, mut writer: impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut writer, &document(tournament))?;
    writeln!(writer)?;
    writer.flush()
}

fn document(tournament: &Tournament) -> Value {
    let first = &tournament.plan.first;
    json!({
        "server": tournament.server,
        "game": first.game,
        "seats": first.seats,
        "seed": first.seed,
        "planned": tournament.plan.games,
        "done": tournament.played.len(),
        "mean_moves": tournament.mean_moves(),
        "error": tournament.stopped.as_ref().map(ToString::to_string),
        "computers": tournament.standings().iter().map(computer).collect::<Vec<_>>(),
        "played": tournament.played.iter().map(played).collect::<Vec<_>>(),
    })
}

fn computer(standing: &Standing) -> Value {
    let (low, high) = standing.interval();
    json!({
        "computer": standing.computer,
        "seat": standing.seat,
        "games": standing.games,
        "points": standing.points.value(),
        "points_by_seat": standing.by_seat.iter().map(|points| points.value()).collect::<Vec<_>>(),
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "share": standing.share(),
        "interval": [low, high],
    })
}

fn played(game: &Played) -> Value {
    json!({
        "number": game.number,
        "id": game.id,
        "seats": game.seats,
        "seed": game.seed,
        "moves": game.moves,
        "status": game.status,
        "winners": game.winners,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Error, Seat};
    use crate::tournament::sample;
    use crate::tournament::standing::sample::played as sample_game;

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
    fn a_table_of_no_games_has_no_share() {
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
        let shared = sample_game(5, &[Seat::Random, Seat::Rules, Seat::Search], &[1, 3]);
        let expected =
            "game 5  random, rules, search  random (seat 1) and search (seat 3) win  50 moves";
        assert_eq!(line(&shared), expected);
        assert_eq!(points(&sample::tournament()), "rules 1.5  search 2.5");
    }

    fn written(tournament: &Tournament) -> Value {
        let mut bytes = Vec::new();
        write_json(tournament, &mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn the_document_has_the_standings_and_the_games() {
        let document = written(&sample::tournament());
        assert_eq!(document["game"], "gomoku");
        assert_eq!(document["seats"], json!(["rules", "search"]));
        assert_eq!((&document["planned"], &document["done"]), (&json!(4), &json!(4)));
        assert_eq!(document["mean_moves"], 25.0);
        assert_eq!(document["error"], Value::Null);
        assert_eq!(document["computers"][1]["computer"], "search");
        assert_eq!(document["computers"][1]["points_by_seat"], json!([1.5, 1.0]));
        assert_eq!(document["computers"][1]["share"], 0.625);
        assert_eq!(document["played"][0]["winners"], json!([2]));
        assert_eq!(document["played"][3]["status"], "draw");
    }

    #[test]
    fn the_document_says_why_the_rest_was_not_played() {
        let mut tournament = sample::tournament();
        tournament.played.clear();
        tournament.stopped = Some(Error::Unsendable("no certificates".to_owned()));
        let document = written(&tournament);
        assert_eq!(document["error"], "the request cannot be made: no certificates");
        assert_eq!(document["computers"][0]["share"], Value::Null);
        assert_eq!(document["mean_moves"], Value::Null);
    }
}
