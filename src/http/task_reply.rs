//! A task as it is published: the kind's fields, and what the server says around them.

use serde::Serialize;

use super::clock::rfc3339;
use crate::step::{Language, PosedTask, Step, Timestamp, object_inside};

#[derive(Serialize)]
struct Before<'a> {
    is_success: bool,
    step: String,
    title: &'a str,
}

#[derive(Serialize)]
struct After {
    task: String,
    expires: String,
    statement: String,
}

/// The JSON object of a task, with its signed token and the moment at which that expires; `server` is our own address.
pub(super) fn write(
    step: &Step,
    task: &dyn PosedTask,
    token: String,
    expires: Timestamp,
    server: &str,
) -> serde_json::Result<String> {
    let before = object_inside(&Before {
        is_success: true,
        step: step.number.to_string(),
        title: step.statement(Language::English).title(),
    })?;
    let after = object_inside(&After {
        task: token,
        expires: rfc3339(expires),
        statement: format!("{server}/step_{}/statement", step.number),
    })?;
    let fields = task.fields();
    Ok(format!("{{{before},{fields},{after}}}"))
}
