//! Options from the command line, the environment and a file: which one counts, what is refused, and what `gradus config` says of it.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Arc;

use crate::server::{Caller as _, Refusal, Server, Workplace};

/// What a command prints that must succeed.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{err}");
    out
}

/// What `gradus config` says of each option: its assignment, and where it comes from.
fn options(printed: &str) -> BTreeMap<String, (String, String)> {
    let lines = printed.lines().skip(1).map(|line| {
        let (assignment, origin) = line.rsplit_once("  # ").unwrap_or_else(|| panic!("{line}"));
        let assignment = assignment.trim();
        let key = assignment.trim_start_matches("# ").split(' ').next().unwrap();
        (key.to_owned(), (assignment.to_owned(), origin.to_owned()))
    });
    lines.collect()
}

/// What is said of an option.
fn option<'a>(options: &'a BTreeMap<String, (String, String)>, key: &str) -> (&'a str, &'a str) {
    let (assignment, origin) = options.get(key).unwrap_or_else(|| panic!("{key}: {options:?}"));
    (assignment, origin)
}

#[case]
fn a_flag_counts_more_than_the_environment_which_counts_more_than_the_file() {
    let workplace = Workplace::new();
    workplace
        .write("gradus.toml", "window = 1_000\nsend-timeout = 40\n# one line more\nlog = 'warn'\n");
    let mut config = workplace.gradus(&["config", "--window", "300", "--records", "7"]);
    config.env("GRADUS_SEND_TIMEOUT", "50").env("GRADUS_WINDOW", "200");
    let printed = printed(&mut config);
    assert_eq!(printed.lines().next(), Some("# gradus.toml is read."));
    let options = options(&printed);
    for (key, expected) in [
        ("window", ("window = 300", "flag")),
        ("records", ("records = 7", "flag")),
        ("send-timeout", ("send-timeout = 50", "environment GRADUS_SEND_TIMEOUT")),
        ("log", ("log = \"warn\"", "gradus.toml:4")),
        ("bind", ("bind = \"127.0.0.1:8080\"", "default")),
        ("task-rate", ("task-rate = \"20000/40s\"", "default")),
        ("public-url", ("# public-url =", "default: taken from each request")),
        ("previous-secret", ("# previous-secret =", "not set")),
    ] {
        assert_eq!(option(&options, key), expected);
    }
}

#[case]
fn every_option_that_is_a_variable_is_shown() {
    let workplace = Workplace::new();
    let printed_config = printed(&mut workplace.gradus(&["config"]));
    assert_eq!(printed_config.lines().next(), Some("# No configuration file is read."));
    let shown = options(&printed_config);
    let help = printed(&mut workplace.gradus(&["serve", "--help"]));
    let variables = help.matches("[env: ").count();
    // That which names the file is no key of it.
    assert!(help.contains("[env: GRADUS_CONFIG") && !shown.contains_key("config"));
    assert_eq!(shown.len(), variables - 1, "{shown:?}");
    assert!(variables > 25, "{help}");
}

#[case]
fn what_is_in_force_is_shown_also_where_it_depends_on_the_surroundings() {
    let workplace = Workplace::new();
    let shown = |arguments: &[&str]| {
        options(&printed(workplace.gradus(&["config"]).args(arguments).env("GRADUS_WINDOW", "7")))
    };
    let without_files = shown(&[]);
    for (key, expected) in [
        ("challenges", ("# challenges =", "default: those in the program")),
        ("secret-file", ("secret-file = \"gradus.secret\"", "default")),
    ] {
        assert_eq!(option(&without_files, key), expected);
    }
    let (course, origin) = option(&without_files, "course");
    assert!(course == "# course =" && origin.contains("if it is there"), "{course} {origin}");
    let (listeners, origin) = option(&without_files, "listeners");
    let listeners: usize = listeners.strip_prefix("listeners = ").unwrap().parse().unwrap();
    assert!((1..=4096).contains(&listeners) && origin == "default", "{listeners} {origin}");

    workplace.write("course.toml", "");
    let expected = ("course = \"course.toml\"", "default");
    assert_eq!(option(&shown(&["--challenges", "mine"]), "course"), expected);
    workplace.write("mine/course.toml", "");
    let expected = ("course = \"mine/course.toml\"", "default");
    assert_eq!(option(&shown(&["--challenges", "mine"]), "course"), expected);
}

#[case]
fn what_is_printed_is_a_configuration_file_that_says_the_same() {
    let workplace = Workplace::new();
    workplace.write("first.toml", "public-url = 'https://gradus.example.org'\nlisteners = 7\n");
    let proxies = ["--trusted-proxy", "10.0.0.0/8,::1/128", "--course", "C:\\\"a\" #b.toml"];
    let mut config = workplace.gradus(&["config", "--config", "first.toml"]);
    let first = printed(config.args(proxies).env("GRADUS_BIND", "[::1]:0"));
    workplace.write("second.toml", &first);
    let second = printed(workplace.gradus(&["config"]).env("GRADUS_CONFIG", "second.toml"));
    let (first, second) = (options(&first), options(&second));
    for (key, (assignment, _)) in &first {
        assert_eq!(option(&second, key).0, assignment);
        assert!(assignment.starts_with('#') || second[key].1.starts_with("second.toml:"), "{key}");
    }
    assert_eq!(option(&second, "trusted-proxy").0, "trusted-proxy = [\"10.0.0.0/8\", \"::1/128\"]");
    assert_eq!(option(&second, "listeners").0, "listeners = 7");
}

#[case]
fn secrets_are_not_shown() {
    let workplace = Workplace::new();
    let secret = "0123456789abcdef".repeat(4);
    let database = "postgres://ada:hunter2@db/gradus?sslkey=planted&%70assword=planted";
    workplace.write("gradus.toml", format!("secret = '{secret}'\ndatabase = '{database}'\n"));
    workplace.set_mode("gradus.toml", 0o600);
    let key = "Barbara:gi_planted-planted-planted-0123";
    let previous = "fedcba9876543210".repeat(4);
    let mut config = workplace.gradus(&["config", "--previous-secret", &previous]);
    let printed = printed(config.env("GRADUS_INSTRUCTORS", key));
    for hidden in [secret.as_str(), previous.as_str(), "hunter2", "planted"] {
        assert!(!printed.contains(hidden), "{printed}");
    }
    let options = options(&printed);
    for (key, expected) in [
        ("secret", ("# secret = (hidden)", "gradus.toml:1")),
        ("database", ("database = \"postgres://ada@db/gradus\"", "gradus.toml:2")),
        ("previous-secret", ("# previous-secret = (hidden)", "flag")),
        ("instructors", ("# instructors = (hidden)", "environment GRADUS_INSTRUCTORS")),
    ] {
        assert_eq!(option(&options, key), expected);
    }
}

/// A workplace with a configuration file that has a secret in it, or may have.
fn configured(text: &str) -> Arc<Workplace> {
    let workplace = Workplace::new();
    workplace.write("gradus.toml", text);
    workplace.set_mode("gradus.toml", 0o600);
    Arc::new(workplace)
}

const SECRET: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

#[case]
fn of_a_secret_and_its_file_the_one_of_the_later_source_counts() {
    let itself = format!("secret = '{SECRET}'");
    let [file, variable, flag] = ["file.secret", "variable.secret", "flag.secret"];
    let in_file = format!("secret-file = '{file}'");
    let text = ("GRADUS_SECRET", SECRET);
    let in_variable = ("GRADUS_SECRET_FILE", variable);
    let (given, in_flag) = (["--secret", SECRET], ["--secret-file", flag]);
    for (toml, variables, flags, made) in [
        (&itself, &[][..], &[][..], None),
        (&itself, &[], &in_flag, Some(flag)),
        (&itself, &[in_variable], &[], Some(variable)),
        (&itself, &[text], &in_flag, Some(flag)),
        (&itself, &[("GRADUS_SECRET", "")], &in_flag, Some(flag)),
        (&in_file, &[], &[], Some(file)),
        (&in_file, &[text], &[], None),
        (&in_file, &[in_variable], &given, None),
    ] {
        let workplace = configured(toml);
        Server::start_with(&workplace, |command| {
            command.args(flags).envs(variables.iter().copied())
        })
        .terminate();
        for name in [file, variable, flag, "gradus.secret"] {
            let is_made = workplace.path(name).exists();
            assert_eq!(is_made, made == Some(name), "{name}: {toml} {variables:?} {flags:?}");
        }
    }
}

#[case]
fn the_way_of_giving_a_secret_that_does_not_count_is_shown_as_such() {
    let workplace = configured("secret-file = 'file.secret'");
    let mut config = workplace.gradus(&["config", "--previous-secret-file", "old.secret"]);
    config.env("GRADUS_SECRET", SECRET).env("GRADUS_PREVIOUS_SECRET", SECRET);
    let options = options(&printed(&mut config));
    let of_previous = "environment GRADUS_PREVIOUS_SECRET, without effect";
    for (key, expected) in [
        ("secret", ("# secret = (hidden)", "environment GRADUS_SECRET")),
        ("secret-file", ("# secret-file = \"file.secret\"", "gradus.toml:1, without effect")),
        ("previous-secret", ("# previous-secret = (hidden)", of_previous)),
        ("previous-secret-file", ("previous-secret-file = \"old.secret\"", "flag")),
    ] {
        assert_eq!(option(&options, key), expected);
    }
}

#[case]
fn the_server_and_what_shows_its_options_refuse_the_same_secrets_and_instructors() {
    let both = format!("secret = '{SECRET}'\nsecret-file = 'a.secret'");
    let flags = ["--secret", SECRET, "--secret-file", "a.secret"];
    let variables = [("GRADUS_SECRET", SECRET), ("GRADUS_SECRET_FILE", "a.secret")];
    let of_previous =
        [("GRADUS_PREVIOUS_SECRET", SECRET), ("GRADUS_PREVIOUS_SECRET_FILE", "a.secret")];
    for (toml, variables, flags, expected) in [
        (
            &*both,
            &[][..],
            &[][..],
            "`secret` of the configuration file and `secret-file` of the configuration file",
        ),
        ("", &[], &flags, "--secret and --secret-file"),
        ("", &variables, &[], "GRADUS_SECRET and GRADUS_SECRET_FILE"),
        ("", &of_previous, &[], "GRADUS_PREVIOUS_SECRET and GRADUS_PREVIOUS_SECRET_FILE"),
        ("", &[("GRADUS_SECRET", "")], &[], "GRADUS_SECRET is empty"),
        ("", &[("GRADUS_PREVIOUS_SECRET", "")], &[], "GRADUS_PREVIOUS_SECRET is empty"),
        ("", &[], &["--previous-secret", ""], "--previous-secret is empty"),
        ("secret = ''", &[], &[], "`secret` of the configuration file is empty"),
        ("", &[("GRADUS_SECRET", "planted")], &[], "GRADUS_SECRET is not a secret"),
        ("", &[("GRADUS_SECRET_FILE", "")], &[], "'GRADUS_SECRET_FILE'"),
        ("", &[("GRADUS_PREVIOUS_SECRET_FILE", "")], &[], "'GRADUS_PREVIOUS_SECRET_FILE'"),
        ("", &[], &["--secret-file", ""], "'--secret-file <FILE>'"),
        (
            "",
            &[("GRADUS_INSTRUCTORS", "planted")],
            &[],
            "'GRADUS_INSTRUCTORS': entry 1 has no colon",
        ),
    ] {
        for command in [&["--bind", "127.0.0.1:0"][..], &["config"]] {
            let workplace = configured(toml);
            let mut command = workplace.gradus(command);
            let refusal = Refusal::of(command.args(flags).envs(variables.iter().copied()));
            assert!(refusal.usage().contains(expected), "{refusal:?}");
            let said = refusal.lines.concat();
            assert!(!said.contains(SECRET) && !said.contains("planted"), "{said}");
            for made in ["a.secret", "gradus.secret", "gradus.db"] {
                assert!(!workplace.path(made).exists(), "{made}: {said}");
            }
        }
    }
}

#[case]
fn the_server_and_what_shows_its_options_refuse_those_that_do_not_go_together() {
    let secret = format!("secret = '{SECRET}'");
    let upper = SECRET.to_uppercase();
    // The smallest numbers that are secrets with the same mark.
    let [one, other] = [0x0131, 0x1822].map(|number| format!("{number:064x}"));
    let free = "127.0.0.1:0";
    for (toml, flags, expected) in [
        ("", ["--secret", SECRET, "--previous-secret", SECRET], "is the secret itself"),
        (&secret, ["--bind", free, "--previous-secret", &upper], "is the secret itself"),
        ("", ["--secret", &one, "--previous-secret", &other], "have the same mark"),
        (
            "",
            ["--bind", "127.0.0.1:9464", "--metrics-bind", "127.0.0.1:9464"],
            "--bind and --metrics-bind are both 127.0.0.1:9464; expected two addresses",
        ),
        (
            "bind = '127.0.0.1:9464'\nmetrics-bind = '[::1]:9464'",
            ["--bind", "[::1]:9464", "--window", "7"],
            "--bind and --metrics-bind are both [::1]:9464; expected two addresses",
        ),
    ] {
        let [served, shown] = ["serve", "config"].map(|command| {
            let workplace = configured(toml);
            let refusal = Refusal::of(workplace.gradus(&[command]).args(flags));
            assert!(!workplace.path("gradus.db").exists(), "{refusal:?}");
            refusal.line().to_owned()
        });
        assert!(served.contains(expected) && !served.contains("0123"), "{served}");
        assert_eq!(served, shown);
    }
    let free_ports = ["config", "--bind", free, "--metrics-bind", free];
    printed(&mut configured("").gradus(&free_ports));
    // The address of the server is another one as soon as the file is read.
    let elsewhere = configured("bind = '127.0.0.1:9464'");
    printed(&mut elsewhere.gradus(&["config", "--metrics-bind", "127.0.0.1:8080"]));
}

#[case]
fn the_help_says_what_gradus_does_without_a_command() {
    let help = printed(&mut Workplace::new().gradus(&["--help"]));
    assert!(help.contains("Usage: gradus [OPTIONS] [COMMAND]\n"), "{help}");
    assert!(help.contains("Without a command, gradus serves, with the options"), "{help}");
}

#[case]
fn options_of_all_commands_may_come_before_the_command() {
    let workplace = Workplace::new();
    workplace.write("other.toml", "window = 7\n");
    let arguments = ["--log", "warn", "--config=other.toml", "config", "--records", "3"];
    let options = options(&printed(&mut workplace.gradus(&arguments)));
    for (key, expected) in [
        ("log", ("log = \"warn\"", "flag")),
        ("window", ("window = 7", "other.toml:1")),
        ("records", ("records = 3", "flag")),
    ] {
        assert_eq!(option(&options, key), expected);
    }
}

#[case]
fn a_variable_that_is_unknown_is_told_with_the_one_that_may_be_meant() {
    let workplace = Arc::new(Workplace::new());
    let unknown = ["SEND_TIMOUT", "CONFG", "LOG", "XYZ", "SERVICE_PORT_X", "PORT_8080"];
    let unknown = unknown.map(|name| format!("GRADUS_{name}"));
    let known = ["GRADUS_KEY", "GRADUS_SERVER", "GRADUS_KEPT_KEYS", "GRADUS_TESTS_X", "XGRADUS_Y"];
    let known = known.map(str::to_owned);
    let of_kubernetes = [
        ("GRADUS_SERVICE_HOST", "10.0.0.11"),
        ("GRADUS_SERVICE_PORT", "8080"),
        ("GRADUS_SERVICE_PORT_HTTP", "8080"),
        ("GRADUS_PORT", "tcp://10.0.0.11:8080"),
        ("GRADUS_PORT_8080_TCP", "tcp://10.0.0.11:8080"),
        ("GRADUS_PORT_8080_TCP_PROTO", "tcp"),
        ("GRADUS_PORT_8080_TCP_PORT", "8080"),
        ("GRADUS_PORT_8080_TCP_ADDR", "fd00::11"),
    ];
    Server::start_with(&workplace, |command| {
        command.env("GRADUS_INSTRUCTORS", "").env("RUST_LOG", "warn");
        command.envs(unknown.iter().chain(&known).map(|name| (name, "planted"))).envs(of_kubernetes)
    })
    .terminate();
    let log = workplace.log();
    for told in [
        "there is no variable GRADUS_SEND_TIMOUT; did you mean GRADUS_SEND_TIMEOUT?",
        "there is no variable GRADUS_CONFG; did you mean GRADUS_CONFIG?",
        "there is no variable GRADUS_LOG; did you mean RUST_LOG?",
        "there is no variable GRADUS_XYZ; `gradus serve --help` lists those that there are",
    ] {
        assert!(log.contains(told), "{told}: {log}");
    }
    assert_eq!(log.matches("there is no variable").count(), unknown.len(), "{log}");
    assert!(!log.contains("planted"), "{log}");
    // Without it, a command works on another database than the server.
    let mut list = workplace.gradus(&["roster", "list"]);
    let output = list.env("GRADUS_DATABSE", "other.db").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("did you mean GRADUS_DATABASE?"), "{said}");
}

#[case]
fn a_file_with_a_secret_is_for_its_owner_and_perhaps_a_group() {
    let workplace = Workplace::new();
    let secret = "0123456789abcdef".repeat(4);
    for text in [
        format!("window = 7\nsecret = '{secret}'"),
        "\ndatabase = 'postgres://a:b@c'".into(),
        "\ndatabase = 'postgres://c/x?sslkey=k'".into(),
    ] {
        workplace.write("gradus.toml", &text);
        for mode in [0o644, 0o604, 0o660, 0o666] {
            workplace.set_mode("gradus.toml", mode);
            let refusal = Refusal::of(&mut workplace.gradus(&["--bind", "127.0.0.1:0"]));
            let line = refusal.line();
            let (place, mode) = ("gradus.toml:2: ", format!("{mode:04o}"));
            assert!(line.contains(place) && line.contains(&mode), "{line}");
            assert!(line.ends_with("chmod 600 gradus.toml") && !line.contains(&secret), "{line}");
        }
        for mode in [0o600, 0o640, 0o440] {
            workplace.set_mode("gradus.toml", mode);
            printed(&mut workplace.gradus(&["config"]));
        }
        workplace.set_mode("gradus.toml", 0o600);
    }
    // Everybody may read what is no secret.
    workplace.write("gradus.toml", "database = 'postgres://ada@db/gradus'");
    workplace.set_mode("gradus.toml", 0o644);
    printed(&mut workplace.gradus(&["config"]));
}

#[case]
fn all_faults_of_the_file_are_told_at_once_each_with_its_line_and_help() {
    let workplace = Workplace::new();
    let text = "windw = 300\n\nsend-timeout = 0\nbind = [\"127.0.0.1:0\"]\ndatabase = 'mysql://a:hunter2@b'\nclock = 'x'\n[serve]\n";
    workplace.write("my.toml", text);
    // Also where a flag or a variable counts more, and for a command that does not use them.
    for command in [&["--bind", "127.0.0.1:0", "--config", "my.toml"][..], &["roster", "list"]] {
        let mut command = workplace.gradus(command);
        let refusal =
            Refusal::of(command.env("GRADUS_CONFIG", "my.toml").env("GRADUS_SEND_TIMEOUT", "5"));
        assert_eq!(refusal.code, Some(1), "{refusal:?}");
        let lines: Vec<&str> = refusal.lines.iter().map(String::as_str).collect();
        let expected = [
            "gradus: my.toml:1: there is no key `windw`; did you mean `window`?",
            "gradus: my.toml:3: `send-timeout`: invalid value '0': expected a whole number from 1 to 3600",
            "gradus: my.toml:4: `bind`: found array; expected a text or a number",
            "gradus: my.toml:5: `database`: invalid value: found \"mysql://b\"; expected the path of a file, sqlite:PATH, or postgres://…",
            "gradus: my.toml:6: there is no key `clock`; ",
            "gradus: my.toml:7: there is no key `serve`; ",
        ];
        assert_eq!(lines.len(), expected.len(), "{lines:?}");
        for (line, expected) in lines.iter().zip(expected) {
            assert!(line.starts_with(expected), "{line}");
        }
    }
    assert!(!workplace.path("gradus.db").exists());
}

#[case]
fn a_file_that_is_none_is_refused() {
    let workplace = Workplace::new();
    let refused = |name: &str| {
        let mut server = workplace.gradus(&["--bind", "127.0.0.1:0"]);
        Refusal::of(server.env("GRADUS_CONFIG", name)).line().to_owned()
    };
    assert!(refused("missing.toml").contains("missing.toml cannot be read"));
    workplace.write("folder/x", "");
    assert!(refused("folder").contains("folder cannot be read"));
    workplace.write("bytes.toml", b"\xff\xfe");
    assert!(refused("bytes.toml").contains("bytes.toml cannot be read"));
    workplace.write("text.toml", "bind: 127.0.0.1\n");
    let line = refused("text.toml");
    assert!(line.contains("text.toml:1: ") && line.contains("expected `key = value`"), "{line}");
}

#[case]
async fn the_server_and_the_commands_for_the_class_follow_the_file() {
    let workplace = Arc::new(Workplace::new());
    workplace.write("data/.keep", "");
    let text =
        "database = 'data/class.db'\nsecret-file = 'data/class.secret'\nlog-format = 'json'\n";
    workplace.write("gradus.toml", text);
    let mut server = Server::start_at(&workplace);
    server.register("Ada").await.solve("01").await;
    assert!(printed(&mut workplace.gradus(&["roster", "list"])).contains("Ada"));
    assert!(workplace.path("data/class.secret").exists());
    assert!(!workplace.path("gradus.db").exists() && !workplace.path("gradus.secret").exists());
    server.terminate();
    assert!(workplace.log().lines().all(|line| line.starts_with('{')), "{}", workplace.log());
}
