//! Step 15: the outcome of a position.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{
    Boards, doubly_winnable, has_short_line, undecided, winnable, winning_numbers,
};
use super::readings::{
    COLUMNS, Cells, DIAGONALS_ROUND_THE_EDGE, Diagonals, Line, Lines, MAJOR, MINOR, Parallels,
    ROWS, Turn, add_missing_lines, on_line,
};
use crate::board::numerical::{Board, Outcome, Player};
use crate::step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

/// Who has won each game, if it is over.
pub enum Outcomes {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    boards: Count<12, 50>,
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: Lines,
    complete: Complete,
    winner: Winner,
    end: End,
}

/// Which lines win.
#[derive(Default)]
enum Complete {
    #[default]
    FourWith34,
    /// A line with an empty cell too.
    AnyWith34,
    FourWithAtLeast34,
    /// Lines of four numbers with the sum 34 that are all of the player who moved last.
    OwnNumbers,
    /// A board with two such lines is not won.
    OneLineOnly,
}

/// Who has won when a line is complete.
#[derive(Default)]
enum Winner {
    #[default]
    MovedLast,
    /// Who moved last, found in another way.
    BeforeTurn(Turn),
    FirstNumberOfLine,
    LastNumberOfLine,
    /// Who has more numbers in the line; this player if both have two.
    MoreNumbers(Player),
}

/// How a game ends without a winner.
#[derive(Default)]
enum End {
    #[default]
    FullWithoutLine,
    Never,
    /// A full board is a draw whatever is on its lines.
    Full,
    /// When no line can get the sum 34 any more.
    Dead,
    /// Every board that is not won is a draw.
    Always,
}

impl Kind for Outcomes {
    const NAME: &'static str = "numerical/outcome";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    // There are only four answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 10_000;

    type Params = Params;
    type Task = Boards;
    type Item = Outcome;
    type Solution = One<Outcome>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("fewer-than-four", |reading| reading.complete = Complete::AnyWith34)
            .or("own-numbers-only", |reading| reading.complete = Complete::OwnNumbers)
            .or("one-line-only", |reading| reading.complete = Complete::OneLineOnly)
            .or("at-least-34", |reading| reading.complete = Complete::FourWithAtLeast34);
        aspects
            .add()
            .or("player-to-move-wins", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByCountReversed);
            })
            .or("first-number-wins", |reading| reading.winner = Winner::FirstNumberOfLine)
            .or("last-number-wins", |reading| reading.winner = Winner::LastNumberOfLine)
            .or("more-numbers-win-or-even", |reading| {
                reading.winner = Winner::MoreNumbers(Player::Even);
            })
            .or("more-numbers-win-or-odd", |reading| {
                reading.winner = Winner::MoreNumbers(Player::Odd);
            })
            .or("largest-number-moved-last", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByLargestNumber);
            })
            .or("last-number-of-list-moved-last", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByLastNumber);
            })
            .or("turn-from-sum", |reading| reading.winner = Winner::BeforeTurn(Turn::BySum))
            .or("odd-always-wins", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::AlwaysEven);
            })
            .or("even-always-wins", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::AlwaysOdd);
            });
        add_missing_lines(aspects, |reading| &mut reading.lines);
        aspects
            .add()
            .or("broken-diagonals", |reading| {
                reading.lines.diagonals = Diagonals::RoundTheEdge;
            })
            .or("rows-missed", |reading| reading.lines.rows = Parallels::None)
            .or("columns-missed", |reading| reading.lines.columns = Parallels::None);
        aspects
            .add()
            .or("full-is-a-draw", |reading| reading.end = End::Full)
            .or("never-a-draw", |reading| reading.end = End::Never)
            .or("dead-is-a-draw", |reading| reading.end = End::Dead)
            .or("never-open", |reading| reading.end = End::Always);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let count = params.boards.get() as usize;
        let mut boards: Vec<Board> =
            SORTS.iter().cycle().take(count).map(|&sort| position(rng, sort)).collect();
        boards.shuffle(rng);
        Boards { boards }
    }

    fn solve<'a>(
        task: &'a Boards,
        reading: &'a Reading,
    ) -> impl Iterator<Item = One<Outcome>> + 'a {
        let lines = reading.lines.list();
        task.boards.iter().map(move |board| One(reading.outcome(&board.cells(), &lines)))
    }

    fn reference(task: &Boards) -> Vec<One<Outcome>> {
        task.boards.iter().map(|board| One(board.outcome())).collect()
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Outcome, Expected> {
        match text.to_ascii_lowercase().as_str() {
            "odd" => Ok(Outcome::Won(Player::Odd)),
            "even" => Ok(Outcome::Won(Player::Even)),
            "draw" => Ok(Outcome::Draw),
            "open" => Ok(Outcome::Open),
            _ => Err(Expected("`odd`, `even`, `draw` or `open`")),
        }
    }
}

impl Reading {
    fn outcome(&self, cells: &Cells, lines: &[Line]) -> Outcome {
        let is_full = !cells.contains(&0);
        if is_full && matches!(self.end, End::Full) {
            return Outcome::Draw;
        }
        let winner = lines
            .iter()
            .map(|line| on_line(cells, line))
            .filter(|numbers| self.is_won(cells, numbers));
        let one_only = matches!(self.complete, Complete::OneLineOnly);
        if let Some(numbers) = winner.clone().next()
            && !(one_only && winner.count() > 1)
        {
            return Outcome::Won(self.winner(cells, &numbers));
        }
        let is_draw = match self.end {
            End::FullWithoutLine | End::Full => is_full,
            End::Never => false,
            End::Dead => is_full || is_dead(cells, lines),
            End::Always => true,
        };
        if is_draw { Outcome::Draw } else { Outcome::Open }
    }

    fn is_won(&self, cells: &Cells, numbers: &[u8; 4]) -> bool {
        let sum: u8 = numbers.iter().sum();
        let is_full = !numbers.contains(&0);
        match self.complete {
            Complete::FourWith34 | Complete::OneLineOnly => is_full && sum == 34,
            Complete::AnyWith34 => sum == 34,
            Complete::FourWithAtLeast34 => is_full && sum >= 34,
            Complete::OwnNumbers => {
                let winner = self.winner(cells, numbers);
                is_full && sum == 34 && numbers.iter().all(|&number| owner(number) == winner)
            }
        }
    }

    /// Who has won by a line with these numbers, of which at least one is not 0.
    fn winner(&self, cells: &Cells, numbers: &[u8; 4]) -> Player {
        let mut placed = numbers.iter().copied().filter(|&number| number != 0);
        match self.winner {
            Winner::MovedLast => moved_last(Turn::ByCount, cells),
            Winner::BeforeTurn(turn) => moved_last(turn, cells),
            Winner::FirstNumberOfLine => placed.next().map_or(Player::Odd, owner),
            Winner::LastNumberOfLine => placed.next_back().map_or(Player::Odd, owner),
            Winner::MoreNumbers(otherwise) => {
                let count = placed.clone().count();
                match placed.filter(|&number| owner(number) == Player::Odd).count() {
                    odd if 2 * odd > count => Player::Odd,
                    odd if 2 * odd < count => Player::Even,
                    _ => otherwise,
                }
            }
        }
    }
}

fn moved_last(turn: Turn, cells: &Cells) -> Player {
    if turn.is_odd(cells) { Player::Even } else { Player::Odd }
}

fn owner(number: u8) -> Player {
    if number.is_multiple_of(2) { Player::Even } else { Player::Odd }
}

/// Whether no line with an empty cell can get the sum 34 with numbers that are not on the board.
fn is_dead(cells: &Cells, lines: &[Line]) -> bool {
    let unused: Vec<u8> = (1..=16).filter(|number| !cells.contains(number)).collect();
    !lines.iter().map(|line| on_line(cells, line)).any(|numbers| {
        let empty = numbers.iter().filter(|&&number| number == 0).count();
        let sum: u8 = numbers.iter().sum();
        empty > 0 && sum < 34 && can_add(&unused, empty, 34 - sum)
    })
}

/// Whether some of these numbers, this many, have this sum.
fn can_add(numbers: &[u8], count: usize, sum: u8) -> bool {
    match (count, numbers) {
        (0, _) => sum == 0,
        (_, []) => false,
        (_, [first, rest @ ..]) => {
            let with_it =
                sum.checked_sub(*first).is_some_and(|left| can_add(rest, count - 1, left));
            with_it || can_add(rest, count, sum)
        }
    }
}

/// A sort of position. A wrong answer has only four forms, and several of them are needed to tell misconceptions apart: so each
/// sort occurs often in a task.
#[derive(Clone, Copy)]
enum Sort {
    /// Won by one line only, by a player, before the board is full or with the last number.
    Won(Line, Player, Cover),
    /// Won by two lines at once.
    WonTwice(Player),
    /// Full, and not won. Some broken diagonal has the sum 34.
    DrawWithBrokenDiagonal,
    Draw,
    /// Open, with the sum 34 on a line with an empty cell; no player can win any more.
    DeadWithShortLine,
    WithShortLine,
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    Full,
    NotFull,
}

/// The sorts of a task's positions.
const SORTS: [Sort; 48] = {
    use Cover::{Full, NotFull};
    use Player::{Even, Odd};
    use Sort::{
        DeadWithShortLine as Dead, Draw, DrawWithBrokenDiagonal as Broken, Open,
        WithShortLine as Short, Won, WonTwice as Twice,
    };
    let [.., row] = ROWS;
    let [.., column] = COLUMNS;
    [
        Won(MINOR, Odd, NotFull),
        Won(MAJOR, Even, Full),
        Draw,
        Short,
        Won(row, Odd, NotFull),
        Won(column, Even, NotFull),
        Broken,
        Dead,
        Twice(Odd),
        Twice(Even),
        Won(MINOR, Even, Full),
        Broken,
        Won(MAJOR, Odd, NotFull),
        Won(row, Even, NotFull),
        Broken,
        Dead,
        Won(column, Odd, NotFull),
        Open,
        Won(MINOR, Odd, NotFull),
        Broken,
        Won(MAJOR, Even, NotFull),
        Twice(Odd),
        Won(row, Odd, NotFull),
        Dead,
        Won(column, Even, Full),
        Draw,
        Won(MINOR, Even, NotFull),
        Short,
        Won(MAJOR, Odd, NotFull),
        Twice(Even),
        Won(row, Even, Full),
        Broken,
        Won(column, Odd, NotFull),
        Dead,
        Won(MINOR, Odd, NotFull),
        Broken,
        Won(MAJOR, Even, Full),
        Short,
        Won(row, Odd, NotFull),
        Draw,
        Won(column, Even, NotFull),
        Dead,
        Twice(Odd),
        Broken,
        Twice(Even),
        Dead,
        Draw,
        Open,
    ]
};

fn position(rng: &mut ChaCha8Rng, sort: Sort) -> Board {
    loop {
        if let Some(board) = attempt(rng, sort) {
            return board;
        }
    }
}

/// A position of a sort, if one is found at once.
fn attempt(rng: &mut ChaCha8Rng, sort: Sort) -> Option<Board> {
    let all = Lines::default().list();
    match sort {
        Sort::Won(line, player, cover) => {
            let numbers = winning_numbers(rng, None);
            let moves = moves_before(rng, player, cover);
            let won = winnable(rng, moves, &line, numbers)?.won()?;
            (won.winning_lines().count() == 1).then_some(won)
        }
        Sort::WonTwice(player) => {
            let mut lines = all.sample(rng, 2);
            let lines = [lines.next()?, lines.next()?];
            let moves = moves_before(rng, player, Cover::NotFull);
            doubly_winnable(rng, moves, lines)?.won()
        }
        Sort::DrawWithBrokenDiagonal => {
            let board = undecided(rng, 16);
            let cells = board.cells();
            let is_34 = |line| on_line(&cells, line).iter().sum::<u8>() == 34;
            DIAGONALS_ROUND_THE_EDGE.iter().any(is_34).then_some(board)
        }
        Sort::Draw => Some(undecided(rng, 16)),
        Sort::DeadWithShortLine => {
            let moves = rng.random_range(13..=15);
            let board = undecided(rng, moves);
            (has_short_line(&board) && is_dead(&board.cells(), &all)).then_some(board)
        }
        Sort::WithShortLine => {
            let moves = rng.random_range(7..=14);
            Some(undecided(rng, moves)).filter(has_short_line)
        }
        Sort::Open => {
            let moves = rng.random_range(6..=15);
            Some(undecided(rng, moves))
        }
    }
}

/// How many moves are made before this player wins.
fn moves_before(rng: &mut ChaCha8Rng, player: Player, cover: Cover) -> usize {
    match (player, cover) {
        (_, Cover::Full) => 15,
        (Player::Odd, Cover::NotFull) => 2 * rng.random_range(3..=7),
        (Player::Even, Cover::NotFull) => 2 * rng.random_range(3..=6) + 1,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_outcome_is_about_a_quarter_of_all() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let boards = SORTS.map(|sort| position(&mut rng, sort));
        let share = |outcome| boards.iter().filter(|board| board.outcome() == outcome).count();
        assert_eq!([Player::Odd, Player::Even].map(|player| share(Outcome::Won(player))), [13, 13]);
        assert_eq!([Outcome::Draw, Outcome::Open].map(share), [11, 11]);
    }

    #[test]
    fn games_are_won_by_one_line_or_by_two() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let boards = SORTS.map(|sort| position(&mut rng, sort));
        let lines = boards.iter().map(|board| board.winning_lines().count());
        let (one, two) = lines.fold((0, 0), |(one, two), lines| match lines {
            0 => (one, two),
            1 => (one + 1, two),
            _ => (one, two + 1),
        });
        assert_eq!((one, two), (20, 6));
    }
}
