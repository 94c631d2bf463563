//! Addresses: the caller's, and the one under which the caller reaches this server.
//!
//! Where courses share a host, all addresses of a server begin with a prefix: the path of `--public-url`. Handlers and tables name paths without it.
//! It is added where a path leaves the server: by [`BaseUrl`] to whole addresses, by `Location` headers and cookies to theirs, by templates as
//! `{{ frame.prefix }}`, and in scripts by `at` of `reach.js`. Tests find a path that lacks it, in the sources and in every reply.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU16;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderName};
use actix_web::web::Data;
use clap::Args;
use ipnet::IpNet;

use crate::option_values::Hidden;

/// Which proxies are trusted, and the server's public address if it is fixed.
#[derive(Args, Clone, Debug, Default)]
pub struct Addresses {
    /// The server's public address; its path, if it has one, is the prefix of all paths [default: taken from each request]
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
    let url = text.strip_suffix('/').unwrap_or(text);
    let (origin, prefix) = split(url);
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    match host {
        Some(_) if url.contains('@') => Err(
            "found an @; expected an address without user and password, such as https://gradus.example.org"
                .to_owned(),
        ),
        Some(host) if !host.is_empty() && host.chars().all(is_allowed) => {
            check_port(host).and_then(|()| check_prefix(prefix)).map(|()| url.to_owned())
        }
        _ => Err("expected an address such as https://gradus.example.org".to_owned()),
    }
}

/// Checks the port of a host, if it has one. The last part of an IPv6 address ends with a bracket.
fn check_port(host: &str) -> Result<(), String> {
    match host.rsplit_once(':') {
        Some((_, port)) if !port.ends_with(']') && port.parse::<NonZeroU16>().is_err() => {
            Err(format!("the port is {port:?}; expected a number from 1 to 65535"))
        }
        _ => Ok(()),
    }
}

/// A public address in two: scheme, host and port, and the path.
fn split(url: &str) -> (&str, &str) {
    // The first two slashes are those behind the scheme.
    let path = url.match_indices('/').nth(2).map_or(url.len(), |(place, _)| place);
    url.split_at(path)
}

/// Checks the path of the public address. Requests are compared with it as it is, so it has one spelling only.
fn check_prefix(prefix: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~".contains(letter);
    let is_name = |name: &str| !["", ".", ".."].contains(&name) && name.chars().all(is_plain);
    let mut names = prefix.split('/').skip(1);
    match names.find(|name| !is_name(name)) {
        None if PATHS_OF_THE_HOST.contains(&prefix) => Err(format!(
            "the path is {prefix}, which the server answers without a prefix; expected another one, such as /prog1"
        )),
        None => Ok(()),
        Some("") => {
            Err("the path has two slashes in a row; expected a path such as /prog1".to_owned())
        }
        Some(name) => Err(format!(
            "the path has {name:?} in it; expected a path such as /prog1: names of ASCII letters, digits and - . _ ~, and no query"
        )),
    }
}

/// The paths that the server also answers without its prefix: for what runs and watches it, which does not ask through the proxy.
pub(crate) const PATHS_OF_THE_HOST: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

pub(crate) const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

impl Addresses {
    /// The addresses of the server that received a request.
    pub(crate) fn of(request: &HttpRequest) -> &Data<Self> {
        app_data(request)
    }

    /// What comes before the path of each address of this server: the path of the public address, such as `/prog1`; empty without one.
    pub fn prefix(&self) -> &str {
        self.public_url.as_deref().map_or("", |url| split(url).1)
    }

    /// The path of a request without the prefix; none if the request does not have the prefix.
    pub(crate) fn path_of<'a>(&self, request: &'a HttpRequest) -> Option<&'a str> {
        let path = request.path().strip_prefix(self.prefix())?;
        (self.prefix().is_empty() || path.is_empty() || path.starts_with('/')).then_some(path)
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

/// The server's address as the caller knows it, with the prefix and without a trailing slash: `https://uni.example/prog1`. A link is this address
/// followed by a path. It has no character that JSON escapes.
#[derive(Clone, Debug)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    /// Whether the server is reached over TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Scheme, host and port, as browsers name the origin of a page.
    pub(crate) fn origin(&self) -> &str {
        split(&self.0).0
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::step::Language;
    use crate::texts;

    #[test]
    fn a_public_address_may_have_a_path_in_one_spelling() {
        for (text, prefix) in [
            ("https://uni.example", ""),
            ("http://[::1]:8080/", ""),
            ("https://uni.example/prog1", "/prog1"),
            ("https://uni.example:8443/ws26/prog-1.a_~/", "/ws26/prog-1.a_~"),
        ] {
            let public_url = Some(parse_public_url(text).unwrap());
            assert_eq!(Addresses { public_url, ..Addresses::default() }.prefix(), prefix);
        }
        for (text, named) in [
            ("https://uni.example/prog1?x=1", r#""prog1?x=1""#),
            ("https://uni.example/prog1#top", r#""prog1#top""#),
            ("https://uni.example/a/../b", r#""..""#),
            ("https://uni.example/./a", r#"".""#),
            ("https://uni.example/a%20b", r#""a%20b""#),
            ("https://uni.example/Übung", r#""Übung""#),
            ("https://uni.example/a;b", r#""a;b""#),
            ("https://uni.example/{id}", r#""{id}""#),
            ("https://uni.example//a", "two slashes"),
            ("https://uni.example/a//", "two slashes"),
            ("https://uni.example//", "two slashes"),
            ("https://uni.example/metrics", "/metrics"),
            ("https://ada:key@uni.example/a", "without user"),
            ("https://uni.example:99999", r#"the port is "99999""#),
            ("https://uni.example:0/a", r#"the port is "0""#),
            ("https://uni.example:", r#"the port is """#),
            ("https://[::1]:x", r#"the port is "x""#),
            ("https:///a", "https://gradus.example.org"),
            ("uni.example/a", "https://gradus.example.org"),
        ] {
            let error = parse_public_url(text).unwrap_err();
            assert!(error.contains("expected") && error.contains(named), "{text}: {error}");
        }
    }

    /// The places in a text where a path begins behind one of these marks.
    fn paths<'a>(text: &'a str, marks: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a str)> {
        let is_path = |rest: &str| {
            let mut letters = rest.strip_prefix('/').into_iter().flat_map(str::chars);
            letters
                .next()
                .is_none_or(|letter| letter.is_ascii_lowercase() || "\"'`{.".contains(letter))
        };
        let places = text.match_indices('/').map(|(place, _)| text.split_at(place));
        places.filter(move |(before, rest)| {
            is_path(rest) && marks.iter().any(|mark| before.ends_with(mark))
        })
    }

    fn files(folder: &str) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(files(path.to_str().unwrap()));
            } else {
                found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
            }
        }
        found
    }

    #[test]
    fn every_path_in_a_template_a_script_or_a_text_has_the_prefix() {
        for (file, text) in files("src/pages/templates") {
            let found: Vec<_> = paths(&text, &["=\"", "='", "=", "url("]).collect();
            assert!(found.is_empty(), "{file}: write {{{{ frame.prefix }}}} before {found:?}");
        }
        for (file, text) in files("src/pages/assets") {
            let is_stray = |(before, _): &(&str, &str)| {
                let before = before.trim_end_matches(['"', '`', '\'']);
                // The paths of `change` are below the address of a match.
                !before.ends_with("at(") && !before.ends_with("change(")
            };
            let found: Vec<_> = paths(&text, &["\"", "'", "`", "url("]).filter(is_stray).collect();
            let found: Vec<_> = found.into_iter().map(|(_, rest)| rest.lines().next()).collect();
            assert!(found.is_empty(), "{file}: write `at(…)` around {found:?}");
        }
        for template in texts::ALL.iter().copied().flatten() {
            for language in Language::all() {
                let text = template.get(language);
                let found = paths(text, &[" ", "`", "在", "は", "に", "("]);
                // The character itself is a text between backticks.
                let found: Vec<_> = found.filter(|(_, rest)| !rest.starts_with("/`")).collect();
                assert!(
                    found.is_empty(),
                    "{} in {language}: write {{/path}} for {text}",
                    template.key
                );
            }
        }
    }
}
