//! `/me/receipts` and `/.well-known/jwks.json`: the receipts of a learner, the keys that verify them, and those that are void.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use actix_web::body::BoxBody;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, Responder};
use askama::Template;
use data_encoding::BASE64URL_NOPAD;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::authentication::RequiredLearner;
use crate::app::state::SharedState;
use crate::app::submissions::issue_receipt;
use crate::course::{Credit, Learner, Receipt};
use crate::pages::frame::Frame;
use crate::pages::view::{Shown, View};
use crate::step::{ReceiptKey, StepNumber, Timestamp};
use crate::store::AcceptedAttempt;
use crate::wire::base_url::BaseUrl;
use crate::wire::browser::let_everybody_read;
use crate::wire::extract::NoQuery;
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::Problem;

/// The address of the keys.
pub(crate) const KEYS: &str = "/.well-known/jwks.json";

/// A set of keys, RFC 7517.
#[derive(Serialize, ToSchema)]
#[schema(as = KeySet)]
pub(crate) struct KeySet {
    is_success: bool,
    /// The keys that have ever signed receipts, the latest first.
    keys: Vec<Jwk>,
    /// The `jti` of receipts whose answers an instructor has voided: they no longer apply.
    voided: Vec<String>,
}

/// A public key, RFC 8037.
#[derive(Serialize, ToSchema)]
pub(crate) struct Jwk {
    /// `OKP`
    kty: &'static str,
    /// `Ed25519`
    crv: &'static str,
    /// `sig`
    r#use: &'static str,
    /// `EdDSA`
    alg: &'static str,
    /// By this a receipt names the key.
    kid: String,
    /// The key, 32 bytes in base64url.
    x: String,
}

impl From<[u8; 32]> for Jwk {
    fn from(public: [u8; 32]) -> Self {
        Self {
            kty: "OKP",
            crv: "Ed25519",
            r#use: "sig",
            alg: "EdDSA",
            kid: ReceiptKey::id_of(&public),
            x: BASE64URL_NOPAD.encode(&public),
        }
    }
}

/// `GET /.well-known/jwks.json`: the keys that verify receipts.
pub(crate) async fn keys(_: NoQuery, state: SharedState) -> Result<KeySet, Problem> {
    let keys = state.store.receipt_keys().await?.into_iter().map(Jwk::from).collect();
    let voided = state.class.decisions().voided_receipts.clone();
    Ok(KeySet { is_success: true, keys, voided })
}

impl Responder for KeySet {
    type Body = BoxBody;

    /// The same for everybody and on the pages of every site, so caches may keep it for a while.
    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        let mut response =
            response.insert_header((CACHE_CONTROL, "public, max-age=300")).json(&self);
        let_everybody_read(response.headers_mut());
        response
    }
}

impl Describe for KeySet {
    fn describe(operation: &mut Operation) {
        operation.replies_json::<Self>(200);
    }
}

/// The receipts of a learner.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReceiptList {
    is_success: bool,
    /// For each step that the learner has solved, and each kind that it had then: the receipt of the answer that earned most, and of such
    /// answers the first.
    receipts: Vec<ReceiptEntry>,
    /// The address of the keys that verify them.
    keys: String,
}

/// A receipt, and what it says.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReceiptEntry {
    /// The step's number, two digits.
    #[schema(value_type = String)]
    step: StepNumber,
    /// The kind of the step; empty in receipts of attempts from before it was stored.
    kind: String,
    /// What the answer earned.
    #[schema(value_type = f64)]
    points: Credit,
    /// When the answer was judged, in the format of RFC 3339.
    #[schema(value_type = String)]
    graded_at: Timestamp,
    /// A compact JWS, RFC 7515.
    receipt: String,
}

/// The receipts of a learner.
#[derive(Template)]
#[template(path = "receipts.html")]
struct ReceiptsPage {
    frame: Frame,
    name: String,
    list: ReceiptList,
}

/// `GET /me/receipts`.
pub(crate) async fn list(
    RequiredLearner(learner): RequiredLearner,
    _: NoQuery,
    view: View,
    base_url: BaseUrl,
    state: SharedState,
) -> Result<Shown<ReceiptList>, Problem> {
    let accepted = state.store.accepted_attempts(learner.id).await?;
    let curriculum = state.curriculum();
    let extensions = state.class.extensions();
    let graded = accepted.into_iter().map(|attempt| {
        let step = curriculum.steps.get(attempt.step).filter(|_| attempt.is_ungraded);
        let rules = step.map(|step| curriculum.rules(step, Some(&learner), &extensions));
        let credit = rules.map_or(attempt.credit, |rules| Credit::of_points(rules.points));
        AcceptedAttempt { credit, ..attempt }
    });
    let accepted = best(graded);
    let receipts = accepted.iter().map(|attempt| ReceiptEntry {
        step: attempt.step,
        kind: attempt.kind.clone(),
        points: attempt.credit,
        graded_at: attempt.at,
        receipt: issue_receipt(&state, &curriculum, &receipt_of(&learner, attempt)),
    });
    let (receipts, keys) = (receipts.collect(), format!("{base_url}{KEYS}"));
    let name = learner.name.to_string();
    view.show(&learner, ReceiptList { is_success: true, receipts, keys }, |frame, list| {
        ReceiptsPage { frame, name, list }
    })
}

impl ReceiptEntry {
    /// The title of the step as long as it has the kind, then the name of the kind.
    fn title(&self, frame: &Frame) -> String {
        let step = frame.curriculum.steps.get(self.step);
        let step = step.filter(|step| self.kind.is_empty() || step.exercise().kind() == self.kind);
        step.map_or(&*self.kind, |step| step.statement(frame.language).title()).to_owned()
    }
}

/// Of each step and kind the attempt that earned most, of such the first. `accepted` begins with the earliest.
fn best(accepted: impl IntoIterator<Item = AcceptedAttempt>) -> Vec<AcceptedAttempt> {
    let mut best: BTreeMap<_, AcceptedAttempt> = BTreeMap::new();
    for attempt in accepted {
        match best.entry((attempt.step, attempt.kind.clone())) {
            Entry::Vacant(place) => drop(place.insert(attempt)),
            Entry::Occupied(mut place) if place.get().credit < attempt.credit => {
                place.insert(attempt);
            }
            Entry::Occupied(_) => {}
        }
    }
    best.into_values().collect()
}

fn receipt_of<'a>(learner: &'a Learner, attempt: &'a AcceptedAttempt) -> Receipt<'a> {
    Receipt {
        learner,
        step: attempt.step,
        kind: &attempt.kind,
        fingerprint: attempt.fingerprint,
        nonce: attempt.nonce,
        answer: attempt.answer,
        credit: attempt.credit,
        at: attempt.at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::AttemptId;
    use crate::step::{Fingerprint, Nonce};

    #[test]
    fn of_each_step_and_kind_the_answer_counts_that_earned_most() {
        let attempt = |id: i64, step, kind: &str, points| AcceptedAttempt {
            id: AttemptId(id),
            step: StepNumber::new(step).unwrap(),
            kind: kind.to_owned(),
            fingerprint: Fingerprint::from_bits(1),
            nonce: Nonce::from_bits(1),
            answer: [0; 16],
            credit: Credit::of_points(points),
            is_ungraded: false,
            at: Timestamp::from_seconds(id.cast_unsigned()),
        };
        let accepted = vec![
            attempt(1, 7, "a", 5),
            attempt(2, 3, "a", 5),
            attempt(3, 7, "b", 1),
            attempt(4, 7, "a", 9),
            attempt(5, 7, "a", 9),
        ];
        let ids: Vec<_> = best(accepted).iter().map(|attempt| attempt.id.0).collect();
        assert_eq!(ids, [2, 4, 3]);
    }
}
