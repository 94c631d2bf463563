//! The HTTP API and the pages: one file for each resource, in a folder for each group of them. A handler extracts what it needs from the
//! request, makes one domain call, and replies.
//!
//! | folder | resources |
//! |---|---|
//! | `steps` | `/`, `/step_NN`: tasks, answers, statements, pictures |
//! | `learners` | `/learners`, `/me`, `/session`, `/scoreboard`, records, receipts |
//! | `games` | `/games`: matches |
//! | `instructor` | `/instructor`: what instructors see and change |
//! | `operations` | `/healthz`, `/readyz`, `/metrics`, `/problems`, `/openapi.json`, `/docs`, `/assets` |
//!
//! The `mod.rs` of each folder has its table of routes. `middleware` is around every request.

mod games;
mod instructor;
mod learners;
mod middleware;
mod operations;
mod steps;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use actix_web::App;
use actix_web::middleware::{NormalizePath, from_fn};
use serde_json::Value;

use self::middleware::RequestIds;
use self::operations::description::ApiDocument;
use self::operations::metrics;
use crate::app::server::Data;
use crate::app::{Server, State};
use crate::wire::openapi::document;
use crate::wire::reply::ConstantBody;
use crate::wire::routes::{self, Group};

/// Every address, by what it is about.
fn groups() -> [Group; 5] {
    [steps::group(), learners::group(), games::group(), instructor::group(), operations::group()]
}

/// The description of the API at a server with this prefix, OpenAPI 3.2.
pub fn api_document(prefix: &str) -> Value {
    document(groups(), prefix)
}

/// Serves the API and the pages: see `Server::run`.
pub async fn serve(
    server: Server,
    state: Arc<State>,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let ids = RequestIds::new().map_err(|problem| io::Error::other(problem.to_string()))?;
    let prefix = state.addresses.prefix().to_owned();
    let document = ApiDocument::new({
        let prefix = prefix.clone();
        move || ConstantBody::new(api_document(&prefix).to_string())
    });
    let application = move |data: Data| {
        let ids = ids.clone();
        App::new()
            .app_data(document.clone())
            .configure(|app| data.configure(app))
            .configure(|app| routes::configure(groups(), &prefix, steps::meant_by, app))
            // A path may have more slashes than it needs: before it, within it, or at its end.
            .wrap(NormalizePath::trim())
            .wrap(from_fn(move |request, next| middleware::handle(ids.clone(), request, next)))
    };
    server.run(state, application, metrics::configure_separate, ready).await
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Map;

    use super::*;
    use crate::api::games::changes::{MatchForm, MoveForm, UndoForm};
    use crate::api::games::look::LookQuery;
    use crate::api::games::views::LinesQuery;
    use crate::api::instructor::attempts::AttemptsFields;
    use crate::api::instructor::decisions::DecisionForm;
    use crate::api::instructor::extensions::ExtensionForm;
    use crate::api::instructor::learners::LearnerForm;
    use crate::api::instructor::rejudge::RegradeForm;
    use crate::api::learners::records::{RecordsFields, SaveForm};
    use crate::api::steps::{AnswerForm, PictureFields, StepQuery};
    use crate::game::Record;
    use crate::step::Language;
    use crate::wire::Code;
    use crate::wire::body::{RequestBody, from_json};
    use crate::wire::fields::{from_pairs, pairs};
    use serde::de::DeserializeOwned;

    /// All operations, each with its id.
    fn operations(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|item| item.as_object().unwrap().values());
        operations.map(|operation| (operation["operationId"].as_str().unwrap(), operation))
    }

    #[test]
    fn every_operation_is_described_in_words_and_its_path_is_whole() {
        let document = api_document("");
        for (path, item) in document["paths"].as_object().unwrap() {
            for operation in item.as_object().unwrap().values() {
                let summary = operation["summary"].as_str().unwrap();
                assert!(!summary.is_empty() && !summary.ends_with('.'), "{path}: {summary}");
                let described: BTreeSet<_> = operation["parameters"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|parameter| parameter["in"] == "path")
                    .map(|parameter| parameter["name"].as_str().unwrap())
                    .collect();
                let parts = path.split('{').skip(1);
                let named: BTreeSet<_> =
                    parts.map(|part| part.split_once('}').unwrap().0).collect();
                assert_eq!(described, named, "{path}");
            }
        }
    }

    #[test]
    fn every_problem_is_in_the_document() {
        let document = api_document("");
        // These belong to no operation. The third is the store's for what operations call by its name, and the fourth a proxy's. The others
        // are of a head that names no operation.
        let mut documented = BTreeSet::from([
            "route.unknown",
            "method.unknown",
            "entry.unknown",
            "server.unavailable",
            "head.form",
            "head.size",
            "head.slow",
        ]);
        for (_, operation) in operations(&document) {
            for response in operation["responses"].as_object().unwrap().values() {
                let examples = &response["content"]["application/problem+json"]["examples"];
                documented.extend(
                    examples.as_object().into_iter().flat_map(Map::keys).map(String::as_str),
                );
            }
        }
        let known: BTreeSet<_> = Code::ALL.iter().map(|code| code.entry().code).collect();
        assert_eq!(documented, known);
    }

    #[test]
    fn every_reference_leads_to_something() {
        fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
            match value {
                Value::Object(members) => {
                    found.extend(members.get("$ref").and_then(Value::as_str));
                    members.values().for_each(|member| references(member, found));
                }
                Value::Array(items) => items.iter().for_each(|item| references(item, found)),
                _ => {}
            }
        }
        let document = api_document("");
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }

    fn message<T: RequestBody>(json: &str) -> String {
        from_json::<T>(json.as_bytes()).err().unwrap().detail().into_owned()
    }

    fn query_message<T: DeserializeOwned>(query: &str) -> String {
        let error = from_pairs::<T>(pairs(query.as_bytes())).err().unwrap();
        error.message().english().into_owned()
    }

    #[test]
    fn every_text_for_what_types_say_is_met() {
        let threshold = r#"{"game": "tesseract", "threshold": "x", "history": []}"#;
        let threshold = Record::read_json(threshold).unwrap();
        let messages = [
            message::<AnswerForm>(r#"{"task": 5, "ans": 1}"#),
            message::<AnswerForm>(r#"{"ans": null}"#),
            message::<MatchForm>(r#"{"game": 5}"#),
            message::<MatchForm>(r#"{"game": "gomoku", "seats": 5}"#),
            message::<MatchForm>(r#"{"game": "gomoku", "seats": [5]}"#),
            message::<MatchForm>(r#"{"game": "gomoku", "seats": [{"alphabeta": 9}]}"#),
            message::<UndoForm>(r#"{"moves": "x"}"#),
            message::<MatchForm>(r#"{"game": "gomoku", "seed": -1}"#),
            message::<MoveForm>(r#"{"move": []}"#),
            query_message::<StepQuery>("fresh=2"),
            query_message::<StepQuery>("fresh=1&ans=1"),
            query_message::<LinesQuery>("player=9"),
            query_message::<LookQuery>("icons="),
            query_message::<LookQuery>("numbers=2"),
            query_message::<PictureFields>("wrong=0"),
            query_message::<RecordsFields>("page=0"),
            query_message::<AttemptsFields>("learner=Ada"),
            query_message::<AttemptsFields>("step=7"),
            query_message::<AttemptsFields>("limit=0"),
            message::<LearnerForm>(r#"{"section": "a\nb"}"#),
            message::<LearnerForm>(r#"{"nickname": "Ada"}"#),
            message::<ExtensionForm>(r#"{"reason": "a\nb"}"#),
            message::<DecisionForm>(r#"{"action": "set", "points": "x"}"#),
            message::<RegradeForm>(r#"{"learner": []}"#),
            message::<RegradeForm>(r#"{"apply": 7}"#),
            message::<SaveForm>(r#"{"game": "x", "replace": 1}"#),
            Record::from_form(serde_json::from_str("5").unwrap()).unwrap_err().to_string(),
            threshold.resume(None, crate::game::GameSeed::random(0)).unwrap_err().to_string(),
        ];
        let texts = crate::game::TEXTS.iter().copied().flatten();
        let expected = texts.filter(|text| text.key.starts_with("game.expected."));
        let expected = expected.map(|text| text.get(Language::ENGLISH));
        let unmet: Vec<_> = expected
            .filter(|text| !messages.iter().any(|message| message.ends_with(text)))
            .collect();
        assert!(unmet.is_empty(), "{unmet:?} are not in {messages:?}");
    }
}
