//! The unit of systemd.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use tempfile::TempDir;

use super::{pairs, text};
use crate::cases::{Need, leave_out};
use crate::places;
use crate::server::{Caller, Reply, Server, Workplace};

/// Where the unit expects the program.
const INSTALLED: &str = "/usr/local/bin/gradus";

/// The most exposure, in tenths, that `systemd-analyze security` may find: with systemd 252 it is 0.9 of 10. What is left are the network and
/// the sockets that the server needs. Other versions weigh a little differently.
const EXPOSURE: &str = "15";

/// The value of a directive that the unit has once.
fn directive(name: &str) -> String {
    let unit = text("systemd/gradus.service");
    let mut lines = unit.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    let value = lines.next().unwrap_or_else(|| panic!("there is no {name}"));
    assert_eq!(lines.next(), None, "{name}");
    value.to_owned()
}

/// `systemd-analyze` with arguments and the unit, which starts the program of the tests.
fn analyze(arguments: &[&str]) {
    let directory = TempDir::with_prefix("gradus-unit-").unwrap();
    let unit = directory.path().join("gradus.service");
    let unit_text = text("systemd/gradus.service").replace(INSTALLED, places::gradus());
    fs::write(&unit, unit_text).unwrap();
    match Command::new("systemd-analyze").args(arguments).arg(&unit).output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
        }
        Err(error) => leave_out(Need::SystemdAnalyze, format!("systemd-analyze: {error}")),
    }
}

#[case]
fn the_unit_is_valid() {
    analyze(&["verify"]);
}

#[case]
fn the_unit_is_hardened() {
    analyze(&["security", "--offline=true", "--no-pager", "--threshold", EXPOSURE]);
}

#[case]
async fn the_server_starts_as_the_unit_says_and_believes_the_proxy() {
    assert_eq!(directive("ExecStart"), format!("{INSTALLED} serve"));
    let mut server = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.envs(pairs(&text("systemd/gradus.env")))
    });
    let anonymous = server.anonymous();
    let forwarded = anonymous.get("/").header("X-Forwarded-Host", "gradus.example");
    let ladder = Reply::to(forwarded.header("X-Forwarded-Proto", "https")).await;
    assert!(ladder.text.contains("https://gradus.example/step_01"), "{ladder}");
    // What `systemctl reload` and `systemctl stop` do.
    server.signal("HUP");
    server.until_ready(true).await;
    server.terminate();
}

#[case]
fn the_user_is_made_and_owns_what_the_unit_writes() {
    let (user, state) = (directive("User"), directive("StateDirectory"));
    let made = format!("u {user} - \"Gradus\" /var/lib/{state}");
    assert!(text("systemd/gradus.sysusers").lines().any(|line| line == made), "{made}");
    assert_eq!(directive("WorkingDirectory"), format!("%S/{state}"));
}
