//! `/healthz`, `/readyz` and `/problems`: the state of the server, and what it refuses.

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::ambient::now;
use crate::app::caller::Caller;
use crate::app::state::SharedState;
use crate::pages::models::ProblemsPage;
use crate::pages::view::{Shown, View};
use crate::wire::accept::ReplyLanguage;
use crate::wire::extract::{Extract, NoQuery};
use crate::wire::problem::{Code, Entry, Problem};
use crate::wire::reply::Reply;

/// A query that nobody reads: probes and the proxies before them add fields of their own.
pub(crate) struct AnyQuery;

impl Extract for AnyQuery {
    async fn extract(_: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self)
    }
}

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    is_success: bool,
    status: &'static str,
}

const OK: Health = Health { is_success: true, status: "ok" };

/// `GET /healthz`: the process responds.
pub(crate) async fn healthz(_: AnyQuery) -> Reply<Health> {
    Reply::new(OK)
}

/// `GET /readyz`: what is written reaches the disk too.
pub(crate) async fn readyz(_: AnyQuery, state: SharedState) -> Result<Reply<Health>, Problem> {
    let probe = async { state.store.ready().await.map_err(Problem::from) };
    state.readiness.get(now, probe).await?;
    Ok(Reply::new(OK))
}

/// Every code that a problem document may have.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProblemList(Vec<Entry>);

/// `GET /problems`: every code that a problem document may have.
pub(crate) async fn problems(
    caller: Caller,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
) -> Result<Shown<ProblemList>, Problem> {
    let entry = |code: &Code| Entry { title: code.title(language), ..code.entry() };
    let entries: Vec<Entry> = Code::ALL.iter().map(entry).collect();
    view.show(&caller, ProblemList(entries), |frame, ProblemList(entries)| {
        let problems = entries.iter().map(|entry| (entry.code, entry.status, entry.title));
        ProblemsPage { frame, problems: problems.collect() }
    })
}
