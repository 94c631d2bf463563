//! Programs to begin with, in several languages: they fetch the learner's task and send an answer.

/// The beginnings of programs for the task of this token at this address of a step.
pub(crate) fn snippets(url: &str, token: &str) -> Vec<(&'static str, String)> {
    let fill = |(name, text): (&'static str, &str)| {
        (name, text.trim_start().replace("{url}", url).replace("{token}", token))
    };
    [("curl", CURL), ("Python", PYTHON), ("JavaScript", JAVASCRIPT), ("Rust", RUST)]
        .map(fill)
        .into()
}

const CURL: &str = r#"
curl '{url}?task={token}'
curl '{url}' --json '{"task": "{token}", "ans": []}'
"#;

const PYTHON: &str = r#"
import requests

url = "{url}"
task = requests.get(url, params={"task": "{token}"}).json()
ans = []  # the items
reply = requests.post(url, json={"task": task["task"], "ans": ans}).json()
print(reply.get("message") or reply.get("detail"))
"#;

const JAVASCRIPT: &str = r#"
const url = "{url}";
const task = await (await fetch(`${url}?task={token}`)).json();
const ans = []; // the items
const reply = await fetch(url, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ task: task.task, ans }),
});
const { message, detail } = await reply.json();
console.log(message ?? detail);
"#;

const RUST: &str = r#"
// cargo add reqwest --features blocking,json && cargo add serde_json
use serde_json::{Value, json};

fn main() -> reqwest::Result<()> {
    let url = "{url}";
    let client = reqwest::blocking::Client::new();
    let task: Value = client.get(format!("{url}?task={token}")).send()?.json()?;
    let ans: Vec<String> = vec![]; // the items
    let body = json!({ "task": task["task"], "ans": ans });
    let reply: Value = client.post(url).json(&body).send()?.json()?;
    println!("{}", reply["message"].as_str().or(reply["detail"].as_str()).unwrap_or_default());
    Ok(())
}
"#;
