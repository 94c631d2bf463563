//! `numerical/endgame`: the result of a numerical endgame with best play, and a move that keeps it. All games from the position are tried.

use std::collections::HashMap;

use serde::Deserialize;

use crate::boards::numerical::{Board, Move, Outcome};

#[derive(Deserialize)]
pub(super) struct Task {
    boards: Vec<Endgame>,
}

/// A board that is not decided and has 1–7 empty cells.
#[derive(Deserialize)]
#[serde(try_from = "Board")]
struct Endgame(Board);

impl TryFrom<Board> for Endgame {
    type Error = &'static str;

    fn try_from(board: Board) -> Result<Self, &'static str> {
        if (1..=7).contains(&board.empty().count()) && !board.is_won() {
            Ok(Self(board))
        } else {
            Err("expected an undecided board with 1 to 7 empty cells")
        }
    }
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.boards.iter().map(|endgame| result(&endgame.0)).collect()
}

/// The outcomes that are known already.
type Known = HashMap<Board, Outcome>;

fn result(board: &Board) -> String {
    let mut known = Known::new();
    let best = best(board, &mut known);
    let winner = match best.map(|(outcome, _)| outcome) {
        Some(Outcome::Won) => board.mover().to_string(),
        Some(Outcome::Lost) => board.mover().other().to_string(),
        Some(Outcome::Drawn) | None => "draw".to_owned(),
    };
    let chosen = best.map(|(_, r#move)| r#move.to_string());
    format!("{winner} {}", chosen.as_deref().unwrap_or("-"))
}

/// The best that the player to move can reach from an undecided board, and a move to it; `None` without a move. Moves that win at once are
/// looked for first.
fn best(board: &Board, known: &mut Known) -> Option<(Outcome, Move)> {
    let moves = board.moves();
    if let Some(winning) = moves.iter().find(|r#move| board.after(**r#move).is_won()) {
        return Some((Outcome::Won, *winning));
    }
    // The last number of all does not win either.
    if board.empty().count() == 1 {
        return moves.first().map(|last| (Outcome::Drawn, *last));
    }
    let mut best: Option<(Outcome, Move)> = None;
    for r#move in moves {
        let outcome = outcome(&board.after(r#move), known).reversed();
        if best.is_none_or(|(reached, _)| outcome > reached) {
            best = Some((outcome, r#move));
        }
        if outcome == Outcome::Won {
            break;
        }
    }
    best
}

/// The outcome of an undecided board for the player to move.
fn outcome(board: &Board, known: &mut Known) -> Outcome {
    if let Some(outcome) = known.get(board) {
        return *outcome;
    }
    let outcome = best(board, known).map_or(Outcome::Drawn, |(outcome, _)| outcome);
    known.insert(*board, outcome);
    outcome
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::solvers::{Fields, solver, vectors};

    fn solved(board: &Value) -> String {
        vectors::solved("numerical/endgame", json!({"boards": [board]})).remove(0)
    }

    /// Odd has 3 left for cell 2 or 8: 8:3 completes column 0, 2 + 15 + 3 + 14.
    #[test]
    fn a_win_is_taken() {
        let board = json!([2, 11, 0, 16, 15, 5, 10, 13, 0, 8, 12, 7, 14, 4, 1, 9]);
        assert_eq!(solved(&board), "odd 8:3");
    }

    /// Odd has 5 left, even 16, for cells 7 and 11 of column 3: 6 + 7 + 5 + 16 is 34, wherever they stand.
    #[test]
    fn every_move_keeps_a_loss() {
        let board = json!([15, 14, 3, 6, 13, 2, 10, 0, 8, 4, 1, 0, 12, 11, 9, 7]);
        let item = solved(&board);
        assert!(["even 7:5", "even 11:5"].contains(&item.as_str()), "{item}");
    }

    /// Even has 2 and 12, odd 1. 1 on cell 10 completes 10 + 15 + 8, so that even has to take it; with 12 there, 1 on cell 8 completes 7 +
    /// 14.
    #[test]
    fn a_draw_is_better_than_a_loss() {
        let board = json!([10, 11, 9, 6, 5, 15, 0, 4, 0, 7, 0, 14, 3, 13, 16, 8]);
        assert_eq!(solved(&board), "draw 10:2");
    }

    #[test]
    fn the_last_number_may_lead_to_a_draw() {
        let board = json!([10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 0]);
        assert_eq!(solved(&board), "draw 15:8");
    }

    #[test]
    fn a_decided_board_or_one_with_too_many_empty_cells_is_no_endgame() {
        let solve = solver("numerical/endgame").unwrap();
        for board in [
            json!([10, 16, 12, 6, 3, 13, 11, 14, 0, 0, 0, 0, 0, 0, 0, 0]),
            json!([16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 0]),
            vectors::at("/numerical/draw"),
        ] {
            assert!(solve(&Fields::from(json!({"boards": [board]}))).is_err(), "{board}");
        }
    }
}
