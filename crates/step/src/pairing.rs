//! Which two misconceptions at once may have given an answer, by what each of them answers alone.
//!
//! A kind with a hundred misconceptions has thousands of pairs, too many to be solved. Most are unlikely without that: on a question
//! that only one of the two gets wrong, both at once nearly always answer as that one.

/// How much a question on which only one of two misconceptions is wrong, and not as given, counts for one on which both are.
const CONFLICT: u32 = 4;

/// How many questions a profile has room for.
pub(super) const MAX_QUESTIONS: usize = 128;

/// What a misconception answers alone: a bit for each question.
#[derive(Clone, Copy, Default)]
pub(super) struct Profile {
    /// The questions that it answers rightly.
    right: u128,
    /// Those that it answers wrongly.
    wrong: u128,
    /// The questions that it answers as the given answer does.
    given: u128,
}

impl Profile {
    /// Notes the answer to a question.
    pub(super) fn note(&mut self, question: usize, is_right: bool, is_given: bool) {
        self.right |= u128::from(is_right) << question;
        self.wrong |= u128::from(!is_right) << question;
        self.given |= u128::from(is_given) << question;
    }

    /// How unlikely it is that both at once give the answer, of which these questions are right. Where only one of them is wrong alone,
    /// both at once nearly always answer as that one; where both are, they may give anything, and often as one of them.
    fn unlikeliness(self, other: Self, right_in_given: u128) -> u32 {
        let neither = self.right & other.right & !right_in_given;
        let only_self = self.wrong & other.right & !self.given;
        let only_other = self.right & other.wrong & !other.given;
        let both = self.wrong & other.wrong & !self.given & !other.given;
        CONFLICT * (neither | only_self | only_other).count_ones() + both.count_ones()
    }
}

/// The pairs of misconceptions in the order in which they are tried: the likely ones first, and otherwise as they are.
/// `profiles` has those of all misconceptions by their numbers; none where a misconception is not combined.
pub(super) fn in_order(
    pairs: &[[usize; 2]],
    profiles: &[Option<Profile>],
    is_right: &[bool],
) -> Vec<[usize; 2]> {
    let right = is_right.iter().enumerate();
    let right =
        right.fold(0, |bits, (question, &is_right)| bits | u128::from(is_right) << question);
    let profile = |index: usize| profiles.get(index).copied().flatten().unwrap_or_default();
    let mut by_unlikeliness = vec![Vec::new(); CONFLICT as usize * is_right.len() + 1];
    for &[first, second] in pairs {
        let unlikeliness = profile(first).unlikeliness(profile(second), right);
        if let Some(pairs) = by_unlikeliness.get_mut(unlikeliness as usize) {
            pairs.push([first, second]);
        }
    }
    by_unlikeliness.concat()
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
    fn pairs_that_answer_as_given_where_only_one_is_wrong_come_first() {
        let is_right = [false, false, false, true];
        let answers = [
            [1, 2, 7, 0],
            [0, 0, 3, 4],
            [0, 0, 3, 0],
            // Where both are wrong they may give anything.
            [0, 5, 5, 0],
            [0, 0, 0, 0],
            [4, 4, 4, 4],
        ];
        let profiles = answers.map(|answers| Some(profile(answers)));
        let pairs = [1, 2, 3, 4, 5].map(|second| [0, second]);
        let order = in_order(&pairs, &profiles, &is_right);
        assert_eq!(order, [[0, 2], [0, 3], [0, 1], [0, 4], [0, 5]]);
        let order = in_order(&[[4, 5], [2, 4]], &profiles, &is_right);
        assert_eq!(order, [[2, 4], [4, 5]]);
    }
}
