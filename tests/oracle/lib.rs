//! The rules once more, as plainly as they can be written: nested loops over coordinates and text.
//! Nothing here uses the product's board code; the tests compare the two, and the benchmarks measure them side by side.
//!
//! It is a crate of its own because it is the only code of the tests that is worth optimizing.

#![expect(
    clippy::cast_sign_loss,
    reason = "coordinates are signed, so that a step may leave the board"
)]
#![expect(
    clippy::indexing_slicing,
    clippy::must_use_candidate,
    clippy::unwrap_used,
    reason = "it is test code: a panic fails the test"
)]

pub mod gomoku;
pub mod lattice;
pub mod numerical;
pub mod plane;
pub mod tesseract;
