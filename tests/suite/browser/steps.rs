//! The page of a step: the board, the answer, and what is said of it.

use std::process::Command;
use std::sync::Arc;

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::page::{Colours, Page, Width};
use crate::server::{Server, SharedServer, Task, Workplace};

/// The right answer with black and white exchanged.
fn with_colours_exchanged(task: &Task) -> String {
    let exchange = |letter| match letter {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    task.solution().join(",").chars().map(exchange).collect()
}

impl Page {
    /// Sends an answer, which is judged without another page.
    async fn answers(&self, answer: &str) {
        self.writes("[name=ans]", answer).await;
        let stays: bool = self
            .tells(
                "(window.stays = true, document.getElementById('verdict').replaceChildren(), true)",
            )
            .await;
        self.clicks("[data-answer] button").await;
        self.sees("#verdict .message").await;
        assert!(
            stays && self.tells::<bool>("window.stays === true").await,
            "the page was loaded again"
        );
    }
}

#[case]
async fn a_wrong_answer_is_explained_in_place_and_a_right_one_leads_on() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    page.goes_to("/step_07").await;
    assert_eq!(page.count("#board svg [data-place]").await, 225);
    assert_eq!(page.count("#board .asked text").await, 9);
    let shown = page.count("#board .black circle, #board .white circle").await;
    let task = page.task().await;
    assert_eq!(shown, task.fields["board"].as_str().unwrap().len() / 2);
    page.is_photographed("step-07").await;

    page.answers(&with_colours_exchanged(&task)).await;
    assert_eq!(page.count("#verdict .message.bad").await, 1);
    page.reads("#verdict", "Black, written x, makes the first move").await;
    assert_eq!(page.count("#board .wrong").await, 1);
    page.is_photographed("step-07-wrong").await;

    assert!(page.texts("#legend span").await.contains(&"first wrong item".to_owned()));
    page.clicks("#attempts summary").await;

    page.answers(&task.solution().join(",")).await;
    assert_eq!(page.count("#verdict .message.good").await, 1);
    assert_eq!(page.count("#board .wrong").await, 0);
    // What was open stays open, with times as the reader writes them.
    assert!(page.shows("#attempts li").await);
    assert!(!page.text("#attempts time").await.contains("UTC"));
    page.is_photographed("step-07-right").await;
    page.follows("#verdict a.button").await;
    assert_eq!(page.path().await, "/step_08");

    page.goes_to("/step_07?fresh=1").await;
    page.clicks("#attempts summary").await;
    assert_eq!(page.texts("#attempts strong").await, ["right", "wrong"]);
    page.is_photographed("step-07-earlier-answers").await;
    assert_ne!(page.task().await.solution(), task.solution());
    page.follows("#attempts li:first-child a").await;
    assert_eq!(page.task().await.solution(), task.solution());
}

/// Whether the last reply in an output of replies says that the answer is right.
fn is_accepted(output: &[u8]) -> bool {
    let replies = serde_json::Deserializer::from_slice(output).into_iter::<Value>();
    replies.last().is_some_and(|reply| reply.unwrap()["verdict"] == "accepted")
}

#[case]
async fn the_programs_to_begin_with_run() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    let mut key = String::new();
    // The board of somebody without an account, and that of a learner.
    for is_learners in [false, true] {
        if is_learners {
            key = page.registers("Ada").await;
        }
        page.goes_to("/step_07").await;
        let items = json!(page.task().await.solution());
        let programs = page.texts("[aria-labelledby=program-title] pre").await;
        let [curl, python, javascript, rust] = &programs[..] else { panic!("{programs:?}") };
        let names_key = [curl, python, javascript, rust].map(|text| text.contains("GRADUS_KEY"));
        assert_eq!(names_key, [is_learners; 4]);

        let curl = curl.replace("[]", &items.to_string());
        let run = Command::new("sh").args(["-c", &curl]).env("GRADUS_KEY", &key).output();
        assert!(is_accepted(&run.unwrap().stdout), "{curl}");

        let javascript = javascript.replace("[]", &items.to_string());
        let told: String = page
            .awaits(&format!(
                "await (async () => {{
                    const [told, process] = [[], {{ env: {{ GRADUS_KEY: {} }} }}];
                    const console = {{ log: (text) => told.push(text) }};
                    {javascript}
                    return told.join();
                }})()",
                json!(key)
            ))
            .await;
        assert!(told.starts_with("Step 07 is solved"), "{told}");
    }
}

#[case]
async fn a_right_answer_of_nobody_is_not_recorded_and_the_page_says_so() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/step_07?utm_source=moodle&lang=de").await;
    let task = page.task().await;
    page.answers(&task.solution().join(",")).await;
    page.reads("#verdict", "Step 07 is solved").await;
    page.reads("#verdict", "Not recorded: you are not signed in.").await;
    page.is_photographed("step-07-not-recorded").await;
    page.follows("#verdict a[href='/session']").await;
    assert_eq!(page.path().await, "/session");
}

#[case]
async fn an_answer_that_cannot_be_judged_is_told_in_place_and_is_no_attempt() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.registers("Ada").await;
    page.goes_to("/step_07").await;
    page.answers("xo,..").await;
    page.reads("#verdict .message.bad", "36").await;
    assert_eq!(page.count("#attempts li").await, 0);
}

#[case]
async fn an_answer_to_a_board_that_is_not_the_learners_is_refused_in_place() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    page.goes_to("/step_07").await;
    let token = page.task().await.token;
    page.registers("Ada").await;
    page.goes_to("/step_07").await;
    let task = page.task().await;
    page.runs(&format!("document.querySelector('[name=task]').value = '{token}'")).await;
    let items = task.solution().join(",");
    page.answers(&items).await;
    assert_eq!(page.count("#verdict .message.bad").await, 1);
    assert_eq!(page.tells::<String>("document.querySelector('[name=ans]').value").await, items);
    page.is_photographed("step-07-foreign-board").await;
    page.was_refused(403).await;
}

#[case]
async fn a_new_board_is_another_one_and_its_address_shows_it_again() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/step_07").await;
    let first = page.task().await.solution();
    page.follows("#board ~ .actions a[href*='fresh']").await;
    let second = page.task().await.solution();
    assert_ne!(second, first);
    let address = page.path().await;
    assert!(address.starts_with("/step_07?task="), "{address}");
    page.goes_to(&address).await;
    assert_eq!(page.task().await.solution(), second, "loaded again");
    page.follows("#board ~ .actions a[href*='task=']").await;
    assert_eq!(page.task().await.solution(), second);
    page.goes_to("/step_07").await;
    assert_eq!(page.task().await.solution(), first);
}

#[case]
async fn a_step_that_has_closed_shows_its_boards_and_has_no_form() {
    let workplace = Arc::new(Workplace::new());
    workplace.write("course.toml", "[steps.07]\ncloses = 2026-01-01\n");
    let server =
        Server::start_with(&workplace, |command| command.args(["--course", "course.toml"]));
    let page = Page::open(server.url()).await;
    page.goes_to("/step_07?fresh=1").await;
    page.reads("#verdict", "closed at 2026-01-01").await;
    assert_eq!(page.count("[data-answer], [name=ans]").await, 0);
    assert_eq!(page.count("#board svg [data-place]").await, 225);
    // Scripts run without the form too.
    page.until("location.search.startsWith('?task=')").await;
}

#[case]
async fn programs_to_begin_with_have_the_address_of_the_board() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/step_31").await;
    let token = page.task().await.token;
    let programs = page.texts("[aria-labelledby=program-title] code").await;
    assert_eq!(
        page.texts("[aria-labelledby=program-title] summary").await,
        ["curl", "Python", "JavaScript", "Rust"]
    );
    let address = format!("{}/step_31", server.url());
    for program in programs {
        assert!(program.contains(&token) && program.contains(&address), "{program}");
    }
}

#[case]
async fn pointing_at_a_cell_of_four_dimensions_lights_the_lines_through_it() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to("/step_24").await;
    // Fifteen lines of three other cells go through a corner, eight through the cell beside it.
    for (cell, others) in [("0", 45), ("255", 45), ("1", 24)] {
        page.points_at(&format!("#board .board:first-child [data-place='{cell}']")).await;
        page.sees(&format!("[data-place='{cell}'].lit-through")).await;
        assert_eq!(page.count(".lit").await, others, "{cell}");
        assert_eq!(page.count(".board:first-child .lit").await, others, "{cell}");
    }
    // Light over a text would make it hard to read.
    let fill: String = page.tells("getComputedStyle(document.querySelector('.lit')).fill").await;
    assert_eq!(fill, "none");
    page.points_at("#board .board:first-child [data-place='0']").await;
    page.is_photographed("step-24-lines-through-a-corner").await;
    page.points_at("h1").await;
    page.until("!document.querySelector('.lit, .lit-through')").await;

    page.goes_to("/step_37").await;
    page.points_at("#board .board:first-child [data-place='1']").await;
    page.sees("[data-place='1'].lit-through").await;
    page.is_photographed("step-37-lines-through-a-corner").await;
}

#[case]
async fn a_board_is_read_by_keys_cell_by_cell() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    let focused = "document.activeElement.getAttribute('aria-label')";
    for step in ["03", "12", "24", "37"] {
        page.goes_to(&format!("/step_{step}")).await;
        page.sees("#board [data-place][role=img]").await;
        // Tab goes to every board once.
        let boards = page.count("#board svg.drawn").await;
        assert_eq!(page.count("#board [tabindex='0']").await, boards, "step {step}");
        page.runs("document.querySelector('#board [tabindex=\"0\"]').focus()").await;
        page.types(&[Key::Right, Key::Down]).await;
        let name: String = page.tells(focused).await;
        assert_eq!(page.count("#board [tabindex='0']").await, boards, "step {step}");
        let start = match step {
            "03" => "bb, ",
            "12" => "5, ",
            "24" => "5, x 1 y 1 z 0 w 0, ",
            _ => "5, i 1 j 1 k 2 l 2, ",
        };
        assert!(name.starts_with(start), "step {step}: {name}");
        page.is_photographed(&format!("step-{step}-by-keys")).await;
    }
    assert!(page.count(".lit").await > 0, "what has the focus lights its lines");
    page.runs("document.activeElement.blur()").await;
    assert_eq!(page.count(".lit, .lit-through").await, 0);
}

/// How far the names of a board's rows are from the left edge of its frame, in pixels, and whether they are above the board.
const ROWS: &str = "((frame) => [...frame.querySelectorAll('.rows text')] \
    .map((name) => name.getBoundingClientRect()) \
    .map((name) => [name, document.elementFromPoint(name.left + name.width / 2, name.top + name.height / 2)]) \
    .map(([{ left }, top]) => [left - frame.getBoundingClientRect().left, Boolean(top?.closest('.rows'))]))";

#[case]
async fn the_names_of_rows_stay_in_sight_where_a_board_is_moved() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.is(Width::Phone, Colours::Light).await;
    // The board of a step of gomoku fits.
    page.goes_to("/step_03").await;
    page.sees("#board [data-place]").await;
    page.until("(({ scrollWidth, clientWidth }) => scrollWidth === clientWidth)(document.querySelector('#board > .board'))").await;
    let mut boards = vec![("step-24", "/step_24".to_owned(), 22)];
    for (game, rows) in [("gomoku", 15), ("four_in_a_row", 22), ("tesseract", 14)] {
        page.starts_match(game, &["human", "human"], &[]).await;
        boards.push((game, page.path().await, rows));
    }
    // In four dimensions two of the names are the key to the axes.
    for (name, path, rows) in boards {
        page.goes_to(&path).await;
        page.sees("#board [data-place][role]").await;
        let frame =
            "(document.querySelector('#board > .board') ?? document.getElementById('board'))";
        page.runs(&format!(
            "{frame}.scrollIntoView({{ block: 'center' }}); {frame}.scrollLeft = 9999"
        ))
        .await;
        page.until(&format!("{frame}.scrollLeft > 20 && {frame}.querySelector('.rows.raised')"))
            .await;
        let names: Vec<(f64, bool)> = page.tells(&format!("{ROWS}({frame})")).await;
        assert_eq!(names.len(), rows, "{name}");
        let is_seen = |&(left, is_above): &(f64, bool)| (0.0..40.0).contains(&left) && is_above;
        assert!(names.iter().all(is_seen), "{name}: {names:?}");
        page.is_photographed(&format!("moved-{name}")).await;
        // Moved back, they are where they were.
        page.runs(&format!("{frame}.scrollLeft = 0")).await;
        page.until(&format!(
            "{frame}.querySelector('.rows').getAttribute('transform') === 'translate(0 0)'"
        ))
        .await;
    }
}

/// The size of the smallest text on the boards, in pixels.
const SMALLEST: &str = "Math.min(...[...document.querySelectorAll('#board svg text')] \
    .map((text) => [text, text.getScreenCTM()]) \
    .map(([text, { a, b }]) => parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)))";

/// All other steps are in `long`.
#[case]
async fn steps_of_a_board_have_it_drawn() {
    boards_are_drawn(["06", "14", "24", "31", "37"]).await;
}

pub(crate) async fn boards_are_drawn(steps: impl IntoIterator<Item = &'static str>) {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    for step in steps {
        page.goes_to(&format!("/step_{step}")).await;
        page.sees(&format!("[action^='/step_{step}#']")).await;
        page.sees("#board svg.drawn").await;
        let sizes: Vec<[f64; 2]> = page
            .tells(
                "[...document.querySelectorAll('#board svg.drawn')] \
                 .map((svg) => svg.getBoundingClientRect()) \
                 .map(({ width, height }) => [width, height])",
            )
            .await;
        assert!(
            sizes.iter().all(|[width, height]| *width > 100.0 && *height > 20.0),
            "step {step}: {sizes:?}"
        );
        page.is_photographed(&format!("step-{step}-board")).await;
        for width in [Width::Phone, Width::Desk] {
            page.is(width, Colours::Light).await;
            let smallest: f64 = page.tells(SMALLEST).await;
            // A board of gomoku is as wide as a small window, so that nothing of it is cut.
            let least = if matches!(width, Width::Phone) { 8.5 } else { 9.0 };
            assert!(smallest >= least, "step {step}: a text of {smallest} px at {width:?}");
        }
    }
}
