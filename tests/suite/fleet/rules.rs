//! Names, pauses, answers and keys: the database decides, so that it does not matter which replica is asked.

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{Fleet, REPLICAS};
use crate::server::{Caller as _, Cluster, Learner, PATIENCE, Reply, Server};

/// How often what may go wrong is tried.
const ROUNDS: usize = 10;

#[case]
async fn of_names_that_look_alike_one_is_given_whichever_replicas_are_asked() {
    let cluster = Cluster::shared();
    let fleet = Fleet::start(cluster);
    for round in 0..ROUNDS {
        let mut asking = JoinSet::new();
        for (replica, name) in fleet.replicas.iter().zip(["Ada", "ADA", "аda"]) {
            let form = json!({ "name": format!("{name} {round}") });
            asking.spawn(Reply::to(replica.anonymous().post("/learners").json(&form)));
        }
        let (given, refused): (Vec<_>, Vec<_>) =
            asking.join_all().await.into_iter().partition(|reply| reply.status == 201);
        assert_eq!((given.len(), refused.len()), (1, REPLICAS - 1), "round {round}");
        for reply in refused {
            reply.problem("learner.taken");
        }
    }
}

#[case]
async fn of_wrong_answers_at_once_two_are_judged_whichever_replicas_are_asked() {
    let cluster = Cluster::shared();
    let fleet = Fleet::without_time(cluster);
    for round in 0..ROUNDS {
        let learner = fleet.replicas[0].register(&format!("Learner of round {round}")).await;
        let task = learner.fresh_task("12").await;
        let mut sending = JoinSet::new();
        for (number, replica) in (0..30).zip(fleet.replicas.iter().cycle()) {
            let (learner, task) = (learner.clone().at(replica), task.clone());
            sending.spawn(async move { learner.answer(&task, vec![1000 + number; 40]).await });
        }
        let (judged, refused): (Vec<_>, Vec<_>) =
            sending.join_all().await.into_iter().partition(|reply| reply.status == 200);
        assert_eq!((judged.len(), refused.len()), (2, 28), "round {round}");
        let mut tries: Vec<_> = judged.iter().map(|reply| reply.wrong().tries_left).collect();
        tries.sort_unstable();
        assert_eq!(tries, [Some(8), Some(9)]);
        for reply in refused {
            reply.problem("limit.cooldown");
        }
        for replica in &fleet.replicas {
            assert_eq!(learner.clone().at(replica).me().await.attempts, 2);
        }
    }
}

#[case]
async fn an_answer_that_every_replica_is_sent_counts_once() {
    let cluster = Cluster::shared();
    let fleet = Fleet::start(cluster);
    let ada = fleet.replicas[0].register("Ada").await;
    for round in 1..=ROUNDS {
        let task = ada.fresh_task("12").await;
        let mut sending = JoinSet::new();
        for replica in fleet.replicas.iter().cycle().take(2 * REPLICAS) {
            let (ada, task) = (ada.clone().at(replica), task.clone());
            sending.spawn(async move { ada.answer(&task, task.solution()).await });
        }
        for reply in sending.join_all().await {
            reply.accepted();
        }
        assert_eq!(ada.me().await.attempts, round as u64);
    }
}

/// Asks a replica with a key until it is refused.
async fn until_refused(learner: &Learner) {
    let asked = async {
        loop {
            let reply = Reply::to(learner.get("/me")).await;
            if reply.status == 401 {
                reply.problem("auth.key");
                return;
            }
            assert_eq!(reply.status, 200, "{reply}");
        }
    };
    assert!(timeout(PATIENCE, asked).await.is_ok(), "the old key is still accepted");
}

#[case]
async fn a_lost_key_dies_on_every_replica() {
    let cluster = Cluster::shared();
    let fleet = Fleet::start(cluster);
    let ada = fleet.replicas[0].register("Ada").await;
    let at = |replica: &Server| ada.clone().at(replica);
    for replica in &fleet.replicas {
        // From now on it knows the key without asking the database.
        at(replica).solve("01").await;
    }
    let path = format!("/instructor/learners/{}/rekey", fleet.id("Ada").await);
    let new = Reply::to(fleet.grace().post(&path).json(&json!({}))).await;
    assert_eq!(new.status, 200, "{new}");
    let new = new.json()["key"].as_str().unwrap().to_owned();
    // The one that was asked does not know the old key any more, and the others hear it from the database.
    Reply::to(ada.get("/me")).await.problem("auth.key");
    for replica in &fleet.replicas {
        until_refused(&at(replica)).await;
    }
    for replica in &fleet.replicas {
        assert_eq!(replica.learner("Ada", &new).me().await.attempts, REPLICAS as u64);
        Reply::to(at(replica).get("/me")).await.problem("auth.key");
    }
}
