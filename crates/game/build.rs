//! Generates the accessors of the texts.

use gradus_text::{Style, generate};

fn main() {
    generate("game", "texts", |section| match section {
        "expected" => Style::List,
        _ => Style::Functions,
    });
}
