//! Rate limits: how often a caller may do what costs the server processor time or space in the database.
//!
//! A limit keeps one bucket for each caller, network or step. A bucket has a size, and it refills within a period. A caller with a key has buckets of
//! their own: what others do at the same address takes nothing from them. Every default suits a class of 300 learners behind one address, also
//! without keys.
//!
//! The buckets are in memory, so each replica counts for itself. Their number is bounded: a limit forgets the buckets that were not used for
//! the longest time, as if they were full. A caller who has more networks than there are buckets therefore gets as much as that many callers.

use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ipnet::IpNet;

use super::buckets::{Buckets, Rate};
use super::compute::CallerKey;
use super::limits::Limits;
use super::places::{Place, Places};
use crate::course::LearnerId;
use crate::step::{Nonce, StepNumber, Text, Workload};
use crate::texts;
use crate::wire::problem::{Code, Problem};

/// Nicknames that a learner chooses: by each, all that is known of learners is read again.
const NICKNAMES: Rate = Rate::new(20, 3600);

/// Malformed answers of a learner to a step that are explained. The explanation may say that the answer is right but for its form: a learner who
/// knows all items but one could try every value of that one in quotation marks, which costs no try.
const MALFORMED: Rate = Rate::new(20, 24 * 3600);

/// Wrong answers of a learner to a step that are compared with the learner's other boards. The reply says whether the answer is right for one of them,
/// which costs these boards no try.
const COMPARISONS: Rate = Rate::new(10, 24 * 3600);

/// What a new task of a heavy kind counts as. It takes 1 to 2 ms to make; one of a light kind takes about a tenth of that.
const HEAVY: u32 = 10;

/// Where a request comes from: its address; of an IPv6 address the network half, since one machine may have all addresses of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        let prefix = if address.is_ipv4() { 32 } else { 64 };
        Self(IpNet::new_assert(address, prefix).network())
    }
}

/// A limit that refuses callers: its buckets, and what a caller is told who has to wait.
pub(crate) struct RateLimit<K> {
    buckets: Buckets<K>,
    code: Code,
    detail: fn(u32) -> Text,
}

impl<K: Copy + Eq + Hash> RateLimit<K> {
    fn new(rate: Rate, code: Code, detail: fn(u32) -> Text) -> Self {
        Self { buckets: Buckets::new(rate), code, detail }
    }

    /// Counts one of what is limited.
    pub(crate) fn take(&self, key: K, now: Duration) -> Result<(), Problem> {
        self.take_some(key, 1, now)
    }

    fn take_some(&self, key: K, count: u32, now: Duration) -> Result<(), Problem> {
        self.buckets.take(key, count, now).map_err(|wait| self.refusal(wait))
    }

    /// Whether one could be taken.
    pub(crate) fn look(&self, key: K, now: Duration) -> Result<(), Problem> {
        self.buckets.look(key, now).map_err(|wait| self.refusal(wait))
    }

    /// The wait is rounded up: who waits for so long need not wait again. No rate has a period of more than a day.
    fn refusal(&self, wait: Duration) -> Problem {
        let seconds = u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
        Problem::new(self.code, (self.detail)(seconds)).retry_in(seconds)
    }
}

/// The limits of a server. The time is that since some moment before the first call.
pub(crate) struct Rates {
    fresh_tasks: RateLimit<CallerKey>,
    /// Those of a time window: whoever asks for fresh ones all the time keeps nobody from these.
    window_tasks: RateLimit<CallerKey>,
    pub(crate) registrations: RateLimit<Network>,
    /// Wrong course codes.
    pub(crate) codes: RateLimit<Network>,
    /// Of callers who are no learners.
    matches: RateLimit<CallerKey>,
    learner_matches: RateLimit<CallerKey>,
    pub(crate) records: RateLimit<LearnerId>,
    pub(crate) nicknames: RateLimit<LearnerId>,
    malformed: Buckets<(CallerKey, StepNumber)>,
    comparisons: Buckets<(CallerKey, StepNumber)>,
    answers: RateLimit<(Network, StepNumber)>,
    /// Wrong answers beyond those, which are refused.
    refusals: Buckets<(Network, StepNumber)>,
    /// Until when some network may have no refusals left, in milliseconds.
    some_barred_until: AtomicU64,
    /// The places to listen to events from.
    pub(crate) listeners: Places<CallerKey>,
}

impl Rates {
    pub(crate) fn new(limits: &Limits) -> Self {
        use texts::limit;

        let (rates, listeners) = (&limits.rates, limits.listeners());
        let tasks = || RateLimit::new(rates.task_rate, Code::LimitTasks, limit::tasks);
        let registrations = rates.registration_rate;
        Self {
            fresh_tasks: tasks(),
            window_tasks: tasks(),
            registrations: RateLimit::new(
                registrations,
                Code::LimitRegistrations,
                limit::registrations,
            ),
            codes: RateLimit::new(rates.code_rate, Code::LimitCodes, limit::codes),
            matches: RateLimit::new(rates.match_rate, Code::LimitMatches, limit::matches),
            learner_matches: RateLimit::new(
                rates.learner_match_rate,
                Code::LimitMatches,
                limit::matches,
            ),
            records: RateLimit::new(rates.record_rate, Code::LimitSaves, limit::saves),
            nicknames: RateLimit::new(NICKNAMES, Code::LimitNicknames, limit::nicknames),
            malformed: Buckets::new(MALFORMED),
            comparisons: Buckets::new(COMPARISONS),
            answers: RateLimit::new(rates.answer_rate, Code::LimitAnswers, limit::answers),
            refusals: Buckets::new(rates.answer_rate),
            some_barred_until: AtomicU64::default(),
            listeners: Places::new(listeners, rates.address_listeners.min(listeners.div_ceil(2))),
        }
    }

    /// Counts a task that is to be generated.
    pub(crate) fn new_task(
        &self,
        caller: CallerKey,
        nonce: Nonce,
        workload: Workload,
        now: Duration,
    ) -> Result<(), Problem> {
        let tasks = if nonce.is_random() { &self.fresh_tasks } else { &self.window_tasks };
        let cost = match workload {
            Workload::Light => 1,
            Workload::Heavy => HEAVY,
        };
        tasks.take_some(caller, cost, now)
    }

    /// Counts a match that is to be created.
    pub(crate) fn new_match(&self, caller: CallerKey, now: Duration) -> Result<(), Problem> {
        let matches = if caller.is_learner() { &self.learner_matches } else { &self.matches };
        matches.take(caller, now)
    }

    /// Counts a wrong answer of a caller without a key, before the server explains it. Refuses it if the bucket is empty.
    ///
    /// The server accepts right answers even then, so that one person's wrong answers do not keep a class from solving the step. A refusal
    /// therefore reveals that the answer is wrong. Refusals are counted too: after as many refusals as wrong answers, [`Rates::may_answer`]
    /// refuses all answers of the network to the step.
    pub(crate) fn wrong_answer(
        &self,
        network: Network,
        step: StepNumber,
        now: Duration,
    ) -> Result<(), Problem> {
        let key = (network, step);
        let Err(refused) = self.answers.take(key, now) else { return Ok(()) };
        let rest = self.refusals.take(key, 1, now);
        if let Err(wait) = rest.and_then(|()| self.refusals.look(key, now)) {
            self.some_barred_until.fetch_max(milliseconds(now + wait), Ordering::Relaxed);
        }
        Err(refused)
    }

    /// Counts a malformed answer of a caller with a key, and tells whether it is explained. It is never refused.
    pub(crate) fn explains_malformed(
        &self,
        caller: CallerKey,
        step: StepNumber,
        now: Duration,
    ) -> bool {
        self.malformed.take((caller, step), 1, now).is_ok()
    }

    /// Counts a malformed answer of a caller without a key as a wrong one, and tells whether it is explained. It is never refused.
    pub(crate) fn explains_anonymous(
        &self,
        network: Network,
        step: StepNumber,
        now: Duration,
    ) -> bool {
        self.answers.buckets.take((network, step), 1, now).is_ok()
    }

    /// Counts a comparison of a wrong answer with the caller's other boards of the step, and tells whether it is made.
    pub(crate) fn may_compare(&self, caller: CallerKey, step: StepNumber, now: Duration) -> bool {
        self.comparisons.take((caller, step), 1, now).is_ok()
    }

    /// Whether an answer of a caller without a key is judged. The clock and the buckets are looked at only while some network has no
    /// refusals left, so right answers cost nothing here.
    pub(crate) fn may_answer(
        &self,
        network: Network,
        step: StepNumber,
        now: impl FnOnce() -> Duration,
    ) -> Result<(), Problem> {
        let until = self.some_barred_until.load(Ordering::Relaxed);
        if until == 0 {
            return Ok(());
        }
        let now = now();
        if until < milliseconds(now) {
            return Ok(());
        }
        self.refusals.look((network, step), now).map_err(|wait| self.answers.refusal(wait))
    }

    /// A place to listen to events from.
    pub(crate) fn listen(&self, caller: CallerKey) -> Result<Place<CallerKey>, Problem> {
        let full = || Problem::new(Code::LimitListeners, texts::limit::listeners());
        self.listeners.take(Some(caller)).ok_or_else(full)
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

    fn anybody(last: u8) -> CallerKey {
        CallerKey::at(Ipv4Addr::new(192, 0, 2, last).into())
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
                assert!(rates.new_task(anybody(1), nonce, Workload::Heavy, now).is_ok());
                // A minute later they register, and each starts a match.
                if (60..70).contains(&second) {
                    assert!(rates.registrations.take(network(1), now).is_ok());
                    assert!(rates.new_match(anybody(1), now).is_ok());
                }
                assert!(rates.may_answer(network(1), step(), || now).is_ok());
                assert!(rates.wrong_answer(network(1), step(), now).is_ok());
            }
        }
    }

    #[test]
    fn what_others_do_at_an_address_takes_nothing_from_callers_with_a_key() {
        let rates = rates(|limits| {
            limits.task_rate = "2/h".parse().unwrap();
            limits.match_rate = "2/h".parse().unwrap();
            limits.learner_match_rate = "3/h".parse().unwrap();
            limits.listeners = Some(5);
        });
        let [ada, grace] = [1, 2].map(|id| CallerKey::learner(LearnerId(id)));
        let mut places = Vec::new();
        for (caller, tasks, matches, listeners) in
            [(anybody(1), 2, 2, 3), (ada, 2, 3, 1), (grace, 2, 3, 1)]
        {
            let task = || rates.new_task(caller, Nonce::random(1), Workload::Light, START);
            assert_eq!((0..9).filter(|_| task().is_ok()).count(), tasks);
            assert_eq!((0..9).filter(|_| rates.new_match(caller, START).is_ok()).count(), matches);
            places.extend((0..listeners).map(|_| rates.listen(caller).unwrap()));
        }
    }

    #[test]
    fn after_many_refusals_no_answer_is_judged_for_a_while() {
        let rates = rates(|limits| limits.answer_rate = "10/10s".parse().unwrap());
        let judged = |last, now| rates.may_answer(network(last), step(), || now);
        assert!((0..10).all(|_| rates.wrong_answer(network(1), step(), START).is_ok()));
        for _ in 0..10 {
            assert!(judged(1, START).is_ok());
            assert!(rates.wrong_answer(network(1), step(), START).is_err());
        }
        assert!(judged(1, START).is_err());
        assert!(judged(2, START).is_ok());
        let other = StepNumber::new(8).unwrap();
        assert!(rates.may_answer(network(1), other, || START).is_ok());
        assert!(judged(1, after(1)).is_ok());
        assert!(rates.wrong_answer(network(1), step(), after(1)).is_ok());
    }

    #[test]
    fn one_caller_never_takes_the_places_of_all_listeners() {
        let rates = rates(|limits| limits.listeners = Some(5));
        let mut places: Vec<_> = (0..3).map(|_| rates.listen(anybody(1)).unwrap()).collect();
        assert!(rates.listen(anybody(1)).is_err());
        places.push(rates.listen(anybody(2)).unwrap());
        places.push(rates.listen(anybody(3)).unwrap());
        assert!(rates.listen(anybody(4)).is_err());
        places.clear();
        assert!(rates.listen(anybody(1)).is_ok());
    }
}
