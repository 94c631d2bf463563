//! A step's statement: Markdown with a title and a sample that `check` runs.
//!
//! ````text
//! # Line patterns                    the first heading is the title
//! …
//! ```json task                       the sample task: the kind's own fields
//! {"board": "…", "coord": ["ig"]}
//! ```
//! ```text answer                     its answer, items joined by commas
//! ...ox.o..,....xo...
//! ```
//! ````

use std::cmp::Reverse;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde_json::Value;

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::identity::StepNumber;
use gradus_text::Language;

/// Where a statement names the server's own address.
const SERVER_MARK: &str = "{{server}}";

/// How the sample task is fenced.
const TASK_FENCE: &str = "json task";

/// How the sample's answer is fenced.
const ANSWER_FENCE: &str = "text answer";

/// A statement in one language.
#[derive(Clone, Debug)]
pub struct Statement {
    language: Language,
    markdown: String,
    title: String,
    title_as_json: String,
    sample_task: Fence,
    sample_answer: Fence,
}

/// A fenced block of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The text between the fences.
    pub text: String,
    /// The line of its opening fence, from 1.
    pub line: usize,
    /// The byte range of the block in the Markdown, its fences included.
    span: Range<usize>,
}

impl Statement {
    /// Reads a statement; `file` names it in the diagnostics.
    pub(super) fn parse(
        file: &str,
        language: Language,
        markdown: String,
    ) -> Result<Self, Vec<Diagnostic>> {
        let outline = Outline::of(&markdown);
        if !outline.repeated.is_empty() {
            let repeated = outline.repeated.into_iter().map(|(info, line)| {
                let what = format!("a second block fenced as ```{info}");
                Diagnostic::new(DiagnosticCode::StatementSample, file, what, "leave one")
                    .on_line(line)
            });
            return Err(repeated.collect());
        }
        match (outline.title, outline.sample_task, outline.sample_answer) {
            (Some(title), Some(sample_task), Some(sample_answer)) => {
                let title_as_json = Value::from(title.as_str()).to_string();
                Ok(Self { language, markdown, title, title_as_json, sample_task, sample_answer })
            }
            (title, task, answer) => {
                let title = title.is_none().then(|| {
                    let help = "begin with a line `# Title`";
                    Diagnostic::new(DiagnosticCode::StatementTitle, file, "no title", help)
                });
                let sample = |what: &str, fence: &str| {
                    let help = format!(
                        "add a block fenced as ```{fence}; it may be empty until `gradus sample` writes it"
                    );
                    Diagnostic::new(DiagnosticCode::StatementSample, file, what, help)
                };
                let task = task.is_none().then(|| sample("no sample task", TASK_FENCE));
                let answer = answer.is_none().then(|| sample("no sample answer", ANSWER_FENCE));
                Err([title, task, answer].into_iter().flatten().collect())
            }
        }
    }

    /// The language that it is written in.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("statement.{}.md", self.language)
    }

    /// The title: the first heading.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The title as JSON text, with its quotation marks.
    pub fn title_as_json(&self) -> &str {
        &self.title_as_json
    }

    /// The sample task, as JSON.
    pub fn sample_task(&self) -> &Fence {
        &self.sample_task
    }

    /// The sample task's answer.
    pub fn sample_answer(&self) -> &Fence {
        &self.sample_answer
    }

    /// The Markdown with another sample, with the line ends that it has, and everything else as it is.
    pub fn with_sample(&self, task: &str, answer: &str) -> String {
        let mut blocks =
            [(&self.sample_task, TASK_FENCE, task), (&self.sample_answer, ANSWER_FENCE, answer)];
        // From the last to the first, so that the places of those before stay what they are.
        blocks.sort_by_key(|(fence, ..)| Reverse(fence.line));
        let mut markdown = self.markdown.clone();
        for (fence, info, text) in blocks {
            let block = format!("```{info}\n{}\n```", text.trim_end());
            let block =
                if self.markdown.contains("\r\n") { block.replace('\n', "\r\n") } else { block };
            markdown.replace_range(fence.span.clone(), &block);
        }
        markdown
    }

    /// Lints a statement that can be read: addresses of other steps, and placeholders that are not filled in.
    pub(super) fn lint(&self, number: Option<StepNumber>, file: &str) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (text, line) in self.markdown.lines().zip(1..) {
            for mark in unknown_placeholders(text) {
                let what = format!("nothing is filled in for {mark}");
                let help = format!("write `{SERVER_MARK}` for the server's own address");
                let code = DiagnosticCode::StatementMark;
                diagnostics.push(Diagnostic::new(code, file, what, help).on_line(line));
            }
            let Some(own) = number else { continue };
            for (name, found) in other_steps(text, own) {
                let what = format!("the address is that of {name}{found}, but this is step {own}");
                let help = format!("write {name}{own}, or name the other step without its address");
                let code = DiagnosticCode::StatementAddress;
                diagnostics.push(Diagnostic::new(code, file, what, help).on_line(line));
            }
        }
        diagnostics
    }

    /// The Markdown, with the server's address in its examples.
    pub fn markdown(&self, server: &str) -> String {
        self.markdown.replace(SERVER_MARK, server)
    }

    /// The statement as the inside of an HTML body, with the server's address in its examples.
    pub fn html(&self, server: &str) -> String {
        let markdown = self.markdown(server);
        let mut page = String::with_capacity(markdown.len() * 2);
        let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES).collect();
        html::push_html(&mut page, without_blanks(events));
        // A wide block is scrolled with the keyboard only when it can have the focus.
        page.replace("<pre>", r#"<pre tabindex="0">"#)
    }
}

/// The parts of a statement. A line break beside a Chinese or Japanese character is left out: it would be shown as a blank, which such
/// texts do not have.
fn without_blanks(events: Vec<Event>) -> impl Iterator<Item = Event> {
    let is_wide = |letter: Option<char>| letter.is_some_and(|letter| letter >= '\u{2e80}');
    let is_shown = |(place, event): (usize, &Event<'_>)| {
        let (before, after) = events.split_at(place);
        let last = || before.iter().rev().find_map(text_of).and_then(|text| text.chars().last());
        let next = || after.iter().find_map(text_of).and_then(|text| text.chars().next());
        *event != Event::SoftBreak || !is_wide(last()) && !is_wide(next())
    };
    let are_shown: Vec<bool> = events.iter().enumerate().map(is_shown).collect();
    events.into_iter().zip(are_shown).filter_map(|(event, is_shown)| is_shown.then_some(event))
}

fn text_of<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        _ => None,
    }
}

/// The addresses of other steps in a line. A step's address is one of this server that begins with a name and the step's number.
fn other_steps(line: &str, own: StepNumber) -> impl Iterator<Item = (&str, &str)> {
    let addresses = line.split(SERVER_MARK).skip(1);
    let names = addresses.filter_map(|rest| {
        let rest = rest.strip_prefix('/')?;
        let word = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        Some(word.split_at(word.trim_end_matches(|c: char| c.is_ascii_digit()).len()))
    });
    names.filter(move |(_, number)| !number.is_empty() && *number != own.to_string())
}

/// Placeholders other than [`SERVER_MARK`]: words between double braces.
fn unknown_placeholders(line: &str) -> impl Iterator<Item = String> {
    line.split("{{").skip(1).filter_map(|rest| {
        let (word, _) = rest.split_once("}}")?;
        let is_word = word.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        let mark = format!("{{{{{word}}}}}");
        (is_word && mark != SERVER_MARK).then_some(mark)
    })
}

/// The required parts of a statement, as far as they were found.
#[derive(Default)]
struct Outline {
    title: Option<String>,
    sample_task: Option<Fence>,
    sample_answer: Option<Fence>,
    /// Fences that occur more than once, with their lines.
    repeated: Vec<(String, usize)>,
}

impl Outline {
    fn of(markdown: &str) -> Self {
        let mut outline = Self::default();
        let mut heading = None;
        let mut fence: Option<(String, Fence)> = None;
        for (event, span) in Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                    heading = Some(String::new());
                }
                Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                    let heading =
                        heading.take().filter(|heading: &String| !heading.trim().is_empty());
                    outline.title = outline.title.take().or(heading);
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let before = markdown.bytes().take(span.start);
                    let line = 1 + before.filter(|&byte| byte == b'\n').count();
                    fence = Some((info.to_string(), Fence { text: String::new(), line, span }));
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let Some((info, fence)) = fence.take() {
                        outline.keep(&info, fence);
                    }
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some((_, fence)) = &mut fence {
                        fence.text.push_str(&text);
                    } else if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        outline
    }

    fn keep(&mut self, info: &str, fence: Fence) {
        let slot = match info {
            TASK_FENCE => &mut self.sample_task,
            ANSWER_FENCE => &mut self.sample_answer,
            _ => return,
        };
        if slot.is_some() {
            self.repeated.push((info.to_owned(), fence.line));
        } else {
            *slot = Some(fence);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str =
        "# The `word`\n\nText.\n\n```json task\n{}\n```\n\n```text answer\na,\nb\n```\n";

    #[test]
    fn a_statement_has_a_title_and_a_sample() {
        let statement = Statement::parse("s.md", Language::ENGLISH, WHOLE.to_owned()).unwrap();
        assert_eq!(statement.title(), "The word");
        let fence = |fence: &Fence| (fence.text.clone(), fence.line);
        assert_eq!(fence(statement.sample_task()), ("{}\n".into(), 5));
        assert_eq!(fence(statement.sample_answer()), ("a,\nb\n".into(), 9));
    }

    #[test]
    fn a_line_break_is_no_blank_beside_a_wide_character() {
        let lines = "石を\n置く。\n`a` or\nb";
        let text = WHOLE.replace("Text.", lines);
        let statement = Statement::parse("s.md", Language::JAPANESE, text).unwrap();
        let html = statement.html("");
        assert!(html.contains("<p>石を置く。<code>a</code> or\nb</p>"), "{html}");
    }

    #[test]
    fn a_sample_is_exchanged_and_the_rest_stays() {
        let statement = Statement::parse("s.md", Language::ENGLISH, WHOLE.to_owned()).unwrap();
        let expected = WHOLE.replace("{}", "[1]").replace("a,\nb", "c");
        assert_eq!(statement.with_sample("[1]\n", "c"), expected);
        let first = "```text answer\na\n```\n\n# T\n\n~~~json task\n~~~\n";
        let statement = Statement::parse("s.md", Language::ENGLISH, first.to_owned()).unwrap();
        let expected = "```text answer\nb\n```\n\n# T\n\n```json task\n{}\n```\n";
        assert_eq!(statement.with_sample("{}", "b"), expected);
    }

    #[test]
    fn line_ends_of_windows_stay_and_read_the_same() {
        let parse = |text: &str| Statement::parse("s.md", Language::ENGLISH, text.to_owned());
        let text = WHOLE.replace("Text.", "Text `a`\nof two lines.");
        let of_windows = text.replace('\n', "\r\n");
        let (unix, windows) = (parse(&text).unwrap(), parse(&of_windows).unwrap());
        assert_eq!(windows.title(), unix.title());
        let fence = |fence: &Fence| (fence.text.clone(), fence.line);
        assert_eq!(fence(windows.sample_task()), fence(unix.sample_task()));
        assert_eq!(fence(windows.sample_answer()), fence(unix.sample_answer()));
        assert_eq!(windows.html("http://x"), unix.html("http://x"));
        assert_eq!(windows.markdown("http://x"), of_windows);
        let sample = |statement: &Statement| statement.with_sample("{\n  \"a\": 1\n}", "c,\nd");
        assert_eq!(sample(&windows), sample(&unix).replace('\n', "\r\n"));
    }

    #[test]
    fn everything_that_is_missing_is_named() {
        let diagnostics =
            Statement::parse("s.md", Language::ENGLISH, "Nothing here.".to_owned()).unwrap_err();
        let texts: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.what.as_str()).collect();
        assert_eq!(texts, ["no title", "no sample task", "no sample answer"]);
    }

    #[test]
    fn only_words_in_double_braces_are_placeholders() {
        let found = |line| unknown_placeholders(line).collect::<Vec<_>>();
        assert_eq!(found("{{server}} {{sever}} {{base url}}"), ["{{sever}}", "{{base url}}"]);
        assert_eq!(found("{{1, 2}, {3}} {{{}}} {{"), [""; 0]);
    }

    #[test]
    fn the_servers_address_is_filled_in() {
        let markdown = format!("{WHOLE}\n    curl {{{{server}}}}/step_01\n");
        let statement = Statement::parse("s.md", Language::ENGLISH, markdown).unwrap();
        assert!(statement.html("http://x:1").contains("curl http://x:1/step_01"));
    }
}
