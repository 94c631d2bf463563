//! What the kinds of this track share: random games, and questions on which every misreading shows.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use gradus_board::gomoku::{Board, Game, Point, Scoring, Stone};

/// How far from an older stone a new one may be, in rows and in columns.
const NEAR: i8 = 2;

/// A game of this many moves that is not won yet. Stones are played near stones, as people play, but every fifth is played at the border,
/// where few would lie otherwise.
pub(super) fn game_to_the_border(rng: &mut ChaCha8Rng, moves: u8) -> Game {
    undecided(rng, moves, |rng, game| {
        if rng.random_ratio(4, 5) {
            return next_point(rng, game);
        }
        let along = rng.random_range(0..Point::SIDE);
        let across = if rng.random_ratio(1, 2) { 0 } else { Point::SIDE - 1 };
        if rng.random_ratio(1, 2) { Point::new(along, across) } else { Point::new(across, along) }
    })
}

/// The same, but with some stones in rows and columns that have none yet, so that nearly all letters occur.
pub(super) fn scattered_game(rng: &mut ChaCha8Rng, moves: u8) -> Game {
    undecided(rng, moves, |rng, game| {
        if rng.random_ratio(2, 3) {
            return next_point(rng, game);
        }
        let letters = game.moves().iter().flat_map(|point| [point.row(), point.column()]);
        let used: Vec<u8> = letters.collect();
        let unused: Vec<u8> = (0..Point::SIDE).filter(|letter| !used.contains(letter)).collect();
        let mut letter = || unused.choose(rng).copied();
        let new = letter().zip(letter());
        new.map_or_else(|| Some(random_point(rng)), |(row, column)| Point::new(row, column))
    })
}

fn undecided(
    rng: &mut ChaCha8Rng,
    moves: u8,
    next_point: impl Fn(&mut ChaCha8Rng, &Game) -> Option<Point>,
) -> Game {
    let mut game = Game::new();
    while game.moves().len() < usize::from(moves) {
        let free = |point: &Point| game.board().at(*point).is_none();
        let Some(point) = next_point(rng, &game).filter(free) else { continue };
        let mut board = *game.board();
        board.place(point, game.to_move());
        if !board.has_five_through(point) {
            play(&mut game, point);
        }
    }
    game
}

/// A point near some stone of the game, or near the middle of an empty board; none if it is off the board.
fn next_point(rng: &mut ChaCha8Rng, game: &Game) -> Option<Point> {
    match game.moves().choose(rng) {
        Some(stone) => stone.offset(rng.random_range(-NEAR..=NEAR), rng.random_range(-NEAR..=NEAR)),
        None => Point::new(rng.random_range(4..=10), rng.random_range(4..=10)),
    }
}

/// Any point of the board.
#[expect(clippy::expect_used, reason = "an index below the number of points is drawn")]
pub(super) fn random_point(rng: &mut ChaCha8Rng) -> Point {
    Point::from_index(rng.random_range(0..Point::COUNT)).expect("the index of a point")
}

/// A game of at most this many moves. Each player scores `candidates` random points near the stones and plays the best one
/// that is `allowed`. The game may end with a win.
pub(super) fn skilled_game(
    rng: &mut ChaCha8Rng,
    moves: u8,
    candidates: u8,
    allowed: impl Fn(&Board, Point, Stone) -> bool,
) -> Game {
    let mut game = Game::new();
    while !game.is_over() && game.moves().len() < usize::from(moves) {
        let (board, side) = (game.board(), game.to_move());
        let mut best = None;
        for _ in 0..candidates {
            let Some(point) = next_point(rng, &game) else { continue };
            let Some(value) = Scoring::published().value(board, point, side) else { continue };
            if best.is_none_or(|(highest, _)| value > highest) && allowed(board, point, side) {
                best = Some((value, point));
            }
        }
        if let Some((_, point)) = best {
            play(&mut game, point);
        }
    }
    game
}

/// Plays a move that the caller knows to be legal.
#[expect(
    clippy::expect_used,
    reason = "every caller has an empty point in a game that is not over"
)]
fn play(game: &mut Game, point: Point) {
    game.play(point).expect("an empty point in a game that is not over");
}

/// The game before its last moves.
pub(super) fn without_last_moves(game: &Game, count: usize) -> Game {
    let kept = game.moves().len().saturating_sub(count);
    let mut shorter = Game::new();
    for &point in game.moves().iter().take(kept) {
        play(&mut shorter, point);
    }
    shorter
}

/// Questions that are chosen so that no misreading answers them rightly by chance: a wrong item that is rare among the right ones
/// shows more than one that is frequent.
pub(super) struct QuestionSelector<T> {
    /// The questions, and what each misreading shows on it.
    chosen: Vec<(T, Vec<u32>)>,
    /// What each misreading shows on all of them together.
    totals: Vec<u32>,
}

/// How much a misreading has to show, in tenths of a bit; more is worth nothing. A diagnosis wants ten bits.
const ENOUGH: u32 = 130;

impl<T> QuestionSelector<T> {
    /// No questions yet, of a rule with so many misreadings.
    pub(super) fn new(misreadings: usize) -> Self {
        Self { chosen: Vec::new(), totals: vec![0; misreadings] }
    }

    /// The questions.
    pub(super) fn questions(&self) -> impl Iterator<Item = &T> {
        self.chosen.iter().map(|(question, _)| question)
    }

    pub(super) fn into_questions(self) -> Vec<T> {
        self.chosen.into_iter().map(|(question, _)| question).collect()
    }

    /// Adds a question on which each misreading shows so many tenths of a bit.
    pub(super) fn add(&mut self, question: T, shown: Vec<u32>) {
        self.totals.iter_mut().zip(&shown).for_each(|(total, shown)| *total += shown);
        self.chosen.push((question, shown));
    }

    /// Exchanges a question for this one if more is shown then: the one of those that `may_go` that is needed least.
    pub(super) fn offer(&mut self, question: T, shown: Vec<u32>, may_go: impl Fn(&T) -> bool) {
        // What shows least counts most.
        let value = |total: u32| i64::from(total.min(ENOUGH) + 3 * total.min(ENOUGH / 3));
        let gain = |old: &[u32]| -> i64 {
            let totals = self.totals.iter().zip(old).zip(&shown);
            totals.map(|((&total, old), new)| value(total - old + new) - value(total)).sum()
        };
        let places = self.chosen.iter().enumerate().filter(|(_, (old, _))| may_go(old));
        let gains = places.map(|(place, (_, old))| (gain(old), place));
        let Some((_, place)) = gains.max().filter(|&(gain, _)| gain > 0) else { return };
        if let Some((_, old)) = self.chosen.get(place) {
            let changes = self.totals.iter_mut().zip(old).zip(&shown);
            changes.for_each(|((total, old), new)| *total = *total - old + new);
        }
        if let Some(old) = self.chosen.get_mut(place) {
            *old = (question, shown);
        }
    }

    /// Whether every misreading shows enough.
    pub(super) fn is_enough(&self) -> bool {
        self.totals.iter().all(|&total| total >= ENOUGH)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn games_have_the_length_asked_for_and_no_winner() {
        for seed in 0..100 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let game = game_to_the_border(&mut rng, 100);
            assert_eq!((game.moves().len(), game.winner()), (100, None));
        }
    }
}
