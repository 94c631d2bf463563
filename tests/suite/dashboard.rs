//! The dashboard for Grafana can be imported, and shows what there is.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::server::{Caller as _, Exposition, Plays as _, Server};

fn dashboard() -> Value {
    serde_json::from_str(include_str!("../../packaging/grafana/gradus.json")).unwrap()
}

/// What Grafana accepts; `tests/data/grafana/README.md` says where it is from.
fn schema() -> Value {
    serde_json::from_str(include_str!("../data/grafana/dashboard.schema.json")).unwrap()
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

#[case]
fn the_dashboard_is_what_grafana_accepts() {
    let schema = schema();
    let faults = faults(&dashboard(), &schema, &schema, "");
    assert_eq!(faults, [""; 0]);
}

#[case]
fn the_schema_refuses_what_is_none() {
    type Change = fn(&mut Value);
    let schema = schema();
    let spoilt = |change: Change| {
        let mut dashboard = dashboard();
        change(&mut dashboard);
        faults(&dashboard, &schema, &schema, "")
    };
    let changes: [(Change, &str); 6] = [
        (|dashboard| dashboard["schemaVersion"] = json!("39"), "/schemaVersion: expected integer"),
        (|dashboard| dashboard["panles"] = json!([]), ": the member panles is unknown"),
        (|dashboard| dashboard["graphTooltip"] = json!(7), "/graphTooltip: 7 is none of [0,1,2]"),
        (
            |dashboard| drop(dashboard.as_object_mut().unwrap().remove("templating")),
            ": templating is missing",
        ),
        (|dashboard| dashboard["time"]["to"] = json!(0), "/time/to: expected string"),
        (
            |dashboard| dashboard["panels"][1]["gridPos"]["w"] = json!(25),
            "/panels/1: fits none of what it may be",
        ),
    ];
    for (change, fault) in changes {
        assert_eq!(spoilt(change), [fault]);
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
    ada.play(&game, 1, "hh").await;
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

/// Where a value does not fit a schema. Of JSON Schema only what this one uses is known; anything else fails the test.
fn faults(value: &Value, schema: &Value, root: &Value, path: &str) -> Vec<String> {
    let schema = schema.as_object().unwrap();
    let mut faults = Vec::new();
    let mut expect = |holds: bool, fault: &dyn Fn() -> String| {
        if !holds {
            faults.push(format!("{path}: {}", fault()));
        }
    };
    let mut inner = Vec::new();
    for (keyword, rule) in schema {
        match keyword.as_str() {
            "$schema" | "$comment" | "definitions" => {}
            "$ref" => {
                let place = rule.as_str().unwrap().strip_prefix('#').unwrap();
                inner.extend(self::faults(value, root.pointer(place).unwrap(), root, path));
            }
            "type" => expect(is_of_type(value, rule.as_str().unwrap()), &|| {
                format!("expected {}", rule.as_str().unwrap())
            }),
            "const" => expect(value == rule, &|| format!("{value} is not {rule}")),
            "enum" => expect(rule.as_array().unwrap().contains(value), &|| {
                format!("{value} is none of {rule}")
            }),
            "anyOf" => {
                let fits = |rule: &Value| self::faults(value, rule, root, path).is_empty();
                expect(rule.as_array().unwrap().iter().any(fits), &|| {
                    "fits none of what it may be".to_owned()
                });
            }
            "minLength" => {
                let least = usize::try_from(rule.as_u64().unwrap()).unwrap();
                expect(value.as_str().is_none_or(|text| text.chars().count() >= least), &|| {
                    format!("{value} is too short")
                });
            }
            "maximum" | "exclusiveMaximum" | "exclusiveMinimum" => {
                let bound = rule.as_i64().unwrap();
                let fits = |number: i64| match keyword.as_str() {
                    "maximum" => number <= bound,
                    "exclusiveMaximum" => number < bound,
                    _ => number > bound,
                };
                expect(value.as_i64().is_none_or(fits), &|| format!("{value} is beyond {bound}"));
            }
            "required" => {
                let members = value.as_object();
                for name in rule.as_array().unwrap().iter().map(|name| name.as_str().unwrap()) {
                    expect(members.is_none_or(|members| members.contains_key(name)), &|| {
                        format!("{name} is missing")
                    });
                }
            }
            "properties" => {
                let known = rule.as_object().unwrap();
                for (name, member) in value.as_object().into_iter().flatten() {
                    if let Some(rule) = known.get(name) {
                        inner.extend(self::faults(member, rule, root, &format!("{path}/{name}")));
                    }
                }
            }
            "additionalProperties" => {
                assert_eq!(*rule, json!(false));
                let nothing = Map::new();
                let known =
                    schema.get("properties").map_or(&nothing, |known| known.as_object().unwrap());
                for name in value.as_object().into_iter().flat_map(Map::keys) {
                    expect(known.contains_key(name), &|| format!("the member {name} is unknown"));
                }
            }
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    inner.extend(self::faults(item, rule, root, &format!("{path}/{place}")));
                }
            }
            other => panic!("the keyword {other} is not known here"),
        }
    }
    faults.append(&mut inner);
    faults
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other} is not known here"),
    }
}
