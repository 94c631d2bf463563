//! The commands for the class, on the database of a server that runs or does not.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::process::Command;
use std::sync::Arc;

use gradus::course::Detail;
use tokio::time::timeout;

use crate::places::REPOSITORY;
use crate::server::{Caller as _, PATIENCE, Refusal, Reply, Server, Workplace};

/// What a command has printed.
struct Printed {
    out: String,
    err: String,
}

/// Runs a command that must succeed.
fn run(workplace: &Workplace, arguments: &[&str]) -> Printed {
    let output = workplace.gradus(arguments).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{arguments:?}: {err}");
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    Printed { out, err }
}

/// The keys in a text, by name.
fn keys(text: &str) -> BTreeMap<&str, &str> {
    text.lines().map(|line| line.split_once('\t').unwrap()).collect()
}

/// Runs a command that must print one key.
fn key(workplace: &Workplace, arguments: &[&str]) -> String {
    let printed = run(workplace, arguments);
    let keys = keys(&printed.out);
    assert_eq!(keys.len(), 1, "{}", printed.out);
    assert!(keys.values().all(|key| !printed.err.contains(key)), "{}", printed.err);
    keys.into_values().next().unwrap().to_owned()
}

/// Runs a command that must be refused, in one line.
fn refused(workplace: &Workplace, arguments: &[&str]) -> String {
    Refusal::of(&mut workplace.gradus(arguments)).line().to_owned()
}

/// Runs a command whose standard output cannot be written; what it says besides.
fn unprinted(workplace: &Workplace, arguments: &[&str]) -> String {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = workplace.gradus(arguments).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The commands that open a database, with what they need.
const OPENING: [&[&str]; 15] = [
    &["serve"],
    &["instructors", "add", "Ada"],
    &["instructors", "list"],
    &["instructors", "remove", "Ada"],
    &["instructors", "rekey", "Ada"],
    &["roster", "import", "class.csv"],
    &["roster", "list"],
    &["roster", "rekey", "Ada"],
    &["roster", "rename", "Ada", "Grace"],
    &["roster", "forget", "Ada", "--attempts", "keep", "--yes"],
    &["gradebook"],
    &["rejudge"],
    &["regrade"],
    &["backup", "copy.db"],
    &["migrate", "--from", "gradus.db", "--to", "postgres://127.0.0.1:1/gradus"],
];

#[case]
async fn every_command_says_why_it_cannot_open_the_database() {
    let workplace = Workplace::new();
    run(&workplace, &["man", "man"]);
    for page in fs::read_dir(workplace.path("man")).unwrap() {
        let page = page.unwrap().path();
        let has_database = fs::read_to_string(&page).unwrap().contains("\\-\\-database");
        let name = page.file_stem().unwrap().to_str().unwrap();
        let is_tried = OPENING.iter().any(|command| {
            format!("gradus-{}-", command.join("-")).starts_with(&format!("{name}-"))
        });
        // These two do not open it.
        let is_other = ["gradus-config", "gradus-restore"].contains(&name);
        assert!(is_tried || !has_database || is_other, "{name}");
    }
    workplace.write("class.csv", "name\nAda\n");
    run(&workplace, &["instructors", "add", "Grace"]);
    let newer = "INSERT INTO _sqlx_migrations VALUES (1000, 'later', '', TRUE, x'00', 1)";
    workplace.change_database(newer).await;
    let expected = "was written by a newer Gradus (format 1000; this program knows ";
    for arguments in
        OPENING.into_iter().chain([&["restore", "gradus.db", "--database", "new.db"][..]])
    {
        let line = refused(&workplace, arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
    fs::remove_file(workplace.path("gradus.db")).unwrap();
    std::os::unix::fs::symlink("nowhere", workplace.path("gradus.db")).unwrap();
    for arguments in OPENING {
        let line = refused(&workplace, arguments);
        assert!(line.contains("a symbolic link to a file that does not exist"), "{line}");
    }
    assert!(!workplace.path("nowhere").exists());
}

/// The rows of a table without its head.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

/// Asks with a key until the server replies so: within a second it knows what a command has changed.
async fn until_replied(server: &Server, key: &str, path: &str, status: u16) -> Reply {
    until(server, key, path, |reply| reply.status == status).await
}

/// The same until the reply is as expected.
async fn until(
    server: &Server,
    key: &str,
    path: &str,
    is_expected: impl Fn(&Reply) -> bool,
) -> Reply {
    let anonymous = server.anonymous();
    let asked = async {
        loop {
            let reply = Reply::to(anonymous.get(path).bearer_auth(key)).await;
            if is_expected(&reply) {
                return reply;
            }
        }
    };
    let replied = timeout(PATIENCE, asked).await;
    replied.unwrap_or_else(|_| panic!("{path} has never replied as expected"))
}

#[case]
fn no_command_makes_a_database_by_mistake() {
    let workplace = Workplace::new();
    let commands: [&[&str]; 9] = [
        &["instructors", "list"],
        &["instructors", "remove", "Grace"],
        &["instructors", "rekey", "Grace"],
        &["roster", "list"],
        &["roster", "rekey", "Ada"],
        &["roster", "forget", "Ada", "--attempts", "keep", "--yes"],
        &["gradebook"],
        &["rejudge", "--apply"],
        &["regrade", "--apply"],
    ];
    for command in commands {
        let line = refused(&workplace, command);
        assert!(line.contains("there is no database gradus.db"), "{line}");
    }
    workplace.write("class.csv", "name\nAda\n");
    run(&workplace, &["roster", "import", "class.csv", "--dry-run"]);
    assert!(!workplace.path("gradus.db").exists());
    let printed = run(&workplace, &["instructors", "add", "Grace"]);
    assert!(printed.err.contains("gradus.db did not exist and was created"), "{}", printed.err);
    assert_eq!(workplace.mode("gradus.db"), 0o600);
}

#[case]
async fn the_running_server_knows_what_becomes_of_an_instructor() {
    let server = Server::start();
    let workplace = server.workplace();
    let first = key(workplace, &["instructors", "add", "Grace Hopper"]);
    assert!(first.starts_with("gi_"), "{first}");
    until_replied(&server, &first, "/instructor", 200).await;
    let line = refused(workplace, &["instructors", "add", "grace hopper"]);
    assert!(line.contains("there is an instructor grace hopper already"), "{line}");
    let second = key(workplace, &["instructors", "rekey", "grace hopper"]);
    until_replied(&server, &first, "/instructor", 401).await;
    until_replied(&server, &second, "/instructor", 200).await;
    assert_eq!(rows(&run(workplace, &["instructors", "list"]).out), [["Grace Hopper"]]);
    let line = refused(workplace, &["instructors", "remove", "Ada"]);
    assert!(line.contains("no instructor Ada") && line.ends_with("expected Grace Hopper"));
    let printed = run(workplace, &["instructors", "remove", "Grace Hopper"]);
    assert!(printed.err.contains("No instructor is left"), "{}", printed.err);
    until_replied(&server, &second, "/instructor", 401).await;
    assert!(rows(&run(workplace, &["instructors", "list"]).out).is_empty());
}

/// A class list of three.
const CLASS: &str = "name,section,email,id\n\
                     Ada Lovelace,A,ada@example.org,s1\n\
                     Kobayashi,A,,s2\n\
                     Emmy Noether,B,emmy@example.org,\n";

#[case]
async fn a_class_list_is_imported_while_the_server_runs() {
    let server = Server::start();
    let workplace = server.workplace();
    workplace.write("class.csv", CLASS);
    let preview = run(workplace, &["roster", "import", "class.csv", "--dry-run"]);
    assert_eq!(preview.out, "");
    let sum = "Dry run, nothing is stored: 3 learners would be added, 0 changed, 0 unchanged.";
    assert!(preview.err.contains(sum), "{}", preview.err);
    assert!(rows(&run(workplace, &["roster", "list"]).out).is_empty());

    let printed = run(workplace, &["roster", "import", "class.csv"]);
    let keys = keys(&printed.out);
    assert_eq!(keys.len(), 3);
    for (name, key) in &keys {
        assert!(key.starts_with("gk_"), "{key}");
        let me = until_replied(&server, key, "/me", 200).await.json();
        assert_eq!(me["name"], **name);
    }
    let again = run(workplace, &["roster", "import", "class.csv"]);
    assert_eq!(again.out, "");
    assert!(again.err.contains("0 learners added, 0 changed, 3 unchanged"), "{}", again.err);

    let list = run(workplace, &["roster", "list"]).out;
    assert!(list.starts_with("learner\tname\tsection\temail\tid\t"), "{list}");
    let listed = rows(&list);
    assert_eq!(listed.len(), 3);
    let row = |name, section, email, id| {
        let known = [(Detail::Email, email), (Detail::StudentId, id)];
        let text = |detail| known.iter().find(|(known, _)| *known == detail).map(|(_, text)| *text);
        let details = Detail::ALL.map(|detail| text(detail).unwrap_or_default());
        [&[name, section][..], &details, &["", "roster"]].concat()
    };
    assert_eq!(listed[0][1..], row("Ada Lovelace", "A", "ada@example.org", "s1"));
    let list = run(workplace, &["roster", "list", "--section", "B"]).out;
    assert_eq!(rows(&list)[0][1..], row("Emmy Noether", "B", "emmy@example.org", ""));
    assert_eq!(rows(&list).len(), 1);
    let line = refused(workplace, &["roster", "list", "--section", "C"]);
    assert!(line.contains("no section \"C\"") && line.ends_with("expected A, B"), "{line}");
}

#[case]
fn the_keys_of_a_class_list_may_go_into_a_new_file() {
    let workplace = Workplace::new();
    workplace.write("class.csv", CLASS);
    let import = ["roster", "import", "class.csv", "--keys", "keys.tsv"];
    let existing = workplace.write("keys.tsv", "mine");
    assert!(refused(&workplace, &import).contains("keys.tsv exists already"));
    assert_eq!(fs::read_to_string(&existing).unwrap(), "mine");
    fs::remove_file(&existing).unwrap();
    // Nobody got a key that nobody has seen.
    assert!(!workplace.path("gradus.db").exists());

    let printed = run(&workplace, &import);
    assert_eq!(printed.out, "");
    assert_eq!(workplace.mode("keys.tsv"), 0o600);
    let written = fs::read_to_string(&existing).unwrap();
    let (head, lines) = written.split_once('\n').unwrap();
    assert!(head.starts_with("name\tkey\tsection\temail"), "{head}");
    let lines: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| !printed.err.contains(line[1])));
    assert!(keys(&written).values().all(|key| !printed.err.contains(key)));
}

#[case]
fn keys_that_cannot_be_printed_are_told_as_lost() {
    let workplace = Workplace::new();
    workplace.write("class.csv", CLASS);
    let imported = unprinted(&workplace, &["roster", "import", "class.csv"]);
    assert!(imported.contains("3 learners added"), "{imported}");
    for (said, rekey) in [
        (imported, "`gradus roster rekey` gives"),
        (unprinted(&workplace, &["roster", "rekey", "Kobayashi"]), "`gradus roster rekey` gives"),
        (unprinted(&workplace, &["instructors", "add", "Eve"]), "`gradus instructors rekey` gives"),
    ] {
        assert!(said.contains("the change was made, but standard output"), "{said}");
        assert!(said.contains(rekey), "{said}");
    }
    key(&workplace, &["roster", "rekey", "Kobayashi"]);
    key(&workplace, &["instructors", "rekey", "Eve"]);
}

#[case]
fn a_reader_that_has_gone_is_no_error() {
    let workplace = Workplace::new();
    run(&workplace, &["instructors", "add", "Grace"]);
    let commands: [&[&str]; 6] = [
        &["sample", "--step", "01"],
        &["config"],
        &["completions", "bash"],
        &["instructors", "list"],
        &["roster", "list"],
        &["gradebook"],
    ];
    for command in commands {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = workplace.gradus(command).stdout(writer).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{command:?}: {said}");
        assert!(!said.contains("standard output"), "{command:?}: {said}");
    }
}

#[case]
async fn somebody_who_has_registered_is_no_learner_of_the_list_without_consent() {
    let server = Server::start();
    let workplace = server.workplace();
    let ada = server.register("Ada Lovelace").await;
    workplace.write("class.csv", CLASS);
    let line = refused(workplace, &["roster", "import", "class.csv"]);
    assert!(line.contains("class.csv: line 2") && line.contains("Ada Lovelace"), "{line}");
    assert_eq!(rows(&run(workplace, &["roster", "list"]).out).len(), 1);
    let printed = run(workplace, &["roster", "import", "class.csv", "--registered", "keep"]);
    assert!(!keys(&printed.out).contains_key("Ada Lovelace"), "{}", printed.out);
    until(&server, &ada.key, "/me", |reply| reply.json()["section"] == "A").await;

    let emil = server.register("Emil Post").await;
    workplace.write("more.csv", "name\nEmil Post\n");
    let printed = run(workplace, &["roster", "import", "more.csv", "--registered", "rekey"]);
    until_replied(&server, &emil.key, "/me", 401).await;
    until_replied(&server, keys(&printed.out)["Emil Post"], "/me", 200).await;
    assert!(printed.err.contains("not on the list"), "{}", printed.err);
}

#[case]
fn a_class_list_with_faults_is_refused_whole() {
    let workplace = Workplace::new();
    workplace.write("class.csv", "name,email\nAda,ada\nKobayashi,k@example.org\n");
    let line = refused(&workplace, &["roster", "import", "class.csv"]);
    assert!(line.contains("class.csv: line 2") && line.contains("e-mail"), "{line}");
    workplace.write("latin.csv", b"name\nJos\xe9\n");
    let import = ["roster", "import", "latin.csv", "--encoding", "utf-8"];
    assert!(refused(&workplace, &import).contains("line 2: the line is not valid UTF-8"));
    assert!(refused(&workplace, &["roster", "import", "none.csv"]).contains("none.csv"));
    assert!(!workplace.path("gradus.db").exists());
}

#[case]
async fn the_running_server_knows_what_becomes_of_a_learner() {
    let server = Server::start();
    let workplace = server.workplace();
    let ada = server.register("Ada").await;
    ada.solve("01").await;
    let second = key(workplace, &["roster", "rekey", "ada"]);
    until_replied(&server, &ada.key, "/me", 401).await;
    until_replied(&server, &second, "/me", 200).await;

    server.register("Grace").await;
    assert!(refused(workplace, &["roster", "rename", "Ada", "grace"]).contains("is taken"));
    run(workplace, &["roster", "rename", "Ada", "Countess"]);
    assert!(refused(workplace, &["roster", "rekey", "Ada"]).contains("no learner \"Ada\""));
    let list = run(workplace, &["roster", "list"]).out;
    let countess = rows(&list).into_iter().find(|row| row[1] == "Countess").unwrap();
    assert!(countess[0].starts_with('#'), "{countess:?}");
    let third = key(workplace, &["roster", "rekey", countess[0]]);
    until_replied(&server, &second, "/me", 401).await;
    let me = until_replied(&server, &third, "/me", 200).await.json();
    assert_eq!((&me["name"], &me["solved"][0]), (&"Countess".into(), &"01".into()));

    let forget = ["roster", "forget", "Countess", "--attempts", "remove"];
    let line = refused(workplace, &forget);
    assert!(line.contains("not a terminal") && line.ends_with("expected --yes"), "{line}");
    run(workplace, &[&forget[..], &["--yes"]].concat());
    until_replied(&server, &third, "/me", 401).await;
    let list = run(workplace, &["roster", "list"]).out;
    assert_eq!(rows(&list).iter().map(|row| row[1]).collect::<Vec<_>>(), ["Grace"]);
}

#[case]
async fn attempts_of_a_forgotten_learner_are_kept_or_removed() {
    let server = Server::start();
    let workplace = server.workplace();
    for (name, attempts, judged) in
        [("Ada", "keep", "1 attempt "), ("Grace", "remove", "1 attempt ")]
    {
        server.register(name).await.solve("01").await;
        run(workplace, &["roster", "forget", name, "--attempts", attempts, "--yes"]);
        let rejudged = run(workplace, &["rejudge"]);
        assert!(rejudged.err.contains(judged), "{}", rejudged.err);
    }
}

#[case]
fn a_gradebook_of_canvas_is_filled_in() {
    let workplace = Workplace::new();
    let class =
        "name,student id\nSinéad O'Connor,2026001\nMartin Luther King Jr.,\nAda Lovelace,2026009\n";
    workplace.write("class.csv", class);
    run(&workplace, &["roster", "import", "class.csv"]);
    let case =
        format!("{REPOSITORY}/tests/data/cases/37-canvas-with-read-only-columns/canvas_small.csv");
    let export = fs::read_to_string(&case).unwrap();
    let arguments = ["gradebook", "--format", "canvas", "--columns", "total", "--from", &case];
    let filled = run(&workplace, &arguments);
    let expected = export.replace("Final Score\r\n", "Final Score,Gradus total\r\n");
    let (points, expected) = expected.split_once("(read only)\r\n").unwrap();
    let expected = expected.replace("\r\n", ",\r\n");
    assert!(filled.out.starts_with(points), "{}", filled.out);
    assert!(filled.out.ends_with(&expected), "{}", filled.out);
    assert!(filled.err.contains("María José de la Cruz (2026003)"), "{}", filled.err);
    assert!(filled.err.contains("Canvas does not:\n  Ada Lovelace (2026009)"), "{}", filled.err);
    assert!(filled.err.contains("Canvas creates an assignment for each:\n  Gradus total\n"));
    assert!(!filled.err.contains("King") && !filled.err.contains("Test Student"), "{}", filled.err);
    let line = refused(&workplace, &["gradebook", "--format", "canvas", "--from", "class.csv"]);
    assert!(line.contains("class.csv: found the columns name, student id"), "{line}");
}

#[case]
async fn the_gradebook_is_a_table() {
    let server = Server::start();
    let workplace = server.workplace();
    workplace.write("class.csv", CLASS);
    let printed = run(workplace, &["roster", "import", "class.csv"]);
    let ada = server.learner("Ada Lovelace", keys(&printed.out)["Ada Lovelace"]);
    ada.solve("01").await;
    let table = run(workplace, &["gradebook"]).out;
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.lines().any(|line| line.contains("Ada Lovelace") && line.contains("s1")));
    let table = run(workplace, &["gradebook", "--section", "B"]).out;
    assert!(table.contains("Emmy Noether") && !table.contains("Ada"), "{table}");
    let line = refused(workplace, &["gradebook", "--section", "C"]);
    assert!(line.contains("no section \"C\"") && line.ends_with("expected A, B"), "{line}");
    for format in ["moodle", "canvas"] {
        let arguments = ["gradebook", "--format", format, "--columns", "total"];
        let printed = run(workplace, &arguments).out;
        let output = [&arguments[..], &["--output", "grades.csv"]].concat();
        let grades = workplace.write("grades.csv", "mine");
        let line = refused(workplace, &output);
        assert!(line.contains("grades.csv exists already"), "{line}");
        assert_eq!(fs::read_to_string(&grades).unwrap(), "mine");
        fs::remove_file(&grades).unwrap();
        run(workplace, &output);
        assert_eq!(fs::read_to_string(&grades).unwrap(), printed);
        assert_eq!(workplace.mode("grades.csv"), 0o600);
    }
}

#[case]
async fn rejudging_finds_what_was_judged_otherwise() {
    let server = Server::start();
    let workplace = server.workplace();
    let ada = server.register("Ada").await;
    ada.solve("01").await;
    ada.solve("07").await;
    let task = ada.fresh_task("07").await;
    let mut answer: Vec<String> = task.solution();
    answer[0] = if answer[0] == "." { "x" } else { "." }.to_owned();
    ada.answer(&task, &answer).await.wrong();
    let unchanged = run(workplace, &["rejudge"]);
    assert!(rows(&unchanged.out).is_empty(), "{}", unchanged.out);
    assert!(unchanged.err.contains("3 attempts judged again, 0 skipped"), "{}", unchanged.err);

    // As if the judge of step 07 had been wrong in both ways.
    let sql = "UPDATE attempts SET items_right = NULL, items_total = NULL, first_wrong = NULL, fit = NULL, causes = NULL,
                   verdict = iif(verdict = 'wrong', 'accepted', 'wrong')
               WHERE step = 7";
    assert_eq!(workplace.change_database(sql).await, 2);
    let found = run(workplace, &["rejudge"]).out;
    let changes = |table: &str| {
        let mut changes: Vec<String> = rows(table)
            .iter()
            .map(|row| format!("{} {} {} {}", row[2], row[3], row[5], row[6]))
            .collect();
        changes.sort();
        changes
    };
    assert_eq!(changes(&found), ["Ada 07 accepted wrong", "Ada 07 wrong accepted"]);
    let said = unprinted(workplace, &["rejudge"]);
    assert!(said.contains("2 verdicts would change"), "{said}");
    assert!(rows(&run(workplace, &["rejudge", "--step", "01"]).out).is_empty());
    assert!(refused(workplace, &["rejudge", "--step", "99"]).contains("there is no step 99"));
    let applied = run(workplace, &["rejudge", "--step", "07", "--apply"]);
    assert_eq!(applied.out, found);
    assert!(applied.err.contains("2 verdicts changed"), "{}", applied.err);
    assert!(rows(&run(workplace, &["rejudge"]).out).is_empty());
    assert_eq!(ada.me().await.solved, ["01", "07"]);
    // The same answer is told today's verdict.
    ada.answer(&task, &answer).await.wrong();
}

#[case]
async fn regrading_uses_todays_points() {
    let workplace = Arc::new(Workplace::new());
    let course = |points| format!("[steps.01]\npoints = {points}\n");
    workplace.write("course.toml", course(20));
    let options = ["--course", "course.toml"];
    let server = Server::start_with(&workplace, |command: &mut Command| command.args(options));
    let (ada, grace) = (server.register("Ada").await, server.register("Grace").await);
    ada.solve("01").await;
    grace.solve("01").await;
    let regrade = |more: &[&str]| run(&workplace, &[&["regrade"], &options[..], more].concat());
    assert!(rows(&regrade(&[]).out).is_empty());
    workplace.write("course.toml", course(5));
    let changes = |table: &str| {
        let row = |row: &Vec<&str>| format!("{} {} {} {}", row[2], row[5], row[6], row[7]);
        rows(table).iter().map(row).collect::<Vec<_>>()
    };
    let found = regrade(&[]).out;
    assert_eq!(changes(&found), ["Ada accepted 20 5", "Grace accepted 20 5"]);
    let applied = regrade(&["--learner", "Ada", "--step", "01", "--apply"]);
    assert_eq!(changes(&applied.out), ["Ada accepted 20 5"]);
    assert!(applied.err.contains("1 grade changed"), "{}", applied.err);
    assert_eq!(changes(&regrade(&[]).out), ["Grace accepted 20 5"]);
    // In the folder of the course file it need not be named.
    let unnamed = run(&workplace, &["regrade"]);
    assert_eq!(changes(&unnamed.out), ["Grace accepted 20 5"]);
    assert!(unnamed.err.contains("by the rules of the course file"), "{}", unnamed.err);
    let line = refused(&workplace, &["regrade", "--learner", "Nobody"]);
    assert!(line.contains("no learner \"Nobody\""), "{line}");
}
