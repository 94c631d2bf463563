//! The examples of the document. They are data: `examples.json` has a body and replies by the id of their operation, and what is
//! particular to each problem by its code. Most are what a server replied; boards and lists are shortened.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::schemas::object;
use crate::wire::problem::{Code, Entry};

/// All examples.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    operations: BTreeMap<String, Examples>,
    problems: BTreeMap<String, Map<String, Value>>,
}

#[expect(clippy::expect_used, reason = "a test reads the file")]
static FILE: LazyLock<File> = LazyLock::new(|| {
    serde_json::from_str(include_str!("examples.json")).expect("the file has examples")
});

/// The examples of an operation.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Examples {
    /// A body that the operation reads.
    pub(crate) body: Option<Value>,
    /// What it replies, each with a name.
    #[serde(default)]
    pub(crate) replies: BTreeMap<String, Value>,
}

impl Examples {
    /// Those of the operation with this id; none if there are none.
    pub(crate) fn of(id: &str) -> &'static Self {
        static NONE: Examples = Examples { body: None, replies: BTreeMap::new() };
        FILE.operations.get(id).unwrap_or(&NONE)
    }
}

/// An example of every problem, by code.
pub(crate) fn problems() -> Value {
    let example = |code: &Code| {
        let Entry { code, status, title } = code.entry();
        let mut document = object([
            ("is_success", false.into()),
            ("type", format!("/problems#{code}").into()),
            ("title", title.into()),
            ("status", status.into()),
            ("code", code.into()),
        ]);
        // Most problems have no members of their own.
        document.extend(FILE.problems.get(code).cloned().unwrap_or_default());
        (code.to_owned(), json!({ "summary": title, "value": document }))
    };
    Code::ALL.iter().map(example).collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::api::api_document;

    #[test]
    fn every_problem_has_an_example_and_no_other() {
        let codes: BTreeSet<&str> = Code::ALL.iter().map(|code| code.entry().code).collect();
        let known: BTreeSet<&str> = FILE.problems.keys().map(String::as_str).collect();
        assert_eq!(known, codes);
        for (code, members) in &FILE.problems {
            assert!(members.get("detail").is_some_and(Value::is_string), "{code}");
        }
    }

    #[test]
    fn every_body_and_every_reply_has_an_example_and_no_operation_is_unknown() {
        let document = api_document();
        let paths = document["paths"].as_object().unwrap();
        let operations = paths.values().flat_map(|item| item.as_object().unwrap().values());
        let mut ids = BTreeSet::new();
        for operation in operations {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id), "{id} is there twice");
            let examples = Examples::of(id);
            assert_eq!(operation.get("requestBody").is_some(), examples.body.is_some(), "{id}");
            let responses = operation["responses"].as_object().unwrap();
            let has_reply = responses.values().any(|response| {
                let schema = &response["content"]["application/json"]["schema"];
                schema.as_object().is_some_and(|schema| !schema.is_empty())
            });
            assert_eq!(has_reply, !examples.replies.is_empty(), "{id}");
        }
        let known: BTreeSet<&str> = FILE.operations.keys().map(String::as_str).collect();
        assert!(known.is_subset(&ids), "{:?}", known.difference(&ids));
    }
}
