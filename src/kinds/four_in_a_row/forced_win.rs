//! Step 28: threats that the opponent has to answer, one after another, until there are two at once.

use std::sync::Arc;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::known_lines::{LineSet, Numbering, View, add_numberings, lines_known_through};
use super::positions::{
    Draft, Ids, IllegalPositions, Position, Positions, QuietPositions, drawn_side, read_cells,
};
use crate::board::lattice::four_in_a_row::{
    Attack, Board, ByColor, Cell, SearchLimits, Stone, lines_through,
};
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
#[derive(Clone, Copy, Default)]
enum Last {
    #[default]
    TwoOrMore,
    OneOrMore,
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
}

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
        or("sides-swapped", |reading| {
            reading.whose = Whose::Opponents;
            // A program that finds no win has to answer all the same.
            reading.last = Last::OneOrMore;
        });
        or("quiet-moves-too", |reading| reading.others = Others::AtMostOne);
        or("lines-over-the-border", |reading| reading.lines = LineSet::OverTheBorder);
        add_numberings(aspects, |reading| &mut reading.numbering);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let side = drawn_side(rng);
        let lengths = LENGTHS.into_iter().cycle().take(params.boards.get() as usize);
        let mut boards: Vec<_> = lengths.map(|length| winnable(rng, side, length)).collect();
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
        let cell = |&id: &i64| {
            (0..=u8::MAX).find(|&cell| i64::from(self.reading.numbering.number(cell)) == id)
        };
        let cells: Option<Vec<u8>> = ids.iter().map(cell).collect();
        let Some(cells) = cells else { return false };
        match self.reading.written {
            Written::Moves => self.wins(&cells) && self.is_not_reordered(&cells),
            Written::WithAnswers => {
                let moves: Vec<u8> = cells.iter().step_by(2).copied().collect();
                self.wins(&moves) && self.with_answers(&moves) == cells
            }
            Written::WithMoreMoves => {
                (1..cells.len()).any(|end| cells.get(..end).is_some_and(|moves| self.wins(moves)))
            }
        }
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

    /// Whether a sequence is right, or no other order of its moves is: where only the order is wrong, nothing else is the cause.
    fn is_not_reordered(&self, moves: &[u8]) -> bool {
        let right = |moves: &[u8]| self.rule().wins(moves);
        right(moves) || !orders_of(moves).iter().any(|order| right(order))
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
            others.iter().for_each(|&cell| {
                play.forces(cell);
            });
            play.placed.push((*last, play.attacker));
        }
        play.placed.iter().map(|&(cell, _)| cell).collect()
    }

    /// A sequence that the reading takes for right, or the right one if none is found.
    fn example(&self, choice: Choice) -> Vec<u8> {
        let mut win = self.win.clone();
        match self.reading.written {
            Written::Moves => {}
            Written::WithAnswers => return self.with_answers(&win),
            Written::WithMoreMoves => {
                let mut play = self.play();
                win.iter().for_each(|&cell| {
                    play.forces(cell);
                });
                let cells = play.completing(play.attacker);
                win.extend(match choice {
                    Choice::First => cells.first(),
                    Choice::Last => cells.last(),
                });
                return win;
            }
        }
        let found = if self.reading.replies == Replies::AfterNone {
            self.undefended()
        } else if self.reading.others == Others::AtMostOne {
            self.prepared()
        } else if self.is_misread() {
            self.searched(choice)
        } else {
            None
        };
        found.filter(|moves| self.wins(moves) && self.is_not_reordered(moves)).unwrap_or(win)
    }

    /// Whether the reading takes other moves for threats than the rule does.
    fn is_misread(&self) -> bool {
        self.reading.whose != Whose::Sides
            || self.reading.lines != LineSet::All
            || self.reading.answers != Answers::Played
            || matches!(self.reading.last, Last::OneOrMore)
    }

    /// The shortest sequence of threats if the answers to them never made threats that have to be stopped.
    fn undefended(&self) -> Option<Vec<u8>> {
        shortest_undefended(&self.position.board, self.side).map(ids)
    }

    /// A move that threatens nothing, and a double threat after it.
    fn prepared(&self) -> Option<Vec<u8>> {
        let board = &self.position.board;
        board.empty_cells().iter().find_map(|first| {
            let mut after = *board;
            after.place(first, self.side);
            let is_quiet = after.completing_cells(self.side).is_empty();
            let second = after.double_threats(self.side) - board.double_threats(self.side);
            let second = second.first().filter(|_| is_quiet)?;
            Some(ids(vec![first, second]))
        })
    }

    /// The shortest sequence that the reading takes for right, the first or the last by ids.
    fn searched(&self, choice: Choice) -> Option<Vec<u8>> {
        let cells = self.tried(choice);
        let mut tries_left = MAX_TRIES;
        (1..=MAX_MOVES).find_map(|length| {
            let mut moves = Vec::with_capacity(length);
            self.deepen(&mut self.play(), &cells, length, &mut moves, &mut tries_left)
                .then_some(moves)
        })
    }

    fn deepen(
        &self,
        play: &mut Play<'_>,
        cells: &[u8],
        length: usize,
        moves: &mut Vec<u8>,
        tries_left: &mut u32,
    ) -> bool {
        for &cell in cells {
            if play.at(cell).is_some() {
                continue;
            }
            let Some(left) = tries_left.checked_sub(1) else { return false };
            *tries_left = left;
            let placed = play.placed.len();
            moves.push(cell);
            let is_found = if length == 1 {
                play.ends_with(cell) && self.is_not_reordered(moves)
            } else {
                play.forces(cell) && self.deepen(play, cells, length - 1, moves, tries_left)
            };
            if is_found {
                return true;
            }
            moves.pop();
            play.placed.truncate(placed);
        }
        false
    }

    /// The cells that a search tries: those that make a threat at some time, as they lie on a line with a stone of the attacker.
    fn tried(&self, choice: Choice) -> Vec<u8> {
        let play = self.play();
        let mut is_tried = [false; 256];
        for (seen, _) in play.view.lines(self.reading.lines) {
            let own = seen.stones(play.attacker);
            if own >= 2 && own + seen.empty() == 4 {
                for cell in seen.cells() {
                    if let Some(is_tried) = is_tried.get_mut(usize::from(cell)) {
                        *is_tried = play.at(cell).is_none();
                    }
                }
            }
        }
        let cells = (0..=u8::MAX).zip(is_tried).filter(|&(_, is_tried)| is_tried);
        let mut cells: Vec<u8> = cells.map(|(cell, _)| cell).collect();
        if choice == Choice::Last {
            cells.reverse();
        }
        cells
    }
}

/// How many moves the search for a wrong sequence tries: if it finds none, the reading is right on that board.
const MAX_TRIES: u32 = 300;

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
        let least = match self.reading.last {
            Last::TwoOrMore => 2,
            Last::OneOrMore => 1,
        };
        self.plays(cell, self.reading.replies == Replies::AfterEach)
            && self.completing(self.attacker).len() >= least
    }
}

/// No side makes a three.
const NO_THREES: ByColor<u8> = ByColor { black: 2, white: 2 };

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

/// How many moves the shortest wins of a task have, before the boards are shuffled. Two boards need several moves, so that the
/// answers matter.
const LENGTHS: [Length; 3] = [Length::OneOrTwo, Length::Three, Length::Several];

#[derive(Clone, Copy)]
enum Length {
    OneOrTwo,
    /// Two or three.
    Three,
    /// From two to five.
    Several,
}

/// A position with a forced win, and its shortest one.
fn winnable(rng: &mut ChaCha8Rng, side: Stone, length: Length) -> (Arc<Position>, Vec<u8>) {
    let (wanted, moves_each) = match (length, rng.random_range(0..6)) {
        (Length::OneOrTwo, 0..3) => {
            let (board, win) = won_at_once(rng, side);
            return (Arc::new(board.into()), win);
        }
        (Length::OneOrTwo, _) => (2..=2, 14..=18),
        (Length::Three, _) => (2..=3, 13..=17),
        (Length::Several, 0) => (4..=SEARCH_LIMITS.moves, 12..=14),
        (Length::Several, _) => (2..=3, 14..=18),
    };
    let is_demanded = !matches!(length, Length::OneOrTwo);
    let limits = SearchLimits { moves: *wanted.end(), nodes: 3000 };
    loop {
        let Some(board) = Draft::new().filled(rng, side, moves_each.clone(), NO_THREES) else {
            continue;
        };
        // This is found sooner than a win, and most boards have none, or one that is right all the same.
        let Some(careless) = shortest_undefended(&board, side) else { continue };
        if is_demanded && board.is_forced_win(side, &careless) {
            continue;
        }
        let Some(win) = board.forced_win(side, limits) else { continue };
        if win.len() < usize::from(*wanted.start()) {
            continue;
        }
        let position = Arc::new(Position::from(board));
        let win = ids(win);
        if !is_demanded || is_demanding(&position, side, &win) {
            return (position, win);
        }
    }
}

/// Whether a program that does not look at the opponent's threats goes wrong on a board.
fn is_demanding(position: &Arc<Position>, side: Stone, win: &[u8]) -> bool {
    let reading = Reading { replies: Replies::AfterNone, ..Reading::default() };
    let careless = Sequences { position: Arc::clone(position), side, win: win.to_vec(), reading };
    Choice::ALL.into_iter().all(|choice| !careless.rule().wins(&careless.example(choice)))
}

/// A position with one cell that wins at once. The number of lines through the cell is drawn first: left to chance, the cell would
/// mostly be one of the few that are on 15, and easy to guess.
fn won_at_once(rng: &mut ChaCha8Rng, side: Stone) -> (Board, Vec<u8>) {
    let lines = |cell| lines_through(cell).len();
    let wanted = lines(Cell::new(rng.random()));
    loop {
        let Some(board) = Draft::new().filled(rng, side, 14..=20, NO_THREES) else { continue };
        let cells: Vec<Cell> = board.double_threats(side).iter().collect();
        if matches!(cells[..], [only] if lines(only) == wanted) {
            return (board, ids(cells));
        }
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
        for length in LENGTHS {
            let side = drawn_side(&mut rng);
            let (position, win) = winnable(&mut rng, side, length);
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
