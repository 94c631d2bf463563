//! The bots against the opponent of the match steps.

use super::rules::{Ending, play};
use super::{Turn, bot};

/// How often a bot wins from a seat, over some seeds.
fn wins(game: &str, seat: usize, matches: u64) -> usize {
    let start = Turn::new(&[]);
    (0..matches).filter(|seed| play(game, &start, seat, *seed).0 == Ending::Won).count()
}

#[test]
fn the_gomoku_bot_wins_from_either_seat() {
    assert_eq!([1, 2].map(|seat| wins("gomoku", seat, 3)), [3, 3]);
}

#[test]
fn the_four_in_a_row_bot_wins_from_either_seat() {
    assert_eq!([1, 2].map(|seat| wins("four_in_a_row", seat, 3)), [3, 3]);
}

#[test]
fn the_tesseract_bot_wins_from_either_seat() {
    let [first, second] = [1, 2].map(|seat| wins("tesseract", seat, 4));
    assert!(first >= 3 && second >= 3, "{first} and {second} of 4");
}

#[test]
fn the_numerical_bot_wins_more_often_than_not_from_either_seat() {
    let [odd, even] = [1, 2].map(|seat| wins("numerical", seat, 4));
    assert!(odd >= 2 && even >= 3, "{odd} and {even} of 4");
}

#[test]
fn the_same_turn_and_seed_give_the_same_move() {
    for (game, history) in [
        ("gomoku", ["hh", "gi"]),
        ("numerical", ["5:9", "4:2"]),
        ("four_in_a_row", ["0", "85"]),
        ("tesseract", ["40", "1"]),
    ] {
        let history = history.map(str::to_owned);
        let turn = Turn { seed: 7, ..Turn::new(&history) };
        let bot = bot(game).unwrap();
        assert_eq!(bot(&turn).unwrap(), bot(&turn).unwrap(), "{game}");
    }
}

#[test]
fn a_history_that_is_none_is_refused() {
    for (game, history) in
        [("gomoku", "zz"), ("numerical", "5"), ("four_in_a_row", "256"), ("tesseract", "0")]
    {
        let history = [history.to_owned()];
        assert!(bot(game).unwrap()(&Turn::new(&history)).is_err(), "{game}");
    }
}
