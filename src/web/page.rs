//! The frame of every HTML page.

use crate::step::Language;

/// The Content-Security-Policy of pages and pictures without content of others: they load nothing but their own style.
pub(crate) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A complete page. Title and body are HTML: the caller escapes them.
pub(crate) fn html(language: Language, title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }} \
         pre {{ overflow: auto; padding: 1rem; background: #f4f4f2; line-height: 1.3 }} \
         td, th {{ padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top }}</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Escapes plain text for use between HTML tags.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
