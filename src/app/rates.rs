//! How often callers may do what costs the server something: processor time, or space in the database.
//!
//! A limit is a bucket for each network, learner or step: it holds so many, and fills again within a period. Every limit is made for a class of 300
//! behind one address. The buckets are in memory and bounded in number: those that were not used for the longest time are forgotten, as if they
//! were full. So a replica counts for itself, and a caller with more networks than there are buckets has what as many callers would have.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use thiserror::Error;

use super::buckets::{Buckets, Rate};
use super::limits::Limits;
use super::places::{Place, Places};
use crate::course::LearnerId;
use crate::step::{Nonce, StepNumber, Workload};

/// Nicknames that a learner chooses: by each, all that is known of learners is read again.
const NICKNAMES: Rate = Rate::new(20, 3600);

/// What a new task of a heavy kind counts as. It takes 1 to 2 ms to make; one of a light kind takes about a tenth of that.
const HEAVY: u32 = 10;

/// Where a request comes from: its address; of an IPv6 address the network half, since one machine may have all addresses of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(address) => {
                let host = u128::from(u64::MAX);
                Ipv6Addr::from_bits(address.to_bits() & !host).into()
            }
        })
    }
}

/// A caller has to wait.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum RateError {
    /// Before the next new task.
    #[error("too many new tasks: wait for {0:?}")]
    Tasks(Duration),
    /// Before the next registration.
    #[error("too many registrations: wait for {0:?}")]
    Registrations(Duration),
    /// Before the next course code.
    #[error("too many wrong course codes: wait for {0:?}")]
    Codes(Duration),
    /// Before the next match.
    #[error("too many new matches: wait for {0:?}")]
    Matches(Duration),
    /// Before the next record.
    #[error("too many saved records: wait for {0:?}")]
    Records(Duration),
    /// Before the next nickname.
    #[error("too many new nicknames: wait for {0:?}")]
    Nicknames(Duration),
    /// Before the next answer.
    #[error("too many wrong answers: wait for {0:?}")]
    Answers(Duration),
    /// Until somebody else stops listening.
    #[error("too many listen to events")]
    Listeners,
}

/// The buckets of a server. The time is that since some moment before the first call.
pub(crate) struct Rates {
    fresh_tasks: Buckets<Network>,
    /// Those of a time window: whoever asks for fresh ones all the time keeps nobody from these.
    window_tasks: Buckets<Network>,
    registrations: Buckets<Network>,
    codes: Buckets<Network>,
    matches: Buckets<Network>,
    learner_matches: Buckets<LearnerId>,
    records: Buckets<LearnerId>,
    nicknames: Buckets<LearnerId>,
    answers: Buckets<(Network, StepNumber)>,
    /// Wrong answers beyond those, which are refused.
    refusals: Buckets<(Network, StepNumber)>,
    /// Until when some network may have no refusals left, in milliseconds.
    some_barred_until: AtomicU64,
    listeners: Places,
}

impl Rates {
    pub(crate) fn new(limits: &Limits) -> Self {
        let (rates, listeners) = (&limits.rates, limits.listeners());
        Self {
            fresh_tasks: Buckets::new(rates.task_rate),
            window_tasks: Buckets::new(rates.task_rate),
            registrations: Buckets::new(rates.registration_rate),
            codes: Buckets::new(rates.code_rate),
            matches: Buckets::new(rates.match_rate),
            learner_matches: Buckets::new(rates.learner_match_rate),
            records: Buckets::new(rates.record_rate),
            nicknames: Buckets::new(NICKNAMES),
            answers: Buckets::new(rates.answer_rate),
            refusals: Buckets::new(rates.answer_rate),
            some_barred_until: AtomicU64::default(),
            listeners: Places::new(listeners, rates.address_listeners.min(listeners.div_ceil(2))),
        }
    }

    /// Counts a task that is to be generated.
    pub(crate) fn new_task(
        &self,
        network: Network,
        nonce: Nonce,
        workload: Workload,
        now: Duration,
    ) -> Result<(), RateError> {
        let tasks = if nonce.is_random() { &self.fresh_tasks } else { &self.window_tasks };
        let cost = match workload {
            Workload::Light => 1,
            Workload::Heavy => HEAVY,
        };
        tasks.take(network, cost, now).map_err(RateError::Tasks)
    }

    /// Counts a registration.
    pub(crate) fn new_learner(&self, network: Network, now: Duration) -> Result<(), RateError> {
        self.registrations.take(network, 1, now).map_err(RateError::Registrations)
    }

    /// Whether a course code is looked at.
    pub(crate) fn may_try_code(&self, network: Network, now: Duration) -> Result<(), RateError> {
        self.codes.look(network, now).map_err(RateError::Codes)
    }

    /// Counts a wrong course code.
    pub(crate) fn wrong_code(&self, network: Network, now: Duration) -> Result<(), RateError> {
        self.codes.take(network, 1, now).map_err(RateError::Codes)
    }

    /// Counts a match that is to be created.
    pub(crate) fn new_match(
        &self,
        network: Network,
        learner: Option<LearnerId>,
        now: Duration,
    ) -> Result<(), RateError> {
        let of_learner = learner.map_or(Ok(()), |id| self.learner_matches.take(id, 1, now));
        of_learner.and_then(|()| self.matches.take(network, 1, now)).map_err(RateError::Matches)
    }

    /// Counts a record that is to be saved.
    pub(crate) fn saved_record(&self, learner: LearnerId, now: Duration) -> Result<(), RateError> {
        self.records.take(learner, 1, now).map_err(RateError::Records)
    }

    /// Counts a nickname that a learner chooses.
    pub(crate) fn new_nickname(&self, learner: LearnerId, now: Duration) -> Result<(), RateError> {
        self.nicknames.take(learner, 1, now).map_err(RateError::Nicknames)
    }

    /// Counts a wrong answer of a caller without a key, before it is explained.
    ///
    /// A refusal tells that the answer is wrong, since right ones are accepted all the same: one person's wrong answers shall not keep a
    /// class from solving the step. So that nobody guesses on through refusals, they are counted too, and after as many of them as of
    /// wrong answers nothing is judged.
    pub(crate) fn wrong_answer(
        &self,
        network: Network,
        step: StepNumber,
        now: Duration,
    ) -> Result<(), RateError> {
        let key = (network, step);
        let Err(wait) = self.answers.take(key, 1, now) else { return Ok(()) };
        let rest = self.refusals.take(key, 1, now);
        if let Err(wait) = rest.and_then(|()| self.refusals.look(key, now)) {
            self.some_barred_until.fetch_max(milliseconds(now + wait), Ordering::Relaxed);
        }
        Err(RateError::Answers(wait))
    }

    /// Counts a malformed answer that would be explained, as a wrong one, and tells whether it is. It is never refused.
    pub(crate) fn explains_malformed(
        &self,
        network: Network,
        step: StepNumber,
        now: Duration,
    ) -> bool {
        self.answers.take((network, step), 1, now).is_ok()
    }

    /// Whether an answer of a caller without a key is judged. The clock and the buckets are looked at only while some network has no
    /// refusals left, so right answers cost nothing here.
    pub(crate) fn may_answer(
        &self,
        network: Network,
        step: StepNumber,
        now: impl FnOnce() -> Duration,
    ) -> Result<(), RateError> {
        let until = self.some_barred_until.load(Ordering::Relaxed);
        if until == 0 {
            return Ok(());
        }
        let now = now();
        if until < milliseconds(now) {
            return Ok(());
        }
        self.refusals.look((network, step), now).map_err(RateError::Answers)
    }

    /// A place to listen to events from.
    pub(crate) fn listen(&self, Network(address): Network) -> Result<Place, RateError> {
        self.listeners.take(Some(address)).ok_or(RateError::Listeners)
    }

    /// How many listen to events.
    pub(crate) fn listeners(&self) -> usize {
        self.listeners.taken()
    }
}

/// Rounded up. No server runs for 584 million years.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::super::limits::RateLimits;
    use super::*;

    const START: Duration = Duration::from_secs(1000);

    fn after(seconds: u64) -> Duration {
        START + Duration::from_secs(seconds)
    }

    fn network(last: u8) -> Network {
        IpAddr::from(Ipv4Addr::new(192, 0, 2, last)).into()
    }

    fn step() -> StepNumber {
        StepNumber::new(7).unwrap()
    }

    /// The rates of a server with these changes to the default limits.
    fn rates(change: impl FnOnce(&mut RateLimits)) -> Rates {
        let mut limits = Limits::default();
        change(&mut limits.rates);
        Rates::new(&limits)
    }

    #[test]
    fn a_machine_has_one_network_however_many_addresses_it_has() {
        let network = |text: &str| Network::from(text.parse::<IpAddr>().unwrap());
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }

    /// Three hundred learners behind one address, each of whom fetches and answers every ten seconds, for ten minutes, and always wrongly.
    #[test]
    fn a_class_is_never_limited() {
        let rates = Rates::new(&Limits::default());
        for second in 0..600 {
            let now = after(second);
            for turn in 0..30 {
                let nonce = Nonce::random(second * 30 + turn);
                assert_eq!(rates.new_task(network(1), nonce, Workload::Heavy, now), Ok(()));
                // A minute later they register, and each starts a match.
                if (60..70).contains(&second) {
                    let learner = i64::try_from(second * 30 + turn).unwrap();
                    assert_eq!(rates.new_learner(network(1), now), Ok(()));
                    assert_eq!(rates.new_match(network(1), Some(LearnerId(learner)), now), Ok(()));
                }
                assert_eq!(rates.may_answer(network(1), step(), || now), Ok(()));
                assert_eq!(rates.wrong_answer(network(1), step(), now), Ok(()));
            }
        }
    }

    #[test]
    fn a_learner_has_the_matches_of_the_network_and_no_more_than_ones_own() {
        let rates = rates(|limits| {
            limits.match_rate = "3/h".parse().unwrap();
            limits.learner_match_rate = "2/h".parse().unwrap();
        });
        let ada = Some(LearnerId(1));
        assert_eq!(rates.new_match(network(1), ada, START), Ok(()));
        assert_eq!(rates.new_match(network(1), ada, START), Ok(()));
        let limited = |result| matches!(result, Err(RateError::Matches(_)));
        assert!(limited(rates.new_match(network(2), ada, START)));
        assert_eq!(rates.new_match(network(1), None, START), Ok(()));
        assert!(limited(rates.new_match(network(1), Some(LearnerId(2)), START)));
    }

    #[test]
    fn after_many_refusals_no_answer_is_judged_for_a_while() {
        let rates = rates(|limits| limits.answer_rate = "10/10s".parse().unwrap());
        let judged = |last, now| rates.may_answer(network(last), step(), || now);
        assert!((0..10).all(|_| rates.wrong_answer(network(1), step(), START).is_ok()));
        for _ in 0..10 {
            assert_eq!(judged(1, START), Ok(()));
            assert!(rates.wrong_answer(network(1), step(), START).is_err());
        }
        assert!(judged(1, START).is_err());
        assert_eq!(judged(2, START), Ok(()));
        let other = StepNumber::new(8).unwrap();
        assert_eq!(rates.may_answer(network(1), other, || START), Ok(()));
        assert_eq!(judged(1, after(1)), Ok(()));
        assert_eq!(rates.wrong_answer(network(1), step(), after(1)), Ok(()));
    }

    #[test]
    fn one_network_never_takes_the_places_of_all_listeners() {
        let rates = rates(|limits| limits.listeners = Some(5));
        let mut places: Vec<_> = (0..3).map(|_| rates.listen(network(1)).unwrap()).collect();
        assert!(rates.listen(network(1)).is_err());
        places.push(rates.listen(network(2)).unwrap());
        places.push(rates.listen(network(3)).unwrap());
        assert!(rates.listen(network(4)).is_err());
        places.clear();
        assert!(rates.listen(network(1)).is_ok());
    }
}
