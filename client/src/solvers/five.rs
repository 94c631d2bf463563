//! Step 05: who was the first to get five or more in a row, and with which move.

use serde::Deserialize;

use crate::boards::gomoku::{Board, DIRECTIONS, Game, Point};

#[derive(Deserialize)]
pub(super) struct Task {
    games: Vec<Game>,
}

pub(super) fn solve(task: &Task) -> Vec<String> {
    task.games.iter().map(outcome).collect()
}

fn outcome(game: &Game) -> String {
    let mut board = Board::default();
    for (number, (point, stone)) in (1..).zip(game.moves()) {
        board.place(point, stone);
        if DIRECTIONS.iter().any(|direction| row(&board, point, *direction) >= 5) {
            return format!("{stone}{number}");
        }
    }
    "-".to_owned()
}

/// How many stones of one colour stand in a row through a stone along a direction, itself included.
fn row(board: &Board, point: Point, (rows, columns): (i8, i8)) -> usize {
    let ray = |sign: i8| {
        (1..15)
            .map_while(move |distance| {
                point.shifted(sign * distance * rows, sign * distance * columns)
            })
            .take_while(|there| board.at(*there) == board.at(point))
            .count()
    };
    1 + ray(1) + ray(-1)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(game: &str) -> String {
        vectors::solved("05", json!({"games": [game]})).remove(0)
    }

    #[test]
    fn five_in_each_direction_win() {
        for game in
            ["aaoaabobacocadodae", "aaoabbobccocddodee", "aaoabaobcaocdaodea", "aeoabdobccocdbodea"]
        {
            assert_eq!(solved(game), "x9", "{game}");
        }
    }

    #[test]
    fn white_wins_with_an_even_move() {
        assert_eq!(solved("aaoaacobaeocagodaioe"), "o10");
    }

    #[test]
    fn only_the_first_five_counts() {
        assert_eq!(solved("aaoaabobacocadodaeoe"), "x9");
    }

    #[test]
    fn four_are_not_enough_and_do_not_go_on_around_the_border() {
        assert_eq!(solved(""), "-");
        assert_eq!(solved("aaoaabobacocad"), "-");
        // Black at al am an ao and ba: neighbours only in the text of the board.
        assert_eq!(solved("aloaamocanoeaoogba"), "-");
    }

    #[test]
    fn a_gap_that_is_filled_may_make_more_than_five() {
        // Black: a b c, e f g in row a, then d between them.
        assert_eq!(solved("aaoaabocacoeaeogafoiagokad"), "x13");
    }

    #[test]
    fn the_other_colour_breaks_a_row() {
        // Black: a b c, e f in row a; white at d.
        assert_eq!(solved("aaadaboaacocaeoeaf"), "-");
    }
}
