//! The card around a match's board.

use super::board::layers;
use super::caption::{Caption, SeatCaption, Turn};
use super::legend::{self, Sign, width_of};
use super::{MARGIN, Showing, document};
use crate::drawing::{Node, Paint, WIDTH, group, path, rectangle, text};
use crate::game::{Match, TOKEN};
use crate::step::Language;
use crate::texts::Picture;

/// The height of the title and of the status below it.
const HEADER: i32 = 58;
/// The height of a line in the header and in a player's field.
const LINE: i32 = 18;
/// The height of a player's field where one line says who plays, and from one to the next.
const SEAT: [i32; 2] = [46, 8];
/// From the players to the board; the mark of the player to move is there.
const GAP: i32 = 16;
/// From the board to the middle of the first row of the legend.
const FOOTER: i32 = 23;

/// The picture of a match: a complete SVG document.
pub fn of_match(shown: &Match, showing: &Showing, language: Language) -> String {
    let (game, look) = (shown.game(), &showing.look);
    let caption = Caption::of(shown, look, language);
    let drawing = game.drawing(look);
    let tokens: Vec<Node> =
        shown.setup().seats().numbers().map(|seat| game.token(seat, look)).collect();
    let (header, header_height) = header(&caption);
    let (seats, seats_height) = seats(&caption, &tokens, header_height);
    let top = header_height + seats_height + GAP;
    let bottom = top + drawing.height;
    let board = group()
        .with("class", "board")
        .with("transform", format_args!("translate(0 {top})"))
        .holding(layers(&drawing, showing.lines()));
    let mut signs = legend::signs(&[&drawing], language);
    if caption.seats.iter().any(|seat| seat.turn == Turn::Won) {
        signs.push(Sign::new(star([9, 0]).fill(Paint::Ink), 18, Picture(language).winner()));
    }
    let (legend, legend_height) = legend::rows(&signs, bottom + FOOTER);
    let size = [WIDTH + 2 * MARGIN, bottom + legend_height + 2 * MARGIN + 2];
    let contents = [header, seats, board, legend];
    document(size, &caption.title, &caption.description, contents, language)
}

/// The game and how many moves were made; below, the status and what wins. With its height.
fn header(caption: &Caption) -> (Node, i32) {
    let right = |middle, size, words| {
        text([WIDTH, middle], size, words).with("text-anchor", "end").with("class", "fill-faint")
    };
    let has_room = width_of(&caption.status, 16) + width_of(&caption.aim, 14) + 16 < WIDTH;
    let aim = if has_room {
        right(39, 14, &caption.aim)
    } else {
        text([0, 38 + LINE + 2], 14, &caption.aim).with("class", "fill-faint")
    };
    let header = group().with("class", "head fill-ink").holding([
        text([0, 11], 19, &caption.game).with("font-weight", 650),
        right(12, 15, &caption.moves),
        text([0, 38], 16, &caption.status).with("class", "status"),
        aim,
    ]);
    (header, if has_room { HEADER } else { HEADER + LINE + 2 })
}

/// The players in columns below this edge, with the height of all their fields.
fn seats(caption: &Caption, tokens: &[Node], top: i32) -> (Node, i32) {
    let [one_line, gap] = SEAT;
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
    let has_room = |seat: &SeatCaption| LEFT + width_of(&seat.about.join(DOT), 13) + 28 < width;
    let is_short = !caption.seats.iter().all(has_room);
    let height = if is_short { one_line + LINE } else { one_line };
    for row in seats.chunks(columns) {
        for (column, (seat, token)) in (0..).zip(row) {
            let corner = [column * (width + gap), top + rows * (height + gap)];
            let about = if is_short { seat.about.clone() } else { vec![seat.about.join(DOT)] };
            fields.push(field(seat, &about, token, corner, [width, height]));
        }
        rows += 1;
    }
    let height = rows * (height + gap) - gap;
    (group().with("class", "foot").holding(fields), height)
}

/// Between what is said of a player in one line.
const DOT: &str = " · ";
/// Where the texts of a field begin.
const LEFT: i32 = 8 + TOKEN + 7;

/// A player: the token, the name, and in lines what is said of the player.
fn field(
    seat: &SeatCaption,
    about: &[String],
    token: &Node,
    [x, y]: [i32; 2],
    [width, height]: [i32; 2],
) -> Node {
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
    let token = group()
        .with("transform", format_args!("translate({} {})", 8 + TOKEN / 2, height / 2))
        .holding([token.clone()]);
    let about = (1..)
        .zip(about)
        .map(|(line, words)| text([LEFT, 15 + LINE * line], 13, words).with("class", "fill-faint"));
    group()
        .with("class", "seat fill-ink")
        .with("transform", format_args!("translate({x} {y})"))
        .holding([ground])
        .holding(mark)
        .holding([token, text([LEFT, 15], 15, &seat.name).with("font-weight", 600)])
        .holding(about)
}

/// A star with five points.
fn star([x, y]: [i32; 2]) -> Node {
    let corners = "m0 -9l2.6 5.6l6.1 .7l-4.5 4.2l1.2 6l-5.4 -3l-5.4 3l1.2 -6l-4.5 -4.2l6.1 -.7z";
    path([format!("M{x} {y}{corners}")])
}
