//! Where a request ends in the bytes of a connection, after RFC 9112.
//!
//! Only as much is understood as is needed to find the end. What a request says, and whether it is well-formed, is decided by actix: a
//! malformed one is refused there, and then its end does not matter.

use memchr::memchr;

/// Where a connection is in its current request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// In the head, which ends with a blank line.
    Head {
        /// Whether the current line has no text so far.
        is_blank: bool,
        /// Whether a line with text has come; blank lines before it are not the end.
        has_begun: bool,
    },
    /// Behind the head: whether there is a body, the application says.
    HeadEnded,
    /// In a body of which this many bytes are left.
    Length(u64),
    /// In a body of chunks.
    Chunks(Chunks),
    /// Behind the request.
    Ended,
}

/// Where a connection is in a body of chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chunks {
    /// In the line with a chunk's size, which is this so far, in the digits or behind them.
    Size { size: u64, in_digits: bool },
    /// In a chunk of which this many bytes are left, its line break among them.
    Data(u64),
    /// In the lines behind the last chunk, which end with a blank one.
    Trailer { is_blank: bool },
}

/// How long a request's body is, by its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyLength {
    /// This many bytes; without a body none.
    Known(u64),
    /// As many chunks as come.
    Chunked,
}

/// Before a request.
impl Default for Framing {
    fn default() -> Self {
        Self::Head { is_blank: true, has_begun: false }
    }
}

impl Framing {
    /// The head has ended, and this is the length of the body.
    pub(crate) fn begin_body(&mut self, length: BodyLength) {
        *self = match length {
            BodyLength::Known(0) => Self::Ended,
            BodyLength::Known(length) => Self::Length(length),
            BodyLength::Chunked => Self::Chunks(Chunks::START),
        };
    }

    /// Whether more bytes belong to the request, as far as is known.
    pub(crate) fn goes_on(self) -> bool {
        !matches!(self, Self::HeadEnded | Self::Ended)
    }

    /// Whether a head has begun and has not ended.
    pub(crate) fn is_in_head(self) -> bool {
        matches!(self, Self::Head { has_begun: true, .. })
    }

    /// Takes the bytes that belong to the request, and returns their number.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> usize {
        let mut rest = bytes;
        while self.goes_on() && !rest.is_empty() {
            let taken = self.take_some(rest);
            rest = rest.get(taken..).unwrap_or_default();
        }
        bytes.len() - rest.len()
    }

    /// Takes at least one byte of a request that goes on: to the end of a line, or of the body.
    fn take_some(&mut self, bytes: &[u8]) -> usize {
        match self {
            Self::Head { is_blank, has_begun } => {
                let line = Line::of(bytes);
                *is_blank &= line.is_blank;
                *has_begun |= !*is_blank;
                if line.is_ended {
                    if *is_blank && *has_begun {
                        *self = Self::HeadEnded;
                    } else {
                        *is_blank = true;
                    }
                }
                line.length
            }
            Self::Length(left) => {
                let taken = skip(left, bytes);
                if *left == 0 {
                    *self = Self::Ended;
                }
                taken
            }
            Self::Chunks(chunks) => {
                let (taken, is_ended) = chunks.take_some(bytes);
                if is_ended {
                    *self = Self::Ended;
                }
                taken
            }
            Self::HeadEnded | Self::Ended => 0,
        }
    }
}

impl Chunks {
    const START: Self = Self::Size { size: 0, in_digits: true };

    /// Takes at least one byte; and whether the body ends with it.
    fn take_some(&mut self, bytes: &[u8]) -> (usize, bool) {
        match self {
            Self::Size { size, in_digits } => {
                let line = Line::of(bytes);
                for &byte in bytes.get(..line.length).unwrap_or_default() {
                    match char::from(byte).to_digit(16) {
                        // A size beyond 64 bits is malformed, so that its end does not matter.
                        Some(digit) if *in_digits => {
                            *size = size.saturating_mul(16).saturating_add(digit.into());
                        }
                        _ => *in_digits = false,
                    }
                }
                if line.is_ended {
                    *self = match *size {
                        0 => Self::Trailer { is_blank: true },
                        size => Self::Data(size.saturating_add(2)),
                    };
                }
                (line.length, false)
            }
            Self::Data(left) => {
                let taken = skip(left, bytes);
                if *left == 0 {
                    *self = Self::START;
                }
                (taken, false)
            }
            Self::Trailer { is_blank } => {
                let line = Line::of(bytes);
                *is_blank &= line.is_blank;
                let is_ended = line.is_ended && *is_blank;
                if line.is_ended {
                    *is_blank = true;
                }
                (line.length, is_ended)
            }
        }
    }
}

/// The bytes up to the end of a line, or all if it does not end among them.
struct Line {
    length: usize,
    is_ended: bool,
    /// Whether it has no text.
    is_blank: bool,
}

impl Line {
    fn of(bytes: &[u8]) -> Self {
        let end = memchr(b'\n', bytes);
        let text = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        let length = end.map_or(bytes.len(), |end| end + 1);
        let is_blank = text.iter().all(|&byte| byte == b'\r');
        Self { length, is_ended: end.is_some(), is_blank }
    }
}

/// Counts bytes down, as many as there are, and returns their number.
fn skip(left: &mut u64, bytes: &[u8]) -> usize {
    let taken = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
    *left -= taken as u64;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many bytes of a text belong to the first request, whatever the pieces in which they come.
    fn end_of(text: &str, length: BodyLength) -> usize {
        let end = |piece: usize| {
            let mut framing = Framing::default();
            let mut end = 0;
            for bytes in text.as_bytes().chunks(piece) {
                let mut taken = framing.take(bytes);
                if framing == Framing::HeadEnded {
                    framing.begin_body(length);
                    taken += framing.take(&bytes[taken..]);
                }
                end += taken;
                if !framing.goes_on() {
                    break;
                }
            }
            end
        };
        let ends: Vec<usize> = (1..=text.len()).map(end).collect();
        assert!(ends.iter().all(|other| *other == ends[0]), "{text:?} {ends:?}");
        ends[0]
    }

    const NEXT: &str = "GET /next HTTP/1.1\r\n\r\n";

    #[test]
    fn a_request_ends_where_the_next_one_begins() {
        let nothing = BodyLength::Known(0);
        let requests = [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", nothing),
            ("GET / HTTP/1.1\n\n", nothing),
            ("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", nothing),
            ("POST / HTTP/1.1\r\n\r\nans=a\n\nb", BodyLength::Known(8)),
            ("POST / HTTP/1.1\r\n\r\n0\r\n\r\n", BodyLength::Chunked),
            ("POST / HTTP/1.1\r\n\r\n5\r\nans=a\r\n0\r\n\r\n", BodyLength::Chunked),
            (
                "POST / HTTP/1.1\r\n\r\nA;x=ff\r\n0123\r\n\r\n89\r\n00\r\nT: 1\r\n\r\n",
                BodyLength::Chunked,
            ),
        ];
        for (request, length) in requests {
            assert_eq!(end_of(&[request, NEXT].concat(), length), request.len(), "{request:?}");
        }
    }

    #[test]
    fn a_request_that_has_not_ended_takes_all() {
        let requests = [
            ("GET / HTTP/1.1\r\nHost: a\r\n", BodyLength::Known(0)),
            ("POST / HTTP/1.1\r\n\r\nans", BodyLength::Known(4)),
            ("POST / HTTP/1.1\r\n\r\nffffffffffffffffffffff\r\nabc", BodyLength::Chunked),
        ];
        for (request, length) in requests {
            assert_eq!(end_of(request, length), request.len(), "{request:?}");
        }
    }
}
