//! Whether the server is ready, for whoever asks often.
//!
//! To find out, something is written to the disk. However many ask, it is found out once at a time, and known for about a second.

use tokio::sync::Mutex;

use crate::step::Timestamp;
use crate::wire::problem::Problem;

/// For how many seconds the result is known.
const VALIDITY: u64 = 1;

/// What was found out last, and when.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<(Timestamp, Result<(), Problem>)>>);

impl Readiness {
    /// What is known, or what `probe` finds out now. Callers who come meanwhile wait for it.
    pub(crate) async fn get(
        &self,
        now: impl Fn() -> Timestamp,
        probe: impl Future<Output = Result<(), Problem>>,
    ) -> Result<(), Problem> {
        let mut last = self.0.lock().await;
        match &*last {
            // A clock that was set back makes no result valid for longer.
            Some((found, result)) if (*found..=found.plus(VALIDITY)).contains(&now()) => {
                result.clone()
            }
            _ => {
                let result = probe.await;
                *last = Some((now(), result.clone()));
                result
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;
    use crate::wire::problem::Code;

    #[tokio::test]
    async fn however_many_ask_one_finds_out() {
        let (readiness, probes) = (Readiness::default(), Cell::new(0));
        let ask = |time| {
            let probe = async {
                yield_now().await;
                probes.set(probes.get() + 1);
                Err(Problem::internal(Code::StoreFailed, probes.get().to_string()))
            };
            readiness.get(move || Timestamp::from_seconds(time), probe)
        };
        let told = |result: Result<(), Problem>| result.unwrap_err().detail().into_owned();
        for result in join_all((0..100).map(|_| ask(1000))).await {
            assert_eq!(told(result), "1");
        }
        assert_eq!(told(ask(1001).await), "1");
        assert_eq!(told(ask(1002).await), "2");
        assert_eq!(told(ask(1001).await), "3");
    }
}
