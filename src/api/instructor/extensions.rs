//! `/instructor/extensions`: dates that are moved for a learner, a section or everybody.

use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audience::{AudienceReply, recipient};
use super::fields::{EmptyForm, Field, Flag, LearnerField, read_time};
use super::requested::{ID_PATTERN, id, known_step};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{NewExtension, extend, remove_extension, sections};
use crate::app::state::{SharedState, State};
use crate::course::{
    Course, DayEnd, ExtendedSteps, Extension, ExtensionId, RosterEntry, RuleChanges, SectionName,
};
use crate::pages::frame::Frame;
use crate::pages::view::{SeeOther, Sent, Shown, View};
use crate::step::Timestamp;
use crate::store::Instructor;
use crate::texts;
use crate::texts::InstructorPages;
use crate::wire::body::{Form, OptionalBody, RequestBody, SentForm, ShortText};
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{DONE, Done, Reply};

/// The list of extensions, on this server.
const PATH: &str = "/instructor/extensions";

/// The extensions in force.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExtensionList {
    is_success: bool,
    /// In the order in which they were given: of several for the same audience and step, the latest counts.
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
    /// The number of the step, or `all`.
    #[schema(value_type = String)]
    #[serde(rename = "step")]
    pub(super) steps: ExtendedSteps,
    #[serde(flatten)]
    pub(super) audience: AudienceReply,
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
    /// The time zone of the course when it was given; empty if it was not stored. The moments stay if the course gets another zone.
    pub(super) zone: String,
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
    let named = extensions.into_iter().map(|given| {
        let audience = AudienceReply::on_roster(given.audience.clone(), &roster);
        ExtensionReply::of(audience, given)
    });
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
    /// The steps in words.
    pub(crate) fn steps_named(&self, words: InstructorPages) -> String {
        match self.steps {
            ExtendedSteps::All => words.all_steps().to_owned(),
            ExtendedSteps::One(step) => step.to_string(),
        }
    }

    /// Whether its dates were written by the clocks of another time zone than this one.
    pub(crate) fn is_of_other_zone(&self, frame: &Frame) -> bool {
        !self.zone.is_empty() && self.zone != frame.curriculum.course.zone_name()
    }

    /// An extension for this audience.
    pub(crate) fn of(audience: AudienceReply, given: Extension) -> Self {
        let Extension { id, steps, changes, reason, by, at, zone, .. } = given;
        let RuleChanges { opens, due, closes, .. } = changes;
        let by = by.to_string();
        Self { id, steps, audience, opens, due, closes, reason, by, at, zone }
    }
}

/// An extension for one learner, for a section, or for everybody.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExtensionForm {
    /// The number of a step, or `all`.
    #[schema(value_type = String)]
    step: Field<ExtendedSteps>,
    /// The id of a learner as a number, or a text with the name or the id; `#37` is always the id.
    #[schema(value_type = Option<Value>)]
    learner: Option<LearnerField>,
    #[schema(value_type = Option<String>)]
    section: Option<Field<SectionName>>,
    /// Whether it is for all learners.
    #[serde(default)]
    #[schema(value_type = bool)]
    everybody: Flag,
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
) -> Result<Sent<Extended, 201>, Problem> {
    let given = give(&state, &instructor, sent.read).await;
    view.sent(&instructor, PATH, given, sent.form, async |frame, form| {
        let (extensions, roster) = read(&state).await?;
        Ok(ExtensionsPage::new(frame, extensions, &roster, form))
    })
    .await
}

/// Gives an extension as a form says, if it could be read.
async fn give(
    state: &State,
    instructor: &Instructor,
    form: Result<ExtensionForm, Problem>,
) -> Result<Extended, Problem> {
    let form = form?;
    let curriculum = Arc::clone(&state.curriculum());
    let Field(steps) = form.step;
    if let ExtendedSteps::One(step) = steps {
        known_step(&curriculum.steps, step.as_str())?;
    }
    let changes = form.changes(&curriculum.course)?;
    let course = &curriculum.course;
    let (learner, section) = (form.learner.as_ref(), form.section.as_ref());
    let recipient = recipient(state, course, learner, section, form.everybody).await?;
    let audience = AudienceReply::of(recipient.audience(), recipient.learner());
    let reason = form.reason.unwrap_or_default().as_str().to_owned();
    let new = NewExtension { steps, recipient, changes, reason, by: instructor.name.clone() };
    let extensions = state.class.extensions();
    let giving = extend(&*state.store, &curriculum, &extensions, new, now());
    let extension = state.change_class(giving).await?;
    Ok(Extended { is_success: true, extension: ExtensionReply::of(audience, extension) })
}

impl ExtensionForm {
    /// The dates, by the clocks of the course.
    fn changes(&self, course: &Course) -> Result<RuleChanges, Problem> {
        let changes = RuleChanges {
            opens: read_time(course, "opens", self.opens.as_deref(), DayEnd::First)?,
            due: read_time(course, "due", self.due.as_deref(), DayEnd::Last)?,
            closes: read_time(course, "closes", self.closes.as_deref(), DayEnd::Last)?,
            ..RuleChanges::default()
        };
        if changes == RuleChanges::default() {
            return Err(Problem::new(Code::ClassForm, texts::class::no_change()));
        }
        Ok(changes)
    }
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
    state.change_class(remove_extension(&*state.store, id)).await?;
    Ok(view.redirect(PATH, DONE))
}
