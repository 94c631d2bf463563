//! The computer players of gomoku.
//!
//! [`rules`] takes a point with the highest score by the published table, and looks no further. [`search`] plays as strong
//! players do: it looks for threats, because a threat leaves the opponent so few replies that a win can be found far ahead.
//!
//! ```text
//!       d e f g h i j k
//!   d   . . . . o . . .
//!   e   . . . . x . . .        Black (x) is to move. C makes the column a four, and white has to answer
//!   f   . o . . x . . .        below it. But C has made the row an open three as well, and now it is
//!   g   . . . . x o . .        black's turn to make an open four there.
//!   h   . . x x C . . .
//!   i   . o . . . . . .        A four and an open three at once win: white can stop only one of them.
//!   j   . . . o . . . .
//! ```
//!
//! From a line to a move:
//!
//! | module | what it does |
//! |---|---|
//! | `pattern` | what a stone makes of one line (an open three, a four, five) and of the four together |
//! | `position` | the patterns of all empty points, for both sides, updated by each move |
//! | `threat_search` | wins by threats alone, where every reply is forced |
//! | `alpha_beta` | for when nothing is forced |
//!
//! No search looks at a clock: each has a limit of nodes.

mod alpha_beta;
mod pattern;
mod position;
mod threat_search;

#[cfg(test)]
mod tests;

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;

use self::alpha_beta::AlphaBeta;
use self::pattern::Threat;
use self::position::Position;
use self::threat_search::{NodeLimit, ThreatSearch};
use gradus_board::gomoku::{Game, Point, PointSet, Scoring};

// The limits are chosen by hand. To measure a change, run `gradus-client play gomoku --seats rules,search --games 100
// --seed 1` before and after it. `cargo run --release -p gradus-bench --bin moves gomoku` shows the longest moves: the node limits keep them
// below 30 ms.

/// The node limit of a threat search, for either side.
const ATTACK_NODE_LIMIT: u32 = 800;

/// The node limit of the search that shows that a move does not stop the opponent's win.
const DEFENCE_NODE_LIMIT: u32 = 400;

/// The node limit of all these searches together.
const DEFENCES_NODE_LIMIT: u32 = 1200;

/// The node limit of alpha-beta.
const ALPHA_BETA_NODE_LIMIT: u32 = 2000;

/// How many threes a win by threats may contain.
const MAX_THREES: u8 = 6;

/// How many moves ahead a threat search looks, those of both sides counted.
const MAX_PLY: i32 = 30;

/// How many moves alpha-beta considers at the root.
const MAX_MOVES: usize = 20;

/// A point with the highest score by the published table for the side to move, at random where several have it; `None` when
/// the game is over.
///
/// On an empty board all points have the same score.
///
/// ```
/// use gradus_board::gomoku::Game;
/// use gradus_game::gomoku::computer::rules;
/// use rand::{SeedableRng as _, rngs::ChaCha8Rng};
///
/// let game: Game = "hfihhgjghh".parse()?; // black has three in a row, f to h
/// let point = rules(&game, &mut ChaCha8Rng::seed_from_u64(1));
/// assert_eq!(point, Some("hi".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rules(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    if game.is_over() {
        return None;
    }
    let best = Scoring::published().best_points(game.board(), game.to_move());
    best.choose(rng).copied()
}

/// A strong move: threats first. `None` when the game is over.
///
/// 1. Make five; else stop the opponent's.
/// 2. Make two ways to five at once.
/// 3. Win by threats (`threat_search`).
/// 4. If the opponent could win by threats with the move, keep only the moves after which he cannot.
/// 5. Of those, the best by alpha-beta.
///
/// ```
/// use gradus_board::gomoku::Game;
/// use gradus_game::gomoku::computer::search;
/// use rand::{SeedableRng as _, rngs::ChaCha8Rng};
///
/// let game: Game = "ehdhfhgighfehfiehgjg".parse()?; // a four and an open three at once are at hand
/// let point = search(&game, &mut ChaCha8Rng::seed_from_u64(1));
/// assert_eq!(point, Some("hh".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(game: &Game, rng: &mut ChaCha8Rng) -> Option<Point> {
    if game.is_over() {
        return None;
    }
    let position = Position::from(game);
    let (own, other) = position.threats();
    let at_once = [own.of(Threat::Five), other.of(Threat::Five), own.of(Threat::TwoFives)];
    if let Some(points) = at_once.iter().find(|points| !points.is_empty()) {
        return any(*points, rng);
    }
    let mut threats = ThreatSearch::new(&position, MAX_PLY);
    let mut wins = |position: &Position, node_limit: &mut NodeLimit| {
        threats.find(position, MAX_THREES, node_limit)
    };
    if let Some(point) = wins(&position, &mut NodeLimit::new(ATTACK_NODE_LIMIT)) {
        return Some(point);
    }
    let mut moves = candidates(&position, rng);
    if wins(&position.passed(), &mut NodeLimit::new(ATTACK_NODE_LIMIT)).is_some() {
        let mut safe = Vec::new();
        let mut for_all = NodeLimit::new(DEFENCES_NODE_LIMIT);
        for &point in &moves {
            let mut node_limit = for_all.split_off(DEFENCE_NODE_LIMIT);
            if node_limit.is_reached() {
                break;
            }
            if wins(&position.after(point), &mut node_limit).is_none() {
                safe.push(point);
            }
            for_all.return_unused(node_limit);
        }
        // Where no move is safe, alpha-beta chooses among all.
        if !safe.is_empty() {
            moves = safe;
        }
    }
    AlphaBeta::new(&position, NodeLimit::new(ALPHA_BETA_NODE_LIMIT)).best_move(&position, moves)
}

/// The moves to consider, those with the highest scores first and equal ones in random order. Against an open four, only
/// fours and what stops it.
fn candidates(position: &Position, rng: &mut ChaCha8Rng) -> Vec<Point> {
    let (own, other) = position.threats();
    let points = if other.of(Threat::TwoFives).is_empty() {
        position.empty()
    } else {
        own.fours() | other.fours()
    };
    let mut moves: Vec<(i32, u32, Point)> =
        position.scored(points).map(|(score, point)| (-score, rng.random(), point)).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, _, point)| point).take(MAX_MOVES).collect()
}

/// One of the points at random.
fn any(points: PointSet, rng: &mut ChaCha8Rng) -> Option<Point> {
    points.iter().collect::<Vec<_>>().choose(rng).copied()
}
