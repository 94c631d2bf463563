//! The boards of a task, how the rule is read, and the items by a reading.

use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use super::lines::{COLUMNS, LINES, Line, MIDDLE, ROWS};
use super::spaces::{Space, SpaceReading};
use gradus_board::lattice::plane;
use gradus_board::lattice::plane::Player;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub(super) boards: Vec<Board>,
    pub(super) spaces: Vec<Space>,
}

/// `{"tiles": "121012102", "centre": true}`
#[serde_as]
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Board {
    #[serde_as(as = "DisplayFromStr")]
    pub(super) tiles: plane::Plane,
    #[serde(rename = "centre", with = "takes_part")]
    pub(super) centre: plane::Centre,
}

/// Whether the centre takes part, as `true` or `false`.
mod takes_part {
    use gradus_board::lattice::plane::Centre;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    pub(super) fn serialize<S: Serializer>(centre: &Centre, to: S) -> Result<S::Ok, S::Error> {
        (*centre == Centre::TakesPart).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Centre, D::Error> {
        let takes_part = bool::deserialize(from)?;
        Ok(if takes_part { Centre::TakesPart } else { Centre::LeftOut })
    }
}

/// How the rule is read.
pub struct Reading {
    /// What is taken for lines; what is met twice is there twice.
    pub(super) lines: Vec<Line>,
    pub(super) centre: Centre,
    pub(super) complete: Complete,
    pub(super) counted: Counted,
    pub(super) asked: Asked,
    pub(super) running: Running,
    pub(super) spaces: SpaceReading,
    pub(super) order: Order,
}

/// Which lines through the centre count.
#[derive(Clone, Copy)]
pub(super) enum Centre {
    /// All where it takes part, none where it does not.
    ByBoard,
    Always,
    Never,
    TheOtherWayRound,
    /// Where it does not take part, the two ends of a line through it are enough.
    EndsAreEnough,
    /// Where it does not take part, those along a row or a column.
    WithoutDiagonals,
    /// Where it does not take part, the diagonals.
    DiagonalsOnly,
    /// Where it does not take part, all: the lines through this place do not count.
    AnotherPlace(u16),
    /// Where it takes part, and no other lines.
    NoOthers,
    /// Where it does not take part no line counts at all.
    NoneWithoutIt,
}

/// Which lines are complete for a player.
#[derive(Clone, Copy)]
pub(super) enum Complete {
    OwnTiles,
    /// At least two own tiles, whatever the third is.
    TwoOwn,
    /// Two own tiles and a free one are enough.
    TwoOwnAndFree,
    /// One own tile, and none of the other player.
    NoneOfTheOther,
    /// Three of one player, whoever it is.
    OfEither,
    /// Three tiles that are taken.
    Taken,
    /// Three tiles that are alike: of either player, or free.
    Alike,
    /// For player 2, three tiles that player 1 does not have.
    NotOfTheFirst,
    /// The digits add up to three times the player's number.
    Sum,
    /// The two ends.
    Ends,
    /// No line is found.
    None,
}

/// What is counted of the complete lines.
#[derive(Clone, Copy)]
pub(super) enum Counted {
    Lines,
    /// Each so many times.
    Times(i64),
    /// 1 if there is any.
    Any,
    /// The different tiles on them.
    TilesOnLines,
    /// All tiles of the player.
    Tiles,
    /// The directions in which there is one.
    Directions,
    /// The tiles from which there is one.
    Starts,
    /// Lines, but none that shares a tile with one counted before.
    WithoutCommonTiles,
    /// Each tile of the player is a line too, along the vector that leads nowhere.
    AndEachTile,
}

/// For whom the two items of a board are.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Both,
    SecondFirst,
    /// For this one, twice.
    Only(Player),
}

/// Which counters are not reset to 0.
#[derive(Clone, Copy)]
pub(super) enum Running {
    Neither,
    /// Player 2's goes on from player 1's.
    SecondFromFirst,
    /// Both go on from those of the boards before.
    Boards,
    /// One counter goes on through all boards and both players.
    Common,
    /// The number of lines goes on from pair to pair.
    Spaces,
}

/// The order of the items.
#[derive(Clone, Copy)]
pub(super) enum Order {
    BoardsThenSpaces,
    SpacesThenBoards,
    /// Player 1 on all boards, then player 2.
    ByPlayer,
}

/// What is asked at a place of the answer.
enum Question {
    Board(usize, Player),
    Space(usize),
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            lines: LINES.to_vec(),
            centre: Centre::ByBoard,
            complete: Complete::OwnTiles,
            counted: Counted::Lines,
            asked: Asked::Both,
            running: Running::Neither,
            spaces: SpaceReading::default(),
            order: Order::BoardsThenSpaces,
        }
    }
}

impl Reading {
    /// The items, each with all numbers that programs give which read the rule so.
    pub(super) fn items(&self, task: &Task) -> impl Iterator<Item = Vec<i64>> {
        let places = 0..2 * task.boards.len() + task.spaces.len();
        places.map(|place| match self.question(place, task) {
            Question::Board(board, player) => self.board_item(task, board, player),
            Question::Space(space) => self.space_item(task, space),
        })
    }

    fn question(&self, place: usize, task: &Task) -> Question {
        let (boards, spaces) = (task.boards.len(), task.spaces.len());
        let of = |place: usize| Player::ALL.into_iter().cycle().nth(place).unwrap_or(Player::First);
        match self.order {
            Order::SpacesThenBoards if place < spaces => Question::Space(place),
            Order::SpacesThenBoards => {
                let place = place - spaces;
                Question::Board(place / 2, of(place))
            }
            _ if place >= 2 * boards => Question::Space(place - 2 * boards),
            Order::ByPlayer => Question::Board(place % boards, of(place / boards)),
            Order::BoardsThenSpaces => Question::Board(place / 2, of(place)),
        }
    }

    fn space_item(&self, task: &Task, place: usize) -> Vec<i64> {
        let counts = |place: usize| {
            let space = task.spaces.get(place);
            space.map_or_else(Vec::new, |&space| self.spaces.counts(space))
        };
        let before: i64 = match self.running {
            Running::Spaces => (0..place).filter_map(|place| counts(place).first().copied()).sum(),
            _ => 0,
        };
        counts(place).into_iter().map(|count| before + count).collect()
    }

    fn board_item(&self, task: &Task, place: usize, player: Player) -> Vec<i64> {
        let Some(seen) = self.seen(task, place) else { return Vec::new() };
        let of = |seen: &Seen, player| self.counts(seen, player);
        let first_of = |seen: &Seen, player| of(seen, player).first().copied().unwrap_or(0);
        let before = || (0..place).filter_map(|place| self.seen(task, place));
        let player = match self.asked {
            Asked::Both => player,
            Asked::SecondFirst => player.other(),
            Asked::Only(player) => player,
        };
        let of_both =
            |seen: &Seen| Player::ALL.map(|player| first_of(seen, player)).iter().sum::<i64>();
        let of_first = if player == Player::Second { first_of(&seen, Player::First) } else { 0 };
        let added = match self.running {
            Running::Neither | Running::Spaces => 0,
            Running::SecondFromFirst => of_first,
            Running::Boards => before().map(|seen| first_of(&seen, player)).sum(),
            Running::Common => of_first + before().map(|seen| of_both(&seen)).sum::<i64>(),
        };
        of(&seen, player).into_iter().map(|count| added + count).collect()
    }

    fn seen(&self, task: &Task, place: usize) -> Option<Seen> {
        let board = task.boards.get(place)?;
        let centre = match self.centre {
            Centre::TheOtherWayRound if board.centre == plane::Centre::TakesPart => {
                plane::Centre::LeftOut
            }
            Centre::TheOtherWayRound | Centre::Always => plane::Centre::TakesPart,
            Centre::Never => plane::Centre::LeftOut,
            _ => board.centre,
        };
        Some(Seen::new(board, centre == plane::Centre::TakesPart))
    }

    /// How many lines a player has on a board.
    fn counts(&self, seen: &Seen, player: Player) -> Vec<i64> {
        let complete = || {
            self.lines.iter().copied().filter(|&line| {
                let tiles = self.tiles_that_count(seen, line);
                tiles.is_some_and(|tiles| self.complete.is_so(tiles, line, seen, player))
            })
        };
        let count = || complete().map(|_| 1).sum::<i64>();
        // Whether the tile in the middle counts where it does not take part is left open.
        let tiles = || {
            let own = seen.of(player);
            let outside = if seen.has_centre { own } else { own & !(1 << MIDDLE) };
            [outside, own].map(|tiles| i64::from(tiles.count_ones()))
        };
        match self.counted {
            Counted::Lines => vec![count()],
            Counted::Times(times) => vec![times * count()],
            Counted::Any => vec![count().min(1)],
            Counted::TilesOnLines => {
                let tiles = complete().fold(0, |tiles, line| tiles | line.tiles());
                vec![tiles.count_ones().into()]
            }
            Counted::Tiles => tiles().to_vec(),
            Counted::Directions => vec![different(complete().map(Line::step))],
            Counted::Starts => vec![different(complete().map(Line::start))],
            Counted::WithoutCommonTiles => {
                let lines: Vec<Line> = complete().collect();
                without_common_tiles(&lines)
            }
            Counted::AndEachTile => tiles().map(|tiles| count() + tiles).to_vec(),
        }
    }

    /// The tiles of a line that have to be the player's, as bits; none if the line does not count on this board.
    fn tiles_that_count(&self, seen: &Seen, line: Line) -> Option<u16> {
        let is_through = line.is_through();
        let counts = match self.centre {
            Centre::NoOthers if seen.has_centre => is_through,
            Centre::NoneWithoutIt => seen.has_centre,
            _ if seen.has_centre => true,
            Centre::EndsAreEnough if is_through => return Some(line.ends()),
            Centre::WithoutDiagonals => !is_through || !line.is_diagonal(),
            Centre::DiagonalsOnly => !is_through || line.is_diagonal(),
            Centre::AnotherPlace(place) => !line.has(place),
            _ => !is_through,
        };
        counts.then_some(line.tiles())
    }
}

/// A board as a reading sees it.
struct Seen {
    /// The tiles of player 1, as bits.
    first: u16,
    /// Those of player 2.
    second: u16,
    has_centre: bool,
}

impl Seen {
    fn new(board: &Board, has_centre: bool) -> Self {
        let tiles = |player| {
            let own =
                board.tiles.tiles().iter().zip(0..).filter(|(tile, _)| **tile == Some(player));
            own.fold(0, |tiles, (_, place)| tiles | 1_u16 << place)
        };
        Self { first: tiles(Player::First), second: tiles(Player::Second), has_centre }
    }

    const fn of(&self, player: Player) -> u16 {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }
}

impl Complete {
    /// Whether these tiles of a line are complete for a player.
    fn is_so(self, tiles: u16, line: Line, seen: &Seen, player: Player) -> bool {
        let all = tiles.count_ones();
        let [own, others] =
            [player, player.other()].map(|player| (seen.of(player) & tiles).count_ones());
        let free = all - own - others;
        match self {
            Self::OwnTiles => own == all,
            Self::TwoOwn => own >= 2,
            Self::TwoOwnAndFree => own >= 2 && others == 0,
            Self::NoneOfTheOther => own > 0 && others == 0,
            Self::OfEither => own == all || others == all,
            Self::Taken => free == 0,
            Self::Alike => [own, others, free].contains(&all),
            Self::NotOfTheFirst => own == all || player == Player::Second && others == 0,
            Self::Sum => {
                let number = |player: Player| u32::from(player.number());
                own * number(player) + others * number(player.other()) == all * number(player)
            }
            Self::Ends => line.ends() & !seen.of(player) == 0,
            Self::None => false,
        }
    }
}

fn different<T: Ord>(all: impl Iterator<Item = T>) -> i64 {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|_| 1).sum()
}

/// How many lines are counted if none may share a tile with one before, by the usual orders of the lines.
fn without_common_tiles(lines: &[Line]) -> Vec<i64> {
    let sort = |line: &Line| match line {
        line if ROWS.contains(line) => 0,
        line if COLUMNS.contains(line) => 1,
        _ => 2,
    };
    let mut counts = Vec::with_capacity(1);
    for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0]] {
        let mut lines = lines.to_vec();
        lines.sort_by_key(|line| order.get(sort(line)));
        let (mut used, mut count) = (0_u16, 0);
        for line in lines {
            if used & line.tiles() == 0 {
                used |= line.tiles();
                count += 1;
            }
        }
        if !counts.contains(&count) {
            counts.push(count);
        }
    }
    counts
}
