//! Generates the accessors of the texts: of hints, lists in which misreadings find theirs by its name.

use gradus_text::{Style, generate};

fn main() {
    generate(
        "rules",
        "texts",
        |section| if section == "form" { Style::Functions } else { Style::List },
    );
}
