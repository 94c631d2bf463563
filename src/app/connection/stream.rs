//! The stream of a connection, which hands over one request at a time.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::{Sleep, sleep};
use actix_web::web::{Buf as _, Bytes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::framing::{BodyLength, Framing};
use super::request_line::RequestLine;
use crate::app::places::Place;
use crate::app::state::State;
use crate::texts::head;
use crate::wire::problem::{Code, Problem};

/// How long the head of a request may take, from its first bytes on.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How long what a client still sends behind a rejected head is read.
const LINGER: Duration = Duration::from_secs(1);

/// How many pieces of it are read, of 4 KB each.
const REST_READS: usize = 64;

/// A connection's stream. It reads on only when the request before is answered and its reply is sent.
///
/// Actix's dispatcher would read requests as long as they come, answer them into a buffer without bound if the client does not read,
/// and wake itself again and again while its own buffer of requests is full. Here it sees the end of a request, and of the next one
/// nothing before its time: so a connection never has more in memory than a request, its reply, and one read from the socket.
pub(crate) struct SequentialStream {
    stream: TcpStream,
    exchange: Exchange,
    /// What was read behind the end of the request.
    ahead: Vec<u8>,
    /// What is still to be handed over of a piece in which the address was encoded, so that it is longer than what was read.
    encoded: Vec<u8>,
    /// The time limit on a head, since a part of it has come.
    head_timer: Option<Pin<Box<Sleep>>>,
    /// The time limit on output, since the client reads nothing of it.
    send_timer: Option<Pin<Box<Sleep>>>,
    /// What is still to be sent in place of a reply of actix; none unless there was one.
    refusal: Option<Bytes>,
    state: Arc<State>,
    _place: Place<IpAddr>,
}

/// What a stream and the application know of each other: where the current request is, and whether its reply is sent.
#[derive(Clone, Default)]
pub(crate) struct Exchange(Rc<Shared>);

#[derive(Default)]
struct Shared {
    framing: Cell<Framing>,
    line: Cell<RequestLine>,
    /// Whether the application has the request that came last. Another reply is one of actix.
    has_request: Cell<bool>,
    /// Whether the reply has come before the end of the request.
    is_answered: Cell<bool>,
    /// Whether output waits for the client to read.
    is_blocked: Cell<bool>,
    /// Who wanted to read when it was not the time.
    reader: RefCell<Option<Waker>>,
}

impl Exchange {
    /// The head of a request has come, and this is the length of its body.
    pub(crate) fn begin(&self, body: BodyLength) {
        self.0.is_answered.set(false);
        self.0.has_request.set(true);
        let mut framing = self.0.framing.get();
        framing.begin_body(body);
        self.0.framing.set(framing);
        if framing.goes_on() {
            self.resume();
        }
    }

    /// The reply is complete: what comes behind the request is the next one.
    pub(crate) fn finish(&self) {
        self.0.is_answered.set(true);
        self.begin_next();
    }

    /// Begins with the next request if this one has ended and is answered.
    fn begin_next(&self) {
        if self.0.framing.get() == Framing::Ended && self.0.is_answered.get() {
            self.0.framing.take();
            self.0.line.take();
            self.resume();
        }
    }

    /// Takes the bytes that belong to the current request, and returns their number; and the same bytes, if the address in them had to be encoded.
    fn take(&self, bytes: &[u8]) -> (usize, Option<Vec<u8>>) {
        let mut framing = self.0.framing.get();
        if matches!(framing, Framing::Head { .. }) && !bytes.is_empty() {
            self.0.has_request.set(false);
        }
        let taken = framing.take(bytes);
        self.0.framing.set(framing);
        let mut line = self.0.line.get();
        let encoded = bytes.get(..taken).and_then(|taken| line.encode(taken));
        self.0.line.set(line);
        self.begin_next();
        (taken, encoded)
    }

    /// The problem with which actix rejects a head, by the reply without a body that it sends.
    fn refusal(&self, reply: &[u8]) -> Option<Problem> {
        if self.0.has_request.get() {
            return None;
        }
        let (code, detail) = match reply.get("HTTP/1.1 ".len()..)?.get(..3)? {
            b"400" => (Code::HeadForm, self.0.line.get().fault()),
            b"408" => (Code::HeadSlow, head::slow()),
            b"431" => (Code::HeadSize, head::size()),
            _ => return None,
        };
        Some(Problem::new(code, detail))
    }

    fn suspend(&self, context: &Context<'_>) {
        *self.0.reader.borrow_mut() = Some(context.waker().clone());
    }

    fn resume(&self) {
        if let Some(reader) = self.0.reader.borrow_mut().take() {
            reader.wake();
        }
    }
}

impl SequentialStream {
    pub(crate) fn new(stream: TcpStream, place: Place<IpAddr>, state: Arc<State>) -> Self {
        Self {
            stream,
            exchange: Exchange::default(),
            ahead: Vec::new(),
            encoded: Vec::new(),
            head_timer: None,
            send_timer: None,
            refusal: None,
            state,
            _place: place,
        }
    }

    pub(crate) fn exchange(&self) -> Exchange {
        self.exchange.clone()
    }

    /// Hands over what was read ahead, as far as it belongs to the request.
    fn read_ahead(&mut self, buffer: &mut ReadBuf<'_>) {
        let room = self.ahead.len().min(buffer.remaining());
        let (taken, encoded) = self.exchange.take(self.ahead.get(..room).unwrap_or_default());
        let taken = self.ahead.drain(..taken);
        match encoded {
            None => buffer.put_slice(taken.as_slice()),
            Some(encoded) => self.encoded = encoded,
        }
        drop(taken);
        if self.ahead.is_empty() {
            self.ahead = Vec::new();
        }
        self.hand_over(buffer);
    }

    /// Hands over what was encoded, as far as there is room.
    fn hand_over(&mut self, buffer: &mut ReadBuf<'_>) {
        let room = self.encoded.len().min(buffer.remaining());
        let handed = self.encoded.drain(..room);
        buffer.put_slice(handed.as_slice());
        drop(handed);
        if self.encoded.is_empty() {
            self.encoded = Vec::new();
        }
    }

    /// Reads from the socket, and keeps what does not belong to the request.
    fn poll_socket(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if Pin::new(&mut self.stream).poll_read(context, buffer)?.is_pending() {
            return self.poll_head_timer(context);
        }
        let read = buffer.filled().get(before..).unwrap_or_default();
        let (taken, encoded) = self.exchange.take(read);
        self.ahead.extend_from_slice(read.get(taken..).unwrap_or_default());
        match encoded {
            None => buffer.set_filled(before + taken),
            Some(encoded) => {
                buffer.set_filled(before);
                self.encoded = encoded;
                self.hand_over(buffer);
            }
        }
        if !self.exchange.0.framing.get().is_in_head() {
            self.head_timer = None;
        }
        Poll::Ready(Ok(()))
    }

    /// Nothing comes for now. Actix has a time limit on the first head of a connection, and none on the others.
    fn poll_head_timer(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.exchange.0.framing.get().is_in_head() {
            return Poll::Pending;
        }
        let timer = self.head_timer.get_or_insert_with(|| Box::pin(sleep(HEAD_TIMEOUT)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(timed_out("the head of a request takes too long")))
    }

    /// While a request is answered, only the end of the connection is of interest.
    fn poll_end(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.ahead.is_empty() {
            let mut byte = [0];
            // No byte to look at is the end.
            if ready!(self.stream.poll_peek(context, &mut ReadBuf::new(&mut byte)))? == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        self.exchange.suspend(context);
        Poll::Pending
    }

    /// Sends the problem of a head that was rejected, and reads what the client still sends: it would lose the reply if the connection were closed
    /// before. Actix closes it at once.
    fn poll_refusal(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(refusal) = &mut self.refusal
            && !refusal.is_empty()
        {
            let sent = ready!(Pin::new(&mut self.stream).poll_write(context, refusal))?;
            refusal.advance(sent);
            self.head_timer = None;
        }
        ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        let mut rest = [0; 4096];
        for _ in 0..REST_READS {
            let mut buffer = ReadBuf::new(&mut rest);
            if Pin::new(&mut self.stream).poll_read(context, &mut buffer)?.is_pending() {
                let timer = self.head_timer.get_or_insert_with(|| Box::pin(sleep(LINGER)));
                return timer.as_mut().poll(context).map(Ok);
            }
            if buffer.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }

    /// The client has not read what was sent so far.
    fn poll_send_timer(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        self.exchange.0.is_blocked.set(true);
        let timeout = self.state.limits.send_timeout;
        let timer = self.send_timer.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(timed_out("the client does not read the reply")))
    }
}

fn timed_out(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, reason)
}

impl AsyncRead for SequentialStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        if stream.exchange.0.is_blocked.get() {
            stream.exchange.suspend(context);
            return Poll::Pending;
        }
        if !stream.encoded.is_empty() {
            stream.hand_over(buffer);
            return Poll::Ready(Ok(()));
        }
        if !stream.exchange.0.framing.get().goes_on() {
            return stream.poll_end(context);
        }
        if stream.ahead.is_empty() {
            return stream.poll_socket(context, buffer);
        }
        stream.read_ahead(buffer);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for SequentialStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        if stream.refusal.is_none()
            && let Some(problem) = stream.exchange.refusal(bytes)
        {
            stream.state.metrics.requests.refused(problem.code());
            stream.refusal = Some(problem.to_http(stream.state.addresses.prefix()).into());
        }
        let written = match stream.refusal {
            None => Pin::new(&mut stream.stream).poll_write(context, bytes),
            Some(_) => stream.poll_refusal(context).map_ok(|()| bytes.len()),
        };
        if written.is_pending() {
            return stream.poll_send_timer(context);
        }
        if stream.exchange.0.is_blocked.replace(false) {
            stream.send_timer = None;
            stream.exchange.resume();
        }
        written
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
