//! Which two misconceptions at once may have given an answer, by what each of them answers alone.
//!
//! A kind with a hundred misconceptions has thousands of pairs, too many to be solved. Most are ruled out without that: on a question
//! that only one of the two gets wrong, both at once answer as that one.

/// How many questions a profile has room for.
pub(super) const MAX_QUESTIONS: usize = 128;

/// What a misconception answers alone: a bit for each question.
#[derive(Clone, Copy, Default)]
pub(super) struct Profile {
    /// The questions that it answers rightly.
    right: u128,
    /// The questions that it answers as the given answer does.
    given: u128,
}

impl Profile {
    /// Notes the answer to a question.
    pub(super) fn note(&mut self, question: usize, is_right: bool, is_given: bool) {
        self.right |= u128::from(is_right) << question;
        self.given |= u128::from(is_given) << question;
    }

    /// Whether both at once may give the answer, of which these questions are right.
    fn may_go_with(self, other: Self, right_in_given: u128) -> bool {
        let neither = self.right & other.right & !right_in_given;
        let only_self = !self.right & other.right & !self.given;
        let only_other = self.right & !other.right & !other.given;
        neither | only_self | only_other == 0
    }
}

/// The pairs of misconceptions that may have given an answer, by their numbers: the likely ones first, which have the lowest.
pub(super) fn pairs(profiles: &[(usize, Profile)], is_right: &[bool]) -> Vec<[usize; 2]> {
    let right = is_right.iter().enumerate();
    let right =
        right.fold(0, |bits, (question, &is_right)| bits | u128::from(is_right) << question);
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for (place, &(second, later)) in profiles.iter().enumerate() {
        let before = profiles.iter().take(place);
        let fitting = before.filter(|(_, earlier)| earlier.may_go_with(later, right));
        pairs.extend(fitting.map(|&(first, _)| [first, second]));
    }
    pairs.sort_by_key(|pair| pair.iter().sum::<usize>());
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The profile of a misconception with these answers, where `0, 0, 0, 0` is right and `1, 2, 3, 0` is given.
    fn profile(answers: [u8; 4]) -> Profile {
        let mut profile = Profile::default();
        for (question, (answer, given)) in answers.into_iter().zip([1, 2, 3, 0]).enumerate() {
            profile.note(question, answer == 0, answer == given);
        }
        profile
    }

    #[test]
    fn two_go_together_if_each_answers_as_given_where_only_it_is_wrong() {
        let is_right = [false, false, false, true];
        let one = profile([1, 2, 7, 0]);
        for (other, fits) in [
            ([0, 0, 3, 0], true),
            // Where both are wrong they may give anything.
            ([0, 5, 5, 0], true),
            ([0, 0, 0, 0], false),
            ([0, 0, 3, 4], false),
        ] {
            let pairs = pairs(&[(0, one), (1, profile(other))], &is_right);
            assert_eq!(!pairs.is_empty(), fits, "{other:?}");
        }
    }
}
