//! The strong player: playouts from a growing tree.

use rand::rngs::ChaCha8Rng;

use super::claim::{SEATS, Seat};
use super::noise::Noise;
use super::position::Position;
use super::tree::{Node, WIN, Worth};
use crate::board::lattice::tesseract::{Game, Outcome, Tile};

/// How much work a search may do: a unit is about a move that is played.
const EFFORT: u32 = 12_000;

/// What a playout costs before its first move.
const SETTING_OUT: u32 = 4;

/// How many moves are considered in a position of the tree.
const WIDTH: usize = 16;

/// The tile that the strong player takes, in a game that the first with `threshold` lines wins; none if the game is over.
///
/// Who can win at once does, and who has to stop another's win does that. Else the game is played to its end again and
/// again, from a tree of moves that grows with each playout, and the move that was tried most often is taken. See the
/// module for what the playouts know.
#[must_use]
pub fn search(game: &Game, threshold: usize, rng: &mut ChaCha8Rng) -> Option<Tile> {
    if game.outcome(threshold) != Outcome::Open {
        return None;
    }
    let position = Position::of(game);
    position.urgent_tile(threshold).or_else(|| {
        let mut search = Search { threshold, noise: Noise::draw(rng), rng, effort_left: EFFORT };
        let mut root = Node::default();
        while search.effort_left > 0 {
            search.spend(SETTING_OUT);
            search.try_out(&mut root, &mut position.clone());
            // Whose move led to the root does not matter.
            root.note(0);
        }
        root.favourite()
    })
}

struct Search<'a> {
    threshold: usize,
    noise: Noise,
    rng: &'a mut ChaCha8Rng,
    effort_left: u32,
}

impl Search<'_> {
    /// Goes from a position of the tree to the end of the game, and tells what that was worth. In the tree it takes the most
    /// promising moves; at the first position that is new to it a playout begins.
    fn try_out(&mut self, node: &mut Node, position: &mut Position) -> Worth {
        if node.is_new() {
            return self.play_out(position);
        }
        if node.is_leaf() {
            node.grow(&self.candidates(position));
        }
        let Some(child) = node.most_promising() else { return worth_of_full(position) };
        let mover = position.to_move();
        let worth = match self.play(position, child.tile) {
            Some(worth) => worth,
            None => self.try_out(&mut child.node, position),
        };
        child.node.note(worth_to(mover, &worth));
        worth
    }

    /// Plays to the end of the game: what is urgent, else what is hot.
    fn play_out(&mut self, position: &mut Position) -> Worth {
        loop {
            let urgent = position.urgent_tile(self.threshold);
            let tile = urgent.or_else(|| position.hottest_tile(self.noise.anywhere(self.rng)));
            let Some(tile) = tile else { return worth_of_full(position) };
            if let Some(worth) = self.play(position, tile) {
                return worth;
            }
        }
    }

    /// The moves that are considered, with their heats.
    fn candidates(&mut self, position: &Position) -> Vec<(Tile, i16)> {
        match position.urgent_tile(self.threshold) {
            Some(tile) => vec![(tile, 0)],
            None => position.hottest_tiles(WIDTH, self.noise.anywhere(self.rng)),
        }
    }

    /// Takes a tile for the player to move; if that ends the game, tells what the end is worth.
    fn play(&mut self, position: &mut Position, tile: Tile) -> Option<Worth> {
        self.spend(1);
        let mover = position.to_move();
        position.play(tile);
        if position.score(mover) >= self.threshold {
            return Some(worth_of_win(mover));
        }
        position.is_full().then(|| worth_of_full(position))
    }

    fn spend(&mut self, effort: u32) {
        self.effort_left = self.effort_left.saturating_sub(effort);
    }
}

/// What it is worth that the player in `seat` has reached the threshold.
fn worth_of_win(seat: Seat) -> Worth {
    let mut worth = [0; SEATS];
    if let Some(worth) = worth.get_mut(usize::from(seat)) {
        *worth = WIN;
    }
    worth
}

/// What it is worth that the board is full: those who have the highest score share the win.
fn worth_of_full(position: &Position) -> Worth {
    let highest = position.scores().max().unwrap_or_default();
    let leads = |&score: &usize| score == highest;
    let share = position.scores().filter(leads).fold(0, |leaders, _| leaders + 1);
    let mut worth = [0; SEATS];
    for (worth, score) in worth.iter_mut().zip(position.scores()) {
        *worth = if score == highest { WIN / share } else { 0 };
    }
    worth
}

fn worth_to(seat: Seat, worth: &Worth) -> u64 {
    worth.get(usize::from(seat)).copied().unwrap_or_default()
}
