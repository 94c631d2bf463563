//! Tic-tac-toe on a tesseract, by coordinates.

use super::lattice::tuples;

/// The coordinates of the tile with this id: the id-th of all (i, j, k, l) but the centre.
pub fn coordinates(id: usize) -> Vec<i32> {
    tuples(1, 3, 4).into_iter().filter(|tile| tile != &[2, 2, 2, 2]).nth(id - 1).unwrap()
}

/// The id of the tile at these coordinates, if it is one.
pub fn id(tile: &[i32]) -> Option<usize> {
    (1..=80).find(|&id| coordinates(id) == tile)
}

/// v·(1, 2, 4, 8)
pub fn weight(vector: &[i32]) -> i32 {
    vector[0] + 2 * vector[1] + 4 * vector[2] + 8 * vector[3]
}

/// The lines along a vector: s, s + v, s + 2v for every tile s, where all three are tiles.
pub fn lines_along(vector: &[i32]) -> Vec<[usize; 3]> {
    let tiles: Vec<Vec<i32>> = (1..=80).map(coordinates).collect();
    let position = |tile: &Vec<i32>| tiles.iter().position(|other| other == tile);
    let mut lines = Vec::new();
    for start in &tiles {
        let moved = |steps: i32| (0..4).map(|axis| start[axis] + steps * vector[axis]).collect();
        if let (Some(a), Some(b), Some(c)) =
            (position(start), position(&moved(1)), position(&moved(2)))
        {
            let mut line = [a + 1, b + 1, c + 1];
            line.sort_unstable();
            lines.push(line);
        }
    }
    lines
}

/// Every line once.
pub fn lines() -> Vec<[usize; 3]> {
    let vectors = tuples(-1, 1, 4).into_iter().filter(|vector| weight(vector) > 0);
    let mut lines: Vec<[usize; 3]> = vectors.flat_map(|vector| lines_along(&vector)).collect();
    lines.sort_unstable();
    lines
}

/// The tiles that a player, from 0, has taken.
fn taken(players: usize, history: &[usize], player: usize) -> Vec<usize> {
    history.iter().copied().skip(player).step_by(players).collect()
}

/// How many of `lines` each player has.
pub fn scores(lines: &[[usize; 3]], players: usize, history: &[usize]) -> Vec<usize> {
    (0..players)
        .map(|player| {
            let taken = taken(players, history, player);
            lines.iter().filter(|line| line.iter().all(|tile| taken.contains(tile))).count()
        })
        .collect()
}

/// `open`, or the numbers of the winners.
pub fn outcome(
    lines: &[[usize; 3]],
    players: usize,
    history: &[usize],
    threshold: usize,
) -> String {
    for length in 1..=history.len() {
        let scores = scores(lines, players, &history[..length]);
        if let Some(player) = scores.iter().position(|&score| score >= threshold) {
            return (player + 1).to_string();
        }
    }
    if history.len() < 80 {
        return "open".to_string();
    }
    let scores = scores(lines, players, history);
    let highest = scores.iter().max();
    let winners: Vec<String> = (0..players)
        .filter(|&player| scores.get(player) == highest)
        .map(|player| (player + 1).to_string())
        .collect();
    winners.join(" ")
}

/// A history's code: the number with these digits in base 81, divided by 62 until nothing is left.
pub fn encode(history: &[usize]) -> String {
    let digits: Vec<char> = ('0'..='9').chain('a'..='z').chain('A'..='Z').collect();
    let mut number = history.to_vec();
    let mut code = Vec::new();
    while number.iter().any(|&digit| digit != 0) {
        let mut remainder = 0;
        for digit in &mut number {
            let rest = remainder * 81 + *digit;
            *digit = rest / 62;
            remainder = rest % 62;
        }
        code.push(digits[remainder]);
    }
    code.iter().rev().collect()
}

/// The lines of a player, from 1, among `lines`.
pub fn lines_of(
    lines: &[[usize; 3]],
    players: usize,
    history: &[usize],
    player: usize,
) -> Vec<[usize; 3]> {
    let taken = taken(players, history, player - 1);
    lines.iter().filter(|line| line.iter().all(|tile| taken.contains(tile))).copied().collect()
}

/// The free tiles that raise the score of the player to move the most, and by how much.
pub fn best_tiles(lines: &[[usize; 3]], players: usize, history: &[usize]) -> (Vec<usize>, usize) {
    let mover = history.len() % players;
    let before = scores(lines, players, history)[mover];
    let mut best = (vec![], 0);
    for tile in 1..=80 {
        if history.contains(&tile) {
            continue;
        }
        let longer = [history, &[tile]].concat();
        let added = scores(lines, players, &longer)[mover] - before;
        if added > best.1 {
            best = (vec![], added);
        }
        if added == best.1 {
            best.0.push(tile);
        }
    }
    best
}
