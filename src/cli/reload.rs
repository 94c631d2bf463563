//! Reading the challenges and the course again while the server runs.

use std::io;
use std::sync::Arc;

use gradus::app::State;

use super::class::CourseOptions;

/// Reloads the challenges and the course whenever the process receives SIGHUP.
#[cfg(unix)]
pub(super) fn reload_on_hangup(course: CourseOptions, state: Arc<State>) -> io::Result<()> {
    use std::thread;

    use actix_web::rt::signal::unix::{SignalKind, signal};
    use tokio::sync::oneshot;

    let mut hangups = signal(SignalKind::hangup())?;
    let course = Arc::new(course);
    actix_web::rt::spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::info!("the challenges are read again");
            let (course, state) = (Arc::clone(&course), Arc::clone(&state));
            let (done, reloaded) = oneshot::channel();
            // A thread of its own: the process does not wait for it after a stop signal, and a check may take long.
            thread::spawn(move || {
                reload(&course, &state);
                done.send(())
            });
            if reloaded.await.is_err() {
                tracing::error!("the challenges are not reloaded: the check panicked");
            }
        }
    });
    Ok(())
}

/// Replaces the steps and the rules by those that are in the files now. If these have diagnostics, they are logged and all stays.
#[cfg(unix)]
fn reload(course: &CourseOptions, state: &State) {
    let served = state.curriculum();
    match course.reload(&served) {
        Ok(curriculum) => {
            let steps = curriculum.steps.iter().count();
            state.replace_curriculum(curriculum);
            tracing::info!(steps, "the challenges are reloaded");
        }
        Err(error) => {
            let has_course = served.course.is_from_file() || course.default_course().is_some();
            let what = if has_course { "the challenges and the course" } else { "the challenges" };
            for line in error.to_string().lines() {
                tracing::error!("{what} are not reloaded: {line}");
            }
        }
    }
}

/// Other systems have no SIGHUP: the challenges are loaded only at the start.
#[cfg(not(unix))]
pub(super) fn reload_on_hangup(_: CourseOptions, _: Arc<State>) -> io::Result<()> {
    Ok(())
}
