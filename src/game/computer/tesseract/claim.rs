//! What a line is worth to whom, and how that changes.

use std::sync::LazyLock;

use crate::board::lattice::tesseract::Players;

/// A player's place in the order of play, from 0.
pub(super) type Seat = u8;

/// How many seats there are at most.
pub(super) const SEATS: usize = Players::MOST as usize;

/// Who can still complete a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claim {
    /// Who alone has tiles of the line; 0 if nobody is alone there.
    owner: Seat,
    /// How many tiles the owner has. [`Claim::SETTLED`] has all three: there is nothing left to play for.
    tiles: u8,
}

/// What happens to a line when one of its free tiles is taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// The claim after that.
    pub(super) claim: Claim,
    /// What it adds to the heat of the line's other tiles, by seat.
    pub(super) warming: [i16; SEATS],
}

impl Claim {
    /// All three tiles are free: anybody can complete the line.
    pub(super) const OPEN: Claim = Claim { owner: 0, tiles: 0 };

    /// Nobody can complete the line any more: it is complete, or two players have tiles of it.
    const SETTLED: Claim = Claim { owner: 0, tiles: 3 };

    /// Whether the player in `seat` needs one more tile.
    pub(super) fn is_threat_of(self, seat: Seat) -> bool {
        self == Claim { owner: seat, tiles: 2 }
    }

    /// What the line adds to the heat of each of its free tiles for the player in `seat`.
    pub(super) fn heat(self, seat: Seat) -> i16 {
        match (self.tiles, self.owner == seat) {
            (0, _) => 4,
            (1, true) => 13,
            (1, false) => 14,
            (2, true) => 96,
            (2, false) => 55,
            _ => 0,
        }
    }

    /// What happens when the player in `seat` takes a tile of the line; nothing if it is settled.
    pub(super) fn step(self, seat: Seat) -> Option<&'static Step> {
        STEPS.get(self.row() * SEATS + usize::from(seat))
    }

    /// The place of the claim among all; [`Claim::SETTLED`] comes last.
    fn row(self) -> usize {
        usize::from(self.tiles) * SEATS + usize::from(self.owner)
    }

    fn taken_by(self, seat: Seat) -> Claim {
        match self.tiles {
            0 => Claim { owner: seat, tiles: 1 },
            1 if self.owner == seat => Claim { owner: seat, tiles: 2 },
            _ => Claim::SETTLED,
        }
    }
}

impl Step {
    fn new(before: Claim, seat: Seat) -> Step {
        let claim = before.taken_by(seat);
        Step { claim, warming: [0, 1, 2, 3].map(|seat| claim.heat(seat) - before.heat(seat)) }
    }
}

/// By [`Claim::row`] before [`Claim::SETTLED`], then by the seat that takes a tile: a playout looks steps up by the
/// thousand. An open line has no owner, so that of its rows only the first is used.
static STEPS: LazyLock<Vec<Step>> = LazyLock::new(|| {
    let seats = || 0..Players::MOST;
    let claims = (0..3).flat_map(|tiles| seats().map(move |owner| Claim { owner, tiles }));
    claims.flat_map(|before| seats().map(move |seat| Step::new(before, seat))).collect()
});
