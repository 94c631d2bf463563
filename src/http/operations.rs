//! `/healthz`, `/readyz` and `/problems`: for those who run the server, and for those who read its errors.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::{Code, Entry, Problem};
use super::query::NoQuery;
use super::reply::Reply;
use super::state::State;

/// The server works.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    is_success: bool,
    status: &'static str,
}

const OK: Health = Health { is_success: true, status: "ok" };

/// `GET /healthz`: the process answers.
pub(super) async fn healthz(_: NoQuery) -> Reply<Health> {
    Reply::ok(OK)
}

/// `GET /readyz`: the database answers too.
pub(super) async fn readyz(_: NoQuery, state: web::Data<State>) -> Result<Reply<Health>, Problem> {
    state.store.ready().await?;
    Ok(Reply::ok(OK))
}

/// `GET /problems`: every code that a problem document may have.
pub(super) async fn problems(_: NoQuery) -> Reply<Vec<Entry>> {
    Reply::ok(Code::ALL.iter().map(|code| code.entry()).collect())
}
