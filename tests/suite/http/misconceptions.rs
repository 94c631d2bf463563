//! Step 07 names the mistake behind a wrong answer. The wrong programs here are written anew, as learners write them.

use crate::server::{Caller, SharedServer, Task};

/// A board as a learner's program holds it.
type Cells = [[char; 15]; 15];

/// The directions — ╲ │ ╱ as rows down and columns right.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 1), (1, 0), (1, -1)];

/// Row and column of each point of a text.
fn points(text: &str) -> Vec<(i32, i32)> {
    let number = |letter: u8| i32::from(letter - b'a');
    text.as_bytes().chunks(2).map(|point| (number(point[0]), number(point[1]))).collect()
}

fn board(task: &Task, place: impl Fn(&mut Cells, (i32, i32), char), stones: &str) -> Cells {
    let mut cells = [['.'; 15]; 15];
    let game = points(task.fields["board"].as_str().unwrap());
    for (point, stone) in game.into_iter().zip(stones.chars().cycle()) {
        place(&mut cells, point, stone);
    }
    cells
}

fn place(cells: &mut Cells, (row, column): (i32, i32), stone: char) {
    cells[index(row)][index(column)] = stone;
}

fn place_transposed(cells: &mut Cells, (row, column): (i32, i32), stone: char) {
    place(cells, (column, row), stone);
}

fn index(number: i32) -> usize {
    usize::try_from(number).unwrap()
}

/// The line through a point, cells off the board left out.
fn line(cells: &Cells, reach: i32, (row, column): (i32, i32), (down, right): (i32, i32)) -> String {
    (-reach..=reach)
        .map(|i| (row + i * down, column + i * right))
        .filter(|(row, column)| (0..15).contains(row) && (0..15).contains(column))
        .map(|(row, column)| cells[index(row)][index(column)])
        .collect()
}

/// The line through a point in one long string of rows, looked up without a thought for their ends.
fn wrapped(cells: &Cells, (row, column): (i32, i32), (down, right): (i32, i32)) -> String {
    let flat: Vec<char> = cells.iter().flatten().copied().collect();
    (-4..=4)
        .map(|i| row * 15 + column + i * (down * 15 + right))
        .filter(|at| (0..225).contains(at))
        .map(|at| flat[index(at)])
        .collect()
}

fn answer(
    task: &Task,
    directions: [(i32, i32); 4],
    line: impl Fn((i32, i32), (i32, i32)) -> String,
) -> Vec<String> {
    let coord = task.fields["coord"].as_array().unwrap();
    let points = coord.iter().flat_map(|point| points(point.as_str().unwrap()));
    points.flat_map(|point| directions.map(|direction| line(point, direction))).collect()
}

fn right(task: &Task) -> Vec<String> {
    let cells = board(task, place, "xo");
    answer(task, DIRECTIONS, |point, direction| line(&cells, 4, point, direction))
}

fn rows_and_columns_swapped(task: &Task) -> Vec<String> {
    let cells = board(task, place_transposed, "xo");
    answer(task, DIRECTIONS, |point, direction| line(&cells, 4, point, direction))
}

/// Takes five cells on each side of a point, and not four.
pub(super) fn window_of_five(task: &Task) -> Vec<String> {
    let cells = board(task, place, "xo");
    answer(task, DIRECTIONS, |point, direction| line(&cells, 5, point, direction))
}

fn colours_swapped(task: &Task) -> Vec<String> {
    let cells = board(task, place, "ox");
    answer(task, DIRECTIONS, |point, direction| line(&cells, 4, point, direction))
}

fn anti_diagonal_the_wrong_way(task: &Task) -> Vec<String> {
    let cells = board(task, place, "xo");
    let directions = [(0, 1), (1, 1), (1, 0), (-1, -1)];
    answer(task, directions, |point, direction| line(&cells, 4, point, direction))
}

fn off_board_cells_wrapped(task: &Task) -> Vec<String> {
    let cells = board(task, place, "xo");
    answer(task, DIRECTIONS, |point, direction| wrapped(&cells, point, direction))
}

#[case]
async fn each_well_known_mistake_is_named() {
    type Program = fn(&Task) -> Vec<String>;
    let mistakes: [(Program, &str); 5] = [
        (rows_and_columns_swapped, "rows-and-columns-swapped"),
        (window_of_five, "window-of-five"),
        (colours_swapped, "colours-swapped"),
        (anti_diagonal_the_wrong_way, "anti-diagonal-down-right"),
        (off_board_cells_wrapped, "wrapped-to-the-next-row"),
    ];
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for (program, id) in mistakes {
        for task in [anonymous.task("07").await, anonymous.fresh_task("07").await] {
            let reply = anonymous.diagnose(&task, program(&task)).await;
            let wrong = reply.wrong();
            // On some boards another mistake gives the same answer; then both are told.
            let causes = wrong.diagnosis.unwrap_or_else(|| panic!("{id}: {reply}")).causes;
            let cause = causes.iter().find(|cause| cause.id == id);
            let cause = cause.unwrap_or_else(|| panic!("{id}: {reply}"));
            assert!(wrong.message.contains(&cause.hint), "{reply}");
            let only = (causes.len() == 1).then(|| id.to_owned());
            assert_eq!(wrong.misconception.map(|it| it.id), only, "{reply}");
            let items = wrong.items.unwrap();
            assert!(items.right < 36 && items.first_wrong.is_some(), "{reply}");
        }
    }
}

#[case]
async fn a_mistake_that_nobody_knows_has_no_name() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    let task = anonymous.fresh_task("07").await;

    let mut one_slip = right(&task);
    one_slip[35] = "x".repeat(9);
    let mut two_mistakes = colours_swapped(&task);
    two_mistakes[0] = "o".repeat(9);
    for items in [one_slip, two_mistakes] {
        let reply = anonymous.answer(&task, items).await;
        assert!(reply.wrong().misconception.is_none(), "{reply}");
    }
    anonymous.answer(&task, right(&task)).await.accepted();
}
