//! The ladder, for somebody without an account and for a learner.

use super::page::Page;
use crate::server::{Caller as _, Server, SharedServer};

#[case]
async fn nobody_sees_every_step_and_an_example() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/").await;
    assert_eq!((page.count(".track").await, page.count(".path li").await), (4, 36));
    assert_eq!(page.count("progress, .path .state").await, 0);
    let example = format!("curl {}/step_01", server.url());
    assert_eq!(page.text(".lead code").await, example);
    page.is_photographed("ladder").await;
    page.follows(".path a[href='/step_21']").await;
    assert_eq!(page.path().await, "/step_21");
}

#[case]
async fn a_learner_sees_what_is_solved_what_was_tried_and_what_is_next() {
    let server = Server::start();
    let ada = server.register("Ada").await;
    ada.solve("01").await;
    ada.solve("21").await;
    let task = ada.fresh_task("03").await;
    let mut items = task.solution();
    let first = &mut items[0];
    *first = if first == "x" { "o" } else { "x" }.to_owned();
    ada.answer(&task, items).await.wrong();

    let page = Page::open(server.url()).await;
    page.signs_in("Ada", &ada.key).await;
    let links = ["01", "21"].map(|step| format!("/step_{step}"));
    let addresses = |class: &str| {
        format!("[...document.querySelectorAll('.path .{class} a')].map((link) => link.pathname)")
    };
    assert_eq!(page.tells::<Vec<String>>(&addresses("solved")).await, links);
    assert_eq!(page.tells::<Vec<String>>(&addresses("tried")).await, ["/step_03"]);
    assert_eq!(page.tells::<Vec<String>>(&addresses("next")).await, ["/step_02"]);
    assert_eq!(page.texts(".path .state").await, ["solved", "next", "tried", "solved"]);
    let progress: Vec<usize> =
        page.tells("[...document.querySelectorAll('progress')].map((track) => track.value)").await;
    assert_eq!(progress, [1, 0, 1, 0]);
    page.is_photographed("ladder-of-a-learner").await;
}
