//! A hostile campaign against a server of its own: floods of each kind, slow clients, guessing, mutated requests, and kills.
//!
//! ```sh
//! cargo build --release && cargo run --release -p gradus-bench --bin campaign -- --seed 1
//! cargo run --release -p gradus-bench --bin campaign -- --only thinking,kills --scale 0.1 --seconds 5 --settle 5
//! cargo run --release -p gradus-bench --bin campaign -- --only mutations,idle --mutations 1000000
//! cargo run --release -p gradus-bench --bin campaign -- --postgres postgres://postgres@127.0.0.1/postgres
//! ```
//!
//! Each attack gets a server process on a free port of 127.0.0.1, with an empty database for it alone: a file in its directory, or one that is
//! created in the PostgreSQL that is named. While a flood comes from 127.0.0.2, a registered learner at 127.0.0.1 fetches steps, answers
//! them and begins matches. At the end one table shows what was measured and which bounds hold; the exit code is 1 if one does not.
//!
//! What it uses is bounded. It speaks with addresses of this machine only. Every loop ends after a number of turns or at a time. The server
//! ends with more than 6 GB of memory. `--scale 1` needs some 10,300 open files (`ulimit -n`; 2300 without `idle`) and a gigabyte of disk, and
//! takes about 25 minutes. It reads `/proc`, so it needs Linux.
//!
//! | module | what |
//! |---|---|
//! | `connections` | slow readers, pipelining, slow senders, listeners |
//! | `computations` | matches in which a computer has to think, tasks that take long to generate |
//! | `storage` | what fills the database |
//! | `idle` | connections that are held open and hardly used |
//! | `guessing` | wrong answers at once, and a search by what the replies tell |
//! | `mutations`, `request` | requests that were valid until some bytes of them were changed |
//! | `kills` | answers while the server is killed and restarted |
//! | `flood`, `learner` | what is measured during a flood, and the learner who works meanwhile |
//! | `server`, `database`, `loopback`, `caller`, `reply` | the server's process with its database, and how it is spoken with |
//! | `latency`, `report`, `options` | times, the table, the options |

mod caller;
mod computations;
mod connections;
mod database;
mod flood;
mod guessing;
mod idle;
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
    /// 50,000 requests that were valid until some bytes of them were changed; see --mutations
    Mutations,
    /// 10,000 connections are held open and hardly used; see --idle
    Idle,
    /// The server is killed 15 times while learners answer
    Kills,
}

/// The most connections of an attack, but for the idle ones.
const CONNECTIONS: u32 = 2000;

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
            Self::Idle => idle::idle(options).await,
            Self::Kills => kills::kills(options).await,
        }
    }

    /// How many connections it has at most.
    fn connections(self, options: &Options) -> usize {
        match self {
            Self::Idle => options.idle_connections(),
            _ => options.scaled(CONNECTIONS),
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
    let attacks = Attack::value_variants().iter().copied();
    let attacks = attacks.filter(|attack| only.is_empty() || only.contains(attack));
    let connections = attacks.clone().map(|attack| attack.connections(&options)).max();
    Options::check_open_files(connections.unwrap_or(0))?;
    let mut results = Vec::new();
    for attack in attacks {
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
