//! Computers against each other, over HTTP.

use gradus::game::{GameName, Seat};
use serde_json::json;
use tokio::task::JoinSet;

use crate::server::{Plays as _, SharedServer, State};

#[case]
async fn two_computers_play_to_the_end_move_by_move() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for game in GameName::all() {
        let form = json!({"game": game, "seats": ["random", "random"], "seed": 3});
        let mut state = anybody.start(form).await;
        while state.to_move.is_some() {
            state = anybody.advance(&state).await;
        }
        assert_ne!(state.status, "open");
    }
}

#[case]
async fn the_same_seed_gives_the_same_game() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "tesseract", "seats": ["search", "rules"], "seed": 11});
    let mut games = [anybody.start(form.clone()).await, anybody.start(form).await];
    for _ in 0..10 {
        for game in &mut games {
            *game = anybody.advance(game).await;
        }
    }
    assert_eq!(games[0].history, games[1].history);
}

#[case]
async fn many_at_once_all_get_their_answers() {
    let server = SharedServer::join();
    let mut players = JoinSet::new();
    for seed in 0..24_u32 {
        let anybody = server.anonymous();
        let game = GameName::all().cycle().nth(seed as usize).unwrap();
        players.spawn(async move {
            let strongest = *game.spec().computers.last().unwrap();
            let form = json!({"game": game, "seats": [strongest, Seat::Human], "seed": seed});
            let game = anybody.start(form).await;
            anybody.play(&game, 2, game.legal_move()).await.history.len()
        });
    }
    for moves in players.join_all().await {
        assert_eq!(moves, 3);
    }
}

#[case]
async fn two_requests_at_the_same_time_make_two_moves() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let form = json!({"game": "four_in_a_row", "seats": ["rules", "search"], "seed": 1});
    let game = anybody.start(form).await;
    let mut requests = JoinSet::new();
    for _ in 0..8 {
        let (anybody, game) = (anybody.clone(), game.clone());
        requests.spawn(async move { anybody.advance(&game).await });
    }
    let mut lengths: Vec<usize> =
        requests.join_all().await.iter().map(|state: &State| state.history.len()).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [1, 2, 3, 4, 5, 6, 7, 8]);
}
