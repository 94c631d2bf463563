//! `gradus backup` and `gradus restore`: what was confirmed before a backup began is in it, and neither writes over anything.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use tokio::task::spawn_blocking;

use crate::faults::Load;
use crate::server::{Caller as _, Cluster, Refusal, Server, Workplace};

/// Runs a command that must succeed; what it says.
fn run(workplace: &Workplace, arguments: &[&str]) -> String {
    let output = workplace.gradus(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{arguments:?}: {said}");
    said
}

/// Runs a command that must be refused, in one line.
fn refused(workplace: &Workplace, arguments: &[&str]) -> String {
    Refusal::of(&mut workplace.gradus(arguments)).line().to_owned()
}

/// The names in a workplace.
fn names(workplace: &Workplace) -> Vec<String> {
    let files = fs::read_dir(workplace.path("")).unwrap().map(Result::unwrap);
    let mut names: Vec<_> = files.map(|file| file.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A stopped server's workplace, in which a learner has solved a step.
async fn school() -> Arc<Workplace> {
    let mut server = Server::start();
    server.register("Zuleika").await.solve("07").await;
    server.terminate();
    Arc::clone(server.workplace())
}

#[case]
async fn a_backup_under_load_has_every_attempt_that_was_confirmed_before() {
    let server = Server::start();
    let load = Load::start(&server, 4).await;
    for round in 1..=3 {
        load.until_confirmed(50).await;
        let before = load.confirmed();
        let (workplace, name) = (Arc::clone(server.workplace()), format!("backup-{round}.db"));
        let file = name.clone();
        // On another thread: the load goes on.
        let said = spawn_blocking(move || run(&workplace, &["backup", &file])).await.unwrap();
        assert!(said.contains(&name) && said.contains("keep a copy of the secret file"), "{said}");
        assert_eq!(server.workplace().mode(&name), 0o600);

        let restored = Arc::new(Workplace::new());
        let backup = server.workplace().path(&name);
        run(&restored, &["restore", backup.to_str().unwrap()]);
        restored
            .write("gradus.secret", fs::read(server.workplace().path("gradus.secret")).unwrap());
        for file in ["gradus.db", "gradus.secret"] {
            restored.set_mode(file, 0o600);
        }
        let copy = Server::start_at(&restored);
        for (busy, before) in load.learners().iter().zip(before) {
            let attempts = busy.attempts_at(&copy).await;
            assert!(attempts >= before, "{attempts} of {before} are left");
        }
        copy.register("Grace").await.solve("07").await;
    }
    for busy in load.stop().await {
        busy.is_remembered_by(&server).await;
    }
}

#[case]
async fn a_backup_of_a_stopped_server_is_one_file_and_changes_nothing() {
    let workplace = school().await;
    let (before, database) = (names(&workplace), fs::read(workplace.path("gradus.db")).unwrap());
    let said = run(&workplace, &["backup", "copy.db"]);
    assert!(said.starts_with("copy.db is written: 1 attempt, "), "{said}");
    assert_eq!(fs::read(workplace.path("gradus.db")).unwrap(), database);
    let mut after = before;
    after.push("copy.db".to_owned());
    after.sort();
    assert_eq!(names(&workplace), after);

    let backup = fs::read(workplace.path("copy.db")).unwrap();
    run(&workplace, &["restore", "copy.db", "--database", "again.db"]);
    assert_eq!(fs::read(workplace.path("copy.db")).unwrap(), backup);
    assert_eq!(workplace.mode("again.db"), 0o600);
    after.push("again.db".to_owned());
    after.sort();
    assert_eq!(names(&workplace), after);
}

/// Also a copy of all files of a stopped server is a backup: what is in the log is restored.
#[case]
async fn what_is_in_a_log_beside_a_backup_is_restored_too() {
    let mut server = Server::start();
    server.register("Ada").await.solve("07").await;
    server.kill();
    let workplace = Arc::clone(server.workplace());
    for end in ["", "-wal"] {
        fs::copy(
            workplace.path(format!("gradus.db{end}")),
            workplace.path(format!("copy.db{end}")),
        )
        .unwrap();
    }
    let said = run(&workplace, &["restore", "copy.db", "--database", "again.db"]);
    assert!(said.starts_with("again.db is written: 1 attempt, "), "{said}");
}

#[case]
async fn neither_writes_over_anything() {
    let workplace = school().await;
    workplace.write("notes.txt", "mine");
    let line = refused(&workplace, &["backup", "notes.txt"]);
    assert!(line.contains("notes.txt exists already"), "{line}");
    assert_eq!(fs::read(workplace.path("notes.txt")).unwrap(), b"mine");
    run(&workplace, &["backup", "copy.db"]);
    let line = refused(&workplace, &["restore", "copy.db"]);
    assert!(line.contains("gradus.db exists already"), "{line}");
    // What was left of another database would be read as a part of this one.
    for rest in ["other.db-wal", "other.db-shm"] {
        workplace.write(rest, "");
        let line = refused(&workplace, &["restore", "copy.db", "--database", "other.db"]);
        assert!(line.contains(&format!("{rest} exists already")), "{line}");
        assert!(line.contains("move other.db, other.db-wal and other.db-shm away"), "{line}");
        fs::remove_file(workplace.path(rest)).unwrap();
    }
    assert!(!workplace.path("other.db").exists());
}

#[case]
async fn what_is_not_a_backup_is_not_restored() {
    let workplace = school().await;
    run(&workplace, &["backup", "copy.db"]);
    let backup = fs::read(workplace.path("copy.db")).unwrap();
    let mut damaged = backup.clone();
    damaged[backup.len() / 2..].fill(0xAA);
    workplace.write("damaged.db", damaged);
    // One byte of a name, which is in a table and in its index.
    let name = backup.windows(7).position(|bytes| bytes == b"zuleika").unwrap();
    let mut inconsistent = backup;
    inconsistent[name] = b'y';
    workplace.write("inconsistent.db", inconsistent);
    workplace.write("text.db", "Dear diary,\n".repeat(500));
    workplace.write("empty.db", "");
    for (name, found) in [
        ("damaged.db", "damaged.db"),
        ("inconsistent.db", "is damaged"),
        ("text.db", "not an SQLite database"),
        ("empty.db", "found no database"),
        ("missing.db", "found no database"),
    ] {
        let line = refused(&workplace, &["restore", name, "--database", "new.db"]);
        assert!(line.contains(name) && line.contains(found), "{line}");
        assert!(!line.contains("or no file"), "{line}");
    }
    let line = refused(&workplace, &["backup", "new.db", "--database", "missing.db"]);
    assert!(line.contains("there is no database missing.db"), "{line}");
    workplace.change_database("PRAGMA user_version = 1000").await;
    let line = refused(&workplace, &["restore", "gradus.db", "--database", "new.db"]);
    assert!(
        line.contains("was written by a newer Gradus (format 1000; this program knows "),
        "{line}"
    );
    assert!(names(&workplace).iter().all(|name| !name.starts_with("new.db")));
}

#[case]
fn postgresql_makes_its_backups_itself() {
    let workplace = Workplace::new();
    for (url, options) in [
        ("postgres://ada:hunter2@localhost/gradus", "--dbname='postgres://ada@localhost/gradus'"),
        (
            "postgres://localhost/gradus?password=hunter2",
            "--username=OWNER --dbname='postgres://localhost/gradus'",
        ),
        (
            "postgres:///it's?host=/run/pg&port=5498&user=ada&ssl-mode=require&options[jit]=on",
            r"--dbname='postgres:///it'\''s?host=/run/pg&port=5498&user=ada&sslmode=require'",
        ),
        // What is misspelt would be another database without its options.
        ("postgres:///x?hots=/hunter2", "--username=OWNER --dbname='postgres://…'"),
    ] {
        for (command, expected) in [
            ("backup", format!("pg_dump {options} --format=custom --file='copy.dump'")),
            (
                "restore",
                format!("pg_restore {options} --no-owner --single-transaction 'copy.dump'"),
            ),
        ] {
            let line = refused(&workplace, &[command, "copy.dump", "--database", url]);
            assert!(line.ends_with(&format!(": {expected}")), "{line}");
            assert!(!line.contains("hunter2"), "{line}");
        }
    }
}

/// The command that is named for a database, run as it is.
fn run_named(workplace: &Workplace, cluster: &Cluster, command: &str, url: &str) {
    let line = refused(workplace, &[command, "copy.dump", "--database", url]);
    let (_, named) = line.split_once(": pg_").unwrap();
    let program = cluster.client("pg_dump");
    let programs = Path::new(program.get_program()).parent().unwrap();
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(format!("pg_{named}")).env_clear().env("PATH", programs);
    let output = shell.current_dir(workplace.path("")).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
}

#[case]
fn what_is_named_for_postgresql_reaches_the_database_that_is_meant() {
    let cluster = Cluster::shared();
    let (from, to) = (cluster.database(), cluster.database());
    // Options say where it is, and there are some that only Gradus knows.
    let [from, to] = [&from, &to].map(|database| {
        let (account, place) = database.url().rsplit_once('@').unwrap();
        let user = account.strip_prefix("postgres://").unwrap();
        let (address, name) = place.split_once('/').unwrap();
        let (host, port) = address.split_once(':').unwrap();
        let place = format!("host={host}&port={port}&user={user}&ssl-mode=prefer");
        format!("postgres:///{name}?{place}&options=-c+jit=off&options[lock_timeout]=1s")
    });
    let workplace = Workplace::new();
    let instructors = |arguments: &[&str], url: &str| {
        let mut command = workplace.gradus(&["instructors"]);
        let output = command.args(arguments).args(["--database", url]).output().unwrap();
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(output.status.success(), "{err}");
        out
    };
    instructors(&["add", "Grace"], &from);
    run_named(&workplace, cluster, "backup", &from);
    run_named(&workplace, cluster, "restore", &to);
    assert!(instructors(&["list"], &to).contains("Grace"));
}
