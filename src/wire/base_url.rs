//! Addresses: the caller's, and the one under which the caller reaches this server.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderName};
use actix_web::web::Data;
use clap::Args;
use ipnet::IpNet;

use crate::option_values::Hidden;

/// Which proxies are trusted, and the server's public address if it is fixed.
#[derive(Args, Clone, Debug, Default)]
pub struct Addresses {
    /// The server's public address [default: taken from each request]
    #[arg(long, env, value_name = "URL", value_parser = Hidden(parse_public_url))]
    pub public_url: Option<String>,
    /// A network of proxies whose X-Forwarded headers are believed, such as 10.0.0.0/8; may be repeated
    #[arg(long = "trusted-proxy", env, value_name = "NETWORK", value_delimiter = ',', value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,
}

fn parse_network(text: &str) -> Result<IpNet, String> {
    let single = |_| text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(single).map_err(|_| "expected a network such as 10.0.0.0/8".to_owned())
}

/// Parses the public address, without a trailing slash. Replies contain it, so it has neither a user nor a password.
fn parse_public_url(text: &str) -> Result<String, String> {
    // Addresses begin with it, and JSON does not escape it.
    let is_allowed = |c: char| c.is_ascii_graphic() && !r#"?#"\<>"#.contains(c);
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match host {
        Some(host) if host.contains('@') => Err(
            "found an @; expected an address without user and password, such as https://gradus.example.org"
                .to_owned(),
        ),
        Some(host) if !host.is_empty() && host.chars().all(is_allowed) => Ok(url.to_owned()),
        _ => Err("expected an address such as https://gradus.example.org".to_owned()),
    }
}

pub(crate) const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

impl Addresses {
    /// The addresses of the server that received a request.
    pub(crate) fn of(request: &HttpRequest) -> &Data<Self> {
        app_data(request)
    }

    /// The address of the client: the nearest one that does not belong to a trusted proxy.
    pub(crate) fn client(&self, request: &HttpRequest) -> IpAddr {
        let peer = peer(request);
        if !self.trusts(peer) {
            return peer;
        }
        let lists =
            request.headers().get_all(FORWARDED_FOR).filter_map(|value| value.to_str().ok());
        let hops = lists.flat_map(|list| list.split(',')).map(str::trim);
        let hops: Vec<&str> = hops.filter(|hop| !hop.is_empty()).collect();
        let mut client = peer;
        for address in hops.into_iter().rev().map_while(address_of_hop) {
            client = address;
            if !self.trusts(address) {
                break;
            }
        }
        client
    }

    /// The address under which the caller reaches this server.
    pub(crate) fn base_url(&self, request: &HttpRequest) -> BaseUrl {
        if let Some(url) = &self.public_url {
            return BaseUrl(url.clone());
        }
        let is_forwarded = self.is_from_trusted_proxy(request);
        let forwarded = |name| {
            let value = is_forwarded.then(|| request.headers().get(name)).flatten();
            // Each proxy appends its own value: the first one is the caller's.
            let first = value?.to_str().ok()?.split(',').next()?;
            Some(first.trim())
        };
        let is_https = |proto: &str| proto.eq_ignore_ascii_case("https");
        let https = forwarded(FORWARDED_PROTO).is_some_and(is_https);
        let scheme = if https { "https://" } else { "http://" };
        let host = forwarded(FORWARDED_HOST)
            .or_else(|| request.headers().get(header::HOST)?.to_str().ok())
            .filter(|host| is_authority(host));
        BaseUrl(if let Some(host) = host {
            [scheme, host].concat()
        } else {
            let BoundAddress(address) = app_data(request);
            format!("{scheme}{address}")
        })
    }

    /// Whether the `X-Forwarded-…` headers of a request are believed.
    pub(crate) fn is_from_trusted_proxy(&self, request: &HttpRequest) -> bool {
        self.trusts(peer(request))
    }

    /// Whether the client is on this machine. A proxy that is not trusted speaks for others: if it says so, its requests are not from here.
    pub(crate) fn is_local(&self, request: &HttpRequest) -> bool {
        let is_passed_on = || {
            let headers = request.headers();
            headers.contains_key(FORWARDED_FOR) || headers.contains_key(header::FORWARDED)
        };
        self.client(request).is_loopback()
            && (self.is_from_trusted_proxy(request) || !is_passed_on())
    }

    /// The address that a request comes from, unless it is that of a trusted proxy.
    pub(crate) fn untrusted_peer(&self, request: &HttpRequest) -> Option<IpAddr> {
        Some(peer(request)).filter(|peer| !self.trusts(*peer))
    }

    /// Whether an address is that of a trusted proxy.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(&address))
    }
}

/// The address that the server listens on: for callers who do not say under which one they reach it.
#[derive(Clone, Copy)]
pub(crate) struct BoundAddress(pub(crate) SocketAddr);

/// What the server has added to the application.
#[expect(
    clippy::expect_used,
    reason = "`Server::run` is the only place that builds the application"
)]
pub(crate) fn app_data<T: 'static>(request: &HttpRequest) -> &T {
    request.app_data().expect("`Server::run` adds it to the application")
}

/// The server's address as the caller knows it, without a trailing slash: `http://127.0.0.1:8080`. A link is this address
/// followed by a path. It has no character that JSON escapes.
#[derive(Clone, Debug)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    /// Whether the server is reached over TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The address itself.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn peer(request: &HttpRequest) -> IpAddr {
    let address = request.peer_addr().map(|address| address.ip().to_canonical());
    // Missing if the client has disconnected already. This address belongs to no proxy, so no header is believed.
    address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// The address in one entry of `X-Forwarded-For`, which some proxies write with a port, brackets or quotes.
pub(crate) fn address_of_hop(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim_matches('"');
    let bare = hop.trim_start_matches('[').trim_end_matches(']');
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

/// Whether a host name can be part of a link as it is.
fn is_authority(host: &str) -> bool {
    let allowed = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'.' | b'-' | b':' | b'[' | b']' | b'_');
    !host.is_empty() && host.bytes().all(allowed)
}
