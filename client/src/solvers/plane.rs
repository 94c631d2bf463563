//! `tesseract/plane`: complete lines on 3×3 boards, and how many lines boards of other sizes have.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::boards::BoardError;

#[derive(Deserialize)]
pub(super) struct PlaneTask {
    boards: Vec<Board>,
    spaces: Vec<Space>,
}

#[derive(Deserialize)]
struct Board {
    tiles: Tiles,
    centre: bool,
}

/// The digit of each tile, by row and column, each from 1 to 3.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Tiles(BTreeMap<Place, char>);

type Place = (i8, i8);

const CENTRE: Place = (2, 2);

/// One of v and −v: to the right, and the three that lead to the row below.
const DIRECTIONS: [Place; 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

impl TryFrom<String> for Tiles {
    type Error = BoardError;

    fn try_from(text: String) -> Result<Self, BoardError> {
        if text.len() != 9 || text.contains(|digit| !matches!(digit, '0'..='2')) {
            return Err(BoardError::Plane);
        }
        let places = (1..=3).flat_map(|row| (1..=3).map(move |column| (row, column)));
        Ok(Self(places.zip(text.chars()).collect()))
    }
}

/// A board with so many tiles along each of so many axes.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "(u8, u8)")]
struct Space {
    side: u64,
    dimensions: u32,
}

impl TryFrom<(u8, u8)> for Space {
    type Error = BoardError;

    fn try_from((side, dimensions): (u8, u8)) -> Result<Self, BoardError> {
        if !(2..=9).contains(&side) || !(1..=6).contains(&dimensions) {
            return Err(BoardError::Size(side, dimensions));
        }
        Ok(Self { side: side.into(), dimensions: dimensions.into() })
    }
}

pub(super) fn solve(task: &PlaneTask) -> Vec<String> {
    let mut items = Vec::new();
    for board in &task.boards {
        items.push(complete(board, '1').to_string());
        items.push(complete(board, '2').to_string());
    }
    items.extend(task.spaces.iter().map(|space| lines(*space).to_string()));
    items
}

/// How many lines a player has.
fn complete(board: &Board, player: char) -> usize {
    let tiles = &board.tiles.0;
    let mut count = 0;
    for &(row, column) in tiles.keys() {
        for (down, right) in DIRECTIONS {
            let line = [0, 1, 2].map(|step| (row + step * down, column + step * right));
            let is_own = line.iter().all(|place| tiles.get(place) == Some(&player));
            if is_own && (board.centre || !line.contains(&CENTRE)) {
                count += 1;
            }
        }
    }
    count
}

/// How many lines there are, by how many coordinates change along them: these are chosen, each rises or falls, one of v and −v is
/// kept, and every other coordinate has any of its values.
fn lines(Space { side, dimensions }: Space) -> u64 {
    let mut chosen = 1;
    let mut sum = 0;
    for changing in 1..=dimensions {
        chosen = chosen * u64::from(dimensions + 1 - changing) / u64::from(changing);
        sum += chosen * 2_u64.pow(changing - 1) * side.pow(dimensions - changing);
    }
    sum
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::solvers::vectors;

    fn solved(tiles: &str, centre: bool) -> Vec<String> {
        let task = json!({"boards": [{"tiles": tiles, "centre": centre}], "spaces": []});
        vectors::solved("tesseract/plane", task)
    }

    #[test]
    fn a_full_board_has_eight_lines_and_four_of_them_avoid_the_centre() {
        assert_eq!(solved("111111111", true), ["8", "0"]);
        assert_eq!(solved("222222222", false), ["0", "4"]);
        assert_eq!(solved("000000000", true), ["0", "0"]);
    }

    #[test]
    fn both_players_may_have_lines() {
        assert_eq!(solved("111000222", true), ["1", "1"]);
        assert_eq!(solved("101010101", true), ["2", "0"]);
        assert_eq!(solved("101010101", false), ["0", "0"]);
    }

    #[test]
    fn boards_have_as_many_lines_as_published() {
        let cases = vectors::at("/line_counts/cases");
        for case in cases.as_array().unwrap() {
            let task = json!({"boards": [], "spaces": [[case["n"], case["d"]]]});
            assert_eq!(vectors::solved("tesseract/plane", task), [case["lines"].to_string()]);
        }
    }
}
