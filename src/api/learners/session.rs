//! `/learners`: registration, and `/session`: signing in and out with a browser.
//!
//! The cookie of a session has the key of a learner or an instructor in it, so that a session is nothing that the server remembers: it is valid on every
//! replica, and ends when the key is no longer valid. Scripts cannot read it, and requests from other sites do not change anything:
//! [`is_cross_site`](crate::wire::browser::is_cross_site).

use actix_web::Either;
use actix_web::cookie::Cookie;
use actix_web::cookie::time::Duration;
use askama::Template;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::authentication::Credentials;
use crate::app::caller::{Caller, Person};
use crate::app::rates::Network;
use crate::app::state::SharedState;
use crate::course::Registration;
use crate::pages::frame::Frame;
use crate::pages::view::{PageReply, SeeOther, Shown, View};
use crate::texts;
use crate::wire::accept::{LANG, ReplyLanguage};
use crate::wire::body::{ApiBody, Form, RequestBody};
use crate::wire::browser::SESSION;
use crate::wire::extract::NoQuery;
use crate::wire::problem::{Code, Problem};

/// How long a browser keeps the cookie of a learner.
const LEARNER_LIFETIME: Duration = Duration::days(180);

/// How long a browser keeps that of an instructor, who may sign in on the machine of a lecture hall.
const INSTRUCTOR_LIFETIME: Duration = Duration::hours(12);

/// The cookie that signs in with a key.
fn cookie(key: String, lifetime: Duration) -> Cookie<'static> {
    Cookie::build(SESSION, key).max_age(lifetime).finish()
}

/// The viewer of a page where nobody has signed in yet.
const NOBODY: Option<Person> = None;

/// Whose session a browser has.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    is_success: bool,
    /// The name of the learner; null without one.
    learner: Option<String>,
    /// The name of the instructor; null without one.
    instructor: Option<String>,
}

/// Where one signs in or registers.
#[derive(Template)]
#[template(path = "session.html")]
struct SessionPage {
    frame: Frame,
    sign_in: Form,
    register: Form,
}

impl SessionPage {
    fn new(frame: Frame) -> Self {
        Self { frame, sign_in: Form::default(), register: Form::default() }
    }

    fn can_register(&self) -> bool {
        self.frame.curriculum.course.registration != Registration::Closed
    }

    fn asks_code(&self) -> bool {
        matches!(self.frame.curriculum.course.registration, Registration::Code(_))
    }
}

/// `GET /session`: the page to sign in; as data, who is signed in.
pub(crate) async fn get(caller: Caller, _: NoQuery, view: View) -> Result<Shown<Session>, Problem> {
    let session = Session {
        is_success: true,
        learner: caller.learner.as_ref().map(|learner| learner.name.to_string()),
        instructor: caller.instructor.as_ref().map(|instructor| instructor.name.to_string()),
    };
    view.show(&caller, session, |frame, _| SessionPage::new(frame))
}

/// A name with its key.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    name: String,
    key: String,
}

impl RequestBody for SignIn {
    const INVALID: Code = Code::AuthForm;
    const EXAMPLE: &'static str = "{\"name\": NAME, \"key\": KEY}";
}

/// `POST /session`: signs in, and leads to the ladder, or an instructor to the class.
pub(crate) async fn post(
    _: NoQuery,
    view: View,
    ApiBody(SignIn { name, key }): ApiBody<SignIn>,
    state: SharedState,
) -> Result<Either<PageReply, SeeOther>, Problem> {
    let key = key.trim().to_owned();
    let credentials = Credentials { name: Some(name.clone().into_bytes()), key: key.clone() };
    let (path, lifetime) = match credentials.authenticate(&state).await {
        Ok(Person::Learner(_)) => ("/", LEARNER_LIFETIME),
        Ok(Person::Instructor(_)) => ("/instructor", INSTRUCTOR_LIFETIME),
        // The form is there again, with the name.
        Err(problem) => {
            let page =
                async |frame, sign_in| Ok(SessionPage { sign_in, ..SessionPage::new(frame) });
            return view.form_again(&NOBODY, problem, Form::with([("name", name)]), page).await;
        }
    };
    Ok(Either::Right(SeeOther::to(path).with_cookie(cookie(key, lifetime))))
}

/// `POST /session/end`: signs out, and leads to the ladder.
pub(crate) async fn end(_: NoQuery) -> SeeOther {
    let mut cookie = cookie(String::new(), LEARNER_LIFETIME);
    cookie.make_removal();
    SeeOther::to("/").with_cookie(cookie)
}

/// A request to register a learner.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Registration)]
pub(crate) struct RegistrationForm {
    name: String,
    /// The course code, where the course asks for it.
    code: Option<String>,
}

impl RequestBody for RegistrationForm {
    const INVALID: Code = Code::BodyFields;
    const EXAMPLE: &'static str = "{\"name\": NAME}";
}

/// A learner with their key.
#[derive(Serialize, ToSchema)]
pub(crate) struct Registered {
    is_success: bool,
    name: String,
    /// The key. It is shown only in this reply: the server stores its hash.
    key: String,
    message: String,
}

/// The page with the key of a new learner.
#[derive(Template)]
#[template(path = "registered.html")]
struct RegisteredPage {
    frame: Frame,
    registered: Registered,
}

/// `POST /learners`: registers a name and shows its key, once.
pub(crate) async fn register(
    _: NoQuery,
    ReplyLanguage(language): ReplyLanguage,
    view: View,
    ApiBody(form): ApiBody<RegistrationForm>,
    network: Network,
    state: SharedState,
) -> Result<Shown<Registered, 201>, Problem> {
    // There is no page to go back to at this address.
    let at_session = |frame| Frame { address: format!("/session?{LANG}"), ..frame };
    let (learner, key) = match state.register(&form.name, form.code.as_deref(), network).await {
        Ok((learner, key)) => (learner, key.reveal().to_owned()),
        Err(problem) => {
            let fields = [("name", form.name), ("code", form.code.unwrap_or_default())];
            let page = async |frame, register| {
                Ok(SessionPage { register, ..SessionPage::new(at_session(frame)) })
            };
            return view.form_again(&NOBODY, problem, Form::with(fields), page).await;
        }
    };
    let cookie = cookie(key.clone(), LEARNER_LIFETIME);
    let message = texts::learner::key().render(language).into_owned();
    let name = learner.name.to_string();
    let registered = Registered { is_success: true, name, key, message };
    let shown = view.show(&learner, registered, |frame, registered| RegisteredPage {
        frame: at_session(frame),
        registered,
    })?;
    Ok(match shown {
        Either::Left(page) => Either::Left(page.with_cookie(cookie)),
        data @ Either::Right(_) => data,
    })
}
