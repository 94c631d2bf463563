//! Counting complete lines without looking at one line after another.
//!
//! Follow a line for its four steps, one axis at a time. Along an axis the line either *stays* where it
//! is, at 0, 1, 2 or 3, or *runs*, up or down: six tracks an axis, 6⁴ tracks in all. Those that stay
//! along every axis are the 256 single cells, and every line is met twice, once from each end:
//! (6⁴ − 4⁴) / 2 = 520 lines.
//!
//! Tracks are followed side by side, a bit each. Take four copies of the cells, one for each step. To let
//! the lines run along x, keep of copy `k` the cells with x = k, for the way up, and beside them those
//! with x = 3 − k, for the way down:
//!
//! ```text
//!   a row of      step 0     step 1     step 2     step 3        all four
//!   the cells     x = 0 3    x = 1 2    x = 2 1    x = 3 0       (and)
//!   1 1 1 1       1 1        1 1        1 1        1 1           1 1     a line, up and down
//!   1 1 0 1       1 1        1 0        0 1        1 1           0 0
//! ```
//!
//! The same for y and z, and a track is complete where all four copies have its bit. What the axes
//! treated first leave is shared by all choices for the later ones.

use super::{Board, Stone};

/// The stride of an axis within a word, and the cells of the word where its coordinate is 0.
#[derive(Clone, Copy)]
struct Axis {
    stride: u32,
    origin: u64,
}

const X: Axis = Axis { stride: 1, origin: 0x1111_1111_1111_1111 };
const Y: Axis = Axis { stride: 4, origin: 0x000F_000F_000F_000F };
const Z: Axis = Axis { stride: 16, origin: 0x0000_0000_0000_FFFF };

impl Board {
    /// How many lines `side` has filled.
    #[must_use]
    pub fn complete_lines(&self, side: Stone) -> u32 {
        lines_of([self.stones(side).words()])[0]
    }
    /// Both.
    #[must_use]
    pub fn both(&self) -> [u32; 2] {
        lines_of([self.black.words(), self.white.words()])
    }
}
#[inline(always)]
fn lines_of<const S: usize>(sides: [[u64; 4]; S]) -> [u32; S] {
    let mut words: [[u64; S]; 4] = [[0; S]; 4];
    for k in 0..4 { for s in 0..S { words[k][s] = sides[s][k]; } }
        let w = words;
        let z = start(words, Z);
        let wz = run(w, Z);
        let y = start(words, Y);
        let x = start(words, X);
        let [wy, wzy, zy] = [w, wz, z].map(|steps| run(steps, Y));
        let mut a1 = zy; for (p, q) in a1.iter_mut().zip(wy) { *p = or(*p, shl(q, 8)); }
        let mut b1 = wz; for (p, q) in b1.iter_mut().zip(wzy) { *p = or(*p, shl(q, 32)); }
        let quads = [w, z, y, a1, b1];
        let runs = quads.map(|steps| run(steps, X));
        let all = [w, z, y, a1, b1, x, runs[0], runs[1], runs[2], runs[3], runs[4]];
        let mut n = [0; S];
        for [a, b, c, d] in all { let k = and(and(a, b), and(c, d)); for s in 0..S { n[s] += k[s].count_ones(); } }
        n
}
#[inline(always)]
fn z2<const S: usize>(mut a: [u64; S], b: [u64; S], f: impl Fn(u64, u64) -> u64) -> [u64; S] { for s in 0..S { a[s] = f(a[s], b[s]); } a }
#[inline(always)]
fn or<const S: usize>(a: [u64; S], b: [u64; S]) -> [u64; S] { z2(a, b, |a, b| a | b) }
#[inline(always)]
fn and<const S: usize>(a: [u64; S], b: [u64; S]) -> [u64; S] { z2(a, b, |a, b| a & b) }
#[inline(always)]
fn shl<const S: usize>(a: [u64; S], k: u32) -> [u64; S] { a.map(|a| a << k) }
#[inline(always)]
fn start<const S: usize>([a, b, c, d]: [[u64; S]; 4], Axis { stride, origin }: Axis) -> [[u64; S]; 4] {
    [0, 1, 2, 3].map(|step| {
        let at = |cells: [u64; S]| cells.map(|cells| cells >> (stride * step) & origin);
        or(or(at(a), shl(at(b), stride)), or(shl(at(c), 2 * stride), shl(at(d), 3 * stride)))
    })
}
#[inline(always)]
fn run<const S: usize>([a, b, c, d]: [[u64; S]; 4], Axis { stride, origin }: Axis) -> [[u64; S]; 4] {
    let at = |cells: [u64; S], coordinate: u32| cells.map(|cells| cells >> (stride * coordinate) & origin);
    let pair = |cells, up, down| or(at(cells, up), shl(at(cells, down), stride));
    [pair(a, 0, 3), pair(b, 1, 2), pair(c, 2, 1), pair(d, 3, 0)]
}
