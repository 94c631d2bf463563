//! What a store remembers of matches and saved records.

use gradus::game::{GameId, Setup};
use gradus::step::{Fingerprint, Nonce, SubjectId, TaskIdentity};
use gradus::store::{
    GameChange, LearnerId, RecordName, SavedRecord, Store, StoreError, StoredGame,
};
use serde_json::json;

use super::{noon, open_with_ada, place, step};
use gradus::store::SqliteStore;

fn new_game(id: u8, task: Option<TaskIdentity>) -> StoredGame {
    let setup = json!({"game": "tesseract", "seats": ["human", "search", "rules"], "seed": 77, "threshold": 5});
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let id = GameId::from_bytes([id; 10]);
    StoredGame { id, setup, task, history: String::new(), version: 0 }
}

fn task() -> TaskIdentity {
    TaskIdentity {
        step: step(39),
        fingerprint: Fingerprint::from_bits(3),
        subject: SubjectId::from_bytes([0xA5; 16]),
        nonce: Nonce::random(u64::MAX),
    }
}

fn change(game: &StoredGame, version: u32, history: &str) -> GameChange {
    GameChange { id: game.id, version, history: history.to_owned(), at: noon() }
}

/// Matches are kept as they were given, and changed by whoever has seen them last.
async fn the_story_of_matches(store: &dyn Store) {
    let (free, of_step) = (new_game(1, None), new_game(2, Some(task())));
    for game in [&free, &of_step] {
        store.start_game(game.clone(), noon()).await.unwrap();
        assert_eq!(store.game(game.id).await.unwrap().as_ref(), Some(game));
    }
    assert_eq!(store.game(GameId::from_bytes([3; 10])).await.unwrap(), None);

    store.change_game(change(&free, 0, "40 39")).await.unwrap();
    let late = store.change_game(change(&free, 0, "1")).await;
    assert!(matches!(late, Err(StoreError::GameChanged)), "{late:?}");
    let absent = StoredGame { id: GameId::from_bytes([3; 10]), ..free.clone() };
    let absent = store.change_game(change(&absent, 0, "1")).await;
    assert!(matches!(absent, Err(StoreError::GameChanged)), "{absent:?}");
    let kept = store.game(free.id).await.unwrap().unwrap();
    assert_eq!((kept.history.as_str(), kept.version), ("40 39", 1));
    // What was taken back may be played otherwise, and who has seen less than that is late too.
    store.change_game(change(&free, 1, "40")).await.unwrap();
    store.change_game(change(&free, 2, "40 41")).await.unwrap();
    let late = store.change_game(change(&free, 1, "40 39 1")).await;
    assert!(matches!(late, Err(StoreError::GameChanged)), "{late:?}");
}

/// Of changes that come at once, one is made.
async fn one_of_many_changes_is_made(store: &dyn Store) {
    let game = new_game(4, None);
    store.start_game(game.clone(), noon()).await.unwrap();
    let changes = (1..=20).map(|tile: u8| store.change_game(change(&game, 0, &tile.to_string())));
    let made = futures_util::future::join_all(changes).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1);
}

/// A learner's records have each a name of their own.
async fn the_story_of_records(store: &dyn Store, ada: LearnerId) {
    let name = |text: &str| text.parse::<RecordName>().unwrap();
    let record = SavedRecord {
        game: "gomoku".to_owned(),
        moves: 2,
        json: r#"{"game":"gomoku","history":["hh","gi"]}"#.to_owned(),
        at: noon(),
    };
    store.save_record(ada, &name("棋譜 1"), record.clone()).await.unwrap();
    let again = store.save_record(ada, &name(" 棋譜  1 "), record.clone()).await;
    assert!(matches!(again, Err(StoreError::RecordTaken)), "{again:?}");
    store.save_record(ada, &name("second"), record.clone()).await.unwrap();
    assert_eq!(store.record(ada, &name("棋譜 1")).await.unwrap(), Some(record));
    assert_eq!(store.record(LearnerId(99), &name("second")).await.unwrap(), None);
    let entries = store.records(ada).await.unwrap();
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["second", "棋譜 1"]);
    assert!(entries.iter().all(|entry| (entry.game.as_str(), entry.moves) == ("gomoku", 2)));
}

#[tokio::test]
async fn sqlite_remembers_matches_and_records() {
    let (_place, path) = place();
    let (store, ada) = open_with_ada(&path).await;
    the_story_of_matches(&*store).await;
    one_of_many_changes_is_made(&*store).await;
    the_story_of_records(&*store, ada).await;
    store.close().await;

    let store = SqliteStore::open(&path).await.unwrap();
    let kept = store.game(GameId::from_bytes([1; 10])).await.unwrap().unwrap();
    assert_eq!((kept.history.as_str(), kept.version, kept.task), ("40 41", 3, None));
    assert_eq!(
        store.game(GameId::from_bytes([2; 10])).await.unwrap(),
        Some(new_game(2, Some(task())))
    );
    assert_eq!(store.records(ada).await.unwrap().len(), 2);
    store.close().await;
}

#[tokio::test]
async fn a_database_of_the_format_before_is_brought_up_to_date() {
    let (_place, path) = place();
    let first = concat!(
        include_str!("../../../src/store/sqlite/migrations/0001_learners_and_attempts.sql"),
        "INSERT INTO learners VALUES (1, 'Ada', 'ada', zeroblob(32), 0);",
        "PRAGMA application_id = 1198678372; PRAGMA user_version = 1;",
    );
    super::database(&path, first).await;
    let store = SqliteStore::open(&path).await.unwrap();
    store.start_game(new_game(1, None), noon()).await.unwrap();
    assert!(store.records(LearnerId(1)).await.unwrap().is_empty());
    store.close().await;
}
