//! How long tasks take, on one core.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::diagnostic::{Diagnostic, DiagnosticCode};
use crate::exercise::{Workload, Workloads};

/// Reads the time that this thread has worked; only differences count.
pub type Stopwatch = dyn Fn() -> Duration + Sync;

/// What a step may take to make a task, and again to judge an answer.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    /// In the median.
    pub median: Duration,
    /// On the slowest task.
    pub worst: Duration,
    /// Of light work, on all tasks but one in a hundred: see [`Workload`].
    pub light: Duration,
    /// To explain a wrong answer, on all but one in a hundred.
    pub explain: Duration,
}

impl TimeLimits {
    /// 2 ms in the median, 20 ms at most: a core serves and judges at least a hundred learners a second. 0.5 ms for
    /// light work: another request on the same thread may have to wait that long. 5 ms for an explanation, which has a thread of
    /// its own.
    pub const DEFAULT: Self = Self {
        median: Duration::from_millis(2),
        worst: Duration::from_millis(20),
        light: Duration::from_micros(500),
        explain: Duration::from_millis(5),
    };
}

/// What one sort of work took over all tasks.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cost {
    /// The median, in milliseconds.
    #[serde(rename = "median_ms", serialize_with = "milliseconds")]
    pub median: Duration,
    /// The 99th percentile, in milliseconds: all tasks but one in a hundred took at most as long.
    #[serde(rename = "p99_ms", serialize_with = "milliseconds")]
    pub p99: Duration,
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
    /// To make a task, with all that is drawn again.
    pub generate: Cost,
    /// To judge an answer.
    pub judge: Cost,
    /// To explain a wrong answer; none if there was nothing to explain.
    pub explain: Option<Cost>,
}

impl Costs {
    /// What takes longer than it may.
    pub(super) fn lint(
        &self,
        file: &str,
        workloads: Workloads,
        limits: TimeLimits,
    ) -> impl Iterator<Item = Diagnostic> {
        let is_late = |cost: &Cost| cost.p99 > limits.explain;
        let late = self.explain.filter(is_late).map(|Cost { p99, .. }| {
            let what = format!(
                "to explain a wrong answer takes {p99:.1?} on one in a hundred; expected at most {:?}",
                limits.explain
            );
            let help = "lower the kind's `DIAGNOSIS_LIMIT`, or make its `solve` faster";
            Diagnostic::new(DiagnosticCode::BudgetTime, file, what, help)
        });
        let work = [
            ("to make a task", self.generate, workloads.generate),
            ("to judge an answer", self.judge, workloads.judge),
        ];
        let long = work.into_iter().flat_map(move |(what, Cost { median, p99, worst }, workload)| {
            let is_slow = median > limits.median || worst > limits.worst;
            let slow = is_slow.then(|| {
                let what = format!(
                    "{what} takes {median:.1?}, {worst:.1?} at the worst; expected at most {:?} and {:?}",
                    limits.median, limits.worst,
                );
                let help = "ask for less in [params], or make the kind faster";
                Diagnostic::new(DiagnosticCode::BudgetTime, file, what, help)
            });
            let is_heavy = workload == Workload::Light && p99 > limits.light;
            let heavy = is_heavy.then(|| {
                let what = format!(
                    "{what} takes {p99:.1?} on one task in a hundred; expected at most {:?} of light work",
                    limits.light,
                );
                let help = "ask for less in [params], or declare this work to be heavy";
                Diagnostic::new(DiagnosticCode::BudgetWorkload, file, what, help)
            });
            [slow, heavy].into_iter().flatten()
        });
        late.into_iter().chain(long)
    }
}

/// Measures one sort of work as it is done.
#[derive(Clone)]
pub(super) struct Meter<'a> {
    stopwatch: Option<&'a Stopwatch>,
    times: Vec<Duration>,
}

impl<'a> Meter<'a> {
    pub(super) fn new(stopwatch: Option<&'a Stopwatch>) -> Self {
        Self { stopwatch, times: Vec::new() }
    }

    /// Does the work, and again if it was slow. What else the machine does may fall into a measurement, but hardly into two: slow work is
    /// slow again.
    pub(super) fn measure<T>(&mut self, work: impl Fn() -> T) -> T {
        let (result, mut time) = self.timed(&work);
        if time > Some(TimeLimits::DEFAULT.median) {
            time = time.min(self.timed(&work).1);
        }
        self.times.extend(time);
        result
    }

    /// Does the work, and says how long it took if there is a stopwatch.
    fn timed<T>(&self, work: impl Fn() -> T) -> (T, Option<Duration>) {
        let start = self.stopwatch.map(|now| now());
        let result = work();
        (result, self.stopwatch.zip(start).map(|(now, start)| now().saturating_sub(start)))
    }

    /// The result; none where nothing was measured.
    pub(super) fn cost(self) -> Option<Cost> {
        let mut times = self.times;
        times.sort_unstable();
        let at = |hundredths: usize| times.get(times.len() * hundredths / 100).copied();
        Some(Cost { median: at(50)?, p99: at(99)?, worst: *times.last()? })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// A watch that is 5 ms further at every look.
    fn slow_watch() -> impl Fn() -> Duration + Sync {
        let looks = AtomicU64::new(0);
        move || Duration::from_millis(5 * looks.fetch_add(1, Ordering::Relaxed))
    }

    fn costs(watch: &Stopwatch) -> Costs {
        let mut meter = Meter::new(Some(watch));
        (0..3).for_each(|_| meter.measure(|| ()));
        let cost = meter.cost().unwrap();
        Costs { generate: cost, judge: cost, explain: None }
    }

    #[test]
    fn a_slow_measurement_is_repeated_and_the_quicker_one_counts() {
        let time = |spans: &[u64]| {
            let spans: Vec<u64> = spans.iter().flat_map(|&span| [0, span]).collect();
            let looks = Mutex::new(spans.into_iter());
            let watch = move || Duration::from_micros(looks.lock().unwrap().next().unwrap());
            let mut meter = Meter::new(Some(&watch));
            meter.measure(|| ());
            meter.times
        };
        assert_eq!(time(&[2001, 7]), [Duration::from_micros(7)]);
        assert_eq!(time(&[2001, 9000]), [Duration::from_micros(2001)]);
        // A third look would find no time.
        assert_eq!(time(&[2000]), [Duration::from_millis(2)]);
    }

    #[test]
    fn all_but_one_in_a_hundred_are_within_the_99th_percentile() {
        let times = (1..=200).rev().map(Duration::from_millis).collect();
        let meter = Meter { stopwatch: None, times };
        let cost = serde_json::to_value(meter.cost().unwrap()).unwrap();
        let expected = serde_json::json!({"median_ms": 101.0, "p99_ms": 199.0, "worst_ms": 200.0});
        assert_eq!(cost, expected);
    }

    #[test]
    fn the_median_and_the_worst_are_held_to_the_budget() {
        let costs = costs(&slow_watch());
        assert_eq!(costs.generate.median, Duration::from_millis(5));
        let limits = |median, worst| TimeLimits {
            median: Duration::from_millis(median),
            worst: Duration::from_millis(worst),
            light: Duration::from_millis(4),
            explain: Duration::MAX,
        };
        let both = |workload| Workloads { generate: workload, judge: workload };
        let found = |limits| costs.lint("", both(Workload::Heavy), limits).count();
        assert_eq!((found(limits(5, 5)), found(limits(4, 5)), found(limits(5, 4))), (0, 2, 2));
        let light: Vec<_> = costs.lint("", both(Workload::Light), limits(5, 5)).collect();
        assert!(light.iter().all(|found| found.code == DiagnosticCode::BudgetWorkload));
        assert_eq!(light.len(), 2);
        let limits = TimeLimits { light: Duration::from_millis(5), ..limits(5, 5) };
        assert_eq!(costs.lint("", both(Workload::Light), limits).count(), 0);
    }

    #[test]
    fn work_that_is_not_measured_is_still_done() {
        let mut meter = Meter::new(None);
        assert_eq!(meter.measure(|| 7), 7);
        assert!(meter.cost().is_none());
    }
}
