//! Gomoku: solvers of the kinds that need no search; [`best_move`](super::best_move) has a file of its own.

use serde::Deserialize;

use crate::boards::gomoku::{Board, DIRECTIONS, Game, Point};

/// `gomoku/hello`: the word, unchanged.
#[derive(Deserialize)]
pub(super) struct HelloTask {
    word: String,
}

pub(super) fn solve_hello(task: HelloTask) -> Vec<String> {
    vec![task.word]
}

/// `gomoku/coordinates`: a gomoku point's number when the board is read row by row, from 0.
#[derive(Deserialize)]
pub(super) struct CoordinatesTask {
    coord: Vec<Point>,
}

pub(super) fn solve_coordinates(task: &CoordinatesTask) -> Vec<String> {
    task.coord.iter().map(|point| point.index().to_string()).collect()
}

/// `gomoku/stones`: the stone at each of some points, `.` for none.
#[derive(Deserialize)]
pub(super) struct StonesTask {
    board: Game,
    coord: Vec<Point>,
}

pub(super) fn solve_stones(task: &StonesTask) -> Vec<String> {
    let board = Board::after(&task.board);
    task.coord.iter().map(|point| board.at(*point).to_string()).collect()
}

/// `gomoku/reach`: how many points lie on the four lines through a point within 4 of it, itself counted once.
#[derive(Deserialize)]
pub(super) struct ReachTask {
    coord: Vec<Point>,
}

pub(super) fn solve_reach(task: &ReachTask) -> Vec<String> {
    task.coord.iter().map(|point| reach(*point).to_string()).collect()
}

fn reach(point: Point) -> usize {
    let mut others = 0;
    for direction in DIRECTIONS {
        others += point.line(direction).filter(|there| *there != point).count();
    }
    1 + others
}

/// `gomoku/five`: who was the first to get five or more in a row, and with which move.
#[derive(Deserialize)]
pub(super) struct FiveTask {
    games: Vec<Game>,
}

pub(super) fn solve_five(task: &FiveTask) -> Vec<String> {
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

/// `gomoku/replay`: the board after every move of a gomoku game, 225 characters an item.
#[derive(Deserialize)]
pub(super) struct ReplayTask {
    questions: Game,
}

pub(super) fn solve_replay(task: &ReplayTask) -> Vec<String> {
    let mut board = Board::default();
    let mut after_each_move = Vec::new();
    for (point, stone) in task.questions.moves() {
        board.place(point, stone);
        after_each_move.push(board.to_string());
    }
    after_each_move
}

/// `gomoku/line-patterns`: the cells of the four lines through a point, from 4 before it to 4 after it, as far as they are on the board.
#[derive(Deserialize)]
pub(super) struct LinePatternsTask {
    board: Game,
    coord: Vec<Point>,
}

pub(super) fn solve_line_patterns(task: &LinePatternsTask) -> Vec<String> {
    let board = Board::after(&task.board);
    let mut lines = Vec::new();
    for point in &task.coord {
        for direction in DIRECTIONS {
            lines.push(point.line(direction).map(|cell| board.at(cell)).collect());
        }
    }
    lines
}

#[cfg(test)]
mod hello_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_word_comes_back() {
        assert_eq!(vectors::solved("gomoku/hello", json!({"word": "gradatim"})), ["gradatim"]);
    }
}

#[cfg(test)]
mod coordinates_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_row_comes_first_and_case_does_not_matter() {
        let task = json!({"coord": ["aa", "ab", "BA", "aO", "Oa", "hH", "oo"]});
        assert_eq!(
            vectors::solved("gomoku/coordinates", task),
            ["0", "1", "15", "14", "210", "112", "224"]
        );
    }
}

#[cfg(test)]
mod stones_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn black_has_the_odd_moves_and_white_the_even_ones() {
        let task = json!({"board": "haahoo", "coord": ["ha", "AH", "oo", "aa", "HA"]});
        assert_eq!(vectors::solved("gomoku/stones", task), ["x", "o", "x", ".", "x"]);
    }

    #[test]
    fn a_board_without_moves_is_empty() {
        assert_eq!(vectors::solved("gomoku/stones", json!({"board": "", "coord": ["hh"]})), ["."]);
    }
}

#[cfg(test)]
mod reach_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    #[test]
    fn the_middle_reaches_eight_rays_of_four() {
        assert_eq!(
            vectors::solved("gomoku/reach", json!({"coord": ["hh", "ee", "kk"]})),
            ["33"; 3]
        );
    }

    #[test]
    fn a_corner_reaches_three_rays_and_a_side_five() {
        assert_eq!(
            vectors::solved("gomoku/reach", json!({"coord": ["aa", "ao", "oa", "oo"]})),
            ["13"; 4]
        );
        assert_eq!(vectors::solved("gomoku/reach", json!({"coord": ["ha", "oh"]})), ["21"; 2]);
    }

    #[test]
    fn a_ray_ends_at_the_border() {
        // Four points to the one side and one to the other on —, │ and ╲; one on each side on ╱.
        assert_eq!(vectors::solved("gomoku/reach", json!({"coord": ["bb", "NN"]})), ["18"; 2]);
    }
}

#[cfg(test)]
mod five_tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(game: &str) -> String {
        vectors::solved("gomoku/five", json!({"games": [game]})).remove(0)
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

#[cfg(test)]
mod replay_tests {
    use crate::solvers::vectors;

    #[test]
    fn the_sample_game_ends_as_published() {
        let case = vectors::at("/gomoku_replay/cases/0");
        let boards = vectors::solved("gomoku/replay", case.clone());
        assert_eq!(boards.len(), 15);
        assert_eq!(boards.last().unwrap(), case["last"].as_str().unwrap());
        for (before, after) in boards.iter().zip(&boards[1..]) {
            let changed = before.chars().zip(after.chars()).filter(|(b, a)| b != a).count();
            assert_eq!(changed, 1);
        }
    }
}

#[cfg(test)]
mod line_patterns_tests {
    use crate::solvers::vectors;

    #[test]
    fn the_published_samples_are_solved() {
        for case in vectors::at("/gomoku_line_patterns/cases").as_array().unwrap() {
            let lines = vectors::solved("gomoku/line-patterns", case.clone());
            let published = case["ans"].as_array().unwrap();
            assert_eq!(lines.len(), published.len());
            for (line, expected) in lines.iter().zip(published) {
                let reversed: String = line.chars().rev().collect();
                let expected = expected.as_str().unwrap();
                assert!(line == expected || reversed == expected, "{line} for {expected}");
            }
        }
    }
}
