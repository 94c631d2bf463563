//! The description of the API: a change of the contract shows in a review, as a change of its outline. Whether the description is true is
//! found out by every reply that a test gets: `server::document`.

mod outline;

use gradus::api::api_document;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ORIGIN,
};
use serde_json::{Value, json};

use crate::server::{Caller as _, Reply, SharedServer, document};

/// What to do about a change, as a failed test shows it.
const HOW_TO_ACCEPT: &str = "If the change is intended, accept it with `cargo insta review`, or with \
                      `INSTA_UPDATE=always cargo test --test suite openapi::`.";

#[case]
fn the_contract_of_the_api_changes_knowingly() {
    insta::with_settings!({ description => HOW_TO_ACCEPT }, {
        insta::assert_snapshot!(outline::of(&api_document("")));
    });
}

#[case]
async fn the_catalogue_of_problems_changes_knowingly() {
    let server = SharedServer::join();
    let catalogue = Reply::to(server.anonymous().get("/problems")).await;
    assert_eq!(catalogue.status, 200);
    insta::with_settings!({ description => HOW_TO_ACCEPT }, {
        insta::assert_json_snapshot!(catalogue.json());
    });
}

#[case]
fn every_example_is_as_its_schema_says() {
    let document = api_document("");
    let mut checked = 0;
    let mut check = |what: &str, schema: &Value, example: &Value| {
        let faults = document::faults(schema, example);
        assert!(faults.is_empty(), "{what}: {faults:?}");
        checked += 1;
    };
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let what = format!("{method} {path}");
            let body = &operation["requestBody"]["content"]["application/json"];
            if let Some(example) = body.get("example") {
                check(&what, &body["schema"], example);
            }
            for response in operation["responses"].as_object().unwrap().values() {
                let content = &response["content"]["application/json"];
                for example in content["examples"].as_object().into_iter().flatten() {
                    check(&what, &content["schema"], &example.1["value"]);
                }
            }
        }
    }
    let problem = json!({ "$ref": "#/components/schemas/Problem" });
    for (code, example) in document["components"]["examples"].as_object().unwrap() {
        check(code, &problem, &example["value"]);
    }
    assert!(checked > 100, "{checked}");
}

#[case]
async fn the_server_describes_itself_to_programs_and_to_pages_of_other_sites() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let request = anybody.get("/openapi.json").header(ORIGIN, "http://localhost:5500");
    let reply = Reply::to(request).await;
    assert_eq!(reply.json(), api_document(""));
    assert_eq!(reply.header(CONTENT_TYPE), "application/json");
    assert_eq!(reply.header(CACHE_CONTROL), "public, max-age=300");
    assert_eq!(reply.headers["access-control-allow-origin"], "*");
    // Compressed it is a tenth. The client does not unpack it.
    let request = anybody.get("/openapi.json").header(ACCEPT_ENCODING, "gzip");
    let packed = request.send().await.unwrap();
    assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
    assert!(packed.bytes().await.unwrap().len() < reply.text.len() / 5);
}

#[case]
async fn the_page_of_the_description_loads_nothing_from_elsewhere_and_has_no_script_in_it() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    for accepted in ["text/html", "*/*"] {
        let page = Reply::to(anybody.get("/docs").header(ACCEPT, accepted)).await;
        assert_eq!(page.status, 200, "{page}");
        let policy = page.header(CONTENT_SECURITY_POLICY);
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        for (before, _) in page.text.match_indices("<script") {
            let (script, _) = page.text[before..].split_once("</script>").unwrap();
            assert!(script.ends_with('>') && script.contains(" src=\"/assets/"), "{script}");
        }
        assert!(!page.text.contains("style="), "{page}");
        assert!(!page.text.contains("//"), "{page}");
    }
    // Where the licences are is said at the beginning of the script, by a name beside its own.
    let page = Reply::to(anybody.get("/docs")).await;
    let (_, script) = page.text.split_once("<script src=\"").unwrap();
    let (script, _) = script.split_once('"').unwrap();
    let code = Reply::to(anybody.get(script)).await;
    assert!(code.text.contains("swagger-ui-bundle.js.LICENSE.txt"));
    let licences = Reply::to(anybody.get(&format!("{script}.LICENSE.txt"))).await;
    assert_eq!(licences.status, 200, "{licences}");
    assert!(licences.text.contains("MIT"), "{licences}");
}
