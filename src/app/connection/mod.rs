//! Connections: how many there may be, and how much of each is in memory.
//!
//! This is own code because actix limits neither how many requests of a connection it answers ahead nor how long a client may read nothing: its
//! `max_concurrent_connections` lets the others wait without a word, and its time limits are on the first head and on the end of a connection.
//!
//! `bench/campaign` has a flood for each of these cases. In `slow-readers` 1,500 connections send 2,000 requests each and read nothing: with
//! `framing` the server has 91 MB at the peak. Without it, with a stream that stops reading while its client does not read, the server exceeded
//! 6 GB within ten seconds: actix answers whatever it has read. Besides, actix rejects an address with a letter outside ASCII before any handler
//! sees it, so only a stream that knows where a head begins can read such an address, and it can say why a head is rejected.

mod framing;
mod request_line;
mod stream;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_http::Protocol;
use actix_http::error::DispatchError;
use actix_web::HttpRequest;
use actix_web::body::{BodySize, MessageBody};
use actix_web::http::Version;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use pin_project_lite::pin_project;

use self::framing::BodyLength;
pub(crate) use self::stream::{Exchange, SequentialStream};
use super::state::State;
use crate::texts;
use crate::wire::problem::{Code, Problem};

/// Lets the system keep many connections until they are accepted, and for each only so much output that its client does not read.
#[cfg(unix)]
pub(crate) fn configure(listener: &TcpListener) -> io::Result<()> {
    use rustix::net::{listen, sockopt};

    /// How many connections the system keeps, if it may keep as many.
    const BACKLOG: i32 = 2048;
    /// How much output of a connection the system keeps, in bytes: more than most replies have. It would be up to 4 MB.
    const SEND_BUFFER: usize = 128 * 1024;

    // Accepted connections inherit it.
    sockopt::set_socket_send_buffer_size(listener, SEND_BUFFER)?;
    Ok(listen(listener, BACKLOG)?)
}

/// The system decides how much it keeps.
#[cfg(not(unix))]
pub(crate) fn configure(_: &TcpListener) -> io::Result<()> {
    Ok(())
}

/// Raises the number of files that the process may open as far as the system allows, and returns how many of them connections may have.
#[cfg(unix)]
pub fn raise_file_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    /// How many files are kept for other purposes: the database, the log, the listening socket, the threads' own.
    const OTHER_FILES: u64 = 128;
    /// How many files are opened at most if the system sets no limit.
    const ENOUGH_FILES: u64 = 1 << 20;

    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(ENOUGH_FILES);
    let files = match setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..limit }) {
        Ok(()) => most,
        // With fewer files there are fewer connections.
        Err(_) => limit.current.unwrap_or(ENOUGH_FILES),
    };
    let for_connections = files.saturating_sub(OTHER_FILES).max(files / 2);
    usize::try_from(for_connections).unwrap_or(usize::MAX)
}

/// How many connections there may be: the system has no limit on files.
#[cfg(not(unix))]
pub fn raise_file_limit() -> usize {
    super::limits::Limits::default().connections
}

/// Accepts connections, as many as there are places.
#[derive(Clone)]
pub(crate) struct Acceptor {
    state: Arc<State>,
    /// What a connection without a place gets, as bytes.
    refusal: Arc<[u8]>,
}

impl Acceptor {
    /// Accepts the connections of a server, within its limits.
    pub(crate) fn new(state: Arc<State>) -> Self {
        let detail = texts::limit::connections();
        let prefix = state.addresses.prefix();
        let refusal = Problem::new(Code::LimitConnections, detail).to_http(prefix).into();
        Self { state, refusal }
    }

    /// A connection with its protocol and its client's address. One without a place is told so and closed.
    pub(crate) async fn accept(self, stream: TcpStream) -> Result<Accepted, DispatchError> {
        let peer = stream.peer_addr().map_err(DispatchError::Io)?;
        let address = peer.ip().to_canonical();
        // The connections of a proxy are those of many.
        let address = (!self.state.addresses.trusts(address)).then_some(address);
        let Some(place) = self.state.connections.take(address) else {
            self.state.metrics.requests.refused(Code::LimitConnections);
            // A new connection has room for so few bytes; and if not, it is closed without them.
            stream.writable().await.map_err(DispatchError::Io)?;
            let _ = stream.try_write(&self.refusal);
            return Err(DispatchError::DisconnectTimeout);
        };
        let stream = SequentialStream::new(stream, place, Arc::clone(&self.state));
        Ok((stream, Protocol::Http1, Some(peer)))
    }
}

/// A connection that has a place.
pub(crate) type Accepted = (SequentialStream, Protocol, Option<SocketAddr>);

impl Exchange {
    /// That of a request, whose head has come.
    pub(crate) fn of(request: &HttpRequest) -> Option<Self> {
        let exchange: &Self = request.conn_data()?;
        exchange.begin(body_length(request));
        Some(exchange.clone())
    }
}

/// The length of a request's body, as actix reads it.
fn body_length(request: &HttpRequest) -> BodyLength {
    let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_chunked = |encoding: &str| encoding.trim().eq_ignore_ascii_case("chunked");
    if request.version() == Version::HTTP_11 && header(TRANSFER_ENCODING).is_some_and(is_chunked) {
        return BodyLength::Chunked;
    }
    // Actix refuses a request with a length that is no number.
    let length = header(CONTENT_LENGTH).and_then(|length| length.trim().parse().ok());
    BodyLength::Known(length.unwrap_or(0))
}

pin_project! {
    /// The body of a reply. When it is sent, or given up, the next request of the connection is read.
    pub(crate) struct ReplyBody<B> {
        #[pin]
        body: B,
        exchange: Option<Exchange>,
    }

    impl<B> PinnedDrop for ReplyBody<B> {
        fn drop(this: Pin<&mut Self>) {
            if let Some(exchange) = this.project().exchange {
                exchange.finish();
            }
        }
    }
}

impl<B> ReplyBody<B> {
    /// The body of the reply to the request of an exchange.
    pub(crate) fn new(body: B, exchange: Option<Exchange>) -> Self {
        Self { body, exchange }
    }
}

impl<B: MessageBody> MessageBody for ReplyBody<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, B::Error>>> {
        self.project().body.poll_next(context)
    }
}
