//! The shell of the pages.

use crate::step::Language;

/// What a page whose text is ours may load: nothing but its own style.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A page; title and body are HTML already.
pub(super) fn html(language: Language, title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }} \
         pre {{ overflow: auto; padding: 1rem; background: #f4f4f2; line-height: 1.3 }} \
         td, th {{ padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top }}</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Plain text as HTML, between tags.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
