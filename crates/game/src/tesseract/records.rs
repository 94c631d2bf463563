//! A game on a tesseract as the essay "Naughts and crosses on a tesseract" exports it:
//!
//! ```text
//! {3, {0 -> "·", 1 -> "X", 2 -> "O", 3 -> "Y", 4 -> "Z"}, 9, "MAwGGFIaAjmZ1E9…"}
//!  players   icons                                         threshold   the moves' code
//! ```
//!
//! It is read in a call of the essay's loading function too, as it is copied from a notebook: with the prompt of a cell, and with line
//! breaks in the text:
//!
//! ```text
//! In[4]:= NC4loadGame["{3, {0 -> \"·\", 1 -> \"X\", 2 -> \"O\", 3 -> \"Y\", 4 -> \"Z\"},
//!            9, \"MAwGGFIaAjmZ1E9…\"}"]
//! ```

use super::{Game, ICONS, THRESHOLD, undecodable};
use crate::texts;
use crate::typed_game::{Options, RecordFormat, Rejection, Seats, Text, TextFormat, Transcript};
use gradus_board::lattice::tesseract::{Tile, code};

pub(super) const EXPORT: RecordFormat<Game> = RecordFormat {
    text: TextFormat {
        name: "export",
        example: r#"{2, {0 -> "·", 1 -> "X", 2 -> "O"}, 9, "1E9s"}"#,
        recognises: |text| text.starts_with('{') || without_prompt(text).starts_with(LOAD),
        read,
    },
    write: |game, _| write(game),
};

fn write(game: &Game) -> String {
    let icons = game.icons.all().iter().zip(0..);
    let icons: Vec<String> =
        icons.map(|(icon, number)| format!("{number} -> \"{icon}\"")).collect();
    format!(
        "{{{}, {{{}}}, {}, \"{}\"}}",
        game.tiles.players().count(),
        icons.join(", "),
        game.threshold,
        code::encode(game.tiles.history())
    )
}

/// The function that loads a game.
const LOAD: &str = "NC4loadGame";

/// A text without the prompt of a notebook's cell before it: `In[4]:=`.
fn without_prompt(text: &str) -> &str {
    let text = text.trim();
    let behind = text.strip_prefix("In[").and_then(|rest| rest.split_once("]:="));
    behind.map_or(text, |(_, rest)| rest.trim_start())
}

fn read(text: &str) -> Result<Transcript, Rejection> {
    if text.starts_with('{') {
        return read_export(text);
    }
    let call = without_prompt(text);
    let mut scanner = Scanner { rest: call };
    let record = match scanner.call() {
        Ok(record) => record,
        Err(expected) => {
            let unescaped = pasted(call).map(read_export);
            let is_record = |read: &Result<_, Rejection>| !matches!(read, Err(Rejection::Form(_)));
            return unescaped
                .filter(is_record)
                .unwrap_or_else(|| Err(scanner.error(call, expected)));
        }
    };
    read_export(record.trim()).map_err(|error| match error {
        Rejection::Form(reason) => Rejection::Form(texts::tesseract::call(reason)),
        illegal @ Rejection::Illegal(_) => illegal,
    })
}

/// What was pasted between the quotation marks of a call as it is, without a `\\` before each quotation mark in it.
fn pasted(call: &str) -> Option<&str> {
    let behind = call.strip_prefix(LOAD)?.trim_start().strip_prefix('[')?;
    let inside = behind.trim_end_matches([' ', '\n', '\r', ';']).strip_suffix(']')?;
    Some(inside.trim().strip_prefix('"')?.strip_suffix('"')?.trim())
}

fn read_export(text: &str) -> Result<Transcript, Rejection> {
    let mut scanner = Scanner { rest: text };
    let (players, icons, threshold, moves) =
        scanner.record().map_err(|expected| scanner.error(text, expected))?;
    let tiles = code::decode(moves).map_err(|error| match error {
        code::DecodeError::Taken { .. } => Rejection::Illegal(undecodable(error)),
        _ => Rejection::Form(texts::tesseract::code(undecodable(error))),
    })?;
    Ok(Transcript {
        options: Options::default().with(THRESHOLD, threshold).with(ICONS, icons),
        seats: Seats::Counted(players as usize),
        history: tiles.iter().map(Tile::to_string).collect(),
    })
}

/// Reads the expression from left to right; blanks between its parts do not count.
struct Scanner<'a> {
    rest: &'a str,
}

/// The character that is written with `\` before this text, if one is, and what comes behind it.
fn escaped(text: &str) -> Option<(Option<char>, &str)> {
    if let Some(digits) = text.strip_prefix(':') {
        let (digits, rest) = digits.split_at_checked(4)?;
        return Some((Some(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?), rest));
    }
    if let Some(rest) = text.strip_prefix("[CenterDot]") {
        return Some((Some('·'), rest));
    }
    let mut rest = text.chars();
    match rest.next()? {
        meant @ ('"' | '\\') => Some((Some(meant), rest.as_str())),
        '\n' | '\r' => Some((None, rest.as_str().trim_start())),
        _ => None,
    }
}

impl<'a> Scanner<'a> {
    /// The text in a call of the loading function. A semicolon may follow it, and the prompt, where a page shows that behind the cell.
    fn call(&mut self) -> Result<String, Text> {
        self.skip(LOAD)?;
        self.skip("[")?;
        let text = self.literal()?;
        self.skip("]")?;
        let rest = self.rest.trim_start();
        let rest = without_prompt(rest.strip_prefix(';').unwrap_or(rest));
        if rest.is_empty() { Ok(text) } else { Err(texts::tesseract::end_of_call()) }
    }

    /// A text in quotation marks, in which `\` has a meaning. A line break in it is one of the page on which it was written, and so are
    /// the blanks around it.
    fn literal(&mut self) -> Result<String, Text> {
        self.skip("\"")?;
        let mut text = String::new();
        loop {
            let mut rest = self.rest.chars();
            match rest.next().ok_or_else(texts::tesseract::quotation_mark)? {
                '"' => {
                    self.rest = rest.as_str();
                    return Ok(text);
                }
                '\\' => {
                    let (meant, rest) =
                        escaped(rest.as_str()).ok_or_else(texts::tesseract::escape)?;
                    text.extend(meant);
                    self.rest = rest;
                }
                '\n' | '\r' => {
                    text.truncate(text.trim_end().len());
                    self.rest = rest.as_str().trim_start();
                }
                plain => {
                    text.push(plain);
                    self.rest = rest.as_str();
                }
            }
        }
    }

    /// The players, the icons, the threshold, and the code of the moves.
    fn record(&mut self) -> Result<(u32, Vec<String>, u32, &'a str), Text> {
        self.skip("{")?;
        let players = self.number()?;
        self.skip(",")?;
        let icons = self.icons()?;
        self.skip(",")?;
        let threshold = self.number()?;
        self.skip(",")?;
        let moves = self.text()?;
        self.skip("}")?;
        if self.rest.trim().is_empty() {
            Ok((players, icons, threshold, moves))
        } else {
            Err(texts::tesseract::end_of_record())
        }
    }

    fn icons(&mut self) -> Result<Vec<String>, Text> {
        let mut icons = Vec::new();
        self.skip("{")?;
        loop {
            if self.number()? as usize != icons.len() {
                return Err(texts::tesseract::order());
            }
            self.skip("->")?;
            icons.push(self.text()?.to_owned());
            if self.skip("}").is_ok() {
                return Ok(icons);
            }
            self.skip(",").map_err(|_| texts::tesseract::comma_or_brace())?;
        }
    }

    fn skip(&mut self, token: &'static str) -> Result<(), Text> {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.ok_or_else(|| Text::from(format!("`{token}`")))?;
        Ok(())
    }

    fn number(&mut self) -> Result<u32, Text> {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, after) = rest.split_at(end);
        let number = digits.parse().map_err(|_| texts::tesseract::number())?;
        self.rest = after;
        Ok(number)
    }

    fn text(&mut self) -> Result<&'a str, Text> {
        let inside = self.rest.trim_start().strip_prefix('"');
        let inside = inside.ok_or_else(texts::tesseract::text)?;
        let (text, after) = inside.split_once('"').ok_or_else(texts::tesseract::quotation_mark)?;
        self.rest = after;
        Ok(text)
    }

    /// The position of the scanner in the text, and what it expected there.
    fn error(&self, text: &str, expected: Text) -> Rejection {
        let position = text.chars().count() - self.rest.chars().count() + 1;
        let found: String = self.rest.trim_start().chars().take(12).collect();
        let found = if found.is_empty() {
            texts::tesseract::end()
        } else {
            Text::from(format!("{found:?}"))
        };
        Rejection::Form(texts::tesseract::character(position, expected, found))
    }
}
