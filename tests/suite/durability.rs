//! What was replied is remembered, however the server ends.

use crate::faults::Load;
use crate::server::{Caller as _, Learner, Reply, Server, Task};

/// How often the server is killed.
const ROUNDS: u64 = 5;

/// How many learners answer at the same time.
const LEARNERS: usize = 8;

/// After how many confirmed answers of all of them the server is killed.
const CONFIRMED: u64 = 200;

#[case]
async fn a_killed_server_has_lost_no_attempt_that_it_replied_to() {
    let mut server = Server::start();
    let mut load = Load::start(&server, LEARNERS).await;
    for _ in 0..ROUNDS {
        load.until_confirmed(CONFIRMED).await;
        server.kill();
        let learners = load.until_gone().await;
        server = server.restart();
        for busy in &learners {
            busy.is_remembered_by(&server).await;
        }
        load = Load::resume(&server, learners);
    }
    load.until_confirmed(CONFIRMED).await;
    for busy in load.stop().await {
        busy.is_remembered_by(&server).await;
    }
}

#[case]
async fn a_learner_and_their_progress_outlive_a_killed_server() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("01").await;
    ada.solve("07").await;
    let server = server.restart();
    let ada = ada.at(&server);
    let me = ada.me().await;
    assert_eq!((me.solved.as_slice(), me.attempts), (&["01".to_owned(), "07".to_owned()][..], 2));
    let taken = server.anonymous().post("/learners").form(&[("name", "ADA")]);
    Reply::to(taken).await.problem("learner.taken");
}

#[case]
async fn a_server_that_is_asked_to_stop_ends_well() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start();
        let ada = server.register("Ada").await;
        ada.solve("01").await;
        server.signal(signal);
        assert_eq!(server.wait(), Some(0));
        // Nothing is left to be made good at the next start.
        assert!(!server.workplace().path("gradus.db-wal").exists());
        let server = Server::start_at(server.workplace());
        assert_eq!(ada.at(&server).me().await.attempts, 1);
    }
}

/// Changes what is stored of the only attempt, as if an earlier judge had said it.
async fn rewrite_the_attempt(server: &Server, columns: &'static str) {
    assert_eq!(server.workplace().change_database(columns).await, 1);
}

/// Answers step 12 wrongly, the same way each time.
async fn answer_wrongly(learner: &Learner, task: &Task) -> Reply {
    learner.answer(task, vec!["1000"; 40]).await
}

#[case]
async fn a_repeated_answer_gets_the_reply_that_is_stored() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    let task = ada.fresh_task("12").await;
    let first = answer_wrongly(&ada, &task).await.wrong();
    assert_eq!(answer_wrongly(&ada, &task).await.wrong().items, first.items);

    rewrite_the_attempt(
        &server,
        "UPDATE attempts SET items_right = 17, first_wrong = 18, fit = 'whole', causes = 'only-full-lines'",
    )
    .await;
    let again = answer_wrongly(&ada, &task).await.wrong();
    let items = again.items.unwrap();
    assert_eq!((items.right, items.total, items.first_wrong), (17, 40, Some(18)));
    assert_eq!(again.misconception.unwrap().id, "only-full-lines");

    // An attempt that was stored without marks is explained now.
    rewrite_the_attempt(
        &server,
        "UPDATE attempts SET items_right = NULL, items_total = NULL, first_wrong = NULL, fit = NULL, causes = NULL",
    )
    .await;
    let again = answer_wrongly(&ada, &task).await.wrong();
    assert_eq!(again.items, first.items);
    assert_eq!(
        again.misconception.map(|misconception| misconception.id),
        first.misconception.map(|misconception| misconception.id)
    );

    rewrite_the_attempt(
        &server,
        "UPDATE attempts SET verdict = 'accepted', items_right = NULL, items_total = NULL, first_wrong = NULL, fit = NULL, causes = NULL",
    )
    .await;
    rewrite_the_attempt(&server, "UPDATE step_progress SET solved_at = last_wrong_at").await;
    answer_wrongly(&ada, &task).await.accepted();
    let me = ada.me().await;
    assert_eq!((me.solved, me.attempts), (vec!["12".to_owned()], 1));
}
