//! Gomoku.

use std::str::FromStr as _;

use gradus::board::gomoku::{
    Board, Direction, Game, IllegalMove, ParseBoardError, ParseGameError, Point, Scoring, Stone,
};
use proptest::prelude::*;

use super::{texts, vectors};
use gradus_oracle::gomoku as oracle;

/// A legal game of up to 120 moves: in a 7×7 corner somewhere, where wins are frequent, or all over
/// the board.
fn games() -> impl Strategy<Value = Game> {
    let wide = Just((0..225).collect::<Vec<u8>>()).prop_shuffle();
    let narrow = (0..9u8, 0..9u8).prop_flat_map(|(row, column)| {
        let square = (0..49u8).map(move |cell| (row + cell / 7) * 15 + column + cell % 7);
        Just(square.collect::<Vec<u8>>()).prop_shuffle()
    });
    (prop_oneof![wide, narrow], 0..120usize).prop_map(|(indices, length)| {
        let mut game = Game::new();
        for index in indices.into_iter().take(length) {
            if game.play(Point::from_index(index).unwrap()).is_err() {
                break;
            }
        }
        game
    })
}

fn boards() -> impl Strategy<Value = String> {
    "[.xo]{225}"
}

proptest! {
    #[case]
    fn windows_are_the_plain_line_patterns(text in boards()) {
        let board: Board = text.parse().unwrap();
        let picture = oracle::picture_of(&text);
        for point in Point::all() {
            let patterns = oracle::line_patterns(&picture, point.row().into(), point.column().into());
            let windows = Direction::ALL.map(|direction| board.window(point, direction));
            prop_assert_eq!(windows.map(|window| window.to_string()).to_vec(), patterns);
            for window in windows {
                let centre = window.as_str().chars().nth(window.centre()).unwrap();
                prop_assert_eq!(centre, Stone::symbol_of(board.at(point)));
            }
        }
    }

    #[case]
    fn replay_win_and_turn_are_the_plain_ones(game in games()) {
        let text = game.to_string();
        let plain: Vec<String> = oracle::replay(&text).iter().map(oracle::text_of).collect();
        let boards: Vec<String> = game.boards().map(|board| board.to_string()).collect();
        prop_assert_eq!(&boards, &plain);
        prop_assert_eq!(game.board().to_string(), plain.last().cloned().unwrap_or_else(|| ".".repeat(225)));

        let win = game.won_at().zip(game.winner().map(Stone::symbol));
        prop_assert_eq!(win, oracle::win(&text));
        prop_assert_eq!(game.to_move(), if game.moves().len() % 2 == 0 { Stone::Black } else { Stone::White });
        prop_assert_eq!(game.is_over(), win.is_some());
    }

    #[case]
    fn a_game_is_read_back_from_its_text_in_either_case(game in games()) {
        for text in [game.to_string(), game.to_string().to_uppercase()] {
            let read: Game = text.parse().unwrap();
            prop_assert_eq!(&read, &game);
        }
    }

    #[case]
    fn a_board_is_read_back_from_its_text(text in boards()) {
        prop_assert_eq!(text.parse::<Board>().unwrap().to_string(), text);
    }

    #[case]
    fn five_through_a_point_is_five_on_the_board_with_that_stone(text in boards(), index in 0..225u8) {
        // Of a board without five, only the stone put there can make one.
        let mut picture = oracle::picture_of(&text);
        prop_assume!(!oracle::has_five(&picture, 'x'));
        let point = Point::from_index(index).unwrap();
        let mut board: Board = text.parse().unwrap();
        board.place(point, Stone::Black);
        picture[usize::from(point.row())][usize::from(point.column())] = 'x';
        prop_assert_eq!(board.has_five_through(point), oracle::has_five(&picture, 'x'));
    }

    #[case]
    fn a_run_is_the_longest_row_of_one_symbol_with_the_point_in_it(text in boards()) {
        let board: Board = text.parse().unwrap();
        for point in Point::all() {
            for direction in Direction::ALL {
                let window = board.window(point, direction);
                let symbol = window.as_str().chars().nth(window.centre()).unwrap();
                let (before, after) = window.as_str().split_at(window.centre());
                let before = before.len() - before.trim_end_matches(symbol).len();
                let after = after.len() - after.trim_start_matches(symbol).len();
                prop_assert_eq!(window.run(), before + after);
            }
        }
    }

    #[case]
    fn the_scores_of_points_are_the_plain_ones(game in games(), dense in boards()) {
        let scoring = Scoring::published();
        for text in [game.board().to_string(), dense] {
            let (board, picture): (Board, _) = (text.parse().unwrap(), oracle::picture_of(&text));
            for side in Stone::ALL {
                for point in Point::all().filter(|&point| board.at(point).is_none()) {
                    let (row, column) = (point.row().into(), point.column().into());
                    let plain = oracle::line_scores(&picture, row, column, side.symbol());
                    let lines = scoring.lines(&board, point, side).unwrap();
                    prop_assert_eq!(&lines.to_vec(), &plain);
                    prop_assert_eq!(scoring.value(&board, point, side), Some(plain.iter().sum()));
                }
                let best: Vec<_> = scoring
                    .best_points(&board, side)
                    .into_iter()
                    .map(|point| (i32::from(point.row()), i32::from(point.column())))
                    .collect();
                prop_assert_eq!(best, oracle::best_points(&picture, side.symbol()));
            }
        }
    }

    #[case]
    fn offset_moves_by_rows_and_columns_or_off_the_board(index in 0..225u8, d_row: i8, d_column: i8) {
        let point = Point::from_index(index).unwrap();
        let row = i32::from(point.row()) + i32::from(d_row);
        let column = i32::from(point.column()) + i32::from(d_column);
        let is_on_board = (0..15).contains(&row) && (0..15).contains(&column);
        let moved = point.offset(d_row, d_column);
        prop_assert_eq!(moved.is_some(), is_on_board);
        if let Some(moved) = moved {
            prop_assert_eq!((i32::from(moved.row()), i32::from(moved.column())), (row, column));
        }
    }

    #[case]
    fn any_text_is_a_game_or_an_error(text in "\\PC{0,40}|[a-pA-P]{0,40}") {
        if let Ok(game) = text.parse::<Game>() {
            prop_assert_eq!(game.to_string(), text.to_lowercase());
        }
    }
}

#[case]
fn points_are_numbered_row_by_row_and_named_row_first() {
    assert_eq!(Point::all().len(), 225);
    for (index, point) in (0..).zip(Point::all()) {
        assert_eq!(point.index(), index);
        assert_eq!(Point::from_index(index), Some(point));
        assert_eq!(Point::new(point.row(), point.column()), Some(point));
        assert_eq!(point.to_string().parse(), Ok(point));
        let (row, column) = oracle::coordinates(&point.to_string());
        assert_eq!((i32::from(point.row()), i32::from(point.column())), (row, column));
    }
    assert_eq!(Point::from_index(225), None);
    assert_eq!((Point::new(15, 0), Point::new(0, 15), Point::new(255, 255)), (None, None, None));
}

#[case]
fn the_points_in_reach_are_counted_as_the_plain_ones() {
    for point in Point::all() {
        let plain = oracle::points_in_reach(point.row().into(), point.column().into());
        assert_eq!(usize::from(point.points_in_reach()), plain, "{point}");
    }
}

/// Every pattern of the table alone on a row of the board.
#[case]
fn a_pattern_scores_its_row_of_the_table_or_an_earlier_one() {
    for (pattern, value) in Scoring::patterns() {
        let mut board = Board::empty();
        for (column, symbol) in (4..).zip(pattern.chars()) {
            let stone = match symbol {
                'M' => Stone::White,
                'O' => Stone::Black,
                _ => continue,
            };
            board.place(Point::new(7, column).unwrap(), stone);
        }
        let column = 4 + u8::try_from(pattern.find('C').unwrap()).unwrap();
        let point = Point::new(7, column).unwrap();
        let scores = Scoring::published().lines(&board, point, Stone::White);
        let [line, rest @ ..] = scores.unwrap();
        assert!(line >= u32::from(value), "{pattern}");
        assert_eq!(rest, [20; 3]);
    }
}

#[case]
fn a_point_with_a_stone_has_no_score() {
    let board = Game::from_str("hh").unwrap().board().to_owned();
    let point = "hh".parse().unwrap();
    assert_eq!(Scoring::published().value(&board, point, Stone::White), None);
    assert!(!Scoring::published().best_points(&board, Stone::White).contains(&point));
}

#[case]
fn cells_off_the_board_are_no_empty_points() {
    // Two stones against the border: `.MMC.` does not fit, and nothing else occurs.
    let board = Game::from_str("aaohab").unwrap().board().to_owned();
    let lines = Scoring::published().lines(&board, "ac".parse().unwrap(), Stone::Black);
    assert_eq!(lines, Some([20; 4]));
}

#[case]
fn a_full_board_has_no_best_point() {
    let board: Board = "x".repeat(225).parse().unwrap();
    assert_eq!(Scoring::published().best_points(&board, Stone::White), []);
}

#[case]
fn a_pattern_that_no_line_can_hold_never_occurs() {
    let patterns = [("MMMMMC", 7), ("MM", 8), ("C?", 9)];
    let board: Board =
        "x".repeat(9).chars().chain(".".repeat(216).chars()).collect::<String>().parse().unwrap();
    let lines = Scoring::new(patterns).lines(&board, "aj".parse().unwrap(), Stone::Black);
    assert_eq!(lines, Some([20; 4]));
}

#[case]
fn what_is_not_a_point_is_refused_and_quoted() {
    for text in ["", "a", "aaa", "ap", "pa", "a1", " aa", "aa ", "é", "ｈｈ", "\u{0}a"] {
        assert!(text.parse::<Point>().is_err(), "{text:?}");
    }
    assert_eq!(
        "pa".parse::<Point>().unwrap_err().to_string(),
        "expected two letters from a to o, the row and then the column; found \"pa\""
    );
    let long = "z".repeat(1_000_000).parse::<Point>().unwrap_err().to_string();
    assert!(long.len() < 200, "the quotation is shortened");
}

#[case]
fn what_is_not_a_board_is_refused() {
    assert_eq!("x".repeat(224).parse::<Board>(), Err(ParseBoardError::Length { found: 224 }));
    let error = ParseBoardError::Symbol { point: "ab".parse().unwrap(), found: 'X' };
    assert_eq!(format!(".X{}", ".".repeat(223)).parse::<Board>(), Err(error));
}

#[case]
fn an_illegal_game_is_refused_with_the_move_and_the_reason() {
    assert_eq!("hhh".parse::<Game>(), Err(ParseGameError::OddLength { found: 3 }));
    for (text, expected) in [
        (
            "hhpp",
            "move 2: expected two letters from a to o, the row and then the column; found \"pp\"",
        ),
        ("hhhiHH", "move 3, \"HH\": a stone lies there already"),
        ("aabbabbcacbdadbeaebf", "move 10, \"bf\": the game is won already"),
    ] {
        assert_eq!(text.parse::<Game>().unwrap_err().to_string(), expected);
    }
}

#[case]
fn an_illegal_move_leaves_the_game_as_it_was() {
    let mut game: Game = "hhhi".parse().unwrap();
    let before = game.clone();
    assert_eq!(game.play("hi".parse().unwrap()), Err(IllegalMove::Occupied));
    assert_eq!(game, before);
}

#[case]
fn six_in_a_row_wins_too() {
    // Black has aa, ab, ac, ae and af, and fills the gap with his sixth stone.
    let game: Game = "aahaabhcacheaehgafhiad".parse().unwrap();
    assert_eq!((game.won_at(), game.winner()), (Some(11), Some(Stone::Black)));
}

#[case]
fn a_full_board_without_five_is_over_and_nobody_has_won() {
    // xxooxxoo… in every other row, ooxxooxx… in the rest: 113 black stones, 112 white ones.
    let (black, white): (Vec<Point>, Vec<Point>) =
        Point::all().partition(|point| (point.column() / 2 + point.row()) % 2 == 0);
    let mut game = Game::new();
    for turn in 0..225 {
        assert!(!game.is_over());
        let side = if turn % 2 == 0 { &black } else { &white };
        game.play(side[turn / 2]).unwrap();
    }
    assert_eq!((game.is_over(), game.winner(), game.won_at()), (true, None, None));
    assert_eq!(game.play(black[0]), Err(IllegalMove::Occupied));
}

#[case]
fn the_published_line_patterns_come_out() {
    for case in vectors()["gomoku_line_patterns"]["cases"].as_array().unwrap() {
        let game: Game = case["board"].as_str().unwrap().parse().unwrap();
        let windows: Vec<String> = texts(&case["coord"])
            .into_iter()
            .flat_map(|point| {
                let point = point.parse().unwrap();
                Direction::ALL.map(|direction| game.board().window(point, direction).to_string())
            })
            .collect();
        assert_eq!(windows, texts(&case["ans"]));
    }
}

#[case]
fn the_published_game_ends_in_the_published_board() {
    for case in vectors()["gomoku_replay"]["cases"].as_array().unwrap() {
        let game: Game = case["questions"].as_str().unwrap().parse().unwrap();
        assert_eq!(game.boards().last().unwrap().to_string(), case["last"].as_str().unwrap());
    }
}
