//! Pictures of matches: one self-contained SVG document each.
//!
//! A picture is a card with the board, and below it the players and the status:
//!
//! ```text
//!   ┌──────────────────────────────┐
//!   │   · · · the board · · ·      │
//!   │                              │
//!   │   ● Black  ○ White   status  │
//!   └──────────────────────────────┘
//! ```
//!
//! | file | what |
//! |---|---|
//! | `caption` | the texts of a picture, with the description for screen readers |
//! | `task` | the boards of a task on one card |
//! | `svg` | drawings as SVG elements, with their colours, and with every text escaped |
//!
//! Each game draws its own board: see [`crate::drawing`].
//!
//! The same match gives the same picture. A picture has no scripts, loads nothing, and has a background of its own.
//!
//! ```
//! use gradus::game::{Match, Setup};
//! use gradus::web::picture;
//!
//! let setup: Setup = serde_json::from_str(r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#)?;
//! let played = Match::resume(setup, ["hh", "gi"])?;
//! let svg = picture::of_match(&played);
//! assert!(svg.contains("<title>Gomoku: Black to move</title>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod caption;
mod svg;
mod task;

#[cfg(test)]
mod tests;

pub(crate) use task::of_task;

use caption::{Caption, PlayerLabel};
use svg::{EDGE, Element, INK, PAPER, element, text};

use crate::drawing::{Drawing, Node, WIDTH, rectangle};
use crate::game::{Match, SeatNumber, TOKEN};

/// The Content-Security-Policy of a picture: it loads nothing and runs nothing.
pub(crate) const POLICY: &str = "default-src 'none'";

/// From the edge of the card to the board.
const MARGIN: i32 = 20;
/// The strip below the board.
const FOOTER: i32 = 24;
/// About the width of a character of a label.
const CHARACTER: i32 = 9;

/// The picture of a match: the board with its pieces, the last move and the complete lines marked, and the status below. It is a
/// complete SVG document.
#[must_use]
pub fn of_match(shown: &Match) -> String {
    let game = shown.game();
    let tokens: Vec<Node> =
        SeatNumber::first(shown.setup().seats().len()).map(|seat| game.token(seat)).collect();
    card(&Caption::of(shown), &tokens, &game.drawing())
}

fn card(caption: &Caption, tokens: &[Node], drawing: &Drawing) -> String {
    let size = [WIDTH + 2 * MARGIN, drawing.height + 3 * MARGIN + FOOTER];
    let [width, height] = size;
    let inside = Element::new("g")
        .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
        .with_children([
            element(&drawing.board),
            footer(caption, tokens, drawing.height + MARGIN + FOOTER / 2),
        ]);
    Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("0 0 {width} {height}"))
        .with("role", "img")
        .with("lang", "en")
        .with("font-family", "system-ui,sans-serif")
        .with_children([
            Element::new("title").with_text(&caption.title),
            Element::new("desc").with_text(&caption.description),
            element(&rectangle([1; 2], size.map(|side| side - 2), 14))
                .with("fill", PAPER)
                .with("stroke", EDGE),
            inside,
        ])
        .to_string()
}

/// The players on the left, the status on the right; `middle` is the y coordinate of their centre.
fn footer(caption: &Caption, tokens: &[Node], middle: i32) -> Element {
    let mut left = 0;
    let players = tokens.iter().zip(&caption.players).map(|(token, label)| {
        let centre = [left + TOKEN / 2, middle];
        left += TOKEN + 8 + label_width(&label.text);
        player(token, label, centre)
    });
    let players: Vec<Element> = players.collect();
    let status = text([WIDTH, middle], 15, &caption.status).with("text-anchor", "end");
    Element::new("g")
        .with("class", "foot")
        .with("fill", INK)
        .with_children(players)
        .with_children([status])
}

fn player(
    token: &Node,
    PlayerLabel { text: name, is_bold }: &PlayerLabel,
    [x, y]: [i32; 2],
) -> Element {
    let token = Element::new("g")
        .with("transform", format_args!("translate({x} {y})"))
        .with_children([element(token)]);
    let label = text([x + TOKEN / 2 + 6, y], 15, name);
    let label = if *is_bold { label.with("font-weight", 700) } else { label };
    Element::new("g").with_children([token, label])
}

/// The distance from the start of a label to the next token.
fn label_width(label: &str) -> i32 {
    label.chars().map(|_| CHARACTER).sum::<i32>() + 16
}
