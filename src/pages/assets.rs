//! What pages load besides themselves: style, scripts, the icon, and the viewer of the API. They are in the binary.
//!
//! Their addresses have a hash of all of them in it, so that browsers may keep them for good, and scripts can name each other by
//! their file names.

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "src/pages/assets/"]
struct Files;

/// Swagger UI, which is described in its folder. The beginning of the script names the file with the licences.
static VIEWER: [(&str, &[u8]); 3] = [
    ("swagger-ui.css", include_bytes!("vendor/swagger-ui/swagger-ui.css")),
    ("swagger-ui-bundle.js", include_bytes!("vendor/swagger-ui/swagger-ui-bundle.js")),
    (
        "swagger-ui-bundle.js.LICENSE.txt",
        include_bytes!("vendor/swagger-ui/swagger-ui-bundle.js.LICENSE.txt"),
    ),
];

/// The hash of all files, in hexadecimal digits.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    for Asset { name, bytes, .. } in all() {
        hasher.update(name.as_bytes());
        hasher.update(&bytes);
    }
    hasher.finalize().to_hex().chars().take(16).collect()
});

/// A file that pages load.
pub(crate) struct Asset {
    pub(crate) name: Cow<'static, str>,
    pub(crate) content_type: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
}

/// The types of files by the ends of their names.
const TYPES: [(&str, &str); 4] = [
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".txt", "text/plain; charset=utf-8"),
];

/// The media types of files.
pub(crate) const MEDIA_TYPES: [&str; 4] =
    ["text/css", "text/javascript", "image/svg+xml", "text/plain"];

/// All files that pages load.
pub(crate) fn all() -> impl Iterator<Item = Asset> {
    let own = Files::iter().filter_map(|name| {
        let bytes = Files::get(&name)?.data;
        Some((name, bytes))
    });
    let viewer = VIEWER.iter().map(|&(name, bytes)| (Cow::Borrowed(name), Cow::Borrowed(bytes)));
    own.chain(viewer).filter_map(|(name, bytes)| {
        let &(_, content_type) = TYPES.iter().find(|(end, _)| name.ends_with(end))?;
        Some(Asset { name, content_type, bytes })
    })
}

/// The address of a file, on a server with this prefix.
pub(crate) fn address(prefix: &str, name: &str) -> String {
    format!("{prefix}/assets/{}/{name}", *HASH)
}

/// Whether an address with this hash names a file of now; otherwise the files have changed since.
pub(crate) fn is_current(hash: &str) -> bool {
    hash == *HASH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_type_and_something_in_it() {
        let names: Vec<_> = all().map(|asset| asset.name).collect();
        assert_eq!(names.len(), Files::iter().count() + VIEWER.len());
        assert!(all().all(|asset| !asset.bytes.is_empty()));
        let types = TYPES.map(|(_, content_type)| content_type);
        assert!(types.iter().zip(MEDIA_TYPES).all(|(full, short)| full.starts_with(short)));
    }

    #[test]
    fn an_address_is_that_of_the_files_of_now() {
        let address = address("/prog1", "style.css");
        let address = address.strip_prefix("/prog1/assets/").unwrap();
        let (hash, name) = address.split_once('/').unwrap();
        assert!(is_current(hash) && name == "style.css" && !is_current("0"));
    }
}
