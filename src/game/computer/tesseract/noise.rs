//! A little chance for the playouts.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

/// Random numbers that are drawn once, and then used again and again from different starts: a playout needs one for each
/// tile at each move, and to draw those would cost more than to play.
#[derive(Debug)]
pub(super) struct Noise(Vec<i16>);

impl Noise {
    /// All numbers are below this: half of what spoiling a line is worth, so that playouts differ but do not blunder.
    const LOUDEST: i16 = 32;
    const STARTS: u16 = 944;
    const LENGTH: u16 = Self::STARTS + 80;

    pub(super) fn draw(rng: &mut ChaCha8Rng) -> Noise {
        Noise((0..Self::LENGTH).map(|_| rng.random_range(0..Self::LOUDEST)).collect())
    }

    /// At least as many numbers as there are tiles, from a random start.
    pub(super) fn anywhere(&self, rng: &mut ChaCha8Rng) -> &[i16] {
        let start = rng.random_range(0..Self::STARTS);
        self.0.get(start.into()..).unwrap_or_default()
    }
}
