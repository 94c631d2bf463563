//! What changes the class on a running server: the operations of [`class`](super::class) with what only a server has. These are the instructors who are
//! named in its environment, its limits, and the caches that must know of a change.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::dev::Payload;

use super::ambient::{now, uptime};
use super::class::{
    ClassError, OnRegistered, RegradeReport, RejudgeReport, RosterPlan, Scope, change_learner,
    plan, register_learner, regrade, rejudge,
};
use super::compute::CallerKey;
use super::rates::Network;
use super::scoreboard::require_scoreboard;
use super::state::{SharedState, State};
use crate::course::{
    Course, Learner, LearnerKey, LearnerName, Nickname, Registration, read_roster,
};
use crate::store::{Instructor, LearnerChange, StoreError};
use crate::texts;
use crate::wire::extract::Extract;
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};

/// The registrations from the network of a request.
pub(crate) struct Registrations {
    state: SharedState,
    network: Network,
}

impl Extract for Registrations {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let network = Network::extract(request, payload).await?;
        Ok(Self { state: SharedState::clone(State::of(request)), network })
    }

    fn describe(operation: &mut Operation) {
        Network::describe(operation);
    }
}

impl Registrations {
    /// Registers a learner with the course code that was sent, and returns the key.
    pub(crate) async fn register(
        &self,
        name: &str,
        code: Option<&str>,
    ) -> Result<(Learner, LearnerKey), Problem> {
        let state = &*self.state;
        let curriculum = state.curriculum();
        if curriculum.course.registration == Registration::Closed {
            let detail = texts::registration::closed();
            return Err(Problem::new(Code::RegistrationClosed, detail));
        }
        let name: LearnerName = name.parse()?;
        self.check_code(&curriculum.course, code)?;
        state.rates.registrations.take(self.network, uptime())?;
        state.class.people.check_name(&name)?;
        Ok(register_learner(&*state.store, &name, now()).await?)
    }

    /// Checks the course code, where the course asks for it. A wrong one is counted by itself: it uses up no registration.
    fn check_code(&self, course: &Course, sent: Option<&str>) -> Result<(), Problem> {
        if course.registration.admits(None) {
            return Ok(());
        }
        let refused = |detail| Problem::new(Code::RegistrationCode, detail);
        if sent.is_none_or(|sent| sent.trim().is_empty()) {
            return Err(refused(texts::registration::code_missing()));
        }
        let (codes, now) = (&self.state.rates.codes, uptime());
        // Nor is the right one told after too many wrong ones: otherwise one could go on guessing.
        codes.look(self.network, now)?;
        if course.registration.admits(sent) {
            return Ok(());
        }
        codes.take(self.network, now)?;
        Err(refused(texts::registration::code_wrong()))
    }
}

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
        let mut instructors = self.store.instructors().await?;
        let mut named: Vec<_> = self.class.people.named_instructors().cloned().collect();
        named.sort_by(|one, other| one.name.as_str().cmp(other.name.as_str()));
        instructors.append(&mut named);
        Ok(instructors)
    }

    /// Changes what is known of a learner.
    pub(crate) async fn change_learner(
        &self,
        learner: &Learner,
        change: LearnerChange,
    ) -> Result<(), ClassError> {
        if let Some(name) = change.name.as_ref().filter(|&name| *name != learner.name) {
            self.class.people.check_name(name)?;
        }
        self.change_class(change_learner(&*self.store, learner.id, change)).await
    }

    /// Sets a learner's name on the scoreboard, and returns it; an empty text takes the name away.
    pub(crate) async fn set_nickname(
        &self,
        learner: &Learner,
        nickname: &str,
    ) -> Result<Option<Nickname>, Problem> {
        require_scoreboard(&self.curriculum().course)?;
        let nickname: Option<Nickname> = match nickname.trim() {
            "" => None,
            nickname => Some(nickname.parse()?),
        };
        self.rates.nicknames.take(learner.id, uptime())?;
        let set = self.change_class(async {
            if let Some(nickname) = &nickname {
                self.class.people.check_name(nickname.as_name())?;
            }
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
        on_registered: OnRegistered,
    ) -> Result<RosterPlan, Problem> {
        let known = self.store.roster().await?;
        let instructors = self.instructors().await?.into_iter().map(|instructor| instructor.name);
        let instructors: Vec<_> = instructors.collect();
        let curriculum = Arc::clone(&self.curriculum());
        // Thousands of names are compared in all the forms in which they may look alike.
        let work = move || {
            let list = read_roster(&list, &curriculum.course.sections)?;
            plan(list, &known, &instructors, on_registered)
        };
        self.pool.run(CallerKey::SERVER, work).await?.map_err(Problem::invalid_roster)
    }

    /// Judges stored attempts again. The new verdicts are stored if it is said who lets that be done.
    pub(crate) async fn rejudge(
        self: &Arc<Self>,
        scope: Scope,
        by: Option<LearnerName>,
    ) -> Result<RejudgeReport, Problem> {
        let (state, curriculum) = (Arc::clone(self), Arc::clone(&self.curriculum()));
        let work = async move {
            let apply = by.as_ref().map(|by| (by.as_str(), now()));
            let report = rejudge(&*state.store, &curriculum, &scope, apply).await;
            // Also after a failure: what was stored before it stays.
            if apply.is_some() {
                state.class_changed().await;
            }
            report
        };
        self.rejudging.run(work).await
    }

    /// Grades stored attempts again. With `apply` the new grades are stored.
    pub(crate) async fn regrade(
        self: &Arc<Self>,
        scope: Scope,
        apply: bool,
    ) -> Result<RegradeReport, Problem> {
        let (state, curriculum) = (Arc::clone(self), Arc::clone(&self.curriculum()));
        let work = async move {
            let extensions = Arc::clone(&state.class.extensions());
            let report = regrade(&*state.store, &curriculum, &extensions, &scope, apply).await;
            // Also after a failure: what was stored before it stays.
            if apply {
                state.class_changed().await;
            }
            report
        };
        self.rejudging.run(work).await
    }
}
