//! Generates the accessors of the texts.

use gradus_text::{Style, generate};

fn main() {
    generate("course", "texts", |section| match section {
        "detail.label" | "detail.expected" => Style::List,
        _ => Style::Functions,
    });
}
