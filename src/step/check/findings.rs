//! What was found on tasks.

use std::collections::BTreeMap;

use crate::step::fault::{Fault, FaultCode};

/// What was found on tasks: the same finding on many seeds is one fault.
#[derive(Default)]
pub(super) struct Findings {
    /// By code, what and mend: the first seed, and on how many seeds.
    seen: BTreeMap<(FaultCode, String, &'static str), (u32, u32)>,
}

impl Findings {
    pub(super) fn add(
        &mut self,
        code: FaultCode,
        what: impl Into<String>,
        mend: &'static str,
        seed: u32,
    ) {
        let (_, count) = self.seen.entry((code, what.into(), mend)).or_insert((seed, 0));
        *count += 1;
    }

    pub(super) fn into_faults(self, file: &str) -> Vec<Fault> {
        let faults = self.seen.into_iter().map(|((code, what, mend), (seed, count))| {
            let seeds = if count == 1 {
                format!("on seed {seed}")
            } else {
                format!("on {count} seeds, the first is {seed}")
            };
            Fault::new(code, file, format!("{what} ({seeds})"), mend)
        });
        faults.collect()
    }
}
