//! The pages in a real browser: what a person does there, and what they see.
//!
//! ```text
//! Driver (chromedriver) ──▶ Session (a Chromium) ──▶ Page: goes_to, clicks, writes, types, sees, reads
//!                                                     └──▶ matches: starts_match, presses, is_after
//! ```
//!
//! Pictures of what was seen are kept under `target/screenshots/`.

mod accessibility;
mod accounts;
mod computers;
mod decisions;
mod docs;
mod driver;
pub(crate) mod instructors;
mod ladder;
mod languages;
mod loading;
mod match_steps;
mod matches;
mod other_site;
pub(crate) mod page;
mod records;
mod scoreboard;
pub(crate) mod steps;
mod together;
mod whole_games;
mod without_scripts;
