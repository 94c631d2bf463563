//! New keys, which are shown once.

use askama::Template;
use data_encoding::BASE64;

use crate::pages::frame::Frame;

/// New keys.
pub(crate) struct NewKeys(Vec<(String, String)>);

impl NewKeys {
    /// These names with their keys; none if there are none.
    pub(crate) fn of(keys: Vec<(String, String)>) -> Option<Self> {
        (!keys.is_empty()).then_some(Self(keys))
    }

    /// As a file: a line for each.
    pub(super) fn csv(&self) -> String {
        // A name has neither quotes nor commas in it.
        let lines = self.0.iter().map(|(name, key)| format!("{name},{key}\r\n"));
        std::iter::once("name,key\r\n".to_owned()).chain(lines).collect()
    }

    /// The address of the file, which has the whole file in it: it is not on the server.
    pub(super) fn download(&self) -> String {
        // With a byte order mark, by which spreadsheets know the encoding.
        let file = format!("\u{feff}{}", self.csv());
        format!("data:text/csv;charset=utf-8;base64,{}", BASE64.encode(file.as_bytes()))
    }
}

/// A new key.
#[derive(Template)]
#[template(path = "instructor/key.html")]
pub(crate) struct KeyPage {
    pub(crate) frame: Frame,
    title: String,
    keys: NewKeys,
    /// Where it goes on.
    back: String,
}

impl KeyPage {
    /// The page with somebody's new key, from which a link leads back.
    pub(crate) fn new(frame: Frame, name: String, key: String, back: String) -> Self {
        let title = frame.words().key_of(&name);
        Self { frame, title, keys: NewKeys(vec![(name, key)]), back }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_a_file_of_names_and_keys() {
        let keys = NewKeys::of(vec![("Ada".to_owned(), "gk_1".to_owned())]).unwrap();
        assert_eq!(keys.csv(), "name,key\r\nAda,gk_1\r\n");
        let (_, file) =
            keys.download().split_once(',').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        let file = BASE64.decode(file.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(file).unwrap(), format!("\u{feff}{}", keys.csv()));
        assert!(NewKeys::of(Vec::new()).is_none());
    }
}
