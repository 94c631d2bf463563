//! `/assets/HASH/NAME`: the files that pages load.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Responder};

use crate::pages::assets;
use crate::pages::assets::Asset;
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::{Describe, Operation};
use crate::wire::problem::Problem;
use crate::wire::reply::{ConstantBody, NO_SNIFFING};
use crate::wire::routes;

/// `GET /assets/HASH/NAME`. What is at an address never changes.
pub(crate) async fn get(file: RequestedFile, _: NoQuery) -> RequestedFile {
    file
}

/// A file as it is sent.
struct File {
    content_type: &'static str,
    body: ConstantBody,
}

/// All files, by their names.
static FILES: LazyLock<HashMap<Cow<'static, str>, File>> = LazyLock::new(|| {
    let file = |Asset { name, content_type, bytes }| {
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        };
        (name, File { content_type, body: ConstantBody::new(bytes) })
    };
    assets::all().map(file).collect()
});

/// The file that an address names.
pub(crate) struct RequestedFile(&'static File);

impl Extract for RequestedFile {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let (hash, name) = (path_part(request, "hash"), path_part(request, "name"));
        match FILES.get(name).filter(|_| assets::is_current(hash)) {
            Some(file) => Ok(Self(file)),
            None => Err(routes::unknown(request, None)),
        }
    }

    fn describe(operation: &mut Operation) {
        let hash = "The hash of all files, by which pages name them.";
        operation.has_path_part("hash", hash, "^[0-9a-f]{16}$", "0123456789abcdef");
        operation.has_path_part("name", "The name of the file.", "^[a-zA-Z.-]+$", "style.css");
    }
}

impl Responder for RequestedFile {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let Self(File { content_type, body }) = self;
        let mut response = HttpResponse::Ok();
        response
            .insert_header((CONTENT_TYPE, *content_type))
            .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .insert_header((VARY, "Accept-Encoding"))
            .insert_header(NO_SNIFFING);
        body.respond(request, &mut response)
    }
}

impl Describe for RequestedFile {
    fn describe(operation: &mut Operation) {
        for media_type in assets::MEDIA_TYPES {
            operation.replies_with(media_type, "A file that pages load.");
        }
    }
}
