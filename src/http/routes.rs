//! Which address is answered by which function. A trailing slash is accepted everywhere.

use actix_web::guard;
use actix_web::http::header;
use actix_web::web::{self, PayloadConfig, ServiceConfig};
use actix_web::{
    Handler, HttpRequest, HttpResponse, Resource, Responder, ResponseError as _, Route,
};

use super::body::BODY_LIMIT;
use super::games::{collection, events, moves, showing};
use super::problem::{Code, Problem};
use super::{ladder, learners, operations, records, statement, step};

pub(super) fn configure(app: &mut ServiceConfig) {
    app.app_data(PayloadConfig::new(BODY_LIMIT))
        .service(
            at("/step_{number}", "GET, HEAD, POST")
                .route(read(step::get))
                .route(web::post().to(step::post)),
        )
        .service(at("/step_{number}/statement", "GET, HEAD").route(read(statement::get)))
        .service(at("", "GET, HEAD").route(read(ladder::get)))
        .service(at("/learners", "POST").route(web::post().to(learners::post)))
        .service(at("/me", "GET, HEAD").route(read(learners::me)))
        .service(at("/me/records", "GET, HEAD").route(read(records::list)))
        .service(
            at("/me/records/{name}", "GET, HEAD, PUT")
                .route(read(records::get))
                .route(web::put().to(records::put)),
        )
        .configure(games)
        .service(at("/healthz", "GET, HEAD").route(read(operations::healthz)))
        .service(at("/readyz", "GET, HEAD").route(read(operations::readyz)))
        .service(at("/problems", "GET, HEAD").route(read(operations::problems)))
        .default_service(web::to(nothing_here));
}

fn games(app: &mut ServiceConfig) {
    app.service(at("/games", "POST").route(web::post().to(collection::post)))
        .service(at("/games/{id}", "GET, HEAD").route(read(showing::get)))
        .service(at("/games/{id}/moves", "POST").route(web::post().to(moves::moves)))
        .service(at("/games/{id}/undo", "POST").route(web::post().to(moves::undo)))
        .service(at("/games/{id}/advance", "POST").route(web::post().to(moves::advance)))
        .service(at("/games/{id}/lines", "GET, HEAD").route(read(showing::lines)))
        .service(at("/games/{id}/record", "GET, HEAD").route(read(showing::record)))
        .service(at("/games/{id}/picture.svg", "GET, HEAD").route(read(showing::picture)))
        .service(at("/games/{id}/events", "GET").route(web::get().to(events::get)));
}

/// The resource at a path, with and without a slash at its end; other methods than the allowed ones are a problem.
fn at(path: &str, allowed: &'static str) -> Resource {
    // One pattern is matched faster than a list of two.
    web::resource(format!("{path}{{slash:/?}}")).default_service(web::to(
        move |request: HttpRequest| async move {
            let detail = format!("there is no {} here; expected {allowed}", request.method());
            let mut response = Problem::new(Code::MethodUnknown, detail).error_response();
            let allowed = header::HeaderValue::from_static(allowed);
            response.headers_mut().insert(header::ALLOW, allowed);
            response
        },
    ))
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

async fn nothing_here(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let shown: String = request.path().chars().take(60).collect();
    Err(Problem::new(
        Code::RouteUnknown,
        format!("there is nothing at {shown}; the steps are listed at /"),
    ))
}
