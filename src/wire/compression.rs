//! Compression of what is large: pages, pictures, and the files that pages load. Other replies are a kilobyte or two.

use std::io::{self, Write as _};
use std::sync::OnceLock;

use actix_web::http::header::{AcceptEncoding, CONTENT_ENCODING, Encoding, Header as _};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A shorter body, in bytes, fits into a packet as it is.
const SHORT: usize = 1024;

/// The response with a body, compressed if the caller asks for it. Its `Vary` has to name `Accept-Encoding`.
pub(crate) fn respond(
    request: &HttpRequest,
    response: &mut HttpResponseBuilder,
    body: impl AsRef<[u8]> + Into<Vec<u8>>,
) -> HttpResponse {
    if body.as_ref().len() > SHORT
        && wants_gzip(request)
        && let Ok(compressed) = gzip(body.as_ref(), Compression::fast())
    {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return response.body(compressed);
    }
    response.body(body.into())
}

/// A body that is the same for everybody. It is compressed once, when it is asked for first, so that a large one costs no more than
/// to send it.
pub(crate) struct ConstantBody {
    plain: Bytes,
    /// None if it cannot be compressed.
    compressed: OnceLock<Option<Bytes>>,
}

impl ConstantBody {
    pub(crate) fn new(plain: impl Into<Bytes>) -> Self {
        Self { plain: plain.into(), compressed: OnceLock::new() }
    }

    /// The response with this body, as [`respond`] makes it.
    pub(crate) fn respond(
        &self,
        request: &HttpRequest,
        response: &mut HttpResponseBuilder,
    ) -> HttpResponse {
        if self.plain.len() > SHORT
            && wants_gzip(request)
            && let Some(compressed) = self.compressed()
        {
            response.insert_header((CONTENT_ENCODING, "gzip"));
            return response.body(compressed.clone());
        }
        response.body(self.plain.clone())
    }

    fn compressed(&self) -> Option<&Bytes> {
        let compress = || gzip(&self.plain, Compression::default()).map(Bytes::from).ok();
        self.compressed.get_or_init(compress).as_ref()
    }
}

fn wants_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(offered.iter()) == Some(Encoding::gzip()))
}

/// What is compressed for each request is compressed fast: a board of 256 cells is 150 KB, of which a tenth is left after a millisecond;
/// what a higher level takes longer it does not save.
fn gzip(body: &[u8], level: Compression) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), level);
    encoder.write_all(body)?;
    encoder.finish()
}
