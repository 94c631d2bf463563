//! Who runs the class.

use askama::Template;

use crate::course::Course;
use crate::pages::frame::Frame;
use crate::pages::models::FormView;
use crate::store::{Instructor, InstructorId};

/// All instructors, and where one is added.
#[derive(Template)]
#[template(path = "instructor/instructors.html")]
pub(crate) struct InstructorsPage {
    pub(crate) frame: Frame,
    instructors: Vec<InstructorView>,
    form: FormView,
}

/// An instructor.
struct InstructorView {
    id: Option<InstructorId>,
    name: String,
    /// Since when, or that the server's environment names them.
    since: String,
    /// What the buttons do.
    rekey: String,
    remove: String,
}

impl InstructorsPage {
    /// The page of these instructors. A name that was refused stays, with the reason.
    pub(crate) fn new(
        frame: Frame,
        course: &Course,
        instructors: &[Instructor],
        form: FormView,
    ) -> Self {
        let words = frame.words();
        let view = |instructor: &Instructor| InstructorView {
            id: instructor.id,
            name: instructor.name.to_string(),
            since: match instructor.id {
                Some(_) => words.added_at(course.local_time(instructor.added_at)),
                None => words.of_environment().to_owned(),
            },
            rekey: words.new_key_for(&instructor.name),
            remove: words.remove_named(&instructor.name),
        };
        Self { instructors: instructors.iter().map(view).collect(), form, frame }
    }
}
