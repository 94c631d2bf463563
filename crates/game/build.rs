//! Generates the accessors of the texts.

use gradus_text::{Style, generate};

fn main() {
    generate("game", "texts", |_| Style::Functions);
}
