//! Numerical tic-tac-toe.

use std::ops::RangeInclusive;

use gradus::board::numerical::search::endgame::{self, Solver};
use gradus::board::numerical::search::{Position, minimax};
use gradus::board::numerical::{
    Board, Cell, IllegalBoard, IllegalMove, Move, Number, NumberSet, Outcome, Player, WINNING_SETS,
    evaluate,
};
use proptest::prelude::*;

use super::{numbers, vectors};
use gradus_oracle::numerical as oracle;

/// Boards after 0 to 16 turns, won or not.
fn boards() -> impl Strategy<Value = [u8; 16]> {
    boards_after(0..=16)
}

/// Boards after this number of turns, or fewer if a player wins before.
fn boards_after(turns: RangeInclusive<usize>) -> impl Strategy<Value = [u8; 16]> {
    let shuffled = |numbers: Vec<u8>| Just(numbers).prop_shuffle();
    let cells = shuffled((0..16).collect());
    let odd = shuffled((1..=16).step_by(2).collect());
    let even = shuffled((2..=16).step_by(2).collect());
    (cells, odd, even, turns).prop_map(|(cells, odd, even, turns)| {
        let mut board = [0; 16];
        let placed = odd.into_iter().zip(even).flat_map(|(odd, even)| [odd, even]);
        for placed in cells.into_iter().zip(placed).take(turns) {
            if oracle::outcome(&board) == "open" {
                board = oracle::after(&board, placed);
            }
        }
        board
    })
}

fn number(value: u8) -> Number {
    Number::new(value).unwrap()
}

/// Cell and number of each move.
fn pairs(moves: impl Iterator<Item = Move>) -> Vec<(u8, u8)> {
    moves.map(|placed| (placed.cell.index(), placed.number.value())).collect()
}

fn values(set: NumberSet) -> Vec<u8> {
    set.iter().map(Number::value).collect()
}

proptest! {
    #[case]
    fn a_position_is_the_plain_one(cells in boards()) {
        let board = Board::from_cells(cells).unwrap();
        prop_assert_eq!(board.cells(), cells);
        prop_assert_eq!(board.line_sums().to_vec(), oracle::line_sums(&cells));
        prop_assert_eq!(board.evaluation(), oracle::evaluation(&cells));
        prop_assert_eq!(board.outcome().to_string(), oracle::outcome(&cells));
        let complete = oracle::lines(&cells).into_iter().filter(|line| oracle::is_complete(line));
        let winning = board.winning_lines().map(|line| line.map(|cell| cells[usize::from(cell.index())]));
        prop_assert!(winning.map(Vec::from).eq(complete));
        prop_assert_eq!(board.to_move() == Player::Odd, oracle::is_odd_to_move(&cells));
        prop_assert_eq!(values(board.free_numbers()), oracle::free_numbers(&cells));
        prop_assert_eq!(board.is_full(), !cells.contains(&0));
    }

    #[case]
    fn the_legal_moves_are_the_plain_ones_and_all_others_are_refused(cells in boards()) {
        let board = Board::from_cells(cells).unwrap();
        let plain = oracle::moves(&cells);
        prop_assert_eq!(&pairs(board.moves()), &plain);
        prop_assert_eq!(pairs(board.winning_moves()), oracle::winning_moves(&cells));
        for cell in Cell::ALL {
            for value in 1..=16 {
                let played = board.play(Move { cell, number: number(value) });
                prop_assert_eq!(played.is_ok(), plain.contains(&(cell.index(), value)));
                if let Ok(after) = played {
                    let expected = oracle::after(&cells, (cell.index(), value));
                    prop_assert_eq!(after, Board::from_cells(expected).unwrap());
                }
            }
        }
    }

    #[case]
    fn what_completes_a_line_is_found_for_both_players(cells in boards()) {
        let board = Board::from_cells(cells).unwrap();
        for cell in Cell::ALL {
            let before = oracle::lines(&cells);
            let completes = |&value: &u8| {
                let after = oracle::lines(&oracle::after(&cells, (cell.index(), value)));
                // The lines that change are those through the cell.
                let mut changed = before.iter().zip(&after).filter(|(before, after)| before != after);
                board.at(cell).is_none()
                    && changed.any(|(_, line)| oracle::is_complete(line))
            };
            let expected: Vec<u8> = (1..=16).filter(completes).collect();
            prop_assert_eq!(values(board.completing_numbers(cell)), expected);
        }
    }

    #[case]
    fn a_move_is_safe_when_the_opponent_has_no_win_after_it(cells in boards()) {
        let board = Board::from_cells(cells).unwrap();
        let position = Position::from(&board);
        prop_assert_eq!(position.is_win_in_one(), board.winning_moves().count() > 0);
        if !position.is_win_in_one() {
            let is_safe = |placed: &Move| board.play(*placed).unwrap().winning_moves().count() == 0;
            let safe: Vec<Move> = position.safe_moves().map(|(placed, _)| placed).collect();
            prop_assert_eq!(&safe, &board.moves().filter(is_safe).collect::<Vec<_>>());
            prop_assert_eq!(position.count_safe_moves() as usize, safe.len());
        }
        for (placed, next) in position.safe_moves() {
            let after = board.play(placed).unwrap();
            let expected = Position::from(&after);
            prop_assert_eq!(next.lines(), expected.lines());
            prop_assert_eq!(next.evaluation(), expected.evaluation());
            prop_assert_eq!(next.is_full(), after.is_full());
        }
    }

    #[case]
    fn numbers_that_play_cannot_have_placed_are_refused(
        numbers in Just((1..=16).collect::<Vec<u8>>()).prop_shuffle(),
        empty in prop::collection::vec(0..16usize, 0..6),
    ) {
        let mut cells: [u8; 16] = numbers.try_into().unwrap();
        for cell in empty {
            cells[cell] = 0;
        }
        let count = |rest| cells.iter().filter(|&number| *number != 0 && number % 2 == rest).count();
        let in_turn = count(1) == count(0) || count(1) == count(0) + 1;
        match Board::from_cells(cells) {
            Ok(_) => prop_assert!(in_turn && oracle::is_reachable(&cells)),
            Err(IllegalBoard::PlayedOn) => prop_assert!(in_turn && !oracle::is_reachable(&cells)),
            Err(_) => prop_assert!(!in_turn),
        }
    }

    #[case]
    fn any_sixteen_integers_are_a_board_or_an_error(cells in prop::array::uniform16(0..20u8)) {
        if let Ok(board) = Board::from_cells(cells) {
            prop_assert_eq!(board.cells(), cells);
        }
    }

    #[case]
    fn any_text_is_a_move_or_an_error(text in "\\PC{0,8}|[0-9]{1,3}:[0-9]{1,3}") {
        if let Ok(placed) = text.parse::<Move>() {
            prop_assert_eq!(placed.to_string().parse::<Move>(), Ok(placed));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[case]
    fn minimax_is_the_plain_one(cells in boards_after(10..=16), depth in 0..=3u8) {
        let board = Board::from_cells(cells).unwrap();
        prop_assert_eq!(minimax(&board, depth), oracle::minimax(&cells, depth));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[case]
    fn the_endgame_is_solved_as_plainly(cells in boards_after(10..=16)) {
        let board = Board::from_cells(cells).unwrap();
        prop_assert_eq!(endgame::solve(&board).to_string(), oracle::result(&cells));
        prop_assert_eq!(pairs(endgame::best_moves(&board)), oracle::keeping_moves(&cells));
    }

    #[case]
    fn minimax_is_the_plain_one_where_the_board_is_symmetric(cells in boards_after(0..=3)) {
        let board = Board::from_cells(cells).unwrap();
        prop_assert_eq!(minimax(&board, 2), oracle::minimax(&cells, 2));
    }
}

#[case]
fn a_solver_may_go_on_to_other_positions() {
    let mut solver = Solver::default();
    let first = [12, 16, 2, 1, 3, 0, 0, 9, 8, 5, 0, 0, 15, 13, 14, 4];
    let second = [9, 3, 11, 0, 10, 4, 14, 7, 0, 1, 0, 13, 0, 8, 2, 0];
    for cells in [first, second, first] {
        let board = Board::from_cells(cells).unwrap();
        assert_eq!(solver.solve_within(&board, &mut { u64::MAX }), Some(endgame::solve(&board)));
    }
}

#[case]
fn a_solver_stops_at_its_node_limit_and_may_go_on_later() {
    let cells = [15, 0, 0, 0, 10, 14, 4, 1, 0, 3, 6, 0, 0, 7, 0, 0];
    let board = Board::from_cells(cells).unwrap();
    let mut solver = Solver::default();
    let mut positions = 20;
    assert_eq!(solver.solve_within(&board, &mut positions), None);
    assert_eq!(positions, 0);
    // What it has found is not searched again.
    let (mut left, mut left_from_the_start) = (1_000_000, 1_000_000);
    assert_eq!(solver.solve_within(&board, &mut left), Some(Outcome::Draw));
    let mut other = Solver::default();
    assert_eq!(other.solve_within(&board, &mut left_from_the_start), Some(Outcome::Draw));
    assert!(left > left_from_the_start);
}

#[case]
fn the_winning_sets_are_the_plain_ones() {
    let sets: Vec<Vec<u8>> = WINNING_SETS.into_iter().map(values).collect();
    assert_eq!(sets, *oracle::WINNING_SETS);
    assert_eq!(Some(sets.len() as u64), vectors()["numerical"]["winning_sets"].as_u64());
}

#[case]
fn every_set_of_numbers_is_completable_exactly_when_a_winning_set_contains_it() {
    for bits in 0..=u16::MAX {
        let set = NumberSet::from_bits(bits);
        let is_contained = WINNING_SETS.iter().any(|winning| winning.contains_all(set));
        assert_eq!(set.is_completable(), is_contained, "{set}");
    }
}

#[case]
fn completions_are_the_plain_ones_for_up_to_three_numbers() {
    for a in 1..=16 {
        for b in 1..=16 {
            for c in 1..=16 {
                let set: NumberSet = [a, b, c].into_iter().map(number).collect();
                assert_eq!(set.completions(), oracle::completions(&[a, b, c]));
            }
        }
    }
}

#[case]
fn the_published_facts_hold() {
    let vectors = vectors();
    let facts = &vectors["numerical"];
    assert_eq!(Some(Board::empty().moves().count() as u64), facts["first_moves"].as_u64());
    let draw = numbers(&facts["draw"]).try_into().unwrap();
    assert_eq!(Board::from_cells(draw).unwrap().outcome(), Outcome::Draw);
    for case in facts["evaluate"].as_array().unwrap() {
        let cells: [u8; 16] = numbers(&case["board"]).try_into().unwrap();
        assert_eq!(Some(i64::from(evaluate(&cells.map(Number::new)))), case["value"].as_i64());
        assert_eq!(Some(i64::from(oracle::evaluation(&cells))), case["value"].as_i64());
    }
}

#[case]
fn a_board_that_play_cannot_reach_is_refused() {
    let refused = |placed: &[(usize, u8)]| {
        let mut cells = [0; 16];
        for &(cell, number) in placed {
            cells[cell] = number;
        }
        Board::from_cells(cells).unwrap_err()
    };
    let cell = |index| Cell::new(index).unwrap();
    assert_eq!(refused(&[(3, 17)]), IllegalBoard::Number { cell: cell(3), found: 17 });
    assert_eq!(
        refused(&[(3, 1), (9, 1)]),
        IllegalBoard::UsedTwice { cell: cell(9), number: number(1) }
    );
    assert_eq!(refused(&[(0, 2)]), IllegalBoard::Turns { odd: 0, even: 1 });
    assert_eq!(refused(&[(0, 1), (1, 3)]), IllegalBoard::Turns { odd: 2, even: 0 });
    // Two rows without a number in common are complete.
    let rows = [1, 2, 15, 16, 3, 4, 13, 14];
    let rows: Vec<(usize, u8)> = rows.into_iter().enumerate().collect();
    assert_eq!(refused(&rows), IllegalBoard::PlayedOn);
    // The fourth row was completed by the odd player, and the even player moved on.
    assert_eq!(
        refused(&[(12, 3), (13, 7), (14, 9), (15, 15), (0, 2), (1, 4), (2, 6), (4, 8)]),
        IllegalBoard::PlayedOn
    );
}

#[case]
fn an_illegal_move_is_refused_with_the_reason() {
    let play = |cells, text: &str| {
        Board::from_cells(cells).unwrap().play(text.parse().unwrap()).map(|_| ())
    };
    let mut cells = [0; 16];
    assert_eq!(play(cells, "0:2"), Err(IllegalMove::OpponentsNumber(Player::Odd)));
    cells[0] = 1;
    assert_eq!(play(cells, "0:2"), Err(IllegalMove::Occupied));
    cells[1] = 2;
    assert_eq!(play(cells, "2:1"), Err(IllegalMove::NumberUsed));
    assert_eq!(play(cells, "2:3"), Ok(()));
    cells[2] = 15;
    cells[3] = 16;
    assert_eq!(play(cells, "4:3"), Err(IllegalMove::Over));
}

#[case]
fn a_won_game_has_no_moves() {
    let mut cells = [0; 16];
    cells[..4].copy_from_slice(&[1, 2, 15, 16]);
    let board = Board::from_cells(cells).unwrap();
    assert_eq!((board.outcome(), board.moves().count()), (Outcome::Won(Player::Even), 0));
}

#[case]
fn what_is_not_a_move_is_refused_and_quoted() {
    for (text, expected) in [
        ("", "expected cell:number; found \"\""),
        ("59", "expected cell:number; found \"59\""),
        ("16:1", "expected a cell from 0 to 15; found \"16\""),
        ("+5:1", "expected a cell from 0 to 15; found \"+5\""),
        ("5:0", "expected a number from 1 to 16; found \"0\""),
        ("5:17", "expected a number from 1 to 16; found \"17\""),
        ("5:1:1", "expected a number from 1 to 16; found \"1:1\""),
        (
            "5:99999999999999999999",
            "expected a number from 1 to 16; found \"99999999999999999999\"",
        ),
    ] {
        assert_eq!(text.parse::<Move>().unwrap_err().to_string(), expected);
    }
}
