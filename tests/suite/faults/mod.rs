//! What goes wrong around a server, with the real thing: disks, locks, files, clocks, PostgreSQL, power. Callers are told to try again, and
//! nothing of what is inside; readiness says so; nothing that was confirmed is lost; and when the fault is over, so is the failure.

mod clock;
mod database;
mod descriptors;
mod load;
pub(crate) mod postgres;
mod power;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use reqwest::RequestBuilder;
use reqwest::header::RETRY_AFTER;
use serde_json::json;
use tempfile::TempDir;

pub(crate) use self::load::Load;
use crate::server::{Caller as _, Reply, Server};

/// A reply to a request that has failed by no fault of the caller: it says when to try again, and nothing of what is inside.
fn is_unavailable(reply: &Reply) {
    reply.problem("store.failed");
    assert!(reply.header(RETRY_AFTER).parse::<u32>().unwrap() >= 1, "{reply}");
    let shown = format!("{reply} {:?}", reply.headers).to_lowercase();
    for inner in [
        "no such",
        "lost",
        "sql",
        "learners",
        "attempts",
        "gradus.db",
        "os error",
        "panicked",
        "src/",
    ] {
        assert!(!shown.contains(inner), "{inner:?} is in {shown}");
    }
}

/// Makes a request that must fail in this way.
async fn fails(request: RequestBuilder) {
    is_unavailable(&Reply::to(request).await);
}

/// What a server does whose changes do not reach the disk: it says so, acknowledges nothing, and goes on with what needs no disk.
pub(crate) async fn stores_nothing(server: &Server, name: &str) {
    let anonymous = server.anonymous();
    fails(anonymous.post("/learners").json(&json!({ "name": name }))).await;
    server.until_ready(false).await;
    fails(anonymous.get("/readyz")).await;
    assert_eq!(Reply::to(anonymous.get("/healthz")).await.status, 200);
    anonymous.solve("07").await;
}

/// The threads of a server that serve requests and those of its connections to SQLite, by name.
pub(crate) fn workers(server: &Server) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{}/task", server.id())).unwrap();
    let name = |thread: fs::DirEntry| fs::read_to_string(thread.path().join("comm")).ok();
    let names = threads.filter_map(|thread| name(thread.unwrap()));
    let is_worker = |name: &String| name.starts_with("actix") || name.starts_with("sqlite");
    let mut names: Vec<_> = names.filter(is_worker).collect();
    names.sort();
    names
}

/// What lies between a process and the system: a library in C that is preloaded into it and takes the place of functions of the C library. A process that has started needs its file no more.
struct Layer(TempDir);

impl Layer {
    /// Compiles a file of this folder.
    fn build(source: &str) -> Self {
        let folder = TempDir::with_prefix("gradus-layer-").unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/faults").join(source);
        let mut compiler = Command::new("cc");
        compiler.args(["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]);
        let output = compiler.arg("-o").arg(folder.path().join("layer.so")).arg(source).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Self(folder)
    }

    /// What `LD_PRELOAD` names.
    fn library(&self) -> PathBuf {
        self.0.path().join("layer.so")
    }
}
