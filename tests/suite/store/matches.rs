//! What a store remembers of matches and saved records.

use gradus::course::LearnerId;
use gradus::game::{MatchId, MatchStatus, Setup};
use gradus::step::{Fingerprint, Nonce, SubjectId, TaskIdentity, Timestamp};
use gradus::store::{
    MatchChange, RecordName, RecordPage, SaveMode, SavedRecord, Store, StoreError, StoredMatch,
    open,
};
use serde_json::json;

use super::{databases, key, name, noon, step};

pub(super) fn new_match(id: u8, task: Option<TaskIdentity>) -> StoredMatch {
    let setup = json!({"game": "tesseract", "seats": ["human", "search", "rules"], "seed": 77, "threshold": 5});
    let setup: Setup = serde_json::from_value(setup).unwrap();
    let id = MatchId::from_bytes([id; 10]);
    let (history, status) = (String::new(), MatchStatus::Open);
    StoredMatch { id, setup, task, owner: None, history, status, version: 0 }
}

pub(super) fn task() -> TaskIdentity {
    TaskIdentity {
        step: step(39),
        fingerprint: Fingerprint::from_bits(3),
        subject: SubjectId::from_bytes([0xA5; 16]),
        nonce: Nonce::random(u64::MAX),
    }
}

pub(super) fn change(game: &StoredMatch, version: u32, history: &str) -> MatchChange {
    let (history, status) = (history.to_owned(), MatchStatus::Open);
    MatchChange { id: game.id, version, history, status, at: noon() }
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
    let save = async |text: &str, record: &SavedRecord, mode| {
        store.save_record(ada, &name(text), record.clone(), mode, 3).await
    };
    save("棋譜 1", &record, SaveMode::Create).await.unwrap();
    let again = save(" 棋譜  1 ", &record, SaveMode::Create).await;
    assert!(matches!(again, Err(StoreError::RecordTaken)), "{again:?}");
    save("second", &record, SaveMode::Create).await.unwrap();
    assert_eq!(store.record(ada, &name("棋譜 1")).await.unwrap(), Some(record.clone()));
    assert_eq!(store.record(LearnerId(99), &name("second")).await.unwrap(), None);
    let entries = store.records(ada, RecordPage { skip: 0, limit: 50 }).await.unwrap();
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["second", "棋譜 1"]);
    assert!(entries.iter().all(|entry| (entry.game.as_str(), entry.moves) == ("gomoku", 2)));

    let unknown = save("third", &record, SaveMode::Replace).await;
    assert!(matches!(unknown, Err(StoreError::RecordUnknown)), "{unknown:?}");
    let longer = SavedRecord { moves: 3, at: after_noon(5), ..record.clone() };
    save("second", &longer, SaveMode::Replace).await.unwrap();
    assert_eq!(store.record(ada, &name("second")).await.unwrap(), Some(longer));
    save("third", &record, SaveMode::Create).await.unwrap();
    // She has three, and one more is too many, whether its name is taken or not; one of them may be replaced.
    for text in ["fourth", "third"] {
        let refused = save(text, &record, SaveMode::Create).await;
        assert!(matches!(refused, Err(StoreError::TooManyRecords(3))), "{refused:?}");
    }
    save("third", &record, SaveMode::Replace).await.unwrap();
    let page = store.records(ada, RecordPage { skip: 1, limit: 1 }).await.unwrap();
    assert_eq!(page.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["棋譜 1"]);
    assert_eq!(store.count_records(ada).await.unwrap(), 3);
    assert_eq!(store.count_records(LearnerId(99)).await.unwrap(), 0);

    let latest = store.latest_records(ada, 2).await.unwrap();
    assert_eq!(latest.iter().map(|entry| entry.moves).collect::<Vec<_>>(), [3, 2]);
    store.delete_record(ada, &name("third")).await.unwrap();
    let deleted = store.delete_record(ada, &name("third")).await;
    assert!(matches!(deleted, Err(StoreError::RecordUnknown)), "{deleted:?}");
    let of_others = store.delete_record(LearnerId(99), &name("second")).await;
    assert!(matches!(of_others, Err(StoreError::RecordUnknown)), "{of_others:?}");
}

fn after_noon(seconds: u64) -> Timestamp {
    Timestamp::from_seconds(noon().seconds() + seconds)
}

/// A learner's matches are listed, the open ones first and then the latest first.
async fn the_story_of_owners(store: &dyn Store, ada: LearnerId) {
    for id in 11..=14 {
        let new = StoredMatch { owner: Some(ada), ..new_match(id, None) };
        store.create_match(new.clone(), noon()).await.unwrap();
        let at = after_noon(id.into());
        let status = if id == 14 { MatchStatus::Won } else { MatchStatus::Open };
        store.save_match(MatchChange { at, status, ..change(&new, 0, "40 39") }).await.unwrap();
        let kept = store.load_match(new.id).await.unwrap().unwrap();
        assert_eq!((kept.owner, kept.status), (Some(ada), status));
    }
    let ids = |count| (0..count).map(|below| MatchId::from_bytes([13 - below; 10]));
    let listed = store.matches_of(ada, 50).await.unwrap();
    let last = MatchId::from_bytes([14; 10]);
    assert!(listed.iter().map(|entry| entry.id).eq(ids(3).chain([last])), "{listed:?}");
    assert!(listed.iter().all(|entry| entry.history == "40 39" && entry.setup.seats().len() == 3));
    assert_eq!((listed[0].changed_at, listed[3].status), (after_noon(13), MatchStatus::Won));
    assert_eq!(store.matches_of(ada, 2).await.unwrap(), listed[..2]);
    assert_eq!(store.matches_of(LearnerId(99), 50).await.unwrap(), []);
}

/// Free matches of nobody expire, those of learners and steps do not.
async fn the_story_of_expiry(store: &dyn Store, ada: LearnerId) {
    let is_there =
        async |id| store.load_match(MatchId::from_bytes([id; 10])).await.unwrap().is_some();
    let old = Timestamp::from_seconds(1000);
    for id in 21..=23 {
        store.create_match(new_match(id, None), old).await.unwrap();
    }
    store.create_match(new_match(24, Some(task())), old).await.unwrap();
    let owned = StoredMatch { owner: Some(ada), ..new_match(25, None) };
    store.create_match(owned, old).await.unwrap();
    // Somebody has moved in this one.
    let moved = MatchChange { at: after_noon(0), ..change(&new_match(23, None), 0, "40") };
    store.save_match(moved).await.unwrap();

    assert_eq!(store.expire_matches(old, 10).await.unwrap(), 0);
    assert_eq!(store.expire_matches(old.plus(1), 1).await.unwrap(), 1);
    assert_eq!(store.expire_matches(old.plus(1), 10).await.unwrap(), 1);
    for (id, is_kept) in [(21, false), (22, false), (23, true), (24, true), (25, true)] {
        assert_eq!(is_there(id).await, is_kept, "{id}");
    }
}

#[case]
async fn every_store_remembers_matches_and_records() {
    for database in databases() {
        let store = open(&database.url).await.unwrap();
        let ada = store.register_learner(&name("Ada"), key(1).hash(), noon()).await.unwrap();
        the_story_of_matches(&*store).await;
        one_of_many_changes_is_made(&*store).await;
        the_story_of_records(&*store, ada.id).await;
        the_story_of_owners(&*store, ada.id).await;
        the_story_of_expiry(&*store, ada.id).await;
        store.close().await;

        let store = open(&database.url).await.unwrap();
        let kept = store.load_match(MatchId::from_bytes([1; 10])).await.unwrap().unwrap();
        assert_eq!((kept.history.as_str(), kept.version, kept.task), ("40 41", 3, None));
        assert_eq!(
            store.load_match(MatchId::from_bytes([2; 10])).await.unwrap(),
            Some(new_match(2, Some(task())))
        );
        assert_eq!(store.count_records(ada.id).await.unwrap(), 2);
        store.close().await;
    }
}
