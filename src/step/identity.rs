//! What a task is made from: nothing is stored to serve one, because its identity makes it again.
//!
//! ```text
//! seed = BLAKE3-keyed(secret, step ‖ fingerprint ‖ subject ‖ nonce)
//! ```

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use blake3::Hasher;
use data_encoding::BASE64URL_NOPAD;
use serde::Serialize;
use thiserror::Error;

use super::number::StepNumber;
use super::receipt_key::ReceiptKey;

/// The server's 256-bit secret. With it every board can be predicted and every token forged.
#[derive(Clone)]
pub struct Secret([u8; 32]);

/// The text is not a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a secret is 64 hexadecimal digits")]
pub struct NotASecret;

impl Secret {
    /// A secret from 32 bytes that a cryptographic random source gave.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The form that is kept in a file: 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn to_hex(&self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }
}

impl FromStr for Secret {
    type Err = NotASecret;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        blake3::Hash::from_hex(text.trim())
            .map(|hash| Self(*hash.as_bytes()))
            .map_err(|_| NotASecret)
    }
}

/// The secret stays out of logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Whole seconds since 1970-01-01T00:00:00Z, by the caller's clock.
///
/// The core never reads a clock: every function that needs the time takes one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The moment this many seconds after the epoch.
    #[must_use]
    pub fn from_seconds(seconds: u64) -> Self {
        Self(seconds)
    }

    /// Seconds since the epoch.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0
    }

    /// The moment this many seconds later.
    #[must_use]
    pub fn plus(self, seconds: u64) -> Self {
        Self(self.0.saturating_add(seconds))
    }
}

/// Whose task it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A registered learner, by the id in the database: it stays when the name changes.
    Learner(i64),
    /// An instructor, by name.
    Instructor(&'a str),
    /// A client without a key, by its address; of an IPv6 address, the network half.
    Anonymous(IpAddr),
}

/// A subject as tokens and seeds carry it: a keyed hash, so that a token reveals neither name nor address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubjectId(pub(super) [u8; 16]);

impl SubjectId {
    /// The hash as it is stored.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The inverse of [`SubjectId::to_bytes`].
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// What distinguishes the tasks of one subject on one step.
///
/// Either the number of a time window, so that asking twice shows the same board, or 63 random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(u64);

/// Set in random nonces: they never collide with the number of a window.
const RANDOM: u64 = 1 << 63;

impl Nonce {
    /// The nonce of the time window that `now` lies in; `window` is its length in seconds.
    #[must_use]
    pub fn of_window(now: Timestamp, window: u64) -> Self {
        Self(now.seconds() / window.max(1))
    }

    /// A nonce from 64 random bits, of which 63 are used.
    #[must_use]
    pub fn random(bits: u64) -> Self {
        Self(bits | RANDOM)
    }

    /// Whether it is one of random bits, not one of a window.
    #[must_use]
    pub fn is_random(self) -> bool {
        self.0 >= RANDOM
    }

    /// The nonce of the window before this one; none for a random nonce.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        match self.0 {
            window @ 1..RANDOM => Some(Self(window - 1)),
            _ => None,
        }
    }

    /// The nonce as stored and carried in tokens.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Nonce::to_bits`].
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

/// What makes a step's tasks, in 32 bits: it changes exactly when the same seed could give another task.
///
/// It is a hash over the kind's name, its version, and the parameters with all that was left out filled in: so a default that is
/// written out changes nothing.
///
/// ```
/// use gradus::step::Fingerprint;
///
/// let four = Fingerprint::of("numerical/line-sums", 1, &[("boards", 4)]);
/// assert_ne!(four, Fingerprint::of("numerical/line-sums", 1, &[("boards", 6)]));
/// assert_ne!(four, Fingerprint::of("numerical/line-sums", 2, &[("boards", 4)]));
/// assert_eq!(four.to_string().len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u32);

impl Fingerprint {
    /// The fingerprint of a kind with its parameters, which are hashed as JSON.
    ///
    /// # Panics
    ///
    /// If the parameters cannot be written as JSON.
    #[must_use]
    #[expect(clippy::expect_used, reason = "numbers, texts and lists can always be written")]
    pub fn of(kind: &str, version: u32, params: &impl Serialize) -> Self {
        let params = serde_json::to_vec(params).expect("parameters are numbers, texts and lists");
        let mut hasher = Hasher::new_derive_key("gradus 2026-11 fingerprints");
        hasher.update(kind.as_bytes()).update(&[0]).update(&version.to_be_bytes()).update(&params);
        let mut bits = [0; 4];
        hasher.finalize_xof().fill(&mut bits);
        Self(u32::from_be_bytes(bits))
    }

    /// The 32 bits, as they are stored and carried in tokens.
    #[must_use]
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Fingerprint::to_bits`].
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// As 8 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// Everything that a task is made from, besides the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TaskIdentity {
    /// The step that the task belongs to.
    pub step: StepNumber,
    /// What makes the step's tasks.
    pub fingerprint: Fingerprint,
    /// Whose task it is.
    pub subject: SubjectId,
    /// Which of the subject's tasks it is.
    pub nonce: Nonce,
}

/// The seed of a task's random source.
pub type Seed = [u8; 32];

/// The secret, split into one key for each purpose.
#[derive(Clone)]
pub struct Keyring {
    seeds: [u8; 32],
    subjects: [u8; 32],
    pub(super) tokens: [u8; 32],
    seat_keys: [u8; 32],
    receipts: ReceiptKey,
}

impl Keyring {
    /// Derives the keys from the secret.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        Self {
            seeds: blake3::derive_key("gradus 2026-11 task seeds", &secret.0),
            subjects: blake3::derive_key("gradus 2026-11 subjects", &secret.0),
            tokens: blake3::derive_key("gradus 2026-11 task tokens", &secret.0),
            seat_keys: blake3::derive_key("gradus 2026-11 seat keys", &secret.0),
            receipts: ReceiptKey::from_seed(&blake3::derive_key(
                "gradus 2026-11 receipts",
                &secret.0,
            )),
        }
    }

    /// The key that signs receipts.
    #[must_use]
    pub fn receipts(&self) -> &ReceiptKey {
        &self.receipts
    }

    /// The hash that identifies a subject.
    #[must_use]
    pub fn subject(&self, subject: Subject<'_>) -> SubjectId {
        let mut hasher = Hasher::new_keyed(&self.subjects);
        match subject {
            Subject::Learner(id) => hasher.update(b"learner#").update(&id.to_be_bytes()),
            Subject::Instructor(name) => hasher.update(b"instructor:").update(name.as_bytes()),
            Subject::Anonymous(IpAddr::V4(address)) => {
                hasher.update(b"ipv4:").update(&address.octets())
            }
            // The lower half changes from day to day on machines that care for privacy.
            Subject::Anonymous(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                let network = [a, b, c, d].map(u16::to_be_bytes);
                hasher.update(b"ipv6:").update(network.as_flattened())
            }
        };
        let mut id = [0; 16];
        hasher.finalize_xof().fill(&mut id);
        SubjectId(id)
    }

    /// The key of a seat in the match with this id. It is made again to verify it, so that it is stored nowhere.
    #[must_use]
    pub fn seat_key(&self, game: &str, seat: u8) -> String {
        let mut key = [0; 24];
        let mut hasher = Hasher::new_keyed(&self.seat_keys);
        hasher.update(&[seat]).update(game.as_bytes()).finalize_xof().fill(&mut key);
        format!("gs_{}", BASE64URL_NOPAD.encode(&key))
    }

    /// The seed that makes the task with this identity.
    #[must_use]
    pub fn seed(&self, identity: &TaskIdentity) -> Seed {
        *Hasher::new_keyed(&self.seeds)
            .update(&[identity.step.get()])
            .update(&identity.fingerprint.to_bits().to_be_bytes())
            .update(&identity.subject.0)
            .update(&identity.nonce.0.to_be_bytes())
            .finalize()
            .as_bytes()
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keyring(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_nonce_belongs_to_no_window() {
        for bits in [0, 7, u64::MAX] {
            assert_eq!(Nonce::random(bits).previous(), None);
        }
        let window = Nonce::of_window(Timestamp::from_seconds(1250), 600);
        assert_eq!(window.previous(), Some(Nonce::of_window(Timestamp::from_seconds(600), 600)));
        assert_eq!(Nonce::of_window(Timestamp::from_seconds(599), 600).previous(), None);
    }

    #[test]
    fn secrets_are_not_shown() {
        let secret = Secret::from_bytes([7; 32]);
        assert_eq!(format!("{secret:?} {:?}", Keyring::new(&secret)), "Secret(…) Keyring(…)");
    }
}
