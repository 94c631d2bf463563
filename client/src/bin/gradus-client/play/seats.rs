//! The seats of the people at this terminal, and how other people take theirs.

use gradus_client::api::{Client, Created, GameState, SeatKey};
use gradus_client::draw;

/// A seat whose key this terminal has. With a key alone its number is unknown: every human seat is possible until the server has replied.
#[derive(Clone, Debug, PartialEq)]
struct OwnSeat {
    key: SeatKey,
    possible: Vec<u8>,
}

/// The seats of the people at this terminal, none where only computers play. Several people take turns at one keyboard.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnSeats(Vec<OwnSeat>);

impl OwnSeats {
    /// One seat by its key, with the numbers that it may have.
    pub(crate) fn one_of(key: SeatKey, possible: Vec<u8>) -> Self {
        Self(vec![OwnSeat { key, possible }])
    }

    /// Seats by their numbers and keys.
    pub(crate) fn numbered(seats: impl IntoIterator<Item = (u8, SeatKey)>) -> Self {
        let seats = seats.into_iter().map(|(number, key)| OwnSeat { key, possible: vec![number] });
        Self(seats.collect())
    }

    /// All people's seats of a new game.
    pub(crate) fn all(created: &Created) -> Self {
        Self::numbered(created.people().map(|(number, key)| (number, key.clone())))
    }

    /// The first person's seat of a new game.
    pub(crate) fn first(created: &Created) -> Self {
        let Self(mut seats) = Self::all(created);
        seats.truncate(1);
        Self(seats)
    }

    /// Whether only computers play.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether people at other terminals play too.
    pub(crate) fn are_some_elsewhere(&self, state: &GameState) -> bool {
        self.0.len() < state.people().count()
    }

    /// Whether a person here may be to move.
    pub(crate) fn may_move(&self, state: &GameState) -> bool {
        state.to_move.is_some_and(|player| self.seat_of(player).is_some())
    }

    /// Whether a person here made a move, or may have; moves are counted from 1.
    pub(crate) fn may_have_made(&self, state: &GameState, number: usize) -> bool {
        state.mover(number).is_some_and(|player| self.seat_of(player).is_some())
    }

    /// The key to move with for a player: that seat's, else any, so that the server says whose turn it is.
    pub(crate) fn key_for(&self, player: Option<u8>) -> Option<&SeatKey> {
        let own = player.and_then(|player| self.seat_of(player));
        own.or(self.0.first()).map(|seat| &seat.key)
    }

    fn seat_of(&self, player: u8) -> Option<&OwnSeat> {
        self.0.iter().find(|seat| seat.possible.contains(&player))
    }

    /// Whether the only person here has won.
    pub(crate) fn has_won(&self, state: &GameState) -> bool {
        let [OwnSeat { possible, .. }] = self.0.as_slice() else { return false };
        matches!(possible[..], [only] if state.winners.contains(&only))
    }

    /// A person here moved when this player was to move.
    pub(crate) fn moved(&mut self, player: Option<u8>) {
        if let ([seat], Some(player)) = (self.0.as_mut_slice(), player)
            && seat.possible.contains(&player)
        {
            seat.possible = vec![player];
        }
    }

    /// Nobody here may move while this player is to move.
    pub(crate) fn refused(&mut self, player: Option<u8>) {
        if let [seat] = self.0.as_mut_slice()
            && seat.possible.len() > 1
        {
            seat.possible.retain(|possible| Some(*possible) != player);
        }
    }

    /// The command that takes these seats again; without the keys where this machine keeps them.
    pub(crate) fn command(&self, client: &Client, state: &GameState, kept: &Self) -> String {
        let numbers: Option<Vec<String>> = self.0.iter().map(OwnSeat::number).collect();
        let seats =
            numbers.map_or_else(String::new, |seats| format!(" --seat {}", seats.join(",")));
        let keys: Vec<&str> = self.0.iter().map(|seat| seat.key.reveal()).collect();
        let how = if self == kept {
            String::new()
        } else if self.0.iter().all(|seat| kept.0.contains(seat)) {
            seats
        } else {
            format!("{seats} --seat-key {}", keys.join(","))
        };
        format!("gradus-client play --server {} --join {}{how}", client.server(), state.id)
    }
}

impl OwnSeat {
    /// The seat's number, if it is known.
    fn number(&self) -> Option<String> {
        match self.possible[..] {
            [only] => Some(only.to_string()),
            _ => None,
        }
    }
}

/// The commands with which the other people of a new game join from their machines; `None` where there are no others.
pub(crate) fn invitation(client: &Client, created: &Created) -> Option<String> {
    let state = &created.state;
    let others = created.people().skip(1).map(|(number, key)| {
        let seat = OwnSeats::numbered([(number, key.clone())]);
        let command = seat.command(client, state, &OwnSeats::numbered([]));
        format!("to take seat {number} ({}):\n  {command}\n", draw::player(state, number))
    });
    let others: String = others.collect();
    let watch = format!("gradus-client play --server {} --watch {}", client.server(), state.id);
    (!others.is_empty()).then(|| format!("{others}to watch:\n  {watch}\n"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn created(seats: &[&str], keys: &[Option<&str>]) -> Created {
        serde_json::from_value(json!({
            "id": "k3v7k3v7k3v7k3v7", "url": "u", "game": "gomoku", "seats": seats, "to_move": 1,
            "history": [], "moves": 0, "board": "", "scores": [0, 0], "status": "open", "winners": [], "last": null,
            "seed": 7, "picture": "p", "events": "e", "keys": keys,
        }))
        .unwrap()
    }

    fn two() -> Created {
        created(&["human", "human"], &[Some("gs_a"), Some("gs_b")])
    }

    fn client() -> Client {
        Client::new("http://h", None).unwrap()
    }

    #[test]
    fn an_invitation_has_a_command_for_each_other_person() {
        let expected = "\
to take seat 2 (o):
  gradus-client play --server http://h/ --join k3v7k3v7k3v7k3v7 --seat 2 --seat-key gs_b
to watch:
  gradus-client play --server http://h/ --watch k3v7k3v7k3v7k3v7
";
        assert_eq!(invitation(&client(), &two()).unwrap(), expected);
        let one = created(&["rules", "human"], &[None, Some("gs_b")]);
        assert_eq!(invitation(&client(), &one), None);
    }

    #[test]
    fn people_at_one_terminal_move_each_with_their_key() {
        let (created, mut seats) = (two(), OwnSeats::all(&two()));
        let key =
            |seats: &OwnSeats, player| seats.key_for(player).map(|key| key.reveal().to_owned());
        assert!(!seats.are_some_elsewhere(&created.state));
        assert_eq!(key(&seats, Some(1)).unwrap(), "gs_a");
        assert_eq!(key(&seats, Some(2)).unwrap(), "gs_b");
        assert_eq!(key(&seats, None).unwrap(), "gs_a");
        seats.moved(Some(1));
        seats.refused(Some(2));
        assert!(seats.may_move(&created.state));

        let first = OwnSeats::first(&created);
        assert!(first.are_some_elsewhere(&created.state));
        assert_eq!(key(&first, Some(2)).unwrap(), "gs_a");
        let nobody = created_of_computers();
        assert!(OwnSeats::all(&nobody).is_empty());
        assert!(OwnSeats::all(&nobody).key_for(Some(1)).is_none());
    }

    #[test]
    fn the_way_back_has_no_keys_that_are_kept() {
        let (created, nothing) = (two(), OwnSeats::numbered([]));
        let (both, first) = (OwnSeats::all(&created), OwnSeats::first(&created));
        let way_back = |seats: &OwnSeats, kept| {
            let command = seats.command(&client(), &created.state, kept);
            command.split_once(" --join k3v7k3v7k3v7k3v7").unwrap().1.to_owned()
        };
        assert_eq!(way_back(&both, &nothing), " --seat 1,2 --seat-key gs_a,gs_b");
        assert_eq!(way_back(&both, &first), " --seat 1,2 --seat-key gs_a,gs_b");
        assert_eq!(way_back(&first, &both), " --seat 1");
        assert_eq!(way_back(&both, &both), "");
    }

    fn created_of_computers() -> Created {
        created(&["rules", "search"], &[None, None])
    }

    #[test]
    fn a_seat_is_found_by_the_replies_to_its_moves() {
        let state = two().state;
        let unknown = || OwnSeats::one_of(SeatKey::from("gs_b"), vec![1, 2]);
        let mut refused = unknown();
        assert!(refused.may_move(&state));
        let way_back = refused.command(&client(), &state, &OwnSeats::numbered([]));
        assert!(way_back.ends_with(" --join k3v7k3v7k3v7k3v7 --seat-key gs_b"), "{way_back}");
        refused.refused(Some(1));
        assert!(!refused.may_move(&state));
        refused.refused(Some(2));
        assert_eq!(refused.0[0].possible, [2]);
        let mut moved = unknown();
        moved.moved(Some(3));
        assert_eq!(moved.0[0].possible, [1, 2]);
        moved.moved(Some(1));
        assert!(moved.may_move(&state));
        assert_eq!(moved.0[0].possible, [1]);
    }
}
