//! Steps on the 4×4×4×4 board of four-in-a-row: 21–29.

mod count_lines;

pub use count_lines::CountLines;
