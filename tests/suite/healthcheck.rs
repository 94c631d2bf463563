//! `gradus healthcheck`: whether a server is ready, by the exit code.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, thread};

use crate::server::{Server, Workplace};

/// The exit code of a health check, and what it says.
fn checked(workplace: &Workplace, arguments: &[&str], bind: &str) -> (Option<i32>, String) {
    let mut healthcheck = workplace.gradus(&["healthcheck"]);
    let output = healthcheck.args(arguments).env("GRADUS_BIND", bind).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[case]
async fn a_server_that_is_ready_is_healthy() {
    let server = Server::start();
    let workplace = server.workplace();
    let address = server.url().strip_prefix("http://").unwrap();
    let (_, port) = address.rsplit_once(':').unwrap();
    // By its address, and by where it is bound, as in a container that has the variable.
    let silence = (Some(0), String::new());
    assert_eq!(checked(workplace, &["--url", server.url()], "10.0.0.0:1"), silence);
    for bind in [address, &format!("0.0.0.0:{port}")] {
        assert_eq!(checked(workplace, &[], bind), silence);
    }
    // Below a prefix as well as without it.
    let course = Server::start_with(&Arc::new(Workplace::new()), |command| {
        command.args(["--public-url", "https://uni.example/prog1"])
    });
    let host = course.url().trim_end_matches("/prog1");
    for url in [course.url(), host] {
        assert_eq!(checked(workplace, &["--url", url], "10.0.0.0:1"), silence);
    }
    // There is nothing at another path of the server.
    let url = format!("{}/elsewhere", server.url());
    let (code, said) = checked(workplace, &["--url", &url], address);
    assert!(code == Some(1) && said.contains("is not ready: 404"), "{said}");
    // A database that was taken away is no longer written to.
    fs::remove_file(workplace.path("gradus.db")).unwrap();
    server.until_ready(false).await;
    let (code, said) = checked(workplace, &[], address);
    assert!(code == Some(1) && said.contains("is not ready: 503"), "{said}");
}

#[case]
fn what_is_no_server_is_not_healthy() {
    let workplace = Workplace::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = listener.local_addr().unwrap().to_string();
    // It accepts, and says nothing.
    let (code, said) = checked(&workplace, &["--timeout", "1"], &silent);
    assert!(code == Some(1) && said.contains("does not reply: timed out"), "{said}");
    // It says something all the time, and never a whole line.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endless = listener.local_addr().unwrap().to_string();
    let talking = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        while stream.write_all(b"H").is_ok() {
            thread::sleep(Duration::from_millis(100));
        }
    });
    let (code, said) = checked(&workplace, &["--timeout", "1"], &endless);
    assert!(code == Some(1) && said.contains("does not reply: timed out"), "{said}");
    talking.join().unwrap();
    // It closes the connection when it has read something.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mute = listener.local_addr().unwrap().to_string();
    let closing = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.read(&mut [0; 1024]).unwrap()
    });
    let (code, said) = checked(&workplace, &[], &mute);
    assert!(
        code == Some(1) && said.contains("does not reply: the connection was closed"),
        "{said}"
    );
    assert!(closing.join().unwrap() > 0);
    // Whether a host is known is asked when the server is, and not for longer.
    let url = "http://gradus.invalid:8080";
    let (code, said) = checked(&workplace, &["--url", url, "--timeout", "1"], &silent);
    assert!(code == Some(1) && said.contains("gradus.invalid:8080 does not reply"), "{said}");
    // A port that another test may get would not do.
    let (code, said) = checked(&workplace, &[], "127.0.0.1:1");
    assert!(code == Some(1) && said.contains("does not reply"), "{said}");
    let (code, said) = checked(&workplace, &[], "127.0.0.1:0");
    assert!(code == Some(1) && said.contains("--url"), "{said}");
    let (code, said) = checked(&workplace, &["--url", "https://127.0.0.1"], &silent);
    assert!(code == Some(2) && said.contains("http://127.0.0.1:8080"), "{said}");
}
