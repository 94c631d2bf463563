//! Programs to begin with, in several languages: they fetch the learner's task and send an answer.

/// What a program to begin with is about.
pub(crate) struct Start<'a> {
    /// The address of the step.
    pub(crate) url: &'a str,
    pub(crate) token: &'a str,
    /// What stands where the items belong.
    pub(crate) items: &'a str,
    /// Whether the task is a learner's, so that it takes the learner's key, which a program finds in `GRADUS_KEY`.
    pub(crate) takes_key: bool,
}

impl Start<'_> {
    /// The programs, with the names of their languages.
    pub(crate) fn programs(&self) -> [(&'static str, String); 4] {
        [
            ("curl", self.curl()),
            ("Python", self.python()),
            ("JavaScript", self.javascript()),
            ("Rust", self.rust()),
        ]
    }

    /// This text, if a key is taken.
    fn key(&self, text: &'static str) -> &'static str {
        if self.takes_key { text } else { "" }
    }

    fn curl(&self) -> String {
        let Self { url, token, .. } = self;
        // In lines of their own, so that the address stays in sight.
        let header = self.key(" \\\n  -H \"Authorization: Bearer $GRADUS_KEY\"");
        let next = self.key(" \\\n ");
        format!(
            r#"curl '{url}?task={token}'{header}
curl '{url}'{header}{next} --json '{{"task": "{token}", "ans": []}}'
"#
        )
    }

    fn python(&self) -> String {
        let Self { url, token, items, .. } = self;
        let import = self.key("import os\n\n");
        let session = self
            .key("session.headers[\"Authorization\"] = \"Bearer \" + os.environ[\"GRADUS_KEY\"]\n");
        format!(
            r#"{import}import requests

url = "{url}"
session = requests.Session()
{session}task = session.get(url, params={{"task": "{token}"}}).json()
ans = []  # {items}
reply = session.post(url, json={{"task": task["task"], "ans": ans}}).json()
print(reply.get("message") or reply.get("detail"))
"#
        )
    }

    fn javascript(&self) -> String {
        let Self { url, token, items, .. } = self;
        let key = self.key("\n  Authorization: `Bearer ${process.env.GRADUS_KEY}`,");
        format!(
            r#"const url = "{url}";
const headers = {{{key}
  "Content-Type": "application/json",
}};
const task = await (await fetch(url + "?task={token}", {{ headers }})).json();
const ans = []; // {items}
const body = JSON.stringify({{ task: task.task, ans }});
const reply = await fetch(url, {{ method: "POST", headers, body }});
const {{ message, detail }} = await reply.json();
console.log(message ?? detail);
"#
        )
    }

    fn rust(&self) -> String {
        let Self { url, token, items, .. } = self;
        let read = self
            .key("    let key = std::env::var(\"GRADUS_KEY\").expect(\"GRADUS_KEY is set\");\n");
        let key = self.key(".bearer_auth(&key)");
        format!(
            r#"// cargo add reqwest --features blocking,json && cargo add serde_json
use serde_json::{{Value, json}};

fn main() -> reqwest::Result<()> {{
    let url = "{url}";
{read}    let client = reqwest::blocking::Client::new();
    let task: Value = client.get("{url}?task={token}"){key}.send()?.json()?;
    let ans: Vec<String> = vec![]; // {items}
    let body = json!({{ "task": task["task"], "ans": ans }});
    let reply: Value = client.post(url){key}.json(&body).send()?.json()?;
    println!("{{}}", reply["message"].as_str().or(reply["detail"].as_str()).unwrap_or_default());
    Ok(())
}}
"#
        )
    }
}
