//! The strong player: which of its three ways to think it uses when.

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::proof::Proof;
use super::room;
use super::rules::rules;
use super::traps;
use crate::board::numerical::search::Position;
use crate::board::numerical::{Board, Move};

/// With more empty cells than so many, a move is chosen by the room that it leaves.
const OPENING: usize = 12;

/// With so many or fewer, the result of best play is asked for.
const ENDGAME: usize = 11;

/// The move of a player who looks ahead; see the [module](super). `None` when the game is over.
pub fn search(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    let position = Position::from(board);
    let mut moves: Vec<(Move, Position)> = position.safe_moves().collect();
    // Whoever can win does; whoever has no safe move can only hope that the opponent does not see it.
    if position.is_win_in_one() || moves.is_empty() {
        return rules(board, rng);
    }
    // Where nothing else decides, chance does, and before it the number of safe replies: the fewer
    // there are, the sooner the opponent misses them.
    moves.shuffle(rng);
    moves.sort_by_cached_key(|(_, next)| next.count_safe_moves());
    let empty = board.empty_cells().count();
    if empty > OPENING {
        return room::best(&moves);
    }
    let mut proof = if empty > ENDGAME { Proof::none(board) } else { Proof::of(board) };
    if proof.is_won() {
        let winning = moves.iter().find(|(placed, _)| proof.keeps(*placed));
        if let Some((placed, _)) = winning {
            return Some(*placed);
        }
    }
    traps::best(&moves, |placed| proof.keeps(placed))
}
