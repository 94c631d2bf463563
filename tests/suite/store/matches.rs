//! What a store remembers of matches and saved records.

use gradus::game::{MatchId, Setup};
use gradus::step::{Fingerprint, Nonce, SubjectId, TaskIdentity};
use gradus::store::{
    LearnerId, MatchChange, RecordName, SavedRecord, Store, StoreError, StoredMatch, open,
};
use serde_json::json;

use super::{DATABASES, key, name, noon, step};

fn new_match(id: u8, task: Option<TaskIdentity>) -> StoredMatch {
    let setup = json!({"game": "tesseract", "seats": ["human", "search", "rules"], "seed": 77, "threshold": 5});
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let id = MatchId::from_bytes([id; 10]);
    StoredMatch { id, setup, task, history: String::new(), version: 0 }
}

fn task() -> TaskIdentity {
    TaskIdentity {
        step: step(39),
        fingerprint: Fingerprint::from_bits(3),
        subject: SubjectId::from_bytes([0xA5; 16]),
        nonce: Nonce::random(u64::MAX),
    }
}

fn change(game: &StoredMatch, version: u32, history: &str) -> MatchChange {
    MatchChange { id: game.id, version, history: history.to_owned(), at: noon() }
}

/// Matches are kept as they were given, and changed only by a writer that has seen the current version.
async fn the_story_of_matches(store: &dyn Store) {
    let (free, of_step) = (new_match(1, None), new_match(2, Some(task())));
    for game in [&free, &of_step] {
        store.create_match(game.clone(), noon()).await.unwrap();
        assert_eq!(store.load_match(game.id).await.unwrap().as_ref(), Some(game));
    }
    assert_eq!(store.load_match(MatchId::from_bytes([3; 10])).await.unwrap(), None);

    store.save_match(change(&free, 0, "40 39")).await.unwrap();
    let late = store.save_match(change(&free, 0, "1")).await;
    assert!(matches!(late, Err(StoreError::MatchChanged)), "{late:?}");
    let absent = StoredMatch { id: MatchId::from_bytes([3; 10]), ..free.clone() };
    let absent = store.save_match(change(&absent, 0, "1")).await;
    assert!(matches!(absent, Err(StoreError::MatchChanged)), "{absent:?}");
    let kept = store.load_match(free.id).await.unwrap().unwrap();
    assert_eq!((kept.history.as_str(), kept.version), ("40 39", 1));
    // What was taken back may be played otherwise, and who has seen less than that is late too.
    store.save_match(change(&free, 1, "40")).await.unwrap();
    store.save_match(change(&free, 2, "40 41")).await.unwrap();
    let late = store.save_match(change(&free, 1, "40 39 1")).await;
    assert!(matches!(late, Err(StoreError::MatchChanged)), "{late:?}");
}

/// Of changes that come at once, one is made.
async fn one_of_many_changes_is_made(store: &dyn Store) {
    let game = new_match(4, None);
    store.create_match(game.clone(), noon()).await.unwrap();
    let changes = (1..=20).map(|tile: u8| store.save_match(change(&game, 0, &tile.to_string())));
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
async fn every_store_remembers_matches_and_records() {
    for new_database in DATABASES {
        let database = new_database();
        let store = open(&database.url).await.unwrap();
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
        the_story_of_matches(&*store).await;
        one_of_many_changes_is_made(&*store).await;
        the_story_of_records(&*store, ada.id).await;
        store.close().await;

        let store = open(&database.url).await.unwrap();
        let kept = store.load_match(MatchId::from_bytes([1; 10])).await.unwrap().unwrap();
        assert_eq!((kept.history.as_str(), kept.version, kept.task), ("40 41", 3, None));
        assert_eq!(
            store.load_match(MatchId::from_bytes([2; 10])).await.unwrap(),
            Some(new_match(2, Some(task())))
        );
        assert_eq!(store.records(ada.id).await.unwrap().len(), 2);
        store.close().await;
    }
}
