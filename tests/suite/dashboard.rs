//! The dashboard for Grafana can be imported, and shows what there is.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::server::{Caller as _, Exposition, Plays as _, Server};

fn dashboard() -> Value {
    serde_json::from_str(include_str!("../../packaging/grafana/gradus.json")).unwrap()
}

/// The panels, those of a row among them.
fn panels(dashboard: &Value) -> Vec<&Value> {
    let panels = dashboard["panels"].as_array().unwrap().iter();
    panels
        .flat_map(|panel| {
            [panel].into_iter().chain(panel["panels"].as_array().into_iter().flatten())
        })
        .collect()
}

/// All expressions: those of panels, and those that the variables take their values from.
fn expressions(dashboard: &Value) -> Vec<&str> {
    let targets = panels(dashboard)
        .into_iter()
        .flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    let variables = dashboard["templating"]["list"].as_array().unwrap().iter();
    let queries =
        variables.filter(|variable| variable["type"] == "query").map(|variable| &variable["query"]);
    targets
        .map(|target| &target["expr"])
        .chain(queries)
        .map(|text| text.as_str().unwrap())
        .collect()
}

/// Where a dashboard is not what Grafana accepts; `tests/data/grafana/README.md` says where the schema is from.
fn faults(dashboard: &Value) -> Vec<String> {
    let schema = include_str!("../data/grafana/dashboard.schema.json");
    let schema = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    schema.iter_errors(dashboard).map(|error| error.instance_path().to_string()).collect()
}

#[case]
fn the_dashboard_is_what_grafana_accepts() {
    assert_eq!(faults(&dashboard()), [""; 0]);
}

#[case]
fn the_schema_refuses_what_is_none() {
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 6] = [
        (|dashboard| dashboard["schemaVersion"] = json!("39"), "/schemaVersion"),
        (|dashboard| dashboard["panles"] = json!([]), ""),
        (|dashboard| dashboard["graphTooltip"] = json!(7), "/graphTooltip"),
        (|dashboard| drop(dashboard.as_object_mut().unwrap().remove("templating")), ""),
        (|dashboard| dashboard["time"]["to"] = json!(0), "/time/to"),
        (|dashboard| dashboard["panels"][1]["gridPos"]["w"] = json!(25), "/panels/1"),
    ];
    for (change, fault) in changes {
        let mut dashboard = dashboard();
        change(&mut dashboard);
        assert_eq!(faults(&dashboard), [fault]);
    }
}

#[case]
fn every_panel_has_a_number_and_a_place_of_its_own() {
    let dashboard = dashboard();
    let (mut ids, mut cells) = (BTreeSet::new(), BTreeSet::new());
    for panel in panels(&dashboard) {
        assert!(ids.insert(panel["id"].as_u64().unwrap()), "{panel}");
        let [x, y, w, h] =
            ["x", "y", "w", "h"].map(|side| panel["gridPos"][side].as_u64().unwrap());
        assert!(x + w <= 24, "{panel}");
        for cell in (y..y + h).flat_map(|row| (x..x + w).map(move |column| (row, column))) {
            assert!(cells.insert(cell), "{cell:?} is taken: {panel}");
        }
    }
}

#[case]
async fn every_expression_is_about_metrics_and_labels_that_there_are() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("12").await;
    let task = ada.fresh_task("12").await;
    let reversed: Vec<String> = task.solution().into_iter().rev().collect();
    ada.answer(&task, &reversed).await.wrong().diagnosis.unwrap();
    let game = ada.start(json!({"game": "gomoku", "seats": ["human", "human"]})).await;
    // A metric exists from its first sample on.
    let moves = ["hh", "gh", "hi", "gi", "hj", "gj", "hk", "gk", "hl"];
    for (number, next) in moves.into_iter().enumerate() {
        ada.play(&game, 1 + number % 2, next).await;
    }
    let figures = Exposition::of(&ada).await;

    let dashboard = dashboard();
    let expressions = expressions(&dashboard);
    assert!(expressions.len() > 40, "{expressions:?}");
    let mut shown = BTreeSet::new();
    for expression in expressions {
        // What Prometheus itself adds, by where it has read them.
        let mut labels = BTreeSet::from(["job".to_owned(), "instance".to_owned()]);
        let metrics = words(expression)
            .filter(|word| word.starts_with("gradus_") || word.starts_with("process_"));
        for metric in metrics {
            assert!(figures.has(metric), "there is no {metric}, which is in {expression}");
            labels.append(&mut figures.labels(metric));
            shown.insert(metric.to_owned());
        }
        for label in used_labels(expression) {
            assert!(labels.contains(label), "{label} is no label of what is in {expression}");
        }
    }
    // Nothing that is measured goes without a panel. The size of the address space says little.
    let left_out = ["process_virtual_memory_bytes", "process_threads"];
    for metric in figures.metrics().filter(|metric| !left_out.contains(metric)) {
        assert!(shown.iter().any(|shown| shown.starts_with(metric)), "no panel shows {metric}");
    }
    // And all of it is explained.
    let documentation = include_str!("../../docs/operations.md");
    for metric in figures.metrics() {
        assert!(documentation.contains(&format!("`{metric}`")), "no document explains {metric}");
    }
}

/// The words of an expression outside of quotation marks.
fn words(expression: &str) -> impl Iterator<Item = &str> {
    let unquoted = expression.split('"').step_by(2);
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    unquoted
        .flat_map(move |text| text.split(move |symbol| !is_part(symbol)))
        .filter(|word| !word.is_empty())
}

/// The labels of an expression: those that are compared, `{step="07"}`, and those that are summed by, `sum by (step) (…)`.
fn used_labels(expression: &str) -> Vec<&str> {
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    let mut parts = expression.split('"').step_by(2);
    let compared = parts.clone().filter_map(|text| {
        let before = text
            .strip_suffix("=~")
            .or_else(|| text.strip_suffix("!~"))
            .or_else(|| text.strip_suffix('='))?;
        Some(&before[before.rfind(|symbol| !is_part(symbol)).map_or(0, |at| at + 1)..])
    });
    let summed = parts
        .by_ref()
        .flat_map(|text| text.split("by (").skip(1))
        .flat_map(|list| list.split(')').next().unwrap().split(',').map(str::trim));
    compared.chain(summed.collect::<Vec<_>>()).collect()
}
