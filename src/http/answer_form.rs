//! The forms in which an answer may come, and what the query of a step's address may ask for.

use actix_web::HttpRequest;
use serde::Deserialize;

use super::body::{Body, from_json, unknown_field};
use super::problem::{Code, Problem};
use crate::step::Submission;

/// An answer and the task that it answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `ans` and perhaps `task`")]
pub(super) struct AnswerForm {
    /// The task's token; without one, the caller's task of the current or the previous window is meant.
    #[serde(default)]
    pub(super) task: Option<String>,
    /// The items.
    pub(super) ans: Submission,
}

impl AnswerForm {
    /// Reads the body of a POST.
    pub(super) fn from_body(body: &Body) -> Result<Self, Problem> {
        match body {
            Body::Json(bytes) => from_json(bytes, Code::AnswerForm),
            Body::Form(bytes) => Self::from_fields(bytes),
        }
    }

    fn from_fields(bytes: &[u8]) -> Result<Self, Problem> {
        let unknown = |name: &str| unknown_field(name, bytes, "`ans` and `task`", Code::AnswerForm);
        match Fields::read(bytes) {
            Ok(Fields { ans: Some(ans), task, fresh: None }) => Ok(Self { task, ans }),
            Ok(Fields { ans: None, fresh: None, .. }) => Err(Problem::new(
                Code::AnswerForm,
                "the field `ans` is missing; expected the items joined by commas",
            )),
            Ok(Fields { fresh: Some(_), .. }) => Err(unknown("fresh")),
            Err(FieldError::Unknown(name)) => Err(unknown(&name)),
            Err(FieldError::Repeated(name)) => Err(repeated(name, Code::AnswerForm)),
        }
    }
}

/// What the query of a step's address asks for.
pub(super) enum StepQuery {
    /// A task.
    Show(Wanted),
    /// The verdict on an answer.
    Judge(AnswerForm),
}

/// Which task is asked for.
pub(super) enum Wanted {
    /// The one of the current window.
    Current,
    /// One that nobody has seen.
    Fresh,
    /// The one that a token names.
    Named(String),
}

impl StepQuery {
    /// Reads the query of a GET.
    pub(super) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let invalid = |detail: String| Problem::new(Code::QueryInvalid, detail);
        let fields = Fields::read(request.query_string().as_bytes());
        let Fields { ans, task, fresh } = fields.map_err(|error| match error {
            FieldError::Unknown(name) => {
                invalid(format!("there is no field {name:?}; expected `ans`, `task` and `fresh`"))
            }
            FieldError::Repeated(name) => repeated(name, Code::QueryInvalid),
        })?;
        let fresh = match fresh.as_deref() {
            None | Some("0" | "false") => false,
            Some("" | "1" | "true") => true,
            Some(other) => {
                let shown: String = other.chars().take(20).collect();
                return Err(invalid(format!("`fresh` is {shown:?}; expected `fresh=1`")));
            }
        };
        match (ans, task, fresh) {
            (None, None, false) => Ok(Self::Show(Wanted::Current)),
            (None, None, true) => Ok(Self::Show(Wanted::Fresh)),
            (None, Some(token), false) => Ok(Self::Show(Wanted::Named(token))),
            (Some(ans), task, false) => Ok(Self::Judge(AnswerForm { task, ans })),
            (_, _, true) => Err(invalid(
                "`fresh` asks for a new task and stands alone; expected `ans` with the `task` that it answers"
                    .to_owned(),
            )),
        }
    }
}

/// The fields of a form or a query. A repeated `ans` is one answer, as a list of items is.
#[derive(Default)]
struct Fields {
    ans: Option<Submission>,
    task: Option<String>,
    fresh: Option<String>,
}

/// Why there are no fields to speak of.
enum FieldError {
    /// The name of a field that nobody reads, shortened.
    Unknown(String),
    /// A field with two values.
    Repeated(&'static str),
}

impl Fields {
    fn read(pairs: &[u8]) -> Result<Self, FieldError> {
        let mut fields = Self::default();
        for (key, value) in form_urlencoded::parse(pairs) {
            let before = match &*key {
                "ans" => {
                    fields.ans.get_or_insert_default().push(value);
                    None
                }
                "task" => fields.task.replace(value.into_owned()).and(Some("task")),
                "fresh" => fields.fresh.replace(value.into_owned()).and(Some("fresh")),
                _ => return Err(FieldError::Unknown(key.chars().take(40).collect())),
            };
            if let Some(name) = before {
                return Err(FieldError::Repeated(name));
            }
        }
        Ok(fields)
    }
}

fn repeated(name: &str, code: Code) -> Problem {
    Problem::new(code, format!("the field `{name}` stands there twice; expected it once"))
}
