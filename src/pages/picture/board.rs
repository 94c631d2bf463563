//! Drawings as layers of SVG: the board, its complete lines, its marks, and its places.

use crate::drawing::{Drawing, Holding, Line, Node, Place, group};
use crate::step::Language;
use crate::texts::Picture;

/// How complete lines are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    All,
    /// Only those of this player, from 0, one after another and again.
    InTurn(u8),
}

/// For so long a line is shown, in milliseconds.
const TURN: usize = 1200;

/// The board with its pieces, lines and marks.
pub(super) fn layers(drawing: &Drawing, lines: Lines) -> Vec<Node> {
    let is_shown = |line: &&Line| match lines {
        Lines::All => true,
        Lines::InTurn(player) => line.player == player,
    };
    let shown: Vec<&Line> = drawing.lines.iter().filter(is_shown).collect();
    let connectors = shown.iter().enumerate().map(|(place, line)| match lines {
        Lines::All => connector(line),
        Lines::InTurn(_) => in_turn(line, place, shown.len()),
    });
    let labels = shown.iter().filter_map(|line| line.label.as_ref());
    vec![
        drawing.board.clone(),
        group().with("class", "lines").holding(connectors),
        drawing.marks.clone(),
        group().with("class", "labels").holding(labels.cloned()),
    ]
}

/// The connector of a line, with the places that it goes through.
fn connector(line: &Line) -> Node {
    group()
        .with("class", format_args!("connector of-{}", line.player + 1))
        .with("data-line", line.places.join(" "))
        .holding([line.connector.clone()])
}

/// A line that is shown in its turn, at this place of so many: clearly, and faintly until all have been shown.
fn in_turn(line: &Line, place: usize, count: usize) -> Node {
    let [shown, over] = [place, place + 1].map(|turn| thousandths(turn, count));
    let (times, values) = match (place, place + 1 == count) {
        (0, true) => return connector(line),
        (0, false) => (format!("0;{over}"), "1;.2"),
        (_, true) => (format!("0;{shown}"), "0;1"),
        _ => (format!("0;{shown};{over}"), "0;1;.2"),
    };
    // Those who want less motion see all lines at once: the style sheet overrules the animation.
    let animation = Node::new("animate")
        .with("attributeName", "opacity")
        .with("calcMode", "discrete")
        .with("values", values)
        .with("keyTimes", times)
        .with("dur", format_args!("{}ms", TURN * count))
        .with("repeatCount", "indefinite");
    group().with("class", "turn").holding([animation, connector(line)])
}

/// A part of a whole as a decimal fraction.
fn thousandths(part: usize, whole: usize) -> String {
    format!("0.{:03}", 1000 * part / whole.max(1))
}

/// Rectangles above a board, by which its places can be pointed at and named.
pub(super) fn places(places: &[Place], language: Language) -> Node {
    let places = places.iter().map(|place| {
        let [[x, y], [width, height]] = [place.corner, place.size];
        let at = place.at.map(|at| at.along.map(|along| along.to_string()).join(" "));
        let rectangle = Node::new("rect")
            .with("class", "place")
            .with("data-place", &place.name)
            .with("x", x)
            .with("y", y)
            .with("width", width)
            .with("height", height);
        let rectangle = match at {
            Some(at) => rectangle.with("data-at", at),
            None => rectangle,
        };
        rectangle.holding([Node::new("title").words(&label(place, language))])
    });
    group().with("class", "places").holding(places)
}

/// What is at a place, in words: `57, x 1 y 2 z 3 w 0, black`. Questions are only drawn: some steps ask where a place is, and words would be the
/// answer.
pub(super) fn label(place: &Place, language: Language) -> String {
    let name = Some(place.name.clone()).filter(|name| !name.is_empty());
    let at = place.at.filter(|_| place.asked.is_empty()).map(|at| {
        let along = at.axes.into_iter().zip(at.along);
        along.map(|(axis, along)| format!("{axis} {along}")).collect::<Vec<_>>().join(" ")
    });
    let made = place.made.map(|number| Picture(language).made(number));
    let parts = name.into_iter().chain(at).chain([holding(&place.holds, language)]);
    parts.chain(made).collect::<Vec<_>>().join(Picture(language).comma())
}

/// What is on a place, in words.
pub(super) fn holding(holds: &Holding, language: Language) -> String {
    match holds {
        Holding::Free => Picture(language).free().to_owned(),
        Holding::Black => Picture(language).black().to_owned(),
        Holding::White => Picture(language).white().to_owned(),
        Holding::Number(number) => Picture(language).number(number),
        Holding::Player { player, icon } => {
            let number = player + 1;
            Picture(language).player(number, icon)
        }
        Holding::Centre => Picture(language).centre().to_owned(),
        Holding::Text(text) => text.clone(),
    }
}
