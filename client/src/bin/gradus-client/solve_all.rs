//! `solve-all`: a campaign over the server's ladder, and its reports.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use gradus_client::campaign::{self, Campaign, Plan, Round};
use gradus_client::report::{self, bar::Bar};
use gradus_client::{Client, Error};

use crate::args::SolveAll;
use crate::exit::{Exit, Stop};
use crate::output;

pub(crate) async fn run(args: SolveAll) -> Result<Exit, Stop> {
    let client = args.server.client()?;
    let junit = args.junit.clone().map(JunitFile::create).transpose()?;
    let campaign = campaign(&client, &args).await?;
    if let Some(junit) = junit {
        junit.write(&campaign)?;
    }
    if args.json {
        output::tolerate(report::json::write(&campaign, io::stdout().lock()))?;
    } else {
        output::print(&format!("{}\n", report::summary(&campaign)))?;
    }
    Ok(exit(&campaign))
}

/// The campaign over the chosen steps. A server that is gone before the ladder is known is a campaign that was abandoned at the start.
async fn campaign(client: &Client, args: &SolveAll) -> Result<Campaign, Stop> {
    let ladder = match client.ladder().await {
        Ok(ladder) => ladder.steps(),
        Err(error @ Error::Unreachable { .. }) => return Ok(Campaign::not_begun(client, error)),
        Err(error) => return Err(error.into()),
    };
    let steps = match &args.steps {
        Some(selection) => selection.choose(&ladder)?,
        None => ladder,
    };
    let plan = Plan { steps, rounds: args.rounds, jobs: args.jobs, choice: args.fresh.choice() };
    let watch = watch(args.json, plan.total());
    Ok(campaign::run(client, &plan, watch).await)
}

/// Shows each round as it ends: a bar on a terminal, else lines; with `--json` no lines.
fn watch(json: bool, rounds: u64) -> Box<dyn FnMut(&Round)> {
    if io::stderr().is_terminal() && (json || io::stdout().is_terminal()) {
        let bar = Bar::new(rounds);
        Box::new(move |round| bar.advance(round))
    } else if json {
        Box::new(|_| ())
    } else {
        // A line that cannot be written is passed over; the summary after it fails in the same way, and that is told.
        Box::new(|round| drop(output::print(&format!("{}\n", report::line(round)))))
    }
}

fn exit(campaign: &Campaign) -> Exit {
    if let Some(error) = &campaign.abandoned {
        output::complain(error);
        return Exit::Unreachable;
    }
    if campaign.passed() { Exit::Passed } else { Exit::Failed }
}

/// The file of `--junit`, opened before the work begins: a path that cannot be written should not cost a campaign.
struct JunitFile {
    path: PathBuf,
    file: File,
}

impl JunitFile {
    fn create(path: PathBuf) -> Result<Self, Stop> {
        match File::create(&path) {
            Ok(file) => Ok(Self { path, file }),
            Err(error) => Err(Stop::Junit { path, error }),
        }
    }

    fn write(self, campaign: &Campaign) -> Result<(), Stop> {
        let written = report::junit::write(campaign, &self.file);
        written.map_err(|error| Stop::Junit { path: self.path, error })
    }
}
