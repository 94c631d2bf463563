//! A task as it is published: the kind's fields at the top level, among those of the server.

use std::fmt::Arguments;

use serde::Serialize;

use crate::step::{Fields, StepNumber};

/// The JSON object of a task.
#[derive(Serialize)]
pub(super) struct TaskReply<'a> {
    pub(super) is_success: bool,
    pub(super) step: StepNumber,
    /// The name of the kind: clients choose their solver by it.
    pub(super) kind: &'a str,
    pub(super) title: &'a str,
    /// The board and the questions.
    #[serde(flatten)]
    pub(super) fields: &'a Fields,
    /// The token that names the task.
    pub(super) task: String,
    /// Until when the token is good, by RFC 3339.
    pub(super) expires: String,
    /// The address of the statement.
    pub(super) statement: Arguments<'a>,
}
