//! `show NN`: a task, drawn.

use gradus_client::draw;

use crate::args::Show;
use crate::exit::{Exit, Stop};
use crate::output;

pub(crate) async fn run(args: Show) -> Result<Exit, Stop> {
    let client = args.server.client()?;
    let task = client.task(args.step, &args.choice()).await?;
    output::print(&draw::task(&task))?;
    Ok(Exit::Passed)
}
