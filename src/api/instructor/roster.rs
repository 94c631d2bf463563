//! `/instructor/roster`: importing a class list.

use std::fmt;

use askama::Template;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};
use utoipa::ToSchema;

use super::fields::{Field, FieldText, Flag};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{
    ChangedLearner, ChangedValue, ImportedLearner, OnRegistered, RosterReport, import,
};
use crate::app::state::{SharedState, State};
use crate::course::{RosterColumn, RosterColumns, RosterEncoding, decode_roster, roster_headings};
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::texts::InstructorPages;
use crate::wire::body::{CsvBody, Form, RequestBody};
use crate::wire::extract::{ApiQuery, QueryFields};
use crate::wire::problem::{Code, FaultReply, Problem};

/// Declares the fields by which a class list is imported: a query where the body is nothing but the list, and a form with the list.
macro_rules! import_fields {
    ($(#[$attribute:meta])* $name:ident { $($(#[$list_attribute:meta])* $list:ident: $type:ty,)? }) => {
        #[derive(Default, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        pub(crate) struct $name {
            $($(#[$list_attribute])* $list: $type,)?
            /// Whether it is only said what would be done.
            #[serde(default)]
            #[schema(value_type = bool)]
            dry_run: Flag,
            /// What is done with somebody who has registered by themselves under a name that is on the list; without it the list is refused.
            registered: Option<OnRegistered>,
            /// Which heading stands for which column, where Gradus does not know the headings: `name=Teilnehmer,section=Tutorium`.
            #[serde(default)]
            #[schema(value_type = String)]
            column: ColumnFields,
            /// The encoding of the file, such as `windows-1252`; without it the encoding is detected.
            #[schema(value_type = Option<String>)]
            encoding: Option<Field<RosterEncoding>>,
        }
    };
}

import_fields! {
    /// How a class list is imported, where the body is nothing but the list.
    #[schema(as = RosterQuery)]
    RosterFields {}
}

import_fields! {
    /// A class list, and how it is imported.
    RosterForm {
        /// A line of headings such as `name,section,email,id`, then a line for each learner. Only `name` is required.
        csv: String,
    }
}

impl QueryFields for RosterFields {
    const IS_SPARSE: bool = true;
}

impl RequestBody for RosterForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"csv\": \"name,section\\nAda Lovelace,A\\n\"}";
    const IS_SPARSE: bool = true;
}

impl FieldText for RosterEncoding {
    const EXPECTED: &'static str = "an encoding, such as utf-8, windows-1252 or gb18030";
}

/// The columns in one field or in several of the same name.
#[derive(Default)]
pub(crate) struct ColumnFields(RosterColumns);

impl<'de> Deserialize<'de> for ColumnFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = ColumnFields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("columns with their headings, such as name=Teilnehmer,section=Tutorium")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<ColumnFields, E> {
                let columns = text.parse().map(ColumnFields);
                columns.map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<ColumnFields, A::Error> {
                let mut all = Vec::new();
                while let Some(ColumnFields(columns)) = fields.next_element()? {
                    all.push(columns);
                }
                Ok(ColumnFields(RosterColumns::joined(all)))
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// What an import has done, would do, or why it does nothing.
#[derive(Template)]
#[template(path = "instructor/roster.html")]
struct RosterPage {
    frame: Frame,
    report: Option<RosterReport>,
    diagnostics: Vec<FaultReply>,
    import: ImportForm,
}

/// The form of an import as it was sent, and what is known of the list in it.
#[derive(Default)]
pub(crate) struct ImportForm {
    pub(crate) form: Form,
    /// Each column with the heading that stands for it, empty if none does.
    pub(crate) columns: Vec<(RosterColumn, String)>,
    /// All headings of the list.
    pub(crate) headings: Vec<String>,
    /// Whether the page shows what the import would do: only then it offers to carry the import out.
    pub(crate) is_previewed: bool,
}

impl ImportForm {
    /// The form with the fields that were sent.
    fn of(fields: &RosterForm) -> Self {
        let registered = match fields.registered.unwrap_or_default() {
            OnRegistered::Refuse => "refuse",
            OnRegistered::Keep => "keep",
            OnRegistered::Rekey => "rekey",
        };
        let encoding = fields.encoding.as_ref().map_or("", |Field(encoding)| encoding.name());
        let sent = [("csv", &*fields.csv), ("registered", registered), ("encoding", encoding)];
        let (headings, columns) = roster_headings(&fields.csv, &fields.column.0);
        let form = Form::with(sent.map(|(name, value)| (name, value.to_owned())));
        Self { form, columns, headings, is_previewed: false }
    }

    /// The fields of the form, for its template.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.form.field(name)
    }
}

/// `POST /instructor/roster`: imports a class list, and shows the keys of those who are new, once.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    ApiQuery(query): ApiQuery<RosterFields>,
    view: View,
    body: CsvBody<RosterForm>,
    state: SharedState,
) -> Result<Shown<RosterReport>, Problem> {
    let (form, detected) = match body {
        CsvBody::Fields(form) => {
            // The page has decoded the file, and says from which encoding.
            let decoded = form.encoding.as_ref().map(|Field(encoding)| *encoding);
            (form, decoded)
        }
        CsvBody::Csv(bytes, charset) => {
            let encoding = query.encoding.as_ref().map(|Field(encoding)| *encoding);
            // Some programs say UTF-8 of every file.
            let declared = charset.and_then(|charset| charset.parse().ok());
            let declared = declared.filter(|declared: &RosterEncoding| declared.name() != "UTF-8");
            let encoding = encoding.or(declared);
            let decoded = decode_roster(&bytes, encoding);
            let (csv, encoding) = decoded
                .map_err(|fault| Problem::invalid_roster(vec![fault]).of_encoding(encoding))?;
            (RosterForm { csv, ..RosterForm::default() }, Some(encoding))
        }
    };
    // The query counts where the form says nothing.
    let column = ColumnFields(RosterColumns::joined([query.column.0, form.column.0]));
    let dry_run = Flag(form.dry_run.0 || query.dry_run.0);
    let registered = form.registered.or(query.registered);
    let form = RosterForm { dry_run, registered, column, ..form };
    let mut import = ImportForm::of(&form);
    match carry_out(&state, form).await {
        Ok(report) => {
            let report = RosterReport { encoding: detected.map(RosterEncoding::name), ..report };
            view.show(&instructor, report, |frame, report| {
                let previewed = || ImportForm { is_previewed: true, ..import };
                let import = if report.dry_run { previewed() } else { ImportForm::default() };
                RosterPage { frame, report: Some(report), diagnostics: Vec::new(), import }
            })
        }
        // The form is there again, with the list.
        Err(problem) => {
            let problem = problem.of_encoding(detected);
            let form = std::mem::take(&mut import.form);
            let diagnostics = problem.clone();
            let page = async |frame: Frame, form| {
                let diagnostics = diagnostics.roster_faults(frame.language);
                let import = ImportForm { form, ..import };
                Ok(RosterPage { frame, report: None, diagnostics, import })
            };
            view.form_again(&instructor, problem, form, page).await
        }
    }
}

impl RosterPage {
    /// The new keys.
    fn keys(&self) -> &[ImportedLearner] {
        self.report.as_ref().map(|report| &*report.keys).unwrap_or_default()
    }

    /// What changes of a learner, in words: `Student id: 0071 → 71`.
    fn changes_of(change: &ChangedLearner, words: InstructorPages) -> String {
        let value = |ChangedValue { field, was, is }: &ChangedValue| {
            let label = words.label(*field);
            match (was, is) {
                (Some(was), Some(is)) => format!("{label}: {was} → {is}"),
                (None, Some(is)) => format!("{label}: {is}"),
                (_, None) => label,
            }
        };
        let new_key = change.new_key.then(|| words.new_key().to_owned());
        change.values.iter().map(value).chain(new_key).collect::<Vec<_>>().join(" · ")
    }
}

/// Imports a list, unless it is only to be said what would be done.
async fn carry_out(state: &State, form: RosterForm) -> Result<RosterReport, Problem> {
    let ColumnFields(columns) = form.column;
    let registered = form.registered.unwrap_or_default();
    let plan = state.plan_import(form.csv, columns, registered).await?;
    let Flag(dry_run) = form.dry_run;
    if dry_run {
        return Ok(plan.report());
    }
    Ok(state.change_class(import(&*state.store, plan, now())).await?)
}
