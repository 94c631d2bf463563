//! The client of Gradus, the puzzle-checker server: it shares no code with the server, so that each checks the other.
//!
//! | module | what |
//! |---|---|
//! | [`api`] | the server's resources as typed calls: [`Client`], [`Task`], [`Verdict`], [`Problem`]; games: [`api::GameState`] |
//! | [`step`] | a step's number, and the choice of steps on a command line |
//! | [`solvers`] | for each kind of step a plain solution, written from the rule alone |
//! | [`bots`] | for each game a computer player, which wins the match steps |
//! | [`solve`] | one step: fetch a task, solve it by its kind, answer it |
//! | [`solve_run`] | many steps: steps × rounds, several at once |
//! | [`jobs`] | how many rounds or games run at once |
//! | [`report`] | the result of a solve run: lines, a progress bar, JSON, `JUnit` |
//! | [`receipts`] | what says that a step was solved, verified without the server |
//! | [`tournament`] | many games between computer players, and their result |
//! | [`draw`] | games, and a task's boards, for a terminal |
//!
//! One step, from the task to the verdict:
//!
//! ```no_run
//! use gradus_client::{Client, TaskChoice, Verdict, solvers};
//!
//! # async fn one_step() -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::new("http://127.0.0.1:8080", None)?;
//! let step = "07".parse()?;
//! let task = client.task(step, &TaskChoice::Current).await?;
//! let solve = solvers::solver(&task.kind).ok_or("no solver for this kind")?;
//! let items = solve(&task.fields)?;
//! match client.answer(step, &task.token, &items).await? {
//!     Verdict::Accepted(accepted) => println!("{}", accepted.message),
//!     Verdict::Wrong(wrong) => println!("{wrong}"),
//! }
//! # Ok(())
//! # }
//! ```

pub mod api;
mod boards;
pub mod bots;
pub mod draw;
pub mod jobs;
mod matches;
pub mod receipts;
pub mod report;
pub mod solve;
pub mod solve_run;
pub mod solvers;
pub mod step;
pub mod tournament;

pub use api::{Client, Error, Key, Problem, Task, TaskChoice, TaskToken, Verdict};
pub use matches::MatchError;
pub use step::StepNumber;

/// The README's example, compiled with the other examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
