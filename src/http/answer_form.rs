//! The forms in which an answer may come: a query, a form, or JSON.

use actix_web::HttpRequest;
use serde::Deserialize;

use super::body::{Body, from_json, missing_field};
use super::problem::{Code, Problem};
use crate::step::Submission;

/// An answer and the task that it answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerForm {
    /// The task's token; without one, the subject's task of the current or the previous window is meant.
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
            Body::Form(bytes) => {
                let fields = Fields::read(bytes, Code::AnswerForm, &["ans", "task"])?;
                match fields.ans {
                    Some(ans) => Ok(Self { task: fields.task, ans }),
                    None => Err(missing_field("ans", bytes, Code::AnswerForm)),
                }
            }
        }
    }
}

/// What the query of a step's address may say.
pub(super) struct StepQuery {
    /// The answer, if the address is asked to judge one.
    pub(super) ans: Option<Submission>,
    /// A token.
    pub(super) task: Option<String>,
    /// Whether another board is wanted than the window's.
    pub(super) fresh: bool,
}

impl StepQuery {
    /// Reads the query of a GET.
    pub(super) fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let query = request.query_string().as_bytes();
        let fields = Fields::read(query, Code::QueryInvalid, &["ans", "task", "fresh"])?;
        let fresh = match fields.fresh.as_deref() {
            None | Some("0" | "false") => false,
            Some("" | "1" | "true") => true,
            Some(other) => {
                return Err(Problem::new(
                    Code::QueryInvalid,
                    format!("`fresh` is {other:?}; expected `fresh=1`"),
                ));
            }
        };
        Ok(Self { ans: fields.ans, task: fields.task, fresh })
    }
}

/// The fields of a form or a query. A repeated `ans` is one answer, as a list of items is.
#[derive(Default)]
struct Fields {
    ans: Option<Submission>,
    task: Option<String>,
    fresh: Option<String>,
}

impl Fields {
    fn read(pairs: &[u8], code: Code, known: &[&str]) -> Result<Self, Problem> {
        let mut fields = Self::default();
        for (key, value) in form_urlencoded::parse(pairs) {
            match &*key {
                "ans" => fields.ans.get_or_insert_default().push(value),
                "task" => fields.task = Some(value.into_owned()),
                "fresh" if known.contains(&"fresh") => fields.fresh = Some(value.into_owned()),
                _ => return Err(unknown_field(&key, pairs, code, known)),
            }
        }
        Ok(fields)
    }
}

fn unknown_field(key: &str, pairs: &[u8], code: Code, known: &[&str]) -> Problem {
    if pairs.first() == Some(&b'{') {
        return missing_field("ans", pairs, code);
    }
    let key: String = key.chars().take(40).collect();
    Problem::new(code, format!("there is no field {key:?}; expected {}", known.join(", ")))
}
