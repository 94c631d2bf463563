//! `/instructor/extensions`: dates that are moved for a learner or a section.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{Field, LearnerField, read_time};
use super::learners::EmptyForm;
use super::overview::sections;
use super::{
    DONE, Done, ID_PATTERN, NamedLearner, check_section, id, known_step, moment, of_class_learner,
};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{Curriculum, find_learner};
use crate::app::state::{SharedState, State};
use crate::course::rfc3339;
use crate::course::{
    Audience, Course, DayEnd, Extension, ExtensionId, Extensions, Learner, LearnerId, RuleChanges,
    SectionName, StepRules,
};
use crate::pages::frame::Frame;
use crate::pages::instructor::extensions::{ExtensionFields, ExtensionsPage};
use crate::pages::view::{PageReply, SeeOther, View};
use crate::step::{Step, StepNumber, Timestamp};
use crate::store::{Instructor, RosterEntry, StoreError};
use crate::texts;
use crate::wire::body::{OptionalBody, RequestBody, SentForm};
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::BodyTypes;
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Created, Reply};

/// The list of extensions, on this server.
const PATH: &str = "/instructor/extensions";

/// How many characters a reason may have.
const REASON_LENGTH: usize = 200;

/// The extensions in force.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExtensionList {
    is_success: bool,
    /// In the order in which they were given: of several for the same learner or section and step, the latest counts.
    extensions: Vec<ExtensionReply>,
}

/// An extension that was given.
#[derive(Serialize, ToSchema)]
pub(crate) struct Extended {
    is_success: bool,
    #[serde(flatten)]
    extension: ExtensionReply,
}

/// Dates of a step that an instructor has moved.
#[derive(Serialize, ToSchema)]
#[schema(as = StepExtension)]
pub(crate) struct ExtensionReply {
    id: i64,
    #[schema(value_type = String)]
    step: StepNumber,
    /// The learner whom it is for; null if it is for a section.
    learner: Option<NamedLearner>,
    /// The section that it is for; null if it is for a learner.
    #[schema(value_type = Option<String>)]
    section: Option<SectionName>,
    /// When the step opens, in the format of RFC 3339; null: as without the extension.
    opens: Option<String>,
    /// The last second at which an answer earns all points; null: as without the extension.
    due: Option<String>,
    /// The last second at which answers are judged; null: as without the extension.
    closes: Option<String>,
    /// Why, as the instructor wrote it.
    reason: String,
    /// The name of the instructor.
    by: String,
    /// When it was given.
    at: String,
}

/// An extension with the name of its learner.
pub(crate) struct NamedExtension {
    pub(crate) extension: Extension,
    /// The learner whom it is for, if it is for one.
    pub(crate) learner: Option<Learner>,
}

/// All extensions, in the order in which they were given.
pub(crate) async fn all(state: &State) -> Result<Vec<NamedExtension>, Problem> {
    let extensions = state.store.extensions().await?;
    let roster = state.store.roster().await?;
    let named = |extension: Extension| {
        let learner = match &extension.audience {
            Audience::Section(_) => None,
            Audience::Learner(id) => roster.iter().find(|entry| entry.learner.id == *id),
        };
        let learner = learner.map(|entry| entry.learner.clone());
        NamedExtension { extension, learner }
    };
    Ok(extensions.into_iter().map(named).collect())
}

/// `GET /instructor/extensions`: all extensions.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Either<PageReply, Reply<ExtensionList>>, Problem> {
    match view {
        View::Page(frame) => {
            let frame = frame.seen_by(&instructor);
            page(frame, ExtensionFields::default(), &state).await.map(Either::Left)
        }
        View::Data => {
            let extensions = all(&state).await?.into_iter().map(ExtensionReply::from).collect();
            Ok(Either::Right(Reply::ok(ExtensionList { is_success: true, extensions })))
        }
    }
}

/// The page of all extensions, with what is written in the form.
async fn page(frame: Frame, form: ExtensionFields, state: &State) -> Result<PageReply, Problem> {
    let extensions = Extensions::new(state.store.extensions().await?);
    let roster = state.store.roster().await?;
    let curriculum = state.curriculum();
    let sections = sections(&curriculum.course, &roster);
    let page = ExtensionsPage::new(frame, &curriculum, &extensions, (&roster, sections), form);
    PageReply::ok(page.frame.language, &page)
}

impl From<NamedExtension> for ExtensionReply {
    fn from(NamedExtension { extension, learner }: NamedExtension) -> Self {
        let Extension { id, step, audience, changes, reason, by, at } = extension;
        let section = match audience {
            Audience::Section(section) => Some(section),
            Audience::Learner(_) => None,
        };
        Self {
            id: id.0,
            step,
            learner: learner.as_ref().map(NamedLearner::from),
            section,
            opens: moment(changes.opens),
            due: moment(changes.due),
            closes: moment(changes.closes),
            reason,
            by: by.to_string(),
            at: rfc3339(at),
        }
    }
}

/// An extension for one learner, or for a section.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtensionForm {
    #[schema(value_type = String)]
    step: Field<StepNumber>,
    /// The id of a learner as a number, or a text with the name or the id; `#37` is always the id.
    #[schema(value_type = Option<Value>)]
    learner: Option<LearnerField>,
    #[schema(value_type = Option<String>)]
    section: Option<Field<SectionName>>,
    /// A time by the clocks of the course, as `2026-09-01T08:00`, a day, which begins then, or a time with an offset.
    opens: Option<String>,
    /// The same; a day is its last second.
    due: Option<String>,
    /// The same; a day is its last second.
    closes: Option<String>,
    /// At most 200 characters in one line.
    reason: Option<String>,
}

impl RequestBody for ExtensionForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str =
        "{\"step\": \"07\", \"learner\": \"Ada Lovelace\", \"due\": \"2026-09-18\"}";
    const TYPES: BodyTypes = BodyTypes::JsonAndSparseForms;
}

/// `POST /instructor/extensions`: gives an extension.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    sent: SentForm<ExtensionForm>,
    state: SharedState,
) -> Result<Either<PageReply, Either<SeeOther, Created<Extended>>>, Problem> {
    let written = |problem: &Problem, language| ExtensionFields {
        step: sent.written("step"),
        learner: sent.written("learner"),
        section: sent.written("section"),
        opens: sent.written("opens"),
        due: sent.written("due"),
        closes: sent.written("closes"),
        reason: sent.written("reason"),
        told: Some(problem.told(language)),
    };
    let given = match &sent.read {
        Ok(form) => form.read(&state, &instructor).await,
        Err(problem) => Err(problem.clone()),
    };
    let (given, view) = match (given, view) {
        (Ok(given), view) => (given, view),
        // The form is there again, with what was written.
        (Err(problem), View::Page(frame)) if problem.is_of_request() => {
            let form = written(&problem, frame.language);
            let page = page(frame.seen_by(&instructor), form, &state).await?;
            return Ok(Either::Left(page.refusing(&problem)));
        }
        (Err(problem), _) => return Err(problem),
    };
    let Given { step, for_whom, changes, reason } = given;
    let audience = Audience::from(&for_whom);
    let (by, at) = (instructor.name, now());
    let (to, why, who) = (audience.clone(), reason.clone(), by.clone());
    let given = state.store.extend(step, to, changes, why, who, at).await;
    let id = match &for_whom {
        ForWhom::Learner(learner) => of_class_learner(learner.id, given)?,
        ForWhom::Section(_) => given?,
    };
    state.class_changed().await;
    if let View::Page(_) = view {
        return Ok(Either::Right(Either::Left(SeeOther::to(PATH))));
    }
    let learner = match for_whom {
        ForWhom::Learner(learner) => Some(learner),
        ForWhom::Section(_) => None,
    };
    let extension = Extension { id, step, audience, changes, reason, by, at };
    let extension = NamedExtension { extension, learner }.into();
    let extended = Created::new(Extended { is_success: true, extension });
    Ok(Either::Right(Either::Right(extended)))
}

/// An extension that may be given.
struct Given {
    step: StepNumber,
    for_whom: ForWhom,
    changes: RuleChanges,
    reason: String,
}

/// Whom an extension is for.
enum ForWhom {
    Learner(Learner),
    Section(SectionName),
}

impl From<&ForWhom> for Audience {
    fn from(for_whom: &ForWhom) -> Self {
        match for_whom {
            ForWhom::Learner(learner) => Self::Learner(learner.id),
            ForWhom::Section(section) => Self::Section(section.clone()),
        }
    }
}

impl ExtensionForm {
    /// What is to be given, if it may be.
    async fn read(&self, state: &State, instructor: &Instructor) -> Result<Given, Problem> {
        let curriculum = Arc::clone(&state.curriculum());
        let step = known_step(&curriculum.steps, self.step.0.as_str())?;
        let changes = self.changes(&curriculum.course)?;
        let for_whom = self.audience(state, &curriculum.course).await?;
        let learner = match &for_whom {
            ForWhom::Learner(learner) => learner.clone(),
            // Somebody in the section who has no dates of their own.
            ForWhom::Section(section) => {
                let (id, name) = (LearnerId(0), instructor.name.clone());
                Learner { id, name, section: Some(section.clone()), is_on_roster: false }
            }
        };
        check_order(&curriculum, &step, &learner, &state.class.extensions(), &changes)?;
        let reason = self.reason()?;
        Ok(Given { step: step.number, for_whom, changes, reason })
    }

    /// Why it is given; empty if it is not said.
    fn reason(&self) -> Result<String, Problem> {
        let reason = self.reason.as_deref().unwrap_or_default().trim();
        if reason.chars().count() > REASON_LENGTH || reason.contains(char::is_control) {
            let detail = texts::class::reason(REASON_LENGTH);
            return Err(Problem::new(Code::ClassForm, detail));
        }
        Ok(reason.to_owned())
    }

    /// The dates, by the clocks of the course.
    fn changes(&self, course: &Course) -> Result<RuleChanges, Problem> {
        let changes = RuleChanges {
            opens: read_time(course, "opens", self.opens.as_deref(), DayEnd::First)?,
            due: read_time(course, "due", self.due.as_deref(), DayEnd::Last)?,
            closes: read_time(course, "closes", self.closes.as_deref(), DayEnd::Last)?,
            ..RuleChanges::default()
        };
        if changes == RuleChanges::default() {
            let detail = texts::class::no_change();
            return Err(Problem::new(Code::ClassForm, detail));
        }
        Ok(changes)
    }

    /// The learner or the section.
    async fn audience(&self, state: &State, course: &Course) -> Result<ForWhom, Problem> {
        match (&self.learner, &self.section) {
            (Some(LearnerField(named)), None) => {
                Ok(ForWhom::Learner(named_learner(state, named).await?.learner))
            }
            (None, Some(Field(section))) => {
                check_section(course, section)?;
                Ok(ForWhom::Section(section.clone()))
            }
            (Some(_), Some(_)) | (None, None) => {
                let detail = texts::class::audience();
                Err(Problem::new(Code::ClassForm, detail))
            }
        }
    }
}

/// The learner whom an instructor names in a body.
pub(crate) async fn named_learner(state: &State, named: &str) -> Result<RosterEntry, Problem> {
    let found = find_learner(&*state.store, named).await?;
    found.ok_or_else(|| Problem::nobody_named(named))
}

/// Refuses dates after which the step would be due before it opens, or close before it is due.
fn check_order(
    curriculum: &Curriculum,
    step: &Step,
    learner: &Learner,
    extensions: &Extensions,
    changes: &RuleChanges,
) -> Result<(), Problem> {
    let rules = changes.apply(curriculum.rules(step, Some(learner), extensions));
    let StepRules { opens, due, closes, .. } = rules;
    let dates: Vec<Timestamp> = [opens, due, closes].into_iter().flatten().collect();
    if dates.is_sorted() {
        return Ok(());
    }
    let shown = |date: Option<Timestamp>| {
        date.map_or_else(|| "–".to_owned(), |date| curriculum.course.local_time(date))
    };
    let detail = texts::class::order(shown(opens), shown(due), shown(closes));
    Err(Problem::new(Code::ClassForm, detail))
}

/// The extension that an address names.
pub(crate) struct RequestedExtension(ExtensionId);

impl Extract for RequestedExtension {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = path_part(request, "id");
        let id = id(text).ok_or_else(|| Problem::unknown_extension(text))?;
        Ok(Self(ExtensionId(id)))
    }

    fn describe(operation: &mut Operation) {
        operation.has_path_part("id", "The id of the extension.", ID_PATTERN, "1");
        operation.may_fail(&[Code::ExtensionUnknown, Code::StoreFailed]);
    }
}

/// `POST /instructor/extensions/{id}/remove`: takes an extension back.
pub(crate) async fn remove(
    _: RequiredInstructor,
    RequestedExtension(id): RequestedExtension,
    _: NoQuery,
    view: View,
    _: OptionalBody<EmptyForm>,
    state: SharedState,
) -> Result<Either<SeeOther, Reply<Done>>, Problem> {
    state.store.remove_extension(id).await.map_err(|error| match error {
        StoreError::EntryUnknown => Problem::unknown_extension(&id.0.to_string()),
        error => error.into(),
    })?;
    state.class_changed().await;
    Ok(match view {
        View::Page(_) => Either::Left(SeeOther::to(PATH)),
        View::Data => Either::Right(Reply::ok(DONE)),
    })
}
