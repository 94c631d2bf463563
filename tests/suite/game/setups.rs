//! What can be agreed on before the first move, and what cannot.

use gradus::drawing::Look;
use gradus::game::Setup;
use gradus::step::Language;
use serde_json::{Value, json};

use super::variants;

fn complaint(setup: Value) -> String {
    serde_json::from_value::<Setup>(setup).unwrap_err().to_string()
}

#[case]
fn a_setup_is_read_back_as_it_was_written() {
    for setup in [
        json!({"game": "gomoku", "seats": ["human", "search"], "seed": 0}),
        json!({"game": "numerical", "seats": ["random", "rules"], "seed": 9_007_199_254_740_991_u64}),
        json!({"game": "four_in_a_row", "seats": ["human", "human"], "seed": 5, "end": "most_lines"}),
        json!({"game": "tesseract", "seats": ["human", "rules", "search"], "seed": 5, "threshold": 232,
            "icons": ["_", "a", "b", "c"]}),
        json!({"game": "numerical", "seats": ["human", {"alphabeta": 3}], "seed": 5}),
    ] {
        let read: Setup = serde_json::from_value(setup.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), setup);
    }
}

#[case]
fn every_game_starts_with_each_of_its_computers_and_is_read_back() {
    for (game, seats, mut setup) in variants() {
        for &computer in &game.spec().computers {
            setup["seats"] = json!(vec![computer; seats]);
            setup["seed"] = json!(7);
            let read: Setup = serde_json::from_value(setup.clone()).unwrap();
            let written = serde_json::to_value(&read).unwrap();
            assert_eq!(serde_json::from_value::<Setup>(written).unwrap(), read);
            let start = read.start();
            assert_eq!((start.seats(), start.scores().iter().sum()), (seats, 0_usize));
            let texts =
                [start.description(&Look::default()), start.aim(), game.spec().title.clone()];
            for language in Language::all() {
                assert!(texts.iter().all(|text| !text.render(language).is_empty()));
            }
        }
    }
}

#[case]
fn what_is_left_out_is_as_usual() {
    let four = json!({"game": "four_in_a_row", "seats": ["human", "rules"], "seed": 1});
    let read: Setup = serde_json::from_value(four).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap()["end"], "first_line");
    let tesseract = json!({"game": "tesseract", "seats": ["human", "rules"], "seed": 1});
    let written =
        serde_json::to_value(serde_json::from_value::<Setup>(tesseract).unwrap()).unwrap();
    assert_eq!(
        (&written["threshold"], &written["icons"]),
        (&json!(9), &json!(["·", "X", "O", "Y", "Z"]))
    );
    let eight = json!({"game": "tesseract", "seats": vec!["human"; 8], "seed": 1});
    let written = serde_json::to_value(serde_json::from_value::<Setup>(eight).unwrap()).unwrap();
    assert_eq!(written["icons"], json!(["·", "X", "O", "Y", "Z", "A", "H", "S", "T"]));
}

#[case]
fn every_unfit_setup_has_its_complaint() {
    let tesseract = |more: Value| {
        let mut setup =
            json!({"game": "tesseract", "seats": ["human", "rules", "rules"], "seed": 1});
        setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        setup
    };
    for (setup, expected) in [
        (json!({"game": "gomoku", "seats": ["human"], "seed": 1}), "gomoku has two seats, not 1"),
        (json!({"game": "numerical", "seats": [], "seed": 1}), "numerical has two seats, not 0"),
        (
            json!({"game": "tesseract", "seats": vec!["human"; 9], "seed": 1}),
            "tesseract has two to eight seats, not 9",
        ),
        (
            json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 1, "threshold": 3}),
            "`threshold` is an option of tesseract, not of gomoku",
        ),
        (
            json!({"game": "tesseract", "seats": ["human", "rules"], "seed": 1, "end": "first_line"}),
            "`end` is an option of four_in_a_row, not of tesseract",
        ),
        (tesseract(json!({"threshold": 0})), "`threshold` is 0; expected 1 to 232"),
        (tesseract(json!({"threshold": 233})), "`threshold` is 233; expected 1 to 232"),
        (
            tesseract(json!({"icons": ["a", "b"]})),
            "the number of texts in `icons` is 2; expected 4 to 9",
        ),
        (tesseract(json!({"icons": ["a", "b", "c", "b"]})), "icon 3 is given twice"),
        (tesseract(json!({"icons": ["a", "b", "c", "\"}"]})), "icon 3 is \"\\\"}\""),
        (tesseract(json!({"icons": ["a", "b", "c", ""]})), "icon 3 is \"\""),
        (tesseract(json!({"icons": ["a", "b", "c", "\u{202e}"]})), "icon 3 is \"\\u{202e}\""),
        (
            tesseract(json!({"icons": ["a", "b", "c", "123456789"]})),
            "expected 1 to 8 visible characters",
        ),
        (
            json!({"game": "gomoku", "seats": ["human", {"alphabeta": 2}], "seed": 1}),
            "the computer `alphabeta:2` does not play gomoku; expected random, rules, search",
        ),
        (
            json!({"game": "numerical", "seats": ["human", {"alphabeta": 5}], "seed": 1}),
            "expected a depth from 1 to 4",
        ),
        (
            json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 9_007_199_254_740_992_u64}),
            "9007199254740992`, expected a whole number from 0 to 9007199254740991",
        ),
    ] {
        let found = complaint(setup.clone());
        assert!(found.contains(expected), "{setup}: {found}");
    }
}
