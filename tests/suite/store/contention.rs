//! Learners who are forgotten while another process changes what is theirs, on PostgreSQL: nobody waits in a circle, and what comes of it is what
//! one after the other would have come to.

use futures_util::future::join_all;
use gradus::course::{Audience, DecisionAction, LearnerId};
use gradus::store::{
    AttemptPage, Forgetting, LearnerChange, RecordedAttempt, Rejudgment, Store, StoreError,
    StoredVerdict,
};
use tokio::join;

use super::decisions::decision;
use super::grades::{false_answer, record, right};
use super::postgres::{open, with_text};
use super::roster::{import, member, nickname, renamed};
use super::{extension, key, name, noon, wrong};
use crate::server::{Cluster, Database};

/// So many learners are forgotten at the same time, and that so many times.
const AT_ONCE: u8 = 6;
const ROUNDS: u8 = 6;

/// How many answers each learner has sent.
const ANSWERS: u64 = 6;

/// Runs something for each of the learners, which it tells apart by their numbers; returns what came of it.
async fn for_each_learner<T, F: Future<Output = T>>(run: impl Fn(u8) -> F) -> Vec<T> {
    let mut outcomes = Vec::new();
    for round in 0..ROUNDS {
        let numbers = AT_ONCE * round..AT_ONCE * (round + 1);
        outcomes.extend(join_all(numbers.map(&run)).await);
    }
    outcomes
}

async fn registered(store: &dyn Store, text: &str, seed: u8) -> LearnerId {
    store.register_learner(&name(text), key(seed).hash(), noon()).await.unwrap().id
}

#[case]
async fn a_learner_is_forgotten_while_a_list_changes_them() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = &(open(&database).await, open(&database).await);
    let added = for_each_learner(|number| async move {
        let text = format!("Ada{number}");
        let ada = registered(&**here, &text, number).await;
        // Somebody else has the name on the list.
        let new = vec![member(&text, 100 + number)];
        let changes = vec![(ada, renamed(&format!("Eve{number}")))];
        let forgetting = here.forget_learner(ada, Forgetting::RemoveAttempts);
        let (forgotten, imported) = join!(forgetting, import(&**there, new, changes));
        forgotten.unwrap();
        match imported {
            Ok(added) => added,
            Err(StoreError::LearnerUnknown) => Vec::new(),
            Err(error) => panic!("{error:?}"),
        }
    });
    let mut added = added.await.concat();
    added.sort();
    let roster = here.roster().await.unwrap();
    let mut found: Vec<LearnerId> = roster.iter().map(|entry| entry.learner.id).collect();
    found.sort();
    assert_eq!(found, added);
}

#[case]
async fn a_learner_is_forgotten_while_they_are_changed() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = &(open(&database).await, open(&database).await);
    for_each_learner(|number| async move {
        let ada = registered(&**here, &format!("Ada{number}"), number).await;
        here.set_nickname(ada, Some(nickname(&format!("Countess{number}")))).await.unwrap();
        let change = LearnerChange {
            put_on_roster: true,
            clear_nickname: true,
            ..renamed(&format!("Eve{number}"))
        };
        let forgetting = here.forget_learner(ada, Forgetting::KeepAttempts);
        let (forgotten, changed) = join!(forgetting, there.change_learner(ada, change));
        forgotten.unwrap();
        assert!(matches!(changed, Ok(()) | Err(StoreError::LearnerUnknown)), "{changed:?}");
    })
    .await;
    assert_eq!(here.roster().await.unwrap(), []);
}

#[case]
async fn a_learner_is_forgotten_while_their_extensions_are_taken_back() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = &(open(&database).await, open(&database).await);
    for_each_learner(|number| async move {
        let ada = registered(&**here, &format!("Ada{number}"), number).await;
        let mut given = Vec::new();
        for _ in 1..=4 {
            given.push(here.extend(&extension(Audience::Learner(ada))).await.unwrap());
        }
        let forgetting = here.forget_learner(ada, Forgetting::KeepAttempts);
        let removals = given.into_iter().rev().map(|extension| there.remove_extension(extension));
        let (forgotten, removed) = join!(forgetting, join_all(removals));
        forgotten.unwrap();
        for removed in removed {
            assert!(matches!(removed, Ok(()) | Err(StoreError::EntryUnknown)), "{removed:?}");
        }
    })
    .await;
    assert_eq!(here.extensions().await.unwrap(), []);
}

#[case]
async fn a_learner_is_forgotten_while_decisions_about_them_are_made_and_taken_back() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = &(open(&database).await, open(&database).await);
    for_each_learner(|number| async move {
        let ada = registered(&**here, &format!("Ada{number}"), number).await;
        record(&**here, right(ada, 1, 0, 20)).await;
        let actions = [DecisionAction::Excuse, DecisionAction::Void(None)];
        let new = |action| decision(Audience::Learner(ada), action);
        let mut made = Vec::new();
        for action in [actions, actions].concat() {
            made.push(here.decide(new(action)).await.unwrap().0);
        }
        let forgetting = here.forget_learner(ada, Forgetting::KeepAttempts);
        let removals = made.into_iter().rev().map(|id| there.take_back(id, name("Grace"), noon()));
        let decisions = actions.map(|action| there.decide(new(action)));
        let others = there.decide(decision(Audience::Everybody, DecisionAction::Void(None)));
        let (forgotten, removed, decided, others) =
            join!(forgetting, join_all(removals), join_all(decisions), others);
        forgotten.unwrap();
        assert!(removed.into_iter().all(|removed| removed.is_ok()));
        for decided in decided.into_iter().chain([others]) {
            let is_refused =
                matches!(decided, Err(StoreError::LearnerUnknown | StoreError::NothingToVoid));
            assert!(decided.is_ok() || is_refused, "{decided:?}");
        }
    })
    .await;
}

/// A learner whose answers are right, and one who has sent the same for other boards, where they are wrong: each is a foreign answer.
async fn copied(store: &dyn Store, number: u8) -> [LearnerId; 2] {
    let ada = registered(store, &format!("Ada{number}"), number).await;
    let alan = registered(store, &format!("Alan{number}"), 100 + number).await;
    for answer in 0..ANSWERS {
        // No pause of the wrong ones lasts so long.
        let seconds = 100 * answer;
        let text = format!("{number} {answer}");
        record(store, with_text(&text, right(ada, answer, seconds, 1))).await;
        record(store, with_text(&text, false_answer(alan, answer, seconds, 1))).await;
    }
    [ada, alan]
}

/// All attempts, or those of a learner, the latest first.
pub(super) async fn attempts(
    store: &dyn Store,
    learner: Option<LearnerId>,
) -> Vec<RecordedAttempt> {
    let page = AttemptPage { learner, limit: 1000, ..AttemptPage::default() };
    store.recorded_attempts(page).await.unwrap()
}

/// Gives all attempts of a learner another verdict, the latest first.
async fn judge_again(
    store: &dyn Store,
    attempts: Vec<RecordedAttempt>,
    verdict: StoredVerdict,
) -> Result<(), StoreError> {
    let rejudgments =
        attempts.iter().map(|attempt| Rejudgment { attempt: attempt.id, verdict: verdict.clone() });
    store.rejudge(rejudgments.collect(), "Grace".to_owned(), noon()).await
}

/// What is left are the answers of those who are not forgotten, with their last verdict; and no foreign answer, seen or not.
async fn nothing_else_is_left(store: &dyn Store, database: &Database, verdict: &StoredVerdict) {
    let left = attempts(store, None).await;
    assert_eq!(left.len() as u64, ANSWERS * u64::from(AT_ONCE * ROUNDS));
    assert!(left.iter().all(|attempt| attempt.learner.is_some() && attempt.verdict == *verdict));
    let foreign = sqlx::query_scalar("SELECT count(*) FROM foreign_answers");
    let foreign: i64 = foreign.fetch_one(&mut database.connect().await).await.unwrap();
    assert_eq!(foreign, 0);
}

/// Both delete the same foreign answers, in opposite orders.
#[case]
async fn a_learner_is_forgotten_while_answers_that_fit_their_boards_are_judged_again() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = &(open(&database).await, open(&database).await);
    for_each_learner(|number| async move {
        let [ada, alan] = copied(&**here, number).await;
        let copies = attempts(&**there, Some(alan)).await;
        let forgetting = here.forget_learner(ada, Forgetting::RemoveAttempts);
        let judging = judge_again(&**there, copies, StoredVerdict::Accepted);
        let (forgotten, judged) = join!(forgetting, judging);
        forgotten.unwrap();
        judged.unwrap();
    })
    .await;
    nothing_else_is_left(&**here, &database, &StoredVerdict::Accepted).await;
}

#[case]
async fn a_learner_is_forgotten_while_their_answers_are_judged_again() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let (here, there) = &(open(&database).await, open(&database).await);
    for_each_learner(|number| async move {
        let [ada, _] = copied(&**here, number).await;
        let answers = attempts(&**there, Some(ada)).await;
        let forgetting = here.forget_learner(ada, Forgetting::RemoveAttempts);
        let judging = judge_again(&**there, answers, wrong(0, None));
        let (forgotten, judged) = join!(forgetting, judging);
        forgotten.unwrap();
        assert!(matches!(judged, Ok(()) | Err(StoreError::EntryUnknown)), "{judged:?}");
    })
    .await;
    nothing_else_is_left(&**here, &database, &wrong(3, None)).await;
}
