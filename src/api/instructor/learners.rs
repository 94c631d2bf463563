//! `/instructor/learners`: who is in the class, and what an instructor changes of a learner.

use actix_web::Either;
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audience::AudienceReply;
use super::decisions::{DecisionReply, decisions_of};
use super::extensions::ExtensionReply;
use super::fields::{EmptyForm, Field, NoNickname, Setting};
use super::gradebook::{GradedStep, read};
use super::requested::{RequestedLearner, check_section};
use super::roster::ImportForm;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{ClassError, forget_learner, rekey_learner, steps_of};
use crate::app::state::{SharedState, State};
use crate::course::{
    Course, Credit, Detail, Details, Extension, GradeRow, Gradebook, Learner, LearnerId,
    LearnerName, RosterEntry, SectionName, for_each_detail,
};
use crate::game::json::{FieldError, Found, ValueError, Wanted};
use crate::pages::frame::Frame;
use crate::pages::instructor::{NewKey, SectionLinks};
use crate::pages::view::{PageReply, Sent, Shown, View};
use crate::step::{Timestamp, quoted};
use crate::store::{Forgetting, LearnerChange};
use crate::texts;
use crate::wire::accept::LANG;
use crate::wire::body::{ApiBody, Form, OptionalBody, RequestBody, SentForm};
use crate::wire::extract::{ApiQuery, NoQuery, QueryFields};
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{DONE, Done, Reply};

/// The list of learners, on this server.
const PATH: &str = "/instructor/learners";

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

/// Declares the types that have a field for each detail.
macro_rules! types_with_details {
    ($($detail:ident)*) => {
        /// A learner as a class list has them.
        #[derive(Serialize, ToSchema)]
        pub(crate) struct RosterLearner {
            #[schema(value_type = i64)]
            pub(super) id: LearnerId,
            pub(super) name: String,
            #[schema(value_type = Option<String>)]
            pub(super) section: Option<SectionName>,
            $($detail: Option<String>,)*
            /// How pages call the learner: by the name, and by the student id if another learner has the same name.
            #[serde(skip)]
            pub(super) label: String,
        }

        impl From<RosterEntry> for RosterLearner {
            fn from(RosterEntry { learner, details, .. }: RosterEntry) -> Self {
                let label = learner.label();
                let Learner { id, name, section, .. } = learner;
                let [$($detail),*] =
                    Detail::ALL.map(|detail| details.get(detail).map(str::to_owned));
                Self { id, name: name.to_string(), section, $($detail,)* label }
            }
        }

        impl RosterLearner {
            /// The details by their keys.
            fn details(&self) -> [(&'static str, &str); Detail::ALL.len()] {
                [$((stringify!($detail), self.$detail.as_deref().unwrap_or_default())),*]
            }
        }

        /// What is changed of a learner: what is missing stays, and an empty text takes away.
        #[derive(Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct LearnerForm {
            name: Option<String>,
            #[schema(value_type = Option<String>)]
            section: Option<Setting<SectionName>>,
            $($detail: Option<String>,)*
            /// Only the empty text, which takes the nickname away: learners choose their own.
            #[schema(value_type = Option<String>)]
            nickname: Option<NoNickname>,
        }

        impl LearnerForm {
            /// The details as they were sent.
            fn details(&self) -> [Option<&str>; Detail::ALL.len()] {
                [$(self.$detail.as_deref()),*]
            }
        }
    };
}
for_each_detail!(types_with_details);

/// A learner of the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListedLearner {
    #[serde(flatten)]
    person: RosterLearner,
    /// The name on the scoreboard.
    nickname: Option<String>,
    /// Whether an instructor has put the learner on the roster; otherwise they have registered themselves.
    on_roster: bool,
    /// In the format of RFC 3339.
    #[schema(value_type = String)]
    registered_at: Timestamp,
    /// How many steps are solved.
    solved: u32,
    /// What they have earned.
    #[schema(value_type = f64)]
    points: Credit,
    /// How many answers to the steps were judged.
    attempts: u64,
}

/// The learners of the class or of a section, and where a list is imported.
#[derive(Template)]
#[template(path = "instructor/learners.html")]
struct LearnersPage {
    frame: Frame,
    sections: SectionLinks,
    learners: Vec<ListedLearner>,
    import: ImportForm,
}

/// `GET /instructor/learners`: the learners of a section, or all.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<LearnersFields>,
    view: View,
    state: SharedState,
) -> Result<Shown<LearnerList>, Problem> {
    let (book, sections) = read(&state, PATH, query.section).await?;
    let learners = book.rows.into_iter().map(ListedLearner::from).collect();
    view.show(&instructor, LearnerList { is_success: true, learners }, |frame, list| LearnersPage {
        frame,
        sections,
        learners: list.learners,
        import: ImportForm::default(),
    })
}

impl From<GradeRow> for ListedLearner {
    fn from(row: GradeRow) -> Self {
        let (attempts, entry) = (row.attempts(), row.entry);
        Self {
            nickname: entry.nickname.as_ref().map(|nickname| nickname.as_str().to_owned()),
            on_roster: entry.learner.is_on_roster,
            registered_at: entry.registered_at,
            person: entry.into(),
            solved: row.solved,
            points: row.total,
            attempts,
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
    /// The points of the steps that are not excused.
    possible: u32,
}

/// A learner: results, and what can be changed.
#[derive(Template)]
#[template(path = "instructor/learner.html")]
struct LearnerPage {
    frame: Frame,
    learner: ListedLearner,
    results: Vec<GradedStep>,
    sections: Vec<SectionName>,
    change: Form,
    possible: u32,
    extensions: Vec<ExtensionReply>,
    decisions: Vec<DecisionReply>,
    /// The form where an extension is given.
    form: Form,
    /// Why the learner is not forgotten.
    rejection: Option<String>,
}

impl LearnerPage {
    /// At how many steps there is anything to see of the learner.
    fn tried(&self) -> usize {
        self.results.iter().filter(|result| result.is_tried()).count()
    }
}

/// `GET /instructor/learners/{id}`: a learner with the results.
pub(crate) async fn get(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Shown<LearnerReply>, Problem> {
    match view {
        View::Page(frame) => {
            let (language, frame) = (frame.language, frame.seen_by(&instructor));
            let page = LearnerPage::read(frame, entry, &state).await?;
            PageReply::ok(language, &page).map(Either::Left)
        }
        View::Data => Ok(Either::Right(Reply::new(LearnerReply::read(&state, entry).await?))),
    }
}

/// The extensions that are for a learner, for the learner's section or for everybody.
fn extensions_of(learner: &Learner, state: &State) -> Vec<ExtensionReply> {
    let extensions = state.class.extensions();
    let theirs = extensions.iter().filter(|given| given.audience.includes(learner)).cloned();
    let reply = |given: Extension| {
        ExtensionReply::of(AudienceReply::of(given.audience.clone(), Some(learner)), given)
    };
    theirs.map(reply).collect()
}

impl LearnerPage {
    async fn read(frame: Frame, entry: RosterEntry, state: &State) -> Result<Self, Problem> {
        let extensions = extensions_of(&entry.learner, state);
        let decisions = decisions_of(state, &entry.learner).await?;
        let LearnerReply { learner, results, possible, .. } =
            LearnerReply::read(state, entry).await?;
        let person = &learner.person;
        let mut sections = frame.curriculum.course.sections.clone();
        if !sections.is_empty() {
            // A section that the course no longer has stays selected, so that saving another field keeps it.
            sections.extend(person.section.clone().filter(|own| !sections.contains(own)));
        }
        let section = person.section.as_ref().map(ToString::to_string).unwrap_or_default();
        let details = person.details().map(|(key, text)| (key, text.to_owned()));
        let fields = [("name", person.name.clone()), ("section", section)];
        let change = Form::with(fields.into_iter().chain(details));
        let (form, rejection) = (Form::default(), None);
        Ok(Self {
            frame,
            learner,
            results,
            sections,
            change,
            possible,
            extensions,
            decisions,
            form,
            rejection,
        })
    }
}

impl LearnerReply {
    /// A learner with what they have earned.
    async fn read(state: &State, entry: RosterEntry) -> Result<Self, Problem> {
        let id = entry.learner.id;
        let progress = state.store.progress(id).await?;
        let (steps, decisions) = (steps_of(&state.curriculum()), state.class.decisions());
        let book = Gradebook::new(steps, vec![entry], &progress.steps, &decisions);
        let Gradebook { steps, rows } = book;
        let row = rows.into_iter().next().ok_or(ClassError::LearnerUnknown(id))?;
        let results = steps.iter().zip(&row.results);
        Ok(Self {
            is_success: true,
            results: results.map(|(step, result)| GradedStep::of(step, result)).collect(),
            total: row.total,
            possible: row.possible,
            learner: row.into(),
        })
    }
}

impl RequestBody for LearnerForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"section\": \"A\"}";
}

impl LearnerForm {
    fn change(self, course: &Course) -> Result<LearnerChange, Problem> {
        let (mut details, mut cleared) = (Details::default(), Vec::new());
        for (detail, sent) in Detail::ALL.into_iter().zip(self.details()) {
            match sent {
                None => {}
                Some(text) if text.trim().is_empty() => cleared.push(detail),
                Some(text) => details.set(detail, text).map_err(|_| unreadable(detail, text))?,
            }
        }
        if let Some(Setting(Some(section))) = &self.section {
            check_section(course, section)?;
        }
        Ok(LearnerChange {
            name: self.name.map(|name| name.parse()).transpose()?,
            section: self.section.map(|Setting(section)| section),
            details,
            cleared,
            clear_nickname: self.nickname.is_some(),
            ..LearnerChange::default()
        })
    }
}

/// The problem that a text is no such detail.
fn unreadable(detail: Detail, text: &str) -> Problem {
    let expected = Wanted::Value(detail.expected());
    let error = ValueError::Type(Found::Shown(quoted(text)), expected);
    Problem::new(Code::ClassForm, FieldError::of(detail.spec().key, error).message())
}

/// `POST /instructor/learners/{id}`: changes what is known of a learner.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    sent: SentForm<LearnerForm>,
    state: SharedState,
) -> Result<Sent<LearnerReply>, Problem> {
    let changed = change(&state, &entry.learner, sent.read).await;
    view.sent(&instructor, path_of(entry.learner.id), changed, sent.form, async |frame, form| {
        let page = LearnerPage::read(frame, entry, &state).await?;
        Ok(LearnerPage { change: form, ..page })
    })
    .await
}

/// Changes a learner as a form says, if it could be read.
async fn change(
    state: &State,
    learner: &Learner,
    form: Result<LearnerForm, Problem>,
) -> Result<LearnerReply, Problem> {
    let change = form?.change(&state.curriculum().course)?;
    state.change_learner(learner, change).await?;
    let entry = state.store.roster_entry(learner.id).await?;
    LearnerReply::read(state, entry.ok_or(ClassError::LearnerUnknown(learner.id))?).await
}

/// Where a learner is, on this server.
pub(crate) fn path_of(LearnerId(id): LearnerId) -> String {
    format!("/instructor/learners/{id}")
}

/// `POST /instructor/learners/{id}/rekey`: gives a learner a new key; the old one is no longer valid.
pub(crate) async fn rekey(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedLearner(entry): RequestedLearner,
    _: NoQuery,
    view: View,
    _: OptionalBody<EmptyForm>,
    state: SharedState,
) -> Result<Shown<NewKey>, Problem> {
    let id = entry.learner.id;
    let key = state.change_class(rekey_learner(&*state.store, id)).await?;
    let new = NewKey::of(&entry.learner.name, &key);
    view.show(&instructor, new, |frame, new| new.page(frame, path_of(id)))
}

/// What is done with a learner who is to be forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForgetForm {
    attempts: Forgetting,
    /// The learner's name again, so that the wrong learner is not forgotten by mistake.
    confirm: String,
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
) -> Result<Sent<Done>, Problem> {
    let learner = &entry.learner;
    if let Err(problem) = confirm(&form.confirm, &learner.name) {
        // There is no page at this address.
        let address = format!("{}?{LANG}", path_of(learner.id));
        let page = async |frame, form: Form| {
            let page = LearnerPage::read(Frame { address, ..frame }, entry, &state).await?;
            Ok(LearnerPage { rejection: form.rejection, ..page })
        };
        return view.form_again(&instructor, problem, Form::default(), page).await;
    }
    state.change_class(forget_learner(&*state.store, learner.id, form.attempts)).await?;
    Ok(Either::Right(view.redirect(PATH, DONE)))
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
