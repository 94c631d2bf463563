//! The strong player: Monte-Carlo tree search with priors (PUCT).

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::position::Position;
use gradus_board::lattice::tesseract::{ByPlayer, Game, Outcome, Player, Tile};

// The numbers are chosen by hand. To measure a change, run `gradus-client play tesseract --seats rules,search --games 100
// --seed 1` before and after it.

/// How many moves the simulations may play together, [`SIMULATION_COST`] included.
const NODE_LIMIT: u32 = 12_000;

/// How many nodes the beginning of a simulation counts for.
const SIMULATION_COST: u32 = 4;

/// How many moves of a position the tree contains.
const MAX_CHILDREN: usize = 16;

/// How much the search explores: the weight of a prior against the mean reward.
const C_PUCT: u64 = 2;

/// How much less than the mean of its siblings a move is expected to earn before its first visit (first-play urgency).
const FPU_REDUCTION: u64 = WIN / 10;

/// A tile whose score is this much below the highest gets half the prior of the highest.
const PRIOR_WIDTH: u64 = 64;

/// The reward of the winner. Players who share a win get a share of it, the others nothing.
const WIN: u64 = 1 << 16;

/// The reward of each player at the end of a game.
type Rewards = ByPlayer<u64>;

/// The tile that the strong player takes, in a game that the first with `threshold` lines wins; none if the game is over.
///
/// A player who can win at once does; one who has to stop another's win does that. Otherwise the move is taken that was
/// visited most often by the simulations.
pub fn search(game: &Game, threshold: usize, rng: &mut ChaCha8Rng) -> Option<Tile> {
    if game.outcome(threshold) != Outcome::Open {
        return None;
    }
    let position = Position::of(game);
    position.urgent_tile(threshold).or_else(|| {
        let mut search = Search { threshold, noise: Noise::draw(rng), rng, nodes_left: NODE_LIMIT };
        let mut root = Node::default();
        while search.nodes_left > 0 {
            search.count_nodes(SIMULATION_COST);
            search.simulate(&mut root, &mut position.clone());
            // Whose move led to the root does not matter.
            root.update(0);
        }
        root.most_visited()
    })
}

struct Search<'a> {
    threshold: usize,
    noise: Noise,
    rng: &'a mut ChaCha8Rng,
    nodes_left: u32,
}

impl Search<'_> {
    /// Selects moves in the tree down to a node without visits, plays the game out from there, and backs the rewards up. The game
    /// is open.
    #[expect(clippy::expect_used, reason = "a simulation ends with the move that ends the game")]
    fn simulate(&mut self, node: &mut Node, position: &mut Position) -> Rewards {
        if node.visits == 0 {
            return self.play_out(position);
        }
        if node.children.is_empty() {
            node.expand(&self.candidates(position));
        }
        let child = node.select().expect("an open game has a legal move");
        let mover = position.to_move();
        let rewards = match self.play(position, child.tile) {
            Some(rewards) => rewards,
            None => self.simulate(&mut child.node, position),
        };
        child.node.update(rewards[mover]);
        rewards
    }

    /// Plays an open game to its end: the urgent tile, else the one with the highest score and noise.
    #[expect(clippy::expect_used, reason = "the loop ends with the move that ends the game")]
    fn play_out(&mut self, position: &mut Position) -> Rewards {
        loop {
            let urgent = position.urgent_tile(self.threshold);
            let tile = urgent.or_else(|| position.best_tile(self.noise.at_random_start(self.rng)));
            let tile = tile.expect("an open game has a free tile");
            if let Some(rewards) = self.play(position, tile) {
                return rewards;
            }
        }
    }

    /// The moves that are considered, with their scores.
    fn candidates(&mut self, position: &Position) -> Vec<(Tile, i16)> {
        match position.urgent_tile(self.threshold) {
            Some(tile) => vec![(tile, 0)],
            None => position.best_tiles(MAX_CHILDREN, self.noise.at_random_start(self.rng)),
        }
    }

    /// Takes a tile for the player to move. The rewards, if that ends the game.
    fn play(&mut self, position: &mut Position, tile: Tile) -> Option<Rewards> {
        self.count_nodes(1);
        let mover = position.to_move();
        position.play(tile);
        if position.line_count(mover) >= self.threshold {
            let mut rewards = Rewards::default();
            rewards[mover] = WIN;
            return Some(rewards);
        }
        position.is_full().then(|| rewards_of_full(position))
    }

    fn count_nodes(&mut self, nodes: u32) {
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
    }
}

/// The rewards on a full board: those who have the most lines share the win.
fn rewards_of_full(position: &Position) -> Rewards {
    let players = || position.players().iter();
    let highest = players().map(|player| position.line_count(player)).fold(0, usize::max);
    let winners = || players().filter(|&player| position.line_count(player) == highest);
    let share = WIN / winners().fold(0, |count, _| count + 1);
    let mut rewards = Rewards::default();
    winners().for_each(|player: Player| rewards[player] = share);
    rewards
}

/// A position of the tree.
#[derive(Debug, Default)]
struct Node {
    visits: u64,
    /// The sum of the rewards of the player whose move leads here.
    rewards: u64,
    children: Vec<Child>,
}

/// A move, and the position after it.
#[derive(Debug)]
struct Child {
    tile: Tile,
    /// The share of the visits that the move deserves before anything is known of it; those of the children add up to
    /// about [`WIN`].
    prior: u64,
    node: Node,
}

impl Node {
    /// Counts a visit with the reward of the player whose move leads here.
    fn update(&mut self, reward: u64) {
        self.visits += 1;
        self.rewards += reward;
    }

    /// Adds moves with their scores to the tree. The higher the score, the higher the prior.
    fn expand(&mut self, moves: &[(Tile, i16)]) {
        let highest = moves.iter().map(|&(_, score)| score).fold(i16::MIN, i16::max);
        let weight = |score: i16| {
            let below = u64::from(highest.abs_diff(score));
            WIN * PRIOR_WIDTH.pow(2) / (PRIOR_WIDTH.pow(2) + below.pow(2))
        };
        let sum: u64 = moves.iter().map(|&(_, score)| weight(score)).sum();
        self.children = moves
            .iter()
            .map(|&(tile, score)| Child {
                tile,
                prior: WIN * weight(score) / sum,
                node: Node::default(),
            })
            .collect();
    }

    /// The move with the highest upper confidence bound, by the PUCT rule of `AlphaGo`: one that earned much, or that has
    /// fewer visits than its prior deserves.
    fn select(&mut self) -> Option<&mut Child> {
        let visits: u64 = self.children.iter().map(|Child { node, .. }| node.visits).sum();
        let rewards: u64 = self.children.iter().map(|Child { node, .. }| node.rewards).sum();
        // Before the first visit nothing is known, and all children are expected to earn nothing.
        let mean = rewards.checked_div(visits).unwrap_or(0);
        let unvisited = mean.saturating_sub(FPU_REDUCTION);
        // The square root in units of 1/1024.
        let root = (self.visits << 20).isqrt();
        self.children.iter_mut().max_by_key(|Child { prior, node, .. }| {
            let mean = node.rewards.checked_div(node.visits).unwrap_or(unvisited);
            mean + C_PUCT * *prior * root / 1024 / (1 + node.visits)
        })
    }

    fn most_visited(&self) -> Option<Tile> {
        let by_visits = |child: &&Child| (child.node.visits, child.node.rewards);
        self.children.iter().max_by_key(by_visits).map(|child| child.tile)
    }
}

/// Random numbers that are drawn once and then used from different starts: a playout needs one for each tile at each move,
/// and to draw those would cost more than to play.
#[derive(Debug)]
struct Noise(Vec<i16>);

impl Noise {
    /// All numbers are below this. It is about half the score of spoiling a line, so that playouts differ but do not blunder.
    const LIMIT: i16 = 32;
    const STARTS: u16 = 944;
    const LENGTH: u16 = Self::STARTS + Tile::COUNT as u16;

    fn draw(rng: &mut ChaCha8Rng) -> Noise {
        Noise((0..Self::LENGTH).map(|_| rng.random_range(0..Self::LIMIT)).collect())
    }

    /// At least as many numbers as there are tiles, from a random start.
    #[expect(clippy::indexing_slicing, reason = "there are more numbers than starts")]
    fn at_random_start(&self, rng: &mut ChaCha8Rng) -> &[i16] {
        let start = rng.random_range(0..Self::STARTS);
        &self.0[start.into()..]
    }
}
