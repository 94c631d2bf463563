//! What was found on tasks.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, DiagnosticCode};

/// The findings on tasks: the same finding on many seeds is one diagnostic.
#[derive(Default)]
pub(super) struct Findings {
    /// By code, what and help: the first seed, and on how many seeds.
    seen: BTreeMap<(DiagnosticCode, String, &'static str), (u32, u32)>,
}

impl Findings {
    pub(super) fn add(
        &mut self,
        code: DiagnosticCode,
        what: impl Into<String>,
        help: &'static str,
        seed: u32,
    ) {
        let (_, count) = self.seen.entry((code, what.into(), help)).or_insert((seed, 0));
        *count += 1;
    }

    pub(super) fn into_diagnostics(self, file: &str) -> Vec<Diagnostic> {
        let diagnostics = self.seen.into_iter().map(|((code, what, help), (seed, count))| {
            let seeds = if count == 1 {
                format!("on seed {seed}")
            } else {
                format!("on {count} seeds, the first is {seed}")
            };
            Diagnostic::new(code, file, format!("{what} ({seeds})"), help)
        });
        diagnostics.collect()
    }
}
