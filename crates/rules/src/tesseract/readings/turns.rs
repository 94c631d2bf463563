//! Who took which tile, and how turns can be misread.

use std::iter;

use super::lines::{EVERYBODYS, Row};
use gradus_board::lattice::tesseract::{Game, Players, Tile};

/// Whose turn it is, and which moves count.
#[derive(Clone, Default, PartialEq, Eq)]
pub(in crate::tesseract) struct TurnReading {
    /// How many players take turns, if not as many as the game says.
    players: Option<usize>,
    /// By how many turns the first move is late.
    shift: usize,
    pub(in crate::tesseract) first: FirstMove,
    /// Whether a player who makes a line moves again.
    pub(in crate::tesseract) makers_move_again: bool,
    pub(in crate::tesseract) moves: Moves,
}

/// Who makes the first move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::tesseract) enum FirstMove {
    #[default]
    ByTheFirst,
    ByTheSecond,
    ByTheLast,
}

/// Which moves of the history are made.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::tesseract) enum Moves {
    #[default]
    All,
    AllButTheLast,
    AllButTheFirst,
    /// Those of the last round only if all players have made one.
    CompleteRounds,
}

/// Who took a tile, from 0, and with which move, from 0.
#[derive(Clone, Copy)]
pub(in crate::tesseract) struct Taken {
    pub(in crate::tesseract) player: usize,
    pub(in crate::tesseract) number: usize,
}

/// Who took each tile of a game.
#[derive(Clone)]
pub(in crate::tesseract) struct Course {
    /// How many players take turns.
    pub(in crate::tesseract) players: usize,
    /// How many moves have been made.
    pub(in crate::tesseract) moves: usize,
    /// The player who took each tile, by id, or [`FREE`]. An id that is no tile is never taken.
    owners: [u8; IDS],
    /// With which move.
    numbers: [u8; IDS],
    /// The player who makes each move, by its number, and the one behind the last.
    movers: [u8; IDS],
}

/// The length of a list by id. Every byte has a place, so that none has to be looked for in vain.
pub(in crate::tesseract) const IDS: usize = 1 << u8::BITS;

/// The owner of a free tile.
const FREE: u8 = u8::MAX;

/// The owner of a tile that is taken, but by nobody who plays.
const NOBODY: u8 = FREE - 1;

impl TurnReading {
    /// So many players take turns in every game.
    pub(in crate::tesseract) fn take_turns(&mut self, players: usize) {
        self.players = Some(players);
    }

    /// Whether turns are read rightly: then the lines do not matter to the course of a game.
    pub(in crate::tesseract) fn is_right(&self) -> bool {
        *self == Self::default()
    }

    /// The player, from 0, who makes the move with this number, from 0.
    pub(in crate::tesseract) fn player(&self, players: usize, number: usize) -> usize {
        let shift = match self.first {
            FirstMove::ByTheFirst => 0,
            FirstMove::ByTheSecond => 1,
            FirstMove::ByTheLast => players - 1,
        };
        (number + shift + self.shift) % players
    }

    /// The same in a game that begins so many turns later.
    pub(in crate::tesseract) fn later(&self, turns: usize) -> Self {
        Self { shift: self.shift + turns, ..self.clone() }
    }

    /// The number of the move with which the slice of a player, from 0, begins; none if that is the player's first.
    pub(in crate::tesseract) fn first_in_slice(&self, player: usize) -> Option<usize> {
        match self.first {
            FirstMove::ByTheFirst => self.players.is_some().then_some(player),
            FirstMove::ByTheSecond => None,
            FirstMove::ByTheLast => Some(player + 1),
        }
    }

    /// The course of a game in which these rows are lines.
    pub(in crate::tesseract) fn course(&self, game: &Game, lines: &[Row]) -> Course {
        self.course_of(game.players(), game.history(), lines)
    }

    /// The course of a game of these moves.
    pub(in crate::tesseract) fn course_of(
        &self,
        players: Players,
        history: &[Tile],
        lines: &[Row],
    ) -> Course {
        let players = self.players.unwrap_or_else(|| players.count().into());
        let missing = match self.moves {
            Moves::All | Moves::AllButTheFirst => 0,
            Moves::AllButTheLast => usize::from(!history.is_empty()),
            Moves::CompleteRounds => history.len() % players,
        };
        let moves = history.len() - missing;
        let mut course = Course {
            players,
            moves,
            owners: [FREE; IDS],
            numbers: [0; IDS],
            movers: [NOBODY; IDS],
        };
        let is_left_out = |number| number == 0 && self.moves == Moves::AllButTheFirst;
        let mut player = self.player(players, 0);
        let mut places = course.movers;
        let full = if self.makers_move_again { full_rows(history, lines) } else { Vec::new() };
        let mut full = full.iter().peekable();
        // One more turn than moves: the player to move.
        let turns = history.iter().take(moves).map(Some).chain([None]);
        for ((tile, number), mover) in turns.zip(0..).zip(&mut places) {
            *mover = u8::try_from(player).unwrap_or(NOBODY);
            let Some(id) = tile.map(|tile| tile.id()) else { break };
            if !is_left_out(number) {
                course.take(id, number, *mover);
            }
            let mut is_in_a_line = false;
            while let Some((_, row)) = full.next_if(|(last, _)| *last == number) {
                is_in_a_line |= course.owner_of_all(row).is_some();
            }
            if !is_in_a_line {
                // A division would take longer than all else that a move does.
                player = if player + 1 == players { 0 } else { player + 1 };
            }
        }
        Course { movers: places, ..course }
    }
}

/// The rows whose tiles are all taken in the end, in the order of the moves that take their last tiles, each with that move's number.
fn full_rows(history: &[Tile], lines: &[Row]) -> Vec<(u8, Row)> {
    let mut numbers = [None; IDS];
    for (tile, number) in history.iter().zip(0..) {
        if let Some(place) = numbers.get_mut(usize::from(tile.id())) {
            *place = Some(number);
        }
    }
    let number = |id: u8| numbers.get(usize::from(id)).copied().flatten();
    let full = |row: &Row| {
        let [first, middle, last] = Course::tiles(row).map(number);
        Some((first?.max(middle?).max(last?), *row))
    };
    let mut rows: Vec<_> = lines.iter().filter_map(full).collect();
    rows.sort_unstable_by_key(|&(last, _)| last);
    rows
}

/// Whether three tiles are taken and have the same owner. `&&` would be a branch, and nobody can foresee it.
fn is_one_owner(first: u8, middle: u8, last: u8) -> bool {
    (first ^ middle) | (first ^ last) | u8::from(first == FREE) == 0
}

impl Course {
    /// Gives a tile to a player, with the move of this number.
    fn take(&mut self, id: u8, number: u8, player: u8) {
        let id = usize::from(id);
        if let (Some(owner), Some(made)) = (self.owners.get_mut(id), self.numbers.get_mut(id)) {
            *owner = player;
            *made = number;
        }
    }

    /// The player, from 0, who makes the move with this number, from 0.
    pub(in crate::tesseract) fn mover(&self, number: usize) -> usize {
        self.movers.get(number).copied().unwrap_or(NOBODY).into()
    }

    /// The same with every `step`-th tile from the move with the number `first` on given to `player`, and the others to nobody.
    pub(in crate::tesseract) fn sliced(&self, player: usize, first: usize, step: usize) -> Self {
        let mut owners = self.owners;
        for (owner, &number) in owners.iter_mut().zip(&self.numbers) {
            let number = usize::from(number);
            let is_theirs = number >= first && (number - first).is_multiple_of(step);
            if *owner != FREE {
                let player = u8::try_from(player).unwrap_or(NOBODY);
                *owner = if is_theirs { player } else { NOBODY };
            }
        }
        Self { owners, ..*self }
    }

    /// The same with the tiles that are free here as they were in an earlier game.
    pub(in crate::tesseract) fn added_to(mut self, earlier: &Self) -> Self {
        for (owner, &before) in self.owners.iter_mut().zip(&earlier.owners) {
            if *owner == FREE {
                *owner = before;
            }
        }
        self
    }

    /// Gives a tile back.
    pub(in crate::tesseract) fn set_free(&mut self, id: u8) {
        if let Some(owner) = self.owners.get_mut(usize::from(id)) {
            *owner = FREE;
        }
    }

    /// With which move, from 0, a tile was taken; 0 if it is free.
    pub(in crate::tesseract) fn number(&self, id: u8) -> u8 {
        self.numbers.get(usize::from(id)).copied().unwrap_or(0)
    }

    /// Who took a tile; none if it is free.
    pub(in crate::tesseract) fn owner(&self, id: u8) -> Option<u8> {
        self.owners.get(usize::from(id)).copied().filter(|&owner| owner != FREE)
    }

    /// By id, 1 for the tiles of this player, and 0 for all others.
    pub(in crate::tesseract) fn owned_by(&self, player: usize) -> [u8; IDS] {
        let player = u8::try_from(player).unwrap_or(NOBODY);
        let mut owned = [0; IDS];
        for (is_owned, &owner) in owned.iter_mut().zip(&self.owners) {
            *is_owned = u8::from(owner == player);
        }
        owned
    }

    /// Whether the tile in the middle of a row was taken before one of the others.
    pub(in crate::tesseract) fn is_middle_earlier(&self, &[first, middle, last]: &Row) -> bool {
        self.number(middle) < self.number(first).max(self.number(last))
    }

    /// Who completed a line of one player, and with which move.
    pub(in crate::tesseract) fn completed(&self, row: &Row) -> Option<Taken> {
        self.owner_of_all(row).map(|_| self.latest(row))
    }

    /// Who has all tiles of a row; none if nobody has.
    pub(in crate::tesseract) fn owner_of_all(&self, row: &Row) -> Option<usize> {
        let [first, middle, last] = self.owners_of(row);
        is_one_owner(first, middle, last).then(|| first.into())
    }

    /// Who has the tiles of a row: a player, or [`FREE`], or [`NOBODY`].
    fn owners_of(&self, row: &Row) -> Row {
        Self::tiles(row).map(|id| self.owners.get(usize::from(id)).copied().unwrap_or(FREE))
    }

    /// The lines of one player, each with who completed it and with which move, as [`Course::completed`] says it.
    ///
    /// One of sixteen rows or so is such a line, and which one it is cannot be foreseen: sixty-four are looked at without a branch.
    pub(in crate::tesseract) fn all_completed<'a>(
        &'a self,
        rows: &'a [Row],
    ) -> impl Iterator<Item = (Taken, Row)> + 'a {
        rows.chunks(64).flat_map(|rows| {
            let mut found = 0_u64;
            for (row, place) in rows.iter().zip(0..) {
                let [first, middle, last] = self.owners_of(row);
                found |= u64::from(is_one_owner(first, middle, last)) << place;
            }
            let places = iter::from_fn(move || {
                let place = usize::try_from(found.trailing_zeros()).ok()?;
                found &= found.wrapping_sub(1);
                Some(place)
            });
            places.map_while(|place| rows.get(place)).map(|row| (self.latest(row), *row))
        })
    }

    /// Of how many rows each player, from 0, has all tiles. There are at most four players.
    pub(in crate::tesseract) fn rows_of_each(&self, rows: &[Row]) -> [usize; 4] {
        // All in one number, without a branch: one of sixteen rows or so is of one player, and which it is cannot be foreseen.
        let mut counts = 0_u64;
        for row in rows {
            let [first, middle, last] = self.owners_of(row);
            let is_of_one = first == middle && first == last && first < 4;
            counts += u64::from(is_of_one) << (16 * (first % 4));
        }
        let count = |player: u32| counts >> (16 * player) & 0xffff;
        [0, 1, 2, 3].map(|player| usize::try_from(count(player)).unwrap_or(usize::MAX))
    }

    /// Who has taken both ends of a row, and with which move.
    pub(in crate::tesseract) fn completed_ends(&self, row: &Row) -> Option<Taken> {
        let [first, _, last] = Self::tiles(row);
        self.completed(&[first, first, last])
    }

    /// Who took the last free tile of a row, and with which move.
    pub(in crate::tesseract) fn last_of(&self, row: &Row) -> Option<Taken> {
        let is_full = Self::tiles(row).into_iter().all(|id| self.owner(id).is_some());
        is_full.then(|| self.latest(row))
    }

    /// The tiles of a row. The centre, if it is everybody's, has the highest id.
    const fn tiles(&[first, middle, last]: &Row) -> Row {
        [first, middle, if last == EVERYBODYS { middle } else { last }]
    }

    /// Who took the tile of a row that was taken last, and with which move.
    fn latest(&self, row: &Row) -> Taken {
        let made = |id: u8| Taken {
            player: self.owner(id).unwrap_or(NOBODY).into(),
            number: self.numbers.get(usize::from(id)).copied().unwrap_or(0).into(),
        };
        let [first, middle, last] = Self::tiles(row).map(made);
        let later = |one: Taken, other: Taken| if one.number < other.number { other } else { one };
        later(later(first, middle), last)
    }
}
