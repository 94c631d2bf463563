//! The boards: the fast code against the plain oracles, and against the published vectors.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the oracles count in i32, and no number here is great"
)]

mod computers;
mod four_in_a_row;
mod gomoku;
mod lattice;
mod numerical;
mod tesseract;

use serde_json::Value;

/// The published vectors; each entry names its source.
fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/vectors.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A JSON list of strings.
fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// A JSON list of numbers.
fn numbers(list: &Value) -> Vec<u8> {
    let number = |value: &Value| u8::try_from(value.as_u64().unwrap()).unwrap();
    list.as_array().unwrap().iter().map(number).collect()
}
