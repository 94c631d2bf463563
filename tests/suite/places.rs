//! Where things are: the repository, and the programs that are tested.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::SystemTime;
use std::{env, fs};

/// The repository's folder.
pub(crate) const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The server's program.
pub(crate) fn gradus() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| program("gradus"));
    &PROGRAM
}

/// The client's program.
pub(crate) fn gradus_client() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| program("gradus-client"));
    &PROGRAM
}

/// The folder of this profile's programs. Cargo puts the tests' own one deeper.
pub(crate) fn programs() -> PathBuf {
    env::current_exe().unwrap().ancestors().nth(2).unwrap().to_owned()
}

/// A program, which `cargo test` does not build. Cargo lists beside it what it was built from.
fn program(name: &str) -> String {
    let program = programs().join(name);
    let built = modified(&program);
    let sources = fs::read_to_string(program.with_extension("d")).unwrap_or_default();
    let newer = sources.split_whitespace().skip(1).find(|path| modified(Path::new(path)) > built);
    assert!(built.is_some(), "{} is missing: cargo build", program.display());
    assert_eq!(newer, None, "it has changed since {} was built: cargo build", program.display());
    program.into_os_string().into_string().unwrap()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
