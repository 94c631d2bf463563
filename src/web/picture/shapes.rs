//! The few shapes that pictures are made of. Lengths are whole numbers of the picture's own unit.

use super::drawing::TOKEN;
use super::element::Element;
use super::palette::{BLACK, FAINT, LINE, LINE_LIGHT, WHITE};
use crate::board::gomoku::Stone;

/// Elements that share attributes.
pub(super) const fn group() -> Element {
    Element::new("g")
}

/// A rectangle with its upper left corner at (x, y).
pub(super) fn rectangle([x, y]: [i32; 2], [width, height]: [i32; 2], radius: i32) -> Element {
    Element::new("rect")
        .with("x", x)
        .with("y", y)
        .with("width", width)
        .with("height", height)
        .with("rx", radius)
}

/// A disc around (x, y).
pub(super) fn circle([x, y]: [i32; 2], radius: i32) -> Element {
    Element::new("circle").with("cx", x).with("cy", y).with("r", radius)
}

/// A line that goes where SVG's path commands say, one after the other.
pub(super) fn path(commands: impl IntoIterator<Item = String>) -> Element {
    Element::new("path").with("d", commands.into_iter().collect::<String>())
}

/// Dots of one size and colour.
pub(super) fn dots(
    centres: impl IntoIterator<Item = [i32; 2]>,
    size: i32,
    colour: &str,
) -> Element {
    // A line of no length with round ends is a dot, and all of them are one element.
    path(centres.into_iter().map(|[x, y]| format!("M{x} {y}h0")))
        .with("stroke", colour)
        .with("stroke-width", size)
        .with("stroke-linecap", "round")
}

/// A text of this size with its middle at (x, y).
pub(super) fn text([x, y]: [i32; 2], size: i32, words: &str) -> Element {
    // Digits and capitals are about 0.7 high: so much below the middle is their foot.
    let foot = y + size * 7 / 20;
    Element::new("text").with("x", x).with("y", foot).with("font-size", size).saying(words)
}

/// A text that reads upwards, with its middle at (x, y).
pub(super) fn upwards([x, y]: [i32; 2], size: i32, words: &str) -> Element {
    text([x, y], size, words).with("transform", format!("rotate(-90 {x} {y})"))
}

/// Strokes of this width along lines, which are given by their places.
pub(super) fn strokes<Line>(lines: impl IntoIterator<Item = Line>, width: i32) -> Element
where
    Line: IntoIterator<Item = [i32; 2]>,
{
    let along = |line: Line| {
        let places = line.into_iter().map(|[x, y]| format!("{x} {y}")).collect::<Vec<_>>();
        path([format!("M{}", places.join("L"))])
    };
    let lines = lines.into_iter().map(along);
    group().with("stroke-width", width).with("stroke-linecap", "round").holding(lines)
}

/// Bands of this width around lines, which are given by their places.
pub(super) fn bands<Line>(
    lines: impl IntoIterator<Item = Line, IntoIter: Clone>,
    width: i32,
) -> Element
where
    Line: IntoIterator<Item = [i32; 2]>,
{
    // All edges come before all insides, so that bands that cross are one figure.
    let lines = lines.into_iter();
    let edges = strokes(lines.clone(), width).with("stroke", LINE);
    let insides = strokes(lines, width - 5).with("stroke", LINE_LIGHT);
    group().with("class", "line").holding([edges, insides])
}

/// Frames around cells with these upper left corners and this side.
pub(super) fn frames(corners: impl IntoIterator<Item = [i32; 2]>, side: i32) -> Element {
    let frames = corners.into_iter().map(|corner| rectangle(corner, [side; 2], 3));
    group()
        .with("class", "line")
        .with("fill", LINE_LIGHT)
        .with("stroke", LINE)
        .with("stroke-width", 2)
        .holding(frames)
}

/// What stands along the edges of a board.
pub(super) fn labels(texts: impl IntoIterator<Item = Element>) -> Element {
    group().with("fill", FAINT).with("text-anchor", "middle").holding(texts)
}

/// The stones of one side around these points.
pub(super) fn stones(
    side: Stone,
    radius: i32,
    centres: impl IntoIterator<Item = [i32; 2]>,
) -> Element {
    let [fill, stroke] = match side {
        Stone::Black => BLACK,
        Stone::White => WHITE,
    };
    let stones = centres.into_iter().map(|centre| circle(centre, radius));
    group().with("class", side_name(side)).with("fill", fill).with("stroke", stroke).holding(stones)
}

/// What the two sides place, in the order in which they move.
pub(super) fn stone_tokens() -> Vec<Element> {
    Stone::ALL.map(|side| stones(side, TOKEN / 2 - 2, [[0, 0]])).to_vec()
}

const fn side_name(side: Stone) -> &'static str {
    match side {
        Stone::Black => "black",
        Stone::White => "white",
    }
}
