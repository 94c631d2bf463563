//! The build fails where a language lacks a text or a placeholder.
#![cfg(test)]

#[cfg(test)]
mod refused {
    use std::{fs, panic};

    use gradus_text::{Style, generate};

    /// Why texts in English, Chinese and Japanese are refused.
    fn refusal(name: &str, texts: [&str; 3]) -> String {
        let folder = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
        fs::create_dir_all(&folder).unwrap();
        for (tag, text) in ["en", "zh", "ja"].iter().zip(texts) {
            fs::write(format!("{folder}/{tag}.toml"), text).unwrap();
        }
        let generated = panic::catch_unwind(|| generate("test", &folder, |_| Style::Functions));
        *generated.unwrap_err().downcast::<String>().unwrap()
    }

    #[test]
    fn a_text_that_a_language_lacks_is_refused() {
        let refused = refusal("lacks", ["[a]\nb = \"b\"", "[a]\nb = \"二\"", "[a]\nc = \"三\""]);
        assert_eq!(refused, "`ja` has no text `a.b`");
        let refused = refusal("more", ["[a]\nb = \"b\"", "[a]\nb = \"二\"\nc = \"三\"", ""]);
        assert!(refused.starts_with("`ja` has no text"), "{refused}");
    }

    #[test]
    fn other_placeholders_are_refused() {
        let texts = ["[a]\nb = \"{n}\"", "[a]\nb = \"{m}\"", "[a]\nb = \"{n}\""];
        assert!(refusal("placeholders", texts).starts_with("`a.b` has other placeholders"));
    }
}
