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

use pulldown_cmark::{Event, Parser, html};
use serde_json::Value;

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::formula::to_mathml;
use super::identity::StepNumber;
use super::outline::{
    FoundFormula, OPTIONS, Outline, PictureLink, with_dollars, with_masked_dollars,
};
use gradus_text::Language;

/// Where a statement names the server's own address.
const SERVER_MARK: &str = "{{server}}";

/// How the sample task is fenced.
pub(super) const TASK_FENCE: &str = "json task";

/// How the sample's answer is fenced.
pub(super) const ANSWER_FENCE: &str = "text answer";

/// A statement in one language.
#[derive(Clone, Debug)]
pub struct Statement {
    language: Language,
    markdown: String,
    title: String,
    title_as_json: String,
    sample_task: Fence,
    sample_answer: Fence,
    /// Where it names pictures that lie beside it, in the order of the text.
    pub(super) pictures: Vec<PictureLink>,
    /// The addresses of pictures that pages may not load, with their lines.
    foreign_pictures: Vec<(String, usize)>,
    /// How each formula is shown, in the order of the text.
    formulas: Vec<ShownFormula>,
}

/// How what is between dollars is shown.
#[derive(Clone, Debug)]
enum ShownFormula {
    MathMl(String),
    /// As it is written, because it cannot be read. Its line.
    Source(usize),
    /// The dollars are no marks of a formula.
    Text,
}

/// A fenced block of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The text between the fences.
    pub text: String,
    /// The line of its opening fence, from 1.
    pub line: usize,
    /// The byte range of the block in the Markdown, its fences included.
    pub(super) span: Range<usize>,
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
                Diagnostic::new(DiagnosticCode::StatementSample, file, what, "keep only one")
                    .on_line(line)
            });
            return Err(repeated.collect());
        }
        match (outline.title, outline.sample_task, outline.sample_answer) {
            (Some(title), Some(sample_task), Some(sample_answer)) => {
                let title_as_json = Value::from(title.as_str()).to_string();
                let (pictures, formulas) = (outline.pictures, shown(outline.formulas));
                Ok(Self {
                    language,
                    markdown,
                    title,
                    title_as_json,
                    sample_task,
                    sample_answer,
                    pictures,
                    foreign_pictures: outline.foreign_pictures,
                    formulas,
                })
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

    /// Lints a statement that can be read: pictures and addresses of elsewhere, and placeholders that are not filled in.
    pub(super) fn lint(&self, number: Option<StepNumber>, file: &str) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (address, line) in &self.foreign_pictures {
            let what = format!("pages do not load the picture {address:?}");
            let help = "save the picture beside the statement and write its file name";
            let code = DiagnosticCode::PictureMissing;
            diagnostics.push(Diagnostic::new(code, file, what, help).on_line(*line));
        }
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

    /// The lines of formulas that cannot be read. They are shown as they are written.
    pub fn unreadable_formulas(&self) -> impl Iterator<Item = usize> {
        self.formulas.iter().filter_map(|formula| match formula {
            ShownFormula::Source(line) => Some(*line),
            ShownFormula::MathMl(_) | ShownFormula::Text => None,
        })
    }

    /// The Markdown, with the server's address in its examples. Pictures are below the address `pictures`, which ends with a slash.
    pub fn markdown(&self, server: &str, pictures: &str) -> String {
        let mut markdown = self.markdown.clone();
        for link in self.pictures.iter().rev() {
            markdown.replace_range(link.span.clone(), pictures);
        }
        markdown.replace(SERVER_MARK, server)
    }

    /// The statement as the inside of an HTML body, with the same addresses in it.
    pub fn html(&self, server: &str, pictures: &str) -> String {
        let markdown = self.markdown(server, pictures);
        let mut page = String::with_capacity(markdown.len() * 2);
        let mut formulas = self.formulas.iter();
        let mut formula = |source: String| match formulas.next() {
            Some(ShownFormula::MathMl(mathml)) => Event::InlineHtml(mathml.as_str().into()),
            Some(ShownFormula::Source(_)) => Event::Code(source.into()),
            Some(ShownFormula::Text) | None => Event::Text(source.into()),
        };
        let masked = with_masked_dollars(&markdown);
        let events = Parser::new_ext(&masked, OPTIONS).map(|event| match event {
            Event::InlineMath(latex) => formula(format!("${latex}$")),
            Event::DisplayMath(latex) => formula(format!("$${latex}$$")),
            event => event,
        });
        html::push_html(&mut page, without_blanks(events.collect()));
        // A wide block is scrolled with the keyboard only when it can have the focus.
        with_dollars(&page).replace("<pre>", r#"<pre tabindex="0">"#)
    }
}

/// The formulas that were found, as they are shown.
fn shown(found: Vec<FoundFormula>) -> Vec<ShownFormula> {
    let lines: Vec<_> = found.iter().map(|found| (found.line, found.is_text)).collect();
    let formulas: Vec<_> = found.into_iter().map(|found| found.formula).collect();
    let shown = to_mathml(&formulas).into_iter().zip(lines);
    let shown = shown.map(|(mathml, (line, is_text))| match mathml {
        _ if is_text => ShownFormula::Text,
        Some(mathml) => ShownFormula::MathMl(mathml),
        None => ShownFormula::Source(line),
    });
    shown.collect()
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

/// Placeholders other than [`SERVER_MARK`]: words between double braces. LaTeX has such braces behind a letter or a mark of its own.
fn unknown_placeholders(line: &str) -> impl Iterator<Item = String> {
    line.match_indices("{{").filter_map(|(place, mark)| {
        let (before, rest) = line.split_at(place);
        let is_of_latex = before.ends_with(|c: char| c.is_alphanumeric() || "^_}\\".contains(c));
        let (word, _) = rest.strip_prefix(mark)?.split_once("}}").filter(|_| !is_of_latex)?;
        let is_word = word.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        let mark = format!("{{{{{word}}}}}");
        (is_word && mark != SERVER_MARK).then_some(mark)
    })
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
        let html = statement.html("", "");
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
        assert_eq!(windows.html("http://x", ""), unix.html("http://x", ""));
        assert_eq!(windows.markdown("http://x", ""), of_windows);
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
        assert_eq!(found(r"$e^{{x}}$, \frac{{abc}}{{def}}"), [""; 0]);
        assert_eq!(found("{{1, 2}, {3}} {{{}}} {{"), [""; 0]);
    }

    #[test]
    fn the_servers_address_is_filled_in() {
        let markdown = format!("{WHOLE}\n    curl {{{{server}}}}/step_01\n");
        let statement = Statement::parse("s.md", Language::ENGLISH, markdown).unwrap();
        assert!(statement.html("http://x:1", "").contains("curl http://x:1/step_01"));
    }

    #[test]
    fn pictures_have_the_address_at_which_they_are_served() {
        let text = WHOLE.replace("Text.", "![A board](board.png) <img src='i.png'>");
        let statement = Statement::parse("s.md", Language::ENGLISH, text).unwrap();
        let markdown = statement.markdown("http://x:1", "http://x:1/step_01/pictures/");
        let expected = "![A board](http://x:1/step_01/pictures/board.png) \
                        <img src='http://x:1/step_01/pictures/i.png'>";
        assert!(markdown.contains(expected), "{markdown}");
        let html = statement.html("http://x:1", "/p/step_01/pictures/");
        assert!(html.contains(r#"<img src="/p/step_01/pictures/board.png" alt="A board" />"#));
        assert_eq!(statement.with_sample("{}", "a,\nb"), statement.markdown("{{server}}", ""));
    }

    #[test]
    fn formulas_are_shown_and_those_that_cannot_be_read_stay_as_they_are() {
        let text = WHOLE.replace("Text.", "$x<y$ costs US$5/$6:\n$\\bad<$ and $$1$$");
        let statement = Statement::parse("s.md", Language::ENGLISH, text.clone()).unwrap();
        let html = statement.html("", "");
        for expected in [
            "<p><math><mi>x</mi><mo>&lt;</mo><mi>y</mi></math> costs US$5/$6:\n",
            r"<code>$\bad&lt;$</code>",
            r#"<math display="block"><mn>1</mn></math>"#,
        ] {
            assert!(html.contains(expected), "{expected} is not in {html}");
        }
        assert_eq!(statement.unreadable_formulas().collect::<Vec<_>>(), [4]);
        assert_eq!(statement.markdown("", ""), text);
    }
}
