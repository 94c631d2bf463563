//! Requests by route, method and status, with their times; problems by code.

use std::time::Duration;

use actix_web::dev::ServiceResponse;

use crate::metrics::{Counter, Exposition, Family, Histogram};
use crate::wire::problem::Code;
use crate::wire::routes::route_of;

/// The methods that have a figure of their own. Another one may be any text.
const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

/// What is said of everything else: an address that no route matches, a method that no route has.
const OTHER: &str = "other";

/// How long requests take, and which problems they have.
#[derive(Debug)]
pub(crate) struct RequestMetrics {
    /// By the route's address, then by method and status.
    times: Family<String, Family<(&'static str, u16), Histogram<Duration>>>,
    problems: Family<&'static str, Counter>,
}

impl RequestMetrics {
    pub(crate) fn new() -> Self {
        let codes = Code::ALL.iter().map(|code| code.entry().code);
        Self {
            times: Family::new(|| Family::new(Histogram::default)),
            problems: Family::of(Counter::default, codes),
        }
    }

    /// A request is answered after this time. Of an endless reply, that is when it begins.
    pub(crate) fn answered<B>(&self, response: &ServiceResponse<B>, time: Duration) {
        let request = response.request();
        let route = route_of(request).unwrap_or(OTHER);
        let method = request.method().as_str();
        let method = METHODS.into_iter().find(|known| *known == method).unwrap_or(OTHER);
        let labels = (method, response.status().as_u16());
        self.times.with(route, |of_route| of_route.with(&labels, |times| times.observe(time)));
    }

    /// A request, or a connection, is refused with this code.
    pub(crate) fn refused(&self, code: Code) {
        self.problems.with(&code.entry().code, Counter::increment);
    }

    /// Writes all that as metrics.
    pub(crate) fn expose(&self, out: &mut Exposition) {
        let mut samples = out.histograms(
            "gradus_http_request_duration_seconds",
            "How long requests took until the reply began, by route, method and status.",
        );
        for (route, of_route) in self.times.sorted() {
            for ((method, status), times) in of_route.sorted() {
                let status = status.to_string();
                let labels = [("route", &*route), ("method", method), ("status", &*status)];
                samples.histogram(&labels, &times);
            }
        }
        let mut samples = out.counters(
            "gradus_http_problems_total",
            "Replies that are problems, by code; those of limits begin with `limit.`.",
        );
        for (code, count) in self.problems.sorted() {
            samples.value(&[("code", code)], count.get());
        }
    }
}
