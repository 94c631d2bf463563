use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use super::{alpha_beta, rules, search};
use crate::seat::SearchDepth;
use gradus_board::numerical::search::endgame;
use gradus_board::numerical::{Board, Move, Outcome, Player};

type Computer = fn(&Board, &mut ChaCha8Rng) -> Option<Move>;

const BOTH: [Computer; 2] = [rules, search];

const ALL: [Computer; 3] = [rules, search, |board, rng| alpha_beta(board, SearchDepth::Three, rng)];

fn random(board: &Board, rng: &mut ChaCha8Rng) -> Option<Move> {
    board.moves().collect::<Vec<_>>().choose(rng).copied()
}

fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn board(cells: [u8; 16]) -> Board {
    Board::from_cells(cells).unwrap()
}

/// The board after the rest of a game between two computers. Every move is a legal one, and they
/// have one as long as the game is open.
fn played_on(mut board: Board, odd: Computer, even: Computer, rng: &mut ChaCha8Rng) -> Board {
    while board.outcome() == Outcome::Open {
        let computer = if board.to_move() == Player::Odd { odd } else { even };
        board = board.play(computer(&board, rng).unwrap()).unwrap();
    }
    board
}

/// The half points that one computer takes from another with sides alternating.
fn half_points(of: Computer, from: Computer, games: u64) -> u32 {
    let game = |seed: u64| {
        let (odd, even, side) = match seed % 2 {
            0 => (of, from, Player::Odd),
            _ => (from, of, Player::Even),
        };
        match played_on(Board::empty(), odd, even, &mut seeded(seed)).outcome() {
            Outcome::Won(winner) if winner == side => 2,
            Outcome::Won(_) => 0,
            _ => 1,
        }
    };
    (0..games).map(game).sum()
}

/// Positions on the way of random games, finished ones among them.
fn positions() -> impl Iterator<Item = Board> {
    (0..24).flat_map(|seed| {
        let mut rng = seeded(seed);
        let next = move |board: &Board| board.play(random(board, &mut rng)?).ok();
        std::iter::successors(Some(Board::empty()), next)
    })
}

#[test]
fn a_win_is_taken() {
    let row = board([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for computer in BOTH {
        assert_eq!(computer(&row, &mut seeded(1)).unwrap().to_string(), "3:13");
    }
}

#[test]
fn a_win_of_the_opponent_is_stopped() {
    // The first row lacks 13, which odd has.
    let row = board([16, 3, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 11, 0, 0]);
    assert_eq!(row.to_move(), Player::Even);
    for computer in BOTH {
        assert_eq!(computer(&row, &mut seeded(1)).unwrap().cell.index(), 3);
    }
}

#[test]
fn rules_makes_the_moves_of_its_definition() {
    for board in positions().filter(|board| board.outcome() == Outcome::Open) {
        let after = |placed: &Move| board.play(*placed).unwrap();
        let wins = |placed: &Move| matches!(after(placed).outcome(), Outcome::Won(_));
        let is_safe = |placed: &Move| after(placed).winning_moves().count() == 0;
        let score = |placed: &Move| match board.to_move() {
            Player::Odd => after(placed).evaluation(),
            Player::Even => -after(placed).evaluation(),
        };
        let chosen = rules(&board, &mut seeded(7)).unwrap();
        if board.moves().any(|placed| wins(&placed)) {
            assert!(wins(&chosen));
            continue;
        }
        let safe: Vec<Move> = board.moves().filter(is_safe).collect();
        let among = if safe.is_empty() { board.moves().collect() } else { safe };
        assert!(among.contains(&chosen));
        assert_eq!(Some(score(&chosen)), among.iter().map(score).max());
    }
}

/// Minimax without anything left out.
fn minimax(board: &Board, depth: u8) -> i32 {
    let Some(below) = depth.checked_sub(1).filter(|_| board.outcome() == Outcome::Open) else {
        return board.evaluation();
    };
    let values = board.moves().map(|placed| minimax(&board.play(placed).unwrap(), below));
    match board.to_move() {
        Player::Odd => values.max().unwrap(),
        Player::Even => values.min().unwrap(),
    }
}

#[test]
fn alpha_beta_makes_a_move_of_plain_minimax() {
    let mut compared = [0; 4];
    for board in positions() {
        let empty = board.empty_cells().count();
        for (depth, most_cells) in SearchDepth::ALL.into_iter().zip([16, 14, 9, 7]) {
            let chosen = alpha_beta(&board, depth, &mut seeded(4));
            assert_eq!(chosen.is_some(), board.outcome() == Outcome::Open);
            let Some(chosen) = chosen.filter(|_| empty <= most_cells) else { continue };
            let reached = minimax(&board.play(chosen).unwrap(), depth.get() - 1);
            assert_eq!(reached, minimax(&board, depth.get()), "{board:?} to {depth:?}");
            compared[usize::from(depth.get() - 1)] += 1;
        }
    }
    assert!(compared.iter().all(|&count| count > 40), "{compared:?}");
}

#[test]
fn search_keeps_what_best_play_brings() {
    let mut kept = [0, 0];
    for board in positions().filter(|board| (5..=8).contains(&board.empty_cells().count())) {
        let Some(chosen) = search(&board, &mut seeded(3)) else { continue };
        let result = endgame::solve(&board);
        assert_eq!(endgame::solve(&board.play(chosen).unwrap()), result);
        if result != Outcome::Won(board.to_move().other()) {
            kept[usize::from(result == Outcome::Draw)] += 1;
        }
    }
    assert!(kept.iter().all(|&count| count > 5), "{kept:?}");
}

#[test]
fn a_drawn_endgame_becomes_a_trap() {
    // Best play draws, and `rules` would not win either.
    for cells in [
        [15, 0, 0, 0, 10, 14, 4, 1, 0, 3, 6, 0, 0, 7, 0, 0],
        [15, 0, 9, 16, 0, 0, 0, 3, 0, 5, 0, 14, 8, 0, 0, 4],
        [0, 0, 13, 0, 0, 15, 12, 5, 8, 0, 16, 0, 3, 0, 2, 0],
    ] {
        let board = board(cells);
        assert_eq!(endgame::solve(&board), Outcome::Draw);
        let ends = |odd: Computer| {
            (0..4).map(move |seed| played_on(board, odd, rules, &mut seeded(seed)).outcome())
        };
        assert!(ends(rules).all(|outcome| outcome != Outcome::Won(Player::Odd)));
        assert!(ends(search).all(|outcome| outcome == Outcome::Won(Player::Odd)));
    }
}

#[test]
fn the_same_random_numbers_give_the_same_move() {
    for board in positions().step_by(5) {
        for computer in ALL {
            assert_eq!(computer(&board, &mut seeded(2)), computer(&board, &mut seeded(2)));
        }
    }
}

#[test]
fn first_moves_differ() {
    for computer in ALL {
        let first = |seed| computer(&Board::empty(), &mut seeded(seed)).unwrap();
        assert!((1..20).any(|seed| first(seed) != first(0)));
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let full = board([10, 16, 12, 6, 3, 13, 11, 14, 1, 9, 15, 2, 5, 4, 7, 8]);
    let won = board([16, 3, 2, 13, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for computer in ALL {
        assert_eq!(computer(&full, &mut seeded(1)), None);
        assert_eq!(computer(&won, &mut seeded(1)), None);
    }
}

#[test]
fn games_are_played_to_the_end_from_anywhere() {
    for (seed, board) in (0..).zip(positions().step_by(3)) {
        let end = played_on(board, search, rules, &mut seeded(seed));
        assert_ne!(end.outcome(), Outcome::Open);
    }
}

#[test]
fn rules_takes_most_points_from_chance() {
    let half_points = half_points(rules, random, 40);
    assert!(half_points >= 76, "{half_points} of 80");
}

#[test]
fn search_takes_most_points_from_rules() {
    let half_points = half_points(search, rules, 30);
    assert!(half_points >= 45, "{half_points} of 60");
}
