//! The card that a board is drawn on: the board above, the players and how the game stands below.
//!
//! ```text
//!   ┌──────────────────────────────┐
//!   │   · · · the board · · ·      │
//!   │                              │
//!   │   ● Black  ○ White   status  │
//!   └──────────────────────────────┘
//! ```

use super::caption::{Caption, Standing};
use super::palette::{EDGE, INK, PAPER};
use super::svg::{Element, element, text};
use crate::game::BySeat;
use crate::game::drawing::{Drawing, Node, TOKEN, WIDTH, rectangle};

/// From the edge of the card to the board.
const MARGIN: i32 = 20;
/// The strip below the board.
const FOOT: i32 = 24;

/// The whole document.
pub(super) fn card(caption: &Caption, drawing: &Drawing) -> String {
    let size = [WIDTH + 2 * MARGIN, drawing.height + 3 * MARGIN + FOOT];
    let [width, height] = size;
    let inside = Element::new("g")
        .with("transform", format_args!("translate({MARGIN} {MARGIN})"))
        .holding([
            element(&drawing.board),
            foot(caption, &drawing.tokens, drawing.height + MARGIN + FOOT / 2),
        ]);
    Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("0 0 {width} {height}"))
        .with("role", "img")
        .with("lang", "en")
        .with("font-family", "system-ui,sans-serif")
        .holding([
            Element::new("title").saying(&caption.title),
            Element::new("desc").saying(&caption.description),
            element(&rectangle([1; 2], size.map(|side| side - 2), 14))
                .with("fill", PAPER)
                .with("stroke", EDGE),
            inside,
        ])
        .to_string()
}

/// The players from the left, how the game stands on the right; `middle` is the height of all that.
fn foot(caption: &Caption, tokens: &BySeat<Node>, middle: i32) -> Element {
    let mut left = 0;
    let players = tokens.iter().zip(&caption.players).map(|(token, standing)| {
        let centre = [left + TOKEN / 2, middle];
        left += TOKEN + 8 + room_for(&standing.label);
        player(token, standing, centre)
    });
    let players: Vec<Element> = players.collect();
    let status = text([WIDTH, middle], 15, &caption.status).with("text-anchor", "end");
    Element::new("g").with("class", "foot").with("fill", INK).holding(players).holding([status])
}

fn player(token: &Node, Standing { label, stands_out }: &Standing, [x, y]: [i32; 2]) -> Element {
    let token = Element::new("g")
        .with("transform", format_args!("translate({x} {y})"))
        .holding([element(token)]);
    let label = text([x + TOKEN / 2 + 6, y], 15, label);
    let label = if *stands_out { label.with("font-weight", 700) } else { label };
    Element::new("g").holding([token, label])
}

/// How far it is from the beginning of a label to the next token.
fn room_for(label: &str) -> i32 {
    label.chars().map(|_| 9).sum::<i32>() + 16
}
