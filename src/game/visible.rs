//! Which characters can be seen.

/// Whether a character can be seen, and leaves the others where they are: no control, no filler, nothing that turns the direction
/// of the text round, no half of a character.
pub(crate) fn is_visible(c: char) -> bool {
    let is_unseen = matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{E0000}'..='\u{10FFFF}'
    );
    !c.is_control() && !is_unseen
}
