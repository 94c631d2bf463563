//! Proxies whose forwarded addresses are not believed.
//!
//! Behind a proxy that is not trusted all anonymous callers are one: they share their boards and their limits. The operator notices
//! nothing of that, so the log says it.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use actix_web::HttpRequest;
use actix_web::http::header::{FORWARDED, HeaderMap};

use crate::wire::base_url::{Addresses, FORWARDED_FOR, address_of_hop};

/// How many peers are remembered. Whoever sends the header is one, so there may be any number; a server has few proxies.
const PEERS: usize = 64;

/// The peers that have forwarded requests, each with what is known of it. Of the clients no address is stored.
#[derive(Default)]
pub(crate) struct UntrustedProxies {
    peers: Mutex<HashMap<IpAddr, Peer>>,
    hasher: RandomState,
}

/// Whom a peer has named.
enum Peer {
    /// One client only, by the hash of its address.
    One(u64),
    /// Several clients, which is logged.
    Several,
}

impl UntrustedProxies {
    /// Looks at a request of somebody without a key.
    pub(crate) fn notice(&self, request: &HttpRequest, addresses: &Addresses) {
        if let Some(client) = forwarded_client(request.headers())
            && let Some(peer) = addresses.untrusted_peer(request)
            && self.is_second_client(peer, client)
        {
            tracing::warn!(
                "{peer} forwards requests of several clients, and is not believed: without a key they are one caller, with the \
                 same boards. If it is your proxy, start the server with --trusted-proxy {peer}, and let the proxy set X-Forwarded-For"
            );
        }
    }

    /// Whether this is the second client that the peer has named.
    fn is_second_client(&self, peer: IpAddr, client: IpAddr) -> bool {
        let client = self.hasher.hash_one(client);
        // Every entry is whole at every moment.
        let mut peers = self.peers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = peers.len() >= PEERS;
        match peers.get_mut(&peer) {
            Some(Peer::Several) => false,
            Some(Peer::One(known)) if *known == client => false,
            Some(known @ Peer::One(_)) => {
                *known = Peer::Several;
                true
            }
            None if is_full => false,
            None => {
                peers.insert(peer, Peer::One(client));
                false
            }
        }
    }
}

/// The client that the peer itself has named: the last one, as each proxy adds its own client at the end.
fn forwarded_client(headers: &HeaderMap) -> Option<IpAddr> {
    let last = |name| headers.get_all(name).last()?.to_str().ok()?.rsplit(',').next();
    if let Some(hop) = last(FORWARDED_FOR) {
        return address_of_hop(hop.trim());
    }
    // RFC 7239: `for=192.0.2.43;proto=https, for="[2001:db8::17]:4711"`.
    let mut pairs = last(FORWARDED)?.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, client) = pairs.find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address_of_hop(client)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn address(last: u8) -> IpAddr {
        [203, 0, 113, last].into()
    }

    #[test]
    fn a_peer_is_second_client_when_it_names_a_second_client() {
        let proxies = UntrustedProxies::default();
        let news =
            [7, 7, 8, 7, 9].map(|client| proxies.is_second_client(address(1), address(client)));
        assert_eq!(news, [false, false, true, false, false]);
        assert!(!proxies.is_second_client(address(2), address(7)));
        assert!(proxies.is_second_client(address(2), address(8)));
    }

    #[test]
    fn the_number_of_peers_is_bounded() {
        let proxies = UntrustedProxies::default();
        for peer in 0..=u8::MAX {
            proxies.is_second_client(address(peer), address(7));
        }
        assert_eq!(proxies.peers.lock().unwrap().len(), PEERS);
    }

    #[test]
    fn the_client_is_the_last_one_that_is_named() {
        let client = |name: HeaderName, text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.append(name, HeaderValue::from_static(text));
            forwarded_client(&headers)
        };
        assert_eq!(client(FORWARDED_FOR, "what?, 203.0.113.7:4711"), Some(address(7)));
        assert_eq!(client(FORWARDED, "for=192.0.2.1, For=203.0.113.7;by=x"), Some(address(7)));
        assert_eq!(client(FORWARDED, "proto=https;for=\"203.0.113.7:80\""), Some(address(7)));
        for unnamed in ["", "unknown", "for=_hidden"] {
            assert_eq!(client(FORWARDED_FOR, unnamed), None);
            assert_eq!(client(FORWARDED, unnamed), None);
        }
    }
}
