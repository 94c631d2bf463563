//! What changes the class on a running server: the operations of [`class`](super::class) with what only a server has. These are the instructors who are
//! named in its environment, its limits, and the caches that must know of a change.

use std::sync::Arc;

use super::ambient::{now, uptime};
use super::class::{ClassError, OnRegistered, RosterPlan, change_learner, new_learner_key, plan};
use super::compute::CallerKey;
use super::rates::Network;
use super::scoreboard::require_scoreboard;
use super::state::State;
use crate::course::{
    Learner, LearnerKey, LearnerName, Nickname, Registration, RosterColumns, read_roster,
};
use crate::store::{Instructor, LearnerChange, StoreError};
use crate::texts;
use crate::wire::problem::{Code, Problem};

impl State {
    /// Changes the class, so that the next request knows it.
    pub(crate) async fn change_class<T, E>(
        &self,
        change: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let changed = change.await?;
        self.class_changed().await;
        Ok(changed)
    }

    /// All instructors: those in the database, and those who are named in the environment.
    pub(crate) async fn instructors(&self) -> Result<Vec<Instructor>, StoreError> {
        let mut named: Vec<_> = self.class.people.named_instructors().cloned().collect();
        named.sort_by(|one, other| one.name.as_str().cmp(other.name.as_str()));
        Ok([self.store.instructors().await?, named].concat())
    }

    /// Registers a learner with the course code that was sent, and returns the key.
    pub(crate) async fn register(
        &self,
        name: &str,
        code: Option<&str>,
        network: Network,
    ) -> Result<(Learner, LearnerKey), Problem> {
        let course = &self.curriculum().course;
        if course.registration == Registration::Closed {
            return Err(Problem::new(Code::RegistrationClosed, texts::registration::closed()));
        }
        let name: LearnerName = name.parse()?;
        if !course.registration.admits(None) {
            self.check_code(&course.registration, code.unwrap_or_default(), network)?;
        }
        self.rates.registrations.take(network, uptime())?;
        self.class.people.check_name(Some(&name))?;
        let key = new_learner_key()?;
        Ok((self.store.register_learner(&name, key.hash(), now()).await?, key))
    }

    /// Checks a course code. A wrong one is counted by itself: it uses up no registration.
    fn check_code(
        &self,
        registration: &Registration,
        code: &str,
        network: Network,
    ) -> Result<(), Problem> {
        let refused = |detail| Problem::new(Code::RegistrationCode, detail);
        if code.trim().is_empty() {
            return Err(refused(texts::registration::code_missing()));
        }
        let now = uptime();
        // Nor is the right one told after too many wrong ones: otherwise one could go on guessing.
        self.rates.codes.look(network, now)?;
        if registration.admits(Some(code)) {
            return Ok(());
        }
        self.rates.codes.take(network, now)?;
        Err(refused(texts::registration::code_wrong()))
    }

    /// Changes what is known of a learner.
    pub(crate) async fn change_learner(
        &self,
        learner: &Learner,
        change: LearnerChange,
    ) -> Result<(), ClassError> {
        let new_name = change.name.as_ref().filter(|&name| *name != learner.name);
        self.class.people.check_name(new_name)?;
        self.change_class(change_learner(&*self.store, learner.id, change)).await
    }

    /// Sets a learner's name on the scoreboard, and returns it; an empty text takes the name away.
    pub(crate) async fn set_nickname(
        &self,
        learner: &Learner,
        nickname: &str,
    ) -> Result<Option<Nickname>, Problem> {
        require_scoreboard(&self.curriculum().course)?;
        let nickname = Some(nickname.trim()).filter(|nickname| !nickname.is_empty());
        let nickname: Option<Nickname> = nickname.map(str::parse).transpose()?;
        if nickname.as_ref().is_some_and(Nickname::is_reserved) {
            return Err(Problem::new(Code::NicknameTaken, texts::class::reserved()));
        }
        self.rates.nicknames.take(learner.id, uptime())?;
        let set = self.change_class(async {
            self.class.people.check_name(nickname.as_ref().map(Nickname::as_name))?;
            self.store.set_nickname(learner.id, nickname.clone()).await
        });
        self.of_learner(learner, set.await).map_err(|error| match error {
            StoreError::NameTaken => Problem::new(Code::NicknameTaken, texts::class::nickname()),
            error => error.into(),
        })?;
        Ok(nickname)
    }

    /// Reads a class list, and plans its import.
    pub(crate) async fn plan_import(
        &self,
        list: String,
        columns: RosterColumns,
        on_registered: OnRegistered,
    ) -> Result<RosterPlan, Problem> {
        let (known, instructors) = (self.store.roster().await?, self.instructors().await?);
        let curriculum = Arc::clone(&self.curriculum());
        // Thousands of names are compared in all the forms in which they may look alike.
        let work = move || {
            let course = &curriculum.course;
            let list = read_roster(&list, &course.sections, &columns)?;
            plan(list, &known, &instructors, course, on_registered)
        };
        self.pool.run(CallerKey::SERVER, work).await?.map_err(Problem::invalid_roster)
    }
}
