//! The machinery, tried with kinds made for it.

mod diagnostics;
mod exercise;
mod flawed;
mod steps;
mod sum;

use crate::Folder;

const STEP: &str = "kind = \"test/sum\"\ntrack = \"Sums\"\npoints = 5\n[params]\npairs = 9\n";

const STATEMENT: &str = "# Sums\n\n```json task\n\
    {\"pairs\": [[1, 2], [3, 4], [5, 6], [7, 8], [1, 0], [1, 1], [2, 1], [3, 1], [4, 1]]}\n\
    ```\n\n```text answer\n3,7,11,15,1,2,3,4,5\n```\n";

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    let file = |&(name, text): &(&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
    Folder { name: name.to_owned(), files: files.iter().map(file).collect() }
}

/// A folder without a diagnostic.
fn good(name: &str) -> Folder {
    folder(name, &[("step.toml", STEP), ("statement.en.md", STATEMENT)])
}
