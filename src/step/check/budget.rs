//! What chance and the replies may give away.

use super::guess::Rarity;
use crate::step::fault::{Fault, FaultCode};

/// A blind answer may be right on one task in two to this power, not more often.
pub(super) const GUESS_BITS: f64 = 20.0;

/// So many replies together must tell less than a blind guess lacks: nobody gets an answer out of fewer.
pub(super) const REPLIES: f64 = 8.0;

/// The faults of a guess and a leak, where they are known.
pub(super) fn faults(
    file: &str,
    guess: Option<Rarity>,
    leak_bits: Option<f64>,
) -> impl Iterator<Item = Fault> {
    let too_often = guess.filter(|guess| guess.bits < GUESS_BITS).map(|Rarity { bits, .. }| {
        Fault::new(
            FaultCode::BudgetGuess,
            file,
            format!(
                "the best blind answer is right on one task in 2^{bits:.1}; expected at most one in 2^{GUESS_BITS}"
            ),
            "ask for more in [params]",
        )
    });
    // Of an answer that is rarer than the sample shows, nobody can say how much of it is told.
    let known = guess.filter(|guess| !guess.is_at_least).map(|guess| guess.bits);
    let too_much = known.zip(leak_bits).filter(|&(guess, leak)| leak * REPLIES > guess).map(
        |(guess, leak)| {
            Fault::new(
                FaultCode::BudgetLeak,
                file,
                format!(
                    "one reply tells {leak:.1} bits of an answer that has {guess:.1}; expected at most an eighth"
                ),
                "ask for more in [params], or choose a kind that tells less",
            )
        },
    );
    too_often.into_iter().chain(too_much)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(guess: f64, leak: f64) -> Vec<FaultCode> {
        let guess = Rarity { bits: guess, is_at_least: false };
        faults("07-sums/step.toml", Some(guess), Some(leak)).map(|fault| fault.code).collect()
    }

    #[test]
    fn twenty_bits_are_enough_and_an_eighth_of_them_may_leak() {
        assert_eq!(codes(20.0, 2.5), []);
        assert_eq!(codes(19.9, 0.1), [FaultCode::BudgetGuess]);
        assert_eq!(codes(20.0, 2.6), [FaultCode::BudgetLeak]);
    }

    #[test]
    fn what_is_unknown_is_no_fault() {
        assert_eq!(faults("07-sums/step.toml", None, None).count(), 0);
        let rare = Rarity { bits: 20.0, is_at_least: true };
        assert_eq!(faults("07-sums/step.toml", Some(rare), Some(9.0)).count(), 0);
    }
}
