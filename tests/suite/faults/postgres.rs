//! PostgreSQL goes away and comes back while learners answer. Two more ways in which it does are in `long`.

use std::sync::Arc;

use tokio::join;
use tokio::task::spawn_blocking;

use super::{Load, fails, stores_nothing, workers};
use crate::server::{Caller as _, Cluster, Database, Server};

/// What happens to PostgreSQL between a load before, and one after.
pub(crate) async fn nothing_is_lost_between(
    database: Database,
    goes: impl FnOnce() + Send + 'static,
    returns: impl FnOnce() + Send + 'static,
) {
    let mut server = Server::start_on(database);
    server.until_ready(true).await;
    let before = workers(&server);
    let ada = server.register("Ada").await;
    let load = Load::start(&server, 8).await;
    load.until_confirmed(50).await;

    // On another thread: the load goes on.
    spawn_blocking(goes).await.unwrap();
    join!(load.until_unavailable(20), stores_nothing(&server, "Grace"), fails(ada.get("/me")));

    spawn_blocking(returns).await.unwrap();
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

pub(crate) async fn nothing_is_lost_when(goes: fn(&Cluster)) {
    let cluster = Arc::new(Cluster::start());
    let (stopped, started) = (Arc::clone(&cluster), Arc::clone(&cluster));
    let database = cluster.database();
    nothing_is_lost_between(database, move || goes(&stopped), move || started.start_again()).await;
}

#[case]
async fn nothing_is_lost_when_postgresql_crashes_and_recovers() {
    nothing_is_lost_when(Cluster::crash).await;
}
