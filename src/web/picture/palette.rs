//! The colours of all pictures.
//!
//! A picture has its own background, so it looks the same on light and dark pages. No information is in a colour alone: stones differ
//! in brightness, numbers in shape and weight, players in their icons.

use crate::game::SeatNumber;
use crate::game::drawing::Paint;

/// The card that a picture is drawn on.
pub(super) const PAPER: &str = "#faf7f1";
/// The line around the card.
pub(super) const EDGE: &str = "#e3dccf";
/// Text on the card.
pub(super) const INK: &str = "#2f2b26";

/// The colours of a player's places.
#[derive(Clone, Copy, Debug)]
struct Tint {
    /// Behind the sign of a place.
    light: &'static str,
    /// The sign, or its background on a complete line.
    strong: &'static str,
}

/// The players' tints, in their order.
const TINTS: [Tint; SeatNumber::MAX as usize] = [
    Tint { light: "#d3e3f5", strong: "#1c62a8" },
    Tint { light: "#fbe0bd", strong: "#a85a00" },
    Tint { light: "#cdeadb", strong: "#0d7350" },
    Tint { light: "#ecdcf2", strong: "#7d4698" },
];

/// The colour of a paint.
pub(super) fn colour(paint: Paint) -> &'static str {
    match paint {
        Paint::None => "none",
        Paint::Wood => "#ecd9b0",
        Paint::Grain => "#a98f5f",
        Paint::Free => "#f1ebdf",
        Paint::Rule => "#d5cbb9",
        Paint::Edge => EDGE,
        Paint::Faint => "#857b6c",
        Paint::Black | Paint::BlackEdge => "#26241f",
        Paint::White => "#fffefa",
        Paint::WhiteEdge => "#5f5542",
        Paint::Last => "#d9263a",
        Paint::Line => "#1f8a84",
        Paint::LineLight => "#c4e5df",
        Paint::PlayerLight(seat) => tint(seat).light,
        Paint::PlayerStrong(seat) => tint(seat).strong,
    }
}

#[expect(clippy::indexing_slicing, reason = "there is a tint for every seat number")]
fn tint(seat: SeatNumber) -> Tint {
    TINTS[seat.index()]
}
