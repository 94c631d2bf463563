//! The texts of the pages for instructors.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::step::{Filling, Language, Translated};

/// The texts in one language.
#[derive(Clone, Copy)]
pub(crate) struct Words(pub(crate) Language);

/// Defines the texts: a method for each, which has the name of the text in the catalogue. Those of the second list have values in them.
macro_rules! texts {
    ($($plain:ident)*; $($filled:ident($($value:ident),+))*) => {
        #[expect(non_camel_case_types, reason = "a text is called as its method is")]
        #[derive(Clone, Copy)]
        enum Text {
            $($plain,)*
            $($filled,)*
        }

        impl Text {
            /// The texts with the values in them.
            const ALL: &[(&str, &[&str])] = &[
                $((stringify!($plain), &[]),)*
                $((stringify!($filled), &[$(stringify!($value)),+]),)*
            ];
        }

        impl Words {
            $(
                pub(crate) fn $plain(self) -> &'static str {
                    Text::$plain.translated().get(self.0)
                }
            )*
            $(
                pub(crate) fn $filled(self, $($value: &dyn Filling),+) -> String {
                    let values = [$((stringify!($value), $value)),+];
                    Text::$filled.translated().fill(self.0, &values)
                }
            )*
        }
    };
}

texts! {
    pages overview learners gradebook attempts statistics signals extensions instructors steps
    step now opens due closes points late_share kind hidden not_open open open_late closed again
    rejudge_lead rejudge_try regrade_lead regrade_try all_steps all_learners all_sections sections
    section name solved student_id email nickname clear_nickname how_registered on_roster by_themselves
    import_list import_lead choose_file list list_example registered registered_refuse
    registered_keep registered_rekey import_try import_do import_refused faults line fault help
    are_new put_on_roster missing missing_lead learners_link keys keys_lead keys_download back results all_attempts
    solved_at late change no_section save no_extensions extensions_lead audience reason given
    take_back extend give learner name_or_number or_section new_key rekey_lead forget forget_lead
    their_attempts attempts_keep attempts_remove forget_confirm gradebook_key total out_of
    download file_csv file_csv_lead file_moodle file_moodle_lead file_moodle_total file_total_lead
    file_canvas file_canvas_lead file_canvas_total show no_attempts judged_at verdict items_right
    why worth forgotten rejudged earlier right wrong was_late older_boards not_judged_today
    accepted_today wrong_today their_answer no_board reference no_items item_by_item item sent
    expected nothing raw_answer task_json earlier_verdicts statistics_lead tried accepted
    solve_rate median_time most_frequent misconceptions no_misconceptions solved_it answers preview see_step foreign
    foreign_lead not_solved no_foreign sent_by right_for stuck stuck_lead no_stuck wrong_answers since last
    of_environment remove add_instructor instructors_lead add rejudge regrade changes was now_is
    apply;
    class_size(learners)
    class_in_sections(learners, sections)
    clocks(zone)
    section_named(section)
    on_roster_since(at)
    by_themselves_since(at)
    import_would(added, changed, unchanged)
    import_has(added, changed, unchanged)
    nicknames_cleared(count)
    unused_columns(heads)
    key_of(name)
    total_of(total, solved, steps)
    take_back_from(step, audience)
    right_of(right)
    earned(points)
    would_earn(points)
    rejudge_step(step)
    rest_not_stored(length)
    rejudged_by(verdict, at, by)
    told_to(answers, learners)
    and_more(count)
    seconds(count)
    minutes(count)
    hours(count)
    days(count)
    added_at(at)
    new_key_for(name)
    remove_named(name)
    rejudge_would(judged, skipped, count)
    rejudge_has(judged, skipped, count)
    regrade_would(count, accepted)
    regrade_has(count, accepted)
    changes_listed(listed, count)
}

/// The texts in the order of [`Text`].
static TEXTS: LazyLock<Vec<Translated>> = LazyLock::new(|| {
    let mut catalogue = catalogue();
    // A test looks for each of them.
    let text = |&(name, _): &(&str, _)| catalogue.remove(name).unwrap_or_default();
    Text::ALL.iter().map(text).collect()
});

/// The texts by their names.
#[expect(clippy::expect_used, reason = "the catalogue is part of the program, and a test reads it")]
fn catalogue() -> BTreeMap<String, Translated> {
    toml::from_str(include_str!("messages.toml")).expect("every text has all languages")
}

impl Text {
    #[expect(clippy::expect_used, reason = "the list has all texts")]
    fn translated(self) -> &'static Translated {
        TEXTS.get(self as usize).expect("every text is in the list")
    }
}

impl Words {
    /// The pages, each with its path and its name.
    pub(crate) fn tabs(self) -> [(&'static str, &'static str); 8] {
        [
            ("/instructor", self.overview()),
            ("/instructor/learners", self.learners()),
            ("/instructor/gradebook", self.gradebook()),
            ("/instructor/attempts", self.attempts()),
            ("/instructor/steps", self.statistics()),
            ("/instructor/signals", self.signals()),
            ("/instructor/extensions", self.extensions()),
            ("/instructor/instructors", self.instructors()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::pages::texts::Texts;

    #[test]
    fn each_date_has_one_word_for_learners_and_instructors() {
        for language in Language::ALL {
            let (words, texts) = (Words(language), Texts::of(language));
            let dates = [
                (words.opens(), &texts.opens),
                (words.due(), &texts.due),
                (words.closes(), &texts.closes),
            ];
            for (word, _) in dates {
                for (own, text) in dates {
                    let has_word = text.to_lowercase().contains(&word.to_lowercase());
                    assert_eq!(has_word, word == own, "{word}: {text}, in {language}");
                }
            }
        }
    }

    #[test]
    fn every_text_is_in_the_catalogue_and_has_its_values_in_every_language() {
        let catalogue = catalogue();
        let named: BTreeSet<&str> = Text::ALL.iter().map(|&(name, _)| name).collect();
        let known: BTreeSet<&str> = catalogue.keys().map(String::as_str).collect();
        assert_eq!(known, named);
        for &(name, values) in Text::ALL {
            for language in Language::ALL {
                let text = catalogue[name].get(language);
                assert!(!text.is_empty(), "{name} in {language}");
                let places: BTreeSet<&str> =
                    text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
                assert_eq!(places, values.iter().copied().collect(), "{name} in {language}");
            }
        }
    }
}
