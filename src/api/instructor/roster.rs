//! `/instructor/roster`: importing a class list.

use askama::Template;
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields::Flag;
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{ChangedLearner, ImportedLearner, OnRegistered, RosterReport, import};
use crate::app::state::{SharedState, State};
use crate::course::RosterDiagnostic;
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::texts::InstructorPages;
use crate::wire::body::{CsvBody, Form, RequestBody};
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::{Code, FaultReply, Problem};

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
    registered: Option<OnRegistered>,
}

impl QueryFields for RosterFields {}

/// A class list, and how it is imported.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RosterForm {
    /// A head such as `name,section,email,id`, then a line for each learner. Only `name` is required.
    csv: String,
    /// Whether it is only said what would be done.
    #[serde(default)]
    #[schema(value_type = bool)]
    dry_run: Flag,
    /// What is done with somebody who has registered by themselves under a name that is on the list; without it the list is refused.
    registered: Option<OnRegistered>,
}

impl RequestBody for RosterForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"csv\": \"name,section\\nAda Lovelace,A\\n\"}";
    const IS_SPARSE: bool = true;
}

/// What an import has done, would do, or why it does nothing.
#[derive(Template)]
#[template(path = "instructor/roster.html")]
struct RosterPage {
    frame: Frame,
    report: Option<RosterReport>,
    diagnostics: Vec<FaultReply>,
    import: Form,
}

/// `POST /instructor/roster`: imports a class list, and shows the keys of those who are new, once.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<RosterFields>,
    view: View,
    body: CsvBody<RosterForm>,
    state: SharedState,
) -> Result<Shown<RosterReport>, Problem> {
    let form = match body {
        CsvBody::Fields(form) => form,
        CsvBody::Csv(bytes) => RosterForm { csv: text(&bytes)?, ..RosterForm::default() },
    };
    // The query counts where the form says nothing.
    let dry_run = Flag(form.dry_run.0 || query.dry_run.0);
    let form = RosterForm { dry_run, registered: form.registered.or(query.registered), ..form };
    let registered = match form.registered.unwrap_or_default() {
        OnRegistered::Refuse => "refuse",
        OnRegistered::Keep => "keep",
        OnRegistered::Rekey => "rekey",
    };
    let written = Form::with([("csv", form.csv.clone()), ("registered", registered.to_owned())]);
    match carry_out(&state, form).await {
        Ok(report) => view.show(&instructor, report, |frame, report| {
            let import = if report.dry_run { written } else { Form::default() };
            RosterPage { frame, report: Some(report), diagnostics: Vec::new(), import }
        }),
        // The form is there again, with the list.
        Err(problem) => {
            let diagnostics = problem.roster_faults().to_vec();
            let page =
                async |frame, import| Ok(RosterPage { frame, report: None, diagnostics, import });
            view.form_again(&instructor, problem, written, page).await
        }
    }
}

impl RosterPage {
    /// The new keys.
    fn keys(&self) -> &[ImportedLearner] {
        self.report.as_ref().map(|report| &*report.keys).unwrap_or_default()
    }

    /// What changes of a learner, in words.
    fn changes_of(change: &ChangedLearner, words: InstructorPages) -> String {
        let fields = change.fields.iter().map(|&field| words.label(field));
        let new_key = change.new_key.then(|| words.new_key());
        fields.chain(new_key).collect::<Vec<_>>().join(" · ")
    }
}

/// The text of a list. Spreadsheets still save some as something else than UTF-8.
fn text(bytes: &[u8]) -> Result<String, Problem> {
    str::from_utf8(bytes).map(str::to_owned).map_err(|_| {
        let mut lines = bytes.split(|&byte| byte == b'\n');
        let before = lines.position(|line| str::from_utf8(line).is_err()).unwrap_or_default();
        let (what, help) = ("the list is not UTF-8", "save it as CSV in UTF-8");
        Problem::invalid_roster(vec![RosterDiagnostic::new(before + 1, what, help)])
    })
}

/// Imports a list, unless it is only to be said what would be done.
async fn carry_out(state: &State, form: RosterForm) -> Result<RosterReport, Problem> {
    let plan = state.plan_import(form.csv, form.registered.unwrap_or_default()).await?;
    let Flag(dry_run) = form.dry_run;
    if dry_run {
        return Ok(plan.report());
    }
    Ok(state.change_class(import(&*state.store, plan, now())).await?)
}
