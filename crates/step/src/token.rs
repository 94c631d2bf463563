//! The signed string that names a task.
//!
//! ```text
//! step 1 │ fingerprint 4 │ nonce 8 │ subject 16 │ issued 8 │ MAC 16     53 bytes, 71 characters of base64url
//! ```

use constant_time_eq::constant_time_eq_16;
use data_encoding::BASE64URL_NOPAD;
use thiserror::Error;

use super::identity::{Fingerprint, Nonce, StepNumber, SubjectId, TaskIdentity, Timestamp};
use super::keyring::{Keyring, Keys};

/// How long a token is good for, in seconds: 24 hours.
pub const TOKEN_LIFETIME: u64 = 24 * 60 * 60;

/// How far the clock of the server that has issued a token may be ahead, in seconds: a server that was restarted, and replicas, may
/// disagree a little.
const CLOCK_TOLERANCE: u64 = 60;

const BODY: usize = 37;
const MAC: usize = 16;

/// Why a token does not name a task that may be answered here and now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// Not a token of this server: another secret, or characters changed, added or cut off.
    #[error("the token was not made by this server, or it was changed on the way")]
    Forged,
    /// The token of another learner or another address.
    #[error("the token belongs to another learner's task")]
    Foreign,
    /// A token of another step.
    #[error("the token belongs to step {0}")]
    OtherStep(StepNumber),
    /// The step has changed since the token was issued.
    #[error("the step has changed since the token was issued")]
    Outdated,
    /// The token is older than [`TOKEN_LIFETIME`].
    #[error("the token is more than 24 hours old")]
    Expired,
    /// The token was issued more than a minute later than now.
    #[error("the token was issued in the future")]
    Future,
}

/// A task's identity together with the moment at which its token was issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The task that the token names.
    pub task: TaskIdentity,
    /// When it was issued.
    pub issued: Timestamp,
}

impl Token {
    /// The moment from which the token is refused.
    pub fn expires(&self) -> Timestamp {
        self.issued.plus(TOKEN_LIFETIME)
    }

    /// Accepts the token for one step with one fingerprint, from one subject, at one moment.
    pub fn validate(
        self,
        step: StepNumber,
        fingerprint: Fingerprint,
        subject: SubjectId,
        now: Timestamp,
    ) -> Result<TaskIdentity, TokenError> {
        let task = self.task;
        if task.subject != subject {
            Err(TokenError::Foreign)
        } else if task.step != step {
            Err(TokenError::OtherStep(task.step))
        } else if task.fingerprint != fingerprint {
            Err(TokenError::Outdated)
        } else if now >= self.expires() {
            Err(TokenError::Expired)
        } else if self.issued > now.plus(CLOCK_TOLERANCE) {
            Err(TokenError::Future)
        } else {
            Ok(task)
        }
    }
}

impl Keyring {
    /// Writes and signs a token, with the keys of the secret that its task is made from.
    pub fn sign(&self, token: &Token) -> String {
        let fields: [&[u8]; 5] = [
            &[token.task.step.get()],
            &token.task.fingerprint.to_bits().to_be_bytes(),
            &token.task.nonce.to_bits().to_be_bytes(),
            &token.task.subject.0,
            &token.issued.seconds().to_be_bytes(),
        ];
        let mut bytes = Vec::with_capacity(BODY + MAC);
        for field in fields {
            bytes.extend_from_slice(field);
        }
        bytes.extend(mac(self.keys(token.task.nonce), &bytes));
        BASE64URL_NOPAD.encode(&bytes)
    }

    /// Reads a token and verifies its signature, by the keys that are accepted now; nothing else: see [`Token::validate`].
    pub fn verify(&self, text: &str, now: Timestamp) -> Result<Token, TokenError> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| TokenError::Forged)?;
        let (body, signature) = bytes
            .split_first_chunk::<BODY>()
            .and_then(|(body, rest)| Some((body, rest.as_array::<MAC>()?)))
            .ok_or(TokenError::Forged)?;
        let token = Self::parse(body).ok_or(TokenError::Forged)?;
        let keys = self.accepted_keys(token.task.nonce, now).ok_or(TokenError::Forged)?;
        if constant_time_eq_16(&mac(keys, body), signature) {
            Ok(token)
        } else {
            Err(TokenError::Forged)
        }
    }

    fn parse(body: &[u8; BODY]) -> Option<Token> {
        let (&[step], rest) = body.split_first_chunk()?;
        let (fingerprint, rest) = rest.split_first_chunk()?;
        let (nonce, rest) = rest.split_first_chunk()?;
        let (subject, rest) = rest.split_first_chunk()?;
        let issued = rest.as_array()?;
        Some(Token {
            task: TaskIdentity {
                step: StepNumber::new(step).ok()?,
                fingerprint: Fingerprint::from_bits(u32::from_be_bytes(*fingerprint)),
                subject: SubjectId(*subject),
                nonce: Nonce::from_bits(u64::from_be_bytes(*nonce)),
            },
            issued: Timestamp::from_seconds(u64::from_be_bytes(*issued)),
        })
    }
}

fn mac(keys: &Keys, body: &[u8]) -> [u8; MAC] {
    let hash = blake3::keyed_hash(&keys.tokens, body);
    let mut mac = [0; MAC];
    mac.copy_from_slice(&hash.as_bytes()[..MAC]);
    mac
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::{Secret, Subject};

    const NOW: u64 = 1_800_000_000;

    fn keyring(byte: u8) -> Keyring {
        Keyring::new(&Secret::from_bytes([byte; 32]))
    }

    fn now() -> Timestamp {
        Timestamp::from_seconds(NOW)
    }

    fn token(keyring: &Keyring) -> Token {
        Token {
            task: TaskIdentity {
                step: StepNumber::new(7).unwrap(),
                fingerprint: Fingerprint::from_bits(3),
                subject: keyring.subject(Subject::Learner(1)),
                nonce: keyring.random_nonce(42),
            },
            issued: now(),
        }
    }

    #[test]
    fn a_token_says_what_it_was_made_from() {
        let keyring = keyring(1);
        let text = keyring.sign(&token(&keyring));
        assert!(text.len() < 100, "{} characters", text.len());
        assert_eq!(keyring.verify(&text, now()), Ok(token(&keyring)));
    }

    #[test]
    fn a_token_with_any_character_changed_is_forged() {
        let keyring = keyring(1);
        let text = keyring.sign(&token(&keyring));
        for position in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(keyring.verify(&changed, now()), Err(TokenError::Forged), "{changed}");
        }
        for junk in ["", "A", "é", &text[1..], &format!("{text}A"), &format!("{text}{text}")] {
            assert_eq!(keyring.verify(junk, now()), Err(TokenError::Forged), "{junk}");
        }
    }

    #[test]
    fn another_secret_does_not_know_the_token() {
        let text = keyring(1).sign(&token(&keyring(1)));
        assert_eq!(keyring(2).verify(&text, now()), Err(TokenError::Forged));
    }

    #[test]
    fn a_token_is_good_for_a_day_after_the_secret_was_replaced() {
        let token = token(&keyring(1));
        let text = keyring(1).sign(&token);
        let previous = Secret::from_bytes([1; 32]);
        let after = keyring(2).with_previous(&previous, now().plus(TOKEN_LIFETIME));
        let last = Timestamp::from_seconds(NOW + TOKEN_LIFETIME - 1);
        assert_eq!(after.verify(&text, last), Ok(token));
        // Whoever knows the old secret signs new tokens with it: they end with the day too.
        let forged = keyring(1).sign(&Token { issued: last, ..token });
        assert!(after.verify(&forged, last).is_ok());
        assert_eq!(after.verify(&forged, last.plus(1)), Err(TokenError::Forged));
        // A token that is shown again stays what it is, and new ones are of the new secret.
        assert_eq!(after.sign(&token), text);
        let new = after.sign(&Token {
            task: TaskIdentity { nonce: after.random_nonce(1), ..token.task },
            ..token
        });
        assert!(keyring(2).verify(&new, last).is_ok());
    }

    #[test]
    fn a_token_is_refused_for_each_reason_by_its_own_error() {
        let keyring = keyring(1);
        let token = token(&keyring);
        let (step, ada) = (token.task.step, token.task.subject);
        let somebody = keyring.subject(Subject::Anonymous(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        let other_step = StepNumber::new(6).unwrap();
        let last = Timestamp::from_seconds(NOW + TOKEN_LIFETIME - 1);
        let late = Timestamp::from_seconds(NOW + TOKEN_LIFETIME);
        let early = |seconds| Timestamp::from_seconds(NOW - CLOCK_TOLERANCE - seconds);

        assert_eq!(token.validate(step, Fingerprint::from_bits(3), ada, last), Ok(token.task));
        assert_eq!(
            token.validate(step, Fingerprint::from_bits(3), somebody, last),
            Err(TokenError::Foreign)
        );
        assert_eq!(
            token.validate(other_step, Fingerprint::from_bits(3), ada, last),
            Err(TokenError::OtherStep(step))
        );
        assert_eq!(
            token.validate(step, Fingerprint::from_bits(4), ada, last),
            Err(TokenError::Outdated)
        );
        assert_eq!(
            token.validate(step, Fingerprint::from_bits(3), ada, late),
            Err(TokenError::Expired)
        );
        assert_eq!(token.validate(step, Fingerprint::from_bits(3), ada, early(0)), Ok(token.task));
        assert_eq!(
            token.validate(step, Fingerprint::from_bits(3), ada, early(1)),
            Err(TokenError::Future)
        );
    }
}
