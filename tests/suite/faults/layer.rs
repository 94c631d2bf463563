//! What lies between a process and the system: a library in C that is preloaded into it.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A library that takes the place of functions of the C library. A process that has started needs its file no more.
pub(super) struct Layer(TempDir);

impl Layer {
    /// Compiles a file of this folder.
    pub(super) fn build(source: &str) -> Self {
        let folder = TempDir::with_prefix("gradus-layer-").unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/faults").join(source);
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]);
        let output = compiler.arg("-o").arg(folder.path().join("layer.so")).arg(source).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self(folder)
    }

    /// What `LD_PRELOAD` names.
    pub(super) fn library(&self) -> PathBuf {
        self.0.path().join("layer.so")
    }
}
