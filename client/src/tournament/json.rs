//! A tournament as one JSON document:
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
//! `seat` tells a computer from itself when it has several seats; `winners` are seats, counted from 1; `interval` is the 95 % confidence
//! interval of [`super::interval`]; `error` says why the rest was not played.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Played, Standing, Tournament};

/// Writes the document and a line's end.
///
/// # Errors
/// When the writer fails.
pub fn write(tournament: &Tournament, mut writer: impl Write) -> io::Result<()> {
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
    use crate::api::Error;
    use crate::tournament::sample;

    fn written(tournament: &Tournament) -> Value {
        let mut bytes = Vec::new();
        write(tournament, &mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn the_document_tells_what_was_played() {
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
