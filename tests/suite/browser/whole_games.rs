//! Whole games of each kind: by clicks against a computer, and by keys alone for two people at one screen.

use fantoccini::key::Key;

use super::page::Page;
use crate::server::SharedServer;

/// Rows of places that are next to each other.
fn rows(length: usize, count: usize, name: impl Fn(usize, usize) -> String) -> Vec<Vec<String>> {
    (0..count).map(|row| (0..length).map(|column| name(row, column)).collect()).collect()
}

impl Page {
    /// Plays by clicks as the first of two players, until the game is over: on the row that the other one has left alone and that has
    /// most own places.
    async fn plays_to_the_end_on(&self, rows: &[Vec<String>]) {
        while !self.is_over().await {
            let history = self.history().await;
            let own: Vec<&String> = history.iter().step_by(2).collect();
            let is_free = |place: &&String| !history.contains(place);
            let is_open = |row: &&Vec<String>| {
                row.iter().all(|place| own.contains(&place) || is_free(&place))
            };
            let row = rows
                .iter()
                .filter(is_open)
                .max_by_key(|row| row.iter().filter(|place| own.contains(place)).count());
            let place = row
                .and_then(|row| row.iter().find(is_free))
                .expect("a random player does not stop every row");
            self.moves_to(place).await;
        }
    }

    /// Goes to the board with the key Tab.
    async fn tabs_to_the_board(&self) -> String {
        for _ in 0..60 {
            self.types(&[Key::Tab]).await;
            if let Some(place) = self.focused().await {
                return place;
            }
        }
        panic!("the board cannot be reached with Tab");
    }

    /// Plays by keys for both players, until the game is over: the first player along a row, the second along the row below it.
    async fn plays_two_rows_by_keys(&self, length: usize) {
        self.tabs_to_the_board().await;
        for column in 0..length {
            for (row, there, back) in [(0, Key::Down, Key::Right), (1, Key::Up, Key::Right)] {
                let (made, place) = (2 * column + row, self.focused().await.unwrap());
                self.types(&[Key::Enter]).await;
                self.is_after(made + 1).await;
                self.has_focus_on(&place).await;
                if made + 2 == 2 * length {
                    return;
                }
                self.types(&[there]).await;
                if row == 1 {
                    self.types(&[back]).await;
                }
            }
        }
    }
}

#[case]
async fn gomoku_by_clicks_and_by_keys() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("gomoku", &["human", "random"], &[]).await;
    let point = |row: usize, column: usize| {
        [row, column].map(|index| char::from(b'a' + u8::try_from(index).unwrap())).iter().collect()
    };
    page.plays_to_the_end_on(&rows(5, 15, point)).await;
    page.reads("#status", "Black has won").await;
    page.is_photographed("gomoku-won").await;

    page.starts_match("gomoku", &["human", "human"], &[]).await;
    page.plays_two_rows_by_keys(5).await;
    assert_eq!(page.history().await, ["aa", "ba", "ab", "bb", "ac", "bc", "ad", "bd", "ae"]);
    assert!(page.is_over().await);
}

#[case]
async fn four_in_a_row_by_clicks_and_by_keys() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("four_in_a_row", &["human", "random"], &[]).await;
    page.plays_to_the_end_on(&rows(4, 64, |row, column| (4 * row + column).to_string())).await;
    page.reads("#status", "Black has won").await;
    page.is_photographed("four-in-a-row-won").await;

    page.starts_match("four_in_a_row", &["human", "human"], &[]).await;
    page.plays_two_rows_by_keys(4).await;
    assert_eq!(page.history().await, ["0", "4", "1", "5", "2", "6", "3"]);
    assert!(page.is_over().await);
}

#[case]
async fn a_tesseract_by_clicks_and_by_keys() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("tesseract", &["human", "random"], &[("threshold", "1")]).await;
    page.plays_to_the_end_on(&rows(3, 12, |row, column| (3 * row + column + 1).to_string())).await;
    assert_eq!(page.count("#players strong").await, 1);
    page.is_photographed("tesseract-won").await;

    page.starts_match("tesseract", &["human", "human"], &[("threshold", "1")]).await;
    page.plays_two_rows_by_keys(3).await;
    assert_eq!(page.history().await.len(), 5);
    assert!(page.is_over().await);
}

#[case]
async fn the_numerical_game_by_clicks_and_by_keys() {
    let server = SharedServer::join();
    let page = Page::open(server.url()).await;
    page.starts_match("numerical", &["human", "random"], &[]).await;
    page.presses("0").await;
    page.reads("#told", "Choose a number first").await;
    while !page.is_over().await {
        let number = page.text("#numbers label").await;
        page.chooses_number(&number).await;
        let history = page.history().await;
        let is_free = |cell: &u8| !history.iter().any(|made| made.starts_with(&format!("{cell}:")));
        let cell = (0..16).find(is_free).unwrap();
        page.moves_to(&cell.to_string()).await;
    }
    page.is_photographed("numerical-over").await;

    // What was over goes on after a move was taken back.
    page.starts_match("numerical", &["human", "human"], &[]).await;
    for (made, (cell, number)) in (1..).zip([("0", "1"), ("1", "14"), ("2", "3"), ("3", "16")]) {
        page.chooses_number(number).await;
        page.presses(cell).await;
        page.is_after(made).await;
    }
    page.reads("#status", "Even has won").await;
    assert!(!page.shows("#numbers").await);
    page.goes_to(&page.path().await).await;
    page.uses("undo-move").await;
    page.is_after(3).await;
    page.chooses_number("4").await;
    page.presses("4").await;
    page.is_after(4).await;
    assert_eq!(page.history().await, ["0:1", "1:14", "2:3", "4:4"]);

    page.starts_match("numerical", &["random", "random"], &[]).await;
    assert!(!page.shows("#numbers").await);

    // The numbers are before the board: the space bar chooses the one that Tab has come over, later the largest one, and an arrow key then the
    // smallest one.
    page.starts_match("numerical", &["human", "human"], &[]).await;
    page.tabs_to_the_board().await;
    let focused = &[Key::Space][..];
    let smallest = &[Key::Space, Key::Right][..];
    for (cell, keys) in [focused, focused, focused, smallest].into_iter().enumerate() {
        let place = page.focused().await.unwrap();
        assert_eq!(place, cell.to_string());
        page.types_with(Key::Shift, Key::Tab).await;
        page.types(keys).await;
        page.types(&[Key::Tab]).await;
        page.has_focus_on(&place).await;
        page.types(&[Key::Enter]).await;
        page.is_after(cell + 1).await;
        page.types(&[Key::Right]).await;
    }
    assert_eq!(page.history().await, ["0:1", "1:16", "2:15", "3:2"]);
    page.reads("#status", "Even has won").await;
}
