//! PostgreSQL goes away and comes back while learners answer.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::{Load, stores_nothing, workers};
use crate::server::{Cluster, Server};

/// What happens to PostgreSQL between a load before, and one after.
async fn nothing_is_lost_when(goes: fn(&Cluster)) {
    let Some(cluster) = Cluster::start() else { return };
    let cluster = Arc::new(cluster);
    let mut server = Server::start_on(cluster.database());
    server.until_ready(true).await;
    let before = workers(&server);
    let load = Load::start(&server, 8).await;
    load.until_confirmed(50).await;

    let stopped = Arc::clone(&cluster);
    // On another thread: the load goes on.
    spawn_blocking(move || goes(&stopped)).await.unwrap();
    load.until_unavailable(20).await;
    stores_nothing(&server, "Grace").await;

    let started = Arc::clone(&cluster);
    spawn_blocking(move || started.start_again()).await.unwrap();
    server.until_ready(true).await;
    load.until_confirmed(50).await;
    let learners = load.stop().await;
    assert_eq!(workers(&server), before);
    server.kill();
    let server = Server::start_at(server.workplace());
    for busy in learners {
        busy.is_remembered_by(&server).await;
    }
    server.register("Grace").await;
}

#[tokio::test]
async fn nothing_is_lost_when_postgresql_is_stopped_and_started() {
    nothing_is_lost_when(Cluster::stop).await;
}

#[tokio::test]
async fn nothing_is_lost_when_postgresql_crashes_and_recovers() {
    nothing_is_lost_when(Cluster::crash).await;
}
