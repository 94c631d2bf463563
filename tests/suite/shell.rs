//! What packages have besides the programs: completions and manual pages, of the server and of the client.

use std::fs::{self, File};
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

/// What is typed before Tab is pressed, and what a shell then shows.
const TYPED: [(&str, &[&str]); 13] = [
    ("gradus co", &["completions", "config"]),
    ("gradus roster import --dry", &["--dry-run"]),
    ("gradus gradebook --format ", &["canvas", "moodle"]),
    ("gradus roster import --encoding windows-125", &["windows-1250", "windows-1252"]),
    ("gradus-client so", &["solve-all"]),
    ("gradus-client solve-all --ju", &["--junit"]),
    ("gradus-client play --se", &["--seats", "--seed", "--server"]),
    ("gradus-client play gom", &["gomoku"]),
    ("gradus-client play --server http://h ", &["gomoku", "numerical"]),
    ("gradus completions ", &["bash", "zsh"]),
    ("gradus-client play numerical --seats human,", &["human,rules", "human,search"]),
    ("gradus-client play four_in_a_row --end ", &["first_line", "most_lines"]),
    ("gradus-client me sa", &["save"]),
];

#[case]
fn bash_completes_what_is_typed() {
    let workplace = Workplace::new();
    for (name, mut program) in programs(&workplace, &["completions", "bash"]) {
        workplace.write(name, out(program.output().unwrap()));
    }
    for (typed, expected) in TYPED {
        let settings = "bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'";
        let input = format!("source gradus; source gradus-client; {settings}\n{typed}\t\n");
        let input = workplace.write("input", input);
        let mut bash = Command::new("bash");
        bash.args(["--norc", "--noprofile", "-i"]).stdin(File::open(input).unwrap());
        let output = bash.current_dir(workplace.path("")).env("TERM", "dumb").output().unwrap();
        let shown = String::from_utf8(output.stderr).unwrap();
        let shown = &shown[shown.find(typed).unwrap()..];
        assert!(expected.iter().all(|word| shown.contains(word)), "{typed}: {shown}");
    }
}

#[case]
fn fish_completes_what_is_typed() {
    if !is_available(Need::Shell, "fish", is_installed("fish")) {
        return;
    }
    let workplace = Workplace::new();
    for (name, mut program) in programs(&workplace, &["completions", "fish"]) {
        workplace.write(name, out(program.output().unwrap()));
    }
    for (typed, expected) in TYPED {
        let complete = format!("source gradus; source gradus-client; complete -C '{typed}'");
        let mut fish = Command::new("fish");
        fish.args(["--no-config", "-c", &complete]).current_dir(workplace.path(""));
        let shown = out(fish.output().unwrap());
        assert!(expected.iter().all(|word| shown.contains(word)), "{typed}: {shown}");
    }
}

#[case]
fn zsh_completes_what_is_typed() {
    if !is_available(Need::Shell, "zsh", is_installed("zsh")) {
        return;
    }
    let workplace = Workplace::new();
    for (name, mut program) in programs(&workplace, &["completions", "zsh"]) {
        workplace.write(format!("_{name}").as_str(), out(program.output().unwrap()));
    }
    // A single word is completed in its place. Of several, the last one is shown after all others, which is read until then: what the shell
    // shows has no end of its own.
    for (typed, expected) in TYPED.into_iter().filter(|(_, expected)| expected.len() > 1) {
        let last = expected.last().unwrap();
        let script = format!(
            r#"zmodload zsh/zpty; zpty shell "zsh -f -i"
            zpty -w shell 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; PS1=""'
            zpty -n -w shell $'{typed}\t\t'
            zpty -r shell shown '*{last}*'; print -r -- "$shown"; zpty -d shell"#
        );
        let mut zsh = Command::new("timeout");
        zsh.args(["30", "zsh", "-f", "-c", &script]).current_dir(workplace.path(""));
        let shown = out(zsh.output().unwrap());
        assert!(expected.iter().all(|word| shown.contains(word)), "{typed}: {shown}");
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
    let page = |name| fs::read_to_string(workplace.path("share/man1").join(name)).unwrap();
    for name in ["gradus-gradebook.1", "gradus-client-play.1"] {
        let page = page(name);
        for section in ["EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"] {
            let heading = format!(".SH \"{section}\"\n");
            assert!(page.contains(&heading) || page.contains(&heading.replace('"', "")), "{page}");
        }
        assert!(!page.contains("EXTRA"), "{page}");
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
