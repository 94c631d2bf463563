//! Generates the accessors of the texts.

use gradus_text::{Style, generate};

fn main() {
    generate("step", "texts", |section| match section {
        "form" | "format" => Style::List,
        _ => Style::Functions,
    });
}
