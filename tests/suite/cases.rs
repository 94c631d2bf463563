//! The cases of the suite, and how they are run: as libtest does, but a case can find out while it runs that the machine lacks what it
//! needs. Then it counts as ignored, with the reason.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{self, catch_unwind, resume_unwind};
use std::path::Path;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, thread};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::places::REPOSITORY;
use crate::server::remove_shared_files;

/// A test: `#[case]` before a function.
pub(crate) struct Case {
    /// Its path, with the name of the crate.
    pub(crate) name: &'static str,
    pub(crate) run: fn(),
}

inventory::collect!(Case);

/// What not every machine has or permits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Postgres,
    Nginx,
    Browser,
    Buildah,
    Mount,
    SystemdAnalyze,
    Shell,
    ManualPages,
}

/// What may be missing in CI: it runs in a container, which has no systemd, and may not be permitted to mount drives and to build images.
const MAY_BE_MISSING_IN_CI: [Need; 3] = [Need::Buildah, Need::Mount, Need::SystemdAnalyze];

thread_local! {
    /// What the case that runs on this thread has left out.
    static LEFT_OUT: Cell<Option<(Need, String)>> = const { Cell::new(None) };
}

/// How many cases were ignored, by reason.
static IGNORED: Mutex<BTreeMap<String, u32>> = Mutex::new(BTreeMap::new());

/// The panic with which [`stop`] ends a case.
struct Stopped;

/// Counts the case that is running as ignored, unless it fails: it leaves out what needs something that is missing.
pub(crate) fn leave_out(need: Need, reason: impl Into<String>) {
    LEFT_OUT.set(Some((need, reason.into())));
}

/// Ends a case that has left something out and can do nothing else.
pub(crate) fn stop() -> ! {
    resume_unwind(Box::new(Stopped))
}

/// Whether a program is there and wanted. If not, the case that is running counts as ignored, and says so.
pub(crate) fn is_available(need: Need, name: &str, is_installed: bool) -> bool {
    let variable = format!("GRADUS_TESTS_WITHOUT_{}", name.to_uppercase());
    let is_unwanted = env::var_os(&variable).is_some_and(|value| value == "1");
    if is_unwanted {
        leave_out(need, format!("{variable}=1"));
    } else if !is_installed {
        leave_out(need, format!("{name} is not installed"));
    }
    is_installed && !is_unwanted
}

/// Runs an `async` case. Of any type, the runtime would be compiled for each.
pub(crate) fn block_on(case: Pin<Box<dyn Future<Output = ()>>>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(case);
}

/// Runs the cases that the command line chooses: those of `long` only if its filter begins with that.
pub(crate) fn run() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Many cases wait for a server, so that cores have time for others.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * cores);
    // Of all of them only a dot each.
    arguments.quiet |= arguments.filter.is_none() && arguments.format.is_none();
    let is_long = arguments.filter.as_ref().is_some_and(|filter| filter.starts_with("long"));
    let cases = inventory::iter::<Case>.into_iter();
    let cases = cases.map(|case| (case.name.trim_start_matches("suite::"), case.run));
    let mut cases: Vec<_> =
        cases.filter(|(name, _)| name.starts_with("long::") == is_long).collect();
    cases.sort_unstable_by_key(|(name, _)| *name);
    let trials = cases
        .into_iter()
        .map(|(name, run)| Trial::ignorable_test(name, move || outcome(name, run)));
    note_panics_of_servers();
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    remove_shared_files();
    for (reason, count) in &*IGNORED.lock().unwrap() {
        println!("{count} ignored: {reason}");
    }
    if !conclusion.has_failed() && HAS_SERVER_PANICKED.load(Ordering::Relaxed) {
        println!("a server within the process has panicked");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// Whether there was a panic outside of a case.
static HAS_SERVER_PANICKED: AtomicBool = AtomicBool::new(false);

/// Lets the run fail if a server within the process panics, which none of its callers may notice.
fn note_panics_of_servers() {
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        show(panic);
        // The thread of a case has its path as its name.
        let is_case = thread::current().name().is_some_and(|name| name.contains("::"));
        HAS_SERVER_PANICKED.fetch_or(!is_case, Ordering::Relaxed);
    }));
}

fn outcome(name: &str, run: fn()) -> Result<Completion, Failed> {
    let run = move || {
        let panic = catch_unwind(run).err();
        (panic.filter(|panic| !panic.is::<Stopped>()), LEFT_OUT.take())
    };
    // The message of a panic names the thread.
    let thread = thread::Builder::new().name(name.to_owned()).spawn(run).unwrap();
    let (need, reason) = match thread.join().unwrap() {
        (Some(panic), _) => resume_unwind(panic),
        (None, None) => return Ok(Completion::Completed),
        (None, Some(left_out)) => left_out,
    };
    let is_ci = env::var_os("CI").is_some_and(|value| value == "true");
    if is_ci && !MAY_BE_MISSING_IN_CI.contains(&need) {
        return Err(format!("CI runs this case whole: {reason}").into());
    }
    *IGNORED.lock().unwrap().entry(reason.clone()).or_default() += 1;
    Ok(Completion::ignored_with(reason))
}

/// A function with the attribute of libtest or of tokio would never run.
#[case]
fn every_test_is_a_case() {
    let mut folders = vec![Path::new(REPOSITORY).join("tests")];
    let mut tests = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let is_test = |line: &str| line.trim().starts_with("#[") && line.contains("test]");
                tests.extend(text.lines().any(is_test).then_some(path));
            }
        }
    }
    assert!(tests.is_empty(), "write `#[case]` for `#[test]`: {tests:?}");
}
