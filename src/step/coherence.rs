//! Whether the steps fit together, and each statement the step that it stands in: a copied folder often does not.

use std::collections::BTreeMap;

use super::catalog::Step;
use super::fault::{Fault, FaultCode};
use super::language::Language;
use super::number::StepNumber;
use super::statement::Statement;

/// What does not fit between steps. They are sound all the same.
pub(super) fn faults<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<Fault> {
    let (mut tracks, mut titles) = (BTreeMap::new(), BTreeMap::new());
    let mut faults = Vec::new();
    for step in steps {
        faults.extend(track_written_otherwise(&mut tracks, step));
        for statement in step.statements() {
            let file = format!("{}/statement.{}.md", step.folder, statement.language());
            faults.extend(same_title(&mut titles, step, statement, &file));
        }
    }
    faults
}

/// A track that an earlier step writes in another way: the ladder would show it twice.
fn track_written_otherwise<'a>(
    tracks: &mut BTreeMap<String, &'a Step>,
    step: &'a Step,
) -> Option<Fault> {
    let words: Vec<String> = step.track.split_whitespace().map(str::to_lowercase).collect();
    let first = *tracks.entry(words.join(" ")).or_insert(step);
    (first.track != step.track).then(|| {
        let file = format!("{}/step.toml", step.folder);
        let what =
            format!("the track is {:?}, but {:?} in {}", step.track, first.track, first.folder);
        let mend = "write it the same way everywhere";
        Fault::new(FaultCode::TomlTrack, file, what, mend).on_line(step.track_line)
    })
}

/// A title that an earlier step has in the same language.
fn same_title<'a>(
    titles: &mut BTreeMap<(Language, &'a str), &'a Step>,
    step: &'a Step,
    statement: &'a Statement,
    file: &str,
) -> Option<Fault> {
    let first = *titles.entry((statement.language(), statement.title())).or_insert(step);
    (first.number != step.number).then(|| {
        let what = format!("the title {:?} is that of {} too", statement.title(), first.folder);
        let mend = "give it a title of its own, and see that the text speaks of this step";
        Fault::new(FaultCode::StatementTitle, file, what, mend)
    })
}

/// What is amiss in a statement that can be read: addresses of other steps, and placeholders that nobody fills in.
pub(super) fn slips(number: Option<StepNumber>, statement: &Statement, file: &str) -> Vec<Fault> {
    let mut slips = placeholders(statement, file);
    slips.extend(number.into_iter().flat_map(|number| strays(number, statement, file)));
    slips
}

fn strays(own: StepNumber, statement: &Statement, file: &str) -> Vec<Fault> {
    let strays = statement.strays(own).into_iter().map(|(line, found)| {
        let what = format!("the address is that of step_{found}, but this is step {own}");
        let mend = format!("write step_{own}, or name the other step without its address");
        Fault::new(FaultCode::StatementAddress, file, what, mend).on_line(line)
    });
    strays.collect()
}

fn placeholders(statement: &Statement, file: &str) -> Vec<Fault> {
    let placeholders = statement.unknown_placeholders().into_iter().map(|(line, mark)| {
        let what = format!("nobody fills in {mark}");
        let mend = "write `{{server}}` for the server's own address";
        Fault::new(FaultCode::StatementMark, file, what, mend).on_line(line)
    });
    placeholders.collect()
}
