//! The card around a match's board.

use super::Showing;
use super::board::layers;
use super::caption::{Caption, SeatCaption, Turn};
use super::svg::{Element, element, text};
use super::{document, style};
use crate::drawing::{Ends, Node, Paint, WIDTH, circle, dots, group, path, rectangle};
use crate::game::{Match, TOKEN};
use crate::step::Language;

/// From the edge of the card to what is on it.
pub(super) const MARGIN: i32 = 16;
/// The height of the title and of the status below it.
const HEADER: i32 = 50;
/// The height of a player's field, and from one to the next.
const SEAT: [i32; 2] = [46, 8];
/// From the players to the board; the mark of the player to move is there.
const GAP: i32 = 16;
/// The strip below the board.
const FOOTER: i32 = 34;

/// The picture of a match as a document.
pub(super) fn of_match(shown: &Match, showing: &Showing, language: Language) -> Element {
    let (game, look) = (shown.game(), &showing.look);
    let caption = Caption::of(shown, look, language);
    let drawing = game.drawing(look);
    let tokens: Vec<Node> =
        shown.setup().seats().numbers().map(|seat| game.token(seat, look)).collect();
    let (seats, seats_height) = seats(&caption, &tokens);
    let top = HEADER + seats_height + GAP;
    let bottom = top + drawing.height;
    let board = Element::new("g")
        .with("class", "board")
        .with("transform", format_args!("translate(0 {top})"))
        .with_children(layers(&drawing, showing.lines()));
    let has_lines = !drawing.lines.is_empty();
    let size = [WIDTH + 2 * MARGIN, bottom + FOOTER + 2 * MARGIN - 8];
    document(size, language).with_children([
        Element::new("title").with_text(&caption.title),
        Element::new("desc").with_text(&caption.description),
        Element::new("style").with_text(style::STYLE),
        paper(size),
        Element::new("g")
            .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
            .with_children([header(&caption), seats, board])
            .with_children([footer(&caption, bottom + FOOTER / 2 + 6, has_lines, language)]),
    ])
}

/// The card itself.
pub(super) fn paper(size: [i32; 2]) -> Element {
    element(&rectangle([1; 2], size.map(|side| side - 2), 14).fill(Paint::Paper).stroke(Paint::Edge))
}

/// The game and how many moves were made; below, the status.
fn header(caption: &Caption) -> Element {
    Element::new("g").with("class", "head fill-ink").with_children([
        text([0, 11], 19, &caption.game).with("font-weight", 650),
        right(text([WIDTH, 12], 15, &caption.moves)).with("class", "fill-faint"),
        text([0, 36], 16, &caption.status).with("class", "status"),
    ])
}

/// The players in columns, with the height of all their fields.
fn seats(caption: &Caption, tokens: &[Node]) -> (Element, i32) {
    let [height, gap] = SEAT;
    let columns = match tokens.len() {
        seats @ 0..=3 => seats.max(1),
        4 => 2,
        5 | 6 => 3,
        _ => 4,
    };
    let mut rows = 0;
    let mut fields = Vec::new();
    let seats: Vec<(&SeatCaption, &Node)> = caption.seats.iter().zip(tokens).collect();
    let count = i32::try_from(columns).unwrap_or(1);
    let width = (WIDTH - (count - 1) * gap) / count;
    for row in seats.chunks(columns) {
        for (column, (seat, token)) in (0..).zip(row) {
            let corner = [column * (width + gap), HEADER + rows * (height + gap)];
            fields.push(field(seat, token, corner, width));
        }
        rows += 1;
    }
    let height = rows * (height + gap) - gap;
    (Element::new("g").with("class", "foot").with_children(fields), height)
}

/// A player: the token, the name, and who plays.
fn field(seat: &SeatCaption, token: &Node, [x, y]: [i32; 2], width: i32) -> Element {
    let [height, _] = SEAT;
    let ground = rectangle([0; 2], [width, height], 8).fill(Paint::Free);
    let ground = match seat.turn {
        Turn::ToMove => ground.stroke(Paint::Ink).stroke_width(2),
        Turn::Won | Turn::Others => ground,
    };
    let mark = match seat.turn {
        // It points at the board.
        Turn::ToMove => {
            let pointer = path([format!("M{} {height}l8 9l8 -9z", width / 2 - 8)]);
            Some(pointer.class("to-move").fill(Paint::Ink))
        }
        Turn::Won => Some(star([width - 15, 14]).class("won").fill(Paint::Ink)),
        Turn::Others => None,
    };
    let token = Element::new("g")
        .with("transform", format_args!("translate({} {})", 8 + TOKEN / 2, height / 2))
        .with_children([element(token)]);
    let left = 8 + TOKEN + 7;
    Element::new("g")
        .with("class", "seat fill-ink")
        .with("transform", format_args!("translate({x} {y})"))
        .with_children([element(&ground)])
        .with_children(mark.iter().map(element))
        .with_children([
            token,
            text([left, 15], 15, &seat.name).with("font-weight", 600),
            text([left, 33], 13, &seat.about).with("class", "fill-faint"),
        ])
}

/// A star with five points.
fn star([x, y]: [i32; 2]) -> Node {
    let corners = "m0 -9l2.6 5.6l6.1 .7l-4.5 4.2l1.2 6l-5.4 -3l-5.4 3l1.2 -6l-4.5 -4.2l6.1 -.7z";
    path([format!("M{x} {y}{corners}")])
}

/// What wins, and what the marks mean.
fn footer(caption: &Caption, middle: i32, has_lines: bool, language: Language) -> Element {
    const SIZE: i32 = 14;
    use super::texts::TEXTS;
    let mut left = WIDTH;
    let mut legend = Vec::new();
    let mut explain = |mark: Node, width: i32, words: &str| {
        left -= width_of(words, SIZE);
        legend.push(text([left, middle], SIZE, words));
        left -= width + 6;
        let place = format_args!("translate({left} {middle})").to_string();
        legend.push(Element::new("g").with("transform", place).with_children([element(&mark)]));
        left -= 14;
    };
    if has_lines {
        let ends = [[3, 0], [25, 0]];
        let line = path(["M3 0h22".to_owned()]).stroke(Paint::Faint).stroke_width(3);
        let line = group().stroke_ends(Ends::Round).holding([line, dots(ends, 8, Paint::Faint)]);
        explain(line, 28, TEXTS.complete_line.get(language));
    }
    let ring = circle([7, 0], 6).fill(Paint::None).stroke(Paint::Last).stroke_width(3);
    explain(ring, 14, TEXTS.last_move.get(language));
    Element::new("g")
        .with("class", "legend fill-faint")
        .with_children([text([0, middle], SIZE, &caption.aim)])
        .with_children(legend)
}

fn right(text: Element) -> Element {
    text.with("text-anchor", "end")
}

/// About the width of a text of this size.
fn width_of(words: &str, size: i32) -> i32 {
    let hundredths = words.chars().map(|letter| if letter.is_ascii() { 53 } else { 100 });
    hundredths.sum::<i32>() * size / 100
}
