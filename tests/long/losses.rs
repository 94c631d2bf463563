//! A replica is killed, and the database stops, restarts or falls silent, while a class solves the ladder and plays: nothing that was confirmed is
//! lost, and nothing is there twice.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use reqwest::RequestBuilder;
use reqwest::header::RETRY_AFTER;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};

use crate::faults::postgres::{nothing_is_lost_between, nothing_is_lost_when};
use crate::fleet::Fleet;
use crate::server::{
    Anonymous, Caller as _, Cluster, Learner, Nginx, PATIENCE, Plays as _, Reply, Server, State,
    puzzles,
};
use crate::solve_all::client_at;

/// How many solve the ladder, and how many play.
const LEARNERS: usize = 20;
const PLAYERS: usize = 20;

/// After so many accepted answers a replica is killed, and after so many more the database is restarted. About half as many are still to come.
const BEFORE_KILL: usize = 150;
const BEFORE_RESTART: usize = 250;

/// The cells of the board that is played on.
const CELLS: usize = 256;

/// What a learner solves: all steps that ask questions, and the match that is won fastest.
fn steps() -> Vec<&'static str> {
    let mut steps: Vec<_> = puzzles().chain(["29"]).collect();
    steps.sort_unstable();
    steps
}

/// Solves the ladder with the client's program, which says of each step when it is accepted.
fn solve(nginx: &Nginx, learner: &Learner, accepted: UnboundedSender<()>) -> impl FnOnce() + use<> {
    let steps = steps();
    let mut command =
        client_at(nginx.url(), "solve-all", &["--fresh", "--steps", &steps.join(",")]);
    command.env("GRADUS_KEY", &learner.key).stdout(Stdio::piped()).stderr(Stdio::piped());
    let name = learner.name.clone();
    move || {
        let mut client = command.spawn().unwrap();
        let mut said = Vec::new();
        for line in BufReader::new(client.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if line.starts_with("step ") && line.contains("accepted") {
                // Nobody counts any more when the test has failed.
                let _ = accepted.send(());
            }
            said.push(line);
        }
        let mut complaint = String::new();
        client.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        let code = client.wait().unwrap().code();
        assert_eq!(code, Some(0), "{name}: {complaint}{}", said.join("\n"));
        let all = steps.len();
        let last = said.last().map(String::as_str);
        assert_eq!(last, Some(&*format!("{all} of {all} rounds done, all accepted")), "{name}");
    }
}

/// Waits for so many more accepted answers.
async fn count(accepted: &mut UnboundedReceiver<()>, more: usize) {
    for _ in 0..more {
        let next = timeout(PATIENCE, accepted.recv()).await;
        assert!(matches!(next, Ok(Some(()))), "nothing more is accepted: {next:?}");
    }
}

/// The reply to a request; none if it was lost, or if nobody could serve it. Then the wait that was asked for is over.
async fn served(request: RequestBuilder) -> Option<Reply> {
    let reply = Reply::try_to(request).await.ok()?;
    if reply.status != 503 {
        return Some(reply);
    }
    let seconds = reply.header(RETRY_AFTER).parse();
    sleep(Duration::from_secs(seconds.unwrap_or_else(|_| panic!("no wait is named: {reply}"))))
        .await;
    None
}

/// A match with the number of moves that were confirmed: the first move took cell 0, the second cell 1, and so on.
struct Played {
    game: State,
    confirmed: usize,
}

/// Plays both seats of one match after the other, until it is over.
async fn play(player: Anonymous, is_over: watch::Receiver<bool>) -> Vec<Played> {
    let form = json!({"game": "four_in_a_row", "seats": ["human", "human"], "end": "most_lines"});
    let mut matches = Vec::new();
    while !*is_over.borrow() {
        let Some(reply) = served(player.post("/games").json(&form)).await else { continue };
        assert_eq!(reply.status, 201, "{reply}");
        let mut one = Played { game: reply.read(), confirmed: 0 };
        while one.confirmed < CELLS && !*is_over.borrow() {
            make_move(&player, &one.game, one.confirmed).await;
            one.confirmed += 1;
        }
        matches.push(one);
    }
    matches
}

/// Makes the next move. When its reply is lost, the match tells whether it was made.
async fn make_move(player: &Anonymous, game: &State, made: usize) {
    let mut is_first = true;
    loop {
        match served(player.moving(game, made % 2 + 1, made)).await {
            Some(reply) if reply.status == 200 => {
                assert_eq!(reply.state().moves, made + 1, "{reply}");
                return;
            }
            // The one whose reply was lost was made after all.
            Some(reply) => assert!(reply.status == 409 && !is_first, "{reply}"),
            None => {}
        }
        is_first = false;
        let moves = loop {
            if let Some(reply) = served(player.get(&game.path(""))).await {
                break reply.state().moves;
            }
        };
        if moves > made {
            assert_eq!(moves, made + 1);
            return;
        }
        assert_eq!(moves, made);
    }
}

#[case]
async fn nothing_is_lost_when_postgresql_is_stopped_and_started() {
    nothing_is_lost_when(Cluster::stop).await;
}

/// Its machine is gone without a word, or the way to it: no request is answered, and no connection is closed.
#[case]
async fn nothing_is_lost_when_postgresql_falls_silent() {
    let cluster = Cluster::shared();
    let (database, proxy) = cluster.database().behind_proxy();
    let database = database.with_options("options[statement_timeout]=3s");
    let proxy = Arc::new(proxy);
    let (silenced, resumed) = (Arc::clone(&proxy), Arc::clone(&proxy));
    nothing_is_lost_between(database, move || silenced.fall_silent(), move || resumed.resume())
        .await;
}

#[case]
async fn nothing_is_lost_when_a_replica_is_killed_and_the_database_is_restarted() {
    let cluster = Cluster::start();
    let cluster = Arc::new(cluster);
    let mut fleet = Fleet::start(&cluster);
    let nginx = fleet.nginx();
    join_all(fleet.replicas.iter().map(Server::warm_up)).await;
    let (accepted, mut counted) = unbounded_channel();
    let (mut learners, mut solving) = (Vec::new(), JoinSet::new());
    for number in 0..LEARNERS {
        let learner = Learner::register(nginx.anonymous(), &format!("Learner {number}")).await;
        solving.spawn_blocking(solve(&nginx, &learner, accepted.clone()));
        learners.push(learner);
    }
    drop(accepted);
    let over = watch::Sender::new(false);
    let mut playing = JoinSet::new();
    for _ in 0..PLAYERS {
        playing.spawn(play(nginx.anonymous(), over.subscribe()));
    }

    count(&mut counted, BEFORE_KILL).await;
    fleet.replicas.remove(0).kill();
    count(&mut counted, BEFORE_RESTART).await;
    let restarting = Arc::clone(&cluster);
    let restarted = spawn_blocking(move || {
        restarting.stop();
        restarting.start_again();
    });
    restarted.await.unwrap();
    for replica in &fleet.replicas {
        replica.until_ready(true).await;
    }
    let rest = LEARNERS * steps().len() - BEFORE_KILL - BEFORE_RESTART;
    count(&mut counted, rest).await;
    solving.join_all().await;
    over.send_replace(true);
    let matches = timeout(PATIENCE, playing.join_all()).await.unwrap();

    let (steps, matches) = (steps(), matches.into_iter().flatten().collect::<Vec<_>>());
    for replica in &fleet.replicas {
        for learner in &learners {
            let me = learner.clone().at(replica).me().await;
            assert_eq!(me.solved, steps, "{}", me.name);
            assert_eq!(me.attempts, steps.len() as u64, "{}", me.name);
        }
        let anybody = replica.anonymous();
        for Played { game, confirmed } in &matches {
            let cells: Vec<_> = (0..*confirmed).map(|cell| json!(cell)).collect();
            assert_eq!(anybody.look(game).await.history, cells, "{}", game.id);
        }
    }
}
