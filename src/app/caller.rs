//! The caller of a request: a learner or an instructor with a key or a session, or an anonymous client at an address.

use super::compute::CallerKey;
use super::rates::Network;
use crate::course::{Learner, LearnerId, LearnerName};
use crate::step::SubjectIds;
use crate::store::Instructor;

/// Who makes a request.
pub(crate) struct Caller {
    /// The registered learner. Of all others nothing is recorded.
    pub(crate) learner: Option<Learner>,
    /// The instructor; then the caller is no learner, and sees every step, open or not.
    pub(crate) instructor: Option<Instructor>,
    /// Whose tasks they get.
    pub(crate) subjects: SubjectIds,
    /// Where the request comes from.
    pub(crate) network: Network,
    /// Whose computations theirs are.
    pub(crate) key: CallerKey,
    /// Whether another site's page has sent a learner's browser here: then the learner may not want what the request does.
    pub(crate) is_cross_site: bool,
}

impl Caller {
    /// Whether nobody knows who it is: then everything is counted by the network.
    pub(crate) fn is_anonymous(&self) -> bool {
        self.learner.is_none() && self.instructor.is_none()
    }
}

/// Somebody with a key.
#[derive(Clone)]
pub(crate) enum Person {
    Learner(Learner),
    Instructor(Instructor),
}

impl Person {
    /// The name that they registered or were added with.
    pub(crate) fn name(&self) -> &LearnerName {
        match self {
            Self::Learner(learner) => &learner.name,
            Self::Instructor(instructor) => &instructor.name,
        }
    }
}

/// Who makes a request, for the middleware that logs it.
#[derive(Clone, Copy)]
pub(crate) enum LoggedPerson {
    Learner(LearnerId),
    Instructor,
}
