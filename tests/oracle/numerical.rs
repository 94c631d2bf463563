//! Numerical tic-tac-toe on a list of sixteen integers.

use std::sync::LazyLock;

/// Every set of four different numbers with sum 34, ascending.
pub static WINNING_SETS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(winning_sets);

fn winning_sets() -> Vec<Vec<u8>> {
    let mut sets = Vec::new();
    for a in 1..=16 {
        for b in a + 1..=16 {
            for c in b + 1..=16 {
                for d in c + 1..=16 {
                    if a + b + c + d == 34 {
                        sets.push(vec![a, b, c, d]);
                    }
                }
            }
        }
    }
    sets
}

/// How many winning sets contain all of `numbers`.
pub fn completions(numbers: &[u8]) -> usize {
    WINNING_SETS.iter().filter(|set| numbers.iter().all(|number| set.contains(number))).count()
}

/// What the ten lines hold: four rows, four columns, the major and the minor diagonal.
pub fn lines(board: &[u8; 16]) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    for row in 0..4 {
        lines.push((0..4).map(|column| board[row * 4 + column]).collect());
    }
    for column in 0..4 {
        lines.push((0..4).map(|row| board[row * 4 + column]).collect());
    }
    lines.push((0..4).map(|step| board[step * 4 + step]).collect());
    lines.push((0..4).map(|step| board[step * 4 + 3 - step]).collect());
    lines
}

/// The sums of the ten lines.
pub fn line_sums(board: &[u8; 16]) -> Vec<u8> {
    lines(board).iter().map(|line| line.iter().sum()).collect()
}

/// The score of `numerical/evaluate`, from the side of the odd numbers.
pub fn evaluation(board: &[u8; 16]) -> i32 {
    let mut score = 0;
    for line in lines(board) {
        let placed: Vec<u8> = line.into_iter().filter(|&number| number != 0).collect();
        if completions(&placed) == 0 {
            continue;
        }
        let odd = placed.iter().filter(|&&number| number % 2 == 1).count();
        let even = placed.iter().filter(|&&number| number % 2 == 0).count();
        score += match (odd, even) {
            (2, 2) | (4, 0) => 32,
            (0, 4) => -32,
            (1, 2) => 16,
            (0, 1) => 8,
            (1, 0) => 4,
            (1, 1) => 2,
            (2, 1) => 1,
            _ => 0,
        };
    }
    score
}

/// Whether it is the odd player's turn.
pub fn is_odd_to_move(board: &[u8; 16]) -> bool {
    board.iter().filter(|&&number| number != 0).count() % 2 == 0
}

/// The numbers that the player to move may place.
pub fn free_numbers(board: &[u8; 16]) -> Vec<u8> {
    let first = if is_odd_to_move(board) { 1 } else { 2 };
    (first..=16).step_by(2).filter(|number| !board.contains(number)).collect()
}

/// Whether a line is full and has the sum 34.
pub fn is_complete(line: &[u8]) -> bool {
    !line.contains(&0) && line.iter().sum::<u8>() == 34
}

/// Who has won: `even` or `odd`; or else `open` or `draw`.
pub fn outcome(board: &[u8; 16]) -> &'static str {
    if lines(board).iter().any(|line| is_complete(line)) {
        if is_odd_to_move(board) { "even" } else { "odd" }
    } else if board.contains(&0) {
        "open"
    } else {
        "draw"
    }
}

/// Cell and number of every move, if the game is open.
pub fn moves(board: &[u8; 16]) -> Vec<(u8, u8)> {
    let mut moves = Vec::new();
    if outcome(board) == "open" {
        for cell in 0..16 {
            for &number in &free_numbers(board) {
                if board[usize::from(cell)] == 0 {
                    moves.push((cell, number));
                }
            }
        }
    }
    moves
}

/// The board after a move.
pub fn after(board: &[u8; 16], (cell, number): (u8, u8)) -> [u8; 16] {
    let mut next = *board;
    next[usize::from(cell)] = number;
    next
}

/// The moves that complete a line for the player to move.
pub fn winning_moves(board: &[u8; 16]) -> Vec<(u8, u8)> {
    let wins = |placed: &(u8, u8)| matches!(outcome(&after(board, *placed)), "odd" | "even");
    moves(board).into_iter().filter(wins).collect()
}

/// Whether two players who stop at the first win can have come here. Without a complete line, every
/// order of the numbers is legal; with one, some last move must have completed all that are complete.
pub fn is_reachable(board: &[u8; 16]) -> bool {
    let is_won = |board: &[u8; 16]| matches!(outcome(board), "odd" | "even");
    let turns = board.iter().filter(|&&number| number != 0).count();
    !is_won(board)
        || (0..16).any(|cell| {
            let number = usize::from(board[usize::from(cell)]);
            number != 0 && number % 2 == turns % 2 && !is_won(&after(board, (cell, 0)))
        })
}

/// The minimax value: odd takes the greatest, even the least, and nothing is left out.
pub fn minimax(board: &[u8; 16], depth: u8) -> i32 {
    let moves = moves(board);
    if depth == 0 || moves.is_empty() {
        return evaluation(board);
    }
    let values = moves.into_iter().map(|placed| minimax(&after(board, placed), depth - 1));
    let best = if is_odd_to_move(board) { values.max() } else { values.min() };
    best.unwrap()
}

/// How the game ends with best play: `odd`, `even` or `draw`.
pub fn result(board: &[u8; 16]) -> &'static str {
    let moves = moves(board);
    if moves.is_empty() {
        return outcome(board);
    }
    let wanted = if is_odd_to_move(board) { "odd" } else { "even" };
    let results: Vec<_> = moves.into_iter().map(|placed| result(&after(board, placed))).collect();
    match results.iter().find(|&&result| result == wanted) {
        Some(win) => win,
        None if results.contains(&"draw") => "draw",
        None => results[0],
    }
}

/// The moves after which the result is still the same.
pub fn keeping_moves(board: &[u8; 16]) -> Vec<(u8, u8)> {
    let expected = result(board);
    moves(board).into_iter().filter(|&placed| result(&after(board, placed)) == expected).collect()
}
