//! Step 28: threats that the opponent has to answer, one after another, until there are two at once.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::old_positions::{
    Avoid, CellList, IllegalPositions, Positions, QuietPositions, played, read_cells,
};
use crate::board::lattice::four_in_a_row::{
    Attack, Board, Cell, SearchLimits, Stone, lines_through,
};
use crate::step::{
    Count, Expected, Feedback, Marks, Misconception, OldKind as Kind, Question, Workload,
};

/// Any sequence of moves that wins by force for the side to move, for each board.
pub enum ForcedWin {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<3, 6>,
}

/// Quiet positions, each with a forced win of at most [`MAX_MOVES`].
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "QuietPositions", into = "QuietPositions")]
pub struct Task {
    positions: QuietPositions,
    /// The shortest win of each board.
    wins: Vec<CellList>,
}

/// The maximal number of moves of a winning sequence.
const MAX_MOVES: u8 = 5;

/// The maximal number of ids of an item: a sequence with too many moves is wrong, but not malformed.
const MAX_IDS: usize = 32;

/// The search for the win of a board. The boards of tasks need far fewer nodes.
const SEARCH_LIMITS: SearchLimits = SearchLimits { moves: MAX_MOVES, nodes: 100_000 };

impl TryFrom<QuietPositions> for Task {
    type Error = IllegalPositions;

    fn try_from(positions: QuietPositions) -> Result<Self, IllegalPositions> {
        let wins = positions.0.each(|board, side| board.forced_win(side, SEARCH_LIMITS));
        let wins = wins
            .into_iter()
            .zip(1..)
            .map(|(win, number)| win.map(CellList).ok_or(IllegalPositions::NoForcedWin(number)));
        Ok(Self { wins: wins.collect::<Result<_, _>>()?, positions })
    }
}

impl From<Task> for QuietPositions {
    fn from(Task { positions, .. }: Task) -> Self {
        positions
    }
}

impl Kind for ForcedWin {
    const NAME: &'static str = "four-in-a-row/forced-win";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "answers-not-played",
            hint: "The opponent answers at once: after each move but the last he takes the cell that completes the line.",
            solve: |task| task.sequences(without_answers),
        },
        Misconception {
            id: "counter-threats-ignored",
            hint: "An answer may give the opponent a three. The next move then has to take the fourth cell.",
            solve: |task| task.sequences(without_defence),
        },
        Misconception {
            id: "answers-written-too",
            hint: "An item has the moves of `side` only: the opponent's answers follow from them.",
            solve: |task| {
                let boards = task.positions.0.boards.iter().zip(&task.wins);
                let side = task.positions.0.side;
                boards
                    .map(|(board, CellList(win))| CellList(with_answers(board, side, win)))
                    .collect()
            },
        },
        Misconception {
            id: "one-threat-is-enough",
            hint: "One threat is answered by one stone: the last move has to leave two or more cells that complete a line.",
            solve: |task| task.sequences(|board, side| Vec::from_iter(one_three(board, side))),
        },
        Misconception {
            id: "sides-swapped",
            hint: "`side` is to move and has to win, not its opponent.",
            solve: |task| task.sequences(of_the_opponent),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = CellList;

    fn generate(params: &Params, rng: &mut ChaCha8Rng) -> Task {
        let mut wins = Vec::new();
        let positions = Positions::draw(rng, params.boards.get(), |rng, side| {
            let (board, win) = winnable(rng, side);
            wins.push(CellList(win));
            board
        });
        Task { positions: QuietPositions(positions), wins }
    }

    fn reference(task: &Task) -> Vec<CellList> {
        task.wins.clone()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<CellList, Expected> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() <= MAX_IDS)
            .map(CellList)
            .ok_or(Expected("ids from 0 to 255 with single spaces between them, at most five"))
    }

    /// Any sequence that wins by force is right, if it is short enough.
    fn judge(task: &Task, _reference: &[CellList], given: &[CellList]) -> Marks {
        let Positions { boards, side } = &task.positions.0;
        let pairs = boards.iter().zip(given);
        pairs
            .map(|(board, CellList(moves))| {
                moves.len() <= usize::from(MAX_MOVES) && board.is_forced_win(*side, moves)
            })
            .collect()
    }

    /// The sequences of one and of two moves, and the reference. There are many longer ones, but a blind guess of three moves
    /// is right far more rarely than the best one of two.
    fn questions(task: &Task, reference: &[CellList]) -> Vec<Question> {
        let short_wins = task.positions.0.each(short_wins).into_iter();
        short_wins
            .zip(reference)
            .map(|(mut wins, reference)| {
                if !wins.contains(reference) {
                    wins.push(reference.clone());
                }
                Question::with_any_of(wins)
            })
            .collect()
    }
}

/// A position with a forced win, and its shortest one: of one, of two, of three moves, or of four or five.
fn winnable(rng: &mut ChaCha8Rng, side: Stone) -> (Board, Vec<Cell>) {
    let (wanted, moves_each) = match rng.random_range(0..4) {
        0 => return won_at_once(rng, side),
        1 => (2..=2, 14..=18),
        2 => (3..=3, 12..=15),
        _ => (4..=MAX_MOVES, 10..=12),
    };
    // Half of the boards are drawn so that a program that ignores the defence gives a wrong answer.
    let needs_defence = rng.random_range(0..2) == 0;
    let limits = SearchLimits { moves: *wanted.end(), nodes: 20_000 };
    loop {
        let board = played(rng, side, moves_each.clone(), Avoid::OpenThrees);
        let Some(win) = board.forced_win(side, limits) else { continue };
        if win.len() < usize::from(*wanted.start()) {
            continue;
        }
        let without_defence = without_defence(&board, side);
        if !needs_defence || !board.is_forced_win(side, &without_defence) {
            return (board, win);
        }
    }
}

/// A position with one cell that wins at once. The number of lines through the cell is drawn first: left to chance, the cell would
/// mostly be one of the few that are on 15, and easy to guess.
fn won_at_once(rng: &mut ChaCha8Rng, side: Stone) -> (Board, Vec<Cell>) {
    let lines = |cell| lines_through(cell).len();
    let wanted = lines(Cell::new(rng.random()));
    loop {
        let board = played(rng, side, 14..=20, Avoid::OpenThrees);
        let cells: Vec<Cell> = board.double_threats(side).iter().collect();
        if matches!(cells[..], [only] if lines(only) == wanted) {
            return (board, cells);
        }
    }
}

/// Every forced win of one or two moves.
fn short_wins(board: &Board, side: Stone) -> Vec<CellList> {
    let Some(attack) = Attack::new(board, side) else { return Vec::new() };
    let single = attack.winning().iter().map(|cell| vec![cell]);
    let double = attack.forcing().iter().flat_map(|first| {
        attack.after(first).winning().iter().map(move |second| vec![first, second])
    });
    single.chain(double).map(CellList).collect()
}

impl Task {
    fn sequences(&self, sequence: impl Fn(&Board, Stone) -> Vec<Cell>) -> Vec<CellList> {
        self.positions.0.each(|board, side| CellList(sequence(board, side)))
    }
}

// What follows are the wrong solvers: sequences that people take for forced wins.

/// The limits of a wrong solver's search: its sequence need not exist.
const WRONG_SOLVER_LIMITS: SearchLimits = SearchLimits { moves: MAX_MOVES, nodes: 1000 };

/// The first cell that makes a three; where there is none, the first one at all.
fn one_three(board: &Board, side: Stone) -> Option<Cell> {
    let threes = board.open_cells(side, 2).counted();
    threes.first().or_else(|| board.empty_cells().first())
}

/// One three after another until there are two, as if the opponent never answered.
fn without_answers(board: &Board, side: Stone) -> Vec<Cell> {
    let mut board = *board;
    let mut moves = Vec::new();
    while moves.len() < usize::from(MAX_MOVES) && board.completing_cells(side).len() < 2 {
        let Some(cell) = one_three(&board, side) else { break };
        board.place(cell, side);
        moves.push(cell);
    }
    moves
}

/// The shortest sequence of threes if the answers to them never made threes that have to be stopped.
fn without_defence(board: &Board, side: Stone) -> Vec<Cell> {
    let Some(attack) = Attack::new(board, side) else {
        return Vec::from_iter(one_three(board, side));
    };
    let mut nodes_left = WRONG_SOLVER_LIMITS.nodes;
    let mut lengths = 1..=WRONG_SOLVER_LIMITS.moves;
    lengths
        .find_map(|moves| undefended(&attack, moves, &mut nodes_left))
        .unwrap_or_else(|| Vec::from_iter(one_three(board, side)))
}

fn undefended(attack: &Attack, moves: u8, nodes_left: &mut u32) -> Option<Vec<Cell>> {
    *nodes_left = nodes_left.checked_sub(1)?;
    let threes = attack.open_twos();
    if moves == 1 {
        return threes.two_or_more().first().map(|cell| vec![cell]);
    }
    threes.exactly_one().iter().find_map(|cell| {
        let mut path = undefended(&attack.after(cell), moves - 1, nodes_left)?;
        path.insert(0, cell);
        Some(path)
    })
}

/// A win with the opponent's answers between the moves.
fn with_answers(board: &Board, side: Stone, win: &[Cell]) -> Vec<Cell> {
    let Some(mut attack) = Attack::new(board, side) else { return win.to_vec() };
    let mut moves = Vec::new();
    for (&cell, number) in win.iter().zip(1..) {
        moves.push(cell);
        if number < win.len() {
            moves.extend(attack.answer_to(cell));
            attack = attack.after(cell);
        }
    }
    moves
}

/// The forced win of the opponent, as if he were to move.
fn of_the_opponent(board: &Board, side: Stone) -> Vec<Cell> {
    let win = board.forced_win(side.other(), WRONG_SOLVER_LIMITS);
    win.unwrap_or_else(|| Vec::from_iter(one_three(board, side.other())))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn short_and_long_wins_are_all_frequent_and_the_defence_often_matters() {
        let mut rng = ChaCha8Rng::seed_from_u64(28);
        let (mut lengths, mut misled) = ([0; 5], 0);
        for _ in 0..200 {
            let (board, win) = winnable(&mut rng, Stone::White);
            lengths[win.len() - 1] += 1;
            let careless = without_defence(&board, Stone::White);
            misled += u32::from(!board.is_forced_win(Stone::White, &careless));
        }
        assert!(lengths[..3].iter().all(|count| (30..70).contains(count)), "{lengths:?}");
        assert!(lengths[3] > 15 && lengths[4] > 10, "{lengths:?}");
        assert!(misled > 50, "{misled}");
    }
}
