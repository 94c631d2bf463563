//! `/instructor/instructors`: who runs the class.

use actix_web::dev::Payload;
use actix_web::{Either, HttpRequest};
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::EmptyForm;
use super::requested::{ID_PATTERN, id};
use crate::app::ambient::now;
use crate::app::authentication::RequiredInstructor;
use crate::app::class::{add_instructor, rekey_instructor, remove_instructor};
use crate::app::state::{SharedState, State};
use crate::course::LearnerName;
use crate::pages::frame::Frame;
use crate::pages::instructor::NewKey;
use crate::pages::view::{SeeOther, Shown, View};
use crate::step::Timestamp;
use crate::store::{Instructor, InstructorId};
use crate::wire::body::{ApiBody, Form, OptionalBody, RequestBody};
use crate::wire::extract::{Extract, NoQuery, path_part};
use crate::wire::openapi::Operation;
use crate::wire::problem::{Code, Problem};
use crate::wire::reply::{DONE, Done, Reply};

/// The list of instructors, on this server.
const PATH: &str = "/instructor/instructors";

/// Who runs the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstructorList {
    is_success: bool,
    /// Those in the database by name, then those who are named in the server's environment.
    instructors: Vec<InstructorReply>,
}

/// Somebody who runs the class.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstructorReply {
    /// Null for one who is named in the server's environment, and can be changed only there.
    #[schema(value_type = Option<i64>)]
    id: Option<InstructorId>,
    name: String,
    /// In the format of RFC 3339; of one who is named in the server's environment, when the server started.
    #[schema(value_type = String)]
    added_at: Timestamp,
}

/// The page of all instructors, and the form where one is added.
#[derive(Template)]
#[template(path = "instructor/instructors.html")]
struct InstructorsPage {
    frame: Frame,
    list: InstructorList,
    form: Form,
}

/// `GET /instructor/instructors`: all instructors.
pub(crate) async fn list(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    state: SharedState,
) -> Result<Shown<InstructorList>, Problem> {
    let list = InstructorList::read(&state).await?;
    view.show(&instructor, list, |frame, list| InstructorsPage {
        frame,
        list,
        form: Form::default(),
    })
}

impl InstructorList {
    async fn read(state: &State) -> Result<Self, Problem> {
        let instructors =
            state.instructors().await?.into_iter().map(|instructor| InstructorReply {
                id: instructor.id,
                name: instructor.name.to_string(),
                added_at: instructor.added_at,
            });
        Ok(Self { is_success: true, instructors: instructors.collect() })
    }
}

/// A new instructor.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InstructorForm {
    name: String,
}

impl RequestBody for InstructorForm {
    const INVALID: Code = Code::ClassForm;
    const EXAMPLE: &'static str = "{\"name\": NAME}";
}

/// `POST /instructor/instructors`: adds an instructor, and shows the key, once.
pub(crate) async fn post(
    RequiredInstructor(instructor): RequiredInstructor,
    _: NoQuery,
    view: View,
    ApiBody(form): ApiBody<InstructorForm>,
    state: SharedState,
) -> Result<Shown<NewKey, 201>, Problem> {
    match add(&state, &form.name).await {
        Ok(new) => view.show(&instructor, new, |frame, new| new.page(frame, PATH.to_owned())),
        Err(problem) => {
            let form = Form::with([("name", form.name)]);
            let page = async |frame, form| {
                Ok(InstructorsPage { frame, list: InstructorList::read(&state).await?, form })
            };
            view.form_again(&instructor, problem, form, page).await
        }
    }
}

/// Adds an instructor of this name.
async fn add(state: &State, name: &str) -> Result<NewKey, Problem> {
    let name: LearnerName = name.parse()?;
    let key = state.change_class(add_instructor(&*state.store, &name, now())).await?;
    Ok(NewKey::of(&name, &key))
}

/// The instructor that an address names.
pub(crate) struct RequestedInstructor {
    id: InstructorId,
    instructor: Instructor,
}

impl Extract for RequestedInstructor {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Self, Problem> {
        let text = path_part(request, "id");
        let unknown = || Problem::unknown_instructor(text);
        let id = InstructorId(id(text).ok_or_else(unknown)?);
        let instructors = State::of(request).store.instructors().await?;
        let found = instructors.into_iter().find(|instructor| instructor.id == Some(id));
        found.map(|instructor| Self { id, instructor }).ok_or_else(unknown)
    }

    fn describe(operation: &mut Operation) {
        operation.has_path_part("id", "The id of the instructor.", ID_PATTERN, "1");
        operation.may_fail(&[Code::InstructorUnknown, Code::StoreFailed]);
    }
}

/// `POST /instructor/instructors/{id}/remove`: removes an instructor; the key is no longer valid.
pub(crate) async fn remove(
    _: RequiredInstructor,
    requested: RequestedInstructor,
    _: NoQuery,
    view: View,
    _: OptionalBody<EmptyForm>,
    state: SharedState,
) -> Result<Either<SeeOther, Reply<Done>>, Problem> {
    state.change_class(remove_instructor(&*state.store, requested.id)).await?;
    Ok(view.redirect(PATH, DONE))
}

/// `POST /instructor/instructors/{id}/rekey`: gives an instructor a new key; the old one is no longer valid.
pub(crate) async fn rekey(
    RequiredInstructor(instructor): RequiredInstructor,
    requested: RequestedInstructor,
    _: NoQuery,
    view: View,
    _: OptionalBody<EmptyForm>,
    state: SharedState,
) -> Result<Shown<NewKey>, Problem> {
    let key = state.change_class(rekey_instructor(&*state.store, requested.id)).await?;
    let new = NewKey::of(&requested.instructor.name, &key);
    view.show(&instructor, new, |frame, new| new.page(frame, PATH.to_owned()))
}
