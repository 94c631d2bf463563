//! Who has which key: looked up lately, so that most requests need no database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache;

use super::caller::Person;
use crate::course::{INSTRUCTOR_KEY, KeyHash, LearnerId, LearnerName};
use crate::step::Timestamp;
use crate::store::{Instructor, Store, StoreError};

/// How many keys are remembered, each in some 150 bytes; more than ask one server at a time. The others are looked up again.
const CACHE_SIZE: usize = 65_536;

/// For so many seconds a key is believed since it was looked up, or since the class was last found unchanged: as long a database may be out of
/// reach, which could not tell of a change.
const LIFETIME: u64 = 60;

/// Somebody whose key was looked up.
#[derive(Clone)]
struct Known {
    person: Person,
    /// When it was looked up.
    since: Timestamp,
    /// The generation in which the look-up began.
    generation: u64,
}

/// Those whose keys were looked up lately, and the instructors who are named in the environment.
pub(crate) struct KnownPeople {
    named: HashMap<KeyHash, Instructor>,
    looked_up: Cache<KeyHash, Known>,
    /// It is raised when the class has changed. What was looked up before, or is being looked up meanwhile, is not believed any more.
    generation: AtomicU64,
    /// When the class was last found unchanged, in seconds since 1970.
    unchanged_at: AtomicU64,
}

impl KnownPeople {
    /// Knows the instructors who are named, and nobody else yet.
    pub(crate) fn new(named: HashMap<KeyHash, Instructor>) -> Self {
        Self {
            named,
            looked_up: Cache::new(CACHE_SIZE),
            generation: AtomicU64::default(),
            unchanged_at: AtomicU64::default(),
        }
    }

    /// Who has this key.
    pub(crate) async fn find(
        &self,
        key: &str,
        store: &dyn Store,
        now: Timestamp,
    ) -> Result<Option<Person>, StoreError> {
        let is_instructors = key.starts_with(INSTRUCTOR_KEY);
        let key = KeyHash::of(key);
        if is_instructors && let Some(instructor) = self.named.get(&key) {
            return Ok(Some(Person::Instructor(instructor.clone())));
        }
        let generation = self.generation.load(Ordering::Acquire);
        if let Some(known) = self.looked_up.get(&key)
            && known.generation == generation
            && self.is_believed(&known, now)
        {
            return Ok(Some(known.person));
        }
        let person = if is_instructors {
            store.instructor_by_key(key).await?.map(Person::Instructor)
        } else {
            store.learner_by_key(key).await?.map(Person::Learner)
        };
        match &person {
            Some(person) => {
                let person = person.clone();
                self.looked_up.insert(key, Known { person, since: now, generation });
            }
            None => {
                self.looked_up.remove(&key);
            }
        }
        Ok(person)
    }

    /// Whether what was looked up is not too old. A clock that was set back lets nobody be believed for longer.
    fn is_believed(&self, known: &Known, now: Timestamp) -> bool {
        let since =
            known.since.max(Timestamp::from_seconds(self.unchanged_at.load(Ordering::Acquire)));
        (since..since.plus(LIFETIME)).contains(&now)
    }

    /// Believes those who were looked up for longer: the class was found unchanged at this time.
    pub(crate) fn keep_all(&self, at: Timestamp) {
        self.unchanged_at.store(at.seconds(), Ordering::Release);
    }

    /// Forgets all who were looked up.
    pub(crate) fn forget_all(&self) {
        self.generation.fetch_add(1, Ordering::Release);
        self.looked_up.clear();
    }

    /// Forgets a learner.
    pub(crate) fn forget(&self, id: LearnerId) {
        let is_other =
            |person: &Person| !matches!(person, Person::Learner(learner) if learner.id == id);
        self.looked_up.retain(|_, known| is_other(&known.person));
    }

    /// The instructors who are named in the environment.
    pub(crate) fn named_instructors(&self) -> impl Iterator<Item = &Instructor> {
        self.named.values()
    }

    /// Rejects a new name that looks like that of an instructor who is named in the environment. The store knows of the others.
    pub(crate) fn check_name(&self, new: Option<&LearnerName>) -> Result<(), StoreError> {
        let is_like = |name| self.named_instructors().any(|known| known.name.looks_like(name));
        if new.is_some_and(is_like) { Err(StoreError::NameTaken) } else { Ok(()) }
    }
}
