//! Dice with a seed: the same seed throws the same numbers on every machine. The generator is splitmix64
//! (<https://prng.di.unimi.it/splitmix64.c>).

/// A source of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, any 64 bits.
    pub(super) fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// One of some things, each as likely as the others; `None` of nothing.
    pub(super) fn choose<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        let place = self.throw().checked_rem(u64::try_from(things.len()).ok()?)?;
        things.get(usize::try_from(place).ok()?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the published program gives for the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!(dice.throw(), 6_457_827_717_110_365_317);
        assert_eq!(dice.throw(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn everything_is_chosen_at_some_time() {
        let mut dice = Dice::new(0);
        let chosen: std::collections::BTreeSet<_> = (0..99).map(|_| dice.choose(b"abc")).collect();
        assert_eq!(chosen.len(), 3);
        assert_eq!(dice.choose::<u8>(&[]), None);
    }
}
