//! The two kernels that the product runs most, each beside its plain oracle from the tests.
//!
//! ```sh
//! cargo bench -p gradus-bench
//! ```

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use gradus::board::gomoku::{self, Direction, Point};
use gradus::board::lattice::four_in_a_row::{self, Stone};
use gradus_oracle as oracle;

/// How many boards each kernel goes through.
const BOARDS: usize = 64;

/// Boards of `length` symbols, from almost empty to full, the same in every run.
fn pictures(length: usize) -> Vec<String> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = move |sides: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) % sides
    };
    (0..BOARDS as u64)
        .map(|board| {
            let symbol = |_| match (draw(BOARDS as u64) <= board, draw(2)) {
                (false, _) => '.',
                (true, 0) => 'x',
                (true, _) => 'o',
            };
            (0..length).map(symbol).collect()
        })
        .collect()
}

/// The four windows of all 225 points of every board.
fn line_windows(criterion: &mut Criterion) {
    let pictures = pictures(225);
    let boards: Vec<gomoku::Board> = pictures.iter().filter_map(|text| text.parse().ok()).collect();
    let plain: Vec<_> = pictures.iter().map(|text| oracle::gomoku::picture_of(text)).collect();
    let mut group = criterion.benchmark_group("line windows of 64 boards");
    group.bench_function("board", |bencher| {
        bencher.iter(|| {
            for board in black_box(&boards) {
                for point in Point::all() {
                    for direction in Direction::ALL {
                        black_box(&board.window(point, direction));
                    }
                }
            }
        });
    });
    group.bench_function("oracle", |bencher| {
        bencher.iter(|| {
            for picture in black_box(&plain) {
                for row in 0..15 {
                    for column in 0..15 {
                        black_box(oracle::gomoku::line_patterns(picture, row, column));
                    }
                }
            }
        });
    });
    group.finish();
}

/// The complete lines of both sides of every board.
fn line_counts(criterion: &mut Criterion) {
    let pictures = pictures(256);
    let boards: Vec<four_in_a_row::Board> =
        pictures.iter().filter_map(|text| text.parse().ok()).collect();
    let plain: Vec<_> = pictures.iter().map(|text| oracle::lattice::Board::parse(text)).collect();
    let mut group = criterion.benchmark_group("line counts of 64 boards");
    group.bench_function("board", |bencher| {
        bencher.iter(|| {
            for board in black_box(&boards) {
                black_box(Stone::ALL.map(|side| board.complete_lines(side)));
            }
        });
    });
    group.bench_function("oracle", |bencher| {
        bencher.iter(|| {
            for board in black_box(&plain) {
                black_box(board.complete_lines());
            }
        });
    });
    group.finish();
}

criterion_group!(kernels, line_windows, line_counts);
criterion_main!(kernels);
