//! A game's moves, numbered in turns, wrapped to a terminal's width: `1. hh gi  2. hi`.

use crate::api::Move;
use crate::report::one_line;

/// Lines of at most so many columns; a turn stays on one line. A turn is one move of each player.
pub(super) fn wrapped(history: &[Move], players: usize, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, moves) in (1..).zip(history.chunks(players.max(1))) {
        let moves: Vec<String> = moves.iter().map(|each| one_line(each.as_str())).collect();
        let turn = format!("{number}. {}", moves.join(" "));
        match lines.last_mut() {
            Some(line) if line.len() + 2 + turn.len() <= columns => {
                line.push_str("  ");
                line.push_str(&turn);
            }
            _ => lines.push(turn),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &str) -> Vec<Move> {
        texts.split(' ').map(Move::new).collect()
    }

    #[test]
    fn a_turn_is_one_move_of_each_player() {
        assert_eq!(wrapped(&moves("hh gi hi"), 2, 40), ["1. hh gi  2. hi"]);
        assert_eq!(wrapped(&moves("1 2 3 4"), 3, 40), ["1. 1 2 3  2. 4"]);
        assert!(wrapped(&[], 2, 40).is_empty());
    }

    #[test]
    fn a_turn_stays_on_one_line() {
        assert_eq!(wrapped(&moves("hh gi hi gj"), 2, 18), ["1. hh gi  2. hi gj"]);
        assert_eq!(wrapped(&moves("hh gi hi gj"), 2, 17), ["1. hh gi", "2. hi gj"]);
    }
}
