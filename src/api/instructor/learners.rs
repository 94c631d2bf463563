//! `/instructor/learners`: who is in the class, and what an instructor changes of a learner.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{Field, NoNickname, Setting};
use super::gradebook::GradedStep;
use super::overview::sections;
use super::{DONE, Done, ID_PATTERN, NewKey, check_listed, check_section, id, of_class_learner};
use crate::app::ambient::random_bytes;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::steps_of;
use crate::app::state::{SharedState, State};
use crate::course::rfc3339;
use crate::course::{
    Course, Credit, EmailAddress, Grade, GradeRow, Gradebook, GradebookStep, Learner, LearnerId,
    LearnerKey, LearnerName, SectionName, StudentId,
};
use crate::pages::frame::Frame;
use crate::pages::instructor::learners::{LearnerFields, LearnerLine, LearnerPage, LearnersPage};
use crate::pages::view::{PageReply, SeeOther, View};
use crate::step::quoted;
use crate::store::{Forgetting, LearnerChange, RosterEntry, StoreError};
use crate::texts;
use crate::wire::accept::LANG;
use crate::wire::body::{ApiBody, OptionalBody, RequestBody, SentForm};
use crate::wire::extract::{ApiQuery, Extract, NoQuery, QueryFields, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// The learner that an address names.
pub(crate) struct RequestedLearner(RosterEntry);

impl Extract for RequestedLearner {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = path_part(request, "id");
        let unknown = || Problem::unknown_learner(text);
        let id = LearnerId(id(text).ok_or_else(unknown)?);
        let entry = State::of(request).store.roster_entry(id).await?;
        entry.map(Self).ok_or_else(unknown)
    }

    fn describe(operation: &mut Operation) {
        operation.has_path_part("id", "The id of the learner.", ID_PATTERN, "1");
        operation.may_fail(&[Code::LearnerUnknown, Code::StoreFailed]);
    }
}

/// Which learners are listed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LearnersQuery)]
pub(crate) struct LearnersFields {
    /// Only those of this section.
    #[schema(value_type = Option<String>)]
    section: Option<Field<SectionName>>,
}

impl QueryFields for LearnersFields {
    const IS_SPARSE: bool = true;
}

/// Who is in the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct LearnerList {
    is_success: bool,
    /// By section and name.
    learners: Vec<ListedLearner>,
}

/// A learner of the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListedLearner {
    id: i64,
    name: String,
    #[schema(value_type = Option<String>)]
    section: Option<SectionName>,
    #[schema(value_type = Option<String>)]
    email: Option<EmailAddress>,
    #[schema(value_type = Option<String>)]
    student_id: Option<StudentId>,
    /// The name on the scoreboard.
    nickname: Option<String>,
    /// Whether an instructor has put the learner on the roster; otherwise they have registered themselves.
    on_roster: bool,
    /// In the format of RFC 3339.
    registered_at: String,
    /// How many steps are solved.
    solved: u32,
    /// What they have earned.
    #[schema(value_type = f64)]
    points: Credit,
    /// How many answers to the steps were judged.
    attempts: u64,
}

/// A learner with what they have earned.
pub(crate) struct ClassMember {
    pub(crate) entry: RosterEntry,
    pub(crate) grades: GradeRow,
}

impl ClassMember {
    /// How many answers were judged.
    pub(crate) fn attempts(&self) -> u64 {
        self.grades.results.iter().map(|result| u64::from(result.attempts)).sum()
    }
}

/// These learners by section and name, with what they have earned at these steps.
pub(crate) fn members(
    steps: Vec<GradebookStep>,
    entries: Vec<RosterEntry>,
    grades: &[Grade],
) -> Vec<ClassMember> {
    let learners = entries
        .iter()
        .map(|entry| (entry.learner.clone(), entry.email.clone(), entry.student_id.clone()));
    let book = Gradebook::new(steps, learners.collect(), grades);
    let mut entries: HashMap<LearnerId, RosterEntry> =
        entries.into_iter().map(|entry| (entry.learner.id, entry)).collect();
    let rows = book.rows.into_iter();
    rows.filter_map(|grades| {
        let entry = entries.remove(&grades.learner.id)?;
        Some(ClassMember { entry, grades })
    })
    .collect()
}

/// `GET /instructor/learners`: the learners of a section, or all.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<LearnersFields>,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<LearnerList>>, Problem> {
    let section = query.section.map(|Field(section)| section);
    let mut entries = state.store.roster().await?;
    let curriculum = state.curriculum();
    let sections = sections(&curriculum.course, &entries);
    check_listed(&sections, section.as_ref())?;
    entries.retain(|entry| section.is_none() || entry.learner.section == section);
    let grades = state.store.grades().await?;
    let members = members(steps_of(&curriculum), entries, &grades);
    match view {
        View::Page(frame) => {
            let lines =
                members.iter().map(|member| LearnerLine::new(&member.entry, &member.grades));
            let (frame, lines) = (frame.seen_by(&instructor), lines.collect());
            let page = LearnersPage::new(frame, &sections, section.as_ref(), lines);
            PageReply::ok(page.frame.language, &page).map(Either::Left)
        }
        View::Data => {
            let learners = members.iter().map(ListedLearner::from).collect();
            Ok(Either::Right(Reply::ok(LearnerList { is_success: true, learners })))
        }
    }
}

impl From<&ClassMember> for ListedLearner {
    fn from(member: &ClassMember) -> Self {
        let ClassMember { entry, grades } = member;
        Self {
            id: entry.learner.id.0,
            name: entry.learner.name.to_string(),
            section: entry.learner.section.clone(),
            email: entry.email.clone(),
            student_id: entry.student_id.clone(),
            nickname: entry.nickname.as_ref().map(|nickname| nickname.as_str().to_owned()),
            on_roster: entry.learner.is_on_roster,
            registered_at: rfc3339(entry.registered_at),
            solved: grades.solved,
            points: grades.total,
            attempts: member.attempts(),
        }
    }
}

/// A learner with the results.
#[derive(Serialize, ToSchema)]
pub(crate) struct LearnerReply {
    is_success: bool,
    #[serde(flatten)]
    learner: ListedLearner,
    /// The result at each step that is not hidden.
    results: Vec<GradedStep>,
    /// What they have earned.
    #[schema(value_type = f64)]
    total: Credit,
}

/// `GET /instructor/learners/{id}`: a learner with the results.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<LearnerReply>>, Problem> {
    if let View::Page(frame) = view {
        let page = page(frame.seen_by(&instructor), entry, &state).await?;
        return PageReply::ok(page.frame.language, &page).map(Either::Left);
    }
    let steps = steps_of(&state.curriculum());
    let member = member(&state, steps.clone(), entry).await?;
    Ok(Either::Right(Reply::ok(LearnerReply::of(&steps, &member))))
}

/// The page of a learner.
async fn page(frame: Frame, entry: RosterEntry, state: &State) -> Result<LearnerPage, Problem> {
    let curriculum = Arc::clone(&state.curriculum());
    let steps = steps_of(&curriculum);
    let ClassMember { entry, grades } = member(state, steps.clone(), entry).await?;
    let extensions = state.class.extensions();
    Ok(LearnerPage::new(frame, &curriculum, &entry, &steps, &grades, &extensions))
}

/// A learner with what they have earned at these steps.
async fn member(
    state: &State,
    steps: Vec<GradebookStep>,
    entry: RosterEntry,
) -> Result<ClassMember, Problem> {
    let id = entry.learner.id;
    let progress = state.store.progress(id).await?;
    let mut members = members(steps, vec![entry], &progress.steps);
    members.pop().ok_or_else(|| Problem::unknown_learner(&id.0.to_string()))
}

impl LearnerReply {
    fn of(steps: &[GradebookStep], member: &ClassMember) -> Self {
        let results = steps.iter().zip(&member.grades.results);
        let results = results.map(|(step, &result)| GradedStep::of(step, result));
        Self {
            is_success: true,
            learner: member.into(),
            results: results.collect(),
            total: member.grades.total,
        }
    }
}

/// What is changed of a learner: what is missing stays, and an empty text takes away.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LearnerForm {
    name: Option<String>,
    #[schema(value_type = Option<String>)]
    section: Option<Setting<SectionName>>,
    #[schema(value_type = Option<String>)]
    email: Option<Setting<EmailAddress>>,
    #[schema(value_type = Option<String>)]
    student_id: Option<Setting<StudentId>>,
    /// Only the empty text, which takes the nickname away: learners choose their own.
    #[schema(value_type = Option<String>)]
    nickname: Option<NoNickname>,
}

impl RequestBody for LearnerForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"section\": \"A\"}";
}

impl LearnerForm {
    fn change(self, course: &Course) -> Result<LearnerChange, Problem> {
        if let Some(Setting(Some(section))) = &self.section {
            check_section(course, section)?;
        }
        Ok(LearnerChange {
            name: self.name.map(|name| name.parse()).transpose()?,
            section: self.section.map(|Setting(section)| section),
            email: self.email.map(|Setting(email)| email),
            student_id: self.student_id.map(|Setting(student_id)| student_id),
            clear_nickname: self.nickname.is_some(),
            ..LearnerChange::default()
        })
    }
}

/// `POST /instructor/learners/{id}`: changes what is known of a learner.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    sent: SentForm<LearnerForm>,
    state: SharedState,
) -> Result<Either<PageReply, Either<SeeOther, Reply<LearnerReply>>>, Problem> {
    let id = entry.learner.id;
    let written = LearnerFields {
        name: sent.written("name"),
        section: sent.written("section"),
        email: sent.written("email"),
        student_id: sent.written("student_id"),
        told: None,
    };
    match (change(&state, &entry.learner, sent.read).await, view) {
        (Ok(()), View::Page(_)) => {
            return Ok(Either::Right(Either::Left(SeeOther::to(path_of(id)))));
        }
        (Ok(()), View::Data) => {}
        // The form is there again, with what was written.
        (Err(problem), View::Page(frame)) if problem.is_of_request() => {
            let mut page = page(frame.seen_by(&instructor), entry, &state).await?;
            page.change =
                LearnerFields { told: Some(problem.told(page.frame.language)), ..written };
            let page = PageReply::ok(page.frame.language, &page)?;
            return Ok(Either::Left(page.refusing(&problem)));
        }
        (Err(problem), _) => return Err(problem),
    }
    let entry = state.store.roster_entry(id).await?;
    let entry = entry.ok_or_else(|| Problem::unknown_learner(&id.0.to_string()))?;
    let steps = steps_of(&state.curriculum());
    let member = member(&state, steps.clone(), entry).await?;
    Ok(Either::Right(Either::Right(Reply::ok(LearnerReply::of(&steps, &member)))))
}

/// Changes a learner as a form says, if it could be read.
async fn change(
    state: &State,
    learner: &Learner,
    form: Result<LearnerForm, Problem>,
) -> Result<(), Problem> {
    let change = form?.change(&state.curriculum().course)?;
    let new_name = change.name.as_ref().filter(|&name| *name != learner.name);
    if new_name.is_some_and(|name| state.class.people.has_named_like(name)) {
        return Err(StoreError::NameTaken.into());
    }
    of_class_learner(learner.id, state.store.change_learner(learner.id, change).await)?;
    state.class_changed().await;
    Ok(())
}

/// Where a learner is, on this server.
pub(crate) fn path_of(LearnerId(id): LearnerId) -> String {
    format!("/instructor/learners/{id}")
}

/// A request without fields.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyForm {}

impl RequestBody for EmptyForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{}";
}

/// `POST /instructor/learners/{id}/rekey`: gives a learner a new key; the old one is no longer valid.
pub(crate) async fn rekey(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    _: OptionalBody<EmptyForm>,
    state: SharedState,
) -> Result<Either<PageReply, Reply<NewKey>>, Problem> {
    let id = entry.learner.id;
    let key = LearnerKey::from_bytes(random_bytes()?);
    let change = LearnerChange { key: Some(key.hash()), ..LearnerChange::default() };
    of_class_learner(id, state.store.change_learner(id, change).await)?;
    state.class_changed().await;
    let new = NewKey::of(&entry.learner.name, &key);
    match view {
        View::Page(frame) => new.page(frame.seen_by(&instructor), path_of(id)).map(Either::Left),
        View::Data => Ok(Either::Right(Reply::ok(new))),
    }
}

/// What is done with a learner who is to be forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgetForm {
    attempts: Attempts,
    /// The name of the learner, so that nobody is forgotten by mistake.
    confirm: String,
}

/// What is done with the attempts of a learner who is forgotten.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ForgottenAttempts)]
enum Attempts {
    /// They are kept without a name: they count in the statistics of the steps.
    Keep,
    /// They are removed.
    Remove,
}

impl From<Attempts> for Forgetting {
    fn from(attempts: Attempts) -> Self {
        match attempts {
            Attempts::Keep => Self::KeepAttempts,
            Attempts::Remove => Self::RemoveAttempts,
        }
    }
}

impl RequestBody for ForgetForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"attempts\": \"keep\", \"confirm\": NAME}";
}

/// `POST /instructor/learners/{id}/forget`: forgets a learner.
pub(crate) async fn forget(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<ForgetForm>,
    state: SharedState,
) -> Result<Either<PageReply, Either<SeeOther, Reply<Done>>>, Problem> {
    let learner = &entry.learner;
    let view = match (confirm(&form.confirm, &learner.name), view) {
        (Ok(()), view) => view,
        (Err(problem), View::Page(frame)) => {
            // There is no page at this address.
            let address = format!("{}?{LANG}", path_of(learner.id));
            let frame = Frame { address, ..frame.seen_by(&instructor) };
            let mut page = page(frame, entry, &state).await?;
            page.forget_told = Some(problem.told(page.frame.language));
            let page = PageReply::ok(page.frame.language, &page)?;
            return Ok(Either::Left(page.refusing(&problem)));
        }
        (Err(problem), View::Data) => return Err(problem),
    };
    let forgotten = state.store.forget_learner(learner.id, form.attempts.into()).await;
    of_class_learner(learner.id, forgotten)?;
    state.class_changed().await;
    Ok(Either::Right(match view {
        View::Page(_) => Either::Left(SeeOther::to("/instructor/learners")),
        View::Data => Either::Right(Reply::ok(DONE)),
    }))
}

/// Refuses what is not the name of the learner.
fn confirm(text: &str, name: &LearnerName) -> Result<(), Problem> {
    let is_same = |confirmed: LearnerName| confirmed.folded() == name.folded();
    if text.parse().is_ok_and(is_same) {
        return Ok(());
    }
    let detail = texts::class::forget(quoted(text), quoted(name.as_str()));
    Err(Problem::new(Code::ForgetConfirm, detail))
}
