//! The server itself: its state, what it measures, the description of its API, and the files that pages load.

pub(super) mod assets;
pub(super) mod description;
mod health;
pub(super) mod metrics;

use crate::wire::openapi::about;
use crate::wire::problem::Code;
use crate::wire::routes::{Group, at, shared};

pub(crate) fn group() -> Group {
    let addresses = vec![
        shared("/healthz").get(health::healthz, about("Ask whether the process responds")),
        shared("/readyz").get(
            health::readyz,
            about("Ask whether the server is ready")
                .more("Then what is written reaches the disk too.")
                .codes(&[&[Code::StoreFailed]]),
        ),
        shared("/problems").get(health::problems, about("List all problem codes")),
        at("/metrics").get(
            metrics::get,
            about("Read what the server measures").more(
                "For Prometheus. It is for the server's own machine and for instructors, unless the server has an address of its own for it.",
            ),
        ),
        shared("/openapi.json").get(description::json, about("Fetch this document")),
        shared("/docs").get(description::docs, about("Read this document, and try requests")),
    ];
    Group { tag: "Server", description: "The state of the server, and its API.", addresses }
}
