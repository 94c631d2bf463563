//! A request as bytes, and what becomes of it when some of them are changed.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use serde_json::Value;

/// A valid request.
#[derive(Clone)]
pub(crate) struct Request {
    method: String,
    /// Path and query.
    target: String,
    headers: Vec<String>,
    body: String,
}

/// Numbers that are larger, smaller or longer than any that is expected, and some that are none.
const NUMBERS: [&str; 9] = [
    "99999999999999999999999999999999",
    "18446744073709551616",
    "9007199254740993",
    "4294967296",
    "-1",
    "1e999",
    "0.00000000000000000000000001",
    "00000000000000000000000000000007",
    "NaN",
];

/// What is no UTF-8, or is rarely seen: bytes that begin nothing, a surrogate, a long form of zero, marks of direction and of order, and the
/// same in the escapes of addresses and of JSON.
const TEXTS: [&[u8]; 14] = [
    b"\xff\xfe",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\0",
    b"%00",
    b"%ff",
    b"%F0%9F%92%A5",
    b"%",
    b"\\ud800",
    b"\\u0000",
    "\u{202e}\u{feff}".as_bytes(),
    "e\u{301}\u{301}\u{301}".as_bytes(),
    "💥".as_bytes(),
];

/// How many bytes are removed or duplicated at most.
const RANGE: usize = 64;

impl Request {
    pub(crate) fn new(method: &str, target: &str) -> Self {
        let headers = vec!["Host: gradus".to_owned()];
        Self { method: method.to_owned(), target: target.to_owned(), headers, body: String::new() }
    }

    pub(crate) fn get(target: &str) -> Self {
        Self::new("GET", target)
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push(format!("{name}: {value}"));
        self
    }

    /// The request of a learner.
    pub(crate) fn of(self, key: &str) -> Self {
        self.with("Authorization", &format!("Bearer {key}"))
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        Self { body: body.to_string(), ..self.with("Content-Type", "application/json") }
    }

    pub(crate) fn form(self, body: &str) -> Self {
        let form = self.with("Content-Type", "application/x-www-form-urlencoded");
        Self { body: body.to_owned(), ..form }
    }

    /// The request's bytes, of which some are changed: most often so that it is still a request, and that its body has the length that it
    /// says.
    pub(crate) fn mutated(&self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        let mut target = self.target.clone().into_bytes();
        let mut headers = self.headers.join("\r\n").into_bytes();
        let mut body = self.body.clone().into_bytes();
        for _ in 0..rng.random_range(1..=2) {
            let part = match rng.random_range(0..5) {
                0 => &mut headers,
                1 => &mut target,
                _ if self.body.is_empty() => &mut target,
                _ => &mut body,
            };
            mutate(part, rng);
        }
        let length = if rng.random_ratio(7, 8) { body.len() } else { self.body.len() };
        if !self.body.is_empty() {
            headers.extend(format!("\r\nContent-Length: {length}").into_bytes());
        }
        let line = [self.method.as_bytes(), &target, b"HTTP/1.1"].join(&b' ');
        let mut bytes = [&line[..], &headers, b"", &body].join(&b"\r\n"[..]);
        if rng.random_ratio(1, 10) {
            mutate(&mut bytes, rng);
        }
        bytes
    }
}

/// Changes some bytes.
fn mutate(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let at = rng.random_range(0..=bytes.len());
    let end = (at + rng.random_range(1..=RANGE)).min(bytes.len());
    match rng.random_range(0..8) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.random_range(0..8);
            }
        }
        1 => bytes.insert(at, rng.random()),
        2 => drop(bytes.drain(at..end)),
        3 => {
            let copied: Vec<u8> = bytes.get(at..end).unwrap_or_default().to_vec();
            insert(bytes, rng.random_range(0..=bytes.len()), &copied);
        }
        4 => swap_lines(bytes, rng),
        5 => replace_number(bytes, at, rng),
        6 => {
            if let Some(text) = TEXTS.choose(rng) {
                insert(bytes, at, text);
            }
        }
        _ => bytes.truncate(at),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, inserted: &[u8]) {
    bytes.splice(at..at, inserted.iter().copied());
}

/// Swaps two lines: headers, where there are some.
fn swap_lines(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let [one, other] = [(); 2].map(|()| rng.random_range(0..lines.len()));
    lines.swap(one, other);
    *bytes = lines.join(&b'\n');
}

/// Replaces the first number behind a place, or inserts one.
fn replace_number(bytes: &mut Vec<u8>, at: usize, rng: &mut ChaCha8Rng) {
    let behind = bytes.get(at..).unwrap_or_default();
    let start = at + behind.iter().position(u8::is_ascii_digit).unwrap_or(0);
    let digits = bytes.get(start..).unwrap_or_default().iter();
    let length = digits.take_while(|byte| byte.is_ascii_digit()).count();
    if let Some(number) = NUMBERS.choose(rng) {
        bytes.splice(start..start + length, number.bytes());
    }
}
