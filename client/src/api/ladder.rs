//! The ladder: what `GET /` lists.

use serde::Deserialize;

use crate::StepNumber;

/// All tracks of a server.
#[derive(Clone, Debug, Deserialize)]
pub struct Ladder {
    /// The server's name for itself.
    pub name: String,
    /// The tracks, in the order in which they are climbed.
    pub tracks: Vec<Track>,
}

impl Ladder {
    /// The numbers of all steps, in the ladder's order.
    #[must_use]
    pub fn steps(&self) -> Vec<StepNumber> {
        let steps = self.tracks.iter().flat_map(|track| &track.steps);
        steps.map(|step| step.step).collect()
    }
}

/// One game's steps, easy to hard.
#[derive(Clone, Debug, Deserialize)]
pub struct Track {
    /// The track's name.
    pub track: String,
    /// Its steps.
    pub steps: Vec<LadderStep>,
}

/// A step as the ladder lists it.
#[derive(Clone, Debug, Deserialize)]
pub struct LadderStep {
    /// The step's number.
    pub step: StepNumber,
    /// Its title.
    pub title: String,
    /// What solving it is worth.
    pub points: u32,
    /// Its address.
    pub url: String,
    /// Whether the learner has solved it; `None` for an anonymous client.
    pub solved: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_is_read_and_unknown_fields_are_ignored() {
        let json = r#"{"is_success":true,"name":"Gradus","motto":"per gradus","tracks":[
            {"track":"Gomoku","steps":[
                {"step":"01","title":"Hello","points":5,"url":"http://h/step_01"},
                {"step":"07","title":"Lines","points":9,"url":"http://h/step_07","solved":true}]},
            {"track":"Tesseract","steps":[]}]}"#;
        let ladder: Ladder = serde_json::from_str(json).unwrap();
        let numbers: Vec<String> = ladder.steps().iter().map(ToString::to_string).collect();
        assert_eq!(numbers, ["01", "07"]);
        let solved: Vec<_> = ladder.tracks[0].steps.iter().map(|step| step.solved).collect();
        assert_eq!(solved, [None, Some(true)]);
    }
}
