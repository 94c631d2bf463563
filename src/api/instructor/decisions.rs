//! `/instructor/decisions`: results that instructors set, excuse or void.

use std::borrow::Cow;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audience::{AudienceReply, recipient};
use super::fields::{EmptyForm, Field, Flag, Id, LearnerField, PointsField};
use super::requested::{ID_PATTERN, id, known_step};
use super::{attempts, learners};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{
    Curriculum, Decided, DecisionRequest, DecisionTarget, decide, sections, take_back,
};
use crate::app::state::{SharedState, State};
use crate::course::{
    AttemptId, Audience, Credit, Decision, DecisionAction, DecisionId, Learner, LearnerId,
    RosterEntry, SectionName,
};
use crate::pages::frame::Frame;
use crate::pages::view::{SeeOther, Sent, Shown, View};
use crate::step::{StepNumber, Timestamp};
use crate::store::Instructor;
use crate::texts;
use crate::texts::InstructorPages;
use crate::wire::body::{Form, OptionalBody, RequestBody, SentForm, ShortText};
use crate::wire::decision::{DecidedAction, points_of};
use crate::wire::extract::{ApiQuery, Extract, NoQuery, QueryFields, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{DONE, Done, Reply};

/// The list of decisions, on this server.
const PATH: &str = "/instructor/decisions";

/// All decisions.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecisionList {
    is_success: bool,
    /// In the order in which they were made, also those that were taken back.
    decisions: Vec<DecisionReply>,
}

/// A decision that was made.
#[derive(Serialize, ToSchema)]
pub(crate) struct DecidedReply {
    is_success: bool,
    #[serde(flatten)]
    decision: DecisionReply,
    /// How many answers it voids.
    voided: u64,
    /// Where the decision shows, on this server.
    #[serde(skip)]
    path: Cow<'static, str>,
}

/// What an instructor has decided about a step.
#[derive(Serialize, ToSchema)]
#[schema(as = Decision)]
pub(crate) struct DecisionReply {
    #[schema(value_type = i64)]
    pub(super) id: DecisionId,
    #[schema(value_type = String)]
    pub(super) step: StepNumber,
    /// The kind that the step had: the decision counts only for it.
    kind: String,
    #[serde(flatten)]
    pub(super) audience: AudienceReply,
    action: DecidedAction,
    /// The points that are set; null otherwise.
    #[schema(value_type = Option<f64>)]
    points: Option<Credit>,
    /// The only answer that is voided; null otherwise.
    #[schema(value_type = Option<i64>)]
    pub(super) attempt: Option<AttemptId>,
    /// Why, as the instructor wrote it.
    pub(super) reason: String,
    /// Whether learners see the reason.
    pub(super) public: bool,
    /// The name of the instructor.
    pub(super) by: String,
    /// When it was made.
    #[schema(value_type = String)]
    pub(super) at: Timestamp,
    /// Null while it is in force.
    pub(super) taken_back: Option<TakenBack>,
}

/// When a decision was taken back, and by whom.
#[derive(Serialize, ToSchema)]
pub(crate) struct TakenBack {
    /// The name of the instructor.
    pub(super) by: String,
    #[schema(value_type = String)]
    pub(super) at: Timestamp,
}

impl DecisionReply {
    /// A decision for this audience.
    fn of(audience: AudienceReply, decision: Decision) -> Self {
        let Decision { id, step, kind, action, reason, is_public, by, at, taken_back, .. } =
            decision;
        Self {
            id,
            step,
            kind,
            audience,
            action: action.into(),
            points: points_of(action),
            attempt: match action {
                DecisionAction::Void(attempt) => attempt,
                DecisionAction::Set(_) | DecisionAction::Excuse => None,
            },
            reason,
            public: is_public,
            by: by.to_string(),
            at,
            taken_back: taken_back.map(|(by, at)| TakenBack { by: by.to_string(), at }),
        }
    }

    /// What is decided, in words.
    pub(super) fn words(&self, words: InstructorPages) -> String {
        match (self.action, self.attempt) {
            (DecidedAction::Set, _) => words.decided_set(self.points.unwrap_or_default()),
            (DecidedAction::Excuse, _) => words.decided_excuse().to_owned(),
            (DecidedAction::Void, None) => words.decided_void_all().to_owned(),
            (DecidedAction::Void, Some(AttemptId(attempt))) => words.decided_void_one(attempt),
        }
    }
}

/// All decisions, the latest first, and the form where one is made.
#[derive(Template)]
#[template(path = "instructor/decisions.html")]
struct DecisionsPage {
    frame: Frame,
    decisions: Vec<DecisionReply>,
    form: Form,
    sections: Vec<SectionName>,
    /// The names of all learners.
    learners: Vec<String>,
}

/// All decisions in the order in which they were made, and the roster.
async fn read(state: &State) -> Result<(Vec<DecisionReply>, Vec<RosterEntry>), Problem> {
    let (decisions, roster) = (state.store.decisions().await?, state.store.roster().await?);
    let named = decisions.into_iter().map(|decision| {
        let audience = AudienceReply::on_roster(decision.audience.clone(), &roster);
        DecisionReply::of(audience, decision)
    });
    Ok((named.collect(), roster))
}

/// The decisions that are for a learner, for the learner's section or for everybody, the latest first, also those that were taken back.
pub(super) async fn decisions_of(
    state: &State,
    learner: &Learner,
) -> Result<Vec<DecisionReply>, Problem> {
    let decisions = state.store.decisions().await?.into_iter().rev();
    let theirs = decisions.filter(|decision| decision.audience.includes(learner));
    let reply = |decision: Decision| {
        DecisionReply::of(AudienceReply::of(decision.audience.clone(), Some(learner)), decision)
    };
    Ok(theirs.map(reply).collect())
}

/// What is written in the form of the page already.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DecisionsQuery)]
pub(crate) struct DecisionsFields {
    /// The id of a learner.
    #[schema(value_type = Option<i64>)]
    learner: Option<Id<LearnerId>>,
    /// A step.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
}

impl QueryFields for DecisionsFields {
    const IS_SPARSE: bool = true;
}

/// `GET /instructor/decisions`: all decisions.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<DecisionsFields>,
    view: View,
    state: SharedState,
) -> Result<Shown<DecisionList>, Problem> {
    let (decisions, roster) = read(&state).await?;
    let list = DecisionList { is_success: true, decisions };
    let learner = query.learner.map(|Id(LearnerId(id))| ("learner", format!("#{id}")));
    let step = query.step.map(|Field(step)| ("step", step.to_string()));
    view.show(&instructor, list, |frame, list| {
        let form = Form::with(learner.into_iter().chain(step));
        DecisionsPage::new(frame, list.decisions, &roster, form)
    })
}

impl DecisionsPage {
    /// What can be decided, as a form sends it, and its name.
    fn actions(&self) -> [(&'static str, &'static str); 3] {
        let words = self.frame.words();
        [
            ("set", words.action_set()),
            ("excuse", words.action_excuse()),
            ("void", words.action_void()),
        ]
    }

    fn new(
        frame: Frame,
        mut decisions: Vec<DecisionReply>,
        roster: &[RosterEntry],
        form: Form,
    ) -> Self {
        decisions.reverse();
        let sections = sections(&frame.curriculum.course, roster);
        let learners = roster.iter().map(|entry| entry.learner.name.to_string()).collect();
        Self { frame, decisions, form, sections, learners }
    }
}

/// A decision about a step for one learner, for a section or for everybody, or about one answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionForm {
    action: DecidedAction,
    /// Required, except with `attempt`.
    #[schema(value_type = Option<String>)]
    step: Option<Field<StepNumber>>,
    /// The id of a learner as a number, or a text with the name or the id; `#37` is always the id.
    #[schema(value_type = Option<Value>)]
    learner: Option<LearnerField>,
    #[schema(value_type = Option<String>)]
    section: Option<Field<SectionName>>,
    /// Whether it is for all learners.
    #[serde(default)]
    #[schema(value_type = bool)]
    everybody: Flag,
    /// With `void`: the only answer that is voided, instead of all answers of an audience.
    #[schema(value_type = Option<i64>)]
    attempt: Option<Id<AttemptId>>,
    /// With `set`: from 0 to the points of the step, with at most two decimals.
    #[schema(value_type = Option<f64>)]
    points: Option<PointsField>,
    /// Why it is decided.
    reason: Option<ShortText<200>>,
    /// Whether learners see the reason.
    #[serde(default)]
    #[schema(value_type = bool)]
    public: Flag,
}

impl RequestBody for DecisionForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str =
        "{\"action\": \"set\", \"step\": \"07\", \"learner\": \"Ada Lovelace\", \"points\": 7.5}";
    const IS_SPARSE: bool = true;
}

/// `POST /instructor/decisions`: makes a decision.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    sent: SentForm<DecisionForm>,
    state: SharedState,
) -> Result<Sent<DecidedReply, 201>, Problem> {
    let made = make(&state, &instructor, sent.read).await;
    let path = made.as_ref().map_or(Cow::Borrowed(PATH), |made| made.path.clone());
    view.sent(&instructor, path, made, sent.form, async |frame, form| {
        let (decisions, roster) = read(&state).await?;
        Ok(DecisionsPage::new(frame, decisions, &roster, form))
    })
    .await
}

/// Makes a decision as a form says, if it could be read.
async fn make(
    state: &State,
    instructor: &Instructor,
    form: Result<DecisionForm, Problem>,
) -> Result<DecidedReply, Problem> {
    let form = form?;
    let curriculum = Arc::clone(&state.curriculum());
    let target = form.target(state, &curriculum).await?;
    let request = DecisionRequest {
        target,
        reason: form.reason.unwrap_or_default().as_str().to_owned(),
        is_public: form.public.0,
        by: instructor.name.clone(),
    };
    let extensions = state.class.extensions();
    let deciding = decide(&*state.store, &curriculum, &extensions, request, now());
    let Decided { decision, recipient, voided } = state.change_class(deciding).await?;
    let path = match (&decision.action, &decision.audience) {
        (DecisionAction::Void(Some(id)), _) => attempts::path_of(*id).into(),
        (_, Audience::Learner(id)) => learners::path_of(*id).into(),
        (_, Audience::Section(_) | Audience::Everybody) => PATH.into(),
    };
    let audience = AudienceReply::of(recipient.audience(), recipient.learner());
    let decision = DecisionReply::of(audience, decision);
    Ok(DecidedReply { is_success: true, decision, voided, path })
}

impl DecisionForm {
    /// What is to be decided, and about what.
    async fn target(
        &self,
        state: &State,
        curriculum: &Curriculum,
    ) -> Result<DecisionTarget, Problem> {
        let refused = |detail| Err(Problem::new(Code::ClassForm, detail));
        let action = match (self.action, &self.points) {
            (DecidedAction::Set, Some(PointsField(points))) => DecisionAction::Set(*points),
            (DecidedAction::Excuse, None) => DecisionAction::Excuse,
            (DecidedAction::Void, None) => DecisionAction::Void(None),
            (DecidedAction::Set, None) => return refused(texts::class::points_missing()),
            (_, Some(_)) => return refused(texts::class::points_unexpected()),
        };
        let (learner, section) = (self.learner.as_ref(), self.section.as_ref());
        if let Some(Id(attempt)) = self.attempt {
            let is_alone = learner.is_none() && section.is_none() && !self.everybody.0;
            return match action {
                _ if !is_alone || self.step.is_some() => refused(texts::class::attempt_alone()),
                DecisionAction::Void(_) => Ok(DecisionTarget::Attempt(attempt)),
                DecisionAction::Set(_) | DecisionAction::Excuse => {
                    refused(texts::class::attempt_void())
                }
            };
        }
        let Some(Field(step)) = &self.step else { return refused(texts::class::step_missing()) };
        let step = known_step(&curriculum.steps, step.as_str())?;
        let course = &curriculum.course;
        let recipient = recipient(state, course, learner, section, self.everybody).await?;
        Ok(DecisionTarget::Step { step, recipient, action })
    }
}

/// The decision that an address names.
pub(crate) struct RequestedDecision(DecisionId);

impl Extract for RequestedDecision {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = path_part(request, "id");
        let id = id(text).ok_or_else(|| Problem::unknown_decision(text))?;
        Ok(Self(DecisionId(id)))
    }

    fn describe(operation: &mut Operation) {
        operation.has_path_part("id", "The id of the decision.", ID_PATTERN, "1");
        operation.may_fail(&[Code::DecisionUnknown, Code::StoreFailed]);
    }
}

/// `POST /instructor/decisions/{id}/take-back`: takes a decision back.
pub(crate) async fn post_take_back(
    RequiredInstructor(instructor): RequiredInstructor,
    RequestedDecision(id): RequestedDecision,
    _: NoQuery,
    view: View,
    _: OptionalBody<EmptyForm>,
    state: SharedState,
) -> Result<Either<SeeOther, Reply<Done>>, Problem> {
    state.change_class(take_back(&*state.store, id, instructor.name.clone(), now())).await?;
    Ok(view.redirect(PATH, DONE))
}
