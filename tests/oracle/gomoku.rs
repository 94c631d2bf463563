//! Gomoku on fifteen rows of fifteen characters.

/// Rows of symbols: `x`, `o` or `.`.
pub type Picture = Vec<Vec<char>>;

/// Row and column, from 0.
pub fn coordinates(point: &str) -> (i32, i32) {
    let letters: Vec<i32> =
        point.to_lowercase().chars().map(|letter| letter as i32 - 'a' as i32).collect();
    (letters[0], letters[1])
}

/// The board that a text of 225 symbols shows.
pub fn picture_of(text: &str) -> Picture {
    let symbols: Vec<char> = text.chars().collect();
    symbols.chunks(15).map(<[char]>::to_vec).collect()
}

/// The text that shows a board.
pub fn text_of(picture: &Picture) -> String {
    picture.iter().flatten().collect()
}

/// The board after every move of a game.
pub fn replay(game: &str) -> Vec<Picture> {
    let letters: Vec<char> = game.chars().collect();
    let mut picture = vec![vec!['.'; 15]; 15];
    let mut pictures = Vec::new();
    for (turn, point) in letters.chunks(2).enumerate() {
        let (row, column) = coordinates(&point.iter().collect::<String>());
        picture[row as usize][column as usize] = if turn % 2 == 0 { 'x' } else { 'o' };
        pictures.push(picture.clone());
    }
    pictures
}

fn is_on_board(row: i32, column: i32) -> bool {
    (0..15).contains(&row) && (0..15).contains(&column)
}

/// The four lines through a point, each from four before it to four after it: — ╲ │ ╱.
pub fn line_patterns(picture: &Picture, row: i32, column: i32) -> Vec<String> {
    let mut patterns = Vec::new();
    for (d_row, d_column) in [(0, 1), (1, 1), (1, 0), (1, -1)] {
        let mut pattern = String::new();
        for step in -4..=4 {
            let (row, column) = (row + step * d_row, column + step * d_column);
            if is_on_board(row, column) {
                pattern.push(picture[row as usize][column as usize]);
            }
        }
        patterns.push(pattern);
    }
    patterns
}

/// Whether `symbol` has five in a row anywhere.
pub fn has_five(picture: &Picture, symbol: char) -> bool {
    for row in 0..15 {
        for column in 0..15 {
            for (d_row, d_column) in [(0, 1), (1, 1), (1, 0), (1, -1)] {
                let is_five = (0..5).all(|step| {
                    let (row, column) = (row + step * d_row, column + step * d_column);
                    is_on_board(row, column) && picture[row as usize][column as usize] == symbol
                });
                if is_five {
                    return true;
                }
            }
        }
    }
    false
}

/// The first move after which its player has five in a row, from 1, and that player.
pub fn win(game: &str) -> Option<(usize, char)> {
    for (turn, picture) in replay(game).iter().enumerate() {
        let symbol = if turn % 2 == 0 { 'x' } else { 'o' };
        if has_five(picture, symbol) {
            return Some((turn + 1, symbol));
        }
    }
    None
}

/// How many points of the board are on the point's four lines and at most four away, itself among
/// them.
pub fn points_in_reach(row: i32, column: i32) -> usize {
    let mut points = std::collections::BTreeSet::new();
    for (d_row, d_column) in [(0, 1), (1, 1), (1, 0), (1, -1)] {
        for step in -4..=4 {
            let (row, column) = (row + step * d_row, column + step * d_column);
            if is_on_board(row, column) {
                points.insert((row, column));
            }
        }
    }
    points.len()
}

/// The scoring table of step 08: a score, and the patterns that have it.
const SCORES: [(u32, &str); 8] = [
    (10000, "CMMMM MCMMM MMCMM MMMCM MMMMC"),
    (6000, "OOOOC COOOO"),
    (5000, ".CMMM. .MCMM. .MMCM. .MMMC."),
    (2500, "COOO. .OOOC .OOCO. .OCOO."),
    (2000, "OCMMM. OMCMM. OMMCM. OMMMC. .CMMMO .MCMMO .MMCMO .MMMCO"),
    (400, ".MMC. .MCM. .CMM. .OOC COO. MOOOC COOOM"),
    (200, ".MMCO .MCMO .CMMO OMMC. OMCM. OCMM. MOOC COOM"),
    (50, ".MC. .CM."),
];

/// The score of a line, written with `C`, `M`, `O` and `.`.
fn line_score(line: &str) -> u32 {
    for (value, patterns) in SCORES {
        if patterns.split(' ').any(|pattern| line.contains(pattern)) {
            return value;
        }
    }
    20
}

/// The scores of the four lines through an empty point for `side`, `x` or `o`.
pub fn line_scores(picture: &Picture, row: i32, column: i32, side: char) -> Vec<u32> {
    let mut marked = picture.clone();
    for symbol in marked.iter_mut().flatten() {
        *symbol = match *symbol {
            '.' => '.',
            symbol if symbol == side => 'M',
            _ => 'O',
        };
    }
    marked[row as usize][column as usize] = 'C';
    line_patterns(&marked, row, column).iter().map(|line| line_score(line)).collect()
}

/// The empty points with the highest sum of their four lines, as row and column.
pub fn best_points(picture: &Picture, side: char) -> Vec<(i32, i32)> {
    let mut scored = Vec::new();
    for row in 0..15 {
        for column in 0..15 {
            if picture[row as usize][column as usize] == '.' {
                let score: u32 = line_scores(picture, row, column, side).iter().sum();
                scored.push((score, (row, column)));
            }
        }
    }
    let best = scored.iter().map(|&(score, _)| score).max();
    scored.retain(|&(score, _)| Some(score) == best);
    scored.into_iter().map(|(_, point)| point).collect()
}
