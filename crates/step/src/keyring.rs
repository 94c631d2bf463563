//! The keys that the server's secret gives, and, for a day, those of the secret that it replaces.
//!
//! A nonce says which secret its task is made from. So a task keeps its board, its subject and its token while the server has both secrets:
//!
//! | what | with which keys |
//! |---|---|
//! | a new task | those of the current secret |
//! | the seed, the subject and the token of a task | those of the secret that its nonce says |
//! | the key of a seat | the current one is shown, both are accepted |
//! | a new receipt | the current one; the public keys of earlier ones are in the database |

use std::fmt;
use std::net::IpAddr;

use blake3::{Hasher, keyed_hash};
use data_encoding::BASE64URL_NOPAD;
use ed25519_dalek::{Signer as _, SigningKey};

use super::identity::{Nonce, SecretMark, SubjectId, TaskIdentity, Timestamp};
use super::secret::Secret;

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

/// The hashes of a subject: each secret gives it another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubjectIds {
    current: SubjectId,
    previous: Option<(SecretMark, SubjectId)>,
}

impl SubjectIds {
    /// The hash in the identity of a task with this nonce.
    pub fn of(&self, nonce: Nonce) -> SubjectId {
        match self.previous {
            Some((mark, previous)) if nonce.has_mark(mark) => previous,
            _ => self.current,
        }
    }
}

/// The seed of a task's random source.
pub type Seed = [u8; 32];

/// The keys of one secret, one for each purpose.
#[derive(Clone)]
pub(super) struct Keys {
    mark: SecretMark,
    seeds: [u8; 32],
    subjects: [u8; 32],
    pub(super) tokens: [u8; 32],
    seats: [u8; 32],
}

impl Keys {
    fn of(secret: &Secret) -> Self {
        let mark = secret.mark();
        let Secret(secret) = secret;
        Self {
            mark,
            seeds: blake3::derive_key("gradus 2026-11 task seeds", secret),
            subjects: blake3::derive_key("gradus 2026-11 subjects", secret),
            tokens: blake3::derive_key("gradus 2026-11 task tokens", secret),
            seats: blake3::derive_key("gradus 2026-11 seat keys", secret),
        }
    }

    fn subject(&self, subject: Subject<'_>) -> SubjectId {
        let of = |sort: &[u8], whose: &[u8]| {
            let hash = keyed_hash(&self.subjects, &[sort, whose].concat());
            let mut id = [0; 16];
            id.copy_from_slice(&hash.as_bytes()[..16]);
            id
        };
        SubjectId(match subject {
            Subject::Learner(id) => of(b"learner#", &id.to_be_bytes()),
            Subject::Instructor(name) => of(b"instructor:", name.as_bytes()),
            Subject::Anonymous(IpAddr::V4(address)) => of(b"ipv4:", &address.octets()),
            // The lower half changes from day to day on machines that care for privacy.
            Subject::Anonymous(IpAddr::V6(address)) => {
                let [a, b, c, d, ..] = address.segments();
                of(b"ipv6:", [a, b, c, d].map(u16::to_be_bytes).as_flattened())
            }
        })
    }

    fn seat_key(&self, game: &str, seat: u8) -> String {
        let mut key = [0; 24];
        let mut hasher = Hasher::new_keyed(&self.seats);
        hasher.update(&[seat]).update(game.as_bytes()).finalize_xof().fill(&mut key);
        format!("gs_{}", BASE64URL_NOPAD.encode(&key))
    }
}

/// The receipt key of a secret, whose public half also identifies the secret in the database.
fn receipt_key(Secret(secret): &Secret) -> ReceiptKey {
    ReceiptKey::from_seed(&blake3::derive_key("gradus 2026-11 receipts", secret))
}

/// The keys of the server: those of its secret, and perhaps of the one before.
#[derive(Clone)]
pub struct Keyring {
    current: Keys,
    receipts: ReceiptKey,
    previous: Option<Previous>,
}

/// The keys of the secret before the current one.
#[derive(Clone)]
struct Previous {
    keys: Keys,
    /// The moment from which they are refused.
    end: Timestamp,
}

impl Previous {
    fn is_accepted(&self, now: Timestamp) -> bool {
        now < self.end
    }
}

impl Keyring {
    /// Derives the keys from the secret.
    pub fn new(secret: &Secret) -> Self {
        Self { current: Keys::of(secret), receipts: receipt_key(secret), previous: None }
    }

    /// The same with the keys of another secret, which are accepted until a moment. It has to be [distinct](Secret::is_distinct_from).
    #[must_use]
    pub fn with_previous(self, secret: &Secret, end: Timestamp) -> Self {
        Self { previous: Some(Previous { keys: Keys::of(secret), end }), ..self }
    }

    /// The key that signs receipts.
    pub fn receipts(&self) -> &ReceiptKey {
        &self.receipts
    }

    /// The nonce of the time window that `now` lies in; `window` is its length in seconds.
    pub fn nonce_of_window(&self, now: Timestamp, window: u64) -> Nonce {
        Nonce::of_window(now, window).marked(self.current.mark)
    }

    /// A nonce from 64 random bits, of which 40 are used.
    pub fn random_nonce(&self, bits: u64) -> Nonce {
        Nonce::random(bits).marked(self.current.mark)
    }

    /// The nonce of the task that takes the place of another one. Different numbers give different ones; with the same number, each further one is
    /// another one.
    pub fn next_nonce(&self, nonce: Nonce, number: i64) -> Nonce {
        let mut hasher = blake3::Hasher::new_derive_key("gradus 2026-11 next nonces");
        hasher.update(&nonce.to_bits().to_be_bytes()).update(&number.to_be_bytes());
        let mut bits = [0; 8];
        hasher.finalize_xof().fill(&mut bits);
        self.random_nonce(u64::from_be_bytes(bits))
    }

    /// The nonces of the other boards that a caller may still be answering without a token, the likeliest first: the one of the window
    /// before, and for each of the two windows the one with the previous secret. As long as that is accepted, other servers may use it, also
    /// after the current one has come into use.
    pub fn earlier_nonces(&self, now: Timestamp, window: u64) -> Vec<Nonce> {
        let current = Nonce::of_window(now, window);
        let before = current.previous();
        let previous = self.previous.as_ref().filter(|previous| previous.is_accepted(now));
        let previous = previous.map(|Previous { keys, .. }| keys.mark);
        let nonces = [
            previous.map(|mark| current.marked(mark)),
            before.map(|nonce| nonce.marked(self.current.mark)),
            before.zip(previous).map(|(nonce, mark)| nonce.marked(mark)),
        ];
        nonces.into_iter().flatten().collect()
    }

    /// Whether the task of this nonce is made from a secret that the server has.
    pub fn knows(&self, nonce: Nonce) -> bool {
        nonce.has_mark(self.keys(nonce).mark)
    }

    /// Whether it is, and tokens for it are accepted now.
    pub fn accepts(&self, nonce: Nonce, now: Timestamp) -> bool {
        self.accepted_keys(nonce, now).is_some_and(|keys| nonce.has_mark(keys.mark))
    }

    /// The keys for the task with this nonce. A nonce without a known mark has those of the current secret.
    pub(super) fn keys(&self, nonce: Nonce) -> &Keys {
        match &self.previous {
            Some(Previous { keys, .. }) if nonce.has_mark(keys.mark) => keys,
            _ => &self.current,
        }
    }

    /// The same; none if they are not accepted any more.
    pub(super) fn accepted_keys(&self, nonce: Nonce, now: Timestamp) -> Option<&Keys> {
        match &self.previous {
            Some(previous) if nonce.has_mark(previous.keys.mark) => {
                previous.is_accepted(now).then_some(&previous.keys)
            }
            _ => Some(&self.current),
        }
    }

    /// The hash that identifies a subject in new tasks.
    pub fn subject(&self, subject: Subject<'_>) -> SubjectId {
        self.current.subject(subject)
    }

    /// The hashes that identify a subject in tasks, new ones and earlier ones.
    pub fn subjects(&self, subject: Subject<'_>) -> SubjectIds {
        let previous = self.previous.as_ref();
        SubjectIds {
            current: self.current.subject(subject),
            previous: previous.map(|Previous { keys, .. }| (keys.mark, keys.subject(subject))),
        }
    }

    /// The key of a seat in the match with this id. It is made again to verify it, so that it is stored nowhere.
    pub fn seat_key(&self, game: &str, seat: u8) -> String {
        self.current.seat_key(game, seat)
    }

    /// The key that the same seat had with the secret before, as long as it is accepted.
    pub fn previous_seat_key(&self, game: &str, seat: u8, now: Timestamp) -> Option<String> {
        let previous = self.previous.as_ref().filter(|previous| previous.is_accepted(now));
        previous.map(|Previous { keys, .. }| keys.seat_key(game, seat))
    }

    /// The seed that makes the task with this identity.
    pub fn seed(&self, identity: &TaskIdentity) -> Seed {
        *Hasher::new_keyed(&self.keys(identity.nonce).seeds)
            .update(&[identity.step.get()])
            .update(&identity.fingerprint.to_bits().to_be_bytes())
            .update(&identity.subject.0)
            .update(&identity.nonce.to_bits().to_be_bytes())
            .finalize()
            .as_bytes()
    }
}

impl fmt::Debug for Keyring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keyring(…)")
    }
}

/// The key with which a server signs receipts. Its public half verifies them, without the server.
#[derive(Clone)]
pub struct ReceiptKey {
    key: SigningKey,
    id: String,
}

impl ReceiptKey {
    /// The key that 32 secret bytes give.
    pub(super) fn from_seed(seed: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(seed);
        let id = Self::id_of(&key.verifying_key().to_bytes());
        Self { key, id }
    }

    /// The public half.
    pub fn public(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    /// The id of the key, as [`ReceiptKey::id_of`] its public half.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The id of the key with a public half: the first 16 hexadecimal digits of the BLAKE3 hash of the half.
    pub fn id_of(public: &[u8; 32]) -> String {
        blake3::hash(public).to_hex().chars().take(16).collect()
    }

    /// The signature of a message. The same message always has the same one.
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.key.sign(message).to_bytes()
    }
}

/// The key stays out of logs.
impl fmt::Debug for ReceiptKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReceiptKey({})", self.id)
    }
}

#[cfg(test)]
mod tests {
    use data_encoding::HEXLOWER;

    use super::*;
    use crate::{Fingerprint, StepNumber};

    /// A moment at which a window of 600 s begins.
    const BEGIN: u64 = 1_800_000_000;

    /// The moment from which the previous secret is refused.
    const END: u64 = BEGIN + 24 * 60 * 60;

    fn secret(byte: u8) -> Secret {
        Secret::from_bytes([byte; 32])
    }

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    fn task(nonce: Nonce, subject: SubjectId) -> TaskIdentity {
        let step = StepNumber::new(7).unwrap();
        TaskIdentity { step, fingerprint: Fingerprint::from_bits(3), subject, nonce }
    }

    #[test]
    fn secrets_are_not_shown() {
        let keyring = Keyring::new(&secret(7)).with_previous(&secret(8), at(END));
        assert_eq!(format!("{:?} {keyring:?}", secret(7)), "Secret(…) Keyring(…)");
    }

    #[test]
    fn a_task_keeps_its_subject_and_its_seed_when_the_secret_is_replaced() {
        let before = Keyring::new(&secret(1));
        let after = Keyring::new(&secret(2)).with_previous(&secret(1), at(END));
        let ada = Subject::Learner(1);
        for nonce in [before.random_nonce(42), before.nonce_of_window(at(BEGIN - 1), 600)] {
            assert!(after.knows(nonce));
            assert!(after.accepts(nonce, at(END - 1)));
            assert!(!after.accepts(nonce, at(END)));
            assert_eq!(after.subjects(ada).of(nonce), before.subject(ada));
            let task = task(nonce, before.subject(ada));
            assert_eq!(after.seed(&task), before.seed(&task));
        }
        let nonce = after.random_nonce(42);
        assert_ne!(nonce, before.random_nonce(42));
        assert!(!before.knows(nonce));
        assert_eq!(after.subjects(ada).of(nonce), after.subject(ada));
        assert_ne!(after.subject(ada), before.subject(ada));
        let task = task(nonce, after.subject(ada));
        assert_eq!(after.seed(&task), Keyring::new(&secret(2)).seed(&task));
    }

    #[test]
    fn an_answer_without_a_token_may_be_for_a_board_of_either_secret() {
        let (before, after) = (Keyring::new(&secret(1)), Keyring::new(&secret(2)));
        let old = |window| before.nonce_of_window(at(window), 600);
        let new = |window| after.nonce_of_window(at(window), 600);
        assert_eq!(after.earlier_nonces(at(BEGIN), 600), [new(BEGIN - 600)]);

        let keyring = after.clone().with_previous(&secret(1), at(END));
        let earlier = |now| keyring.earlier_nonces(at(now), 600);
        for now in [BEGIN, END - 1] {
            assert_eq!(earlier(now), [old(now), new(now - 600), old(now - 600)]);
        }
        assert_eq!(earlier(END), [new(END - 600)]);
        // The first window of all.
        assert_eq!(earlier(0), [old(0)]);
    }

    #[test]
    fn a_seat_keeps_its_key_as_long_as_the_previous_secret_is_accepted() {
        let before = Keyring::new(&secret(1));
        let after = Keyring::new(&secret(2)).with_previous(&secret(1), at(END));
        let key = |now| after.previous_seat_key("match", 1, at(now));
        assert_eq!(key(END - 1), Some(before.seat_key("match", 1)));
        assert_eq!(key(END), None);
        assert_ne!(after.seat_key("match", 1), before.seat_key("match", 1));
        assert_eq!(before.previous_seat_key("match", 1, at(BEGIN)), None);
    }

    /// The first two tests of RFC 8032, section 7.1.
    #[test]
    fn signatures_are_those_of_the_standard() {
        for (seed, public, message, signature) in [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                "",
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
                "72",
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
            ),
        ] {
            let bytes = |text: &str| HEXLOWER.decode(text.as_bytes()).unwrap();
            let key = ReceiptKey::from_seed(&bytes(seed).try_into().unwrap());
            assert_eq!(HEXLOWER.encode(&key.public()), public);
            assert_eq!(HEXLOWER.encode(&key.sign(&bytes(message))), signature);
        }
    }

    #[test]
    fn a_key_is_not_shown() {
        let key = ReceiptKey::from_seed(&[7; 32]);
        assert_eq!(key.id().len(), 16);
        assert_eq!(format!("{key:?}"), format!("ReceiptKey({})", key.id()));
    }
}
