//! The generator of accessors, for build scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs};

use super::language::{Language, parse, placeholders};

/// How code finds the texts of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A function for each text, which makes a [`Text`](super::Text).
    Functions,
    /// A struct with a language, and a method for each text, which renders it: for pages, which are in one language.
    Methods,
    /// One list of templates, in which code looks for names.
    List,
}

/// Writes `texts.rs` into `OUT_DIR`: accessors for the texts in the folder, for a module `crate::texts`. `style` says how the texts of a
/// section are found, by the names of its tables joined by dots. Their keys begin with the name of the crate.
///
/// # Panics
///
/// If a file is not TOML, or a language has other texts or other placeholders than English.
#[expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "cargo tells a build script in its environment where to write, and shows its panics"
)]
pub fn generate(crate_name: &str, folder: &str, style: impl Fn(&str) -> Style) {
    println!("cargo:rerun-if-changed={folder}");
    let mut sections: BTreeMap<&str, Vec<(&str, &Translations)>> = BTreeMap::new();
    let texts = read(folder);
    for (key, texts) in &texts {
        let (section, name) = key.rsplit_once('.').expect("a text is in a section");
        sections.entry(section).or_default().push((name, texts));
    }
    let (mut root, mut lists, mut all) = (Module::default(), String::new(), Vec::new());
    for (number, (section, texts)) in sections.into_iter().enumerate() {
        let (list, style) = (format!("T{number}"), style(section));
        lists.extend([format!("static {list}: [Template; {}] = [\n", texts.len())]);
        let mut accessors = String::new();
        for (place, (name, built_in)) in texts.into_iter().enumerate() {
            let [english, ..] = built_in;
            let (key, names) = (format!("{crate_name}.{section}.{name}"), placeholders(english));
            let fields = format!("key: {key:?}, names: &{names:?}, built_in: {built_in:?}");
            lists.extend([format!("Template {{ {fields} }},\n")]);
            accessors += &accessor(style, name, &names, &format!("crate::texts::{list}[{place}]"));
        }
        lists += "];\n";
        root.add(section, style, &list, &accessors);
        all.push(format!("&{list}"));
    }
    let code = format!(
        "use gradus_text::Template;\n\n/// The texts of this crate.\n\
         pub static ALL: &[&[Template]] = &[{}];\n\n{}\n{lists}",
        all.join(", "),
        root.code(),
    );
    let out = env::var("OUT_DIR").expect("build scripts have `OUT_DIR`");
    fs::write(format!("{out}/texts.rs"), code).expect("`OUT_DIR` can be written");
}

/// A text in each language.
type Translations = [String; Language::BUILT_IN.len()];

/// The texts of a folder by their keys.
#[expect(clippy::panic, reason = "the message names what is wrong with the texts")]
fn read(folder: &str) -> BTreeMap<String, Translations> {
    let mut languages = Language::BUILT_IN.map(|tag| {
        let file = format!("{folder}/{tag}.toml");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        parse(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
    });
    let keys: BTreeSet<String> = languages.iter().flat_map(|texts| texts.keys().cloned()).collect();
    let text_of = |key: String| {
        let mut tags = Language::BUILT_IN.iter();
        let texts = languages.each_mut().map(|texts| {
            let tag = tags.next().copied().unwrap_or_default();
            texts.remove(&key).unwrap_or_else(|| panic!("`{tag}` has no text `{key}`"))
        });
        let names = |text: &String| {
            placeholders(text).into_iter().map(str::to_owned).collect::<BTreeSet<_>>()
        };
        let expected = texts.first().map(names);
        let is_same = texts.iter().all(|text| Some(names(text)) == expected);
        assert!(is_same, "`{key}` has other placeholders in one language than in another");
        (key, texts)
    };
    keys.into_iter().map(text_of).collect()
}

/// A module of accessors, with those in it.
#[derive(Default)]
struct Module {
    code: String,
    inner: BTreeMap<String, Module>,
}

impl Module {
    /// Adds the accessors of a section.
    fn add(&mut self, section: &str, style: Style, list: &str, accessors: &str) {
        let (outer, own) = section.rsplit_once('.').unwrap_or(("", section));
        let mut module = self;
        for name in outer.split('.').filter(|name| !name.is_empty()) {
            module = module.inner.entry(identifier(name)).or_default();
        }
        let name = identifier(own);
        match style {
            Style::Functions => module.inner.entry(name).or_default().code += accessors,
            Style::List => {
                let name = name.to_uppercase();
                module.code.extend([format!(
                    "pub(crate) const {name}: &[gradus_text::Template] = &crate::texts::{list};\n"
                )]);
            }
            Style::Methods => {
                let words = own.split('-').map(|word| {
                    let (first, rest) = word.split_at(1);
                    first.to_uppercase() + rest
                });
                let name: String = words.collect();
                module.code.extend([format!(
                    "#[derive(Clone, Copy)]\n\
                     pub(crate) struct {name}(pub(crate) gradus_text::Language);\n\
                     impl {name} {{\n{accessors}}}\n"
                )]);
            }
        }
    }

    fn code(&self) -> String {
        let inner = self.inner.iter();
        let inner =
            inner.map(|(name, module)| format!("pub(crate) mod {name} {{\n{}}}\n", module.code()));
        self.code.clone() + &inner.collect::<String>()
    }
}

/// The function or the method of a text.
fn accessor(style: Style, name: &str, values: &[&str], template: &str) -> String {
    let name = identifier(name);
    // A path is its own value.
    let is_argument = |value: &&&str| !value.starts_with('/');
    let arguments = values.iter().filter(is_argument);
    let arguments: Vec<String> =
        arguments.map(|value| format!("{value}: impl Into<gradus_text::Text>")).collect();
    let arguments = arguments.join(", ");
    let value = |value: &&str| match value.strip_prefix('/') {
        Some(_) => format!("gradus_text::Text::Path({value:?})"),
        None => format!("{value}.into()"),
    };
    let texts: Vec<String> = values.iter().map(value).collect();
    let filled =
        format!("gradus_text::Text::Template(&{template}, Box::new([{}]))", texts.join(", "));
    let has_path = values.iter().any(|value| value.starts_with('/'));
    assert!(style == Style::Functions || !has_path, "`{name}`: a template has the links of a page");
    match style {
        Style::List => String::new(),
        Style::Functions if values.is_empty() => {
            format!("pub(crate) fn {name}() -> gradus_text::Text {{ (&{template}).into() }}\n")
        }
        Style::Functions => {
            format!("pub(crate) fn {name}({arguments}) -> gradus_text::Text {{ {filled} }}\n")
        }
        Style::Methods if values.is_empty() => {
            format!("pub(crate) fn {name}(self) -> &'static str {{ {template}.get(self.0) }}\n")
        }
        Style::Methods => format!(
            "pub(crate) fn {name}(self, {arguments}) -> String {{ {filled}.render(self.0).into_owned() }}\n"
        ),
    }
}

/// A name as Rust writes it.
fn identifier(name: &str) -> String {
    name.replace('-', "_")
}
