//! The page of a match, as its players use it.

use serde::Deserialize;
use serde_json::json;

use super::page::Page;

/// How the match stands that a page shows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Standing {
    /// The seat whose turn it is; empty when the match is over.
    to_move: String,
}

impl Page {
    /// Makes a match on the page of all games.
    pub(crate) async fn starts_match(&self, game: &str, seats: &[&str], options: &[(&str, &str)]) {
        self.goes_to("/games").await;
        let form = format!("[data-game={game}]");
        for (number, seat) in (1..).zip(seats) {
            let field = format!("{form} label:nth-of-type({number}) [name=seat]");
            self.chooses(&field, seat).await;
        }
        for (name, value) in options {
            let field = format!("{form} [name={name}]");
            if self.count(&format!("select{field}")).await == 1 {
                self.chooses(&field, value).await;
            } else {
                self.writes(&field, value).await;
            }
        }
        self.clicks(&format!("{form} button")).await;
        self.is_after(0).await;
    }

    /// Waits until the match is shown as it is after so many moves in all.
    pub(crate) async fn is_after(&self, moves: usize) {
        self.until(&format!(
            "document.getElementById('state')?.dataset.moves === '{moves}' \
             && document.getElementById('state').dataset.at === '{moves}'"
        ))
        .await;
    }

    /// Waits until an earlier position is shown.
    pub(crate) async fn is_at(&self, at: usize) {
        self.until(&format!("document.getElementById('state')?.dataset.at === '{at}'")).await;
    }

    /// The moves in all.
    pub(crate) async fn history(&self) -> Vec<String> {
        self.texts("#history a").await
    }

    /// Whether nobody is to move any more.
    pub(crate) async fn is_over(&self) -> bool {
        let standing: Standing =
            self.tells("({ ...document.getElementById('state').dataset })").await;
        standing.to_move.is_empty()
    }

    /// Clicks on a place of the board.
    pub(crate) async fn presses(&self, place: &str) {
        self.clicks(&format!("#board [data-place='{place}']")).await;
    }

    /// Clicks on a place of the board; then at least one more move has been made.
    pub(crate) async fn moves_to(&self, place: &str) {
        let before = self.history().await.len();
        self.presses(place).await;
        self.has_moved(before).await;
    }

    /// Waits until more moves were made than these.
    pub(crate) async fn has_moved(&self, before: usize) {
        self.until(&format!("Number(document.getElementById('state').dataset.moves) > {before}"))
            .await;
    }

    /// Chooses the number that is placed next.
    pub(crate) async fn chooses_number(&self, number: &str) {
        self.clicks(&format!("#numbers label:has([value='{number}'])")).await;
    }

    /// Uses a button of the match.
    pub(crate) async fn uses(&self, action: &str) {
        self.clicks(&format!("[data-action={action}]")).await;
    }

    /// The place that has the focus.
    pub(crate) async fn focused(&self) -> Option<String> {
        self.tells("document.activeElement.dataset.place ?? null").await
    }

    /// Waits until a place has the focus.
    pub(crate) async fn has_focus_on(&self, place: &str) {
        self.until(&format!("document.activeElement.dataset.place === {}", json!(place))).await;
    }
}
