//! The legend: the marks that are on a board, each with what it means.

use crate::drawing::{
    Drawing, LineStyle, Node, Paint, WIDTH, circle, dots, group, path, rectangle, text,
};
use crate::step::Language;
use crate::texts::Picture;

/// A mark.
pub(super) struct Sign {
    /// Around the middle of its left edge.
    pub(super) mark: Node,
    pub(super) width: i32,
    pub(super) words: &'static str,
}

impl Sign {
    pub(super) const fn new(mark: Node, width: i32, words: &'static str) -> Self {
        Self { mark, width, words }
    }
}

/// The marks that are on some of these boards.
pub(super) fn signs(drawings: &[&Drawing], language: Language) -> Vec<Sign> {
    let has = |class| drawings.iter().find_map(|drawing| drawing.mark(class));
    let line = drawings.iter().flat_map(|drawing| &drawing.lines).next();
    [
        has("last").map(|_| Sign::new(ring(), 14, Picture(language).last_move())),
        line.map(|line| Sign::new(connector(line.style), 28, Picture(language).complete_line())),
        // As small as the numbers of moves are.
        has("numbers")
            .map(|_| Sign::new(text([0, 0], 14, "12"), 17, Picture(language).move_number())),
        has("asked").map(|mark| Sign::new(asked(mark), 16, Picture(language).asked())),
        has("arrows").map(|_| Sign::new(arrow(), 20, Picture(language).arrow())),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The mark of a wrong item.
pub(super) fn wrong(language: Language) -> Sign {
    let frame = rectangle([1, -7], [14; 2], 3).fill(Paint::None).stroke(Paint::Last);
    Sign::new(frame.stroke_width(3), 16, Picture(language).first_wrong())
}

/// The ring around the last piece.
fn ring() -> Node {
    let ring = [(Paint::LastEdge, 5), (Paint::Last, 3)]
        .map(|(paint, width)| circle([7, 0], 6).stroke(paint).stroke_width(width));
    group().fill(Paint::None).holding(ring)
}

/// A short complete line.
fn connector(style: LineStyle) -> Node {
    let way = |from: i32, length: i32| {
        path([format!("M{from} 0h{length}")]).stroke(Paint::Faint).stroke_width(3)
    };
    match style {
        LineStyle::Line => {
            group().round_ends().holding([way(3, 22), dots([[3, 0], [25, 0]], 8, Paint::Faint)])
        }
        LineStyle::Band => {
            rectangle([1, -7], [26, 14], 7).fill(Paint::None).stroke(Paint::Faint).stroke_width(3)
        }
        LineStyle::Tiles => {
            let tiles = [1, 17].map(|left| rectangle([left, -5], [10; 2], 2));
            let tiles = group().fill(Paint::None).stroke_width(3).holding(tiles);
            group().stroke(Paint::Faint).holding([way(6, 16), tiles])
        }
    }
}

/// The mark of a question: a disc, or a ring where the pieces below it are to be seen.
fn asked(mark: &Node) -> Node {
    if mark.has_class("fill-asked") {
        circle([8, 0], 7).fill(Paint::Asked)
    } else {
        circle([8, 0], 6).fill(Paint::None).stroke(Paint::Asked).stroke_width(3)
    }
}

fn arrow() -> Node {
    let arrow = path(["M1 0h16M11 -5l6 5l-6 5".to_owned()]).fill(Paint::None);
    arrow.stroke(Paint::Asked).stroke_width(2).round_ends()
}

/// The marks for a page: an SVG element for each, and what it means.
pub(super) fn inline(signs: &[Sign]) -> Vec<(String, &'static str)> {
    let drawn = signs.iter().map(|sign| {
        let mark = Node::new("svg")
            .with("class", "drawn")
            .with("viewBox", format_args!("-2 -10 {} 20", sign.width + 4))
            .with("aria-hidden", "true")
            .holding([group().with("class", "fill-faint").holding([sign.mark.clone()])]);
        (mark.to_string(), sign.words)
    });
    drawn.collect()
}

/// The size of a picture's texts, and the height of a row of them.
const SIZE: i32 = 14;
const ROW: i32 = 24;

/// The marks below a picture's board, in rows from this middle of the first one, with the height of all rows.
pub(super) fn rows(signs: &[Sign], middle: i32) -> (Node, i32) {
    let (mut left, mut row) = (0, 0);
    let mut explained = Vec::new();
    for sign in signs {
        let width = sign.width + 7 + width_of(sign.words, SIZE);
        if left > 0 && left + width > WIDTH {
            (left, row) = (0, row + 1);
        }
        let middle = middle + ROW * row;
        let place = format!("translate({left} {middle})");
        explained.push(group().with("transform", place).holding([sign.mark.clone()]));
        explained.push(text([left + sign.width + 7, middle], SIZE, sign.words));
        left += width + 18;
    }
    let rows = group().with("class", "legend fill-faint").holding(explained);
    (rows, ROW * (row + 1))
}

/// About the width of a text of this size.
pub(super) fn width_of(words: &str, size: i32) -> i32 {
    let hundredths = words.chars().map(|letter| if letter.is_ascii() { 60 } else { 100 });
    hundredths.sum::<i32>() * size / 100
}
