//! Compression of what is large: pages, pictures, and the files that pages load. Other replies are a kilobyte or two.

use std::io::{self, Write as _};

use actix_web::http::header::{AcceptEncoding, CONTENT_ENCODING, Encoding, Header as _};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::Compression;
use flate2::write::GzEncoder;

/// A shorter body, in bytes, fits into a packet as it is.
const SHORT: usize = 1024;

/// The response with a body, compressed if the caller asks for it. Its `Vary` has to name `Accept-Encoding`.
pub(super) fn respond(
    request: &HttpRequest,
    response: &mut HttpResponseBuilder,
    body: impl AsRef<[u8]> + Into<Vec<u8>>,
) -> HttpResponse {
    if body.as_ref().len() > SHORT
        && wants_gzip(request)
        && let Ok(compressed) = gzip(body.as_ref())
    {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return response.body(compressed);
    }
    response.body(body.into())
}

fn wants_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    AcceptEncoding::parse(request)
        .is_ok_and(|accepted| accepted.negotiate(offered.iter()) == Some(Encoding::gzip()))
}

/// A board of 256 cells is 150 KB, of which a tenth is left after a millisecond; what a higher level takes longer it does not save.
fn gzip(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::fast());
    encoder.write_all(body)?;
    encoder.finish()
}
