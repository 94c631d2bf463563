//! The address in a request line, where clients send characters that belong percent-encoded: `?ans=29，30`, `?ans=["x"]`.
//!
//! Actix refuses such a line with a bare 400 before any handler sees it. Here its bytes are read as if they were encoded, as browsers and proxies do.
//! Only bytes between the method and the blank behind the address are replaced, and none of them is a blank or a control character, so the lines
//! of the head and the end of the request stay where they are.

use std::borrow::Cow;
use std::ops::Range;

use percent_encoding::{AsciiSet, percent_encode};

use crate::step::Text;
use crate::texts::head;

/// The longest address that actix reads, in bytes.
const ADDRESS_LIMIT: usize = 65_534;

/// The visible characters that actix does not read in an address, besides those outside ASCII. It would drop what follows a `#`.
const UNREADABLE: &AsciiSet = &AsciiSet::EMPTY.add(b'"').add(b'#').add(b'<').add(b'>').add(b'`');

/// Where a connection is in the first line of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RequestLine {
    part: Part,
    /// How many bytes the address has so far, encoded.
    length: usize,
}

/// The parts of a request line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// Blank lines may come before it.
    #[default]
    Before,
    Method,
    Address,
    Version,
    /// Behind a third blank, so one was in the address.
    TooMany,
    Ended,
}

impl RequestLine {
    /// Takes bytes of a request, and returns which of them belong to the address.
    fn take(&mut self, bytes: &[u8]) -> Range<usize> {
        let mut address = 0..0;
        for (place, &byte) in bytes.iter().enumerate() {
            self.part = match (self.part, byte) {
                (Part::Ended | Part::TooMany, _) => break,
                (Part::Before, b'\r' | b'\n') => Part::Before,
                (_, b'\n') => Part::Ended,
                (Part::Before | Part::Method, b' ') => Part::Address,
                (Part::Before | Part::Method, _) => Part::Method,
                (Part::Address, b' ') => Part::Version,
                (Part::Address, _) => {
                    if address.is_empty() {
                        address.start = place;
                    }
                    address.end = place + 1;
                    Part::Address
                }
                (Part::Version, b' ') => Part::TooMany,
                (part, _) => part,
            };
        }
        address
    }

    /// Takes bytes of a request, and returns them with the address encoded; none if it needs no encoding.
    pub(super) fn encode(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let address = self.take(bytes);
        let (head, rest) = bytes.split_at_checked(address.end)?;
        let (before, address) = head.split_at_checked(address.start)?;
        let encoded = Cow::from(percent_encode(address, UNREADABLE));
        self.length = self.length.saturating_add(encoded.len());
        let encoded = encoded.as_bytes();
        (encoded != address).then(|| [before, encoded, rest].concat())
    }

    /// What is wrong with a head that actix does not read.
    pub(super) fn fault(&self) -> Text {
        match self.part {
            _ if self.length > ADDRESS_LIMIT => head::long(ADDRESS_LIMIT),
            Part::TooMany => head::blank(),
            _ => head::form(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What actix gets of a request, whatever the pieces in which it comes.
    fn encoded(request: &[u8]) -> String {
        let in_pieces = |size: usize| {
            let mut line = RequestLine::default();
            let pieces = request.chunks(size);
            let encoded =
                pieces.flat_map(|piece| line.encode(piece).unwrap_or_else(|| piece.to_vec()));
            String::from_utf8(encoded.collect()).unwrap()
        };
        let whole = in_pieces(request.len());
        for size in 1..request.len() {
            assert_eq!(in_pieces(size), whole, "in pieces of {size}");
        }
        whole
    }

    #[test]
    fn what_an_address_may_not_have_is_encoded() {
        let cases = [
            ("GET /a?ans=29，30 HTTP/1.1\r\n", "GET /a?ans=29%EF%BC%8C30 HTTP/1.1\r\n"),
            ("GET /?a=[\"x\"]`<># HTTP/1.1\r\n", "GET /?a=[%22x%22]%60%3C%3E%23 HTTP/1.1\r\n"),
            ("GET /小 HTTP/1.1\r\n", "GET /%E5%B0%8F HTTP/1.1\r\n"),
            ("\r\n\nGET /é\n", "\r\n\nGET /%C3%A9\n"),
        ];
        for (request, expected) in cases {
            assert_eq!(encoded(request.as_bytes()), expected);
        }
        assert_eq!(encoded(b"GET /\xff HTTP/1.1\r\n"), "GET /%FF HTTP/1.1\r\n");
    }

    #[test]
    fn nothing_else_is_encoded() {
        let requests = [
            "GET /step_01?ans=%22a%22&b={|}^\\~[]!$'()*+;:@ HTTP/1.1\r\nHost: a\r\n\r\n",
            "GÉT / HTTP/1.1\r\nX: é\r\n\r\nGET /é HTTP/1.1\r\n",
            "POST / HTTP/1.1\r\n\r\nans=\"é\"",
            "GET /a b é\u{1}\t HTTP/1.1\r\n",
            "GET /a\tb\r\u{1} HTTP/1.1\r\n",
        ];
        for request in requests {
            assert_eq!(encoded(request.as_bytes()), request);
        }
    }

    #[test]
    fn the_fault_of_a_line_is_found() {
        let fault = |request: &str| {
            let mut line = RequestLine::default();
            line.encode(request.as_bytes());
            line.fault().english().into_owned()
        };
        assert!(fault("GET /?ans=a b HTTP/1.1\r\n").contains("blank"));
        assert!(fault(&format!("GET /{} HTTP/1.1\r\n", "\"".repeat(30_000))).contains("65534"));
        assert!(fault("GET / HTTP/1.1\r\nHost: a\r\nHost: a b c\r\n").contains("`Host`"));
    }
}
