//! How many computations wait and run, as the metrics tell it.

use super::ComputePool;
use crate::metrics::Exposition;

/// Writes how many computations wait in some pools, each with its name, and how many threads these pools share.
pub fn expose(pools: &[(&'static str, ComputePool)], out: &mut Exposition) {
    let mut waiting = out.gauges(
        "gradus_compute_waiting",
        "Computations that wait for a thread, in the queue of a pool or in the line of their caller.",
    );
    for &(pool, ref queued) in pools {
        waiting.value(&[("pool", pool), ("place", "queue")], queued.queue().len());
        waiting.value(&[("pool", pool), ("place", "line")], queued.shares.in_line());
    }
    let Some((_, one)) = pools.first() else { return };
    let all = one.threads.count as usize;
    let idle = one.threads.free.available_permits();
    out.gauges("gradus_compute_threads", "Computations that may run at a time.").value(&[], all);
    out.gauges("gradus_compute_running", "Computations that run.")
        .value(&[], all.saturating_sub(idle));
}
