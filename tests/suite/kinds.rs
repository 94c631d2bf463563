//! The kinds of the ladder: judged by the published vectors, and track by track by the oracles and by hand-made cases.

mod four_in_a_row;
mod gomoku;
mod numerical;
mod published;
mod tesseract;
