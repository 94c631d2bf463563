//! The page of another site: its script solves a step, but never as the learner who has signed in with the browser.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread;

use serde_json::{Value, json};

use super::page::Page;
use crate::server::{Caller as _, Reply, Server, SharedServer};

/// A site whose only page is empty; its address. It is there until the tests end.
fn another_site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let page = "<!doctype html><link rel=icon href=data:,>";
    let reply = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
    thread::spawn(move || {
        // A browser may open connections that it does not use.
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]).and_then(|_| stream.write_all(reply.as_bytes()));
        }
    });
    format!("http://{address}/")
}

#[case]
async fn a_learners_own_page_solves_a_step_without_a_key_and_plays() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.goes_to(&another_site()).await;
    let url = server.url();
    let call = format!(
        "const call = async (path, body, headers = {{}}) => (await fetch('{url}' + path, body && {{ \
             method: 'POST', body: JSON.stringify(body), headers: {{ 'Content-Type': 'application/json', ...headers }}, \
         }})).json();"
    );
    let solve = "const { task, word } = await call('/step_01'); \
         return call('/step_01', { task, ans: [word] });";
    let verdict: Value = page.awaits(&format!("(async () => {{ {call} {solve} }})()")).await;
    assert_eq!(verdict["verdict"], "accepted", "{verdict}");
    let play = "const { id, keys: [key] } = await call('/games', { game: 'gomoku', seats: ['human', 'human'] }); \
         return call(`/games/${id}/moves`, { move: 'hh' }, { 'X-Seat-Key': key });";
    let game: Value = page.awaits(&format!("(async () => {{ {call} {play} }})()")).await;
    assert_eq!(game["history"], json!(["hh"]), "{game}");
}

#[case]
async fn it_can_neither_read_nor_do_anything_with_the_session() {
    let server = Server::start();
    let page = Page::open(server.url()).await;
    let key = page.registers("Ada").await;
    page.goes_to(&another_site()).await;
    // To the browser another port is the same site: it sends the cookie.
    for (path, form) in [("/me", ""), ("/step_01", ""), ("/step_01?ans=x", ""), ("/step_01", "x")] {
        let how = match form {
            "" => "{ credentials: 'include' }".to_owned(),
            ans => format!(
                "{{ credentials: 'include', method: 'POST', body: new URLSearchParams({{ ans: '{ans}' }}) }}"
            ),
        };
        let url = server.url();
        let told: String = page
            .awaits(&format!("fetch('{url}{path}', {how}).then(() => 'read', () => 'blocked')"))
            .await;
        assert_eq!(told, "blocked", "{path}");
    }
    page.was_blocked().await;
    let me = Reply::to(server.anonymous().get("/me").bearer_auth(key)).await;
    assert_eq!(me.json()["attempts"], 0, "{me}");
}
