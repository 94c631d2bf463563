//! Matches outlive the server, however it ends.

use serde_json::json;

use crate::server::{Plays as _, Reply, Server, State};

/// How often the server is killed.
const ROUNDS: usize = 5;

#[case]
async fn a_killed_server_has_lost_no_move_that_it_replied_to() {
    let mut server = Server::start();
    let seats = ["human", "human"];
    let game = server
        .anonymous()
        .start(json!({"game": "four_in_a_row", "seats": seats, "end": "most_lines"}))
        .await;
    let mut confirmed: Vec<u64> = Vec::new();
    for round in 1..=ROUNDS {
        // Somebody moves as fast as possible while the server is killed.
        let (player, playing) = (server.anonymous(), game.clone());
        let mut made = confirmed.clone();
        let (replies, mut counted) = tokio::sync::mpsc::unbounded_channel();
        let moving = tokio::spawn(async move {
            loop {
                let (seat, next) = (made.len() % 2 + 1, made.len() as u64);
                let request = player.moving(&playing, seat, next);
                let Ok(reply) = Reply::try_to(request).await else { return made };
                made.push(next);
                assert_eq!(reply.state().history.len(), made.len());
                // Nobody counts any more when the server is being killed.
                let _ = replies.send(());
            }
        });
        for _ in 0..20 {
            counted.recv().await.unwrap();
        }
        server.kill();
        confirmed = moving.await.unwrap();
        server = server.restart();
        let state: State = server.anonymous().look(&game).await;
        let stored: Vec<u64> = state.history.iter().map(|id| id.as_u64().unwrap()).collect();
        assert!(
            stored.starts_with(&confirmed),
            "round {round}: {confirmed:?} are left as {stored:?}"
        );
        // One more may have been made that nobody was told of.
        assert!(stored.len() <= confirmed.len() + 1, "round {round}: {stored:?}");
        confirmed = stored;
    }
    let seat = confirmed.len() % 2 + 1;
    let state = server.anonymous().play(&game, seat, 255).await;
    assert_eq!(state.history.len(), confirmed.len() + 1);
}

#[case]
async fn a_match_goes_on_after_a_restart_with_the_same_keys_and_the_same_computer() {
    let server = Server::start();
    let form = json!({"game": "tesseract", "seats": ["human", "rules"], "seed": 9});
    let (game, twin) =
        (server.anonymous().start(form.clone()).await, server.anonymous().start(form).await);
    server.anonymous().play(&game, 1, 40).await;
    let state = server.anonymous().play(&twin, 1, 40).await;
    let free = (1..=80).find(|tile| !state.history.contains(&json!(tile))).unwrap();
    let whole = server.anonymous().play(&twin, 1, free).await;
    let server = server.restart();
    let resumed = server.anonymous().play(&game, 1, free).await;
    assert_eq!(resumed.history, whole.history);
}
