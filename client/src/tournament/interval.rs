//! The Wilson score interval: between which shares a player's true share of the points lies with 95 % confidence.
//!
//! With the share p of n games and z = 1.96 the bounds are
//!
//! ```text
//! (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)
//! ```
//!
//! (E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.) The interval is meant for games that are
//! won or lost. A share of a point, as in a draw, varies less than that, so that with draws it is rather too wide than too narrow.

/// The normal distribution's quantile for 95 % between both sides.
const Z: f64 = 1.959_963_984_540_054;

/// The lower and the upper bound for a share, 0 to 1, of so many games. Of no games everything can be.
#[must_use]
pub fn wilson(share: f64, games: u32) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let games = f64::from(games);
    let square = Z * Z / games;
    let spread = Z * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    let bound = |spread: f64| ((share + square / 2.0 + spread) / (1.0 + square)).clamp(0.0, 1.0);
    (bound(-spread), bound(spread))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn per_mille(share: f64, games: u32) -> [String; 2] {
        let (low, high) = wilson(share, games);
        [low, high].map(|bound| format!("{:.1}", bound * 1000.0))
    }

    #[test]
    fn the_bounds_are_those_of_the_formula() {
        // 50 of 100, 90 of 100, 10 of 10 and 0 of 10, as statistical tables have them.
        assert_eq!(per_mille(0.5, 100), ["403.8", "596.2"]);
        assert_eq!(per_mille(0.9, 100), ["825.6", "944.8"]);
        assert_eq!(per_mille(1.0, 10), ["722.5", "1000.0"]);
        assert_eq!(per_mille(0.0, 10), ["0.0", "277.5"]);
    }

    #[test]
    fn of_no_games_everything_can_be() {
        assert_eq!(per_mille(0.0, 0), ["0.0", "1000.0"]);
    }
}
