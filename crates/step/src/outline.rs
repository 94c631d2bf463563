//! What is found in a statement's Markdown: the required parts, pictures and formulas.

use std::borrow::Cow;
use std::ops::Range;

use math_core::MathDisplay;
use percent_encoding::percent_decode_str;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::formula::Formula;
use super::picture::Picture;
use super::statement::{ANSWER_FENCE, Fence, TASK_FENCE};

/// How statements are read.
pub(super) const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_MATH);

/// The parts of a statement, as far as they were found.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) title: Option<String>,
    pub(super) sample_task: Option<Fence>,
    pub(super) sample_answer: Option<Fence>,
    /// Fences that occur more than once, with their lines.
    pub(super) repeated: Vec<(String, usize)>,
    /// In the order of the text.
    pub(super) pictures: Vec<PictureLink>,
    /// The addresses of pictures that pages may not load, with their lines.
    pub(super) foreign_pictures: Vec<(String, usize)>,
    pub(super) formulas: Vec<FoundFormula>,
}

/// A place where a statement names a picture that lies beside it.
#[derive(Clone, Debug)]
pub(super) struct PictureLink {
    pub(super) name: String,
    pub(super) line: usize,
    /// What the address of the pictures takes the place of in the Markdown: nothing, or the `./` before the name.
    pub(super) span: Range<usize>,
}

/// What is between dollars.
pub(super) struct FoundFormula {
    pub(super) formula: Formula,
    pub(super) line: usize,
    /// Whether the dollars are meant as such: before a digit, a capital or `_`, the second one begins an amount or the name of a variable.
    pub(super) is_text: bool,
}

/// A link or picture whose end has not come yet.
struct OpenLink {
    /// The name of the file beside the statement; none for an address elsewhere.
    name: Option<String>,
    /// Where its text ends, as far as it was read.
    text_end: usize,
}

/// What stands for a dollar that begins no formula: a control character, so that all places in the text stay.
const MASKED_DOLLAR: char = '\u{1a}';

/// How many dollars are masked at most. Each takes a look at the whole text.
const MASKED: usize = 64;

/// The Markdown, with a mask for each dollar whose formula would reach into code: in ``Set $KEY, run `$key` `` the code comes first.
pub(super) fn with_masked_dollars(markdown: &str) -> Cow<'_, str> {
    let mut masked = Cow::Borrowed(markdown);
    for _ in 0..MASKED {
        let mut events = Parser::new_ext(&masked, OPTIONS).into_offset_iter();
        let found = events.find_map(|(event, span)| match event {
            Event::InlineMath(latex) | Event::DisplayMath(latex) if latex.contains('`') => {
                Some(span)
            }
            _ => None,
        });
        let Some(span) = found else { break };
        let dollars = markdown
            .get(span.clone())
            .map_or(1, |text| text.len() - text.trim_start_matches('$').len());
        let mask = String::from(MASKED_DOLLAR).repeat(dollars);
        masked.to_mut().replace_range(span.start..span.start + dollars, &mask);
    }
    masked
}

/// A text of the statement with its dollars.
pub(super) fn with_dollars(text: &str) -> String {
    text.replace(MASKED_DOLLAR, "$")
}

impl Outline {
    pub(super) fn of(markdown: &str) -> Self {
        let masked = with_masked_dollars(markdown);
        let mut outline = Self::default();
        let mut heading = None;
        let mut fence: Option<(String, Fence)> = None;
        let mut links: Vec<OpenLink> = Vec::new();
        let events = Parser::new_ext(&masked, OPTIONS).into_offset_iter();
        let references = events.reference_definitions().iter();
        let references = references.map(|(_, link)| (link.dest.to_string(), link.span.clone()));
        for (address, span) in references.collect::<Vec<_>>() {
            if let Some(name) = picture_of(&address) {
                let text = markdown.get(span.clone()).unwrap_or_default();
                let label = text.find("]:").unwrap_or_default();
                outline.add_picture(markdown, name, span.start + label);
            }
        }
        for (event, span) in events {
            if let Some(link) = links.last_mut()
                && !matches!(event, Event::End(TagEnd::Image | TagEnd::Link))
            {
                link.text_end = span.end;
            }
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                    heading = Some(String::new());
                }
                Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                    let heading =
                        heading.take().filter(|heading: &String| !heading.trim().is_empty());
                    let heading = heading.map(|heading| with_dollars(&heading));
                    outline.title = outline.title.take().or(heading);
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    let line = line_of(markdown, span.start);
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
                Event::InlineMath(latex) => {
                    if let Some(heading) = &mut heading {
                        heading.extend(["$", &latex, "$"]);
                    }
                    outline.find_formula(markdown, &latex, MathDisplay::Inline, &span);
                }
                Event::DisplayMath(latex) => {
                    outline.find_formula(markdown, &latex, MathDisplay::Block, &span);
                }
                Event::Start(Tag::Image { link_type, dest_url, .. }) => {
                    outline.find_foreign(markdown, &dest_url, span.start);
                    let name = file_of(&dest_url).filter(|_| link_type == LinkType::Inline);
                    links.push(OpenLink { name: name.map(str::to_owned), text_end: span.start });
                }
                Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                    let name = picture_of(&dest_url).filter(|_| link_type == LinkType::Inline);
                    links.push(OpenLink { name: name.map(str::to_owned), text_end: span.start });
                }
                Event::End(TagEnd::Image | TagEnd::Link) => {
                    if let Some(OpenLink { name: Some(name), text_end }) = links.pop() {
                        outline.add_picture(markdown, &name, text_end);
                    }
                    if let Some(outer) = links.last_mut() {
                        outer.text_end = span.end;
                    }
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    outline.find_sources(markdown, &html, span.start);
                }
                _ => {}
            }
        }
        outline.pictures.sort_by_key(|link| link.span.start);
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

    /// Adds a picture whose name comes next in the text, behind brackets and blanks.
    fn add_picture(&mut self, markdown: &str, name: &str, place: usize) {
        let rest = markdown.get(place..).unwrap_or_default();
        let address = rest.trim_start_matches(|c: char| "![](<:".contains(c) || c.is_whitespace());
        let start = markdown.len() - address.len();
        let dot = if address.starts_with("./") { "./".len() } else { 0 };
        let line = line_of(markdown, start);
        let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
        self.pictures.push(PictureLink { name, line, span: start..start + dot });
    }

    /// Finds the pictures of `src="board.png"` and `src=board.png` in HTML.
    fn find_sources(&mut self, markdown: &str, html: &str, start: usize) {
        let lower = html.to_ascii_lowercase();
        let is_name = |&(place, _): &(usize, &str)| {
            let before = html.get(..place).unwrap_or_default();
            before.is_empty() || before.ends_with([' ', '\t', '\n', '"', '\''])
        };
        for (place, mark) in lower.match_indices("src=").filter(is_name) {
            let value = html.get(place + mark.len()..).unwrap_or_default();
            let address = match value.strip_prefix(['"', '\'']) {
                Some(quoted) => quoted.split(['"', '\'']).next(),
                None => value.split(|c: char| c.is_whitespace() || c == '>').next(),
            };
            let address = address.unwrap_or_default();
            if let Some(name) = picture_of(address) {
                let quote = usize::from(value.starts_with(['"', '\'']));
                self.add_picture(markdown, name, start + place + mark.len() + quote);
            }
            let tag = markdown.get(..start + place).and_then(|before| before.rsplit('<').next());
            let tag = tag.and_then(|tag| tag.get(..3));
            if tag.is_some_and(|tag| tag.eq_ignore_ascii_case("img")) {
                self.find_foreign(markdown, address, start + place);
            }
        }
    }

    /// Keeps the address of a picture of another server, or of one that is in the address itself.
    fn find_foreign(&mut self, markdown: &str, address: &str, place: usize) {
        let is_scheme =
            |(text, _): (&str, &str)| text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if address.starts_with("//") || address.split_once(':').is_some_and(is_scheme) {
            let shown = address.chars().take(40).collect();
            self.foreign_pictures.push((shown, line_of(markdown, place)));
        }
    }

    fn find_formula(
        &mut self,
        markdown: &str,
        latex: &str,
        display: MathDisplay,
        span: &Range<usize>,
    ) {
        let next = markdown.get(span.end..).and_then(|rest| rest.chars().next());
        let is_text = next
            .is_some_and(|next| next.is_ascii_digit() || next.is_ascii_uppercase() || next == '_');
        let formula = Formula { latex: latex.to_owned(), display };
        let line = line_of(markdown, span.start);
        self.formulas.push(FoundFormula { formula, line, is_text });
    }
}

/// The line of a place in a text, from 1.
fn line_of(text: &str, place: usize) -> usize {
    1 + text.bytes().take(place).filter(|&byte| byte == b'\n').count()
}

/// The file beside the statement that an address names; none for an address elsewhere.
fn file_of(address: &str) -> Option<&str> {
    let is_elsewhere =
        address.is_empty() || address.contains([':', '{']) || address.starts_with(['/', '#', '?']);
    (!is_elsewhere).then(|| address.strip_prefix("./").unwrap_or(address))
}

/// The same, if it is named like a picture.
fn picture_of(address: &str) -> Option<&str> {
    file_of(address).filter(|name| Picture::type_of_name(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_wherever_they_are_named() {
        let markdown = "\
# T
![a board.png](board.png \"board.png\") and ![](<./b.svg>)
[![small](s.png)](large.PNG) ![far](https://x.example/far.png) ![own](/far.png) ![]({{server}}/x.png)
![one][ref] and ![board.png]

[ref]: r.webp
[board.png]: board.png 'a title'

<p><img src=\"i.jpg\" alt='x'> <img alt=\"\" src='j.jpeg'></p>

![gone](sub/gone.gif) [text](text.md)

    ![code](code.png)
";
        let outline = Outline::of(markdown);
        let found = outline.pictures.iter().map(|link| {
            assert!(markdown[link.span.end..].starts_with(&link.name), "{link:?}");
            (link.name.as_str(), link.line)
        });
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                ("board.png", 2),
                ("b.svg", 2),
                ("s.png", 3),
                ("large.PNG", 3),
                ("r.webp", 6),
                ("board.png", 7),
                ("i.jpg", 9),
                ("j.jpeg", 9),
                ("sub/gone.gif", 11),
            ]
        );
        // The label of a reference is not its address, and the dot is left out.
        let spans = outline.pictures.iter().map(|link| link.span.clone());
        let starts: Vec<_> = spans.clone().map(|span| span.start).collect();
        assert!(starts.contains(&markdown.find("board.png 'a title'").unwrap()));
        assert_eq!(spans.map(|span| &markdown[span]).collect::<String>(), "./");
        assert_eq!(outline.foreign_pictures, [("https://x.example/far.png".to_owned(), 3)]);
        let html = "# T\n<IMG SRC=a.png><img alt=b src=./b.png >\n![](my%20board.png) <img data-src='b:c'\nsrc='data:image/png,x'>";
        let outline = Outline::of(html);
        let names: Vec<_> = outline.pictures.iter().map(|link| link.name.as_str()).collect();
        assert_eq!(names, ["a.png", "b.png", "my board.png"]);
        assert_eq!(outline.foreign_pictures, [("data:image/png,x".to_owned(), 4)]);
    }

    #[test]
    fn dollars_of_amounts_and_variables_are_no_formulas() {
        let formulas = |text: &str| -> Vec<String> {
            let found = Outline::of(text).formulas.into_iter();
            found.filter(|found| !found.is_text).map(|found| found.formula.latex).collect()
        };
        for text in [
            "It costs $5.",
            "It costs $5 and $6.",
            "between US$5 and US$6",
            "$5/$6, or ($5-$6)",
            "`curl -H \"Bearer $KEY\"` and `$HOME/$USER`",
            "    echo $KEY$KEY\n",
            "$HOME and $USER, $PATH:$HOME, $A$_B",
            "\\$x\\$",
            "$ x $",
        ] {
            assert_eq!(formulas(text), [""; 0], "{text}");
        }
        assert_eq!(formulas("$x$, the $n$th $a_1$."), ["x", "n", "a_1"]);
        assert_eq!(formulas("数$n$は$$n^2$$です、$5 and $x$"), ["n", "n^2", "x"]);
        for text in [
            "Set $KEY, then run `$key`.",
            "Put $n in `a$`.",
            "$KEY is read by `$(cmd)`, $$A and `$$b`.",
        ] {
            assert_eq!(formulas(text), [""; 0], "{text}");
            assert_eq!(with_dollars(&with_masked_dollars(text)), text);
        }
        assert_eq!(formulas("Set $KEY, run `$key`, where $x$ is $n$."), ["x", "n"]);
        assert_eq!(Outline::of("# The $n$ lines").title.unwrap(), "The $n$ lines");
    }
}
