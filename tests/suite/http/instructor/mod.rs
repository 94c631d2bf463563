//! `/instructor`: what instructors see of a class, and what they change.
//!
//! | file | what it holds |
//! |---|---|
//! | `learners` | who is in the class; rekey, rename, forget |
//! | `roster` | importing a class list |
//! | `gradebook` | who has solved what, also as CSV |
//! | `attempts` | judged answers, and each again with its board |
//! | `steps` | the course and its statistics |
//! | `refusals` | unknown fields, learners, steps |
//! | `signals` | answers that fit the board of somebody else, and who is stuck |
//! | `extensions` | dates that are moved |
//! | `decisions` | results that are set, excused and void |
//! | `instructors` | who runs the class |
//! | `rejudge` | what stored attempts are today |

mod attempts;
mod decisions;
mod extensions;
mod gradebook;
mod instructors;
mod learners;
mod refusals;
mod rejudge;
mod roster;
mod signals;
mod steps;

use reqwest::header::ACCEPT;
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder};

use crate::server::{Class, INSTRUCTOR_KEY, Reply, client_builder};

impl Class {
    /// A class without a course file.
    fn start() -> Self {
        Self::of("")
    }

    /// What a form on a page gets that is sent to a path below `/instructor`. A browser would go on to where it leads.
    async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        Reply::to(self.browse(Method::POST, path).form(fields)).await
    }

    /// A request of a browser that goes nowhere by itself.
    fn browse(&self, method: Method, path: &str) -> RequestBuilder {
        let client = client_builder(None).redirect(Policy::none()).build().unwrap();
        let request = client.request(method, format!("{}/instructor{path}", self.server.url()));
        request.bearer_auth(INSTRUCTOR_KEY).header(ACCEPT, "text/html")
    }
}
