//! The card around a match's board.

use super::Showing;
use super::board::layers;
use super::caption::{Caption, SeatCaption, Turn};
use super::document;
use super::style::style;
use super::svg::{Element, element, text};
use super::texts::TEXTS;
use crate::drawing::{Ends, Node, Paint, WIDTH, circle, dots, group, path, rectangle};
use crate::game::{Match, TOKEN};
use crate::step::{Language, Translated};

/// From the edge of the card to what is on it.
pub(super) const MARGIN: i32 = 12;
/// The height of the title and of the status below it.
const HEADER: i32 = 58;
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
        style(),
        paper(size),
        Element::new("g")
            .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
            .with_children([header(&caption), seats, board])
            .with_children([legend(bottom + FOOTER / 2 + 6, has_lines, language)]),
    ])
}

/// The card itself.
pub(super) fn paper(size: [i32; 2]) -> Element {
    element(
        &rectangle([1; 2], size.map(|side| side - 2), 14).fill(Paint::Paper).stroke(Paint::Edge),
    )
}

/// The game and how many moves were made; below, the status and what wins.
fn header(caption: &Caption) -> Element {
    let right = |middle, size, words| {
        text([WIDTH, middle], size, words).with("text-anchor", "end").with("class", "fill-faint")
    };
    // Where several have won, there may be no room for the aim; the description has it.
    let has_room = width_of(&caption.status, 16) + width_of(&caption.aim, 14) + 16 < WIDTH;
    Element::new("g")
        .with("class", "head fill-ink")
        .with_children([
            text([0, 11], 19, &caption.game).with("font-weight", 650),
            right(12, 15, &caption.moves),
            text([0, 38], 16, &caption.status).with("class", "status"),
        ])
        .with_children(has_room.then(|| right(39, 14, &caption.aim)))
}

/// The players in columns, with the height of all their fields.
fn seats(caption: &Caption, tokens: &[Node]) -> (Element, i32) {
    let [height, gap] = SEAT;
    let columns = match tokens.len() {
        seats @ 0..=3 => seats.max(1),
        4 => 2,
        _ => 3,
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
        Turn::Won => Some(star([width - 16, 33]).class("won").fill(Paint::Ink)),
        Turn::Others => None,
    };
    let token = Element::new("g")
        .with("transform", format_args!("translate({} {})", 8 + TOKEN / 2, height / 2))
        .with_children([element(token)]);
    let left = 8 + TOKEN + 7;
    // The star of a winner is behind the text.
    let has_room = left + width_of(&seat.about, 13) + 28 < width;
    let about = if has_room { &seat.about } else { &seat.about_in_short };
    Element::new("g")
        .with("class", "seat fill-ink")
        .with("transform", format_args!("translate({x} {y})"))
        .with_children([element(&ground)])
        .with_children(mark.iter().map(element))
        .with_children([
            token,
            text([left, 15], 15, &seat.name).with("font-weight", 600),
            text([left, 33], 13, about).with("class", "fill-faint"),
        ])
}

/// A star with five points.
fn star([x, y]: [i32; 2]) -> Node {
    let corners = "m0 -9l2.6 5.6l6.1 .7l-4.5 4.2l1.2 6l-5.4 -3l-5.4 3l1.2 -6l-4.5 -4.2l6.1 -.7z";
    path([format!("M{x} {y}{corners}")])
}

/// The marks of a board around the middle of their left edge, each with its width and what it means.
pub(super) fn marks(has_lines: bool) -> impl Iterator<Item = (Node, i32, &'static Translated)> {
    let ring = [Paint::LastEdge, Paint::Last]
        .into_iter()
        .zip([5, 3])
        .map(|(paint, width)| circle([7, 0], 6).stroke(paint).stroke_width(width));
    let ring = group().fill(Paint::None).holding(ring);
    let way = path(["M3 0h22".to_owned()]).stroke(Paint::Faint).stroke_width(3);
    let line =
        group().stroke_ends(Ends::Round).holding([way, dots([[3, 0], [25, 0]], 8, Paint::Faint)]);
    let marks = [(ring, 14, &TEXTS.last_move), (line, 28, &TEXTS.complete_line)];
    marks.into_iter().take(1 + usize::from(has_lines))
}

/// What the marks mean.
fn legend(middle: i32, has_lines: bool, language: Language) -> Element {
    const SIZE: i32 = 14;
    let mut left = 0;
    let explained = marks(has_lines).flat_map(|(mark, width, words)| {
        let words = words.get(language);
        let place = format!("translate({left} {middle})");
        let mark = Element::new("g").with("transform", place).with_children([element(&mark)]);
        left += width + 7;
        let words_at = left;
        left += width_of(words, SIZE) + 18;
        [mark, text([words_at, middle], SIZE, words)]
    });
    Element::new("g").with("class", "legend fill-faint").with_children(explained)
}

/// About the width of a text of this size.
fn width_of(words: &str, size: i32) -> i32 {
    let hundredths = words.chars().map(|letter| if letter.is_ascii() { 60 } else { 100 });
    hundredths.sum::<i32>() * size / 100
}
