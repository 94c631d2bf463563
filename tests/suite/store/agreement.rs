//! Every database decides about attempts in the same way.

use std::sync::Arc;

use gradus::course::{Credit, LearnerId};
use gradus::step::{Fingerprint, Marks, Nonce, Timestamp};
use gradus::store::{AttemptPage, NewAttempt, RawAnswer, Store, StoredVerdict, VerdictBasis, open};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::{KIND, attempt, databases, exercise, key, name, noon, step, whole};

/// How many attempts are submitted.
const ATTEMPTS: u32 = 600;

/// So few attempts a day that some are refused.
const PER_DAY: u32 = 60;

/// Any attempt of one of these learners. There are few of everything, so that most attempts meet earlier ones.
fn any(learners: &[LearnerId], at: Timestamp, random: &mut ChaCha8Rng) -> NewAttempt {
    let text = format!("{}", random.random_range(0..6));
    let marks = Marks { right: 3, total: 4, first_wrong: None };
    let verdict = match random.random_range(0..6) {
        0 | 1 => StoredVerdict::Accepted,
        2 => StoredVerdict::Wrong { marks: None, diagnosis: None },
        3 => StoredVerdict::Wrong { marks: None, diagnosis: Some(whole("any")) },
        4 => StoredVerdict::Wrong { marks: Some(marks), diagnosis: Some(whole("any")) },
        _ => StoredVerdict::Wrong { marks: Some(marks), diagnosis: None },
    };
    let kind = if random.random_ratio(1, 5) { "" } else { KIND };
    let is_by_evidence = random.random_ratio(1, 4);
    NewAttempt {
        step: step(random.random_range(7..9)),
        exercise: exercise(kind),
        fingerprint: Fingerprint::from_bits(random.random_range(1..3)),
        raw: RawAnswer::new(&format!("{text} "), &text),
        canonical: text,
        verdict,
        basis: if is_by_evidence { VerdictBasis::Evidence } else { VerdictBasis::Answer },
        worth: Credit::from_hundredths(random.random_range(0..3)),
        late: random.random_ratio(1, 2),
        at,
        nonce: Nonce::from_bits(random.random_range(0..3)),
        ..attempt(learners[random.random_range(0..learners.len())], 0)
    }
}

#[case]
async fn the_same_attempts_come_to_the_same_in_every_database() {
    let databases: Vec<_> = databases().collect();
    let mut stores: Vec<Arc<dyn Store>> = Vec::new();
    let mut learners = Vec::new();
    for database in &databases {
        let store = open(&database.url).await.unwrap();
        let mut registered = Vec::new();
        for (number, learner) in (1..).zip(["Ada", "Alan", "Grace"]) {
            let key = key(number).hash();
            registered.push(store.register_learner(&name(learner), key, noon()).await.unwrap().id);
        }
        learners = registered;
        stores.push(store);
    }
    // One who is not there.
    let everybody: Vec<_> = learners.iter().copied().chain([LearnerId(1000)]).collect();
    let mut random = ChaCha8Rng::seed_from_u64(14);
    let mut at = noon();
    for number in 0..ATTEMPTS {
        // Now and then a day goes by, or the clock is set back.
        at = match random.random_range(0..60) {
            0 => at.plus(86_400),
            1 => Timestamp::from_seconds(at.seconds() - 90),
            _ => at.plus(random.random_range(0..40)),
        };
        let attempt = any(&everybody, at, &mut random);
        let mut told = Vec::new();
        for store in &stores {
            told.push(format!("{:?}", store.submit_attempt(attempt.clone(), PER_DAY).await));
        }
        assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "{number}: {attempt:?} {told:#?}");
    }
    let mut kept = Vec::new();
    for store in &stores {
        let all = AttemptPage { limit: ATTEMPTS, ..AttemptPage::default() };
        let mut accepted = Vec::new();
        for &learner in &learners {
            accepted.push(store.accepted_attempts(learner).await.unwrap());
        }
        kept.push((
            store.recorded_attempts(all).await.unwrap(),
            store.grades().await.unwrap(),
            store.foreign_answers(ATTEMPTS).await.unwrap(),
            accepted,
        ));
    }
    assert!(kept[0].0.len() > 100);
    assert!(kept.windows(2).all(|pair| pair[0] == pair[1]), "{kept:#?}");
}
