//! Step 16: a move that wins now.

mod reading;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use self::reading::{Reading, Win};
use super::positions::{Boards, Winnable, panels_to_move, read_move, winnable, winning_numbers};
use super::readings::{
    COLUMNS, DIAGONALS_ROUND_THE_EDGE, LAST_COLUMN, LAST_ROW, Line, Lines, MAJOR, MINOR, ROWS,
    on_line,
};
use crate::texts::{form, numerical as hints};
use gradus_board::drawing::Panel;
use gradus_board::numerical::{Board, Move, Number};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// A winning move for the player to move on each board, if there is one.
pub enum WinInOne {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<8, 50>,
}

impl Kind for WinInOne {
    const NAME: &'static str = "numerical/win-in-one";
    const VERSION: u32 = 6;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 5_000;

    type Params = Params;
    type Task = Boards;
    type Item = Win;
    type Solution = AnyOf<Win>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::WIN_IN_ONE]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let boards = boards(rng, steering, params.boards.get() as usize);
        Boards { boards }
    }

    fn solve<'a>(task: &'a Boards, reading: &'a Reading) -> impl Iterator<Item = AnyOf<Win>> + 'a {
        reading.answers(&task.boards).map(AnyOf)
    }

    fn reference(task: &Boards) -> Vec<AnyOf<Win>> {
        let wins = |board: &Board| {
            let wins: Vec<Win> = board.winning_moves().map(Win::from).collect();
            AnyOf(if wins.is_empty() { vec![Win::None] } else { wins })
        };
        task.boards.iter().map(wins).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels_to_move(&task.boards)
    }

    fn places_of(item: &str) -> Vec<&str> {
        item.split(':').take(1).collect()
    }

    fn is_free(task: &Boards, position: usize, win: &Win) -> bool {
        let Win::Move(cell, _) = *win else { return true };
        let board = task.boards.get(position);
        board.is_none_or(|board| board.empty_cells().any(|empty| empty.index() == cell))
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Win, Text> {
        if text == "-" {
            return Ok(Win::None);
        }
        read_move(text).map(Win::from).ok_or_else(form::made_move)
    }
}

/// The positions of a task.
fn boards(rng: &mut ChaCha8Rng, steering: &Steering<WinInOne>, count: usize) -> Vec<Board> {
    let mut sorts = Vec::new();
    while sorts.len() < count {
        sorts.extend(eight(rng));
    }
    sorts.truncate(count);
    sorts.shuffle(rng);
    let draw = |rng: &mut ChaCha8Rng, &sort: &Sort| position(rng, sort);
    steering.cover_each(rng, &sorts, 2, draw, Boards::one)
}

/// A sort of position.
#[derive(Clone, Copy)]
enum Sort {
    /// Only this line can be won, with a number that is a digit of one on the board.
    Line(Line),
    /// Only this line can be won, and only with 16.
    LineBySixteen(Line),
    /// The same with four numbers of one player.
    LineOfOwn(Line),
    /// The same, by the even player and not with 16. It is the first line with one empty cell.
    FirstGap(Line),
    /// No move wins.
    NoWin,
}

/// The sorts of eight positions.
///
/// A program that misses a win answers `-`, and one such item tells little. So what people miss occurs twice: the minor diagonal, a
/// row, a column, and the last one of rows and columns. The major diagonal, the last row and the last column are needed on every task,
/// and each other row and column on every third one. There is only one board without a win.
///
/// One column is not won by 16: what is written for columns by mistake must not be frequent. The other one is not won by a number that is
/// a digit of another, or who looks for it in the text of the board would seem to miss the columns.
fn eight(rng: &mut ChaCha8Rng) -> [Sort; 8] {
    let [first_rows, first_columns] = [&ROWS[..3], &COLUMNS[..3]];
    let row = first_rows.choose(rng).copied().unwrap_or(LAST_ROW);
    let column = first_columns.choose(rng).copied().unwrap_or(LAST_COLUMN);
    let mut others = [MAJOR, LAST_ROW, row];
    others.shuffle(rng);
    let [two, three, four] = others;
    // The minor diagonal is won with 16, and also without it.
    let (four, five) = if rng.random() { (MINOR, four) } else { (four, MINOR) };
    let (one, other) = if rng.random() { (LAST_COLUMN, column) } else { (column, LAST_COLUMN) };
    let (own, gap) = if rng.random() { (four, other) } else { (other, four) };
    [
        Sort::LineBySixteen(MINOR),
        Sort::LineBySixteen(two),
        Sort::LineBySixteen(three),
        Sort::LineOfOwn(own),
        Sort::FirstGap(gap),
        Sort::Line(five),
        Sort::Line(one),
        Sort::NoWin,
    ]
}

fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    loop {
        if let Some(board) = attempt(rng, sort) {
            return board;
        }
    }
}

/// A position of a sort, if one is found at once.
fn attempt(rng: &mut ChaCha8Rng, sort: Sort) -> Option<Board> {
    let line = match sort {
        Sort::NoWin => return without_win(rng),
        Sort::Line(line)
        | Sort::LineBySixteen(line)
        | Sort::LineOfOwn(line)
        | Sort::FirstGap(line) => line,
    };
    let moves: usize = match sort {
        Sort::LineBySixteen(_) => 2 * rng.random_range(3..=7) + 1,
        Sort::FirstGap(_) => 2 * rng.random_range(3..=4) + 1,
        _ => rng.random_range(6..=15),
    };
    let odd = match sort {
        Sort::LineOfOwn(_) if moves.is_multiple_of(2) => Some(4),
        Sort::LineOfOwn(_) => Some(0),
        _ => None,
    };
    let numbers = winning_numbers(rng, odd);
    let prepared = winnable(rng, moves, &line, numbers)?;
    let is_of_line = |Move { cell, .. }: Move| line.contains(&cell.index().into());
    let is_only = prepared.board.winning_moves().all(|win| win == prepared.win && is_of_line(win));
    let has_sixteen = prepared.win.number.value() == Number::MAX;
    let is_single = prepared.won()?.winning_lines().count() == 1;
    let cells = prepared.board.cells();
    let has_gap =
        |line: &&Line| on_line(&cells, line).iter().filter(|&&number| number == 0).count() == 1;
    let is_of_sort = match sort {
        Sort::LineBySixteen(_) => has_sixteen,
        Sort::FirstGap(_) => {
            !has_sixteen && Lines::default().list().iter().find(has_gap) == Some(&line)
        }
        Sort::Line(_) => {
            let number = prepared.win.number.value().to_string();
            cells.iter().any(|other| other.to_string().contains(&number))
        }
        Sort::LineOfOwn(_) | Sort::NoWin => true,
    };
    (is_only && is_single && is_of_sort).then_some(prepared.board)
}

/// A position in which no move wins, but one completes a diagonal that leaves the board on one side and goes on at the other. Few moves
/// are left: so few of them are answers to other boards.
fn without_win(rng: &mut ChaCha8Rng) -> Option<Board> {
    let moves = rng.random_range(14..=15);
    let [_, _, broken @ ..] = DIAGONALS_ROUND_THE_EDGE;
    let numbers = winning_numbers(rng, None);
    let line = broken.choose(rng)?;
    let Winnable { board, .. } = winnable(rng, moves, line, numbers)?;
    board.winning_moves().next().is_none().then_some(board)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn one_position_in_eight_has_no_win_and_the_others_have_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for _ in 0..20 {
            let sorts = eight(&mut rng);
            let wins = sorts.map(|sort| position(&mut rng, sort).winning_moves().count());
            assert_eq!(wins, [1, 1, 1, 1, 1, 1, 1, 0]);
        }
    }
}
