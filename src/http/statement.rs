//! `/step_NN/statement`: what to do, in the reader's language, as Markdown or HTML.

use actix_web::http::header::{self, AcceptLanguage, Header as _, Preference};
use actix_web::{HttpRequest, HttpResponse, web};

use super::problem::{Code, Problem};
use super::state::State;
use super::step::find;
use crate::step::{Language, Statement};

/// `GET /step_NN/statement?lang=`.
pub(super) async fn get(
    request: HttpRequest,
    state: web::Data<State>,
) -> Result<HttpResponse, Problem> {
    let step = find(&state.catalog(), &request)?;
    let statement = step.statement(wanted_language(&request)?);
    let server = state.origins.server(&request).to_string();
    let mut response = HttpResponse::Ok();
    response.insert_header((header::VARY, "Accept, Accept-Language"));
    response.insert_header((header::CONTENT_LANGUAGE, statement.language().tag()));
    Ok(if wants_html(&request) {
        let page = page(statement, &server);
        response.content_type("text/html; charset=utf-8").body(page)
    } else {
        response.content_type("text/markdown; charset=utf-8").body(statement.markdown(&server))
    })
}

/// The language of the query, else the first of `Accept-Language` that there is, else English.
fn wanted_language(request: &HttpRequest) -> Result<Language, Problem> {
    let asked = form_urlencoded::parse(request.query_string().as_bytes())
        .find(|(key, _)| key == "lang")
        .map(|(_, value)| value);
    if let Some(tag) = asked {
        return tag.parse().map_err(|()| {
            let known: Vec<_> = Language::ALL.into_iter().map(Language::tag).collect();
            let known = known.join(", ");
            Problem::new(
                Code::QueryInvalid,
                format!("there is no `lang` {tag:?}; expected {known}"),
            )
        });
    }
    let accepted = AcceptLanguage::parse(request).map(|header| header.ranked()).unwrap_or_default();
    Ok(accepted
        .into_iter()
        .find_map(|preference| match preference {
            Preference::Any => Some(Language::English),
            Preference::Specific(tag) => tag.to_string().parse().ok(),
        })
        .unwrap_or_default())
}

/// Whether the caller is a browser: it names `text/html`, which no script does by itself.
fn wants_html(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// A statement as a page. Its authors are the instructors: what HTML they write is let through.
fn page(statement: &Statement, server: &str) -> String {
    let language = statement.language();
    let title = statement.title().replace('&', "&amp;").replace('<', "&lt;");
    let body = statement.html(server);
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }} \
         pre {{ overflow: auto; padding: 1rem; background: #f4f4f2; line-height: 1.3 }} \
         td, th {{ padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top }}</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n"
    )
}
