//! A word, each letter on a tile of its own.

use super::svg::{Paint, group, rectangle, text};
use super::{Drawing, Holding, Place, WIDTH};

/// So many letters are side by side.
const COLUMNS: usize = 8;
/// From a letter to the next one.
const STEP: i32 = WIDTH / 8;
/// The side of a tile.
const TILE: i32 = STEP - 6;

/// A word, in lines if it is long.
pub fn drawn(word: &str) -> Drawing {
    let letters: Vec<char> = word.chars().collect();
    let rows = (0..).zip(letters.chunks(COLUMNS));
    let tiles = rows.flat_map(|(row, letters)| {
        (0..).zip(letters).flat_map(move |(column, letter)| {
            let corner = [column, row].map(|step| STEP * step + 3);
            let ground = rectangle(corner, [TILE; 2], 8).fill(Paint::Free).stroke(Paint::Rule);
            let middle = corner.map(|edge| edge + TILE / 2);
            [ground, text(middle, 30, &letter.to_string()).fill(Paint::Ink)]
        })
    });
    let rows = i32::try_from(letters.len().div_ceil(COLUMNS)).unwrap_or(1);
    let height = STEP * rows.max(1);
    let board = group().class("word").centred().weight(600).holding(tiles);
    let place = Place::square(String::new(), [0; 2], WIDTH, Holding::Text(word.to_owned()));
    let places = vec![Place { size: [WIDTH, height], ..place }];
    Drawing { places, ..Drawing::new(height, board) }
}
