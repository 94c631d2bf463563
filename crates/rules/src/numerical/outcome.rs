//! Step 15: the outcome of a position.

mod generator;

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use self::generator::{Sort, dozen, position};
use super::positions::Boards;
use super::readings::{Cells, Diagonals, Line, Lines, Parallels, Turn, on_line, placed};
use crate::texts::{form, numerical as hints};
use gradus_board::drawing::Panel;
use gradus_board::numerical::{Outcome, Player};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

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
    /// The first line decides, or the last one, whatever the others have.
    FirstLine,
    LastLine,
    FourWithAtMost34,
    /// One line and no second one.
    ExactlyOneLine,
    FourWith(u8),
    /// Two odd numbers and two even ones, with the sum 34.
    TwoOfEach,
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
    /// Who has more numbers in the line; this if both have two.
    MoreNumbers(Outcome),
}

/// How a game ends without a winner.
#[derive(Default)]
enum End {
    #[default]
    FullWithoutLine,
    Never,
    /// A full board is a draw whatever is on its lines.
    Full,
    /// A board with one empty cell is a draw if it is not won. All open boards of a task have one, and nobody can win them any more: so
    /// this is also how a program answers that takes those for draws, or all that are not won.
    OneEmpty,
    /// A board with an empty cell is open whatever is on its lines.
    OpenIfEmpty,
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
    /// How many numbers there are, from which it is known who moved last.
    Count(Full),
}

/// How a program that goes on counting the numbers finds out whether a board is full.
#[derive(PartialEq)]
enum Full {
    ByCells,
    /// By the count, which must be 16.
    Exactly16,
    /// By the count, which must be 16 or more.
    AtLeast16,
}

impl Kind for Outcomes {
    const NAME: &'static str = "numerical/outcome";
    const VERSION: u32 = 7;
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

    fn hints() -> &'static [&'static [Template]] {
        &[hints::OUTCOME]
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
            .or("exactly-one-line", |reading| reading.complete = Complete::ExactlyOneLine)
            .or("first-line-only", |reading| reading.complete = Complete::FirstLine)
            .or("last-line-only", |reading| reading.complete = Complete::LastLine)
            .or("at-most-34", |reading| reading.complete = Complete::FourWithAtMost34)
            .or("two-odd-two-even", |reading| reading.complete = Complete::TwoOfEach)
            .alone();
        aspects
            .add()
            .or("player-to-move-wins", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByCountReversed);
            })
            .or("first-number-wins", |reading| reading.winner = Winner::FirstNumberOfLine)
            .or("more-numbers-win-or-even", |reading| {
                reading.winner = Winner::MoreNumbers(Outcome::Won(Player::Even));
            })
            .or("more-numbers-win-or-odd", |reading| {
                reading.winner = Winner::MoreNumbers(Outcome::Won(Player::Odd));
            })
            .or("more-numbers-win-or-draw", |reading| {
                reading.winner = Winner::MoreNumbers(Outcome::Draw);
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
            .or("empty-counted-as-number", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::ByDifferent);
            })
            .or("always-odd-wins", |reading| {
                reading.winner = Winner::BeforeTurn(Turn::AlwaysEven);
            })
            .alone();
        aspects
            .add()
            .or("diagonals-missed", |reading| reading.lines.diagonals = Diagonals::None)
            .or("minor-from-one", |reading| {
                reading.lines.diagonals = Diagonals::WithMinor([4, 7, 10, 13]);
            })
            .alone();
        aspects
            .add()
            .or("minor-diagonal-missed", |reading| {
                reading.lines.diagonals = Diagonals::MajorOnly;
            })
            .or("broken-diagonals", |reading| {
                reading.lines.diagonals = Diagonals::RoundTheEdge;
            })
            .or("blocks-counted", |reading| reading.lines.diagonals = Diagonals::AndBlocks);
        aspects.add().or("row-or-column-missed", |reading| {
            reading.lines.rows = Parallels::WithoutLast;
            reading.lines.columns = Parallels::WithoutLast;
        });
        aspects
            .add()
            .or("columns-of-three", |reading| reading.lines.columns = Parallels::OfThree)
            .or("rows-of-three", |reading| reading.lines.rows = Parallels::OfThree)
            .or("lines-of-three", |reading| {
                reading.lines.rows = Parallels::OfThree;
                reading.lines.columns = Parallels::OfThree;
                reading.lines.diagonals = Diagonals::OfThree;
            })
            .alone();
        aspects
            .add()
            .or("full-is-a-draw", |reading| reading.end = End::Full)
            .or("never-a-draw", |reading| reading.end = End::Never)
            .or("open-is-a-draw", |reading| reading.end = End::OneEmpty)
            .or("empty-is-open", |reading| reading.end = End::OpenIfEmpty);
        aspects
            .add()
            .or("line-found-not-set-back", |reading| reading.kept = Kept::LineFound)
            .or("winner-not-set-back", |reading| reading.kept = Kept::Winner)
            .or("outcome-not-set-back", |reading| reading.kept = Kept::Outcome)
            .or("count-not-set-back", |reading| reading.kept = Kept::Count(Full::ByCells))
            .or("count-not-set-back-full-at-16", |reading| {
                reading.kept = Kept::Count(Full::Exactly16);
            })
            .or("count-not-set-back-full-from-16", |reading| {
                reading.kept = Kept::Count(Full::AtLeast16);
            })
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
        sorts.shuffle(rng);
        while !shows_what_is_kept(&sorts) {
            sorts.shuffle(rng);
        }
        let draw = |rng: &mut ChaCha8Rng, &sort: &Sort| position(rng, sort);
        Boards { boards: steering.cover_each(rng, &sorts, 8, draw, Boards::one) }
    }

    fn solve<'a>(
        task: &'a Boards,
        reading: &'a Reading,
    ) -> impl Iterator<Item = One<Outcome>> + 'a {
        let lines = reading.lines.list();
        let (mut is_found, mut last, mut count) = (false, Outcome::Open, 0);
        task.boards.iter().map(move |board| {
            let cells = board.cells();
            let outcome = reading.outcome(&cells, &lines);
            let is_won = matches!(outcome, Outcome::Won(_));
            is_found |= is_won;
            count += placed(&cells);
            last = match &reading.kept {
                Kept::LineFound if is_found => reading.winner(&cells, &[0; 4]),
                Kept::Winner if matches!(last, Outcome::Won(_)) && !is_won => last,
                Kept::Outcome if matches!(outcome, Outcome::Open) => last,
                Kept::Count(full) => full.outcome(outcome, count),
                _ => outcome,
            };
            One(last)
        })
    }

    fn reference(task: &Boards) -> Vec<One<Outcome>> {
        task.boards.iter().map(|board| One(board.outcome())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        task.panels(1)
    }

    fn read_item(_task: &Boards, _position: usize, text: &str) -> Result<Outcome, Text> {
        match text.to_ascii_lowercase().as_str() {
            "odd" => Ok(Outcome::Won(Player::Odd)),
            "even" => Ok(Outcome::Won(Player::Even)),
            "draw" => Ok(Outcome::Draw),
            "open" => Ok(Outcome::Open),
            _ => Err(form::outcome()),
        }
    }
}

/// Whether boards are in such an order that what is kept from one of them shows on those after it.
fn shows_what_is_kept(sorts: &[Sort]) -> bool {
    let is_won = |sort: &&Sort| matches!(sort, Sort::Won(..) | Sort::WonByOwn(..));
    let after_won = sorts.iter().skip_while(|sort| !is_won(sort)).filter(|sort| !is_won(sort));
    let mut neighbours = sorts.windows(2);
    sorts.len() < 12
        || after_won.count() >= 4
            && winners_by_a_kept_count(sorts) >= 3
            && !matches!(sorts.first(), Some(Sort::Dead(_)))
            && sorts.windows(2).all(|pair| !matches!(pair, [Sort::Dead(_), Sort::Dead(_)]))
            && neighbours.any(|pair| matches!(pair, [won, Sort::Dead(_)] if is_won(&won)))
}

/// How many games are given to the wrong player if the count of numbers goes on from board to board: those before which it is odd.
fn winners_by_a_kept_count(sorts: &[Sort]) -> usize {
    let (mut is_odd_before, mut wrong) = (false, 0);
    for sort in sorts {
        let is_odd = match sort {
            Sort::Won(_, player, _) | Sort::WonByOwn(_, player, _) => {
                wrong += usize::from(is_odd_before);
                *player == Player::Odd
            }
            Sort::Draw(_) => false,
            Sort::Dead(_) => true,
        };
        is_odd_before ^= is_odd;
    }
    wrong
}

impl Full {
    /// The outcome of a board that has this one, if so many numbers are counted.
    fn outcome(&self, outcome: Outcome, count: usize) -> Outcome {
        let is_full = match self {
            Self::ByCells => outcome == Outcome::Draw,
            Self::Exactly16 => count == 16,
            Self::AtLeast16 => count >= 16,
        };
        match outcome {
            Outcome::Won(_) if count.is_multiple_of(2) => Outcome::Won(Player::Even),
            Outcome::Won(_) => Outcome::Won(Player::Odd),
            Outcome::Draw | Outcome::Open if is_full => Outcome::Draw,
            Outcome::Draw | Outcome::Open => Outcome::Open,
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
            Complete::ExactlyOneLine => {
                let first = won.next();
                first.filter(|_| won.next().is_none())
            }
            Complete::FirstLine => numbers.next().filter(|numbers| self.is_won(cells, numbers)),
            Complete::LastLine => numbers.next_back().filter(|numbers| self.is_won(cells, numbers)),
            _ => won.next(),
        };
        if let Some(numbers) = won {
            return self.winner(cells, &numbers);
        }
        let is_draw = match self.end {
            End::FullWithoutLine | End::Full | End::OpenIfEmpty => is_full,
            End::Never => false,
            End::OneEmpty => placed(cells) >= 15,
        };
        if is_draw { Outcome::Draw } else { Outcome::Open }
    }

    fn is_won(&self, cells: &Cells, numbers: &[u8; 4]) -> bool {
        let sum = sum(*numbers);
        let is_full = !numbers.contains(&0);
        match self.complete {
            Complete::FourWith34
            | Complete::FirstFullLine
            | Complete::FirstLine
            | Complete::LastLine
            | Complete::ExactlyOneLine => is_full && sum == 34,
            Complete::FourWith(wanted) => is_full && sum == wanted,
            Complete::AnyWith34 => sum == 34,
            Complete::TwoOfEach => {
                let odd = numbers.iter().filter(|&&number| owner(number) == Player::Odd);
                is_full && sum == 34 && odd.count() == 2
            }
            Complete::FourWithAtLeast34 => is_full && sum >= 34,
            Complete::FourWithAtMost34 => is_full && sum <= 34,
            Complete::OwnNumbers => {
                let winner = self.winner(cells, numbers);
                is_full
                    && sum == 34
                    && numbers.iter().all(|&number| Outcome::Won(owner(number)) == winner)
            }
        }
    }

    /// What a line with these numbers, of which at least one is not 0, makes of the game.
    fn winner(&self, cells: &Cells, numbers: &[u8; 4]) -> Outcome {
        let mut placed = numbers.iter().copied().filter(|&number| number != 0);
        Outcome::Won(match self.winner {
            Winner::MovedLast => moved_last(Turn::ByCount, cells),
            Winner::BeforeTurn(turn) => moved_last(turn, cells),
            Winner::FirstNumberOfLine => placed.next().map_or(Player::Odd, owner),
            Winner::LastNumberOfLine => placed.next_back().map_or(Player::Odd, owner),
            Winner::MoreNumbers(otherwise) => {
                let count = placed.clone().count();
                match placed.filter(|&number| owner(number) == Player::Odd).count() {
                    odd if 2 * odd > count => Player::Odd,
                    odd if 2 * odd < count => Player::Even,
                    _ => return otherwise,
                }
            }
        })
    }
}

/// The sum of a line. One of three cells has the third one twice.
fn sum([first, second, third, fourth]: [u8; 4]) -> u8 {
    first + second + third + if fourth == third { 0 } else { fourth }
}

fn moved_last(turn: Turn, cells: &Cells) -> Player {
    if turn.is_odd(cells) { Player::Even } else { Player::Odd }
}

fn owner(number: u8) -> Player {
    if number.is_multiple_of(2) { Player::Even } else { Player::Odd }
}
