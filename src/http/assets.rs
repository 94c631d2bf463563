//! `/assets/HASH/NAME`: the files that pages load.

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use actix_web::{HttpRequest, HttpResponse, Responder};

use super::compression;
use super::extract::{Extract, NoQuery, RequestedPath, path_part};
use super::problem::Problem;
use super::reply::NO_SNIFFING;
use super::routes::unknown_route;
use crate::web::assets::{self, Asset};

/// `GET /assets/HASH/NAME`. What is at an address never changes.
pub(super) async fn get(file: RequestedFile, _: NoQuery) -> RequestedFile {
    file
}

/// The file that an address names.
pub(super) struct RequestedFile(Asset);

impl Extract for RequestedFile {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Self, Problem> {
        let (hash, name) = (path_part(request, "hash"), path_part(request, "name"));
        match assets::find(hash, name) {
            Some(asset) => Ok(Self(asset)),
            None => Err(unknown_route(RequestedPath::extract(request, payload).await?)),
        }
    }
}

impl Responder for RequestedFile {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let Self(Asset { content_type, bytes }) = self;
        let mut response = HttpResponse::Ok();
        response
            .insert_header((CONTENT_TYPE, content_type))
            .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .insert_header((VARY, "Accept-Encoding"))
            .insert_header(NO_SNIFFING);
        compression::respond(request, &mut response, bytes)
    }
}
