//! Receipts of accepted answers: signed statements that can be verified without the server.

use data_encoding::BASE64URL_NOPAD;
use serde::Serialize;

use super::credit::Credit;
use super::learner::{Learner, LearnerId};
use gradus_step::{Fingerprint, Nonce, ReceiptKey, StepNumber, Timestamp};

/// An accepted answer of a learner.
///
/// Written as a receipt it is a compact JWS (RFC 7515) with the claims of a JWT (RFC 7519), signed with Ed25519 (RFC 8037). The same
/// attempt has the same receipt as long as the learner's name, what the attempt is worth, and the issuer stay as they are. The claim `jti`,
/// which identifies the attempt, always stays.
#[derive(Clone, Copy, Debug)]
pub struct Receipt<'a> {
    /// The learner.
    pub learner: &'a Learner,
    /// The step.
    pub step: StepNumber,
    /// The kind of the step; empty in attempts from before it was stored.
    pub kind: &'a str,
    /// The fingerprint of the step.
    pub fingerprint: Fingerprint,
    /// The nonce of the task.
    pub nonce: Nonce,
    /// The hash of the canonical answer.
    pub answer: [u8; 16],
    /// What it earned.
    pub credit: Credit,
    /// When it was judged.
    pub at: Timestamp,
}

/// Who says so, and of which course.
#[derive(Clone, Copy, Debug)]
pub struct Issuer<'a> {
    /// The server's public address, if it has one.
    pub url: Option<&'a str>,
    /// The name of the course, if it has one.
    pub course: Option<&'a str>,
    /// The key that signs.
    pub key: &'a ReceiptKey,
}

#[derive(Serialize)]
struct Header<'a> {
    alg: &'static str,
    kid: &'a str,
    typ: &'static str,
}

#[derive(Serialize)]
struct Claims<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    iss: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    course: Option<&'a str>,
    sub: String,
    learner: &'a str,
    step: StepNumber,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'a str,
    fingerprint: String,
    points: Credit,
    iat: u64,
    graded_at: u64,
    jti: String,
}

impl Receipt<'_> {
    /// The receipt as text: header, claims and signature, each in base64url, with dots between them.
    pub fn issue(&self, issuer: &Issuer<'_>) -> String {
        let header = Header { alg: "EdDSA", kid: issuer.key.id(), typ: "JWT" };
        let at = self.at.seconds();
        let claims = Claims {
            iss: issuer.url,
            course: issuer.course,
            sub: self.learner.id.0.to_string(),
            learner: self.learner.name.as_str(),
            step: self.step,
            kind: self.kind,
            fingerprint: self.fingerprint.to_string(),
            points: self.credit,
            iat: at,
            graded_at: at,
            jti: self.id(),
        };
        let mut text = format!("{}.{}", encoded(&header), encoded(&claims));
        let signature = issuer.key.sign(text.as_bytes());
        text.push('.');
        BASE64URL_NOPAD.encode_append(&signature, &mut text);
        text
    }

    /// What identifies the attempt.
    fn id(&self) -> String {
        receipt_id(self.learner.id, self.step, self.fingerprint, self.nonce, self.answer)
    }
}

/// What identifies an attempt in receipts, the same on every replica: 32 hexadecimal digits of a hash over learner, task and answer.
pub(super) fn receipt_id(
    LearnerId(learner): LearnerId,
    step: StepNumber,
    fingerprint: Fingerprint,
    nonce: Nonce,
    answer: [u8; 16],
) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("gradus 2026-11 receipt ids");
    hasher
        .update(&learner.to_be_bytes())
        .update(&[step.get()])
        .update(&fingerprint.to_bits().to_be_bytes())
        .update(&nonce.to_bits().to_be_bytes())
        .update(&answer);
    hasher.finalize().to_hex().chars().take(32).collect()
}

#[expect(clippy::expect_used, reason = "texts and numbers can always be written")]
fn encoded(part: &impl Serialize) -> String {
    let json = serde_json::to_vec(part).expect("texts and numbers can be written as JSON");
    BASE64URL_NOPAD.encode(&json)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use gradus_step::{Keyring, Secret};

    #[test]
    fn a_receipt_says_who_has_solved_what_and_is_always_the_same() {
        let keyring = Keyring::new(&Secret::from_bytes([7; 32]));
        let learner = Learner {
            id: LearnerId(37),
            name: "Ada".parse().unwrap(),
            section: None,
            is_on_roster: true,
            student_id: None,
            has_namesake: false,
        };
        let receipt = Receipt {
            learner: &learner,
            step: StepNumber::new(7).unwrap(),
            kind: "gomoku/line-patterns",
            fingerprint: Fingerprint::from_bits(0xab),
            nonce: Nonce::from_bits(1),
            answer: [3; 16],
            credit: Credit::from_hundredths(750),
            at: Timestamp::from_seconds(1_800_000_000),
        };
        let course = Some("Programming 1");
        let issuer = Issuer { url: None, course, key: keyring.receipts() };
        let text = receipt.issue(&issuer);
        assert_eq!(text, receipt.issue(&issuer));
        let part = |place: usize| -> Value {
            let part = text.split('.').nth(place).unwrap();
            serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).unwrap()).unwrap()
        };
        let kid = keyring.receipts().id();
        assert_eq!(part(0), json!({"alg": "EdDSA", "kid": kid, "typ": "JWT"}));
        let claims = json!({
            "course": "Programming 1", "sub": "37", "learner": "Ada", "step": "07", "kind": "gomoku/line-patterns",
            "fingerprint": "000000ab", "points": 7.5, "iat": 1_800_000_000, "graded_at": 1_800_000_000,
            "jti": receipt.id(),
        });
        assert_eq!(part(1), claims);
        let another = Receipt { answer: [4; 16], ..receipt };
        assert_ne!(another.id(), receipt.id());
    }
}
