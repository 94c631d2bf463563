//! What one process changes, the others hear: PostgreSQL serves several.

use gradus::game::MatchId;
use gradus::store::{LearnerChange, News, Store, open};
use sqlx::PgConnection;
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::matches::{change, new_match};
use super::{PER_DAY, accepted, key, name, new_sqlite, noon, submit};
use crate::server::{Cluster, PATIENCE};

/// Waits for this news. Others may come before it: each process hears its own too.
async fn hear(news: &mut Receiver<News>, expected: News) {
    let heard = async { while News::next(news).await.unwrap() != expected {} };
    assert!(timeout(PATIENCE, heard).await.is_ok(), "nothing is heard of {expected:?}");
}

/// Waits until so many listen to the database.
async fn until_listening(database: &mut PgConnection, expected: i64) {
    const LISTENERS: &str = "SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN %'";
    let asked = async {
        while sqlx::query_scalar::<_, i64>(LISTENERS).fetch_one(&mut *database).await.unwrap()
            != expected
        {}
    };
    assert!(timeout(PATIENCE, asked).await.is_ok(), "{expected} do not listen");
}

#[case]
async fn another_process_hears_of_matches_standings_and_the_class() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let url = database.url().parse().unwrap();
    let (here, there) = (open(&url).await.unwrap(), open(&url).await.unwrap());
    let mut news = there.news();
    let mut outside = database.connect().await;
    until_listening(&mut outside, 2).await;

    let ada = here.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
    let game = new_match(1, None);
    here.create_match(game.clone(), noon()).await.unwrap();
    hear(&mut news, News::Match(game.id)).await;
    here.save_match(change(&game, 0, "40")).await.unwrap();
    hear(&mut news, News::Match(game.id)).await;
    submit(&*here, accepted(ada, 1)).await;
    hear(&mut news, News::Scoreboard).await;
    let rekeyed = LearnerChange { key: Some(key(2).hash()), ..LearnerChange::default() };
    here.change_learner(ada, rekeyed).await.unwrap();
    hear(&mut news, News::Class).await;

    // Whoever was not there hears that anything may have changed.
    let ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sqlx::raw_sql(ended).execute(&mut outside).await.unwrap();
    hear(&mut news, News::Anything).await;
    until_listening(&mut outside, 2).await;
    let another = new_match(2, None);
    // Its connections have ended too, and it makes new ones.
    let created = async { while here.create_match(another.clone(), noon()).await.is_err() {} };
    assert!(timeout(PATIENCE, created).await.is_ok(), "nothing more is stored");
    hear(&mut news, News::Match(another.id)).await;

    here.close().await;
    there.close().await;
    until_listening(&mut outside, 0).await;
}

#[case]
async fn a_refused_change_is_no_news() {
    let cluster = Cluster::shared();
    let database = cluster.database();
    let store = open(&database.url().parse().unwrap()).await.unwrap();
    let mut outside = database.connect().await;
    until_listening(&mut outside, 1).await;
    let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap().id;
    let game = new_match(1, None);
    store.create_match(game.clone(), noon()).await.unwrap();
    submit(&*store, accepted(ada, 1)).await;
    let mut news = store.news();
    hear_all_so_far(&*store, &mut news, 2).await;

    store.save_match(change(&game, 7, "40")).await.unwrap_err();
    // It is told as it was: nothing new is recorded.
    store.submit_attempt(accepted(ada, 1), PER_DAY).await.unwrap();
    let heard = hear_all_so_far(&*store, &mut news, 3).await;
    assert_eq!(heard, []);
    store.close().await;
}

/// What was heard before the news of a match that is created now.
async fn hear_all_so_far(store: &dyn Store, news: &mut Receiver<News>, number: u8) -> Vec<News> {
    store.create_match(new_match(number, None), noon()).await.unwrap();
    let last = News::Match(MatchId::from_bytes([number; 10]));
    let mut heard = Vec::new();
    let hearing = async {
        loop {
            match News::next(news).await.unwrap() {
                next if next == last => return,
                next => heard.push(next),
            }
        }
    };
    assert!(timeout(PATIENCE, hearing).await.is_ok(), "nothing is heard of the match");
    heard
}

#[case]
async fn one_process_alone_has_no_news() {
    let database = new_sqlite();
    let store = open(&database.url).await.unwrap();
    assert_eq!(News::next(&mut store.news()).await, None);
    store.close().await;
}
