//! Step 35: who has won.

mod contest;
mod reading;

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use self::contest::{Contest, Standing};
use self::reading::{Reading, leaders};
use super::games::{game_of, panels, random_history, random_players};
use crate::item::NumberList;
use crate::texts::{form, tesseract as hints};
use gradus_board::drawing::Panel;
use gradus_board::lattice::tesseract::{Players, Tile};
use gradus_step::{AnyOf, Aspects, Count, Feedback, Kind, Steering, Template, Text, Workload};

/// The winners of each game, if there are any.
pub enum Winner {}

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Params {
    games: Count<10, 50>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    games: Vec<Contest>,
}

impl Kind for Winner {
    const NAME: &'static str = "tesseract/winner";
    const VERSION: u32 = 5;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 1300;

    type Params = Params;
    type Task = Task;
    type Item = Standing;
    type Solution = AnyOf<Standing>;
    type Reading = Reading;

    fn hints() -> &'static [&'static [Template]] {
        &[hints::WINNER, hints::GAMES]
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        reading::add_aspects(aspects);
    }

    fn generate(params: &Params, _: &Steering<Self>, rng: &mut ChaCha8Rng) -> Task {
        let sorts = SORTS.into_iter().cycle().take(params.games.get() as usize);
        let mut games = random_contests(rng, sorts.collect());
        games.shuffle(rng);
        Task { games }
    }

    fn solve<'a>(
        task: &'a Task,
        reading: &'a Reading,
    ) -> impl Iterator<Item = AnyOf<Standing>> + 'a {
        reading.standings(&task.games).map(AnyOf)
    }

    fn reference(task: &Task) -> Vec<AnyOf<Standing>> {
        let outcomes = task.games.iter().map(|contest| contest.game.outcome(contest.threshold));
        outcomes.map(|outcome| AnyOf(vec![outcome.into()])).collect()
    }

    fn panels(task: &Self::Task) -> Vec<Panel> {
        panels(task.games.iter().map(|contest| &contest.game))
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Standing, Text> {
        if text.eq_ignore_ascii_case("open") {
            return Ok(Standing::Open);
        }
        let players = NumberList::read(text).map(|NumberList(mut players)| {
            players.sort_unstable();
            players.dedup();
            Standing::Won(NumberList(players))
        });
        players.map_err(|_| form::winners())
    }
}

/// How a game should stand, so that it shows what a misreading does. Players are numbered from 1 here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// There are free tiles, nobody has reached the threshold, and this player leads, by whom it was missed by one.
    Open(usize),
    /// This player reached the threshold with the last move and did not pass it; there are free tiles.
    JustReached(usize),
    /// Player 1 did, but one move before the last one, with which player 2 got more lines.
    PassedAtOnce,
    /// This player reached the threshold first. Others reached it too, one of them a player with a lower number, and have more lines; the
    /// last move at the threshold or above was made by one of them.
    Overtaken(usize, Reach, Extent),
    /// The board is full, nobody has reached the threshold, and this player leads.
    Led(usize),
    /// The same, but several lead, by whom the threshold was missed by one, and others if the weights 1 to 4 choose the directions.
    Shared,
}

/// How the winner got to the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// With just as many lines. Player 4 was the first to have more, in the same round.
    Exactly,
    /// From fewer lines to more, with a move that made several.
    Past,
}

/// How far a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    FullBoard,
    FreeTiles,
}

/// What a task asks for. There are few different items: each misreading needs three wrong ones to be told from chance, or one that is
/// never right, as the number of player 4 is here; and no item may be right more than twice, or a blind guess hits too often. The rare
/// ones come first.
const SORTS: [Sort; 10] = [
    Sort::Overtaken(3, Reach::Past, Extent::FullBoard),
    Sort::Overtaken(3, Reach::Past, Extent::FreeTiles),
    PASSED,
    Sort::Shared,
    Sort::Shared,
    Sort::Shared,
    Sort::Led(1),
    Sort::Open(4),
    Sort::JustReached(2),
    Sort::PassedAtOnce,
];

/// A random game is seldom of this sort: it is made so.
const PASSED: Sort = Sort::Overtaken(2, Reach::Exactly, Extent::FullBoard);

impl Sort {
    /// How many players such a game can have.
    fn players(self) -> RangeInclusive<u8> {
        match self {
            // Where the second of two made the last move, a round is complete. With two players there is one way to share, and with
            // three the second makes the last move.
            Self::JustReached(2)
            | Self::PassedAtOnce
            | Self::Shared
            | Self::Overtaken(_, Reach::Past, _) => 3..=4,
            Self::Led(_) | Self::JustReached(_) => 2..=4,
            Self::Open(_) | Self::Overtaken(_, Reach::Exactly, _) => 4..=4,
        }
    }
}

/// Random games, one that stands in each of these ways. Each game that is drawn is used for the first way in which it can stand.
fn random_contests(rng: &mut ChaCha8Rng, mut sorts: Vec<Sort>) -> Vec<Contest> {
    let mut contests = Vec::with_capacity(sorts.len());
    while !sorts.is_empty() {
        // With four players every sort is possible.
        let range = if rng.random() { 4..=4 } else { 2..=3 };
        let players = random_players(rng, range);
        let mut history = random_history(rng, Tile::COUNT);
        let reading = Reading::default();
        let play = |history: &[Tile]| {
            let course = reading.turns.course_of(players, history, reading.lines.lines());
            let scores = vec![0; course.players];
            let moves = reading.progress(reading.lines.lines(), &course, &scores);
            (course, scores, moves)
        };
        let (mut course, mut scores, mut moves) = play(&history);
        if sorts.contains(&PASSED) && PASSED.players().contains(&players.count()) {
            let progress = Progress { players: course.players, moves: &moves };
            if progress.pass_in_the_round(players, &mut history) {
                (course, scores, moves) = play(&history);
            }
        }
        let progress = Progress { players: course.players, moves: &moves };
        let by_weights = || {
            let lines = BY_WEIGHTS.lines.lines();
            let moves = reading.progress(lines, &course, &scores);
            leaders(&Progress { players: course.players, moves: &moves }.scores())
        };
        let found = sorts.iter().enumerate().find_map(|(place, sort)| {
            let is_possible = sort.players().contains(&players.count());
            let stop = if is_possible { progress.stop(rng, *sort) } else { None };
            let stop = stop
                .filter(|&(moves, threshold)| {
                    *sort != Sort::PassedAtOnce || pass(players, &mut history, moves - 1, threshold)
                })
                .filter(|_| *sort != Sort::Shared || by_weights() != leaders(&progress.scores()));
            stop.map(|stop| (place, stop))
        });
        if let Some((place, (moves, threshold))) = found {
            sorts.remove(place);
            let game = game_of(players, history.into_iter().take(moves));
            contests.push(Contest { game, threshold });
        }
    }
    contests
}

/// Lets the move with this number, from 0, give its player more than so many lines, if the tile of a later move does that; says whether
/// it does.
fn pass(players: Players, history: &mut [Tile], number: usize, score: usize) -> bool {
    let Some((before, later)) = history.split_at_checked(number) else { return false };
    let game = game_of(players, before.iter().copied());
    let own = game.score(game.to_move());
    let more = later.iter().position(|&tile| own + game.lines_made_by(tile).count() > score);
    if let Some(place) = more {
        history.swap(number, number + place);
    }
    more.is_some()
}

/// The reading by which the weights 1 to 4 choose between v and −v.
static BY_WEIGHTS: LazyLock<Reading> = LazyLock::new(Reading::by_weights);

/// How the scores rise.
#[derive(Clone, Copy)]
struct Progress<'a> {
    players: usize,
    /// For each move its player, from 0, and that player's score after it.
    moves: &'a [(usize, usize)],
}

impl Progress<'_> {
    /// The same up to this number of moves.
    fn up_to(self, moves: usize) -> Self {
        Self { moves: self.moves.get(..moves).unwrap_or(self.moves), ..self }
    }

    fn scores(self) -> Vec<usize> {
        let mut scores = vec![0; self.players];
        for &(player, score) in self.moves {
            if let Some(place) = scores.get_mut(player) {
                *place = score;
            }
        }
        scores
    }

    /// The first move after which its player has so many lines or more: its number, from 0, its player and the score.
    fn reached(self, least: usize) -> Option<(usize, usize, usize)> {
        let mut moves = self.moves.iter().enumerate();
        let (number, &(player, score)) = moves.find(|(_, (_, score))| *score >= least)?;
        Some((number, player, score))
    }

    /// Lets player 4 pass player 2 in the round in which player 2 was the first to have so many lines, if a tile does that.
    fn pass_in_the_round(self, players: Players, history: &mut [Tile]) -> bool {
        let highest = self.scores().into_iter().max().unwrap_or(0);
        (2..=highest).any(|threshold| {
            let reached = self.reached(threshold);
            let reached = reached.filter(|&(_, player, score)| player == 1 && score == threshold);
            reached.is_some_and(|(number, ..)| pass(players, history, number + 2, threshold))
        })
    }

    /// After how many moves, and with which threshold, the game stands in this way; none if it never does.
    fn stop(self, rng: &mut ChaCha8Rng, sort: Sort) -> Option<(usize, usize)> {
        let all = self.moves.len();
        let moves = match sort {
            Sort::Open(_) => rng.random_range(30..all),
            Sort::Overtaken(.., Extent::FreeTiles) => rng.random_range(60..all),
            _ => all,
        };
        let course = self.up_to(moves);
        let scores = course.scores();
        let highest = scores.iter().copied().max()?;
        let leaders = leaders(&scores);
        // The threshold 1 is reached with the first line.
        let thresholds = 2..=highest;
        match sort {
            Sort::Open(number) => (leaders == [number - 1]).then_some((moves, highest + 1)),
            Sort::JustReached(number) => self.just_reached(rng, number - 1, thresholds),
            Sort::PassedAtOnce => {
                let (moves, threshold) = self.just_reached(rng, 0, thresholds)?;
                Some((moves + 1, threshold))
            }
            Sort::Overtaken(number, _, _) if leaders.contains(&(number - 1)) => None,
            Sort::Overtaken(number, reach, _) => {
                let is_overtaken =
                    |&threshold: &usize| course.is_overtaken(number - 1, reach, threshold);
                Some((moves, thresholds.filter(is_overtaken).choose(rng)?))
            }
            Sort::Led(number) => {
                let above = usize::from(rng.random_range(1..=2u8));
                (leaders == [number - 1]).then_some((moves, highest + above))
            }
            Sort::Shared => (leaders.len() > 1).then_some((moves, highest + 1)),
        }
    }

    /// After how many moves a player, from 0, reached one of these thresholds first and exactly, at least two moves before the board is
    /// full: a full board would be won by the highest score too.
    fn just_reached(
        self,
        rng: &mut ChaCha8Rng,
        player: usize,
        thresholds: RangeInclusive<usize>,
    ) -> Option<(usize, usize)> {
        let reached = thresholds.filter_map(|threshold| {
            let (number, first, score) = self.reached(threshold)?;
            let is_exact = first == player && score == threshold;
            (is_exact && number + 2 < self.moves.len()).then_some((number + 1, threshold))
        });
        reached.choose(rng)
    }

    /// Whether a player, from 0, reached the threshold first and in this way, and a player with a lower number later, and whether another
    /// one made the last move at it or above.
    fn is_overtaken(self, player: usize, reach: Reach, threshold: usize) -> bool {
        let is_first =
            |least, player| self.reached(least).is_some_and(|(_, first, _)| first == player);
        let is_exact = || self.reached(threshold).is_some_and(|(.., score)| score == threshold);
        let is_passed_at_once = || {
            let passed = self.reached(threshold + 1).zip(self.reached(threshold));
            passed.is_some_and(|((number, by, _), (before, ..))| by == 3 && number - before < 3)
        };
        let is_last = || {
            let last = self.moves.iter().rfind(|(_, score)| *score >= threshold);
            last.is_some_and(|(last, _)| *last == player)
        };
        let is_reached_so = || match reach {
            Reach::Exactly => is_exact() && is_passed_at_once(),
            Reach::Past => !is_exact(),
        };
        is_first(threshold, player)
            && is_reached_so()
            && !is_last()
            && self.scores().iter().take(player).any(|&score| score >= threshold)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;
    use gradus_board::lattice::tesseract::Outcome;

    #[test]
    fn every_way_in_which_a_game_can_stand_is_made() {
        let mut rng = ChaCha8Rng::seed_from_u64(35);
        for sort in SORTS {
            let contests = random_contests(&mut rng, vec![sort]);
            let [Contest { game, threshold }] = &contests[..] else { panic!("one game") };
            let outcome = game.outcome(*threshold);
            let is_made = match &outcome {
                Outcome::Open => matches!(sort, Sort::Open(_)),
                Outcome::Won(_) => {
                    matches!(sort, Sort::JustReached(_) | Sort::PassedAtOnce | Sort::Overtaken(..))
                }
                Outcome::Shared(players) if players.len() == 1 => sort == Sort::Led(1),
                Outcome::Shared(_) => sort == Sort::Shared,
            };
            assert!(is_made, "{sort:?}: {outcome:?}");
        }
    }
}
