//! Step 15: the outcome of a position.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::positions::{
    Boards, doubly_winnable, undecided, winnable, winning_numbers, with_short_line,
};
use super::readings::{
    COLUMNS, Cells, DIAGONALS_ROUND_THE_EDGE, Diagonals, LAST_COLUMN, LAST_ROW, Line, Lines, MAJOR,
    MINOR, Parallels, ROWS, Turn, on_line,
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
    kept: Kept,
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
    /// Only the first line of four numbers is asked for its sum.
    FirstFullLine,
    /// No more than one line has the sum 34.
    OneLineOnly,
    FourWith(u8),
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
    /// Every board that is not won is a draw.
    Always,
    /// A board with an empty cell is open whatever is on its lines.
    OpenIfEmpty,
    /// A board that nobody can win any more is a draw.
    Dead,
}

/// What is kept from the boards before.
#[derive(Default, PartialEq)]
enum Kept {
    #[default]
    Nothing,
    /// That a line was found.
    LineFound,
    /// The winner.
    Winner,
    /// The outcome, which an open board does not change.
    Outcome,
}

impl Kind for Outcomes {
    const NAME: &'static str = "numerical/outcome";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    // There are only four answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    // For the same reason two wrong items tell little.
    const WRONG_QUESTIONS: u32 = 3;
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
            .or("at-least-34", |reading| reading.complete = Complete::FourWithAtLeast34);
        aspects
            .add()
            .or("first-full-line-decides", |reading| reading.complete = Complete::FirstFullLine)
            .or("exactly-one-line", |reading| reading.complete = Complete::OneLineOnly)
            .alone();
        aspects
            .add()
            .or("player-to-move-wins", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByCountReversed);
            })
            .or("first-number-wins", |reading| reading.winner = Winner::FirstNumberOfLine)
            .or("more-numbers-win-or-even", |reading| {
                reading.winner = Winner::MoreNumbers(Player::Even);
            })
            .or("more-numbers-win-or-odd", |reading| {
                reading.winner = Winner::MoreNumbers(Player::Odd);
            })
            .or("largest-number-moved-last", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByLargestNumber);
            });
        aspects
            .add()
            .or("last-number-moved-last", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByLastNumber);
            })
            .or("last-number-wins", |reading| reading.winner = Winner::LastNumberOfLine)
            .alone();
        aspects
            .add()
            .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
            .alone();
        aspects
            .add()
            .or("minor-diagonal-missed", |reading| {
                reading.lines.diagonals = Diagonals::MajorOnly;
            })
            .or("broken-diagonals", |reading| {
                reading.lines.diagonals = Diagonals::RoundTheEdge;
            });
        aspects.add().or("last-row-and-column-missed", |reading| {
            reading.lines.rows = Parallels::WithoutLast;
            reading.lines.columns = Parallels::WithoutLast;
        });
        aspects
            .add()
            .or("full-is-a-draw", |reading| reading.end = End::Full)
            .or("never-a-draw", |reading| reading.end = End::Never)
            .or("never-open", |reading| reading.end = End::Always)
            .or("empty-is-open", |reading| reading.end = End::OpenIfEmpty)
            .or("dead-is-a-draw", |reading| reading.end = End::Dead);
        aspects
            .add()
            .or("line-found-not-set-back", |reading| reading.kept = Kept::LineFound)
            .or("winner-not-set-back", |reading| reading.kept = Kept::Winner)
            .or("outcome-not-set-back", |reading| reading.kept = Kept::Outcome)
            .alone();
        let sums = [30, 33, 35].map(|sum: u8| (sum.to_string(), sum.to_string(), sum));
        aspects
            .add()
            .or_each("another-sum", sums, |reading, sum| reading.complete = Complete::FourWith(sum))
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Boards {
        let mut sorts = Vec::new();
        let count = params.boards.get() as usize;
        while sorts.len() < count {
            sorts.extend(dozen(rng));
        }
        sorts.truncate(count);
        // What is kept from a won board must show on those after it.
        loop {
            sorts.shuffle(rng);
            let is_won = |sort: &&Sort| matches!(sort, Sort::Won(..));
            let after = sorts.iter().skip_while(|sort| !is_won(sort));
            if after.filter(|sort| !is_won(sort)).count() >= count.min(4) {
                break;
            }
        }
        let draw = |rng: &mut ChaCha8Rng, &sort: &Sort| position(rng, sort);
        Boards { boards: steering.cover_each(rng, &sorts, 5, draw, Boards::one) }
    }

    fn solve<'a>(
        task: &'a Boards,
        reading: &'a Reading,
    ) -> impl Iterator<Item = One<Outcome>> + 'a {
        let lines = reading.lines.list();
        let (mut is_found, mut last) = (false, Outcome::Open);
        task.boards.iter().map(move |board| {
            let cells = board.cells();
            let outcome = reading.outcome(&cells, &lines);
            let is_won = matches!(outcome, Outcome::Won(_));
            is_found |= is_won;
            last = match reading.kept {
                Kept::LineFound if is_found => Outcome::Won(reading.winner(&cells, &[0; 4])),
                Kept::Winner if matches!(last, Outcome::Won(_)) && !is_won => last,
                Kept::Outcome if matches!(outcome, Outcome::Open) => last,
                _ => outcome,
            };
            One(last)
        })
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
        match self.end {
            End::Full if is_full => return Outcome::Draw,
            End::OpenIfEmpty if !is_full => return Outcome::Open,
            _ => {}
        }
        let mut numbers = lines.iter().map(|line| on_line(cells, line));
        let mut won = numbers.clone().filter(|numbers| self.is_won(cells, numbers));
        let won = match self.complete {
            Complete::FirstFullLine => {
                let first = numbers.find(|numbers| !numbers.contains(&0));
                first.filter(|numbers| self.is_won(cells, numbers))
            }
            Complete::OneLineOnly => won.next().filter(|_| won.next().is_none()),
            _ => won.next(),
        };
        if let Some(numbers) = won {
            return Outcome::Won(self.winner(cells, &numbers));
        }
        let is_draw = match self.end {
            End::FullWithoutLine | End::Full | End::OpenIfEmpty => is_full,
            End::Never => false,
            End::Always => true,
            End::Dead => is_full || is_dead(cells, lines),
        };
        if is_draw { Outcome::Draw } else { Outcome::Open }
    }

    fn is_won(&self, cells: &Cells, numbers: &[u8; 4]) -> bool {
        let sum: u8 = numbers.iter().sum();
        let is_full = !numbers.contains(&0);
        match self.complete {
            Complete::FourWith34 | Complete::FirstFullLine | Complete::OneLineOnly => {
                is_full && sum == 34
            }
            Complete::FourWith(wanted) => is_full && sum == wanted,
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

/// A sort of position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Won(Route, Player, Cover),
    /// Full, and not won.
    Draw,
    /// Open, with the sum 34 on a line with an empty cell; no player can win any more.
    Dead,
    /// The same while there may still be a winner.
    Short,
}

/// Along which line a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    One(Line),
    /// The last row and the last column at once.
    Corner,
}

/// Whether the move that wins fills the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    Full,
    NotFull,
}

/// The sorts of twelve positions.
///
/// A wrong answer has only four forms, and three of them are needed to tell a misconception from chance. So what people miss occurs
/// three times: the minor diagonal, two lines at once, a full board that is won, an open one with a line of three. The last
/// place is for another line, or for a third draw.
fn dozen(rng: &mut ChaCha8Rng) -> [Sort; 12] {
    use Cover::{Full, NotFull};
    use Player::{Even, Odd};
    let (minor, corner) = (Route::One(MINOR), Route::Corner);
    // Both players win along each of them, or a full board would be enough to tell.
    let (four, five) = if rng.random() { (minor, corner) } else { (corner, minor) };
    // Mostly a column: the columns do not matter where two lines are won at once.
    let others = [&COLUMNS[..], &COLUMNS[..], &ROWS[..3], &[MAJOR]].concat();
    let other = others.choose(rng).copied().unwrap_or(MAJOR);
    let player = if rng.random() { Odd } else { Even };
    [
        Sort::Won(minor, Odd, NotFull),
        Sort::Won(corner, Odd, NotFull),
        Sort::Won(four, Odd, NotFull),
        Sort::Won(minor, Even, Full),
        Sort::Won(corner, Even, Full),
        Sort::Won(five, Even, Full),
        Sort::Draw,
        Sort::Draw,
        Sort::Dead,
        Sort::Dead,
        if rng.random_ratio(1, 3) { Sort::Short } else { Sort::Dead },
        if rng.random() { Sort::Draw } else { Sort::Won(Route::One(other), player, NotFull) },
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
    match sort {
        Sort::Won(route, player, cover) => {
            let moves = moves_before(rng, player, cover);
            let (won, lines) = match route {
                Route::One(line) => {
                    let numbers = winning_numbers(rng, None);
                    (winnable(rng, moves, &line, numbers)?.won()?, 1)
                }
                Route::Corner => {
                    let lines = [&LAST_ROW, &LAST_COLUMN];
                    (doubly_winnable(rng, moves, lines)?.won()?, 2)
                }
            };
            (won.winning_lines().count() == lines).then_some(won)
        }
        Sort::Draw => {
            let board = undecided(rng, 16);
            let cells = board.cells();
            let is_34 = |line| on_line(&cells, line).iter().sum::<u8>() == 34;
            // By chance, few would have a broken diagonal with this sum.
            let is_kept = DIAGONALS_ROUND_THE_EDGE.iter().any(is_34) || rng.random_ratio(1, 8);
            is_kept.then_some(board)
        }
        Sort::Dead => {
            let board = with_short_line(rng, 13..=15);
            is_dead(&board.cells(), &Lines::default().list()).then_some(board)
        }
        Sort::Short => Some(with_short_line(rng, 7..=13)),
    }
}

/// How many moves are made before this player wins. Open boards are nearly full, so most of those that are won are as well: how many
/// cells are taken says little.
fn moves_before(rng: &mut ChaCha8Rng, player: Player, cover: Cover) -> usize {
    let is_late = rng.random_ratio(3, 4);
    match (player, cover) {
        (_, Cover::Full) => 15,
        (Player::Odd, Cover::NotFull) if is_late => 2 * rng.random_range(6..=7),
        (Player::Odd, Cover::NotFull) => 2 * rng.random_range(3..=5),
        (Player::Even, Cover::NotFull) if is_late => 13,
        (Player::Even, Cover::NotFull) => 2 * rng.random_range(3..=5) + 1,
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn every_outcome_is_frequent() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let outcomes: Vec<Outcome> = (0..100)
            .flat_map(|_| dozen(&mut rng))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|sort| position(&mut rng, sort).outcome())
            .collect();
        let share = |outcome| outcomes.iter().filter(|&&other| other == outcome).count();
        for player in [Player::Odd, Player::Even] {
            assert!((300..=350).contains(&share(Outcome::Won(player))));
        }
        assert!((200..=300).contains(&share(Outcome::Draw)));
        assert_eq!(share(Outcome::Open), 300);
    }

    #[test]
    fn nearly_full_boards_have_every_outcome() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let sorts: Vec<Sort> = (0..20).flat_map(|_| dozen(&mut rng)).collect();
        let boards: Vec<Board> = sorts.into_iter().map(|sort| position(&mut rng, sort)).collect();
        let has = |count, outcome| {
            let is_such = |board: &Board| 16 - board.empty_cells().count() == count;
            boards.iter().any(|board| is_such(board) && board.outcome() == outcome)
        };
        for (count, player) in [(13, Player::Odd), (14, Player::Even), (15, Player::Odd)] {
            assert!(has(count, Outcome::Won(player)) && has(count, Outcome::Open), "{count}");
        }
        assert!(has(16, Outcome::Won(Player::Even)) && has(16, Outcome::Draw));
    }
}
