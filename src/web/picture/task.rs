//! The boards of a task on one card: each with its number, the first ones above, from left to right.

use super::MARGIN;
use super::svg::{EDGE, Element, INK, PAPER, element, text};
use crate::drawing::{Panel, WIDTH, rectangle};

/// Above a board, for its number.
const HEADER: i32 = 34;
/// From a board to the next one.
const GAP: i32 = 44;
/// So many boards are side by side, if there are more than one.
const COLUMNS: usize = 2;
/// The width of the mark around the board of a wrong item.
const MARK: i32 = 5;

/// The boards of a task, titled so, with the board marked that the wrong item at this place belongs to. It is a complete SVG document.
pub(crate) fn of_task(title: &str, panels: &[Panel], wrong: Option<usize>) -> String {
    let columns = panels.len().clamp(1, COLUMNS);
    let is_single = panels.len() == 1;
    let header = if is_single { 0 } else { HEADER };
    let (mut top, mut boards) = (MARGIN, Vec::new());
    for (row, panels) in panels.chunks(columns).enumerate() {
        let height = panels.iter().map(|panel| panel.drawing.height).max().unwrap_or(0);
        for (column, panel) in (0..).zip(panels) {
            let place = row * columns + column as usize;
            let corner = [MARGIN + column * (WIDTH + GAP), top];
            let number = (!is_single).then_some(place + 1);
            boards.push(board(panel, corner, number, header, wrong));
        }
        top += header + height + GAP;
    }
    let wide = i32::try_from(columns).unwrap_or(1);
    let size = [2 * MARGIN + wide * WIDTH + (wide - 1) * GAP, top - GAP + MARGIN];
    let [width, height] = size;
    Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("0 0 {width} {height}"))
        .with("role", "img")
        .with("font-family", "system-ui,sans-serif")
        .with_children([
            Element::new("title").with_text(title),
            element(&rectangle([1; 2], size.map(|side| side - 2), 14))
                .with("fill", PAPER)
                .with("stroke", EDGE),
        ])
        .with_children(boards)
        .to_string()
}

/// A board with its number above.
fn board(
    panel: &Panel,
    [x, y]: [i32; 2],
    number: Option<usize>,
    header: i32,
    wrong: Option<usize>,
) -> Element {
    let number = number.map(|number| {
        text([0, header / 2 - 4], 20, &number.to_string())
            .with("fill", INK)
            .with("font-weight", 600)
    });
    let mark = wrong.filter(|place| panel.items.contains(place)).map(|_| {
        let size = [WIDTH + 2 * MARK, panel.drawing.height + 2 * MARK];
        element(&rectangle([-MARK, header - MARK], size, 8))
            .with("class", "wrong")
            .with("fill", "none")
            .with("stroke", "#a5322c")
            .with("stroke-width", MARK)
    });
    let drawn = Element::new("g")
        .with("transform", format_args!("translate(0 {header})"))
        .with_children([element(&panel.drawing.board)]);
    Element::new("g")
        .with("class", "board")
        .with("transform", format_args!("translate({x} {y})"))
        .with_children(number)
        .with_children([drawn])
        .with_children(mark)
}
