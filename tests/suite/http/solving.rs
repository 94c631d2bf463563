//! Every step can be solved: by the client's solvers and bots, which share no code with the server.

use gradus_client::solve::solve_step;
use gradus_client::{Client, Key, TaskChoice};
use serde_json::Value;

use crate::server::{Caller, Reply, STEPS, SharedServer, puzzles};

#[case]
async fn a_learner_climbs_the_whole_ladder_by_the_addresses_that_the_server_tells() {
    let server = SharedServer::join();
    let ada = server.learner().await;
    let client = Client::new(server.url(), Some(Key::new(&ada.key))).unwrap();
    let mut next = ada.me().await.next;
    let mut climbed = Vec::new();
    while let Some(url) = next {
        let step = url.strip_prefix(&format!("{}/step_", server.url())).unwrap().to_owned();
        let choice = TaskChoice::Current;
        let accepted = solve_step(&client, step.parse().unwrap(), &choice).await.unwrap();
        assert_eq!(accepted.step.to_string(), step);
        climbed.push(step);
        next = accepted.next;
    }
    assert_eq!(climbed, STEPS);

    let me = ada.me().await;
    assert_eq!(me.solved, climbed);
    assert_eq!((usize::try_from(me.attempts).unwrap(), me.next), (STEPS.len(), None));
    let ladder = Reply::to(ada.get("/")).await.json();
    let steps = ladder["tracks"].as_array().unwrap().iter();
    let steps = steps.flat_map(|track| track["steps"].as_array().unwrap());
    let points: u64 = steps.map(|step| step["points"].as_u64().unwrap()).sum();
    assert_eq!(u64::from(me.points), points);
}

#[case]
async fn every_step_can_be_solved_by_query_alone() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for step in puzzles() {
        let task = anonymous.task(step).await;
        let answer = [("ans", task.solution().join(","))];
        Reply::to(anonymous.get(&task.path()).query(&answer)).await.accepted();
    }
}

#[case]
async fn on_every_step_the_answer_of_another_task_is_wrong_and_junk_is_malformed() {
    let server = SharedServer::join();
    let anonymous = server.anonymous();
    for step in puzzles() {
        let task = anonymous.fresh_task(step).await;
        let solution = task.solution();

        let mut other = anonymous.fresh_task(step).await.solution();
        // A longer game has more boards to show.
        other.resize(solution.len(), solution[solution.len() - 1].clone());
        let wrong = anonymous.answer(&task, &other).await.wrong();
        if let Some(marks) = wrong.items {
            assert!(marks.right < marks.total && marks.total == solution.len(), "{step}");
        }

        for junk in ["\u{0}", "💥", "NaN?", "1e400", "<script>", "' OR 1=1 --"] {
            let mut items = solution.clone();
            items[0] = junk.to_owned();
            anonymous.answer(&task, &items).await.problem("answer.item");
        }
        anonymous.answer(&task, Value::Array(vec![])).await.problem("answer.empty");
        anonymous.answer(&task, vec!["1"; 500]).await.problem("answer.count");
    }
}
