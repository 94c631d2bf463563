//! The programs in the README do what it says.

use std::process::Command;

use crate::server::Server;

#[test]
fn the_learners_script_plays_a_whole_match_and_wins_it() {
    let readme = include_str!("../../README.md");
    let scripts = readme.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next());
    let script = scripts.filter(|script| script.contains("/games")).last().unwrap();
    assert!(script.lines().count() <= 30, "{}", script.lines().count());

    let server = Server::start();
    let script = script.replace("http://127.0.0.1:8080", server.url());
    let output = Command::new("python3").args(["-c", &script]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        said,
        "Step 39 is solved. It was the last one.\n",
        "{:?}",
        String::from_utf8(output.stderr)
    );
}
