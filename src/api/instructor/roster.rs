//! `/instructor/roster`: importing a class list.

use std::sync::Arc;

use actix_web::Either;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Flag;
use super::instructors;
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{
    ChangedLearner, ImportedLearner, OnRegistered, RosterField, RosterReport, import, plan,
};
use crate::app::compute::CallerKey;
use crate::app::state::{SharedState, State};
use crate::course::{RosterDiagnostic, read_roster};
use crate::pages::instructor::learners::{ImportForm, RosterPage};
use crate::pages::view::{PageReply, View};
use crate::wire::body::{CsvBody, RequestBody};
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::openapi::BodyTypes;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::Reply;

/// How a class list is imported, where the body is nothing but the list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RosterQuery)]
pub(crate) struct RosterFields {
    /// Whether it is only said what would be done.
    #[serde(default)]
    #[schema(value_type = bool)]
    dry_run: Flag,
    /// What is done with somebody who has registered by themselves under a name that is on the list; without it the list is refused.
    registered: Option<Registered>,
}

impl QueryFields for RosterFields {}

/// A class list, and how it is imported.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RosterForm {
    /// A head with `name` and any of `section`, `email`, `id`, then a line for each learner.
    csv: String,
    /// Whether it is only said what would be done.
    #[serde(default)]
    #[schema(value_type = bool)]
    dry_run: Flag,
    /// What is done with somebody who has registered by themselves under a name that is on the list; without it the list is refused.
    registered: Option<Registered>,
}

impl RequestBody for RosterForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"csv\": \"name,section\\nAda Lovelace,A\\n\"}";
    const TYPES: BodyTypes = BodyTypes::JsonAndSparseForms;
}

/// What is done with somebody who has registered by themselves: it may be somebody else.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = OnRegistered)]
enum Registered {
    /// The list is refused, and names them.
    Refuse,
    /// They are the learner on the list, and keep their key.
    Keep,
    /// They are the learner on the list, and get a new key.
    Rekey,
}

impl From<Registered> for OnRegistered {
    fn from(registered: Registered) -> Self {
        match registered {
            Registered::Refuse => Self::Refuse,
            Registered::Keep => Self::Keep,
            Registered::Rekey => Self::Rekey,
        }
    }
}

/// What an import has done, or would do.
#[derive(Serialize, ToSchema)]
pub(crate) struct RosterReply {
    is_success: bool,
    /// Whether it is only said what would be done.
    dry_run: bool,
    /// How many learners were added.
    added: usize,
    /// Their names.
    new: Vec<String>,
    /// How many were changed.
    changed: usize,
    /// Who was changed.
    changes: Vec<ChangeReply>,
    /// How many stayed as they are.
    unchanged: usize,
    /// How many nicknames were taken away, because they looked like a name on the list.
    nicknames_cleared: usize,
    /// The names of learners on the roster who are not on the list; they stay.
    missing: Vec<String>,
    /// The heads of the list's columns that are not used.
    unused_columns: Vec<String>,
    /// Those who have a new key, in the order of the list. The keys are shown only in this reply.
    keys: Vec<KeyReply>,
}

/// A learner who was changed, or would be.
#[derive(Serialize, ToSchema)]
#[schema(as = RosterChange)]
pub(crate) struct ChangeReply {
    id: i64,
    /// The name; if it was changed, the new one.
    name: String,
    /// What was changed: `name`, `section`, `email`, `student_id`; `on_roster`: they had registered by themselves.
    fields: Vec<RosterField>,
    /// Whether they get a new key.
    new_key: bool,
}

impl From<ChangedLearner> for ChangeReply {
    fn from(ChangedLearner { id, name, fields, new_key }: ChangedLearner) -> Self {
        Self { id: id.0, name, fields, new_key }
    }
}

/// A learner with a new key.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeyReply {
    name: String,
    key: String,
}

impl From<ImportedLearner> for KeyReply {
    fn from(ImportedLearner { name, key }: ImportedLearner) -> Self {
        Self { name, key }
    }
}

/// `POST /instructor/roster`: imports a class list, and shows the keys of those who are new, once.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<RosterFields>,
    view: View,
    body: CsvBody<RosterForm>,
    state: SharedState,
) -> Result<Either<PageReply, Reply<RosterReply>>, Problem> {
    let form = match body {
        CsvBody::Fields(form) => form.or(&query),
        CsvBody::Csv(bytes) => {
            RosterForm { csv: text(&bytes)?, ..RosterForm::default() }.or(&query)
        }
    };
    let is_dry_run = form.dry_run.is_set();
    let View::Page(frame) = view else {
        let report = carry_out(&state, form).await?;
        return Ok(Either::Right(Reply::ok(RosterReply::of(report, is_dry_run))));
    };
    let frame = frame.seen_by(&instructor);
    let language = frame.language;
    let mut import = ImportForm { csv: form.csv.clone(), ..ImportForm::default() };
    import.registered = form.registered.map_or(import.registered, Registered::as_str);
    match carry_out(&state, form).await {
        Ok(report) => {
            let page = if is_dry_run {
                RosterPage::expected(frame, report, import)
            } else {
                RosterPage::imported(frame, report)
            };
            PageReply::ok(language, &page).map(Either::Left)
        }
        // The form is there again, with the list.
        Err(problem) if problem.is_of_request() => {
            let faults = problem.roster_faults().iter();
            let faults = faults.map(|fault| (fault.line, fault.what.clone(), fault.help.clone()));
            import.told = Some(problem.told(language));
            let page = RosterPage::refused(frame, faults.collect(), import);
            Ok(Either::Left(PageReply::ok(language, &page)?.refusing(&problem)))
        }
        Err(problem) => Err(problem),
    }
}

/// The text of a list. Spreadsheets still save some as something else than UTF-8.
fn text(bytes: &[u8]) -> Result<String, Problem> {
    str::from_utf8(bytes).map(str::to_owned).map_err(|_| {
        let mut lines = bytes.split(|&byte| byte == b'\n');
        let before = lines.position(|line| str::from_utf8(line).is_err()).unwrap_or_default();
        let (what, help) = ("the list is not UTF-8", "save it as CSV in UTF-8");
        let fault =
            RosterDiagnostic { line: before + 1, what: what.to_owned(), help: help.to_owned() };
        Problem::invalid_roster(vec![fault])
    })
}

impl Registered {
    /// As it is written on the wire.
    fn as_str(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Keep => "keep",
            Self::Rekey => "rekey",
        }
    }
}

impl RosterForm {
    /// The form, with what the query says where it says nothing.
    fn or(self, query: &RosterFields) -> Self {
        let dry_run = if self.dry_run.is_set() { self.dry_run } else { query.dry_run };
        Self { dry_run, registered: self.registered.or(query.registered), ..self }
    }
}

/// Reads and plans an import, and carries it out unless it is only to be said what would be done.
async fn carry_out(state: &State, form: RosterForm) -> Result<RosterReport, Problem> {
    let RosterForm { csv, dry_run, registered } = form;
    let on_registered = registered.map_or(OnRegistered::default(), OnRegistered::from);
    let known = state.store.roster().await?;
    let instructors = instructors::all(state).await?.into_iter().map(|instructor| instructor.name);
    let instructors: Vec<_> = instructors.collect();
    let curriculum = Arc::clone(&state.curriculum());
    // Thousands of names are compared in all the forms in which they may look alike.
    let work = move || {
        let list = read_roster(&csv, &curriculum.course.sections)?;
        plan(list, &known, &instructors, on_registered)
    };
    let planned = state.pool.run(CallerKey::SERVER, work).await?;
    let plan = planned.map_err(Problem::invalid_roster)?;
    if dry_run.is_set() {
        return Ok(plan.report());
    }
    let report = import(&*state.store, plan, now()).await?;
    state.class_changed().await;
    Ok(report)
}

impl RosterReply {
    fn of(report: RosterReport, dry_run: bool) -> Self {
        Self {
            is_success: true,
            dry_run,
            added: report.added.len(),
            new: report.added,
            changed: report.changed.len(),
            changes: report.changed.into_iter().map(ChangeReply::from).collect(),
            unchanged: report.unchanged,
            nicknames_cleared: report.nicknames_cleared,
            missing: report.missing,
            unused_columns: report.unused,
            keys: report.keys.into_iter().map(KeyReply::from).collect(),
        }
    }
}
