//! Boards of step 28, on which a win is planted.

use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};

use super::super::known_lines::KnownLine;
use super::super::line_sets::LineSet;
use super::super::positions::{Draft, Fork, Position, any_lines, known_through};
use super::sequences::{ids, short_wins, wins_without_threes};
use gradus_board::lattice::four_in_a_row::{Board, ByColor, Cell, SearchLimits, Stone};

/// A board with a win of which no shorter one is found quickly.
pub(super) fn shortest(rng: &mut ChaCha8Rng, side: Stone, plan: Plan) -> (Arc<Position>, Vec<u8>) {
    loop {
        let (position, win) = winnable(rng, side, plan);
        if short_wins(&position.board, side).iter().all(|other| other.len() >= win.len()) {
            return (position, win);
        }
    }
}

/// How the wins of a task are planted, before the boards are shuffled.
pub(super) const PLANS: [Plan; 3] = [Plan::ClosedTrap, Plan::Trap, Plan::Undisturbed];

#[derive(Clone, Copy)]
pub(super) enum Plan {
    /// A program that does not look at the opponent's threats, or only at those along lines without −1, takes two moves for a win.
    Trap,
    /// The same, and each win has an answer that gives the opponent a three.
    ClosedTrap,
    /// The answers do not disturb.
    Undisturbed,
}

/// A position with a forced win, and that win.
pub(super) fn winnable(rng: &mut ChaCha8Rng, side: Stone, plan: Plan) -> (Arc<Position>, Vec<u8>) {
    loop {
        let is_closed = matches!(plan, Plan::ClosedTrap);
        let is_trap = is_closed || matches!(plan, Plan::Trap);
        let mut planting = Planting { draft: Draft::new(), side };
        let win = if is_trap { planting.trap(rng, is_closed) } else { planting.undisturbed(rng) };
        let Some(win) = win else { continue };
        let mut draft = planting.draft;
        // So that the opponent's own win can be found where the sides are swapped.
        if !draft.plant_fork(rng, side.other(), Fork::Open, any_lines) {
            continue;
        }
        // With more twos of the side there would be a shorter win on nearly every board.
        let mut longest = ByColor { black: 2, white: 2 };
        longest[side] = if is_trap { 1 } else { 2 };
        let planted = 4 + 2 * u8::try_from(win.len()).unwrap_or(0);
        let moves_each = planted..=planted + MORE_MOVES;
        let Some(board) = draft.filled(rng, side, moves_each, longest) else { continue };
        if is_quiet(&board)
            && board.is_forced_win(side, &win)
            && (!is_trap || is_trapped(&board, side, &win))
            && (!is_closed || !wins_without_threes(&board, side))
        {
            return (Arc::new(board.into()), ids(win));
        }
    }
}

/// How many more moves than planted stones each side has made at most.
const MORE_MOVES: u8 = 4;

/// Whether no side has a completing cell.
fn is_quiet(board: &Board) -> bool {
    Stone::ALL.iter().all(|&side| board.completing_cells(side).is_empty())
}

/// Whether there is no win as short as the trap, which the moves in ascending order are not either.
fn is_trapped(board: &Board, side: Stone, win: &[Cell]) -> bool {
    let mut ascending = win.to_vec();
    ascending.sort_unstable_by_key(|cell| cell.id());
    let limits = SearchLimits { moves: 2, nodes: 1000 };
    board.forced_win(side, limits).is_none() && !board.is_forced_win(side, &ascending)
}

/// A board in the making, on which a win is planted from its end to its beginning.
///
/// ```text
///   fork        a line of two stones and a cell `f`, and one of a stone, `f` and a cell `a`
///   threat      a line of two stones, `a` and the cell `b` of the answer
///   counter     a line of two stones of the opponent, `b` and a cell `c`
///   threat      a line of two stones, `c` and the cell of the answer
/// ```
///
/// The win is `a c f`: after `a f` the opponent completes the line of the counter. It goes on between `a` and `f` if the answer to
/// `c` leads to one more counter.
struct Planting {
    draft: Draft,
    side: Stone,
}

/// What a fork still needs: a move on one of its lines, and the one on both. If the latter came first, it would be answered.
struct Missing {
    first: Cell,
    last: Cell,
    answer: Cell,
}

/// Whether a program without −1 in its directions knows a line.
fn rises(line: &KnownLine) -> bool {
    line.times(LineSet::NothingFalls) > 0
}

impl Planting {
    /// The win with a trap in it.
    fn trap(&mut self, rng: &mut ChaCha8Rng, is_closed: bool) -> Option<Vec<Cell>> {
        let Missing { first, last, answer } = self.fork(rng)?;
        // Else the two moves in the other order would win.
        self.counter(rng, answer)?;
        let mut answer = self.threat(rng, first, rises)?;
        let mut win = vec![first];
        let counters = *[1, 1, 1, 2, 2, 3].iter().choose(rng)?;
        for counter in 0..counters {
            let defence = self.counter(rng, answer)?;
            let is_last = is_closed && counter + 1 == counters;
            answer = if is_last {
                self.closing_threat(rng, defence, first)?
            } else {
                self.threat(rng, defence, |_| true)?
            };
            win.push(defence);
        }
        win.push(last);
        Some(win)
    }

    /// A win that the answers do not disturb: a threat, and the fork.
    fn undisturbed(&mut self, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
        let Missing { first, last, .. } = self.fork(rng)?;
        self.threat(rng, first, rises)?;
        Some(vec![first, last])
    }

    /// Two lines through a cell, two stones on the one and one stone on the other.
    fn fork(&mut self, rng: &mut ChaCha8Rng) -> Option<Missing> {
        let last = Cell::new(rng.random());
        let answer = self.threat(rng, last, rises)?;
        let [one, first, end] = self.others(rng, last, rises)?;
        self.draft.place(one, self.side);
        self.draft.keep(first);
        self.draft.keep(end);
        Some(Missing { first, last, answer })
    }

    /// Two stones of the opponent on a falling line with the cell of an answer; the cell that completes it.
    fn counter(&mut self, rng: &mut ChaCha8Rng, answer: Cell) -> Option<Cell> {
        let [one, other, end] = self.others(rng, answer, |line| !rises(line))?;
        self.draft.place(one, self.side.other());
        self.draft.place(other, self.side.other());
        self.draft.keep(end);
        Some(end)
    }

    /// Two stones on a line with a cell that threatens then; the cell of the answer.
    fn threat(
        &mut self,
        rng: &mut ChaCha8Rng,
        cell: Cell,
        is_such: impl Fn(&KnownLine) -> bool,
    ) -> Option<Cell> {
        self.draft.keep(cell);
        let [one, other, answer] = self.others(rng, cell, is_such)?;
        self.draft.place(one, self.side);
        self.draft.place(other, self.side);
        self.draft.keep(answer);
        Some(answer)
    }

    /// A threat whose answer gives the opponent a three beside a cell: that cell has to come first.
    fn closing_threat(&mut self, rng: &mut ChaCha8Rng, cell: Cell, beside: Cell) -> Option<Cell> {
        let free = |held: &Cell| self.draft.is_free(*held);
        let mut found = Vec::new();
        for line in known_through(cell) {
            let others = line.cells().map(Cell::new).into_iter().filter(|&other| other != cell);
            let others: Vec<Cell> = others.collect();
            if !others.iter().all(free) {
                continue;
            }
            for closing in known_through(beside) {
                let cells = closing.cells().map(Cell::new);
                let shared = others.iter().copied().find(|other| cells.contains(other));
                let Some(answer) = shared.filter(|_| !cells.contains(&cell)) else { continue };
                let is_end = |held: Cell| held == answer || held == beside;
                let counter: Vec<Cell> = cells.into_iter().filter(|&held| !is_end(held)).collect();
                if counter.iter().all(free) {
                    let own = others.iter().copied().filter(|&other| other != answer).collect();
                    found.push((answer, own, counter));
                }
            }
        }
        let (answer, own, counter): (Cell, Vec<Cell>, Vec<Cell>) = found.into_iter().choose(rng)?;
        self.draft.keep(cell);
        self.draft.keep(answer);
        for stone in own {
            self.draft.place(stone, self.side);
        }
        for stone in counter {
            self.draft.place(stone, self.side.other());
        }
        Some(answer)
    }

    /// The other cells of a line through a cell, in any order. They are free.
    fn others(
        &self,
        rng: &mut ChaCha8Rng,
        cell: Cell,
        is_such: impl Fn(&KnownLine) -> bool,
    ) -> Option<[Cell; 3]> {
        let others = |line: &KnownLine| {
            let mut others = line.cells().map(Cell::new).to_vec();
            others.retain(|&other| other != cell);
            others
        };
        let lines = known_through(cell).filter(|line| is_such(line)).map(others);
        let free = lines.filter(|others| others.iter().all(|&cell| self.draft.is_free(cell)));
        let mut others = free.choose(rng)?;
        others.shuffle(rng);
        others.try_into().ok()
    }
}
