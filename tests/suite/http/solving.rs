//! Every step can be solved: by the client's solvers, which share no code with the server.

use serde_json::Value;

use crate::server::{Caller, Reply, Server};

#[tokio::test]
async fn a_learner_climbs_the_whole_ladder_by_the_addresses_that_the_server_tells() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let mut next = ada.me().await.next;
    let mut climbed = Vec::new();
    while let Some(url) = next {
        let path = url.strip_prefix(server.url()).unwrap();
        let task = Reply::to(ada.get(path)).await.task();
        let accepted = ada.answer(&task, task.solution()).await.accepted();
        assert_eq!(accepted.step, task.step);
        climbed.push(task.step);
        next = accepted.next;
    }
    assert_eq!(climbed, ["01", "06", "07", "12", "14", "24", "33", "36"]);

    let me = ada.me().await;
    assert_eq!(me.solved, climbed);
    assert_eq!((me.attempts, me.next), (8, None));
    let ladder = Reply::to(ada.get("/")).await.json();
    let steps = ladder["tracks"].as_array().unwrap().iter();
    let steps = steps.flat_map(|track| track["steps"].as_array().unwrap());
    let points: u64 = steps.map(|step| step["points"].as_u64().unwrap()).sum();
    assert_eq!(u64::from(me.points), points);
}

#[tokio::test]
async fn every_step_can_be_solved_by_query_alone() {
    let server = Server::start();
    let anonymous = server.anonymous();
    for step in ["01", "06", "07", "12", "14", "24", "33", "36"] {
        let task = anonymous.task(step).await;
        let answer = [("ans", task.solution().join(","))];
        Reply::to(anonymous.get(&task.path()).query(&answer)).await.accepted();
    }
}

#[tokio::test]
async fn on_every_step_a_changed_item_is_wrong_and_junk_is_malformed() {
    let server = Server::start();
    let anonymous = server.anonymous();
    for step in ["01", "06", "07", "12", "14", "24", "33", "36"] {
        let task = anonymous.fresh_task(step).await;
        let solution = task.solution();

        // Another item of the same form: its first letter or digit differs, or a cell of its line or board.
        let mut items = solution.clone();
        let first = items[0].remove(0);
        let other = match first {
            'a'..='y' if step == "01" => 'z',
            'z' if step == "01" => 'y',
            '.' => 'x',
            'x' | 'o' => '.',
            '1' => '2',
            _ => '1',
        };
        items[0].insert(0, other);
        let wrong = anonymous.answer(&task, &items).await.wrong();
        let marks = wrong.items.unwrap();
        assert_eq!((marks.right, marks.total), (solution.len() - 1, solution.len()), "{step}");

        let junk = ["\u{0}", "💥", "-", "NaN?", "1e400", "<script>", "' OR 1=1 --"];
        for junk in junk {
            let mut items = solution.clone();
            items[0] = junk.to_owned();
            anonymous.answer(&task, &items).await.problem("answer.item");
        }
        anonymous.answer(&task, Value::Array(vec![])).await.problem("answer.empty");
        anonymous.answer(&task, vec!["1"; 500]).await.problem("answer.count");
    }
}
