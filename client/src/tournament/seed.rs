//! The seeds of a tournament's games, derived from one number: `SplitMix64` (Steele, Lea and Flood, 2014), cut to the 53 bits that JSON
//! numbers carry safely.

const BITS: u32 = 53;

/// The seed of a game, by its number.
pub(super) fn derived(seed: u64, number: u32) -> u64 {
    split_mix(seed, number) >> (u64::BITS - BITS)
}

/// The output of the generator that starts from a seed, counted from 1.
fn split_mix(seed: u64, number: u32) -> u64 {
    let state = seed.wrapping_add(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_its_published_outputs() {
        let first = [1, 2, 3].map(|number| split_mix(1_234_567, number));
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_seed_has_53_bits() {
        assert!((1..=1000).all(|number| derived(u64::MAX, number) < 1 << 53));
    }
}
