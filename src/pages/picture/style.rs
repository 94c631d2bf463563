//! The colours of pictures: one style sheet, which pages link and pictures that are served alone have in them.

use std::sync::LazyLock;

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

use super::svg::Element;
use crate::wire::reply::TextFormat;

/// The style sheet in an element.
pub(super) fn style() -> Element {
    Element::new("style").with_own_text(STYLE)
}

/// The style sheet.
const STYLE: &str = include_str!("../assets/board.css");

/// The Content-Security-Policy of a picture: it loads nothing and runs nothing. The only style that it may have is that of the boards.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let hash = BASE64.encode(&Sha256::digest(STYLE));
    format!("default-src 'none'; style-src 'sha256-{hash}'; frame-ancestors 'none'")
});

/// A picture as a reply.
pub(crate) struct Svg;

impl TextFormat for Svg {
    const MEDIA_TYPE: &'static str = "image/svg+xml";
    const CONTENT_TYPE: &'static str = "image/svg+xml";
    const DESCRIPTION: &'static str = "A picture.";

    fn policy() -> Option<&'static str> {
        Some(&POLICY)
    }
}
