//! What a task is made from: nothing is stored to serve one, because its identity makes it again.
//!
//! ```text
//! seed = BLAKE3-keyed(secret, step ‖ fingerprint ‖ subject ‖ nonce)
//! ```

use std::fmt;
use std::str::FromStr;

use blake3::Hasher;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// Whole seconds since 1970-01-01T00:00:00Z, by the caller's clock.
///
/// The core never reads a clock: every function that needs the time takes one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The moment this many seconds after the epoch.
    pub fn from_seconds(seconds: u64) -> Self {
        Self(seconds)
    }

    /// Seconds since the epoch.
    pub fn seconds(self) -> u64 {
        self.0
    }

    /// The moment this many seconds later.
    #[must_use]
    pub fn plus(self, seconds: u64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// The moment for the calendar. Moments after the calendar's end, in the year 9999, become its end.
    pub fn instant(self) -> jiff::Timestamp {
        let instant = i64::try_from(self.0).ok();
        instant
            .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
            .unwrap_or(jiff::Timestamp::MAX)
    }

    /// The time of day, with seconds because two boards are often of one minute: `23:10:07 UTC`.
    pub fn time_of_day(self) -> String {
        self.instant().strftime("%H:%M:%S UTC").to_string()
    }

    /// The day and the minute, for people: `2026-11-20 12:00 UTC`.
    pub fn minute(self) -> String {
        self.instant().strftime("%Y-%m-%d %H:%M UTC").to_string()
    }
}

/// In the format of RFC 3339, in UTC: `2026-11-20T12:00:00Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.instant().strftime("%Y-%m-%dT%H:%M:%SZ"))
    }
}

/// As it is displayed.
impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A subject as tokens and seeds carry it: a keyed hash, so that a token reveals neither name nor address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubjectId(pub(super) [u8; 16]);

impl SubjectId {
    /// The hash as it is stored.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The inverse of [`SubjectId::to_bytes`].
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }
}

/// What distinguishes the tasks of one subject on one step.
///
/// Either the number of a time window, so that asking twice shows the same board, or random bits. A [`super::Keyring`] also marks it with the secret
/// that makes the task: so the tasks of one secret are never taken for those of another, in no token and in no stored attempt.
///
/// ```text
/// random 1 │ mark of the secret 23 │ number of the window, or random bits 40
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nonce(u64);

/// Set in random nonces: they never collide with the number of a window.
const RANDOM: u64 = 1 << 63;

/// The bits with the number of a window.
const NUMBER: u64 = (1 << 40) - 1;

/// The bits with the mark of a secret.
const MARK: u64 = !(RANDOM | NUMBER);

/// What a secret marks nonces with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SecretMark(u64);

impl SecretMark {
    /// A mark from the bits of a hash, of which 23 are used.
    pub(super) fn from_bits(bits: u64) -> Self {
        Self(bits & MARK)
    }
}

impl Nonce {
    /// The nonce of the time window that `now` lies in, without a mark; `window` is its length in seconds.
    pub fn of_window(now: Timestamp, window: u64) -> Self {
        Self((now.seconds() / window.max(1)).min(NUMBER))
    }

    /// A nonce from 64 random bits, of which 63 are used. They are also in the place of the mark.
    pub fn random(bits: u64) -> Self {
        Self(bits | RANDOM)
    }

    /// The same nonce with the mark of a secret.
    pub(super) fn marked(self, SecretMark(mark): SecretMark) -> Self {
        Self(self.0 & !MARK | mark)
    }

    /// Whether it has the mark of a secret.
    pub(super) fn has_mark(self, SecretMark(mark): SecretMark) -> bool {
        self.0 & MARK == mark
    }

    /// Whether it is one of random bits, not one of a window.
    pub fn is_random(self) -> bool {
        self.0 >= RANDOM
    }

    /// The number of the window, from 1970 on; without a meaning for a random nonce.
    fn window_number(self) -> u64 {
        self.0 & NUMBER
    }

    /// The nonce of the window before this one; none for a random nonce.
    pub fn previous(self) -> Option<Self> {
        (!self.is_random() && self.window_number() > 0).then(|| Self(self.0 - 1))
    }

    /// The nonce as stored and carried in tokens.
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`Nonce::to_bits`].
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
/// use gradus_step::Fingerprint;
///
/// let four = Fingerprint::of("numerical/line-sums", 1, r#"{"boards":4}"#);
/// assert_ne!(four, Fingerprint::of("numerical/line-sums", 1, r#"{"boards":6}"#));
/// assert_ne!(four, Fingerprint::of("numerical/line-sums", 2, r#"{"boards":4}"#));
/// assert_eq!(four.to_string().len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u32);

impl Fingerprint {
    /// The fingerprint of a kind with its parameters as [canonical JSON](canonical_json).
    pub fn of(kind: &str, version: u32, params: &str) -> Self {
        let mut hasher = Hasher::new_derive_key("gradus 2026-11 fingerprints");
        hasher.update(kind.as_bytes()).update(&[0]);
        hasher.update(&version.to_be_bytes()).update(params.as_bytes());
        let mut bits = [0; 4];
        hasher.finalize_xof().fill(&mut bits);
        Self(u32::from_be_bytes(bits))
    }

    /// The 32 bits, as they are stored and carried in tokens.
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Fingerprint::to_bits`].
    pub fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

/// Parameters as JSON, with all defaults filled in. Equal parameters give the same text.
///
/// # Panics
///
/// If the parameters cannot be written as JSON.
#[expect(clippy::expect_used, reason = "numbers, texts and lists can always be written")]
pub fn canonical_json(params: &impl Serialize) -> String {
    serde_json::to_string(params).expect("parameters are numbers, texts and lists")
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

/// The number of a step, 1–99, always written with two digits.
///
/// ```
/// use gradus_step::StepNumber;
///
/// let step: StepNumber = "07".parse()?;
/// assert_eq!(step.to_string(), "07");
/// assert!("7".parse::<StepNumber>().is_err());
/// # Ok::<(), gradus_step::NotAStepNumber>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepNumber(u8);

/// The numbers from 0 to 99, each written with two digits.
const TEXTS: &str = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
                     5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/// The text is not the number of a step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a step's number is two digits from 01 to 99")]
pub struct NotAStepNumber;

impl StepNumber {
    /// The step with this number, if it lies within 1–99.
    pub fn new(number: u8) -> Result<Self, NotAStepNumber> {
        match number {
            1..=99 => Ok(Self(number)),
            _ => Err(NotAStepNumber),
        }
    }

    /// The number, 1–99.
    pub fn get(self) -> u8 {
        self.0
    }

    /// The number as text, two digits.
    #[expect(clippy::expect_used, reason = "`new` allows no number above 99")]
    pub fn as_str(self) -> &'static str {
        let place = 2 * usize::from(self.0);
        TEXTS.get(place..place + 2).expect("every number up to 99 is there")
    }
}

impl StepNumber {
    /// The number that somebody has probably meant with one in another form: `7`, `007`, `７`, or `07.` as a sentence ends.
    pub fn meant_by(text: &str) -> Option<Self> {
        /// So many characters are read: the rest of a number would be zeros.
        const READ: usize = 8;

        let text = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let mut value: u32 = 0;
        for (place, letter) in text.chars().enumerate() {
            let digit = match letter {
                '０'..='９' => u32::from(letter) - u32::from('０'),
                _ => letter.to_digit(10)?,
            };
            value = value.checked_mul(10)?.checked_add(digit).filter(|_| place < READ)?;
        }
        Self::new(u8::try_from(value).ok()?).ok()
    }
}

impl FromStr for StepNumber {
    type Err = NotAStepNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                Self::new((tens - b'0') * 10 + (ones - b'0'))
            }
            _ => Err(NotAStepNumber),
        }
    }
}

/// As text: `"07"`.
impl Serialize for StepNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for StepNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_number_is_meant_by_other_forms_of_it() {
        for text in ["7", "07", "007", "７", "０７", "07.", "7)", "07。"] {
            assert_eq!(StepNumber::meant_by(text).unwrap().as_str(), "07", "{text}");
        }
        for text in ["", "0", "100", "-7", "+7", "7a", "0x7", "4294967303", "0000000000007"] {
            assert!(StepNumber::meant_by(text).is_none(), "{text}");
        }
    }

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
    fn a_mark_changes_nothing_else_of_a_nonce() {
        let mark = SecretMark::from_bits(u64::MAX);
        let window = Nonce::of_window(Timestamp::from_seconds(1250), 600);
        assert!(window.marked(mark).has_mark(mark) && !window.has_mark(mark));
        assert_eq!(window.marked(mark).window_number(), 2);
        assert_eq!(window.marked(mark).previous(), window.previous().map(|one| one.marked(mark)));
        assert!(!window.marked(mark).is_random() && Nonce::random(0).marked(mark).is_random());
        let first = Nonce::of_window(Timestamp::from_seconds(599), 600);
        assert_eq!(first.marked(mark).previous(), None);
    }
}
