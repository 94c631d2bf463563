//! Names that were probably meant by names that are not known.

/// The longest name that is compared with the known ones, in bytes: a longer one is no mistyped one.
const COMPARED: usize = 64;

/// The known field that was probably meant: the name has other letter case, begins with it, or is an edit away from it, two edits if it is long.
/// Names of two letters are near to too many others.
pub fn near_miss<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() > COMPARED {
        return None;
    }
    let name = name.trim().to_lowercase();
    // A link that was escaped twice.
    let name = name.strip_prefix("amp;").unwrap_or(&name);
    let edits = |field: &str| {
        let field = field.to_lowercase();
        match field.len() {
            _ if name == field => Some(0),
            0..=2 => None,
            length => {
                let edits = strsim::osa_distance(name, &field);
                let is_near = edits <= if length < 6 { 1 } else { 2 };
                (is_near || name.starts_with(&field)).then_some(edits)
            }
        }
    };
    let near = known.iter().filter_map(|&field| Some((edits(field)?, field)));
    near.min_by_key(|&(edits, _)| edits).map(|(_, field)| field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_is_near_to_the_one_that_was_meant() {
        let known = ["ans", "task", "fresh", "at", "section"];
        let cases = [
            ("anss", Some("ans")),
            ("an", Some("ans")),
            ("asn", Some("ans")),
            ("Ans", Some("ans")),
            (" ANS ", Some("ans")),
            ("amp;ans", Some("ans")),
            ("answer", Some("ans")),
            ("tsk", Some("task")),
            ("taks", Some("task")),
            ("task_id", Some("task")),
            ("At", Some("at")),
            ("secton", Some("section")),
            ("it", None),
            ("from", None),
            ("token", None),
            ("utm_source", None),
            ("fbclid", None),
            ("refresh", None),
            ("", None),
        ];
        for (name, field) in cases {
            assert_eq!(near_miss(name, &known), field, "{name:?}");
        }
        assert_eq!(near_miss(&"ans".repeat(100_000), &known), None);
    }
}
