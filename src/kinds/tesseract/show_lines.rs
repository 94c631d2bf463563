//! Step 34: which lines a player has.

use std::collections::BTreeSet;
use std::fmt;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::games::{
    History, Lines, RecordError, game_of, held_by, ids, lines_that_change, lines_that_only_grow,
    lines_with_a_centre, random_players,
};
use crate::board::lattice::tesseract::{Game, Line, Player, Players, Tile, TileSet, lines};
use crate::step::{Expected, Feedback, Misconception, OldKind as Kind, Question, Workload};

/// The lines of one player.
pub enum ShowLines {}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {}

/// A game, and the player whose lines are asked for.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Task {
    game: Game,
    player: Player,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    players: u8,
    history: History,
    player: u8,
}

impl TryFrom<Record> for Task {
    type Error = RecordError;

    fn try_from(Record { players, history, player }: Record) -> Result<Self, RecordError> {
        let History(tiles) = history;
        let players = Players::new(players).ok_or(RecordError::Players(players))?;
        let player = players.player(player).ok_or(RecordError::Player(player))?;
        Ok(Self { game: Game::from_history(players, tiles)?, player })
    }
}

impl From<Task> for Record {
    fn from(Task { game, player }: Task) -> Self {
        let history = History(game.history().to_vec());
        Self { players: game.players().count(), history, player: player.number() }
    }
}

/// A set of lines, each as its ids: `1-2-3 4-5-6`, or `-`.
#[derive(Clone, PartialEq, Eq)]
pub struct LineSet(BTreeSet<[u8; 3]>);

impl LineSet {
    /// The set of these lines, the ids of each put in order.
    fn of(lines: impl IntoIterator<Item = [u8; 3]>) -> Self {
        let ascending = |mut line: [u8; 3]| {
            line.sort_unstable();
            line
        };
        Self(lines.into_iter().map(ascending).collect())
    }
}

impl fmt::Display for LineSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        for (index, [first, middle, last]) in self.0.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{first}-{middle}-{last}")?;
        }
        Ok(())
    }
}

impl Kind for ShowLines {
    const NAME: &'static str = "tesseract/show-lines";
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Located;
    const MISCONCEPTIONS: &'static [Misconception<Self>] = &[
        Misconception {
            id: "lines-of-all-players",
            hint: "Only the lines of the player who is asked for are wanted.",
            solve: |task| {
                let players = task.game.players().iter();
                let lines = players.flat_map(|player| task.game.lines_of(player));
                vec![LineSet::of(lines.map(|line| ids(&line)))]
            },
        },
        Misconception {
            id: "the-next-player",
            hint: "Players are numbered from 1, and player 1 makes the first move.",
            solve: |task| vec![lines_of(&task.game, task.game.players().after(task.player))],
        },
        Misconception {
            id: "lines-along-the-axes-only",
            hint: "A line may change several coordinates at once: there are 40 directions, not 4.",
            solve: |task| task.lines_in(&lines_that_change(1)),
        },
        Misconception {
            id: "three-at-once-missed",
            hint: "Along a line one, two or three coordinates may change at once.",
            solve: |task| {
                let lines = [1, 2].into_iter().flat_map(lines_that_change).collect();
                task.lines_in(&lines)
            },
        },
        Misconception {
            id: "falling-coordinates-missed",
            hint: "Along a line some coordinates may fall while others grow.",
            solve: |task| task.lines_in(&lines_that_only_grow()),
        },
        Misconception {
            id: "centre-not-skipped",
            hint: "The centre is not a tile and has no id: from 41 on, ids run one behind the row-major count.",
            solve: |task| task.lines_in(&lines_with_a_centre()),
        },
    ];

    type Params = Params;
    type Task = Task;
    type Item = LineSet;

    fn generate(_params: &Params, rng: &mut ChaCha8Rng) -> Task {
        loop {
            if let Some(task) = rich_game(rng) {
                return task;
            }
        }
    }

    fn reference(task: &Task) -> Vec<LineSet> {
        vec![lines_of(&task.game, task.player)]
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<LineSet, Expected> {
        let line = |text: &str| -> Option<[u8; 3]> {
            let ids: Result<Vec<u8>, _> = text.split('-').map(str::parse).collect();
            let line = <[u8; 3]>::try_from(ids.ok()?).ok()?;
            line.is_sorted_by(|one, next| one < next).then_some(line)
        };
        match text {
            "" => None,
            "-" => Some(LineSet::of([])),
            text => text.split_whitespace().map(line).collect::<Option<Vec<_>>>().map(LineSet::of),
        }
        .ok_or(Expected(
            "lines of three ascending ids with single spaces between them, as `1-2-3 4-5-6`, or `-`",
        ))
    }

    /// A blind guess has to hit the lines in all three slices across the first axis, which share no tile; what lies
    /// between them makes it harder still.
    fn questions(_task: &Task, reference: &[LineSet]) -> Vec<Question> {
        let all = reference.iter().flat_map(|LineSet(lines)| lines);
        let slices = Slice::ALL.map(|slice| {
            let tiles = slice.tiles();
            let lies_in = |line: &&[u8; 3]| {
                line.iter().filter_map(|&id| Tile::new(id)).all(|tile| tiles.contains(tile))
            };
            Question::with_one_answer(LineSet::of(all.clone().filter(lies_in).copied()))
        });
        slices.into()
    }
}

impl Task {
    /// The player's lines among those of another list.
    fn lines_in(&self, lines: &Lines) -> Vec<LineSet> {
        vec![LineSet::of(held_by(&self.game, self.player, lines).copied())]
    }
}

fn lines_of(game: &Game, player: Player) -> LineSet {
    LineSet::of(game.lines_of(player).iter().map(ids))
}

/// The tiles with one value of the first coordinate.
#[derive(Clone, Copy)]
struct Slice(u8);

impl Slice {
    const ALL: [Self; 3] = [Self(1), Self(2), Self(3)];

    fn tiles(self) -> TileSet {
        Tile::all().filter(|tile| tile.coordinates()[0] == self.0).collect()
    }

    fn lines(self) -> Vec<Line> {
        let tiles = self.tiles();
        lines().iter().filter(|line| tiles.contains_all(line.mask())).copied().collect()
    }
}

/// How many lines are given to the player in each slice; they may be the same one.
const LINES_IN_A_SLICE: usize = 2;

/// A game in which one player has several lines in every slice, as if by intent; none if the player has too few turns for
/// the lines that were drawn.
#[expect(clippy::expect_used, reason = "the numbers that are drawn are in range")]
fn rich_game(rng: &mut ChaCha8Rng) -> Option<Task> {
    let players = random_players(rng, 2..=4);
    let number = rng.random_range(1..=players.count());
    let player = players.player(number).expect("the number of a player");
    let moves = usize::from(rng.random_range(18 * players.count()..=80));
    let is_own = |number: &usize| players.to_move_after(*number) == player;
    let turns = (0..moves).filter(is_own).count();

    let mut own = TileSet::default();
    for slice in Slice::ALL {
        let lines = slice.lines();
        for _ in 0..LINES_IN_A_SLICE {
            let line = lines.choose(rng).expect("every slice has lines");
            own = line.tiles().into_iter().fold(own, TileSet::with);
        }
    }
    let mut others: Vec<Tile> = Tile::all().filter(|&tile| !own.contains(tile)).collect();
    others.shuffle(rng);
    let more = turns.checked_sub(own.len() as usize)?;
    let mut own: Vec<Tile> = own.iter().chain(others.drain(..more)).collect();
    own.shuffle(rng);

    let mut next = |number| if is_own(&number) { own.pop() } else { others.pop() };
    let history = (0..moves).map(|number| next(number).expect("a tile for every turn"));
    Some(Task { game: game_of(players, history), player })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn the_player_has_many_lines_with_two_three_and_four_players() {
        let mut rng = ChaCha8Rng::seed_from_u64(34);
        let mut seen = [0; 5];
        for _ in 0..300 {
            let task = ShowLines::generate(&Params {}, &mut rng);
            seen[usize::from(task.game.players().count())] += 1;
            let [LineSet(lines)] = &ShowLines::reference(&task)[..] else { panic!("one item") };
            assert!(lines.len() >= 4, "{lines:?}");
        }
        assert!(seen[2..].iter().all(|&count| count >= 50), "{seen:?}");
    }
}
