use gradus::game::{Match, Setup, Record, record::Format};
use gradus::web::picture;
fn main() {
    let mut setups = vec![];
    for seed in 0..3 {
        for (one, other) in [("random", "rules"), ("rules", "search"), ("search","random")] {
            for (g, more) in [("gomoku", ""), ("numerical", ""), ("four_in_a_row", ""), ("four_in_a_row", ",\"end\":\"most_lines\""), ("tesseract", ""), ("tesseract", ",\"threshold\":3,\"icons\":[\"_\",\"<a&\",\"棋\",\"zz\"]")] {
                setups.push((seed, format!("{{\"game\":\"{g}\",\"seats\":[\"{one}\",\"{other}\"],\"seed\":{seed}{more}}}")));
            }
        }
        setups.push((seed, format!("{{\"game\":\"tesseract\",\"seats\":[\"random\",\"rules\",\"random\",\"search\"],\"seed\":{seed}}}")));
    }
    for (_, text) in setups {
        let setup: Setup = serde_json::from_str(&text).unwrap();
        println!("SETUP {}", serde_json::to_string(&setup).unwrap());
        let mut m = Match::new(setup);
        let limit = if text.contains("search") { 30 } else { 300 };
        let mut n = 0;
        loop {
            if n % 9 == 0 || m.to_move().is_none() { println!("{}", picture::of_match(&m)); }
            if n >= limit || m.advance().is_err() { break; }
            n += 1;
        }
        println!("{}", picture::of_match(&m));
        for name in ["json", "points", "psq", "ini", "export"] {
            let format: Format = name.parse().ok().unwrap();
            match Record::of(&m).write(format) { Ok(t) => println!("{t}"), Err(e) => println!("{e}") }
        }
        println!("{:?} {}", m.table().scores(), serde_json::to_string(&m.table().board()).unwrap());
    }
}
