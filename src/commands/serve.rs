//! `gradus serve`: the server.

use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use gradus::challenges::{self, LoadError};
use gradus::http::{Addresses, Server, State};
use gradus::step::{Keyring, NotASecret};
use gradus::store::SqliteStore;
use gradus::store::sqlite::OpenError;
use ipnet::IpNet;
use thiserror::Error;

use super::secret_file::{self, SecretFileError};

/// The options of the server.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; port 0 takes any free one
    #[arg(long, env = "GRADUS_BIND", default_value = "127.0.0.1:8080", value_parser = bind_address)]
    bind: SocketAddr,
    /// The database file, made if there is none
    #[arg(long, env = "GRADUS_DATABASE", default_value = "gradus.db", value_parser = database_file)]
    database: PathBuf,
    /// The file with the server's secret, made if there is none
    #[arg(long, env = "GRADUS_SECRET_FILE", default_value = "gradus.secret")]
    secret_file: PathBuf,
    /// The secret itself, 64 hexadecimal digits, instead of a file: for replicas, and best from the environment
    #[arg(long, env = "GRADUS_SECRET", hide_env_values = true)]
    secret: Option<String>,
    /// A directory with challenge folders [default: those in the program]
    #[arg(long, env = "GRADUS_CHALLENGES")]
    challenges: Option<PathBuf>,
    /// The server's address as the world knows it [default: the one of each request]
    #[arg(long, env = "GRADUS_PUBLIC_URL", value_parser = public_url)]
    public_url: Option<String>,
    /// A network of proxies whose X-Forwarded headers are believed, as 10.0.0.0/8; may be repeated
    #[arg(long = "trusted-proxy", env = "GRADUS_TRUSTED_PROXY", value_delimiter = ',', value_parser = network)]
    trusted_proxies: Vec<IpNet>,
    /// How long a learner sees the same board, in seconds
    #[arg(long, env = "GRADUS_WINDOW", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    window: u64,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub(crate) enum ServeError {
    /// The challenges have faults.
    #[error(transparent)]
    Challenges(#[from] LoadError),
    /// There is no secret.
    #[error(transparent)]
    SecretFile(#[from] SecretFileError),
    /// The secret of the environment is none. What it was is not repeated: it may be a slip of the real one.
    #[error("GRADUS_SECRET, or --secret: {0}")]
    Secret(#[from] NotASecret),
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The server stopped with an error.
    #[error("the server stopped: {0}")]
    Run(io::Error),
}

fn bind_address(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string());
    addresses
        .and_then(|mut addresses| addresses.next().ok_or_else(|| "no such host".to_owned()))
        .map_err(|reason| format!("expected an address as 127.0.0.1:8080 ({reason})"))
}

fn network(text: &str) -> Result<IpNet, String> {
    let single = |_| text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(single).map_err(|_| "expected a network as 10.0.0.0/8".to_owned())
}

fn database_file(text: &str) -> Result<PathBuf, String> {
    if text.contains("://") {
        return Err("expected the path of a file; other databases are not supported yet".to_owned());
    }
    Ok(PathBuf::from(text))
}

fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains([' ', '?', '#', '"']) => {
            Ok(url.to_owned())
        }
        _ => Err("expected an address as https://gradus.example.org".to_owned()),
    }
}

impl Serve {
    /// Serves until the process is asked to stop.
    pub(crate) async fn run(self) -> Result<(), ServeError> {
        let catalog = challenges::load(self.challenges.as_deref())?;
        let unusable = |source| ServeError::Bind { address: self.bind, source };
        let server = Server::bind(self.bind).map_err(unusable)?;
        let address = server.address().map_err(unusable)?;
        let secret = match self.secret {
            Some(text) => text.parse()?,
            None => secret_file::read_or_make(&self.secret_file)?,
        };
        let store = Arc::new(SqliteStore::open(&self.database).await?);
        let addresses =
            Addresses { public_url: self.public_url, trusted_proxies: self.trusted_proxies };
        let memory = Arc::clone(&store);
        let state = State::new(catalog, Keyring::new(&secret), memory, addresses, self.window);
        announce(address);
        let result = server.run(state).await.map_err(ServeError::Run);
        store.close().await;
        result
    }
}

/// The first line is for programs, the second for people. Nobody has to read them.
fn announce(address: SocketAddr) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "listening on http://{address}");
    let _ = writeln!(out, "try: curl http://{address}/step_01");
    let _ = out.flush();
}
