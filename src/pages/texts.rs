//! The texts of the pages, in one language each.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::step::Language;

/// Texts with `{…}` are filled in with [`fill`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Texts {
    pub(crate) skip: String,
    pub(crate) navigation: String,
    pub(crate) steps: String,
    pub(crate) sign_in: String,
    pub(crate) sign_out: String,
    pub(crate) register: String,
    pub(crate) language: String,
    pub(crate) copy: String,
    pub(crate) copied: String,
    pub(crate) ladder_title: String,
    pub(crate) ladder_lead: String,
    pub(crate) progress: String,
    pub(crate) track_total: String,
    pub(crate) points: String,
    pub(crate) solved: String,
    pub(crate) tried: String,
    pub(crate) next: String,
    pub(crate) with_key: String,
    pub(crate) first_time: String,
    pub(crate) register_lead: String,
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) your_key: String,
    pub(crate) to_steps: String,
    step: String,
    pub(crate) your_answer: String,
    pub(crate) your_board: String,
    pub(crate) items: String,
    pub(crate) send: String,
    pub(crate) next_step: String,
    pub(crate) board_until: String,
    pub(crate) new_board: String,
    pub(crate) this_board: String,
    pub(crate) with_program: String,
    pub(crate) your_items: String,
    pub(crate) key_first: String,
    pub(crate) offline: String,
    pub(crate) problems: String,
    pub(crate) problems_lead: String,
    pub(crate) docs: String,
    pub(crate) docs_need_script: String,
    pub(crate) attempts: String,
    pub(crate) right: String,
    pub(crate) wrong: String,
    pub(crate) its_board: String,
    pub(crate) games: String,
    pub(crate) games_lead: String,
    pub(crate) needs_script: String,
    pub(crate) nobody: String,
    pub(crate) play: String,
    pub(crate) human: String,
    pub(crate) random: String,
    pub(crate) rules: String,
    pub(crate) search: String,
    pub(crate) your_matches: String,
    pub(crate) no_matches: String,
    pub(crate) your_records: String,
    pub(crate) no_records: String,
    pub(crate) account_keeps: String,
    pub(crate) confirm_delete: String,
    pub(crate) play_on_from: String,
    pub(crate) delete: String,
    pub(crate) load: String,
    pub(crate) load_lead: String,
    pub(crate) players: String,
    pub(crate) your_turn: String,
    pub(crate) your_move: String,
    pub(crate) history: String,
    pub(crate) first: String,
    pub(crate) back: String,
    pub(crate) forward: String,
    pub(crate) last: String,
    pub(crate) winner: String,
    pub(crate) advance: String,
    pub(crate) play_on: String,
    pub(crate) undo_move: String,
    pub(crate) undo_turn: String,
    pub(crate) again: String,
    pub(crate) go_to: String,
    pub(crate) show_lines: String,
    pub(crate) no_lines: String,
    pub(crate) icons: String,
    pub(crate) why: String,
    pub(crate) keep: String,
    pub(crate) record_name: String,
    pub(crate) replace: String,
    pub(crate) save: String,
    pub(crate) number: String,
    pub(crate) invite: String,
    pub(crate) invitation: String,
    pub(crate) tell_earlier: String,
    pub(crate) tell_over: String,
    pub(crate) tell_computer: String,
    pub(crate) tell_other: String,
    pub(crate) tell_number: String,
    pub(crate) tell_no_place: String,
    pub(crate) tell_saved: String,
    pub(crate) tell_copied: String,
    pub(crate) tell_copy: String,
    pub(crate) alphabeta: String,
    pub(crate) to_move: String,
    pub(crate) move_made: String,
    pub(crate) won: String,
    pub(crate) draw: String,
    pub(crate) play_match: String,
    pub(crate) opens: String,
    pub(crate) due: String,
    pub(crate) late_share: String,
    pub(crate) was_due: String,
    pub(crate) closes: String,
    pub(crate) closed: String,
    pub(crate) hidden: String,
    pub(crate) course_code: String,
    pub(crate) course_code_lead: String,
    pub(crate) registration_closed: String,
    pub(crate) free_none: String,
    pub(crate) free_people: String,
    answer_with_match: String,
    back_to_step: String,
    // The scoreboard, and a learner's own pages.
    pub(crate) standings: String,
    pub(crate) standings_lead: String,
    pub(crate) standings_choose: String,
    pub(crate) standings_all: String,
    pub(crate) standings_rank: String,
    pub(crate) standings_nickname: String,
    pub(crate) standings_section: String,
    pub(crate) standings_points: String,
    pub(crate) standings_solved: String,
    pub(crate) standings_last: String,
    pub(crate) standings_you: String,
    pub(crate) standings_none: String,
    pub(crate) times_of_zone: String,
    pub(crate) nickname_lead: String,
    pub(crate) me_results: String,
    pub(crate) me_progress: String,
    pub(crate) receipts: String,
    pub(crate) receipts_lead: String,
    pub(crate) receipts_keys: String,
    pub(crate) receipts_none: String,
    pub(crate) receipts_all: String,
    pub(crate) receipts_each: String,
}

static TEXTS: LazyLock<[Texts; 3]> = LazyLock::new(|| Language::ALL.map(Texts::read));

impl Texts {
    /// The texts in a language.
    pub(crate) fn of(language: Language) -> &'static Self {
        let [english, chinese, japanese] = &*TEXTS;
        match language {
            Language::English => english,
            Language::Chinese => chinese,
            Language::Japanese => japanese,
        }
    }

    /// The name of a step.
    pub(crate) fn step_named(&self, step: impl Display) -> String {
        fill(&self.step, &[("step", step.to_string())])
    }

    /// That a match is sent as the answer to a step.
    pub(crate) fn answer_to(&self, step: impl Display) -> String {
        fill(&self.answer_with_match, &[("step", step.to_string())])
    }

    /// The way back from a match to its step.
    pub(crate) fn back_to(&self, step: impl Display) -> String {
        fill(&self.back_to_step, &[("step", step.to_string())])
    }

    #[expect(clippy::panic, reason = "the catalogue is part of the program, and a test reads it")]
    fn read(language: Language) -> Self {
        type Translations = BTreeMap<String, BTreeMap<String, String>>;
        let read = || -> Result<Self, toml::de::Error> {
            let texts: Translations = toml::from_str(include_str!("messages.toml"))?;
            let in_language = |(name, mut texts): (String, BTreeMap<String, String>)| {
                let text = texts.remove(language.tag());
                text.map(|text| (name, toml::Value::String(text)))
            };
            texts.into_iter().filter_map(in_language).collect::<toml::Table>().try_into()
        };
        read().unwrap_or_else(|error| panic!("the texts of the pages in {language}: {error}"))
    }
}

/// A text with its `{…}` filled in.
pub(crate) fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = text.to_owned();
    for (name, value) in values {
        filled = filled.replace(&format!("{{{name}}}"), value);
    }
    filled
}

/// The parts of a text, with whether each is code: that is what is between backticks.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('`').enumerate().map(|(index, part)| (!index.is_multiple_of(2), part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        for language in Language::ALL {
            assert!(!Texts::of(language).skip.is_empty());
        }
        assert_eq!(fill("{a} of {b}", &[("a", "1".to_owned()), ("b", "2".to_owned())]), "1 of 2");
    }
}
