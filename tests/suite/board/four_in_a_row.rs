//! Four-in-a-row in four dimensions.

use std::collections::BTreeSet;

use gradus::board::lattice::four_in_a_row::{
    Attack, Bitboard, Board, Cell, End, ForcedWinSearch, Game, IllegalMove, Line, LineCounts,
    Outcome, ParseBoardError, SearchLimits, Stone, Tally, lines, lines_through,
};
use proptest::prelude::*;

use super::vectors;
use gradus_oracle::lattice as oracle;

/// Boards with few stones, with many, and with enough of one side that lines are frequent.
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

/// Boards after this number of moves on random cells.
fn positions(moves: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = String> {
    let cells = Just((0..256).collect::<Vec<usize>>()).prop_shuffle();
    (cells, moves).prop_map(|(cells, moves)| {
        let mut symbols = ['.'; 256];
        for (turn, &id) in cells.iter().take(moves).enumerate() {
            symbols[id] = if turn % 2 == 0 { 'x' } else { 'o' };
        }
        symbols.iter().collect()
    })
}

/// A side as the oracle writes it.
fn sign(side: Stone) -> i8 {
    match side {
        Stone::Black => 1,
        Stone::White => -1,
    }
}

/// A set of cells as the oracle writes it.
fn ids(cells: Bitboard) -> BTreeSet<usize> {
    cells.iter().map(|cell| usize::from(cell.id())).collect()
}

fn cells(ids: &[usize]) -> Vec<Cell> {
    ids.iter().map(|&id| Cell::new(id as u8)).collect()
}

/// A search with a node limit that it never reaches.
fn at_most(moves: u8) -> SearchLimits {
    SearchLimits { moves, nodes: u32::MAX }
}

fn complete_lines(board: &Board) -> (u32, u32) {
    (board.complete_lines(Stone::Black), board.complete_lines(Stone::White))
}

proptest! {
    #[case]
    fn complete_lines_are_the_plain_count(text in boards()) {
        let board: Board = text.parse().unwrap();
        prop_assert_eq!(complete_lines(&board), oracle::Board::parse(&text).complete_lines());
    }

    #[case]
    fn a_board_is_read_back_from_its_text(text in boards()) {
        let board: Board = text.parse().unwrap();
        prop_assert_eq!(board.to_string(), text.clone());
        for (cell, symbol) in Cell::all().zip(text.chars()) {
            prop_assert_eq!(Stone::symbol_of(board.at(cell)), symbol);
            prop_assert_eq!(board.empty_cells().contains(cell), symbol == '.');
        }
    }

    #[case]
    fn a_stone_takes_the_place_of_another(text in boards(), id: u8, is_black: bool) {
        let side = if is_black { Stone::Black } else { Stone::White };
        let mut board: Board = text.parse().unwrap();
        board.place(Cell::new(id), side);
        let mut expected = text;
        expected.replace_range(usize::from(id)..=usize::from(id), &side.to_string());
        prop_assert_eq!(board.to_string(), expected);
    }

    #[case]
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

    #[case]
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

    #[case]
    fn sets_of_cells_behave_as_sets(a in prop::collection::btree_set(any::<u8>(), 0..256), b in prop::collection::btree_set(any::<u8>(), 0..256)) {
        let set = |ids: &BTreeSet<u8>| ids.iter().copied().map(Cell::new).collect::<Bitboard>();
        let ids = |set: Bitboard| set.iter().map(Cell::id).collect::<BTreeSet<u8>>();
        prop_assert_eq!(ids(set(&a) & set(&b)), &a & &b);
        prop_assert_eq!(ids(set(&a) | set(&b)), &a | &b);
        prop_assert_eq!(ids(set(&a) ^ set(&b)), &a ^ &b);
        prop_assert_eq!(ids(set(&a) & !set(&b)), &a - &b);
        prop_assert_eq!(set(&a).first().map(Cell::id), a.first().copied());
        prop_assert_eq!(set(&a).contains_all(set(&b)), a.is_superset(&b));
        prop_assert_eq!(set(&a).len() as usize, a.len());
        prop_assert_eq!(set(&a).is_empty(), a.is_empty());
    }
}

proptest! {
    #[case]
    fn counts_of_lines_are_the_plain_ones(text in boards(), own in 0..=4u8, others in 0..=4u8) {
        let board: Board = text.parse().unwrap();
        let plain = oracle::Board::parse(&text);
        let counts = LineCounts::of(&board);
        for side in Stone::ALL {
            let found: BTreeSet<Vec<usize>> = counts
                .lines_with(side, own, others)
                .map(|line| ids(line.mask()).into_iter().collect())
                .collect();
            let wanted = plain.lines_with(sign(side), own.into(), others.into());
            prop_assert_eq!(found, BTreeSet::from_iter(wanted));
        }
    }

    #[case]
    fn stones_on_a_line_are_those_in_its_mask(text in boards()) {
        let board: Board = text.parse().unwrap();
        let counts = LineCounts::of(&board);
        for (line, side) in lines().iter().flat_map(|line| Stone::ALL.map(|side| (line, side))) {
            let in_mask = (board.stones(side) & line.mask()).len();
            prop_assert_eq!(u32::from(counts.stones(line, side)), in_mask);
        }
    }

    #[case]
    fn a_tally_counts_as_plainly_as_a_list_of_numbers(
        sets in prop::collection::vec(prop::collection::btree_set(0..256usize, 0..200), 0..=15),
    ) {
        let count = |id| sets.iter().filter(|set| set.contains(&id)).count();
        let counted_as = |wanted: &dyn Fn(usize) -> bool| {
            (0..256).filter(|&id| wanted(count(id))).collect::<BTreeSet<usize>>()
        };
        let set = |set: &BTreeSet<usize>| set.iter().map(|&id| Cell::new(id as u8)).collect::<Bitboard>();
        let tally: Tally = sets.iter().map(set).collect();
        let most = (0..256).map(count).max().unwrap();
        prop_assert_eq!(ids(tally.counted()), counted_as(&|times| times > 0));
        prop_assert_eq!(ids(tally.exactly_one()), counted_as(&|times| times == 1));
        prop_assert_eq!(ids(tally.two_or_more()), counted_as(&|times| times > 1));
        prop_assert_eq!(ids(tally.most()), counted_as(&|times| times == most && most > 0));
    }

    #[case]
    fn completing_cells_are_the_plain_ones(text in prop_oneof![boards(), positions(20..=120)]) {
        let board: Board = text.parse().unwrap();
        for side in Stone::ALL {
            let plain = oracle::Board::parse(&text).completing(sign(side));
            prop_assert_eq!(ids(board.completing_cells(side)), plain);
        }
    }

    #[case]
    fn double_threats_are_the_plain_ones_where_there_is_no_three(text in positions(10..=50)) {
        let board: Board = text.parse().unwrap();
        let plain = oracle::Board::parse(&text);
        for side in Stone::ALL.into_iter().filter(|&side| plain.completing(sign(side)).is_empty()) {
            prop_assert_eq!(ids(board.double_threats(side)), plain.double_threats(sign(side)));
        }
    }

    #[case]
    fn the_computers_choice_is_the_plain_one(text in prop_oneof![boards(), positions(0..=80)]) {
        let board: Board = text.parse().unwrap();
        for side in Stone::ALL {
            let Some(choice) = board.computers_choice(side) else {
                prop_assert!(board.empty_cells().is_empty());
                continue;
            };
            let plain = oracle::Board::parse(&text).computers_choice(sign(side));
            prop_assert_eq!((choice.rule.number(), ids(choice.cells)), plain);
        }
    }

    #[case]
    fn a_sequence_wins_by_force_exactly_when_the_definition_says_so(
        text in positions(16..=50),
        noise in prop::collection::vec(0..256usize, 0..6),
        place: prop::sample::Index,
    ) {
        let board: Board = text.parse().unwrap();
        let plain = oracle::Board::parse(&text);
        for side in Stone::ALL {
            let agree = |moves: &[usize]| {
                let said = board.is_forced_win(side, &cells(moves));
                prop_assert_eq!(said, plain.is_forced_win(sign(side), moves), "{:?}", moves);
                Ok(())
            };
            agree(&noise)?;
            let Some(win) = board.forced_win(side, at_most(4)) else { continue };
            let win: Vec<usize> = win.into_iter().map(|cell| cell.id().into()).collect();
            agree(&win)?;
            agree(&win[..win.len() - 1])?;
            agree(&win.iter().copied().rev().collect::<Vec<_>>())?;
            agree(&[&win[..], &noise[..]].concat())?;
            if let Some(&other) = noise.first() {
                let mut changed = win;
                *place.get_mut(&mut changed) = other;
                agree(&changed)?;
            }
        }
    }
}

proptest! {
    // The plain search tries every cell at every move.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[case]
    fn the_forced_win_found_is_the_first_of_the_shortest(text in positions(14..=40)) {
        let board: Board = text.parse().unwrap();
        let plain = oracle::Board::parse(&text);
        for side in Stone::ALL.into_iter().filter(|&side| plain.completing(sign(side)).is_empty()) {
            let wanted = (1..=3).find_map(|moves| plain.forced_win(sign(side), moves));
            let found = board.forced_win(side, at_most(3));
            prop_assert_eq!(found, wanted.map(|moves| cells(&moves)));
        }
    }

    #[case]
    fn a_transposition_table_finds_the_same_wins_with_fewer_nodes(text in positions(20..=40)) {
        let board: Board = text.parse().unwrap();
        for side in Stone::ALL {
            let Some(attack) = Attack::new(&board, side) else { continue };
            let mut plain = ForcedWinSearch::new(u32::MAX);
            let mut tabled = ForcedWinSearch::new(u32::MAX).with_transposition_table();
            prop_assert_eq!(tabled.shortest(&attack, 4), plain.shortest(&attack, 4));
            prop_assert!(tabled.nodes_left() >= plain.nodes_left());
        }
    }

    #[case]
    fn a_longer_forced_win_is_one_and_has_no_shorter_one(text in positions(14..=30)) {
        let board: Board = text.parse().unwrap();
        let plain = oracle::Board::parse(&text);
        for side in Stone::ALL {
            if let Some(win) = board.forced_win(side, at_most(5)) {
                let moves: Vec<usize> = win.iter().map(|cell| cell.id().into()).collect();
                prop_assert!(plain.is_forced_win(sign(side), &moves));
                let shorter = (1..win.len().min(3) as u8).find_map(|moves| plain.forced_win(sign(side), moves));
                prop_assert_eq!(shorter, None);
            }
        }
    }
}

#[case]
fn a_full_and_an_all_black_board_are_counted_right() {
    let all_black: Board = "x".repeat(256).parse().unwrap();
    assert_eq!(complete_lines(&all_black), (520, 0));
    assert_eq!(complete_lines(&Board::empty()), (0, 0));
}

#[case]
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

#[case]
fn the_table_of_lines_is_the_plain_one() {
    let plain = oracle::lines(4, 4);
    let table: BTreeSet<Vec<usize>> = lines()
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

#[case]
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

#[case]
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

#[case]
fn an_illegal_move_leaves_the_game_as_it_was() {
    let mut game = Game::new(End::FirstLine);
    game.play(Cell::new(9)).unwrap();
    let before = game.clone();
    assert_eq!(game.play(Cell::new(9)), Err(IllegalMove::Occupied));
    assert_eq!(game, before);
    assert_eq!((game.end(), game.moves()), (End::FirstLine, &[Cell::new(9)][..]));
}

#[case]
fn what_is_not_a_cell_or_a_board_is_refused() {
    for text in ["", "256", "-1", "+1", " 1", "1.0", "é"] {
        assert!(text.parse::<Cell>().is_err(), "{text:?}");
    }
    assert_eq!("x".repeat(255).parse::<Board>(), Err(ParseBoardError::Length { found: 255 }));
    let error = ParseBoardError::Symbol { cell: Cell::new(255), found: '0' };
    assert_eq!(format!("{}0", ".".repeat(255)).parse::<Board>(), Err(error));
}

#[case]
fn the_coordinates_that_a_line_changes_are_those_of_its_cells() {
    let on = |ids: [u8; 4]| {
        let mask: Bitboard = ids.into_iter().map(Cell::new).collect();
        *lines().iter().find(|line| line.mask() == mask).unwrap()
    };
    assert_eq!(on([0, 1, 2, 3]).changes(), [true, false, false, false]);
    assert_eq!(on([0, 21, 42, 63]).changes(), [true, true, true, false]);
    assert_eq!(on([51, 102, 153, 204]).changes(), [true; 4]);
    let in_one_cube = lines().iter().filter(|line| !line.changes()[3]);
    assert_eq!(in_one_cube.count(), 4 * 76);
    let all_four = |line: &&Line| line.changes() == [true; 4];
    assert_eq!(lines().iter().filter(all_four).count(), 8);
}

/// A board with stones of both sides on these cells.
fn board_with(black: &[u8], white: &[u8]) -> Board {
    let mut board = Board::empty();
    for (side, ids) in [(Stone::Black, black), (Stone::White, white)] {
        ids.iter().copied().map(Cell::new).for_each(|cell| board.place(cell, side));
    }
    board
}

#[case]
fn an_answer_that_makes_a_three_has_to_be_stopped() {
    let free = board_with(&[1, 2, 5, 6], &[]);
    assert_eq!(free.forced_win(Stone::Black, at_most(5)), Some(cells(&[0, 10])));
    // White's answer on 3 threatens 51: black has to take it, and has made nothing there.
    let guarded = board_with(&[1, 2, 5, 6], &[19, 35]);
    assert!(!guarded.is_forced_win(Stone::Black, &cells(&[0, 10])));
    assert!(guarded.is_forced_win(Stone::Black, &cells(&[3, 9])));
    assert_ne!(guarded.forced_win(Stone::Black, at_most(2)), Some(cells(&[0, 10])));
    // A stone that stops white's three and makes one of its own keeps the attack going.
    let through = board_with(&[1, 2, 5, 6, 49, 50, 20, 37], &[19, 35]);
    let attack = Attack::new(&through, Stone::Black).unwrap().after(Cell::new(0));
    assert_eq!(attack.forcing() | attack.winning(), cells(&[51]).into_iter().collect());
}

#[case]
fn a_side_that_can_complete_a_line_needs_no_attack() {
    let board = board_with(&[0, 1, 2, 20, 40, 36, 24], &[]);
    assert!(Attack::new(&board, Stone::Black).is_none());
    assert_eq!(board.forced_win(Stone::Black, at_most(5)), None);
}

#[case]
fn a_side_that_faces_two_threats_has_no_forced_win() {
    let board = board_with(&[1, 2, 5, 6], &[64, 65, 66, 80, 96, 112]);
    assert_eq!(board.completing_cells(Stone::White).len(), 1);
    assert!(board.forced_win(Stone::Black, at_most(5)).is_none());
    let board = board_with(&[1, 2, 4, 8], &[64, 65, 66, 128, 129, 130]);
    assert_eq!(board.completing_cells(Stone::White).len(), 2);
    assert!(board.forced_win(Stone::Black, at_most(5)).is_none());
}

#[case]
fn a_search_stops_at_its_node_limit() {
    let board = board_with(&[1, 2, 5, 6], &[]);
    assert_eq!(board.forced_win(Stone::Black, SearchLimits { moves: 5, nodes: 1 }), None);
    assert_eq!(board.forced_win(Stone::Black, at_most(1)), None);
    assert_eq!(board.forced_win(Stone::Black, at_most(0)), None);
    assert!(!board.is_forced_win(Stone::Black, &[]));
}
