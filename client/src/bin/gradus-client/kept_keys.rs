//! The seat keys of the games that were begun at this machine, kept in a file, so that a game can be joined again by its id alone.
//!
//! One line a seat, the latest last; the file is readable for its owner only:
//!
//! ```text
//! http://127.0.0.1:8080/ k3v7k3v7k3v7k3v7 1 gs_…
//! http://127.0.0.1:8080/ k3v7k3v7k3v7k3v7 2 gs_…
//! ```

use std::env;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use gradus_client::api::{Client, GameId, SeatKey};

/// The file in the home directory.
const DEFAULT: &str = ".local/state/gradus/seat-keys";

/// The most seats that are kept: those of a few hundred games.
const MAX_SEATS: usize = 1000;

/// Where seat keys are kept.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct KeptKeys {
    /// The file that keeps the seat keys of your games, so that `--join ID` needs none; an empty name keeps none [default: ~/.local/state/gradus/seat-keys].
    #[arg(long = "kept-keys", value_name = "FILE", env = "GRADUS_KEPT_KEYS")]
    file: Option<OsString>,
}

impl KeptKeys {
    /// The file; `None` where nothing is kept.
    fn path(&self) -> Option<PathBuf> {
        match &self.file {
            Some(file) if file.is_empty() => None,
            Some(file) => Some(file.into()),
            None => Some(env::home_dir()?.join(DEFAULT)),
        }
    }

    /// Keeps the keys of a game's seats, none for computers.
    pub(crate) fn keep(
        &self,
        client: &Client,
        game: &GameId,
        keys: &[Option<SeatKey>],
    ) -> io::Result<()> {
        let Some(path) = self.path() else { return Ok(()) };
        let seats = (1..).zip(keys);
        let line =
            |(seat, key): (u8, &Option<SeatKey>)| Some(line(client, game, seat, key.as_ref()?));
        let seats: Vec<String> = seats.filter_map(line).collect();
        if seats.is_empty() {
            return Ok(());
        }
        let kept = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            read => read?,
        };
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        // Written beside and renamed: a program that reads meanwhile finds the old file or the new one.
        let beside = path.with_added_extension("new");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&beside)?.write_all(with(&kept, &seats).as_bytes())?;
        fs::rename(beside, path)
    }

    /// The seats of a game whose keys are kept, by their numbers.
    pub(crate) fn of(&self, client: &Client, game: &GameId) -> Vec<(u8, SeatKey)> {
        // A file that cannot be read keeps nothing.
        let kept = self.path().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        seats(&kept, client.server().as_str(), &game.to_string())
    }
}

fn line(client: &Client, game: &GameId, seat: u8, key: &SeatKey) -> String {
    format!("{} {game} {seat} {}", client.server(), key.reveal())
}

/// The file with more seats, and without the oldest when there are too many.
fn with(kept: &str, seats: &[String]) -> String {
    let lines: Vec<&str> = kept.lines().chain(seats.iter().map(String::as_str)).collect();
    let too_many = lines.len().saturating_sub(MAX_SEATS);
    lines.into_iter().skip(too_many).flat_map(|line| [line, "\n"]).collect()
}

/// The seats of a game in the file; other lines are passed over.
fn seats(kept: &str, server: &str, game: &str) -> Vec<(u8, SeatKey)> {
    let seat = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [at, id, seat, key] if *at == server && *id == game => {
                Some((seat.parse().ok()?, SeatKey::from(*key)))
            }
            _ => None,
        }
    };
    kept.lines().filter_map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: &str = "\
http://h/ k3v7k3v7k3v7k3v7 1 gs_a
http://h/ k3v7k3v7k3v7k3v7 3 gs_c
http://h/ aaaaaaaaaaaaaaaa 1 gs_d
http://other/ k3v7k3v7k3v7k3v7 1 gs_e
junk
";

    #[test]
    fn a_games_seats_are_found() {
        let found = |server, game| -> Vec<(u8, String)> {
            let seats = seats(KEPT, server, game).into_iter();
            seats.map(|(seat, key)| (seat, key.reveal().to_owned())).collect()
        };
        let expected = [(1, "gs_a".to_owned()), (3, "gs_c".to_owned())];
        assert_eq!(found("http://h/", "k3v7k3v7k3v7k3v7"), expected);
        assert!(found("http://h/", "bbbbbbbbbbbbbbbb").is_empty());
        assert!(found("http://elsewhere/", "k3v7k3v7k3v7k3v7").is_empty());
    }

    #[test]
    fn the_oldest_seats_are_forgotten() {
        let many: Vec<String> = (0..MAX_SEATS).map(|number| number.to_string()).collect();
        let kept = with(KEPT, &many);
        assert_eq!(kept.lines().count(), MAX_SEATS);
        assert_eq!(kept.lines().next(), Some("0"));
        assert_eq!(with("", &["a".to_owned()]), "a\n");
    }
}
