//! The card that a board is drawn on: the board above, the players and the status below.
//!
//! ```text
//!   ┌──────────────────────────────┐
//!   │   · · · the board · · ·      │
//!   │                              │
//!   │   ● Black  ○ White   status  │
//!   └──────────────────────────────┘
//! ```

use super::caption::{Caption, PlayerLabel};
use super::palette::{EDGE, INK, PAPER};
use super::svg::{Element, element, text};
use crate::game::BySeat;
use crate::game::drawing::{Drawing, Node, TOKEN, WIDTH, rectangle};

/// From the edge of the card to the board.
const MARGIN: i32 = 20;
/// The strip below the board.
const FOOTER: i32 = 24;

/// The whole document.
pub(super) fn card(caption: &Caption, drawing: &Drawing) -> String {
    let size = [WIDTH + 2 * MARGIN, drawing.height + 3 * MARGIN + FOOTER];
    let [width, height] = size;
    let inside = Element::new("g")
        .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
        .with_children([
            element(&drawing.board),
            footer(caption, &drawing.tokens, drawing.height + MARGIN + FOOTER / 2),
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
fn footer(caption: &Caption, tokens: &BySeat<Node>, middle: i32) -> Element {
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
    label.chars().map(|_| 9).sum::<i32>() + 16
}
