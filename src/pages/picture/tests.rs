//! Pictures, read again as XML.

use roxmltree::{Document, Node};

use super::board::label;
use super::{Showing, Svg, board_of_match, inline_task, of_match, of_task, token_of_match};
use crate::drawing::{self, Holding, Look, Note, Paint, Panel, Place, Side, circle, group};
use crate::game::{GameName, Match, SeatNumber, Setup};
use crate::step::Language;
use crate::wire::reply::TextFormat as _;

const GOMOKU: &str = r#"{"game":"gomoku","seats":["human","human"],"seed":7}"#;
const NUMERICAL: &str = r#"{"game":"numerical","seats":["human","human"],"seed":7}"#;
const FOUR_IN_A_ROW: &str = r#"{"game":"four_in_a_row","seats":["human","human"],"seed":7}"#;
const TESSERACT: &str = r#"{"game":"tesseract","seats":["human","human"],"seed":7,"threshold":1}"#;

const NUMBERED: Look = Look { is_numbered: true, icons: Vec::new() };

/// The match after these moves.
fn after(setup: &str, moves: &str) -> Match {
    let setup: Setup = serde_json::from_str(setup).unwrap();
    Match::resume(setup, moves.split_whitespace()).unwrap()
}

/// The picture after these moves.
fn picture(setup: &str, moves: &str) -> String {
    english(&after(setup, moves))
}

fn english(shown: &Match) -> String {
    of_match(shown, &Showing::default(), Language::ENGLISH)
}

/// The board for a page after these moves.
fn inline(setup: &str, moves: &str) -> String {
    board_of_match(&after(setup, moves), &Showing::default(), Language::ENGLISH)
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
    let has = |node: &Node| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|own| own == class))
    };
    elements(document).into_iter().filter(has).collect()
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

/// The picture of a match and its board for a page, with everything that can be on them.
fn both(shown: &Match) -> [String; 2] {
    let showing = Showing { look: NUMBERED, lines_of: None };
    [
        of_match(shown, &showing, Language::JAPANESE),
        board_of_match(shown, &showing, Language::CHINESE),
    ]
}

/// Random games of each kind, whole, with their pictures on the way.
fn pictures_of_whole_games() -> Vec<String> {
    let eight = r#"{"game":"tesseract","seats":["random","random","random","random","random","random","random","random"],"seed":3}"#;
    let long =
        r#"{"game":"four_in_a_row","seats":["random","random"],"seed":3,"end":"most_lines"}"#;
    let two = GameName::all()
        .map(|game| format!(r#"{{"game":"{game}","seats":["random","random"],"seed":3}}"#));
    let two: Vec<String> = two.collect();
    let setups = two.iter().map(String::as_str).chain([eight, long]);
    let mut pictures = Vec::new();
    for setup in setups {
        let mut game = Match::new(serde_json::from_str(setup).unwrap());
        pictures.extend(both(&game));
        while game.advance().is_ok() {
            if game.game().move_count().is_multiple_of(7) || game.to_move().is_none() {
                pictures.extend(both(&game));
            }
        }
    }
    pictures
}

#[test]
fn a_picture_is_a_document_of_plain_shapes_that_needs_nothing_else() {
    for svg in pictures_of_whole_games() {
        assert!(svg.len() < 100 * 1024, "{} bytes", svg.len());
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        assert_eq!(root.attribute("role"), Some("img"));
        let names: Vec<_> = root.children().map(|child| child.tag_name().name()).collect();
        assert_eq!(names[..2], ["title", "desc"]);
        for element in elements(&document) {
            let name = element.tag_name().name();
            let known =
                ["svg", "title", "desc", "style", "g", "rect", "circle", "path", "text", "tspan"];
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
fn a_picture_served_alone_has_the_style_sheet_that_its_policy_allows() {
    use sha2::Digest as _;
    let svg = picture(GOMOKU, "hh");
    let document = Document::parse(&svg).unwrap();
    assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let style = within(document.root(), "style")[0].text().unwrap();
    assert!(style.contains("prefers-color-scheme: dark"));
    let hash = data_encoding::BASE64.encode(&sha2::Sha256::digest(style));
    let policy = Svg::policy().unwrap();
    assert!(policy.contains(&format!("style-src 'sha256-{hash}'")), "{policy}");
    assert!(policy.starts_with("default-src 'none'"));
}

#[test]
fn a_board_for_a_page_has_no_style_of_its_own() {
    let svg = inline(GOMOKU, "hh");
    let document = Document::parse(&svg).unwrap();
    assert!(within(document.root(), "style").is_empty());
    assert!(of_class(&document, "seat").is_empty());
}

#[test]
fn every_colour_has_a_class_in_the_style_sheet() {
    let sheet = include_str!("../assets/board.css");
    for svg in pictures_of_whole_games() {
        let document = Document::parse(&svg).unwrap();
        for element in elements(&document) {
            let classes = element.attribute("class").unwrap_or_default().split(' ');
            for paint in
                classes.filter(|class| class.starts_with("fill-") || class.starts_with("stroke-"))
            {
                assert!(sheet.contains(&format!(".{paint} {{")), "{paint}");
            }
            assert_eq!(element.attribute("fill").or(element.attribute("stroke")), None);
        }
    }
}

/// The colours of the style sheet, by their names: those of the light variant, and those of the dark one.
fn colours() -> [std::collections::BTreeMap<&'static str, [f64; 3]>; 2] {
    let sheet = include_str!("../assets/board.css");
    let (light, dark) = sheet.split_once("prefers-color-scheme: dark").unwrap();
    let (dark, _) = dark.split_once("\n}").unwrap();
    [light, dark].map(|part| {
        let colours = part.split("--").filter_map(|text| text.split_once(": #"));
        let colours = colours.filter_map(|(name, rest)| {
            let part = |at: usize| u8::from_str_radix(rest.get(at..at + 2)?, 16).ok();
            Some((name, [part(0)?, part(2)?, part(4)?].map(f64::from)))
        });
        colours.collect()
    })
}

/// The contrast of two colours as WCAG 2 defines it.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |colour: [f64; 3]| {
        let [red, green, blue] = colour.map(|part| {
            let part = part / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn every_text_has_enough_contrast_in_both_themes() {
    let players = (1..=8).flat_map(|player| {
        let (light, strong) = (format!("light-{player}"), format!("strong-{player}"));
        [(strong.clone(), light), (strong.clone(), "free".to_owned()), ("free".to_owned(), strong)]
    });
    let others = [
        ("ink", "paper"),
        ("ink", "free"),
        ("faint", "paper"),
        ("faint", "free"),
        ("wood-ink", "wood"),
        ("black", "white"),
        ("asked-ink", "asked"),
    ];
    let others = others.map(|(text, ground)| (text.to_owned(), ground.to_owned()));
    let pairs: Vec<_> = players.chain(others).collect();
    for theme in colours() {
        for (text, ground) in &pairs {
            let found = contrast(theme[text.as_str()], theme[ground.as_str()]);
            assert!(found >= 4.5, "{text} on {ground}: {found:.2}");
        }
        for (mark, ground) in
            [("last", "last-edge"), ("last", "wood"), ("last", "free"), ("asked", "wood")]
        {
            let found = contrast(theme[mark], theme[ground]);
            // What is no text needs less.
            assert!(found >= 3.0, "{mark} on {ground}: {found:.2}");
        }
    }
}

#[test]
fn every_text_can_be_read_where_a_picture_is_400_pixels_wide() {
    for svg in pictures_of_whole_games() {
        let document = Document::parse(&svg).unwrap();
        let view = document.root_element().attribute("viewBox").unwrap();
        let width: i32 = view.split(' ').nth(2).unwrap().parse().unwrap();
        for text in within(document.root(), "text") {
            let [size] = numbers(text, ["font-size"]);
            // A thousandth of a pixel is the unit.
            assert!(400_000 * size / width >= 9_000, "{:?}: {size}", text.text());
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
        // Tokens are around a place of their own.
        let is_token = |node: &Node| {
            node.ancestors()
                .filter_map(|above| above.attribute("class"))
                .any(|classes| classes.split(' ').any(|class| ["seat", "legend"].contains(&class)))
        };
        for node in elements(&document).into_iter().filter(|node| !is_token(node)) {
            let (x, y) = match node.tag_name().name() {
                "circle" => ("cx", "cy"),
                "rect" | "text" => ("x", "y"),
                _ => continue,
            };
            let [x, y] = numbers(node, [x, y]);
            assert!((view[0]..view[0] + view[2]).contains(&x), "{node:?}");
            assert!((view[1]..view[1] + view[3]).contains(&y), "{node:?}");
        }
    }
}

#[test]
fn a_stone_is_a_circle() {
    for (setup, moves) in [(GOMOKU, "hh gi ii"), (FOUR_IN_A_ROW, "0 85 255")] {
        let svg = inline(setup, moves);
        let document = Document::parse(&svg).unwrap();
        let circles = |class| {
            let groups = of_class(&document, class).into_iter();
            groups.map(|group| within(group, "circle").len()).sum::<usize>()
        };
        assert_eq!((circles("black"), circles("white")), (2, 1));
    }
}

#[test]
fn odd_numbers_lie_on_discs_even_ones_on_squares_and_they_look_equally_important() {
    let svg = inline(NUMERICAL, "5:1 0:16 10:15");
    let document = Document::parse(&svg).unwrap();
    let mut looks = Vec::new();
    for (class, shape, shown) in
        [("odd", "circle", ["1", "15"].as_slice()), ("even", "rect", &["16"])]
    {
        let group = of_class(&document, class)[0];
        assert_eq!(within(group, shape).len(), shown.len());
        let texts = within(group, "text");
        let written: Vec<_> = texts.iter().map(|text| text.text().unwrap()).collect();
        assert_eq!(written, shown);
        let width = within(group, shape)[0].attribute("stroke-width");
        looks.push(texts.iter().map(|text| text.attribute("font-weight")).chain([width]).last());
    }
    assert_eq!(looks[0], looks[1]);
}

#[test]
fn the_free_numbers_are_below_the_numerical_board() {
    let svg = inline(NUMERICAL, "5:1 0:16 10:15");
    let document = Document::parse(&svg).unwrap();
    let free = of_class(&document, "free")[0];
    let texts: Vec<_> = within(free, "text").iter().map(|text| text.text().unwrap()).collect();
    let expected: Vec<String> = (1..=16)
        .filter(|number| ![1, 15, 16].contains(number))
        .map(|number| number.to_string())
        .collect();
    assert_eq!(texts, expected);
    assert!(description(&svg).contains("Free numbers: 2, 3, 4, "));
}

#[test]
fn a_line_that_is_won_shows_its_sum() {
    let svg = inline(NUMERICAL, "4:1 0:16 2:3 1:2 3:13");
    let document = Document::parse(&svg).unwrap();
    let sums = of_class(&document, "sum");
    assert_eq!(sums.len(), 1);
    assert_eq!(within(sums[0], "text")[0].text(), Some("= 34"));
}

#[test]
fn a_free_tile_shows_its_id_and_a_taken_one_its_players_icon() {
    let svg = inline(TESSERACT, "1 10 2");
    let document = Document::parse(&svg).unwrap();
    let texts = |class| {
        let texts = within(of_class(&document, class)[0], "text").into_iter();
        texts.map(|text| text.text().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("player-1"), ["X", "X"]);
    assert_eq!(texts("player-2"), ["O"]);
    let free: Vec<String> = (3..=80).filter(|&id| id != 10).map(|id| id.to_string()).collect();
    assert_eq!(texts("ids"), free);
    assert_eq!(of_class(&document, "centre").len(), 1);
}

#[test]
fn every_free_cell_of_four_in_a_row_shows_its_id() {
    let svg = inline(FOUR_IN_A_ROW, "0 255");
    let document = Document::parse(&svg).unwrap();
    let ids: Vec<_> = within(of_class(&document, "ids")[0], "text")
        .into_iter()
        .map(|text| text.text().unwrap().to_owned())
        .collect();
    assert_eq!(ids, (1..255).map(|id: u8| id.to_string()).collect::<Vec<_>>());
}

/// The middle of a shape.
fn middle(node: Node<'_, '_>) -> [i32; 2] {
    if node.tag_name().name() == "circle" {
        return numbers(node, ["cx", "cy"]);
    }
    let [x, y, width, height] = numbers(node, ["x", "y", "width", "height"]);
    [x + width / 2, y + height / 2]
}

#[test]
fn the_last_piece_of_every_game_has_the_same_ring_around_it() {
    for (setup, moves, class, shape) in [
        (GOMOKU, "hh gi", "white", "circle"),
        (FOUR_IN_A_ROW, "0 85", "white", "circle"),
        (NUMERICAL, "5:1 0:16", "even", "rect"),
        (TESSERACT, "1 80", "tiles-2", "rect"),
    ] {
        let svg = inline(setup, moves);
        let document = Document::parse(&svg).unwrap();
        let marks = of_class(&document, "last");
        assert_eq!(marks.len(), 1);
        let rings = within(marks[0], shape);
        assert_eq!(rings.len(), 2);
        assert!(rings[1].attribute("class").unwrap().contains("stroke-last"));
        let piece = within(of_class(&document, class)[0], shape)[0];
        assert_eq!(middle(rings[1]), middle(piece), "{setup}");
    }
}

#[test]
fn before_the_first_move_nothing_is_marked() {
    for setup in [GOMOKU, NUMERICAL, FOUR_IN_A_ROW, TESSERACT] {
        let svg = picture(setup, "");
        let document = Document::parse(&svg).unwrap();
        assert!(of_class(&document, "last").is_empty());
        assert!(of_class(&document, "connector").is_empty());
        assert!(description(&svg).contains("No moves."));
    }
}

/// Where the connectors of a picture go: each to the centres of its places, in their order.
fn connectors(svg: &str) -> Vec<(String, Vec<[i32; 2]>)> {
    let document = Document::parse(svg).unwrap();
    let centres = |path: &str| {
        let points = path.trim_start_matches('M').split(['L', 'Q']).map(|point| {
            let numbers: Vec<i32> =
                point.split(' ').map(|number| number.parse().unwrap()).collect();
            // A curve ends with its second point.
            [numbers[numbers.len() - 2], numbers[numbers.len() - 1]]
        });
        points.collect()
    };
    let connectors = of_class(&document, "connector").into_iter().map(|connector| {
        let way = within(connector, "path")[0].attribute("d").unwrap();
        (connector.attribute("data-line").unwrap().to_owned(), centres(way))
    });
    connectors.collect()
}

/// The centre of a place.
fn centre_of(svg: &str, name: &str) -> [i32; 2] {
    let document = Document::parse(svg).unwrap();
    let place = of_class(&document, "place")
        .into_iter()
        .find(|place| place.attribute("data-place") == Some(name));
    middle(place.unwrap())
}

#[test]
fn each_complete_line_has_a_connector_of_its_own_through_its_places() {
    for (setup, moves, lines) in [
        // The last stone completes hd-he-hf-hg-hh and dh-eh-fh-gh-hh.
        (
            GOMOKU,
            "hd aa he ac hf ae dh ag eh ca fh cc hg ce gh cg hh",
            ["hd he hf hg hh", "dh eh fh gh hh"].as_slice(),
        ),
        (NUMERICAL, "4:1 0:16 2:3 1:2 3:13", &["0 1 2 3"]),
        (FOUR_IN_A_ROW, "0 1 85 2 170 17 255", &["0 85 170 255"]),
        (TESSERACT, "1 10 9 11 2 12", &["10 11 12"]),
    ] {
        let svg = inline(setup, moves);
        let found = connectors(&svg);
        assert_eq!(found.iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>(), lines);
        for (line, way) in found {
            let places: Vec<_> = line.split(' ').map(|name| centre_of(&svg, name)).collect();
            // A tile has an odd number of units, so that its middle is between two.
            let is_near =
                |(a, b): (&[i32; 2], &[i32; 2])| a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) <= 1);
            assert!(way.len() == places.len() && way.iter().zip(&places).all(is_near), "{line}");
        }
    }
    let svg = picture(GOMOKU, "hd aa he ac hf ae dh ag eh ca fh cc hg ce gh cg hh");
    assert_eq!(title(&svg), "Gomoku: Black has won");
    assert!(description(&svg).contains("Black 2 (hd he hf hg hh; dh eh fh gh hh), White 0"));
}

#[test]
fn a_connector_has_its_players_colour() {
    let end = r#"{"game":"four_in_a_row","seats":["human","human"],"seed":7,"end":"most_lines"}"#;
    let svg = inline(end, "0 4 1 5 2 6 3 7");
    let document = Document::parse(&svg).unwrap();
    for (player, colour) in [("of-1", "stroke-black"), ("of-2", "stroke-white")] {
        let connector = of_class(&document, player)[0];
        let last = within(connector, "path").pop().unwrap();
        assert!(last.attribute("class").unwrap().split(' ').any(|class| class == colour));
    }
}

#[test]
fn a_line_that_leaves_its_block_goes_in_arcs() {
    let svg = inline(FOUR_IN_A_ROW, "0 1 85 2 170 17 255");
    let document = Document::parse(&svg).unwrap();
    let way = within(of_class(&document, "connector")[0], "path")[0].attribute("d").unwrap();
    assert_eq!(way.matches('Q').count(), 3);
}

#[test]
fn the_tiles_of_a_complete_line_have_strong_edges() {
    let svg = inline(TESSERACT, "1 10 9 11 2 12");
    assert!(title(&svg).ends_with("Player 2 has won"));
    let document = Document::parse(&svg).unwrap();
    let [edges] = of_class(&document, "edges")[..] else { panic!("one line") };
    assert_eq!(within(edges, "rect").len(), 3);
}

#[test]
fn one_players_lines_are_shown_one_after_another() {
    let end = r#"{"game":"four_in_a_row","seats":["human","human"],"seed":7,"end":"most_lines"}"#;
    let shown = after(end, "0 4 1 5 2 6 3 7 16 64 32 128 48 192");
    let showing = Showing { look: Look::default(), lines_of: SeatNumber::new(1) };
    let svg = of_match(&shown, &showing, Language::ENGLISH);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(of_class(&document, "connector").len(), 2);
    assert!(of_class(&document, "of-2").is_empty());
    let turns = of_class(&document, "turn").into_iter().map(|turn| {
        let animation = within(turn, "animate")[0];
        assert_eq!(animation.attribute("repeatCount"), Some("indefinite"));
        ["values", "keyTimes"].map(|name| animation.attribute(name).unwrap().to_owned())
    });
    assert_eq!(turns.collect::<Vec<_>>(), [["1;.2", "0;0.500"], ["0;1", "0;0.500"]]);
    let style = within(document.root(), "style")[0].text().unwrap();
    assert!(style.contains("prefers-reduced-motion"));
}

#[test]
fn the_numbers_of_moves_are_shown_if_they_are_asked_for() {
    for (setup, moves, numbers) in [
        (GOMOKU, "hh gi ii", ["1", "2", "3"]),
        (FOUR_IN_A_ROW, "0 85 255", ["1", "2", "3"]),
        (NUMERICAL, "5:1 0:16 10:15", ["1", "2", "3"]),
        (TESSERACT, "1 80 2", ["1", "2", "3"]),
    ] {
        let shown = after(setup, moves);
        for (look, expected) in [(NUMBERED, numbers.as_slice()), (Look::default(), &[])] {
            let showing = Showing { look, lines_of: None };
            let svg = of_match(&shown, &showing, Language::ENGLISH);
            let document = Document::parse(&svg).unwrap();
            let texts = within(of_class(&document, "numbers")[0], "text").into_iter();
            let texts: Vec<_> = texts.map(|text| text.text().unwrap().to_owned()).collect();
            assert_eq!(texts, expected);
        }
    }
}

#[test]
fn the_player_to_move_has_a_mark_and_so_has_the_winner() {
    let marks = |svg: &str| {
        let document = Document::parse(svg).unwrap();
        let seats = of_class(&document, "seat").into_iter().map(|seat| {
            ["to-move", "won"].map(|mark| {
                let classes = seat.descendants().filter_map(|node| node.attribute("class"));
                classes
                    .flat_map(|classes| classes.split(' '))
                    .filter(|class| *class == mark)
                    .count()
            })
        });
        seats.collect::<Vec<_>>()
    };
    assert_eq!(marks(&picture(GOMOKU, "hh")), [[0, 0], [1, 0]]);
    assert_eq!(marks(&picture(FOUR_IN_A_ROW, "0 1 85 2 170 17 255")), [[0, 1], [0, 0]]);
}

#[test]
fn a_card_says_who_plays_what_wins_and_how_many_moves_were_made() {
    let setup = r#"{"game":"tesseract","seats":["human","rules"],"seed":7,"threshold":3}"#;
    let svg = picture(setup, "1 10 2 11 3");
    let document = Document::parse(&svg).unwrap();
    let texts: Vec<_> = within(document.root(), "text").iter().filter_map(Node::text).collect();
    for expected in [
        "Tic-tac-toe on a tesseract",
        "5 moves",
        "Player 2 to move",
        "The first with 3 lines wins; on a full board, the most lines",
        "Player 1",
        "person · 1 line",
        "rules · 0 lines",
        "last move",
        "complete line",
    ] {
        assert!(texts.contains(&expected), "{expected} is not in {texts:?}");
    }
}

#[test]
fn every_place_has_a_name_and_says_what_is_there() {
    for (setup, moves, count, name, at, says) in [
        (GOMOKU, "hh", 225, "hh", None, "hh, black, move 1"),
        (NUMERICAL, "5:9", 16, "5", None, "5, number 9, move 1"),
        (FOUR_IN_A_ROW, "57", 256, "57", Some("1 2 3 0"), "57, x 1 y 2 z 3 w 0, black, move 1"),
        (TESSERACT, "1", 80, "1", Some("1 1 1 1"), "1, i 1 j 1 k 1 l 1, player 1 (X), move 1"),
    ] {
        let svg = inline(setup, moves);
        let document = Document::parse(&svg).unwrap();
        let places = of_class(&document, "place");
        assert_eq!(places.len(), count);
        let place =
            places.iter().find(|place| place.attribute("data-place") == Some(name)).unwrap();
        assert_eq!(place.attribute("data-at"), at);
        assert_eq!(within(*place, "title")[0].text(), Some(says));
    }
}

#[test]
fn places_and_captions_are_told_in_every_language() {
    let mut place = Place {
        name: "57".to_owned(),
        at: None,
        corner: [0, 0],
        size: [10, 10],
        holds: Holding::White,
        made: Some(2),
        asked: vec![3],
    };
    let labels = Language::all().map(|language| label(&place, language)).collect::<Vec<_>>();
    assert_eq!(labels, ["57, white, move 2", "57，白，第 2 手", "57、白、2 手目"]);
    place.holds = Holding::Player { player: 1, icon: "<b>".to_owned() };
    assert_eq!(label(&place, Language::ENGLISH), "57, player 2 (<b>), move 2");

    let shown = after(GOMOKU, "hh");
    let titles =
        Language::all().map(|language| title(&of_match(&shown, &Showing::default(), language)));
    let titles: Vec<String> = titles.collect();
    assert_eq!(titles, ["Gomoku: White to move", "五子棋：轮到白方", "五目並べ：白の番"]);
}

#[test]
fn a_viewers_own_icons_take_the_place_of_the_matchs() {
    let showing = Showing {
        look: Look { is_numbered: false, icons: vec!["<A>".to_owned()] },
        lines_of: None,
    };
    let svg = board_of_match(&after(TESSERACT, "1 10 2"), &showing, Language::ENGLISH);
    let document = Document::parse(&svg).unwrap();
    let texts = |class| {
        let texts = within(of_class(&document, class)[0], "text").into_iter();
        texts.map(|text| text.text().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("player-1"), ["<A>", "<A>"]);
    assert_eq!(texts("player-2"), ["O"]);
}

#[test]
fn a_players_piece_can_stand_beside_the_players_name() {
    let shown = after(TESSERACT, "");
    let second = SeatNumber::new(2).unwrap();
    let svg = token_of_match(&shown, second, &Look::default());
    let document = Document::parse(&svg).unwrap();
    assert_eq!(within(document.root(), "text")[0].text(), Some("O"));
}

/// A task with these boards.
fn panels(moves: &[&str]) -> Vec<Panel> {
    let drawings = moves.iter().map(|moves| after(GOMOKU, moves).game().drawing(&Look::default()));
    Panel::each(drawings, 1)
}

#[test]
fn the_boards_of_a_task_are_numbered_and_described() {
    let svg = of_task("Five", &panels(&["hh gi", ""]), Some(1), Language::ENGLISH);
    let document = Document::parse(&svg).unwrap();
    assert_eq!(of_class(&document, "board").len(), 2);
    assert_eq!(
        description(&svg),
        "Board 1: black: hh. white: gi. Board 2: Nothing is on the board."
    );
    let wrong = of_class(&document, "wrong");
    assert_eq!(wrong.len(), 1);
    let texts = within(wrong[0].parent().unwrap(), "text");
    assert_eq!(texts[0].text(), Some("2"));
}

#[test]
fn each_board_of_a_task_is_an_element_of_its_own_in_a_page() {
    let boards = inline_task("Five", &panels(&["hh gi", ""]), Some(1), Language::ENGLISH);
    let titles: Vec<String> = boards.iter().map(|board| title(&board.svg)).collect();
    assert_eq!(titles, ["Five: Board 1", "Five: Board 2"]);
    assert_eq!(description(&boards[0].svg), "black: hh. white: gi.");
    for (board, wrong) in boards.iter().zip([0, 1]) {
        assert_eq!(board.is_wrong, wrong == 1);
        let document = Document::parse(&board.svg).unwrap();
        assert_eq!(of_class(&document, "place").len(), 225);
        assert_eq!(of_class(&document, "wrong").len(), wrong);
        assert!(within(document.root(), "style").is_empty());
    }
}

#[test]
fn a_board_says_which_items_are_its_own_and_who_is_to_move() {
    let captions = |panels: &[Panel]| {
        let boards = inline_task("Five", panels, None, Language::ENGLISH);
        boards.into_iter().map(|board| board.caption).collect::<Vec<_>>()
    };
    let said =
        |texts: &[&str]| texts.iter().map(|text| Some((*text).to_owned())).collect::<Vec<_>>();
    assert_eq!(captions(&panels(&["hh"])), [None]);
    assert_eq!(captions(&panels(&["hh", "gi"])), said(&["1", "2"]));
    let two_each = Panel::each(panels(&["hh", "gi"]).into_iter().map(|panel| panel.drawing), 2);
    assert_eq!(captions(&two_each), said(&["1 · items 1 to 2", "2 · items 3 to 4"]));
    let noted = panels(&["hh"]).remove(0).with_note(Note::ToMove(Side::White));
    assert_eq!(captions(&[noted]), said(&["White to move"]));
    let mut asked = panels(&["hh"]);
    asked[0].items = 0..8;
    asked[0].drawing.places[0].asked = vec![1, 2];
    assert_eq!(captions(&asked), said(&["items 1 to 8, 4 for each number"]));
}

#[test]
fn a_wrong_item_is_marked_on_the_place_that_it_asks_for() {
    let mut panels = panels(&["hh"]);
    let panel = &mut panels[0];
    panel.items = 0..8;
    for (place, asked) in panel.drawing.places.iter_mut().zip([1, 2]) {
        place.asked = vec![asked];
    }
    let second = panel.drawing.places[1].clone();
    // Four items a place.
    let svg = of_task("Patterns", &panels, Some(5), Language::ENGLISH);
    let document = Document::parse(&svg).unwrap();
    let frame = middle(of_class(&document, "wrong")[0]);
    assert_eq!(frame, [0, 1].map(|axis| second.corner[axis] + second.size[axis] / 2));
}

#[test]
fn a_task_without_boards_has_an_empty_picture() {
    let svg = of_task("Hello", &[], None, Language::ENGLISH);
    let document = Document::parse(&svg).unwrap();
    let view = document.root_element().attribute("viewBox").unwrap();
    assert!(view.split(' ').all(|side| side.parse::<u32>().is_ok()), "{view}");
}

#[test]
fn the_title_says_whose_turn_it_is_or_who_has_won() {
    let shared = r#"{"game":"tesseract","seats":["human","human","human"],"seed":7}"#;
    for (setup, moves, expected) in [
        (GOMOKU, "hh", "Gomoku: White to move"),
        (NUMERICAL, "", "Numerical tic-tac-toe: Odd to move"),
        (NUMERICAL, "4:1 0:16 2:3 1:2 3:13", "Numerical tic-tac-toe: Odd has won"),
        (FOUR_IN_A_ROW, "0 1 85 2 170 17 255", "Four-in-a-row in four dimensions: Black has won"),
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
        // Long icons have two lines.
        let written: String = texts.iter().map(|text| text.text().unwrap()).collect();
        assert_eq!(written, *icon);
        assert!(description(&svg).contains(&format!("{number} {icon}")));
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
        title(&english(&game))
    });
    let titles: Vec<String> = titles.collect();
    assert!(titles.iter().any(|title| title.ends_with(": Players 1 and 2 have won")), "{titles:?}");
}

#[test]
fn a_point_is_named_by_the_letter_on_its_left_and_the_one_above() {
    let svg = inline(GOMOKU, "bm");
    let [x, y] = centre_of(&svg, "bm");
    let document = Document::parse(&svg).unwrap();
    assert_eq!(middle(within(of_class(&document, "black")[0], "circle")[0]), [x, y]);
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
fn the_four_axes_lie_as_in_the_statements() {
    // From left to right x, in blocks z; downwards y, in blocks w.
    let svg = inline(FOUR_IN_A_ROW, "");
    let [x, y] = centre_of(&svg, "0");
    let [right, down, next_column, next_row] = ["1", "4", "16", "64"].map(|id| centre_of(&svg, id));
    assert_eq!((right, down), ([x + 26, y], [x, y + 26]));
    assert_eq!((next_column, next_row), ([x + 116, y], [x, y + 116]));

    // From left to right l, in blocks j; downwards k, in blocks i.
    let svg = inline(TESSERACT, "");
    let [x, y] = centre_of(&svg, "1");
    let [right, down, next_column, next_row] = ["2", "4", "10", "28"].map(|id| centre_of(&svg, id));
    assert_eq!((right, down), ([x + 47, y], [x, y + 47]));
    assert_eq!((next_column, next_row), ([x + 156, y], [x, y + 156]));
}

#[test]
fn elements_nest_and_empty_ones_are_self_closing() {
    let disc = circle([1, 2], 3);
    let discs = group().fill(Paint::Wood).holding([disc.clone(), disc]);
    let expected = r#"<circle cx="1" cy="2" r="3"/>"#.repeat(2);
    assert_eq!(discs.to_string(), format!(r#"<g class="fill-wood">{expected}</g>"#));
}

#[test]
fn markup_in_a_text_is_text() {
    let text = r#"</text><script>alert("1 & 2")</script>"#;
    let written = drawing::Node::new("text").class(text).with("id", text).words(text).to_string();
    let read = Document::parse(&written).unwrap();
    assert_eq!(read.root_element().text(), Some(text));
    assert_eq!(read.root_element().attribute("class"), Some(text));
    assert_eq!(read.root_element().attribute("id"), Some(text));
    assert_eq!(read.descendants().filter(Node::is_element).count(), 1);
}

#[test]
fn forbidden_characters_are_replaced() {
    let written = drawing::Node::new("text").words("a\u{0}\u{1b}\u{ffff}\u{202e}b").to_string();
    assert_eq!(written, "<text>a\u{fffd}\u{fffd}\u{fffd}\u{fffd}b</text>");
}
