//! The server within this process: with a catalogue and limits that no command line gives.

use std::sync::Arc;
use std::thread;

use gradus::app::Server;
use gradus::app::class::Curriculum;
use gradus::app::{Limits, State};
use gradus::course::Course;
use gradus::step::{Keyring, Secret, Steps};
use gradus::store;
use gradus::wire::Addresses;
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::process::WINDOW;

/// Serves a catalogue on a thread of its own, until the test ends; its address.
pub(crate) async fn serve(catalog: Steps, limits: Limits, directory: &TempDir) -> String {
    let database = directory.path().join("gradus.db");
    let (sender, receiver) = oneshot::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let store = store::open(&database.to_str().unwrap().parse().unwrap()).await.unwrap();
            let keyring = Keyring::new(&Secret::from_bytes([7; 32]));
            let curriculum = Curriculum { steps: catalog, course: Course::default() };
            let addresses = Addresses::default();
            let state = State::new(curriculum, keyring, store, addresses, WINDOW, limits);
            let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
            let ready = |address| sender.send(address).unwrap();
            gradus::api::serve(server, Arc::new(state), ready).await.unwrap();
        });
    });
    format!("http://{}", receiver.await.unwrap())
}
