//! The service that hosts matches, without HTTP: several services share one store, as several processes do.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use gradus::app::compute::{CallerKey, ComputePool, PoolError};
use gradus::app::matches::{
    AuthorizedSeat, MatchError, MatchHub, MatchService, NewMatch, Undo, UpdateKind,
};
use gradus::course::LearnerId;
use gradus::game::{Match, MatchId, MoveError, Seat};
use gradus::step::{
    Fingerprint, Keyring, MatchResult, MatchTerms, Nonce, Secret, StepNumber, SubjectId,
    TaskIdentity, Timestamp,
};
use gradus::store::{self, Store, StoreError};
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::sync::oneshot;

const NOON: u64 = 1_790_000_000;

const SOMEBODY: CallerKey = CallerKey::learner(LearnerId(1));

fn now() -> Timestamp {
    Timestamp::from_seconds(NOON)
}

fn id(number: u8) -> MatchId {
    MatchId::from_bytes([number; 10])
}

/// A match of nobody.
fn new(number: u8) -> NewMatch {
    NewMatch { id: id(number), owner: None, at: now() }
}

fn new_match(setup: Value) -> Match {
    Match::new(serde_json::from_value(setup).unwrap())
}

fn for_two(game: &str) -> Match {
    new_match(json!({"game": game, "seats": ["human", "human"], "seed": 7}))
}

/// A folder for a database, and what services on it share.
struct Place {
    folder: tempfile::TempDir,
    store: Arc<dyn Store>,
    hub: Arc<MatchHub>,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gradus.db");
        let store = store::open(&path.to_str().unwrap().parse().unwrap()).await.unwrap();
        Self { folder, store, hub: Arc::default() }
    }

    /// Changes the database through a connection of its own.
    fn run_sql(&self, sql: &str) {
        let database = Connection::open(self.folder.path().join("gradus.db")).unwrap();
        database.execute_batch(sql).unwrap();
    }

    fn service(&self) -> MatchService {
        let [pool] = ComputePool::sharing(2, [Duration::from_secs(5)], || Duration::ZERO);
        self.service_with(pool)
    }

    /// A service whose changes this process is not told of.
    fn service_of_another_process(&self) -> MatchService {
        let [pool] = ComputePool::sharing(2, [Duration::from_secs(5)], || Duration::ZERO);
        let keyring = Keyring::new(&Secret::from_bytes([7; 32]));
        MatchService::new(Arc::clone(&self.store), keyring, Arc::new(MatchHub::default()), pool)
    }

    fn service_with(&self, pool: ComputePool) -> MatchService {
        let keyring = Keyring::new(&Secret::from_bytes([7; 32]));
        MatchService::new(Arc::clone(&self.store), keyring, Arc::clone(&self.hub), pool)
    }
}

/// The keys of the humans' seats, in bytes.
async fn keys(service: &MatchService, id: MatchId) -> Vec<Vec<u8>> {
    let loaded = service.load(id).await.unwrap();
    let seats = loaded.state().setup().seats();
    service.seat_keys(id, seats).iter().flatten().map(|key| key.clone().into_bytes()).collect()
}

/// The humans' seats.
async fn seats(service: &MatchService, id: MatchId) -> Vec<AuthorizedSeat> {
    let mut seats = Vec::new();
    for key in keys(service, id).await {
        seats.push(service.authorize(id, Some(&key), now()).await.unwrap());
    }
    seats
}

#[case]
async fn of_many_moves_at_once_one_is_made_and_the_others_are_out_of_turn() {
    let place = Place::new().await;
    let service = place.service();
    service.create(new(1), for_two("four_in_a_row"), SOMEBODY).await.unwrap();
    let seats = seats(&service, id(1)).await;
    let moves: Vec<String> = (0..50).map(|cell| cell.to_string()).collect();
    let played = moves.iter().map(|text| service.play(seats[0], text, now(), SOMEBODY));
    let played = join_all(played).await;
    assert_eq!(played.iter().filter(|played| played.is_ok()).count(), 1);
    let refused = played.iter().filter_map(|played| played.as_ref().err());
    for error in refused {
        assert!(matches!(error, MatchError::Turn { .. }), "{error:?}");
    }
    let loaded = service.load(id(1)).await.unwrap();
    assert_eq!((loaded.version(), loaded.state().game().move_count()), (1, 1));
}

#[case]
async fn between_processes_the_version_decides_and_nothing_is_lost() {
    let place = Place::new().await;
    let services = [place.service(), place.service(), place.service()];
    let watched = json!({"game": "four_in_a_row", "seats": ["random", "random"], "seed": 7});
    services[0].create(new(1), new_match(watched), SOMEBODY).await.unwrap();
    let mut made = 0;
    for _ in 0..10 {
        for advanced in
            join_all(services.iter().map(|one| one.advance(id(1), now(), SOMEBODY))).await
        {
            match advanced {
                Ok(_) => made += 1,
                Err(error) => assert!(matches!(error, MatchError::Changed), "{error:?}"),
            }
        }
    }
    let loaded = services[0].load(id(1)).await.unwrap();
    assert!(made >= 10);
    assert_eq!((loaded.version(), loaded.state().game().move_count()), (made, made as usize));
}

#[case]
async fn a_follower_receives_the_changes_that_another_service_makes() {
    let place = Place::new().await;
    let (one, other) = (place.service(), place.service());
    one.create(new(1), for_two("gomoku"), SOMEBODY).await.unwrap();
    let seats = seats(&one, id(1)).await;
    let mut follower = other.subscribe(id(1)).await.unwrap();
    assert_eq!(follower.seen().version(), 0);
    one.play(seats[0], "hh", now(), SOMEBODY).await.unwrap();
    one.play(seats[1], "gi", now(), SOMEBODY).await.unwrap();
    one.undo(seats[1], Undo::Turn, now()).await.unwrap();
    one.play(seats[1], "aa", now(), SOMEBODY).await.unwrap();
    // All of it had happened when the follower looked.
    let changes = follower.next().await.unwrap();
    let received: Vec<_> =
        changes.iter().map(|next| (next.kind, next.state.game().history())).collect();
    let made = |moves: &[&str]| (UpdateKind::Move, moves.iter().map(ToString::to_string).collect());
    assert_eq!(received, [made(&["hh"]), made(&["hh", "aa"])]);
    one.play(seats[0], "bb", now(), SOMEBODY).await.unwrap();
    assert_eq!(follower.next().await.unwrap().len(), 1);
    one.close();
    assert!(follower.next().await.is_none());
    assert!(other.subscribe(id(1)).await.unwrap().next().await.is_none());
}

#[case]
async fn a_follower_in_another_process_hears_every_move_once() {
    let place = Place::new().await;
    let (here, there) = (place.service(), place.service_of_another_process());
    here.create(new(1), for_two("gomoku"), SOMEBODY).await.unwrap();
    let mut follower = there.subscribe(id(1)).await.unwrap();
    let seats = seats(&here, id(1)).await;
    for (seat, text) in [(seats[0], "hh"), (seats[1], "gh")] {
        here.play(seat, text, now(), SOMEBODY).await.unwrap();
        // Its own change comes back to it too.
        here.refresh(id(1)).await.unwrap();
        there.refresh(id(1)).await.unwrap();
        there.refresh_all().await.unwrap();
        let heard = follower.next().await.unwrap();
        assert_eq!(heard.len(), 1);
        assert_eq!(heard[0].state.game().history().last().unwrap(), text);
    }
    there.refresh_all().await.unwrap();
    // Of a match that is not followed, or is none, nothing is told.
    there.refresh(id(2)).await.unwrap();
    assert!(follower.next().now_or_never().is_none());
}

#[case]
async fn followers_of_others_hear_their_moves_when_a_match_cannot_be_read() {
    let place = Place::new().await;
    let (here, there) = (place.service(), place.service_of_another_process());
    let (readable, unreadable) = (1..=4, 5..=8);
    let mut followers = Vec::new();
    for number in readable.clone().chain(unreadable) {
        here.create(new(number), for_two("gomoku"), SOMEBODY).await.unwrap();
        followers.push(there.subscribe(id(number)).await.unwrap());
    }
    for number in readable.clone() {
        let seat = seats(&here, id(number)).await[0];
        here.play(seat, "hh", now(), SOMEBODY).await.unwrap();
    }
    place.run_sql("UPDATE games SET setup = 'x' WHERE history = ''");

    let refreshed = there.refresh_all().await;
    assert!(matches!(refreshed, Err(StoreError::Database(_))), "{refreshed:?}");
    for follower in &mut followers[..readable.count()] {
        assert!(follower.next().now_or_never().is_some());
    }
}

#[case]
async fn after_an_undo_a_computer_waits_to_be_told() {
    let place = Place::new().await;
    let service = place.service();
    let setup = json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 7});
    service.create(new(1), new_match(setup), SOMEBODY).await.unwrap();
    let seat = seats(&service, id(1)).await[0];
    let answered = service.play(seat, "hh", now(), SOMEBODY).await.unwrap();
    let undone = service.undo(seat, Undo::Moves(1), now()).await.unwrap();
    assert_eq!((undone.state().game().history(), undone.version()), (vec!["hh".to_owned()], 2));
    let refused = service.play(seat, "aa", now(), SOMEBODY).await;
    assert!(matches!(refused, Err(MatchError::Turn { .. })), "{refused:?}");
    // It makes the move that it made before.
    let advanced = service.advance(id(1), now(), SOMEBODY).await.unwrap();
    assert_eq!(advanced.state(), answered.state());
    let refused = service.undo(seat, Undo::Moves(3), now()).await;
    assert!(matches!(refused, Err(MatchError::Undo(_))), "{refused:?}");
}

#[case]
async fn one_caller_with_both_keys_plays_both_sides() {
    let place = Place::new().await;
    let service = place.service();
    service.create(new(1), for_two("four_in_a_row"), SOMEBODY).await.unwrap();
    let seats = seats(&service, id(1)).await;
    let moves: Vec<String> = (0..40).map(|cell| cell.to_string()).collect();
    // Even cells are the first player's, odd ones the second's, and all of them come at once.
    let players = [seats[0], seats[1]].into_iter().cycle();
    let played =
        moves.iter().zip(players).map(|(text, seat)| service.play(seat, text, now(), SOMEBODY));
    let made = join_all(played).await.iter().filter(|played| played.is_ok()).count();
    let history = service.load(id(1)).await.unwrap().state().game().history();
    assert_eq!(history.len(), made);
    let parity = |text: &String| text.parse::<usize>().unwrap() % 2;
    assert!(history.iter().map(parity).eq((0..made).map(|turn| turn % 2)), "{history:?}");
}

#[case]
async fn a_seat_is_its_keys() {
    let place = Place::new().await;
    let service = place.service();
    let setup = json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 7});
    for number in [1, 2] {
        service.create(new(number), new_match(setup.clone()), SOMEBODY).await.unwrap();
    }
    let (own, other) = (keys(&service, id(1)).await, keys(&service, id(2)).await);
    assert_eq!((own.len(), other.len()), (1, 1));
    let authorize = |key| service.authorize(id(1), key, now());
    assert!(matches!(authorize(None).await, Err(MatchError::SeatMissing)));
    for wrong in [&b""[..], b"\xff", &other[0], &own[0][1..]] {
        assert!(matches!(authorize(Some(wrong)).await, Err(MatchError::SeatKey)));
    }
    let seat = authorize(Some(&own[0])).await.unwrap();
    assert_eq!(
        service.play(seat, "hh", now(), SOMEBODY).await.unwrap().state().game().move_count(),
        2
    );
    let again = service.play(seat, "hh", now(), SOMEBODY).await;
    assert!(matches!(again, Err(MatchError::Move(MoveError::Illegal(_)))), "{again:?}");
    for key in [None, Some(&own[0][..])] {
        let unknown = service.authorize(id(9), key, now()).await;
        assert!(matches!(unknown, Err(MatchError::Unknown(_))), "{unknown:?}");
    }
}

#[case]
async fn a_full_queue_refuses_computers_moves_and_makes_them_afterwards() {
    let place = Place::new().await;
    // Who is not the first to wait would wait too long.
    let [pool] = ComputePool::sharing(1, [Duration::ZERO], || Duration::ZERO);
    let service = place.service_with(pool.clone());
    let watched = json!({"game": "gomoku", "seats": ["random", "random"], "seed": 7});
    service.create(new(1), new_match(watched), SOMEBODY).await.unwrap();

    let (release, is_released) = mpsc::channel::<()>();
    let (begin, has_begun) = oneshot::channel();
    let running = async {
        let work = move || {
            begin.send(()).unwrap();
            is_released.recv().unwrap();
        };
        pool.run(CallerKey::SERVER, work).await.unwrap();
    };
    let refusing = async {
        has_begun.await.unwrap();
        // `join!` polls its futures in their order: the first one takes the place in the queue.
        let (waiting, refused) = tokio::join!(pool.run(CallerKey::SERVER, || ()), async {
            let refused = service.advance(id(1), now(), SOMEBODY).await;
            release.send(()).unwrap();
            refused
        });
        waiting.unwrap();
        assert!(matches!(refused, Err(MatchError::Pool(PoolError::Busy(_)))), "{refused:?}");
    };
    tokio::join!(running, refusing);
    assert_eq!(service.load(id(1)).await.unwrap().version(), 0);
    assert_eq!(service.advance(id(1), now(), SOMEBODY).await.unwrap().version(), 1);
}

#[case]
async fn the_match_of_a_task_tells_what_became_of_it() {
    let place = Place::new().await;
    let service = place.service();
    let task = TaskIdentity {
        step: StepNumber::new(9).unwrap(),
        fingerprint: Fingerprint::from_bits(1),
        subject: SubjectId::from_bytes([1; 16]),
        nonce: Nonce::random(5),
    };
    let seed = serde_json::from_value(json!(7)).unwrap();
    let terms = |game: &str, opponent: &str| MatchTerms {
        game: game.to_owned(),
        opponent: opponent.to_owned(),
        seat: 2,
    };
    let wanted = terms("gomoku", "rules");
    let made = service.create_for_task(new(1), task, &wanted, seed, SOMEBODY).await.unwrap();
    assert_eq!(**made.state().setup().seats(), [Seat::Rules, Seat::Human]);
    assert_eq!(made.state().game().move_count(), 1);
    let known = service.played(id(1)).await.unwrap().unwrap();
    assert_eq!((known.task, known.result), (Some(task), MatchResult::Open));
    assert!(service.played(id(2)).await.unwrap().is_none());
    let seat = seats(&service, id(1)).await[0];
    let undone = service.undo(seat, Undo::Moves(1), now()).await;
    assert!(matches!(undone, Err(MatchError::UndoInStep(_))), "{undone:?}");
    for unknown in [terms("chess", "rules"), terms("gomoku", "genius")] {
        let refused = service.create_for_task(new(3), task, &unknown, seed, SOMEBODY).await;
        assert!(matches!(refused, Err(MatchError::Task(_))), "{refused:?}");
    }
}
