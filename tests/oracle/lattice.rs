//! Lines on cubes of any dimension; complete lines, threats and forced wins in four.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Every line of the lattice with `side` cells along each of `dimensions` axes, as its cells' ids
/// in ascending order. Steps from every cell in every direction, and keeps what stays on the board
/// for exactly `side` cells.
pub fn lines(side: i32, dimensions: usize) -> BTreeSet<Vec<usize>> {
    let mut lines = BTreeSet::new();
    for start in tuples(0, side - 1, dimensions) {
        for direction in tuples(-1, 1, dimensions) {
            let cells: Vec<Vec<i32>> = (0..side)
                .map(|step| {
                    (0..dimensions).map(|axis| start[axis] + step * direction[axis]).collect()
                })
                .collect();
            let is_on_board = |cell: &Vec<i32>| cell.iter().all(|at| (0..side).contains(at));
            if direction.iter().any(|&along| along != 0) && cells.iter().all(is_on_board) {
                let mut ids: Vec<usize> = cells.iter().map(|cell| id(cell, side)).collect();
                ids.sort_unstable();
                lines.insert(ids);
            }
        }
    }
    lines
}

/// Every list of `length` integers from `low` to `high`.
pub fn tuples(low: i32, high: i32, length: usize) -> Vec<Vec<i32>> {
    if length == 0 {
        return vec![vec![]];
    }
    let mut longer = Vec::new();
    for shorter in tuples(low, high, length - 1) {
        for value in low..=high {
            let mut tuple = shorter.clone();
            tuple.push(value);
            longer.push(tuple);
        }
    }
    longer
}

/// x + side·y + side²·z + …
fn id(cell: &[i32], side: i32) -> usize {
    let mut id = 0;
    for &coordinate in cell.iter().rev() {
        id = id * side + coordinate;
    }
    id as usize
}

/// The 520 lines of the 4×4×4×4 board.
static LINES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| lines(4, 4).into_iter().collect());

/// A 4×4×4×4 board: +1 for a black stone, −1 for a white one, 0 for none. A side is +1 or −1.
#[derive(Clone)]
pub struct Board {
    cells: Vec<i8>,
}

impl Board {
    /// Reads 256 characters in the order of the ids.
    pub fn parse(text: &str) -> Board {
        let value = |symbol| match symbol {
            'x' => 1,
            'o' => -1,
            _ => 0,
        };
        Board { cells: text.chars().map(value).collect() }
    }

    fn cell(&self, x: i32, y: i32, z: i32, w: i32) -> i8 {
        self.cells[(w * 64 + z * 16 + y * 4 + x) as usize]
    }

    /// How many lines black and white have filled: every direction, every start, four cells.
    pub fn complete_lines(&self) -> (u32, u32) {
        let (mut black, mut white) = (0, 0);
        for (dx, dy, dz, dw) in directions() {
            for x in starts(dx) {
                for y in starts(dy) {
                    for z in starts(dz) {
                        for w in starts(dw) {
                            let mut sum = 0;
                            for i in 0..4 {
                                sum += self.cell(x + dx * i, y + dy * i, z + dz * i, w + dw * i);
                            }
                            if sum == 4 {
                                black += 1;
                            } else if sum == -4 {
                                white += 1;
                            }
                        }
                    }
                }
            }
        }
        (black, white)
    }

    /// The lines with these numbers of stones of a side and of the other, by their ids.
    pub fn lines_with(&self, side: i8, own: usize, others: usize) -> Vec<Vec<usize>> {
        let count =
            |line: &[usize], stone| line.iter().filter(|&&id| self.cells[id] == stone).count();
        let has = |line: &&Vec<usize>| count(line, side) == own && count(line, -side) == others;
        LINES.iter().filter(has).cloned().collect()
    }

    /// For every cell, how many lines of [`Board::lines_with`] go through it; 0 where a stone lies.
    fn through(&self, side: i8, own: usize) -> Vec<usize> {
        let mut through = vec![0; 256];
        for id in self.lines_with(side, own, 0).concat() {
            if self.cells[id] == 0 {
                through[id] += 1;
            }
        }
        through
    }

    /// The empty cells, ascending.
    fn empty(&self) -> BTreeSet<usize> {
        (0..256).filter(|&id| self.cells[id] == 0).collect()
    }

    /// The board after a stone.
    fn with(&self, id: usize, side: i8) -> Board {
        let mut board = self.clone();
        board.cells[id] = side;
        board
    }

    /// The empty cells that complete a line for a side.
    pub fn completing(&self, side: i8) -> BTreeSet<usize> {
        let mut cells = BTreeSet::new();
        for line in LINES.iter() {
            let own = line.iter().filter(|&&id| self.cells[id] == side).count();
            let empty = line.iter().find(|&&id| self.cells[id] == 0);
            cells.extend(empty.filter(|_| own == 3));
        }
        cells
    }

    /// The empty cells that leave a side two or more cells to complete a line.
    pub fn double_threats(&self, side: i8) -> BTreeSet<usize> {
        let makes_two = |id: &usize| self.with(*id, side).completing(side).len() >= 2;
        self.empty().into_iter().filter(makes_two).collect()
    }

    /// The computer's rule and its cells.
    pub fn computers_choice(&self, side: i8) -> (u8, BTreeSet<usize>) {
        let on_the_most = |owner| {
            let through = self.through(owner, 2);
            let most = *through.iter().max().unwrap();
            (0..256).filter(|&id| most > 0 && through[id] == most).collect()
        };
        let rules = [
            self.completing(side),
            self.completing(-side),
            on_the_most(-side),
            on_the_most(side),
            self.empty(),
        ];
        let first = rules.into_iter().zip(1..).find(|(cells, _)| !cells.is_empty());
        first.map(|(cells, rule)| (rule, cells)).unwrap()
    }

    /// Whether a sequence of a side's moves wins by force: the definition, word for word.
    pub fn is_forced_win(&self, side: i8, moves: &[usize]) -> bool {
        let mut board = self.clone();
        for (turn, &id) in moves.iter().enumerate() {
            if board.cells[id] != 0 {
                return false;
            }
            board = board.with(id, side);
            if !board.completing(-side).is_empty() {
                return false;
            }
            let threats: Vec<usize> = board.completing(side).into_iter().collect();
            if turn + 1 == moves.len() {
                return threats.len() >= 2;
            }
            if threats.len() != 1 {
                return false;
            }
            board = board.with(threats[0], -side);
        }
        false
    }

    /// The first, by ids, of the sequences of this number of moves that win by force: every move is tried.
    pub fn forced_win(&self, side: i8, moves: u8) -> Option<Vec<usize>> {
        for id in self.empty() {
            let board = self.with(id, side);
            let threats: Vec<usize> = board.completing(side).into_iter().collect();
            if threats.is_empty() || !board.completing(-side).is_empty() {
                continue;
            }
            if moves == 1 && threats.len() >= 2 {
                return Some(vec![id]);
            }
            if moves > 1 && threats.len() == 1 {
                let answered = board.with(threats[0], -side);
                if let Some(mut rest) = answered.forced_win(side, moves - 1) {
                    rest.insert(0, id);
                    return Some(rest);
                }
            }
        }
        None
    }
}

/// One of v and −v for every direction v: the first component that is not 0 is 1.
fn directions() -> Vec<(i32, i32, i32, i32)> {
    let mut directions = Vec::new();
    for dx in -1..=1 {
        for dy in -1..=1 {
            for dz in -1..=1 {
                for dw in -1..=1 {
                    if (dx, dy, dz, dw) > (0, 0, 0, 0) {
                        directions.push((dx, dy, dz, dw));
                    }
                }
            }
        }
    }
    directions
}

/// Where a line can start along an axis, by its component there.
fn starts(component: i32) -> std::ops::RangeInclusive<i32> {
    match component {
        1 => 0..=0,
        -1 => 3..=3,
        _ => 0..=3,
    }
}
