//! The state of a line: who can still complete it, and what that adds to the scores of its tiles.

use std::sync::LazyLock;

use crate::board::lattice::tesseract::{ByPlayer, Player};

/// Who can still complete a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineState {
    /// The only player with tiles of the line; the first if there is none.
    owner: Player,
    /// How many tiles the owner has; 3 in [`LineState::DEAD`].
    tiles: u8,
}

/// What happens to a line when a player takes one of its free tiles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    /// The new state.
    pub(super) state: LineState,
    /// What it adds to the scores of the line's other tiles.
    pub(super) score_changes: ByPlayer<i16>,
}

impl LineState {
    /// All three tiles are free: any player can complete the line.
    pub(super) const OPEN: LineState = LineState { owner: Player::First, tiles: 0 };

    /// No player can complete the line any more: it is complete, or two players have tiles of it.
    const DEAD: LineState = LineState { owner: Player::First, tiles: 3 };

    /// Whether `player` needs one more tile.
    pub(super) fn is_threat_of(self, player: Player) -> bool {
        self == LineState { owner: player, tiles: 2 }
    }

    /// What the line adds to the score of each of its free tiles for `player`.
    ///
    /// The numbers are from tournaments of players who just take the tile with the highest score, with each other and with
    /// [`rules`](super::rules()). To measure a change, run `gradus-client play tesseract --seats rules,search --games 100
    /// --seed 1` before and after it.
    pub(super) fn score(self, player: Player) -> i16 {
        match (self.tiles, self.owner == player) {
            (0, _) => 4,
            (1, true) => 13,
            (1, false) => 14,
            (2, true) => 96,
            (2, false) => 55,
            _ => 0,
        }
    }

    /// What happens when `player` takes a tile of the line; nothing if it is dead.
    pub(super) fn transition(self, player: Player) -> Option<&'static Transition> {
        let by_owner = TRANSITIONS.get(usize::from(self.tiles))?;
        Some(&by_owner[self.owner][player])
    }

    fn taken_by(self, player: Player) -> LineState {
        match self.tiles {
            0 => LineState { owner: player, tiles: 1 },
            1 if self.owner == player => LineState { owner: player, tiles: 2 },
            _ => LineState::DEAD,
        }
    }
}

impl Transition {
    fn new(before: LineState, player: Player) -> Transition {
        let state = before.taken_by(player);
        let change = |player| state.score(player) - before.score(player);
        Transition { state, score_changes: ByPlayer::from_fn(change) }
    }
}

/// By the number of tiles, by the owner, and by the player who takes a tile: a playout looks transitions up by the
/// thousand.
static TRANSITIONS: LazyLock<[ByPlayer<ByPlayer<Transition>>; 3]> = LazyLock::new(|| {
    [0, 1, 2].map(|tiles| {
        ByPlayer::from_fn(|owner| {
            ByPlayer::from_fn(|player| Transition::new(LineState { owner, tiles }, player))
        })
    })
});
