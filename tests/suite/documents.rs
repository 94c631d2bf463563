//! What the documents say holds: their script does it, and their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::places::REPOSITORY;
use crate::server::Server;

#[case]
fn the_script_for_a_match_step_plays_whole_matches_until_it_has_won_one() {
    let document = include_str!("../../MATCHES.md");
    let (_, rest) = document.split_once("```python\n").unwrap();
    let (script, _) = rest.split_once("```").unwrap();
    assert!(script.lines().count() <= 30, "{}", script.lines().count());

    let server = Server::start();
    let script = script.replace("http://127.0.0.1:8080", server.url());
    let output = Command::new("python3").args(["-c", &script]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        said,
        "Step 39 is solved. It was the last one.\nNot recorded: you sent no key. Register with `POST /learners` to get one, and \
         send it with each request as `Authorization: Bearer KEY`.\n",
        "{:?}",
        String::from_utf8(output.stderr)
    );
}

/// A Python of its own that has `requests`. It is made once.
fn python_with_requests() -> PathBuf {
    let environment = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-with-requests");
    let python = environment.join("bin").join("python");
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    if !environment.join("is-complete").exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "requests==2.34.2"]));
        fs::write(environment.join("is-complete"), "").unwrap();
    }
    python
}

#[case]
fn the_script_that_sends_a_key_works_for_every_name() {
    let document = include_str!("../../docs/api.md");
    let (_, section) = document.split_once("## Send your key\n").unwrap();
    let (_, rest) = section.split_once("```python\n").unwrap();
    let (script, _) = rest.split_once("```").unwrap();
    let server = Server::start();
    // What the text says of `auth=("Jürgen", key)` holds too.
    let script = script.replace("http://127.0.0.1:8080", server.url())
        + "\n    if name == 'Jürgen': print(requests.get(f'{SERVER}/me', auth=(name, key)).json()['name'])\n";
    let output = Command::new(python_with_requests()).args(["-c", &script]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "Ada Ada\nJürgen Jürgen\nJürgen\n小林 小林\n",
        "{:?}",
        String::from_utf8(output.stderr)
    );
}

#[case]
fn every_link_from_a_document_to_a_file_leads_somewhere() {
    let mut lost = Vec::new();
    for document in documents() {
        let folder = document.parent().unwrap();
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let target = if path.is_empty() { document.clone() } else { folder.join(path) };
            let has_anchor = || {
                let text = fs::read_to_string(&target).unwrap_or_default();
                anchors(&text).iter().any(|known| known == anchor)
            };
            if !target.exists() || (!anchor.is_empty() && !has_anchor()) {
                lost.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

fn documents() -> impl Iterator<Item = PathBuf> {
    let folders = ["", "docs", "challenges", "client"].into_iter();
    let folders = folders.map(|folder| Path::new(REPOSITORY).join(folder));
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
}

/// Where the links and pictures of a document are.
fn links(text: &str) -> Vec<String> {
    let links = Parser::new(text).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    links.collect()
}

/// What a link calls the headings of a document.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors = Vec::new();
    let mut heading: Option<String> = None;
    for event in Parser::new(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => anchors.extend(heading.take()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    let part = part.to_lowercase().replace(' ', "-");
                    heading
                        .extend(part.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)));
                }
            }
            _ => {}
        }
    }
    anchors
}
