//! Monte-Carlo tree search in which only one side chooses: the opponent is fixed, and plays by the evaluation of the kind
//! `numerical/evaluate`, as the server's computer `rules` does.

use std::collections::HashMap;

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::square::{Placement, Square};
use crate::solvers::evaluation::Evaluation;

/// How many games are simulated.
const SIMULATIONS: u32 = 1500;

/// How many moves of a position are searched.
const WIDTH: usize = 30;

/// The reward of a draw, a win being 1: only a win solves a match step.
const DRAW_REWARD: f64 = 0.2;

/// The weight of exploration in UCB1.
const EXPLORATION: f64 = 0.15;

/// What is known of a move.
#[derive(Clone, Copy)]
struct Edge {
    placement: Placement,
    /// The sum of the rewards.
    reward: f64,
    visits: f64,
}

impl Edge {
    fn new(placement: Placement) -> Self {
        Self { placement, reward: 0.0, visits: 0.0 }
    }

    /// The upper confidence bound (UCB1) of the mean reward.
    fn upper_bound(&self, visits_of_parent: f64) -> f64 {
        if self.visits == 0.0 {
            return f64::INFINITY;
        }
        let exploration = (visits_of_parent.ln() / self.visits).sqrt();
        self.reward / self.visits + EXPLORATION * exploration
    }
}

/// The candidate that was visited most often.
pub(super) fn best(
    square: &Square,
    candidates: &[Placement],
    rng: &mut ChaCha8Rng,
) -> Option<Placement> {
    let mut search = Search { opponent: Opponent::new(), tree: HashMap::new(), rng };
    let root = search.edges(candidates.to_vec());
    search.tree.insert(square.cells(), root);
    for _ in 0..SIMULATIONS {
        search.simulate(&mut square.clone());
    }
    let root = search.tree.remove(&square.cells())?;
    let best = root.into_iter().max_by(|one, other| one.visits.total_cmp(&other.visits));
    best.map(|edge| edge.placement)
}

struct Search<'a> {
    opponent: Opponent,
    /// The moves of the positions in the tree.
    tree: HashMap<[u8; 16], Vec<Edge>>,
    rng: &'a mut ChaCha8Rng,
}

impl Search<'_> {
    /// The moves that are searched in a position, drawn at random.
    fn edges(&mut self, mut moves: Vec<Placement>) -> Vec<Edge> {
        let (drawn, _) = moves.partial_shuffle(self.rng, WIDTH);
        drawn.iter().copied().map(Edge::new).collect()
    }

    /// Plays a game to its end and returns the reward of the player to move.
    fn simulate(&mut self, square: &mut Square) -> f64 {
        if square.is_winning() {
            return 1.0;
        }
        let cells = square.cells();
        let Some(edges) = self.tree.get(&cells) else {
            let edges = self.edges(square.safe_moves());
            let first = edges.choose(self.rng).map(|edge| edge.placement);
            self.tree.insert(cells, edges);
            return self.play(square, first, Self::rollout);
        };
        let visits: f64 = edges.iter().map(|edge| edge.visits).sum();
        let bound = |edge: &Edge| edge.upper_bound(visits);
        let best = edges.iter().max_by(|one, other| bound(one).total_cmp(&bound(other)));
        let placement = best.map(|edge| edge.placement);
        let reward = self.play(square, placement, Self::simulate);
        let edges = self.tree.get_mut(&cells).into_iter().flatten();
        for edge in edges.filter(|edge| Some(edge.placement) == placement) {
            edge.reward += reward;
            edge.visits += 1.0;
        }
        reward
    }

    /// Plays a game to its end with random safe moves.
    fn rollout(&mut self, square: &mut Square) -> f64 {
        if square.is_winning() {
            return 1.0;
        }
        let placement = square.safe_moves().choose(self.rng).copied();
        self.play(square, placement, Self::rollout)
    }

    /// The reward of a safe move, when `go_on` plays on after the opponent's answer; without a safe move the game is lost, or drawn
    /// on a full board.
    fn play(
        &mut self,
        square: &mut Square,
        placement: Option<Placement>,
        go_on: fn(&mut Self, &mut Square) -> f64,
    ) -> f64 {
        let Some(placement) = placement else {
            return if square.empty() == 0 { DRAW_REWARD } else { 0.0 };
        };
        square.place(placement);
        match self.opponent.reply(square, self.rng) {
            Some(reply) => {
                square.place(reply);
                go_on(self, square)
            }
            None => DRAW_REWARD,
        }
    }
}

/// The opponent in the simulations: a move after which the other cannot complete a line, the best by the evaluation.
struct Opponent {
    evaluation: Evaluation,
    /// The best moves of the positions that were met before.
    best: HashMap<[u8; 16], Vec<Placement>>,
}

impl Opponent {
    fn new() -> Self {
        Self { evaluation: Evaluation::new(), best: HashMap::new() }
    }

    /// The answer in a position without a winning move; `None` on a full board.
    fn reply(&mut self, square: &Square, rng: &mut ChaCha8Rng) -> Option<Placement> {
        let Self { evaluation, best } = self;
        let best = best.entry(square.cells()).or_insert_with(|| best_moves(square, evaluation));
        best.choose(rng).copied()
    }
}

/// The moves that are best by the evaluation: odd maximises, even minimises.
fn best_moves(square: &Square, evaluation: &Evaluation) -> Vec<Placement> {
    let mut moves = square.safe_moves();
    if moves.is_empty() {
        moves = square.moves();
    }
    let sign = if square.empty().is_multiple_of(2) { 1 } else { -1 };
    let mut square = square.clone();
    let score = |placement: &Placement| {
        square.place(*placement);
        let score = square.lines().map(|numbers| evaluation.line(numbers)).sum::<i32>();
        square.take_back(*placement);
        sign * score
    };
    let scores: Vec<i32> = moves.iter().map(score).collect();
    let highest = scores.iter().max();
    let best = moves.iter().zip(&scores).filter(|(_, score)| Some(*score) == highest);
    best.map(|(placement, _)| *placement).collect()
}
