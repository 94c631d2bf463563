//! What packages have besides the programs: completions and manual pages, of the server and of the client.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::cases::{Need, is_available, leave_out};
use crate::places;
use crate::server::Workplace;

/// The programs that render a manual page, and how they are told to.
const RENDERERS: [(&str, &[&str]); 2] = [("man", &["-l"]), ("mandoc", &["-T", "utf8"])];

fn is_installed(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

fn out(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Both programs with arguments.
fn programs(workplace: &Workplace, arguments: &[&str]) -> [(&'static str, Command); 2] {
    let mut client = Command::new(places::gradus_client());
    client.args(arguments).current_dir(workplace.path("")).env_clear().stdin(Stdio::null());
    [("gradus", workplace.gradus(arguments)), ("gradus-client", client)]
}

#[case]
fn there_are_completions_for_five_shells() {
    let workplace = Workplace::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        for (name, mut program) in programs(&workplace, &["completions", shell]) {
            let script = out(program.output().unwrap());
            let commands: &[&str] =
                if name == "gradus" { &["serve", "healthcheck"] } else { &["solve-all", "verify"] };
            assert!(commands.iter().all(|command| script.contains(command)), "{script}");
        }
    }
}

/// Lets a shell check its completions without running them.
fn reads_the_completions(shell: &str, flag: &str) {
    if !is_available(Need::Shell, shell, is_installed(shell)) {
        return;
    }
    let workplace = Workplace::new();
    for (name, mut program) in programs(&workplace, &["completions", shell]) {
        let file = workplace.write(name, out(program.output().unwrap()));
        out(Command::new(shell).arg(flag).arg(file).output().unwrap());
    }
}

#[case]
fn zsh_reads_the_completions() {
    reads_the_completions("zsh", "-n");
}

#[case]
fn fish_reads_the_completions() {
    reads_the_completions("fish", "--no-execute");
}

#[case]
fn bash_completes_a_command() {
    let workplace = Workplace::new();
    for (name, mut program) in programs(&workplace, &["completions", "bash"]) {
        let file = workplace.write(format!("{name}.bash").as_str(), out(program.output().unwrap()));
        let file = file.display();
        // As bash does when somebody has written `gradus co` and presses Tab.
        let complete = format!(
            r#"source {file}; function=$(complete -p {name} | sed 's/.*-F \([^ ]*\).*/\1/')
            COMP_WORDS=({name} co) COMP_CWORD=1; "$function" {name} co {name}; echo "${{COMPREPLY[*]}}""#
        );
        let completed = out(Command::new("bash").args(["-c", &complete]).output().unwrap());
        assert!(completed.contains("completions"), "{completed}");
    }
}

/// A manual page as a program renders it.
fn rendered(page: &Path, (renderer, flags): (&str, &[&str])) -> String {
    let mut command = Command::new(renderer);
    command.args(flags).arg(page).env("MANPAGER", "cat").env("MANWIDTH", "100").env("LC_ALL", "C");
    out(command.output().unwrap())
}

#[case]
fn every_command_has_a_manual_page() {
    let workplace = Workplace::new();
    for (_, mut program) in programs(&workplace, &["man", "share/man1"]) {
        assert_eq!(out(program.output().unwrap()), "");
    }
    let pages = [
        "gradus.1",
        "gradus-serve.1",
        "gradus-roster-import.1",
        "gradus-client.1",
        "gradus-client-play.1",
    ];
    let renderer = RENDERERS.into_iter().find(|(renderer, _)| is_installed(renderer));
    if renderer.is_none() {
        leave_out(Need::ManualPages, "neither man nor mandoc is installed");
    }
    for page in pages.map(|page| workplace.path("share/man1").join(page)) {
        let source = fs::read_to_string(&page).unwrap();
        assert!(source.contains(".SH NAME"), "{source}");
        if let Some(renderer) = renderer {
            let text = rendered(&page, renderer);
            assert!(text.contains("NAME") && text.contains("SYNOPSIS"), "{text}");
        }
    }
    let serve = fs::read_to_string(workplace.path("share/man1/gradus-serve.1")).unwrap();
    assert!(serve.contains("GRADUS_BIND") && !serve.contains("clock"), "{serve}");
}

#[case]
fn a_directory_that_cannot_be_made_is_told() {
    let workplace = Workplace::new();
    workplace.write("file", "");
    for (name, mut program) in programs(&workplace, &["man", "file/man1"]) {
        let output = program.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.starts_with(name), "{said}");
        assert!(said.contains("file/man1") && said.lines().count() == 1, "{said}");
    }
}
