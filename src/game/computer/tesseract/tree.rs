//! The tree that the search grows: what it has tried, how often, and how that went.

use super::claim::SEATS;
use crate::board::lattice::tesseract::Tile;

/// What the end of a game is worth to each seat.
pub(super) type Worth = [u64; SEATS];

/// What a win is worth to the winner. A shared one is worth a share of it, anything else nothing.
pub(super) const WIN: u64 = 1 << 16;

/// A position of the tree.
#[derive(Debug, Default)]
pub(super) struct Node {
    visits: u64,
    /// What the visits were worth, all together, to the player whose move leads here.
    credit: u64,
    children: Vec<Child>,
}

/// A move, and where it leads.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) tile: Tile,
    /// How much of the attention the move is given before anything is known of it; the children's add up to [`WIN`].
    prior: u64,
    pub(super) node: Node,
}

impl Node {
    /// How much the search is drawn to moves that it knows little of.
    const CURIOSITY: u64 = 2;

    /// How much worse than the others a move is thought to be until it is tried.
    const DOUBT: u64 = WIN / 10;

    /// A tile that is so much cooler than the hottest gets half of its attention.
    const COOL: u64 = 64;

    /// Whether nobody has been here.
    pub(super) fn is_new(&self) -> bool {
        self.visits == 0
    }

    /// Whether the moves from here are not in the tree.
    pub(super) fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Notes a visit, and what it was worth to the player whose move leads here.
    pub(super) fn note(&mut self, worth: u64) {
        self.visits += 1;
        self.credit += worth;
    }

    /// Puts moves into the tree, each with its heat. The hotter a tile, the more attention it gets.
    pub(super) fn grow(&mut self, moves: &[(Tile, i16)]) {
        let hottest = moves.iter().map(|&(_, heat)| heat).max().unwrap_or_default();
        let attention = |heat: i16| {
            let cooler = u64::from(hottest.abs_diff(heat));
            WIN * Self::COOL.pow(2) / (Self::COOL.pow(2) + cooler.pow(2))
        };
        let all: u64 = moves.iter().map(|&(_, heat)| attention(heat)).sum();
        self.children = moves
            .iter()
            .map(|&(tile, heat)| Child {
                tile,
                prior: WIN * attention(heat) / all,
                node: Node::default(),
            })
            .collect();
    }

    /// The move to try next: one that went well, or that deserves more attention than it got (the PUCT rule of `AlphaGo`).
    pub(super) fn most_promising(&mut self) -> Option<&mut Child> {
        let tried = || self.children.iter().map(|Child { node, .. }| node);
        let visits: u64 = tried().map(|node| node.visits).sum();
        let credit: u64 = tried().map(|node| node.credit).sum();
        let untried = credit.checked_div(visits).unwrap_or_default().saturating_sub(Self::DOUBT);
        // The square root in units of 1/1024.
        let root = (self.visits << 20).isqrt();
        self.children.iter_mut().max_by_key(|Child { prior, node, .. }| {
            node.mean().unwrap_or(untried)
                + Self::CURIOSITY * *prior * root / 1024 / (1 + node.visits)
        })
    }

    /// The move that was tried most often.
    pub(super) fn favourite(&self) -> Option<Tile> {
        let favourite =
            self.children.iter().max_by_key(|Child { node, .. }| (node.visits, node.credit))?;
        Some(favourite.tile)
    }

    /// What a visit was worth on average; none if there was none.
    fn mean(&self) -> Option<u64> {
        self.credit.checked_div(self.visits)
    }
}
