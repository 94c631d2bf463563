//! Pictures that lie beside a statement.

use std::sync::Arc;

use roxmltree::{Document, ParsingOptions};

/// The largest picture, in bytes.
pub const PICTURE_LIMIT: usize = 1 << 20;

/// The formats of pictures, each with the ends of its files' names.
const FORMATS: [(&str, &[&str]); 4] = [
    ("image/png", &["png"]),
    ("image/jpeg", &["jpg", "jpeg"]),
    ("image/webp", &["webp"]),
    ("image/svg+xml", &["svg"]),
];

/// The ends of the names of other pictures. They are read to say that they are not served.
const OTHER_ENDS: [&str; 11] =
    ["gif", "avif", "svgz", "bmp", "tif", "tiff", "heic", "ico", "jfif", "apng", "jxl"];

/// A picture beside a statement.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Its media type, such as `image/png`: the one of its content.
    pub media_type: &'static str,
    /// The file.
    pub bytes: Arc<[u8]>,
}

impl Picture {
    /// The media types of pictures.
    pub fn media_types() -> impl Iterator<Item = &'static str> {
        FORMATS.into_iter().map(|(media_type, _)| media_type)
    }

    /// The media type that the end of a file's name stands for; none if the file is not named like a picture.
    pub fn type_of_name(name: &str) -> Option<&'static str> {
        let (_, end) = name.rsplit_once('.')?;
        let is_end = |known: &&str| known.eq_ignore_ascii_case(end);
        FORMATS.into_iter().find(|(_, ends)| ends.iter().any(is_end)).map(|(found, _)| found)
    }

    /// Whether a file is named like a picture, of whatever format.
    pub fn is_picture(name: &str) -> bool {
        let end = name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
        Self::type_of_name(name).is_some() || OTHER_ENDS.contains(&&*end)
    }

    /// A picture, or what is wrong with its file and what helps.
    pub(super) fn read(name: &str, bytes: Vec<u8>) -> Result<Self, (String, String)> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if !name.bytes().all(is_plain) {
            let what =
                "the picture's name has characters other than letters, digits and - _ .".to_owned();
            return Err((what, "rename it, for example to `board-1.png`".to_owned()));
        }
        if bytes.len() > PICTURE_LIMIT {
            let limit = PICTURE_LIMIT / 1024;
            let what = format!("the picture is larger than {limit} KB");
            return Err((what, "save it with fewer pixels or colours".to_owned()));
        }
        let media_type = type_of_content(&bytes);
        if let Some(media_type) =
            media_type.filter(|&found| Some(found) == Self::type_of_name(name))
        {
            return Ok(Self { media_type, bytes: bytes.into() });
        }
        if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| bytes.starts_with(*mark)) {
            let what = "the file is in UTF-16".to_owned();
            return Err((what, "save the SVG as UTF-8".to_owned()));
        }
        if Self::type_of_name(name).is_none() {
            let what = "pictures of this type are not served".to_owned();
            return Err((what, "save it as PNG, JPEG, WebP or SVG, and name it so".to_owned()));
        }
        let found = media_type.unwrap_or("no PNG, JPEG, WebP or SVG");
        let what = format!("the content does not match the file extension: it is {found}");
        Err((
            what,
            "save it as PNG, JPEG, WebP or SVG, with the matching file extension".to_owned(),
        ))
    }
}

/// The media type of a file by its content; none if it is no picture.
fn type_of_content(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => is_svg(bytes).then_some("image/svg+xml"),
    }
}

fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    // Drawing programs write a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text.trim_start_matches('\u{feff}'), options)
        .is_ok_and(|svg| svg.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    const SVG: &[u8] = br#"<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>"#;

    #[test]
    fn a_picture_is_what_its_content_says() {
        for (name, bytes, media_type) in [
            ("board.png", PNG, "image/png"),
            ("BOARD-1.PNG", PNG, "image/png"),
            ("a.jpg", b"\xff\xd8\xff\xe0", "image/jpeg"),
            ("a.jpeg", b"\xff\xd8\xff\xe0", "image/jpeg"),
            ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
            ("a.svg", SVG, "image/svg+xml"),
        ] {
            assert_eq!(Picture::read(name, bytes.to_vec()).unwrap().media_type, media_type);
        }
        for (name, bytes, what) in [
            ("a.png", SVG, "it is image/svg+xml"),
            ("a.jpg", PNG, "it is image/png"),
            ("a.png", b"", "it is no PNG"),
            ("a.webp", b"RIFF\0\0\0\0WAVE", "it is no PNG"),
            ("a.svg", b"<html xmlns=\"http://www.w3.org/1999/xhtml\"/>", "it is no PNG"),
            ("a.svg", b"<svg xmlns=\"http://www.w3.org/2000/svg\">", "it is no PNG"),
            ("a.svg", b"<svg/>", "it is no PNG"),
            ("a.svg", b"\xff\xfe<\0s\0", "in UTF-16"),
            ("a.gif", b"GIF89a", "this type"),
            ("a.SVGZ", b"\x1f\x8b", "this type"),
            ("my board.png", PNG, "name"),
            ("\u{677f}.png", PNG, "name"),
        ] {
            let (found, _) = Picture::read(name, bytes.to_vec()).unwrap_err();
            assert!(found.contains(what), "{name}: {found}");
        }
        let large = vec![0; PICTURE_LIMIT + 1];
        assert!(Picture::read("a.png", large).unwrap_err().0.contains("larger than 1024 KB"));
    }

    #[test]
    fn a_name_with_another_end_is_no_picture() {
        for name in ["board.gif", "png", "board", "board.png.txt", ".svgz"] {
            assert_eq!(Picture::type_of_name(name), None, "{name}");
            assert_eq!(
                Picture::is_picture(name),
                !matches!(name, "png" | "board" | "board.png.txt"),
                "{name}"
            );
        }
    }
}
