//! Four in a row in four dimensions.

use gradus::board::lattice::four_in_a_row::{
    Bitboard, Board, Cell, End, Game, IllegalMove, Outcome, ParseBoardError, Stone, lines,
    lines_through,
};
use proptest::prelude::*;

use super::vectors;
use crate::oracle::lattice as oracle;

/// Boards with few stones, with many, and with so many of one side that lines are frequent.
fn boards() -> impl Strategy<Value = String> {
    prop_oneof![
        "[.xo]{256}",
        "[xo]{256}",
        "[xxxxo]{256}",
        "[.ooooo]{256}",
        "x{256}",
        "[.]{250}[xo]{6}"
    ]
}

fn histories() -> impl Strategy<Value = Vec<Cell>> {
    let cells = Just(Cell::all().collect::<Vec<Cell>>()).prop_shuffle();
    (cells, 0..=256usize).prop_map(|(cells, length)| cells.into_iter().take(length).collect())
}

fn complete_lines(board: &Board) -> (u32, u32) {
    (board.complete_lines(Stone::Black), board.complete_lines(Stone::White))
}

proptest! {
    #[test]
    fn complete_lines_are_the_plain_count(text in boards()) {
        let board: Board = text.parse().unwrap();
        prop_assert_eq!(complete_lines(&board), oracle::Board::parse(&text).complete_lines());
    }

    #[test]
    fn a_board_is_read_back_from_its_text(text in boards()) {
        let board: Board = text.parse().unwrap();
        prop_assert_eq!(board.to_string(), text.clone());
        for (cell, symbol) in Cell::all().zip(text.chars()) {
            prop_assert_eq!(Stone::symbol_of(board.at(cell)), symbol);
            prop_assert_eq!(board.empty_cells().contains(cell), symbol == '.');
        }
    }

    #[test]
    fn a_stone_takes_the_place_of_another(text in boards(), id: u8, is_black: bool) {
        let side = if is_black { Stone::Black } else { Stone::White };
        let mut board: Board = text.parse().unwrap();
        board.place(Cell::new(id), side);
        let mut expected = text;
        expected.replace_range(usize::from(id)..=usize::from(id), &side.to_string());
        prop_assert_eq!(board.to_string(), expected);
    }

    #[test]
    fn a_game_ends_with_its_first_line(history in histories()) {
        let mut game = Game::new(End::FirstLine);
        let mut symbols = vec!['.'; 256];
        for (turn, cell) in history.into_iter().enumerate() {
            let text: String = symbols.iter().collect();
            let counts = oracle::Board::parse(&text).complete_lines();
            let expected = match counts {
                (0, 0) => Outcome::Open,
                (_, 0) => Outcome::Won(Stone::Black),
                _ => Outcome::Won(Stone::White),
            };
            prop_assert_eq!(game.outcome(), expected);
            prop_assert_eq!(game.board().to_string(), text);
            let mover = game.to_move();
            let played = game.play(cell);
            if expected != Outcome::Open {
                prop_assert_eq!(played, Err(IllegalMove::Over));
                break;
            }
            prop_assert_eq!(played, Ok(()));
            prop_assert_eq!(mover.symbol(), if turn % 2 == 0 { 'x' } else { 'o' });
            symbols[usize::from(cell.id())] = mover.symbol();
        }
    }

    #[test]
    fn most_lines_are_played_for_until_the_board_is_full(history in histories()) {
        let mut game = Game::new(End::MostLines);
        for &cell in &history {
            prop_assert_eq!(game.outcome(), Outcome::Open);
            game.play(cell).unwrap();
        }
        let (black, white) = oracle::Board::parse(&game.board().to_string()).complete_lines();
        if history.len() == 256 {
            let expected = match black.cmp(&white) {
                std::cmp::Ordering::Greater => Outcome::Won(Stone::Black),
                std::cmp::Ordering::Less => Outcome::Won(Stone::White),
                std::cmp::Ordering::Equal => Outcome::Draw,
            };
            prop_assert_eq!(game.outcome(), expected);
        }
        prop_assert_eq!(game.lines_of(Stone::Black).len(), black as usize);
        prop_assert_eq!(game.lines_of(Stone::White).len(), white as usize);
    }

    #[test]
    fn sets_of_cells_behave_as_sets(a in prop::collection::btree_set(any::<u8>(), 0..256), b in prop::collection::btree_set(any::<u8>(), 0..256)) {
        let set = |ids: &std::collections::BTreeSet<u8>| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
        let ids = |set: Bitboard| set.iter().map(Cell::id).collect::<std::collections::BTreeSet<u8>>();
        prop_assert_eq!(ids(set(&a) & set(&b)), &a & &b);
        prop_assert_eq!(ids(set(&a) | set(&b)), &a | &b);
        prop_assert_eq!(ids(set(&a) & !set(&b)), &a - &b);
        prop_assert_eq!(set(&a).contains_all(set(&b)), a.is_superset(&b));
        prop_assert_eq!(set(&a).len() as usize, a.len());
        prop_assert_eq!(set(&a).is_empty(), a.is_empty());
    }
}

#[test]
fn a_full_and_an_all_black_board_are_counted_right() {
    let all_black: Board = "x".repeat(256).parse().unwrap();
    assert_eq!(complete_lines(&all_black), (520, 0));
    assert_eq!(complete_lines(&Board::empty()), (0, 0));
}

#[test]
fn each_single_line_is_counted_once() {
    for line in lines() {
        let mut board = Board::empty();
        line.cells().into_iter().for_each(|cell| board.place(cell, Stone::White));
        assert_eq!(complete_lines(&board), (0, 1));
        for missing in line.cells() {
            let mut board = board;
            board.place(missing, Stone::Black);
            assert_eq!(complete_lines(&board), (0, 0));
        }
    }
}

#[test]
fn the_table_of_lines_is_the_plain_one() {
    let plain = oracle::lines(4, 4);
    let table: std::collections::BTreeSet<Vec<usize>> = lines()
        .iter()
        .map(|line| line.mask().iter().map(|cell| usize::from(cell.id())).collect())
        .collect();
    assert_eq!(table, plain);
    for cell in Cell::all() {
        let through = plain.iter().filter(|line| line.contains(&usize::from(cell.id()))).count();
        assert_eq!(lines_through(cell).len(), through);
        assert!(lines_through(cell).iter().all(|line| line.cells().contains(&cell)));
    }
}

#[test]
fn ids_and_coordinates_are_two_names_of_a_cell() {
    for cell in Cell::all() {
        let [x, y, z, w] = cell.coordinates().map(u32::from);
        assert_eq!(u32::from(cell.id()), w * 64 + z * 16 + y * 4 + x);
        assert_eq!(Cell::from_coordinates(cell.coordinates()), Some(cell));
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    for axis in 0..4 {
        for too_far in [4, 255] {
            let mut coordinates = [0; 4];
            coordinates[axis] = too_far;
            assert_eq!(Cell::from_coordinates(coordinates), None);
        }
    }
    let published = &vectors()["four_in_a_row_record"]["cell_57"];
    let expected = ["x", "y", "z", "w"].map(|axis| published[axis].as_u64().unwrap());
    assert_eq!(Cell::new(57).coordinates().map(u64::from), expected);
}

#[test]
fn the_lines_of_a_side_come_in_the_order_of_its_moves() {
    let mut game = Game::new(End::MostLines);
    for id in [0, 64, 1, 65, 2, 66, 16, 67, 32, 128, 48, 129, 3] {
        game.play(Cell::new(id)).unwrap();
    }
    let made: Vec<Vec<u8>> = game
        .lines_of(Stone::Black)
        .iter()
        .map(|line| line.mask().iter().map(Cell::id).collect())
        .collect();
    assert_eq!(made, [[0, 16, 32, 48], [0, 1, 2, 3]]);
    assert_eq!(game.lines_of(Stone::White).len(), 1);
}

#[test]
fn an_illegal_move_leaves_the_game_as_it_was() {
    let mut game = Game::new(End::FirstLine);
    game.play(Cell::new(9)).unwrap();
    let before = game.clone();
    assert_eq!(game.play(Cell::new(9)), Err(IllegalMove::Occupied));
    assert_eq!(game, before);
    assert_eq!((game.end(), game.moves()), (End::FirstLine, &[Cell::new(9)][..]));
}

#[test]
fn what_is_not_a_cell_or_a_board_is_refused() {
    for text in ["", "256", "-1", "+1", " 1", "1.0", "é"] {
        assert!(text.parse::<Cell>().is_err(), "{text:?}");
    }
    assert_eq!("x".repeat(255).parse::<Board>(), Err(ParseBoardError::Length { found: 255 }));
    let error = ParseBoardError::Symbol { cell: Cell::new(255), found: '0' };
    assert_eq!(format!("{}0", ".".repeat(255)).parse::<Board>(), Err(error));
}
