//! The power fails: what was not synchronized is lost.
//!
//! The server runs on a disk that forgets (`power_loss.c`). It is killed under load, and another one is started on what the disk has kept: not
//! what was written, but what was synchronized.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use tempfile::TempDir;

use super::{Layer, Load};
use crate::server::{Server, Workplace};

/// After how many confirmed answers, since the failure before, the power fails: early, and, without a number, when the log was copied into the
/// database.
const CONFIRMED: [Option<u64>; 3] = [Some(20), Some(150), None];

/// What forgets.
const SOURCE: &str = "power_loss.c";

/// Drives write sectors of this many bytes as a whole.
const SECTOR: usize = 512;

/// The disk with the folder of a workplace.
struct Disk<'a> {
    layer: &'a Layer,
    folder: PathBuf,
    /// What is synchronized: the content of each file under the number of its inode, and the names.
    image: TempDir,
}

/// What is left of what was written and not synchronized.
#[derive(Clone, Copy, Debug)]
enum Survives {
    Nothing,
    /// Every sector or not, as it comes, in no order.
    SomeSectors,
}

impl<'a> Disk<'a> {
    /// What is in the folder now is synchronized.
    fn of(workplace: &Workplace, layer: &'a Layer) -> Self {
        let folder = fs::canonicalize(workplace.path("")).unwrap();
        let image = TempDir::with_prefix("gradus-image-").unwrap();
        let mut names = String::new();
        for file in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let inode = file.metadata().unwrap().ino();
            fs::copy(file.path(), image.path().join(inode.to_string())).unwrap();
            writeln!(names, "{inode} {}", file.file_name().to_str().unwrap()).unwrap();
        }
        fs::write(image.path().join("names"), names).unwrap();
        Self { layer, folder, image }
    }

    /// Lets a process write to this disk.
    fn under<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("LD_PRELOAD", self.layer.library())
            .env("DISK_FOLDER", &self.folder)
            .env("DISK_IMAGE", self.image.path())
    }

    /// The files that are there when the power is on again, by name.
    fn files(&self, survives: Survives) -> BTreeMap<String, Vec<u8>> {
        let names = fs::read_to_string(self.image.path().join("names")).unwrap();
        let file = |line: &str| {
            let (inode, name) = line.split_once(' ').unwrap();
            // A file that was never synchronized is empty.
            let synchronized = fs::read(self.image.path().join(inode)).unwrap_or_default();
            let content = match (survives, fs::read(self.folder.join(name))) {
                (Survives::SomeSectors, Ok(written)) => mixed(synchronized, &written),
                _ => synchronized,
            };
            (name.to_owned(), content)
        };
        names.lines().map(file).collect()
    }

    /// A workplace with these files.
    fn after_power_loss(&self, survives: Survives) -> Arc<Workplace> {
        let workplace = Workplace::new();
        for (name, content) in self.files(survives) {
            workplace.write(&name, content);
            workplace.set_mode(&name, 0o600);
        }
        Arc::new(workplace)
    }
}

/// A file of which about half of the sectors that were written reached the disk. It is as long as the longer of the two: where nothing was
/// written, there are zeros.
fn mixed(synchronized: Vec<u8>, written: &[u8]) -> Vec<u8> {
    let mut content = synchronized;
    content.resize(content.len().max(written.len()), 0);
    for (number, (sector, new)) in
        content.chunks_mut(SECTOR).zip(written.chunks(SECTOR)).enumerate()
    {
        let is_written = (number.wrapping_mul(0x9E37_79B9) >> 16).is_multiple_of(2);
        if is_written {
            sector[..new.len()].copy_from_slice(new);
        }
    }
    content
}

#[case]
async fn a_power_failure_loses_no_attempt_that_was_confirmed() {
    let layer = Layer::build(SOURCE);
    let mut workplace = Arc::new(Workplace::new());
    let mut learners = Vec::new();
    for confirmed in CONFIRMED {
        let disk = Disk::of(&workplace, &layer);
        let mut server = Server::start_with(&workplace, |command| disk.under(command));
        let load = if learners.is_empty() {
            Load::start(&server, 8).await
        } else {
            Load::resume(&server, learners)
        };
        match confirmed {
            Some(confirmed) => load.until_confirmed(confirmed).await,
            None => until_copied(&workplace, &load).await,
        }
        server.kill();
        learners = load.until_gone().await;

        for survives in [Survives::SomeSectors, Survives::Nothing] {
            eprintln!(
                "after {confirmed:?} answers, of what is not synchronized survives: {survives:?}"
            );
            workplace = disk.after_power_loss(survives);
            let server = Server::start_at(&workplace);
            for busy in &learners {
                busy.is_remembered_by(&server).await;
            }
            server.register(&format!("Grace {}", confirmed.unwrap_or_default())).await;
        }
    }
}

/// Waits until the log is copied into the database, which grows by nothing else.
async fn until_copied(workplace: &Workplace, load: &Load) {
    let length = || fs::metadata(workplace.path("gradus.db")).unwrap().len();
    let before = length();
    while length() == before {
        load.until_confirmed(50).await;
    }
}

/// The disk forgets indeed: else the test above would show nothing.
#[case]
fn the_disk_forgets_what_is_not_synchronized() {
    let (layer, workplace) = (Layer::build(SOURCE), Workplace::new());
    workplace.write("old", "old");
    let disk = Disk::of(&workplace, &layer);
    let script = "printf new >>old && printf kept >kept && sync kept . && printf lost >>kept
                  printf lost >unnamed && sync unnamed && printf lost >lost";
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(workplace.path(""));
    assert!(disk.under(&mut shell).status().unwrap().success());
    let content = |name: &str| fs::read_to_string(workplace.path(name)).unwrap();
    assert_eq!(
        ["old", "kept", "unnamed", "lost"].map(content),
        ["oldnew", "keptlost", "lost", "lost"]
    );

    let files = disk.files(Survives::Nothing);
    let files: Vec<_> = files.iter().map(|(name, file)| (name.as_str(), file.as_slice())).collect();
    assert_eq!(files, [("kept", &b"kept"[..]), ("old", &b"old"[..])]);
}
