//! The games of a task, how the rule is read, and the best tiles by a reading.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::super::games::Played;
use super::super::readings::{
    AXES, Course, EVERYBODYS, IDS, LineReading, Moves, Row, TurnReading, add_directions_left_out,
    add_distances_aspect, add_line_aspects, add_sum_aspect, add_twice_aspect,
};
use gradus_board::lattice::tesseract::{Game, Tile};
use gradus_step::Aspects;

/// A game in progress: there is a free tile.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Played", into = "Played")]
pub(super) struct OpenGame(pub(super) Played);

/// All tiles of a game are taken.
#[derive(Debug, thiserror::Error)]
#[error("the board is full; expected a free tile")]
pub(super) struct FullBoard;

impl TryFrom<Played> for OpenGame {
    type Error = FullBoard;

    fn try_from(played: Played) -> Result<Self, FullBoard> {
        if played.game().is_full() { Err(FullBoard) } else { Ok(Self(played)) }
    }
}

impl From<OpenGame> for Played {
    fn from(OpenGame(played): OpenGame) -> Self {
        played
    }
}

/// A tile and how many lines it adds, as `41:2`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Gain {
    pub(super) tile: u32,
    pub(super) lines: u32,
}

impl Gain {
    /// What a free tile adds for the player to move.
    pub(super) fn of(game: &Game, tile: Tile) -> Self {
        Self { tile: tile.id().into(), lines: as_number(game.lines_made_by(tile).count()) }
    }
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.tile, self.lines)
    }
}

#[expect(clippy::expect_used, reason = "there are fewer triples of tiles")]
pub(super) fn as_number(count: usize) -> u32 {
    u32::try_from(count).expect("a small number")
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) lines: LineReading,
    pub(super) turns: TurnReading,
    mover: Mover,
    counted: Counted,
    chosen: Chosen,
    candidates: Candidates,
    number: Number,
    written: Written,
    kept: Kept,
    /// Whether tile 1 is named where no tile adds a line, free or not.
    is_one_without_lines: bool,
}

/// Whose lines are counted.
#[derive(Clone, Copy, Default)]
enum Mover {
    #[default]
    ToMove,
    JustMoved,
    Next,
    /// The player to move, but the last move was not made.
    ToMoveWithoutTheLast,
    /// Everybody but the player to move.
    Others,
    /// Any one player.
    Anybody,
    PlayerOne,
    /// The player whose turn it were if two played.
    OfTwo,
}

/// Which lines of a tile are counted.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Counted {
    #[default]
    Completed,
    /// Those whose other two tiles are taken, by whomever.
    Filled,
    /// Those whose other two tiles are free or belong to the player.
    StillOpen,
    /// All that there are.
    All,
    /// Those of which another tile belongs to the player.
    OneOther,
    /// Those of which another tile belongs to the player and none to somebody else.
    OneOtherAndFree,
    /// Those whose other two tiles belong to the player or are free and come before the tile: they were tried and not taken back.
    TriedBefore,
    /// Those whose other two tiles belong to the player or are free and come after the tile.
    TriedAfter,
    /// The same, but those of which the tile is in the middle twice.
    CompletedTwiceInTheMiddle,
    /// Those of which the tile is in the middle.
    CompletedInTheMiddle,
    /// Those of which the tile is at an end.
    CompletedAtAnEnd,
}

/// Which tile is taken.
#[derive(Clone, Copy, Default)]
enum Chosen {
    #[default]
    Best,
    /// The first that adds a line.
    First,
    /// The one that adds the fewest lines, but some.
    Fewest,
    /// The last that adds a line.
    Last,
}

/// Among which tiles.
#[derive(Clone, Copy, Default)]
enum Candidates {
    #[default]
    Free,
    /// The taken ones too.
    All,
    /// The free ones without a coordinate 2.
    Corners,
}

/// Which number is given.
#[derive(Clone, Copy, Default)]
enum Number {
    #[default]
    Added,
    ScoreAfter,
    ScoreBefore,
    /// Each line is found more than once.
    Times(u32),
    /// How many tiles are as good.
    Tiles,
}

/// How an item is written.
#[derive(Clone, Copy, Default)]
enum Written {
    #[default]
    TileFirst,
    NumberFirst,
    /// The ids begin at 0.
    FromZero,
}

impl Written {
    fn gain(self, tile: u8, lines: u32) -> Gain {
        let tile = tile.into();
        match self {
            Self::TileFirst => Gain { tile, lines },
            Self::NumberFirst => Gain { tile: lines, lines: tile },
            Self::FromZero => Gain { tile: tile - 1, lines },
        }
    }
}

/// What is kept from the games before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// A tile must add more lines than the best one before it.
    Best,
    /// The number of players in the first game.
    Players,
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("the-last-players-turn", |reading| reading.mover = Mover::JustMoved)
        .or("blocks-instead-of-lines", |reading| reading.mover = Mover::Next)
        .or("stops-all-others", |reading| reading.mover = Mover::Others)
        .or("lines-of-anybody", |reading| reading.mover = Mover::Anybody)
        .or("always-player-one", |reading| reading.mover = Mover::PlayerOne)
        .or("last-tile-still-free", |reading| reading.mover = Mover::ToMoveWithoutTheLast);
    aspects
        .add()
        .or("two-players-only", |reading| reading.turns.take_turns(2))
        .or("makers-move-again", |reading| reading.turns.makers_move_again = true);
    add_twice_aspect(aspects, |reading| &mut reading.lines);
    aspects
        .add()
        .or("the-whole-score", |reading| reading.number = Number::ScoreAfter)
        .or("the-score-before", |reading| reading.number = Number::ScoreBefore)
        .or("counted-from-both-ends", |reading| reading.number = Number::Times(2));
    aspects
        .add()
        .or("filled-lines", |reading| reading.counted = Counted::Filled)
        .or("one-tile-is-enough", |reading| reading.counted = Counted::OneOther)
        .or("one-tile-and-no-foreign-one", |reading| {
            reading.counted = Counted::OneOtherAndFree;
        })
        .or("lines-still-open", |reading| reading.counted = Counted::StillOpen)
        .or("the-busiest-tile", |reading| reading.counted = Counted::All);
    aspects
        .add()
        .or("first-tile-with-a-line", |reading| reading.chosen = Chosen::First)
        .or("fewest-lines", |reading| reading.chosen = Chosen::Fewest);
    aspects
        .add()
        .or("taken-tiles-too", |reading| reading.candidates = Candidates::All)
        .or("corners-only", |reading| reading.candidates = Candidates::Corners);
    add_line_aspects(aspects, |reading| &mut reading.lines);
    add_directions_left_out(aspects, 8, &[], |reading| &mut reading.lines);
    add_sum_aspect(aspects, AXES, |reading| &mut reading.lines);
    add_distances_aspect(aspects, |reading| &mut reading.lines).alone();
    aspects.add().or("last-move-left-out", |reading| reading.turns.moves = Moves::AllButTheLast);
    aspects
        .add()
        .or("number-before-tile", |reading| reading.written = Written::NumberFirst)
        .or("ids-written-from-zero", |reading| reading.written = Written::FromZero);
    aspects
        .add()
        .or("best-not-reset", |reading| reading.kept = Kept::Best)
        .or("trials-not-taken-back", |reading| reading.counted = Counted::TriedBefore)
        .or("trials-not-taken-back-downwards", |reading| {
            reading.counted = Counted::TriedAfter;
        })
        .or("middle-counted-twice", |reading| {
            reading.counted = Counted::CompletedTwiceInTheMiddle;
        })
        .or("turn-of-two", |reading| reading.mover = Mover::OfTwo)
        .or("begins-with-tile-one", |reading| reading.is_one_without_lines = true)
        .or("players-of-the-first-game", |reading| reading.kept = Kept::Players)
        .or("last-tile-with-a-line", |reading| reading.chosen = Chosen::Last)
        .or("always-in-the-middle", |reading| reading.counted = Counted::CompletedInTheMiddle)
        .or("never-in-the-middle", |reading| reading.counted = Counted::CompletedAtAnEnd)
        .or("number-of-best-tiles", |reading| reading.number = Number::Tiles)
        .or("counted-from-every-tile", |reading| reading.number = Number::Times(3))
        .alone();
}

impl Reading {
    /// The right reading, except that the best tile of an earlier game is kept.
    pub(super) fn keeping_the_best() -> Self {
        Self { kept: Kept::Best, ..Self::default() }
    }

    /// The best tiles of games, one after another.
    pub(super) fn gains(&self, games: &[OpenGame]) -> impl Iterator<Item = Vec<Gain>> {
        let lines = self.lines.lines();
        let mut best: Vec<Gain> = Vec::new();
        let mut turns = self.turns.clone();
        games.iter().map(move |OpenGame(played)| {
            let mut course = played.course(&turns, lines);
            if self.kept == Kept::Players {
                turns.take_turns(course.players);
            }
            if matches!(self.mover, Mover::ToMoveWithoutTheLast) {
                let last = played.game().history().last();
                course.to_mut().set_free(last.map_or(0, |tile| tile.id()));
            }
            let to_move = course.mover(course.moves);
            let found = self.best(lines, &course, to_move);
            let number = |gains: &[Gain]| gains.first().map(|gain| gain.lines);
            if self.kept != Kept::Best {
                return found;
            }
            if number(&found) > number(&best) {
                best = found;
            }
            best.clone()
        })
    }

    /// The best tiles of a game.
    fn best(&self, lines: &[Row], course: &Course, to_move: usize) -> Vec<Gain> {
        let counts = self.counts(lines, course, to_move);
        let score = || {
            lines
                .iter()
                .filter_map(|line| course.completed(line))
                .filter(|made| self.is_counted(made.player, course, to_move))
                .count()
        };
        let number = |count: u32| match self.number {
            Number::Added | Number::Tiles => count,
            Number::ScoreAfter => count + as_number(score()),
            Number::ScoreBefore => as_number(score()),
            Number::Times(times) => times * count,
        };
        let is_free = |tile: &u8| course.owner(*tile).is_none();
        let has_no_two =
            |tile: &u8| Tile::new(*tile).is_some_and(|tile| !tile.coordinates().contains(&2));
        let is_candidate = |tile: &u8| match self.candidates {
            Candidates::All => true,
            Candidates::Free => is_free(tile),
            Candidates::Corners => is_free(tile) && has_no_two(tile),
        };
        let mut tiles = Vec::with_capacity(Tile::COUNT.into());
        tiles.extend((1..=Tile::COUNT).filter(is_candidate));
        if tiles.is_empty() {
            tiles.extend((1..=Tile::COUNT).filter(is_free));
        }
        let count = |tile: u8| counts.get(usize::from(tile)).copied().unwrap_or(0);
        let adds = |&tile: &u8| count(tile) > 0;
        if matches!(self.chosen, Chosen::Last) {
            tiles.reverse();
        }
        if self.is_one_without_lines && !tiles.iter().any(adds) {
            return vec![self.written.gain(1, 0)];
        }
        let best = tiles.iter().map(|&tile| count(tile)).max();
        let wanted = match self.chosen {
            Chosen::Best => best,
            Chosen::First | Chosen::Last => tiles.iter().copied().find(adds).map(count).or(best),
            Chosen::Fewest => tiles.iter().copied().filter(adds).map(count).min().or(best),
        };
        let mut best = tiles.into_iter().filter(|&tile| Some(count(tile)) == wanted);
        let chosen: Vec<u8> = match self.chosen {
            Chosen::First | Chosen::Last => best.next().into_iter().collect(),
            Chosen::Best | Chosen::Fewest => best.collect(),
        };
        let gains = chosen.into_iter().map(|tile| self.written.gain(tile, number(count(tile))));
        let mut gains: Vec<Gain> = gains.collect();
        if matches!(self.number, Number::Tiles) {
            let tiles = as_number(gains.len());
            for gain in &mut gains {
                gain.lines = tiles;
            }
        }
        if self.counted == Counted::All {
            // Many tiles are the busiest: a program takes the first or the last. The number may be that of the lines which it adds.
            let ends = [gains.first().copied(), gains.last().copied()];
            let adds = Reading::default().counts(lines, course, to_move);
            let added = |gain: Gain| {
                let lines = adds.get(gain.tile as usize).copied().unwrap_or(0);
                [Gain { lines, ..gain }, gain]
            };
            gains = ends.into_iter().flatten().flat_map(added).collect();
        }
        gains
    }

    /// How many lines there are for each tile, by its id: those whose other two tiles help.
    pub(super) fn counts(&self, lines: &[Row], course: &Course, to_move: usize) -> [u32; IDS] {
        let mut counts = [0; IDS];
        let is_simple = matches!(
            self.counted,
            Counted::Completed | Counted::Filled | Counted::StillOpen | Counted::All
        );
        self.each_helping(course, to_move, |helping| {
            if is_simple {
                add_counts(&mut counts, lines, helping);
            } else {
                self.add_asked(&mut counts, lines, helping, course, to_move);
            }
        });
        counts
    }

    /// Adds the lines whose other tiles help, and are such as are asked for.
    fn add_asked(
        &self,
        counts: &mut [u32; IDS],
        lines: &[Row],
        helping: &[u8; IDS],
        course: &Course,
        to_move: usize,
    ) {
        let is_one_enough = matches!(self.counted, Counted::OneOther | Counted::OneOtherAndFree);
        let least = if is_one_enough { 1 } else { 2 };
        for line in lines {
            let help = help(line, helping);
            let total: u8 = help.iter().sum();
            // That is so on most lines.
            if total < least {
                continue;
            }
            for (place, (&tile, own)) in line.iter().zip(help).enumerate() {
                if total - own < least {
                    continue;
                }
                let others = || line.iter().filter(|&&other| other != tile);
                let is_own_or_tried = |&other: &u8| {
                    let is_before = (other < tile) == (self.counted == Counted::TriedBefore);
                    course.owner(other).is_some() || is_before
                };
                let is_open = |&other: &u8| {
                    let owner = course.owner(other).map(usize::from);
                    owner.is_none_or(|owner| owner == to_move)
                };
                let is_asked = match self.counted {
                    Counted::TriedBefore | Counted::TriedAfter => others().all(is_own_or_tried),
                    Counted::OneOtherAndFree => others().all(is_open),
                    Counted::CompletedInTheMiddle => place == 1,
                    Counted::CompletedAtAnEnd => place != 1,
                    _ => true,
                };
                let is_twice = self.counted == Counted::CompletedTwiceInTheMiddle && place == 1;
                if let Some(count) = counts.get_mut(usize::from(tile)) {
                    *count += u32::from(is_asked) + u32::from(is_twice);
                }
            }
        }
    }

    /// Whether the lines of a player are counted.
    fn is_counted(&self, player: usize, course: &Course, to_move: usize) -> bool {
        let players = course.players;
        match self.mover {
            Mover::ToMove | Mover::ToMoveWithoutTheLast => player == to_move,
            Mover::JustMoved => player == (to_move + players - 1) % players,
            Mover::Next => player == (to_move + 1) % players,
            Mover::Others => player != to_move,
            Mover::Anybody => true,
            Mover::PlayerOne => player == 0,
            Mover::OfTwo => player == course.moves % 2,
        }
    }

    /// Looks at the tiles that help to make a line, by id: 1 for those, and 0 for the others. Where a line has to be of one player, there
    /// is a list for each of them.
    fn each_helping(&self, course: &Course, to_move: usize, mut look: impl FnMut(&[u8; IDS])) {
        let is_counted = |player: usize| self.is_counted(player, course, to_move);
        let list = |helps: &dyn Fn(Option<usize>) -> bool| {
            let mut helping = [0; IDS];
            for (help, id) in helping.iter_mut().zip(0..EVERYBODYS) {
                *help = u8::from(helps(course.owner(id).map(usize::from)));
            }
            helping
        };
        // The centre, where it is a place of a line, is everybody's.
        let mut look = |mut helping: [u8; IDS]| {
            if let Some(centre) = helping.get_mut(usize::from(EVERYBODYS)) {
                *centre = 1;
            }
            look(&helping);
        };
        match self.counted {
            Counted::Completed
            | Counted::CompletedTwiceInTheMiddle
            | Counted::CompletedInTheMiddle
            | Counted::CompletedAtAnEnd
            | Counted::OneOther
            | Counted::OneOtherAndFree => (0..course.players)
                .filter(|&player| is_counted(player))
                .for_each(|player| look(course.owned_by(player))),
            Counted::Filled => look(list(&|owner| owner.is_some())),
            Counted::StillOpen | Counted::TriedBefore | Counted::TriedAfter => {
                look(list(&|owner| owner.is_none_or(is_counted)));
            }
            Counted::All => look(list(&|_| true)),
        }
    }
}

/// Which tiles of a line help: 1 for those.
fn help(line: &Row, helping: &[u8; IDS]) -> [u8; 3] {
    let [first, middle, last] = *line;
    let help = |id: u8| helping.get(usize::from(id)).copied().unwrap_or(0);
    [help(first), help(middle), help(last)]
}

/// Adds the lines whose other two tiles help, without a branch: on every fourth line or so some two do.
fn add_counts(counts: &mut [u32; IDS], lines: &[Row], helping: &[u8; IDS]) {
    for line in lines {
        let [first, middle, last] = help(line, helping);
        for (&tile, both) in line.iter().zip([middle & last, first & last, first & middle]) {
            if let Some(count) = counts.get_mut(usize::from(tile)) {
                *count += u32::from(both);
            }
        }
    }
}
