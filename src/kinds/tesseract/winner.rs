//! Step 35: who has won.

use std::fmt;
use std::ops::RangeInclusive;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IteratorRandom as _, SliceRandom as _};
use serde::{Deserialize, Serialize};

use super::HINTS;
use super::games::{History, RecordError, game_of, random_history, random_players};
use super::readings::{Course, FirstMove, LineReading, Moves, Row, TurnReading, add_line_aspects};
use crate::board::lattice::tesseract::{Game, Outcome, Player, Players, Tile};
use crate::kinds::item::NumberList;
use crate::step::{AnyOf, Aspects, Catalogue, Count, Expected, Feedback, Kind, Steering, Workload};

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

/// A game with the number of lines that wins it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "ContestRecord", into = "ContestRecord")]
struct Contest {
    game: Game,
    threshold: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ContestRecord {
    players: u8,
    threshold: usize,
    history: History,
}

impl TryFrom<ContestRecord> for Contest {
    type Error = RecordError;

    fn try_from(
        ContestRecord { players, threshold, history }: ContestRecord,
    ) -> Result<Self, RecordError> {
        let History(tiles) = history;
        let players = Players::new(players).ok_or(RecordError::Players(players))?;
        if threshold == 0 {
            return Err(RecordError::Threshold);
        }
        Ok(Self { game: Game::from_history(players, tiles)?, threshold })
    }
}

impl From<Contest> for ContestRecord {
    fn from(Contest { game, threshold }: Contest) -> Self {
        let history = History(game.history().to_vec());
        Self { players: game.players().count(), threshold, history }
    }
}

/// `open`, or the numbers of the winners, ascending.
#[derive(Clone, PartialEq, Eq)]
pub enum Standing {
    Open,
    Won(NumberList),
}

impl Standing {
    fn won_by(players: impl IntoIterator<Item = Player>) -> Self {
        Self::Won(players.into_iter().map(Player::number).collect())
    }
}

impl From<Outcome> for Standing {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Open => Self::Open,
            Outcome::Won(player) => Self::won_by([player]),
            Outcome::Shared(players) => Self::won_by(players),
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => f.write_str("open"),
            Self::Won(players) => players.fmt(f),
        }
    }
}

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    lines: LineReading,
    turns: TurnReading,
    counted: Counted,
    reached: Reached,
    decided: Decided,
    full: FullBoard,
    /// Whether the leader of an open game has won.
    leader_wins: bool,
    tie: Tie,
    /// Whether the player behind the one who has reached the threshold is named.
    is_next_named: bool,
    /// Whether players are numbered from 0.
    numbers_from_zero: bool,
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
    /// A line counts only if its last tile to be taken is not in the middle.
    NotFromTheMiddle,
}

/// Which scores have reached the threshold.
#[derive(Clone, Copy, Default)]
enum Reached {
    #[default]
    AtLeast,
    MoreThan,
    Exactly,
    /// One less is enough.
    OneLess,
    /// The first line is enough.
    OneLine,
}

/// Who wins, of those who have reached the threshold.
#[derive(Clone, Copy, Default)]
enum Decided {
    #[default]
    First,
    /// The player of the last move after which the score was that high.
    LastMove,
    /// The last one to get there.
    LastToReach,
    /// The one with the most lines after the last move.
    MostAtTheEnd,
    /// The one with the lowest number.
    LowestNumber,
    All,
}

/// What a full board decides.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum FullBoard {
    /// If nobody has reached the threshold, the highest score wins.
    #[default]
    IfNotReached,
    /// The highest score wins, whoever has reached the threshold.
    Always,
    Never,
}

/// Who wins of several players with the same highest score.
#[derive(Clone, Copy, Default)]
enum Tie {
    #[default]
    All,
    First,
    Last,
    Nobody,
}

impl Kind for Winner {
    const NAME: &'static str = "tesseract/winner";
    const VERSION: u32 = 2;
    const WORKLOAD: Workload = Workload::Heavy;
    const FEEDBACK: Feedback = Feedback::Counted;
    const DIAGNOSIS_LIMIT: usize = 910;

    type Params = Params;
    type Task = Task;
    type Item = Standing;
    type Solution = AnyOf<Standing>;
    type Reading = Reading;

    fn hints() -> &'static Catalogue {
        &HINTS
    }

    fn aspects(aspects: &mut Aspects<Reading>) {
        aspects
            .add()
            .or("threshold-exceeded", |reading| reading.reached = Reached::MoreThan)
            .or("threshold-hit-exactly", |reading| reading.reached = Reached::Exactly)
            .or("one-less-is-enough", |reading| reading.reached = Reached::OneLess)
            .or("first-line-wins", |reading| reading.reached = Reached::OneLine);
        aspects
            .add()
            .or("most-lines-instead-of-first", |reading| reading.decided = Decided::MostAtTheEnd)
            .or("winner-overwritten", |reading| reading.decided = Decided::LastMove)
            .or("last-to-reach", |reading| reading.decided = Decided::LastToReach)
            .or("lowest-number-at-the-end", |reading| reading.decided = Decided::LowestNumber)
            .or("all-who-reached-it", |reading| reading.decided = Decided::All);
        aspects
            .add()
            .or("full-board-first", |reading| reading.full = FullBoard::Always)
            .or("a-full-board-is-open", |reading| reading.full = FullBoard::Never);
        aspects
            .add()
            .or("one-leader-only", |reading| reading.tie = Tie::First)
            .or("last-leader-only", |reading| reading.tie = Tie::Last)
            .or("a-tie-is-open", |reading| reading.tie = Tie::Nobody);
        aspects.add().or("the-leader-has-won", |reading| reading.leader_wins = true);
        // The player whose turn is next is named: that is as if the second one had begun.
        aspects
            .add()
            .or("the-next-player", |reading| reading.turns.first = FirstMove::ByTheSecond)
            .or("the-player-before", |reading| reading.turns.first = FirstMove::ByTheLast);
        aspects.add().or("players-from-zero", |reading| reading.numbers_from_zero = true);
        aspects.add().or("two-players-only", |reading| reading.turns.take_turns(2));
        aspects
            .add()
            .or("counted-from-both-ends", |reading| reading.counted = Counted::Times(2))
            .or("one-line-a-move", |reading| reading.counted = Counted::OneAMove)
            .or("counted-from-every-tile", |reading| reading.counted = Counted::Times(3))
            .or("tiles-of-anybody", |reading| reading.counted = Counted::OfAnyTiles);
        add_line_aspects(aspects, |reading| &mut reading.lines);
        aspects
            .add()
            .or("next-player-named", |reading| reading.is_next_named = true)
            .or("never-in-the-middle", |reading| reading.counted = Counted::NotFromTheMiddle)
            .alone();
        aspects
            .add()
            .or("last-move-left-out", |reading| reading.turns.moves = Moves::AllButTheLast);
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
        let lines = reading.lines.lines();
        task.games.iter().map(move |contest| AnyOf(reading.standings(lines, contest)))
    }

    fn reference(task: &Task) -> Vec<AnyOf<Standing>> {
        let outcomes = task.games.iter().map(|contest| contest.game.outcome(contest.threshold));
        outcomes.map(|outcome| AnyOf(vec![outcome.into()])).collect()
    }

    fn read_item(_task: &Task, _position: usize, text: &str) -> Result<Standing, Expected> {
        if text.eq_ignore_ascii_case("open") {
            return Ok(Standing::Open);
        }
        let players = NumberList::read(text).map(|NumberList(mut players)| {
            players.sort_unstable();
            players.dedup();
            Standing::Won(NumberList(players))
        });
        players
            .map_err(|_| Expected("`open`, or numbers of players with single spaces between them"))
    }
}

impl Reading {
    /// How a game stands; several answers where a program may give one or the other.
    fn standings(&self, lines: &[Row], contest: &Contest) -> Vec<Standing> {
        let course = self.turns.course(&contest.game);
        let progress = self.progress(lines, &course);
        let mut scores = vec![0; course.players];
        for &(player, score) in &progress {
            if let Some(place) = scores.get_mut(player) {
                *place = score;
            }
        }
        let leaders = leaders(&scores);
        let is_full = course.moves == usize::from(Tile::COUNT);
        let winners = match self.full {
            FullBoard::Always if is_full => Vec::new(),
            _ => self.winners(contest.threshold, &progress, &scores),
        };
        if !winners.is_empty() {
            let named = |&winner: &usize| {
                if self.is_next_named { (winner + 1) % course.players } else { winner }
            };
            let named = |winners: &Vec<usize>| winners.iter().map(named).collect::<Vec<_>>();
            return winners.iter().map(|winners| self.won_by(&named(winners))).collect();
        }
        if is_full && self.full != FullBoard::Never {
            return vec![self.shared_by(&leaders)];
        }
        if self.leader_wins {
            let first = leaders.get(..1).unwrap_or_default();
            return vec![self.won_by(&leaders), self.won_by(first)];
        }
        vec![Standing::Open]
    }

    /// For each move its player, from 0, and that player's score after it.
    fn progress(&self, lines: &[Row], course: &Course) -> Vec<(usize, usize)> {
        let completed = lines.iter().filter_map(|line| match self.counted {
            Counted::OfAnyTiles => course.last_of(line),
            Counted::NotFromTheMiddle if !course.is_middle_earlier(line) => None,
            _ => course.completed(line),
        });
        let mut made = vec![0; course.moves];
        for completed in completed {
            if let Some(count) = made.get_mut(completed.number) {
                *count += 1;
            }
        }
        let mut scores = vec![0; course.players];
        let moves = made.into_iter().enumerate().map(|(number, made)| {
            let player = self.turns.player(course.players, number);
            let score = scores.get_mut(player).map_or(0, |score| {
                *score += match self.counted {
                    Counted::One | Counted::OfAnyTiles | Counted::NotFromTheMiddle => made,
                    Counted::Times(times) => times * made,
                    Counted::OneAMove => made.min(1),
                };
                *score
            });
            (player, score)
        });
        moves.collect()
    }

    fn has_reached(&self, score: usize, threshold: usize) -> bool {
        match self.reached {
            Reached::AtLeast => score >= threshold,
            Reached::MoreThan => score > threshold,
            Reached::Exactly => score == threshold,
            Reached::OneLess => score + 1 >= threshold,
            Reached::OneLine => score >= 1,
        }
    }

    /// The winners by the threshold, if it was reached: one list, or several where a program may give one or the other.
    fn winners(
        &self,
        threshold: usize,
        progress: &[(usize, usize)],
        scores: &[usize],
    ) -> Vec<Vec<usize>> {
        let reached = |&&(_, score): &&(usize, usize)| self.has_reached(score, threshold);
        let alone = |found: Option<&(usize, usize)>| {
            found.into_iter().map(|&(player, _)| vec![player]).collect()
        };
        // Those who have reached it after the last move, in the order of their numbers.
        let in_the_end: Vec<usize> = (0..scores.len())
            .filter(|&player| {
                scores.get(player).is_some_and(|&score| self.has_reached(score, threshold))
            })
            .collect();
        match self.decided {
            Decided::First => alone(progress.iter().find(reached)),
            Decided::LastMove => alone(progress.iter().rfind(reached)),
            Decided::LastToReach => {
                let first_of = |player| {
                    let of_player = |&&(mover, _): &&(usize, usize)| mover == player;
                    progress.iter().position(|made| of_player(&made) && reached(&made))
                };
                let last = (0..scores.len()).filter_map(first_of).max();
                alone(last.and_then(|number| progress.get(number)))
            }
            _ if in_the_end.is_empty() => Vec::new(),
            Decided::MostAtTheEnd => {
                let leaders = leaders(scores);
                let first = leaders.iter().take(1).copied().collect();
                vec![leaders, first]
            }
            Decided::LowestNumber => vec![in_the_end.into_iter().take(1).collect()],
            Decided::All => vec![in_the_end],
        }
    }

    /// How a full board stands that these players lead.
    fn shared_by(&self, leaders: &[usize]) -> Standing {
        match (self.tie, leaders) {
            (Tie::First, [first, ..]) => self.won_by(&[*first]),
            (Tie::Last, [.., last]) => self.won_by(&[*last]),
            (Tie::Nobody, [_, _, ..]) => Standing::Open,
            _ => self.won_by(leaders),
        }
    }

    /// The players' numbers.
    fn won_by(&self, players: &[usize]) -> Standing {
        let first = u32::from(!self.numbers_from_zero);
        let numbers = players.iter().filter_map(|&player| u32::try_from(player).ok());
        Standing::Won(numbers.map(|number| number + first).collect())
    }
}

/// The players with the highest score, from 0.
fn leaders(scores: &[usize]) -> Vec<usize> {
    let highest = scores.iter().max();
    let players = scores.iter().enumerate().filter(|&(_, score)| Some(score) == highest);
    players.map(|(player, _)| player).collect()
}

/// How a game should stand, so that it shows what a misreading does. Players are numbered from 1 here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// There are free tiles, nobody has reached the threshold, and this player leads, by whom it was missed by one.
    Open(usize),
    /// This player reached the threshold with the last move and did not pass it; there are free tiles.
    JustReached(usize),
    /// This player reached the threshold first. Others reached it too, one of them a player with a lower number, and have more lines; the
    /// last move at the threshold or above was made by one of them.
    Overtaken(usize, Reach, Extent),
    /// The board is full, nobody has reached the threshold, and this player leads.
    Led(usize),
    /// The same, but several lead, by whom the threshold was missed by one.
    Shared,
}

/// How the winner got to the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// With just as many lines. Player 4 was the first to have more.
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
    Sort::Overtaken(2, Reach::Past, Extent::FullBoard),
    Sort::Overtaken(3, Reach::Past, Extent::FullBoard),
    Sort::Overtaken(3, Reach::Past, Extent::FreeTiles),
    Sort::Overtaken(2, Reach::Exactly, Extent::FullBoard),
    Sort::Shared,
    Sort::Shared,
    Sort::Shared,
    Sort::Led(1),
    Sort::Open(4),
    Sort::JustReached(1),
];

impl Sort {
    /// How many players such a game can have.
    fn players(self) -> RangeInclusive<u8> {
        match self {
            Self::Led(_) | Self::JustReached(_) => 2..=4,
            // With two players there is one way to share, and with three the second makes the last move.
            Self::Shared | Self::Overtaken(_, Reach::Past, _) => 3..=4,
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
        let history = random_history(rng, Tile::COUNT);
        let reading = Reading::default();
        let course = reading.turns.course_of(players, &history);
        let moves = reading.progress(reading.lines.lines(), &course);
        let progress = Progress { players: course.players, moves: &moves };
        let found = sorts.iter().enumerate().find_map(|(place, sort)| {
            let is_possible = sort.players().contains(&players.count());
            let stop = if is_possible { progress.stop(rng, *sort) } else { None };
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
            Sort::JustReached(number) => {
                // On a full board it would be won by the highest score too.
                let is_reached = |&threshold: &usize| {
                    self.reached(threshold).is_some_and(|(move_number, player, score)| {
                        player + 1 == number && score == threshold && move_number + 1 < moves
                    })
                };
                let threshold = thresholds.filter(is_reached).choose(rng)?;
                Some((self.reached(threshold)?.0 + 1, threshold))
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

    /// Whether a player, from 0, reached the threshold first and in this way, and a player with a lower number later, and whether another
    /// one made the last move at it or above.
    fn is_overtaken(self, player: usize, reach: Reach, threshold: usize) -> bool {
        let is_first =
            |least, player| self.reached(least).is_some_and(|(_, first, _)| first == player);
        let is_exact = || self.reached(threshold).is_some_and(|(.., score)| score == threshold);
        let is_last = || {
            let last = self.moves.iter().rfind(|(_, score)| *score >= threshold);
            last.is_some_and(|(last, _)| *last == player)
        };
        let is_reached_so = || match reach {
            Reach::Exactly => is_exact() && is_first(threshold + 1, 3),
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
                    matches!(sort, Sort::JustReached(_) | Sort::Overtaken(..))
                }
                Outcome::Shared(players) if players.len() == 1 => sort == Sort::Led(1),
                Outcome::Shared(_) => sort == Sort::Shared,
            };
            assert!(is_made, "{sort:?}: {outcome:?}");
        }
    }
}
