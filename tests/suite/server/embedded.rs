//! Servers within this process: one that cases share, and such with a catalogue and limits that no command line gives.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};
use std::thread;

use gradus::app::class::Curriculum;
use gradus::app::{Limits, Server, State, challenges};
use gradus::course::Course;
use gradus::step::{Keyring, Secret, Steps};
use gradus::store;
use gradus::wire::Addresses;
use tempfile::TempDir;

use super::caller::{Anonymous, Learner, http_client_at};
use super::process::WINDOW;

/// A case's share of the server that all cases use that change nothing for each other: an address of its own on this machine.
pub(crate) struct SharedServer {
    url: &'static str,
    address: Ipv4Addr,
}

/// The files of the shared server; none before it has started.
static FILES: Mutex<Option<TempDir>> = Mutex::new(None);

/// The number of the next case.
static NEXT: AtomicU16 = AtomicU16::new(0);

impl SharedServer {
    /// A share for the case that is running. The first one starts the server.
    pub(crate) fn join() -> Self {
        static URL: LazyLock<String> = LazyLock::new(|| {
            let files = TempDir::with_prefix("gradus-").unwrap();
            let catalog = challenges::load(None, None).unwrap().steps;
            let url = serve(catalog, Limits::default(), &files);
            *FILES.lock().unwrap() = Some(files);
            url
        });
        let [high, low] = NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        Self { url: &URL, address: Ipv4Addr::new(127, 1, high, low) }
    }

    pub(crate) fn url(&self) -> &str {
        self.url
    }

    /// Where its callers are.
    pub(crate) fn address(&self) -> Ipv4Addr {
        self.address
    }

    pub(crate) fn keyring() -> Keyring {
        Keyring::new(&Secret::from_bytes([7; 32]))
    }

    /// Somebody without a key.
    pub(crate) fn anonymous(&self) -> Anonymous {
        Anonymous::with_client(http_client_at(self.address), self.url)
    }

    /// A new learner with some name.
    pub(crate) async fn learner(&self) -> Learner {
        self.register(&format!("Learner {}", NEXT.fetch_add(1, Ordering::Relaxed))).await
    }

    /// A new learner with a name that no other case uses.
    pub(crate) async fn register(&self, name: &str) -> Learner {
        Learner::register(self.anonymous(), name).await
    }
}

/// Removes what the shared server has written.
pub(crate) fn remove_shared_files() {
    drop(FILES.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// Serves a catalogue on a thread of its own, until the process ends; its address.
pub(crate) fn serve(catalog: Steps, limits: Limits, directory: &TempDir) -> String {
    let database = directory.path().join("gradus.db");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let store = store::open(&database.to_str().unwrap().parse().unwrap()).await.unwrap();
            let curriculum = Curriculum { steps: catalog, course: Course::default() };
            let (keyring, addresses) = (SharedServer::keyring(), Addresses::default());
            let state =
                State::new(curriculum, keyring, store, addresses, WINDOW, limits, Vec::new());
            let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
            let ready = |address| sender.send(address).unwrap();
            gradus::api::serve(server, Arc::new(state), ready).await.unwrap();
        });
    });
    format!("http://{}", receiver.recv().unwrap())
}
