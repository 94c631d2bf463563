//! Points on which every misreading shows.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};

use super::super::positions::{Telling, random_point};
use super::pattern::{Lines, Pattern};
use super::reading::{Picture, Reading};
use super::{LinePatterns, windows};
use gradus_board::gomoku::{Direction, Game, Point};
use gradus_step::{Solution, Steering};

/// Different points to ask about, on which every misreading shows. Some line of each has a stone.
pub(super) fn points(
    rng: &mut ChaCha8Rng,
    steering: &Steering<LinePatterns>,
    game: &Game,
    count: usize,
) -> Vec<Point> {
    let misread: Vec<(&Reading, Picture)> =
        steering.misreadings().iter().map(|read| (read, read.picture(game.moves()))).collect();
    let shown = |point: Point, right: &Lines| -> Vec<u32> {
        misread
            .iter()
            .map(|(reading, picture)| tenths(right, &reading.lines(picture, point)))
            .collect()
    };
    let mut points = Telling::new(misread.len());
    let mut offers = OFFERS;
    while offers > 0 {
        // A program that misses the first or the last move is wrong only where a line has it, and one that does not look at the
        // point itself only where a stone lies on it.
        let moves = game.moves();
        let steps = rng.random_range(-4..=4);
        let (stone, steps) = match rng.random_range(0..8u8) {
            0 | 1 => (moves.last(), steps),
            2 => (moves.first(), steps),
            3 | 4 => (moves.choose(rng), 0),
            _ => (None, 0),
        };
        let near = stone.and_then(|stone| {
            let (down, across) = Direction::ALL.choose(rng)?.step();
            stone.offset(steps * down, steps * across)
        });
        let point = near.unwrap_or_else(|| random_point(rng));
        if points.questions().any(|&other| other == point) {
            continue;
        }
        let right = windows(game, point);
        // Points without a stone in sight have few different answers, which can be guessed.
        if right.0.iter().all(|line| line.cells().all(|cell| cell == '.')) {
            continue;
        }
        if points.questions().count() >= count {
            offers -= 1;
            if points.is_enough() {
                break;
            }
            points.offer(point, shown(point, &right), |_| true);
        } else {
            points.add(point, shown(point, &right));
        }
    }
    let mut points = points.into_questions();
    points.shuffle(rng);
    points
}

/// How many points are offered in exchange for others.
const OFFERS: usize = 24;

/// How rare the wrong lines of a point are among right ones, in tenths of a bit.
fn tenths(right: &Lines, read: &Lines) -> u32 {
    let wrong = read.0.iter().zip(right.marks(&read.0)).filter(|&(_, is_right)| !is_right);
    let is_plain = |line: &Pattern| line.cells().all(|cell| cell == '.');
    wrong.map(|(line, _)| if is_plain(line) { 20 } else { 60 }).sum()
}
