//! Games written down and read again.

use gradus::game::record::{self, Format, Record, Rejection};
use gradus::game::{GameSeed, Match, Seat};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{new_match, played, setups};

/// The published samples of the games' own formats.
fn vectors() -> Value {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/records.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn resume(record: &Record) -> Match {
    record.clone().resume(None, GameSeed::random(0)).unwrap()
}

fn read(text: &str) -> Match {
    resume(&Record::read(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn write(game: &Match, format: &str) -> String {
    record::write(game, format.parse().unwrap()).unwrap()
}

#[case]
fn the_essays_string_loads_as_it_stands() {
    let vector = &vectors()["tesseract"];
    let text = vector["text"].as_str().unwrap();
    let game = read(text);
    let history: Vec<u8> = game.game().history().iter().map(|tile| tile.parse().unwrap()).collect();
    assert_eq!(json!(history), vector["history"]);
    assert_eq!(json!(game.game().scores()), vector["scores"]);
    assert_eq!(write(&game, "export"), text);
    // And as it stands in the essay's call of the loading function, in quotation marks.
    let quoted = serde_json::to_string(text).unwrap();
    assert_eq!(write(&read(&quoted), "export"), text);
    // In the call itself, as it is copied from a notebook: with a prompt, with line breaks in the text and in the code.
    let inner = quoted.trim_matches('"');
    for call in [
        format!("NC4loadGame[{quoted}]"),
        format!(" In[12]:= NC4loadGame [ {quoted} ] ;\n"),
        format!("NC4loadGame[{quoted}] In[]:="),
        // The quotation marks within the record are as it was exported.
        format!("NC4loadGame[\"{text}\"];"),
        format!(
            "NC4loadGame[\"{}\"]",
            inner.replace(", ", ",\n    ").replace("1E9s", "1E9  \n  s")
        ),
        format!("NC4loadGame[\r\n\"{}\"]", inner.replace("1E9s", "1E9\\\r\n   s")),
        format!("NC4loadGame[\"{}\"]", inner.replace('·', "\\:00b7")),
        format!("NC4loadGame[\"{}\"]", inner.replace('·', "\\[CenterDot]")),
    ] {
        assert_eq!(write(&read(&call), "export"), text, "{call}");
    }
    // Blanks and line breaks do not count between the parts.
    let spread = text.replace(", ", " ,\n  ").replace("->", " -> ");
    assert_eq!(write(&read(&spread), "export"), text);
}

#[case]
fn the_articles_file_is_kept_to_the_byte() {
    let text = vectors()["four_in_a_row"]["text"].as_str().unwrap().to_owned();
    let game = read(&text);
    assert_eq!(game.game().history(), ["0", "57", "255"]);
    assert_eq!(&**game.setup().seats(), [Seat::Human, Seat::Human]);
    assert_eq!(write(&game, "ini"), text);
    let with_computer = text.replace("False", "True");
    let game = read(&with_computer);
    assert_eq!(&**game.setup().seats(), [Seat::Human, Seat::Rules]);
    assert_eq!(write(&game, "ini"), with_computer);
}

#[case]
fn a_game_for_the_most_lines_says_so_in_its_file() {
    let setup = json!({"game": "four_in_a_row", "seats": ["human", "human"], "end": "most_lines"});
    let game = played(&setup, "0 4 1");
    let text = write(&game, "ini");
    assert_eq!(text, "[game]\nend = most_lines\nhistory = [0, 4, 1]\ncpu = False\n\n");
    assert_eq!(read(&text).setup().start(), game.setup().start());
    // A file of the article's program that goes on after a line can mean nothing else.
    let older = "[game]\nhistory = [0, 4, 1, 5, 2, 6, 3, 7]\ncpu = False\n\n";
    assert_eq!(read(older).setup().start(), game.setup().start());
}

#[case]
fn piskvorks_file_is_kept_to_the_byte() {
    let vector = &vectors()["gomoku"];
    let text = vector["text"].as_str().unwrap();
    let game = read(text);
    assert_eq!(write(&game, "points"), vector["points"].as_str().unwrap());
    assert_eq!(write(&game, "psq"), text);
    // Files from Windows, and those of tournaments with the players' names.
    assert_eq!(read(&text.replace('\n', "\r\n")).game(), game.game());
    assert_eq!(read(&text.replace('\n', "\n\n")).game(), game.game());
    let tournament = text.replace("-1\n", "first.exe\nsecond.exe\n0\n").replace(",0\n", ",1534\n");
    assert_eq!(read(&tournament).game(), game.game());
}

/// Games as other programs write them, and their points.
const NOTATIONS: &[(&str, &str)] = &[
    ("hh ig gj", "hhiggj"),
    ("hh,ig;gj\r\nhi", "hhiggjhi"),
    ("H8 I9 G7", "hhgiig"),
    ("h8i9g7", "hhgiig"),
    ("h8, i9, a15, o1", "hhgiaaoo"),
    ("1. h8 2. i9 3. g7", "hhgiig"),
    ("1.h8 i9 2.g7 h7", "hhgiigih"),
    ("1 h8\n2 i9\n3 g7\n", "hhgiig"),
    ("1) hh 2) ig", "hhig"),
    ("h8-i9-g7", "hhgiig"),
    ("1. h8 i9 2. g7.", "hhgiig"),
    ("[\"h8\", \"i9\"]", "hhgi"),
    ("['hh', 'ig']\n", "hhig"),
    ("ｈ８　ｉ９、ｇ７", "hhgiig"),
    ("\u{feff}h8 i9", "hhgi"),
    ("(;GM[4]FF[4]SZ[15];B[hh];W[ig];B[gj])", "hhgijg"),
    ("( ; FF[3]\r\nGaMe[4] SiZe[15] ;Black[hh]\n;White[ig] )", "hhgi"),
    ("(;SZ[15:15];B[HH];W[ig]C[a comment \\] with ; ( and [ \\\\];B[gj])", "hhgijg"),
    ("(;GM[4];B[h8];W[i9];B[g6])", "hhgijg"),
    ("(;GM[4];B[hh](;W[ig];B[gj])(;W[gg];B[aa]))(;GM[4];B[aa])", "hhgijg"),
    ("(;GM[4])", ""),
    ("Hi (as promised):\r\n\r\n\u{feff}> (;FF[4]GM[4]\r\n> ;B[hh];W[ig])\r\nBye", "hhgi"),
];

#[case]
fn gomoku_is_read_as_other_programs_write_it() {
    for (text, points) in NOTATIONS {
        assert_eq!(write(&read(text), "points"), *points, "{text}");
    }
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/data/cases/28-records-of-gomoku");
    for (file, points) in [
        ("game.sgf", "hhgijg"),
        ("points.txt", "hhiggj"),
        ("renju.txt", "hhgiig"),
        ("names-begin-with-a-digit.psq", "hhgi"),
    ] {
        let text = std::fs::read_to_string(format!("{cases}/{file}")).unwrap();
        assert_eq!(write(&read(&text), "points"), points, "{file}");
    }
    for names in ["2x\n5thEngine", "Engine, v2\n3, 2, 1 go", "7\n8"] {
        let file = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,25\n{names}\n-1\n1,Renju\n");
        assert_eq!(write(&read(&file), "points"), "hhgi", "{names}");
    }
}

#[case]
fn a_format_of_another_game_is_refused() {
    let setup = json!({"game": "gomoku", "seats": ["human", "human"]});
    let error = record::write(&new_match(&setup), "ini".parse().unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "gomoku is not written as `ini`; expected `json`, `points` or `psq`"
    );
}

#[case]
fn a_record_without_its_seed_does_not_tell_it() {
    let setup = json!({"game": "gomoku", "seats": ["human", "rules"], "seed": 77});
    let game = new_match(&setup);
    assert!(record::write(&game, Format::JSON).unwrap().contains("77"));
    assert!(!record::write_without_seed(&game, Format::JSON).unwrap().contains("77"));
}

#[case]
fn those_who_play_on_may_be_others() {
    let record = Record::read("hhgi").unwrap();
    let seats = vec![Seat::Rules, Seat::Human];
    let game = record.resume(Some(seats.clone()), GameSeed::random(0)).unwrap();
    assert_eq!((&**game.setup().seats(), game.computer_to_move()), (&seats[..], Some(Seat::Rules)));
}

/// What cannot be read, or is cut off.
const UNREADABLE: &[(&str, &str)] = &[
    ("hhg", "the number of letters is 3; expected two a move, one is missing after move 1"),
    ("hhzz", "move 2, \"zz\": expected two letters from a to o"),
    ("hh gi!", "move 2 is \"gi!\"; expected a point as `hh`"),
    ("1. h8 2. i16", "move 2 is \"i16\""),
    ("h8 p9", "move 2 is \"p9\""),
    ("h8 i9 g", "move 3 is \"g\""),
    ("h8 9 g7", "move 2 is \"9\""),
    ("h8 pass g7", "move 2 is a pass"),
    ("h8 -- g7", "move 2 is a pass"),
    ("hh zz", "move 2, \"zz\": expected two letters from a to o"),
    ("(;GM[4]SZ[15];B[hh];W[];B[ig])", "move 2 is a pass"),
    ("(;GM[4]SZ[15];B[tt])", "move 1 is a pass"),
    ("(;GM[1]SZ[15];B[hh])", "game GM[1]; expected gomoku, GM[4]"),
    ("(;GM[4]SZ[19];B[hh])", "a board of size 19; expected SZ[15]"),
    ("(;GM[4]AB[hh][ii];W[ig])", "sets up stones with AB"),
    ("(;GM[4];W[hh])", "move 1 of the SGF file is W"),
    ("(;GM[4];B[hh];B[ii])", "move 2 of the SGF file is B"),
    ("(;GM[4];B[hh];W[a])", "move 2 of the SGF file is W[a]"),
    ("(;GM[4];B[pp])", "B[pp]; expected two letters from a to o, the column and then the row"),
    ("(;GM[4];B[h16])", "move 1 of the SGF file is B[h16]"),
    ("Hi (all), (;GM[4];B[hh]", "the SGF file ends too early"),
    ("(;GM[4];B[hh];W[ig", "the SGF file ends too early"),
    ("(;GM[4];B[hh]C[a \\] b", "the SGF file ends too early"),
    ("(;GM[4];B[hh]", "the SGF file ends too early"),
    ("a text", "`points` (hh gi, h8 i9, (;GM[4]SZ[15];B[hh];W[ig])), `psq` (Piskvorky 15x15, "),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,x,0\n7,7,0\n-1\n", "line 3: found \"9,x,0\""),
    ("42", "none of the known forms"),
    ("Piskvorky 20x20, 11:11, 0\n1,1,0\n-1\n", "the board is \"20x20\""),
    ("Piskvorky", "line 1: the board is \"\""),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", "the file ends before it says"),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9", "the file ends before it says"),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\n-", "the file ends before it says"),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\nfirst.exe\nsecond", "the file ends before it says"),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,", "line 3: found \"9,\""),
    ("Piskvorky 15x15, 11:11, 0\n16,1,0\n-1\n", "line 2: found \"16,1,0\""),
    ("Piskvorky 15x15, 11:11, 0\n0,1,0\n-1\n", "line 2: found \"0,1,0\""),
    ("[games]\nhistory = []\ncpu = False\n", "line 1 is \"[games]\"; expected `[game]`"),
    ("[Event \"Open\"]\n[Site \"?\"]\n\n1. e4", "begins with '[Event \"Open\"]', which is none of"),
    ("[[0, 1]]", "`ini` ([game] ⏎ history = [0, 57, 255] ⏎ cpu = False)"),
    ("[game]\nhistory = [0, 57", "line 2: found \"history = [0, 57\""),
    ("[game]\nhistory = [0, 256]\ncpu = False\n", "line 2"),
    ("[game]\nhistory = [0, 57]\n", "there is no line `cpu = …`"),
    ("[game]\ncpu = False\n", "there is no line `history = …`"),
    ("[game]\nhistory = []\nhistory = [1]\ncpu = False\n", "line 3: found \"history = [1]\""),
    ("[game]\nhistory = []\ncpu = Maybe\n", "line 3: found \"cpu = Maybe\""),
    ("{3, {0 -> \"·\", 1 -> \"X\"", "expected `,` or `}`; found the end"),
    ("{3, {0 -> \"·\", 2 -> \"X\"}, 9, \"1\"}", "the icons in order"),
    ("{2, {0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}, 9, \"MAw", "a closing quotation mark"),
    ("{2, {0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}, 9, \"é\"}", "the code of the moves: character 1"),
    ("{2, {0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}, 9, \"1\"} x", "nothing after the last `}`"),
    ("{99999999999, {", "a number"),
    ("NC4loadGame[{2, {0", "character 13: expected `\"`; found \"{2, {0\""),
    ("NC4loadGame[\"{2", "a closing quotation mark; found the end"),
    ("NC4loadGame[\"\\q\"]", "character 14: expected `\\\"`"),
    ("NC4loadGame[\"\"", "expected `]`; found the end"),
    ("NC4loadGame[\"\"] x", "nothing after the last `]`"),
    ("In[1]:= NC4loadGame[\"{2, x\"]", "the text in the call: character 4: expected `{`"),
    ("NC4newGame[]", "none of the known forms"),
    ("\"hhgi", "the quoted text"),
    ("\"\\\"hhgi\\\"\"", "none of the known forms"),
    (
        "{\"game\":\"gomoku\",\"history\":[\"hh\"",
        "the record is not JSON: it ends in line 1, column 32",
    ),
    ("{\"game\":\"gomoku\"}", "the record's JSON: the field `history` is missing"),
    ("{\"game\":\"chess\",\"history\":[]}", "`game` is \"chess\"; expected one of gomoku"),
    (
        "{\"game\":\"gomoku\",\"history\":[],\"colour\":1}",
        "unknown field \"colour\"; the known fields are `game`, `seats`",
    ),
    (
        "{\"game\":\"gomoku\",\"history\":[],\"history\":[\"hh\"]}",
        "the field `history` is given twice",
    ),
    ("{\"game\":\"gomoku\",\"history\":[1.5]}", "a move, as a text or a whole number"),
    ("{\"game\":\"four_in_a_row\",\"history\":[256]}", "move 1, \"256\""),
    ("{}", "is missing"),
];

#[case]
fn what_cannot_be_read_or_is_cut_off_says_where() {
    for (text, expected) in UNREADABLE {
        let resumed =
            Record::read(text).and_then(|record| record.resume(None, GameSeed::random(0)));
        let error = resumed.unwrap_err();
        assert!(matches!(error, Rejection::Form(_)), "{text}: {error:?}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

/// What can be read, but was never played.
const CONTRADICTIONS: &[(&str, &str)] = &[
    ("hhgihh", "move 3, \"hh\": a stone lies there already"),
    ("hhghhigihjgjhkgkhlaa", "move 10, \"aa\": the game is over"),
    ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n-1\n", "move 2, \"hh\""),
    ("[game]\nhistory = [0, 57, 0]\ncpu = False\n\n", "move 3, \"0\""),
    (
        "{\"game\":\"numerical\",\"history\":[\"0:2\"]}",
        "move 1, \"0:2\": the odd player is to move",
    ),
    ("{\"game\":\"tesseract\",\"history\":[40,40]}", "move 2, \"40\": tile 40 is taken"),
    ("{\"game\":\"gomoku\",\"seats\":[\"human\"],\"history\":[]}", "gomoku has two seats, not 1"),
    (
        "{\"game\":\"gomoku\",\"threshold\":9,\"history\":[]}",
        "`threshold` is an option of tesseract",
    ),
    ("{2, {0 -> \"a\", 1 -> \"a\", 2 -> \"c\"}, 9, \"\"}", "icon 1 is given twice"),
    (
        "{9, {0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}, 9, \"\"}",
        "tesseract has two to eight seats, not 9",
    ),
    ("{2, {0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}, 0, \"\"}", "`threshold` is 0"),
    ("{2, {0 -> \"a\", 1 -> \"b\", 2 -> \"c\"}, 9, \"1k\"}", "move 2: tile 1 is taken"),
];

#[case]
fn what_contradicts_itself_says_where() {
    for (text, expected) in CONTRADICTIONS {
        let resumed =
            Record::read(text).and_then(|record| record.resume(None, GameSeed::random(0)));
        let error = resumed.unwrap_err();
        assert!(matches!(error, Rejection::Illegal(_)), "{text}: {error:?}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

/// A match of some game and so many random moves.
fn some_match() -> impl Strategy<Value = (Match, usize)> {
    let tesseract = (2..=8_usize, 1..=20_u8).prop_map(|(players, threshold)| {
        let seats = vec![Seat::Random; players];
        json!({"game": "tesseract", "seats": seats, "threshold": threshold})
    });
    let setups = prop_oneof![
        4 => prop::sample::select(setups(|_| [Seat::Random; 2])),
        1 => tesseract,
    ];
    (setups, 0..1000_u32, 0..90_usize).prop_map(|(mut setup, seed, moves)| {
        setup["seed"] = seed.into();
        (new_match(&setup), moves)
    })
}

proptest! {
    #[case]
    fn what_is_written_and_read_again_is_the_same_game((mut game, moves) in some_match()) {
        while game.game().move_count() < moves && game.advance().is_ok() {}
        let own = &game.setup().game().spec().formats;
        let own = own.iter().map(|format| format.name.parse::<Format>().unwrap());
        for format in std::iter::once(Format::JSON).chain(own) {
            let text = record::write(&game, format).unwrap();
            let again = read(&text);
            prop_assert_eq!(again.game(), game.game(), "{}", text);
            prop_assert_eq!(again.setup().start(), game.setup().start());
            if format == Format::JSON {
                prop_assert_eq!(&again, &game);
            }
            prop_assert_eq!(record::write(&again, format).unwrap(), text);
        }
    }

    #[case]
    fn no_text_panics(text in "\\PC{0,60}", head in 0..6_usize) {
        let heads = ["", "NC4loadGame[\"\\", "{3, {0 -> \"", "[game]\nhistory = [", "Piskvorky 15x15, 11:11, 0\n", "{\"game\":"];
        drop(Record::read(&format!("{}{text}", heads[head])));
    }
}
