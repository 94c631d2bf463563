//! Which handler answers which address. A trailing slash is accepted everywhere.

use actix_web::guard;
use actix_web::http::Method;
use actix_web::web::{self, PayloadConfig, ServiceConfig};
use actix_web::{Handler, HttpResponse, Resource, Responder, Route};

use super::body::BODY_LIMIT;
use super::games::{collection, events, moves, views};
use super::problem::{Code, Extension, Problem};
use super::query::RequestPath;
use super::{ladder, learners, operations, records, statement, step};

pub(super) fn configure(app: &mut ServiceConfig) {
    app.app_data(PayloadConfig::new(BODY_LIMIT))
        .service(
            at("/step_{number}", &["GET", "HEAD", "POST"])
                .route(read(step::get))
                .route(web::post().to(step::post)),
        )
        .service(at("/step_{number}/statement", READ).route(read(statement::get)))
        .service(at("", READ).route(read(ladder::get)))
        .service(at("/learners", &["POST"]).route(web::post().to(learners::post)))
        .service(at("/me", READ).route(read(learners::me)))
        .service(at("/me/records", READ).route(read(records::list)))
        .service(
            at("/me/records/{name}", &["GET", "HEAD", "PUT"])
                .route(read(records::get))
                .route(web::put().to(records::put)),
        )
        .configure(games)
        .service(at("/healthz", READ).route(read(operations::healthz)))
        .service(at("/readyz", READ).route(read(operations::readyz)))
        .service(at("/problems", READ).route(read(operations::problems)))
        .default_service(web::to(unknown_route));
}

fn games(app: &mut ServiceConfig) {
    app.service(at("/games", &["POST"]).route(web::post().to(collection::post)))
        .service(at("/games/{id}", READ).route(read(views::get)))
        .service(at("/games/{id}/moves", &["POST"]).route(web::post().to(moves::moves)))
        .service(at("/games/{id}/undo", &["POST"]).route(web::post().to(moves::undo)))
        .service(at("/games/{id}/advance", &["POST"]).route(web::post().to(moves::advance)))
        .service(at("/games/{id}/lines", READ).route(read(views::lines)))
        .service(at("/games/{id}/record", READ).route(read(views::record)))
        .service(at("/games/{id}/picture.svg", READ).route(read(views::picture)))
        .service(at("/games/{id}/events", &["GET"]).route(web::get().to(events::get)));
}

/// The methods of a read-only address.
const READ: &[&str] = &["GET", "HEAD"];

/// The resource at a path, with or without a trailing slash. Any other method than the allowed ones is refused. The log shows the
/// resource's name, which is the path.
fn at(path: &str, allowed: &'static [&'static str]) -> Resource {
    let refuse = move |method: Method| async move {
        let method: String = method.as_str().chars().take(20).collect();
        let detail = format!("there is no {method} here; expected {}", allowed.join(", "));
        let problem = Problem::new(Code::MethodUnknown, detail);
        Err::<HttpResponse, _>(problem.with(Extension::Methods { allowed }))
    };
    // One pattern is matched faster than a list of two.
    web::resource(format!("{path}{{slash:/?}}"))
        .name(if path.is_empty() { "/" } else { path })
        .default_service(web::to(refuse))
}

/// A route for GET, and for HEAD, which gets the same reply without its body.
fn read<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
{
    web::route().guard(guard::Any(guard::Get()).or(guard::Head())).to(handler)
}

async fn unknown_route(RequestPath(path): RequestPath) -> Result<HttpResponse, Problem> {
    let shown: String = path.chars().take(60).collect();
    Err(Problem::new(
        Code::RouteUnknown,
        format!("there is nothing at {shown}; the steps are listed at /"),
    ))
}
