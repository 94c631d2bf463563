//! Every page is for everybody, and every board is drawn: what `browser` looks at of a few pages.

use serde_json::json;

use crate::browser::instructors::{answers_wrong, class, learners};
use crate::browser::page::Page;
use crate::browser::steps::boards_are_drawn;
use crate::server::{Caller as _, Plays as _, Server, SharedServer, puzzles};

#[case]
async fn the_ladder_sign_in_and_problems_are_for_everybody() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    for (name, path) in [
        ("ladder", "/"),
        ("sign-in", "/session"),
        ("problem", "/step_99"),
        ("statement", "/step_07/statement"),
    ] {
        page.goes_to(path).await;
        page.is_for_everybody(name).await;
    }
    page.was_refused(404).await;
    page.registers("Ada").await;
    page.is_for_everybody("registered").await;
    for (name, path) in [("me", "/me"), ("receipts", "/me/receipts"), ("scoreboard", "/scoreboard")]
    {
        page.goes_to(path).await;
        page.is_for_everybody(name).await;
    }
}

#[case]
async fn steps_are_for_everybody() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    for step in ["07", "12", "24", "30", "33", "19"] {
        page.goes_to(&format!("/step_{step}")).await;
        page.is_for_everybody(&format!("step-{step}")).await;
    }
}

#[case]
async fn games_are_for_everybody() {
    let server = SharedServer::join();
    let anybody = server.anonymous();
    let page = Page::open(server.url()).await;
    page.goes_to("/games").await;
    page.is_for_everybody("games").await;
    for game in ["gomoku", "numerical"] {
        page.starts_match(game, &["human", "random"], &[]).await;
        page.is_for_everybody(&format!("match-of-{game}")).await;
    }
    for game in ["four_in_a_row", "tesseract"] {
        page.starts_match(game, &["human", "rules"], &[]).await;
        page.moves_to("1").await;
        page.is_for_everybody(&format!("match-of-{game}")).await;
    }
    let game = anybody.start(json!({ "game": "gomoku", "seats": ["random", "random"] })).await;
    let state = anybody.advance(&game).await;
    page.goes_to(&state.path("")).await;
    page.is_for_everybody("match-watched").await;
}

#[case]
async fn pages_for_instructors_are_for_everybody() {
    let class = class();
    let [ada, alan] = learners(&class).await;
    ada.solve("12").await;
    answers_wrong(&ada).await;
    alan.solve("25").await;
    let given = json!({ "step": "12", "learner": "Ada Lovelace", "due": "2026-10-01" });
    class.done("/extensions", given).await;
    let page = Page::open(class.server.url()).await;
    page.signs_in_as_instructor().await;
    for name in ["learners", "gradebook", "steps", "signals", "extensions", "instructors"] {
        page.goes_to(&format!("/instructor/{name}")).await;
        page.is_for_everybody(&format!("instructor-{name}")).await;
    }
    for (name, path) in
        [("course", "/instructor"), ("step", "/instructor/steps/16"), ("preview", "/step_08")]
    {
        page.goes_to(path).await;
        page.is_for_everybody(&format!("instructor-{name}")).await;
    }
    page.goes_to("/instructor/learners").await;
    let learner = page.path_of("tbody a").await;
    page.goes_to(&learner).await;
    page.is_for_everybody("instructor-learner").await;
    page.goes_to("/instructor/attempts").await;
    page.is_for_everybody("instructor-attempts").await;
    for step in ["16", "25", "12"] {
        page.goes_to(&format!("/instructor/attempts?step={step}")).await;
        page.follows("tbody th a").await;
        page.is_for_everybody(&format!("instructor-replay-{step}")).await;
    }
    page.goes_to("/instructor/learners").await;
    page.writes("[name=csv]", "name\n???\n").await;
    page.follows("button[name=dry_run][value=true]").await;
    page.is_for_everybody("instructor-roster-refused").await;
    page.was_refused(422).await;
    page.writes("[name=csv]", "name\nBarbara Liskov\n").await;
    page.follows("button[name=dry_run][value=true]").await;
    page.is_for_everybody("instructor-roster-preview").await;
    page.follows("button[name=dry_run][value=false]").await;
    page.is_for_everybody("instructor-keys").await;
    page.goes_to("/instructor").await;
    page.follows("form[action='/instructor/regrade'] button").await;
    page.is_for_everybody("instructor-regrade").await;
}

#[case]
async fn every_step_of_a_board_has_it_drawn() {
    boards_are_drawn(puzzles()).await;
}
