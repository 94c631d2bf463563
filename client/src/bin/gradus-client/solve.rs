//! `solve NN`: one step, and what the server says of the answer.

use gradus_client::{campaign, report};

use crate::args::Solve;
use crate::exit::{Exit, Stop};
use crate::output;

pub(crate) async fn run(args: Solve) -> Result<Exit, Stop> {
    let client = args.server.client()?;
    let accepted = campaign::attempt(&client, args.step, &args.fresh.choice()).await?;
    let message = report::one_line(&accepted.message);
    output::print(&format!("step {}  accepted  {message}\n", accepted.step))?;
    Ok(Exit::Passed)
}
