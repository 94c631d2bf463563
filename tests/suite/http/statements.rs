//! Pictures and formulas in statements, and the name of the course on its pages.

use std::os::unix::fs::symlink;
use std::sync::Arc;

use data_encoding::BASE64;
use reqwest::Method;
use reqwest::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};

use crate::browser::page::{Colours, Page, Width};
use crate::server::{Caller as _, PATIENCE, Reply, Server, Workplace};

/// A picture of one pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A red square. Drawing programs write styles in elements.
const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" style="fill:#c00"/><script>alert(1)</script></svg>"#;

const SAMPLE: &str =
    "```json task\n{\"word\": \"abcdefgh\"}\n```\n\n```text answer\nabcdefgh\n```\n";

const FORMULAS: &str = r"
Let $x_i \in \{0, 1\}$ cost \$2, $5 or US$6. `echo $KEY$HOME`, $\unknown{<b>}$.

$$f(n) = \begin{cases} 1 & n < 2 \\ n \cdot f(n - 1) & \text{otherwise} \end{cases}$$
";

/// A folder with a step that sends a word, and pictures.
fn workplace(statement: &str) -> Arc<Workplace> {
    let workplace = Arc::new(Workplace::new());
    let step = "kind = \"gomoku/hello\"\ntrack = \"Words\"\npoints = 1\n";
    workplace.write("mine/42-echo/step.toml", step);
    write_statement(&workplace, statement);
    workplace
}

fn write_statement(workplace: &Workplace, statement: &str) {
    let text = format!("# Echo\n{statement}\n{SAMPLE}");
    workplace.write("mine/42-echo/statement.en.md", text);
}

fn write_picture(workplace: &Workplace, name: &str, bytes: impl AsRef<[u8]>) {
    workplace.write(&format!("mine/42-echo/{name}"), bytes);
}

/// A workplace with a picture of each format.
fn with_pictures() -> Arc<Workplace> {
    let names = ["board.png", "a.jpg", "a.jpeg", "a.webp", "B-1.SVG"];
    let shown: Vec<_> = names.iter().map(|name| format!("![Picture {name}]({name})")).collect();
    let workplace = workplace(&shown.join("\n"));
    write_picture(&workplace, "board.png", BASE64.decode(PNG.as_bytes()).unwrap());
    write_picture(&workplace, "a.jpg", b"\xff\xd8\xff\xe0");
    write_picture(&workplace, "a.jpeg", b"\xff\xd8\xff\xe0");
    write_picture(&workplace, "a.webp", b"RIFF\0\0\0\0WEBPVP8 ");
    write_picture(&workplace, "B-1.SVG", SVG);
    workplace
}

fn start(workplace: &Arc<Workplace>) -> Server {
    Server::start_with(workplace, |command| command.args(["--challenges", "mine"]))
}

/// The exit code of a check, and what it says.
fn check(workplace: &Workplace) -> (Option<i32>, String) {
    let output = workplace.gradus(&["check", "mine", "--seeds", "3"]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[case]
async fn a_picture_beside_the_statement_is_served() {
    let workplace = with_pictures();
    let (code, said) = check(&workplace);
    assert_eq!(code, Some(0), "{said}");
    let server = start(&workplace);
    let anonymous = server.anonymous();
    for (name, media_type) in [
        ("board.png", "image/png"),
        ("a.jpg", "image/jpeg"),
        ("a.jpeg", "image/jpeg"),
        ("a.webp", "image/webp"),
        ("B-1.SVG", "image/svg+xml"),
    ] {
        let path = format!("/step_42/pictures/{name}");
        let picture = Reply::to(anonymous.get(&path)).await;
        assert_eq!((picture.status, picture.header(CONTENT_TYPE)), (200, media_type));
        assert_eq!(picture.header(CONTENT_SECURITY_POLICY), "sandbox; default-src 'none'");
        assert_eq!(picture.header(X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert_eq!(picture.header(CACHE_CONTROL), "no-store");
        let head = Reply::to(anonymous.request(Method::HEAD, &path)).await;
        assert_eq!((head.status, &*head.text), (200, ""));
    }
    let bytes = anonymous.get("/step_42/pictures/board.png").send().await.unwrap();
    assert_eq!(&*bytes.bytes().await.unwrap(), BASE64.decode(PNG.as_bytes()).unwrap());

    // Programs get whole addresses, pages those below their own.
    let markdown = Reply::to(anonymous.get("/step_42/statement")).await.text;
    let address = format!("![Picture board.png]({}/step_42/pictures/board.png)", server.url());
    assert!(markdown.contains(&address), "{markdown}");
    for path in ["/step_42/statement", "/step_42"] {
        let page = Reply::to(anonymous.get(path).header(ACCEPT, "text/html")).await.text;
        let image = r#"<img src="/step_42/pictures/B-1.SVG" alt="Picture B-1.SVG" />"#;
        assert!(page.contains(image), "{page}");
    }
    for name in ["other.png", "statement.en.md", "step.toml", "..%2Fstep.toml", "%00", "a.JPG"] {
        let reply = Reply::to(anonymous.get(&format!("/step_42/pictures/{name}"))).await;
        reply.problem("route.unknown");
    }
}

#[case]
async fn a_picture_exists_for_whom_its_step_does() {
    let workplace = with_pictures();
    workplace.write("mine/course.toml", "[steps.42]\nhidden = true\n");
    let server = Server::start_with(&workplace, |command| {
        command.args(["--challenges", "mine"]).env("GRADUS_INSTRUCTORS", crate::server::INSTRUCTORS)
    });
    let ada = server.register("Ada").await;
    let path = "/step_42/pictures/board.png";
    Reply::to(server.anonymous().get(path)).await.problem("step.unknown");
    Reply::to(ada.get(path)).await.problem("step.unknown");
    Reply::to(ada.get("/step_43/pictures/board.png")).await.problem("step.unknown");
    assert_eq!(Reply::to(server.instructor().get(path)).await.status, 200);
}

#[case]
fn a_check_reports_what_is_wrong_with_pictures() {
    let workplace = workplace(
        "\n![Board](board.png) ![Far](sub/far.png)\n\n![Large][large]\n\n[large]: large.png\n",
    );
    write_picture(&workplace, "sub/far.png", "");
    write_picture(&workplace, "other.svg", SVG);
    write_picture(&workplace, "photo.jpg", BASE64.decode(PNG.as_bytes()).unwrap());
    write_picture(&workplace, "large.png", vec![0; (1 << 20) + 1]);
    write_picture(&workplace, ".hidden.png", "");
    symlink(workplace.path("mine/42-echo/other.svg"), workplace.path("mine/42-echo/board.png"))
        .unwrap();
    let (code, said) = check(&workplace);
    assert_eq!(code, Some(1), "{said}");
    for expected in [
        "42-echo/statement.en.md:3: there is no picture \"board.png\" beside the statement; put the file there; links, subfolders and names that begin with a dot are not served (picture.missing)",
        "42-echo/statement.en.md:3: there is no picture \"sub/far.png\" beside the statement;",
        "42-echo/other.svg: no statement shows this picture; write `![…](other.svg)` in a statement, or delete the picture (picture.unused)",
        "42-echo/photo.jpg: the content does not match the file extension: it is image/png; save it as PNG, JPEG, WebP or SVG, with the matching file extension (picture.file)",
        "42-echo/large.png: the picture is larger than 1024 KB; save it with fewer pixels or colours (picture.file)",
    ] {
        assert!(said.contains(expected), "{expected} is not in {said}");
    }
    assert!(!said.contains("hidden.png"), "{said}");
    // A file that is not served is reported once.
    assert!(!said.contains("photo.jpg: no statement"), "{said}");
}

#[case]
async fn a_reload_serves_other_pictures() {
    let workplace = workplace("![Board](board.svg)");
    write_picture(&workplace, "board.svg", SVG);
    let server = start(&workplace);
    let anonymous = server.anonymous();
    let other = SVG.replace("#c00", "#0c0");
    write_picture(&workplace, "board.svg", &other);
    server.signal("HUP");
    let changed = async {
        while Reply::to(anonymous.get("/step_42/pictures/board.svg")).await.text != other {}
    };
    tokio::time::timeout(PATIENCE, changed).await.unwrap();
    // A picture that is missing leaves everything as it is.
    write_statement(&workplace, "![Board](new.svg)");
    server.signal("HUP");
    server.until_logged("there is no picture \"new.svg\"").await;
    assert_eq!(Reply::to(anonymous.get("/step_42/pictures/board.svg")).await.text, other);
}

#[case]
async fn formulas_are_mathml_on_pages_and_stay_as_they_are_in_markdown() {
    let workplace = workplace(FORMULAS);
    let (code, said) = check(&workplace);
    let noted = ", formulas that cannot be read in statement.en.md:3: clean";
    assert!(code == Some(0) && said.contains(noted), "{said}");
    let server = start(&workplace);
    let anonymous = server.anonymous();
    let markdown = Reply::to(anonymous.get("/step_42/statement")).await.text;
    assert!(markdown.contains(FORMULAS), "{markdown}");
    let page = Reply::to(anonymous.get("/step_42").header(ACCEPT, "text/html")).await.text;
    for expected in [
        "<math><msub><mi>x</mi><mi>i</mi></msub><mo>∈</mo>",
        "cost $2, $5 or US$6. <code>echo $KEY$HOME</code>, <code>$\\unknown{&lt;b&gt;}$</code>.",
        "<math display=\"block\"><mi>f</mi>",
    ] {
        assert!(page.contains(expected), "{expected} is not in {page}");
    }
}

#[case]
async fn pictures_formulas_and_the_name_of_the_course_are_seen() {
    let workplace = with_pictures();
    let pictures = "![A pixel](board.png)\n\n![A red square](B-1.SVG)\n";
    write_statement(&workplace, &format!("{pictures}{FORMULAS}"));
    for name in ["a.jpg", "a.jpeg", "a.webp"] {
        std::fs::remove_file(workplace.path(format!("mine/42-echo/{name}"))).unwrap();
    }
    let name = "Programming 1 <for> mathematicians, winter 2026/27";
    workplace.write("mine/course.toml", format!("name = \"{name}\"\n"));
    let server = start(&workplace);
    let page = Page::open(server.url()).await;
    page.goes_to("/step_42").await;
    let loaded = "[...document.images].every((image) => image.complete && image.naturalWidth > 0)";
    page.until(loaded).await;
    assert_eq!(page.tells::<u32>("document.images[1].naturalWidth").await, 90);
    // A fraction or a case is higher than its line.
    let heights =
        "[...document.querySelectorAll('math')].map((one) => one.getBoundingClientRect().height)";
    let heights: Vec<f64> = page.tells(heights).await;
    assert!(heights.len() == 2 && heights[1] > 1.8 * heights[0], "{heights:?}");
    let aligned = "getComputedStyle(document.querySelector('mtd')).textAlign";
    assert_eq!(page.tells::<String>(aligned).await, "left");
    page.reads(".bar .course", name).await;
    let title: String = page.tells("document.title").await;
    assert_eq!(title, format!("42 · Echo · {name}"));
    page.is_photographed("statement").await;
    page.is(Width::Phone, Colours::Dark).await;
    page.is_photographed("statement-phone").await;
    let wide: bool = page.tells("document.documentElement.scrollWidth > innerWidth").await;
    assert!(!wide, "the page is wider than the window");
}
