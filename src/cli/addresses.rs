//! The options about addresses: where the server listens, what its own address is, and whose word for the caller's address it takes.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};

use clap::Args;
use gradus::wire::Addresses;
use ipnet::IpNet;

use super::values::Hidden;

/// Where the server listens.
#[derive(Args)]
pub(crate) struct BindOptions {
    /// The address to listen on; port 0 means any free port
    #[arg(long, env = "GRADUS_BIND", value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = bind_address)]
    pub(super) bind: SocketAddr,
}

/// Where the server's metrics are.
#[derive(Args)]
pub(crate) struct MetricsOptions {
    /// The address on which /metrics is served to everybody who reaches it, and then only there; port 0 means any free port [default: that of
    /// --bind, to this machine and to instructors]
    #[arg(long, env = "GRADUS_METRICS_BIND", value_name = "ADDRESS", value_parser = bind_address)]
    pub(super) metrics_bind: Option<SocketAddr>,
}

/// How the addresses of the server and of its callers are found.
#[derive(Args)]
pub(crate) struct AddressOptions {
    /// The server's public address [default: taken from each request]
    #[arg(long, env = "GRADUS_PUBLIC_URL", value_name = "URL", value_parser = Hidden(public_url))]
    public_url: Option<String>,
    /// A network of proxies whose X-Forwarded headers are believed, such as 10.0.0.0/8; may be repeated
    #[arg(long = "trusted-proxy", env = "GRADUS_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',', value_parser = network)]
    trusted_proxies: Vec<IpNet>,
}

impl AddressOptions {
    pub(super) fn addresses(self) -> Addresses {
        Addresses { public_url: self.public_url, trusted_proxies: self.trusted_proxies }
    }
}

/// Reads an address to listen on; a name is looked up.
pub(super) fn bind_address(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string());
    addresses
        .and_then(|mut addresses| addresses.next().ok_or_else(|| "no such host".to_owned()))
        .map_err(|reason| format!("expected an address such as 127.0.0.1:8080 ({reason})"))
}

fn network(text: &str) -> Result<IpNet, String> {
    let single = |_| text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(single).map_err(|_| "expected a network such as 10.0.0.0/8".to_owned())
}

/// Whether a character may stand behind the scheme of the public address, which other addresses begin with and replies contain.
fn is_part_of_url(symbol: char) -> bool {
    symbol.is_ascii_graphic() && !r#"?#"\<>"#.contains(symbol)
}

/// Reads the public address. It is in replies: so it has neither a user nor a password.
fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match host {
        Some(host) if host.contains('@') => Err(
            "found an @; expected an address without user and password, such as https://gradus.example.org"
                .to_owned(),
        ),
        Some(host) if !host.is_empty() && host.chars().all(is_part_of_url) => Ok(url.to_owned()),
        _ => Err("expected an address such as https://gradus.example.org".to_owned()),
    }
}
