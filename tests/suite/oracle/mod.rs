//! The rules once more, as plainly as they can be written: nested loops over coordinates and text.
//! Nothing here uses the product's board code; the tests compare the two.

#![expect(
    clippy::cast_sign_loss,
    reason = "coordinates are signed, so that a step may leave the board"
)]

pub(crate) mod gomoku;
pub(crate) mod lattice;
pub(crate) mod numerical;
pub(crate) mod plane;
pub(crate) mod tesseract;
