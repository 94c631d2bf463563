//! `gradus completions SHELL` and `gradus man DIR`: what packages have besides the program, written from the definitions of the command line.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, bold, roman};

use super::error::CliError;
use super::output::print;

/// The options of `gradus completions`.
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script that completes the command line in a shell.
    pub(crate) fn run(&self, mut program: Command) -> Result<(), CliError> {
        let name = program.get_name().to_owned();
        // Into memory first: clap panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        if self.shell == Shell::Fish {
            script.extend_from_slice(values_for_fish(&program).as_bytes());
        }
        Ok(print(|out| out.write_all(&script))?)
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

/// The options of `gradus man`.
#[derive(Args)]
pub(crate) struct Man {
    /// The directory for the pages, created if it does not exist
    dir: PathBuf,
}

impl Man {
    /// Writes a manual page for the program and for each of its commands.
    pub(crate) fn run(self, program: Command) -> Result<(), CliError> {
        let Self { dir } = self;
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let written = fs::create_dir_all(&dir).and_then(|()| write_pages(&program, None, &dir));
        written.map_err(|error| {
            let dir = dir.display();
            CliError::Failed(format!("the manual pages cannot be written to {dir}: {error}"))
        })
    }
}

/// The examples of each manual page.
const EXAMPLES: [(&str, &str); 7] = [
    ("gradus", "gradus --bind 127.0.0.1:9000\ngradus check --step 07"),
    ("gradus-serve", "gradus serve --bind 0.0.0.0:8080 --public-url https://gradus.example"),
    ("gradus-check", "gradus check --challenges mine --course course.toml"),
    ("gradus-roster-import", "gradus roster import class.csv --keys keys.tsv"),
    ("gradus-gradebook", "gradus gradebook --format canvas --from export.csv --output import.csv"),
    ("gradus-backup", "gradus backup backups/monday.db"),
    ("gradus-restore", "gradus restore backups/monday.db --database gradus.db"),
];

const EXIT_STATUS: &str =
    "0: done. 1: it failed, and standard error says why. 2: the command line makes no sense.";

/// Writes the manual pages of a command and of its subcommands.
fn write_pages(command: &Command, parent: Option<&str>, dir: &Path) -> io::Result<()> {
    let man = clap_mangen::Man::new(command.clone());
    let file = man.get_filename();
    let name = file.trim_end_matches(".1");
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page).replace(".SH EXTRA\n", ".SH NOTES\n");
    let mut more = Roff::new();
    more.control("SH", ["EXIT STATUS"]).text([roman(EXIT_STATUS)]);
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
