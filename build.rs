//! Generates the accessors of the texts. Builds the crate again when a challenge folder or a migration is added or removed: they are
//! embedded in the binary.

use gradus_text::{Style, generate};

fn main() {
    println!("cargo:rerun-if-changed=challenges");
    println!("cargo:rerun-if-changed=src/store/postgres/migrations");
    println!("cargo:rerun-if-changed=src/store/sqlite/migrations");
    generate("server", "src/texts", |section| match section {
        "between" | "instructor-pages" | "language-name" | "pages" | "picture"
        | "problem-title" => Style::Methods,
        _ => Style::Functions,
    });
}
