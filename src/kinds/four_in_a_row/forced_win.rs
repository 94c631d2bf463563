//! Step 28: threats that the opponent has to answer, one after another, until there are two at once.

use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::known_lines::{
    KnownLine, LineSet, Numbering, View, add_line_sets, add_numberings, lines_known_through,
};
use super::positions::{
    Draft, Fork, Ids, IllegalPositions, Position, Positions, QuietPositions, any_lines, drawn_side,
    known_through, read_cells,
};
use crate::board::lattice::four_in_a_row::{Attack, Board, ByColor, Cell, SearchLimits, Stone};
use crate::step::{
    Aspects, Catalogue, Choice, Count, Expected, Feedback, Kind, Question, Solution, Steering,
    Workload,
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
    wins: Vec<Vec<u8>>,
}

/// The maximal number of moves of a winning sequence.
const MAX_MOVES: usize = 5;

/// The maximal number of ids of an item: a sequence with too many moves is wrong, but not malformed.
const MAX_IDS: usize = 32;

/// The search for the win of a board. The boards of tasks need far fewer nodes.
const SEARCH_LIMITS: SearchLimits = SearchLimits { moves: 5, nodes: 100_000 };

impl TryFrom<QuietPositions> for Task {
    type Error = IllegalPositions;

    fn try_from(positions: QuietPositions) -> Result<Self, IllegalPositions> {
        let wins = positions.0.each(|board, side| board.forced_win(side, SEARCH_LIMITS));
        let wins = wins
            .into_iter()
            .zip(1..)
            .map(|(win, number)| win.map(ids).ok_or(IllegalPositions::NoForcedWin(number)));
        Ok(Self { wins: wins.collect::<Result<_, _>>()?, positions })
    }
}

impl From<Task> for QuietPositions {
    fn from(Task { positions, .. }: Task) -> Self {
        positions
    }
}

fn ids(cells: Vec<Cell>) -> Vec<u8> {
    cells.into_iter().map(Cell::id).collect()
}

/// How the rule is read.
#[derive(Clone, Copy, Default)]
pub struct Reading {
    whose: Whose,
    lines: LineSet,
    answers: Answers,
    replies: Replies,
    last: Last,
    others: Others,
    written: Written,
    /// How many moves are tried at most, if they are fewer than may be needed. Where they do not win, the first or the last empty cell is
    /// answered.
    tried: Option<usize>,
    numbering: Numbering,
}

/// Who makes the threats.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Whose {
    #[default]
    Sides,
    Opponents,
}

/// Whether the opponent takes the completing cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Answers {
    #[default]
    Played,
    Forgotten,
}

/// After which moves the opponent may have no completing cell.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Replies {
    #[default]
    AfterEach,
    AfterNone,
}

/// How many completing cells the last move leaves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    TwoOrMore,
    OneOrMore,
}

impl Last {
    const fn least(self) -> u8 {
        match self {
            Self::TwoOrMore => 2,
            Self::OneOrMore => 1,
        }
    }
}

/// How many completing cells a move before the last leaves.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Others {
    #[default]
    ExactlyOne,
    AtMostOne,
}

/// How a sequence is written.
#[derive(Clone, Copy, Default)]
enum Written {
    #[default]
    Moves,
    /// With the opponent's answers between the moves.
    WithAnswers,
    /// With one move or more after the last one.
    WithMoreMoves,
    /// Ascending.
    Sorted,
}

/// The wrong sets of lines. One that lacks more lines finds no win at all on most boards.
const LINE_SETS: [LineSet; 2] = [LineSet::NothingFalls, LineSet::OverTheBorder];

impl Kind for ForcedWin {
    const NAME: &'static str = "four-in-a-row/forced-win";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;

    type Params = Params;
    type Task = Task;
    type Item = Ids;
    type Solution = Sequences;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        // Two alternatives at once accept many a sequence: they would name causes that are none.
        let mut or = |id: &'static str, change: fn(&mut Reading)| {
            aspects.add().or(id, change).alone();
        };
        or("counter-threats-ignored", |reading| reading.replies = Replies::AfterNone);
        or("answers-not-played", |reading| reading.answers = Answers::Forgotten);
        or("one-threat-is-enough", |reading| reading.last = Last::OneOrMore);
        or("answers-written-too", |reading| reading.written = Written::WithAnswers);
        or("goes-on-after-the-win", |reading| reading.written = Written::WithMoreMoves);
        or("moves-sorted", |reading| reading.written = Written::Sorted);
        or("sides-swapped", |reading| {
            reading.whose = Whose::Opponents;
            // A program that finds no win has to answer all the same.
            reading.last = Last::OneOrMore;
        });
        or("answers-written-and-counter-threats-ignored", |reading| {
            reading.replies = Replies::AfterNone;
            reading.written = Written::WithAnswers;
        });
        or("quiet-moves-too", |reading| reading.others = Others::AtMostOne);
        let tried = [1, 2].map(|moves: usize| (moves.to_string(), moves.to_string(), moves));
        aspects
            .add()
            .or_each("moves-at-most", tried, |reading, moves| reading.tried = Some(moves))
            .alone();
        add_line_sets(aspects, &LINE_SETS, |reading| &mut reading.lines).alone();
        add_numberings(aspects, |reading| &mut reading.numbering).alone();
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let side = drawn_side(rng);
        let plans = PLANS.into_iter().cycle().take(params.boards.get() as usize);
        let mut boards: Vec<_> = plans.map(|plan| shortest(rng, side, plan)).collect();
        boards.shuffle(rng);
        let (boards, wins) = boards.into_iter().unzip();
        Task { positions: QuietPositions(Positions { boards, side }), wins }
    }

    fn solve<'a>(task: &'a Task, reading: &'a Reading) -> impl Iterator<Item = Sequences> + 'a {
        let Positions { boards, side } = &task.positions.0;
        boards.iter().zip(&task.wins).map(|(position, win)| Sequences {
            position: Arc::clone(position),
            side: *side,
            win: win.clone(),
            reading: *reading,
        })
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Ids, Expected> {
        read_cells(text)
            .filter(|cells: &Vec<Cell>| cells.len() <= MAX_IDS)
            .map(|cells| cells.into_iter().collect())
            .ok_or(Expected("ids from 0 to 255 with single spaces between them, at most five"))
    }
}

/// A board with a win of which no shorter one is found quickly.
fn shortest(rng: &mut ChaCha8Rng, side: Stone, plan: Plan) -> (Arc<Position>, Vec<u8>) {
    loop {
        let (position, win) = winnable(rng, side, plan);
        if short_wins(&position.board, side).iter().all(|other| other.len() >= win.len()) {
            return (position, win);
        }
    }
}

/// The sequences that a reading takes for right on a board. There are too many to list them, so that each is tried.
pub struct Sequences {
    position: Arc<Position>,
    side: Stone,
    /// One that is right by the rule.
    win: Vec<u8>,
    reading: Reading,
}

impl Solution for Sequences {
    type Item = Ids;

    fn marks(&self, given: &[Ids]) -> impl Iterator<Item = bool> {
        given.iter().map(|Ids(ids)| self.accepts(ids))
    }

    fn items(&self, choice: Choice) -> Vec<Ids> {
        let moves = self.example(choice);
        let number = |&cell: &u8| self.reading.numbering.number(cell).into();
        vec![Ids(moves.iter().map(number).collect())]
    }

    /// The sequences of one and of two moves, and the example. There are many longer ones, but a blind guess of three moves is right
    /// far more rarely than the best one of two.
    fn question(&self) -> Question {
        let mut wins = short_wins(&self.position.board, self.side);
        if !wins.contains(&self.win) {
            wins.push(self.win.clone());
        }
        Question::with_any_of(wins.iter().map(|moves| written(moves)))
    }
}

fn written(moves: &[u8]) -> Ids {
    Ids(moves.iter().copied().map(i64::from).collect())
}

impl Sequences {
    /// Whether the reading takes a sequence for right.
    fn accepts(&self, ids: &[i64]) -> bool {
        let numbering = self.reading.numbering;
        let cell = |&id: &i64| match numbering {
            Numbering::Right => u8::try_from(id).ok(),
            _ => (0..=u8::MAX).find(|&cell| i64::from(numbering.number(cell)) == id),
        };
        let cells: Option<Vec<u8>> = ids.iter().map(cell).collect();
        let Some(cells) = cells else { return false };
        if let Some(most) = self.reading.tried {
            return if self.has_win_of(most) {
                cells.len() <= most && self.wins(&cells)
            } else {
                matches!(cells.as_slice(), &[cell] if self.stand_ins().contains(&cell))
            };
        }
        match self.reading.written {
            Written::Moves => self.wins(&cells) && self.is_not_reversed(&cells),
            Written::WithAnswers => {
                let moves: Vec<u8> = cells.iter().step_by(2).copied().collect();
                self.wins(&moves) && self.with_answers(&moves) == cells
            }
            Written::WithMoreMoves => {
                (1..cells.len()).any(|end| cells.get(..end).is_some_and(|moves| self.wins(moves)))
            }
            Written::Sorted => {
                cells.len() <= MAX_MOVES
                    && cells.is_sorted()
                    && orders_of(&cells).iter().any(|moves| self.wins(moves))
            }
        }
    }

    /// Whether there is a right sequence of so many moves, one or two, or fewer.
    fn has_win_of(&self, most: usize) -> bool {
        self.win.len() <= most
            || short_wins(&self.position.board, self.side).iter().any(|win| win.len() <= most)
    }

    /// What is answered where nothing is found: the first empty cell, and the last one.
    fn stand_ins(&self) -> [u8; 2] {
        let mut empty = self.position.view.empty_cells();
        let first = empty.next().unwrap_or(0);
        [first, empty.last().unwrap_or(first)]
    }

    /// The right sequences of the same board.
    fn rule(&self) -> Self {
        Self {
            position: Arc::clone(&self.position),
            side: self.side,
            win: Vec::new(),
            reading: Reading::default(),
        }
    }

    /// Whether a sequence wins by what the reading says of moves.
    fn wins(&self, moves: &[u8]) -> bool {
        let Some((&last, others)) = moves.split_last() else { return false };
        let mut play = self.play();
        moves.len() <= MAX_MOVES
            && others.iter().all(|&cell| play.forces(cell))
            && play.ends_with(last)
    }

    /// Whether a sequence is right, or not so from its end to its beginning: where only the order is wrong, nothing else is the cause.
    /// Two moves may be in the wrong order for any reason.
    fn is_not_reversed(&self, moves: &[u8]) -> bool {
        let reversed: Vec<u8> = moves.iter().rev().copied().collect();
        moves.len() < 3 || self.rule().wins(moves) || !self.rule().wins(&reversed)
    }

    fn play(&self) -> Play<'_> {
        let attacker = match self.reading.whose {
            Whose::Sides => self.side,
            Whose::Opponents => self.side.other(),
        };
        Play { view: &self.position.view, reading: &self.reading, attacker, placed: Vec::new() }
    }

    /// The moves with the answers between them.
    fn with_answers(&self, moves: &[u8]) -> Vec<u8> {
        let mut play = self.play();
        if let Some((last, others)) = moves.split_last() {
            for &cell in others {
                play.forces(cell);
            }
            play.placed.push((*last, play.attacker));
        }
        play.placed.iter().map(|&(cell, _)| cell).collect()
    }

    /// A sequence that the reading takes for right, or the right one if none is found.
    fn example(&self, choice: Choice) -> Vec<u8> {
        let mut win = self.win.clone();
        if let Some(most) = self.reading.tried {
            let wins = short_wins(&self.position.board, self.side);
            let short = wins.into_iter().find(|win| win.len() <= most);
            let [first, last] = self.stand_ins();
            let stand_in = match choice {
                Choice::First => first,
                Choice::Last => last,
            };
            return short.unwrap_or_else(|| vec![stand_in]);
        }
        match self.reading.written {
            Written::Moves => self.found(choice).unwrap_or(win),
            Written::WithAnswers => self.with_answers(&self.found(choice).unwrap_or(win)),
            Written::WithMoreMoves => {
                let mut play = self.play();
                for &cell in &win {
                    play.forces(cell);
                }
                let cells = play.completing(play.attacker);
                win.extend(match choice {
                    Choice::First => cells.first(),
                    Choice::Last => cells.last(),
                });
                win
            }
            Written::Sorted => {
                win.sort_unstable();
                win
            }
        }
    }

    /// A short sequence of moves that wins by the reading; none if that is the rule.
    fn found(&self, choice: Choice) -> Option<Vec<u8>> {
        let Reading { whose, lines, answers, replies, last, others, .. } = self.reading;
        if replies == Replies::AfterNone {
            return shortest_undefended(&self.position.board, self.side).map(ids);
        }
        let is_the_rule = (whose, lines) == (Whose::Sides, LineSet::All)
            && (answers, last, others) == (Answers::Played, Last::TwoOrMore, Others::ExactlyOne);
        if is_the_rule {
            return None;
        }
        let play = self.play();
        let twos = Twos::new(&play);
        let mut cells: Vec<u8> = match others {
            Others::ExactlyOne => twos.threats().collect(),
            Others::AtMostOne => twos.quiet_cells().collect(),
        };
        if choice == Choice::Last {
            cells.reverse();
        }
        let least = last.least();
        let singles = cells.iter().filter(|&&cell| twos.through(cell) >= least);
        let singles = singles.map(|&cell| vec![cell]);
        let pairs = cells.iter().flat_map(|&first| {
            let second = match answers {
                Answers::Played => twos.after(first, least),
                Answers::Forgotten => twos.threats().filter(|&cell| cell != first).collect(),
            };
            second.into_iter().map(move |second| vec![first, second])
        });
        singles.chain(pairs).find(|moves| self.wins(moves) && self.is_not_reversed(moves))
    }
}

/// The lines with two stones of the attacker and two empty cells, as a reading knows lines: a third stone makes a threat.
struct Twos<'a> {
    play: &'a Play<'a>,
    /// How many of them go through each cell.
    through: [u8; 256],
}

impl<'a> Twos<'a> {
    fn new(play: &'a Play<'a>) -> Self {
        let mut through = [0; 256];
        for (seen, _) in play.view.lines_with(2, play.reading.lines) {
            if (seen.stones(play.attacker), seen.empty()) == (2, 2) {
                for cell in seen.cells().into_iter().filter(|&cell| play.view.at(cell).is_none()) {
                    if let Some(through) = through.get_mut(usize::from(cell)) {
                        *through += 1;
                    }
                }
            }
        }
        Self { play, through }
    }

    fn through(&self, cell: u8) -> u8 {
        self.through.get(usize::from(cell)).copied().unwrap_or(0)
    }

    /// The cells on which a stone makes a threat, ascending.
    fn threats(&self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(|&cell| self.through(cell) > 0)
    }

    /// The empty cells on which a stone makes none, ascending.
    fn quiet_cells(&self) -> impl Iterator<Item = u8> {
        self.play.view.empty_cells().filter(|&cell| self.through(cell) == 0)
    }

    /// The cells that may make so many threats after a move: those beside it on a line with one stone.
    fn after(&self, first: u8, least: u8) -> Vec<u8> {
        let Play { view, reading, attacker, .. } = *self.play;
        let mut beside = Vec::new();
        for line in lines_known_through(first, reading.lines) {
            let stones = line.cells().map(|cell| view.at(cell));
            let own = stones.iter().filter(|&&stone| stone == Some(attacker)).count();
            let empty = stones.iter().filter(|stone| stone.is_none()).count();
            if (own, empty) == (1, 3) {
                let others = line.cells().into_iter().filter(|&cell| cell != first);
                beside.extend(others.filter(|&cell| view.at(cell).is_none()));
            }
        }
        let new = |cell| beside.iter().map(|&other| u8::from(other == cell)).sum::<u8>();
        beside.iter().copied().filter(|&cell| self.through(cell) + new(cell) >= least).collect()
    }
}

/// How many positions the search without a defence visits.
const SEARCH_NODES: u32 = 300;

/// The shortest sequence of threats, the last one double, if the opponent never makes one. Where there is none, there is no forced win.
fn shortest_undefended(board: &Board, side: Stone) -> Option<Vec<Cell>> {
    let attack = Attack::new(board, side)?;
    let mut nodes_left = SEARCH_NODES;
    (1..=MAX_MOVES).find_map(|moves| undefended(&attack, moves, &mut nodes_left))
}

/// A sequence of so many threats, the last one double, if the opponent never makes one.
fn undefended(attack: &Attack, moves: usize, nodes_left: &mut u32) -> Option<Vec<Cell>> {
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

/// A board on which a sequence is played.
struct Play<'a> {
    view: &'a View,
    reading: &'a Reading,
    attacker: Stone,
    placed: Vec<(u8, Stone)>,
}

impl Play<'_> {
    fn at(&self, cell: u8) -> Option<Stone> {
        let placed = self.placed.iter().find(|&&(other, _)| other == cell);
        placed.map(|&(_, stone)| stone).or_else(|| self.view.at(cell))
    }

    /// The completing cells of a side on lines with a stone of the sequence, ascending. There are no others: the board is quiet.
    fn completing(&self, owner: Stone) -> Vec<u8> {
        let mut cells = Vec::new();
        for &(stone, _) in self.placed.iter().filter(|&&(_, stone)| stone == owner) {
            let lines = lines_known_through(stone, self.reading.lines);
            for line in lines {
                let contents = line.cells().map(|cell| (cell, self.at(cell)));
                let mut others = contents.into_iter().filter(|&(_, stone)| stone != Some(owner));
                if let (Some((cell, None)), None) = (others.next(), others.next()) {
                    cells.push(cell);
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Plays a move; says whether the opponent has no completing cell then, if that is asked for.
    fn plays(&mut self, cell: u8, is_asked: bool) -> bool {
        if self.at(cell).is_some() {
            return false;
        }
        self.placed.push((cell, self.attacker));
        !is_asked || self.completing(self.attacker.other()).is_empty()
    }

    /// Plays a move before the last and the answer to it; says whether the move is one.
    fn forces(&mut self, cell: u8) -> bool {
        if !self.plays(cell, self.reading.replies != Replies::AfterNone) {
            return false;
        }
        match (self.completing(self.attacker).as_slice(), self.reading.others) {
            (&[answer], _) => {
                if self.reading.answers == Answers::Played {
                    self.placed.push((answer, self.attacker.other()));
                }
                true
            }
            ([], Others::AtMostOne) => true,
            _ => false,
        }
    }

    /// Plays the last move; says whether it is one.
    fn ends_with(&mut self, cell: u8) -> bool {
        self.plays(cell, self.reading.replies == Replies::AfterEach)
            && self.completing(self.attacker).len() >= usize::from(self.reading.last.least())
    }
}

/// All orders of these cells.
fn orders_of(cells: &[u8]) -> Vec<Vec<u8>> {
    if cells.is_empty() {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (place, &first) in cells.iter().enumerate() {
        let mut others = cells.to_vec();
        others.remove(place);
        orders.extend(
            orders_of(&others).into_iter().map(|order| [&[first], order.as_slice()].concat()),
        );
    }
    orders
}

/// How the wins of a task are planted, before the boards are shuffled.
const PLANS: [Plan; 3] = [Plan::Trap, Plan::Trap, Plan::Undisturbed];

#[derive(Clone, Copy)]
enum Plan {
    /// A program that does not look at the opponent's threats, or only at those along lines without −1, takes two moves for a win.
    Trap,
    /// The answers do not disturb.
    Undisturbed,
}

/// A position with a forced win, and that win.
fn winnable(rng: &mut ChaCha8Rng, side: Stone, plan: Plan) -> (Arc<Position>, Vec<u8>) {
    loop {
        let is_trap = matches!(plan, Plan::Trap);
        let mut planting = Planting { draft: Draft::new(), side };
        let win = if is_trap { planting.trap(rng) } else { planting.undisturbed(rng) };
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
    fn trap(&mut self, rng: &mut ChaCha8Rng) -> Option<Vec<Cell>> {
        let Missing { first, last, answer } = self.fork(rng)?;
        // Else the two moves in the other order would win.
        self.counter(rng, answer)?;
        let mut answer = self.threat(rng, first, rises)?;
        let mut win = vec![first];
        let counters = *[1, 1, 1, 2, 2, 3].iter().choose(rng)?;
        for _ in 0..counters {
            let defence = self.counter(rng, answer)?;
            answer = self.threat(rng, defence, |_| true)?;
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

/// Every forced win of one or two moves.
fn short_wins(board: &Board, side: Stone) -> Vec<Vec<u8>> {
    let Some(attack) = Attack::new(board, side) else { return Vec::new() };
    let single = attack.winning().iter().map(|cell| vec![cell]);
    let double = attack.forcing().iter().flat_map(|first| {
        attack.after(first).winning().iter().map(move |second| vec![first, second])
    });
    single.chain(double).map(ids).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn the_rule_as_it_is_read_is_the_boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(28);
        for plan in PLANS {
            let side = drawn_side(&mut rng);
            let (position, win) = winnable(&mut rng, side, plan);
            let right = Sequences { position, side, win, reading: Reading::default() };
            assert!(right.wins(&right.win));
            for first in 0..=u8::MAX {
                for moves in [vec![first], vec![first, 17], [&[first], &right.win[..]].concat()] {
                    let cells: Vec<Cell> = moves.iter().copied().map(Cell::new).collect();
                    let is_win = right.position.board.is_forced_win(side, &cells);
                    assert_eq!(right.wins(&moves), is_win && moves.len() <= MAX_MOVES, "{moves:?}");
                }
            }
        }
    }

    #[test]
    fn cells_have_as_many_orders_as_there_are() {
        assert_eq!(orders_of(&[1, 2, 3]).len(), 6);
        assert_eq!(orders_of(&[7]), [[7]]);
    }
}
