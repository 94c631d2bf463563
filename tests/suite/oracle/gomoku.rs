//! Gomoku on fifteen rows of fifteen characters.

pub(crate) type Picture = Vec<Vec<char>>;

/// Row and column, from 0.
pub(crate) fn coordinates(point: &str) -> (i32, i32) {
    let letters: Vec<i32> =
        point.to_lowercase().chars().map(|letter| letter as i32 - 'a' as i32).collect();
    (letters[0], letters[1])
}

pub(crate) fn picture_of(text: &str) -> Picture {
    let symbols: Vec<char> = text.chars().collect();
    symbols.chunks(15).map(<[char]>::to_vec).collect()
}

pub(crate) fn text_of(picture: &Picture) -> String {
    picture.iter().flatten().collect()
}

/// The board after every move of a game.
pub(crate) fn replay(game: &str) -> Vec<Picture> {
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
pub(crate) fn line_patterns(picture: &Picture, row: i32, column: i32) -> Vec<String> {
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
pub(crate) fn has_five(picture: &Picture, symbol: char) -> bool {
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
pub(crate) fn win(game: &str) -> Option<(usize, char)> {
    for (turn, picture) in replay(game).iter().enumerate() {
        let symbol = if turn % 2 == 0 { 'x' } else { 'o' };
        if has_five(picture, symbol) {
            return Some((turn + 1, symbol));
        }
    }
    None
}
