//! Learners: their names and their keys.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use gradus_text::Text;
use serde::Serialize;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_security::skeleton;

use super::member::{Details, SectionName};
use crate::texts;
use gradus_step::Timestamp;

/// The longest name, in characters.
pub const NAME_LIMIT: usize = 64;

/// A learner's name: 1–64 letters of any script with their marks, digits, single blanks, and the marks that names have, such as `- ' ’ · . ( )`;
/// at least one letter or digit. It is normalized (NFKC), so that one name is written in one way.
///
/// It has no `:`, because HTTP Basic sends `name:key`.
///
/// ```
/// use gradus_course::LearnerName;
///
/// let name: LearnerName = " 小林 Ada ".parse()?;
/// assert_eq!(name.as_str(), "小林 Ada");
/// assert_eq!("O´Brien".parse::<LearnerName>()?.as_str(), "O’Brien");
/// assert!("a\u{7}b".parse::<LearnerName>().is_err());
/// # Ok::<(), gradus_course::NotAName>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LearnerName(String);

/// Why a text is not a learner's name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.what().english())]
pub enum NotAName {
    /// The text is empty or blank.
    Empty,
    /// More than [`NAME_LIMIT`] characters.
    Long(usize),
    /// A character that is not allowed.
    Character {
        /// The character.
        found: char,
        /// Its position, from 1.
        position: usize,
    },
    /// Punctuation only.
    NoLetter,
}

impl LearnerName {
    /// The name as it was registered, without blanks around it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form in which names are compared: `Ada` and `ada` are one learner.
    pub fn folded(&self) -> String {
        // Upper case first: `ß` and `SS`, and the two small forms of sigma, become the same.
        self.0.to_uppercase().to_lowercase()
    }

    /// What the name has in common with those that look like it (Unicode's skeleton, UTS 39): `admin` with a Cyrillic `а` is `admin`.
    pub fn skeleton(&self) -> String {
        seen_skeleton(&self.0)
    }

    /// The skeleton of the folded name. Names look alike if they have one of the two in common: `Аdmin` and `admin` have this one,
    /// `paypaI` and `paypal` the other one.
    pub fn folded_skeleton(&self) -> String {
        seen_skeleton(&self.folded())
    }

    /// Whether people may take one name for the other.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.skeleton() == other.skeleton() || self.folded_skeleton() == other.folded_skeleton()
    }
}

/// The skeleton of a text without its joiners, which are often not seen.
fn seen_skeleton(text: &str) -> String {
    skeleton(text).filter(|c| !JOINERS.contains(c)).collect()
}

impl NotAName {
    /// What is wrong with the text.
    pub fn what(&self) -> Text {
        match self {
            Self::Empty => texts::name::empty(),
            Self::Long(count) => texts::name::long(count),
            Self::Character { found, position } => {
                texts::name::character(format!("{found:?}"), position)
            }
            Self::NoLetter => texts::name::no_letter(),
        }
    }

    /// What a name is.
    pub fn expected() -> Text {
        texts::name::expected(". · _ + @ ( ) / ! \"")
    }

    /// What is wrong with the text, and what a name is.
    pub fn message(&self) -> Text {
        texts::name::problem(self.what(), Self::expected())
    }
}

impl FromStr for LearnerName {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Checked first, so that a long text costs nothing more.
        let length = text.trim().chars().count();
        if length > NAME_LIMIT {
            return Err(NotAName::Long(length));
        }
        let composed: String = text.chars().filter_map(typed).nfkc().collect();
        let words: Vec<&str> = composed.split(' ').filter(|word| !word.is_empty()).collect();
        let mut name = words.join(" ");
        if let Some((whole, last)) = name.rsplit_once(',').filter(|(_, last)| is_suffix(last)) {
            name = format!("{} {}", whole.trim(), last.trim());
        }
        let (mut before, mut characters) = (None, name.chars().zip(1..).peekable());
        while let Some((found, position)) = characters.next() {
            let after = characters.peek().map(|&(after, _)| after);
            if !is_allowed(before, found, after) {
                return Err(NotAName::Character { found, position });
            }
            before = Some(found);
        }
        match name.chars().count() {
            0 => Err(NotAName::Empty),
            length if length > NAME_LIMIT => Err(NotAName::Long(length)),
            _ if !name.chars().any(char::is_alphanumeric) => Err(NotAName::NoLetter),
            _ => Ok(Self(name)),
        }
    }
}

/// Whether a text may follow a name behind a comma without being a part of the name: `King, Jr.`
pub(super) fn is_suffix(text: &str) -> bool {
    let text = text.trim().replace('.', "").to_lowercase();
    ["jr", "sr", "ii", "iii", "iv", "phd", "md", "msc", "bsc", "esq"].contains(&&*text)
}

/// A character as it is kept: the marks that people type for an apostrophe or a hyphen become one, and none is kept that nobody sees.
fn typed(c: char) -> Option<char> {
    Some(match c {
        '´' | '`' | '′' | '‛' | '\u{55A}' => '’',
        '‐' | '‑' | '‒' | '−' | '﹣' => '-',
        '•' | '‧' | '∙' | '⋅' => '·',
        '＝' => '゠',
        // Marks for the direction of a text, a soft hyphen, blanks and joiners without width, and the variants of one letter.
        '\u{200E}'
        | '\u{200F}'
        | '\u{61C}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{AD}'
        | '\u{200B}'
        | '\u{2060}'
        | '\u{FEFF}'
        | '\u{180B}'..='\u{180D}'
        | '\u{180F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{E0100}'..='\u{E01EF}' => return None,
        '\t' => ' ',
        c => c,
    })
}

/// Characters without width that some scripts need within a word: joiners, and the vowel separator of Mongolian.
const JOINERS: [char; 3] = ['\u{200C}', '\u{200D}', '\u{180E}'];

/// Whether a name may have this character between two others.
fn is_allowed(before: Option<char>, c: char, after: Option<char>) -> bool {
    // Invisible characters that Unicode counts as letters or marks: the fillers of Hangul and of Khmer, and the joiner of graphemes.
    let is_invisible = matches!(c, '\u{34F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}');
    let is_mark = before.is_some() && is_combining_mark(c);
    // Beside a virama a joiner chooses the form of a conjunct. Behind a letter that is joined in writing, it ends the form (RFC 5892, A.1 and A.2).
    let is_virama = |c: char| canonical_combining_class(c) == 9;
    let is_cursive = |c: char| matches!(c, '\u{620}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{8A0}'..='\u{8FF}' | '\u{1820}'..='\u{18AA}');
    let is_joiner = JOINERS.contains(&c)
        && before.is_some_and(|before| {
            is_virama(before) || is_cursive(before) || after.is_some_and(is_virama)
        });
    let is_of_names = " ._-–'‘’+@()/!\"“”·・゠־׳״་֊॰፡".contains(c);
    !is_invisible && (c.is_alphanumeric() || is_mark || is_joiner || is_of_names)
}

impl fmt::Display for LearnerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The letter that a digit is written for in `Y0u` and `1nstruct0r`.
fn spelt_out(c: char) -> char {
    match c {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        c => c,
    }
}

/// What the scoreboard, the server and the people behind it are called: with capitals, so that an `l` is taken for an `I`.
const RESERVED: &str = "
    You Me Gradus Server System Computer Anonymous Everybody
    Admin Administrator Moderator Staff Official Support
    Instructor Instructors Theinstructor Yourinstructor Courseinstructor Gradusinstructor Teacher Tutor Professor Lecturer
    Gradusteam Gradusadmin Gradussystem Gradusserver Gradusofficial
    你 您 我 系统 服务器 电脑 匿名 管理员 教师 老师 讲师 教授 助教
    あなた 自分 システム サーバー コンピューター 匿名 管理者 教員 教師 先生 講師 教授
";

/// The name under which a learner is on the scoreboard, chosen by the learner. It is formed as a learner's name is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nickname(LearnerName);

impl Nickname {
    /// The nickname as a name, with the forms in which names are compared.
    pub fn as_name(&self) -> &LearnerName {
        &self.0
    }

    /// Whether people may take the nickname for a name of the system or of an instructor, with or without digits and other marks: `Instructor 2`,
    /// `Y0u`.
    pub fn is_reserved(&self) -> bool {
        let only = |is_kept: fn(char) -> bool| {
            let text: String = self.as_str().chars().filter(|&c| is_kept(c)).collect();
            text.parse::<LearnerName>().ok()
        };
        let spelt_out = self.as_str().chars().filter(|c| c.is_alphanumeric()).map(spelt_out);
        let spelt_out = spelt_out.collect::<String>().parse().ok();
        let forms = [only(char::is_alphanumeric), only(char::is_alphabetic), spelt_out];
        let reserved = RESERVED.split_whitespace().filter_map(|word| word.parse().ok());
        reserved.into_iter().any(|word| forms.iter().flatten().any(|form| form.looks_like(&word)))
    }

    /// The nickname as it was chosen.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for Nickname {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        text.parse().map(Self)
    }
}

/// The beginning of an instructor's key.
pub const INSTRUCTOR_KEY: &str = "gi_";

/// A learner's key, shown once when they register.
#[derive(Clone, PartialEq, Eq)]
pub struct LearnerKey(String);

impl LearnerKey {
    /// A key from 24 bytes of a cryptographic random source.
    pub fn from_bytes(bytes: [u8; 24]) -> Self {
        Self(format!("gk_{}", BASE64URL_NOPAD.encode(&bytes)))
    }

    /// An instructor's key, which is told from a learner's by its beginning.
    pub fn of_instructor(bytes: [u8; 24]) -> Self {
        Self(format!("{INSTRUCTOR_KEY}{}", BASE64URL_NOPAD.encode(&bytes)))
    }

    /// The key in full, for the one reply that shows it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored instead of the key.
    pub fn hash(&self) -> KeyHash {
        KeyHash::of(&self.0)
    }
}

/// The stored hash of a key. Keys are long and random, so a fast hash is secure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// The hash of a text that may be a key.
    pub fn of(key: &str) -> Self {
        Self(blake3::derive_key("gradus 2026-11 learner keys", key.as_bytes()))
    }

    /// The hash's 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A learner's id in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct LearnerId(pub i64);

impl From<i64> for LearnerId {
    fn from(id: i64) -> Self {
        Self(id)
    }
}

/// A registered learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learner {
    /// The id in the database.
    pub id: LearnerId,
    /// The name, as registered.
    pub name: LearnerName,
    /// The section of the class; none for somebody who registered without one.
    pub section: Option<SectionName>,
    /// Whether an instructor has put the learner on the roster; otherwise they have registered themselves, under any name.
    pub is_on_roster: bool,
    /// The student id.
    pub student_id: Option<String>,
    /// Whether another learner has the same name. Then both have a student id.
    pub has_namesake: bool,
}

impl Learner {
    /// The name, with the student id if another learner has the same name: `Ada Lovelace (1001)`.
    pub fn label(&self) -> String {
        match &self.student_id {
            Some(id) if self.has_namesake => format!("{} ({id})", self.name),
            _ => self.name.to_string(),
        }
    }

    /// The learner by the id, with the section, as decisions are found.
    pub fn in_section(&self) -> (LearnerId, Option<&SectionName>) {
        (self.id, self.section.as_ref())
    }
}

/// How a course and an instructor refer to a learner: by the name, or by the student id as `id:1001`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnerRef {
    /// The name.
    Name(LearnerName),
    /// The student id.
    StudentId(String),
}

impl LearnerRef {
    /// The form in which references are compared. A folded name has no colon in it.
    pub fn folded(&self) -> String {
        match self {
            Self::Name(name) => name.folded(),
            Self::StudentId(_) => self.to_string(),
        }
    }
}

impl FromStr for LearnerRef {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        match text.trim().strip_prefix("id:").map(str::trim) {
            Some("") => Err(NotAName::Empty),
            Some(id) => Ok(Self::StudentId(id.to_owned())),
            None => text.parse().map(Self::Name),
        }
    }
}

impl fmt::Display for LearnerRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::StudentId(id) => write!(f, "id:{id}"),
        }
    }
}

/// A learner as instructors see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterEntry {
    /// The learner.
    pub learner: Learner,
    /// What a class list says of them.
    pub details: Details,
    /// The name on the scoreboard.
    pub nickname: Option<Nickname>,
    /// When they were registered.
    pub registered_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn name(text: &str) -> LearnerName {
        text.parse().unwrap()
    }

    #[test]
    fn names_of_many_scripts_are_names() {
        for text in
            ["Ada", "小林", "विक्रम", "น้ำ", "سيتا", "O’Brien", "Anne–Marie", "R2-D2", "Nguyễn"]
        {
            assert!(!name(text).as_str().is_empty(), "{text}");
        }
    }

    #[test]
    fn realistic_names_of_all_scripts_are_accepted_and_told_apart() {
        let list = include_str!("../../../tests/data/names.tsv");
        let lines = list.lines().filter(|line| !line.starts_with('#'));
        let names: Vec<&str> = lines.map(|line| line.split('\t').nth(2).unwrap()).collect();
        assert!(names.len() > 400);
        let (mut seen, mut faults) = (HashMap::new(), Vec::new());
        for text in names {
            match text.parse::<LearnerName>() {
                Err(error) => faults.push(format!("{text:?}: {error}")),
                Ok(name) if name.as_str().parse().as_ref() != Ok(&name) => {
                    faults.push(format!("{text:?} is read again as another name"));
                }
                Ok(name) => {
                    let forms = [(0, name.skeleton()), (1, name.folded_skeleton())];
                    let alike = forms.into_iter().filter_map(|form| seen.insert(form, text));
                    faults.extend(alike.map(|other| format!("{text} looks like {other}")));
                }
            }
        }
        assert_eq!(faults, Vec::<String>::new());
    }

    #[test]
    fn marks_that_are_typed_for_others_become_these() {
        for typed in ["O´Brien", "O`Brien", "O′Brien"] {
            assert_eq!(name(typed).as_str(), "O’Brien");
        }
        for typed in
            ["Anne\u{2010}Marie", "Anne\u{2011}Marie", "Anne\u{2212}Marie", "Anne\u{AD}-Marie"]
        {
            assert_eq!(name(typed).as_str(), "Anne-Marie");
        }
        assert_eq!(name("ジャン＝リュック").as_str(), "ジャン゠リュック");
        assert_eq!(name("\u{200F}سيتا\u{202C}").as_str(), "سيتا");
        assert_eq!(name("辻\u{E0100}").as_str(), "辻");
        // A joiner is kept, and does not tell two names apart.
        assert_eq!(name("ශ්\u{200D}රී").as_str(), "ශ්\u{200D}රී");
        assert!(name("ශ්\u{200D}රී").looks_like(&name("ශ්රී")));
    }

    #[test]
    fn names_are_normalized() {
        assert_eq!(name("cafe\u{301}"), name("café"));
        assert_eq!(name("\u{FB01}n"), name("fin"));
        assert_eq!(name("ａｄａ"), name("ada"));
        assert_eq!(name(" a   b "), name("a b"));
    }

    #[test]
    fn names_that_differ_only_in_case_are_one_learner() {
        for (one, other) in [("Ada", "aDA"), ("Straße", "STRASSE"), ("σας", "ΣΑΣ"), ("σασ", "ΣΑΣ")]
        {
            assert_eq!(name(one).folded(), name(other).folded());
        }
    }

    #[test]
    fn names_that_look_alike_have_a_skeleton_in_common() {
        let are_alike = |one: &str, other: &str| name(one).looks_like(&name(other));
        // Cyrillic, Greek, mathematical and wide letters; a capital I for an l.
        for other in ["аdmin", "АDMIN", "αdmin", "ɑdmin", "𝐚dmin", "ａｄｍｉｎ", "adrnin"]
        {
            assert!(are_alike("admin", other), "{other}");
        }
        for (one, other) in
            [("paypal", "paypaI"), ("Ада", "Aдa"), ("O’Brien", "O'Brien"), ("二", "ニ")]
        {
            assert!(are_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ian", "Lan"), ("Jose", "José"), ("Ада", "Ada"), ("小林", "小森")]
        {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn invisible_and_ambiguous_names_are_refused() {
        for text in
            ["...", "a:b", "a\u{0}b", "a\u{200D}b", "\u{3164}", "\u{301}", "a,b", "a;b", "<a>"]
        {
            assert!(text.parse::<LearnerName>().is_err(), "{text:?}");
        }
        for text in ["", "  "] {
            assert_eq!(text.parse::<LearnerName>(), Err(NotAName::Empty));
        }
        // A combining mark needs a letter before it.
        let lone_mark = Err(NotAName::Character { found: '\u{301}', position: 1 });
        assert_eq!("\u{301}a".parse::<LearnerName>(), lone_mark);
        assert_eq!("x".repeat(10_000).parse::<LearnerName>(), Err(NotAName::Long(10_000)));
        // A ligature is two letters when it is normalized.
        assert_eq!("\u{FB01}".repeat(40).parse::<LearnerName>(), Err(NotAName::Long(80)));
        assert_eq!(name(&"é".repeat(64)).as_str().chars().count(), 64);
    }
}
