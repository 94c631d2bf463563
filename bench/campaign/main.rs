//! A hostile campaign against a server of its own: floods of each kind, slow clients, guessing, mutated requests, and kills.
//!
//! ```sh
//! cargo build --release && cargo run --release --example campaign -- --seed 1
//! cargo run --release --example campaign -- --only thinking,kills --scale 0.1 --seconds 5 --settle 5
//! ```
//!
//! Each attack gets a server process with an empty database in a directory for it alone, on a free port of 127.0.0.1. While a flood comes
//! from 127.0.0.2, a registered learner at 127.0.0.1 fetches steps, answers them and begins matches. At the end one table shows what was
//! measured and which bounds hold; the exit code is 1 if one does not.
//!
//! What it uses is bounded. It speaks with addresses of this machine only. Every loop ends after a number of turns or at a time. The server
//! ends with more than 6 GB of memory. `--scale 1` needs some 2300 open files (`ulimit -n`) and a gigabyte of disk, and takes about 25
//! minutes. It reads `/proc`, so it needs Linux.
//!
//! | module | what |
//! |---|---|
//! | `connections` | slow readers, pipelining, slow senders, listeners |
//! | `computations` | matches in which a computer has to think, tasks that take long to generate |
//! | `storage` | what fills the database |
//! | `guessing` | wrong answers at once, and a search by what the replies tell |
//! | `mutations`, `request` | requests that were valid until some bytes of them were changed |
//! | `kills` | answers while the server is killed and restarted |
//! | `flood`, `learner` | what is measured during a flood, and the learner who works meanwhile |
//! | `server`, `loopback`, `caller`, `reply` | the server's process, and how it is spoken with |
//! | `latency`, `report`, `options` | times, the table, the options |

mod caller;
mod computations;
mod connections;
mod flood;
mod guessing;
mod kills;
mod latency;
mod learner;
mod loopback;
mod mutations;
mod options;
mod reply;
mod report;
mod request;
mod server;
mod storage;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use options::Options;
use report::Measure;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A hostile campaign against a server of its own, on this machine only
#[derive(Parser)]
struct CommandLine {
    /// Only these attacks, joined by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    only: Vec<Attack>,
    #[command(flatten)]
    options: Options,
}

/// One part of the campaign.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Attack {
    /// 1500 connections send 2000 requests each and read nothing
    SlowReaders,
    /// One connection sends 20,000 requests and reads nothing
    Pipelining,
    /// 300 connections send a head or a body a byte at a time
    SlowSenders,
    /// 600 matches in which a computer has to think at once
    Thinking,
    /// The same, and each caller hangs up at once
    ThinkingHangUp,
    /// 2000 connections ask for tasks that take long to generate
    Generating,
    /// 1500 connections listen to one match
    Listeners,
    /// Learners are registered as fast as possible
    Registrations,
    /// Matches are created as fast as possible
    Matches,
    /// Records are saved as fast as possible
    Records,
    /// Wrong answers with many blanks, as fast as possible
    PaddedAnswers,
    /// 50 wrong answers of one learner at once
    GuessingAtOnce,
    /// A learner tries item by item what the replies tell
    GuessingByReplies,
    /// 50,000 requests that were valid until some bytes of them were changed
    Mutations,
    /// The server is killed 15 times while learners answer
    Kills,
}

impl Attack {
    async fn run(self, options: &Options) -> Outcome<Vec<Measure>> {
        match self {
            Self::SlowReaders => connections::slow_readers(options).await,
            Self::Pipelining => connections::pipelining(options).await,
            Self::SlowSenders => connections::slow_senders(options).await,
            Self::Thinking => computations::thinking(options).await,
            Self::ThinkingHangUp => computations::thinking_hang_up(options).await,
            Self::Generating => computations::generating(options).await,
            Self::Listeners => connections::listeners(options).await,
            Self::Registrations => storage::registrations(options).await,
            Self::Matches => storage::matches(options).await,
            Self::Records => storage::records(options).await,
            Self::PaddedAnswers => storage::padded_answers(options).await,
            Self::GuessingAtOnce => guessing::at_once(options).await,
            Self::GuessingByReplies => guessing::by_replies(options).await,
            Self::Mutations => mutations::mutations(options).await,
            Self::Kills => kills::kills(options).await,
        }
    }

    /// Its name on the command line and in the table.
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<ExitCode> {
    let CommandLine { only, options } = CommandLine::parse();
    options.check_open_files()?;
    let attacks = Attack::value_variants().iter().copied();
    let mut results = Vec::new();
    for attack in attacks.filter(|attack| only.is_empty() || only.contains(attack)) {
        let name = attack.name();
        eprintln!("{name}");
        // The other attacks can still be made.
        let measures = attack.run(&options).await;
        let measures = measures.unwrap_or_else(|error| vec![Measure::broken(error.as_ref())]);
        results.push((name, measures));
    }
    println!("{options}\n{}", report::table(&results));
    let all_hold = results.iter().flat_map(|(_, measures)| measures).all(Measure::holds);
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
