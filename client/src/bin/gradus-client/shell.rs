//! `completions` and `man`: what packages have besides the program, written from the definitions of the command line.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Command;
use clap::builder::PossibleValue;
use clap_complete::Shell;
use clap_mangen::roff::{Roff, bold, roman};

use crate::error::{CliError, Exit};
use crate::terminal;

#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Prints the script that completes the command line in a shell.
    pub(crate) fn run(&self, mut program: Command) -> Result<Exit, CliError> {
        let name = program.get_name().to_owned();
        // Into memory first: clap panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, &name, &mut script);
        // clap_complete 4.6 writes the program's name in two ways, so bash completes nothing after the command: clap-rs/clap#6421.
        let mut script = String::from_utf8_lossy(&script)
            .replace(&name.replace('-', "__subcmd__"), &name.replace('-', "__"));
        if self.shell == Shell::Fish {
            script.push_str(&values_for_fish(&program));
        }
        terminal::print(&script)?;
        Ok(Exit::Passed)
    }
}

/// The values of unnamed arguments, which `clap_complete` 4.6 leaves out of the script for fish.
fn values_for_fish(program: &Command) -> String {
    let name = program.get_name();
    let function = format!("__fish_{}_using_subcommand", name.replace('-', "_"));
    let arguments = program.get_subcommands().flat_map(|command| {
        command.get_positionals().map(move |argument| (command.get_name(), argument))
    });
    let lines = arguments.filter_map(|(command, argument)| {
        let values = argument.get_possible_values();
        let values: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
        let complete = format!("complete -c {name} -n \"{function} {command}\" -f -a");
        (!values.is_empty()).then(|| format!("{complete} \"{}\"\n", values.join(" ")))
    });
    lines.collect()
}

#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The directory for the pages, created if it does not exist.
    dir: PathBuf,
}

impl Man {
    /// Writes a manual page for the program and for each of its commands.
    pub(crate) fn run(self, program: Command) -> Result<Exit, CliError> {
        let Self { dir } = self;
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let written = fs::create_dir_all(&dir).and_then(|()| write_pages(&program, None, &dir));
        written.map_err(|error| CliError::Man { dir, error })?;
        Ok(Exit::Passed)
    }
}

/// The examples of each manual page.
const EXAMPLES: [(&str, &str); 6] = [
    (
        "gradus-client",
        "gradus-client solve-all --server https://gradus.example\ngradus-client play gomoku",
    ),
    (
        "gradus-client-solve-all",
        "gradus-client solve-all --steps 06-09,21 --junit reports/gradus.xml",
    ),
    ("gradus-client-solve", "gradus-client solve 07 --fresh"),
    (
        "gradus-client-play",
        "gradus-client play numerical --seats human,search\ngradus-client play gomoku --seats rules,search --games 100\ngradus-client play --record game.sgf",
    ),
    (
        "gradus-client-me",
        "gradus-client me --key KEY\ngradus-client me receipts --key KEY > receipts.txt",
    ),
    ("gradus-client-verify", "gradus-client verify receipts.txt --jwks jwks.json"),
];

/// Writes the manual pages of a command and of its subcommands.
fn write_pages(command: &Command, parent: Option<&str>, dir: &Path) -> io::Result<()> {
    let man = clap_mangen::Man::new(command.clone());
    let file = man.get_filename();
    let name = file.trim_end_matches(".1");
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH \"EXIT STATUS\"\n");
    let mut more = Roff::new();
    let variables =
        command.get_arguments().filter_map(|arg| Some((arg.get_env()?, arg.get_help()?)));
    for (number, (variable, help)) in variables.enumerate() {
        if number == 0 {
            more.control("SH", ["ENVIRONMENT"]);
        }
        more.control("TP", []).text([bold(variable.to_string_lossy())]);
        more.text([roman(help.to_string())]);
    }
    for (_, example) in EXAMPLES.iter().filter(|(of, _)| *of == name) {
        more.control("SH", ["EXAMPLES"])
            .control("nf", [])
            .text([roman(*example)])
            .control("fi", []);
    }
    let own = command.get_subcommands().map(|own| format!("{name}-{}", own.get_name()));
    let related = parent.map(str::to_owned).into_iter().chain(own);
    let related: Vec<String> = related.map(|page| format!("{page}(1)")).collect();
    if !related.is_empty() {
        more.control("SH", ["SEE ALSO"]).text([roman(related.join(", "))]);
    }
    fs::write(dir.join(&file), format!("{page}{}", more.render()))?;
    command.get_subcommands().try_for_each(|own| write_pages(own, Some(name), dir))
}
