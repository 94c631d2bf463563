//! The seat of the person at this terminal, and how another person takes theirs.

use gradus_client::api::{Client, Created, GameState, SeatKey};
use gradus_client::draw;

/// The person's seat. With a key alone its number is unknown: every human seat is possible until the server has replied.
#[derive(Clone, Debug)]
pub(crate) struct OwnSeat {
    key: SeatKey,
    possible: Vec<u8>,
}

impl OwnSeat {
    /// A seat by its key, with the numbers that it may have.
    pub(crate) fn new(key: SeatKey, possible: Vec<u8>) -> Self {
        Self { key, possible }
    }

    /// The first person's seat of a new game; `None` where only computers play.
    pub(crate) fn first(created: &Created) -> Option<Self> {
        let (number, key) = created.people().next()?;
        Some(Self::new(key.clone(), vec![number]))
    }

    /// The key.
    pub(crate) fn key(&self) -> &SeatKey {
        &self.key
    }

    /// Whether the person may be to move.
    pub(crate) fn may_move(&self, state: &GameState) -> bool {
        state.to_move.is_some_and(|player| self.possible.contains(&player))
    }

    /// Whether the person has won.
    pub(crate) fn has_won(&self, state: &GameState) -> bool {
        matches!(self.possible[..], [only] if state.winners.contains(&only))
    }

    /// The person moved when this player was to move.
    pub(crate) fn moved(&mut self, player: Option<u8>) {
        if let Some(player) = player.filter(|player| self.possible.contains(player)) {
            self.possible = vec![player];
        }
    }

    /// The person may not move while this player is to move.
    pub(crate) fn refused(&mut self, player: Option<u8>) {
        if self.possible.len() > 1 {
            self.possible.retain(|possible| Some(*possible) != player);
        }
    }

    /// The command that takes this seat again.
    pub(crate) fn command(&self, client: &Client, state: &GameState) -> String {
        let seat = match self.possible[..] {
            [only] => format!(" --seat {only}"),
            _ => String::new(),
        };
        let key = self.key.reveal();
        format!(
            "gradus-client play --server {} --join {}{seat} --seat-key {key}",
            client.server(),
            state.id
        )
    }
}

/// The commands with which the other people of a new game join, and with which this person comes back; `None` where there are no others.
pub(crate) fn invitation(client: &Client, created: &Created) -> Option<String> {
    let state = &created.state;
    let mut seats = created.people().map(|(number, key)| {
        let command = OwnSeat::new(key.clone(), vec![number]).command(client, state);
        (number, command)
    });
    let (_, own) = seats.next()?;
    let others = seats.map(|(number, command)| {
        format!("to take seat {number} ({}):\n  {command}\n", draw::player(state, number))
    });
    let others: String = others.collect();
    let watch = format!("gradus-client play --server {} --watch {}", client.server(), state.id);
    let watching = format!("to watch:\n  {watch}\nto come back:\n  {own}\n");
    (!others.is_empty()).then(|| format!("{others}{watching}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn created(seats: &[&str], keys: &[Option<&str>]) -> Created {
        serde_json::from_value(json!({
            "id": "k3v7k3v7k3v7k3v7", "url": "u", "game": "gomoku", "seats": seats, "to_move": 1,
            "history": [], "board": "", "scores": [0, 0], "status": "open", "winners": [], "last": null,
            "seed": 7, "picture": "p", "events": "e", "keys": keys,
        }))
        .unwrap()
    }

    fn client() -> Client {
        Client::new("http://h", None).unwrap()
    }

    #[test]
    fn an_invitation_has_a_command_for_each_person() {
        let two = created(&["human", "human"], &[Some("gs_a"), Some("gs_b")]);
        let expected = "\
to take seat 2 (o):
  gradus-client play --server http://h/ --join k3v7k3v7k3v7k3v7 --seat 2 --seat-key gs_b
to watch:
  gradus-client play --server http://h/ --watch k3v7k3v7k3v7k3v7
to come back:
  gradus-client play --server http://h/ --join k3v7k3v7k3v7k3v7 --seat 1 --seat-key gs_a
";
        assert_eq!(invitation(&client(), &two).unwrap(), expected);
        let one = created(&["rules", "human"], &[None, Some("gs_b")]);
        assert_eq!(invitation(&client(), &one), None);
        assert_eq!(OwnSeat::first(&one).unwrap().possible, [2]);
        let none = created(&["rules", "search"], &[None, None]);
        assert!(OwnSeat::first(&none).is_none());
    }

    #[test]
    fn a_seat_is_found_by_the_replies_to_its_moves() {
        let state = created(&["human", "human"], &[Some("gs_a"), Some("gs_b")]).state;
        let key = || SeatKey::from("gs_b");
        let mut refused = OwnSeat::new(key(), vec![1, 2]);
        assert!(refused.may_move(&state));
        refused.refused(Some(1));
        assert!(!refused.may_move(&state));
        refused.refused(Some(2));
        assert_eq!(refused.possible, [2]);
        let mut moved = OwnSeat::new(key(), vec![1, 2]);
        moved.moved(Some(3));
        assert_eq!(moved.possible, [1, 2]);
        moved.moved(Some(1));
        assert!(moved.may_move(&state));
        assert_eq!(moved.possible, [1]);
    }
}
