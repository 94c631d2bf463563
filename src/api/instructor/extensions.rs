//! `/instructor/extensions`: dates that are moved for a learner or a section.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{EmptyForm, Field, LearnerField, read_time};
use super::overview::sections;
use super::requested::{
    ID_PATTERN, check_section, id, known_step, named_learner, of_class_learner,
};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::NamedLearner;
use crate::app::state::{SharedState, State};
use crate::course::{
    Audience, Course, DayEnd, Extension, ExtensionId, Learner, LearnerId, RosterEntry, RuleChanges,
    SectionName, StepRules,
};
use crate::pages::frame::Frame;
use crate::pages::view::{PageReply, SeeOther, Shown, View};
use crate::step::{StepNumber, Timestamp};
use crate::store::{Instructor, StoreError};
use crate::texts;
use crate::texts::InstructorPages;
use crate::wire::body::{Form, OptionalBody, RequestBody, SentForm, ShortText};
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{Created, DONE, Done, Reply};

/// The list of extensions, on this server.
const PATH: &str = "/instructor/extensions";

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
    #[schema(value_type = i64)]
    pub(super) id: ExtensionId,
    #[schema(value_type = String)]
    pub(super) step: StepNumber,
    /// The learner whom it is for; null if it is for a section.
    pub(super) learner: Option<NamedLearner>,
    /// The section that it is for; null if it is for a learner.
    #[schema(value_type = Option<String>)]
    pub(super) section: Option<SectionName>,
    /// When the step opens, in the format of RFC 3339; null: as without the extension.
    #[schema(value_type = Option<String>)]
    pub(super) opens: Option<Timestamp>,
    /// The last second at which an answer earns all points; null: as without the extension.
    #[schema(value_type = Option<String>)]
    pub(super) due: Option<Timestamp>,
    /// The last second at which answers are judged; null: as without the extension.
    #[schema(value_type = Option<String>)]
    pub(super) closes: Option<Timestamp>,
    /// Why, as the instructor wrote it.
    pub(super) reason: String,
    /// The name of the instructor.
    pub(super) by: String,
    /// When it was given.
    #[schema(value_type = String)]
    pub(super) at: Timestamp,
}

/// All extensions, the latest first, and the form where one is given.
#[derive(Template)]
#[template(path = "instructor/extensions.html")]
struct ExtensionsPage {
    frame: Frame,
    extensions: Vec<ExtensionReply>,
    form: Form,
    sections: Vec<SectionName>,
    /// The names of all learners.
    learners: Vec<String>,
}

/// All extensions in the order in which they were given, and the roster.
async fn read(state: &State) -> Result<(Vec<ExtensionReply>, Vec<RosterEntry>), Problem> {
    let extensions = state.store.extensions().await?;
    let roster = state.store.roster().await?;
    let learner = |audience: &Audience| {
        let known = |entry: &&RosterEntry| *audience == Audience::Learner(entry.learner.id);
        roster.iter().find(known).map(|entry| &entry.learner)
    };
    let extensions = extensions.into_iter();
    let named = extensions.map(|given| ExtensionReply::of(learner(&given.audience), given));
    Ok((named.collect(), roster))
}

/// `GET /instructor/extensions`: all extensions.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Shown<ExtensionList>, Problem> {
    let (extensions, roster) = read(&state).await?;
    let list = ExtensionList { is_success: true, extensions };
    view.show(&instructor, list, |frame, list| {
        ExtensionsPage::new(frame, list.extensions, &roster, Form::default())
    })
}

impl ExtensionsPage {
    fn new(
        frame: Frame,
        mut extensions: Vec<ExtensionReply>,
        roster: &[RosterEntry],
        form: Form,
    ) -> Self {
        extensions.reverse();
        let sections = sections(&frame.curriculum.course, roster);
        let learners = roster.iter().map(|entry| entry.learner.name.to_string()).collect();
        Self { frame, extensions, form, sections, learners }
    }
}

impl ExtensionReply {
    /// An extension. If it is for a learner, it is this one.
    pub(crate) fn of(learner: Option<&Learner>, given: Extension) -> Self {
        let Extension { id, step, audience, changes, reason, by, at } = given;
        let (learner, section) = match audience {
            Audience::Section(section) => (None, Some(section)),
            Audience::Learner(_) => (learner.map(NamedLearner::from), None),
        };
        let RuleChanges { opens, due, closes, .. } = changes;
        let by = by.to_string();
        Self { id, step, learner, section, opens, due, closes, reason, by, at }
    }

    /// Whom it is for, in words.
    pub(crate) fn audience(&self, words: InstructorPages) -> String {
        match (&self.section, &self.learner) {
            (Some(section), _) => words.section_named(section),
            (None, Some(learner)) => learner.name.clone(),
            (None, None) => words.forgotten().to_owned(),
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
    /// Why it is given.
    reason: Option<ShortText<200>>,
}

impl RequestBody for ExtensionForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str =
        "{\"step\": \"07\", \"learner\": \"Ada Lovelace\", \"due\": \"2026-09-18\"}";
    const IS_SPARSE: bool = true;
}

/// `POST /instructor/extensions`: gives an extension.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    sent: SentForm<ExtensionForm>,
    state: SharedState,
) -> Result<Either<PageReply, Either<SeeOther, Created<Extended>>>, Problem> {
    let given = match sent.read {
        Ok(form) => form.give(&state, &instructor).await,
        Err(problem) => Err(problem),
    };
    match given {
        Ok(extension) => {
            Ok(Either::Right(view.redirect(PATH, Extended { is_success: true, extension })))
        }
        // The form is there again, with what was written.
        Err(problem) => {
            let frame = view.form_again(&problem)?.seen_by(&instructor);
            let form = sent.form.rejected(&problem, frame.language);
            let (extensions, roster) = read(&state).await?;
            let page = ExtensionsPage::new(frame, extensions, &roster, form);
            PageReply::refused(&problem, page.frame.language, &page).map(Either::Left)
        }
    }
}

impl ExtensionForm {
    /// Gives the extension, if it may be given.
    async fn give(
        &self,
        state: &State,
        instructor: &Instructor,
    ) -> Result<ExtensionReply, Problem> {
        let curriculum = Arc::clone(&state.curriculum());
        let step = known_step(&curriculum.steps, self.step.0.as_str())?;
        let changes = self.changes(&curriculum.course)?;
        let (audience, learner) = self.audience(state, &curriculum.course).await?;
        let affected = match &audience {
            Audience::Learner(_) => learner.clone(),
            // Somebody in the section who has no dates of their own.
            Audience::Section(section) => {
                let (id, name) = (LearnerId(0), instructor.name.clone());
                Some(Learner { id, name, section: Some(section.clone()), is_on_roster: false })
            }
        };
        let rules = curriculum.rules(&step, affected.as_ref(), &state.class.extensions());
        check_order(&curriculum.course, &changes.apply(rules))?;
        let reason = self.reason.clone().unwrap_or_default().as_str().to_owned();
        let (step, by, at) = (step.number, instructor.name.clone(), now());
        let (to, why, who) = (audience.clone(), reason.clone(), by.clone());
        let given = state.store.extend(step, to, changes, why, who, at).await;
        let id = match &audience {
            Audience::Learner(learner) => of_class_learner(*learner, given)?,
            Audience::Section(_) => given?,
        };
        state.class_changed().await;
        let extension = Extension { id, step, audience, changes, reason, by, at };
        Ok(ExtensionReply::of(learner.as_ref(), extension))
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

    /// Whom it is for, with the learner if it is for one.
    async fn audience(
        &self,
        state: &State,
        course: &Course,
    ) -> Result<(Audience, Option<Learner>), Problem> {
        match (&self.learner, &self.section) {
            (Some(LearnerField(named)), None) => {
                let learner = named_learner(state, named).await?.learner;
                Ok((Audience::Learner(learner.id), Some(learner)))
            }
            (None, Some(Field(section))) => {
                check_section(course, section)?;
                Ok((Audience::Section(section.clone()), None))
            }
            (Some(_), Some(_)) | (None, None) => {
                let detail = texts::class::audience();
                Err(Problem::new(Code::ClassForm, detail))
            }
        }
    }
}

/// Rejects dates by which the step would be due before it opens, or close before it is due.
fn check_order(course: &Course, rules: &StepRules) -> Result<(), Problem> {
    if rules.check_order().is_ok() {
        return Ok(());
    }
    let shown = |date: Option<Timestamp>| {
        date.map_or_else(|| "–".to_owned(), |date| course.local_time(date))
    };
    let StepRules { opens, due, closes, .. } = *rules;
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
    Ok(view.redirect(PATH, DONE))
}
