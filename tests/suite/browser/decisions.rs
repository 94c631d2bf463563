//! Decisions on pages: instructors make them and take them back, and learners see them.

use super::instructors::{class, learners};
use super::page::Page;
use crate::server::Caller as _;

#[case]
async fn an_instructor_decides_and_the_learner_sees_it() {
    let class = class();
    let [ada, _] = learners(&class).await;
    ada.solve("12").await.accepted();
    let id = class.id("Ada Lovelace").await;
    let learner = format!("/instructor/learners/{id}");
    let page = Page::open(class.server.url()).await;
    page.signs_in_as_instructor().await;

    // From the learner's page: the form knows the learner and the step.
    page.goes_to(&learner).await;
    page.follows("a[href$='step=12'][href^='/instructor/decisions']").await;
    page.writes("[name=points]", "99").await;
    page.follows("form.narrow button").await;
    page.was_refused(422).await;
    page.reads("[role=alert]", "expected 0 to 10").await;
    page.writes("[name=points]", "7.5").await;
    page.writes("[name=reason]", "oral exam").await;
    page.follows("form.narrow button").await;
    assert_eq!(page.path().await, learner);
    page.reads("#decisions", "7.5 points").await;
    page.reads("#decisions", "Grace Hopper").await;
    page.is_for_everybody("decided-learner").await;
    page.goes_to("/instructor/gradebook").await;
    page.reads("tbody tr:first-child", "7.5†").await;
    page.reads("tbody tr:first-child", "the answers earned 5").await;
    page.is_for_everybody("decided-gradebook").await;

    // For a section, with a public reason; then the answer is void.
    page.goes_to("/instructor/decisions").await;
    page.chooses("[name=step]", "12").await;
    page.chooses("[name=section]", "A").await;
    page.chooses("[name=action]", "excuse").await;
    page.writes("[name=reason]", "The room was closed.").await;
    page.clicks("[name=public]").await;
    page.follows("form.narrow button").await;
    assert_eq!(page.path().await, "/instructor/decisions");
    page.reads(".decisions", "excused").await;
    let attempts = class.get(&format!("/attempts?learner={id}")).await;
    let attempt = format!("/instructor/attempts/{}", attempts["attempts"][0]["id"]);
    page.goes_to(&attempt).await;
    page.clicks("details summary").await;
    page.is_for_everybody("void-attempt").await;
    page.follows("details button").await;
    assert_eq!(page.path().await, attempt);
    page.reads(".message.bad", "void").await;
    page.goes_to("/instructor/decisions").await;
    page.is_for_everybody("decisions").await;
    page.follows(".decisions li:last-child button").await;
    page.reads(".decisions li:last-child", "taken back by Grace Hopper").await;

    let page = Page::open(class.server.url()).await;
    page.signs_in("Ada Lovelace", &ada.key).await;
    page.goes_to("/me").await;
    page.reads("main", "The room was closed.").await;
    assert!(!page.text("main").await.contains("oral exam"));
    page.is_for_everybody("decided-me").await;
    page.goes_to("/step_12").await;
    page.reads("main", "An instructor has excused you").await;
    page.reads("main", "An instructor has voided an answer of yours").await;
    page.is_for_everybody("decided-step").await;
    page.goes_to("/").await;
    page.reads("main", "The room was closed.").await;
    page.is_for_everybody("decided-ladder").await;
}
