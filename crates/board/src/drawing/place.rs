//! Places: what of a board can be pointed at, pressed and named.

/// A place of a board, as a rectangle above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What a move names it by: `hh`, `57`. What no move can name has none.
    pub name: String,
    /// Where it is in a lattice.
    pub at: Option<Coordinates>,
    /// The upper left corner.
    pub corner: [i32; 2],
    /// Width and height.
    pub size: [i32; 2],
    /// What is there.
    pub holds: Holding,
    /// The number of the move that was made there, from 1, where it is known.
    pub made: Option<usize>,
    /// Which of the places that are asked for it is, from 1. A place may be asked for twice.
    pub asked: Vec<usize>,
}

/// Coordinates with the letters of their axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// The letters.
    pub axes: [char; 4],
    /// The place along each.
    pub along: [u8; 4],
}

/// What is on a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holding {
    /// Nothing.
    Free,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// A number.
    Number(u8),
    /// The sign of a player.
    Player {
        /// The player, from 0.
        player: u8,
        /// The sign. It may come from users, so it may have any characters.
        icon: String,
    },
    /// The centre of a tesseract, which nobody can take.
    Centre,
    /// This text.
    Text(String),
}

impl Place {
    /// A square place, of which nothing else is known yet.
    pub(super) fn square(name: String, corner: [i32; 2], side: i32, holds: Holding) -> Self {
        Self { name, at: None, corner, size: [side; 2], holds, made: None, asked: Vec::new() }
    }

    /// The same in a lattice.
    pub(super) fn at(self, axes: [char; 4], along: [u8; 4]) -> Self {
        Self { at: Some(Coordinates { axes, along }), ..self }
    }
}

/// Each of these once, with the numbers of its places among them, from 1: a place may be asked for twice.
pub(super) fn numbered_once<T: PartialEq + Copy>(all: &[T]) -> Vec<(String, T)> {
    let mut once: Vec<T> = Vec::new();
    for &one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    let numbers =
        |one: &T| numbers_of(all, one).iter().map(ToString::to_string).collect::<Vec<_>>();
    once.iter().map(|one| (numbers(one).join(","), *one)).collect()
}

/// Which of these, from 1, are equal to one.
pub(super) fn numbers_of<T: PartialEq>(all: &[T], one: &T) -> Vec<usize> {
    (1..).zip(all).filter(|(_, each)| *each == one).map(|(number, _)| number).collect()
}
