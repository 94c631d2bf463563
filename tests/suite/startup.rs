//! Starting the programs: what stands in the way is said in one clear line each, and nothing that was there is lost.

use std::fs;
use std::net::TcpListener;
use std::process::Command;
use std::sync::Arc;

use crate::server::{Caller, Cluster, Learner, Refusal, Reply, Server, Workplace};

/// A server on any free port, not yet started.
fn server(workplace: &Workplace) -> Command {
    workplace.gradus(&["--bind", "127.0.0.1:0"])
}

#[case]
fn a_database_that_is_none_is_refused_and_left_as_it_is() {
    let workplace = Workplace::new();
    let mut no_databases = vec![b"x".to_vec(), b"Dear diary,\n".repeat(500), vec![0; 4096]];
    let mut broken = b"SQLite format 3\0".to_vec();
    broken.resize(8192, 0xAA);
    no_databases.push(broken);
    for content in no_databases {
        let path = workplace.write("gradus.db", &content);
        let refusal = Refusal::of(&mut server(&workplace));
        assert!(refusal.line().contains("gradus.db"), "{refusal:?}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
    let beside: Vec<_> = fs::read_dir(workplace.path("")).unwrap().collect();
    assert_eq!(beside.len(), 2, "{beside:?}");
}

#[case]
fn a_directory_is_no_database() {
    let workplace = Workplace::new();
    workplace.write("gradus.db/notes.txt", "mine");
    let refusal = Refusal::of(&mut server(&workplace));
    assert!(refusal.line().contains("gradus.db") && refusal.line().contains("directory"));
    assert_eq!(fs::read_to_string(workplace.path("gradus.db/notes.txt")).unwrap(), "mine");
}

#[case]
fn a_database_in_a_folder_that_is_missing_is_refused() {
    let workplace = Workplace::new();
    let refusal = Refusal::of(server(&workplace).env("GRADUS_DATABASE", "no/such/gradus.db"));
    assert!(refusal.line().contains("no/such"), "{refusal:?}");
    assert!(!workplace.path("no").exists());
}

#[case]
fn a_kind_of_database_that_there_is_not_is_refused() {
    let workplace = Workplace::new();
    let refusal = Refusal::of(server(&workplace).args(["--database", "mysql://localhost/gradus"]));
    assert!(refusal.usage().contains("mysql://localhost/gradus"), "{refusal:?}");
}

#[case]
fn the_password_of_a_database_is_not_repeated() {
    let workplace = Workplace::new();
    // Nobody listens on this port.
    let (known, unknown) =
        ("postgres://ada:hunter2@127.0.0.1:1/x", "mysql://ada:hunter2@localhost/x");
    let refusal = Refusal::of(server(&workplace).env("GRADUS_DATABASE", known));
    assert!(refusal.line().contains("PostgreSQL"), "{refusal:?}");
    assert!(!refusal.line().contains("hunter2"), "{refusal:?}");
    let refusal = Refusal::of(server(&workplace).args(["--database", unknown]));
    assert!(refusal.usage().contains("--database"), "{refusal:?}");
    assert!(!refusal.lines.concat().contains("hunter2"), "{refusal:?}");
    let mut help = workplace.gradus(&["serve", "--help"]);
    let help = help.env("GRADUS_DATABASE", known).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    assert!(help.contains("GRADUS_DATABASE") && !help.contains("hunter2"), "{help}");
}

#[case]
fn what_postgresql_says_is_told_with_the_address_and_without_lines_of_its_source() {
    let cluster = Cluster::shared();
    let workplace = Workplace::new();
    let database = cluster.database();
    let (place, _) = database.url().rsplit_once('/').unwrap();
    let (_, port) = place.rsplit_once(':').unwrap();
    let url = format!("{place}/missing?dbname=gone&port={port}&sslmode=prefer");
    let refusal = Refusal::of(server(&workplace).env("GRADUS_DATABASE", url));
    let expected = format!("/missing?dbname=gone&port={port}: PostgreSQL has no such database (");
    assert!(refusal.line().contains(&expected), "{refusal:?}");
    assert!(refusal.line().contains("(database \"gone\" does not exist)"), "{refusal:?}");
}

#[case]
fn a_second_server_on_one_file_says_so() {
    let workplace = Arc::new(Workplace::new());
    let told = || workplace.log().matches("another server has this database open").count();
    let mut first = Server::start_at(&workplace);
    let mut second = Server::start_at(&workplace);
    second.terminate();
    assert_eq!(told(), 1, "{}", workplace.log());
    // What the first one had ends with it, however it ends.
    first.kill();
    Server::start_at(&workplace).terminate();
    assert_eq!(told(), 1, "{}", workplace.log());
}

#[case]
fn a_port_in_use_is_refused() {
    let workplace = Workplace::new();
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap().to_string();
    let refusal = Refusal::of(&mut workplace.gradus(&["--bind", &address]));
    assert!(refusal.line().contains(&address) && refusal.line().contains("in use"), "{refusal:?}");
}

#[case]
fn an_address_that_is_none_is_refused() {
    let workplace = Workplace::new();
    for address in ["8080", "localhost:http", "127.0.0.1:99999", "", "[::1"] {
        let refusal = Refusal::of(&mut workplace.gradus(&["--bind", address]));
        assert!(refusal.usage().contains("--bind"), "{refusal:?}");
    }
}

#[case]
fn options_that_make_no_sense_are_refused() {
    let workplace = Workplace::new();
    let options = [
        ["--window", "0"],
        ["--public-url", "gradus.example.org"],
        ["--public-url", "https://ada:hunter2@gradus.example.org"],
        ["--public-url", "https://uni.example/prog1?x=1"],
        ["--public-url", "https://uni.example/prog1/../prog2"],
        ["--public-url", "https://uni.example/pr%6Fg1"],
        ["--public-url", "https://uni.example//prog1"],
        ["--log", "inof"],
        ["--trusted-proxy", "everybody"],
        ["--task-rate", "many"],
        ["--answer-rate", "0/s"],
        ["--frobnicate", "1"],
        ["climb", "07"],
    ];
    for option in options {
        let refusal = Refusal::of(server(&workplace).args(option));
        assert!(refusal.usage().contains(option[0]), "{refusal:?}");
        assert!(!refusal.lines.concat().contains("hunter2"), "{refusal:?}");
    }
}

#[case]
fn a_number_that_is_refused_is_told_with_its_source_and_those_that_are_expected() {
    let workplace = Workplace::new();
    for (option, value, expected) in [
        ("send-timeout", "soon", "1 to 3600"),
        ("window", "99999999999", "1 to 1000000000"),
        ("records", "-1", "0 to 4294967295"),
    ] {
        let told = |name: String, refusal: &Refusal| {
            let told = format!("invalid value '{value}' for '{name}");
            let line = refusal.usage();
            assert!(line.starts_with(&told), "{line}");
            assert!(
                line.ends_with(&format!("': expected a whole number from {expected}")),
                "{line}"
            );
        };
        let flag = format!("--{option}={value}");
        told(format!("--{option} <"), &Refusal::of(server(&workplace).arg(flag)));
        let variable = format!("GRADUS_{}", option.to_uppercase().replace('-', "_"));
        let refusal = Refusal::of(server(&workplace).env(&variable, value));
        told(format!("{variable}'"), &refusal);
    }
}

#[case]
fn a_secret_file_without_a_secret_is_refused_and_left_as_it_is() {
    let workplace = Workplace::new();
    for content in ["", "hunter2\n", &"g".repeat(64), &"a".repeat(63), "\u{fffd}\u{0}"] {
        let path = workplace.write("gradus.secret", content);
        workplace.set_mode("gradus.secret", 0o600);
        let refusal = Refusal::of(&mut server(&workplace));
        assert!(refusal.line().contains("gradus.secret"), "{refusal:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    let no_text = workplace.write("gradus.secret", b"\xff\xfe");
    assert!(Refusal::of(&mut server(&workplace)).line().contains("gradus.secret"));
    fs::remove_file(&no_text).unwrap();
    fs::create_dir(&no_text).unwrap();
    assert!(Refusal::of(&mut server(&workplace)).line().contains("gradus.secret"));
}

#[case]
fn a_secret_file_that_cannot_be_used_is_told_with_the_option_that_names_it() {
    let workplace = Workplace::new();
    workplace.write("folder/x", "");
    for (options, variable, expected) in [
        (
            &["--previous-secret-file", "no.secret"][..],
            None,
            ["--previous-secret-file: ", "no.secret cannot be read", "64 hexadecimal digits"],
        ),
        (
            &[],
            Some(("GRADUS_PREVIOUS_SECRET_FILE", "no.secret")),
            ["GRADUS_PREVIOUS_SECRET_FILE: ", "no.secret cannot be read", "64 hexadecimal digits"],
        ),
        (
            &["--secret-file", "folder"],
            None,
            ["--secret-file: ", "folder cannot be read", "64 hexadecimal digits"],
        ),
        (
            &[],
            Some(("GRADUS_SECRET_FILE", "no/new.secret")),
            ["GRADUS_SECRET_FILE: ", "no/new.secret cannot be created", "expected a folder"],
        ),
    ] {
        let refusal = Refusal::of(server(&workplace).args(options).envs(variable));
        assert!(expected.iter().all(|part| refusal.line().contains(part)), "{refusal:?}");
    }
    workplace.write("gradus.secret/x", "");
    let refusal = Refusal::of(&mut server(&workplace));
    assert!(refusal.line().contains("--secret-file: the secret file gradus.secret"), "{refusal:?}");
}

#[case]
fn a_wrong_secret_is_refused_and_not_repeated() {
    let workplace = Workplace::new();
    for (name, refusal) in [
        ("GRADUS_SECRET", Refusal::of(server(&workplace).env("GRADUS_SECRET", "hunter2"))),
        ("--secret", Refusal::of(server(&workplace).args(["--secret", "hunter2"]))),
    ] {
        assert!(refusal.usage().starts_with(name), "{refusal:?}");
        assert!(!refusal.lines.concat().contains("hunter2"), "{refusal:?}");
    }
}

#[case]
fn a_directory_without_challenges_is_refused() {
    let workplace = Workplace::new();
    for directory in [workplace.path("missing"), workplace.write("file", ""), workplace.path("")] {
        let refusal = Refusal::of(server(&workplace).env("GRADUS_CHALLENGES", &directory));
        refusal.line();
    }
}

#[case]
async fn a_folder_of_ones_own_adds_a_step() {
    let workplace = Arc::new(Workplace::new());
    let step =
        "kind = \"gomoku/hello\"\ntrack = \"Warming up\"\npoints = 1\n[params]\nletters = 12\n";
    let statement =
        "# Echo\n\n```json task\n{\"word\": \"abcdefgh\"}\n```\n\n```text answer\nabcdefgh\n```\n";
    workplace.write("mine/42-echo/step.toml", step);
    workplace.write("mine/42-echo/statement.en.md", statement);
    let server = Server::start_with(&workplace, |command| command.args(["--challenges", "mine"]));
    let anonymous = server.anonymous();
    let task = anonymous.task("42").await;
    assert_eq!(task.title, "Echo");
    let word = task.fields["word"].as_str().unwrap();
    assert_eq!(word.len(), 12);
    assert_eq!(anonymous.answer(&task, [word]).await.accepted().next, None);
    Reply::to(anonymous.get("/step_01")).await.problem("step.unknown");
}

#[case]
fn a_secret_that_others_can_read_is_refused() {
    let workplace = Workplace::new();
    let secret = "0123456789abcdef".repeat(4);
    workplace.write("my.secret", &secret);
    for mode in [0o644, 0o640, 0o604, 0o660, 0o777] {
        workplace.set_mode("my.secret", mode);
        let refusal = Refusal::of(server(&workplace).args(["--secret-file", "my.secret"]));
        let line = refusal.line();
        assert!(line.contains(&format!("{mode:04o}")), "{line}");
        assert!(line.ends_with("chmod 600 my.secret") && !line.contains(&secret), "{line}");
    }
    assert!(!workplace.path("gradus.db").exists());
}

/// The files with which a server works, and their modes.
const FILES: [&str; 3] = ["gradus.db", "gradus.db-wal", "gradus.db-shm"];

#[case]
async fn what_is_stored_is_for_its_owner() {
    let server = Server::start_after(&Arc::new(Workplace::new()), "umask 0");
    server.register("Ada").await;
    for name in FILES.into_iter().chain(["gradus.secret"]) {
        assert_eq!(server.workplace().mode(name), 0o600, "{name}");
    }
}

#[case]
async fn a_database_that_others_can_read_is_closed_to_them() {
    let mut server = Server::start();
    let ada = server.register("Ada").await;
    server.kill();
    for name in FILES {
        server.workplace().set_mode(name, 0o664);
    }
    let mut server = Server::start_at(server.workplace());
    assert_eq!(ada.at(&server).me().await.attempts, 0);
    for name in FILES {
        assert_eq!(server.workplace().mode(name), 0o600, "{name}");
    }
    server.terminate();
    let log = server.workplace().log();
    assert_eq!(log.matches("0664").count(), FILES.len(), "{log}");
}

#[case]
fn the_file_of_another_program_keeps_its_mode() {
    let workplace = Workplace::new();
    workplace.write("gradus.db", "Dear diary,\n".repeat(500));
    workplace.set_mode("gradus.db", 0o644);
    Refusal::of(&mut server(&workplace)).line();
    assert_eq!(workplace.mode("gradus.db"), 0o644);
}

#[case]
async fn the_secret_is_kept_over_a_restart() {
    let server = Server::start();
    let path = server.workplace().path("gradus.secret");
    let secret = fs::read(&path).unwrap();

    let task = server.anonymous().fresh_task("07").await;
    let server = server.restart();
    assert_eq!(fs::read(&path).unwrap(), secret);
    server.anonymous().answer(&task, task.solution()).await.accepted();
}

#[case]
async fn servers_with_the_same_secret_accept_each_others_tokens() {
    let secret = "0123456789abcdef".repeat(4);
    let replica = |secret: &str| {
        let workplace = Arc::new(Workplace::new());
        Server::start_with(&workplace, |command| command.env("GRADUS_SECRET", secret))
    };
    let (first, second) = (replica(&secret), replica(&secret.to_uppercase()));
    let stranger = replica(&"f".repeat(64));
    assert!(!first.workplace().path("gradus.secret").exists());

    let task = first.anonymous().fresh_task("07").await;
    second.anonymous().answer(&task, task.solution()).await.accepted();
    stranger.anonymous().answer(&task, task.solution()).await.problem("task.forged");
    // Without a token too: the board of the window is the same on both.
    assert_eq!(
        first.anonymous().task("12").await.fields,
        second.anonymous().task("12").await.fields
    );
}

#[case]
async fn an_instructor_of_the_environment_with_the_name_of_a_learner_is_told() {
    let mut server = Server::start();
    server.register("Ada Lovelace").await;
    server.terminate();
    let instructors =
        ["ada lovelace:gi_", "Grace:gi_1"].map(|one| one.to_owned() + &"x".repeat(32));
    let workplace = Arc::clone(server.workplace());
    Server::start_with(&workplace, |command| {
        command.env("GRADUS_INSTRUCTORS", instructors.join(","))
    })
    .terminate();
    let log = workplace.log();
    let told = "the instructor ada lovelace of GRADUS_INSTRUCTORS has the name of learner #1";
    assert!(log.contains(told), "{log}");
    assert_eq!(log.matches("GRADUS_INSTRUCTORS").count(), 1, "{log}");
}

#[case]
async fn every_file_may_lie_elsewhere() {
    let workplace = Arc::new(Workplace::new());
    workplace.write("data/.keep", "");
    let server = Server::start_with(&workplace, |command| {
        command.args(["--database", "data/class.db"]).env("GRADUS_SECRET_FILE", "data/class.secret")
    });
    let ada: Learner = server.register("Ada").await;
    ada.solve("01").await;
    assert!(
        workplace.path("data/class.db").exists() && workplace.path("data/class.secret").exists()
    );
    assert!(!workplace.path("gradus.db").exists() && !workplace.path("gradus.secret").exists());
}
