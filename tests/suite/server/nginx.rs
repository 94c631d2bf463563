//! nginx in front of servers: with nothing but `proxy_pass`, as many have it, or as `packaging/nginx` has it.

use std::fs::{self, Permissions};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use reqwest::redirect::Policy;
use reqwest::{Certificate, Method, RequestBuilder};
use tempfile::TempDir;

use super::caller::{Anonymous, Caller, client_builder};
use super::process::Server;
use crate::cases::{self, Need, is_available};
use crate::places::REPOSITORY;

/// Where Debian has it; not every user's `PATH` has this directory.
const PROGRAM: &str = "/usr/sbin/nginx";

/// The name that the sample has, and its certificate.
const NAME: &str = "gradus.example";

/// Makes `ca.pem`, the certificate of an authority, and what that has signed for `$0`: `gradus.pem` with the key `gradus.key`.
const CERTIFICATES: &str = r#"
set -e
key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
openssl req -x509 $key -keyout ca.key -out ca.pem -days 2 -subj "/CN=the authority of a test"
openssl req $key -keyout gradus.key -out request.pem -subj "/CN=$0"
echo "subjectAltName=DNS:$0" >names
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2 -out gradus.pem
"#;

/// A running nginx.
pub(crate) struct Nginx {
    process: Child,
    listens: Listens,
    /// Somebody at this machine's usual address.
    client: Proxied,
    _directory: TempDir,
}

/// Where an nginx is asked.
struct Listens {
    plain: SocketAddr,
    /// With TLS, if it has that: the address, and whose signature its certificate has.
    tls: Option<(SocketAddr, Certificate)>,
}

/// Somebody without a key who speaks with servers through nginx.
#[derive(Clone)]
pub(crate) struct Proxied {
    http: reqwest::Client,
    url: String,
}

impl Nginx {
    /// With nothing but `proxy_pass`: it keeps back what it can, and speaks HTTP/1.0 with the server.
    pub(crate) fn plain(server: &Server) -> Self {
        Self::running(|_| {
            let (plain, to) = (free_address(), server.url());
            let text = format!("server {{ listen {plain}; location / {{ proxy_pass {to}; }} }}");
            (text, Listens { plain, tls: None })
        })
    }

    /// With locations of somebody's own, for a server at 127.0.0.1:8080.
    pub(crate) fn with_locations(locations: &str, server: &Server) -> Self {
        Self::running(|_| {
            let (plain, address) = (free_address(), address_of(server));
            let text = replaced(locations, "127.0.0.1:8080", &address);
            (format!("server {{ listen {plain}; {text} }}"), Listens { plain, tls: None })
        })
    }

    /// As the sample says, with TLS and a certificate of its own.
    pub(crate) fn of_sample(servers: &[&Server]) -> Self {
        Self::running(|directory| {
            let mut certificates = Command::new("sh");
            certificates.args(["-c", CERTIFICATES, NAME]).current_dir(directory);
            let made = certificates.stdin(Stdio::null()).output().unwrap();
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            let authority = fs::read(directory.join("ca.pem")).unwrap();
            let authority = Certificate::from_pem(&authority).unwrap();
            let (plain, tls) = (free_address(), free_address());
            let text = sample("gradus.conf");
            // Not every machine has IPv6.
            let text = replaced(&text, "listen [::]:", "# listen ");
            let text = replaced(&text, " listen 80;", &format!(" listen {plain};"));
            let text = replaced(&text, " listen 443 ", &format!(" listen {tls} "));
            let text = replaced(&text, "/etc/nginx/tls", directory.to_str().unwrap());
            let text = format!("{}\n{text}", upstream(servers));
            (text, Listens { plain, tls: Some((tls, authority)) })
        })
    }

    /// The same without TLS, for a program that could not trust the certificate.
    pub(crate) fn of_sample_without_tls(servers: &[&Server]) -> Self {
        Self::running(|_| {
            let plain = free_address();
            let text = format!("{}\n{}", upstream(servers), site_without_tls(plain));
            (text, Listens { plain, tls: None })
        })
    }

    /// As the sample says for two courses on one host, without TLS. `start` starts the server of a public address.
    pub(crate) fn of_two_courses(start: impl Fn(&str) -> Server) -> (Self, [Server; 2]) {
        Self::require();
        let mut starts = (0..10).filter_map(|_| {
            let plain = free_address();
            let courses = ["prog1", "prog2"].map(|name| start(&format!("http://{plain}/{name}")));
            let text = replaced(
                &site_without_tls(plain),
                "    location / {\n        proxy_pass http://gradus;\n    }\n",
                "",
            );
            let (site, locations) = text.split_once("    # location /prog1/ {").unwrap();
            let locations =
                format!("    # location /prog1/ {{{locations}").replace("\n    # ", "\n");
            let mut text = site.to_owned() + locations.trim_start_matches("    # ");
            for (sample, course) in ["127.0.0.1:8080", "127.0.0.1:8090"].iter().zip(&courses) {
                let address = address_of(course);
                text = replaced(&text, &format!("http://{sample};"), &format!("http://{address};"));
            }
            let nginx = Self::try_start(|_| (text.clone(), Listens { plain, tls: None }))?;
            Some((nginx, courses))
        });
        starts.next().expect("one of ten starts")
    }

    /// Starts it with what its `http { … }` contains. The ports that it is given may be taken by the time that it wants them.
    fn running(configuration: impl Fn(&Path) -> (String, Listens)) -> Self {
        Self::require();
        let mut starts = (0..10).filter_map(|_| Self::try_start(&configuration));
        starts.next().expect("one of ten starts")
    }

    /// Without nginx the case ends here.
    fn require() {
        if !is_available(Need::Nginx, "nginx", Path::new(PROGRAM).exists()) {
            cases::stop();
        }
    }

    fn try_start(configuration: impl Fn(&Path) -> (String, Listens)) -> Option<Self> {
        let directory = TempDir::with_prefix("gradus-nginx-").unwrap();
        // Its workers are another user, if root starts it.
        fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
        let (text, listens) = configuration(directory.path());
        let path = directory.path().display();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {path}/{kind};"));
        let text = format!(
            "daemon off; pid {path}/pid; error_log {path}/log; events {{}}
             http {{ access_log off; {}\n{text}\n}}",
            temporary.join(" ")
        );
        let file = directory.path().join("nginx.conf");
        fs::write(&file, text).unwrap();
        let log = directory.path().join("log");
        let mut command = Command::new(PROGRAM);
        command.arg("-e").arg(&log).arg("-c").arg(file);
        let process = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut process = process.unwrap();
        // It writes this file when it listens at every address.
        while !directory.path().join("pid").exists() {
            if process.try_wait().unwrap().is_some() {
                let log = fs::read_to_string(&log).unwrap_or_default();
                assert!(log.contains("Address already in use"), "{log}");
                return None;
            }
            thread::yield_now();
        }
        let client = listens.client(None);
        Some(Self { process, listens, client, _directory: directory })
    }

    /// Somebody who asks it without TLS.
    pub(crate) fn without_tls(&self) -> Proxied {
        Proxied { url: format!("http://{}", self.listens.plain), ..self.client.clone() }
    }

    /// The address at which it is asked, as `https://gradus.example:41234`.
    pub(crate) fn url(&self) -> &str {
        &self.client.url
    }

    /// Somebody without a key who asks it without TLS.
    pub(crate) fn anonymous(&self) -> Anonymous {
        Anonymous::at_url(&format!("http://{}", self.listens.plain))
    }

    /// Somebody at another address of this machine, 127.0.0.`host`.
    pub(crate) fn client_at(&self, host: u8) -> Proxied {
        self.listens.client(Some(host))
    }
}

impl Listens {
    /// Somebody who asks here, with TLS if possible.
    fn client(&self, host: Option<u8>) -> Proxied {
        // Where it leads is looked at.
        let http =
            client_builder(host.map(|host| [127, 0, 0, host].into())).redirect(Policy::none());
        let (http, url) = match &self.tls {
            None => (http, format!("http://{}", self.plain)),
            Some((address, authority)) => {
                let http = http.tls_certs_only([authority.clone()]).resolve(NAME, *address);
                (http, format!("https://{NAME}:{}", address.port()))
            }
        };
        Proxied { http: http.build().unwrap(), url }
    }
}

impl Caller for Proxied {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url))
    }
}

impl Caller for Nginx {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, path)
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

/// An address of this machine that nobody listens on.
fn free_address() -> SocketAddr {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

/// A file of the sample.
fn sample(name: &str) -> String {
    let directory = Path::new(REPOSITORY).join("packaging/nginx");
    fs::read_to_string(directory.join(name)).unwrap()
}

/// Host and port of a server, which may be below a path.
fn address_of(server: &Server) -> String {
    let address = server.url().trim_start_matches("http://");
    address.split('/').next().unwrap().to_owned()
}

/// The sample's server without TLS at this address.
fn site_without_tls(plain: SocketAddr) -> String {
    let text = sample("gradus.conf");
    // The first server only leads to this one.
    let (_, site) = text.rsplit_once("\nserver {\n").unwrap();
    let is_kept = |line: &&str| {
        let line = line.trim_start();
        !["listen ", "ssl_"].iter().any(|directive| line.starts_with(directive))
    };
    let site: Vec<&str> = site.lines().filter(is_kept).collect();
    format!("server {{\nlisten {plain};\n{}", site.join("\n"))
}

/// The sample's list of servers, with these in it.
fn upstream(servers: &[&Server]) -> String {
    let text = sample("gradus-upstream.conf");
    let (first, rest) = text.split_once("    server 127.0.0.1:8080 ").unwrap();
    let (options, rest) = rest.split_once('\n').unwrap();
    let addresses = servers.iter().map(|server| address_of(server));
    let lines = addresses.map(|address| format!("server {address} {options}\n"));
    format!("{first}{}{rest}", lines.collect::<String>())
}

/// A text in which something is replaced that must be there.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from:?} is not in the sample");
    text.replace(from, to)
}
