//! Complete lines: each is a connector of its own through its places.
//!
//! ```text
//!     ●   .   .   .  │  .  ╭───╮  .        A connector goes straight from a place to one that is close. On the way to another
//!     .╲  .   .   .  │  . ╱ .   ╲ .        block it is an arc, so that it does not seem to go through the places between, and so
//!     .  ●   .   .   │  ●   .   . ●        that lines that lie one over the other on paper can be told apart.
//! ```

use super::svg::{Node, Paint, group, path};

/// A complete line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The player who has it, from 0.
    pub player: u8,
    /// The names of its places, from one end to the other.
    pub places: Vec<String>,
    /// Its connector.
    pub connector: Node,
    /// What the connector looks like.
    pub style: LineStyle,
    /// What is said of it, above everything.
    pub label: Option<Node>,
}

/// What connectors look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStyle {
    /// A line on which pieces lie.
    Line,
    /// A band around pieces.
    Band,
    /// A line between places with strong edges.
    Tiles,
}

/// The colours of a player's lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    /// The player, from 0.
    pub(super) player: u8,
    /// The line itself.
    pub(super) strong: Paint,
    /// What is around it, so that lines that cross can be told apart.
    pub(super) around: Paint,
}

/// How a connector is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    /// The width of the line; with what is around it, it is three units wider.
    pub(super) width: i32,
    /// Up to this distance a connector is straight.
    pub(super) near: i32,
    /// How far an arc goes to the side.
    pub(super) bow: i32,
}

impl Pen {
    /// The line through places, each with its name, as a string on which pieces lie.
    pub(super) fn string(
        self,
        Ink { player, strong, around }: Ink,
        places: impl IntoIterator<Item = (String, [i32; 2])>,
    ) -> Line {
        let (names, centres): (Vec<String>, Vec<[i32; 2]>) = places.into_iter().unzip();
        let way = |paint, width| path([self.way(&centres)]).stroke(paint).stroke_width(width);
        let connector = group()
            .class("line")
            .fill(Paint::None)
            .round_ends()
            .holding([way(around, self.width + 3), way(strong, self.width)]);
        Line { player, places: names, connector, style: LineStyle::Line, label: None }
    }

    /// The same as a band around pieces that lie side by side; `inside` is what lies within it.
    pub(super) fn band(
        self,
        Ink { player, strong, around }: Ink,
        inside: Paint,
        places: impl IntoIterator<Item = (String, [i32; 2])>,
    ) -> Line {
        let (names, centres): (Vec<String>, Vec<[i32; 2]>) = places.into_iter().unzip();
        let way = |paint, width| path([self.way(&centres)]).stroke(paint).stroke_width(width);
        let connector = group().class("line").fill(Paint::None).round_ends().holding([
            way(around, self.width + 2),
            way(strong, self.width),
            way(inside, self.width - 6),
        ]);
        Line { player, places: names, connector, style: LineStyle::Band, label: None }
    }

    fn way(self, centres: &[[i32; 2]]) -> String {
        let mut way = String::new();
        let mut before = None;
        for &[x, y] in centres {
            let step = before.map_or_else(|| format!("M{x} {y}"), |from| self.step(from, [x, y]));
            way.push_str(&step);
            before = Some([x, y]);
        }
        way
    }

    /// From a place to the next one.
    fn step(self, from: [i32; 2], to: [i32; 2]) -> String {
        let [x, y] = to;
        let [right, down] = [x - from[0], y - from[1]];
        let distance = (right * right + down * down).isqrt();
        if distance <= self.near {
            return format!("L{x} {y}");
        }
        // A curve comes half as near to the point that it bends to.
        let aside = |along: i32| 2 * self.bow * along / distance;
        let middle = [from[0] + right / 2 + aside(down), from[1] + down / 2 - aside(right)];
        format!("Q{} {} {x} {y}", middle[0], middle[1])
    }
}
