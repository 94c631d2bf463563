//! How the rule is read, and how games stand by a reading.

use std::collections::HashMap;

use super::super::readings::{
    AXES, Course, FirstMove, LineReading, Moves, Row, Taken, TurnReading, add_directions_left_out,
    add_distances_aspect, add_line_aspects, add_sum_aspect, add_twice_aspect, add_weights_aspect,
};
use super::contest::{Contest, Standing};
use gradus_board::lattice::tesseract::Tile;
use gradus_step::Aspects;

/// How the rule is read.
#[derive(Default)]
pub struct Reading {
    pub(super) lines: LineReading,
    pub(super) turns: TurnReading,
    counted: Counted,
    reached: Reached,
    /// Whether the lines of all players are counted together until the threshold is reached.
    is_counted_together: bool,
    decided: Decided,
    full: FullBoard,
    /// Whether the leader of an open game has won.
    leader_wins: bool,
    tie: Tie,
    /// Whether the player behind the one who has reached the threshold is named.
    is_next_named: bool,
    /// Where players are numbered from 0.
    from_zero: FromZero,
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
    /// A line counts only if its last tile to be taken is not in the middle.
    NotFromTheMiddle,
    /// All lines of a player count again after each of the player's moves.
    AfterOwnMoves,
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
    /// One of those who have reached it when all players have moved.
    FirstInTheRound,
    /// The same, not the first of them, and after the last move too.
    LaterInTheRound,
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

/// Where players are numbered from 0.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum FromZero {
    #[default]
    Nowhere,
    Everywhere,
    /// Where the threshold is reached.
    AtTheThreshold,
    /// Where the board is full.
    OnAFullBoard,
}

/// What is kept from the games before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kept {
    #[default]
    Nothing,
    /// The winner by the threshold, until another one reaches it.
    Winner,
    /// The scores run on.
    Scores(Moment),
    /// The number of moves runs on, so that it says whose turn it is.
    Moves,
    /// The player whose turn is next begins.
    Turn,
    /// The threshold of the first game.
    Threshold,
}

/// Up to when a game is played that somebody wins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    LastMove,
    Win,
}

/// Adds what can be misread, an aspect for each clause of the rule.
pub(super) fn add_aspects(aspects: &mut Aspects<Reading>) {
    aspects
        .add()
        .or("threshold-exceeded", |reading| reading.reached = Reached::MoreThan)
        .or("threshold-hit-exactly", |reading| reading.reached = Reached::Exactly)
        .or("one-less-is-enough", |reading| reading.reached = Reached::OneLess)
        .or("first-line-wins", |reading| reading.reached = Reached::OneLine)
        .or("lines-of-all-together", |reading| reading.is_counted_together = true);
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
        .or("the-player-before", |reading| reading.turns.first = FirstMove::ByTheLast)
        .or("makers-move-again", |reading| reading.turns.makers_move_again = true);
    aspects.add().or("players-from-zero", |reading| reading.from_zero = FromZero::Everywhere);
    aspects.add().or("two-players-only", |reading| reading.turns.take_turns(2));
    aspects
        .add()
        .or("counted-from-both-ends", |reading| reading.counted = Counted::Times(2))
        .or("one-line-a-move", |reading| reading.counted = Counted::OneAMove)
        .or("counted-from-every-tile", |reading| reading.counted = Counted::Times(3))
        .or("tiles-of-anybody", |reading| reading.counted = Counted::OfAnyTiles);
    add_line_aspects(aspects, |reading| &mut reading.lines);
    add_directions_left_out(aspects, 24, &[], |reading| &mut reading.lines);
    add_sum_aspect(aspects, AXES, |reading| &mut reading.lines);
    add_distances_aspect(aspects, |reading| &mut reading.lines).alone();
    add_twice_aspect(aspects, |reading| &mut reading.lines);
    add_weights_aspect(aspects, |reading| &mut reading.lines);
    aspects
        .add()
        .or("next-player-named", |reading| reading.is_next_named = true)
        .or("never-in-the-middle", |reading| reading.counted = Counted::NotFromTheMiddle)
        .or("lines-counted-again", |reading| reading.counted = Counted::AfterOwnMoves)
        .or("first-in-the-round", |reading| reading.decided = Decided::FirstInTheRound)
        .or("later-in-the-round", |reading| reading.decided = Decided::LaterInTheRound)
        .or("winners-from-zero", |reading| reading.from_zero = FromZero::AtTheThreshold)
        .or("leaders-from-zero", |reading| reading.from_zero = FromZero::OnAFullBoard)
        .or("winner-not-reset", |reading| reading.kept = Kept::Winner)
        .or("scores-run-on", |reading| reading.kept = Kept::Scores(Moment::LastMove))
        .or("scores-of-the-win-run-on", |reading| reading.kept = Kept::Scores(Moment::Win))
        .or("number-of-moves-runs-on", |reading| reading.kept = Kept::Moves)
        .or("turn-runs-on", |reading| reading.kept = Kept::Turn)
        .or("threshold-of-the-first-game", |reading| reading.kept = Kept::Threshold)
        .alone();
    aspects
        .add()
        .or("last-move-left-out", |reading| reading.turns.moves = Moves::AllButTheLast)
        .or("complete-rounds-only", |reading| reading.turns.moves = Moves::CompleteRounds)
        .alone();
}

/// What is still there from the games before.
#[derive(Default)]
struct Earlier {
    winner: Option<Vec<Standing>>,
    scores: Vec<usize>,
    /// How many turns a game begins later.
    turns: usize,
    threshold: Option<usize>,
}

impl Reading {
    /// The right reading, except that weights choose the directions of lines.
    pub(super) fn by_weights() -> Self {
        Self { lines: LineReading::by_weights(), ..Self::default() }
    }

    /// How games stand, one after another; several answers to one where a program may give one or the other.
    pub(super) fn standings(&self, games: &[Contest]) -> impl Iterator<Item = Vec<Standing>> {
        let lines = self.lines.lines();
        let mut earlier = Earlier::default();
        games.iter().map(move |contest| self.standing(lines, contest, &mut earlier))
    }

    /// How a game stands that comes after others.
    fn standing(
        &self,
        lines: &[Row],
        Contest { game, threshold }: &Contest,
        earlier: &mut Earlier,
    ) -> Vec<Standing> {
        let turns = self.turns.later(earlier.turns);
        let course = turns.course(game, lines);
        let mut threshold = *threshold;
        match self.kept {
            Kept::Moves => earlier.turns += game.history().len(),
            Kept::Turn => earlier.turns = turns.player(course.players, course.moves),
            Kept::Threshold => threshold = *earlier.threshold.get_or_insert(threshold),
            _ => {}
        }
        let mut scores = vec![0; course.players.max(earlier.scores.len())];
        for (score, before) in scores.iter_mut().zip(&earlier.scores) {
            *score = *before;
        }
        let progress = self.progress(lines, &course, &scores);
        for &(player, score) in &progress {
            if let Some(place) = scores.get_mut(player) {
                *place = score;
            }
        }
        let end = |moment| {
            let won = progress.iter().position(|&(_, score)| self.has_reached(score, threshold));
            let last = progress.len();
            won.filter(|_| moment == Moment::Win).map_or(last, |number| number + 1)
        };
        if let Kept::Scores(moment) = self.kept {
            earlier.scores.resize(scores.len(), 0);
            for &(player, score) in progress.get(..end(moment)).unwrap_or_default() {
                if let Some(place) = earlier.scores.get_mut(player) {
                    *place = score;
                }
            }
        }
        let progress = if self.is_counted_together { together(progress) } else { progress };
        scores.truncate(course.players);
        let leaders = leaders(&scores);
        let is_full = course.moves == usize::from(Tile::COUNT);
        let winners = match self.full {
            FullBoard::Always if is_full => Vec::new(),
            _ => self.winners(threshold, &progress, &scores),
        };
        if !winners.is_empty() {
            let named = |&winner: &usize| {
                if self.is_next_named { (winner + 1) % course.players } else { winner }
            };
            let named = |winners: &Vec<usize>| winners.iter().map(named).collect::<Vec<_>>();
            let first = self.first_number(FromZero::AtTheThreshold);
            let won = winners.iter().map(|winners| won_by(&named(winners), first)).collect();
            if self.kept == Kept::Winner {
                earlier.winner = Some(Vec::clone(&won));
            }
            return won;
        }
        if let Some(winner) = &earlier.winner {
            return winner.clone();
        }
        if is_full && self.full != FullBoard::Never {
            return vec![self.shared_by(&leaders)];
        }
        if self.leader_wins {
            let first = leaders.get(..1).unwrap_or_default();
            let number = self.first_number(FromZero::OnAFullBoard);
            return vec![won_by(&leaders, number), won_by(first, number)];
        }
        // A program may leave the last move out, and see by the history that the board is full.
        let is_full_with_the_last = game.is_full() && self.turns.moves == Moves::AllButTheLast;
        let full = is_full_with_the_last.then(|| self.shared_by(&leaders));
        full.into_iter().chain([Standing::Open]).collect()
    }

    /// For each move its player, from 0, and that player's score after it, if these are the scores at the beginning.
    pub(super) fn progress(
        &self,
        lines: &[Row],
        course: &Course,
        scores: &[usize],
    ) -> Vec<(usize, usize)> {
        let mut made = vec![0; course.moves];
        let mut add = |completed: Taken| {
            if let Some(count) = made.get_mut(completed.number) {
                *count += 1;
            }
        };
        let completed = course.all_completed(lines);
        match self.counted {
            Counted::OfAnyTiles => {
                lines.iter().filter_map(|line| course.last_of(line)).for_each(add);
            }
            Counted::NotFromTheMiddle => completed
                .filter(|(_, line)| course.is_middle_earlier(line))
                .for_each(|(made, _)| add(made)),
            _ => completed.for_each(|(made, _)| add(made)),
        }
        let mut scores = scores.to_vec();
        // How many lines each has made.
        let mut lines = vec![0; scores.len()];
        let moves = made.into_iter().enumerate().map(|(number, made)| {
            let player = course.mover(number);
            let places = scores.get_mut(player).zip(lines.get_mut(player));
            let score = places.map_or(0, |(score, lines)| {
                *lines += made;
                *score += match self.counted {
                    Counted::AfterOwnMoves => *lines,
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
            Decided::FirstInTheRound => {
                let found = self.in_a_round(threshold, progress.chunks_exact(scores.len()));
                found.into_iter().flatten().map(|player| vec![player]).collect()
            }
            Decided::LaterInTheRound => {
                let found = self.in_a_round(threshold, progress.chunks(scores.len()));
                let later = found.into_iter().flat_map(|[_, most, last]| [most, last]);
                later.map(|player| vec![player]).collect()
            }
            Decided::LowestNumber => vec![in_the_end.into_iter().take(1).collect()],
            Decided::All => vec![in_the_end],
        }
    }

    /// Of those who have reached the threshold when a round is over: the one with the lowest number, the one with the most lines, and the
    /// one with the highest number; none if nobody ever has.
    fn in_a_round<'a>(
        &self,
        threshold: usize,
        mut rounds: impl Iterator<Item = &'a [(usize, usize)]>,
    ) -> Option<[usize; 3]> {
        rounds.find_map(|round| {
            let reached = round.iter().filter(|(_, score)| self.has_reached(*score, threshold));
            let mut reached: Vec<(usize, usize)> = reached.copied().collect();
            reached.sort_unstable();
            let most = reached.iter().rev().max_by_key(|(_, score)| score);
            let found = [reached.first()?, most?, reached.last()?];
            Some(found.map(|&(player, _)| player))
        })
    }

    /// How a full board stands that these players lead.
    fn shared_by(&self, leaders: &[usize]) -> Standing {
        let number = self.first_number(FromZero::OnAFullBoard);
        match (self.tie, leaders) {
            (Tie::First, [first, ..]) => won_by(&[*first], number),
            (Tie::Last, [.., last]) => won_by(&[*last], number),
            (Tie::Nobody, [_, _, ..]) => Standing::Open,
            _ => won_by(leaders, number),
        }
    }

    /// The number of the first player where a game is decided in this way.
    fn first_number(&self, decided: FromZero) -> u32 {
        u32::from(self.from_zero != FromZero::Everywhere && self.from_zero != decided)
    }
}

/// For each move its player, and the lines of all players after it.
fn together(progress: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut scores = HashMap::new();
    let moves = progress.into_iter().map(|(player, score)| {
        scores.insert(player, score);
        (player, scores.values().sum())
    });
    moves.collect()
}

/// The players' numbers, which begin at the given one.
fn won_by(players: &[usize], first: u32) -> Standing {
    let numbers = players.iter().filter_map(|&player| u32::try_from(player).ok());
    Standing::Won(numbers.map(|number| number + first).collect())
}

/// The players with the highest score, from 0.
pub(super) fn leaders(scores: &[usize]) -> Vec<usize> {
    let highest = scores.iter().max();
    let players = scores.iter().enumerate().filter(|&(_, score)| Some(score) == highest);
    players.map(|(player, _)| player).collect()
}
