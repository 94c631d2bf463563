//! `four-in-a-row/forced-win`: a sequence of at most five moves that wins by force. Each move but the last leaves the side one cell that would complete a
//! line, which the opponent takes; the last leaves two or more. After none of them has the opponent a cell that completes a line of his
//! own.

use std::collections::{BTreeSet, HashSet};

use serde::Deserialize;

use crate::api::list_item;
use crate::boards::four_in_a_row::{self, Board, Id, Line, QuietBoard, Side};

/// The longest sequence.
const MOVES: usize = 5;

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<QuietBoard>,
    side: Side,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    let lines = four_in_a_row::lines();
    task.boards
        .iter()
        .map(|quiet| list_item(forced_win(quiet.board(), &lines, task.side)))
        .collect()
}

/// The shortest sequence, its moves in order; empty if there is none.
fn forced_win(board: &Board, lines: &[Line], side: Side) -> Vec<Id> {
    let through = |id| lines.iter().copied().filter(|line| line.contains(&id)).collect();
    let through: Vec<Vec<Line>> = (0..=255).map(through).collect();
    for moves in 1..=MOVES {
        let mut search = Search {
            lines,
            through: &through,
            side,
            board: board.clone(),
            played: Played::default(),
            failed: HashSet::new(),
        };
        if let Some(sequence) = search.sequence(moves, None) {
            return sequence;
        }
    }
    Vec::new()
}

/// The stones placed since the beginning: the side's moves and the opponent's replies.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Played {
    moves: BTreeSet<Id>,
    replies: BTreeSet<Id>,
}

struct Search<'a> {
    lines: &'a [Line],
    /// The lines through each cell.
    through: &'a [Vec<Line>],
    side: Side,
    board: Board,
    played: Played,
    /// From where no sequence was found: other orders of the same moves come to the same board.
    failed: HashSet<Played>,
}

impl Search<'_> {
    /// A winning sequence of at most so many moves. `reply` is the opponent's last stone.
    fn sequence(&mut self, moves: usize, reply: Option<Id>) -> Option<Vec<Id>> {
        if moves == 0 || self.failed.contains(&self.played) {
            return None;
        }
        // Only a third stone on a line leaves a cell that would complete it.
        let pairs = self.board.open(self.lines, self.side, 2);
        for cell in pairs.into_iter().flatten().collect::<BTreeSet<Id>>() {
            self.board.place(cell, self.side);
            self.played.moves.insert(cell);
            let rest = self.rest(moves, cell, reply);
            self.played.moves.remove(&cell);
            self.board.clear(cell);
            if let Some(mut sequence) = rest {
                sequence.insert(0, cell);
                return Some(sequence);
            }
        }
        self.failed.insert(self.played.clone());
        None
    }

    /// What follows a move in a winning sequence: nothing after the last one.
    ///
    /// Nobody had a cell to complete a line before the opponent's last stone, and the side has none before its move: only the lines through
    /// these two stones matter.
    fn rest(&mut self, moves: usize, cell: Id, reply: Option<Id>) -> Option<Vec<Id>> {
        let opponent = self.side.other();
        let in_danger = reply
            .is_some_and(|reply| !self.board.completing(self.through(reply), opponent).is_empty());
        if in_danger {
            return None;
        }
        let threats = self.board.completing(self.through(cell), self.side);
        if threats.len() > 1 {
            return Some(Vec::new());
        }
        let reply = threats.first().copied()?;
        self.board.place(reply, opponent);
        self.played.replies.insert(reply);
        let rest = self.sequence(moves - 1, Some(reply));
        self.played.replies.remove(&reply);
        self.board.clear(reply);
        rest
    }

    #[expect(clippy::indexing_slicing, reason = "there is a list for every u8")]
    fn through(&self, cell: Id) -> &[Line] {
        &self.through[usize::from(cell)]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::boards::four_in_a_row::drawn;
    use crate::solvers::vectors;

    fn solved(black: &[Id], white: &[Id], side: &str) -> String {
        let task = json!({"boards": [drawn(black, white)], "side": side});
        vectors::solved("four-in-a-row/forced-win", task).remove(0)
    }

    /// Plays black's sequence by the rule, with a look at the whole board after every move.
    fn check(black: &[Id], white: &[Id], sequence: &str) {
        let lines = four_in_a_row::lines();
        let mut board = Board::try_from(drawn(black, white)).unwrap();
        let moves: Vec<Id> = sequence.split(' ').map(|id| id.parse().unwrap()).collect();
        for (number, cell) in (1..).zip(&moves) {
            assert_eq!(board.at(*cell), '.');
            board.place(*cell, Side::Black);
            assert!(board.completing(&lines, Side::White).is_empty(), "{sequence}: {cell}");
            let threats = board.completing(&lines, Side::Black);
            assert_eq!(threats.len() > 1, number == moves.len(), "{sequence}: {cell}");
            board.place(*threats.first().unwrap(), Side::White);
        }
    }

    /// The row 0 1 2 3 and the column 2 6 10 14 cross in an empty cell.
    #[test]
    fn a_double_threat_is_a_sequence_of_one() {
        assert_eq!(solved(&[0, 1, 6, 10], &[], "x"), "2");
        assert_eq!(solved(&[], &[0, 1, 6, 10], "o"), "2");
        assert_eq!(solved(&[0, 1, 6, 10], &[], "o"), "-");
        assert_eq!(solved(&[], &[], "x"), "-");
    }

    /// There are two pairs, on 0 1 2 3 and on 10 26 42 58 (63 shuts 0 21 42 63), and a stone on 2 6 10 14. 2 makes the stone a pair, and
    /// white has to answer on 3; then 10 threatens 14 and 58. Or 10 first, answered on 58; then 2 threatens 3 and 14.
    #[test]
    fn a_threat_may_bring_the_stone_that_a_double_threat_lacks() {
        let item = solved(&[0, 1, 6, 26, 42], &[63], "x");
        assert!(["2 10", "10 2"].contains(&item.as_str()), "{item}");
    }

    /// The same, but with 7 and 11 white gets a three when he answers on 3: black would have to stop that on 15.
    #[test]
    fn a_threat_whose_answer_threatens_is_of_no_use() {
        assert_eq!(solved(&[0, 1, 6, 26, 42], &[7, 11, 63], "x"), "10 2");
    }

    /// The same without 42, which black gets by a threat from 106 and 170 on 42 106 170 234 (255 shuts 0 85 170 255).
    #[test]
    fn a_sequence_may_take_several_threats() {
        let (black, white) = ([0, 1, 6, 26, 106, 170], [63, 255]);
        let item = solved(&black, &white, "x");
        assert_eq!(item.split(' ').count(), 3);
        check(&black, &white, &item);
    }
}
