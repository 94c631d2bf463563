//! Builds the crate again when a challenge folder or a migration is added or removed: they are embedded in the binary.

fn main() {
    println!("cargo:rerun-if-changed=challenges");
    println!("cargo:rerun-if-changed=src/store/postgres/migrations");
    println!("cargo:rerun-if-changed=src/store/sqlite/migrations");
}
