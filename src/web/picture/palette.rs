//! The colours of all pictures, and the strokes that they share.
//!
//! A picture brings its own background, so that it looks the same on a light page and on a dark one. Nothing is told by a
//! colour alone: stones differ in brightness, numbers in shape and weight, players in their icons.

/// The card that a picture is drawn on.
pub(super) const PAPER: &str = "#faf7f1";
/// The line around the card.
pub(super) const EDGE: &str = "#e3dccf";
/// Words on the card.
pub(super) const INK: &str = "#2f2b26";
/// Words that stand back: letters along the edge, ids of free places.
pub(super) const FAINT: &str = "#857b6c";

/// Where stones are placed.
pub(super) const WOOD: &str = "#ecd9b0";
/// The lines between the places.
pub(super) const GRAIN: &str = "#a98f5f";
/// A place where nothing lies.
pub(super) const FREE: &str = "#f1ebdf";
/// The lines between places where nothing lies.
pub(super) const RULE: &str = "#d5cbb9";

/// A black stone, and the line around it.
pub(super) const BLACK: [&str; 2] = ["#26241f", "#26241f"];
/// A white stone, and the line around it.
pub(super) const WHITE: [&str; 2] = ["#fffefa", "#5f5542"];

/// The mark of the last move.
pub(super) const LAST: &str = "#d9263a";
/// The mark of complete lines.
pub(super) const LINE: &str = "#1f8a84";
/// What is behind the places of a complete line.
pub(super) const LINE_LIGHT: &str = "#c4e5df";

/// How a player's places are coloured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tint {
    /// Behind the sign of a place.
    pub(super) light: &'static str,
    /// The sign, or what is behind it on a complete line.
    pub(super) strong: &'static str,
}

/// The players' tints, in their order.
pub(super) const TINTS: [Tint; 4] = [
    Tint { light: "#d3e3f5", strong: "#1c62a8" },
    Tint { light: "#fbe0bd", strong: "#a85a00" },
    Tint { light: "#cdeadb", strong: "#0d7350" },
    Tint { light: "#ecdcf2", strong: "#7d4698" },
];
