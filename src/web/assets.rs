//! What pages load besides themselves: style, scripts and the icon. They are in the binary.
//!
//! Their addresses have a hash of all of them in it, so that browsers may keep them for good, and scripts can name each other by
//! their file names.

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "src/web/assets/"]
struct Files;

/// The hash of all files, in hexadecimal digits.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    for name in Files::iter() {
        hasher.update(name.as_bytes());
        hasher.update(&Files::get(&name).map(|file| file.data).unwrap_or_default());
    }
    hasher.finalize().to_hex().chars().take(16).collect()
});

/// A file that pages load.
pub(crate) struct Asset {
    pub(crate) content_type: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
}

/// The address of a file.
pub(crate) fn address(name: &str) -> String {
    format!("/assets/{}/{name}", *HASH)
}

/// The file of an address; none if there is no such file, or it has changed since.
pub(crate) fn find(hash: &str, name: &str) -> Option<Asset> {
    let file = Files::get(name).filter(|_| hash == *HASH)?;
    let (_, extension) = name.rsplit_once('.')?;
    let content_type = match extension {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    Some(Asset { content_type, bytes: file.data })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_at_its_address() {
        for name in Files::iter() {
            let address = address(&name);
            let (hash, _) = address.strip_prefix("/assets/").unwrap().split_once('/').unwrap();
            assert!(find(hash, &name).is_some_and(|asset| !asset.bytes.is_empty()), "{name}");
            assert!(find("0", &name).is_none());
        }
    }
}
