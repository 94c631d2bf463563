//! Histories, some of them with the digits that misreadings lose.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::super::games::random_history;
use super::{Code, Moves, Recorded, Task};
use gradus_board::lattice::tesseract::Tile;
use gradus_board::lattice::tesseract::code::encode;

/// A task with so many codes and histories.
pub(super) fn task(rng: &mut ChaCha8Rng, codes: u32, written: u32) -> Task {
    // A first digit 1 is lost by programs that stop dividing too early, and those that stop at a rest 0 need one.
    let codes = histories(
        rng,
        codes,
        &[&|history| {
            if let Some(place) = history.iter().position(|tile| tile.id() == 1) {
                history.swap(0, place);
            }
            history.first().is_some_and(|tile| tile.id() == 1)
        }],
    );
    let has_zero = |history: &mut Vec<Tile>| encode(history).contains('0');
    let histories = histories(
        rng,
        written,
        &[&|history| encode(history).starts_with('1'), &has_zero, &has_zero],
    );
    Task {
        codes: codes.into_iter().map(|history| Code(Recorded::new(history))).collect(),
        histories: histories.into_iter().map(|history| Moves(Recorded::new(history))).collect(),
    }
}

/// Random histories in random order, one for each of these; the others are as they come.
fn histories(rng: &mut ChaCha8Rng, count: u32, special: &[MakeSpecial<'_>]) -> Vec<Vec<Tile>> {
    let mut special = special.iter();
    let mut draw = |make_special: Option<&MakeSpecial<'_>>| loop {
        let moves = rng.random_range(MOVES);
        let mut history = random_history(rng, moves);
        if make_special.is_none_or(|make_special| make_special(&mut history)) {
            return history;
        }
    };
    let mut histories: Vec<_> = (0..count).map(|_| draw(special.next())).collect();
    histories.shuffle(rng);
    histories
}

/// How many moves a history has. A floating-point number and 64 bits hold at most ten.
const MOVES: std::ops::RangeInclusive<u8> = 8..=60;

/// Makes a history special, if it can, and says whether it is.
type MakeSpecial<'a> = &'a dyn Fn(&mut Vec<Tile>) -> bool;
