//! `me`: a learner's points, matches, saved records and receipts, and the commands that go on with each.

use std::io;

use clap::Subcommand;
use gradus_client::Client;
use gradus_client::api::{self, GameId, MatchEntry, NameTaken, RecordEntry, Seat, Status};
use gradus_client::draw::one_line;

use crate::error::{CliError, Exit};
use crate::kept_keys::KeptKeys;
use crate::server::Server;
use crate::terminal;

const EXIT_CODES: &str = "Exit codes: 0 done, 1 the server refused, 2 bad usage, 3 the server does not answer, 4 the server does not know the key.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Me {
    #[command(flatten)]
    server: Server,
    #[command(flatten)]
    kept_keys: KeptKeys,
    #[command(subcommand)]
    change: Option<Change>,
}

/// What is done instead of showing the list.
#[derive(Debug, Subcommand)]
enum Change {
    /// Print your receipts, one a line: save them in a file for `verify`.
    Receipts,
    /// Save a match as it is now among your records.
    Save {
        /// The name of the record.
        name: String,
        /// The id of the match.
        game: GameId,
        /// Put it in the place of the record that has this name.
        #[arg(long)]
        replace: bool,
    },
    /// Delete one of your records.
    Delete {
        /// The name of the record.
        name: String,
    },
}

impl Me {
    /// Shows the list or the receipts, or changes a record.
    pub(crate) async fn run(self) -> Result<Exit, CliError> {
        let client = self.server.client()?;
        let text = match self.change {
            None => {
                let me = client.me().await?;
                let kept = &self.kept_keys;
                let note = keep_open(kept, &client, &me).err();
                let note = note.map(|error| format!("\nthe seat keys cannot be kept: {error}\n"));
                let text = list(&client, &me, |game| !kept.of(&client, game).is_empty());
                text + &note.unwrap_or_default()
            }
            Some(Change::Receipts) => {
                let list = client.receipts().await?.receipts;
                list.iter().flat_map(|entry| [one_line(&entry.receipt), "\n".into()]).collect()
            }
            Some(Change::Save { name, game, replace }) => {
                let taken = if replace { NameTaken::Replace } else { NameTaken::Refuse };
                let saved = client.save_record(&name, &game, taken).await?;
                format!("saved as {}: {}\n", one_line(&saved.name), one_line(&saved.url))
            }
            Some(Change::Delete { name }) => {
                client.delete_record(&name).await?;
                format!("deleted {}\n", one_line(&name))
            }
        };
        terminal::print(&text)?;
        Ok(Exit::Passed)
    }
}

/// Keeps the keys of the open matches, which may have been begun at another machine.
fn keep_open(kept: &KeptKeys, client: &Client, me: &api::Me) -> io::Result<()> {
    let open = me.matches.iter().filter(|entry| entry.status == Status::Open);
    open.filter(|entry| kept.of(client, &entry.id).is_empty())
        .try_for_each(|entry| kept.keep(client, &entry.id, &entry.keys))
}

/// What the learner has, and how to go on; `has_keys` tells whether this machine has the keys of a match.
fn list(client: &Client, me: &api::Me, has_keys: impl Fn(&GameId) -> bool) -> String {
    let (open, over): (Vec<_>, Vec<_>) =
        me.matches.iter().partition(|entry| entry.status == Status::Open);
    let next =
        me.next.as_ref().map_or_else(String::new, |next| format!(", next: {}", one_line(next)));
    let steps = match me.solved.len() {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    };
    let mut text = format!(
        "{}: {} of {} points, {steps} solved{next}\n",
        one_line(&me.name),
        me.points,
        me.possible
    );
    let play = format!("gradus-client play --server {}", client.server());
    let mut section = |title: &str, entries: Vec<String>| {
        if entries.is_empty() {
            text.extend(["\n", title, ": none\n"]);
        } else {
            text.extend(["\n", title, "\n"]);
            text.extend(entries);
        }
    };
    let matches = open.into_iter().map(|entry| {
        let is_here = has_keys(&entry.id) || !entry.seats.contains(&Seat::Human);
        let go_on = if is_here { "--join" } else { "--watch" };
        format!("  {}\n    {play} {go_on} {}\n", described(entry), entry.id)
    });
    section("open matches", matches.collect());
    let over = over
        .into_iter()
        .map(|entry| format!("  {}\n    {play} --watch {}\n", described(entry), entry.id));
    section("finished matches", over.collect());
    let records = me.records.iter().map(|record| {
        let name = quoted(&one_line(&record.name));
        format!("  {}\n    {play} --saved {name}\n", recorded(record))
    });
    section("saved records", records.collect());
    text
}

/// A match in one line.
fn described(entry: &MatchEntry) -> String {
    let seats: Vec<String> = entry.seats.iter().map(ToString::to_string).collect();
    let outcome = match (entry.status, entry.to_move) {
        (Status::Open, Some(player)) => format!("player {player} is to move"),
        (Status::Open, None) => "nobody is to move".to_owned(),
        (Status::Won, _) => won_or_lost(entry),
        (Status::Draw, _) => "a draw".to_owned(),
    };
    let game = one_line(&entry.game);
    let (moves, at) = (count(entry.moves), one_line(&entry.changed_at));
    format!("{game}  {}  {moves}, {outcome}  {at}", seats.join(","))
}

/// How a match that was won ended for the only person in it; with no or several people, who has won.
fn won_or_lost(entry: &MatchEntry) -> String {
    let mut people = (1..).zip(&entry.seats).filter(|(_, seat)| **seat == Seat::Human);
    match (people.next(), people.next()) {
        (Some((person, _)), None) if entry.winners.contains(&person) => "won".to_owned(),
        (Some(_), None) => "lost".to_owned(),
        _ => {
            let winners: Vec<String> = entry.winners.iter().map(u8::to_string).collect();
            format!("won by player {}", winners.join(" and "))
        }
    }
}

/// A record in one line.
fn recorded(record: &RecordEntry) -> String {
    let (name, game) = (one_line(&record.name), one_line(&record.game));
    format!("{name}  {game}  {}  {}", count(record.moves), one_line(&record.saved))
}

fn count(moves: usize) -> String {
    match moves {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    }
}

/// A name as a shell reads it back.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.chars().all(is_plain) && !name.starts_with('-') {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn me() -> api::Me {
        let entry = |id: &str, seats: serde_json::Value, status: &str, to_move: Option<u8>| {
            json!({"id": id, "url": "u", "game": "gomoku", "seats": seats, "status": status, "to_move": to_move,
                "winners": [], "keys": [null, null], "moves": 4, "changed_at": "2026-11-23T14:20:00Z"})
        };
        let won = |id: &str, seats: serde_json::Value, winners: &[u8]| {
            let mut entry = entry(id, seats, "won", None);
            entry["winners"] = json!(winners);
            entry
        };
        let people = json!(["human", "human"]);
        serde_json::from_value(json!({
            "name": "Ada", "solved": ["07", "08"], "points": 5, "possible": 20, "next": "http://h/step_09",
            "matches": [
                entry("k3v7k3v7k3v7k3v7", people.clone(), "open", Some(1)),
                entry("aaaaaaaaaaaaaaaa", people.clone(), "open", Some(2)),
                entry("bbbbbbbbbbbbbbbb", json!(["rules", "search"]), "open", Some(1)),
                won("cccccccccccccccc", json!(["human", "rules"]), &[1]),
                won("dddddddddddddddd", json!(["human", "rules"]), &[2]),
                won("eeeeeeeeeeeeeeee", people, &[2]),
                won("ffffffffffffffff", json!(["rules", "search", "random"]), &[1, 3]),
            ],
            "records": [{"name": "it's won", "game": "numerical", "moves": 1, "saved": "2026-11-23T14:20:00Z", "url": "u"}],
        }))
        .unwrap()
    }

    #[test]
    fn everything_is_listed_with_the_command_that_goes_on() {
        let client = Client::new("http://h", None).unwrap();
        let text = list(&client, &me(), |game| game.to_string().starts_with("k3"));
        let expected = r"Ada: 5 of 20 points, 2 steps solved, next: http://h/step_09

open matches
  gomoku  human,human  4 moves, player 1 is to move  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --join k3v7k3v7k3v7k3v7
  gomoku  human,human  4 moves, player 2 is to move  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --watch aaaaaaaaaaaaaaaa
  gomoku  rules,search  4 moves, player 1 is to move  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --join bbbbbbbbbbbbbbbb

finished matches
  gomoku  human,rules  4 moves, won  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --watch cccccccccccccccc
  gomoku  human,rules  4 moves, lost  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --watch dddddddddddddddd
  gomoku  human,human  4 moves, won by player 2  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --watch eeeeeeeeeeeeeeee
  gomoku  rules,search,random  4 moves, won by player 1 and 3  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --watch ffffffffffffffff

saved records
  it's won  numerical  1 move  2026-11-23T14:20:00Z
    gradus-client play --server http://h/ --saved 'it'\''s won'
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_new_learner_has_nothing_yet() {
        let client = Client::new("http://h", None).unwrap();
        let nothing = api::Me { matches: vec![], records: vec![], next: None, ..me() };
        let text = list(&client, &nothing, |_| false);
        let expected = "Ada: 5 of 20 points, 2 steps solved\n\nopen matches: none\n\nfinished matches: none\n\nsaved records: none\n";
        assert_eq!(text, expected);
    }
}
