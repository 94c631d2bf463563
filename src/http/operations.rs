//! `/healthz`, `/readyz` and `/problems`: the state of the server, and what it refuses.

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use serde::Serialize;
use utoipa::ToSchema;

use super::ambient::now;
use super::caller::Caller;
use super::extract::{Extract, NoQuery};
use super::messages::ReplyLanguage;
use super::openapi::Operation;
use super::page::{PageReply, View};
use super::problem::{Code, Entry, Problem};
use super::reply::Reply;
use super::state::SharedState;
use crate::web::pages::ProblemsPage;

/// A query that nobody reads: probes and the proxies before them add fields of their own.
pub(super) struct AnyQuery;

impl Extract for AnyQuery {
    async fn extract(_: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        Ok(Self)
    }

    fn describe(_: &mut Operation) {}
}

/// The state of the server.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    is_success: bool,
    status: &'static str,
}

const OK: Health = Health { is_success: true, status: "ok" };

/// `GET /healthz`: the process responds.
pub(super) async fn healthz(_: AnyQuery) -> Reply<Health> {
    Reply::ok(OK)
}

/// `GET /readyz`: what is written reaches the disk too.
pub(super) async fn readyz(_: AnyQuery, state: SharedState) -> Result<Reply<Health>, Problem> {
    let probe = async { state.store.ready().await.map_err(Problem::from) };
    state.readiness.get(now, probe).await?;
    Ok(Reply::ok(OK))
}

/// Every code that a problem document may have.
#[derive(Serialize, ToSchema)]
pub(super) struct ProblemList(Vec<Entry>);

/// `GET /problems`: every code that a problem document may have.
pub(super) async fn problems(
    caller: Caller,
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
) -> Result<Either<PageReply, Reply<ProblemList>>, Problem> {
    let entry = |code: &Code| Entry { title: code.title(language), ..code.entry() };
    let entries: Vec<Entry> = Code::ALL.iter().map(entry).collect();
    match view {
        View::Data => Ok(Either::Right(Reply::ok(ProblemList(entries)))),
        View::Page(frame) => {
            let frame = frame.seen_by(&caller);
            let problems = entries.iter().map(|entry| (entry.code, entry.status, entry.title));
            let page = ProblemsPage { frame, problems: problems.collect() };
            PageReply::ok(language, &page).map(Either::Left)
        }
    }
}
