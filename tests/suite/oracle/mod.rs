//! The rules once more, as plainly as they can be written: nested loops over coordinates and text.
//! Nothing here knows the product's board code; the tests hold the two against each other.

#![expect(
    clippy::cast_sign_loss,
    reason = "coordinates are signed, so that a step may leave the board"
)]

pub(crate) mod gomoku;
pub(crate) mod lattice;
pub(crate) mod numerical;
pub(crate) mod tesseract;
