//! `/healthz`, `/readyz` and `/problems`: for those who run the server, and for those who read its errors.

use actix_web::{HttpResponse, web};
use serde::Serialize;

use super::problem::{Code, Entry, Problem};
use super::state::State;

#[derive(Serialize)]
struct Health {
    is_success: bool,
    status: &'static str,
}

const OK: Health = Health { is_success: true, status: "ok" };

/// `GET /healthz`: the process answers.
pub(super) async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(OK)
}

/// `GET /readyz`: the database answers too.
pub(super) async fn readyz(state: web::Data<State>) -> Result<HttpResponse, Problem> {
    state.store.ready().await?;
    Ok(HttpResponse::Ok().json(OK))
}

/// `GET /problems`: every code that a problem document may have.
pub(super) async fn problems() -> HttpResponse {
    let entries: Vec<Entry> = Code::ALL.iter().map(|code| code.entry()).collect();
    HttpResponse::Ok().json(entries)
}
