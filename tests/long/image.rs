//! The container image is built, of a program that is built already.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cases::{self, Need, leave_out};
use crate::packaging::containers::{command, instruction};
use crate::packaging::path;
use crate::places;

/// Buildah with storage of its own.
struct Buildah(TempDir);

impl Buildah {
    /// If it is not installed or may not run here, the case ends here.
    fn new() -> Self {
        let buildah = Self(TempDir::with_prefix("gradus-images-").unwrap());
        // A container of nothing needs what an image needs.
        let reason = match buildah.command(&["from", "scratch"]).output() {
            Ok(output) if output.status.success() => return buildah,
            Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
            Err(error) => error.to_string(),
        };
        leave_out(Need::Buildah, reason.trim_end());
        cases::stop()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("buildah");
        command.arg("--root").arg(self.0.path().join("root"));
        command.arg("--runroot").arg(self.0.path().join("run"));
        // It works in any file system, and without the right to mount one.
        command.args(["--storage-driver", "vfs"]).args(arguments);
        command
    }

    /// What a command that must succeed has written.
    fn run(&self, arguments: &[&str]) -> Vec<u8> {
        let output = self.command(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }
}

#[case]
fn an_image_is_built_of_a_program_that_is_built_already() {
    let buildah = Buildah::new();
    let context = TempDir::with_prefix("gradus-image-").unwrap();
    let root = context.path().join("rootfs");
    fs::create_dir_all(root.join("usr/bin")).unwrap();
    fs::create_dir_all(root.join("var/lib/gradus")).unwrap();
    let only_mine = fs::Permissions::from_mode(0o700);
    fs::set_permissions(root.join("var/lib/gradus"), only_mine).unwrap();
    // It cannot be run there: the program of the tests is linked to the libraries of this system.
    fs::copy(places::gradus(), root.join("usr/bin/gradus")).unwrap();
    let context = context.path().to_str().unwrap();
    let (file, build) = (path("Containerfile"), format!("build={context}"));
    let mut options = vec!["build", "--isolation", "chroot", "--format", "docker"];
    options.extend(["--build-context", &*build, "-f", file.to_str().unwrap(), "-t", "gradus"]);
    options.push(context);
    buildah.run(&options);

    let image = buildah.run(&["inspect", "--type", "image", "gradus"]);
    let image: Value = serde_json::from_slice(&image).unwrap();
    let config = &image["Docker"]["config"];
    assert_eq!(config["User"], instruction("USER"));
    assert_eq!(config["WorkingDir"], instruction("WORKDIR"));
    assert_eq!(config["Entrypoint"], json!(command(&instruction("ENTRYPOINT"))));
    assert_eq!(config["Healthcheck"]["Test"][0], "CMD");
    assert_eq!(config["Healthcheck"]["Test"][2], "healthcheck");
}
