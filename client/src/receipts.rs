//! Receipts: signed texts that say which step a learner has solved. They are verified here, without the server, by its public keys.
//!
//! A receipt is a compact JWS (RFC 7515), signed with Ed25519 (RFC 8037): a header, the claims, and a signature over both. Each is in
//! base64url, with dots between them.
//!
//! ```
//! use gradus_client::receipts::{Invalid, KeySet, verify};
//!
//! let keys = KeySet::read(r#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "kid": "rfc8032",
//!     "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#)?;
//! // {"alg":"none"}
//! let unsigned = "eyJhbGciOiJub25lIn0.e30.";
//! assert!(matches!(verify(unsigned, &keys), Err(Invalid::Algorithm(_))));
//! # Ok::<(), gradus_client::receipts::KeySetError>(())
//! ```

use data_encoding::BASE64URL_NOPAD;
use ed25519_dalek::{Signature, VerifyingKey};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::step::StepNumber;

/// The only algorithm: `EdDSA` with the curve Ed25519.
const ALGORITHM: &str = "EdDSA";

/// The public keys of a server, each with its id.
#[derive(Clone, Debug)]
pub struct KeySet(Vec<(String, VerifyingKey)>);

/// Why a text is not a set of keys.
#[derive(Debug, thiserror::Error)]
pub enum KeySetError {
    /// It is not a JWK set.
    #[error("this is not a JWK set: {0}")]
    Form(#[from] serde_json::Error),
    /// A key is not 32 bytes in base64url, or no point of the curve.
    #[error("the key {0:?} is not an Ed25519 key")]
    Key(String),
    /// It has no Ed25519 key.
    #[error("there is no Ed25519 key in this JWK set")]
    Empty,
}

#[derive(Deserialize)]
struct JwkSet {
    keys: Vec<Jwk>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    crv: Option<String>,
    kid: Option<String>,
    x: Option<String>,
    r#use: Option<String>,
    alg: Option<String>,
}

impl KeySet {
    /// Reads a JWK set (RFC 7517). Keys of other kinds and for other uses are passed over.
    ///
    /// # Errors
    /// See [`KeySetError`].
    pub fn read(json: &str) -> Result<Self, KeySetError> {
        let JwkSet { keys } = serde_json::from_str(json)?;
        let signs = |jwk: &Jwk| {
            jwk.kty == "OKP"
                && jwk.crv.as_deref() == Some("Ed25519")
                && jwk.r#use.as_deref().is_none_or(|usage| usage == "sig")
                && jwk.alg.as_deref().is_none_or(|alg| alg == ALGORITHM)
        };
        let keys = keys.into_iter().filter(signs).filter_map(|jwk| Some((jwk.kid?, jwk.x)));
        let keys = keys.map(|(id, x)| match x.as_deref().and_then(verifying_key) {
            Some(key) => Ok((id, key)),
            None => Err(KeySetError::Key(id)),
        });
        match keys.collect::<Result<Vec<_>, _>>()? {
            keys if keys.is_empty() => Err(KeySetError::Empty),
            keys => Ok(Self(keys)),
        }
    }
}

fn verifying_key(x: &str) -> Option<VerifyingKey> {
    let bytes = BASE64URL_NOPAD.decode(x.as_bytes()).ok()?;
    VerifyingKey::from_bytes(bytes.as_slice().try_into().ok()?).ok()
}

/// What a receipt says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Claims {
    /// The server's address, if it has a public one.
    pub iss: Option<String>,
    /// The name of the course, if it has one.
    pub course: Option<String>,
    /// The learner's id.
    pub sub: String,
    /// The learner's name when the receipt was written.
    pub learner: String,
    /// The step.
    pub step: StepNumber,
    /// The kind of the step; empty if the server did not store it then.
    #[serde(default)]
    pub kind: String,
    /// What the step's boards are made from.
    pub fingerprint: String,
    /// What the answer earned.
    pub points: f64,
    /// When the answer was judged, in seconds since 1970.
    pub graded_at: u64,
    /// What identifies the answer.
    pub jti: String,
}

/// Why a text is no valid receipt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// It has not three parts, or one is not in the only form of base64url for its bytes.
    #[error("it is not three parts in base64url with dots between them")]
    Form,
    /// The header is not one that a receipt has.
    #[error("its header is not that of a receipt: {0}")]
    Header(String),
    /// It is not signed as receipts are: with `none` it is not signed at all.
    #[error("its algorithm is {0:?}; receipts are signed with EdDSA")]
    Algorithm(String),
    /// No key of the set has this id.
    #[error("its key {0:?} is not among the server's keys")]
    UnknownKey(String),
    /// Somebody has changed it, or signed it with another key.
    #[error("its signature does not fit: it was changed, or the server has not signed it")]
    Signature,
    /// It is signed, but says something else.
    #[error("it is signed, but it is not a receipt: {0}")]
    Claims(String),
}

impl Invalid {
    /// Whether the text is a receipt, although an invalid one; else it is something else.
    #[must_use]
    pub fn is_receipt(&self) -> bool {
        match self {
            Self::Form | Self::Header(_) | Self::Claims(_) => false,
            Self::Algorithm(_) | Self::UnknownKey(_) | Self::Signature => true,
        }
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<IgnoredAny>,
}

/// Verifies a receipt, and returns what it says.
///
/// # Errors
/// [`Invalid`] says why it is not valid. Nothing of what it says is believed then.
pub fn verify(receipt: &str, keys: &KeySet) -> Result<Claims, Invalid> {
    let (signed, signature) = receipt.rsplit_once('.').ok_or(Invalid::Form)?;
    let (header, claims) = signed.split_once('.').ok_or(Invalid::Form)?;
    let bytes = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).map_err(|_| Invalid::Form);
    let (header, claims, signature) = (bytes(header)?, bytes(claims)?, bytes(signature)?);

    let header: Header =
        serde_json::from_slice(&header).map_err(|error| Invalid::Header(error.to_string()))?;
    if header.alg != ALGORITHM {
        return Err(Invalid::Algorithm(header.alg));
    }
    if header.typ.is_some_and(|typ| !typ.eq_ignore_ascii_case("JWT")) {
        return Err(Invalid::Header("its type is not JWT".to_owned()));
    }
    if header.crit.is_some() {
        return Err(Invalid::Header("it has extensions".to_owned()));
    }
    let id = header.kid.unwrap_or_default();
    let KeySet(keys) = keys;
    let mut named = keys.iter().filter(|(known, _)| *known == id).map(|(_, key)| key).peekable();
    if named.peek().is_none() {
        return Err(Invalid::UnknownKey(id));
    }
    let signature = Signature::from_slice(&signature).map_err(|_| Invalid::Signature)?;
    if !named.any(|key| key.verify_strict(signed.as_bytes(), &signature).is_ok()) {
        return Err(Invalid::Signature);
    }
    serde_json::from_slice(&claims).map_err(|error| Invalid::Claims(error.to_string()))
}

/// How a receipt begins: its header names the algorithm first.
const BEGIN: &str = "eyJhbGciOi";

/// The length of a signature in base64url.
const SIGNATURE_LENGTH: usize = 86;

/// The receipts in a text: one a line, also as a mail quotes and wraps them, the cells of a table, or wherever in JSON there is a member `receipt`,
/// as in the reply to an accepted answer and in the list of a learner's receipts. A line without a receipt counts as a receipt that is none, unless it
/// has several words, as the head of a table or of a mail, and there are receipts beside it.
///
/// # Errors
/// If a text that begins as JSON is none.
pub fn receipts_in(text: &str) -> Result<Vec<String>, serde_json::Error> {
    // Files that are joined have a byte order mark in the middle; a spreadsheet puts quotation marks and commas around a text.
    let is_blank = |c: char| c.is_whitespace() || ['\u{feff}', '"', ','].contains(&c);
    let text = text.trim_matches(is_blank);
    if !text.starts_with(['{', '[']) {
        return Ok(in_lines(
            text.lines().map(|line| line.trim_matches(|c| c == '>' || is_blank(c))),
        ));
    }
    let mut found = Vec::new();
    // A program may have written one reply after the other.
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        collect(&value?, &mut found);
    }
    Ok(found)
}

fn in_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let is_separator = |c: char| c.is_whitespace() || [',', ';', '"'].contains(&c);
    let is_part = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let is_open = |receipt: &String| {
        let signature = receipt.splitn(3, '.').nth(2);
        receipt.starts_with(BEGIN) && signature.is_none_or(|end| end.len() < SIGNATURE_LENGTH)
    };
    let mut found: Vec<String> = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let open = found.last_mut().filter(|receipt| is_open(receipt));
        if line.contains(BEGIN) {
            let words = line.split(is_separator).filter(|word| word.starts_with(BEGIN));
            found.extend(words.map(str::to_owned));
        } else if let Some(receipt) = open.filter(|_| is_part(line)) {
            receipt.push_str(line);
        } else {
            found.push(line.to_owned());
        }
    }
    if found.iter().any(|receipt| receipt.starts_with(BEGIN)) {
        found.retain(|receipt| !receipt.contains(is_separator));
    }
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| collect(value, found)),
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(receipt) if name == "receipt" => found.push(receipt.clone()),
                    value => collect(value, found),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use ed25519_dalek::{Signer as _, SigningKey};
    use serde_json::json;

    use super::*;

    fn encoded(part: impl AsRef<[u8]>) -> String {
        BASE64URL_NOPAD.encode(part.as_ref())
    }

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[7; 32])
    }

    fn jwk(id: &str, key: &SigningKey) -> Value {
        json!({
            "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": id,
            "x": encoded(key.verifying_key().as_bytes()),
        })
    }

    fn keys() -> KeySet {
        let other = SigningKey::from_bytes(&[8; 32]);
        let rsa = json!({"kty": "RSA", "kid": "rsa", "n": "AQAB", "e": "AQAB"});
        let set = json!({"is_success": true, "keys": [jwk("k2", &other), rsa, jwk("k1", &key())]});
        KeySet::read(&set.to_string()).unwrap()
    }

    fn claims() -> Value {
        json!({
            "course": "Programming 1", "sub": "37", "learner": "Ada", "step": "07", "kind": "gomoku/line-patterns",
            "fingerprint": "000000ab", "points": 7.5, "iat": 1_800_000_000, "graded_at": 1_800_000_000, "jti": "aa",
        })
    }

    fn signed(header: &Value, claims: &Value) -> String {
        let text = format!("{}.{}", encoded(header.to_string()), encoded(claims.to_string()));
        let signature = encoded(key().sign(text.as_bytes()).to_bytes());
        format!("{text}.{signature}")
    }

    fn header() -> Value {
        json!({"alg": "EdDSA", "kid": "k1", "typ": "JWT"})
    }

    #[test]
    fn a_receipt_is_read() {
        let told = verify(&signed(&header(), &claims()), &keys()).unwrap();
        assert_eq!((told.learner.as_str(), told.points), ("Ada", 7.5));
        assert_eq!((told.iss, told.course.as_deref()), (None, Some("Programming 1")));
    }

    #[test]
    fn other_algorithms_keys_and_headers_are_refused() {
        let with = |name: &str, value: Value| {
            let mut header = header();
            header[name] = value;
            verify(&signed(&header, &claims()), &keys()).unwrap_err()
        };
        for algorithm in ["none", "None", "HS256", "ES256", "eddsa", ""] {
            assert_eq!(with("alg", json!(algorithm)), Invalid::Algorithm(algorithm.to_owned()));
        }
        for key in ["k3", "rsa", ""] {
            assert_eq!(with("kid", json!(key)), Invalid::UnknownKey(key.to_owned()));
        }
        assert_eq!(with("kid", json!("k2")), Invalid::Signature);
        assert!(matches!(with("typ", json!("JWE")), Invalid::Header(_)));
        assert!(matches!(with("crit", json!(["b64"])), Invalid::Header(_)));
        // The shared secret of HS256 would be the public key.
        let unsigned =
            format!("{}.{}.", encoded(r#"{"alg":"none"}"#), encoded(claims().to_string()));
        assert!(matches!(verify(&unsigned, &keys()), Err(Invalid::Algorithm(_))));
    }

    #[test]
    fn whatever_is_changed_is_noticed() {
        let receipt = signed(&header(), &claims());
        for (place, symbol) in receipt.char_indices() {
            let other = if symbol == 'A' { "B" } else { "A" };
            let mut changed = receipt.clone();
            changed.replace_range(place..=place, other);
            assert!(verify(&changed, &keys()).is_err(), "{place}");
        }
        for text in
            ["", ".", "..", "a.b", "a.b.c.d", &format!("{receipt}.e30"), &format!("{receipt}=")]
        {
            assert!(verify(text, &keys()).is_err(), "{text}");
        }
    }

    #[test]
    fn the_bits_that_base64_leaves_unused_are_zero() {
        // 64 bytes are 86 letters, of the last of which two bits count.
        let receipt = signed(&header(), &claims());
        let last = receipt.chars().last().unwrap();
        let next = char::from_u32(u32::from(last) + 1).unwrap();
        let changed = format!("{}{next}", &receipt[..receipt.len() - 1]);
        assert_eq!(verify(&changed, &keys()), Err(Invalid::Form));
    }

    #[test]
    fn something_else_that_the_server_has_signed_is_no_receipt() {
        let invalid = verify(&signed(&header(), &json!({"sub": "37"})), &keys()).unwrap_err();
        assert!(matches!(invalid, Invalid::Claims(_)), "{invalid}");
    }

    #[test]
    fn sets_without_a_usable_key_are_refused() {
        let read = |set: Value| KeySet::read(&set.to_string()).unwrap_err();
        assert!(matches!(KeySet::read("<html>"), Err(KeySetError::Form(_))));
        assert!(matches!(read(json!({"keys": []})), KeySetError::Empty));
        let mut jwk = jwk("k1", &key());
        jwk["use"] = json!("enc");
        assert!(matches!(read(json!({"keys": [jwk]})), KeySetError::Empty));
        jwk["use"] = json!("sig");
        jwk["x"] = json!("AA");
        assert!(matches!(read(json!({"keys": [jwk]})), KeySetError::Key(id) if id == "k1"));
    }

    #[test]
    fn receipts_are_found_in_lines_and_in_json() {
        assert_eq!(receipts_in(" a.b.c\n\nd.e.f\r\n").unwrap(), ["a.b.c", "d.e.f"]);
        let list = r#"{"is_success":true,"receipts":[{"step":"01","receipt":"a"},{"step":"02","receipt":"b"}]}"#;
        assert_eq!(receipts_in(list).unwrap(), ["a", "b"]);
        let replies = "{\"verdict\":\"accepted\",\"receipt\":\"a\"}\n{\"verdict\":\"wrong\"}\n{\"receipt\":\"c\"}";
        assert_eq!(receipts_in(replies).unwrap(), ["a", "c"]);
        assert!(receipts_in("{\"receipt\":").is_err());
        assert_eq!(receipts_in("").unwrap(), [""; 0]);
        assert_eq!(receipts_in("\"a.b.c\",\r\n\"d.e.f\"\r\n").unwrap(), ["a.b.c", "d.e.f"]);
        assert_eq!(receipts_in("\u{feff}a.b.c\r\n\u{feff}d.e.f").unwrap(), ["a.b.c", "d.e.f"]);
    }

    #[test]
    fn receipts_are_found_in_mails_and_tables() {
        let receipt = signed(&header(), &claims());
        let wrapped = |width: usize, quote: &str| -> String {
            let lines = receipt.as_bytes().chunks(width).map(|line| str::from_utf8(line).unwrap());
            lines.map(|line| format!("{quote}{line}\r\n")).collect::<Vec<_>>().concat()
        };
        let twice = [receipt.clone(), receipt.clone()];
        for text in [
            wrapped(76, "") + &wrapped(64, "> "),
            format!(
                "Dear Dr. Hopper,\n{}\n{}\nAda Lovelace\n",
                wrapped(76, ">> "),
                wrapped(20, "")
            ),
            format!("step,receipt\r\n01,{receipt}\r\n\"02\",\"{receipt}\"\r\n"),
            format!("01;{receipt};5\n02\t{receipt}\n"),
        ] {
            assert_eq!(receipts_in(&text).unwrap(), twice, "{text}");
        }
        // What is cut or stands by itself is still reported.
        let cut = &receipt[..receipt.len() - 9];
        let text = format!("{cut}\n\n{receipt}\nreceipt\n");
        assert_eq!(receipts_in(&text).unwrap(), [cut, &receipt, "receipt"]);
    }

    #[test]
    fn a_text_that_is_no_receipt_is_not_an_invalid_one() {
        let reason = |text: &str| verify(text, &keys()).unwrap_err();
        for text in ["hello", "www.example.com", "step 01  5 points", "{}.{}.{}", "e30.e30.e30"] {
            assert!(!reason(text).is_receipt(), "{text}");
        }
        let receipt = signed(&header(), &claims());
        let (signed_text, _) = receipt.rsplit_once('.').unwrap();
        assert!(reason(&format!("{signed_text}.{}", encoded([7; 64]))).is_receipt());
        let unknown = json!({"alg": "EdDSA", "kid": "k3", "typ": "JWT"});
        assert!(reason(&signed(&unknown, &claims())).is_receipt());
    }
}
