//! The sequences that a reading of step 28 takes for right.

use std::sync::{Arc, OnceLock};

use super::super::known_lines::lines_known_through;
use super::super::line_sets::LineSet;
use super::super::numbering::Numbering;
use super::super::positions::{Ids, Position};
use super::super::view::View;
use super::reading::{Answers, Last, Others, Reading, Replies, Search, Whose, Written};
use gradus_board::lattice::four_in_a_row::{Attack, Board, Cell, Stone};
use gradus_step::{Choice, Question, Solution};

/// Whether there is a win in which no answer gives the opponent a three.
pub(super) fn wins_without_threes(board: &Board, side: Stone) -> bool {
    let wins = |attack: Attack| wins_from(&attack, MAX_MOVES);
    Attack::new(board, side).is_some_and(wins)
}

/// The same, of so many moves.
pub(super) fn wins_from(attack: &Attack, moves: usize) -> bool {
    // An answer with a three leaves one move at most.
    let is_calm = |after: &Attack| {
        let twos = after.open_twos();
        (after.winning(), after.forcing()) == (twos.two_or_more(), twos.exactly_one())
    };
    !attack.winning().is_empty()
        || moves > 1
            && attack.forcing().iter().any(|cell| {
                let after = attack.after(cell);
                is_calm(&after) && wins_from(&after, moves - 1)
            })
}

/// The maximal number of moves of a winning sequence.
pub(super) const MAX_MOVES: usize = 5;

pub(super) fn ids(cells: Vec<Cell>) -> Vec<u8> {
    cells.into_iter().map(Cell::id).collect()
}

/// The sequences that a reading takes for right on a board. There are too many to list them, so that each is tried.
pub struct Sequences {
    pub(super) position: Arc<Position>,
    pub(super) side: Stone,
    /// One that is right by the rule.
    pub(super) win: Vec<u8>,
    /// Whether a win is found in which no answer gives the opponent a three, once that was asked.
    pub(super) has_calm_win: Arc<OnceLock<bool>>,
    pub(super) reading: Reading,
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
        if !matches!(self.reading.search, Search::All) {
            return match cells.as_slice() {
                &[cell] if !self.finds_a_win() => self.is_stand_in(cell),
                moves => self.wins(moves) && self.finds(moves.len()),
            };
        }
        match self.reading.written {
            Written::FirstThreats => self.first_threats() == cells,
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

    /// Whether there is a win that is looked for.
    fn finds_a_win(&self) -> bool {
        let board = &self.position.board;
        match self.reading.search {
            Search::All => true,
            Search::UpTo(most) => {
                self.win.len() <= most
                    || short_wins(board, self.side).iter().any(|win| win.len() <= most)
            }
            Search::WithoutThrees => {
                *self.has_calm_win.get_or_init(|| wins_without_threes(board, self.side))
            }
        }
    }

    /// Whether a win of so many moves is found.
    fn finds(&self, moves: usize) -> bool {
        let most = match self.reading.search {
            Search::UpTo(most) => most,
            Search::All | Search::WithoutThrees => MAX_MOVES,
        };
        moves <= most && self.finds_a_win()
    }

    /// Whether a cell is answered where nothing is found: the first empty cell, the last one, or the first that makes a threat.
    fn is_stand_in(&self, cell: u8) -> bool {
        self.outermost().contains(&cell) || Twos::new(&self.play()).threats().next() == Some(cell)
    }

    /// The first empty cell, and the last one.
    fn outermost(&self) -> [u8; 2] {
        let mut empty = self.position.view.empty_cells();
        let first = empty.next().unwrap_or(0);
        [first, empty.last().unwrap_or(first)]
    }

    /// The moves of a program that plays the first cell that makes two threats, or else the first that makes one, and takes none back.
    fn first_threats(&self) -> Vec<u8> {
        let mut play = self.play();
        let mut moves = Vec::new();
        while moves.len() < MAX_MOVES {
            let mut chosen: Option<(u8, Vec<u8>)> = None;
            let empty: Vec<u8> = (0..=u8::MAX).filter(|&cell| play.at(cell).is_none()).collect();
            for cell in empty {
                play.placed.push((cell, self.side));
                let made = play.completing_through(cell);
                play.placed.pop();
                if made.len() >= 2 || made.len() == 1 && chosen.is_none() {
                    let is_double = made.len() >= 2;
                    chosen = Some((cell, made));
                    if is_double {
                        break;
                    }
                }
            }
            let Some((cell, made)) = chosen else { break };
            moves.push(cell);
            play.placed.push((cell, self.side));
            let [answer] = made.as_slice() else { break };
            play.placed.push((*answer, self.side.other()));
        }
        moves
    }

    /// The right sequences of the same board.
    fn rule(&self) -> Self {
        Self {
            position: Arc::clone(&self.position),
            side: self.side,
            win: Vec::new(),
            has_calm_win: Arc::default(),
            reading: Reading::default(),
        }
    }

    /// Whether a sequence wins by what the reading says of moves.
    pub(super) fn wins(&self, moves: &[u8]) -> bool {
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
        if !self.finds_a_win() {
            let [first, last] = self.outermost();
            return vec![match choice {
                Choice::First => first,
                Choice::Last => last,
            }];
        }
        if let Search::UpTo(most) = self.reading.search {
            let wins = short_wins(&self.position.board, self.side);
            return wins.into_iter().find(|win| win.len() <= most).unwrap_or(win);
        }
        match self.reading.written {
            Written::FirstThreats => self.first_threats(),
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

    /// The cells that complete a line of the attacker's through a stone, ascending.
    fn completing_through(&self, stone: u8) -> Vec<u8> {
        let mut cells = Vec::new();
        for line in lines_known_through(stone, self.reading.lines) {
            let contents = line.cells().map(|cell| (cell, self.at(cell)));
            let mut others = contents.into_iter().filter(|&(_, held)| held != Some(self.attacker));
            if let (Some((cell, None)), None) = (others.next(), others.next()) {
                cells.push(cell);
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
        if !self.plays(cell, self.reading.replies == Replies::AfterEach) {
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
            && self.reading.last.allows(self.completing(self.attacker).len())
    }
}

/// All orders of these cells.
pub(super) fn orders_of(cells: &[u8]) -> Vec<Vec<u8>> {
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

/// Every forced win of one or two moves.
pub(super) fn short_wins(board: &Board, side: Stone) -> Vec<Vec<u8>> {
    let Some(attack) = Attack::new(board, side) else { return Vec::new() };
    let single = attack.winning().iter().map(|cell| vec![cell]);
    let double = attack.forcing().iter().flat_map(|first| {
        attack.after(first).winning().iter().map(move |second| vec![first, second])
    });
    single.chain(double).map(ids).collect()
}
