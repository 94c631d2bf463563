//! Builds the crate again when a challenge folder comes or goes: they are embedded in the binary.

fn main() {
    println!("cargo:rerun-if-changed=challenges");
}
