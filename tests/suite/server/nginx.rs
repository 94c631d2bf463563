//! A real nginx in front of servers.

use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Command, Stdio};

use reqwest::{Method, RequestBuilder};
use tempfile::TempDir;

use super::caller::{Anonymous, Caller, Learner};

/// Where Debian has it; not every user's `PATH` has this directory.
const PROGRAM: &str = "/usr/sbin/nginx";

/// A running nginx.
pub(crate) struct Nginx {
    process: Child,
    anonymous: Anonymous,
    url: String,
    _directory: TempDir,
}

impl Nginx {
    /// With the part of a configuration that is within `http { }`, for the address on which it listens.
    pub(crate) fn start(configuration: impl Fn(SocketAddr) -> String) -> Self {
        // The port that it is given may be taken by the time that it wants it.
        let mut tries = (0..10).map(|_| Self::on_some_port(&configuration));
        tries.find_map(|started| started).expect("one of ten starts")
    }

    fn on_some_port(configuration: impl Fn(SocketAddr) -> String) -> Option<Self> {
        let directory = TempDir::with_prefix("gradus-nginx-").unwrap();
        // Its workers are another user, if root starts it.
        fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let path = directory.path().display();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {path}/{kind};"));
        let configuration = format!(
            "daemon off; pid {path}/pid; error_log {path}/log; events {{}}
             http {{ access_log off; {} {} }}",
            temporary.join(" "),
            configuration(address)
        );
        let file = directory.path().join("nginx.conf");
        fs::write(&file, configuration).unwrap();
        let mut command = Command::new(PROGRAM);
        command.arg("-e").arg(directory.path().join("log")).arg("-c").arg(file);
        let process = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut process = process.expect("tests/run.sh installs `nginx-light`");
        while TcpStream::connect(address).is_err() {
            if process.try_wait().unwrap().is_some() {
                let log = fs::read_to_string(directory.path().join("log")).unwrap();
                assert!(log.contains("Address already in use"), "{log}");
                return None;
            }
        }
        let url = format!("http://{address}");
        Some(Self { process, anonymous: Anonymous::at_url(&url), url, _directory: directory })
    }

    /// Its address, as `http://127.0.0.1:41234`.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Somebody without a key.
    pub(crate) fn anonymous(&self) -> Anonymous {
        self.anonymous.clone()
    }

    /// A new learner.
    pub(crate) async fn register(&self, name: &str) -> Learner {
        Learner::register(self.anonymous(), name).await
    }
}

impl Caller for Nginx {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.anonymous.request(method, path)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Asked to end, it ends those that work for it too.
        let stop = format!("kill -TERM {}", self.process.id());
        let _ = Command::new("sh").args(["-c", &stop]).status();
        let _ = self.process.wait();
    }
}
