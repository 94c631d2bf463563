//! The server's process, in a directory of its own.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::Outcome;
use crate::database::Database;
use crate::loopback::Loopback;
use crate::options::Options;
use crate::reply::Replies;
use crate::report::Measure;

/// The most address space that the server may have, in kB. With more it ends by itself.
const ADDRESS_SPACE: u64 = 6_000_000;

/// How long the server may take to start.
const START_TIME: Duration = Duration::from_mins(1);

/// A running server, ended when it is dropped. Its directory is removed then.
pub(crate) struct Server {
    program: PathBuf,
    process: Process,
    pub(crate) address: Loopback,
    directory: TempDir,
    /// None where the database is a file in the directory. It is dropped after the process that uses it.
    database: Option<Database>,
}

/// A process that is killed when it is dropped.
struct Process {
    child: Child,
    /// Held open: the server writes a second line.
    _stdout: BufReader<ChildStdout>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// A server with an empty database.
    pub(crate) async fn start(options: &Options) -> Outcome<Self> {
        let program = options.program()?;
        let directory = TempDir::with_prefix("gradus-campaign-")?;
        let database = match options.postgres() {
            Some(owner) => Some(Database::create(owner).await?),
            None => None,
        };
        let (process, address) = start(&program, directory.path(), database.as_ref())?;
        Ok(Self { program, process, address, directory, database })
    }

    /// Kills the server with SIGKILL: it gets no chance to write anything.
    pub(crate) fn kill(&mut self) -> Outcome<()> {
        self.process.child.kill()?;
        self.process.child.wait()?;
        Ok(())
    }

    /// Starts it again on the same database, after it was killed. It has another port.
    pub(crate) fn restart(&mut self) -> Outcome<()> {
        (self.process, self.address) =
            start(&self.program, self.directory.path(), self.database.as_ref())?;
        Ok(())
    }

    /// A file of `/proc` about the process.
    fn proc(&self, name: &str) -> Outcome<String> {
        let path = format!("/proc/{}/{name}", self.process.child.id());
        Ok(fs::read_to_string(path)?)
    }

    /// A number of bytes in `/proc/PID/status`, where it is given in kB.
    fn status(&self, name: &str) -> Outcome<u64> {
        let status = self.proc("status")?;
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
        // A process that has ended has no memory.
        Ok(number.ok_or("the server has ended by itself")?.parse::<u64>()? * 1024)
    }

    /// The resident memory, in bytes.
    pub(crate) fn memory(&self) -> Outcome<u64> {
        self.status("VmRSS")
    }

    /// The most resident memory that it has had, in bytes.
    pub(crate) fn peak_memory(&self) -> Outcome<u64> {
        self.status("VmHWM")
    }

    /// The processor time that it has used.
    pub(crate) fn processor_time(&self) -> Outcome<Duration> {
        /// One hundredth of a second, on every Linux of today.
        const TICK: Duration = Duration::from_millis(10);
        let stat = self.proc("stat")?;
        // The second field, a name in parentheses, may have anything in it. The times are fields 14 and 15.
        let (_, fields) = stat.rsplit_once(')').ok_or("no name in /proc/PID/stat")?;
        let times = fields.split_whitespace().skip(11).take(2);
        let ticks: u32 = times.map(str::parse::<u32>).sum::<Result<_, _>>()?;
        Ok(TICK * ticks)
    }

    /// How many sockets it has open.
    pub(crate) fn sockets(&self) -> Outcome<usize> {
        let files = fs::read_dir(format!("/proc/{}/fd", self.process.child.id()))?;
        // A file may be closed before it is looked at.
        let targets = files.filter_map(|file| fs::read_link(file.ok()?.path()).ok());
        Ok(targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count())
    }

    /// The size of the database, in bytes.
    pub(crate) async fn database_size(&self) -> Outcome<u64> {
        if let Some(database) = &self.database {
            return database.size().await;
        }
        let mut size = 0;
        for file in fs::read_dir(self.directory.path())? {
            let file = file?;
            if file.file_name().to_string_lossy().starts_with("gradus.db") {
                size += file.metadata()?.len();
            }
        }
        Ok(size)
    }

    /// That it runs, did not panic, and replied to nobody that it failed. What it logged of that is shown.
    pub(crate) fn health(&mut self, replies: &Replies) -> Outcome<Vec<Measure>> {
        let ended = self.process.child.try_wait()?;
        let log = fs::read_to_string(self.directory.path().join("log"))?;
        let failures = log.lines().filter(|line| line.contains("panicked"));
        let mut panics = 0;
        for line in failures {
            eprintln!("  {line}");
            panics += 1;
        }
        Ok(vec![
            Measure::shown("other replies", replies),
            Measure::never("5xx but 503", replies.failures()),
            Measure::never("panics in the log", panics),
            Measure::never("ended by itself", ended.into_iter().count() as u64),
        ])
    }
}

/// The key of the campaign's instructor.
pub(crate) const INSTRUCTOR: &str = "gi_campaign-campaign-campaign-12345";

/// Starts a server and waits for the line that tells its address.
fn start(
    program: &Path,
    directory: &Path,
    database: Option<&Database>,
) -> Outcome<(Process, Loopback)> {
    let log = File::options().append(true).create(true).open(directory.join("log"))?;
    // The shell becomes the server.
    let limited = format!("ulimit -v {ADDRESS_SPACE} && exec \"$0\" \"$@\"");
    let mut child = Command::new("/bin/sh")
        .args(["-c", &limited])
        .arg(program)
        // A line for each request would be gigabytes.
        .args(["--bind", "127.0.0.1:0", "--log", "warn"])
        .current_dir(directory)
        .env_clear()
        .env("GRADUS_INSTRUCTORS", format!("Grace:{INSTRUCTOR}"))
        .envs(database.map(|database| ("GRADUS_DATABASE", database.url())))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()?;
    let mut stdout = BufReader::new(child.stdout.take().ok_or("no output")?);
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut line = String::new();
        let read = stdout.read_line(&mut line).map(|_| (line, stdout));
        // Nobody waits for a server that took too long.
        let _ = sender.send(read);
    });
    let line = receiver.recv_timeout(START_TIME);
    let (line, stdout) = match line {
        Ok(line) => line?,
        Err(error) => {
            child.kill()?;
            child.wait()?;
            return Err(format!("the server does not start: {error}").into());
        }
    };
    let process = Process { child, _stdout: stdout };
    let address = line.trim_end().strip_prefix("listening on ").ok_or_else(|| {
        let log = fs::read_to_string(directory.join("log")).unwrap_or_default();
        format!("the server's first line is {line:?}\n{log}")
    })?;
    Ok((process, address.parse()?))
}
