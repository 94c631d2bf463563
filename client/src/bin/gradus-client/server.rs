//! The options that several commands share: where the server is, who asks, and which task to take.

use gradus_client::{Client, Error, Key, TaskChoice};

/// Where the server is, and who asks.
#[derive(Debug, clap::Args)]
pub(crate) struct Server {
    /// The server's address.
    #[arg(
        long,
        value_name = "URL",
        // Also behind a subcommand, as in `me save`.
        global = true,
        env = "GRADUS_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: String,
    /// The learner's key; without one nothing is recorded.
    #[arg(long, value_name = "KEY", global = true, env = "GRADUS_KEY", hide_env_values = true)]
    key: Option<String>,
}

impl Server {
    /// A client of this server.
    pub(crate) fn client(&self) -> Result<Client, Error> {
        let key = self.key.as_deref().filter(|key| !key.is_empty());
        Client::new(&self.server, key.map(Key::new))
    }
}

/// Which task to take.
#[derive(Debug, clap::Args)]
pub(crate) struct Fresh {
    /// Take a new task each time, not the current one again.
    #[arg(long)]
    fresh: bool,
}

impl Fresh {
    /// The choice that the flag makes.
    pub(crate) fn choice(&self) -> TaskChoice {
        if self.fresh { TaskChoice::Fresh } else { TaskChoice::Current }
    }
}
