//! Both players: single moves, and whole games.

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};

use super::evaluation::Evaluation;
use super::win_search::{WinSearch, after};
use super::{first_line, for_most_lines, rules, search};
use gradus_board::lattice::four_in_a_row::{
    Bitboard, Board, Cell, End, Game, Outcome, SearchLimits, Stone, lines,
};

type Player = fn(&Game, &mut ChaCha8Rng) -> Option<Cell>;

const LIMITS: SearchLimits = SearchLimits { moves: 8, nodes: 100_000 };

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Any cell of a set.
fn any(cells: Bitboard, rng: &mut ChaCha8Rng) -> Option<Cell> {
    cells.iter().collect::<Vec<_>>().choose(rng).copied()
}

fn cells(ids: &[u8]) -> Bitboard {
    ids.iter().copied().map(Cell::new).collect()
}

fn board(black: &[u8], white: &[u8]) -> Board {
    let mut board = Board::empty();
    cells(black).iter().for_each(|cell| board.place(cell, Stone::Black));
    cells(white).iter().for_each(|cell| board.place(cell, Stone::White));
    board
}

/// A game of this number of random moves, or fewer if it ends before.
fn random_game(end: End, moves: usize, rng: &mut ChaCha8Rng) -> Game {
    let mut game = Game::new(end);
    while game.moves().len() < moves && game.outcome() == Outcome::Open {
        game.play(any(game.board().empty_cells(), rng).unwrap()).unwrap();
    }
    game
}

/// Plays a game to its end.
fn play_on(mut game: Game, black: Player, white: Player, rng: &mut ChaCha8Rng) -> Game {
    loop {
        let player = if game.to_move() == Stone::Black { black } else { white };
        match player(&game, rng) {
            Some(cell) => game.play(cell).unwrap(),
            None => return game,
        }
    }
}

/// In how many moves black, who is to move, wins against the five rules; at most 12.
fn black_wins_in(mut board: Board) -> Option<usize> {
    (1..=12).find(|_| {
        board
            .place(first_line::best_move(&board, Stone::Black, &mut rng(3)).unwrap(), Stone::Black);
        let is_won = board.complete_lines(Stone::Black) > 0;
        let answers = board.computers_choice(Stone::White).unwrap().cells;
        board.place(answers.first().unwrap(), Stone::White);
        is_won
    })
}

#[test]
fn a_line_is_completed_before_another_is_stopped() {
    let threes = board(&[0, 1, 2], &[64, 65, 66]);
    assert_eq!(first_line::best_move(&threes, Stone::Black, &mut rng(1)), Some(Cell::new(3)));
    assert_eq!(first_line::best_move(&threes, Stone::White, &mut rng(1)), Some(Cell::new(67)));
}

#[test]
fn a_three_is_stopped() {
    let mut game = Game::new(End::FirstLine);
    for id in [0, 64, 1, 200, 2] {
        game.play(Cell::new(id)).unwrap();
    }
    for player in [rules, search] {
        assert_eq!(player(&game, &mut rng(1)), Some(Cell::new(3)));
    }
}

#[test]
fn a_forced_win_is_played_to_its_end() {
    let board = board(&[1, 2, 5, 6], &[27, 120, 200, 214]);
    assert_eq!(board.forced_win(Stone::Black, LIMITS).map(|win| win.len()), Some(2));
    assert_eq!(black_wins_in(board), Some(3));
}

#[test]
fn the_forced_win_of_the_opponent_is_prevented() {
    let board = board(&[1, 2, 5, 6], &[27, 120, 200]);
    assert!(board.forced_win(Stone::Black, LIMITS).is_some());
    let cell = first_line::best_move(&board, Stone::White, &mut rng(1)).unwrap();
    assert_eq!(after(&board, cell, Stone::White).forced_win(Stone::Black, LIMITS), None);
}

#[test]
fn a_quiet_win_holds_against_every_answer() {
    let board = board(&[42, 60, 63], &[0, 15, 124]);
    assert_eq!(board.forced_win(Stone::Black, LIMITS), None);
    let quiet = |id| WinSearch::new().quiet_win(&board, Stone::Black, &[Cell::new(id)]);
    assert_eq!((quiet(12), quiet(1)), (Some(Cell::new(12)), None));

    let won = after(&board, Cell::new(12), Stone::Black);
    for answer in won.empty_cells().iter() {
        assert!(black_wins_in(after(&won, answer, Stone::White)).is_some(), "{answer}");
    }
}

#[test]
fn a_three_gains_time_for_a_defence() {
    let board = board(&[86, 89, 105, 166, 249], &[12, 76, 153, 169, 195]);
    let is_lost = |board: &Board| board.forced_win(Stone::White, LIMITS).is_some();
    let quiet = board.empty_cells() & !board.open_cells(Stone::Black, 2).counted();
    assert!(quiet.iter().all(|cell| is_lost(&after(&board, cell, Stone::Black))));

    let three = first_line::best_move(&board, Stone::Black, &mut rng(1)).unwrap();
    let mut next = after(&board, three, Stone::Black);
    next.place(next.completing_cells(Stone::Black).first().unwrap(), Stone::White);
    let second = first_line::best_move(&next, Stone::Black, &mut rng(1)).unwrap();
    assert!(!is_lost(&after(&next, second, Stone::Black)));
}

#[test]
fn a_search_stops_at_its_node_limit() {
    let board = board(&[1, 2, 5, 6], &[]);
    let mut wins = WinSearch::new();
    let found = (0..10_000).take_while(|_| wins.forced_win(&board, Stone::Black).is_some());
    assert!((1..5_000).contains(&found.count()));
    assert!(wins.is_exhausted());
}

#[test]
fn a_stone_scores_what_it_adds_to_the_expected_lines() {
    for moves in [0, 1, 30, 100, 200, 255] {
        let board = *random_game(End::MostLines, moves, &mut rng(5)).board();
        let expected = |board: &Board| -> i32 {
            let chance = |own: u32, others| if others == 0 { 1 << own } else { 0 };
            let on_line = lines().iter().map(|line| {
                let [black, white] =
                    Stone::ALL.map(|side| (board.stones(side) & line.mask()).len());
                chance(black, white) - chance(white, black)
            });
            on_line.sum()
        };
        let evaluation = Evaluation::new(&board, End::MostLines);
        assert_eq!(evaluation.evaluate(Stone::Black), expected(&board));
        assert_eq!(evaluation.evaluate(Stone::White), -expected(&board));
        for cell in board.empty_cells().iter() {
            let score = i32::from(evaluation.score(cell));
            assert_eq!(expected(&after(&board, cell, Stone::Black)) - expected(&board), score);
            assert_eq!(expected(&board) - expected(&after(&board, cell, Stone::White)), score);
        }
    }
}

#[test]
fn the_best_cells_are_the_first_of_all_by_score() {
    let board = random_game(End::MostLines, 90, &mut rng(6));
    let evaluation = Evaluation::new(board.board(), End::MostLines);
    let all = evaluation.best_cells(256);
    assert!(all.is_sorted_by_key(|&cell| (std::cmp::Reverse(evaluation.score(cell)), cell)));
    assert_eq!(all.len(), 166);
    assert_eq!(evaluation.best_cells(8), all[..8]);
    assert_eq!(evaluation.best_score(), evaluation.score(all[0]));
}

#[test]
fn a_cell_on_two_threes_is_played_first() {
    let board =
        board(&[1, 2, 3, 4, 8, 12, 81, 82, 83], &[70, 90, 110, 130, 150, 170, 190, 210, 230]);
    assert_eq!(for_most_lines(&board, Stone::Black, &mut rng(1)), Some(Cell::new(0)));
    assert_eq!(for_most_lines(&board, Stone::White, &mut rng(1)), Some(Cell::new(0)));
}

#[test]
fn the_same_random_numbers_make_the_same_move() {
    for (end, moves) in [(End::FirstLine, 12), (End::MostLines, 100)] {
        let game = random_game(end, moves, &mut rng(2));
        for player in [rules, search] {
            let chosen = player(&game, &mut rng(4));
            assert!(chosen.is_some());
            assert_eq!(chosen, player(&game, &mut rng(4)));
        }
    }
}

#[test]
fn equal_moves_are_drawn_from() {
    let game = Game::new(End::FirstLine);
    for player in [rules, search] {
        let chosen: Bitboard = (0..20).filter_map(|seed| player(&game, &mut rng(seed))).collect();
        assert!(chosen.len() > 5);
    }
}

#[test]
fn every_position_is_played_to_its_end() {
    let mut rng = rng(7);
    for end in [End::FirstLine, End::MostLines] {
        for moves in [0, 7, 20, 33, 128, 200, 250, 255, 256] {
            let game = random_game(end, moves, &mut rng);
            let game = play_on(game, search, rules, &mut rng);
            assert_ne!(game.outcome(), Outcome::Open);
        }
    }
}

#[test]
fn boards_that_no_game_leads_to_have_moves_too() {
    let mut rng = rng(8);
    for empty in [0, 1, 2, 5, 40, 120, 250] {
        let mut board = Board::empty();
        let mut cells: Vec<Cell> = Cell::all().collect();
        cells.shuffle(&mut rng);
        for cell in cells.into_iter().skip(empty) {
            board.place(
                cell,
                if rng.random_range(0..3_u8) == 0 { Stone::Black } else { Stone::White },
            );
        }
        for (side, best_move) in Stone::ALL.into_iter().zip([first_line::best_move, for_most_lines])
        {
            let chosen = best_move(&board, side, &mut rng);
            assert_eq!(chosen.map(|cell| board.at(cell)), (empty > 0).then_some(None));
        }
    }
}

/// How many of some games the first player wins, the sides alternating.
fn wins(end: End, games: u64, player: Player, opponent: Player) -> usize {
    let is_won = |&number: &u64| {
        let mut rng = rng(number);
        let (side, black, white) = match number % 2 {
            0 => (Stone::Black, player, opponent),
            _ => (Stone::White, opponent, player),
        };
        let game = play_on(Game::new(end), black, white, &mut rng);
        game.outcome() == Outcome::Won(side)
    };
    (0..games).filter(is_won).count()
}

#[test]
fn search_beats_the_rules() {
    assert_eq!(wins(End::FirstLine, 20, search, rules), 20);
    assert_eq!(wins(End::MostLines, 6, search, rules), 6);
}

#[test]
fn the_rules_beat_chance() {
    let chance: Player = |game, rng| match game.outcome() {
        Outcome::Open => any(game.board().empty_cells(), rng),
        _ => None,
    };
    assert_eq!(wins(End::FirstLine, 20, rules, chance), 20);
    assert_eq!(wins(End::MostLines, 20, rules, chance), 20);
}
