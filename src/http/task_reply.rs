//! A task as it is published: the kind's fields, and what the server says around them.

use serde::Serialize;

use super::clock::rfc3339;
use crate::step::{Language, Step, Timestamp};

/// What the server says around the fields of a task.
pub(super) struct Surroundings<'a> {
    /// The step.
    pub(super) step: &'a Step,
    /// Our own address.
    pub(super) server: &'a str,
    /// The task's token.
    pub(super) token: String,
    /// Until when the token is good.
    pub(super) expires: Timestamp,
}

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

impl Surroundings<'_> {
    /// One JSON object: the fields, which are the inside of an object already, with ours before and after them.
    pub(super) fn around(self, fields: &str) -> serde_json::Result<Vec<u8>> {
        let Self { step, server, token, expires } = self;
        let before = Before {
            is_success: true,
            step: step.number.to_string(),
            title: step.statement(Language::English).title(),
        };
        let after = After {
            task: token,
            expires: rfc3339(expires),
            statement: format!("{server}/step_{}/statement", step.number),
        };
        let mut body = Vec::with_capacity(fields.len() + 512);
        serde_json::to_writer(&mut body, &before)?;
        body.pop();
        body.push(b',');
        body.extend_from_slice(fields.as_bytes());
        let seam = body.len();
        serde_json::to_writer(&mut body, &after)?;
        if let Some(brace) = body.get_mut(seam) {
            *brace = b',';
        }
        Ok(body)
    }
}
