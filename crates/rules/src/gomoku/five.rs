//! Step 05: who won, and with which move.

mod reading;
mod runs;

use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use self::reading::{Before, Reading, Starts, Win};
use self::runs::Record;
use super::plain::{LINES, Place, SIDE};
use super::positions::without_last_moves;
use super::{HINTS, plain};
use gradus_board::drawing::Panel;
use gradus_board::drawing::gomoku::Sheet;
use gradus_board::gomoku::{Game, Point, Stone};
use gradus_step::{Aspects, Catalogue, Count, Expected, Feedback, Kind, One, Steering, Workload};

/// The winner of each game and the number of the winning move.
pub enum Five {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<9, 50>,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    #[serde_as(as = "Vec<DisplayFromStr>")]
    games: Vec<Record>,
}

impl Kind for Five {
    const NAME: &'static str = "gomoku/five";
    const VERSION: u32 = 4;
    const WORKLOAD: Workload = Workload::Heavy;
    // The number of moves tells who can have won, and with which move: there are only two answers to each question.
    const FEEDBACK: Feedback = Feedback::Silent;
    const DIAGNOSIS_LIMIT: usize = 1500;

    type Params = Params;
    type Task = Task;
    type Item = Win;
    type Solution = One<Win>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let games = games(rng, steering, params.games.get() as usize);
        Task { games: games.into_iter().map(Record::from).collect() }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = One<Win>> + 'a {
        let mut before = Before::default();
        task.games.iter().map(move |game| One(reading.result(game, &mut before)))
    }

    fn reference(task: &Task) -> Vec<One<Win>> {
        let games = task.games.iter().map(Record::game);
        games.map(|game| One(Win(game.winner().zip(game.won_at())))).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        let drawn = |record: &Record| {
            let game = record.game();
            Sheet { moves: game.moves(), is_numbered: true, ..Sheet::of(game.board()) }.drawn()
        };
        Panel::each(task.games.iter().map(drawn), 1)
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Win, Expected> {
        let win = || {
            let (letter, number) = text.split_at_checked(1)?;
            let winner = match letter {
                "x" | "X" => Stone::Black,
                "o" | "O" => Stone::White,
                _ => return None,
            };
            Some(Win(Some((winner, number.parse().ok()?))))
        };
        if text == "-" {
            return Ok(Win(None));
        }
        win().ok_or(Expected("`x` or `o` and the number of a move, as `x17`, or `-`"))
    }
}

/// The games of a task.
fn games(rng: &mut ChaCha8Rng, steering: &Steering<Five>, count: usize) -> Vec<Game> {
    let plans = plans(rng, count);
    let instantiate = |game: &Game| Task { games: vec![game.clone().into()] };
    steering.cover_each(rng, &plans, 1, game, instantiate)
}

/// What a game is built around.
struct Plan {
    /// The line along which it is won.
    line: Place,
    /// Whether the row that wins lies at the border, or ends there.
    is_at_border: bool,
    /// Whether it is the end of that row that lies there.
    ends_at_border: bool,
    /// How many stones the row has that wins.
    length: u8,
    /// Which stone of it comes last, from 0.
    last: RangeInclusive<u8>,
    traps: [Trap; 2],
    winner: Stone,
    /// How many moves are missing at the end.
    missing: usize,
    /// How many stones each side has elsewhere.
    others: RangeInclusive<usize>,
}

/// What a misreading takes for a win before the game is won.
#[derive(Clone, Copy)]
enum Trap {
    /// Five in a row that begin at the end of one row and end at the beginning of the next.
    NextRow,
    /// Five that begin at one side of the board and go on at the opposite one.
    OppositeSide,
    /// Four.
    Four,
    /// Five with a gap.
    Gap,
}

/// Nine games, or as many as are wanted: one that is not won yet, so that it is not enough to count the moves, and others that are
/// won along every line twice, with five and with more, in the middle and at the border.
///
/// A program that misses a win answers `-`, and one such item tells little: so what people miss occurs twice or more, and not in the same
/// games as something else. Of those with five in a row, 0 and 1 end at the border and 2 begins there; the stone that wins is the first
/// of the row in 0 and 3, and the last in 2.
fn plans(rng: &mut ChaCha8Rng, count: usize) -> Vec<Plan> {
    let mut plans = Vec::new();
    while plans.len() < count {
        plans.extend(nine(rng));
    }
    plans.truncate(count);
    plans.shuffle(rng);
    // Before a game that nobody wins comes one that somebody wins with a move whose number is rare: so it shows if its result is kept.
    if plans.first().is_some_and(|plan| plan.missing > 0) {
        plans.rotate_left(1);
    }
    let is_open: Vec<bool> = plans.iter().map(|plan| plan.missing > 0).collect();
    for (plan, _) in plans.iter_mut().zip(is_open.iter().skip(1)).filter(|(_, is_open)| **is_open) {
        plan.others = 27..=36;
    }
    plans
}

fn nine(rng: &mut ChaCha8Rng) -> Vec<Plan> {
    let mut lines = [LINES, LINES].concat();
    lines.shuffle(rng);
    // What is missed in these games alone should not be told to be a line that is left out.
    let are_of_one_line = |lines: &[Place]| {
        [(0, 1), (0, 3), (4, 6)].iter().any(|&(one, other)| lines.get(one) == lines.get(other))
    };
    while are_of_one_line(&lines) {
        lines.shuffle(rng);
    }
    lines.extend(LINES.choose(rng));
    let traps = [
        [Trap::NextRow, Trap::Four],
        [Trap::OppositeSide, Trap::Four],
        [Trap::NextRow, Trap::Gap],
        [Trap::OppositeSide, Trap::Gap],
    ];
    let traps = traps.into_iter().cycle();
    let plans = lines.into_iter().zip(traps).zip(0..).map(|((line, traps), number)| {
        let length = if (4..7).contains(&number) { rng.random_range(6..=7) } else { 5 };
        Plan {
            line,
            is_at_border: number < 3,
            ends_at_border: number < 2,
            last: match number {
                0 | 3 => 0..=0,
                1 => 1..=3,
                2 => 4..=4,
                _ => length - 5..=4,
            },
            // Two of the longer rows are black's.
            winner: Stone::to_move_after(number),
            length,
            traps,
            missing: if number == 8 { rng.random_range(1..=3) } else { 0 },
            // Few games that are won have as many moves as the one that is not: so its last move is seldom an answer to another game.
            others: if number == 8 { 16..=26 } else { 1..=13 },
        }
    });
    plans.collect()
}

/// A game by a plan.
fn game(rng: &mut ChaCha8Rng, plan: &Plan) -> Game {
    loop {
        if let Some(game) = try_game(rng, plan) {
            return without_last_moves(&game, plan.missing);
        }
    }
}

/// A won game by a plan, if the stones that are drawn for it leave one.
fn try_game(rng: &mut ChaCha8Rng, plan: &Plan) -> Option<Game> {
    let mut row = winning_row(rng, plan)?;
    // The stone that wins comes last; without it there are at most four in a row.
    let place = rng.random_range(plan.last.clone());
    let last = row.remove(usize::from(place));
    if plan.is_at_border != row.iter().any(|&point| is_at_border(plain::place(point))) {
        return None;
    }
    let is_free = |taken: &[Point], point: &Point| !taken.contains(point);
    let mut taken = row.clone();
    taken.push(last);
    let (mut winners, mut losers) = (row, Vec::new());
    for trap in plan.traps {
        let trap = trapped(rng, trap)?;
        if !trap.iter().all(|point| is_free(&taken, point)) {
            return None;
        }
        taken.extend(&trap);
        if rng.random_ratio(1, 2) {
            winners.extend(trap);
        } else {
            losers.extend(trap);
        }
    }
    let winner = plan.winner;
    let others = rng.random_range(plan.others.clone());
    // Black has made one move more than white when it wins.
    let wanted = winners.len().max(losers.len()) + others;
    let wanted_losers = match winner {
        Stone::Black => wanted,
        Stone::White => wanted + 1,
    };
    while winners.len() < wanted || losers.len() < wanted_losers {
        let (down, across) = (rng.random_range(-3..=3), rng.random_range(-3..=3));
        let point = taken.choose(rng)?.offset(down, across);
        let Some(point) = point.filter(|point| is_free(&taken, point)) else { continue };
        taken.push(point);
        if winners.len() < wanted { winners.push(point) } else { losers.push(point) }
    }
    winners.shuffle(rng);
    losers.shuffle(rng);
    winners.push(last);
    let (first, second) = match winner {
        Stone::Black => (winners, losers),
        Stone::White => (losers, winners),
    };
    let mut game = Game::new();
    for turn in 0..first.len() + second.len() {
        let side = if turn.is_multiple_of(2) { &first } else { &second };
        game.play(*side.get(turn / 2)?).ok()?;
    }
    // Another stone beside the row would make it longer.
    let rows = game.rows_of(winner);
    let is_as_planned =
        rows.len() == 1 && rows.iter().all(|row| row.len() == usize::from(plan.length));
    is_as_planned.then_some(game)
}

/// The points of the row that wins.
fn winning_row(rng: &mut ChaCha8Rng, plan: &Plan) -> Option<Vec<Point>> {
    let start = (rng.random_range(0..SIDE), rng.random_range(0..SIDE));
    let places = (0..plan.length).map(|steps| plain::along(start, plan.line, steps.into()));
    let places: Vec<Place> = places.collect();
    let ends_there = !Starts::OneShort.has(start, plan.line);
    let is_at_border =
        || ends_there == plan.ends_at_border && places.iter().copied().any(is_at_border);
    let is_there = !plan.is_at_border || is_at_border();
    if is_there { points(places) } else { None }
}

fn is_at_border((row, column): Place) -> bool {
    [row, column].iter().any(|&place| place == 0 || place == SIDE - 1)
}

/// The points of a trap.
fn trapped(rng: &mut ChaCha8Rng, trap: Trap) -> Option<Vec<Point>> {
    let line = *LINES.choose(rng)?;
    let start = (rng.random_range(0..SIDE), rng.random_range(0..SIDE));
    let before = rng.random_range(1..=4);
    match trap {
        Trap::Four => points((0..4).map(|steps| plain::along(start, line, steps))),
        Trap::Gap => {
            let steps = (0..6).filter(|&steps| steps != before);
            points(steps.map(|steps| plain::along(start, line, steps)))
        }
        Trap::NextRow => {
            let (row, _) = start;
            let first = row * SIDE + SIDE - before;
            points((first..first + 5).map(|index| (index / SIDE, index % SIDE)))
        }
        Trap::OppositeSide => {
            let (across, _) = start;
            // An index below 0 is met only where the last of the five is one of the first rows or columns.
            let before = (before + 1) / 2;
            let along = (SIDE - before..SIDE).chain(0..5 - before);
            let is_row = line == (0, 1) || line == (1, 1);
            points(along.map(|along| if is_row { (across, along) } else { (along, across) }))
        }
    }
}

/// The points of these places, if all of them are on the board.
fn points(places: impl IntoIterator<Item = Place>) -> Option<Vec<Point>> {
    places.into_iter().map(plain::point).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use gradus_board::gomoku::Direction;

    /// What share of 810 games are such.
    fn share(is_such: impl Fn(&Game) -> bool) -> f64 {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let plans: Vec<Plan> = (0..30).flat_map(|_| plans(&mut rng, 27)).collect();
        let games = plans.iter().map(|plan| game(&mut rng, plan));
        let such = games.filter(|game| is_such(game)).count();
        f64::from(u32::try_from(such).unwrap()) / 810.0
    }

    /// The runs of the winning stone along the four lines.
    fn winning_runs(game: &Game) -> Vec<usize> {
        let last = game.moves().last().filter(|_| game.winner().is_some());
        let runs = |&point: &Point| {
            Direction::ALL.map(|direction| game.board().window(point, direction).run()).to_vec()
        };
        last.map_or(vec![], runs)
    }

    #[test]
    fn both_sides_win_and_some_games_are_undecided() {
        assert!((0.1..0.2).contains(&share(|game| game.winner().is_none())));
        for side in Stone::ALL {
            assert!(share(|game| game.winner() == Some(side)) > 0.3);
        }
    }

    #[test]
    fn wins_lie_in_every_direction_and_some_are_longer_than_five() {
        for direction in 0..4 {
            let such = |game: &Game| winning_runs(game).get(direction).is_some_and(|&run| run >= 5);
            assert!(share(such) > 0.15, "{direction}");
        }
        assert!(share(|game| winning_runs(game).iter().any(|&run| run > 5)) > 0.15);
    }

    #[test]
    fn games_are_short_and_long() {
        assert!(share(|game| game.moves().len() < 30) > 0.15);
        assert!(share(|game| game.moves().len() > 40) > 0.15);
    }
}
