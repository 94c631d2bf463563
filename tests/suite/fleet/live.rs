//! Matches and standings, live: the database tells every replica what another one has changed.

use serde_json::{Value, json};
use tokio::time::timeout;

use super::Fleet;
use crate::server::{Caller, Cluster, Follower, PATIENCE, Plays as _, Reply, Server, State};

/// Ends every connection to the database, also that which listens.
const DISCONNECT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

/// Somebody at each replica who follows a match.
async fn followers(fleet: &Fleet, game: &State) -> Vec<Follower> {
    let mut followers = Vec::new();
    for replica in &fleet.replicas {
        let mut follower = Follower::at(&replica.anonymous(), &game.path("/events")).await;
        assert_eq!(follower.expect("state").await["moves"], game.moves);
        followers.push(follower);
    }
    followers
}

/// All of them hear this next, and the match after it.
async fn all_hear(followers: &mut [Follower], name: &str, state: &State) {
    for follower in followers {
        assert_eq!(follower.expect(name).await["history"], json!(state.history));
    }
}

#[case]
async fn a_move_is_heard_once_at_every_replica() {
    let cluster = Cluster::shared();
    let fleet = Fleet::start(cluster);
    let players: Vec<_> = fleet.replicas.iter().map(Server::anonymous).collect();
    let game = players[0].start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut followers = followers(&fleet, &game).await;
    let moves = ["hh", "gh", "hi", "gi", "hj", "gj", "hk", "gk"];
    for (turn, (next, player)) in moves.into_iter().zip(players.iter().cycle()).enumerate() {
        let state = player.play(&game, turn % 2 + 1, next).await;
        // If one had heard the move before twice, it would hear that instead.
        all_hear(&mut followers, "move", &state).await;
    }
    let undone = Reply::to(players[1].with_key(&game, 2, "/undo")).await.state();
    all_hear(&mut followers, "undo", &undone).await;
    let state = players[2].play(&game, 2, "aa").await;
    all_hear(&mut followers, "move", &state).await;
    let state = players[0].play(&game, 1, "hl").await;
    all_hear(&mut followers, "move", &state).await;
    all_hear(&mut followers, "end", &state).await;
}

/// Makes a move, where the connections to the database may have ended just now.
async fn move_at_last(player: &impl Caller, game: &State, seat: usize, next: &str) -> State {
    let moved = async {
        loop {
            let reply = Reply::to(player.moving(game, seat, next)).await;
            if reply.status == 200 {
                return reply.state();
            }
            reply.problem("store.failed");
        }
    };
    timeout(PATIENCE, moved).await.expect("the database is there again")
}

#[case]
async fn a_replica_that_lost_the_database_hears_what_it_has_missed() {
    let cluster = Cluster::shared();
    let fleet = Fleet::start(cluster);
    let player = fleet.replicas[0].anonymous();
    let game = player.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    let mut followers = followers(&fleet, &game).await;
    for (turn, next) in ["hh", "gh", "hi", "gi", "hj", "gj"].into_iter().enumerate() {
        fleet.run_sql(DISCONNECT).await;
        let state = move_at_last(&player, &game, turn % 2 + 1, next).await;
        all_hear(&mut followers, "move", &state).await;
    }
}

fn points(standings: &Value) -> Vec<f64> {
    let rows = standings["standings"].as_array().unwrap().iter();
    rows.map(|row| row["points"].as_f64().unwrap()).collect()
}

#[case]
async fn the_standings_of_every_replica_have_what_is_solved_at_another() {
    let cluster = Cluster::shared();
    let fleet = Fleet::start(cluster);
    let ada = fleet.replicas[0].register("Ada").await;
    let mut followers = Vec::new();
    for replica in &fleet.replicas {
        let mut follower = Follower::at(&replica.anonymous(), "/scoreboard/events").await;
        assert_eq!(points(&follower.expect("standings").await), [0.0]);
        followers.push(follower);
    }
    // Step 01 has 5 points, step 02 has 10.
    for (replica, (step, expected)) in fleet.replicas.iter().zip([("01", 5.0), ("02", 15.0)]) {
        ada.clone().at(replica).solve(step).await;
        for follower in &mut followers {
            assert_eq!(points(&follower.expect("standings").await), [expected]);
        }
    }
}
