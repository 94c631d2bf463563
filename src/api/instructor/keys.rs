//! New keys, which are shown once.

use askama::Template;
use data_encoding::BASE64;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::class::ImportedLearner;
use crate::course::{LearnerKey, LearnerName};
use crate::pages::frame::Frame;

/// A name with its new key.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewKey {
    is_success: bool,
    name: String,
    /// The key. It is shown only in this reply: the server stores its hash.
    key: String,
}

/// The page with somebody's new key.
#[derive(Template)]
#[template(path = "instructor/key.html")]
pub(super) struct KeyPage {
    pub(super) frame: Frame,
    title: String,
    keys: Vec<ImportedLearner>,
    /// Where the link leads.
    back: String,
}

impl NewKey {
    pub(super) fn of(name: &LearnerName, key: &LearnerKey) -> Self {
        Self { is_success: true, name: name.to_string(), key: key.reveal().to_owned() }
    }

    /// The page that shows the key, from which a link leads back.
    pub(super) fn page(self, frame: Frame, back: String) -> KeyPage {
        let Self { name, key, .. } = self;
        let title = frame.words().key_of(&name);
        KeyPage { frame, title, keys: vec![ImportedLearner { name, key }], back }
    }
}

/// New keys as a file: a line for each.
pub(crate) fn csv(keys: &[ImportedLearner]) -> String {
    // A name has neither quotes nor commas in it.
    let lines = keys.iter().map(|new| format!("{},{}\r\n", new.name, new.key));
    std::iter::once("name,key\r\n".to_owned()).chain(lines).collect()
}

/// The address of the file, which has the whole file in it: it is not on the server.
pub(crate) fn download(keys: &[ImportedLearner]) -> String {
    // With a byte order mark, by which spreadsheets know the encoding.
    let file = format!("\u{feff}{}", csv(keys));
    format!("data:text/csv;charset=utf-8;base64,{}", BASE64.encode(file.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_a_file_of_names_and_keys() {
        let keys = [ImportedLearner { name: "Ada".to_owned(), key: "gk_1".to_owned() }];
        assert_eq!(csv(&keys), "name,key\r\nAda,gk_1\r\n");
        let download = download(&keys);
        let (_, file) = download.split_once(',').unwrap();
        let file = BASE64.decode(file.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(file).unwrap(), format!("\u{feff}{}", csv(&keys)));
    }
}
