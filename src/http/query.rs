//! Queries with one field.

use actix_web::HttpRequest;

use super::problem::{Code, Problem};

/// The value of the one field that a query may have.
pub(super) fn only_field(request: &HttpRequest, name: &str) -> Result<Option<String>, Problem> {
    let mut found = None;
    for (key, value) in form_urlencoded::parse(request.query_string().as_bytes()) {
        let detail = if key != name {
            let shown: String = key.chars().take(40).collect();
            format!("there is no field {shown:?}; expected `{name}`")
        } else if found.replace(value.into_owned()).is_some() {
            format!("the field `{name}` stands there twice; expected it once")
        } else {
            continue;
        };
        return Err(Problem::new(Code::QueryInvalid, detail));
    }
    Ok(found)
}
