//! Step 33: how many lines each player has.

use std::borrow::Cow;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use super::games::{
    Played, direction, ending_with_a_line, panels, plant_lines, random_history, random_players,
};
use super::readings::{
    AXES, Course, LineReading, Moves, Row, Taken, TurnReading, add_directions_left_out,
    add_distances_aspect, add_line_aspects, add_middle_or_end_aspect, add_sum_aspect,
    add_tile_aspect, add_turn_aspects, add_twice_aspect, add_weights_aspect,
};
use crate::item::NumberList;
use crate::texts::tesseract as hints;
use gradus_board::drawing::Panel;
use gradus_board::lattice::tesseract::{Game, Players, Tile, lines};
use gradus_step::{Aspects, Count, Feedback, Kind, One, Steering, Template, Text, Workload};

/// The players' line counts in each game.
pub enum Scores {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<5, 20>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<Played>,
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: LineReading,
    turns: TurnReading,
    counted: Counted,
    listed: Listed,
    kept: Kept,
}

/// What a line adds to a score.
#[derive(Clone, Copy, Default)]
enum Counted {
    #[default]
    One,
    /// Each line is found more than once.
    Times(usize),
    /// A move that makes several lines adds 1.
    OneAMove,
    /// A line counts for the player who takes its last tile, whoever has the others.
    OfAnyTiles,
    /// Of a player's lines with the same lowest id, one.
    OneALowest,
    /// A line counts only if its last tile to be taken is not in the middle.
    NotFromTheMiddle,
    /// A line counts only if its last tile to be taken is in the middle.
    FromTheMiddle,
    /// A tile that was counted in a line is in no other; the lines are taken by direction.
    EachTileOnce,
    /// The same, and the lines are taken by their ids.
    EachTileOnceById,
    /// Two tiles of a line are enough.
    TwoTiles,
    /// The two ends of a line are enough, whoever has the middle.
    Ends,
    /// All lines of a player count again after each of the player's moves.
    AfterOwnMoves,
    /// All lines count again after each move.
    AfterEveryMove,
    /// Each tile that is in a line adds 1, not each line.
    TilesInLines,
    /// Each tile adds 1.
    Tiles,
}

/// What is kept from the games before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// Tiles that are free in a game stay with whom they were.
    Board,
    /// The scores run on.
    Scores,
    /// The number of moves runs on, so that it says whose turn it is.
    Moves,
    /// The player whose turn is next begins.
    Turn,
    /// The number of players in the first game.
    Players,
    /// The players keep their tiles.
    Tiles,
}

/// What is still there from the games before.
#[derive(Default)]
struct Earlier {
    totals: Vec<usize>,
    board: Option<Course>,
    /// How many turns a game begins later.
    turns: usize,
    players: Option<usize>,
    /// For each player the tiles of all games, as a bit for each id.
    tiles: [u128; 4],
}

/// Which scores are listed.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Listed {
    #[default]
    OfAllPlayers,
    /// Of those who took turns, even if more play.
    OfThoseWhoMoved,
    HighestFirst,
    LowestFirst,
    /// Of four players, even if fewer play.
    OfFour,
    WithoutZeros,
}

impl Kind for Scores {
    const NAME: &'static str = "tesseract/scores";
    const VERSION: u32 = 6;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 1300;

    type Params = Params;
    type Task = Task;
    type Item = NumberList;
    type Solution = One<NumberList>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::SCORES, hints::GAMES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("counted-from-both-ends", |reading| reading.counted = Counted::Times(2))
            .or("one-line-a-move", |reading| reading.counted = Counted::OneAMove)
            .or("counted-from-every-tile", |reading| reading.counted = Counted::Times(3))
            .or("counted-from-every-tile-and-end", |reading| reading.counted = Counted::Times(6))
            .or("tiles-of-anybody", |reading| reading.counted = Counted::OfAnyTiles)
            .or("one-line-a-lowest-id", |reading| reading.counted = Counted::OneALowest)
            .or("each-tile-once", |reading| reading.counted = Counted::EachTileOnce)
            .or("each-tile-once-by-id", |reading| reading.counted = Counted::EachTileOnceById);
        aspects
            .add()
            .or("two-tiles-are-enough", |reading| reading.counted = Counted::TwoTiles)
            .or("ends-are-enough", |reading| reading.counted = Counted::Ends)
            .or("never-in-the-middle", |reading| reading.counted = Counted::NotFromTheMiddle)
            .or("always-in-the-middle", |reading| reading.counted = Counted::FromTheMiddle)
            .or("tiles-in-lines", |reading| reading.counted = Counted::TilesInLines)
            .or("tiles-instead-of-lines", |reading| reading.counted = Counted::Tiles)
            .or("board-not-cleared", |reading| reading.kept = Kept::Board)
            .or("scores-run-on", |reading| reading.kept = Kept::Scores)
            .or("number-of-moves-runs-on", |reading| reading.kept = Kept::Moves)
            .or("turn-runs-on", |reading| reading.kept = Kept::Turn)
            .or("players-of-the-first-game", |reading| reading.kept = Kept::Players)
            .or("tiles-not-cleared", |reading| reading.kept = Kept::Tiles)
            .or("lines-counted-again", |reading| reading.counted = Counted::AfterOwnMoves)
            .or("all-lines-counted-again", |reading| reading.counted = Counted::AfterEveryMove)
            .or("four-scores-always", |reading| reading.listed = Listed::OfFour)
            .or("zeros-left-out", |reading| reading.listed = Listed::WithoutZeros)
            .alone();
        add_turn_aspects(aspects, |reading| &mut reading.turns);
        aspects
            .add()
            .or("last-move-left-out", |reading| reading.turns.moves = Moves::AllButTheLast)
            .or("first-move-left-out", |reading| reading.turns.moves = Moves::AllButTheFirst)
            .or("complete-rounds-only", |reading| reading.turns.moves = Moves::CompleteRounds);
        add_line_aspects(aspects, |reading| &mut reading.lines);
        add_directions_left_out(aspects, 8, &[2], |reading| &mut reading.lines);
        add_distances_aspect(aspects, |reading| &mut reading.lines).alone();
        add_sum_aspect(aspects, AXES, |reading| &mut reading.lines);
        add_twice_aspect(aspects, |reading| &mut reading.lines);
        add_weights_aspect(aspects, |reading| &mut reading.lines);
        add_tile_aspect(aspects, |reading| &mut reading.lines);
        add_middle_or_end_aspect(aspects, |reading| &mut reading.lines);
        aspects
            .add()
            .or("highest-first", |reading| reading.listed = Listed::HighestFirst)
            .or("lowest-first", |reading| reading.listed = Listed::LowestFirst);
        aspects
            .add()
            .or("two-scores-only", |reading| {
                reading.turns.take_turns(2);
                reading.listed = Listed::OfThoseWhoMoved;
            })
            .alone();
        let players = [3, 4].map(|count| (count.to_string(), count.to_string(), count));
        aspects
            .add()
            .or_each("players-always", players, |reading, count| reading.turns.take_turns(count))
            .alone();
    }

    fn generate(params: &Params, steering: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let count = params.games.get() as usize;
        // All numbers of players are among the games, however many misreadings one of them shows.
        let mut players = [2, 3, 4].into_iter().cycle();
        let mut games = vec![game_with_a_zero(rng)];
        // By chance there might be no line along a direction that has few.
        let mut diagonals: Vec<[i8; 4]> = lines().iter().map(direction).collect();
        diagonals.sort_unstable();
        diagonals.dedup();
        diagonals.retain(|along| along.iter().filter(|&&component| component != 0).count() > 1);
        diagonals.shuffle(rng);
        let mut planted = diagonals.chunks(diagonals.len().div_ceil(count)).cycle();
        games.extend(steering.cover(
            rng,
            count - 1,
            SPARE_GAMES,
            |rng| {
                let players = players.next().and_then(Players::new).unwrap_or(Players::TWO);
                // There are diagonals, so that the cycle does not end; without any, nothing would be planted.
                random_game(rng, players, planted.next().unwrap_or_default())
            },
            |game| Task { games: vec![game.clone()] },
        ));
        games.shuffle(rng);
        Task { games }
    }

    fn solve<'a>(
        task: &'a Task,
        reading: &'a Reading,
    ) -> impl Iterator<Item = One<NumberList>> + 'a {
        let lines = reading.lines.lines();
        let mut earlier = Earlier::default();
        task.games.iter().map(move |played| {
            let game = played.game();
            let mut turns = reading.turns.later(earlier.turns);
            if let Some(players) = earlier.players {
                turns.take_turns(players);
            }
            let mut course = played.course(&turns, lines);
            match reading.kept {
                Kept::Board => {
                    let added = earlier.board.iter().fold(course.into_owned(), Course::added_to);
                    course = Cow::Owned(added.clone());
                    earlier.board = Some(added);
                }
                Kept::Moves => earlier.turns += game.history().len(),
                Kept::Turn => earlier.turns = turns.player(course.players, course.moves),
                Kept::Players => earlier.players = Some(course.players),
                _ => {}
            }
            if reading.kept != Kept::Scores {
                earlier.totals.clear();
            }
            One(reading.scores(lines, game, &course, &mut earlier))
        })
    }

    fn reference(task: &Task) -> Vec<One<NumberList>> {
        let scores = task.games.iter().map(|played| played.game().scores().into_iter().map(small));
        scores.map(|scores| One(scores.collect())).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels(task.games.iter().map(Played::game))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<NumberList, Text> {
        NumberList::read(text)
    }
}

impl Reading {
    /// The scores of a game, added to the players' totals.
    fn scores(
        &self,
        lines: &[Row],
        game: &Game,
        course: &Course,
        earlier: &mut Earlier,
    ) -> NumberList {
        let listed = match self.listed {
            Listed::OfThoseWhoMoved => course.players,
            _ if self.kept == Kept::Players => course.players,
            Listed::OfFour => 4,
            _ => game.players().count().into(),
        };
        let totals = &mut earlier.totals;
        totals.resize(totals.len().max(listed), 0);
        let made = if self.kept == Kept::Tiles {
            made_with(lines, course, &mut earlier.tiles)
        } else {
            self.made(lines, course)
        };
        for (player, count) in made {
            // Where more players take turns than the game says, the others' scores are not asked for.
            if let Some(score) = totals.get_mut(player) {
                *score += count;
            }
        }
        let mut scores: Vec<usize> = totals.iter().copied().take(listed).collect();
        match self.listed {
            Listed::HighestFirst => scores.sort_unstable_by(|one, other| other.cmp(one)),
            Listed::LowestFirst => scores.sort_unstable(),
            Listed::WithoutZeros => scores.retain(|&score| score > 0),
            _ => {}
        }
        scores.into_iter().map(small).collect()
    }

    /// Players, each with lines that they make.
    fn made(&self, lines: &[Row], course: &Course) -> Vec<(usize, usize)> {
        let completed = lines.iter().filter_map(|line| match self.counted {
            Counted::OfAnyTiles => course.last_of(line),
            Counted::NotFromTheMiddle if !course.is_middle_earlier(line) => None,
            Counted::FromTheMiddle if course.is_middle_earlier(line) => None,
            _ => course.completed(line),
        });
        let owned = |line: &Row| Some((course.owner_of_all(line)?, *line));
        match self.counted {
            Counted::One => course.rows_of_each(lines).into_iter().enumerate().collect(),
            Counted::OneALowest => {
                let owned = lines.iter().filter_map(owned);
                let mut lowest: Vec<_> =
                    owned.map(|(player, [lowest, ..])| (player, lowest)).collect();
                lowest.sort_unstable();
                lowest.dedup();
                lowest.into_iter().map(|(player, _)| (player, 1)).collect()
            }
            Counted::EachTileOnce | Counted::EachTileOnceById => {
                // A bit for each id.
                let mut used: u128 = 0;
                let mut is_new = |line: &Row| {
                    let tiles = line.iter().fold(0, |tiles, id| tiles | 1_u128 << id);
                    let is_new = used & tiles == 0;
                    if is_new {
                        used |= tiles;
                    }
                    is_new
                };
                let mut owned: Vec<_> = lines.iter().filter_map(owned).collect();
                if matches!(self.counted, Counted::EachTileOnceById) {
                    owned.sort_unstable_by_key(|&(_, line)| line);
                }
                let new = owned.into_iter().filter(|(_, line)| is_new(line));
                new.map(|(player, _)| (player, 1)).collect()
            }
            Counted::TilesInLines => {
                let owned = lines.iter().filter_map(owned);
                let mut tiles: Vec<_> =
                    owned.flat_map(|(player, line)| line.map(|tile| (player, tile))).collect();
                tiles.sort_unstable();
                tiles.dedup();
                tiles.into_iter().map(|(player, _)| (player, 1)).collect()
            }
            Counted::Tiles => {
                (1..=Tile::COUNT).filter_map(|id| Some((course.owner(id)?.into(), 1))).collect()
            }
            Counted::TwoTiles => {
                let of_two = |&[first, middle, last]: &Row| {
                    let [first, middle, last] = [first, middle, last].map(|id| course.owner(id));
                    let owner = if first == middle || first == last {
                        first
                    } else {
                        middle.filter(|_| middle == last)
                    };
                    Some((owner?.into(), 1))
                };
                lines.iter().filter_map(of_two).collect()
            }
            Counted::Ends => {
                let ends = lines.iter().filter_map(|line| course.completed_ends(line));
                ends.map(|taken| (taken.player, 1)).collect()
            }
            Counted::OfAnyTiles | Counted::NotFromTheMiddle | Counted::FromTheMiddle => {
                completed.map(|made| (made.player, 1)).collect()
            }
            Counted::AfterOwnMoves => {
                let again = |made: Taken| (course.moves - 1 - made.number) / course.players;
                completed.map(|made| (made.player, 1 + again(made))).collect()
            }
            Counted::AfterEveryMove => {
                completed.map(|made| (made.player, course.moves - made.number)).collect()
            }
            Counted::Times(times) => completed.map(|made| (made.player, times)).collect(),
            Counted::OneAMove => {
                let mut moves: Vec<_> = completed.map(|made| (made.number, made.player)).collect();
                moves.sort_unstable();
                moves.dedup();
                moves.into_iter().map(|(_, player)| (player, 1)).collect()
            }
        }
    }
}

/// Players, each with one of the lines that they have if their tiles of the games before are theirs too.
fn made_with(lines: &[Row], course: &Course, tiles: &mut [u128; 4]) -> Vec<(usize, usize)> {
    for id in 1..=Tile::COUNT {
        let owner = course.owner(id).and_then(|owner| tiles.get_mut(usize::from(owner)));
        if let Some(tiles) = owner {
            *tiles |= 1 << id;
        }
    }
    let has = |tiles: u128, line: &Row| line.iter().all(|id| tiles >> id & 1 == 1);
    let owned = |(player, &tiles): (usize, &u128)| {
        (player, lines.iter().filter(|line| has(tiles, line)).count())
    };
    tiles.iter().enumerate().map(owned).collect()
}

#[expect(
    clippy::expect_used,
    reason = "a score is at most eighty times the number of triples of tiles"
)]
fn small(count: usize) -> u32 {
    u32::try_from(count).expect("a small number")
}

/// How many more games are drawn. Some misreadings fail in no game by itself, so that all of these are.
const SPARE_GAMES: usize = 3;

/// With fewer tiles for each player, too many games end 0 to 0.
const MIN_TILES_EACH: u8 = 15;

/// With so many tiles for each player, somebody often has no line.
const FEW_TILES_EACH: u8 = 11;

/// A random game of four players to a move that makes a line, in which somebody has none.
fn game_with_a_zero(rng: &mut ChaCha8Rng) -> Played {
    loop {
        let four = random_players(rng, 4..=4);
        let history = random_history(rng, 4 * (FEW_TILES_EACH + 3));
        if let Some(game) = ending_with_a_line(four, &history, 4 * FEW_TILES_EACH)
            && game.scores().contains(&0)
        {
            return Played::new(game);
        }
    }
}

/// A random game to a move that makes a line, with lines along these directions.
fn random_game(rng: &mut ChaCha8Rng, players: Players, planted: &[[i8; 4]]) -> Played {
    loop {
        let moves = rng.random_range(MIN_TILES_EACH * players.count()..=80);
        let mut history = random_history(rng, Tile::COUNT);
        plant_lines(rng, players, &mut history, moves.into(), planted);
        history.truncate(moves.into());
        if let Some(game) = ending_with_a_line(players, &history, MIN_TILES_EACH * players.count())
        {
            return Played::new(game);
        }
    }
}
