//! How long tasks take, on one core.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::step::fault::{Fault, FaultCode};

/// Reads the time that this thread has worked; only differences count.
pub type Stopwatch = dyn Fn() -> Duration + Sync;

/// What a step may take to pose a task, and again to judge an answer.
#[derive(Clone, Copy, Debug)]
pub struct TimeBudget {
    /// In the median.
    pub median: Duration,
    /// On the slowest task.
    pub worst: Duration,
}

impl TimeBudget {
    /// 2 ms in the median, 20 ms at the worst: a core serves and judges some hundred learners a second at the least.
    pub const USUAL: Self =
        Self { median: Duration::from_millis(2), worst: Duration::from_millis(20) };
}

/// What one sort of work took over all tasks.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cost {
    /// The median, in milliseconds.
    #[serde(rename = "median_ms", serialize_with = "milliseconds")]
    pub median: Duration,
    /// The most, in milliseconds.
    #[serde(rename = "worst_ms", serialize_with = "milliseconds")]
    pub worst: Duration,
}

fn milliseconds<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(duration.as_secs_f64() * 1000.0)
}

/// What serving and judging took.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Costs {
    /// To pose a task, with all that is drawn again.
    pub pose: Cost,
    /// To judge an answer.
    pub judge: Cost,
}

impl Costs {
    pub(super) fn faults(&self, file: &str, budget: TimeBudget) -> impl Iterator<Item = Fault> {
        let work = [("to pose a task", self.pose), ("to judge an answer", self.judge)];
        work.into_iter()
            .filter(move |(_, cost)| cost.median > budget.median || cost.worst > budget.worst)
            .map(move |(what, Cost { median, worst })| {
                let what = format!(
                    "{what} takes {median:.1?}, {worst:.1?} at the worst; expected at most {:?} and {:?}",
                    budget.median, budget.worst,
                );
                Fault::new(
                    FaultCode::BudgetTime,
                    file,
                    what,
                    "ask for less in [params], or make the kind faster",
                )
            })
    }
}

/// Measures work as it is done.
pub(super) struct Meter<'a> {
    stopwatch: Option<&'a Stopwatch>,
    poses: Vec<Duration>,
    judgements: Vec<Duration>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(stopwatch: Option<&'a Stopwatch>) -> Self {
        Self { stopwatch, poses: Vec::new(), judgements: Vec::new() }
    }

    /// Measures how a task is posed.
    pub(super) fn pose<T>(&mut self, work: impl Fn() -> T) -> T {
        timed(self.stopwatch, &mut self.poses, work)
    }

    /// Measures how an answer is judged.
    pub(super) fn judge<T>(&mut self, work: impl Fn() -> T) -> T {
        timed(self.stopwatch, &mut self.judgements, work)
    }

    /// The result; none where nothing was measured.
    pub(super) fn finish(self) -> Option<Costs> {
        Some(Costs { pose: summary(self.poses)?, judge: summary(self.judgements)? })
    }
}

fn timed<T>(stopwatch: Option<&Stopwatch>, times: &mut Vec<Duration>, work: impl Fn() -> T) -> T {
    let Some(stopwatch) = stopwatch else { return work() };
    let measured = || {
        let start = stopwatch();
        let result = work();
        (result, stopwatch().saturating_sub(start))
    };
    let (result, mut time) = measured();
    // What else the machine does may fall into a measurement, but hardly into two: a slow task is slow again.
    if time > TimeBudget::USUAL.median {
        time = time.min(measured().1);
    }
    times.push(time);
    result
}

fn summary(mut times: Vec<Duration>) -> Option<Cost> {
    times.sort_unstable();
    Some(Cost { median: *times.get(times.len() / 2)?, worst: *times.last()? })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// A watch that is 5 ms further at every look.
    fn slow_watch() -> impl Fn() -> Duration + Sync {
        let looks = AtomicU64::new(0);
        move || Duration::from_millis(5 * looks.fetch_add(1, Ordering::Relaxed))
    }

    fn costs(watch: &Stopwatch) -> Costs {
        let mut meter = Meter::new(Some(watch));
        for _ in 0..3 {
            meter.pose(|| ());
            meter.judge(|| ());
        }
        meter.finish().unwrap()
    }

    #[test]
    fn the_median_and_the_worst_are_held_to_the_budget() {
        let costs = costs(&slow_watch());
        assert_eq!(costs.pose.median, Duration::from_millis(5));
        let budget = |median, worst| TimeBudget {
            median: Duration::from_millis(median),
            worst: Duration::from_millis(worst),
        };
        assert_eq!(costs.faults("", budget(5, 5)).count(), 0);
        assert_eq!(costs.faults("", budget(4, 5)).count(), 2);
        assert_eq!(costs.faults("", budget(5, 4)).count(), 2);
    }

    #[test]
    fn work_that_is_not_measured_is_still_done() {
        let mut meter = Meter::new(None);
        assert_eq!(meter.pose(|| 7), 7);
        assert!(meter.finish().is_none());
    }
}
