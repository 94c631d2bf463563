//! A disk that is full: a small drive in memory, mounted for the test.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use crate::cases::{self, Need, leave_out};
use crate::faults::{Load, stores_nothing, workers};
use crate::server::{Refusal, Server, Workplace};

/// A small drive, with room for the write-ahead log, unmounted when it is dropped.
struct Drive(PathBuf);

impl Drive {
    /// Mounts a drive as the folder `drive` of a workplace. If the system does not permit it, the case ends here.
    fn mount(workplace: &Workplace) -> Self {
        let folder = workplace.path("drive");
        fs::create_dir(&folder).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=40m", "gradus-test"]).arg(&folder);
        let output = mount.output().unwrap();
        if output.status.success() {
            return Self(folder);
        }
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let reasons = ["superuser", "denied", "not permitted"];
        assert!(reasons.iter().any(|reason| error.contains(reason)), "{error}");
        leave_out(Need::Mount, error.trim_end());
        cases::stop()
    }

    /// Writes a file until nothing more fits.
    fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        for block in [1 << 16, 1 << 9] {
            let zeros = vec![0; block];
            let error = loop {
                if let Err(error) = ballast.write_all(&zeros) {
                    break error;
                }
            };
            assert_eq!(error.kind(), ErrorKind::StorageFull, "{error}");
        }
    }

    /// Deletes that file.
    fn make_room(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }

    fn ballast(&self) -> PathBuf {
        self.0.join("ballast")
    }
}

impl Drop for Drive {
    fn drop(&mut self) {
        // Its files may still be open.
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// What is said of a database on the drive.
const ON_DRIVE: [&str; 2] = ["--database", "drive/gradus.db"];

#[case]
async fn a_server_whose_disk_is_full_loses_nothing_under_load_and_recovers() {
    let workplace = Arc::new(Workplace::new());
    let drive = Drive::mount(&workplace);
    let start = || Server::start_with(&workplace, |command| command.args(ON_DRIVE));
    let mut server = start();
    server.until_ready(true).await;
    let before = workers(&server);
    let load = Load::start(&server, 4).await;
    load.until_confirmed(20).await;

    // The log that is there may have room for some more.
    drive.fill();
    load.until_unavailable(20).await;
    stores_nothing(&server, "Grace").await;

    drive.make_room();
    server.until_ready(true).await;
    load.until_confirmed(20).await;
    let learners = load.stop().await;
    assert_eq!(workers(&server), before);
    server.kill();
    let server = start();
    for busy in learners {
        busy.is_remembered_by(&server).await;
    }
    server.register("Grace").await;
}

#[case]
fn a_server_does_not_start_on_a_full_disk_and_says_so() {
    let workplace = Arc::new(Workplace::new());
    let drive = Drive::mount(&workplace);
    drive.fill();
    let mut command = workplace.gradus(&["--bind", "127.0.0.1:0"]);
    let refusal = Refusal::of(command.args(ON_DRIVE));
    assert!(refusal.line().contains("drive is full"), "{refusal:?}");
    drive.make_room();
    Server::start_with(&workplace, |command| command.args(ON_DRIVE));
}
