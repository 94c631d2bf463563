//! Pictures, read again as XML.

use roxmltree::{Document, Node};

use super::of_match;
use crate::game::{GameName, Match, Setup};

const GOMOKU: &str = r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#;
const NUMERICAL: &str = r#"{"game":"numerical","seats":["human","human"],"seed":7}"#;
const FOUR_IN_A_ROW: &str = r#"{"game":"four_in_a_row","seats":["human","human"],"seed":7}"#;
const TESSERACT: &str = r#"{"game":"tesseract","seats":["human","human"],"seed":7,"threshold":1}"#;

/// The picture after these moves.
fn picture(setup: &str, moves: &str) -> String {
    let setup: Setup = serde_json::from_str(setup).unwrap();
    of_match(&Match::resume(setup, moves.split_whitespace()).unwrap())
}

/// Everything in the document, itself included.
fn elements<'a>(document: &'a Document<'_>) -> Vec<Node<'a, 'a>> {
    document.root().descendants().filter(Node::is_element).collect()
}

/// What a node has of one name, below it.
fn within<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
    node.descendants().filter(|node| node.tag_name().name() == name).collect()
}

/// The groups or shapes of a class.
fn of_class<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    elements(document).into_iter().filter(|node| node.attribute("class") == Some(class)).collect()
}

/// Attributes as numbers.
fn numbers<const N: usize>(node: Node<'_, '_>, names: [&str; N]) -> [i32; N] {
    names.map(|name| node.attribute(name).unwrap().parse().unwrap())
}

fn title(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    within(document.root(), "title")[0].text().unwrap().to_owned()
}

fn description(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    within(document.root(), "desc")[0].text().unwrap().to_owned()
}

/// Random games of each kind, whole, with their pictures on the way.
fn pictures_of_whole_games() -> Vec<String> {
    let four = r#"{"game":"tesseract","seats":["random","random","random","random"],"seed":3}"#;
    let long =
        r#"{"game":"four_in_a_row","seats":["random","random"],"seed":3,"end":"most_lines"}"#;
    let two = GameName::all()
        .map(|game| format!(r#"{{"game":"{game}","seats":["random","random"],"seed":3}}"#));
    let two: Vec<String> = two.collect();
    let setups = two.iter().map(String::as_str).chain([four, long]);
    let mut pictures = Vec::new();
    for setup in setups {
        let mut game = Match::new(serde_json::from_str(setup).unwrap());
        pictures.push(of_match(&game));
        while game.advance().is_ok() {
            if game.game().move_count().is_multiple_of(7) || game.to_move().is_none() {
                pictures.push(of_match(&game));
            }
        }
    }
    pictures
}

#[test]
fn a_picture_is_a_document_of_plain_shapes_that_needs_nothing_else() {
    for svg in pictures_of_whole_games() {
        assert!(svg.len() < 32 * 1024, "{} bytes", svg.len());
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        assert!(root.attribute("viewBox").unwrap().starts_with("0 0 "));
        assert_eq!(root.attribute("role"), Some("img"));
        let names: Vec<_> = root.children().map(|child| child.tag_name().name()).collect();
        assert_eq!(names[..2], ["title", "desc"]);
        for element in elements(&document) {
            let name = element.tag_name().name();
            let known = ["svg", "title", "desc", "g", "rect", "circle", "path", "text"];
            assert!(known.contains(&name), "{name}");
            for attribute in element.attributes() {
                let (name, value) = (attribute.name(), attribute.value());
                assert!(!name.starts_with("on") && !["href", "style"].contains(&name), "{name}");
                assert!(!value.contains("url("), "{value}");
            }
        }
    }
}

#[test]
fn every_corner_and_centre_lies_on_the_card() {
    for svg in pictures_of_whole_games() {
        let document = Document::parse(&svg).unwrap();
        let view: Vec<i32> = document
            .root_element()
            .attribute("viewBox")
            .unwrap()
            .split(' ')
            .map(|side| side.parse().unwrap())
            .collect();
        // Tokens stand around a place of their own.
        let is_token =
            |node: &Node| node.ancestors().any(|above| above.attribute("class") == Some("foot"));
        for node in elements(&document).into_iter().filter(|node| !is_token(node)) {
            let (x, y) = match node.tag_name().name() {
                "circle" => ("cx", "cy"),
                "rect" | "text" => ("x", "y"),
                _ => continue,
            };
            let [x, y] = numbers(node, [x, y]);
            assert!((0..view[2]).contains(&x) && (0..view[3]).contains(&y), "{node:?}");
        }
    }
}

#[test]
fn a_stone_is_a_circle() {
    // One more of each colour stands for the player.
    for (setup, moves) in [(GOMOKU, "hh gi ii"), (FOUR_IN_A_ROW, "0 85 255")] {
        let svg = picture(setup, moves);
        let document = Document::parse(&svg).unwrap();
        let circles = |class| {
            of_class(&document, class).into_iter().map(|group| within(group, "circle").len())
        };
        assert_eq!(circles("black").collect::<Vec<_>>(), [2, 1]);
        assert_eq!(circles("white").collect::<Vec<_>>(), [1, 1]);
        assert_eq!(within(document.root(), "circle").len(), 5);
    }
}

#[test]
fn an_odd_number_lies_on_a_disc_and_is_heavy_an_even_one_on_a_square_and_is_light() {
    let svg = picture(NUMERICAL, "5:1 0:16 10:15");
    let document = Document::parse(&svg).unwrap();
    for (class, shape, weight, shown) in
        [("odd", "circle", "700", ["1", "15"].as_slice()), ("even", "rect", "400", &["16"])]
    {
        let group = of_class(&document, class)[0];
        assert_eq!(group.attribute("font-weight"), Some(weight));
        assert_eq!(within(group, shape).len(), shown.len());
        let texts: Vec<_> = within(group, "text").iter().map(|text| text.text().unwrap()).collect();
        assert_eq!(texts, shown);
    }
}

#[test]
fn a_free_tile_shows_its_id_and_a_taken_one_its_players_icon() {
    let svg = picture(TESSERACT, "1 10 2");
    let document = Document::parse(&svg).unwrap();
    let texts = |class| {
        let texts = within(of_class(&document, class)[0], "text").into_iter();
        texts.map(|text| text.text().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("player-1"), ["X", "X"]);
    assert_eq!(texts("player-2"), ["O"]);
    let free: Vec<String> = (3..=80).filter(|&id| id != 10).map(|id| id.to_string()).collect();
    assert_eq!(texts("free"), free);
    assert_eq!(of_class(&document, "centre").len(), 1);
}

#[test]
fn the_last_stone_has_a_dot() {
    for (setup, moves) in [(GOMOKU, "hh gi"), (FOUR_IN_A_ROW, "0 85")] {
        let svg = picture(setup, moves);
        let document = Document::parse(&svg).unwrap();
        let stone = within(of_class(&document, "white")[0], "circle")[0];
        let [x, y] = numbers(stone, ["cx", "cy"]);
        let marks = of_class(&document, "last");
        assert_eq!(marks.len(), 1);
        assert_eq!(marks[0].attribute("d"), Some(format!("M{x} {y}h0").as_str()));
    }
}

#[test]
fn the_last_number_and_the_last_tile_have_rings() {
    for (setup, moves, class) in [(NUMERICAL, "5:1 0:16", "even"), (TESSERACT, "1 80", "player-2")]
    {
        let svg = picture(setup, moves);
        let document = Document::parse(&svg).unwrap();
        let middle = |node: Node| {
            let [x, y, width, height] = numbers(node, ["x", "y", "width", "height"]);
            [x + width / 2, y + height / 2]
        };
        let marks = of_class(&document, "last");
        assert_eq!(marks.len(), 1);
        assert_eq!(middle(marks[0]), middle(within(of_class(&document, class)[0], "rect")[0]));
    }
}

#[test]
fn before_the_first_move_nothing_is_marked() {
    for setup in [GOMOKU, NUMERICAL, FOUR_IN_A_ROW, TESSERACT] {
        let svg = picture(setup, "");
        let document = Document::parse(&svg).unwrap();
        assert!(of_class(&document, "last").is_empty());
        let marks = of_class(&document, "line").into_iter();
        assert!(
            marks
                .flat_map(|mark| mark.descendants())
                .all(|node| !["rect", "path"].contains(&node.tag_name().name()))
        );
        assert!(description(&svg).contains("No moves."));
    }
}

#[test]
fn a_band_goes_through_all_stones_of_each_row_of_five() {
    // The last stone completes hd-he-hf-hg-hh and dh-eh-fh-gh-hh.
    let moves = "hd aa he ac hf ae dh ag eh ca fh cc hg ce gh cg hh";
    let svg = picture(GOMOKU, moves);
    let document = Document::parse(&svg).unwrap();
    let line = of_class(&document, "line")[0];
    let bands: Vec<_> =
        within(line, "path").iter().map(|band| band.attribute("d").unwrap()).collect();
    assert_eq!(bands.len(), 4, "two edges and two insides");
    let stones: Vec<String> = within(of_class(&document, "black")[0], "circle")
        .into_iter()
        .map(|stone| numbers(stone, ["cx", "cy"]))
        .map(|[x, y]| format!("{x} {y}"))
        .collect();
    for band in bands {
        let places: Vec<_> = band.trim_start_matches('M').split('L').collect();
        assert_eq!(places.len(), 5);
        assert!(places.iter().all(|&place| stones.iter().any(|stone| stone == place)), "{band}");
    }
    assert_eq!(title(&svg), "Gomoku: Black has won");
    assert!(description(&svg).contains("Black 2 (hd he hf hg hh; dh eh fh gh hh), White 0"));
}

#[test]
fn every_cell_of_a_complete_line_has_a_frame() {
    for (setup, moves) in
        [(NUMERICAL, "4:1 0:16 2:3 1:2 3:13"), (FOUR_IN_A_ROW, "0 1 85 2 170 17 255")]
    {
        let svg = picture(setup, moves);
        let document = Document::parse(&svg).unwrap();
        assert_eq!(within(of_class(&document, "line")[0], "rect").len(), 4);
    }
}

#[test]
fn the_tiles_of_a_complete_line_stand_out() {
    let svg = picture(TESSERACT, "1 10 9 11 2 12");
    assert!(title(&svg).ends_with("Player 2 has won"));
    let document = Document::parse(&svg).unwrap();
    let [first, second] = of_class(&document, "line")[..] else { panic!("two players") };
    assert_eq!((within(first, "rect").len(), within(second, "rect").len()), (0, 3));
}

#[test]
fn the_title_says_whose_turn_it_is_or_who_has_won() {
    let shared = r#"{"game":"tesseract","seats":["human","human","human"],"seed":7}"#;
    for (setup, moves, expected) in [
        (GOMOKU, "hh", "Gomoku: White to move"),
        (NUMERICAL, "", "Numerical tic-tac-toe: Odd to move"),
        (NUMERICAL, "4:1 0:16 2:3 1:2 3:13", "Numerical tic-tac-toe: Odd has won"),
        (FOUR_IN_A_ROW, "0 1 85 2 170 17 255", "Four in a row in four dimensions: Black has won"),
        (shared, "1 2", "Tic-tac-toe on a tesseract: Player 3 to move"),
    ] {
        assert_eq!(title(&picture(setup, moves)), expected);
    }
    // The full board without a line of sum 34 from the module `outcome` of the game.
    let drawn = "8:1 0:10 4:3 1:16 12:5 2:12 14:7 3:6 9:9 7:14 6:11 11:2 5:13 13:4 10:15 15:8";
    assert_eq!(title(&picture(NUMERICAL, drawn)), "Numerical tic-tac-toe: Draw");
}

#[test]
fn icons_are_always_text() {
    let icons = ["·", "<script>", "a&b;", "]]>", "'><g/>"];
    let setup = serde_json::json!({
        "game": "tesseract", "seats": ["human", "human", "human", "human"], "seed": 7, "icons": icons,
    });
    let svg = picture(&setup.to_string(), "1 2 3 4");
    let document = Document::parse(&svg).unwrap();
    for (number, icon) in (1..).zip(&icons[1..]) {
        let texts = within(of_class(&document, &format!("player-{number}"))[0], "text");
        assert_eq!(texts.iter().map(|text| text.text().unwrap()).collect::<Vec<_>>(), [*icon]);
        assert!(description(&svg).contains(&format!("player {number} is {icon}")));
    }
    assert!(within(document.root(), "script").is_empty());
}

#[test]
fn several_winners_are_all_named() {
    let setup =
        r#"{"game":"tesseract","seats":["random","random","random"],"seed":SEED,"threshold":200}"#;
    let titles = (0..40).map(|seed| {
        let mut game =
            Match::new(serde_json::from_str(&setup.replace("SEED", &seed.to_string())).unwrap());
        while game.advance().is_ok() {}
        title(&of_match(&game))
    });
    let titles: Vec<String> = titles.collect();
    assert!(titles.iter().any(|title| title.ends_with(": Players 1 and 2 have won")), "{titles:?}");
}

/// Where the only circle of a class on the board is.
fn only_stone(svg: &str, class: &str) -> [i32; 2] {
    let document = Document::parse(svg).unwrap();
    numbers(within(of_class(&document, class)[0], "circle")[0], ["cx", "cy"])
}

#[test]
fn a_point_is_named_by_the_letter_on_its_left_and_the_one_above() {
    let svg = picture(GOMOKU, "bm");
    let [x, y] = only_stone(&svg, "black");
    let document = Document::parse(&svg).unwrap();
    let letters = |letter: &str| {
        let texts = within(document.root(), "text").into_iter();
        let letters = texts.filter(|text| text.text() == Some(letter));
        letters.map(|text| numbers(text, ["x", "y"])).collect::<Vec<_>>()
    };
    // The foot of a letter is a little below its middle.
    assert!(letters("b").iter().any(|&[left, foot]| left < x && (0..8).contains(&(foot - y))));
    assert!(letters("m").iter().any(|&[middle, foot]| middle == x && foot < y));
}

#[test]
fn the_four_axes_lie_as_the_games_draw_them() {
    // x and y, then w and z.
    let stone = |id: &str| only_stone(&picture(FOUR_IN_A_ROW, id), "black");
    let [x, y] = stone("0");
    let [right, down, next_column, next_row] = ["1", "4", "64", "16"].map(stone);
    assert_eq!((right, down), ([x + 26, y], [x, y + 26]));
    assert_eq!((next_column, next_row), ([x + 118, y], [x, y + 118]));

    // l and k, then j and i.
    let tile = |id: &str| {
        let svg = picture(TESSERACT, id);
        let document = Document::parse(&svg).unwrap();
        numbers(within(of_class(&document, "player-1")[0], "rect")[0], ["x", "y"])
    };
    let [x, y] = tile("1");
    let [right, down, next_column, next_row] = ["2", "4", "10", "28"].map(tile);
    assert_eq!((right, down), ([x + 46, y], [x, y + 46]));
    assert_eq!((next_column, next_row), ([x + 159, y], [x, y + 159]));
}
